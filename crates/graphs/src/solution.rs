//! A solution of each vacancy in the fewest moves. A move is a sequence of jumps by one peg.
//!
//! Let m be the fewest moves that a position needs if any peg may move next, as at the start. If the last
//! jump was made by a given peg, a further jump by that peg continues its move and is free. The position then
//! needs m - 1 moves for each peg that can continue in a solution of m moves, and m for any other peg. So it
//! suffices to store m and the set of these pegs.

use rustc_hash::FxHashMap;
use soliter_base::control::{Control, Stop};
use soliter_boards::{board::Jump, board::position::Hole};

use crate::graph::VertexSets as _;
use crate::positions::Positions;
use crate::survey::{Game, Survey};

/// The number of positions stored while the fewest moves are computed. Beyond it, any solution is returned.
const MOST_STORED: usize = 1 << 21;
/// The number of positions between checks of the limits.
const BETWEEN: usize = 1 << 12;

/// A game that leaves one peg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The jumps, in order.
    pub jumps: Vec<Jump>,
    /// The number of moves. A move is a sequence of jumps by one peg.
    pub moves: usize,
    /// Whether no solution has fewer moves; `false` if that was too much to compute.
    pub fewest_moves: bool,
}

impl Solution {
    fn new(jumps: Vec<Jump>, fewest_moves: bool) -> Self {
        let begins = jumps.windows(2).filter(|two| two[0].to != two[1].from).count();
        Self { moves: begins + usize::from(!jumps.is_empty()), jumps, fewest_moves }
    }

    /// The vertices of each move: `[0, 1, 2, 3, 4]` is a jump from 0 over 1 to 2, and on over 3 to 4.
    pub fn paths(&self) -> Vec<Vec<Hole>> {
        let moves = self.jumps.chunk_by(|one, next| one.to == next.from);
        let path = |jumps: &[Jump]| {
            let rest = jumps.iter().flat_map(|jump| [jump.over, jump.to]);
            std::iter::once(jumps[0].from).chain(rest).collect()
        };
        moves.map(path).collect()
    }
}

/// A solution for each vacancy, or `None` if the vacancy is not solvable.
pub(crate) fn solutions(
    game: &Game<'_>,
    survey: &Survey,
    control: &Control,
) -> Result<Vec<Option<Solution>>, Stop> {
    let winning = game.winning(control)?;
    let mut finder = Finder { game, winning, stored: FxHashMap::default(), control };
    let vacancies = 0..game.graph.vertices();
    vacancies
        .map(|vacancy| {
            let pegs = game.graph.full() & !(1 << vacancy);
            if survey.fewest[vacancy] == 1 { finder.solution(pegs).map(Some) } else { Ok(None) }
        })
        .collect()
}

/// The fewest moves from a position, and the pegs that can continue their move in a solution with this number
/// of moves.
#[derive(Clone, Copy)]
struct Needed {
    moves: u8,
    continuing: u32,
}

impl Needed {
    /// The moves still needed if `jump` was the last jump.
    fn after(self, jump: Jump) -> u8 {
        self.moves - u8::from(self.continuing >> jump.to & 1 == 1)
    }
}

/// Why a search for the fewest moves ends.
enum End {
    Stopped(Stop),
    TooMany,
}

struct Finder<'a> {
    game: &'a Game<'a>,
    winning: Positions,
    stored: FxHashMap<u32, Needed>,
    control: &'a Control,
}

impl Finder<'_> {
    fn solution(&mut self, start: u32) -> Result<Solution, Stop> {
        match self.needed(start) {
            Ok(_) => Ok(Solution::new(self.fewest(start), true)),
            Err(End::TooMany) => Ok(Solution::new(self.any(start), false)),
            Err(End::Stopped(stop)) => Err(stop),
        }
    }

    /// The jumps after which one peg can still be left, each with the resulting position.
    fn jumps(&self, pegs: u32) -> impl Iterator<Item = (Jump, u32)> + '_ {
        let legal = self.game.jumps.iter().filter(move |jump| jump.is_legal(pegs));
        let results = legal.map(move |&jump| (jump, pegs ^ jump.vertices()));
        results.filter(|&(_, after)| self.winning.contains(self.game.numbering.position(after)))
    }

    fn needed(&mut self, pegs: u32) -> Result<Needed, End> {
        if let Some(&known) = self.stored.get(&pegs) {
            return Ok(known);
        }
        if self.stored.len() >= MOST_STORED {
            return Err(End::TooMany);
        }
        if self.stored.len().is_multiple_of(BETWEEN) {
            self.control.check().map_err(End::Stopped)?;
        }
        let mut best = Needed { moves: 0, continuing: 0 };
        let jumps: Vec<(Jump, u32)> = self.jumps(pegs).collect();
        for (jump, after) in jumps {
            let moves = 1 + self.needed(after)?.after(jump);
            if best.continuing == 0 || moves < best.moves {
                best = Needed { moves, continuing: 0 };
            }
            if moves == best.moves {
                best.continuing |= 1 << jump.from;
            }
        }
        self.stored.insert(pegs, best);
        Ok(best)
    }

    /// A solution in the fewest moves, from the stored positions. Takes the first suitable jump in order.
    fn fewest(&self, mut pegs: u32) -> Vec<Jump> {
        let mut line: Vec<Jump> = Vec::new();
        while pegs.count_ones() > 1 {
            let known = |pegs: u32| self.stored.get(&pegs).copied();
            let Some(here) = known(pegs) else { break };
            let best = |&(jump, after): &(Jump, u32)| {
                known(after).is_some_and(|needed| 1 + needed.after(jump) == here.moves)
            };
            let last = line.last().map(|jump| jump.to).filter(|&to| here.continuing >> to & 1 == 1);
            let continues = |&(jump, _): &(Jump, u32)| last.is_none_or(|to| to == jump.from);
            let next = self.jumps(pegs).find(|next| best(next) && continues(next));
            let Some((jump, after)) = next else { break };
            line.push(jump);
            pegs = after;
        }
        line
    }

    /// Any solution. A move is continued whenever possible.
    fn any(&self, mut pegs: u32) -> Vec<Jump> {
        let mut line: Vec<Jump> = Vec::new();
        while pegs.count_ones() > 1 {
            let last = line.last().map(|jump| jump.to);
            let next = self.jumps(pegs).min_by_key(|(jump, _)| Some(jump.from) != last);
            let Some((jump, after)) = next else { break };
            line.push(jump);
            pegs = after;
        }
        line
    }
}
