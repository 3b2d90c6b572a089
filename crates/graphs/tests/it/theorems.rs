//! Theorems on families of graphs. R. A. Beeler and D. P. Hoilman, "Peg solitaire on graphs", Discrete Mathematics 311
//! (2011), and "Peg solitaire on the windmill and the double star graphs", Australasian Journal of Combinatorics 52 (2012);
//! R. A. Beeler and T. K. Rodriguez, "Fool's solitaire on graphs", Involve 5 (2012).

use soliter_base::control::Control;
use soliter_graphs::{Class, Graph, Survey, Wanted, survey};

use crate::brute_force::BruteForce;
use crate::families::{
    Edges, complete, complete_bipartite, crown, cycle, double_star, hypercube, path, petersen,
    star, wheel, windmill,
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

/// The windmill W(P, B) with B triangles and P leaves at the common vertex is solvable for P <= 2B,
/// distance-2 solvable for P = 2B + 1, and (P - 2B + 1)-solvable otherwise. It is freely solvable for P < 2B,
/// except W(0, 2). The paper does not list W(1, 1) as an exception, but if its leaf is empty, two pegs are
/// left, as enumerating all games shows.
#[test]
fn windmills() {
    for triangles in 1..=4 {
        for leaves in 0..=(2 * triangles + 4).min(10) {
            let mill = windmill(triangles, leaves);
            let excepted = matches!((leaves, triangles), (0, 2) | (1, 1));
            let expected = if leaves < 2 * triangles && !excepted {
                Class::FreelySolvable
            } else if leaves <= 2 * triangles {
                Class::Solvable
            } else if leaves == 2 * triangles + 1 {
                Class::Distance2Solvable
            } else {
                Class::KSolvable((leaves - 2 * triangles + 1) as u8)
            };
            assert_eq!(class(&mill), expected, "W({leaves}, {triangles})");
        }
    }
    let paw = surveyed(&windmill(1, 1));
    assert_eq!(paw.fewest, [1, 1, 1, 2]);
    let (fewest, ..) = BruteForce::new(4, &windmill(1, 1)).survey();
    assert_eq!(fewest, [1, 1, 1, 2]);
    assert_eq!(surveyed(&windmill(2, 0)).solvable().collect::<Vec<_>>(), [1, 2, 3, 4]);
}

/// A cycle with k vertices and p leaves at one of them is solvable if and only if p is at most p*(k): K. Harish, "Peg
/// solitaire on unicyclic graphs" (2026).
#[test]
fn crowns() {
    let largest = [2, 1, 3, 2, 3, 3, 4, 2, 5, 2];
    for (k, most) in (3..).zip(largest) {
        for leaves in 0..=most + 2 {
            let solvable = surveyed(&crown(k, leaves)).peg_solitaire_number() == 1;
            let expected = leaves <= most && (leaves > 0 || k % 2 == 0 || k == 3);
            assert_eq!(solvable, expected, "C({k}; {leaves})");
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

/// A graph without jumps keeps its pegs. In a disconnected graph, the component without the vacancy keeps its pegs.
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

/// The hypercube of dimension 5 has 2^32 positions: `cargo test --release -p soliter-graphs -- --ignored`.
#[test]
#[ignore = "1 GiB, and minutes even in a release build"]
fn the_hypercube_of_dimension_5() {
    assert_eq!(class(&hypercube(5)), Class::FreelySolvable);
}
