//! Boards without a drawing: graphs agree with published theorems, and random lists of jumps, tori and changed
//! drawings agree with brute force.

use crate::common;
use crate::common::cases;
use crate::common::python::verdicts;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cases::cases;
use proptest::prelude::*;
use soliter::Claim;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::boards::board::listed::jumps_of_edges;
use soliter::boards::board::position::{Hole, Position};
use soliter::boards::board::{Board, Jump};
use soliter::boards::draw::svg;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::boards::session::Attempt;
use soliter::boards::verify::replay;
use soliter::checker::{Proved, check};
use soliter::prove::certify::{Contents, certify};
use soliter::prove::judge::Verdict;
use soliter::prove::solve::{Method, solve};
use soliter::search::count::lines::lines;
use soliter::search::count::{What, count};
use soliter::search::disk::count::count_on_disk;
use soliter::search::disk::folder::Place as Levels;
use soliter::search::questions::distinct::distinct;
use soliter::search::questions::sweeps::sweeps;
use soliter_testing::jump_list::{JumpList, of_graph};

/// Edges between vertices, which are numbered from 0.
type Edges = Vec<(usize, usize)>;

fn board(holes: usize, jumps: Vec<Jump>) -> Board {
    let names = (0..holes).map(|hole| hole.to_string()).collect();
    Board::listed(names, jumps, Vec::new()).expect("a board")
}

fn graph(edges: &Edges) -> Board {
    let holes = edges.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(1);
    let edges: Vec<(Hole, Hole)> = edges.iter().map(|&(a, b)| (a as Hole, b as Hole)).collect();
    board(holes, jumps_of_edges(holes, &edges))
}

fn puzzle(board: &Board, start: Position, finish: Finish) -> Puzzle {
    PuzzleSetup::new(board.clone(), start, finish).puzzle().expect("a puzzle")
}

fn is_solvable(puzzle: &Puzzle) -> bool {
    let answer = solve(puzzle, &Method::Search.into(), &Control::default()).expect("an answer");
    match answer.claim() {
        Claim::Optimal { .. } => true,
        Claim::Infeasible => false,
        other => panic!("{other:?}"),
    }
}

/// A solution from vacancy 0 of the hypercube of dimension 5, as jumps, and one of dimension 6.
const HYPERCUBES: [(u32, &str); 2] = [
    (
        5,
        "12-4-0 8-0-4 5-4-0 1-0-8 9-8-12 13-12-8 24-8-9 9-25-24 16-17-25 21-20-16 24-16-17 \
    29-28-24 25-24-16 17-16-24 26-24-25 25-27-26 23-31-27 30-22-23 19-23-22 22-18-19 \
    27-26-18 18-19-23 7-23-31 31-15-7 6-14-15 7-15-14 10-14-15 2-3-1 15-11-9 1-9-8",
    ),
    (
        6,
        "33-32-0 48-49-33 1-33-49 0-16-48 49-48-16 16-17-49 53-49-33 33-37-53 4-36-37 37-5-4 \
    20-4-5 52-53-37 5-37-53 21-53-37 39-37-53 53-55-39 50-54-55 22-18-50 34-50-54 2-6-22 \
    54-22-6 6-38-34 35-34-50 50-51-35 3-35-51 19-51-35 39-35-3 55-23-19 3-7-23 23-19-17 \
    25-17-49 49-57-25 29-61-57 57-25-29 56-60-61 61-29-25 24-28-29 29-25-57 41-57-56 \
    56-40-41 45-44-40 13-12-44 40-44-45 9-8-40 41-40-44 45-44-60 62-60-61 61-63-62 \
    43-59-63 27-11-43 47-43-11 11-15-47 63-31-15 15-47-43 42-43-47 47-46-42 30-62-46 \
    14-46-62 10-42-46 26-58-59 46-62-63 59-63-62",
    ),
];

/// The hypercubes are freely solvable (Beeler and Hoilman, 2011). The search visits too few of the positions of dimensions 5
/// and 6, so their solutions were found by a beam. A translation by a vertex maps edges to edges and the vacancy 0 to any other.
#[test]
fn hypercubes_of_dimensions_5_and_6_are_freely_solvable() {
    for (dimension, solution) in HYPERCUBES {
        let vertices = 1_usize << dimension;
        let neighbours = |v: usize| (0..dimension).map(move |bit| (v, v ^ 1 << bit));
        let edges = (0..vertices).flat_map(neighbours).filter(|(u, v)| u < v).collect();
        let board = graph(&edges);
        let jumps: Vec<[usize; 3]> = (solution.split_whitespace())
            .map(|jump| {
                let holes: Vec<usize> =
                    jump.split('-').map(|hole| hole.parse().expect("a hole")).collect();
                holes.try_into().expect("three holes")
            })
            .collect();
        for vacancy in 0..vertices {
            let start = board.full().without(vacancy as Hole);
            let puzzle = puzzle(&board, start, Finish::Pegs(1));
            let hops = jumps.iter().map(|three| {
                let [from, over, to] = three.map(|hole| (hole ^ vacancy) as Hole);
                board.hop(Jump { from, over, to })
            });
            assert!(replay(&puzzle, hops).solves(&puzzle), "{dimension}, {vacancy}");
        }
    }
}

