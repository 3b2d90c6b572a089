//! Both engines of the modelling language: they agree with enumeration, a limit loses nothing that was found, and the
//! published program proves all six figures.

#![cfg(all(feature = "milp", feature = "sat"))]

use crate::common::{cases, np_random};

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use cases::cases;
use np_random::{
    TASKS, condition, enumerated, enumerated_over, global_program, model, number, objectives,
    program,
};
use proptest::prelude::*;
use soliter::base::control::{Control, SolverSettings};
use soliter::base::race::within_work;
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::Puzzle;
use soliter::library;
use soliter::np::check::{Values, check};
use soliter::np::clauses::Refutation;
use soliter::np::resolve::names::Model;
use soliter::np::solve::{
    Engine, Failure, Method, ProgramAnswer, ProgramStatus, Request, solve_all, solve_by,
};
use soliter::np::syntax::data::{Data, FieldValues};
use soliter::prove::milp::fields::puzzle_fields;
use soliter::prove::solve::{Method as PuzzleMethod, solve};

const METHODS: [Method; 3] = [Method::Milp, Method::Sat, Method::Auto];

fn solved(method: Method, text: &str) -> Result<ProgramAnswer, Failure> {
    solve_by(method, &model(text), &FieldValues::new(), &Control::default())
}

fn fault(failure: &impl std::fmt::Debug, text: &str) -> TestCaseError {
    TestCaseError::fail(format!("{failure:?}\n{text}"))
}

/// Both engines give the status and the objective of enumeration. A single run of `HiGHS` suffices if it does.
fn agree(text: &str, all: &[Option<i64>]) -> Result<(), TestCaseError> {
    let best = all.iter().filter_map(|objective| *objective).max();
    let status = if all.is_empty() { ProgramStatus::Infeasible } else { ProgramStatus::Solved };
    // Most of its heuristics and cuts take more time than they save for such small programs.
    let options = [
        ("mip_heuristic_run_feasibility_jump", "false"),
        ("mip_heuristic_effort", "0"),
        ("mip_allow_cut_separation_at_nodes", "false"),
        ("mip_allow_restart", "false"),
        ("mip_detect_symmetry", "false"),
    ];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let once = SolverSettings { skip_recheck: true, options, ..SolverSettings::default() };
    let once = Control::default().solver(once);
    let (twice, model) = (Control::default(), model(text));
    for (method, controls) in [(Method::Milp, &[once, twice.clone()][..]), (Method::Sat, &[twice])]
    {
        let mut found = None;
        for control in controls {
            if found == Some((status, best)) {
                break;
            }
            let answer = solve_by(method, &model, &FieldValues::new(), control);
            let answer = answer.map_err(|failure| fault(&failure, text))?;
            found = Some((answer.status, answer.objective));
        }
        prop_assert_eq!(found, Some((status, best)), "{:?}\n{}", method, text);
    }
    Ok(())
}

