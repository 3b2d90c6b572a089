//! Reading and writing programs: precedence, lines, round trips, and texts that are not programs.

#![cfg(feature = "milp")]

use crate::common::{cases, np_print};

use std::fmt::Write as _;

use cases::cases;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::library;
use soliter::np::input;
use soliter::np::resolve::names::Model;
use soliter::np::solve::{Failure, ProgramStatus, solve};
use soliter::np::syntax::data::{Data, FieldValues};
use soliter::np::syntax::parser::{parse, parse_expression};
use soliter::np::syntax::tree::{
    Binding, Expr, Global, GlobalCall, HintKind, Item, Name, Node, Operator, Piece, Quantifier,
};

fn read(text: &str) -> Expr {
    parse_expression(&Source::new("x", text)).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

#[test]
fn precedence() {
    let cases = [
        ("a ==> b ==> c", "a ==> (b ==> c)"),
        ("a ==> b And c ==> d", "a ==> ((b And c) ==> d)"),
        ("a ==> b <=> c", "a ==> (b <=> c)"),
        ("a Or b And c", "a Or (b And c)"),
        ("a Or b Xor c", "(a Or b) Xor c"),
        ("Not a And b", "(Not a) And b"),
        ("Not a = b", "Not (a = b)"),
        ("a = b And c <> d", "(a = b) And (c <> d)"),
        ("a <=> b <> c", "a <=> (b <> c)"),
        ("a - b - c", "(a - b) - c"),
        ("a + b Mod c", "a + (b Mod c)"),
        ("a Mod b \\ c", "a Mod (b \\ c)"),
        ("a \\ b * c", "a \\ (b * c)"),
        ("-a * b", "(-a) * b"),
        ("-a.b", "-(a.b)"),
        ("100*j + b", "(100*j) + b"),
        ("a + 1 In s", "(a + 1) In s"),
        ("f(x).y(z)", "(f(x).y)(z)"),
    ];
    for (plain, bracketed) in cases {
        assert_eq!(read(plain), read(bracketed), "{plain}");
    }
}

#[test]
fn chains_of_comparisons_are_refused() {
    let faults = parse_expression(&Source::new("x", "a < b < c")).expect_err("a chain");
    assert_eq!(faults.to_string(), "x:1:7: comparisons do not chain (write a < b And b < c)");
}

#[test]
fn line_ends_close_clauses_only_where_they_can() {
    let text = |gap: &str| {
        format!(
            "Project P\nModule M ' c\nVar X As{gap}{{0..3}}\nCon A As ' c{gap}  X >= 1{gap}\n\
             Con B As X +{gap}1 ={gap}2 And ({gap}X{gap}<= 3{gap})"
        )
    };
    let parsed = |gap: &str| parse(&Source::new("x", text(gap).replace(" c ", " c\n")));
    assert_eq!(parsed("\n").expect("a program"), parsed("\n\n  ' a remark\n").expect("a program"));
}

#[test]
fn built_in_programs_are_written_as_they_are_read() {
    for name in library::programs() {
        let source = library::program(&name).expect("a program");
        let project = parse(&source).unwrap_or_else(|faults| panic!("{faults}"));
        let written = np_print::project(&project);
        let again = parse(&Source::new("again", written.clone()));
        assert_eq!(again.unwrap_or_else(|faults| panic!("{faults}\n{written}")), project);
    }
}

fn outcome(text: &str) -> Result<ProgramStatus, String> {
    let model = Model::parse(&Source::new("t.np", text)).map_err(|faults| faults.to_string())?;
    match solve(&model, &FieldValues::new(), &Control::default()) {
        Ok(answer) => Ok(answer.status),
        Err(Failure::Faults(faults)) => Err(faults.to_string()),
        Err(other) => Err(format!("{other:?}")),
    }
}

#[test]
fn decided_conditions_guard_what_comes_after_them() {
    let with = |clause: &str| {
        outcome(&format!(
            "Project P\nModule M\nVar Map() = {{1: 5}}\nVar B As Boolean\nVar K = 2\nCon C As {clause}"
        ))
    };
    for guarded in [
        "K = 1 ==> Map(K) = 5",
        "Not (K = 1 And Map(K) = 5)",
        "K = 2 Or Map(K) = 5",
        "If(K = 1, Map(K), 5) = 5",
        "ForAll(i In {1..3}, i < 2, Map(i) = 5)",
    ] {
        assert_eq!(with(guarded), Ok(ProgramStatus::Solved), "{guarded}");
    }
    for unguarded in ["B = 1 ==> Map(K) = 5", "B And Map(K) = 5", "Map(K) = 5 Or K = 2"] {
        let fault = with(unguarded).expect_err(unguarded);
        assert!(fault.contains("Map has no key 2 (in Con C, line 6)"), "{fault}");
    }
}

#[test]
fn division_rounds_down() {
    let all = "Project P\nModule M\nCon C As\n  7 \\ 2 = 3 And 7 Mod 2 = 1\n  \
               (-7) \\ 2 = -4 And (-7) Mod 2 = 1\n  7 \\ -2 = -4 And 7 Mod -2 = -1\n  \
               (-7) \\ -2 = 3 And (-7) Mod -2 = -1\n  6 / 3 = 2";
    assert_eq!(outcome(all), Ok(ProgramStatus::Solved));
}

#[test]
fn numbers_as_far_as_they_go() {
    let program = |body: &str| format!("Project P\nModule M\nVar X As {{0..3}}\n{body}");
    for body in [
        "Con C As 9223372036854775807 + 1 > X",
        "Con C As 9223372036854775807 * X > 5",
        "Con C As X + 99999999999999999999 > 5",
        "Var Y As {0..100000000}",
        "Var Y As {0..9000, 9002..20000}",
        "Var Y As {1..0}",
        "Con C As X \\ 0 = 1",
        "Con C As (0 - 9223372036854775807 - 1) \\ -1 = X",
    ] {
        assert!(outcome(&program(body)).is_err(), "{body}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    for text in [
        "(".repeat(5000),
        format!("{}1{}", "(".repeat(5000), ")".repeat(5000)),
        "Not ".repeat(5000),
        "-".repeat(5000),
        vec!["1"; 5000].join("+"),
        vec!["1"; 5000].join(" ==> "),
        format!("a{}", ".b".repeat(5000)),
        format!("a{}", "(1)".repeat(5000)),
        "Abs(".repeat(5000),
        "{".repeat(5000),
    ] {
        assert!(parse_expression(&Source::new("x", text)).is_err());
    }
    // A chain of definitions.
    let mut chain = "Project P\nModule M\nVar V0 = 1\n".to_owned();
    for n in 1..5000 {
        writeln!(chain, "Var V{n} = V{} + 1", n - 1).expect("a text");
    }
    chain.push_str("Con C As V4999 = 5000");
    outcome(&chain).expect("a chain of any length");
    // Conditions that double in size.
    let mut doubling =
        "Project P\nModule M\nVar X As Boolean\nVar Y As Boolean\nVar V0 = X Or Y\n".to_owned();
    for n in 1..90 {
        let before = n - 1;
        writeln!(doubling, "Var V{n} = (V{before} And X) Xor (Y Or Not V{before})")
            .expect("a text");
    }
    doubling.push_str("Con C As V89");
    let _ = outcome(&doubling);
}

#[test]
fn values_of_fields() {
    let read =
        |text: &str| Data::parse(&Source::new("v", text)).map_err(|faults| faults.to_string());
    assert_eq!(read("-7"), Ok(Data::Number(-7)));
    assert_eq!(read("{5, 1..3, -1}"), Ok(Data::Set([-1, 1, 2, 3, 5].into())));
    assert_eq!(read("{1: 10, 2: -20}"), Ok(Data::Map([(1, 10), (2, -20)].into())));
    assert_eq!(read("{(1, 2): 10}"), Ok(Data::Pairs([((1, 2), 10)].into())));
    assert_eq!(read("True"), Ok(Data::Number(1)));
    assert_eq!(read("{}"), Ok(Data::Set([].into())));
    for wrong in ["", "x", "{1, 2: 3}", "{1: 2, 1: 3}", "{1..999999999}", "1 + 1", "{1", "5 6"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

/// Fields from a file, and every fault of a file that does not fit.
#[test]
fn data_files() {
    let text = "Project P\nModule M\nEnum Colour = {Red, Green}\nField N As Integer\nField S{} As Integer\n\
                Field M() As Integer\nField D(,) As Integer\nField First As Colour\nCon C As N = 1";
    let model = Model::parse(&Source::new("p.np", text)).expect("no faults");
    let read = |text: &str| {
        let source = Source::new("data.toml", text);
        assert!(!input::is_puzzle(&model, &source));
        input::read(&model, &source)
    };
    let given = read(
        "N = -7\nS = [3, 1, \"Green\"]\nM = [30, 45]\nFirst = \"Green\"\n[D.1]\n2 = 3\nRed = 4\n[D.Green]\n7 = 0",
    );
    let given = given.unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(given["N"], Data::Number(-7));
    assert_eq!(given["S"], Data::Set([1, 2, 3].into()));
    assert_eq!(given["M"], Data::Map([(1, 30), (2, 45)].into()));
    assert_eq!(given["First"], Data::Number(2));
    assert_eq!(given["D"], Data::Pairs([((1, 2), 3), ((1, 1), 4), ((2, 7), 0)].into()));
    let given = read("N = true\nS = \"{1..3, Green}\"\nD = [[1, 2], [3]]");
    let given = given.unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(given["N"], Data::Number(1));
    assert_eq!(given["S"], Data::Set([1, 2, 3].into()));
    assert_eq!(given["D"], Data::Pairs([((1, 1), 1), ((1, 2), 2), ((2, 1), 3)].into()));
    let given = read("N = -1.5\nM = [1.25, 3, 0.5]\n[scale]\nN = 10\nM = 100");
    let given = given.unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(given["N"], Data::Number(-15));
    assert_eq!(given["M"], Data::Map([(1, 125), (2, 300), (3, 50)].into()));
    for (text, expected) in [
        ("Nn = 1", "the program has no field \"Nn\""),
        ("N = 1.5", "1.5 is not an integer"),
        ("N = 1.55\nscale = {N = 10}", "1.55 times 10 is not an integer of 64 bits"),
        ("N = 3\nscale = {N = 9223372036854775807}", "3 times 9223372036854775807 passes 64 bits"),
        ("N = \"3\"\nscale = {N = 10}", "a scaled value in a text"),
        ("N = [1]", "\"N\" must be an integer, not an array"),
        ("N = \"1 +\"", "a value is missing before the end of the line"),
        ("S = [1, \"Blue\"]", "the program has no name \"Blue\" for a number"),
        ("S = 3", "\"S\" must be an array of numbers, not an integer"),
        ("M = 3", "\"M\" must be a table, or an array whose keys are 1, 2, ..., not an integer"),
        ("[M]\na = 3", "\"a\" in \"M\" is not a key"),
        ("[M]\n1 = 3\nRed = 4", "the key 1 of \"M\" is there twice"),
        ("D = [1]", "\"D\" must be a table, or an array whose keys are 1, 2, ..., not an integer"),
    ] {
        let faults = read(text).expect_err(text);
        assert_eq!(faults.0.len(), 1, "{faults}");
        assert_eq!(faults.0[0].message, expected);
    }
    let both = read("Nn = 1\nM = 3").expect_err("two faults");
    assert_eq!(both.0.len(), 2);
    assert!(input::is_puzzle(&model, &Source::new("p.toml", "model = \"english\"")));
}

fn name() -> impl Strategy<Value = Name> {
    prop::sample::select(vec!["a", "Pos", "Крест", "x_1"])
        .prop_map(|text| Name { text: text.to_owned(), span: 0..0 })
}

/// A global function over a set with a guard, or over two operands, depending on the first of `parts`.
fn global_call(global: Global, over: (Name, Expr), mut parts: Vec<Expr>) -> Node {
    let capacity = parts.pop().filter(|_| global.has_capacity());
    let over_set = !matches!(parts[0].node, Node::Int(_) | Node::Me);
    let guards: Vec<Expr> = parts.split_off(6);
    let size = global.parts().len();
    let count = if over_set { 1 } else { 2 };
    let things = parts.chunks(size).take(count).map(<[Expr]>::to_vec).collect();
    let (name, set) = over;
    let binding = over_set.then_some(Binding { name, over: set, guards, next: None });
    Node::Global(Box::new(GlobalCall { global, binding, things, capacity }))
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        (0..1000i64).prop_map(Node::Int),
        name().prop_map(|name| Node::Name(name.text)),
        Just(Node::Me),
        prop::collection::vec(name(), 1..3).prop_map(Node::Store),
    ]
    .prop_map(|node| Expr::new(0..0, node));
    leaf.prop_recursive(5, 40, 4, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let item = prop_oneof![
            inner.clone().prop_map(Item::One),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Item::Range(a, b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Item::Entry(a, b)),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| Item::Pair(a, b, c)),
        ];
        let operator = prop::sample::select(Operator::ALL.to_vec());
        let wish = prop::sample::select(vec![HintKind::Priority, HintKind::Value]);
        let piece = prop_oneof![
            prop::sample::select(vec!["", "at ", "'no comment"])
                .prop_map(|text| Piece::Text(text.to_owned())),
            inner.clone().prop_map(Piece::Value),
        ];
        let global = prop::sample::select(Global::ALL.to_vec());
        let quantifier = prop::sample::select(Quantifier::ALL.to_vec());
        prop_oneof![
            4 => (operator, boxed.clone(), boxed.clone()).prop_map(|(o, a, b)| Node::Binary(o, a, b)),
            1 => boxed.clone().prop_map(Node::Not),
            1 => boxed.clone().prop_map(Node::Minus),
            1 => boxed.clone().prop_map(Node::Abs),
            1 => (boxed.clone(), name()).prop_map(|(a, n)| Node::Dot(a, n)),
            1 => (boxed.clone(), prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(a, keys)| Node::Index(a, keys)),
            1 => (boxed.clone(), prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(a, keys)| Node::Has(a, keys)),
            1 => prop::collection::vec(item, 0..3).prop_map(Node::Set),
            1 => (boxed.clone(), boxed.clone(), boxed.clone()).prop_map(|(a, b, c)| Node::If(a, b, c)),
            1 => (name(), boxed.clone()).prop_map(|(n, a)| Node::Append(n, a)),
            1 => (any::<bool>(), boxed.clone()).prop_map(|(m, a)| Node::Goal(m, a)),
            1 => prop::collection::vec((name(), wish, inner.clone()), 1..3).prop_map(Node::Hint),
            1 => prop::collection::vec(piece, 1..3).prop_map(Node::Print),
            1 => (boxed.clone(), boxed.clone()).prop_map(|(a, b)| Node::Soft(a, b)),
            1 => (global, name(), inner.clone(), prop::collection::vec(inner.clone(), 8))
                .prop_map(|(global, name, over, parts)| global_call(global, (name, over), parts)),
            1 => (quantifier, name(), inner.clone(), prop::collection::vec(inner, 0..2), boxed)
                .prop_map(|(quantifier, name, over, guards, body)| Node::Each {
                    quantifier, binding: Box::new(Binding { name, over, guards, next: None }), body,
                }),
        ]
        .prop_map(|node| Expr::new(0..0, node))
    })
}

/// The places of faults must lie in the text.
fn read_as_program(text: String) {
    let source = Source::new("x", text);
    let faults = match Model::parse(&source) {
        Err(faults) => faults,
        Ok(model) => {
            let control = Control::default().within(std::time::Duration::from_millis(200));
            match solve(&model, &FieldValues::new(), &control) {
                Err(Failure::Faults(faults)) => faults,
                Err(other) => panic!("{other:?}"),
                Ok(_) => return,
            }
        }
    };
    assert!(!faults.0.is_empty());
    for fault in &faults.0 {
        assert!(source.text.get(fault.span.clone()).is_some(), "{fault:?}");
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn what_is_written_is_read_back(tree in expr()) {
        let written = np_print::expr(&tree);
        match parse_expression(&Source::new("x", written.clone())) {
            Ok(again) => prop_assert_eq!(again, tree, "{}", written),
            Err(faults) => prop_assert!(false, "{}\n{}", written, faults),
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_as_program(String::from_utf8_lossy(&bytes).into_owned());
    }

    #[test]
    fn random_words_never_panic(words in prop::collection::vec(prop::sample::select(vec![
        "Project", "Module", "Class", "Var", "Field", "Con", "As", "\n", "Integer", "Boolean", "Me",
        "ForAll", "Exists", "Sum", "If", "Abs", "Append", "Minimize", "Store", "Hint", "(", ")", "{",
        "}", ",", ":", "=", "<", "..", "+", "-", "*", "\\", "Mod", "And", "Not", "==>", "<=>", ".",
        "X", "Y", "K", "1", "2", "99999999999", "'", "é",
    ]), 0..60)) {
        read_as_program(words.join(" "));
    }

    /// A built-in program with some characters changed.
    #[test]
    fn damaged_programs_never_panic(
        program in prop::sample::select(library::programs()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[ -~\n]"), 1..4),
    ) {
        let text = library::program(&program).expect("a program").text.clone();
        let mut characters: Vec<char> = text.chars().collect();
        for (index, change) in changes {
            let at = index.index(characters.len());
            characters[at] = change.chars().next().unwrap_or(' ');
        }
        read_as_program(characters.into_iter().collect());
    }
}
