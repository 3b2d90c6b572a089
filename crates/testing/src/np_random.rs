//! Random programs that cover every word of the modelling language, and their solutions by enumeration.

use std::fmt::Write as _;

use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::np::check::{Values, check};
use soliter::np::resolve::names::Model;
use soliter::np::syntax::data::FieldValues;

/// Variables of the random programs: keys, and numbers of both signs. The last one belongs to
/// records: `Item(1).Size` and `Item(2).Size`, the first of which is selected by a key.
pub const VARIABLES: [(&str, &[i64]); 6] = [
    ("B", &[0, 1]),
    ("D", &[-2, 3]),
    ("K", &[1, 2]),
    ("X", &[-3, -2, -1, 0, 1, 2, 3]),
    ("Y", &[0, 2, 5]),
    ("Item(1).Size", &[-1, 0, 4]),
];

fn names() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["B", "D", "K", "X", "Y", "Item(1).Size", "Item(2).Size"])
        .prop_map(str::to_owned)
}

/// A number that may depend on variables.
pub fn number() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-3i64..6).prop_map(|n| if n < 0 { format!("(-{})", -n) } else { n.to_string() }),
        names(),
        names(),
        Just("M(X)".to_owned()),
        Just("M(K + Y)".to_owned()),
        Just("Item(K).Size".to_owned()),
        Just("Item(3 - K).Size".to_owned()),
        Just("Item(K).Double".to_owned()),
        Just("P(K, 1)".to_owned()),
        Just("P(3 - K, K)".to_owned()),
        Just("P(K, B + 1)".to_owned()),
        Just("High".to_owned()),
        guarded_number(),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let pair = || (inner.clone(), inner.clone());
        let by = prop::sample::select(vec!["2", "(-2)", "3"]);
        let of_one = names().prop_flat_map(|name| {
            prop::sample::select(vec!["B", "K", "D"])
                .prop_map(move |few| format!("({name} * {few})"))
        });
        prop_oneof![
            pair().prop_map(|(a, b)| format!("({a} + {b})")),
            pair().prop_map(|(a, b)| format!("({a} - {b})")),
            pair().prop_map(|(a, b)| format!("Min({a}, {b}, X)")),
            pair().prop_map(|(a, b)| format!("Max({a}, {b})")),
            pair().prop_map(|(a, b)| format!("Max(i In {{1..3}}, i <> 2, If(i = 1, {a}, {b}))")),
            pair().prop_map(|(a, b)| format!("Abs({a} - {b})")),
            (inner.clone(), by.clone()).prop_map(|(a, by)| format!("({a} \\ {by})")),
            (inner.clone(), by).prop_map(|(a, by)| format!("(({a}) Mod {by})")),
            inner.clone().prop_map(|a| format!("(B * {a})")),
            inner.clone().prop_map(|a| format!("((X > 0) * {a})")),
            of_one,
            pair().prop_map(|(a, b)| format!("If({a} > {b}, {a}, {b})")),
        ]
    })
}

/// A number that has a value only if its guard holds: keys, and quotients and keys of a definition, with
/// guards on one variable, on several, and in a chain.
fn guarded_number() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "If(Has(P, X, K), P(X, K), Y)",
        "If(X In {1, 2} And Y < 5, P(X, 3 - X), X)",
        "If(X <> 1, (X * X + X) / 4, B)",
        "If(X = 0, K, M(X * X))",
        "If(Y - X In {1, 2}, P(Y - X, 1), 0)",
        "If(Has(Item, X), Item(X).Size, 5)",
        "If(Not Has(Item, Y), 1, Item(Y).Double)",
        "If(X * Y <> 0 And X Mod 2 = 0, X / 2, -1)",
        "If(X = 0, 0, Third)",
        "If(Item(K).Size < 4, Item(K).Part, 2)",
        "Sum(i In {1..3}, If(X > i, P(X - i, i), 0))",
    ])
    .prop_map(str::to_owned)
}

