//! Functions of several unknowns, keys that are unknown, and tables: random programs against
//! enumeration by the checker, which works with known numbers only.

#![cfg(feature = "milp")]

use crate::common::cases;
use crate::common::np_random;

use cases::cases;
use np_random::{
    TASKS, condition, enumerated, enumerated_over, global_program, model, number, program,
};
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::np::solve::{ProgramStatus, solve};
use soliter::np::syntax::data::FieldValues;

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 100, ..cases(150) })]

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

/// A set with a gap of a variable that has one column for all its values, made only while rows are
/// written. The second has solutions in which the set decides.
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

/// Which of the values of a function are right is decided here, not by the checker.
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
        ("Lex(1 : 1, 2 : 3, 9 : 0)", true),
        ("Lex(1 : 1, 2 : 2)", true),
        ("Lex(1 : 1, 2 : 1, 0 : 9)", false),
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
        ("Abs({1, 2} + {2, 3}) = 3 And Abs({1..5} - {2, 9}) = 4", true),
        ("3 In {1..5} * {3: 7} And Not 4 In {1..5} * {3: 7}", true),
        ("Sum(k In {2: 1, 5: 1}, k) = 7", true),
        ("ForAll(k In {1..3} - {2}, k <> 1)", false),
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
