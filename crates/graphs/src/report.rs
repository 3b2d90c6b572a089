//! A survey as a serialisable object, whose keys are the field names.

use serde::Serialize;
use soliter_boards::board::position::Hole;

use crate::graph::Graph;
use crate::survey::Survey;

/// A graph and its survey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SurveyReport {
    /// The number of vertices.
    pub vertices: usize,
    /// The edges, the smaller vertex first, in ascending order.
    pub edges: Vec<(usize, usize)>,
    /// The name of the class.
    pub class: String,
    /// The fewest pegs that a game can leave, over all vacancies.
    pub peg_solitaire_number: u8,
    /// The most pegs that a game can leave, over all vacancies.
    pub fools_solitaire_number: u8,
    /// The vacancies from which a game can leave one peg.
    pub solvable_vacancies: Vec<usize>,
    /// For each vacancy, the fewest pegs that a game can leave.
    pub fewest_pegs: Vec<u8>,
    /// For each vacancy, the most pegs that a game can leave.
    pub most_pegs: Vec<u8>,
    /// The number of positions that games can reach, over all vacancies.
    pub positions: u64,
    /// A solution for each solvable vacancy, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<SolutionReport>>,
    /// The positions that prove the other vacancies unsolvable, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsolvable: Option<EvidenceReport>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolutionReport {
    /// The vertex without a peg at the start.
    pub vacancy: usize,
    /// The number of moves.
    pub moves: usize,
    /// Whether no solution has fewer moves.
    pub fewest_moves: bool,
    /// The vertices that each move passes, including those of captured pegs.
    pub paths: Vec<Vec<Hole>>,
}

/// The positions that games from vacancies without a solution can reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EvidenceReport {
    /// The number of positions with 0, 1, 2, ... pegs.
    pub by_pegs: Vec<u64>,
    /// Their digest, as [`Evidence`](crate::evidence::Evidence) defines it.
    pub sha256: String,
}

impl SurveyReport {
    /// A survey of a graph.
    pub fn new(graph: &Graph, survey: &Survey) -> Self {
        let solutions = survey.solutions.as_ref().map(|by_vacancy| {
            let found = by_vacancy.iter().enumerate();
            let found = found.filter_map(|(vacancy, one)| Some((vacancy, one.as_ref()?)));
            let report = |(vacancy, one): (usize, &crate::solution::Solution)| SolutionReport {
                vacancy,
                moves: one.moves,
                fewest_moves: one.fewest_moves,
                paths: one.paths(),
            };
            found.map(report).collect()
        });
        let unsolvable = survey.evidence.as_ref().map(|evidence| EvidenceReport {
            by_pegs: evidence.by_pegs.clone(),
            sha256: evidence.sha256.clone(),
        });
        Self {
            vertices: graph.vertices(),
            edges: graph.edges().collect(),
            class: survey.class.to_string(),
            peg_solitaire_number: survey.peg_solitaire_number(),
            fools_solitaire_number: survey.fools_solitaire_number(),
            solvable_vacancies: survey.solvable().collect(),
            fewest_pegs: survey.fewest.clone(),
            most_pegs: survey.most.clone(),
            positions: survey.positions,
            solutions,
            unsolvable,
        }
    }
}
