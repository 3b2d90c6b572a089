//! Cubes: refutations of puzzles with known answers and of random positions; folders that several processes
//! share, that were left in the middle of a row, or that belong to another puzzle; and rows that are false.
#![cfg(feature = "sat")]

use crate::common;
use crate::common::{python, running::Running};

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::{Digest as _, Sha256};
use soliter::base::control::Control;
use soliter::peg::sat::cubes::{NotRefuted, cube, refute};

const LATIN: &str = "gardner/latin-cross";

/// Exit code, standard output and standard error.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_soliter"))
        .current_dir(folder)
        .args(args)
        .env("NO_COLOR", "1")
        .output()
        .expect("it runs");
    let [text, told] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (output.status.code(), text, told)
}

fn table(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name).join("table.cubes")).expect("a table")
}

/// The head, including the line that ends it, and the rows.
fn parts(table: &str) -> (&str, Vec<&str>) {
    let at = table.find("\nends\n").expect("an end") + 6;
    (&table[..at], table[at..].lines().collect())
}

/// A row whose words before the seal were changed, with a recomputed seal.
fn sealed(head: &str, row: &str, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut words: Vec<String> = row.split(' ').map(str::to_owned).collect();
    words.pop();
    change(&mut words);
    let text = words.join(" ") + " ";
    let mut row = text.clone();
    for byte in Sha256::digest(format!("{head}{text}")) {
        let _ = write!(row, "{byte:02x}");
    }
    row + "\n"
}

#[test]
fn a_cube_is_refuted_where_no_line_is_so_short() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut refuted, mut solved) = (0, 0);
    for name in [LATIN, "gardner/greek-cross", "triangle15-any-survivor"] {
        let puzzle = common::built_in(name);
        for _ in 0..6 {
            let length = random.usize(1..6);
            let choices: Vec<usize> = (0..length).map(|_| random.usize(..64)).collect();
            let Some(position) = common::played(&puzzle, &choices) else { continue };
            let cube = cube(&puzzle, position.clone());
            if position.len() <= cube.finish().pegs() {
                continue;
            }
            let fewest = common::case(&cube).fewest_moves();
            for slots in 1..=fewest.unwrap_or(2).min(cube.jumps()) {
                match refute(&cube, slots, &Control::default()) {
                    Ok(_) => {
                        assert!(fewest.is_none_or(|fewest| slots < fewest), "{name} {position:?}");
                        refuted += 1;
                    }
                    Err(NotRefuted::Solved(line)) => {
                        assert_eq!(Some(line.moves().len()), fewest, "{name} {position:?}");
                        solved += 1;
                    }
                    Err(other) => panic!("{name} {position:?}: {other:?}"),
                }
            }
        }
    }
    assert!(refuted > 20 && solved > 5, "{refuted} {solved}");
}

