//! Compares the constraint solver with enumeration and with `HiGHS` on random programs; programs that it
//! cannot handle are refused: `cargo test --release --features cp --test np_cp`.
#![cfg(feature = "cp")]

use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use soliter::base::control::{Control, SolverSettings};
use soliter::library;
use soliter::np::check::Values;
use soliter::np::resolve::names::Model;
use soliter::np::solve::{Engine, Failure, ProgramAnswer, ProgramStatus, solve_all, solve_by};
use soliter::np::syntax::data::{Data, FieldValues};
use soliter_testing::cases::cases;
use soliter_testing::np_random::{
    TASKS, condition, enumerated, enumerated_over, global_program, model, number, program,
};

fn solved(engine: Engine, text: &str) -> Result<ProgramAnswer, Failure> {
    solve_by(engine, &model(text), &FieldValues::new(), &Control::default())
}

use soliter::peg::milp::fields::puzzle_fields;
use soliter::peg::puzzle::Puzzle;

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 100, ..cases(150) })]

    #[test]
    fn enumeration_agrees(
        conditions in prop::collection::vec(condition(), 1..4),
        goal in prop::option::of(number()),
    ) {
        let text = program(&conditions, goal.as_deref());
        let all = enumerated(&model(&text));
        let best = all.iter().filter_map(|(_, objective)| *objective).max();
        let status =
            if all.is_empty() { ProgramStatus::Infeasible } else { ProgramStatus::Solved };
        let answer = solved(Engine::Cp, &text);
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return Err(TestCaseError::fail(format!("{failure:?}\n{text}"))),
        };
        prop_assert_eq!((answer.status, answer.objective), (status, best), "{}", text);
    }

    /// Tasks are passed to Pumpkin's own global constraints.
    #[test]
    fn global_constraints_as_enumeration_says(text in global_program()) {
        let all = enumerated_over(&model(&text), &TASKS);
        let best = all.iter().filter_map(|(_, objective)| *objective).max();
        let status =
            if all.is_empty() { ProgramStatus::Infeasible } else { ProgramStatus::Solved };
        let answer = match solved(Engine::Cp, &text) {
            Ok(answer) => answer,
            Err(failure) => return Err(TestCaseError::fail(format!("{failure:?}\n{text}"))),
        };
        prop_assert_eq!((answer.status, answer.objective), (status, best), "{}", text);
    }

    #[test]
    fn all_solutions_are_those_of_enumeration(
        conditions in prop::collection::vec(condition(), 2..4),
    ) {
        let text = program(&conditions, None);
        let model = model(&text);
        let mut all: Vec<Values> =
            enumerated(&model).into_iter().map(|(values, _)| values).collect();
        all.sort();
        let most = 60;
        let found = solve_all(Engine::Cp, &model, &FieldValues::new(), most, &Control::default());
        let found = found.map_err(|failure| TestCaseError::fail(format!("{failure:?}\n{text}")))?;
        let mut values: Vec<Values> =
            found.list.iter().filter_map(|answer| answer.values.clone()).collect();
        values.sort();
        values.dedup();
        if all.len() < most {
            prop_assert!(found.complete, "{}", text);
            prop_assert_eq!(values, all, "{}", text);
        } else {
            prop_assert_eq!(values.len(), most, "{}", text);
            prop_assert!(values.iter().all(|one| all.binary_search(one).is_ok()), "{}", text);
        }
    }

    /// Coefficients of every size: the solvers agree, or the program is refused; it is never called
    /// impossible if it is not.
    #[test]
    fn large_coefficients_do_not_deceive(
        factors in prop::collection::vec((0u32..31, -3i64..4), 3),
        values in prop::collection::vec(0i64..10_000, 3),
        sign in prop::sample::select(vec!["=", "<=", ">="]),
    ) {
        let factor = |n: usize| (1i64 << factors[n].0) * factors[n].1;
        let right: i64 = (0..3).map(|n| factor(n) * values[n]).sum();
        let sum: Vec<String> =
            ["X", "Y", "Z"].iter().enumerate().map(|(n, v)| format!("({})*{v}", factor(n))).collect();
        // The values are a solution by construction.
        let text = format!(
            "Project Large\nModule Main\nVar X As {{0..9999}}\nVar Y As {{0..9999}}\n\
             Var Z As {{0..9999}}\nCon C As\n  {} {sign} {right}",
            sum.join(" + ")
        );
        match solved(Engine::Cp, &text) {
            Ok(answer) => prop_assert_eq!(answer.status, ProgramStatus::Solved, "{}", text),
            Err(Failure::Faults(faults)) => {
                let message = faults.to_string();
                prop_assert!(message.contains("constraint solver"), "{}\n{}", message, text);
            }
            Err(failure) => return Err(TestCaseError::fail(format!("{failure:?}\n{text}"))),
        }
    }
}

