//! The pickled form of evidence.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;
use pyo3::prelude::*;
use soliter::Claim;
use soliter::base::control::Stop;
use soliter::boards::answer::{Detail, Evidence, Prover};

use crate::errors::{Failure, Outcome};

const PROVERS: [Prover; 6] =
    [Prover::Search, Prover::Dfs, Prover::Milp, Prover::Sat, Prover::Class, Prover::Pagoda];

/// Prover, claim, seconds, detail and the reason for stopping.
pub(crate) type EvidenceState = (String, ClaimState, f64, DetailState, Option<(String, String)>);
/// Status, moves and lower bound.
type ClaimState = (String, usize, usize);

/// A detail: its kind, its numbers, its formulation, its sets of holes or its weights.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) struct DetailState(String, Vec<u64>, String, Vec<BigUint>, Vec<i64>);

pub(crate) fn to_state(evidence: &Evidence) -> EvidenceState {
    let Evidence { by, claim, seconds, detail, stopped } = evidence;
    let bounds = (claim.moves().unwrap_or(0), claim.lower_bound().unwrap_or(0));
    let stopped = stopped.map(|stop| (kind(stop).to_owned(), stop.phrase().to_owned()));
    let claim = (claim.status().to_owned(), bounds.0, bounds.1);
    (by.as_str().to_owned(), claim, *seconds, detail_state(detail), stopped)
}

pub(crate) fn of_state(state: EvidenceState) -> Outcome<Evidence> {
    let (by, (status, moves, lower_bound), seconds, detail, stopped) = state;
    let broken = || Failure::unfit("this is no pickled answer", "");
    let by = PROVERS.into_iter().find(|prover| prover.as_str() == by).ok_or_else(broken)?;
    let claim = match &*status {
        "optimal" => Claim::Optimal { moves },
        "feasible" => Claim::Feasible { moves, lower_bound },
        "infeasible" => Claim::Infeasible,
        _ => Claim::Unknown { lower_bound },
    };
    let detail = detail_of(detail).ok_or_else(broken)?;
    let stopped = stopped.map(|(kind, phrase)| stop_of(&kind, phrase));
    Ok(Evidence { by, claim, seconds, detail, stopped })
}

fn detail_state(detail: &Detail) -> DetailState {
    let state = |kind: &str, numbers: &[u64], formulation: &str| {
        let numbers = numbers.to_vec();
        DetailState(kind.to_owned(), numbers, formulation.to_owned(), Vec::new(), Vec::new())
    };
    match detail {
        Detail::Positions(number) => state("positions", &[*number], ""),
        Detail::OnDisk(number) => state("on-disk", &[*number], ""),
        Detail::Marked(number) => state("marked", &[*number], ""),
        Detail::Entered(number) => state("entered", &[*number], ""),
        Detail::Program { formulation, rows, columns, nodes, believed_once } => {
            let once = u64::from(*believed_once);
            state("program", &[*rows as u64, *columns as u64, *nodes, once], formulation)
        }
        Detail::Clauses { formulation, variables, clauses, conflicts } => {
            state("clauses", &[*variables as u64, *clauses as u64, *conflicts], formulation)
        }
        Detail::Markings(markings) => {
            let sets = markings.iter().cloned().map(BigUint::from).collect();
            DetailState("markings".to_owned(), Vec::new(), String::new(), sets, Vec::new())
        }
        Detail::Weights(weights) => {
            let weights = weights.clone();
            DetailState("weights".to_owned(), Vec::new(), String::new(), Vec::new(), weights)
        }
    }
}

fn detail_of(
    DetailState(kind, numbers, formulation, sets, weights): DetailState,
) -> Option<Detail> {
    let formulation = interned(formulation);
    Some(match (&*kind, &numbers[..]) {
        ("positions", &[number]) => Detail::Positions(number),
        ("on-disk", &[number]) => Detail::OnDisk(number),
        ("marked", &[number]) => Detail::Marked(number),
        ("entered", &[number]) => Detail::Entered(number),
        ("program", &[rows, columns, nodes, once]) => Detail::Program {
            formulation,
            rows: rows as usize,
            columns: columns as usize,
            nodes,
            believed_once: once != 0,
        },
        ("clauses", &[variables, clauses, conflicts]) => Detail::Clauses {
            formulation,
            variables: variables as usize,
            clauses: clauses as usize,
            conflicts,
        },
        ("markings", []) => Detail::Markings(sets.into_iter().map(Into::into).collect()),
        ("weights", []) => Detail::Weights(weights),
        _ => return None,
    })
}

fn kind(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "time",
        Stop::Memory => "memory",
        Stop::Cancelled => "cancelled",
        Stop::Overflow => "overflow",
        Stop::Players => "players",
        Stop::Size(_) => "size",
        Stop::BackEnd(_) => "back-end",
        Stop::Fault(_) => "fault",
    }
}

fn stop_of(kind: &str, phrase: String) -> Stop {
    match kind {
        "time" => Stop::Time,
        "memory" => Stop::Memory,
        "cancelled" => Stop::Cancelled,
        "overflow" => Stop::Overflow,
        "players" => Stop::Players,
        "size" => Stop::Size(interned(phrase)),
        "back-end" => Stop::BackEnd(interned(phrase)),
        _ => Stop::Fault(interned(phrase)),
    }
}

/// The text for the rest of the process. The library's phrases are few, and each is stored once.
fn interned(text: String) -> &'static str {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(&*text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into_boxed_str());
    known.insert(text);
    text
}
