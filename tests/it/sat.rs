//! Clauses: proofs for puzzles with known answers; changed clauses and proofs are rejected by the checker and
//! by `tools/check_lrat.py`; `tools/encode.py` generates the same clauses.
#![cfg(feature = "sat")]

use crate::common;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use soliter::base::control::{Control, Stop};
use soliter::boards::answer::{Claim, Prover};
use soliter::boards::puzzle::Puzzle;
use soliter::checker::lrat;
use soliter::prove::sat::proof::{NoRefutation, Refutation, refute};
use soliter::prove::solve::{Method, solve};

/// Puzzles with their fewest moves: the six of Gardner's fig. 91, puzzles with diagonals, and reverse
/// solitaire.
const FIGURES: [(&str, usize); 9] = [
    ("gardner/latin-cross", 5),
    ("gardner/greek-cross", 6),
    ("gardner/fireplace", 8),
    ("gardner/pyramid", 8),
    ("gardner/lamp", 9),
    ("gardner/inclined-square", 8),
    ("english-diagonal/latin-cross", 4),
    ("english-diagonal/greek-cross", 6),
    ("leibniz/latin-cross", 5),
];

#[test]
fn clauses_alone_give_the_fewest_moves() {
    for (name, moves) in FIGURES {
        let puzzle = common::built_in(name);
        let answer =
            solve(&puzzle, &Method::Sat.into(), &Control::default()).expect("a verified answer");
        assert_eq!(answer.claim(), Claim::Optimal { moves }, "{name}");
        assert_eq!(answer.evidence()[0].by, Prover::Sat);
        assert!(answer.line().is_some());
    }
}

#[test]
fn limits_end_a_run_and_prove_nothing() {
    let puzzle = common::built_in("gardner/central-game");
    let cancelled = Control::default().cancelled_by(Arc::new(AtomicBool::new(true)));
    let late = Control::default().within(Duration::from_millis(300));
    let small = Control::default().memory(1 << 10);
    for (control, stop) in [(cancelled, Stop::Cancelled), (late, Stop::Time), (small, Stop::Memory)]
    {
        let answer = solve(&puzzle, &Method::Sat.into(), &control).expect("a verified answer");
        assert!(matches!(answer.claim(), Claim::Unknown { .. }), "{stop:?}");
        assert_eq!(answer.evidence()[0].stopped, Some(stop));
        let none = refute(&puzzle, 16, &control);
        assert_eq!(none, Err(NoRefutation::Stopped(stop)));
    }
}

fn refutation(puzzle: &Puzzle, moves: usize) -> Refutation {
    refute(puzzle, moves, &Control::default()).expect("a refutation")
}

fn is_right(clauses: &str, proof: &str) -> bool {
    lrat::check(clauses.as_bytes(), proof.as_bytes(), &|_| true).is_ok()
}

fn variables(clauses: &str) -> usize {
    let head = clauses.lines().nth(4).expect("a head");
    head.split(' ').nth(2).and_then(|word| word.parse().ok()).expect("a number")
}

/// Clauses with changed lines and one more variable, and a head that matches them.
fn with_lines(clauses: &str, change: impl Fn(&mut Vec<String>)) -> String {
    let heads: Vec<&str> = clauses.lines().take(3).collect();
    let mut lines: Vec<String> = clauses.lines().skip(5).map(str::to_owned).collect();
    change(&mut lines);
    let number = lines.iter().filter(|line| !line.starts_with('c')).count();
    let rest = format!("p cnf {} {number}\n{}\n", variables(clauses) + 1, lines.join("\n"));
    let mut digest = String::new();
    for byte in Sha256::digest(&rest) {
        let _ = write!(digest, "{byte:02x}");
    }
    format!("{}\nc sha256 {digest}\n{rest}", heads.join("\n"))
}

