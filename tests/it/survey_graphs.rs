//! `soliter survey graphs`: its rows, its file, and resuming.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::python;

const GRAPHS: &str =
    "# a path, a star, a triangle with a tail\n0-1 1-2 2-3\n5 0 1 0 2 0 3 0 4\n\nCx\n";
const HEAD: &str = "line,graph,vertices,edges,class,peg_solitaire_number,fools_solitaire_number,\
                    solvable_vacancies,fewest_pegs,most_pegs,positions";
const ROWS: [&str; 3] = [
    "2,0-1 1-2 2-3,4,3,solvable,1,2,1 2,2 1 1 2,2 1 1 2,9",
    "3,5 0 1 0 2 0 3 0 4,5,4,3-solvable,3,4,,4 3 3 3 3,4 3 3 3 3,9",
    "5,Cx,4,4,solvable,1,2,0 1 2,1 1 1 2,2 2 1 2,11",
];

/// The exit code, standard output and standard error.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(["survey", "graphs"]).args(arguments).env("NO_COLOR", "1");
    let output = command.current_dir(folder).stdin(Stdio::null()).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("graphs.txt"), GRAPHS).expect("a file");
    folder
}

#[test]
fn rows_are_in_the_order_of_the_graphs() {
    let folder = folder();
    let (code, text, note) = run(folder.path(), &["graphs.txt"]);
    assert_eq!((code, text), (Some(0), [&[HEAD], &ROWS[..]].concat().join("\n") + "\n"));
    assert!(note.starts_with("3 graphs: 2 solvable, 1 3-solvable, "), "{note}");
    assert_eq!(run(folder.path(), &["graphs.txt", "-q"]).2, "");
}

#[test]
fn a_file_is_resumed_after_its_last_complete_row() {
    let folder = folder();
    let path = folder.path().join("out.csv");
    let read = || std::fs::read_to_string(&path).expect("a survey");
    let resume = |more: &[&str]| {
        let (code, text, note) =
            run(folder.path(), &[&["graphs.txt", "-o", "out.csv", "--resume"], more].concat());
        (code, text + &note)
    };
    let (code, said) = resume(&["--witness"]);
    assert!(code == Some(0) && said.starts_with("3 graphs: 2 solvable"), "{said}");
    let whole = read();
    for end in (whole.find('\n').expect("a head") + 1..whole.len()).step_by(7) {
        std::fs::write(&path, &whole[..end]).expect("a file");
        let (code, said) = resume(&["--witness"]);
        assert!(code == Some(0) && said.starts_with("3 graphs: 2 solvable"), "{said}");
        assert_eq!(read(), whole, "cut off at {end}");
    }
    let refused = |text: &str, more: &[&str], message: &str| {
        std::fs::write(&path, text).expect("a file");
        let (code, said) = resume(more);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(message), "{said}");
        assert_eq!(read(), text, "it is left as it was");
    };
    refused(&whole, &[], "out.csv is no survey with these columns");
    refused("a,b\n1,2\n", &["--witness"], "out.csv is no survey with these columns");
    let other = whole.replace("2,0-1 1-2 2-3", "2,0-1 1-2 1-3");
    refused(
        &other,
        &["--witness"],
        "out.csv is not a survey of these graphs: it has the row \"2,0-1 1-2 1-3",
    );
    let other = whole.replace("3-solvable", "unsolvable");
    refused(&other, &["--witness"], "and line 3 of the input is \"5 0 1 0 2 0 3 0 4\"");
    let longer = format!("{whole}9,Cx,4,4,solvable,1,2,0 1 2,1 1 1 2,2 2 1 2,11,,\n");
    refused(&longer, &["--witness"], "the input ends before its row \"9,Cx,4,4,");
}

#[test]
fn a_fault_leaves_an_earlier_file_as_it_was() {
    let folder = folder();
    let path = folder.path().join("out.csv");
    std::fs::write(&path, "earlier").expect("a file");
    std::fs::write(folder.path().join("graphs.txt"), "0-1\n0-1 1-1\n").expect("a file");
    let (code, _, note) = run(folder.path(), &["graphs.txt", "-o", "out.csv"]);
    assert_eq!(code, Some(2), "{note}");
    assert!(note.contains("graphs.txt:2:5") && note.contains("the edge 1-1 is a loop"), "{note}");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "earlier");
    let (code, _, note) = run(folder.path(), &["graphs.txt", "-o", "graphs.txt"]);
    assert_eq!(code, Some(2), "{note}");
    let (code, _, note) = run(folder.path(), &["graphs.txt", "-o", "-", "--resume"]);
    assert!(code == Some(2) && note.contains("--output is standard output"), "{note}");
}