/// A condition whose right side has a value only if the left side holds. In some, the left side does not
/// ensure it; then variable values that leave the right side without a value are not a solution.
fn guarded_condition() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "(Has(M, 2*X) And M(2*X) > 1)",
        "(X <> 0 ==> M(X * Y) = 1)",
        "(X = 0 Or (X + 3) / 2 > 1)",
        "(X <> 0 And Y In {0, 2} And Y / 2 = 1)",
        "(B ==> (6 + Y) / 2 > 3)",
        "(Y > 0 Or P(X, Y + 1) = 4)",
        "(Item(K).Size > 0 ==> Item(K).Part = 1)",
        "(X > 0 And Third < 1)",
        "(K = 1 Or Item(X).Size = 4)",
        "(X > K And P(X - K, K) = -1)",
    ])
    .prop_map(str::to_owned)
}

/// A condition.
pub fn condition() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec!["=", "<>", "<", "<=", ">", ">="]);
    let leaf = prop_oneof![
        (number(), sign.clone(), number()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
        (number(), sign, number()).prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
        (number(), number()).prop_map(|(a, b)| format!("AllDifferent({a}, {b}, X)")),
        (number(), number()).prop_map(|(a, b)| format!("Table({a}, {b} : (0, 2), (1, 1), (2, 0))")),
        (number(), number()).prop_map(|(a, b)| format!("NoOverlap({a} : K, {b} : 2, 1 : Y)")),
        (number(), number())
            .prop_map(|(a, b)| format!("Cumulative({a} : K : 1, {b} : 3 : K, X : 2 : B, K + 1)")),
        (number(), number()).prop_map(|(a, b)| format!("Has(P, {a}, {b})")),
        number().prop_map(|a| format!("Has(M, 2*{a}) Or Has(Item, {a})")),
        guarded_condition(),
        (guarded_condition(), number()).prop_map(|(a, b)| format!("({a} <=> {b} > 0)")),
        Just("B".to_owned()),
    ];
    leaf.prop_recursive(2, 8, 2, |inner| {
        let pair = || (inner.clone(), inner.clone());
        prop_oneof![
            pair().prop_map(|(a, b)| format!("({a} And {b})")),
            pair().prop_map(|(a, b)| format!("({a} Or {b})")),
            pair().prop_map(|(a, b)| format!("({a} <=> {b})")),
            inner.prop_map(|a| format!("(Not {a})")),
        ]
    })
}

/// A program with these clauses, with or without an objective.
pub fn program(conditions: &[String], goal: Option<&str>) -> String {
    let mut text = "Project Random\nModule Main\n".to_owned();
    for (name, values) in VARIABLES.iter().filter(|(name, _)| !name.contains('.')) {
        let values: Vec<String> = values.iter().map(i64::to_string).collect();
        let set =
            if *name == "D" { "Sign".to_owned() } else { format!("{{{}}}", values.join(", ")) };
        let _ = writeln!(text, "Var {name} As {set}");
    }
    text.push_str("Enum Sign = {Low: -2, High: 3}\n");
    text.push_str("Var P(,) = {(1, 1): 3, (1, 2): -1, (2, 1): 0, (2, 2): 4}\n");
    text.push_str(
        "Var M() = {-3: 5, -2: 0, -1: 1, 0: 1, 1: -2, 2: 3, 3: 3, 4: 7, 5: 9, 6: 0, 7: 2}\n",
    );
    text.push_str("Var Third = (X + Y) / 3\n");
    text.push_str("Con Make As ForAll(i In {1..2}, Append(Item, Me : i))\n");
    let _ = writeln!(text, "Con All As\n  {}", conditions.join("\n  "));
    if let Some(goal) = goal {
        let _ = writeln!(text, "Con Goal As\n  Maximize({goal})");
        // The first condition and its opposite are both soft constraints, so one of them always costs.
        if let Some(first) = conditions.first() {
            let _ = writeln!(text, "  Soft({first} : 2)\n  Soft(Not {first} : 3)");
            text.push_str("  Soft(X = K : 1)\n  Hint(X : 2, Y : 3, K = 2, B = 1)\n");
        }
    }
    text.push_str("Class Item\nVar Size As {-1, 0, 4}\nVar Double = 2*Size + Me\n");
    text.push_str("Var Part = M(2*Size)\n");
    text
}

