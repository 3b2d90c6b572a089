//! Boards of more than 64 holes: everything but exhaustive search and counting works on them.

#[cfg(feature = "milp")]
use std::fmt::Write as _;
use std::process::{Command, Output};

use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::boards::board::listed::jumps_of_edges;
use soliter::boards::board::position::{Hole, Position};
use soliter::boards::board::{Board, Jump};
use soliter::boards::bounds::class;
use soliter::boards::draw::{svg, text};
#[cfg(feature = "milp")]
use soliter::boards::import;
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::boards::session::Attempt;
use soliter::prove::judge::Verdict;
use soliter::prove::solve::{Method, solve};
use soliter::{Claim, Directions, Lattice, Line};
use soliter::{boards::rules, boards::verify::replay};

use crate::common;
use crate::common::cases::cases;

fn drawn(rows: usize, columns: usize) -> Board {
    let drawing = vec!["o".repeat(columns); rows].join("\n");
    Board::from_drawing(&drawing, Lattice::Square, Directions::Orthogonal).expect("a board")
}

fn puzzle(board: &Board, start: Position, finish: Finish) -> Puzzle {
    PuzzleSetup::new(board.clone(), start, finish).puzzle().expect("a puzzle")
}

/// The jumps of a game from a start, each chosen by a number among the legal ones.
fn game(puzzle: &Puzzle, choices: impl IntoIterator<Item = usize>) -> (Vec<Jump>, Position) {
    let (mut jumps, mut position) = (Vec::new(), puzzle.start().clone());
    for choice in choices {
        let legal: Vec<_> = rules::legal(puzzle, &position).collect();
        let Some((jump, after)) = legal.get(choice % legal.len().max(1)) else { break };
        jumps.push(*jump);
        position = after.clone();
    }
    (jumps, position)
}

/// A row with an even number of holes, full except for the second, and its solution to one peg.
fn row(holes: usize) -> (Puzzle, Line) {
    let board = drawn(1, holes);
    let start = board.full().without(1);
    let puzzle = puzzle(&board, start, Finish::Pegs(1));
    let answer = solve(&puzzle, &Method::Auto.into(), &Control::default()).expect("an answer");
    assert!(matches!(answer.claim(), Claim::Feasible { .. }), "{:?}", answer.claim());
    let line = answer.line().expect("paths of even length are solvable").clone();
    (puzzle, line)
}

#[test]
fn a_thousand_holes_are_read_checked_drawn_and_played() {
    let drawing = vec!["o".repeat(40); 25].join("\n");
    let model = Source::new(
        "m",
        format!("kind = 'peg-solitaire'\nnames = 'number'\nboard = '''\n{drawing}\n'''"),
    );
    let start = drawing.replacen("oo", "..", 3);
    let file = |finish: &str| {
        let text = format!("model = 'm'\nstart = '''\n{start}\n'''\nfinish = '''\n{finish}\n'''");
        Puzzle::parse(&Source::new("p", text), &|_| Ok(model.clone())).expect("a puzzle")
    };
    let any = puzzle(
        &drawn(25, 40),
        file(&drawing.replace('o', ".").replacen('.', "o", 1)).start().clone(),
        Finish::Pegs(1),
    );
    let (jumps, end) = game(&any, (0..300).map(|n| n * 7 + 3));
    assert_eq!(jumps.len(), 300);
    let symbol = |hole: Hole| if end.has(hole) { "o" } else { "." }.to_owned();
    let puzzle = file(&text::board(any.board(), 1, symbol).join("\n").replace(' ', ""));
    assert_eq!((puzzle.board().holes(), puzzle.start()), (1000, any.start()));
    assert_eq!(puzzle.finish(), &Finish::Exactly(end));
    let line = Line::from_jumps(jumps.iter().map(|&jump| puzzle.board().hop(jump)));
    let record = puzzle.names().line(&line);
    let judgement = common::judged(&puzzle, &record);
    assert_eq!((judgement.verdict, judgement.jumps().count()), (Verdict::Correct, 300));
    // A record without its last jump, and one with a jump twice.
    let short = puzzle.names().line(&Line::from_jumps(line.jumps().take(299)));
    assert_eq!(common::judged(&puzzle, &short).verdict, Verdict::Incomplete);
    let first = puzzle.names().hop(puzzle.board().hop(jumps[0]));
    let twice = common::judged(&puzzle, &format!("{first}, {first}"));
    assert_eq!(
        (twice.verdict, twice.mistake.map(|mistake| mistake.index)),
        (Verdict::Illegal, Some(2))
    );
    let picture = svg::puzzle(&puzzle);
    assert!(picture.matches("<circle").count() >= 1000, "{}", &picture[..1000]);
    let mut attempt = Attempt::new(puzzle);
    assert!(
        soliter::text::play(&mut attempt, &record, &Control::default()).is_ok()
            && attempt.is_finished()
    );
}

