//! `soliter check` and `soliter show` from outside: standard input, titles with control characters, records
//! that are too long.

use std::fmt::Write as _;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

fn soliter(arguments: &[&str], input: Stdio) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_soliter"));
    program.args(arguments).env("NO_COLOR", "1").stdin(input);
    program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// The output of a command with a text on standard input.
fn given(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = soliter(arguments, Stdio::piped());
    // The program may stop reading before the end of the input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("an end")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

const CROSS: [&str; 2] = ["check", "gardner/latin-cross"];

#[test]
fn what_stands_on_standard_input_is_judged_before_the_solution() {
    let rubbish = given(&CROSS, b"rubbish\n");
    assert_eq!(rubbish.status.code(), Some(2));
    assert!(said(&rubbish).starts_with("the solution on standard input: unreadable: "));
    let right = given(&CROSS, b"45-25, 43-45, 55-35, 25-45, 46-44");
    assert_eq!(right.status.code(), Some(0));
    assert!(said(&right).starts_with("the solution on standard input: correct: 5 jumps"));
    let json = given(&["check", "gardner/latin-cross", "--format", "json"], b"44-42");
    assert!(
        said(&json).contains("\"lost\":\"yes\"")
            && said(&json).contains("\"solution_source\":\"-\"")
    );
    // Standard input may also be a file with text.
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(b"44-42").expect("written");
    std::io::Seek::rewind(&mut file).expect("rewound");
    let from_file = soliter(&CROSS, file.into()).wait_with_output().expect("an end");
    assert_eq!(from_file.status.code(), Some(1));
}

#[test]
fn without_text_on_standard_input_the_solution_is_judged() {
    let solution = "the solution in the puzzle file: correct: 5 jumps in 5 moves\n";
    for empty in [given(&CROSS, b""), given(&CROSS, b" \n\n")] {
        assert_eq!(empty.status.code(), Some(0));
        assert!(said(&empty).starts_with(solution), "{}", said(&empty));
    }
    let none = soliter(&CROSS, Stdio::null()).wait_with_output().expect("an end");
    assert!(said(&none).starts_with(solution));
    // Nothing is written to this pipe, and it stays open until the program has ended.
    let mut silent = soliter(&CROSS, Stdio::piped());
    let pipe = silent.stdin.take();
    let output = silent.wait_with_output().expect("an end");
    drop(pipe);
    assert!(said(&output).starts_with(solution));
    // A solution given by the arguments takes precedence.
    let named = given(&["check", "gardner/latin-cross", "--moves", "44-42"], b"rubbish");
    assert!(said(&named).starts_with("incomplete"));
}

#[test]
fn what_solve_prints_is_read() {
    for option in ["--threads=1", "-q", "--format=json"] {
        let solve = ["solve", "gardner/latin-cross", "--method", "search", option];
        let printed = said(&soliter(&solve, Stdio::null()).wait_with_output().expect("an end"));
        let verdict = |text: &str| {
            let output = given(&CROSS, text.as_bytes());
            (output.status.code(), said(&output))
        };
        let (code, right) = verdict(&printed);
        assert!(code == Some(0) && right.contains("correct: 5 jumps in 5 moves"), "{right}");
        let swapped = printed.replace("43-45, 55-35", "55-35, 43-45");
        let (code, wrong) = verdict(&swapped);
        assert!(code == Some(1) && wrong.contains("illegal: jump 2, 55-35"), "{wrong}");
        // The answer mentions the part of the text that is not read.
        assert!(right.contains("ignored: "), "{right}");
        let (code, twice) = verdict(&(printed + "1 move (1 jump) found: 44-42\n"));
        assert!(matches!(code, Some(1 | 2)), "{twice}");
    }
}

#[test]
fn a_record_of_comments_says_so() {
    let output = given(&CROSS, b"# 45-25\n# 43-45\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("there is no jump in this text"));
}

#[test]
fn a_terminal_obeys_no_title() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzle.toml");
    let text = "title = \"a\\u001b[2Jb\"\nsource = \"c\\u001b]0;d\\u0007\"\nmodel = 'english'\n\
                start = ['44', '45']\nfinish = ['46']\n";
    std::fs::write(&path, text).expect("written");
    let path = path.to_str().expect("a name");
    for arguments in [
        &["show", path][..],
        &["solve", path],
        &["solve", path, "--quiet"],
        &["count", path],
        &["check", path, "--moves", "44-46 \u{1b}[2J"],
        &["check", path, "--moves", "\u{9b}2J"],
        &["play", path],
    ] {
        let output = given(arguments, b"quit\n");
        for text in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(text);
            assert!(!text.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{arguments:?}: {text:?}");
        }
    }
}

#[test]
fn very_long_input_is_answered_with_the_first_faults() {
    for one in ["x", "45-25-", "48-46,", "\u{1b}", "a", "#1 48-", "1. "] {
        let text = one.repeat((1 << 20) / one.len());
        let output = given(&["check", "gardner/latin-cross", "-"], text.as_bytes());
        // None of these can be read.
        assert_eq!(output.status.code(), Some(2), "{one:?}");
        assert!(output.stderr.len() + output.stdout.len() < 20_000, "{one:?}");
    }
}

#[test]
fn a_limit_stops_pictures_of_a_record_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = folder.path().join("record.svg");
    let svg = svg.to_str().expect("a name");
    let mut record = String::new();
    for _ in 0..20_000 {
        let _ = write!(record, "c2 c3 c1 c4 ");
    }
    for puzzle in ["corridor/4x4-border", "gardner/latin-cross"] {
        let shown = ["show", puzzle, "--solution", "-", "--svg", svg, "--time-limit", "0"];
        let output = given(&shown, record.as_bytes());
        assert_eq!(output.status.code(), Some(3), "{puzzle}");
        assert!(output.stdout.is_empty() && !std::path::Path::new(svg).exists(), "{puzzle}");
    }
}

