//! Compares finishes that leave the number of pegs open with a plain search over all positions: as few pegs as
//! possible, and holes that may or may not have a peg.

use crate::common;
use crate::common::cases;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use cases::cases;
use common::{Case, Pegs, case};
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::open::OpenPuzzle;
use soliter::boards::verify::replay;
use soliter::prove::judge::{Verdict, judge_open};
use soliter::prove::open::{OpenAnswer, solve_open};
use soliter::prove::solve::Method;
use soliter::{Loaded, library, load};

fn read(text: &str) -> Result<Loaded, String> {
    load(&Source::new("test.toml", text), &library::model).map_err(|faults| faults.to_string())
}

fn open(text: &str) -> OpenPuzzle {
    match read(text) {
        Ok(Loaded::Open(open)) => open,
        Ok(other) => panic!("not open: {other:?}\n{text}"),
        Err(faults) => panic!("{faults}\n{text}"),
    }
}

/// The fewest moves to each position that can be reached, including the start.
fn reached(case: &Case) -> BTreeMap<Pegs, usize> {
    let mut fewest: BTreeMap<Pegs, usize> = BTreeMap::new();
    let mut best = BTreeMap::new();
    let mut queue = std::collections::VecDeque::from([(0, case.start.clone(), None)]);
    while let Some((moves, pegs, last)) = queue.pop_front() {
        if best.get(&(pegs.clone(), last)).is_some_and(|&earlier: &usize| earlier <= moves) {
            continue;
        }
        best.insert((pegs.clone(), last), moves);
        let known = fewest.entry(pegs.clone()).or_insert(moves);
        *known = moves.min(*known);
        for (from, to, after) in case.jumps(&pegs) {
            if last == Some(from) {
                queue.push_front((moves, after, Some(to)));
            } else {
                queue.push_back((moves + 1, after, Some(to)));
            }
        }
    }
    fewest
}

/// A small board with some pegs; `o` a peg, `.` an empty hole.
fn start(shape: &[&str], bits: u64) -> String {
    let mut hole = 0;
    let mut sign = |c: char| {
        if c != 'o' {
            return c;
        }
        hole += 1;
        if bits >> (hole - 1) & 1 == 1 { 'o' } else { '.' }
    };
    shape.iter().map(|row| row.chars().map(&mut sign).collect::<String>() + "\n").collect()
}

fn text(shape: &[&str], bits: u64, more: &str, finish: &str) -> String {
    let (board, start) = (shape.join("\n"), start(shape, bits));
    format!(
        "model = {{ lattice = 'square', directions = 'orthogonal', board = '''\n{board}\n''' }}\n{more}\n\
         start = '''\n{start}'''\nfinish = {finish}\n"
    )
}

const SHAPES: [&[&str]; 4] = [
    &["oooo", "oooo", "oooo"],
    &[" oo ", "oooo", "oooo", " oo "],
    &["ooooo", "oo.oo", "ooooo"],
    &["oooooooo"],
];

/// The shape without signs that do not stand for holes.
fn shape(number: usize) -> Vec<String> {
    SHAPES[number].iter().map(|row| row.replace('.', " ")).collect()
}

fn methods() -> Vec<Method> {
    vec![
        Method::Auto,
        Method::Search,
        Method::Dfs,
        #[cfg(feature = "sat")]
        Method::Sat,
        #[cfg(feature = "milp")]
        Method::Milp,
    ]
}

