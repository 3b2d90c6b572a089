//! Evidence: the prover of a claim, its grounds, and the words and JSON keys that show it. Everything shown
//! that differs from prover to prover is in this file, except for the certificates, which are next to it.
//!
//! The less two proofs share, the more the second one adds. All provers share the boards and the rules
//! ([`crate::board`], [`crate::rules`]); [`Evidence::lemmas`] lists the other lemmas that each of them uses.
//! [`crate::verify`] checks lines and certificates with boards, rules, classes and weights alone.

use serde::Serialize;
use serde_json::{Value, json};

use crate::answer::certificate::{marked_pegs, marking_certificate, weight_certificate};
use crate::puzzle::{Finish, Puzzle};
use crate::{answer::claim::Claim, board::position::Position, bounds::pagoda::weight};
use soliter_base::control::Stop;
use soliter_base::wording::{counted, stem, typed};

pub use crate::answer::certificate::{Certificate, Figure};

/// The part of the program that asserts a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prover {
    /// Exhaustive search from both ends.
    Search,
    /// The plain depth-first verifier.
    Dfs,
    /// A mixed-integer program solved by `HiGHS`. The formulation by move derives its Merson regions on its own.
    Milp,
    /// A set of clauses that `CaDiCaL` refutes. The proof of a refutation can be written to a file
    /// (`soliter certify --lrat`).
    Sat,
    /// Position classes. The markings can be checked manually.
    Class,
    /// A pagoda function. The weights are found by `HiGHS` and can be checked manually.
    Pagoda,
}

impl Prover {
    /// The stable word for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Dfs => "dfs",
            Self::Milp => "milp",
            Self::Sat => "sat",
            Self::Class => "class",
            Self::Pagoda => "pagoda",
        }
    }
}

/// The grounds on which a prover makes its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The number of positions kept by a search.
    Positions(u64),
    /// The number of positions kept by a search with its levels on disk.
    OnDisk(u64),
    /// The number of states (positions with the holes of marked pegs) kept by a search with marked pegs.
    Marked(u64),
    /// The number of positions entered by a depth-first search.
    Entered(u64),
    /// The formulation and size of a mixed-integer program.
    Program {
        /// `by-move`, `by-jump` or `relaxation`.
        formulation: &'static str,
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The number of branch-and-bound nodes.
        nodes: u64,
        /// Whether claims of `HiGHS` were accepted without a second run to confirm them.
        believed_once: bool,
    },
    /// The size of the clauses, and the number of conflicts from which the solver learned.
    Clauses {
        /// `by-move` or `by-jump`.
        formulation: &'static str,
        /// The number of variables.
        variables: usize,
        /// The number of clauses.
        clauses: usize,
        /// The number of conflicts.
        conflicts: u64,
    },
    /// Sets of holes on which the parities of the pegs differ between start and finish.
    Markings(Vec<Position>),
    /// A weight for each hole; no jump raises the weight of a position.
    Weights(Vec<i64>),
}

/// A claim with the prover that asserts it, and its grounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The prover.
    pub by: Prover,
    /// The assertion.
    pub claim: Claim,
    /// The wall-clock seconds spent.
    pub seconds: f64,
    /// The grounds of the claim.
    pub detail: Detail,
    /// The reason why the attempt ended early, if it did.
    pub stopped: Option<Stop>,
}

