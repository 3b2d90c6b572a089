//! Functions of several variables, keys that are variables, and tables: compares random programs with
//! enumeration by the checker, which works with constants only.

#![cfg(feature = "milp")]

use crate::common::cases;
use crate::common::np_random;

use cases::cases;
use np_random::{
    TASKS, condition, enumerated, enumerated_over, global_program, model, number, program,
};
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::np::solve::{Failure, ProgramStatus, solve};
use soliter::np::syntax::data::FieldValues;

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 100, ..cases(50) })]

    #[test]
    fn enumeration_agrees(
        conditions in prop::collection::vec(condition(), 1..4),
        goal in prop::option::of(number()),
    ) {
        let text = program(&conditions, goal.as_deref());
        let model = model(&text);
        let all = enumerated(&model);
        let best = all.iter().filter_map(|(_, objective)| *objective).max();
        let status =
            if all.is_empty() { ProgramStatus::Infeasible } else { ProgramStatus::Solved };
        let answer = solve(&model, &FieldValues::new(), &Control::default());
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return Err(TestCaseError::fail(format!("{failure:?}\n{text}"))),
        };
        prop_assert_eq!((answer.status, answer.objective), (status, best), "{}", text);
    }

    #[test]
    fn global_constraints_as_enumeration_says(text in global_program()) {
        let model = model(&text);
        let all = enumerated_over(&model, &TASKS);
        let best = all.iter().filter_map(|(_, objective)| *objective).max();
        let status =
            if all.is_empty() { ProgramStatus::Infeasible } else { ProgramStatus::Solved };
        let answer = solve(&model, &FieldValues::new(), &Control::default());
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return Err(TestCaseError::fail(format!("{failure:?}\n{text}"))),
        };
        prop_assert_eq!((answer.status, answer.objective), (status, best), "{}", text);
    }
}

/// A set with a gap, for a variable with one column for all its values, which is created only while rows are
/// written. In the second case, the set determines the solutions.
#[test]
fn sets_with_gaps_need_no_column_for_each_value() {
    let conditions = [
        (
            r"((AllDifferent((X - Item(K).Double), (3 \ (-2)), X) <=> B)
              Or ((Min(Item(1).Size, (Item(2).Size - P(K, 1)), X) < Min(K, P(3 - K, K), X))
              Or Has(P, Abs(((X > 0) * High) - M(X)), ((X > 0) * P(K, B + 1)))))",
            None,
        ),
        ("((AllDifferent(X, 0 - X, 2) <=> B) And (B = 0 Or X > 0))", Some("X")),
    ];
    for (condition, goal) in conditions {
        let text = program(&[condition.to_owned()], goal);
        let model = model(&text);
        let best = enumerated(&model).iter().filter_map(|(_, objective)| *objective).max();
        let answer = solve(&model, &FieldValues::new(), &Control::default()).expect("no fault");
        assert_eq!((answer.status, answer.objective), (ProgramStatus::Solved, best), "{text}");
    }
}

/// Programs of two variables, compared with enumeration: guards that do or do not protect an expression, and small
/// results of parts that have more values than a variable may have.
#[test]
fn guarded_and_wide_programs_have_the_values_of_enumeration() {
    let head = "Project Two\nModule Main\nVar M() = {1: 5, 4: 7, 9: 2}\nVar D(,) = {(1, 1): 3, (2, 4): 9}\n\
                Var Half = X / 2\nCon Make As ForAll(i In {1..4}, Append(Item, Me : i))\n";
    let tail = "\nClass Item\nVar Next = (Me + Y) / 3\n";
    for (most, condition) in [
        (12, "If(X In {1, 4}, M(X), 0) + Y = 9"),
        (12, "X In M And M(X) < 6 And Y = X"),
        (12, "Has(D, X, Y) And D(X, Y) > 3"),
        (12, "X <> Y And (X - Y) / 3 = 2 Or X = 0"),
        (12, "X = 1 Or Half > 2"),
        (12, "Not (X > 3 And Half > 4)"),
        // The guard does not protect the expression: both the checker and the program exclude the values.
        (12, "Y > 2 ==> M(X) = 7"),
        (12, "Not (Y > 2 And M(X) = 7)"),
        (12, "Y > 5 Or X / 3 = 2"),
        (12, "Has(Item, X) And Item(X).Next = 2"),
        (12, "Not (Has(Item, X) And Item(X).Next = 2)"),
        (150, "(X * Y) Mod 97 = 5 And X + Y > 280"),
        (150, "(X * Y) \\ 1000 = 13 And (X * X + Y) Mod 11 = 7"),
        (150, "Max(200*X - 90*Y, 70*Y - 100) \\ 4000 = 2"),
        (150, "Abs(X * X - Y * Y) < 60 And X > Y And Y > 25"),
    ] {
        let text = format!(
            "{head}Var X As {{0..{most}}}\nVar Y As {{0..{most}}}\nCon C As\n  {condition}\n\
             Con Goal As Maximize(3*X - 2*Y){tail}"
        );
        let model = model(&text);
        let values: Vec<i64> = (0..=most).collect();
        let all = enumerated_over(&model, &[("X", &values), ("Y", &values)]);
        let best = all.iter().filter_map(|(_, objective)| *objective).max();
        assert!(best.is_some() && all.len() < values.len().pow(2), "{condition}: {}", all.len());
        let answer = solve(&model, &FieldValues::new(), &Control::default());
        let answer = answer.unwrap_or_else(|failure| panic!("{failure:?}\n{text}"));
        assert_eq!((answer.status, answer.objective), (ProgramStatus::Solved, best), "{condition}");
    }
}

