//! A problem of a survey and its results: as columns, as a line of CSV, as JSON, as a puzzle file.

use serde::{Serialize, Serializer};
use soliter::base::wording::grouped;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::{
    boards::board::position::Position, boards::puzzle::setup::PuzzleSetup,
    prove::report::SolveReport,
};

use crate::cli::args::SurveyArgs;
use crate::cli::files::named_board::NamedBoard;
use crate::cli::files::puzzle_file::{self, Entry, list};

pub(crate) const HEADS: [&str; 17] = [
    "start",
    "finish",
    "status",
    "moves",
    "lower_bound",
    "jumps",
    "proved_by",
    "solutions",
    "shortest",
    "solution",
    "seconds",
    "last_sweep",
    "last_sweep_at_most",
    "positions",
    "sha256",
    "certify_seconds",
    "version",
];

/// The most moves between bound and solution for which a certificate is attempted. Layers for more would mostly be
/// wasted, since such a solution is seldom the shortest.
const NEAR: usize = 2;

/// A row. Its fields are the keys of its JSON object.
#[derive(Clone, Default, Serialize)]
pub(crate) struct Row {
    /// Holes that are empty at the start.
    pub(super) start: String,
    /// The hole of the last peg, or `any`.
    pub(super) finish: String,
    #[serde(skip)]
    pub(crate) puzzle: Option<Puzzle>,
    /// A word of `Claim::status`; `open` before the problem is solved.
    pub(crate) status: String,
    pub(crate) moves: Option<usize>,
    pub(crate) lower_bound: Option<usize>,
    pub(super) jumps: usize,
    pub(super) by: String,
    /// Numbers of jump sequences, if they were counted; they may exceed 2^64.
    #[serde(serialize_with = "as_text")]
    pub(crate) solutions: Option<u128>,
    #[serde(serialize_with = "as_text")]
    pub(crate) shortest: Option<u128>,
    pub(crate) solution: Option<String>,
    /// The number of jumps of the longest last sweep found, if it was requested.
    pub(super) last_sweep: Option<usize>,
    /// No solution ends with a longer one.
    pub(super) last_sweep_at_most: Option<usize>,
    pub(super) seconds: f64,
    /// About its certificate: the number of positions in the layers, the SHA-256 of the file, and the version
    /// that built or checked it.
    pub(super) certificate: Option<Certified>,
}

/// The data shown about a certificate.
#[derive(Clone, Serialize)]
pub(super) struct Certified {
    pub(super) positions: usize,
    pub(super) sha256: String,
    /// The CPU seconds for building and checking it, or for checking it only.
    pub(super) seconds: f64,
    pub(super) version: String,
}

#[allow(clippy::ref_option, reason = "the form that serde asks for")]
fn as_text<S: Serializer>(number: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
    number.map(|number| number.to_string()).serialize(to)
}

impl Row {
    pub(crate) fn new(board: &NamedBoard, start: Position, finish: Finish) -> Self {
        let on = &board.model.board;
        let vacant = on.full().difference(&start);
        let start_name = board.names.position(&vacant).join(" ");
        let finish_name = match &finish {
            Finish::Exactly(pegs) => board.names.position(pegs).join(" "),
            Finish::Pegs(_) | Finish::Holes { .. } => "any".to_owned(),
        };
        let setup = PuzzleSetup {
            title: format!("{}, {start_name} to {finish_name}", board.model.title),
            model: board.name.clone(),
            scheme: board.names.scheme(),
            ..PuzzleSetup::new(on.clone(), start, finish)
        };
        // If this many vacancies leave no peg that can jump, there is no puzzle.
        let puzzle = setup.puzzle().ok();
        let jumps = puzzle.as_ref().map_or(0, Puzzle::jumps);
        Self {
            start: start_name,
            finish: finish_name,
            status: if puzzle.is_some() { "open" } else { "infeasible" }.to_owned(),
            puzzle,
            jumps,
            ..Self::default()
        }
    }

    /// Whether it is solved; numbers of solutions may still be missing.
    pub(crate) fn is_final(&self) -> bool {
        matches!(&*self.status, "optimal" | "infeasible")
    }

    /// Whether the bound is so near to the solution that layers may prove the rest.
    pub(super) fn is_nearly_final(&self) -> bool {
        let range = self.moves.zip(self.lower_bound);
        range.is_some_and(|(moves, bound)| moves <= bound + NEAR)
    }

    /// Takes a certificate, which also proves the minimum if nothing else has.
    pub(super) fn take_certificate(&mut self, certificate: Certified) {
        if !self.is_final() {
            "optimal".clone_into(&mut self.status);
            "layers".clone_into(&mut self.by);
            self.lower_bound = self.moves;
        }
        self.certificate = Some(certificate);
    }

    /// Whether all requested results are known.
    pub(crate) fn is_complete(&self, args: &SurveyArgs) -> bool {
        let counted = !args.count || self.solutions.is_some();
        let swept = !args.last_sweep || self.is_swept();
        let certified = args.certify.is_none();
        self.is_final() && certified && (self.status == "infeasible" || counted && swept)
    }