/// The fewest pegs that can be left, by vacancy.
fn fewest_left(edges: &Edges) -> Vec<usize> {
    let board = graph(edges);
    let left = |vacancy: Hole| {
        let start = board.full().without(vacancy);
        let solvable =
            |pegs: &usize| is_solvable(&puzzle(&board, start.clone(), Finish::Pegs(*pegs)));
        (1..=board.holes()).find(solvable).expect("no jump is a way too")
    };
    (0..board.holes() as Hole).map(left).collect()
}

/// The same by playing all games.
fn fewest_left_plainly(edges: &Edges) -> Vec<usize> {
    let holes = graph(edges).holes();
    let left = |vacancy: usize| {
        let start = (0..holes).filter(|hole| *hole != vacancy).collect();
        let game = JumpList { holes, jumps: of_graph(edges), start, finish: Err(1) };
        game.reachable().iter().map(BTreeSet::len).min().expect("the start")
    };
    (0..holes).map(left).collect()
}

/// Whether one peg can be left from every vacancy, and from some vacancy; and the fewest pegs that can be
/// left.
fn class(edges: &Edges) -> (bool, bool, usize) {
    let left = fewest_left(edges);
    let least = left.iter().copied().min().expect("a vacancy");
    (left.iter().all(|pegs| *pegs == 1), least == 1, least)
}

fn path(n: usize) -> Edges {
    (1..n).map(|v| (v - 1, v)).collect()
}

fn cycle(n: usize) -> Edges {
    (0..n).map(|v| (v, (v + 1) % n)).collect()
}

fn star(leaves: usize) -> Edges {
    (1..=leaves).map(|leaf| (0, leaf)).collect()
}

