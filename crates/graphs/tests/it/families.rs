//! Families of graphs, as lists of edges.

pub(crate) type Edges = Vec<(usize, usize)>;

pub(crate) fn path(n: usize) -> Edges {
    (1..n).map(|v| (v - 1, v)).collect()
}

pub(crate) fn cycle(n: usize) -> Edges {
    (0..n).map(|v| (v, (v + 1) % n)).collect()
}

/// K(1, n): vertex 0 and n leaves.
pub(crate) fn star(n: usize) -> Edges {
    (1..=n).map(|leaf| (0, leaf)).collect()
}

pub(crate) fn complete(n: usize) -> Edges {
    (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v))).collect()
}

/// K(m, n)
pub(crate) fn complete_bipartite(m: usize, n: usize) -> Edges {
    (0..m).flat_map(|u| (m..m + n).map(move |v| (u, v))).collect()
}

pub(crate) fn hypercube(dimension: usize) -> Edges {
    let vertices = 0..1_usize << dimension;
    let of = |v: usize| (0..dimension).map(move |bit| (v, v ^ 1 << bit));
    vertices.flat_map(of).filter(|(u, v)| u < v).collect()
}

pub(crate) fn petersen() -> Edges {
    (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]).collect()
}

/// A hub, vertex 0, joined to a cycle.
pub(crate) fn wheel(rim: usize) -> Edges {
    let spokes = (1..=rim).map(|v| (0, v));
    spokes.chain((1..=rim).map(|v| (v, v % rim + 1))).collect()
}

/// Triangles with the common vertex 0, and leaves at that vertex.
pub(crate) fn windmill(triangles: usize, leaves: usize) -> Edges {
    let blade = |t| [(0, 2 * t + 1), (0, 2 * t + 2), (2 * t + 1, 2 * t + 2)];
    (0..triangles)
        .flat_map(blade)
        .chain((0..leaves).map(|leaf| (0, 2 * triangles + 1 + leaf)))
        .collect()
}

/// A cycle with leaves at its vertex 0.
pub(crate) fn crown(rim: usize, leaves: usize) -> Edges {
    cycle(rim).into_iter().chain((0..leaves).map(|leaf| (0, rim + leaf))).collect()
}

/// Two adjacent centres, vertex 0 with `left` leaves and vertex 1 with `right` leaves.
pub(crate) fn double_star(left: usize, right: usize) -> Edges {
    let leaves = (0..left).map(|leaf| (0, 2 + leaf));
    let others = (0..right).map(move |leaf| (1, 2 + left + leaf));
    leaves.chain(others).chain([(0, 1)]).collect()
}
