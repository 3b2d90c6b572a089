//! Surveys of a graph: the fewest and the most pegs that games from each vacancy can leave.
//!
//! All vacancies are examined together, in three steps. First, compute the set of positions that games can
//! reach. Second, sort the stuck ones among them by their number of pegs. Third, for k = 1, 2, ... compute
//! the set of positions from which at most k pegs can be left, until it contains every start; likewise, for k
//! = n - 1, n - 2, ... the set from which at least k pegs can be left. The memory is two sets of 2^n bits.

use std::fmt;

use soliter_base::control::{Control, Stop};
use soliter_base::threads::{each_chunk, in_threads};
use soliter_boards::board::Jump;

use crate::evidence::Evidence;
use crate::graph::{Graph, bits};
use crate::positions::{Numbering, Positions, Step};
use crate::solution::{Solution, solutions};

/// The number of sets of positions in memory during a survey.
const SETS: u64 = 2;

/// The games of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// For each vacancy, the fewest pegs that a game can leave.
    pub fewest: Vec<u8>,
    /// For each vacancy, the most pegs that a game can leave.
    pub most: Vec<u8>,
    /// The graph's class.
    pub class: Class,
    /// The number of positions that games can reach, including the starts, over all vacancies.
    pub positions: u64,
    /// For each vacancy, a solution or `None` if it is not solvable; if requested.
    pub solutions: Option<Vec<Option<Solution>>>,
    /// Evidence that the other vacancies are not solvable; if requested, and if there are such vacancies.
    pub evidence: Option<Evidence>,
}

impl Survey {
    /// The vacancies from which a game can leave one peg, ascending.
    pub fn solvable(&self) -> impl Iterator<Item = usize> + '_ {
        (0..).zip(&self.fewest).filter(|(_, fewest)| **fewest == 1).map(|(vacancy, _)| vacancy)
    }

    /// The peg solitaire number: the fewest pegs that a game can leave, over all vacancies.
    pub fn peg_solitaire_number(&self) -> u8 {
        self.fewest.iter().copied().min().unwrap_or_default()
    }

    /// The fool's solitaire number: the most pegs that a game can leave, over all vacancies.
    pub fn fools_solitaire_number(&self) -> u8 {
        self.most.iter().copied().max().unwrap_or_default()
    }
}

/// The class of a graph, as defined by Beeler and Hoilman (2011).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// From every vacancy one peg can be left.
    FreelySolvable,
    /// From some vacancy one peg can be left, but not from every vacancy.
    Solvable,
    /// From some vacancy two pegs at distance 2 can be left, and no game leaves one peg.
    Distance2Solvable,
    /// From some vacancy k pegs can be left, and no game leaves fewer. If k = 2, never at distance 2.
    KSolvable(u8),
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FreelySolvable => f.write_str("freely solvable"),
            Self::Solvable => f.write_str("solvable"),
            Self::Distance2Solvable => f.write_str("distance-2 solvable"),
            Self::KSolvable(pegs) => write!(f, "{pegs}-solvable"),
        }
    }
}

/// The optional parts of a survey, which take more time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// A solution for each solvable vacancy.
    pub solutions: bool,
    /// Evidence for the vacancies that are not solvable.
    pub evidence: bool,
}

/// A graph prepared for computing with sets of positions.
pub(crate) struct Game<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) jumps: Vec<Jump>,
    pub(crate) numbering: Numbering,
    forward: Vec<Step>,
    back: Vec<Step>,
}

impl<'a> Game<'a> {
    pub(crate) fn new(graph: &'a Graph) -> Self {
        let jumps = graph.jumps();
        let numbering = Numbering::new(graph, &jumps);
        // With jumps ordered by `to`, sets are complete after fewer rounds than with jumps ordered by `from`.
        let by_to =
            || jumps.iter().map(|&Jump { from, over, to }| Jump { from: to, over, to: from });
        let forward = by_to().map(|jump| Step::jump(&numbering, jump)).collect();
        let back = by_to().map(|jump| Step::back(&numbering, jump)).collect();
        Self { graph, jumps, numbering, forward, back }
    }

    /// The position with a peg on every vertex but one.
    pub(crate) fn start(&self, vacancy: usize) -> usize {
        self.numbering.position(self.graph.full() & !(1 << vacancy))
    }

    /// The positions that games from the given vacancies can reach.
    pub(crate) fn reachable(
        &self,
        vacancies: impl IntoIterator<Item = usize>,
        control: &Control,
    ) -> Result<Positions, Stop> {
        let mut reached = Positions::none(self.graph);
        vacancies.into_iter().for_each(|vacancy| reached.insert(self.start(vacancy)));
        reached.close(&self.forward, control, |_| false)?;
        Ok(reached)
    }

