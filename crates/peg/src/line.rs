//! Lines of play: moves, each a chain of jumps by one peg.

use serde::Serialize;

use crate::board::position::Hole;

/// A chain of jumps by one peg: the holes that it visits, at least two. In JSON an array of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Move(Vec<Hole>);

impl Move {
    /// A single jump.
    pub fn jump(from: Hole, to: Hole) -> Self {
        Self(vec![from, to])
    }

    /// The holes visited, from the first to the last.
    pub fn holes(&self) -> &[Hole] {
        &self.0
    }

    /// The start and landing hole of each jump.
    pub fn jumps(&self) -> impl Iterator<Item = (Hole, Hole)> + '_ {
        self.0.windows(2).map(|pair| (pair[0], pair[1]))
    }
}

/// A sequence of moves. Consecutive jumps of one peg are always one move. In JSON an array of moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize)]
pub struct Line(Vec<Move>);

impl Line {
    /// Joins jumps, each given by its start and landing hole, into moves.
    pub fn from_jumps(jumps: impl IntoIterator<Item = (Hole, Hole)>) -> Self {
        let mut line = Self::default();
        for (from, to) in jumps {
            match line.0.last_mut() {
                Some(last) if last.0.last() == Some(&from) => last.0.push(to),
                _ => line.0.push(Move::jump(from, to)),
            }
        }
        line
    }

    /// The moves, in order.
    pub fn moves(&self) -> &[Move] {
        &self.0
    }

    /// The start and landing hole of every jump, in order.
    pub fn jumps(&self) -> impl Iterator<Item = (Hole, Hole)> + '_ {
        self.0.iter().flat_map(Move::jumps)
    }

    /// The line played backwards, as in the reverse game.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let jumps: Vec<_> = self.jumps().map(|(from, to)| (to, from)).collect();
        Self::from_jumps(jumps.into_iter().rev())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_of_one_peg_in_a_row_are_one_move() {
        let line = Line::from_jumps([(1, 2), (2, 3), (5, 6), (6, 5)]);
        let chains: Vec<&[Hole]> = line.moves().iter().map(Move::holes).collect();
        assert_eq!(chains, [&[1, 2, 3], &[5, 6, 5]]);
        assert_eq!(line.jumps().count(), 4);
        let back: Vec<_> = line.reversed().jumps().collect();
        assert_eq!(back, [(5, 6), (6, 5), (3, 2), (2, 1)]);
    }
}
