//! Programs that need more than the limits allow, and texts of every size that are not programs: an answer or
//! a fault, within the limits, never a panic.

#![cfg(feature = "milp")]

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::{Diagnostics, Source};
use soliter::library;
use soliter::np::ground::ground;
use soliter::np::milp::prepare;
use soliter::np::refusal::Refusal;
use soliter::np::resolve::names::Model;
use soliter::np::solve::{Failure, ProgramStatus, solve};
use soliter::np::syntax::data::{Data, FieldValues};

fn read(text: impl Into<String>) -> Result<Model, Diagnostics> {
    Model::parse(&Source::new("t.np", text))
}

fn model(body: &str) -> Model {
    read(format!("Project P\nModule M\n{body}")).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The body inside 30 nested quantifiers that run over 100,000 numbers each.
fn nested(quantifier: &str, body: &str) -> String {
    (0..30)
        .fold(body.to_owned(), |inner, n| format!("{quantifier}(a{n} In {{1..100000}}, {inner})"))
}

/// Programs that take far more time and memory than any machine has.
fn endless() -> Vec<String> {
    let records = |count: usize, clause: &str, members: &str| {
        format!(
            "Con Make As ForAll(i In {{1..{count}}}, Append(R, Me : i))\nCon C As {clause}\n\
             Class R\n{members}"
        )
    };
    vec![
        format!("Con C As {}", nested("ForAll", "1 = 1")),
        format!("Var B As Boolean\nCon C As {}", nested("Exists", "a0 < 0 Or B")),
        format!("Var N = {}\nCon C As N > 0", nested("Sum", "a0")),
        "Con Make As ForAll(i In {1..90000}, ForAll(j In {1..90000}, Append(R, Me : 90000*i + j)))\n\
         Class R\nVar X As Boolean"
            .to_owned(),
        records(300, "AllDifferent(r In R, r.X + r.Y)", "Var X As {1..900}\nVar Y As {1..90}"),
        records(3000, "ForAll(a In R, ForAll(b In R, a.X + b.X <> 2))", "Var X As {0..9}"),
        records(9000, "ForAll(r In R, Abs(r.S) > 3)", "Var S{} = {Me..90000}"),
        records(9000, "Sum(r In R, Sum(q In R, If(r.X > q.X, r.X, 1))) > 9", "Var X As {1..900}"),
        records(90000, "Sum(r In R, r.X) > 9", "Var X As {1..9000}"),
    ]
}

/// The reason why a program was not lowered.
fn stop(model: &Model, control: &Control) -> Option<Stop> {
    match prepare(model, &FieldValues::new(), control) {
        Err(Refusal::Stopped(stop)) => Some(stop),
        Ok(_) | Err(Refusal::Faults(_)) => None,
    }
}

#[test]
fn no_time_is_an_answer_too() {
    for body in endless() {
        let control = Control::default().within(Duration::ZERO);
        assert_eq!(stop(&model(&body), &control), Some(Stop::Time), "{body}");
        let answer = solve(&model(&body), &FieldValues::new(), &control).expect("no fault");
        assert_eq!(answer.status, ProgramStatus::Unknown, "{body}");
    }
}

/// A step that does not check its limits exceeds the time limit, or does not end at all.
#[test]
fn every_program_is_cancelled_while_it_works() {
    for body in endless() {
        let model = model(&body);
        let flag = Arc::new(AtomicBool::new(false));
        let control = Control::default()
            .memory(1 << 40)
            .within(Duration::from_mins(2))
            .cancelled_by(Arc::clone(&flag));
        let stopped = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                flag.store(true, Ordering::Relaxed);
            });
            stop(&model, &control)
        });
        assert_eq!(stopped, Some(Stop::Cancelled), "{body}");
    }
}

#[test]
fn lengths_do_not_wrap() {
    for body in [
        "Var X As {1, -5..9223372036854775807}",
        "Var X As {-9223372036854775807..9223372036854775807}",
        "Var X As {0..60000, 100000..160000}",
        "Var X = 1\nCon C As ForAll(i In {0 - 9223372036854775807 - 1..0}, i < X)",
    ] {
        let model = model(body);
        let fault = ground(&model, &FieldValues::new(), &Control::default()).expect_err(body);
        let Refusal::Faults(faults) = fault else { panic!("{body}: {fault:?}") };
        let text = faults.to_string();
        assert!(text.contains("elements (in ") || text.contains(" values (in "), "{text}");
    }
    let long: Vec<String> =
        (0..400i64).map(|n| format!("{}..{}", n * 99_999, (n + 1) * 99_999 - 1)).collect();
    for value in ["{1, -5..9223372036854775807}", &format!("{{{}}}", long.join(", "))] {
        let faults = Data::parse(&Source::new("--set S", value)).expect_err(value);
        assert!(faults.to_string().contains("more than 100000 elements"), "{faults}");
    }
    let backwards =
        Data::parse(&Source::new("--set S", "{9223372036854775807..-9223372036854775807}"));
    assert_eq!(backwards, Ok(Data::Set([].into())));
}

#[test]
fn chains_of_definitions_of_any_length_are_evaluated() {
    let mut chain = "Var V0 = 1\n".to_owned();
    for n in 1..2000 {
        let open = "(1 + ".repeat(40);
        let close = ")".repeat(40);
        let _ = writeln!(chain, "Var V{n} = {open}V{}{close}", n - 1);
    }
    let length = 1 + 1999 * 40;
    let answer = |text: &str| solve(&model(text), &FieldValues::new(), &Control::default());
    let right = answer(&format!("{chain}Con C As V1999 = {length}")).expect("no fault");
    assert_eq!(right.status, ProgramStatus::Solved);
    // A circular chain of definitions is reported, however long.
    let ring = chain.replacen("Var V0 = 1", "Var V0 = V1999", 1);
    match answer(&format!("{ring}Con C As V1000 > 0")) {
        Err(Failure::Faults(faults)) => {
            assert!(faults.to_string().contains("is defined by itself"), "{faults}");
        }
        other => panic!("{other:?}"),
    }
}

