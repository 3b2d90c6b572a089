//! Evidence: who asserts a claim, on what ground, and how the ground is told to people, to programs
//! and on pages. All that differs from prover to prover in what is shown is in this file.
//!
//! A proof is worth more the less it shares with another. All provers share the boards and
//! the rules ([`crate::peg::board`], [`crate::peg::rules`]); what else each of them uses is said at
//! [`Prover`]. [`crate::peg::verify`] replays their lines and recomputes their certificates with
//! boards, rules, classes and weights alone.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::base::control::Stop;
use crate::base::wording::counted;
use crate::peg::answer::claim::Claim;
use crate::peg::board::position::{Hole, Position};
use crate::peg::bounds::pagoda::weight;
use crate::peg::puzzle::{Finish, Puzzle};

/// Who asserts something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prover {
    /// Exhaustive search, from both ends. Uses the symmetries of the board, position classes and
    /// Merson regions.
    Search,
    /// The plain depth-first verifier. Uses nothing but boards and rules.
    Dfs,
    /// A mixed-integer program solved by `HiGHS`. The sweep uses the symmetries of the board, as the
    /// search does, and parity classes and Merson regions by a derivation of its own
    /// (`peg/milp/regions`); the mirror uses none of them.
    Milp,
    /// Clauses refuted by `CaDiCaL`. Uses parity classes and short cycles of jumps, as the sweep does,
    /// and neither symmetries nor regions. Its refutations can be written down with a proof
    /// (`soliter certify --lrat`).
    Sat,
    /// Position classes. The markings can be checked by hand.
    Class,
    /// A pagoda function. The weights are found by `HiGHS` and can be checked by hand.
    Pagoda,
}

impl Prover {
    /// The stable word for programs.
    pub fn word(self) -> &'static str {
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

/// What a prover can show beside its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Positions kept by a search.
    Positions(u64),
    /// Positions kept by a search with its levels on disk.
    OnDisk(u64),
    /// Positions kept by a search that follows marked pegs, each with the holes of these.
    Marked(u64),
    /// Positions entered by a depth-first search.
    Entered(u64),
    /// Size of a mixed-integer program and the formulation's name.
    Program {
        /// `sweep`, `mirror` or `relaxation`.
        formulation: &'static str,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// Branch-and-bound nodes.
        nodes: u64,
        /// Whether its claims were believed when they had been made once.
        believed_once: bool,
    },
    /// Size of the clauses, and conflicts that were learned from.
    Clauses {
        /// Number of variables.
        variables: usize,
        /// Number of clauses.
        clauses: usize,
        /// Conflicts.
        conflicts: u64,
    },
    /// Sets of holes whose parities differ between start and finish.
    Markings(Vec<Position>),
    /// A weight for each hole; no jump raises the weight of a position.
    Weights(Vec<i64>),
}

/// A claim with who asserts it and on what ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Who.
    pub by: Prover,
    /// What.
    pub claim: Claim,
    /// Wall-clock seconds spent.
    pub seconds: f64,
    /// On what ground.
    pub detail: Detail,
    /// What ended the attempt early.
    pub stopped: Option<Stop>,
}

/// How a detail is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// A phrase for people.
    pub phrase: String,
    /// Keys for programs; holes by their names in the puzzle.
    pub keys: Map<String, Value>,
    /// What a person can check on the board.
    pub certificate: Option<Certificate>,
}

/// A refutation that a person can check on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// A word for each hole, the same in all figures; none where nothing is written.
    pub words: Vec<String>,
    /// Positions to look at, one or more.
    pub figures: Vec<Figure>,
    /// What the figures show, in a sentence or two for who cannot see them.
    pub told: &'static str,
    /// Why it refutes the puzzle, in lines for a terminal.
    pub reason: String,
    /// As `pages/page/player.js` takes it; holes by number.
    pub page: Value,
}

/// A position of a certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What stands below.
    pub caption: String,
    /// The pegs.
    pub pegs: Position,
    /// Marked holes.
    pub marked: Position,
}

