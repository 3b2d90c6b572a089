//! A graph with its survey, as a line of CSV and as an object.

use serde::Serialize;
use soliter::base::wording::joined;
use soliter::graphs::solution::Solution;
use soliter::graphs::{Graph, Survey, SurveyReport, Wanted};

use crate::cli::files::lines::TextLine;

/// The columns of a survey; some are present only if their contents were requested.
#[derive(Clone, Copy)]
pub(super) struct Columns(pub(super) Wanted);

impl Columns {
    pub(super) fn heads(self) -> Vec<&'static str> {
        let mut heads = vec![
            "line",
            "graph",
            "vertices",
            "edges",
            "class",
            "peg_solitaire_number",
            "fools_solitaire_number",
            "solvable_vacancies",
            "fewest_pegs",
            "most_pegs",
            "positions",
        ];
        if self.0.solutions {
            heads.extend(["fewest_moves", "solutions"]);
        }
        if self.0.evidence {
            heads.extend(["unsolvable_by_pegs", "unsolvable_sha256"]);
        }
        heads
    }
}

/// The column of the class.
pub(super) const CLASS: usize = 4;

/// The text of a graph in its row: it has no comma, quotation mark or line break, so the cell needs no quotes.
pub(super) fn label(line: &TextLine) -> String {
    joined(line.text.split_ascii_whitespace(), " ")
}

pub(super) struct Row<'a> {
    pub(super) line: &'a TextLine,
    pub(super) graph: &'a Graph,
    pub(super) survey: Survey,
}

impl Row<'_> {
    /// The cells. Lists have spaces between their entries, and an entry for each vertex if they are by vacancy.
    pub(super) fn record(&self, columns: Columns) -> Vec<String> {
        let survey = &self.survey;
        let mut cells = vec![
            self.line.number.to_string(),
            label(self.line),
            self.graph.vertices().to_string(),
            self.graph.edges().count().to_string(),
            survey.class.to_string(),
            survey.peg_solitaire_number().to_string(),
            survey.fools_solitaire_number().to_string(),
            joined(survey.solvable(), " "),
            joined(&survey.fewest, " "),
            joined(&survey.most, " "),
            survey.positions.to_string(),
        ];
        if columns.0.solutions {
            let by_vacancy = survey.solutions.as_deref().unwrap_or_default();
            cells.push(joined(by_vacancy.iter().map(|one| moves(one.as_ref())), " "));
            let text = |(vacancy, one): (usize, &Option<Solution>)| {
                one.as_ref().map(|solution| format!("{vacancy}: {}", path_text(solution)))
            };
            cells.push(joined(by_vacancy.iter().enumerate().filter_map(text), "; "));
        }
        if columns.0.evidence {
            let evidence = survey.evidence.as_ref();
            let (by_pegs, sha256) =
                evidence.map(|one| (joined(&one.by_pegs, " "), one.sha256.clone())).unzip();
            cells.extend([by_pegs.unwrap_or_default(), sha256.unwrap_or_default()]);
        }
        cells
    }

    pub(super) fn object(&self) -> impl Serialize + use<> {
        #[derive(Serialize)]
        struct Object {
            line: usize,
            graph: String,
            #[serde(flatten)]
            report: SurveyReport,
        }
        let report = SurveyReport::new(self.graph, &self.survey);
        Object { line: self.line.number, graph: label(self.line), report }
    }
}

/// The number of moves of a solution, with `<=` if there may be a shorter one; `-` if there is none.
fn moves(solution: Option<&Solution>) -> String {
    match solution {
        Some(Solution { moves, fewest_moves: true, .. }) => moves.to_string(),
        Some(Solution { moves, .. }) => format!("<={moves}"),
        None => "-".to_owned(),
    }
}

/// The moves, each with all vertices that it passes: `0-1-2-3-4 5-2-1`.
fn path_text(solution: &Solution) -> String {
    joined(solution.paths().iter().map(|path| joined(path, "-")), " ")
}