/// The parsed program.
pub fn model(text: &str) -> Model {
    Model::parse(&Source::new("random.np", text))
        .unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// A program with four tasks or towns, one global constraint, and its variables.
pub fn global_program() -> impl Strategy<Value = String> {
    let number = |range| prop::collection::vec(range, 4);
    let global = prop::sample::select(vec![
        "Circuit(t In Task, t.At)",
        "Circuit(t In Task, t.Me <> 3, t.At)",
        "Circuit(Task(1).At, Task(2).At, Task(3).At)",
        "NoOverlap(t In Task, t.At : Length(t.Me))",
        "NoOverlap(t In Task, t.Me < 4, 2*t.At : Length(t.Me))",
        "Cumulative(t In Task, t.At : Length(t.Me) : Need(t.Me), 3)",
        "Cumulative(t In Task, -t.At : Length(t.Me) : Need(t.Me), 2)",
    ]);
    let sign = prop::sample::select(vec!["<=", ">=", "="]);
    let goal = prop::option::of(number(-2i64..3));
    (global, number(0i64..4), number(0i64..3), number(-2i64..3), sign, -2i64..8, goal).prop_map(
        |(global, length, need, factor, sign, right, goal)| {
            let map = |list: &[i64]| {
                let entries = (1..).zip(list).map(|(key, value)| format!("{key}: {value}"));
                entries.collect::<Vec<_>>().join(", ")
            };
            let sum = |factors: &[i64]| {
                let terms = (1..).zip(factors).map(|(key, by)| format!("({by})*Task({key}).At"));
                terms.collect::<Vec<_>>().join(" + ")
            };
            let goal =
                goal.map_or_else(String::new, |goal| format!("  Maximize({})\n", sum(&goal)));
            format!(
                "Project Tasks\nModule Main\nVar Length() = {{{}}}\nVar Need() = {{{}}}\n\
                 Con Make As ForAll(i In {{1..4}}, Append(Task, Me : i))\n\
                 Con All As\n  {global}\n  {} {sign} {right}\n{goal}\
                 Class Task\nVar At As {{0..4}}\n",
                map(&length),
                map(&need),
                sum(&factor)
            )
        },
    )
}

/// The variables of the programs of [`global_program`].
pub const TASKS: [(&str, &[i64]); 4] = [
    ("Task(1).At", &[0, 1, 2, 3, 4]),
    ("Task(2).At", &[0, 1, 2, 3, 4]),
    ("Task(3).At", &[0, 1, 2, 3, 4]),
    ("Task(4).At", &[0, 1, 2, 3, 4]),
];

/// The objectives of all solutions of a program of [`program`] that differ in a variable that its parts mention. All
/// solutions have one of these objectives, since nothing depends on the other variables.
pub fn objectives(conditions: &[String], goal: Option<&str>) -> Vec<Option<i64>> {
    let mut parts = conditions.join(" ");
    if let Some(goal) = goal {
        // The soft constraints compare X and K.
        parts = format!("{parts} {goal} X K");
    }
    let is_word = |c: char| c.is_alphanumeric();
    let words: Vec<&str> = parts.split(|c| !is_word(c)).collect();
    let mentions = |word: &str| words.contains(&word);
    let is_free = |name: &str| match name {
        "X" | "Y" => mentions(name) || mentions("Third"),
        name if name.contains('.') => mentions("Item"),
        name => mentions(name),
    };
    let mut variables = VARIABLES.to_vec();
    variables.push(("Item(2).Size", VARIABLES[5].1));
    for (name, values) in &mut variables {
        *values = if is_free(name) { values } else { &values[..1] };
    }
    let model = model(&program(conditions, goal));
    enumerated_over(&model, &variables).into_iter().map(|(_, objective)| objective).collect()
}

/// All solutions that the checker accepts, with their objectives.
pub fn enumerated(model: &Model) -> Vec<(Values, Option<i64>)> {
    let mut variables = VARIABLES.to_vec();
    variables.push(("Item(2).Size", VARIABLES[5].1));
    enumerated_over(model, &variables)
}

/// Like [`enumerated`], for a program with the given variables.
pub fn enumerated_over(model: &Model, variables: &[(&str, &[i64])]) -> Vec<(Values, Option<i64>)> {
    let total: usize = variables.iter().map(|(_, values)| values.len()).product();
    let mut found = Vec::new();
    for mut number in 0..total {
        let mut values = Values::new();
        for (name, domain) in variables {
            values.insert((*name).to_owned(), domain[number % domain.len()]);
            number /= domain.len();
        }
        let report = check(&model.project, &FieldValues::new(), &values, &Control::default());
        let report = report.expect("no limit");
        if report.violations.is_empty() {
            found.push((values, report.objective));
        }
    }
    found
}
