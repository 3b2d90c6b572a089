//! The symmetries of a board that is given by its jumps: the permutations of the holes that map jumps to jumps.
//!
//! Holes are *twins* if exchanging them maps every jump to a jump, as leaves at one vertex of a graph are. A set
//! of `k` twins alone has `k!` symmetries, so they are not listed: what depends on twins only counts the pegs on
//! them ([`Twins`]). The rest of the group maps sets of twins to each other in ascending order. It is found by
//! refinement and search: holes get colours that symmetries keep, and images are chosen hole by hole.
//!
//! Where the group has more than 1,024 members, those are listed that fix the first hole, or the first two,
//! and so on: these are groups too, and fewer symmetries only save less.
//!
//! Example: the star with centre 0 and leaves 1 to 4 has the twins {1, 2, 3, 4} and no symmetry besides.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::position::{Hole, Position};
use crate::board::{Jump, Symmetry, word};
use crate::line::Hop;

/// The symmetries of larger boards are not looked for, since no search would use them. The complete graph of 64 vertices,
/// the most that a search takes, has 249,984 jumps.
const MOST_HOLES: usize = 512;
const MOST_JUMPS: usize = 1 << 18;
/// At most this many symmetries are listed.
const MOST: usize = 1024;
/// A search that tries more images is given up, and repeated with one more hole fixed ...
const TRIES: usize = 2_000_000;
/// ... until this many were tried in all. Then all holes are fixed.
const TRIES_IN_ALL: usize = 6_000_000;

/// Sets of interchangeable holes, each of at least two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Twins(Vec<Position>);

impl Twins {
    /// The sets.
    pub fn sets(&self) -> &[Position] {
        &self.0
    }

    /// The twins that are interchangeable in all of these sets too.
    pub(crate) fn within(&self, sets: &[Position]) -> Self {
        let mut split = self.0.clone();
        for set in sets {
            let parts =
                |twins: Position| [twins.intersection(set), twins.difference(set)].into_iter();
            split = split.into_iter().flat_map(parts).collect();
        }
        split.retain(|twins| twins.len() > 1);
        Self(split)
    }

    /// The least image of a position under exchanging twins: their pegs are on the first of them.
    pub(crate) fn least(&self, position: &Position) -> Position {
        self.0.iter().fold(position.clone(), |position, twins| {
            let first = twins.holes().take(position.intersection(twins).len()).collect();
            position.difference(twins).union(&first)
        })
    }

    /// The same sets for a search.
    pub fn words(&self) -> TwinWords {
        TwinWords(self.0.iter().map(Position::word).collect())
    }
}

/// Sets of interchangeable holes of a board of at most 64 holes.
#[derive(Clone, Debug, Default)]
pub struct TwinWords(Vec<u64>);

impl TwinWords {
    /// Whether no two holes are interchangeable.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least image of a position under exchanging twins: their pegs are on the first of them.
    #[inline]
    pub fn gathered(&self, position: u64) -> u64 {
        self.0.iter().fold(position, |position, twins| {
            position & !twins | first(*twins, (position & twins).count_ones())
        })
    }

    /// The sets of interchangeable holes.
    /// The sets.
    pub fn sets(&self) -> &[u64] {
        &self.0
    }

    /// The jumps with the twins of each set renamed in the order in which they occur. Two sequences of jumps become the
    /// same if and only if an exchange of twins maps one to the other.
    ///
    /// Example: with the twins {1, 2, 3}, both 3-0-2 and 1-0-3 become 1-0-2.
    pub fn renamed(&self, hops: Vec<Hop>) -> Vec<Hop> {
        if self.is_empty() {
            return hops;
        }
        let (mut names, mut left) = (FxHashMap::default(), self.0.clone());
        for hole in hops.iter().flat_map(|hop| hop.holes()) {
            let set = self.0.iter().position(|set| set >> hole & 1 == 1);
            if let (Some(set), false) = (set, names.contains_key(&hole)) {
                names.insert(hole, left[set].trailing_zeros() as Hole);
                left[set] &= left[set] - 1;
            }
        }
        let name = |hole| names.get(&hole).copied().unwrap_or(hole);
        hops.into_iter().map(|hop| hop.map(name)).collect()
    }

    /// The number of images of a position under exchanging twins.
    pub fn orbit(&self, position: u64) -> usize {
        self.images_with(position, [0, 0])
    }

