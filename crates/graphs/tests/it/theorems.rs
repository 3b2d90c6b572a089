//! Theorems on families of graphs. R. A. Beeler and D. P. Hoilman, "Peg solitaire on graphs", Discrete Mathematics 311
//! (2011), and "Peg solitaire on the windmill and the double star graphs", Australasian Journal of Combinatorics 52 (2012);
//! R. A. Beeler and T. K. Rodriguez, "Fool's solitaire on graphs", Involve 5 (2012).

use soliter_base::control::Control;
use soliter_graphs::{Class, Graph, Survey, Wanted, survey};

use crate::families::{
    Edges, complete, complete_bipartite, cycle, double_star, hypercube, path, petersen, star,
    wheel, windmill,
};

fn surveyed(edges: &Edges) -> Survey {
    let vertices = edges.iter().map(|&(u, v)| u.max(v) + 1).max().expect("an edge");
    let graph = Graph::new(vertices, edges.iter().copied()).expect("a graph");
    survey(&graph, Wanted::default(), &Control::default()).expect("no limit")
}

fn class(edges: &Edges) -> Class {
    surveyed(edges).class
}

/// P(n) is freely solvable for n = 2, solvable for even n and n = 3, distance-2 solvable for the other odd n.
#[test]
fn paths() {
    assert_eq!(class(&path(2)), Class::FreelySolvable);
    for n in 3..=16 {
        let expected =
            if n % 2 == 0 || n == 3 { Class::Solvable } else { Class::Distance2Solvable };
        assert_eq!(class(&path(n)), expected, "{n}");
    }
}

/// C(n) is freely solvable for even n and n = 3, distance-2 solvable for the other odd n.
#[test]
fn cycles() {
    for n in 3..=16 {
        let free = n % 2 == 0 || n == 3;
        let expected = if free { Class::FreelySolvable } else { Class::Distance2Solvable };
        assert_eq!(class(&cycle(n)), expected, "{n}");
    }
}

/// K(1, n) is (n - 1)-solvable for n > 2. Its fool's solitaire number is n.
#[test]
fn stars() {
    for n in 3..=12 {
        let star = surveyed(&star(n));
        let expected =
            if n == 3 { Class::Distance2Solvable } else { Class::KSolvable(n as u8 - 1) };
        assert_eq!((star.class, star.fools_solitaire_number()), (expected, n as u8), "{n}");
    }
}

/// K(n) is freely solvable, and its fool's solitaire number is 1. K(m, n) with m, n > 1 is freely solvable.
#[test]
fn complete_graphs() {
    for n in 3..=10 {
        let graph = surveyed(&complete(n));
        assert_eq!((graph.class, graph.fools_solitaire_number()), (Class::FreelySolvable, 1));
    }
    for (m, n) in [(2, 2), (2, 3), (2, 7), (3, 3), (3, 5), (4, 4), (5, 6)] {
        assert_eq!(class(&complete_bipartite(m, n)), Class::FreelySolvable, "{m} {n}");
    }
}

/// The Petersen graph, the hypercubes and the wheels are freely solvable.
#[test]
fn petersen_graph_hypercubes_and_wheels() {
    assert_eq!(class(&petersen()), Class::FreelySolvable);
    for dimension in 1..=4 {
        assert_eq!(class(&hypercube(dimension)), Class::FreelySolvable, "{dimension}");
    }
    for rim in 3..=12 {
        assert_eq!(class(&wheel(rim)), Class::FreelySolvable, "{rim}");
    }
}

/// The windmill of two or more triangles is freely solvable, except that two triangles are solvable from all vacancies but
/// the common vertex.
#[test]
fn windmills() {
    for triangles in 1..=6 {
        let mill = surveyed(&windmill(triangles));
        if triangles == 2 {
            assert_eq!(mill.solvable().collect::<Vec<_>>(), [1, 2, 3, 4]);
        } else {
            assert_eq!(mill.class, Class::FreelySolvable, "{triangles}");
        }
    }
}

/// The double star with L >= R leaves is freely solvable for L = R and R > 1, solvable for L <= R + 1, distance-2 solvable
/// for L = R + 2, and (L - R)-solvable otherwise.
#[test]
fn double_stars() {
    for right in 1..=5 {
        for left in right..=7 {
            let expected = match left - right {
                0 if right > 1 => Class::FreelySolvable,
                0 | 1 => Class::Solvable,
                2 => Class::Distance2Solvable,
                pegs => Class::KSolvable(pegs as u8),
            };
            assert_eq!(class(&double_star(left, right)), expected, "{left} {right}");
        }
    }
}

/// A graph without jumps keeps its pegs. In two parts, the part without the vacancy keeps its pegs.
#[test]
fn graphs_in_parts() {
    let none =
        survey(&Graph::without_edges(4).expect("a graph"), Wanted::default(), &Control::default());
    let none = none.expect("no limit");
    assert_eq!((none.class, none.positions), (Class::KSolvable(3), 4));
    assert_eq!((none.fewest, none.most), (vec![3; 4], vec![3; 4]));
    let two_paths: Edges = path(4).into_iter().chain([(4, 5), (5, 6), (6, 7)]).collect();
    let two = surveyed(&two_paths);
    assert_eq!((two.class, two.fewest), (Class::KSolvable(5), vec![6, 5, 5, 6, 6, 5, 5, 6]));
}

/// The hypercube of dimension 5 takes a minute without optimisation: `cargo test --release -p soliter-graphs -- --ignored`.
#[test]
#[ignore = "a minute in a debug build"]
fn the_hypercube_of_dimension_5() {
    assert_eq!(class(&hypercube(5)), Class::FreelySolvable);
}
