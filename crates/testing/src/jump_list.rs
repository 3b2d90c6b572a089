//! A second implementation of the game on boards that list their jumps. Positions are sets of holes; there is
//! no pruning and no symmetry.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub type Pegs = BTreeSet<usize>;

/// A puzzle of the ordinary game. A jump is its starting hole, the hole leapt over, and its landing hole.
#[derive(Clone, Debug)]
pub struct JumpList {
    pub holes: usize,
    pub jumps: BTreeSet<[usize; 3]>,
    pub start: Pegs,
    /// The pegs of the finish, or only their number.
    pub finish: Result<Pegs, usize>,
}

/// Counts obtained by playing every game.
#[derive(Debug, Default)]
pub struct Counted {
    /// Solutions by their number of moves.
    pub solutions: BTreeMap<usize, u128>,
    /// Games by the position in which no jump is left.
    pub games: BTreeMap<Pegs, u128>,
    pub positions: BTreeSet<Pegs>,
}

/// The jumps of a graph: from a vertex over a neighbour to another neighbour of the latter.
pub fn of_graph(edges: &[(usize, usize)]) -> BTreeSet<[usize; 3]> {
    let both = || edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    let paths = both().flat_map(|(x, y)| {
        both().filter(move |&(a, z)| a == y && z != x).map(move |(_, z)| [x, y, z])
    });
    paths.collect()
}

impl JumpList {
    pub fn legal(&self, pegs: &Pegs) -> Vec<([usize; 3], Pegs)> {
        let fits = |jump: &&[usize; 3]| {
            let [from, over, to] = **jump;
            pegs.contains(&from) && pegs.contains(&over) && !pegs.contains(&to)
        };
        let made = |&[from, over, to]: &[usize; 3]| {
            let mut after = pegs.clone();
            after.remove(&from);
            after.remove(&over);
            after.insert(to);
            ([from, over, to], after)
        };
        self.jumps.iter().filter(fits).map(made).collect()
    }

    pub fn accepts(&self, pegs: &Pegs) -> bool {
        match &self.finish {
            Ok(finish) => pegs == finish,
            Err(number) => pegs.len() == *number,
        }
    }

    /// The fewest moves, by breadth-first search: continuing with the peg that jumped last is free.
    pub fn fewest_moves(&self) -> Option<usize> {
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::from([(0, self.start.clone(), None)]);
        while let Some((moves, pegs, last)) = queue.pop_front() {
            if self.accepts(&pegs) {
                return Some(moves);
            }
            if !seen.insert((pegs.clone(), last)) {
                continue;
            }
            for ([from, _, to], after) in self.legal(&pegs) {
                if last == Some(from) {
                    queue.push_front((moves, after, Some(to)));
                } else {
                    queue.push_back((moves + 1, after, Some(to)));
                }
            }
        }
        None
    }

    /// All reachable positions.
    pub fn reachable(&self) -> BTreeSet<Pegs> {
        let mut seen = BTreeSet::from([self.start.clone()]);
        let mut open = vec![self.start.clone()];
        while let Some(pegs) = open.pop() {
            for (_, after) in self.legal(&pegs) {
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        seen
    }

    /// Plays every sequence of jumps.
    pub fn count(&self) -> Counted {
        let mut counted = Counted::default();
        self.play(&self.start, None, 0, &mut counted);
        counted
    }

    fn play(&self, pegs: &Pegs, last: Option<usize>, moves: usize, counted: &mut Counted) {
        counted.positions.insert(pegs.clone());
        if self.accepts(pegs) {
            *counted.solutions.entry(moves).or_default() += 1;
        }
        let legal = self.legal(pegs);
        if legal.is_empty() {
            *counted.games.entry(pegs.clone()).or_default() += 1;
        }
        for ([from, _, to], after) in legal {
            self.play(&after, Some(to), moves + usize::from(last != Some(from)), counted);
        }
    }
}