#[test]
fn limits_end_a_survey_with_the_rows_so_far() {
    let folder = folder();
    let large: Vec<String> = (0..31).map(|v| format!("{v}-{}", v + 1)).collect();
    let text = format!("{GRAPHS}{}\n", large.join(" "));
    std::fs::write(folder.path().join("graphs.txt"), text).expect("a file");
    for limit in [["--memory-limit", "100MB"], ["--time-limit", "1"]] {
        let (code, text, note) = run(folder.path(), &[&["graphs.txt"], &limit[..]].concat());
        assert_eq!(code, Some(3), "{note}");
        assert!(text.lines().skip(1).eq(ROWS), "{text}");
        let kind = if limit[0] == "--time-limit" { "time limit" } else { "memory limit" };
        assert!(note.contains(&format!("the survey stopped before line 6: {kind}")), "{note}");
    }
}

/// The checker in Python accepts a survey, and rejects it after every change of a digit, up or down.
#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_checker_recomputes_every_cell() {
    let folder = folder();
    run(folder.path(), &["graphs.txt", "-o", "out.csv", "--witness", "--evidence"]);
    let path = folder.path().join("out.csv");
    let whole = std::fs::read_to_string(&path).expect("a survey");
    let mut paths = vec![path];
    for (at, c) in whole.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        for changed in [c as u8 + 1, c as u8 - 1].map(char::from) {
            if changed.is_ascii_digit() {
                let mut text = whole.clone();
                text.replace_range(at..=at, &changed.to_string());
                let path = folder.path().join(format!("changed-{at}-{changed}.csv"));
                std::fs::write(&path, text).expect("a file");
                paths.push(path);
            }
        }
    }
    let verdicts = python::verdicts_of("check_survey.py", &paths);
    assert_eq!(verdicts.len(), paths.len());
    assert_eq!(verdicts[0], Ok(format!("{}: 3 graphs", paths[0].display())));
    // The line numbers of the input may be any ascending numbers, and a solution may be replaced by another
    // one.
    let recomputed = |text: &str| -> Vec<String> {
        let cells = text.lines().flat_map(|line| line.split(',').enumerate());
        cells.filter(|(at, _)| ![0, 12].contains(at)).map(|(_, cell)| cell.to_owned()).collect()
    };
    let mut accepted = 0;
    for (path, verdict) in paths.iter().zip(&verdicts).skip(1) {
        let text = std::fs::read_to_string(path).expect("a file");
        assert!(verdict.is_err() || recomputed(&text) == recomputed(&whole), "{text}");
        accepted += usize::from(verdict.is_ok());
    }
    assert_eq!(accepted, 5, "another line number or solution");
}

/// A solution with more moves than needed is legal, but the numbers of moves in the row are the fewest.
#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_checker_recomputes_the_fewest_moves() {
    let folder = folder();
    std::fs::write(folder.path().join("graphs.txt"), "D~{\n").expect("a file");
    run(folder.path(), &["graphs.txt", "-o", "out.csv", "--witness"]);
    let whole = std::fs::read_to_string(folder.path().join("out.csv")).expect("a survey");
    let (row, solutions) = whole.trim_end().rsplit_once("1 1 1 1 1,").expect("the fewest moves");
    let (first, others) = solutions.split_once("; ").expect("five solutions");
    let chain = first.strip_prefix("0: ").expect("the vacancy 0");
    // The same jumps, of which the last is a move of its own.
    let holes: Vec<&str> = chain.split('-').collect();
    let [.., from, over, to] = holes[..] else { panic!("{chain}") };
    let longer = format!(
        "{} {from}-{over}-{to}",
        chain.strip_suffix(&format!("-{over}-{to}")).expect("a chain")
    );
    let with = |number: &str, chain: &str| format!("{row}{number} 1 1 1 1,0: {chain}; {others}\n");
    let texts = [
        whole.clone(),
        with("2", &longer),
        with("<=2", &longer),
        with("<=1", &longer),
        with("2", chain),
    ];
    let paths: Vec<_> =
        (0..texts.len()).map(|at| folder.path().join(format!("{at}.csv"))).collect();
    for (path, text) in paths.iter().zip(&texts) {
        std::fs::write(path, text).expect("a file");
    }
    let verdicts = python::verdicts_of("check_survey.py", &paths);
    let right: Vec<bool> = verdicts.iter().map(Result::is_ok).collect();
    assert_eq!(right, [true, false, true, false, false], "{verdicts:?}");
}
