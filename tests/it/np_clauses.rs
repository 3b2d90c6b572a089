//! Programs as clauses: they are satisfiable exactly if enumeration finds values, and the written files prove
//! their claim to the checker and to `tools/check_lrat.py`.

#![cfg(all(feature = "milp", feature = "sat"))]

use crate::common::{cases, np_random, python};

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

use cases::cases;
use np_random::{
    TASKS, condition, enumerated, enumerated_over, global_program, model, number, program,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use soliter::base::control::{Control, Stop};
use soliter::checker::lrat::{self, About, Bound};
use soliter::library;
use soliter::np::check::Values;
use soliter::np::clauses::{NoProof, Refutation, digest, refute};
use soliter::np::refusal::Refusal;
use soliter::np::resolve::names::Model;
use soliter::np::syntax::data::FieldValues;
use soliter::prove::milp::fields::puzzle_fields;

fn refuted(model: &Model, objective: Option<i64>) -> Result<(Refutation, Bound), NoProof> {
    refute(model, &FieldValues::new(), objective, &Control::default())
}

/// Checks that a proof is valid and belongs to this program and claim.
fn is_proved(model: &Model, given: &FieldValues, (made, claim): &(Refutation, Bound)) {
    let checked = lrat::check(made.clauses.as_bytes(), made.proof.as_bytes(), &|_| true);
    let checked = checked.unwrap_or_else(|refusal| panic!("{refusal}\n{}", made.clauses));
    assert_eq!(checked.about, About::Program(*claim));
    let own = digest(model, given, *claim, &Control::default()).expect("clauses");
    assert_eq!(checked.sha256, own);
}

/// Checks that clauses are satisfiable exactly if there are values; with an objective, exactly if there are
/// better values.
fn agrees(text: &str, all: &[(Values, Option<i64>)]) -> Result<(), TestCaseError> {
    let (model, none) = (model(text), FieldValues::new());
    let fault = |what: &str| TestCaseError::fail(format!("{what}\n{text}"));
    match refuted(&model, None) {
        Ok(made) if all.is_empty() => is_proved(&model, &none, &made),
        Err(NoProof::Contradicted(values, _)) => {
            prop_assert!(all.iter().any(|(known, _)| *known == values), "{values:?}\n{text}");
        }
        other => return Err(fault(&format!("{other:?}"))),
    }
    let objectives: BTreeSet<i64> = all.iter().filter_map(|(_, objective)| *objective).collect();
    let Some(&best) = objectives.last() else { return Ok(()) };
    let made = refuted(&model, Some(best)).map_err(|none| fault(&format!("{none:?}")))?;
    prop_assert_eq!(made.1, Bound::AtMost(best));
    is_proved(&model, &none, &made);
    match refuted(&model, Some(best - 1)) {
        Err(NoProof::Contradicted(_, found)) => prop_assert_eq!(found, Some(best)),
        other => return Err(fault(&format!("{other:?}"))),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 100, ..cases(60) })]

    #[test]
    fn clauses_have_the_values_that_enumeration_finds(
        conditions in prop::collection::vec(condition(), 1..4),
        goal in prop::option::of(number()),
    ) {
        let text = program(&conditions, goal.as_deref());
        agrees(&text, &enumerated(&model(&text)))?;
    }

    #[test]
    fn global_constraints_as_clauses(text in global_program()) {
        agrees(&text, &enumerated_over(&model(&text), &TASKS))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 20, ..cases(12) })]

    /// Solutions are found and excluded one after another, until the clauses are unsatisfiable.
    #[test]
    fn all_solutions_come_from_the_clauses(
        conditions in prop::collection::vec(condition(), 2..4),
        x in -3i64..4,
        y in prop::sample::select(vec![0i64, 2, 5]),
    ) {
        let mut conditions = conditions;
        conditions.push(format!("X = {x} Or Y = {y} And K = 1"));
        let mut left: BTreeSet<Values> =
            enumerated(&model(&program(&conditions, None))).into_iter().map(|one| one.0).collect();
        let most = 40;
        for _ in 0..most {
            let text = program(&conditions, None);
            let values = match refuted(&model(&text), None) {
                Err(NoProof::Contradicted(values, _)) => values,
                Ok(_) => break,
                Err(other) => return Err(TestCaseError::fail(format!("{other:?}\n{text}"))),
            };
            prop_assert!(left.remove(&values), "{values:?}\n{text}");
            let differs = values.iter().map(|(name, value)| format!("{name} <> {value}"));
            conditions.push(differs.collect::<Vec<_>>().join(" Or "));
            if left.is_empty() {
                prop_assert!(refuted(&model(&program(&conditions, None)), None).is_ok());
            }
        }
    }
}