#[test]
fn classes_refute_on_a_thousand_holes() {
    let board = drawn(25, 40);
    assert_eq!(class::markings(&board).len(), 4);
    let start = board.full().without(0);
    let to =
        |hole: Hole| puzzle(&board, start.clone(), Finish::Exactly(Position::EMPTY.with(hole)));
    let refuted = (0..3).filter(|&hole| class::refute(&to(hole)).is_some()).count();
    assert!(refuted > 0);
    for hole in 0..3 {
        let puzzle = to(hole);
        let Some(markings) = class::refute(&puzzle) else { continue };
        assert!(class::refutes(&puzzle, &markings));
        // The marking with one more hole is not a marking.
        let other = markings[0].symmetric_difference(&Position::EMPTY.with(999));
        assert!(!class::refutes(&puzzle, &[other]));
        let answer = solve(&puzzle, &Method::Auto.into(), &Control::default()).expect("an answer");
        assert_eq!(answer.claim(), Claim::Infeasible);
    }
}

/// The army behind a line cannot reach the fifth row (Conway, 1961), however many of its pegs are left.
#[cfg(feature = "milp")]
#[test]
fn weights_refute_on_a_thousand_holes() {
    let board = drawn(25, 40);
    let is_behind = |&hole: &Hole| {
        let (row, column) = board.place(hole);
        (5..13).contains(&row) && (15..27).contains(&column)
    };
    let start: Position = board.all_holes().filter(is_behind).collect();
    for finish in [
        Finish::Exactly(Position::EMPTY.with(20)),
        Finish::Holes { pegs_at: Position::EMPTY.with(20), empty_at: Position::EMPTY, pegs: 50 },
    ] {
        let puzzle = puzzle(&board, start.clone(), finish);
        if class::refute(&puzzle).is_some() {
            continue;
        }
        let answer = solve(&puzzle, &Method::Auto.into(), &Control::default()).expect("an answer");
        assert_eq!(answer.claim(), Claim::Infeasible);
        assert_eq!(answer.evidence()[0].by.as_str(), "pagoda");
    }
}

/// The problems `pegsol-row5` of the unsolvability contest of 2016: a square army of `size` rows below five empty ones,
/// and a peg to be brought to the middle of the fifth. Without a jump, the army has no peg there; weights refute all
/// other numbers of pegs.
#[cfg(feature = "milp")]
#[test]
fn armies_of_the_contest_are_refuted_by_weights() {
    use soliter::boards::puzzle::open::AnyPuzzle;
    use soliter::prove::open::solve_open;
    for size in 1..=15 {
        let text = contest_army(size);
        let source = Source::new("army.pddl", text);
        let any = import::puzzle(&source).expect("a problem").expect("without faults");
        let AnyPuzzle::Open(open) = any else { panic!("the goal leaves holes open") };
        assert_eq!(open.puzzle().board().holes(), size * (size + 5));
        let answer =
            solve_open(&open, &Method::Auto.into(), &Control::default()).expect("an answer");
        assert_eq!(answer.claim(), Claim::Infeasible, "{size}");
        for case in answer.cases() {
            let words: Vec<_> = case.answer.evidence().iter().map(|one| one.by.as_str()).collect();
            assert!(
                words == ["pagoda"] || words == ["search"] && case.puzzle.jumps() == 0,
                "{words:?}"
            );
        }
        assert_eq!(answer.cases().len(), size * size, "{size}");
    }
}