fn complete(n: usize) -> Edges {
    (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect()
}

fn hypercube(dimension: usize) -> Edges {
    let vertices = 0..1_usize << dimension;
    vertices
        .flat_map(|v| (0..dimension).map(move |bit| (v, v ^ 1 << bit)))
        .filter(|(a, b)| a < b)
        .collect()
}

fn wheel(rim: usize) -> Edges {
    let spokes = (1..=rim).map(|v| (0, v));
    spokes.chain((0..rim).map(|v| (v + 1, (v + 1) % rim + 1))).collect()
}

/// A centre with some pendants and some blades, each a triangle.
fn windmill(pendants: usize, blades: usize) -> Edges {
    let mut edges = star(pendants + 2 * blades);
    edges.extend((0..blades).map(|blade| (pendants + 2 * blade + 1, pendants + 2 * blade + 2)));
    edges
}

/// Two adjacent centres, one with `left` leaves and one with `right`.
fn double_star(left: usize, right: usize) -> Edges {
    let mut edges = vec![(0, 1)];
    edges.extend((0..left).map(|leaf| (0, 2 + leaf)));
    edges.extend((0..right).map(|leaf| (1, 2 + left + leaf)));
    edges
}

/// Two rows of `n` vertices, each joined to all vertices of the other row except the opposite one.
fn crown(n: usize) -> Edges {
    (0..n).flat_map(|a| (0..n).filter(move |b| *b != a).map(move |b| (a, n + b))).collect()
}

fn petersen() -> Edges {
    let mut edges = cycle(5);
    edges.extend((0..5).map(|v| (v, v + 5)));
    edges.extend((0..5).map(|v| (v + 5, (v + 2) % 5 + 5)));
    edges
}

/// R. Beeler, P. Hoilman, Peg solitaire on graphs, Discrete Mathematics 311 (2011): stars, paths, cycles, complete
/// graphs, and the Petersen graph.
#[test]
fn paths_cycles_stars_and_complete_graphs_are_as_published() {
    for n in 2..=9 {
        let (freely, solvable, least) = class(&path(n));
        assert_eq!((freely, solvable), (n == 2, n % 2 == 0 || n == 3), "path {n}");
        assert_eq!(least, if solvable { 1 } else { 2 }, "path {n}");
    }
    for n in 3..=9 {
        let is_free = n % 2 == 0 || n == 3;
        let (freely, solvable, least) = class(&cycle(n));
        assert_eq!(
            (freely, solvable, least),
            (is_free, is_free, if is_free { 1 } else { 2 }),
            "cycle {n}"
        );
    }
    for leaves in 2..=8 {
        let (freely, solvable, least) = class(&star(leaves));
        assert_eq!((freely, solvable), (false, leaves == 2), "star {leaves}");
        assert_eq!(least, leaves - 1, "star {leaves}");
    }
    for n in 2..=7 {
        assert_eq!(class(&complete(n)), (true, true, 1), "complete graph {n}");
    }
    assert_eq!(class(&petersen()), (true, true, 1));
}

/// The same paper covers hypercubes. They are vertex-transitive, so one vacancy represents all.
#[test]
fn hypercubes_are_freely_solvable() {
    for dimension in 1..=4 {
        let board = graph(&hypercube(dimension));
        for vacancy in [0, board.holes() as Hole - 1] {
            let start = board.full().without(vacancy);
            assert!(is_solvable(&puzzle(&board, start, Finish::Pegs(1))), "{dimension}");
        }
    }
}

/// R. Beeler, P. Hoilman, Peg solitaire on the windmill and the double star graphs, Australasian Journal of
/// Combinatorics 53 (2012).
#[test]
fn windmills_and_double_stars_are_as_published() {
    for right in 1..=4 {
        for left in right..=5 {
            let (freely, solvable, least) = class(&double_star(left, right));
            assert_eq!(freely, left == right && right != 1, "double star {left}, {right}");
            assert_eq!(solvable, left <= right + 1, "double star {left}, {right}");
            let expected = match left - right {
                0 | 1 => 1,
                2 => 2,
                difference => difference,
            };
            assert_eq!(least, expected, "double star {left}, {right}");
        }
    }
    for blades in 1..=3 {
        for pendants in 0..=7 - blades {
            let (_, solvable, least) = class(&windmill(pendants, blades));
            assert_eq!(solvable, pendants <= 2 * blades, "{pendants} pendants, {blades} blades");
            let expected = match pendants.checked_sub(2 * blades) {
                None | Some(0) => 1,
                Some(1) => 2,
                Some(more) => more + 1,
            };
            assert_eq!(least, expected, "{pendants} pendants, {blades} blades");
        }
    }
}

/// Wheels and crowns have spanning cycles of the required lengths; brute force gives the same numbers for all of
/// these graphs.
#[test]
fn families_agree_with_brute_force() {
    let mut graphs = vec![petersen(), hypercube(3), complete(5), double_star(3, 2), windmill(3, 2)];
    graphs.extend((3..=7).map(wheel));
    graphs.extend((3..=5).map(crown));
    for edges in graphs {
        assert_eq!(fewest_left(&edges), fewest_left_plainly(&edges), "{edges:?}");
    }
    assert!((3..=7).all(|rim| class(&wheel(rim)).1) && (3..=5).all(|n| class(&crown(n)).1));
}

/// Trees and unicyclic graphs with the fewest pegs left, by vacancy, from K. Harish, Peg solitaire on unicyclic
/// graphs (2026).
#[test]
fn published_numbers_of_trees_and_unicyclic_graphs() {
    for (edges, left) in [
        ("1-0 0-2 0-3", "3 2 2 2"),
        ("1-0 1-2 0-3 0-4", "2 1 3 1 1"),
        ("1-0 1-2 0-4 2-3 4-5", "2 2 1 3 1 3"),
        ("1-0 1-2 0-4 2-3 4-5 4-6", "1 3 1 4 1 1 1"),
        ("1-0 1-2 1-3 1-4 0-5 5-6", "3 4 3 3 3 4 4"),
        ("1-0 1-2 0-5 2-3 3-4 5-6 6-7", "1 1 3 1 4 3 1 4"),
        ("1-0 1-2 1-4 0-5 2-3 5-6 5-7", "2 2 2 3 2 2 2 2"),
    ] {
        let edges: Edges = edges
            .split(' ')
            .map(|edge| {
                let (a, b) = edge.split_once('-').expect("an edge");
                (a.parse().expect("a vertex"), b.parse().expect("a vertex"))
            })
            .collect();
        let told: Vec<String> = fewest_left(&edges).iter().map(ToString::to_string).collect();
        assert_eq!(told.join(" "), left, "{edges:?}");
    }
}

/// The puzzle of a random list of jumps, for the program and for the oracle.
fn random(
    holes: usize,
    jumps: BTreeSet<[usize; 3]>,
    pegs: u64,
    choices: &[usize],
    by_number: bool,
) -> Option<(JumpList, Puzzle)> {
    let start: BTreeSet<usize> = (0..holes).filter(|hole| pegs >> hole & 1 == 1).collect();
    let mut game = JumpList { holes, jumps, start, finish: Err(1) };
    let mut end = game.start.clone();
    for choice in choices {
        let legal = game.legal(&end);
        let Some((_, after)) = legal.get(choice % legal.len().max(1)) else { break };
        end.clone_from(after);
    }
    if end == game.start {
        return None;
    }
    // Sometimes this game does not reach the finish.
    if choices[0].is_multiple_of(5) {
        end = (0..end.len()).map(|n| (n + choices[0]) % holes).collect();
    }
    let set = |pegs: &BTreeSet<usize>| pegs.iter().map(|&hole| hole as Hole).collect::<Position>();
    let finish = if by_number { Finish::Pegs(end.len()) } else { Finish::Exactly(set(&end)) };
    game.finish = if by_number { Err(end.len()) } else { Ok(end) };
    let jump = |three: &[usize; 3]| {
        let [from, over, to] = three.map(|hole| hole as Hole);
        Jump { from, over, to }
    };
    let board = board(holes, game.jumps.iter().map(jump).collect());
    let own = puzzle(&board, set(&game.start), finish);
    Some((game, own))
}

/// The verdict of both checkers on a certificate: the claim, or a rejection.
fn checked(file: &[u8]) -> Option<Proved> {
    let own = check(file, &|_| true).ok().map(|certified| certified.proved);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("1.layers");
    std::fs::write(&path, file).expect("written");
    if let Some(said) = verdicts("check_layers.py", &[path]) {
        assert_eq!(said[0].is_ok(), own.is_some(), "{said:?}: {}", String::from_utf8_lossy(file));
    }
    own
}

proptest! {
    #![proptest_config(cases(30))]

    /// Answers, counts, records and certificates of random lists of jumps, with symmetries and without.
    #[test]
    fn random_lists_of_jumps_agree_with_brute_force(
        holes in 4..9usize,
        chosen in prop::collection::vec((0..8usize, 0..8usize, 0..8usize), 2..24),
        is_graph in any::<bool>(),
        pegs in any::<u64>(),
        choices in prop::collection::vec(0..64usize, 1..=6),
        by_number in any::<bool>(),
    ) {
        let three = chosen.iter().map(|&(a, b, c)| [a % holes, b % holes, c % holes]);
        let jumps: BTreeSet<[usize; 3]> = if is_graph {
            of_graph(&three.filter(|[a, b, _]| a != b).map(|[a, b, _]| (a, b)).collect::<Vec<_>>())
        } else {
            three.filter(|[a, b, c]| a != b && b != c && a != c).collect()
        };
        let Some((game, puzzle)) = random(holes, jumps, pegs, &choices, by_number) else {
            return Err(TestCaseError::reject("no jump"));
        };
        prop_assume!(puzzle.start().len() > puzzle.finish().pegs());
        let control = Control::default();
        let expected = game.fewest_moves().map_or(Claim::Infeasible, |moves| Claim::Optimal { moves });
        let plain = soliter::boards::puzzle::setup::PuzzleSetup {
            board: puzzle.board().clone().without_symmetries(),
            ..puzzle.clone().into()
        };
        let plain = plain.puzzle().expect("a puzzle");
        for puzzle in [&puzzle, &plain] {
            for method in [Method::Search, Method::Dfs] {
                let answer = solve(puzzle, &method.into(), &control).expect("an answer");
                prop_assert_eq!(answer.claim(), expected, "{:?}", method);
            }
            let counted = game.count();
            let number = |what| count(puzzle, what, &control).expect("a count").value;
            prop_assert_eq!(number(What::Solutions), counted.solutions.values().sum::<u128>());
            let games = count(puzzle, What::Games, &control).expect("a count");
            let won = counted.games.iter().filter(|(pegs, _)| game.accepts(pegs));
            prop_assert_eq!(games.value, counted.games.values().sum::<u128>());
            prop_assert_eq!(games.won(), Some(won.map(|(_, games)| games).sum()));
            prop_assert_eq!(number(What::Positions), counted.positions.len() as u128);
            let shortest = counted.solutions.first_key_value().map_or(0, |(_, number)| *number);
            prop_assert_eq!(number(What::Shortest), shortest);
        }
        #[cfg(feature = "sat")]
        {
            let answer = solve(&puzzle, &Method::Sat.into(), &control).expect("an answer");
            if puzzle.board().keeps_classes() {
                prop_assert_eq!(answer.claim(), expected);
            } else {
                // If the order of a move's jumps matters, clauses claim nothing.
                let is_unknown = matches!(answer.claim(), Claim::Unknown { .. });
                prop_assert!(is_unknown);
            }
        }
        let answer = solve(&puzzle, &Method::Search.into(), &control).expect("an answer");
        if let Some(line) = answer.line() {
            let text = puzzle.names().line(line);
            let judgement = common::judged(&puzzle, &text);
            prop_assert_eq!(judgement.verdict, Verdict::Correct, "{}", text);
            prop_assert!(judgement.jumps().eq(line.jumps()), "{}", text);
            let rows = line.jumps().map(|hop| {
                let jump = puzzle.board().find(hop).expect("a jump");
                format!("{},{},{}\n", jump.from, jump.over, jump.to)
            });
            // The header makes clear that the first value of a single row is not the number of a move.
            let rows = format!("from,over,to\n{}", rows.collect::<String>());
            let judgement = common::judged(&puzzle, &rows);
            prop_assert_eq!(judgement.verdict, Verdict::Correct);
            let mut attempt = Attempt::new(puzzle.clone());
            prop_assert!(soliter::text::play(&mut attempt, &text, &control).is_ok() && attempt.is_finished());
            let pictures = svg::line(&puzzle, line, None);
            prop_assert!(pictures.starts_with("<svg") && !pictures.contains("NaN"));
            let found = sweeps(&puzzle, &control).expect("sweeps").expect("a solution");
            for (_, line) in found.last.iter().chain([&found.longest]) {
                prop_assert!(replay(&puzzle, line.jumps()).solves(&puzzle));
            }
            let most = found.longest.1.moves().iter().map(|one| one.jumps().count()).max();
            prop_assert_eq!(most, Some(found.longest.0));
        }
        let moves = match expected {
            Claim::Optimal { moves } => moves,
            _ => puzzle.jumps() + 1,
        };
        for contents in [Contents { layers: true, line: true }, Contents::default()] {
            let file = certify(&puzzle, &answer, contents, &control).expect("a certificate");
            let proved = match (expected, contents.line) {
                (Claim::Optimal { moves }, true) => Proved::ExactMoves(moves),
                (Claim::Optimal { moves }, false) => Proved::MovesAtLeast(moves),
                _ => Proved::Impossible,
            };
            prop_assert_eq!(checked(&file), Some(proved));
            let Ok(text) = String::from_utf8(file) else { continue };
            if moves <= puzzle.jumps() {
                let (claim, raised) = (format!("least {moves}\n"), format!("least {}\n", moves + 1));
                prop_assert_eq!(checked(text.replace(&claim, &raised).as_bytes()), None);
            }
            // One jump fewer than the moves in the file need, a jump that does not exist, and jumps in
            // another order.
            let line = text.lines().find(|line| line.starts_with("jumps ")).expect("the jumps");
            let words: Vec<&str> = line.split(' ').collect();
            for wrong in [
                format!("{line} 0-0-1"),
                format!("{line} 0-1-{holes}"),
                format!("{line} {}", words[1]),
                line.replacen("jumps ", "jumps  ", 1),
                format!("{line}\nboard o"),
            ] {
                prop_assert_eq!(checked(text.replace(line, &wrong).as_bytes()), None);
            }
        }
    }

    /// Won games of trees with many leaves at few vertices, in memory and on disk. Leaves at one vertex are interchangeable,
    /// so that a finish may accept some of the images of a position only.
    #[test]
    fn won_games_of_trees_agree_with_brute_force(
        leaves in prop::collection::vec(1..5usize, 1..3),
        pegs in any::<u64>(),
        kind in 0..3usize,
        named in any::<[u64; 2]>(),
        left in 1..4usize,
    ) {
        let centres = leaves.len();
        let mut edges: Edges = (1..centres).map(|centre| (centre - 1, centre)).collect();
        let mut holes = centres;
        for (centre, &number) in leaves.iter().enumerate() {
            edges.extend((holes..holes + number).map(|leaf| (centre, leaf)));
            holes += number;
        }
        let set = |bits: u64| Position::from(bits & ((1 << holes) - 1));
        let start = set(pegs);
        prop_assume!(start.len() > left);
        let pegs_at = set(named[0] & named[1] & named[0].rotate_left(7));
        let finish = match kind {
            0 => Finish::Pegs(left),
            1 => Finish::Exactly((0..).map(|n| ((named[0] >> (4 * n)) % holes as u64) as Hole).take(left).collect()),
            _ => Finish::Holes { empty_at: set(named[1]).difference(&pegs_at), pegs_at, pegs: left },
        };
        let setup = PuzzleSetup::new(graph(&edges), start.clone(), finish.clone());
        let Ok(puzzle) = setup.puzzle() else { return Err(TestCaseError::reject("no puzzle")) };
        prop_assume!(puzzle.jumps() > 0);
        let game = JumpList {
            holes,
            jumps: of_graph(&edges),
            start: start.holes().map(usize::from).collect(),
            finish: Err(left),
        };
        let counted = game.count();
        let position = |pegs: &BTreeSet<usize>| pegs.iter().map(|&h| h as Hole).collect::<Position>();
        let won = counted.games.iter().filter(|(pegs, _)| finish.accepts(&position(pegs)));
        let expected = (counted.games.values().sum::<u128>(), Some(won.map(|(_, games)| games).sum()));
        let control = Control::default();
        let in_memory = count(&puzzle, What::Games, &control).expect("a count");
        prop_assert_eq!((in_memory.value, in_memory.won()), expected);
        let folder = tempfile::tempdir().expect("a folder");
        let levels = folder.path().join("levels");
        let place = Levels { folder: levels, resume: false, lasting: true, in_memory: 0 };
        let on_disk = count_on_disk(&puzzle, What::Games, &place, &control).expect("a count");
        prop_assert_eq!((on_disk.value, on_disk.won()), expected);
    }

    /// Compares tori, skew boards, and drawings with lines left out or added with jumps computed cell by
    /// cell.
    #[test]
    fn changed_drawings_have_the_jumps_that_they_should(
        rows in 1..5i32,
        columns in 1..5i32,
        missing in any::<u64>(),
        torus in any::<bool>(),
        directions in prop::sample::select(vec!["orthogonal", "all", "skew"]),
        dropped in any::<usize>(),
        added in any::<[usize; 3]>(),
    ) {
        let all: Vec<(i32, i32)> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        // The corners are kept, so that the drawing has this many rows and columns.
        let is_corner = |&(row, column): &(i32, i32)| {
            (row == 0 || row == rows - 1) && (column == 0 || column == columns - 1)
        };
        let kept = all.iter().enumerate().filter(|(n, at)| is_corner(at) || missing >> n & 3 != 0);
        let cells: Vec<(i32, i32)> = kept.map(|(_, at)| *at).collect();
        let drawing: Vec<String> = (0..rows)
            .map(|row| (0..columns).map(|column| if cells.contains(&(row, column)) { 'o' } else { ' ' }).collect())
            .collect();
        // With gaps between all marks, a drawing may be read as one with spaces.
        prop_assume!(drawing.iter().any(|row| row.contains("oo")) || columns == 1);
        let hole = |at: (i32, i32)| {
            let at = if torus { (at.0.rem_euclid(rows), at.1.rem_euclid(columns)) } else { at };
            cells.iter().position(|cell| *cell == at)
        };
        let mut expected = BTreeSet::new();
        for (from, &(row, column)) in cells.iter().enumerate() {
            for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
                let fits = match directions {
                    "orthogonal" => (down == 0) != (right == 0),
                    "skew" => down == right && down != 0 || (down == 0) != (right == 0),
                    _ => down != 0 || right != 0,
                };
                let over = hole((row + down, column + right));
                let to = hole((row + 2 * down, column + 2 * right));
                if let (true, Some(over), Some(to)) = (fits, over, to)
                    && from != over && over != to && from != to
                {
                    expected.insert([from, over, to]);
                }
            }
        }
        let mut keys = String::new();
        let name = |hole: usize| (hole + 1).to_string();
        let run = |three: [usize; 3]| three.map(name).join("-");
        if let Some(&[a, b, c]) = expected.iter().nth(dropped % 7) {
            let _ = writeln!(keys, "without = ['{}']", run([a, b, c]));
            expected.remove(&[a, b, c]);
            expected.remove(&[c, b, a]);
        }
        let [a, b, c] = added.map(|hole| hole % cells.len());
        if a != b && b != c && a != c && !keys.contains(&run([a, b, c])) && !keys.contains(&run([c, b, a])) {
            let _ = writeln!(keys, "with = [['{}', '{}', '{}']]", name(a), name(b), name(c));
            expected.extend([[a, b, c], [c, b, a]]);
        }
        let wrap = if torus { "wrap = 'torus'\n" } else { "" };
        let model = format!(
            "kind = 'peg-solitaire'\nnames = 'number'\ndirections = '{directions}'\n{wrap}{keys}\
             board = '''\n{}\n'''\n", drawing.join("\n")
        );
        let puzzle = common::parse_on(&model, "model = 'm'\nstart = 'full'\nfinish = { pegs = 1 }");
        let jumps = puzzle.board().jumps().iter();
        let jumps: BTreeSet<[usize; 3]> =
            jumps.map(|jump| [jump.from, jump.over, jump.to].map(usize::from)).collect();
        prop_assert_eq!(jumps, expected, "{}", model);
    }
}