/// Sums of many values and of large numbers, functions of one variable, distinct numbers, no variables.
#[test]
fn corners_of_the_encoding() {
    let head =
        "Project Corner\nModule Main\nVar A As {1..40}\nVar B As {-7, 100, 1000}\nVar C As {3..9}";
    for (rest, best) in [
        ("Con M As Minimize(A * A - 13*A - B)", -1042),
        ("Con S As A + 7*C = 61\nCon M As Minimize(A - C)", -3),
        ("Con S As 1000000007*A - 999999937*C <= B\nCon M As Minimize(-A - C)", -18),
        (
            "Con S As AllDifferent(i In {1..3}, If(i = 1, A, If(i = 2, C, 4)))\nCon M As Minimize(A + C)",
            4,
        ),
        (
            "Con S As AllDifferent(i In {1..2}, If(i = 1, A + C, B))\nCon M As Minimize(A + C - B)",
            -996,
        ),
        // An intermediate result with more values than a variable may have: 19 with 100, or 22 with 1000.
        ("Con S As Abs(300*A - B) \\ 100 = 56\nCon M As Minimize(A - C)", 10),
        ("Con S As (A + C + B > 1020) <=> (A + C <> 20)\nCon M As Minimize(A + C + B)", 13),
    ] {
        let model = model(&format!("{head}\n{rest}"));
        let made = refuted(&model, Some(best)).unwrap_or_else(|none| panic!("{none:?}\n{rest}"));
        assert_eq!(made.1, Bound::AtLeast(best));
        is_proved(&model, &FieldValues::new(), &made);
        match refuted(&model, Some(best + 1)) {
            Err(NoProof::Contradicted(_, found)) => assert_eq!(found, Some(best), "{rest}"),
            other => panic!("{other:?}\n{rest}"),
        }
    }
    let nothing = model("Project Nothing\nModule Main\nCon No As 1 = 2");
    let made = refuted(&nothing, None).expect("a proof");
    assert_eq!(made.1, Bound::Impossible);
    is_proved(&nothing, &FieldValues::new(), &made);
}

fn built_in(name: &str) -> Model {
    Model::parse(&library::program(name).expect("a program")).expect("a model")
}

/// The constraint program alone proves that five moves are the fewest for the Latin cross.
#[test]
fn the_latin_cross_by_its_program() {
    let model = built_in("solitaire");
    let puzzle = crate::common::built_in("gardner/latin-cross");
    let mut given = puzzle_fields(&puzzle);
    given.retain(|name, _| model.fields().any(|(known, _)| known == name));
    let made = refute(&model, &given, Some(5), &Control::default()).expect("a proof");
    assert_eq!(made.1, Bound::AtLeast(5));
    is_proved(&model, &given, &made);
    let better = refute(&model, &given, Some(6), &Control::default());
    assert!(matches!(better, Err(NoProof::Contradicted(_, Some(5)))), "{better:?}");
    // Other data, another claim, or another program lead to other clauses.
    let digest = |model: &Model, given: &FieldValues, claim| {
        digest(model, given, claim, &Control::default()).expect("clauses")
    };
    let own = digest(&model, &given, Bound::AtLeast(5));
    let greek = puzzle_fields(&crate::common::built_in("gardner/greek-cross"));
    let mut other = greek;
    other.retain(|name, _| model.fields().any(|(known, _)| known == name));
    assert_ne!(own, digest(&model, &other, Bound::AtLeast(5)));
    assert_ne!(own, digest(&model, &given, Bound::AtLeast(6)));
    assert_ne!(own, digest(&model, &given, Bound::Impossible));
}

