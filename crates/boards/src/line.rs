//! Lines of play: moves, each a chain of jumps by one peg.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeSeq as _, Serializer};

use crate::board::position::Hole;

/// A jump of a line. In JSON `[from, to]`, or `[from, over, to]` where the hole leapt over is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hop {
    /// The hole where the peg starts.
    pub from: Hole,
    /// The hole where it lands.
    pub to: Hole,
    /// The hole leapt over. It is named exactly if the board has several jumps between the two holes, so that
    /// equal jumps are equal values.
    pub over: Option<Hole>,
}

impl Hop {
    /// The jump back, as in the reverse game.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { from: self.to, to: self.from, over: self.over }
    }

    /// The image of the jump.
    #[must_use]
    pub fn map(self, image: impl Fn(Hole) -> Hole) -> Self {
        Self { from: image(self.from), to: image(self.to), over: self.over.map(image) }
    }

    /// The holes that the jump names.
    pub fn holes(self) -> impl Iterator<Item = Hole> {
        [self.from, self.to].into_iter().chain(self.over)
    }
}

impl From<(Hole, Hole)> for Hop {
    fn from((from, to): (Hole, Hole)) -> Self {
        Self { from, to, over: None }
    }
}

impl PartialEq<(Hole, Hole)> for Hop {
    fn eq(&self, other: &(Hole, Hole)) -> bool {
        *self == Self::from(*other)
    }
}

impl Serialize for Hop {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.over {
            None => (self.from, self.to).serialize(serializer),
            Some(over) => (self.from, over, self.to).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Hop {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Vec::<Hole>::deserialize(deserializer)?[..] {
            [from, to] => Ok(Self { from, to, over: None }),
            [from, over, to] => Ok(Self { from, to, over: Some(over) }),
            _ => Err(D::Error::custom("a jump is [from, to] or [from, over, to]")),
        }
    }
}

/// A chain of jumps by one peg: the holes that it visits, at least two. In JSON an array of numbers. Where a
/// hole leapt over is named, it stands in a list of its own between the holes visited: `[0, [1], 2]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    holes: Vec<Hole>,
    /// The hole that each jump names as leapt over; empty if none does.
    over: Vec<Option<Hole>>,
}

impl Move {
    /// A single jump.
    fn of(hop: Hop) -> Self {
        let over = if hop.over.is_some() { vec![hop.over] } else { Vec::new() };
        Self { holes: vec![hop.from, hop.to], over }
    }

    fn push(&mut self, hop: Hop) {
        if hop.over.is_some() || !self.over.is_empty() {
            self.over.resize(self.holes.len() - 1, None);
            self.over.push(hop.over);
        }
        self.holes.push(hop.to);
    }

    /// The holes visited, from the first to the last.
    pub fn holes(&self) -> &[Hole] {
        &self.holes
    }

    /// Its jumps.
    pub fn jumps(&self) -> impl Iterator<Item = Hop> + '_ {
        let over = |at: usize| self.over.get(at).copied().flatten();
        let pairs = self.holes.windows(2).enumerate();
        pairs.map(move |(at, pair)| Hop { from: pair[0], to: pair[1], over: over(at) })
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        list.serialize_element(&self.holes[0])?;
        for hop in self.jumps() {
            if let Some(over) = hop.over {
                list.serialize_element(&[over])?;
            }
            list.serialize_element(&hop.to)?;
        }
        list.end()
    }
}

/// A sequence of moves. Consecutive jumps of one peg are always one move. In JSON an array of moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, serde::Serialize)]
pub struct Line(Vec<Move>);

impl Line {
    /// Joins jumps into moves. A pair of holes stands for the only jump between them.
    pub fn from_jumps(jumps: impl IntoIterator<Item: Into<Hop>>) -> Self {
        let mut line = Self::default();
        for hop in jumps.into_iter().map(Into::into) {
            match line.0.last_mut() {
                Some(last) if last.holes.last() == Some(&hop.from) => last.push(hop),
                _ => line.0.push(Move::of(hop)),
            }
        }
        line
    }

    /// The moves, in order.
    pub fn moves(&self) -> &[Move] {
        &self.0
    }

    /// Every jump, in order.
    pub fn jumps(&self) -> impl Iterator<Item = Hop> + '_ {
        self.0.iter().flat_map(Move::jumps)
    }

    /// The line played backwards, as in the reverse game.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let jumps: Vec<Hop> = self.jumps().map(Hop::reversed).collect();
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

    #[test]
    fn named_holes_stay_with_their_jumps() {
        let named = |from, over, to| Hop { from, to, over: Some(over) };
        let hops = [Hop::from((0, 2)), named(2, 3, 4), (4, 6).into(), named(1, 5, 7)];
        let line = Line::from_jumps(hops);
        assert_eq!(line.jumps().collect::<Vec<_>>(), hops);
        let json = serde_json::to_string(&line).expect("JSON");
        assert_eq!(json, "[[0,2,[3],4,6],[1,[5],7]]");
        let back: Vec<Hop> = line.reversed().jumps().collect();
        assert_eq!(back, [named(7, 5, 1), (6, 4).into(), named(4, 3, 2), (2, 0).into()]);
        // Read as written.
        let text = serde_json::to_string(&hops).expect("JSON");
        assert_eq!(text, "[[0,2],[2,3,4],[4,6],[1,5,7]]");
        assert_eq!(serde_json::from_str::<Vec<Hop>>(&text).expect("jumps"), hops);
        assert!(serde_json::from_str::<Hop>("[1]").is_err());
    }
}