/// The problem in the contest's own domain.
#[cfg(feature = "milp")]
fn contest_army(size: usize) -> String {
    let name = |x: usize, y: usize| format!("pos-{x}-{y}");
    let all = || (0..size).flat_map(move |x| (0..size + 5).map(move |y| (x, y)));
    let mut text = "(define (problem army) (:domain pegsolitaire-invasion) (:objects".to_owned();
    for (x, y) in all() {
        let _ = write!(text, " {} - location", name(x, y));
    }
    text += ") (:init";
    for (x, y) in all() {
        for (right, up) in [(1, 0), (0, 1)] {
            let three = [0, 1, 2].map(|step| (x + right * step, y + up * step));
            if three[2].0 < size && three[2].1 < size + 5 {
                let [a, b, c] = three.map(|(x, y)| name(x, y));
                let _ = write!(text, " (IN-LINE {a} {b} {c}) (IN-LINE {c} {b} {a})");
            }
        }
        let fact = if y < size { "occupied" } else { "free" };
        let _ = write!(text, " ({fact} {})", name(x, y));
    }
    let _ = write!(text, ") (:goal (and (occupied {}))))", name(size / 2, size + 4));
    text
}

#[test]
fn rows_of_106_and_128_holes_are_solved_and_their_solutions_checked() {
    for holes in [106, 128] {
        let (puzzle, line) = row(holes);
        assert!(replay(&puzzle, line.jumps()).solves(&puzzle));
        let record = puzzle.names().line(&line);
        assert_eq!(common::judged(&puzzle, &record).verdict, Verdict::Correct);
        let jumps: Vec<_> = line.jumps().collect();
        for at in 0..jumps.len() {
            // One jump fewer, two jumps exchanged, and a jump to another hole.
            let mut less = jumps.clone();
            less.remove(at);
            let mut moved = jumps.clone();
            moved[at].to = (moved[at].to + 1) % holes as Hole;
            for mutated in [less, moved] {
                let record = puzzle.names().line(&Line::from_jumps(mutated));
                assert_ne!(common::judged(&puzzle, &record).verdict, Verdict::Correct, "jump {at}");
            }
        }
    }
}

/// An odd row has no solution from its second hole; all positions are visited.
#[test]
fn a_small_game_on_a_wide_board_is_refuted_by_visiting_all_positions() {
    let board = drawn(6, 13);
    // No class and no weights refute these three pegs, which cannot meet.
    let start: Position = [0, 2, 40, 41].into_iter().collect();
    let puzzle = puzzle(&board, start, Finish::Pegs(1));
    let answer = solve(&puzzle, &Method::Dfs.into(), &Control::default()).expect("an answer");
    assert_eq!(answer.claim(), Claim::Infeasible);
}

/// The files of 65 vertices and more that `graph6` and edges give.
#[test]
fn large_graphs_are_read() {
    // The path on 100 vertices: its bits are those of the pairs (n, n + 1), column by column.
    let bits: Vec<bool> =
        (1..100).flat_map(|high| (0..high).map(move |low| low + 1 == high)).collect();
    let sextet =
        |six: &[bool]| (0..6).fold(0, |sum, at| sum << 1 | u8::from(six.get(at) == Some(&true)));
    let body: String = bits.chunks(6).map(|six| char::from(63 + sextet(six))).collect();
    let text = format!("~?@c{body}");
    let graph = soliter::boards::board::nauty::read(&text, "", |_| None).expect("a graph");
    let (vertices, edges) = graph.expect("no header");
    assert_eq!((vertices, edges.len()), (100, 99));
    let model = format!("kind = 'peg-solitaire'\ngraph6 = '{text}'");
    let model = Source::new("m", model);
    let file = "model = 'm'\nstart = { all_but = ['1'] }\nfinish = { pegs = 1 }";
    let puzzle = Puzzle::parse(&Source::new("p", file), &|_| Ok(model.clone())).expect("a puzzle");
    assert_eq!((puzzle.board().holes(), puzzle.board().jumps().len()), (100, 196));
    // A complete graph with 400 vertices would have 63 million jumps.
    let complete = format!("~?EO{}", "~".repeat(400 * 399 / 12));
    let model = Source::new("m", format!("kind = 'peg-solitaire'\ngraph6 = \"{complete}\""));
    let faults =
        Puzzle::parse(&Source::new("p", file), &|_| Ok(model.clone())).expect_err("too many jumps");
    assert!(
        faults.to_string().contains("63520800 jumps; at most 4194304 are possible"),
        "{faults}"
    );
}