/// A model in each form that lists jumps.
#[test]
fn a_graph_is_the_same_in_every_form() {
    let of = |keys: &str| {
        let model = format!("kind = 'peg-solitaire'\n{keys}\n");
        common::parse_on(&model, "model = 'm'\nstart = 'full'\nfinish = { pegs = 1 }")
            .board()
            .clone()
    };
    let edges = of("edges = ['0-1', '1-2', ['2', '3'], '3-0']");
    // The cycle of four vertices, as written by NetworkX.
    assert_eq!(of("graph6 = 'Cl'").jumps(), edges.jumps());
    assert_eq!(of("lines = ['0-1-2-3-0', '3-0-1', '2-3-0']").jumps(), edges.jumps());
    let jumps = "jumps = ['0-1-2', '2-1-0', '1-2-3', '3-2-1', '2-3-0', '0-3-2', '3-0-1', '1-0-3']";
    assert_eq!(of(jumps).jumps(), edges.jumps());
    let places = of("edges = ['a-b', 'b-c']\nplaces = { a = [0, 0], b = [1.5, -1], c = [3, 0] }");
    assert_eq!(places.points(), [(0, 0), (1500, -1000), (3000, 0)]);
    let holes = of("holes = ['z', 'y', 'x', 'w']\nedges = ['x-y', 'y-z']");
    assert_eq!((holes.own_names().join(" "), holes.jumps().len()), ("z y x w".to_owned(), 2));
}

