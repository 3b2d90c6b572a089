//! The by-jump formulation, which corresponds to the constraint program: its rows, sizes and optima.

#![cfg(feature = "milp")]

use crate::common;

use std::collections::{BTreeMap, BTreeSet};

use soliter::base::control::Control;
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::Puzzle;
use soliter::prove::milp::by_jump;
use soliter::prove::solve::{Method, solve};

/// Constraints of the constraint program, and how each is represented.
const CONSTRAINTS: [(&str, Rendering); 11] = [
    ("Main.InsJumps", Rendering::Columns),
    ("Main.InsChecks", Rendering::Columns),
    ("Main.InitStarts", Rendering::Rows),
    ("Main.InitEnds", Rendering::Rows),
    ("Main.Optimum", Rendering::Objective),
    ("Jump.Save", Rendering::None),
    ("Jump.StartDel", Rendering::Rows),
    // Every geometric jump satisfies it, so no row is needed.
    ("Jump.EndDel", Rendering::None),
    ("Jump.CalcNewMove", Rendering::Rows),
    ("Check.ValidJump", Rendering::Rows),
    ("Check.CalcValue", Rendering::Rows),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rendering {
    Rows,
    Columns,
    Objective,
    None,
}

const LATIN: &str =
    "start = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']\nmodel = 'english'";
const GREEK: &str = "start = ['24', '34', '42', '43', '44', '45', '46', '54', '64']\n\
                     finish = ['44']\nmodel = 'english'";
const FIREPLACE: &str = "start = ['34', '35', '36', '37', '45', '46', '47', '54', '55', '56', \
                         '57']\nfinish = ['44']\nmodel = 'english'";

fn moves(puzzle: &Puzzle) -> Claim {
    solve(puzzle, &Method::ByJump.into(), &Control::default()).expect("a verified answer").claim()
}

#[test]
fn the_rows_are_those_of_the_program() {
    let puzzle = common::parse(LATIN);
    let program = by_jump::program(&puzzle, &Control::default()).expect("a program");
    let mut groups: BTreeMap<&str, usize> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for name in program.row_names() {
        let group = name.split('[').next().expect("a group");
        *groups.entry(group).or_default() += 1;
        assert!(names.insert(name), "two rows are called {name}");
    }
    let expected = CONSTRAINTS.iter().filter(|(_, r)| *r == Rendering::Rows).map(|(name, _)| *name);
    assert_eq!(groups.keys().copied().collect::<BTreeSet<_>>(), expected.collect());
    // Five jumps, 33 holes.
    let counts = [
        ("Main.InitStarts", 33),
        ("Main.InitEnds", 33),
        ("Jump.StartDel", 5),
        ("Jump.CalcNewMove", 1 + 4 * 2 * 33),
        ("Check.ValidJump", 5 * 2 * 33),
        ("Check.CalcValue", 5 * 33),
    ];
    assert_eq!(groups, counts.into_iter().collect());
    // The check of jump 3 on hole 44.
    let named = names.iter().any(|name| name.starts_with("Check.ValidJump[344,line="));
    assert!(named, "constraint, record and line");
    let columns: BTreeSet<&String> = program.column_names().iter().collect();
    assert_eq!(columns.len(), 5 * 76 + 5 + 6 * 33);
    let jump = "Jump(1)[StartPos=45,DelPos=35,EndPos=25,Delta=4]";
    let parts =
        |name: &str| name.split(['[', ']', ',']).map(str::to_owned).collect::<BTreeSet<_>>();
    assert!(columns.iter().any(|name| parts(name) == parts(jump)), "{jump}");
    assert_eq!(program.size(), (names.len(), columns.len()));
}

#[test]
fn two_crosses_and_the_building_of_one() {
    for (text, fewest) in [(LATIN, 5), (GREEK, 6)] {
        assert_eq!(moves(&common::parse(text)), Claim::Optimal { moves: fewest });
    }
    let reverse = "model = 'english'\nreverse = true\nstart = ['44']\n\
                    finish = ['35', '43', '44', '45', '46', '55']";
    assert_eq!(moves(&common::parse(reverse)), Claim::Optimal { moves: 5 });
}

#[test]
fn both_readings_of_the_directions() {
    let with_diagonals = |text: &str| common::parse(&format!("directions = 'all'\n{text}"));
    assert_eq!(moves(&common::parse(LATIN)), Claim::Optimal { moves: 5 });
    assert_eq!(moves(&with_diagonals(LATIN)), Claim::Optimal { moves: 4 });
}

#[test]
fn any_single_peg_and_an_impossible_finish() {
    let start = "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']";
    assert_eq!(
        moves(&common::parse(&format!("{start}\nfinish = {{ pegs = 1 }}"))),
        Claim::Optimal { moves: 4 }
    );
    // The finish is in the wrong class, which the MILP finds out without the class test.
    assert_eq!(moves(&common::parse(&format!("{start}\nfinish = ['45']"))), Claim::Infeasible);
}

/// Programs that are stopped after a fixed amount of work, at the same place on every machine: the best solution so far
/// is reported, and no claim exceeds the truth.
#[cfg(feature = "sat")]
#[test]
fn a_limit_leaves_the_best_solution() {
    use soliter::base::race::within_work;
    use soliter::boards::answer::ProverResult;
    use soliter::boards::verify::verify;
    type Solve = fn(&Puzzle, &Control) -> ProverResult;
    let engines: [(Solve, &str, usize); 2] =
        [(by_jump::engines::solve, GREEK, 6), (by_jump::engines::solve_by_clauses, FIREPLACE, 8)];
    let mut stopped_with_solution = 0;
    for (solve, text, fewest) in engines {
        let puzzle = common::parse(text);
        for power in (16..32).step_by(2) {
            let found =
                within_work(1 << power, &Control::default(), |control| solve(&puzzle, control));
            match found.evidence.claim {
                Claim::Optimal { moves } => assert_eq!(moves, fewest),
                Claim::Unknown { lower_bound } => assert!(lower_bound <= fewest),
                Claim::Feasible { moves, lower_bound } => {
                    assert!(lower_bound <= fewest && fewest <= moves, "{moves}");
                    assert!(found.evidence.stopped.is_some());
                    stopped_with_solution += 1;
                }
                Claim::Infeasible => panic!("{text}"),
            }
            let is_proved = matches!(found.evidence.claim, Claim::Optimal { .. });
            if found.line.is_some() {
                verify(&puzzle, vec![found], 0.0).expect("a solution by the rules");
            }
            if is_proved {
                break;
            }
        }
    }
    assert!(stopped_with_solution > 0, "no budget suffices for a solution");
}