impl Detail {
    /// The one place that says how each detail is told.
    pub fn account(&self, puzzle: &Puzzle) -> Account {
        match self {
            Self::Positions(positions) => uncertified(
                format!("{positions} positions, from both ends"),
                [("positions", json!(positions))],
            ),
            Self::OnDisk(positions) => uncertified(
                format!("{positions} positions in levels on disk, from both ends"),
                [("positions", json!(positions)), ("on_disk", json!(true))],
            ),
            Self::Marked(positions) => uncertified(
                format!("{positions} positions with marked pegs, from both ends"),
                [("positions", json!(positions))],
            ),
            Self::Entered(entered) => uncertified(
                format!("{entered} positions entered, depth first"),
                [("entered", json!(entered))],
            ),
            Self::Program { formulation, rows, columns, nodes, .. } => uncertified(
                format!("{formulation}, {rows} rows, {columns} columns, {nodes} nodes"),
                [
                    ("formulation", json!(formulation)),
                    ("rows", json!(rows)),
                    ("columns", json!(columns)),
                    ("nodes", json!(nodes)),
                ],
            ),
            Self::Clauses { variables, clauses, conflicts } => uncertified(
                format!("{variables} variables, {clauses} clauses, {conflicts} conflicts"),
                [
                    ("variables", json!(variables)),
                    ("clauses", json!(clauses)),
                    ("conflicts", json!(conflicts)),
                ],
            ),
            Self::Markings(markings) => Account {
                phrase: "start and finish lie in different position classes".to_owned(),
                keys: keys([(
                    "markings",
                    markings.iter().map(|&marking| marking_keys(puzzle, marking)).collect(),
                )]),
                certificate: Some(marking_certificate(puzzle, markings)),
            },
            Self::Weights(weights) => Account {
                phrase: "the finish weighs more than the start".to_owned(),
                keys: weight_keys(puzzle, weights),
                certificate: Some(weight_certificate(puzzle, weights)),
            },
        }
    }
}

/// The account of a detail that nobody can check on the board.
fn uncertified<const N: usize>(phrase: String, list: [(&str, Value); N]) -> Account {
    Account { phrase, keys: keys(list), certificate: None }
}

fn keys<const N: usize>(list: [(&str, Value); N]) -> Map<String, Value> {
    list.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn finish(puzzle: &Puzzle) -> Option<Position> {
    match puzzle.finish {
        Finish::Exactly(finish) => Some(finish),
        Finish::Pegs(_) => None,
    }
}

fn marked_pegs(marking: Position, pegs: Position) -> usize {
    Position(marking.0 & pegs.0).len()
}

fn marking_keys(puzzle: &Puzzle, marking: Position) -> Value {
    let mut object = json!({
        "holes": puzzle.names.position(marking),
        "start": marked_pegs(marking, puzzle.start),
    });
    if let Some(finish) = finish(puzzle) {
        object["finish"] = json!(marked_pegs(marking, finish));
    }
    object
}

/// A figure for each marking.
fn marking_certificate(puzzle: &Puzzle, markings: &[Position]) -> Certificate {
    let figure = |&marked: &Position| {
        let on = |pegs: Position| marked_pegs(marked, pegs);
        let mut caption = format!("marked: {} at the start", counted(on(puzzle.start), "peg"));
        if let Some(finish) = finish(puzzle) {
            let _ = write!(caption, ", {} at the finish", on(finish));
        }
        Figure { caption, pegs: puzzle.start, marked }
    };
    let holes: Vec<Vec<Hole>> = markings.iter().map(|m| m.holes().collect()).collect();
    Certificate {
        words: Vec::new(),
        figures: markings.iter().map(figure).collect(),
        told: "Impossible. Every jump touches none or two of the marked holes, so the number of \
               pegs on them stays odd or stays even.",
        reason: marking_reason(puzzle, markings),
        page: json!({ "markings": holes }),
    }
}

fn marking_reason(puzzle: &Puzzle, markings: &[Position]) -> String {
    let parity = |number: usize| if number.is_multiple_of(2) { "even" } else { "odd" };
    let mut text = "Every jump of the board touches 0 or 2 marked holes, so the pegs on marked \
                    holes stay odd or stay even.\n"
        .to_owned();
    match puzzle.finish {
        Finish::Exactly(finish) => {
            for &marking in markings {
                let [before, after] = [puzzle.start, finish].map(|set| marked_pegs(marking, set));
                let _ = writeln!(
                    text,
                    "Start: {before} ({}), finish: {after} ({}).",
                    parity(before),
                    parity(after)
                );
            }
        }
        Finish::Pegs(pegs) => {
            let parities: Vec<&str> =
                markings.iter().map(|&m| parity(marked_pegs(m, puzzle.start))).collect();
            let _ = writeln!(
                text,
                "At the start they are {}; no choice of {} has these parities.",
                parities.join(", "),
                counted(pegs, "hole")
            );
        }
    }
    text
}

fn weight_keys(puzzle: &Puzzle, weights: &[i64]) -> Map<String, Value> {
    let named = puzzle.names.iter().zip(weights).filter(|(_, weight)| **weight != 0);
    let mut keys = keys([
        ("weights", named.map(|(name, weight)| (name, json!(weight))).collect()),
        ("start", json!(weight(weights, puzzle.start))),
    ]);
    if let Some(finish) = finish(puzzle) {
        keys.insert("finish".to_owned(), json!(weight(weights, finish)));
    }
    keys
}

/// The weights, with the pegs of the start and of the finish.
fn weight_certificate(puzzle: &Puzzle, weights: &[i64]) -> Certificate {
    let ends = [Some(("start", puzzle.start)), finish(puzzle).map(|pegs| ("finish", pegs))];
    let figure = |(end, pegs): (&str, Position)| Figure {
        caption: format!("{end} weighs {}", weight(weights, pegs)),
        pegs,
        marked: Position::EMPTY,
    };
    let before = weight(weights, puzzle.start);
    let after = finish(puzzle).map(|pegs| weight(weights, pegs));
    let sums = after.map_or_else(
        || format!("Start: {before}.\n"),
        |after| format!("Start: {before}, finish: {after}.\n"),
    );
    Certificate {
        words: weights.iter().map(ToString::to_string).collect(),
        figures: ends.into_iter().flatten().map(figure).collect(),
        told: "Impossible. No jump of the ordinary game raises the sum of the weights under the \
               pegs.",
        reason: format!(
            "No jump of the ordinary game raises the sum of the weights under the pegs: the hole \
             landed in never weighs\nmore than the two holes left empty together. {sums}"
        ),
        page: json!({ "weights": weights, "start": before, "finish": after }),
    }
}

/// What a program is told of a piece of evidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvidenceReport {
    /// [`Prover::word`].
    pub by: &'static str,
    /// [`Claim::status`].
    pub claim: &'static str,
    /// Whether the claim leaves nothing to prove.
    #[serde(skip)]
    pub is_final: bool,
    /// Wall-clock seconds spent.
    pub seconds: f64,
    /// Moves of the prover's line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// Its bound on the fewest moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<usize>,
    /// What ended the attempt early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
    /// [`Evidence::lemmas`].
    pub lemmas: &'static [&'static str],
    /// [`Evidence::to_check`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_check: Option<&'static str>,
    /// The keys of its detail.
    #[serde(flatten)]
    pub detail: Map<String, Value>,
}