/// A running maximum over the records, written in two ways.
#[test]
fn definitions_lead_from_record_to_record() {
    for (top, records) in [
        ("Max(Height, Step(Me - 1).Top)", 300),
        ("If(Height > Step(Me - 1).Top, Height, Step(Me - 1).Top)", 8),
    ] {
        let text = format!(
            "Con Make As ForAll(i In {{1..{records}}}, Append(Step, Me : i))\n\
             Con High As Step(7).Height >= 5\nCon Low As Minimize(Step({records}).Top)\n\
             Class Step\nVar Height As {{0..9}}\nVar Top = If(Me > 1, {top}, Height)"
        );
        let answer = solve(&model(&text), &FieldValues::new(), &Control::default());
        let answer = answer.expect("no fault");
        assert_eq!((answer.status, answer.objective), (ProgramStatus::Solved, Some(5)), "{top}");
    }
}

/// Valid and invalid texts of a given size that cause the most work for each character.
fn texts(size: usize) -> Vec<String> {
    let head = "Project P\nModule M\n";
    let repeated = |start: &str, part: &str| {
        let mut text = start.to_owned();
        while text.len() + part.len() <= size.max(start.len()) {
            text.push_str(part);
        }
        text
    };
    let numbered = |start: &str, part: &dyn Fn(usize) -> String| {
        let mut text = start.to_owned();
        for n in 0.. {
            let next = part(n);
            if text.len() + next.len() > size {
                break;
            }
            text.push_str(&next);
        }
        text
    };
    let con = format!("{head}Con C As ");
    let mut all = vec![
        numbered(&format!("{con}1 = 1\n"), &|n| format!("  Name{n} > 0\n")),
        numbered(head, &|n| format!("Var N{n} = Unknown{n}\n")),
        numbered(head, &|n| format!("Var N{n} = {n}\nCon C{n} As M{n} = 1\n")),
        numbered(head, &|n| format!("Class C{n}\nVar X = Y{n}\n")),
        numbered(head, &|n| format!("Con C{n} As Store(X{n})\n")),
        repeated(head, "Var X = 1\n"),
        repeated(head, "Con C As\nx\nab cd\n"),
        repeated(head, "Con C As a(\n"),
        repeated(head, "Con C As (}\n"),
        repeated(head, "Modul X\n"),
        repeated(&format!("{head}Var S{{}} = {{0"), ",1"),
        repeated(&format!("{head}Var S{{}} = {{0"), ",1..2"),
        repeated(&format!("{con}1"), "+1"),
        repeated(&format!("{con}1 = 1\n"), "  1 = 1\n"),
        repeated(&con, "a b "),
        repeated(&con, "f(1,2) "),
    ];
    for part in [
        "a",
        "é",
        "(",
        "{",
        ")",
        "}",
        "-",
        "Not ",
        "Abs(",
        "If(",
        "ForAll(i In {",
        "x(",
        "x.",
        "9",
        "1 ",
        "\n",
        "'",
        "\u{0}",
        "Var ",
        "Con A As ",
        "Field X{} As ",
        "Project P\n",
        "..",
        "≤",
        ",",
    ] {
        all.push(repeated("", part));
        all.push(repeated(&con, part));
    }
    all
}

#[test]
fn texts_of_every_size_are_answered() {
    for power in 0..=10 {
        let size = 4usize.pow(power);
        for text in texts(size) {
            let started = Instant::now();
            let shown: String = text.chars().take(60).collect();
            let shown = format!("{shown:?}, {} bytes", text.len());
            if let Err(faults) = read(text) {
                assert!((1..=300).contains(&faults.0.len()), "{}: {shown}", faults.0.len());
                for fault in &faults.0 {
                    assert!(fault.source.text.get(fault.span.clone()).is_some(), "{shown}");
                }
            }
            // With optimisation this takes a second; a quadratic algorithm would take minutes.
            assert!(
                started.elapsed() < Duration::from_secs(30),
                "{:?}: {shown}",
                started.elapsed()
            );
        }
    }
}

/// Deletes, doubles or replaces every part of a program, at places spread over its text.
#[test]
fn mutated_programs_are_answered() {
    let mut sources: Vec<Arc<Source>> =
        library::programs().iter().filter_map(|name| library::program(name)).collect();
    for file in std::fs::read_dir("tests/bad/np").expect("the faulty programs") {
        let path = file.expect("a file").path();
        sources.push(Source::new("bad.np", std::fs::read_to_string(path).expect("a text")));
    }
    assert!(sources.len() > 25);
    let parts =
        ["", "(", ")", "{", "}", "-", "..", "9223372036854775807", "Not ", "\n", "é", "0", "x"];
    for source in sources {
        let text = &source.text;
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for (turn, &at) in places.iter().step_by(1 + places.len() / 150).enumerate() {
            let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
            let doubled = &text[at..end].repeat(2);
            for part in [parts[turn % parts.len()], doubled] {
                let changed = format!("{}{part}{}", &text[..at], &text[end..]);
                let Ok(model) = read(changed) else { continue };
                let control = Control::default().within(Duration::from_secs(1)).memory(64 << 20);
                let _ = ground(&model, &FieldValues::new(), &control).map(|_| ());
            }
        }
    }
}