proptest! {
    #![proptest_config(cases(64))]

    /// A small board with 70 more holes that no jump reaches: all answers are those of the small board.
    #[test]
    fn unreachable_holes_change_no_answer(
        holes in 4..9_usize,
        edges in prop::collection::btree_set((0..9_u16, 0..9_u16), 3..12),
        vacant in 0..9_u16,
        choices in prop::collection::vec(0..100_usize, 1..6),
        pegs in 1..3_usize,
        front in any::<bool>(),
    ) {
        let all = holes as Hole;
        let edges: Vec<(Hole, Hole)> = edges.into_iter().map(|(a, b)| (a % all, b % all)).filter(|(a, b)| a != b).collect();
        let shift = if front { 70 } else { 0 };
        let moved: Vec<(Hole, Hole)> = edges.iter().map(|(a, b)| (a + shift, b + shift)).collect();
        let board = |holes: usize, edges: &[(Hole, Hole)]| {
            let names = (0..holes).map(|hole| hole.to_string()).collect();
            Board::listed(names, jumps_of_edges(holes, edges), Vec::new()).expect("a board")
        };
        let (small, wide) = (board(holes, &edges), board(holes + 70, &moved));
        let start = small.full().without(vacant % all);
        let up = |set: &Position| set.holes().map(|hole| hole + shift).collect::<Position>();
        let open = puzzle(&small, start.clone(), Finish::Pegs(1));
        let (jumps, end) = game(&open, choices);
        for (finish, wide_finish) in [
            (Finish::Exactly(end.clone()), Finish::Exactly(up(&end))),
            (Finish::Pegs(pegs), Finish::Pegs(pegs)),
        ] {
            let one = puzzle(&small, start.clone(), finish);
            let other = puzzle(&wide, up(&start), wide_finish);
            prop_assert_eq!(one.jumps(), other.jumps());
            prop_assert!(other.board().fits_u64().is_err());
            let settled = |puzzle: &Puzzle, method: Method| {
                let answer = solve(puzzle, &method.into(), &Control::default());
                answer.expect("an answer").claim()
            };
            let expected = settled(&one, Method::Search);
            for method in [Method::Auto, Method::Dfs] {
                let found = settled(&other, method);
                if let (Some(bound), Some(moves)) = (found.lower_bound(), expected.moves()) {
                    prop_assert!(bound <= moves, "{bound} moves, and {moves} suffice");
                }
                prop_assert_eq!(found == Claim::Infeasible, expected == Claim::Infeasible);
                prop_assert_eq!(found.moves().is_some(), expected.moves().is_some());
            }
            // A number of pegs is compared with only a few markings, and each of the added holes is one.
            if let Finish::Exactly(_) = one.finish() {
                prop_assert_eq!(class::refute(&one).is_some(), class::refute(&other).is_some());
            }
            // A record is judged in the same way.
            let hops = |board: &Board, shift: Hole| -> Line {
                let hop = |jump: &Jump| {
                    let [from, over, to] = [jump.from, jump.over, jump.to].map(|hole| hole + shift);
                    board.hop(Jump { from, over, to })
                };
                Line::from_jumps(jumps.iter().map(hop))
            };
            let judged = |puzzle: &Puzzle, line: &Line| {
                let judgement = common::judged(puzzle, &puzzle.names().line(line));
                (judgement.verdict, judgement.replay.moves, judgement.replay.jumps())
            };
            prop_assert_eq!(judged(&one, &hops(&small, 0)), judged(&other, &hops(&wide, shift)));
        }
    }
}

fn soliter(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_soliter")).args(arguments).output().expect("soliter runs")
}

