//! A simple graph and its jumps.

use soliter_boards::board::Jump;
use soliter_boards::board::listed::jumps_of_edges;
use soliter_boards::board::position::Hole;

/// The largest number of vertices: a position is a `u32`, and a set of positions takes 2^vertices bits.
pub const MOST_VERTICES: usize = 32;

/// A simple graph with 2 to 32 vertices, numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// For each vertex, a bit set of its neighbours.
    neighbours: Vec<u32>,
}

/// Why a graph is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphFault {
    /// Fewer than 2 vertices.
    #[error("a graph with {0} vertices has no game: there must be at least 2")]
    TooFew(usize),
    /// More than [`MOST_VERTICES`].
    #[error("{0} vertices are too many: a survey takes at most {MOST_VERTICES}")]
    TooMany(usize),
    /// A vertex of an edge is not in the graph.
    #[error("there is no vertex {vertex}: the {vertices} vertices are numbered from 0")]
    NoVertex {
        /// The vertex of the edge.
        vertex: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// An edge from a vertex to itself.
    #[error("the edge {0}-{0} is a loop")]
    Loop(usize),
    /// An edge that the graph already has.
    #[error("the edge {0}-{1} is given twice")]
    Twice(usize, usize),
}

/// The vertices of a jump as bit sets.
pub(crate) trait VertexSets: Copy {
    /// The three vertices.
    fn vertices(self) -> u32;

    /// The vertices that hold pegs before the jump.
    fn before(self) -> u32;

    /// Whether the jump is legal in a position, which has a bit for each peg.
    fn is_legal(self, pegs: u32) -> bool {
        pegs & self.vertices() == self.before()
    }
}

impl VertexSets for Jump {
    fn vertices(self) -> u32 {
        self.before() | 1 << self.to
    }

    fn before(self) -> u32 {
        1 << self.from | 1 << self.over
    }
}

impl Graph {
    /// A graph without edges.
    pub fn without_edges(vertices: usize) -> Result<Self, GraphFault> {
        match vertices {
            0 | 1 => Err(GraphFault::TooFew(vertices)),
            2..=MOST_VERTICES => Ok(Self { neighbours: vec![0; vertices] }),
            _ => Err(GraphFault::TooMany(vertices)),
        }
    }

    /// A graph from its number of vertices and its edges.
    pub fn new(
        vertices: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Self, GraphFault> {
        let mut graph = Self::without_edges(vertices)?;
        edges.into_iter().try_for_each(|(one, other)| graph.add(one, other))?;
        Ok(graph)
    }

    /// Adds an edge.
    pub fn add(&mut self, one: usize, other: usize) -> Result<(), GraphFault> {
        let vertices = self.vertices();
        if let Some(vertex) = [one, other].into_iter().find(|&vertex| vertex >= vertices) {
            return Err(GraphFault::NoVertex { vertex, vertices });
        }
        if one == other {
            return Err(GraphFault::Loop(one));
        }
        if self.neighbours[one] >> other & 1 == 1 {
            return Err(GraphFault::Twice(one, other));
        }
        self.neighbours[one] |= 1 << other;
        self.neighbours[other] |= 1 << one;
        Ok(())
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbours of a vertex, as a bit set.
    ///
    /// # Panics
    ///
    /// If the graph has no such vertex.
    pub fn neighbours(&self, vertex: usize) -> u32 {
        self.neighbours[vertex]
    }

    /// A peg on every vertex, as a bit set.
    pub fn full(&self) -> u32 {
        u32::MAX >> (MOST_VERTICES - self.vertices())
    }

    /// The edges, the smaller vertex first, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of = |one: usize| bits(self.neighbours[one] & !(u32::MAX >> (31 - one)));
        (0..self.vertices()).flat_map(move |one| of(one).map(move |other| (one, other)))
    }

    /// All jumps, ordered by `from`, `over` and `to`: those of a board with these edges.
    pub fn jumps(&self) -> Vec<Jump> {
        let edges: Vec<_> = self.edges().map(|(one, other)| (one as Hole, other as Hole)).collect();
        let mut jumps = jumps_of_edges(self.vertices(), &edges);
        jumps.sort_unstable();
        jumps
    }

    /// Whether a shortest path between two vertices has two edges.
    pub fn at_distance_2(&self, one: usize, other: usize) -> bool {
        let apart = one != other && self.neighbours[one] >> other & 1 == 0;
        apart && self.neighbours[one] & self.neighbours[other] != 0
    }
}

/// The indices of the set bits, in ascending order.
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_its_edges_and_jumps() {
        let path = Graph::new(4, [(1, 0), (2, 1), (2, 3)]).expect("a graph");
        assert_eq!(path.edges().collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 3)]);
        let jumps: Vec<_> = path.jumps().iter().map(|one| (one.from, one.over, one.to)).collect();
        assert_eq!(jumps, [(0, 1, 2), (1, 2, 3), (2, 1, 0), (3, 2, 1)]);
        assert!(path.jumps()[0].is_legal(0b1011) && !path.jumps()[0].is_legal(0b1111));
        let apart = [(0, 1), (0, 2), (0, 3), (2, 2)].map(|(a, b)| path.at_distance_2(a, b));
        assert_eq!(apart, [false, true, false, false]);
        let largest = Graph::new(32, [(30, 31), (0, 31)]).expect("a graph");
        assert_eq!(largest.edges().collect::<Vec<_>>(), [(0, 31), (30, 31)]);
        assert_eq!((path.full(), largest.full()), (0b1111, u32::MAX));
    }

    #[test]
    fn a_graph_is_simple_and_has_2_to_32_vertices() {
        let fault = |vertices, edges: &[(usize, usize)]| {
            Graph::new(vertices, edges.iter().copied()).map_err(|fault| fault.to_string())
        };
        for (vertices, edges, message) in [
            (1, &[][..], "a graph with 1 vertices has no game: there must be at least 2"),
            (33, &[], "33 vertices are too many: a survey takes at most 32"),
            (3, &[(0, 3)], "there is no vertex 3: the 3 vertices are numbered from 0"),
            (3, &[(2, 2)], "the edge 2-2 is a loop"),
            (3, &[(0, 1), (1, 0)], "the edge 1-0 is given twice"),
        ] {
            assert_eq!(fault(vertices, edges), Err(message.to_owned()));
        }
    }
}