#[test]
fn a_puzzle_on_a_graph_is_exported_for_planners() {
    let board = graph(&cycle(6));
    let start = board.full().without(0);
    let own = puzzle(&board, start, Finish::Exactly(Position::from(1 << 3)));
    let text = soliter::boards::pddl::problem(&own).expect("a problem");
    assert_eq!(text.matches("(in-line ").count(), 12);
    let again =
        soliter::load(&Source::new("p.pddl", text), &soliter::library::model).expect("a puzzle");
    let again = again.peg().expect("peg solitaire");
    assert_eq!(again.board().jumps().len(), 12);
    let claim = |puzzle: &Puzzle| {
        solve(puzzle, &Method::Search.into(), &Control::default()).expect("an answer").claim()
    };
    assert_eq!(claim(&own), claim(&again));
}

/// The two ways from one corner of a square to the opposite one are distinguished.
#[test]
fn the_hole_leapt_over_is_named_where_it_matters() {
    let board = graph(&cycle(4));
    let start: Position = [0, 1, 3].into_iter().collect();
    let own = puzzle(&board, start, Finish::Exactly([1, 2].into_iter().collect()));
    for (text, verdict) in [
        ("0(3)2", Verdict::Correct),
        ("0 - (3) - 2", Verdict::Correct),
        ("0(1)2", Verdict::Incomplete),
    ] {
        assert_eq!(common::judged(&own, text).verdict, verdict, "{text}");
    }
    for (text, message) in [
        ("0-2", "0 to 2 can be 0(1)2 or 0(3)2: name the hole leapt over"),
        ("0(2)1", "no jump leads from 0 over 2 to 1"),
        ("0-1", "the board has no jump from 0 to 1"),
        ("0-3-2", "3 is the hole being jumped: write 0(3)2"),
        ("0(9)2", "no hole is called 9"),
        ("0(3", "a move needs at least two holes, and 3 is one"),
        ("0 2", "0 to 2 can be 0(1)2 or 0(3)2: name the hole leapt over"),
        ("0-", "the hole to land in is missing"),
    ] {
        let mistake =
            common::judged(&own, text).mistake.unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(mistake.message, message, "{text}");
    }
}