#[test]
fn changed_proofs_are_refused_by_both_checkers() {
    let model = built_in("river-crossing");
    let (made, _) = refuted(&model, Some(5)).expect("a proof");
    let Refutation { clauses, proof } = made;
    let folder = tempfile::tempdir().expect("a folder");
    let heads =
        ["objective at-least 6", "objective at-most 5", "impossible", "objective at-least 05"];
    let mut pairs = vec![(clauses.clone(), proof.clone(), true)];
    for head in heads {
        // A checker that knows the program compares the claim in the head; the plain checker only checks its
        // syntax.
        let changed = clauses.replacen("objective at-least 5", head, 1);
        pairs.push((changed, proof.clone(), !head.ends_with("05")));
    }
    let cut: String = proof.lines().rev().skip(1).collect::<Vec<_>>().into_iter().rev().fold(
        String::new(),
        |mut text, line| {
            let _ = writeln!(text, "{line}");
            text
        },
    );
    pairs.push((clauses.clone(), cut, false));
    pairs.push((clauses.replacen("c line", "c lime", 1), proof.clone(), false));
    pairs.push((clauses.replacen("program 1", "sweep 1", 1), proof, false));
    let mut paths = Vec::new();
    for (number, (clauses, proof, is_right)) in pairs.iter().enumerate() {
        let checked = lrat::check(clauses.as_bytes(), proof.as_bytes(), &|_| true);
        assert_eq!(checked.is_ok(), *is_right, "{number}: {checked:?}");
        for (ending, text) in [("cnf", clauses), ("lrat", proof)] {
            let path = folder.path().join(format!("{number}.{ending}"));
            std::fs::write(&path, text).expect("written");
            paths.push(path);
        }
    }
    let Some(said) = python::verdicts("check_lrat.py", &paths) else { return };
    for ((number, pair), said) in pairs.iter().enumerate().zip(said) {
        assert_eq!(said.is_ok(), pair.2, "{number}: {said:?}");
    }
}

/// Programs of all kinds: built-in ones, and random ones from a fixed seed.
fn refutations() -> Vec<String> {
    let mut made = Vec::new();
    let mut add = |model: &Model, objective| {
        if let Ok((refutation, _)) = refuted(model, objective) {
            made.push(refutation.clauses);
        }
    };
    for (name, objective) in [("eight-queens", 150), ("river-crossing", 5)] {
        add(&built_in(name), Some(objective));
    }
    let mut runner = TestRunner::deterministic();
    let conditions = prop::collection::vec(condition(), 1..4);
    let parts = (conditions, number(), global_program());
    for place in 0..80 {
        let (conditions, goal, global) = parts.new_tree(&mut runner).expect("a program").current();
        let is_global = place % 4 == 0;
        let text = if is_global { global } else { program(&conditions, Some(&goal)) };
        let model = model(&text);
        let all = if is_global { enumerated_over(&model, &TASKS) } else { enumerated(&model) };
        if all.is_empty() {
            add(&model, None);
        } else if let Some(best) = all.iter().filter_map(|(_, objective)| *objective).max() {
            add(&model, Some(best));
        }
    }
    made
}

/// The text with one byte changed where `is_place` holds: a digit becomes another one.
fn with_another_digit(text: &str, is_place: impl Fn(&str) -> bool, nth: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let places: Vec<usize> = (5..lines.len()).filter(|&at| is_place(lines[at])).collect();
    let at = *places.get(nth % places.len().max(1))?;
    let digit = lines[at].rfind(|c: char| c.is_ascii_digit() && c != '0')?;
    let mut changed = lines[at].to_owned();
    let other = if &changed[digit..=digit] == "1" { "2" } else { "1" };
    changed.replace_range(digit..=digit, other);
    let mut all: Vec<&str> = lines.clone();
    all[at] = &changed;
    Some(all.join("\n") + "\n")
}

/// `tools/check_program.py` writes the same clauses from the statements among them, and rejects changed clauses and changed
/// statements.
#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_encoder_writes_the_same_clauses() {
    let made = refutations();
    assert!(made.len() > 60, "{} programs with a claim", made.len());
    let folder = tempfile::tempdir().expect("a folder");
    let verdicts = |texts: &[String]| {
        let write = |(number, text): (usize, &String)| {
            let path = folder.path().join(format!("{number}.cnf"));
            std::fs::write(&path, text).expect("written");
            path
        };
        let paths: Vec<_> = texts.iter().enumerate().map(write).collect();
        python::verdicts_of("check_program.py", &paths)
    };
    let said = verdicts(&made);
    assert_eq!(said.len(), made.len());
    let covered: Vec<bool> = said.iter().map(Result::is_ok).collect();
    for (said, text) in said.iter().zip(&made) {
        let Err(why) = said else { continue };
        assert!(why.contains("is not supported"), "{why}\n{text}");
    }
    let count = covered.iter().filter(|is_covered| **is_covered).count();
    assert!(4 * count > 3 * made.len(), "{count} of {} are covered", made.len());
    let is_clause = |line: &str| !line.starts_with('c');
    let is_constraint = |line: &str| {
        line.starts_with("c ")
            && !line.starts_with("c line")
            && line.rfind(" In {") <= line.rfind('=')
    };
    let (mut broken, mut restated) = (Vec::new(), Vec::new());
    for (number, text) in made.iter().enumerate().filter(|(number, _)| covered[*number]) {
        broken.extend(with_another_digit(text, is_clause, 7 * number));
        let last = text.trim_end().rfind('\n').expect("lines");
        broken.push(text[..=last].to_owned());
        restated.extend(with_another_digit(text, is_constraint, number));
    }
    for (said, text) in verdicts(&broken).into_iter().zip(&broken) {
        assert!(said.is_err(), "{said:?}\n{text}");
    }
    // Few statements with another number have the same clauses: those in which the number decides nothing.
    let same = verdicts(&restated).into_iter().flatten().count();
    assert!(restated.len() > 40 && 10 * same < restated.len(), "{same} of {}", restated.len());
}

