//! Puzzles in the files of other programs, and diagrams with signs of all kinds.

use crate::common;

use std::fmt::Write as _;
use std::process::Command;

use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::boards::answer::Claim;
use soliter::boards::import::{self, debian};
use soliter::boards::notation::Scheme;
use soliter::boards::pddl;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::prove::open::solve_open;
use soliter::prove::solve::{Method, solve};
use soliter::{library, load};

fn read(text: &str) -> Result<Puzzle, String> {
    let source = Source::new("file", text);
    let loaded = load(&source, &library::model).map_err(|faults| faults.to_string())?;
    loaded.peg().ok_or_else(|| "a game".to_owned())
}

fn fewest(puzzle: &Puzzle) -> Claim {
    solve(puzzle, &Method::Search.into(), &Control::default()).expect("an answer").claim()
}

/// The PDDL form of a puzzle can be read again, whatever the names of the holes in it.
#[test]
fn what_is_exported_to_pddl_is_read_again() {
    let mut read_again = 0;
    for name in ["gardner/latin-cross", "gardner/greek-cross", "square4/11-to-23"] {
        let Some(source) = library::puzzle(name) else { continue };
        let puzzle = Puzzle::parse(&source, &library::model).expect("a puzzle");
        for scheme in Scheme::ALL {
            let Ok(named) = puzzle.clone().with_scheme(scheme) else { continue };
            let Ok(problem) = pddl::problem(&named) else { continue };
            for text in [problem.clone(), format!("; a comment\n{}\n{problem}", pddl::DOMAIN)] {
                let again =
                    read(&text).unwrap_or_else(|faults| panic!("{name} {scheme:?}: {faults}"));
                assert_eq!(again.board().holes(), puzzle.board().holes());
                assert_eq!(again.board().jumps().len(), puzzle.board().jumps().len());
                assert_eq!(again.jumps(), puzzle.jumps());
                read_again += 1;
            }
        }
        let letters = puzzle.clone().with_scheme(Scheme::Letters).expect("letters");
        let problem = pddl::problem(&letters).expect("a problem").to_lowercase();
        let again = read(&problem).expect("names that differ without their case");
        assert_eq!((again.start(), again.finish()), (puzzle.start(), puzzle.finish()), "{name}");
        let problem = pddl::problem(&puzzle).expect("a problem");
        assert_eq!(fewest(&read(&problem).expect("a puzzle")), fewest(&puzzle), "{name}");
    }
    assert!(read_again >= 24, "{read_again}");
}

/// A goal that names some holes leaves the others open.
#[test]
fn goals_of_some_holes_leave_the_others_open() {
    let names = ["p-0-0", "p-0-1", "p-0-2", "p-0-3"];
    for (goal, moves) in [("(occupied p-0-1)", 0), ("(free p-0-0)", 1), ("(free p-0-3)", 2)] {
        let source = Source::new("file", row(names, goal));
        let Ok(soliter::Loaded::Open(open)) = load(&source, &library::model) else {
            panic!("{goal} is not open")
        };
        let answer =
            solve_open(&open, &Method::Search.into(), &Control::default()).expect("an answer");
        assert_eq!(answer.claim(), Claim::Optimal { moves }, "{goal}");
        let problem = pddl::problem(open.puzzle()).expect("a problem");
        let again = load(&Source::new("file", problem), &library::model).expect("a puzzle");
        assert!(
            matches!(again, soliter::Loaded::Open(again) if again.aim() == open.aim()),
            "{goal}"
        );
    }
}

/// A row of four holes in the form used by the planning competitions.
fn row(names: [&str; 4], goal: &str) -> String {
    let [a, b, c, d] = names;
    format!(
        "(define (problem ROW)\n (:domain pegsolitaire-sequential)\n \
         (:objects {a} {b} {c} {d} - location)\n \
         (:init (= (total-cost) 0) (move-ended)\n  (IN-LINE {a} {b} {c}) (IN-LINE {c} {b} {a})\n  \
         (IN-LINE {b} {c} {d}) (IN-LINE {d} {c} {b})\n  \
         (occupied {a}) (occupied {b}) (free {c}) (occupied {d}))\n \
         (:goal (and {goal})))\n"
    )
}