impl Detail {
    /// A phrase for people, and JSON keys for programs. This is the only place that describes a detail.
    pub fn account(&self, puzzle: &Puzzle) -> (String, Value) {
        let of = |number: u64, noun| counted(number as usize, noun);
        // The search also begins from a finish of several positions, unless they are too many.
        let from = match puzzle.finish {
            Finish::Exactly(_) => ", from both ends",
            Finish::Pegs(_) | Finish::Holes { .. } => "",
        };
        match self {
            Self::Positions(positions) => {
                (format!("{}{from}", of(*positions, "position")), json!({ "positions": positions }))
            }
            Self::OnDisk(positions) => (
                format!("{} in levels on disk{from}", of(*positions, "position")),
                json!({ "positions": positions, "on_disk": true }),
            ),
            Self::Marked(positions) => (
                format!("{} with marked pegs{from}", of(*positions, "position")),
                json!({ "positions": positions }),
            ),
            Self::Entered(entered) => (
                format!("{} entered, depth first", of(*entered, "position")),
                json!({ "entered": entered }),
            ),
            Self::Program { formulation, rows, columns, nodes, .. } => (
                // Without rows, a limit was reached before the program was written.
                if *rows == 0 {
                    (*formulation).to_owned()
                } else {
                    format!("{formulation}, {rows} rows, {columns} columns, {}", of(*nodes, "node"))
                },
                json!({ "formulation": formulation, "rows": rows, "columns": columns, "nodes": nodes }),
            ),
            Self::Clauses { formulation, variables, clauses, conflicts } => (
                format!(
                    "{formulation}, {variables} variables, {clauses} clauses, {}",
                    of(*conflicts, "conflict")
                ),
                json!({
                    "formulation": formulation, "variables": variables, "clauses": clauses,
                    "conflicts": conflicts,
                }),
            ),
            Self::Markings(markings) => {
                let marking = |marking: &Position| {
                    let holes = json!({ "holes": puzzle.names.position(marking) });
                    with_ends(holes, puzzle, |pegs| marked_pegs(marking, pegs))
                };
                let phrase = "the start and finish lie in different position classes".to_owned();
                (phrase, json!({ "markings": markings.iter().map(marking).collect::<Value>() }))
            }
            Self::Weights(weights) => {
                let named = puzzle.names.iter().zip(weights).filter(|(_, weight)| **weight != 0);
                let named: Value = named.map(|(name, weight)| (name, *weight)).collect();
                let phrase = "the finish weighs more than the start".to_owned();
                let keys = json!({ "weights": named });
                (phrase, with_ends(keys, puzzle, |pegs| weight(weights, pegs)))
            }
        }
    }
}

/// Adds the values of a measure at the start and, if it is known, at the finish.
fn with_ends<N: Into<Value>>(
    mut keys: Value,
    puzzle: &Puzzle,
    measure: impl Fn(&Position) -> N,
) -> Value {
    keys["start"] = measure(&puzzle.start).into();
    if let Some(finish) = puzzle.finish.position() {
        keys["finish"] = measure(finish).into();
    }
    keys
}

/// A piece of evidence in the form in which programs receive it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvidenceReport {
    /// [`Prover::as_str`].
    pub by: &'static str,
    /// [`Claim::status`].
    pub claim: &'static str,
    /// Whether the claim leaves nothing to be proved.
    #[serde(skip)]
    pub is_final: bool,
    /// The wall-clock seconds spent.
    pub seconds: f64,
    /// The number of moves of the prover's line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// The prover's lower bound on the fewest moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<usize>,
    /// The reason why the attempt ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
    /// [`Evidence::lemmas`].
    pub lemmas: &'static [&'static str],
    /// [`Evidence::to_check`], in which the puzzle is called `PUZZLE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_check: Option<String>,
    /// The keys of the detail.
    #[serde(flatten)]
    pub detail: Value,
}

impl Evidence {
    /// The evidence in the form in which programs receive it.
    pub fn report(&self, puzzle: &Puzzle) -> EvidenceReport {
        EvidenceReport {
            by: self.by.as_str(),
            claim: self.claim.status(),
            is_final: self.claim.is_final(),
            seconds: self.seconds,
            moves: self.claim.moves(),
            lower_bound: self.claim.lower_bound(),
            stopped: self.stopped.map(Stop::phrase),
            lemmas: self.lemmas(),
            to_check: self.to_check(puzzle, "PUZZLE"),
            detail: self.detail.account(puzzle).1,
        }
    }