fn check_lines(open: &OpenPuzzle, answer: &OpenAnswer) {
    let Some(best) = answer.best() else { return };
    let line = best.answer.line().expect("a line");
    let replayed = replay(&best.puzzle, line.jumps());
    assert!(replayed.solves(&best.puzzle));
    assert!(open.numbers().contains(&replayed.last().len()));
    assert_eq!(Some(replayed.moves), answer.claim().moves());
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn holes_left_open_have_the_fewest_moves_of_all_finishes(
        number in 0..SHAPES.len(),
        bits in any::<u64>(),
        named in any::<u64>(),
        pegs in any::<u64>(),
        fewer in any::<u64>(),
        reverse in any::<bool>(),
        method in any::<prop::sample::Index>(),
    ) {
        let shape = shape(number);
        let shape: Vec<&str> = shape.iter().map(String::as_str).collect();
        let holes = shape.iter().flat_map(|row| row.chars()).filter(|c| *c == 'o').count();
        let all = (1u64 << holes) - 1;
        // A quarter of the holes are named, and most of these must be empty.
        let (bits, named) = (bits & all, named & fewer & all);
        prop_assume!(bits != 0 && bits != all && named != 0 && named != all);
        let mut hole = 0;
        let mut sign = |c: char| {
            if c != 'o' { return c; }
            hole += 1;
            match (named >> (hole - 1) & 1, pegs >> (hole - 1) & 1) {
                (0, _) => '?',
                (_, 0) => '.',
                _ => 'o',
            }
        };
        let drawn: String =
            shape.iter().map(|row| row.chars().map(&mut sign).collect::<String>() + "\n").collect();
        let more = if reverse { "reverse = true" } else { "" };
        let text = text(&shape, bits, more, &format!("'''\n{drawn}'''"));
        let Ok(Loaded::Open(open)) = read(&text) else {
            // The finish has more pegs than the start or, in reverse solitaire, the start has too many.
            let faults = read(&text).expect_err("no puzzle");
            prop_assert!(faults.contains("pegs, the start"), "{}\n{}", faults, text);
            return Ok(());
        };
        let case = case(open.puzzle());
        let is_finish = |after: &Pegs| {
            let at = |hole: u16| after.contains(&open.puzzle().board().place(hole));
            (0..holes as u16).all(|hole| named >> hole & 1 == 0 || at(hole) == (pegs >> hole & 1 == 1))
        };
        let expected =
            reached(&case).into_iter().filter(|(after, _)| is_finish(after)).map(|(_, moves)| moves).min();
        let method = *method.get(&methods());
        let answer = solve_open(&open, &method.into(), &Control::default()).expect("an answer");
        let claim = expected.map_or(Claim::Infeasible, |moves| Claim::Optimal { moves });
        prop_assert_eq!(answer.claim(), claim, "{:?}\n{}", method, text);
        check_lines(&open, &answer);
        // The solution is judged by the same rules.
        if let Some(best) = answer.best() {
            let names = best.puzzle.names();
            let line = names.line(best.answer.line().expect("a line"));
            let judgement = judge_open(&open, &line, &[], &Control::default()).expect("no limit");
            prop_assert_eq!(judgement.verdict, Verdict::Correct, "{}\n{}", line, text);
        }
    }

    #[test]
    fn the_fewest_pegs_are_those_of_a_plain_search(
        number in 0..SHAPES.len(),
        bits in any::<u64>(),
        method in any::<prop::sample::Index>(),
    ) {
        let shape = shape(number);
        let shape: Vec<&str> = shape.iter().map(String::as_str).collect();
        let holes = shape.iter().flat_map(|row| row.chars()).filter(|c| *c == 'o').count();
        let bits = bits & ((1 << holes) - 1);
        prop_assume!(bits != 0);
        let open = open(&text(&shape, bits, "", "{ pegs = 'fewest' }"));
        let positions = reached(&case(open.puzzle()));
        let least = positions.keys().map(Pegs::len).min();
        let of_least = positions.iter().filter(|(pegs, _)| Some(pegs.len()) == least);
        let moves = of_least.map(|(_, &moves)| moves).min().expect("the start at least");
        let method = *method.get(&methods());
        let answer = solve_open(&open, &method.into(), &Control::default()).expect("an answer");
        prop_assert!(answer.is_final());
        prop_assert_eq!(answer.best().map(|best| best.puzzle.finish().pegs()), least);
        prop_assert_eq!(answer.least_pegs(), least);
        prop_assert_eq!(answer.claim(), Claim::Optimal { moves });
        check_lines(&open, &answer);
    }
}