/// Searches use at most 16 symmetries. A puzzle with more symmetries reports this, since it has more positions up to
/// symmetry than orbits.
#[test]
fn symmetries_used_are_stated() {
    let hypercube = |dimension: u32| {
        let neighbours = |v: usize| (0..dimension).map(move |bit| (v, v ^ 1 << bit));
        let vertices = 0..1_usize << dimension;
        graph(&vertices.flat_map(neighbours).filter(|(u, v)| u < v).collect())
    };
    for (dimension, fixing, used) in [(3, 6, None), (4, 24, Some(6))] {
        let board = hypercube(dimension);
        let puzzle = puzzle(&board, board.full().without(0), Finish::Pegs(1));
        assert_eq!((puzzle.symmetries().count(), puzzle.symmetries_used()), (fixing, used));
    }
}

/// The first message about a model.
fn fault(keys: &str) -> String {
    let model = Source::new("model.toml", format!("kind = 'peg-solitaire'\n{keys}\n"));
    let puzzle = Source::new("p.toml", "model = 'm'\nstart = 'full'\nfinish = { pegs = 1 }");
    let faults = Puzzle::parse(&puzzle, &|_| Ok(model.clone())).expect_err(keys);
    faults.to_string()
}

#[test]
fn wrong_lists_are_explained() {
    let drawn = "board = 'ooo'";
    for (keys, message) in [
        ("edges = ['a-b', 'b-b']", "hole b is named twice"),
        ("edges = ['a-b-c']", "each of \"edges\" has two holes"),
        ("edges = 'a-b'", "\"edges\" must be a list such as [\"a-b\"], not a string"),
        ("edges = []", "the board has no hole"),
        ("edges = ['a-b', 'b-ü!']", "\"ü!\" cannot be the name of a hole"),
        ("jumps = ['a-b']", "each of \"jumps\" has three holes"),
        ("jumps = ['a-b-a']", "hole a is named twice"),
        ("lines = ['a-b']", "each of \"lines\" has at least three holes"),
        ("graph6 = 'D'", "the graph6 text is too short: 5 vertices take 2 more characters"),
        ("graph6 = 'DQc'\nedges = ['0-9']", "no hole is called \"9\""),
        ("edges = ['a-b']\nwrap = 'torus'", "\"wrap\" is for boards with a drawing"),
        ("edges = ['a-b', 'b-c']\nplaces = { a = [0, 0] }", "\"places\" has none of hole b"),
        (
            "edges = ['a-b']\nplaces = { a = [0, 0], b = [0, 0] }",
            "hole b has the place of another hole",
        ),
        (
            "edges = ['a-b']\nnames = 'letter-row'",
            "notation \"letter-row\" needs a board with a drawing",
        ),
        (&format!("{drawn}\nwithout = ['11-21-41']"), "no hole is called \"41\""),
        (&format!("{drawn}\nwithout = ['11-31-21']"), "the board has no jump 11-31-21"),
        (&format!("{drawn}\nwrap = 'sphere'"), "unknown wrap \"sphere\""),
        (&format!("{drawn}\nholes = ['a']"), "\"holes\" is for boards without a drawing"),
    ] {
        let told = fault(keys);
        assert!(told.contains(message), "{keys}: {told}");
    }
    let edge = Source::new("m.toml", "kind = 'peg-solitaire'\nedges = ['a-b', 'b-b']");
    let file = Source::new("p.toml", "model = 'm'\nstart = 'full'\nfinish = { pegs = 1 }");
    let faults = Puzzle::parse(&file, &|_| Ok(edge.clone())).expect_err("a loop");
    assert_eq!(faults.0[0].help.as_deref(), Some("an edge joins two different holes"));
    let holes: Vec<String> = (0..65_536).map(|n| format!("'{n}'")).collect();
    assert!(
        fault(&format!("jumps = []\nholes = [{}]", holes.join(", ")))
            .contains("more than 65535 holes")
    );
    // Without a drawing, a position cannot be drawn, and reverse solitaire is not possible if jumps are
    // one-way.
    let model = Source::new("m.toml", "kind = 'peg-solitaire'\njumps = ['a-b-c', 'c-b-d']");
    for (text, message) in [
        ("model = 'm'\nstart = 'oo..'\nfinish = ['c']", "this board has no drawing"),
        ("model = 'm'\nstart = ['a']\nfinish = ['b', 'c']\nreverse = true", "jumps go both ways"),
        (
            "model = 'm'\ndirections = 'all'\nstart = ['a', 'b']\nfinish = ['c']",
            "are listed in its model",
        ),
        ("model = 'm'\nstart = ['a', 'x']\nfinish = ['c']", "no hole is called \"x\""),
    ] {
        let faults = Puzzle::parse(&Source::new("p.toml", text), &|_| Ok(model.clone()));
        let told = faults.expect_err(text).to_string();
        assert!(told.contains(message), "{text}: {told}");
    }
}