impl Evidence {
    /// What a program is told of it.
    pub fn report(&self, puzzle: &Puzzle) -> EvidenceReport {
        EvidenceReport {
            by: self.by.word(),
            claim: self.claim.status(),
            is_final: self.claim.is_final(),
            seconds: self.seconds,
            moves: self.claim.moves(),
            lower_bound: self.claim.lower_bound(),
            stopped: self.stopped.map(Stop::phrase),
            lemmas: self.lemmas(),
            to_check: self.to_check(),
            detail: self.detail.account(puzzle).keys,
        }
    }

    /// The lemmas that it rests on beside boards and rules: two that share one do not confirm it.
    pub fn lemmas(&self) -> &'static [&'static str] {
        match (self.by, &self.detail) {
            (Prover::Milp, Detail::Program { formulation: "mirror", .. }) | (Prover::Dfs, _) => &[],
            (Prover::Milp, Detail::Program { formulation: "relaxation", .. })
            | (Prover::Pagoda, _) => &["balance"],
            (Prover::Search, Detail::Marked(_)) => &["symmetries", "classes"],
            (Prover::Search | Prover::Milp, _) => &["symmetries", "classes", "regions", "balance"],
            // Of the holes that a moving peg lands in, by row and column.
            (Prover::Sat, _) => &["parity"],
            (Prover::Class, _) => &["classes"],
        }
    }

    /// What a stranger needs to check what is proved; `None` where nothing is.
    pub fn to_check(&self) -> Option<&'static str> {
        let how = match (&self.detail, self.by) {
            (Detail::Markings(_), _) => "the marked holes, by hand",
            (Detail::Weights(_), _) => "the weights, by hand",
            (Detail::Marked(_), _) => "exhaustion, no certificate kept",
            (_, Prover::Search) => {
                "exhaustion, no certificate kept; soliter certify writes one for soliter verify"
            }
            (_, Prover::Sat) => {
                "each step was checked, no certificate kept; soliter certify --lrat writes one"
            }
            (Detail::Program { believed_once: true, .. }, _) => {
                "the word of HiGHS, asked once; no certificate kept"
            }
            (_, Prover::Milp) => {
                "the word of HiGHS, with presolve and without; no certificate kept"
            }
            _ => "exhaustion, no certificate kept",
        };
        self.claim.is_final().then_some(how)
    }

    /// What a person can check on the board.
    pub fn certificate(&self, puzzle: &Puzzle) -> Option<Certificate> {
        self.detail.account(puzzle).certificate
    }
}
