//! A survey by a plain implementation of the rules, with positions in a hash map and the graph as a list of edges.

use std::collections::{BTreeSet, HashMap};

pub(crate) struct BruteForce {
    edges: BTreeSet<(usize, usize)>,
    vertices: usize,
    /// For each position (true where a vertex holds a peg), the fewest and the most pegs that can be left.
    ends: HashMap<Vec<bool>, (usize, usize)>,
}

impl BruteForce {
    pub(crate) fn new(vertices: usize, edges: &[(usize, usize)]) -> Self {
        let both = edges.iter().flat_map(|&(u, v)| [(u, v), (v, u)]);
        Self { edges: both.collect(), vertices, ends: HashMap::new() }
    }

    /// The positions after each legal jump.
    pub(crate) fn after(&self, pegs: &[bool]) -> Vec<Vec<bool>> {
        let mut found = Vec::new();
        for &(from, over) in &self.edges {
            for to in 0..self.vertices {
                let path = self.edges.contains(&(over, to)) && from != to;
                if path && pegs[from] && pegs[over] && !pegs[to] {
                    let mut next = pegs.to_vec();
                    (next[from], next[over], next[to]) = (false, false, true);
                    found.push(next);
                }
            }
        }
        found
    }

    pub(crate) fn ends(&mut self, pegs: &[bool]) -> (usize, usize) {
        if let Some(&known) = self.ends.get(pegs) {
            return known;
        }
        let after = self.after(pegs);
        let ends = after.iter().map(|next| self.ends(next)).collect::<Vec<_>>();
        let left = pegs.iter().filter(|&&peg| peg).count();
        let fewest = ends.iter().map(|end| end.0).min().unwrap_or(left);
        let most = ends.iter().map(|end| end.1).max().unwrap_or(left);
        self.ends.insert(pegs.to_vec(), (fewest, most));
        (fewest, most)
    }

    pub(crate) fn start(&self, vacancy: usize) -> Vec<bool> {
        (0..self.vertices).map(|vertex| vertex != vacancy).collect()
    }

    /// The fewest and the most pegs by vacancy, and the number of positions.
    pub(crate) fn survey(&mut self) -> (Vec<usize>, Vec<usize>, usize) {
        let starts: Vec<_> = (0..self.vertices).map(|vacancy| self.start(vacancy)).collect();
        let (fewest, most) = starts.iter().map(|start| self.ends(start)).unzip();
        (fewest, most, self.ends.len())
    }

    /// Whether some game from some vacancy ends with two pegs at distance 2.
    pub(crate) fn leaves_distance_2(&self) -> bool {
        let stuck = self.ends.keys().filter(|pegs| self.after(pegs).is_empty());
        let mut two = stuck.map(|pegs| (0..self.vertices).filter(|&one| pegs[one]).collect());
        two.any(|pegs: Vec<usize>| {
            let [u, v] = pegs[..] else { return false };
            let common = (0..self.vertices)
                .any(|w| self.edges.contains(&(u, w)) && self.edges.contains(&(w, v)));
            common && !self.edges.contains(&(u, v))
        })
    }

    /// The fewest moves to one peg, by trying every game; a move is a sequence of jumps by one peg.
    pub(crate) fn fewest_moves(&self, pegs: &[bool], last: Option<usize>) -> Option<usize> {
        if pegs.iter().filter(|&&peg| peg).count() == 1 {
            return Some(0);
        }
        let games = self.after(pegs).into_iter().filter_map(|next| {
            let to = (0..self.vertices).find(|&one| next[one] && !pegs[one])?;
            let lost: Vec<usize> =
                (0..self.vertices).filter(|&one| pegs[one] && !next[one]).collect();
            // If all three vertices are adjacent to each other, either of the pegs that disappeared may have jumped.
            let jumped = |from: usize, over: usize| {
                self.edges.contains(&(from, over)) && self.edges.contains(&(over, to))
            };
            let continues = last.is_some_and(|last| {
                lost[0] == last && jumped(lost[0], lost[1])
                    || lost[1] == last && jumped(lost[1], lost[0])
            });
            let rest = self.fewest_moves(&next, Some(to))?;
            Some(rest + usize::from(!continues))
        });
        games.min()
    }
}