/// Commands that need at most 64 holes reject a wide board with a sentence that names the limit.
#[test]
fn searches_refuse_wide_boards() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wide.toml");
    let drawing = vec!["o".repeat(13); 6].join("\n");
    let text = format!(
        "model = {{ kind = 'peg-solitaire', board = '''\n{drawing}\n''', names = 'number' }}\n\
         start = {{ all_but = ['30'] }}\nfinish = {{ pegs = 1 }}\n"
    );
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a name");
    let layers = folder.path().join("wide.layers");
    let layers = layers.to_str().expect("a name");
    for command in [
        &["count", "--what", "solutions"][..],
        &["count", "--what", "positions"],
        &["count", "--what", "games"],
        &["count", "--what", "sweeps"],
        &["count", "--what", "dead-ends"],
        &["count", "--what", "positions", "--by", "moves"],
        &["solve", "--method", "search", "--time-limit", "10"],
        &["certify", "-o", layers],
    ] {
        let output = soliter(&[command, &[path]].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned()
            + &String::from_utf8_lossy(&output.stdout);
        assert!(told.contains("64 holes"), "{command:?}: {told}");
        assert!(!told.contains("panicked") && !told.contains("impossible"), "{command:?}: {told}");
    }
    let shown = soliter(&["show", path]);
    assert!(shown.status.success());
    let problem = soliter(&["show", "--to", "toml", path]);
    assert!(problem.status.success(), "{}", String::from_utf8_lossy(&problem.stderr));
}

/// The advice for a board that is too large for a search is true: no limit helps.
#[test]
fn advice_for_large_boards_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wide.toml");
    let edges: Vec<String> = (1..70).map(|n| format!("'{n}-{}'", n + 1)).collect();
    let text = format!(
        "title = 'path'\nmodel = {{ kind = 'peg-solitaire', edges = [{}] }}\n\
         start = {{ all_but = ['2'] }}\nfinish = {{ pegs = 1 }}\n",
        edges.join(", ")
    );
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("a name");
    let size = "exhaustive search and counting take at most 64 holes; `solve` and `check` take larger boards";
    let no_limit = "higher limits do not help; choose another method, or a smaller puzzle";
    let layers = folder.path().join("path.layers");
    let layers = layers.to_str().expect("a name");
    let levels = folder.path().join("levels");
    let levels = levels.to_str().expect("a name");
    for (command, message, help) in [
        (&["count", "--what", "positions"][..], format!("no count: {size}"), no_limit),
        (&["count", "--what", "sweeps"], format!("no count: {size}"), no_limit),
        (&["count", "--what", "dead-ends"], format!("no count: {size}"), no_limit),
        (
            &["count", "--what", "positions", "--dir", levels],
            format!("no count: {size}"),
            "`soliter solve` without --dir looks for any solution on a larger board",
        ),
        (
            &["certify", "--with-solution", "-o", layers],
            "the answer is not proved, so there is nothing to certify".to_owned(),
            "on boards of more than 64 holes, `--layers none` certifies a lower bound by weights, and `--bound` one by the relaxation",
        ),
    ] {
        let output = soliter(&[command, &[path]].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(told, format!("error: {message}\n |\n = help: {help}\n"), "{command:?}");
        assert!(matches!(output.status.code(), Some(2 | 3)), "{command:?}");
    }
}

/// Weights bound the moves of large boards as they do those of small boards.
#[cfg(feature = "milp")]
#[test]
fn large_boards_have_a_lower_bound_by_weights() {
    use soliter::prove::milp::weights::dual_bound::{dual_bound, lower_bound};
    let small = crate::common::built_in("gardner/central-game");
    let jumps = small.board().jumps().to_vec();
    let names = (0..33 + 40).map(|hole| hole.to_string()).collect();
    let board = Board::listed(names, jumps, Vec::new()).expect("a board");
    let wide = puzzle(&board, small.start().clone(), small.finish().clone());
    let control = Control::default();
    let found = lower_bound(&wide, &control).expect("no limit");
    let bound = dual_bound(&small, &control).expect("no limit").least_moves;
    assert_eq!((found.evidence.claim, bound), (Claim::Unknown { lower_bound: bound }, 13));
    let (row, line) = row(106);
    let answer = solve(&row, &Method::Auto.into(), &control).expect("an answer");
    let moves = line.moves().len();
    match answer.claim() {
        Claim::Feasible { lower_bound, .. } => assert!((2..=moves).contains(&lower_bound)),
        other => panic!("{other:?}"),
    }
}