/// On a large board, a finish with a few named holes has more positions than can be listed.
#[test]
fn finishes_that_are_too_many_to_list_are_tried_one_by_one() {
    let mut random = fastrand::Rng::with_seed(49);
    let names: Vec<String> = {
        let all = open("model = 'english'\nstart = 'full'\nfinish = { pegs = 'fewest' }");
        all.puzzle().names().iter().map(str::to_owned).collect()
    };
    let mut found = [0; 2];
    for _ in 0..12 {
        let mut order = names.clone();
        random.shuffle(&mut order);
        let (pegs, empty) = (format!("{:?}", &order[..1]), format!("{:?}", &order[1..3]));
        random.shuffle(&mut order);
        let start = format!("{:?}", &order[..9]);
        let finish = format!("{{ pegs_at = {pegs}, empty_at = {empty} }}");
        let open = open(&format!("model = 'english'\nstart = {start}\nfinish = {finish}"));
        let positions = reached(&case(open.puzzle()));
        let expected = positions.iter().filter(|(after, _)| {
            let set = after
                .iter()
                .filter_map(|&(row, column)| open.puzzle().board().hole_at(row, column));
            open.with_pegs(after.len()).finish().accepts(&set.collect())
        });
        let expected = expected.map(|(_, &moves)| moves).min();
        for method in [Method::Auto, Method::Search] {
            let answer = solve_open(&open, &method.into(), &Control::default()).expect("an answer");
            let claim = expected.map_or(Claim::Infeasible, |moves| Claim::Optimal { moves });
            assert_eq!(answer.claim(), claim, "{method:?} {start} {finish}");
            check_lines(&open, &answer);
        }
        found[usize::from(expected.is_some())] += 1;
    }
    assert!(found.iter().all(|&number| number > 1), "{found:?}");
}

/// Conway's army: no peg advances five rows, whatever the numbers of pegs; weights refute it.
#[test]
#[cfg(feature = "milp")]
fn weights_refute_a_finish_of_one_hole() {
    let (empty, full, any) = (".........\n", "ooooooooo\n", "?????????\n");
    let board = full.repeat(8);
    let start = empty.repeat(5) + &full.repeat(3);
    let finish = "????o????\n".to_owned() + &any.repeat(7);
    let open = open(&format!(
        "model = {{ lattice = 'square', directions = 'orthogonal', board = '''\n{}''' }}\n\
         start = '''\n{}'''\nfinish = '''\n{}'''\n",
        &board[..70],
        &start[..70],
        &finish[..70]
    ));
    let control = Control::default().within(std::time::Duration::from_secs(120));
    let answer = solve_open(&open, &Method::Auto.into(), &control).expect("an answer");
    assert_eq!(answer.claim(), Claim::Infeasible);
}

const ROW: &str = "title = 'row'\nmodel = { lattice = 'square', directions = 'orthogonal', board = 'oooooo' }\n\
                   notation = 'number'\nstart = ['1', '2', '4']\n";

#[test]
fn faults_of_open_finishes_are_named() {
    for (more, message) in [
        ("finish = { pegs_at = ['1'], empty_at = ['1'] }", "hole 1 must have a peg and be empty"),
        ("finish = { pegs_at = [], empty_at = [] }", "\"finish\" names no hole"),
        ("finish = { pegs_at = ['9'] }", "no hole is called \"9\""),
        ("finish = { pegs_at = ['1'], pegs = 2 }", "unknown key \"pegs\""),
        ("finish = { pegs = 'few' }", "\"pegs\" must be an integer"),
        (
            "finish = { pegs_at = ['1', '2', '3', '4'] }",
            "\"finish\" has at least 4 pegs, the start 3",
        ),
        ("finish = { pegs = 'fewest' }\nreverse = true", "every jump of a reverse game adds a peg"),
        ("finish = { pegs = 'fewest' }\nmarked = { survivor = '1' }", "marked pegs need a finish"),
        ("finish = '??o.o'", "fits no place"),
    ] {
        let faults = match read(&format!("{ROW}{more}\n")) {
            Err(faults) => faults,
            Ok(loaded) => panic!("{more}: {loaded:?}"),
        };
        // The drawing is too short: any message about its shape is acceptable.
        let is_shape = message == "fits no place" && !faults.is_empty();
        assert!(is_shape || faults.contains(message), "{more}: {faults}");
    }
    let start = read(&format!(
        "{}start = 'oo?...'\nfinish = ['1']\n",
        ROW.replace("start = ['1', '2', '4']\n", "")
    ));
    assert!(start.expect_err("a start").contains("holes drawn as ?"));
    // If all holes are named, the finish is an ordinary one.
    let all = read(&format!(
        "{ROW}finish = {{ pegs_at = ['3'], empty_at = ['1', '2', '4', '5', '6'] }}\n"
    ));
    assert!(matches!(all, Ok(Loaded::Peg(_))), "{all:?}");
}