    /// The number of images of a position under exchanging twins that have pegs in all of the first holes and in none of
    /// the second.
    ///
    /// Example: with the twins {1, 2, 3}, two of the three images of a peg in hole 1 leave hole 2 empty.
    pub fn images_with(&self, position: u64, [pegs_at, empty_at]: [u64; 2]) -> usize {
        let all: u64 = self.0.iter().fold(0, |all, twins| all | twins);
        if position & !all & (pegs_at | empty_at) != pegs_at & !all {
            return 0;
        }
        let choices = |twins: &u64| {
            let [pegs, fixed, free] = [position, pegs_at, !(pegs_at | empty_at)]
                .map(|set| (twins & set).count_ones() as usize);
            // Each partial product is a binomial coefficient, so the divisions leave no rest.
            let choose =
                |some: usize| (0..some).fold(1, |product, n| product * (free - n) / (n + 1));
            pegs.checked_sub(fixed).filter(|some| *some <= free).map_or(0, choose)
        };
        self.0.iter().map(choices).product()
    }

    /// Images of some pegs of a position under all exchanges of twins that lead to its gathered image, united: all
    /// pegs there on the twins of each.
    pub fn with_twins(&self, gathered: u64, pegs: u64) -> u64 {
        let touched = self.0.iter().filter(|twins| **twins & pegs != 0);
        touched.fold(pegs, |set, twins| set & !twins | gathered & twins)
    }

    /// Maps pegs of the gathered image of a position back to the position, in ascending order among twins.
    pub fn scattered(&self, position: u64, pegs: u64) -> u64 {
        self.0.iter().fold(pegs, |pegs, twins| {
            let (from, to) = (word::holes(*twins), word::holes(twins & position));
            let back = from.zip(to).filter(|(from, _)| pegs >> from & 1 == 1);
            back.fold(pegs & !twins, |set, (_, to)| set | 1 << to)
        })
    }
}

/// The first `number` members of a set.
fn first(set: u64, number: u32) -> u64 {
    let mut rest = set;
    for _ in 0..number {
        rest &= rest - 1;
    }
    set ^ rest
}

/// The twins among the holes of some jumps, and the other symmetries, the identity first. Boards of many holes have the
/// identity alone.
pub fn automorphisms(holes: usize, jumps: &[Jump]) -> (Twins, Vec<Symmetry>) {
    if holes > MOST_HOLES || jumps.len() > MOST_JUMPS {
        return (Twins::default(), vec![(0..holes).map(|hole| hole as Hole).collect()]);
    }
    let colours = colours(holes, jumps);
    let known: FxHashSet<[Hole; 3]> =
        jumps.iter().map(|jump| [jump.from, jump.over, jump.to]).collect();
    let units = units(&colours, jumps, &known);
    let mut search = Search {
        units: &units,
        colours: &colours,
        jumps: Vec::new(),
        known: &known,
        tries: 0,
        tries_in_all: 0,
    };
    search.jumps = search.by_last_unit(jumps);
    let mut found = (0..=units.len()).find_map(|fixed| search.all(fixed)).unwrap_or_default();
    found.sort();
    let twins = units.into_iter().filter(|unit| unit.len() > 1);
    (Twins(twins.map(|unit| unit.into_iter().collect()).collect()), found)
}

/// Numbers for the holes such that symmetries keep them: holes differ if the jumps through them lead through holes
/// that differ. The jumps through a hole are compared by a sum of hashes, so that a board with millions of jumps takes no
/// more memory here. If two sums were equal by chance, fewer holes would differ, and the search would take longer.
fn colours(holes: usize, jumps: &[Jump]) -> Vec<usize> {
    // The hash of rustc-hash is linear, so that its sums would often be equal.
    let hash = BuildHasherDefault::<DefaultHasher>::new();
    let mut colours = vec![0; holes];
    let mut number = 1;
    loop {
        let mut views: Vec<(usize, u64)> = colours.iter().map(|&colour| (colour, 0)).collect();
        for jump in jumps {
            let all = [jump.from, jump.over, jump.to].map(usize::from);
            let [from, over, to] = all.map(|hole| colours[hole]);
            for (hole, view) in all.into_iter().zip([(0, over, to), (1, from, to), (2, from, over)])
            {
                let sum = &mut views[hole].1;
                *sum = sum.wrapping_add(hash.hash_one(view));
            }
        }
        let mut kinds = views.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let of = |view| kinds.binary_search(view).unwrap_or(0);
        colours = views.iter().map(of).collect();
        if kinds.len() == number {
            return colours;
        }
        number = kinds.len();
    }
}

