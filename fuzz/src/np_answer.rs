//! A small constraint program built from bytes: its answer is compared with all assignments, which are tried
//! one by one by an evaluator that shares no code with the language.

use std::fmt;

use arbitrary::{Result, Unstructured};
use soliter::np::resolve::names::Model;
use soliter::np::solve::{ProgramStatus, solve};
use soliter::np::syntax::data::FieldValues;
use soliter::{Control, Source};

/// Variables with their values.
const VARIABLES: [(&str, &[i64]); 5] = [
    ("A", &[0, 1]),
    ("B", &[0, 1]),
    ("X", &[1, 2, 3]),
    ("Y", &[-2, 0, 1, 5]),
    ("Z", &[0, 1, 2, 3, 4]),
];

type Values = [i64; VARIABLES.len()];

/// A number, written and evaluated.
enum Number {
    Constant(i64),
    Variable(usize),
    Sum(Box<Number>, Box<Number>),
    Difference(Box<Number>, Box<Number>),
    Twice(Box<Number>),
    Distance(usize, i64),
    Square(usize),
    Choice(Box<Truth>, Box<Number>, Box<Number>),
    Of(Box<Truth>),
}

/// A condition, written and evaluated.
enum Truth {
    Compare(Box<Number>, &'static str, Box<Number>),
    Join(Box<Truth>, &'static str, Box<Truth>),
    Not(Box<Truth>),
    Choice(Box<Truth>, Box<Truth>, Box<Truth>),
    OneOf(usize, i64, i64),
}

impl Number {
    fn draw(u: &mut Unstructured<'_>, depth: u32) -> Result<Self> {
        let number = |u: &mut Unstructured<'_>| Self::draw(u, depth - 1).map(Box::new);
        let truth = |u: &mut Unstructured<'_>| Truth::draw(u, depth - 1).map(Box::new);
        Ok(match u.int_in_range(0..=if depth == 0 { 1 } else { 9u8 })? {
            0 => Self::Constant(u.int_in_range(-3..=6)?),
            1 | 2 => Self::Variable(u.choose_index(VARIABLES.len())?),
            3 => Self::Sum(number(u)?, number(u)?),
            4 => Self::Difference(number(u)?, number(u)?),
            5 => Self::Twice(number(u)?),
            6 => Self::Distance(u.choose_index(VARIABLES.len())?, u.int_in_range(0..=3)?),
            7 => Self::Square(u.choose_index(VARIABLES.len())?),
            8 => Self::Choice(truth(u)?, number(u)?, number(u)?),
            _ => Self::Of(truth(u)?),
        })
    }

    fn value(&self, values: &Values) -> i64 {
        match self {
            Self::Constant(number) => *number,
            Self::Variable(number) => values[*number],
            Self::Sum(a, b) => a.value(values) + b.value(values),
            Self::Difference(a, b) => a.value(values) - b.value(values),
            Self::Twice(a) => 2 * a.value(values),
            Self::Distance(variable, number) => (values[*variable] - number).abs(),
            Self::Square(number) => values[*number] * values[*number],
            Self::Choice(holds, a, b) => {
                if holds.value(values) {
                    a.value(values)
                } else {
                    b.value(values)
                }
            }
            Self::Of(holds) => i64::from(holds.value(values)),
        }
    }
}

impl Truth {
    fn draw(u: &mut Unstructured<'_>, depth: u32) -> Result<Self> {
        let truth = |u: &mut Unstructured<'_>| Self::draw(u, depth - 1).map(Box::new);
        let number =
            |u: &mut Unstructured<'_>| Number::draw(u, depth.saturating_sub(1)).map(Box::new);
        Ok(match u.int_in_range(0..=if depth == 0 { 1 } else { 6u8 })? {
            0 | 2 => {
                let sign = *u.choose(&["=", "<>", "<", "<=", ">", ">="])?;
                Self::Compare(number(u)?, sign, number(u)?)
            }
            1 => Self::OneOf(
                u.choose_index(VARIABLES.len())?,
                u.int_in_range(-2..=2)?,
                u.int_in_range(3..=5)?,
            ),
            3 | 4 => {
                let word = *u.choose(&["And", "Or", "==>", "<=>", "Xor"])?;
                Self::Join(truth(u)?, word, truth(u)?)
            }
            5 => Self::Not(truth(u)?),
            _ => Self::Choice(truth(u)?, truth(u)?, truth(u)?),
        })
    }

    fn value(&self, values: &Values) -> bool {
        match self {
            Self::Compare(a, sign, b) => {
                let (a, b) = (a.value(values), b.value(values));
                match *sign {
                    "=" => a == b,
                    "<>" => a != b,
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    _ => a >= b,
                }
            }
            Self::Join(a, word, b) => {
                let (a, b) = (a.value(values), b.value(values));
                match *word {
                    "And" => a && b,
                    "Or" => a || b,
                    "==>" => !a || b,
                    "<=>" => a == b,
                    _ => a != b,
                }
            }
            Self::Not(a) => !a.value(values),
            Self::Choice(holds, a, b) => {
                if holds.value(values) {
                    a.value(values)
                } else {
                    b.value(values)
                }
            }
            Self::OneOf(variable, a, b) => [*a, *b].contains(&values[*variable]),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(number) if *number < 0 => write!(f, "(-{})", -number),
            Self::Constant(number) => write!(f, "{number}"),
            Self::Variable(number) => f.write_str(VARIABLES[*number].0),
            Self::Sum(a, b) => write!(f, "({a} + {b})"),
            Self::Difference(a, b) => write!(f, "({a} - {b})"),
            Self::Twice(a) => write!(f, "2*{a}"),
            Self::Distance(variable, number) => {
                write!(f, "Abs({} - {number})", VARIABLES[*variable].0)
            }
            Self::Square(number) => write!(f, "({0}*{0})", VARIABLES[*number].0),
            Self::Choice(holds, a, b) => write!(f, "If({holds}, {a}, {b})"),
            Self::Of(holds) => write!(f, "{holds}"),
        }
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compare(a, sign, b) => write!(f, "({a} {sign} {b})"),
            Self::Join(a, word, b) => write!(f, "({a} {word} {b})"),
            Self::Not(a) => write!(f, "(Not {a})"),
            Self::Choice(holds, a, b) => write!(f, "If({holds}, {a}, {b})"),
            Self::OneOf(variable, a, b) => {
                write!(f, "({} In {{{a}, {b}}})", VARIABLES[*variable].0)
            }
        }
    }
}

/// Solves the program and tries all assignments.
pub fn run(data: &[u8]) {
    let _ = compare(&mut Unstructured::new(data));
}

fn compare(u: &mut Unstructured<'_>) -> Result<()> {
    let conditions: Vec<Truth> =
        (0..u.int_in_range(1..=3)?).map(|_| Truth::draw(u, 3)).collect::<Result<_>>()?;
    let goal = if u.arbitrary()? { Some((u.arbitrary()?, Number::draw(u, 2)?)) } else { None };
    let text = program(&conditions, goal.as_ref());
    let model = Model::parse(&Source::new("random.np", text.as_str()));
    let model = model.unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let answer = solve(&model, &FieldValues::new(), &Control::default());
    let answer = answer.unwrap_or_else(|failure| panic!("{failure:?}\n{text}"));

    let good: Vec<Values> =
        all().into_iter().filter(|v| conditions.iter().all(|c| c.value(v))).collect();
    let status = if good.is_empty() { ProgramStatus::Infeasible } else { ProgramStatus::Solved };
    assert_eq!(answer.status, status, "{answer:?}\n{text}");
    let best = goal.and_then(|(most, goal)| {
        let values = good.iter().map(|values| goal.value(values));
        if most { values.max() } else { values.min() }
    });
    assert_eq!(answer.objective, best, "{text}");
    Ok(())
}

fn program(conditions: &[Truth], goal: Option<&(bool, Number)>) -> String {
    let mut lines = vec!["Project Random".to_owned(), "Module Main".to_owned()];
    for (name, values) in VARIABLES {
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        lines.push(format!("Var {name} As {{{}}}", values.join(", ")));
    }
    for (number, condition) in conditions.iter().enumerate() {
        lines.push(format!("Con C{number} As {condition}"));
    }
    if let Some((most, goal)) = goal {
        lines.push(format!("Con Goal As {}({goal})", if *most { "Maximize" } else { "Minimize" }));
    }
    lines.join("\n")
}

/// All assignments.
fn all() -> Vec<Values> {
    let mut found = vec![Values::default()];
    for (number, (_, domain)) in VARIABLES.iter().enumerate() {
        let with = |values: &Values| {
            let values = *values;
            domain.iter().map(move |value| {
                let mut values = values;
                values[number] = *value;
                values
            })
        };
        found = found.iter().flat_map(with).collect();
    }
    found
}