/// Starts below 0: Pumpkin's cumulative constraint takes -1 for "no task runs".
#[test]
fn tasks_may_start_below_zero() {
    let program = |more: &str| {
        format!(
            "Project Early\nModule Main\nVar A As {{-4..0}}\nVar B As {{-4..0}}\n\
             Con C As\n  Cumulative(A : 2 : 2, B : 1 : 1, 2)\n  {more}\n"
        )
    };
    // Task A runs for two time units, in which task B cannot begin.
    for a in -4..=0 {
        for b in -4..=0 {
            let apart = b < a || a + 2 <= b;
            let status = if apart { ProgramStatus::Solved } else { ProgramStatus::Infeasible };
            let text = program(&format!("A + 3*B = {}\n  B = {b}", a + 3 * b));
            assert_eq!(solved(Engine::Both, &text).expect("no fault").status, status, "{text}");
        }
    }
    // Found by random programs: sums that determine the starts late.
    let text = "Project Tasks\nModule Main\nVar Length() = {1: 0, 2: 1, 3: 0, 4: 2}\n\
                Con Make As ForAll(i In {1..4}, Append(Task, Me : i))\nCon All As\n  \
                Cumulative(t In Task, -t.At : Length(t.Me) : Length(t.Me), 2)\n  \
                Task(2).At + 2*Task(3).At - 2*Task(4).At <= 5\nClass Task\nVar At As {0..4}\n";
    assert_eq!(solved(Engine::Cp, text).expect("no fault").status, ProgramStatus::Solved);
}

/// A sum that overflows 32 bits: 9000 times 500000.
#[test]
fn what_passes_32_bits_is_refused() {
    let text = "Project Wide\nModule Main\nVar X As {9000..9999}\nVar Y As {0..9999}\n\
                Con C As 500000*X - 500000*Y = 0";
    let Err(Failure::Faults(faults)) = solved(Engine::Cp, text) else { panic!("not refused") };
    let faults = faults.to_string();
    assert!(faults.contains("may pass what the constraint solver computes with"), "{faults}");
    let fits = text.replace("500000", "5000");
    assert_eq!(solved(Engine::Both, &fits).expect("no fault").status, ProgramStatus::Solved);
}

/// The program of peg solitaire, and an optimum with diagonals as printed in the source.
#[test]
fn both_engines_prove_the_latin_cross() {
    let model =
        Model::parse(&library::program("solitaire").expect("a program")).expect("no faults");
    let source = library::puzzle("gardner/latin-cross").expect("a puzzle");
    let puzzle = Puzzle::parse(&source, &library::model).expect("no faults");
    let mut given = puzzle_fields(&puzzle);
    let all = [(1, -1), (2, 1), (3, -10), (4, 10), (5, 9), (6, -9), (7, 11), (8, -11)];
    for (directions, fewest) in [(4, 5), (8, 4)] {
        let moves = all.into_iter().take(directions).collect();
        given.insert("ValidMoves".to_owned(), Data::Map(moves));
        let answer = solve_by(Engine::Both, &model, &given, &Control::default());
        assert_eq!(answer.expect("no fault").objective, Some(fewest));
    }
}

#[test]
fn both_engines_prove_the_programs_of_the_bench() {
    for (text, objective) in [
        (include_str!("../benches/programs/ft06.np"), Some(55)),
        (include_str!("../benches/programs/lot-sizing.np"), Some(354)),
        (include_str!("../benches/programs/magic-square-4.np"), None),
        (include_str!("../benches/programs/golomb-6.np"), Some(17)),
        (include_str!("../benches/programs/tsp-8.np"), Some(140)),
        (include_str!("../benches/programs/petersen.np"), Some(3)),
    ] {
        let answer = solved(Engine::Both, text).expect("no fault");
        assert_eq!((answer.status, answer.objective), (ProgramStatus::Solved, objective), "{text}");
    }
}

/// An infeasible program, an objective with all its best solutions, and a program without decisions.
#[test]
fn solutions_one_by_one() {
    let text = "Project All\nModule Main\nVar X As {1..4}\nVar Y As {1..4}\nCon C As\n  X + Y >= 6\n\
                Con Goal As Minimize(Abs(X - Y))";
    for engine in [Engine::Milp, Engine::Cp, Engine::Both] {
        let run = |text: &str, most| {
            let all =
                solve_all(engine, &model(text), &FieldValues::new(), most, &Control::default());
            all.expect("no fault")
        };
        let all = run(text, 10);
        assert_eq!((all.list.len(), all.complete), (2, true));
        assert!(all.list.iter().all(|answer| answer.objective == Some(0)));
        assert_eq!(run(text, 1).list.len(), 1);
        let none = run(&text.replace(">= 6", ">= 9"), 10);
        assert_eq!((none.list[0].status, none.complete), (ProgramStatus::Infeasible, true));
        let still = run("Project P\nModule M\nVar X As {1, 2}\nCon C As 1 = 1", 10);
        assert_eq!((still.list.len(), still.complete), (2, true));
        let still = run("Project P\nModule M\nVar X = 1\nCon C As X = 1", 10);
        assert_eq!((still.list.len(), still.complete), (1, true));
    }
}

/// One line for each run of an engine, for the engine that ran.
#[test]
fn statistics_of_both_engines() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&told);
    let report = move |line: &str| keep.lock().expect("a lock").push(line.to_owned());
    let settings = SolverSettings { statistics: Some(Arc::new(report)), ..Default::default() };
    let control = Control::default().solver(settings);
    let text = "Project All\nModule Main\nVar X As {1..4}\nVar Y As {1..4}\nCon C As\n  X + Y >= 6\n\
                Con Goal As Minimize(Abs(X - Y))";
    solve_by(Engine::Both, &model(text), &FieldValues::new(), &control).expect("no fault");
    let told = told.lock().expect("a lock");
    let of = |engine: &str| told.iter().find(|line| line.starts_with(engine));
    assert!(of("milp: ").is_some_and(|line| line.contains(" columns, ")), "{told:?}");
    assert!(of("cp: ").is_some_and(|line| line.contains(" decisions, ")), "{told:?}");
}