#[test]
fn problems_of_planners_are_recognised_by_their_content() {
    let goal = |[a, b, c, d]: [&str; 4]| {
        format!("(free {a}) (occupied {b}) (not (occupied {c})) (free {d})")
    };
    for names in [
        ["pos-3-0", "pos-3-1", "pos-3-2", "pos-3-3"],
        ["location_24", "location_6", "location_32", "location_13"],
        ["h-a1", "h-b1", "h-c1", "h-d1"],
        ["north", "south", "east", "west"],
    ] {
        let puzzle = read(&row(names, &goal(names))).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!((puzzle.board().holes(), puzzle.title()), (4, "row"), "{names:?}");
        assert_eq!(puzzle.start().len(), 3);
        assert_eq!(fewest(&puzzle), Claim::Optimal { moves: 2 }, "{names:?}");
    }
    let names = ["p-0-0", "p-0-1", "p-0-2", "p-0-3"];
    let right = row(names, &goal(names));
    for (text, message) in [
        (pddl::DOMAIN.to_owned(), "this is a planning domain, not a problem"),
        (row(names, ""), "the goal names no hole"),
        (right.replace("(occupied p-0-0) ", ""), "p-0-0 is not either occupied or free"),
        (right.replace("IN-LINE", "BETWEEN"), "is not a fact of peg solitaire"),
        (right.replace("p-0-0 p-0-1 p-0-2)", "p-0-0 p-0-1 p-0-1)"), "has a hole twice"),
        (right.replace(")))", "))"), "this bracket is not closed"),
        (row(names, "(occupied nowhere)"), "nowhere is not an object of the problem"),
    ] {
        let faults = read(&text).expect_err(message);
        assert!(faults.contains(message), "{message}: {faults}");
    }
}

/// Jumps that do not fit any lattice make a board that lists its jumps.
#[test]
fn problems_without_a_diagram_list_their_jumps() {
    let names = ["p-0-0", "p-0-1", "p-0-2", "p-0-3"];
    let text = row(names, "(free p-0-0) (occupied p-0-1) (free p-0-2) (free p-0-3)");
    let one_way = read(&text.replace("(IN-LINE p-0-2 p-0-1 p-0-0)", "")).expect("a puzzle");
    assert!(!one_way.board().is_drawn() && !one_way.board().goes_both_ways());
    assert_eq!(one_way.names().iter().collect::<Vec<_>>(), ["p_0_0", "p_0_1", "p_0_2", "p_0_3"]);
    assert_eq!(fewest(&one_way), Claim::Optimal { moves: 2 });
    // The exported problem is the same problem.
    let again = read(&pddl::problem(&one_way).expect("a problem")).expect("a puzzle");
    assert_eq!(again.board().jumps(), one_way.board().jumps());
    assert_eq!((again.start(), again.finish()), (one_way.start(), one_way.finish()));
}

/// Problems in the format of Debian's peg-solitaire: a cross, a drawn finish, reverse solitaire, a triangle.
const PROBLEMS: &str = "\
# A comment of the file
## Small cross
7 1 1 0
3 3
-1 1 -1 1 1 0 -1 0 -1
4

## Marked
8 3 1 0
3 3
0 11 0 0 1 0 0 1 0
4
## Backwards
9 2 10 0
1 4
0 0 0 1
2
## Triangle
10 1 4 0
5 0
0 1 1 1 1 1 1 1 1 1
3
";

#[test]
fn problems_of_debian_are_read_by_their_number() {
    assert_eq!(debian::numbers(PROBLEMS), [7, 8, 9, 10]);
    let one =
        |number| read(&debian::problem(PROBLEMS, number).expect("a problem")).expect("a puzzle");
    let cross = one(7);
    assert_eq!((cross.title(), cross.board().holes()), ("Small cross", 5));
    assert_eq!((cross.start().len(), cross.finish()), (3, &Finish::Pegs(1)));
    let marked = one(8);
    assert_eq!(marked.board().directions().as_str(), "all");
    assert!(matches!(marked.finish(), Finish::Exactly(pegs) if pegs.len() == 1));
    let backwards = one(9);
    assert!(backwards.reverse());
    assert_eq!(*backwards.finish(), Finish::Pegs(3));
    let triangle = one(10);
    assert_eq!((triangle.board().holes(), triangle.board().jumps().len()), (10, 18));
    assert_eq!(debian::problem(PROBLEMS, 11), None);
    let all = read(PROBLEMS).expect_err("several problems");
    assert!(all.contains("this file has 4 problems"), "{all}");
    // A puzzle file has none of these formats.
    assert!(!import::is_known("title = 'x'\nmodel = 'english'\n"));
}