#[test]
fn what_is_changed_is_refused() {
    let puzzle = common::built_in("gardner/latin-cross");
    let Refutation { clauses, proof, .. } = refutation(&puzzle, 4);
    assert!(is_right(&clauses, &proof));
    assert!(is_right(&with_lines(&clauses, |_| ()), &proof));
    // One clause fewer, or a weaker clause: the additional variable satisfies it.
    let is_clause = |(_, line): &(usize, &str)| !line.starts_with('c');
    let places: Vec<usize> =
        (0..).zip(clauses.lines().skip(5)).filter(is_clause).map(|(place, _)| place).collect();
    for &place in places.iter().step_by(1999).chain(places.last()) {
        let without = with_lines(&clauses, |lines| drop(lines.remove(place)));
        assert!(!is_right(&without, &proof), "without line {place}");
    }
    let is_step = |line: &&str| !line.contains(" d ");
    let hints = proof.lines().filter(is_step).filter_map(|step| step.split_once(" 0 "));
    let hints = hints.flat_map(|(_, hints)| hints.split(' ').filter_map(|id| id.parse().ok()));
    let mut used: Vec<usize> = hints.filter(|&id| id > 0 && id <= places.len()).collect();
    used.sort_unstable();
    used.dedup();
    assert!(used.len() > 100);
    let more = variables(&clauses) + 1;
    for &id in used.iter().step_by(used.len() / 10) {
        let place = places[id - 1];
        let weaker =
            with_lines(&clauses, |lines| lines[place] = format!("{more} {}", lines[place]));
        assert!(!is_right(&weaker, &proof), "clause {id}");
    }
    // The digest belongs to other clauses; the head counts one too many; a text is truncated.
    assert!(!is_right(&clauses.replacen("c slot 1", "c slot 2", 1), &proof));
    assert!(!is_right(&clauses.replacen("p cnf ", "p cnf 1", 1), &proof));
    assert!(!is_right(&clauses[..clauses.len() / 2], &proof));
    let lines: Vec<&str> = proof.lines().collect();
    let text = |lines: &[&str]| lines.join("\n");
    for n in (0..lines.len()).step_by(97) {
        let cut = text(&lines[..n]);
        assert!(!is_right(&clauses, &cut), "cut before line {n}");
        if lines[n].contains(" d ") {
            continue;
        }
        let mut changed = lines.clone();
        let literals = lines[n].split(" 0 ").next().expect("a step");
        let no_hints = format!("{literals} 0 0");
        changed[n] = &no_hints;
        assert!(!is_right(&clauses, &text(&changed)), "line {n} without hints");
        changed.remove(n);
        assert!(!is_right(&clauses, &text(&changed)), "without line {n}");
    }
    let last = lines[lines.len() - 1];
    for more in ["1 0 1 0", last, "x", "99999999999999999999 0 0"] {
        assert!(!is_right(&clauses, &format!("{proof}{more}\n")), "{more}");
    }
    for none in ["", "0", "-1 0 0", "\0"] {
        assert!(!is_right(&clauses, none) && !is_right(none, &proof) && !is_right(none, none));
    }
}

#[test]
fn what_has_a_solution_is_not_refuted() {
    let puzzle = common::built_in("gardner/latin-cross");
    assert_eq!(refute(&puzzle, 5, &Control::default()), Err(NoRefutation::Satisfied));
}

fn tool(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tools").join(name)
}

/// Whether Python is available and can read TOML (3.11 or later).
fn has_python() -> bool {
    let found = Command::new("python3").args(["-c", "import tomllib"]).output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("python3 with tomllib is not there: nothing is compared");
    }
    found
}

#[test]
fn the_tools_make_the_same_clauses_and_agree_on_proofs() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let [cnf, lrat] = ["a.cnf", "a.lrat"].map(|name| folder.path().join(name));
    let accepts = |clauses: &str, proof: &str| {
        std::fs::write(&cnf, clauses).expect("a file");
        std::fs::write(&lrat, proof).expect("a file");
        let output =
            Command::new("python3").arg(tool("check_lrat.py")).args([&cnf, &lrat]).output();
        let output = output.expect("python3 runs");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("Traceback"), "{output:?}");
        output.status.success()
    };
    let puzzles = [
        ("gardner/latin-cross", 4),
        ("gardner/fireplace", 7),
        ("english-diagonal/latin-cross", 3),
        ("leibniz/latin-cross", 4),
    ];
    for (name, moves) in puzzles {
        let Refutation { clauses, proof, .. } = refutation(&common::built_in(name), moves);
        let (of, entry) = name.split_once('/').expect("a collection");
        let puzzles = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
        let single = puzzles.join(format!("{name}.toml"));
        let in_collection = puzzles.join(format!("{of}.toml#{entry}"));
        let file = if single.exists() { single } else { in_collection };
        let mut encode = Command::new("python3");
        let encode = encode.arg(tool("encode.py")).arg(file).arg(moves.to_string());
        let made = encode.output().expect("python3 runs");
        assert!(String::from_utf8_lossy(&made.stdout) == clauses, "{name}: {made:?}");
        assert!(is_right(&clauses, &proof) && accepts(&clauses, &proof), "{name}");
        // One clause fewer, and one step fewer.
        let weaker = with_lines(&clauses, |lines| drop(lines.remove(40)));
        assert!(!is_right(&weaker, &proof) && !accepts(&weaker, &proof), "{name}");
        let (most, _) = proof.trim_end().rsplit_once('\n').expect("two steps");
        assert!(!is_right(&clauses, most) && !accepts(&clauses, most), "{name}");
    }
}

