//! Bounds of programs: which files are rejected with which messages, and what generated bounds prove about
//! puzzles.

use crate::common::python;

use soliter::checker::bounds::check;

/// x + y is at least 3/2, and therefore 2, since both are integers; x or y is 0.
const RIGHT: &str = "\
soliter bound 1
title two columns
program none
columns 2
integer 0 3 1
integer 0 3 1
rows 2
<= -3 -2 1 -2 2
= 0 1 1
at-least 2
split 2 1
leaf 0 -1 1 -2 2
leaf 1 -1 2
";

/// A change to it, and the reason for rejecting the result.
const REASONS: [(&str, &str, &str); 31] = [
    ("bound 1", "bound 2", "line 1 of the bound does not start with \"soliter bound 1\""),
    ("bound 1", "bound 10", "line 1 of the bound has more than its key"),
    ("title two", "titel two", "line 2 of the bound does not start with \"title \""),
    ("columns\n", "columns\r\n", "line 2 of the bound has a control character"),
    ("none\n", "none\t\n", "line 3 of the bound has a control character"),
    ("columns 2\n", "columns 02\n", "line 4 of the bound cannot be read"),
    ("columns 2\n", "columns 3\n", "line 7 of the bound cannot be read"),
    ("columns 2\n", "columns 1\n", "line 6 of the bound cannot be read"),
    ("0 3 1\nr", "0 +3 1\nr", "line 6 of the bound cannot be read"),
    ("0 3 1\nr", "0 3 1 1\nr", "line 6 of the bound cannot be read"),
    ("0 3 1\nr", "4 3 1\nr", "line 6 of the bound: the bounds leave no value"),
    ("0 3 1\nr", "0 4294967296 1\nr", "line 6 of the bound cannot be read"),
    ("rows 2", "rows 1", "line 9 of the bound cannot be read"),
    ("<= -3", ">= -3", "line 8 of the bound cannot be read"),
    ("-2 1 -2 2", "-2 2 -2 1", "line 8 of the bound: the columns of the terms are not in order"),
    ("-2 1 -2 2", "-2 1 -2 3", "line 8 of the bound: the columns of the terms are not in order"),
    ("-2 1 -2 2", "-2 1 0 2", "line 8 of the bound: the columns of the terms are not in order"),
    ("-2 1 -2 2", "-2 1 -2", "line 8 of the bound cannot be read"),
    ("at-least 2", "at-most 2", "line 10 of the bound cannot be read"),
    ("at-least 2", "at-least 2/0", "line 10 of the bound cannot be read"),
    ("at-least 2", "at-least 5/2", "line 13 of the bound: the sum does not prove the claim"),
    ("at-least 2", "infeasible", "line 13 of the bound: the sum does not prove the claim"),
    ("split 2 1", "split 3 1", "line 11 of the bound: there is no such integer column"),
    ("split 2 1", "split 2 3", "line 11 of the bound: all values lie on one side of the split"),
    ("leaf 0 -1", "leaf 0 1", "line 12 of the bound: a \"<=\" row is multiplied by more than 0"),
    (
        "-1 1 -2 2",
        "-2 2 -1 1",
        "line 12 of the bound: the rows of the multipliers are not in order",
    ),
    ("leaf 0", "leaf -1", "line 12 of the bound cannot be read"),
    ("-2 2\nleaf", "-2 3\nleaf", "line 12 of the bound: there is no such row"),
    ("leaf 0", "leaf  0", "line 12 of the bound cannot be read"),
    ("leaf 1 -1 2\n", "", "line 13 of the bound cannot be read"),
    ("leaf 1 -1 2\n", "leaf 1 -1 2\nleaf 0\n", "there is more after the last leaf"),
];

#[test]
fn refusals_name_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut paths = Vec::new();
    let mut file = |text: &str| {
        let path = folder.path().join(format!("{}.bound", paths.len()));
        std::fs::write(&path, text).expect("written");
        paths.push(path);
    };
    file(RIGHT);
    assert!(check(RIGHT.as_bytes(), &|_| true).is_ok());
    for (old, new, reason) in REASONS {
        let text = RIGHT.replacen(old, new, 1);
        let said = check(text.as_bytes(), &|_| true).map_err(|refusal| refusal.to_string());
        assert_eq!(said.map(|_| ()), Err(reason.to_owned()), "{text}");
        file(&text);
    }
    if let Some(said) = python::verdicts("check_bound.py", &paths) {
        assert!(said[0].is_ok());
        assert!(said[1..].iter().all(Result::is_err), "{said:?}");
    }
}

#[test]
fn a_limit_is_no_verdict() {
    let said = check(RIGHT.as_bytes(), &|_| false).map_err(|refusal| refusal.to_string());
    assert_eq!(said.map(|_| ()), Err("a limit was reached before the end of the check".to_owned()));
}

#[cfg(feature = "milp")]
mod made {
    use super::check;
    use crate::common;
    use crate::common::python;

    use soliter::Control;
    use soliter::highs::bound::NoProof;
    use soliter::prove::milp::bounds::{Formulation, Meaning, certify, meaning};

    const CASES: [(&str, Formulation, Meaning); 4] = [
        ("gardner/latin-cross", Formulation::Relaxation, Meaning::MovesAtLeast(3)),
        ("gardner/latin-cross", Formulation::ByMove(4), Meaning::MovesAtLeast(5)),
        ("gardner/greek-cross", Formulation::ByMove(5), Meaning::MovesAtLeast(6)),
        ("impossible/greek-cross", Formulation::Relaxation, Meaning::Impossible),
    ];

    #[test]
    fn bounds_are_accepted_and_are_of_their_puzzle_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let (control, other) = (Control::default(), common::built_in("gardner/pyramid"));
        let mut paths = Vec::new();
        for (name, formulation, wanted) in CASES {
            let puzzle = common::built_in(name);
            let text = certify(&puzzle, formulation, &control).expect(name);
            let bounded = check(text.as_bytes(), &|_| true).expect(name);
            assert_eq!(bounded.kind, formulation.to_string());
            let says = |puzzle, bounded| meaning(puzzle, bounded, &control).expect("no limit");
            assert_eq!(says(&puzzle, &bounded), Some(wanted), "{name}");
            assert_eq!(says(&other, &bounded), None);
            // A program with another name counts as another program.
            let mut renamed = bounded.clone();
            renamed.kind = "sweep 3".to_owned();
            assert_eq!(says(&puzzle, &renamed), None);
            paths.push(folder.path().join(format!("{}.bound", paths.len())));
            std::fs::write(paths.last().expect("a path"), &text).expect("written");
        }
        let said = python::verdicts("check_bound.py", &paths).unwrap_or_default();
        assert!(said.iter().all(Result::is_ok), "{said:?}");
    }

    #[test]
    fn what_is_false_has_no_proof() {
        let puzzle = common::built_in("gardner/latin-cross");
        let none = certify(&puzzle, Formulation::ByMove(5), &Control::default());
        assert_eq!(none, Err(NoProof::False));
    }
}