#[test]
fn files_of_other_programs_are_solved_and_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("data.sol"), PROBLEMS).expect("a file");
    let names = ["pos-0-0", "pos-0-1", "pos-0-2", "pos-0-3"];
    let goal = "(free pos-0-0) (occupied pos-0-1) (free pos-0-2) (free pos-0-3)";
    std::fs::write(folder.path().join("row.pddl"), row(names, goal)).expect("a file");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
        let output = command.args(arguments).current_dir(folder.path()).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    };
    let (code, text) = run(&["solve", "row.pddl", "-q"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("row: 2 moves"), "{text}");
    let (code, text) = run(&["solve", "data.sol#8", "-q"]);
    assert!(matches!(code, Some(0 | 1)) && text.starts_with("Marked"), "{text}");
    // Without a number, the file means all its problems.
    let (_, text) = run(&["solve", "data.sol", "--format", "json"]);
    assert_eq!(text.lines().count(), 4, "{text}");
    assert_eq!(run(&["solve", "data.sol#77"]).0, Some(2));
    // A converted puzzle has the same answer.
    for name in ["row.pddl", "data.sol#7", "data.sol#8", "data.sol#9", "data.sol#10"] {
        let (code, toml) = run(&["show", name, "--to", "toml"]);
        assert_eq!(code, Some(0), "{name}");
        std::fs::write(folder.path().join("converted.toml"), &toml).expect("a file");
        let answer = |name: &str| run(&["solve", name, "-q"]);
        assert_eq!(answer(name), answer("converted.toml"), "{name}\n{toml}");
    }
}

/// A puzzle of the English board with a drawn start, and one peg in the centre at the end.
fn drawn(more: &str, drawing: &str) -> Result<Puzzle, String> {
    read(&format!("model = 'english'\n{more}\nfinish = ['44']\nstart = \"\"\"\n{drawing}\"\"\""))
}

/// The Latin cross with other signs is the same puzzle.
#[test]
fn a_start_in_any_signs_is_read() {
    let plain = "  ...\n  .o.\n..ooo..\n...o...\n...o...\n  ...\n  ...\n";
    let expected = drawn("", plain).expect("a puzzle").start().clone();
    for (peg, empty, none) in [
        ("X", ".", " "),
        ("●", "○", " "),
        ("o", ".", "#"),
        ("*", "o", " "),
        ("1", "0", "2"),
        ("P", "_", "-"),
        ("O", ".", "."),
    ] {
        let row = |row: &str| -> String {
            let signs = format!("{row:<7}");
            let sign = |c: char| match c {
                'o' => peg,
                '.' => empty,
                _ => none,
            };
            signs.chars().map(sign).collect::<String>() + "\n"
        };
        let drawing: String = plain.lines().map(row).collect();
        let puzzle = drawn("", &drawing).unwrap_or_else(|faults| panic!("{faults}\n{drawing}"));
        assert_eq!(*puzzle.start(), expected, "{drawing}");
        let remark = puzzle.remarks().first().expect("a remark");
        assert!(remark.contains(&format!("{peg} is a peg")), "{remark}");
    }
    let mut bars = String::new();
    for row in plain.lines() {
        let signs = format!("{row:<7}");
        let cell = |c: char| if c == 'o' { "o" } else { " " };
        let cells: Vec<&str> = signs.chars().map(cell).collect();
        let _ = writeln!(bars, "|{}|", cells.join("|"));
    }
    assert_eq!(*drawn("", &bars).expect("a puzzle").start(), expected, "{bars}");
    assert_eq!(common::built_in("gardner/latin-cross").remarks(), [""; 0]);
}

#[test]
fn signs_that_could_be_either_are_asked_for() {
    // Six pegs with one sign, 27 with the other, and one with a third sign.
    let drawing = "  xxx\n  xox\nxxoooxx\nxxxoxxx\nxxxoxxx\n  xxx\n  xxx\n";
    let faults = drawn("", drawing).expect_err("two meanings");
    assert!(faults.contains("the signs of this diagram can mean two things"), "{faults}");
    let pegs = |signs: &str| drawn(signs, drawing).map(|puzzle| puzzle.start().len());
    assert_eq!(pegs("signs = { peg = \"o\", empty = \"x\" }"), Ok(6));
    assert_eq!(pegs("signs = { peg = \"x\", empty = \"o\" }"), Ok(27));
    let faults = pegs("signs = { peg = \"o\", empty = \".\" }").expect_err("another sign");
    assert!(faults.contains("this is not a diagram of the board in which o is a peg"), "{faults}");
    // One fault gives one message, however many signs are wrong.
    let faults = drawn("", "abcdefgh\nabcdefgh\n").expect_err("no diagram");
    assert_eq!(faults.matches("no meaning in this drawing").count(), 1, "{faults}");
}

#[test]
fn as_many_pegs_at_both_ends_have_an_answer() {
    let puzzle = |finish: &str| {
        common::parse(&format!("model = 'english'\nstart = ['44']\nfinish = {finish}"))
    };
    let (same, other) = (puzzle("['44']"), puzzle("['46']"));
    assert_eq!(fewest(&puzzle("{ pegs = 1 }")), Claim::Optimal { moves: 0 });
    for method in [Method::Auto, Method::Search, Method::Dfs] {
        let claim =
            |puzzle| solve(puzzle, &method.into(), &Control::default()).expect("an answer").claim();
        assert_eq!(claim(&other), Claim::Infeasible);
        assert_eq!(claim(&same), Claim::Optimal { moves: 0 });
    }
}