/// Everything reported at a limit is true: the values satisfy the program, and no solution is better than the bound.
fn is_true(
    answer: &ProgramAnswer,
    text: &str,
    all: &[(Values, Option<i64>)],
) -> Result<(), TestCaseError> {
    let best = all.iter().filter_map(|(_, objective)| *objective).max();
    if let Some(values) = &answer.values {
        let known = all.iter().find(|(one, _)| one == values);
        prop_assert_eq!(known.map(|(_, objective)| *objective), Some(answer.objective), "{}", text);
    }
    if let (Some(bound), Some(best)) = (answer.bound, best) {
        prop_assert!(bound >= best, "{} {:?}\n{}", best, answer, text);
    }
    match answer.status {
        ProgramStatus::Solved => prop_assert_eq!(answer.objective, best, "{}", text),
        ProgramStatus::Infeasible => prop_assert!(all.is_empty(), "{}", text),
        ProgramStatus::Feasible => prop_assert!(answer.values.is_some(), "{}", text),
        ProgramStatus::Unknown => prop_assert!(answer.values.is_none(), "{}", text),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 100, ..cases(100) })]

    #[test]
    fn both_agree_with_enumeration(
        conditions in prop::collection::vec(condition(), 1..4),
        goal in prop::option::of(number()),
    ) {
        let text = program(&conditions, goal.as_deref());
        agree(&text, &objectives(&conditions, goal.as_deref()))?;
    }

    /// Variables that a program does not mention change nothing.
    #[test]
    fn objectives_are_those_of_all_variables(
        conditions in prop::collection::vec(condition(), 1..3),
        goal in prop::option::of(number()),
    ) {
        let all = enumerated(&model(&program(&conditions, goal.as_deref())));
        let all: BTreeSet<Option<i64>> = all.into_iter().map(|one| one.1).collect();
        let some = objectives(&conditions, goal.as_deref()).into_iter().collect();
        prop_assert_eq!(all, some);
    }

    #[test]
    fn both_agree_on_global_constraints(text in global_program()) {
        let all = enumerated_over(&model(&text), &TASKS);
        agree(&text, &all.into_iter().map(|one| one.1).collect::<Vec<_>>())?;
    }

    /// Programs that are stopped after a fixed amount of work, at the same place on every machine.
    #[test]
    fn what_is_known_at_a_limit_is_true(
        conditions in prop::collection::vec(condition(), 1..4),
        goal in number(),
        budget in 0u32..24,
        method in prop::sample::select(METHODS.to_vec()),
    ) {
        let text = program(&conditions, Some(&goal));
        let model = model(&text);
        let answer = within_work(1 << budget, &Control::default(), |control| {
            solve_by(method, &model, &FieldValues::new(), control)
        });
        is_true(&answer.map_err(|failure| fault(&failure, &text))?, &text, &enumerated(&model))?;
    }

    #[test]
    fn all_solutions_are_those_of_enumeration(
        conditions in prop::collection::vec(condition(), 2..4),
        goal in prop::option::of(number()),
    ) {
        let text = program(&conditions, goal.as_deref());
        let model = model(&text);
        let mut all = enumerated(&model);
        let best = all.iter().filter_map(|(_, objective)| *objective).max();
        all.retain(|(_, objective)| *objective == best);
        let mut all: Vec<Values> = all.into_iter().map(|(values, _)| values).collect();
        all.sort();
        let request = Request { method: Method::Sat, most: 60, ..Request::default() };
        let found = solve_all(request, &model, &FieldValues::new(), &Control::default());
        let found = found.map_err(|failure| fault(&failure, &text))?;
        let mut values: Vec<Values> =
            found.list.iter().filter_map(|answer| answer.values.clone()).collect();
        values.sort();
        values.dedup();
        if all.len() < request.most {
            prop_assert!(found.complete, "{}", text);
            prop_assert_eq!(values, all, "{}", text);
        } else {
            prop_assert_eq!(values.len(), request.most, "{}", text);
            prop_assert!(values.iter().all(|one| all.binary_search(one).is_ok()), "{}", text);
        }
    }

    /// Coefficients of every size: the program is never called impossible if it is not.
    #[test]
    fn large_coefficients_do_not_deceive(
        factors in prop::collection::vec((0u32..31, -3i64..4), 3),
        values in prop::collection::vec(0i64..100, 3),
        sign in prop::sample::select(vec!["=", "<=", ">="]),
    ) {
        let factor = |n: usize| (1i64 << factors[n].0) * factors[n].1;
        let right: i64 = (0..3).map(|n| factor(n) * values[n]).sum();
        let sum: Vec<String> =
            ["X", "Y", "Z"].iter().enumerate().map(|(n, v)| format!("({})*{v}", factor(n))).collect();
        // The values are a solution by construction.
        let text = format!(
            "Project Large\nModule Main\nVar X As {{0..99}}\nVar Y As {{0..99}}\n\
             Var Z As {{0..99}}\nCon C As\n  {} {sign} {right}",
            sum.join(" + ")
        );
        let answer = solved(Method::Sat, &text).map_err(|failure| fault(&failure, &text))?;
        prop_assert_eq!(answer.status, ProgramStatus::Solved, "{}", text);
    }
}