/// The same finish in a diagram, with other signs and by names.
#[test]
fn open_finishes_are_written_in_several_ways() {
    let by_names = open(&format!("{ROW}finish = {{ pegs_at = ['5'], empty_at = ['1', '2'] }}\n"));
    for finish in
        ["finish = '..??o?'", "finish = '. . ? ? o ?'", "finish = '··??●?'", "finish = '00??1?'"]
    {
        let drawn = open(&format!("{ROW}{finish}\n"));
        assert_eq!(drawn.aim(), by_names.aim(), "{finish}");
    }
    let signs = open(&format!("{ROW}signs = {{ peg = '*', empty = 'o' }}\nfinish = 'oo??*?'\n"));
    assert_eq!(signs.aim(), by_names.aim());
}

#[test]
fn commands_take_open_finishes_or_refuse_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("holes.toml", &format!("{ROW}finish = '??..o?'\n"));
    write("fewest.toml", &format!("{ROW}finish = {{ pegs = 'fewest' }}\n"));
    write("never.toml", &format!("{ROW}finish = '..??.o'\n"));
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
        let output = command.args(arguments).current_dir(folder.path()).output().expect("it runs");
        let mut text = String::from_utf8(output.stdout).expect("text");
        let _ = write!(text, "{}", String::from_utf8(output.stderr).expect("text"));
        (output.status.code().expect("a code"), text)
    };
    assert_eq!(
        run(&["solve", "holes.toml", "-q"]),
        (0, "row: 1 move (2 jumps), the fewest possible: 1-3-5\n".into())
    );
    let (code, text) = run(&["solve", "fewest.toml", "-q"]);
    assert_eq!(
        (code, &*text),
        (0, "row: 1 peg, the fewest possible; in 1 move (2 jumps), the fewest possible: 1-3-5\n")
    );
    assert_eq!(run(&["solve", "never.toml", "-q"]), (1, "row: impossible\n".into()));
    for (file, jumps, code, message) in [
        ("holes.toml", "1-3-5", 0, "correct: 2 jumps in 1 move"),
        (
            "holes.toml",
            "1-3",
            1,
            "incomplete: the jump is legal, but the finish is not reached\nextra pegs: 3 4; missing pegs: 5",
        ),
        ("holes.toml", "2-3", 1, "illegal: jump 1"),
        ("holes.toml", "x9", 2, "unreadable"),
        ("fewest.toml", "1-3-5", 0, "correct: 2 jumps in 1 move"),
        ("fewest.toml", "1-3", 1, "the finish is not reached\n2 pegs left, not 1"),
    ] {
        let (status, text) = run(&["check", file, "--moves", jumps]);
        assert_eq!(status, code, "{file} {jumps}: {text}");
        assert!(text.contains(message), "{file} {jumps}: {text}");
    }
    // The puzzle file written by `show` is the same puzzle.
    for file in ["holes.toml", "fewest.toml"] {
        let (code, text) = run(&["show", file, "--to", "toml"]);
        assert_eq!(code, 0, "{text}");
        let again = open(&text);
        let puzzle = open(&std::fs::read_to_string(folder.path().join(file)).expect("a file"));
        assert_eq!((again.aim(), again.puzzle().start()), (puzzle.aim(), puzzle.puzzle().start()));
    }
    let (code, problem) = run(&["export", "holes.toml", "--to", "pddl"]);
    assert_eq!(code, 0, "{problem}");
    let problem = &problem[problem.find("(define (problem").expect("a problem")..];
    let goal = &problem[problem.find(":goal").expect("a goal")..];
    assert_eq!(goal.matches("occupied").count() + goal.matches("free").count(), 3, "{goal}");
    write("again.pddl", problem);
    assert_eq!(run(&["solve", "again.pddl", "-q"]).0, 0);
    for arguments in [
        &["export", "fewest.toml", "--to", "pddl"][..],
        &["export", "holes.toml", "--to", "lp"],
        &["certify", "holes.toml"],
        &["count", "holes.toml", "--what", "solutions"],
        &["play", "fewest.toml"],
        &["solve", "holes.toml", "--solutions", "3"],
        &["solve", "holes.toml", "--last-sweep"],
        &["solve", "holes.toml", "--method", "milp", "--formulation", "by-jump"],
        &["solve", "holes.toml", "--dir", "levels"],
        &["solve", "holes.toml", "--survivor", "1"],
        &["show", "holes.toml", "--html", "page.html"],
    ] {
        let (code, text) = run(arguments);
        assert_eq!(code, 2, "{arguments:?}: {text}");
        assert_eq!(text.matches("error").count(), 1, "{arguments:?}: {text}");
    }
}