#[test]
fn the_program_writes_clauses_and_proof_and_checks_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_soliter"));
        let output = program.current_dir(folder.path()).args(args).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let given = ["certify", "gardner/latin-cross", "--lrat", "given.lrat", "--moves"];
    let (code, text, _) = run(&[&given[..], &["3"]].concat());
    assert_eq!(code, Some(0));
    assert!(text.starts_with("Latin cross: no solution has 3 moves or fewer\n"), "{text}");
    let (code, _, told) = run(&[&given[..], &["5"]].concat());
    assert_eq!(code, Some(2));
    assert!(told.contains("the clauses can all be true"), "{told}");
    let (code, _, told) = run(&[&given[..], &["6"]].concat());
    assert_eq!(code, Some(2));
    assert!(told.contains("a solution has 5 jumps"), "{told}");
    let (code, text, _) = run(&["certify", "gardner/latin-cross", "--lrat", "a.lrat"]);
    assert_eq!(code, Some(0));
    let said = "Latin cross: no solution has 4 moves or fewer\n";
    assert!(text.starts_with(said), "{text}");
    let (code, text, _) = run(&["verify", "a.lrat"]);
    assert_eq!(code, Some(0));
    let alone = "correct: these 10998 clauses are unsatisfiable (not compared with any puzzle)\n";
    assert!(text.starts_with(alone), "{text}");
    let (code, text, _) = run(&["verify", "a.lrat", "gardner/latin-cross"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with(&format!("correct: {said}")), "{text}");
    let (code, text, _) = run(&["verify", "a.lrat", "gardner/lamp"]);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("rejected: the clauses are not those of \"Lamp\""), "{text}");
    // The head may contain any title, which is never repeated.
    let head = folder.path().join("b.cnf");
    let clauses = std::fs::read_to_string(folder.path().join("a.cnf")).expect("clauses");
    std::fs::write(&head, clauses.replace("c moves 4\n", "c moves 17\n")).expect("a file");
    std::fs::copy(folder.path().join("a.lrat"), folder.path().join("b.lrat")).expect("a file");
    let (code, text, _) = run(&["verify", "b.lrat"]);
    assert!(code == Some(0) && !text.contains("17") && !text.contains("Latin"), "{text}");
    assert_eq!(run(&["verify", "b.lrat", "gardner/latin-cross"]).0, Some(1));
    let (code, text, _) = run(&["verify", "a.lrat", "gardner/latin-cross", "--format", "json"]);
    assert_eq!(code, Some(0));
    let keys = "{\"schema\":1,\"certificate\":\"a.lrat\",\"proved\":\"unsatisfiable\",\
                \"title\":\"Latin cross\",\"refuted_moves\":4,\"variables\":2621,\"clauses\":10998,";
    assert!(text.starts_with(keys), "{text}");

    let path = folder.path().join("a.cnf");
    let clauses = std::fs::read_to_string(&path).expect("clauses");
    std::fs::write(&path, with_lines(&clauses, |lines| drop(lines.remove(40)))).expect("a file");
    let (code, text, _) = run(&["verify", "a.lrat"]);
    assert_eq!(code, Some(1));
    assert!(text.starts_with("rejected: line "), "{text}");
    std::fs::remove_file(&path).expect("a file less");
    let (code, _, told) = run(&["verify", "a.lrat"]);
    assert_eq!(code, Some(2));
    assert!(
        told.contains("cannot read \"a.lrat\": the file with its clauses, a.cnf, is missing"),
        "{told}"
    );

    let (code, _, told) = run(&["certify", "gardner/latin-cross", "--lrat", "a.cnf"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("cannot write a proof to \"a.cnf\""), "{told}");
    let one = "model = 'english'\nstart = ['45', '44']\nfinish = ['43']\n";
    std::fs::write(folder.path().join("one.toml"), one).expect("a file");
    let (code, _, told) = run(&["certify", "one.toml", "--lrat", "one.lrat"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("no solution has fewer than one move"), "{told}");
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 6, "given.lrat and b.lrat with their clauses, a.lrat, and one.toml");
}