/// Twenty thousand programs of one or two conditions: `cargo test --release --test it np_engines::many -- --ignored`. `SOLITER_PROGRAMS` sets
/// another number.
#[test]
#[ignore = "20,000 programs take some minutes"]
fn many_programs_by_both_engines() {
    let number_of = std::env::var("SOLITER_PROGRAMS").ok().and_then(|text| text.parse().ok());
    let config = ProptestConfig { cases: number_of.unwrap_or(20_000), ..cases(1) };
    let few = prop_oneof![3 => 1..=1usize, 1 => 2..=2usize];
    let conditions = few.prop_flat_map(|few| prop::collection::vec(condition(), few));
    let programs = (conditions, prop::option::of(number()));
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let run = runner.run(&programs, |(conditions, goal)| {
        let text = program(&conditions, goal.as_deref());
        agree(&text, &objectives(&conditions, goal.as_deref()))
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Tasks that start below 0, and sums that determine the starts late.
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
            assert_eq!(solved(Method::Sat, &text).expect("no fault").status, status, "{text}");
        }
    }
}

/// An infeasible program, an objective with all its best solutions, and a program without decisions.
#[test]
fn solutions_one_by_one() {
    let text = "Project All\nModule Main\nVar X As {1..4}\nVar Y As {1..4}\nCon C As\n  X + Y >= 6\n\
                Con Goal As Minimize(Abs(X - Y))";
    for method in METHODS {
        let run = |text: &str, most| {
            let request = Request { method, most, ..Request::default() };
            let all = solve_all(request, &model(text), &FieldValues::new(), &Control::default());
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

/// The statistics have one line for each run of an engine.
#[test]
fn statistics_of_both_engines() {
    let text = "Project All\nModule Main\nVar X As {1..4}\nVar Y As {1..4}\nCon C As\n  X + Y >= 6\n\
                Con Goal As Minimize(Abs(X - Y))";
    for (method, start, word) in
        [(Method::Milp, "milp: ", " columns, "), (Method::Sat, "sat: ", " conflicts, ")]
    {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&lines);
        let report = move |line: &str| keep.lock().expect("a lock").push(line.to_owned());
        let settings = SolverSettings { statistics: Some(Arc::new(report)), ..Default::default() };
        let control = Control::default().solver(settings);
        solve_by(method, &model(text), &FieldValues::new(), &control).expect("no fault");
        let lines = lines.lock().expect("a lock");
        let is_right = |line: &String| line.starts_with(start) && line.contains(word);
        assert!(!lines.is_empty() && lines.iter().all(is_right), "{lines:?}");
    }
}

#[test]
fn sat_proves_programs_of_the_bench() {
    for (text, objective) in [
        (include_str!("../../benches/programs/ft06.np"), Some(55)),
        (include_str!("../../benches/programs/magic-square-4.np"), None),
        (include_str!("../../benches/programs/golomb-6.np"), Some(17)),
        (include_str!("../../benches/programs/tsp-8.np"), Some(140)),
        (include_str!("../../benches/programs/petersen.np"), Some(3)),
    ] {
        let answer = solved(Method::Sat, text).expect("no fault");
        assert_eq!((answer.status, answer.objective), (ProgramStatus::Solved, objective), "{text}");
    }
}

/// A program that has too many clauses is solved by `HiGHS` alone, and the answer says so.
#[test]
fn what_does_not_fit_is_left_to_highs() {
    let text = "Project Large\nModule Main\nVar X As {0..9999}\nVar Y As {0..9999}\n\
                Var Z As {0..9999}\nCon C As 79*X + 73*Y + 71*Z = 499990\n\
                Con Goal As Minimize(X + Y + Z)";
    let run = |method| {
        let request = Request { method, ..Request::default() };
        solve_all(request, &model(text), &FieldValues::new(), &Control::default().memory(1 << 28))
    };
    assert!(matches!(run(Method::Sat), Err(Failure::Faults(_))));
    let auto = run(Method::Auto).expect("no fault");
    assert_eq!((auto.list[0].status, auto.list[0].engine), (ProgramStatus::Solved, Engine::Milp));
}

/// The knapsack of five constraints and forty items has a small gap for a long time.
#[test]
fn the_values_and_the_bound_of_highs_outlive_a_limit() {
    let text = include_str!("../../benches/programs/knapsack-5.np");
    let model = model(text);
    let mut found = 0;
    for budget in [10_000_000, 100_000_000, 1_000_000_000] {
        let answer = within_work(budget, &Control::default(), |control| {
            solve_by(Method::Milp, &model, &FieldValues::new(), control).expect("no fault")
        });
        if let (Some(values), Some(objective)) = (&answer.values, answer.objective) {
            let report = check(&model.project, &FieldValues::new(), values, &Control::default());
            let report = report.expect("no limit");
            assert_eq!((report.violations.len(), report.objective), (0, Some(objective)));
            assert!(answer.bound.is_some_and(|bound| bound >= objective), "{answer:?}");
            found += 1;
        }
    }
    assert!(found > 0, "no budget suffices for a solution");
}

fn figure(name: &str) -> (Model, FieldValues, Puzzle) {
    let text = library::program("solitaire").expect("a program");
    let source = library::puzzle(&format!("gardner/{name}")).expect("a puzzle");
    let puzzle = Puzzle::parse(&source, &library::model).expect("no faults");
    let given = puzzle_fields(&puzzle);
    (Model::parse(&text).expect("no faults"), given, puzzle)
}

/// The published program proves a figure, and the proof is valid.
fn is_proved(name: &str, fewest: usize) {
    let (model, given, puzzle) = figure(name);
    let request = Request { method: Method::Sat, keeps_proof: true, ..Request::default() };
    let found = solve_all(request, &model, &given, &Control::default()).expect("no fault");
    let objective = i64::try_from(fewest).ok();
    assert_eq!((found.list[0].status, found.list[0].objective), (ProgramStatus::Solved, objective));
    let (Refutation { clauses, proof }, claim) = found.refutation.expect("a proof");
    let checked = soliter::checker::lrat::check(clauses.as_bytes(), proof.as_bytes(), &|_| true);
    let checked = checked.unwrap_or_else(|refusal| panic!("{refusal}"));
    let own = soliter::np::clauses::digest(&model, &given, claim, &Control::default());
    assert_eq!(checked.sha256, own.expect("clauses"));
    let claim =
        solve(&puzzle, &PuzzleMethod::SatByJump.into(), &Control::default()).expect("an answer");
    assert_eq!(claim.claim(), Claim::Optimal { moves: fewest });
}

#[test]
fn the_program_proves_three_figures() {
    for (name, fewest) in [("latin-cross", 5), ("greek-cross", 6), ("fireplace", 8)] {
        is_proved(name, fewest);
    }
}

/// `cargo test --release --test it np_engines::the_program_proves -- --ignored`
#[test]
#[ignore = "two minutes"]
fn the_program_proves_the_lamp() {
    is_proved("lamp", 9);
}

/// `cargo test --release --test it np_engines::the_program_proves -- --ignored`
#[test]
#[ignore = "four minutes"]
fn the_program_proves_the_inclined_square() {
    is_proved("inclined-square", 8);
}

/// The optimum with diagonals, as printed in the source.
#[test]
fn all_methods_prove_the_latin_cross_with_diagonals() {
    let (model, mut given, _) = figure("latin-cross");
    let all = [(1, -1), (2, 1), (3, -10), (4, 10), (5, 9), (6, -9), (7, 11), (8, -11)];
    for (directions, fewest) in [(4, 5), (8, 4)] {
        let moves = all.into_iter().take(directions).collect();
        given.insert("ValidMoves".to_owned(), Data::Map(moves));
        for method in METHODS {
            let answer = solve_by(method, &model, &given, &Control::default());
            assert_eq!(answer.expect("no fault").objective, Some(fewest), "{method:?}");
        }
    }
}
