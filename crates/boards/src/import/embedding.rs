//! Finds a diagram of a board that is given by its jumps: where its holes lie, so that the jumps are those of a
//! square lattice, with or without diagonals, or of a triangular one.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::lattice::{Directions, Lattice};

/// A jump by the numbers of its holes: start, hole leapt over, landing hole.
pub(super) type Line = (usize, usize, usize);

type Place = (i32, i32);

/// Places of all holes at which the jumps of these directions are exactly `lines`.
pub(super) fn places(
    holes: usize,
    lines: &BTreeSet<Line>,
    directions: Directions,
) -> Option<Vec<Place>> {
    let mut search = Search {
        lines: lines.iter().copied().collect(),
        steps: directions.steps(),
        place: vec![None; holes],
        at: BTreeMap::new(),
        nodes: 0,
    };
    let &(_, first, _) = lines.first()?;
    search.put(first, (0, 0));
    search.place_rest().then_some(())?;
    let left = search.at.keys().map(|place| place.1).min()?;
    let top = search.at.keys().map(|place| place.0).min()?;
    let places: Option<Vec<Place>> = search.place.into_iter().collect();
    let places: Vec<Place> =
        places?.into_iter().map(|(row, column)| (row - top, column - left)).collect();
    fits(&places, lines, directions).then_some(places)
}

/// Whether the jumps between holes at these places are exactly `lines`.
pub(super) fn fits(places: &[Place], lines: &BTreeSet<Line>, directions: Directions) -> bool {
    let at: BTreeMap<Place, usize> = places.iter().copied().zip(0..).collect();
    let mut found = BTreeSet::new();
    for (from, &(row, column)) in places.iter().enumerate() {
        for &(down, right) in directions.steps() {
            let hole = |steps: i32| at.get(&(row + steps * down, column + steps * right));
            if let (Some(&over), Some(&to)) = (hole(1), hole(2)) {
                found.insert((from, over, to));
            }
        }
    }
    at.len() == places.len() && found == *lines
}

/// The lattice and its directions, in the order in which they are tried.
pub(super) const LATTICES: [(Lattice, Directions); 3] = [
    (Lattice::Square, Directions::Orthogonal),
    (Lattice::Square, Directions::All),
    (Lattice::Triangular, Directions::Lines),
];

struct Search<'a> {
    lines: Vec<Line>,
    steps: &'a [Place],
    place: Vec<Option<Place>>,
    at: BTreeMap<Place, usize>,
    /// Choices made so far.
    nodes: usize,
}

/// A board that takes more choices is no diagram that anybody drew.
const MOST_CHOICES: usize = 20_000;

impl Search<'_> {
    fn put(&mut self, hole: usize, place: Place) {
        self.place[hole] = Some(place);
        self.at.insert(place, hole);
    }

    /// Places every hole that has no place yet, or leaves all as it was.
    fn place_rest(&mut self) -> bool {
        let mut placed = Vec::new();
        if !self.follow(&mut placed) {
            self.remove(&placed);
            return false;
        }
        // A line through one placed hole can have any direction.
        let open = self.lines.iter().copied().find(|&(from, over, to)| {
            [from, over, to].iter().filter(|&&hole| self.place[hole].is_some()).count() == 1
        });
        let Some((from, over, to)) = open else {
            if self.place.iter().all(Option::is_some) {
                return true;
            }
            self.remove(&placed);
            return false;
        };
        for &step in self.steps {
            self.nodes += 1;
            if self.nodes > MOST_CHOICES {
                break;
            }
            let Some(ends) = self.along((from, over, to), step) else { continue };
            let free = |place: &Place| !self.at.contains_key(place);
            let new: Vec<(usize, Place)> =
                ends.into_iter().filter(|(hole, _)| self.place[*hole].is_none()).collect();
            if !new.iter().all(|(_, place)| free(place)) {
                continue;
            }
            for &(hole, place) in &new {
                self.put(hole, place);
            }
            if self.place_rest() {
                return true;
            }
            self.remove(&new.iter().map(|(hole, _)| *hole).collect::<Vec<_>>());
        }
        self.remove(&placed);
        false
    }

    /// The places of a line's holes if it has this direction.
    fn along(&self, (from, over, to): Line, step: Place) -> Option<[(usize, Place); 3]> {
        let known = [(from, -1), (over, 0), (to, 1)].into_iter().find_map(|(hole, steps)| {
            self.place[hole].map(|(row, column)| (row - steps * step.0, column - steps * step.1))
        });
        let (row, column) = known?;
        let at = |steps: i32| (row + steps * step.0, column + steps * step.1);
        Some([(from, at(-1)), (over, at(0)), (to, at(1))])
    }

    /// Places the third hole of every line with two placed ones; false if a place is taken or is no step away.
    fn follow(&mut self, placed: &mut Vec<usize>) -> bool {
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..self.lines.len() {
                let (from, over, to) = self.lines[index];
                let [a, b, c] = [from, over, to].map(|hole| self.place[hole]);
                let step = match (a, b, c) {
                    (Some(a), Some(b), _) => (b.0 - a.0, b.1 - a.1),
                    (_, Some(b), Some(c)) => (c.0 - b.0, c.1 - b.1),
                    (Some(a), None, Some(c)) => {
                        let twice = (c.0 - a.0, c.1 - a.1);
                        if twice.0 % 2 != 0 || twice.1 % 2 != 0 {
                            return false;
                        }
                        (twice.0 / 2, twice.1 / 2)
                    }
                    _ => continue,
                };
                if !self.steps.contains(&step) {
                    return false;
                }
                let Some(ends) = self.along((from, over, to), step) else { continue };
                for (hole, place) in ends {
                    match (self.place[hole], self.at.get(&place)) {
                        (Some(known), _) if known != place => return false,
                        (Some(_), _) => {}
                        (None, Some(_)) => return false,
                        (None, None) => {
                            self.put(hole, place);
                            placed.push(hole);
                            changed = true;
                        }
                    }
                }
            }
        }
        true
    }

    fn remove(&mut self, holes: &[usize]) {
        for &hole in holes {
            if let Some(place) = self.place[hole].take() {
                self.at.remove(&place);
            }
        }
    }
}