/// An expression that no guard protects is a fault of the program, with its place.
#[test]
fn expressions_without_a_guard_are_refused() {
    for (condition, message) in [
        ("M(X) = 5", "M has no key 0, which X may be"),
        ("12 \\ X = 4", "a divisor must be known before solving; this depends on X"),
        ("X / 2 = 1", "X may be 1, and 1 / 2 is not an integer"),
        ("M(X) = 5 And X > 0", "M has no key 0, which X may be"),
        ("X > 0 ==> 12 \\ 0 = 4", "a division by zero"),
        ("X > 0 ==> M(3) = 4", "M has no key 3"),
        ("X > 0 <=> M(X) = 5", "M has no key 0, which X may be"),
        ("Half = 1 Or X = 0", "X may be 1, and 1 / 2 is not an integer"),
        ("D(X, 1) = 3", "D has no keys 0, 1, which these may be"),
    ] {
        let text = format!(
            "Project One\nModule Main\nVar M() = {{1: 5, 2: 7}}\nVar D(,) = {{(1, 1): 3}}\n\
             Var X As {{0..2}}\nVar Half = X / 2\nCon C As {condition}\n"
        );
        match solve(&model(&text), &FieldValues::new(), &Control::default()) {
            Err(Failure::Faults(faults)) => {
                assert!(faults.to_string().contains(message), "{condition}: {faults}");
            }
            other => panic!("{condition}: {other:?}"),
        }
    }
}

/// Decides independently of the checker which function values are correct.
#[test]
fn the_checker_knows_the_words() {
    for (condition, holds) in [
        ("Min(3, 1, 2) = 1 And Max(3, 1, 2) = 3", true),
        ("Max(i In {1..9}, i Mod 4 = 0, 10 - i) = 6", true),
        ("Min(4) = 4", true),
        ("AllDifferent(1, 2, 3)", true),
        ("AllDifferent(1, 2, 1)", false),
        ("Table(1, 2 : (2, 1), (1, 2))", true),
        ("Table(1, 2 : (2, 1), (1, 1))", false),
        ("NoOverlap(0 : 3, 3 : 2, 7 : 1)", true),
        ("NoOverlap(0 : 3, 2 : 1)", false),
        ("NoOverlap(i In {1..5}, i Mod 2 = 1, 3*i : 6)", true),
        ("NoOverlap(0 : 3, 1 : 0)", false),
        ("NoOverlap(0 : 3, 3 : 0, 0 : 0)", true),
        ("Cumulative(0 : 3 : 1, 2 : 2 : 1, 2)", true),
        ("Cumulative(0 : 3 : 1, 2 : 2 : 1, 1)", false),
        ("Cumulative(0 : 3 : 1, 3 : 2 : 1, 1)", true),
        ("Cumulative(0 : 3 : 1, 1 : 0 : 5, 1)", true),
        ("Circuit(2, 3, 1)", true),
        ("Circuit(2, 1, 3)", false),
        ("Circuit(2, 2, 1)", false),
        ("Circuit(2, 3, 4)", false),
        ("Circuit(1)", true),
        ("Circuit(i In {4, 7, 9}, If(i = 4, 9, If(i = 9, 7, 4)))", true),
        ("{(1, 2): 10, (1, 3): 20}(1, 3) = 20", true),
        ("Abs({(1, 2): 10, (1, 3): 20}) = 2", true),
        ("Has({(1, 2): 10}, 1, 2) And Not Has({(1, 2): 10}, 2, 1)", true),
        ("Has({3: 7}, 3) And Not Has({3: 7}, 7)", true),
        ("Has({3: 7}, 4)", false),
        ("6 / 2 = 3", true),
        ("Sum(k In {2: 1, 5: 1}, k) = 7", true),
        ("ForAll(k In {1..3}, k <> 2, k <> 1)", false),
        ("Sum(i In {1..3}, j In {1..i}, i <> j, i*j) = 11", true),
        ("ForAll(i In {1..2}, j In {5, 6}, i In {1}, j > 5 Or i = 1)", true),
    ] {
        let text = format!("Project P\nModule Main\nVar X As {{1, 2}}\nCon C As {condition}");
        let model = model(&text);
        let values = [("X".to_owned(), 1)].into();
        let report = soliter::np::check::check(
            &model.project,
            &FieldValues::new(),
            &values,
            &Control::default(),
        );
        assert_eq!(report.expect("no limit").violations.is_empty(), holds, "{condition}");
        let answer = solve(&model, &FieldValues::new(), &Control::default()).expect("no fault");
        let status = if holds { ProgramStatus::Solved } else { ProgramStatus::Infeasible };
        assert_eq!(answer.status, status, "{condition}");
    }
}