/// Answers do not distinguish twins: every vacancy among them has the same answers.
#[test]
fn problems_of_a_board_are_listed_up_to_twins() {
    let board = graph(&double_star(3, 2));
    let problems = soliter::boards::problems::problems(&board, 1, true);
    // Either of the centres, or a leaf at one of them.
    assert_eq!(problems.len(), 4);
    assert_eq!(soliter::boards::problems::problems(&graph(&star(6)), 2, true).len(), 2);
}

/// Each leaf of a star has three games, and the centre has only the game without a jump.
#[test]
fn interchangeable_vacancies_are_all_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let star = folder.path().join("star.toml");
    let text = "kind = 'peg-solitaire'\nedges = ['c-a', 'c-b', 'c-d', 'c-e']\n";
    std::fs::write(&star, text).expect("a file");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_soliter"))
        .args(["count", "--what", "games", "-q"])
        .arg(&star)
        .output()
        .expect("soliter runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.trim_end(), "custom board: 13 games, 0 of them won: 0 of all");
}

/// All permutations of the holes that map jumps to jumps and keep start and finish.
fn symmetries(game: &JumpList) -> Vec<Vec<usize>> {
    fn extend(game: &JumpList, map: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if map.len() == game.holes {
            let keeps = |set: &BTreeSet<usize>| set.iter().all(|&hole| set.contains(&map[hole]));
            let jumps = game.jumps.iter().all(|jump| game.jumps.contains(&jump.map(|h| map[h])));
            if jumps && keeps(&game.start) && game.finish.as_ref().map_or(true, keeps) {
                found.push(map.clone());
            }
            return;
        }
        for image in (0..game.holes).filter(|image| !map.contains(image)).collect::<Vec<_>>() {
            map.push(image);
            extend(game, map, found);
            map.pop();
        }
    }
    let mut found = Vec::new();
    extend(game, &mut Vec::new(), &mut found);
    found
}