    /// The lemmas that the evidence depends on, besides boards and rules. Evidence that shares a lemma does
    /// not confirm it.
    pub fn lemmas(&self) -> &'static [&'static str] {
        match (self.by, &self.detail) {
            (
                _,
                Detail::Program { formulation: "by-jump", .. }
                | Detail::Clauses { formulation: "by-jump", .. },
            )
            | (Prover::Dfs, _) => &[],
            (Prover::Milp, Detail::Program { formulation: "relaxation", .. })
            | (Prover::Pagoda, _) => &["balance"],
            (Prover::Search, Detail::Marked(_)) => &["symmetries", "classes"],
            (Prover::Search | Prover::Milp, _) => &["symmetries", "classes", "regions", "balance"],
            // The holes in which a moving peg lands keep the parity of their row and column.
            (Prover::Sat, _) => &["parity"],
            (Prover::Class, _) => &["classes"],
        }
    }

    /// A phrase that says how a third party can check the proof, with a command if one writes a certificate; `name` is the
    /// puzzle's on a command line. `None` if the claim is not a proof.
    pub fn to_check(&self, puzzle: &Puzzle, name: &str) -> Option<String> {
        let (of, stem) = (typed(name), stem(name));
        // `certify` takes no marked pegs, and no finish that names only some holes.
        let has_form = puzzle.marked.is_empty() && !matches!(puzzle.finish, Finish::Holes { .. });
        // A certificate by layers has a single start, which is the finish of a reverse game, and at most 64 holes.
        let has_layers = has_form
            && !(puzzle.reverse && matches!(puzzle.finish, Finish::Pegs(_)))
            && puzzle.board.fits_u64().is_ok();
        let layers = |on_disk: &str| {
            let solution = if self.claim.moves().is_some() { " --with-solution" } else { "" };
            format!("soliter certify {of}{solution}{on_disk} -o {stem}.layers")
        };
        let how = match (&self.detail, self.by) {
            _ if puzzle.jumps() == 0 => {
                "the start and the finish have equally many pegs".to_owned()
            }
            (Detail::Markings(_), _) => "the marked holes, which you can check by hand".to_owned(),
            (Detail::Weights(_), _) => "the weights, which you can check by hand".to_owned(),
            (Detail::Positions(_), Prover::Search) if has_layers => {
                format!("exhaustive search (certificate: {})", layers(""))
            }
            (Detail::OnDisk(_), Prover::Search) if has_layers => {
                format!(
                    "exhaustive search (certificate: {})",
                    layers(&format!(" --dir {stem}.work"))
                )
            }
            (_, Prover::Sat) if !has_form || self.claim == (Claim::Optimal { moves: 1 }) => {
                "each step was checked, no proof kept".to_owned()
            }
            (Detail::Clauses { formulation: "by-jump", .. }, _) => format!(
                "each step was checked (proof: soliter run solitaire --data {of} --certify {stem}.lrat)"
            ),
            (_, Prover::Sat) => {
                format!("each step was checked (proof: soliter certify {of} --lrat {stem}.lrat)")
            }
            (Detail::Program { formulation, nodes, believed_once, .. }, _) => {
                let runs = if *believed_once {
                    "one HiGHS run, unconfirmed"
                } else {
                    "two HiGHS runs agreed"
                };
                // A bound refutes one move fewer, and the minimum is found by search. Without branching its tree is small.
                let has_fewer = has_layers && self.claim != Claim::Optimal { moves: 1 };
                match (*formulation, *nodes) {
                    ("by-move", 0) if has_fewer => format!(
                        "{runs} (certificate: soliter certify {of} --formulation by-move --bound {stem}.bound)"
                    ),
                    _ if has_layers => format!("{runs} (certificate of a search: {})", layers("")),
                    _ => format!("{runs}; not independently checkable"),
                }
            }
            _ => "exhaustive search, no certificate kept".to_owned(),
        };
        self.claim.is_final().then_some(how)
    }

    /// The certificate that a person can check on the board, if there is one.
    pub fn certificate(&self, puzzle: &Puzzle) -> Option<Certificate> {
        match &self.detail {
            Detail::Markings(markings) => Some(marking_certificate(puzzle, markings)),
            Detail::Weights(weights) => {
                Some(weight_certificate(puzzle, puzzle.finish.position()?, weights))
            }
            _ => None,
        }
    }
}