    /// The positions from which one peg can be left.
    pub(crate) fn winning(&self, control: &Control) -> Result<Positions, Stop> {
        let mut winning = Positions::none(self.graph);
        (0..self.graph.vertices()).for_each(|bit| winning.insert(1 << bit));
        winning.close(&self.back, control, |_| false)?;
        Ok(winning)
    }

    /// For each vacancy, the number of pegs of the first stuck positions that its games can reach, with the
    /// numbers of pegs in the given order.
    fn first_reached(
        &self,
        stuck: &Positions,
        order: &[usize],
        control: &Control,
    ) -> Result<Vec<u8>, Stop> {
        let starts: Vec<usize> = (0..self.graph.vertices()).map(|one| self.start(one)).collect();
        let mut first = vec![0; starts.len()];
        let mut leading = Positions::none(self.graph);
        let Some((&last, others)) = order.split_last() else { return Ok(first) };
        for &pegs in others {
            let open: Vec<usize> = (0..starts.len()).filter(|&one| first[one] == 0).collect();
            if open.is_empty() {
                return Ok(first);
            }
            leading.add_with_pegs(stuck, pegs as u32);
            let all = |leading: &Positions| open.iter().all(|&one| leading.contains(starts[one]));
            leading.close(&self.back, control, all)?;
            for one in open.into_iter().filter(|&one| leading.contains(starts[one])) {
                first[one] = pegs as u8;
            }
        }
        // Every game ends, so the last number remains for these vacancies.
        for one in first.iter_mut().filter(|one| **one == 0) {
            *one = last as u8;
        }
        Ok(first)
    }
}

/// Surveys every game of a graph, in one thread.
///
/// # Errors
///
/// A limit is reached: the time, or the memory for the sets of positions.
pub fn survey(graph: &Graph, wanted: Wanted, control: &Control) -> Result<Survey, Stop> {
    control.check_memory(table_bytes(graph))?;
    let game = Game::new(graph);
    let reached = game.reachable(0..graph.vertices(), control)?;
    let positions = reached.len();
    let mut moving = Positions::none(graph);
    moving.add_sources(&game.forward);
    let mut stuck = reached;
    stuck.remove(&moving);
    drop(moving);
    let by_pegs = stuck.by_pegs();
    let mut order: Vec<usize> = (0..by_pegs.len()).filter(|&pegs| by_pegs[pegs] > 0).collect();
    let fewest = game.first_reached(&stuck, &order, control)?;
    order.reverse();
    let most = game.first_reached(&stuck, &order, control)?;
    let class = class(&game, &fewest, &stuck);
    drop(stuck);
    let mut survey = Survey { fewest, most, class, positions, solutions: None, evidence: None };
    if wanted.solutions {
        survey.solutions = Some(solutions(&game, &survey, control)?);
    }
    if wanted.evidence && class != Class::FreelySolvable {
        survey.evidence = Some(Evidence::new(&game, &survey, control)?);
    }
    Ok(survey)
}

fn class(game: &Game<'_>, fewest: &[u8], stuck: &Positions) -> Class {
    let graph = game.graph;
    let apart = |one: usize| {
        let others = bits(graph.full()).filter(move |&other| graph.at_distance_2(one, other));
        others.map(move |other| 1 << one | 1 << other)
    };
    match fewest.iter().copied().min().unwrap_or_default() {
        1 if fewest.iter().all(|&pegs| pegs == 1) => Class::FreelySolvable,
        1 => Class::Solvable,
        2 if bits(graph.full())
            .flat_map(apart)
            .any(|pegs| stuck.contains(game.numbering.position(pegs))) =>
        {
            Class::Distance2Solvable
        }
        pegs => Class::KSolvable(pegs),
    }
}

/// The number of bytes that a survey of a graph takes.
pub fn table_bytes(graph: &Graph) -> u64 {
    SETS * Positions::bytes(graph)
}

/// Surveys several graphs, in as many threads as the limits on threads and memory allow. The results are in
/// the order of the graphs.
pub fn survey_all(
    graphs: &[Graph],
    wanted: Wanted,
    control: &Control,
) -> Vec<Result<Survey, Stop>> {
    /// The number of small graphs that a thread takes at once: the work on each may take microseconds.
    const TAKEN: usize = 32;
    const SMALL: u64 = 1 << 14;
    let bytes = graphs.iter().map(table_bytes).max().unwrap_or(0);
    let side_by_side = (control.memory_limit() / bytes.max(1)).max(1);
    let threads = control.thread_limit().min(usize::try_from(side_by_side).unwrap_or(usize::MAX));
    let taken = if bytes <= SMALL { TAKEN } else { 1 };
    let of = |part: &[Graph]| -> Vec<Result<Survey, Stop>> {
        part.iter().map(|graph| survey(graph, wanted, control)).collect()
    };
    in_threads(&control.clone().threads(threads), || each_chunk(graphs, taken, of)).concat()
}
