//! Random graphs, compared with brute force.

use soliter_base::control::Control;
use soliter_graphs::{Class, Graph, Wanted, survey, survey_all};

use crate::brute_force::BruteForce;
use crate::families::Edges;

const ALL: Wanted = Wanted { solutions: true, evidence: true };

/// A graph with 2 to `most` vertices, connected or not.
fn random_graph(random: &mut fastrand::Rng, most: usize) -> (usize, Edges) {
    let vertices = random.usize(2..=most);
    let dense = random.u32(1..=10);
    let pairs = (0..vertices).flat_map(|u| (u + 1..vertices).map(move |v| (u, v)));
    let edges = pairs.filter(|_| random.u32(..20) < dense).collect();
    (vertices, edges)
}

#[test]
fn surveys_agree_with_brute_force() {
    let mut random = fastrand::Rng::with_seed(2011);
    let mut classes = Vec::new();
    for _ in 0..400 {
        let (vertices, edges) = random_graph(&mut random, 9);
        let graph = Graph::new(vertices, edges.iter().copied()).expect("a graph");
        let found = survey(&graph, Wanted::default(), &Control::default()).expect("no limit");
        let mut brute = BruteForce::new(vertices, &edges);
        let (fewest, most, positions) = brute.survey();
        let wide = |list: &[u8]| list.iter().map(|&pegs| usize::from(pegs)).collect::<Vec<_>>();
        assert_eq!((wide(&found.fewest), wide(&found.most)), (fewest.clone(), most), "{edges:?}");
        assert_eq!(found.positions, positions as u64, "{edges:?}");
        let expected = match fewest.iter().min() {
            Some(1) if fewest.iter().all(|&pegs| pegs == 1) => Class::FreelySolvable,
            Some(1) => Class::Solvable,
            Some(2) if brute.leaves_distance_2() => Class::Distance2Solvable,
            Some(&pegs) => Class::KSolvable(pegs as u8),
            None => unreachable!("a graph has vertices"),
        };
        assert_eq!(found.class, expected, "{edges:?}");
        if !classes.contains(&expected) {
            classes.push(expected);
        }
    }
    assert!(classes.len() > 6, "{classes:?}");
}

#[test]
fn solutions_are_legal_and_have_the_fewest_moves() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut solved = 0;
    for _ in 0..150 {
        let (vertices, edges) = random_graph(&mut random, 7);
        let graph = Graph::new(vertices, edges.iter().copied()).expect("a graph");
        let found = survey(&graph, ALL, &Control::default()).expect("no limit");
        let brute = BruteForce::new(vertices, &edges);
        for (vacancy, solution) in found.solutions.expect("wanted").iter().enumerate() {
            let mut pegs = brute.start(vacancy);
            assert_eq!(solution.is_some(), found.fewest[vacancy] == 1);
            let Some(solution) = solution else { continue };
            assert_eq!(solution.moves, solution.paths().len());
            assert!(solution.fewest_moves);
            assert_eq!(
                brute.fewest_moves(&pegs, None),
                Some(solution.moves),
                "{edges:?} {vacancy}"
            );
            for path in solution.paths() {
                for jump in path.windows(3).step_by(2) {
                    let [from, over, to] = [0, 1, 2].map(|at| usize::from(jump[at]));
                    let mut next = pegs.clone();
                    (next[from], next[over], next[to]) = (false, false, true);
                    assert!(brute.after(&pegs).contains(&next), "{edges:?} {jump:?}");
                    pegs = next;
                }
            }
            assert_eq!(pegs.iter().filter(|&&peg| peg).count(), 1);
            solved += 1;
        }
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn evidence_has_the_positions_of_unsolvable_vacancies() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut seen = 0;
    for _ in 0..100 {
        let (vertices, edges) = random_graph(&mut random, 8);
        let graph = Graph::new(vertices, edges.iter().copied()).expect("a graph");
        let found = survey(&graph, ALL, &Control::default()).expect("no limit");
        assert_eq!(found.evidence.is_none(), found.class == Class::FreelySolvable);
        let Some(evidence) = found.evidence else { continue };
        let brute = BruteForce::new(vertices, &edges);
        let unsolvable = (0..vertices).filter(|&one| found.fewest[one] > 1);
        let mut open: Vec<Vec<bool>> = unsolvable.map(|one| brute.start(one)).collect();
        let mut reached = std::collections::BTreeSet::new();
        while let Some(pegs) = open.pop() {
            if reached.insert(pegs.clone()) {
                open.extend(brute.after(&pegs));
            }
        }
        let mut by_pegs = vec![0; vertices + 1];
        for pegs in &reached {
            by_pegs[pegs.iter().filter(|&&peg| peg).count()] += 1;
        }
        assert_eq!((evidence.by_pegs[1], evidence.by_pegs), (0, by_pegs), "{edges:?}");
        seen += 1;
    }
    assert!(seen > 50, "{seen}");
}

/// The digest for a path with three vertices and its middle empty: the only position is 0b101.
#[test]
fn the_digest_is_of_the_positions_in_ascending_order() {
    let path = Graph::new(3, [(0, 1), (1, 2)]).expect("a graph");
    let found = survey(&path, ALL, &Control::default()).expect("no limit");
    assert_eq!(found.solvable().collect::<Vec<_>>(), [0, 2]);
    let evidence = found.evidence.expect("vacancy 1 is not solvable");
    assert_eq!(evidence.by_pegs, [0, 0, 1, 0]);
    let sha256 = "2594b6a92ebfb1c3312deb7d01c015fb95e9fbe9bd7bc6b527af07813ec7b910";
    assert_eq!(evidence.sha256, sha256);
}

#[test]
fn many_graphs_in_threads_are_surveyed_in_order() {
    let mut random = fastrand::Rng::with_seed(5);
    let graphs: Vec<Graph> = (0..300)
        .map(|_| {
            let (vertices, edges) = random_graph(&mut random, 10);
            Graph::new(vertices, edges).expect("a graph")
        })
        .collect();
    let control = Control::default();
    let all = survey_all(&graphs, ALL, &control.clone().threads(3));
    let alone: Vec<_> = graphs.iter().map(|graph| survey(graph, ALL, &control)).collect();
    assert_eq!(all, alone);
}