/// The holes, with twins together. Units come in the order of their first holes.
fn units(colours: &[usize], jumps: &[Jump], known: &FxHashSet<[Hole; 3]>) -> Vec<Vec<Hole>> {
    let mut units: Vec<Vec<Hole>> = Vec::new();
    let mut through: Vec<Vec<[Hole; 3]>> = vec![Vec::new(); colours.len()];
    for jump in jumps {
        let holes = [jump.from, jump.over, jump.to];
        for hole in holes {
            through[usize::from(hole)].push(holes);
        }
    }
    for hole in 0..colours.len() as Hole {
        // To exchange two holes of a unit is a product of exchanges with its first hole.
        let twin = units.iter_mut().find(|unit| {
            let other = unit[0];
            let exchanged = |one: Hole| match one {
                _ if one == hole => other,
                _ if one == other => hole,
                _ => one,
            };
            // Jumps through neither of the two stay where they are.
            colours[usize::from(other)] == colours[usize::from(hole)]
                && [other, hole].iter().all(|one| {
                    let jumps = &through[usize::from(*one)];
                    jumps.iter().all(|jump| known.contains(&jump.map(exchanged)))
                })
        });
        match twin {
            Some(unit) => unit.push(hole),
            None => units.push(vec![hole]),
        }
    }
    units
}

struct Search<'a> {
    units: &'a [Vec<Hole>],
    colours: &'a [usize],
    /// The jumps by the last unit that they touch.
    jumps: Vec<Vec<[Hole; 3]>>,
    known: &'a FxHashSet<[Hole; 3]>,
    tries: usize,
    tries_in_all: usize,
}

impl Search<'_> {
    fn by_last_unit(&self, jumps: &[Jump]) -> Vec<Vec<[Hole; 3]>> {
        let unit_of: FxHashMap<Hole, usize> = (self.units.iter().zip(0..))
            .flat_map(|(unit, n)| unit.iter().map(move |&h| (h, n)))
            .collect();
        let mut by_unit = vec![Vec::new(); self.units.len()];
        for jump in jumps {
            let holes = [jump.from, jump.over, jump.to];
            let last = holes.iter().map(|hole| unit_of[hole]).max().unwrap_or(0);
            by_unit[last].push(holes);
        }
        by_unit
    }

    /// The symmetries that fix the first units; `None` if they are too many, or take too long to find.
    fn all(&mut self, fixed: usize) -> Option<Vec<Symmetry>> {
        self.tries_in_all += std::mem::take(&mut self.tries);
        if self.tries_in_all > TRIES_IN_ALL && fixed < self.units.len() {
            return None;
        }
        let holes = self.units.iter().map(Vec::len).sum();
        let (mut image, mut found) = (vec![Hole::MAX; holes], Vec::new());
        self.extend(0, fixed, &mut vec![false; self.units.len()], &mut image, &mut found)
            .then_some(found)
    }

    /// Chooses the image of the next unit in every way. Returns whether the search went to its end.
    fn extend(
        &mut self,
        next: usize,
        fixed: usize,
        used: &mut [bool],
        image: &mut Symmetry,
        found: &mut Vec<Symmetry>,
    ) -> bool {
        let units = self.units;
        let Some(unit) = units.get(next) else {
            found.push(image.clone());
            return found.len() <= MOST;
        };
        for (number, to) in units.iter().enumerate() {
            let colour = |unit: &[Hole]| self.colours[usize::from(unit[0])];
            let fits = unit.len() == to.len() && colour(unit) == colour(to);
            if used[number] || !fits || next < fixed && number != next {
                continue;
            }
            self.tries += 1;
            if self.tries > TRIES {
                return false;
            }
            for (&from, &to) in unit.iter().zip(to) {
                image[usize::from(from)] = to;
            }
            let keeps =
                |holes: &[Hole; 3]| self.known.contains(&holes.map(|h| image[usize::from(h)]));
            if self.jumps[next].iter().all(keeps) {
                used[number] = true;
                let complete = self.extend(next + 1, fixed, used, image, found);
                used[number] = false;
                if !complete {
                    return false;
                }
            }
        }
        true
    }
}