    /// Whether a certificate is requested and missing. Where no peg can jump, there is no puzzle to certify.
    pub(super) fn lacks_certificate(&self, args: &SurveyArgs) -> bool {
        args.certify.is_some() && self.puzzle.is_some() && self.certificate.is_none()
    }

    /// Whether its last sweep is proved to be the longest.
    pub(super) fn is_swept(&self) -> bool {
        self.last_sweep.is_some() && self.last_sweep == self.last_sweep_at_most
    }

    pub(crate) fn take(&mut self, report: SolveReport) {
        self.seconds += report.seconds;
        if matches!(report.status, "optimal" | "infeasible") {
            self.lower_bound = report.lower_bound;
        } else {
            // An earlier run may have found more.
            self.lower_bound = self.lower_bound.max(report.lower_bound);
            if self.moves.is_some_and(|known| report.moves.is_none_or(|moves| known <= moves)) {
                return;
            }
        }
        let by = report.evidence.iter().filter(|one| one.is_final).map(|one| one.by);
        self.by = by.collect::<Vec<_>>().join(" ");
        report.status.clone_into(&mut self.status);
        self.moves = report.moves;
        self.solution = report.solution;
    }

    pub(crate) fn heads(args: &SurveyArgs) -> Vec<&'static str> {
        let mut heads = vec!["start", "finish", "status", "moves", "proved by"];
        if args.count {
            heads.extend(["solutions", "shortest"]);
        }
        if args.last_sweep {
            heads.push("last sweep");
        }
        if args.certify.is_some() {
            heads.push("positions");
        }
        heads
    }

    pub(crate) fn cells(&self, args: &SurveyArgs) -> Vec<String> {
        let known = [&self.start, &self.finish, &self.status, &self.figure(), &self.by];
        let mut cells: Vec<String> = known.map(Clone::clone).to_vec();
        if args.count {
            let number = |number: Option<u128>| number.map_or_else(String::new, grouped);
            cells.extend([number(self.solutions), number(self.shortest)]);
        }
        if args.last_sweep {
            cells.push(match (self.last_sweep, self.last_sweep_at_most) {
                (Some(jumps), Some(most)) if jumps < most => format!("{jumps}-{most}"),
                (Some(jumps), _) => jumps.to_string(),
                (None, _) if self.status == "infeasible" => "-".to_owned(),
                (None, _) => "?".to_owned(),
            });
        }
        if args.certify.is_some() {
            let positions = self.certificate.as_ref().map(|one| one.positions as u128);
            cells.push(positions.map_or_else(|| "-".to_owned(), grouped));
        }
        cells
    }

    /// The number of moves, or the range that contains it.
    pub(crate) fn figure(&self) -> String {
        match (self.moves, self.lower_bound) {
            (Some(moves), Some(bound)) if bound < moves => format!("{bound}-{moves}"),
            (Some(moves), _) => moves.to_string(),
            (None, Some(bound)) => format!("{bound}+"),
            (None, None) if self.is_final() => "-".to_owned(),
            (None, None) => "?".to_owned(),
        }
    }

    pub(crate) fn record(&self) -> Vec<String> {
        let number = |number: Option<usize>| number.map_or_else(String::new, |n| n.to_string());
        let large = |number: Option<u128>| number.map_or_else(String::new, |n| n.to_string());
        vec![
            self.start.clone(),
            self.finish.clone(),
            self.status.clone(),
            number(self.moves),
            number(self.lower_bound),
            self.jumps.to_string(),
            self.by.clone(),
            large(self.solutions),
            large(self.shortest),
            self.solution.clone().unwrap_or_default(),
            format!("{:.2}", self.seconds),
            number(self.last_sweep),
            number(self.last_sweep_at_most),
            number(self.certificate.as_ref().map(|one| one.positions)),
            self.certificate.as_ref().map_or_else(String::new, |one| one.sha256.clone()),
            self.certificate.as_ref().map_or_else(String::new, |one| format!("{:.2}", one.seconds)),
            self.certificate.as_ref().map_or_else(String::new, |one| one.version.clone()),
        ]
    }

    /// `11-to-32`, the name of its certificate, and of its entry in a collection.
    pub(crate) fn name(&self) -> String {
        format!("{}-to-{}", self.start.replace(' ', "-"), self.finish)
    }

    pub(crate) fn entry(&self, board: &NamedBoard) -> Entry {
        let start = puzzle_file::inline("all_but", &list(self.start.split(' ')));
        let finish = match &*self.finish {
            "any" => puzzle_file::inline("pegs", &1.into()),
            hole => list(hole.split(' ')).to_string(),
        };
        let number = |number: usize| toml::Value::from(number as i64);
        let mut known: Vec<(&'static str, toml::Value)> = match (&*self.status, self.moves) {
            ("infeasible", _) => vec![("impossible", true.into())],
            ("optimal", Some(moves)) => vec![("moves", number(moves))],
            (_, moves) => {
                let bounds = [("at_least", self.lower_bound), ("at_most", moves)];
                bounds.into_iter().filter_map(|(key, bound)| Some((key, number(bound?)))).collect()
            }
        };
        known.extend(self.solution.as_deref().map(|text| ("solution", text.into())));
        let title = format!("{}, {} to {}", board.model.title, self.start, self.finish);
        Entry { name: self.name(), title, ends: [start, finish], known }
    }
}
