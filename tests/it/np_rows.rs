//! Rows that keep a program small: ordinary models have the same size as handwritten ones, and integral
//! columns, thresholds and jumps agree with enumeration.

#![cfg(feature = "milp")]

use crate::common::cases;

use std::fmt::Write as _;

use cases::cases;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::np::check::{Values, check};
use soliter::np::resolve::names::Model;
use soliter::np::solve::{ProgramAnswer, ProgramStatus, solve};
use soliter::np::syntax::data::FieldValues;

fn model(text: &str) -> Model {
    Model::parse(&Source::new("test.np", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

fn run(text: &str) -> ProgramAnswer {
    solve(&model(text), &FieldValues::new(), &Control::default()).expect("no fault")
}

#[test]
fn lot_sizing_has_the_columns_of_its_variables() {
    let answer = run(include_str!("../../benches/programs/lot-sizing.np"));
    assert_eq!((answer.objective, answer.size), (least_cost(), (24, 36)));
}

/// The least cost of the lots, computed for each stock in turn.
fn least_cost() -> Option<i64> {
    let demand = [12, 25, 31, 8, 44, 20, 37, 15, 29, 50, 6, 33];
    let mut costs: Vec<(i64, i64)> = vec![(0, 0)];
    for wanted in demand {
        let mut next = vec![i64::MAX; 61];
        for &(stock, cost) in &costs {
            for amount in 0..=80 {
                let left = stock + amount - wanted;
                if (0..=60).contains(&left) {
                    let all = cost + left + if amount > 0 { 40 } else { 0 };
                    next[left as usize] = next[left as usize].min(all);
                }
            }
        }
        costs = (0..).zip(next).filter(|(_, cost)| *cost < i64::MAX).collect();
    }
    costs.iter().map(|&(_, cost)| cost).min()
}

#[test]
fn a_magic_square_of_side_4_is_found() {
    let answer = run(include_str!("../../benches/programs/magic-square-4.np"));
    assert_eq!((answer.status, answer.size.1), (ProgramStatus::Solved, 256));
}

#[test]
fn a_job_shop_is_solved_whatever_its_horizon() {
    let text = include_str!("../../benches/programs/ft06.np");
    for horizon in ["199", "200"] {
        let answer = run(&text.replace("= 199", &format!("= {horizon}")));
        assert_eq!((answer.status, answer.objective), (ProgramStatus::Solved, Some(55)));
        // One column for each operation, one for the end, one for each pair on a machine.
        assert_eq!(answer.size.1, 36 + 1 + 6 * 15);
    }
}

/// Variables of the random programs. Only the last has gaps between its values.
const VARIABLES: [(&str, &[i64]); 4] = [
    ("A", &[0, 1]),
    ("X", &[0, 1, 2, 3, 4, 5, 6]),
    ("Y", &[-3, -1, 1, 3, 5, 7, 9]),
    ("Z", &[-4, -3, -2, -1, 0, 1, 2]),
];

fn number() -> impl Strategy<Value = String> {
    let name = || prop::sample::select(vec!["X", "Y", "Z", "A"]);
    let part = prop_oneof![
        (-3i64..4, name()).prop_map(|(n, v)| format!("({n})*{v}")),
        (-9i64..10).prop_map(|n| format!("({n})")),
        // A jump of a linear function or of a constant.
        (1i64..9, name(), -2i64..6).prop_map(|(n, v, at)| format!("{n}*({v} > {at})")),
        (name(), -2i64..6, -5i64..6).prop_map(|(v, at, n)| format!("If({v} >= {at}, {n}, {v})")),
    ];
    prop::collection::vec(part, 1..4).prop_map(|parts| parts.join(" + "))
}

fn condition() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec!["=", "<>", "<", "<=", ">", ">="]);
    let order = prop::sample::select(vec!["<", "<=", ">", ">="]);
    let name = prop::sample::select(vec!["X", "Y", "Z"]);
    let leaf = prop_oneof![
        (number(), order.clone(), number()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
        (number(), sign, number()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
        (name, order, -3i64..7).prop_map(|(v, sign, n)| format!("({v} {sign} {n})")),
        Just("A".to_owned()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let pair = || (inner.clone(), inner.clone());
        prop_oneof![
            pair().prop_map(|(a, b)| format!("({a} And {b})")),
            pair().prop_map(|(a, b)| format!("({a} Or {b})")),
            pair().prop_map(|(a, b)| format!("({a} ==> {b})")),
            pair().prop_map(|(a, b)| format!("({a} <=> {b})")),
            inner.prop_map(|a| format!("(Not {a})")),
        ]
    })
}

/// The objectives of all values that the checker accepts.
fn enumerated(model: &Model) -> Vec<i64> {
    let mut found = Vec::new();
    for mut number in 0..VARIABLES.iter().map(|(_, values)| values.len()).product() {
        let mut values = Values::new();
        for (name, domain) in VARIABLES {
            values.insert(name.to_owned(), domain[number % domain.len()]);
            number /= domain.len();
        }
        let report = check(&model.project, &FieldValues::new(), &values, &Control::default());
        let report = report.expect("no limit");
        if report.violations.is_empty() {
            found.extend(report.objective);
        }
    }
    found
}

proptest! {
    #![proptest_config(cases(80))]

    #[test]
    fn enumeration_agrees(
        conditions in prop::collection::vec(condition(), 1..4),
        goal in number(),
    ) {
        let mut text = "Project Random\nModule Main\n".to_owned();
        for (name, values) in VARIABLES {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            writeln!(text, "Var {name} As {{{}}}", values.join(", ")).expect("a text");
        }
        writeln!(text, "Con All As\n  {}\nCon Goal As Maximize({goal})", conditions.join("\n  "))
            .expect("a text");
        let answer = run(&text);
        let all = enumerated(&model(&text));
        let status =
            if all.is_empty() { ProgramStatus::Infeasible } else { ProgramStatus::Solved };
        prop_assert_eq!((answer.status, answer.objective), (status, all.into_iter().max()), "{}", text);
    }
}