/// A solution as lists of jumps from, over and to, one for each move.
type Solution = Vec<Vec<[usize; 3]>>;

/// The number of classes of solutions under a relation, which `related` gives.
fn classes(all: &BTreeSet<Solution>, related: impl Fn(&Solution) -> Vec<Solution>) -> usize {
    let (mut left, mut number) = (all.clone(), 0);
    while let Some(first) = left.pop_first() {
        number += 1;
        let mut reached = vec![first];
        while let Some(one) = reached.pop() {
            for other in related(&one) {
                assert!(all.contains(&other), "{other:?} is missing");
                if left.remove(&other) {
                    reached.push(other);
                }
            }
        }
    }
    number
}

proptest! {
    #![proptest_config(cases(60))]

    /// Graphs of two or three joined centres with leaves, and of random edges: the shortest solutions up to symmetry are
    /// those of a search over all permutations of the holes.
    #[test]
    fn solutions_up_to_symmetry_agree_with_brute_force(
        centres in 1..4usize,
        leaves in prop::collection::vec(0..3usize, 2..6),
        more in prop::collection::vec((0..7usize, 0..7usize), 0..2),
        pegs in any::<u64>(),
        choices in prop::collection::vec(0..64usize, 1..=4),
        by_number in any::<bool>(),
    ) {
        let holes = centres + leaves.len();
        prop_assume!(holes <= 7);
        let mut edges: Edges = (1..centres).map(|centre| (centre - 1, centre)).collect();
        edges.extend(leaves.iter().enumerate().map(|(n, at)| (at % centres, centres + n)));
        edges.extend(more.iter().map(|(a, b)| (a % holes, b % holes)).filter(|(a, b)| a != b));
        let Some((game, puzzle)) = random(holes, of_graph(&edges), pegs, &choices, by_number) else {
            return Err(TestCaseError::reject("no jump"));
        };
        prop_assume!(game.count().solutions.values().sum::<u128>() < 3_000);
        let control = Control::default();
        let all = lines(&puzzle, usize::MAX, true, &control).expect("all solutions");
        let jump = |hop| {
            let jump = puzzle.board().find(hop).expect("a jump");
            [jump.from, jump.over, jump.to].map(usize::from)
        };
        let solution = |line: &soliter::Line| {
            line.moves().iter().map(|one| one.jumps().map(jump).collect()).collect::<Solution>()
        };
        let solutions: BTreeSet<Solution> = all.iter().map(solution).collect();
        prop_assert_eq!(solutions.len(), all.len());
        let symmetries = symmetries(&game);
        let images = |one: &Solution| -> Vec<Solution> {
            let image = |map: &Vec<usize>| {
                one.iter().map(|jumps| jumps.iter().map(|j| j.map(|h| map[h])).collect()).collect()
            };
            symmetries.iter().map(image).collect()
        };
        let exchanged = |one: &Solution| {
            let holes = |jumps: &Vec<[usize; 3]>| jumps.concat().into_iter().collect::<BTreeSet<_>>();
            let apart = |at: &usize| holes(&one[*at]).is_disjoint(&holes(&one[at + 1]));
            let swapped = |at| {
                let mut other = one.clone();
                other.swap(at, at + 1);
                other
            };
            (0..one.len().saturating_sub(1)).filter(apart).map(swapped).collect::<Vec<_>>()
        };
        let found = distinct(&puzzle, &control).expect("counts");
        let up_to_symmetry = classes(&solutions, images);
        prop_assert_eq!(found.up_to_symmetry, up_to_symmetry);
        let listed = lines(&puzzle, usize::MAX, false, &control).expect("solutions");
        prop_assert_eq!(listed.len(), up_to_symmetry);
        let both = |one: &Solution| [images(one), exchanged(one)].concat();
        prop_assert_eq!(found.different.len(), classes(&solutions, both));
    }
}