/// The largest of some groups within a group that is made of members found first: it has at most `most` members,
/// the identity first.
pub(crate) fn subgroup(all: &[&Symmetry], most: usize) -> Vec<Symmetry> {
    if all.len() <= most {
        return all.iter().copied().cloned().collect();
    }
    let mut group: Vec<Symmetry> = all.first().copied().cloned().into_iter().collect();
    for &one in all {
        if group.contains(one) {
            continue;
        }
        // Products of members and the new one, until there are no others.
        let mut larger = group.clone();
        larger.push(one.clone());
        let mut at = 0;
        while at < larger.len() && larger.len() <= most {
            for other in 0..=at {
                for [first, second] in [[at, other], [other, at]] {
                    let product: Symmetry = larger[first]
                        .iter()
                        .map(|&hole| larger[second][usize::from(hole)])
                        .collect();
                    if !larger.contains(&product) {
                        larger.push(product);
                    }
                }
            }
            at += 1;
        }
        if larger.len() <= most {
            group = larger;
        }
    }
    group.sort();
    group
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use soliter_testing::cases::cases;

    fn jump([from, over, to]: [Hole; 3]) -> Jump {
        Jump { from, over, to }
    }

    /// All permutations of the holes that keep the jumps.
    fn plain(holes: Hole, jumps: &[Jump]) -> Vec<Symmetry> {
        fn extend(
            holes: Hole,
            begun: &mut Symmetry,
            keeps: &dyn Fn(&Symmetry) -> bool,
            all: &mut Vec<Symmetry>,
        ) {
            if begun.len() == usize::from(holes) {
                all.extend(keeps(begun).then(|| begun.clone()));
                return;
            }
            for hole in (0..holes).filter(|hole| !begun.contains(hole)).collect::<Vec<_>>() {
                begun.push(hole);
                extend(holes, begun, keeps, all);
                begun.pop();
            }
        }
        let keeps = |to: &Symmetry| {
            let moved = |one: &Jump| [one.from, one.over, one.to].map(|hole| to[usize::from(hole)]);
            jumps.iter().all(|one| jumps.contains(&jump(moved(one))))
        };
        let mut all = Vec::new();
        extend(holes, &mut Vec::new(), &keeps, &mut all);
        all
    }

    proptest! {
        #![proptest_config(cases(200))]

        /// Twins and listed symmetries together make the whole group, as permutations of all holes find it.
        #[test]
        fn the_group_is_that_of_all_permutations(
            holes in 3..7_u16,
            chosen in prop::collection::vec((0..6_u16, 0..6_u16, 0..6_u16), 0..12),
            graph in any::<bool>(),
        ) {
            let mut jumps: Vec<Jump> = Vec::new();
            for (a, b, c) in chosen {
                let (a, b, c) = (a % holes, b % holes, c % holes);
                if a != b && b != c && a != c {
                    jumps.push(jump([a, b, c]));
                    if graph {
                        jumps.push(jump([c, b, a]));
                    }
                }
            }
            jumps.sort_by_key(|jump| (jump.from, jump.over, jump.to));
            jumps.dedup();
            let (twins, found) = automorphisms(holes.into(), &jumps);
            let all = plain(holes, &jumps);
            prop_assert!(found.iter().all(|one| all.contains(one)));
            let exchanges: usize = twins.sets().iter().map(|set| (1..=set.len()).product::<usize>()).product();
            prop_assert_eq!(found.len() * exchanges, all.len());
            prop_assert!(found[0].iter().copied().eq(0..holes));
            // The least images agree, and so do the sizes of the orbits.
            let twins = twins.words();
            for position in 0..1u64 << holes {
                let image = |to: &Symmetry| word::image(position, to);
                let least = found.iter().map(|to| twins.gathered(image(to))).min();
                prop_assert_eq!(least, all.iter().map(image).min());
                let gathered = twins.gathered(position);
                prop_assert_eq!(twins.scattered(position, gathered), position);
            }
            let some = subgroup(&found.iter().collect::<Vec<_>>(), 4);
            prop_assert!(some.len() <= 4 && found.contains(&some[some.len() - 1]));
            for (one, other) in some.iter().flat_map(|one| some.iter().map(move |other| (one, other))) {
                let product: Symmetry = one.iter().map(|&hole| other[usize::from(hole)]).collect();
                prop_assert!(some.contains(&product));
            }
        }
    }

    /// The hypercube of dimension 6 has 46,080 symmetries, too many to list; 720 of them fix a vertex.
    #[test]
    fn large_groups_are_listed_in_part() {
        let edge = |a: Hole, b: Hole| (a ^ b).is_power_of_two();
        let mut jumps = Vec::new();
        for (a, b, c) in
            (0..64).flat_map(|a| (0..64).flat_map(move |b| (0..64).map(move |c| (a, b, c))))
        {
            if edge(a, b) && edge(b, c) && a != c {
                jumps.push(jump([a, b, c]));
            }
        }
        let (twins, found) = automorphisms(64, &jumps);
        assert!(twins.sets().is_empty());
        assert_eq!(found.len(), 720);
        // A star has twins alone.
        let leaves = 1..6_u16;
        let star = leaves
            .clone()
            .flat_map(|a| leaves.clone().filter(move |&c| c != a).map(move |c| [a, 0, c]));
        let (twins, found) = automorphisms(6, &star.map(jump).collect::<Vec<_>>());
        assert_eq!((twins.sets(), found.len()), (&[Position::from(0b11_1110)][..], 1));
        let twins = twins.words();
        assert_eq!(twins.orbit(0b01_0100), 10);
        assert_eq!(twins.with_twins(0b00_0111, 0b00_0010), 0b00_0110);
    }
}
