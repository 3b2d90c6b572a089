//! Random small programs: `HiGHS` must give the answers of brute force; changed answers must be rejected;
//! limits on tuples change nothing.

#![cfg(feature = "milp")]

use crate::common::cases;

use std::fmt::Write as _;

use cases::cases;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::np::check::{CheckReport, Values, check};
use soliter::np::resolve::names::Model;
use soliter::np::solve::solve_within;
use soliter::np::solve::{ProgramStatus, solve};
use soliter::np::syntax::data::FieldValues;

/// Variables of the random programs, with their values.
const VARIABLES: [(&str, &[i64]); 5] = [
    ("A", &[0, 1]),
    ("B", &[0, 1]),
    ("X", &[1, 2, 3]),
    ("Y", &[-2, 0, 1, 5]),
    ("Z", &[0, 1, 2, 3, 4]),
];

fn checked(model: &Model, values: &Values) -> CheckReport {
    check(&model.project, &FieldValues::new(), values, &Control::default()).expect("no limit")
}

fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-3i64..6).prop_map(|n| if n < 0 { format!("(-{})", -n) } else { n.to_string() }),
        prop::sample::select(VARIABLES.map(|(name, _)| name).to_vec()).prop_map(str::to_owned),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} - {b})")),
            inner.clone().prop_map(|a| format!("2*{a}")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("If({a} > {b}, {c}, {a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} <= {b})")),
            prop::sample::select(vec!["X", "Y", "Z"]).prop_map(|v| format!("({v}*{v})")),
            prop::sample::select(vec!["X", "Y", "Z"]).prop_map(|v| format!("({v} Mod 2)")),
            prop::sample::select(vec!["X", "Y", "Z"]).prop_map(|v| format!("Abs({v} - 2)")),
        ]
    })
}

fn condition() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec!["=", "<>", "<", "<=", ">", ">="]);
    let leaf = prop_oneof![
        Just("A".to_owned()),
        Just("B".to_owned()),
        (number(), sign, number()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
        (number(), number()).prop_map(|(a, b)| format!("({a} = {b})")),
        Just("(Z In {1, 3})".to_owned()),
        Just("AllDifferent(i In {0..1}, If(i = 0, X, Z))".to_owned()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} And {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} Or {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} ==> {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} <=> {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} Xor {b})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("If({a}, {b}, {c})")),
            inner.prop_map(|a| format!("(Not {a})")),
        ]
    })
}

fn program(conditions: &[String], goal: Option<&str>) -> Model {
    let mut text = "Project Random\nModule Main\n".to_owned();
    for (name, values) in VARIABLES {
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        writeln!(text, "Var {name} As {{{}}}", values.join(", ")).expect("a text");
    }
    for (number, condition) in conditions.iter().enumerate() {
        writeln!(text, "Con C{number} As {condition}").expect("a text");
    }
    if let Some(goal) = goal {
        writeln!(text, "Con Goal As Maximize({goal})").expect("a text");
    }
    Model::parse(&Source::new("random.np", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Every assignment that the checker accepts, with its objective.
fn brute_force(model: &Model) -> Vec<(Values, Option<i64>)> {
    let mut found = Vec::new();
    let total: usize = VARIABLES.iter().map(|(_, values)| values.len()).product();
    for mut number in 0..total {
        let mut values = Values::new();
        for (name, domain) in VARIABLES {
            values.insert(name.to_owned(), domain[number % domain.len()]);
            number /= domain.len();
        }
        let checked = checked(model, &values);
        if checked.violations.is_empty() {
            found.push((values, checked.objective));
        }
    }
    found
}

fn agrees(model: &Model, tuples: usize) -> Result<(), TestCaseError> {
    let all = brute_force(model);
    let best = all.iter().filter_map(|(_, objective)| *objective).max();
    let answer = solve_within(model, &FieldValues::new(), tuples, &Control::default());
    let answer = answer.map_err(|failure| TestCaseError::fail(format!("{failure:?}")))?;
    let status = if all.is_empty() { ProgramStatus::Infeasible } else { ProgramStatus::Solved };
    prop_assert_eq!(answer.status, status, "{:?}\n{}", answer, model.source.text);
    prop_assert_eq!(answer.objective, best, "{}", model.source.text);
    Ok(())
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn brute_force_agrees(
        conditions in prop::collection::vec(condition(), 1..4),
        goal in prop::option::of(number()),
    ) {
        agrees(&program(&conditions, goal.as_deref()), 4000)?;
    }

    #[test]
    fn limits_on_tuples_change_nothing(
        conditions in prop::collection::vec(condition(), 0..3),
        goal in number(),
        tuples in 0usize..12,
    ) {
        let mut conditions = conditions;
        conditions.push("X + Y = Z".to_owned());
        conditions.push("X + 2*Z <> Y + 3".to_owned());
        let model = program(&conditions, Some(&goal));
        agrees(&model, tuples)?;
        agrees(&model, 4000)?;
    }
}

#[test]
fn changed_answers_are_rejected() {
    let model = program(&["X + Y = Z".to_owned(), "A <=> Z > 2".to_owned()], Some("Z + B"));
    let answer = solve(&model, &FieldValues::new(), &Control::default()).expect("an answer");
    let values = answer.values.expect("values");
    assert!(checked(&model, &values).violations.is_empty());
    for name in ["X", "Y", "Z", "A"] {
        let mut changed = values.clone();
        let value = changed.get_mut(name).expect("a variable");
        *value = if name == "A" { 1 - *value } else { *value + 1 };
        let violations = checked(&model, &changed).violations;
        assert!(!violations.is_empty(), "{name}: {changed:?}");
    }
    let mut missing = values;
    missing.remove("B");
    assert!(!checked(&model, &missing).violations.is_empty());
}
