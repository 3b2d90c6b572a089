//! Exported programs have the meaning of their source: plain readers that share no code with `HiGHS` read
//! them, and enumerating all values gives the same optimum as enumerating all values of the source.

#![cfg(feature = "milp")]

use crate::common::cases;
mod plain;

use std::fmt::Write as _;

use cases::cases;
use plain::Plain;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::np::milp::prepare;
use soliter::np::resolve::names::Model;
use soliter::np::syntax::data::FieldValues;
use soliter::program::file;
use soliter::program::file::{About, Format};

/// Variables of the random programs; some names are keywords of the formats.
const VARIABLES: [(&str, &[i64]); 4] =
    [("Free", &[0, 1]), ("Bin", &[1, 2, 3]), ("Y", &[-2, 0, 5]), ("End", &[0, 1, 2])];

/// A sum plus a constant, and how it compares with 0.
#[derive(Clone, Debug)]
struct Comparison {
    factors: [i64; 4],
    number: i64,
    sign: &'static str,
}

impl Comparison {
    fn sum(&self, values: [i64; 4]) -> i64 {
        self.number
            + self.factors.iter().zip(values).map(|(factor, value)| factor * value).sum::<i64>()
    }

    fn holds(&self, values: [i64; 4]) -> bool {
        let sum = self.sum(values);
        match self.sign {
            "=" => sum == 0,
            "<>" => sum != 0,
            "<=" => sum <= 0,
            _ => sum >= 0,
        }
    }

    fn text(&self) -> String {
        let terms = self
            .factors
            .iter()
            .zip(VARIABLES)
            .map(|(factor, (name, _))| format!("({factor})*{name}"));
        format!("{} + ({})", terms.collect::<Vec<_>>().join(" + "), self.number)
    }
}

fn comparison() -> impl Strategy<Value = Comparison> {
    let sign = prop::sample::select(vec!["=", "<>", "<=", ">="]);
    (prop::array::uniform4(-3i64..4), -6i64..7, sign)
        .prop_map(|(factors, number, sign)| Comparison { factors, number, sign })
}

/// A comparison, or a disjunction of two.
type Condition = (Comparison, Option<Comparison>);

fn text(conditions: &[Condition], goal: &Comparison, maximised: bool) -> String {
    let mut text = "Project Random\nModule Main\n".to_owned();
    for (name, values) in VARIABLES {
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        writeln!(text, "Var {name} As {{{}}}", values.join(", ")).expect("a text");
    }
    let compared = |one: &Comparison| format!("({} {} 0)", one.text(), one.sign);
    for (number, (one, other)) in conditions.iter().enumerate() {
        let other =
            other.as_ref().map_or_else(String::new, |other| format!(" Or {}", compared(other)));
        writeln!(text, "Con C{number} As {}{other}", compared(one)).expect("a text");
    }
    let sense = if maximised { "Maximize" } else { "Minimize" };
    text + &format!("Con Goal As {sense}({})\n", goal.text())
}

/// The minimum of the goal or, if it is maximised, of its negative.
fn least(conditions: &[Condition], goal: &Comparison, maximised: bool) -> Option<i64> {
    let all = VARIABLES.iter().fold(vec![vec![]], |lists: Vec<Vec<i64>>, (_, values)| {
        let with = |list: &Vec<i64>, value: i64| [&list[..], &[value]].concat();
        lists.iter().flat_map(|list| values.iter().map(|&value| with(list, value))).collect()
    });
    let all = all.into_iter().map(|list| [list[0], list[1], list[2], list[3]]);
    let holds = |values: &[i64; 4]| {
        conditions.iter().all(|(one, other)| {
            one.holds(*values) || other.as_ref().is_some_and(|other| other.holds(*values))
        })
    };
    let sums = all.filter(holds).map(|values| goal.sum(values));
    if maximised { sums.map(|sum| -sum).min() } else { sums.min() }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn plain_readers_find_the_same_optimum(
        conditions in prop::collection::vec((comparison(), prop::option::of(comparison())), 0..4),
        goal in comparison(),
        maximised in any::<bool>(),
    ) {
        let source = Source::new("random.np", text(&conditions, &goal, maximised));
        let model = Model::parse(&source).unwrap_or_else(|faults| panic!("{faults}"));
        let best = least(&conditions, &goal, maximised);
        for (format, read) in [(Format::Lp, Plain::lp as fn(&str) -> Plain), (Format::Mps, Plain::mps)] {
            let (given, control) = (FieldValues::new(), Control::default());
            let (_, lowered) = prepare(&model, &given, &control).expect("a program");
            let about = About {
                lines: Vec::new(),
                maximised: lowered.maximised,
                constant: lowered.constant as f64,
            };
            let text = file::text(&lowered.program, &about, format, &control).expect("no limit");
            let plain = read(&text);
            if !plain.is_whole() {
                continue;
            }
            let found = plain.least();
            let agree = match (found, best) {
                (Some(found), Some(best)) => (found - best as f64).abs() < 1e-6,
                (None, None) => true,
                _ => false,
            };
            prop_assert!(agree, "{found:?} {best:?}\n{}\n{text}", source.text);
        }
    }
}