#[test]
fn limits_and_faults_come_before_a_claim() {
    let late = Control::default().within(std::time::Duration::ZERO);
    let model = built_in("eight-queens");
    let stopped = refute(&model, &FieldValues::new(), Some(150), &late);
    assert!(matches!(stopped, Err(NoProof::Refused(Refusal::Stopped(Stop::Time)))), "{stopped:?}");
    // 200 bytes for each clause: the constraint that exceeds the limit is named, with its place.
    let small = Control::default().memory(60_000);
    match refute(&built_in("river-crossing"), &FieldValues::new(), Some(5), &small) {
        Err(NoProof::Refused(Refusal::Faults(faults))) => {
            let fault = &faults.0[0];
            let said = "more than 300 clauses, as many as --memory-limit allows";
            assert!(fault.message.starts_with(said), "{}", fault.message);
            assert!(!fault.span.is_empty());
        }
        other => panic!("{other:?}"),
    }
    let goalless = np_random::model("Project P\nModule Main\nVar X As {1..2}\nCon C As X = 1");
    let none = refuted(&goalless, Some(1));
    assert!(matches!(none, Err(NoProof::Refused(Refusal::Faults(_)))), "{none:?}");
}

#[test]
fn the_program_writes_proofs_and_makes_their_clauses_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_soliter"));
        let output = program.current_dir(folder.path()).args(args).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let said = "a.lrat proves that the objective is never less than 5; the values were checked by evaluation\n";
    let (code, text, _) = run(&["run", "river-crossing", "--certify", "a.lrat"]);
    assert!(code == Some(0) && text.contains(said), "{text}");
    let impossible = ["run", "river-crossing", "--set", "Crossings=5", "--certify", "b.lrat"];
    let (code, text, _) = run(&impossible);
    assert!(code == Some(1) && text.contains("b.lrat proves that no values satisfy"), "{text}");
    let (code, text, _) = run(&["verify", "a.lrat", "river-crossing"]);
    let right = "correct: RiverCrossing: the objective is never less than 5\n";
    assert!(code == Some(0) && text.starts_with(right), "{text}");
    let (code, text, _) = run(&["verify", "b.lrat", "river-crossing", "--set", "Crossings=5"]);
    let right = "correct: RiverCrossing: no values satisfy all constraints\n";
    assert!(code == Some(0) && text.starts_with(right), "{text}");
    let (code, text, _) = run(&["verify", "a.lrat"]);
    assert!(code == Some(0) && !text.contains("River"), "{text}");
    // Other data, another program, a puzzle; and a head that claims more than was refuted.
    for of in [&["river-crossing"][..], &["eight-queens"], &["gardner/latin-cross"]] {
        let (code, text, _) = run(&[&["verify", "b.lrat"], of].concat());
        assert!(
            code == Some(1) && text.starts_with("rejected: the clauses are not those"),
            "{text}"
        );
    }
    let clauses = std::fs::read_to_string(folder.path().join("a.cnf")).expect("clauses");
    for (from, to) in [("at-least 5", "at-least 6"), ("objective at-least 5", "impossible")] {
        let more = clauses.replacen(from, to, 1);
        std::fs::write(folder.path().join("a.cnf"), more).expect("written");
        assert_eq!(run(&["verify", "a.lrat"]).0, Some(0));
        assert_eq!(run(&["verify", "a.lrat", "river-crossing"]).0, Some(1), "{to}");
    }
    // Without an objective there is nothing to refute; the values are reported all the same.
    let (code, text, fault) = run(&["run", "-q", "magic-square", "--certify", "c.lrat"]);
    assert_eq!((code, &*text), (Some(2), "MagicSquare: all constraints hold\n"));
    assert!(fault.starts_with("error: no proof: without an objective"), "{fault}");
    assert!(!folder.path().join("c.lrat").exists() && !folder.path().join("c.cnf").exists());
    assert_eq!(run(&["run", "river-crossing", "--certify", "a.txt"]).0, Some(2));
}
