//! Evidence: the prover that asserts a claim, the ground on which it does, and the words and JSON keys that
//! show this ground to people and programs. Everything shown that differs from prover to prover is in this
//! file, except for the certificates, which are next to it.
//!
//! The less two proofs share, the more the second one is worth. All provers share the boards and the rules
//! ([`crate::peg::board`], [`crate::peg::rules`]); the documentation of [`Prover`] lists what else each of
//! them uses. [`crate::peg::verify`] replays their lines and recomputes their certificates with boards,
//! rules, classes and weights alone.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::base::control::Stop;
use crate::peg::answer::certificate::{marked_pegs, marking_certificate, weight_certificate};
use crate::peg::answer::claim::Claim;
use crate::peg::board::position::Position;
use crate::peg::bounds::pagoda::weight;
use crate::peg::puzzle::Puzzle;

pub use crate::peg::answer::certificate::{Certificate, Figure};

/// The part of the program that asserts a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prover {
    /// Exhaustive search from both ends. It uses the symmetries of the board, position classes and Merson
    /// regions.
    Search,
    /// The plain depth-first verifier. It uses nothing but boards and rules.
    Dfs,
    /// A mixed-integer program solved by `HiGHS`. The sweep uses the symmetries of the board, as the search
    /// does, and parity classes and Merson regions by a derivation of its own (`peg/milp/regions`). The
    /// mirror uses none of them.
    Milp,
    /// Clauses refuted by `CaDiCaL`. It uses parity classes and short cycles of jumps, as the sweep does, but
    /// neither symmetries nor regions. Its refutations can be written down with a proof
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

/// The ground on which a prover makes its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The number of positions kept by a search.
    Positions(u64),
    /// The number of positions kept by a search with its levels on disk.
    OnDisk(u64),
    /// The number of positions kept by a search that follows marked pegs and keeps their holes with each
    /// position.
    Marked(u64),
    /// The number of positions entered by a depth-first search.
    Entered(u64),
    /// The formulation and size of a mixed-integer program.
    Program {
        /// `sweep`, `mirror` or `relaxation`.
        formulation: &'static str,
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
        /// The number of branch-and-bound nodes.
        nodes: u64,
        /// Whether each claim of `HiGHS` was believed without a second run to confirm it.
        believed_once: bool,
    },
    /// The size of the clauses, and the number of conflicts from which the solver learned.
    Clauses {
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

/// A claim with the prover that asserts it and the ground on which it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The prover.
    pub by: Prover,
    /// What the prover asserts.
    pub claim: Claim,
    /// The wall-clock seconds spent.
    pub seconds: f64,
    /// The ground of the claim.
    pub detail: Detail,
    /// The reason why the attempt ended early, if it did.
    pub stopped: Option<Stop>,
}

/// A detail in the words and values that are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// A phrase for people.
    pub phrase: String,
    /// JSON keys for programs; holes have their names in the puzzle.
    pub keys: Map<String, Value>,
    /// A certificate, if a person can check the detail on the board.
    pub certificate: Option<Certificate>,
}

impl Detail {
    /// Describes the detail. This is the only place that does.
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

fn marking_keys(puzzle: &Puzzle, marking: Position) -> Value {
    let mut object = json!({
        "holes": puzzle.names.position(marking),
        "start": marked_pegs(marking, puzzle.start),
    });
    if let Some(finish) = puzzle.finish.position() {
        object["finish"] = json!(marked_pegs(marking, finish));
    }
    object
}

fn weight_keys(puzzle: &Puzzle, weights: &[i64]) -> Map<String, Value> {
    let named = puzzle.names.iter().zip(weights).filter(|(_, weight)| **weight != 0);
    let mut keys = keys([
        ("weights", named.map(|(name, weight)| (name, json!(weight))).collect()),
        ("start", json!(weight(weights, puzzle.start))),
    ]);
    if let Some(finish) = puzzle.finish.position() {
        keys.insert("finish".to_owned(), json!(weight(weights, finish)));
    }
    keys
}

/// A piece of evidence as it is reported to programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvidenceReport {
    /// [`Prover::word`].
    pub by: &'static str,
    /// [`Claim::status`].
    pub claim: &'static str,
    /// Whether the claim leaves nothing to prove.
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
    /// [`Evidence::to_check`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_check: Option<&'static str>,
    /// The keys of the detail.
    #[serde(flatten)]
    pub detail: Map<String, Value>,
}

impl Evidence {
    /// The evidence as it is reported to programs.
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

    /// The lemmas on which the evidence rests, beside boards and rules. Two pieces of evidence that share a
    /// lemma do not confirm it.
    pub fn lemmas(&self) -> &'static [&'static str] {
        match (self.by, &self.detail) {
            (Prover::Milp, Detail::Program { formulation: "mirror", .. }) | (Prover::Dfs, _) => &[],
            (Prover::Milp, Detail::Program { formulation: "relaxation", .. })
            | (Prover::Pagoda, _) => &["balance"],
            (Prover::Search, Detail::Marked(_)) => &["symmetries", "classes"],
            (Prover::Search | Prover::Milp, _) => &["symmetries", "classes", "regions", "balance"],
            // The holes in which a moving peg lands keep the parity of their row and column.
            (Prover::Sat, _) => &["parity"],
            (Prover::Class, _) => &["classes"],
        }
    }

    /// What somebody else can use to check a proof; `None` if the claim is not a proof.
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

    /// The certificate that a person can check on the board, if there is one.
    pub fn certificate(&self, puzzle: &Puzzle) -> Option<Certificate> {
        self.detail.account(puzzle).certificate
    }
}