#[test]
fn the_program_makes_a_table_and_checks_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let (code, text, told) = run(path, &["certify", LATIN, "--cubes", "a", "--split-depth", "2"]);
    assert_eq!(code, Some(0), "{told}");
    let said = "Latin cross: no solution has 4 moves or fewer\n";
    assert!(text.starts_with(said), "{text}");
    let (_, text, _) = run(path, &["certify", LATIN, "--cubes", "a"]);
    assert!(text.contains(": 0 refuted, and "), "{text}");
    let mut files: Vec<_> = fs::read_dir(path.join("a"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    files.sort();
    assert_eq!(files, ["lock", "table.cubes"]);

    let made = table(path, "a");
    let (head, rows) = parts(&made);
    assert!(head.starts_with("soliter layers 2\n# Latin cross\nboard "), "{head}");
    assert!(head.contains("\nmoves-at-least 5\n") && rows.len() > 1, "{made}");
    let (code, text, _) = run(path, &["verify", "a/table.cubes"]);
    assert_eq!(code, Some(0));
    let said = "correct: Latin cross (gardner/latin-cross): no solution has 4 moves or fewer, if every row \
                of the table is true\n";
    assert!(text.starts_with(said), "{text}");
    assert!(text.contains("no row was rechecked"), "{text}");
    let again = ["verify", "a/table.cubes", LATIN, "--recheck", "2", "--seed", "5"];
    let (code, text, _) = run(path, &again);
    assert_eq!(code, Some(0));
    assert!(text.contains("2 of the rows were refuted again, with seed 5"), "{text}");
    let (code, text, _) = run(path, &["verify", "a/table.cubes", LATIN, "--recheck", "all"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("correct: Latin cross: no solution has 4 moves or fewer\n"), "{text}");
    let (code, text, _) = run(path, &["verify", "a/table.cubes", "gardner/lamp"]);
    assert_eq!(code, Some(1));
    assert_eq!(text, "rejected: this certificate is for another start, not for \"Lamp\"\n");
    let (code, _, told) = run(path, &["certify", "gardner/lamp", "--cubes", "a"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("table.cubes is for another start"), "{told}");
    let (code, _, told) = run(path, &["certify", LATIN, "--cubes", "a", "--moves", "3"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("table.cubes is for other moves"), "{told}");

    // Changed rows: with the old seal, and with a recomputed one.
    let refusal = |text: &str| {
        fs::write(path.join("b.cubes"), text).expect("a file");
        let (code, text, told) = run(path, &["verify", "b.cubes", LATIN, "--recheck", "all"]);
        assert_eq!(code, Some(1), "{text}{told}");
        text
    };
    let lines = head.lines().count();
    let (first, rest) = (rows[0], &made[head.len() + rows[0].len() + 1..]);
    let changed = made.replacen(first, &first.replacen(' ', " 1", 1), 1);
    let line = lines + 1;
    let said = format!("rejected: line {line} is not a row of this table, or was changed\n");
    assert_eq!(refusal(&changed), said);
    let digest = "0".repeat(64);
    let other = sealed(head, first, |words| words[5].clone_from(&digest));
    let text = refusal(&format!("{head}{other}{rest}"));
    assert!(
        text.starts_with("rejected: the clauses of ") && text.ends_with(" are others\n"),
        "{text}"
    );
    let fewer = sealed(head, first, |words| words[1] = "1".to_owned());
    let text = refusal(&format!("{head}{fewer}{rest}"));
    assert!(text.contains("is not a cube to refute for this number of moves"), "{text}");
    let text = refusal(&format!("{head}{rest}"));
    let all = rows.len();
    assert!(
        text.starts_with(&format!("rejected: 1 of {all} rows are missing, the first ")),
        "{text}"
    );
    let text = refusal(&format!("{made}{first}\n"));
    assert!(text.ends_with(" is there twice\n"), "{text}");
    let text = refusal(&made.replacen("moves-at-least 5", "moves-at-least 6", 1));
    assert_eq!(text, said, "rows are sealed with their head");
    let text = refusal(&made.replacen("\nF 1 ", "\nextra 1\nF 1 ", 1));
    assert!(text.contains("there is no key \"extra\""), "{text}");
    let (code, _, told) = run(path, &["verify", "b.lrat", LATIN, "--recheck", "all"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("not a table of cubes"), "{told}");
}

#[test]
fn a_run_goes_on_where_one_was_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let make = ["certify", LATIN, "--cubes", "a", "--split-depth", "2"];
    assert_eq!(run(path, &make).0, Some(0));
    let made = table(path, "a");
    let (_, rows) = parts(&made);
    // The table is cut in the middle of its last row.
    let torn = &made[..made.len() - 20];
    fs::write(path.join("a/table.cubes"), torn).expect("a file");
    assert_eq!(run(path, &["verify", "a/table.cubes"]).0, Some(1));
    // The claims of a process that has ended are free again.
    let last = rows[rows.len() - 1].split(' ').next().expect("a position");
    fs::write(path.join(format!("a/{last}.claim")), "").expect("a file");
    let late = [&make[..], &["--time-limit", "0"]].concat();
    let (code, _, told) = run(path, &late);
    assert_eq!(code, Some(3), "{told}");
    let (code, text, told) = run(path, &make);
    assert_eq!(code, Some(0), "{told}");
    let others = rows.len() - 1;
    assert!(text.contains(&format!(": 1 refuted, and {others} by earlier runs")), "{text}");
    assert_eq!(parts(&table(path, "a")).1.len(), rows.len());
    // A table whose last row is complete but wrong cannot be resumed.
    fs::write(path.join("a/table.cubes"), format!("{made}1 2 3\n")).expect("a file");
    let (code, _, told) = run(path, &make);
    assert_eq!(code, Some(2));
    assert!(told.contains("cannot resume a/table.cubes: line "), "{told}");
}

#[test]
fn processes_share_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let make = ["certify", "gardner/pyramid", "--cubes", "a", "--moves", "7", "--threads", "1"];
    let mut all: Vec<Running> =
        (0..3).map(|_| Running::start(folder.path(), &make, |_| ())).collect();
    for one in &mut all {
        assert_eq!(one.ended(), Some(0));
    }
    let (code, text, _) = run(folder.path(), &["verify", "a/table.cubes"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn a_line_of_so_few_moves_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in [LATIN, "leibniz/latin-cross"] {
        let make = ["certify", name, "--cubes", "a", "--moves", "5", "--split-depth", "2"];
        let (code, text, told) = run(folder.path(), &make);
        assert_eq!(code, Some(1), "{told}");
        assert!(text.contains(": a solution has 5 moves\n"), "{text}");
        fs::remove_dir_all(folder.path().join("a")).expect("a folder less");
    }
    let (code, _, told) = run(folder.path(), &["certify", LATIN, "--cubes", "a", "--moves", "6"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("a solution has 5 jumps"), "{told}");
}

/// A cube is a puzzle: from its text, the tool generates the same clauses.
#[test]
fn the_tool_makes_the_clauses_of_a_cube() {
    let python = Command::new("python3").args(["-c", "import tomllib"]).output();
    if !python.is_ok_and(|output| output.status.success()) {
        eprintln!("python3 with tomllib is not there: nothing is compared");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    assert_eq!(run(path, &["certify", LATIN, "--cubes", "a", "--split-depth", "1"]).0, Some(0));
    let made = table(path, "a");
    for row in parts(&made).1 {
        let words: Vec<&str> = row.split(' ').collect();
        let pegs = u64::from_str_radix(words[0], 16).expect("a position");
        let puzzle = common::built_in(LATIN);
        let names = puzzle.names().position(&soliter::Position::from(pegs));
        let text = format!("model = 'english'\nstart = {names:?}\nfinish = ['44']\n");
        fs::write(path.join("cube.toml"), text).expect("a file");
        let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/encode.py");
        let output =
            Command::new("python3").arg(tool).arg(path.join("cube.toml")).arg(words[1]).output();
        let clauses = String::from_utf8(output.expect("python3 runs").stdout).expect("text");
        let digest = clauses.lines().nth(3).expect("a digest");
        assert_eq!(digest, format!("c sha256 {}", words[5]));
    }
}

/// The exit code of `tools/check_cubes.py` for a table, its standard output and standard error.
fn checked_in_python(table: &Path, program: &Path) -> (Option<i32>, String, String) {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/check_cubes.py");
    let output = Command::new("python3").arg(tool).arg(table).env("SOLITER", program).output();
    let output = output.expect("python3 runs");
    let [text, told] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(!told.contains("Traceback"), "{told}");
    (output.status.code(), text, told)
}

/// Tables of a drawn board, of a triangle, of a listed board and of a finish by its number of pegs.
#[test]
fn the_checker_in_python_refutes_every_cube_again() {
    if !python::is_asked_for() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let skewed = "[model]\nkind = \"peg-solitaire\"\n\
                  board = \"\"\"\nooooo\nooooo\nooooo\n\"\"\"\ndirections = \"skew\"\n";
    let graph = "[model]\nkind = \"peg-solitaire\"\n\
                 edges = [\"a-b\", \"b-c\", \"c-d\", \"d-e\", \"e-f\", \"f-a\", \"a-g\", \"c-h\", \"h-i\", \"i-j\"]\n";
    let files = [
        (
            "skewed.toml",
            format!("start = {{ all_but = [\"33\"] }}\nfinish = {{ pegs = 1 }}\n{skewed}"),
        ),
        (
            "graph.toml",
            format!("start = {{ all_but = [\"g\"] }}\nfinish = {{ pegs = 1 }}\n{graph}"),
        ),
    ];
    for (name, text) in &files {
        fs::write(path.join(name), text).expect("a file");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_soliter"));
    for (name, puzzle) in
        [("a", LATIN), ("b", "triangle15/21-to-33"), ("c", "skewed.toml"), ("d", "graph.toml")]
    {
        let (code, _, told) =
            run(path, &["certify", puzzle, "--cubes", name, "--split-depth", "1"]);
        assert_eq!(code, Some(0), "{puzzle}: {told}");
        let made = path.join(name).join("table.cubes");
        let (code, text, told) = checked_in_python(&made, program);
        assert_eq!(code, Some(0), "{puzzle}: {text}{told}");
        let last = text.lines().last().expect("a verdict");
        assert!(last.starts_with("correct: no solution has fewer than "), "{text}");
    }
}

#[test]
fn the_checker_in_python_rejects_false_tables() {
    if !python::is_asked_for() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    assert_eq!(run(path, &["certify", LATIN, "--cubes", "a", "--split-depth", "1"]).0, Some(0));
    let made = table(path, "a");
    let (head, rows) = parts(&made);
    let whole = |rows: &[String]| format!("{head}{}", rows.concat());
    let unchanged: Vec<String> = rows.iter().map(|row| format!("{row}\n")).collect();
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut rows = unchanged.clone();
        rows[0] = sealed(head, rows[0].trim_end(), change);
        whole(&rows)
    };
    // What the header claims is one move more, with every row sealed for it.
    let raised = head.replace("moves-at-least 5", "moves-at-least 6");
    let slots = |words: &mut Vec<String>| words[1] = "4".to_owned();
    let more: String = rows.iter().map(|row| sealed(&raised, row, slots)).collect();
    let tables = [
        (whole(&unchanged[1..]), "rejected: 1 of 3 rows are missing"),
        (whole(&[&unchanged[..], &unchanged[..1]].concat()), "is not a cube, or has two rows"),
        (with(&|words| words[0] = "810714".to_owned()), "is not a cube, or has two rows"),
        (with(&|words| words[1] = "2".to_owned()), "3 moves are to be refuted, not 2"),
        (with(&|words| words[5] = "0".repeat(64)), "the digest is not that of its clauses"),
        (made.replacen(" 8265 ", " 8266 ", 1), "row 1 does not match its seal"),
        (made.replacen("F 1 3", "F 1 4", 1), "layer 1 has 3 positions, not 4"),
        (made.replacen("finish 10000", "finish 810710", 1), "rejected: "),
        (format!("{raised}{more}"), "the digest is not that of its clauses"),
    ];
    let program = Path::new(env!("CARGO_BIN_EXE_soliter"));
    for (text, why) in tables {
        fs::write(path.join("false.cubes"), &text).expect("a file");
        let (code, said, told) = checked_in_python(&path.join("false.cubes"), program);
        assert_eq!(code, Some(1), "{why}: {said}{told}");
        assert!(said.contains(why), "{why}: {said}");
    }
    // A program that proves nothing proves nothing here either.
    let (code, said, told) = checked_in_python(&path.join("a/table.cubes"), Path::new("true"));
    assert_eq!((code, said.as_str()), (Some(2), ""), "{told}");
    assert!(told.starts_with("cannot be checked: "), "{told}");
}