/// Texts, each with its verdict and exit code: three of each.
#[test]
fn three_verdicts_have_three_exit_codes() {
    for (moves, verdict, legal, code) in [
        ("45-25, 43-45, 55-35, 25-45, 46-44", "correct", Some(true), 0),
        ("45-25, 43-45", "incomplete", Some(true), 1),
        ("45-25, 43-45, 35-55", "illegal", Some(false), 1),
        ("45-25, 43-4B", "unreadable", None, 2),
        ("hello", "unreadable", None, 2),
    ] {
        let arguments = ["check", "gardner/latin-cross", "--format", "json", "--moves", moves];
        let output = given(&arguments, b"");
        assert_eq!(output.status.code(), Some(code), "{moves}");
        let object: serde_json::Value = serde_json::from_str(&said(&output)).expect("an object");
        assert_eq!(object["verdict"], verdict, "{moves}");
        assert_eq!(object["legal"].as_bool(), legal, "{moves}");
    }
    let told = given(&["help", "exit-codes"], b"");
    assert!(said(&told).contains("2  a file, a solution or the arguments are unreadable"));
}

/// A file of another program that contains several solutions, each with jumps numbered from 1.
#[test]
fn several_solutions_are_judged_one_line_each() {
    let right = "1 203 202 201 2 403 303 203 3 204 203 202 4 201 202 203 5 103 203 303";
    let wrong = "1 203 202 201 2 403 303 203 3 602 502 402";
    let file = format!("{right}\n{wrong}\n");
    let output = given(&["check", "gardner/latin-cross", "-"], file.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let text = said(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "solution 1: correct: 5 jumps in 5 moves");
    assert!(lines[1].starts_with("solution 2: illegal: jump 3, "), "{lines:?}");
    let one = given(&["check", "gardner/latin-cross", "-"], right.as_bytes());
    assert_eq!(one.status.code(), Some(0), "{}", said(&one));
}

#[test]
fn game_records_that_cannot_be_read_are_not_called_wrong() {
    for (record, code, verdict, legal) in [
        ("c1", 1, "illegal", serde_json::json!(false)),
        ("hello", 2, "unreadable", serde_json::json!(null)),
    ] {
        let arguments = ["check", "corridor/4x4-border", "-", "--format", "json"];
        let output = given(&arguments, record.as_bytes());
        assert_eq!(output.status.code(), Some(code), "{record}");
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert_eq!((&told["verdict"], &told["legal"]), (&verdict.into(), &legal), "{record}");
        let text = given(&arguments[..3], record.as_bytes());
        let text = String::from_utf8(text.stdout).expect("text");
        let word = if code == 1 { "illegal: ply 1" } else { "unreadable: ply 1" };
        assert!(text.contains(word), "{text}");
    }
}