/// The most pegs of a stuck game are those of plain play, on boards and on graphs.
#[test]
fn the_most_pegs_of_a_stuck_game() {
    use soliter_testing::jump_list::{JumpList, of_graph};
    let solved = |text: &str| {
        let answer =
            solve_open(&open(text), &Method::Auto.into(), &Control::default()).expect("an answer");
        assert!(answer.is_final());
        answer.most_pegs().expect("a number")
    };
    let finish = "finish = { pegs = \"most\" }";
    let triangle = format!(
        "model = 'triangle15'\nnotation = 'number'\nstart = {{ all_but = ['1'] }}\n{finish}"
    );
    assert_eq!(solved(&triangle), 8);
    let mut dice = fastrand::Rng::with_seed(61);
    for _ in 0..40 {
        let holes = dice.usize(4..8);
        let mut edges: Vec<(usize, usize)> = (1..holes).map(|v| (dice.usize(..v), v)).collect();
        edges.push((0, holes - 1));
        edges.retain(|(a, b)| a != b);
        let named: Vec<String> = edges.iter().map(|(a, b)| format!("'{a}-{b}'")).collect();
        let start = format!("start = {{ all_but = ['{}'] }}", dice.usize(..holes));
        let vacancy: usize = start.split('\'').nth(1).expect("a hole").parse().expect("a number");
        let text = format!("model = {{ edges = [{}] }}\n{start}\n{finish}", named.join(", "));
        let pegs = (0..holes).filter(|hole| *hole != vacancy).collect();
        let game = JumpList { holes, jumps: of_graph(&edges), start: pegs, finish: Err(1) };
        let most = game.count().games.keys().map(std::collections::BTreeSet::len).max();
        assert_eq!(Some(solved(&text)), most, "{text}");
    }
}

/// Armies of four and of eleven rows reach the fourth row beyond the line.
#[cfg(feature = "milp")]
#[test]
fn an_integer_program_leads_an_army_to_the_fourth_row() {
    for (columns, rows) in [(13, 4), (11, 11)] {
        let (pegs, none) = ("o".repeat(columns) + "\n", ".".repeat(columns) + "\n");
        let above = rows.min(5);
        let board = pegs.repeat(above + rows);
        let start = none.repeat(above) + &pegs.repeat(rows);
        let any = "?".repeat(columns) + "\n";
        let goal =
            format!("{}o{}\n", "?".repeat(columns / 2), "?".repeat(columns - columns / 2 - 1));
        let finish = any.repeat(above - 4) + &goal + &any.repeat(3 + rows);
        let text = format!(
            "model = {{ names = 'number', board = \"\"\"\n{board}\"\"\" }}\nstart = \"\"\"\n{start}\"\"\"\nfinish = \"\"\"\n{finish}\"\"\""
        );
        let answer = solve_open(&open(&text), &Method::Auto.into(), &Control::default());
        let answer = answer.expect("an answer");
        let best = answer.best().expect("a solution");
        assert!(best.answer.line().is_some() && !answer.is_final(), "{columns}");
        assert!(best.puzzle.jumps() >= 19, "{columns}");
    }
}
