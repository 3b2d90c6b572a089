//! Plain integers: ranges without a list of their values, large right-hand sides and objectives, and programs that are
//! too large for one of the engines.

#![cfg(feature = "milp")]

use crate::common::cases;

use cases::cases;
use proptest::prelude::*;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::np::resolve::names::Model;
use soliter::np::solve::{Failure, Method, ProgramStatus, solve_by};
use soliter::np::syntax::data::FieldValues;

fn model(body: &str) -> Model {
    let text = format!("Project Plain\nModule Main\n{body}");
    Model::parse(&Source::new("plain.np", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

fn optimum(method: Method, body: &str) -> Result<(ProgramStatus, Option<i64>), String> {
    match solve_by(method, &model(body), &FieldValues::new(), &Control::default()) {
        Ok(answer) => Ok((answer.status, answer.objective)),
        Err(Failure::Faults(faults)) => Err(faults.to_string()),
        Err(other) => Err(format!("{other:?}")),
    }
}

#[test]
fn large_numbers_are_solved() {
    for (body, best) in [
        (
            "Var X As {0..1000000}\nVar Y As {0..1000000}\nCon C As 3*X + 7*Y >= 1234567\n\
             Con G As Minimize(X + Y)",
            176_367,
        ),
        (
            "Var X As {0..1000}\nVar Y As {0..1000}\nCon C As 1000*X + 999*Y >= 600001\n\
             Con G As Minimize(X + Y)",
            601,
        ),
        ("Var X As {0..1000}\nCon C As X <= 77\nCon G As Maximize(1000000*X)", 77_000_000),
        (
            "Var X As {0..100}\nVar Y As {0..100}\nCon C As 1000000*X + 3000000*Y >= 77000000\n\
             Con G As Minimize(3*X + 2*Y)",
            52,
        ),
        (
            "Var A As {0..1000000}\nVar B As {0..1000000}\nCon C As A + B = 1600000\n\
             Con G As Minimize(3*A + 2*B + 900000*(A > 0) + 400000*(B > 0))",
            5_100_000,
        ),
        // Lots of up to half a million, each with a fixed cost.
        (
            "Var A As {0..500000}\nVar B As {0..500000}\nCon C As A + B = 600000\n\
             Con G As Minimize(3*A + 2*B + 900000*(A > 0) + 400000*(B > 0))",
            2_600_000,
        ),
        (
            "Var X As {-100000..99999}\nCon C As Abs(X) >= 70000 And X \\ 3 < 5\nCon G As Maximize(X)",
            -70_000,
        ),
        ("Var X As {0..99999}\nCon C As X Mod 7 = 3 And X <> 99998\nCon G As Maximize(X)", 99_991),
    ] {
        for method in [Method::Milp, Method::Auto] {
            let found = optimum(method, body);
            assert_eq!(found, Ok((ProgramStatus::Solved, Some(best))), "{method:?}\n{body}");
        }
    }
}

#[test]
fn a_refusal_names_the_number_in_the_text() {
    let two = "Var X As {0..9}\nVar Y As {0..9}\n";
    for (body, expected) in [
        (
            "Con C As 12345678*X + 7654321*Y >= 9000001",
            "12345678 times X (0..9) is more than HiGHS",
        ),
        ("Con C As 200000014*X - 60000002*Y <= 50000000", "200000014 times X"),
        (
            "Con C As X + Y >= 0\nCon G As Maximize(9007199254740993*X + Y)",
            "the objective reaches 81064793292668946, more than HiGHS can tell apart",
        ),
    ] {
        let fault = optimum(Method::Milp, &format!("{two}{body}")).expect_err(body);
        assert!(fault.contains(expected), "{fault}");
    }
}

/// A program that is too large for one engine is solved by the other.
#[cfg(feature = "sat")]
#[test]
fn one_engine_alone_answers() {
    use soliter::np::solve::{Engine, Request, solve_all};
    for (body, left_out, best) in [
        (
            "Var X As {0..9}\nVar Y As {0..9}\nCon C As 12345678*X + 76543210*Y >= 90000010\n\
             Con G As Minimize(3*X + 2*Y)",
            Engine::Milp,
            4,
        ),
        (
            "Var X As {0..90000000}\nCon C As 7*X >= 600000001\nCon G As Minimize(X)",
            Engine::Sat,
            85_714_286,
        ),
    ] {
        let (model, given) = (model(body), FieldValues::new());
        let found = solve_all(Request::default(), &model, &given, &Control::default());
        let found = found.unwrap_or_else(|failure| panic!("{failure:?}\n{body}"));
        let first = &found.list[0];
        assert_eq!((first.status, first.objective), (ProgramStatus::Solved, Some(best)), "{body}");
        if let Some((engine, why)) = found.left_out {
            assert!(engine == left_out && !why.is_empty(), "{engine:?}: {why}");
        }
    }
}

/// All solutions after the first one come from one search, whichever engine found the first one.
#[cfg(feature = "sat")]
#[test]
fn all_solutions_of_a_range_are_found() {
    use soliter::np::solve::{Request, solve_all};
    let body = "Var X As {0..20000}\nVar Y As {0..9}\nCon C As X + 2*Y = 19\nCon G As Minimize((X + 2*Y) Mod 5)";
    for method in [Method::Milp, Method::Sat, Method::Auto] {
        let request = Request { method, most: 100, ..Request::default() };
        let found = solve_all(request, &model(body), &FieldValues::new(), &Control::default());
        let found = found.unwrap_or_else(|failure| panic!("{failure:?}"));
        assert_eq!((found.list.len(), found.complete), (10, true), "{method:?}");
    }
}

#[test]
fn a_class_without_records_is_known() {
    let model = model("Con C As Sum(i In Item, i.X) = 0\nClass Item\nVar X As {0..3}");
    assert_eq!(model.empty_classes(), [("Item", 4)]);
    let full = "Con M As ForAll(i In {1..3}, Append(Item, Me : i))\nClass Item\nVar X As {0..3}";
    assert!(self::model(full).empty_classes().is_empty());
}

proptest! {
    #![proptest_config(cases(25))]

    /// A range of 40,001 values and a short list, against all their combinations.
    #[test]
    fn ranges_agree_with_enumeration(
        (a, b, c) in (-5i64..6, -900i64..901, -60_000i64..60_001),
        (d, e, f) in (-20_000i64..20_001, 0i64..8, -20_000i64..20_001),
        (p, q) in (-3i64..4, -9i64..10),
        sign in prop::sample::select(vec!["<=", ">=", "="]),
        kind in 0usize..5,
    ) {
        let (more, holds): (String, Box<dyn Fn(i64, i64) -> bool>) = match kind {
            0 => (format!("X > {d} ==> Y <= {e}"), Box::new(move |x, y| x <= d || y <= e)),
            1 => (format!("X <> {f} And Abs(X) >= {e}*1000"), Box::new(move |x, _| x != f && x.abs() >= e * 1000)),
            2 => (format!("X = {f} Or X = {d} Or Y = {e}"), Box::new(move |x, y| x == f || x == d || y == e)),
            3 => (format!("X Mod 9 = {e} <=> X > {d}"), Box::new(move |x, _| (x.rem_euclid(9) == e) == (x > d))),
            _ => (format!("Max(X, 100*Y) <= {d} Or If(X > {f}, Y, 3) = {e}"), Box::new(move |x, y| {
                x.max(100 * y) <= d || (if x > f { y } else { 3 }) == e
            })),
        };
        let body = format!(
            "Var X As {{-20000..20000}}\nVar Y As {{0..7}}\nCon C As\n  ({a})*X + ({b})*Y {sign} {c}\n  {more}\n\
             Con G As Maximize(({p})*X + ({q})*Y)"
        );
        let linear = |x: i64, y: i64| {
            let sum = a * x + b * y;
            match sign { "<=" => sum <= c, ">=" => sum >= c, _ => sum == c }
        };
        let pairs = (-20_000..=20_000).flat_map(|x| (0..8).map(move |y| (x, y)));
        let best = pairs.filter(|&(x, y)| linear(x, y) && holds(x, y)).map(|(x, y)| p * x + q * y).max();
        let status = if best.is_some() { ProgramStatus::Solved } else { ProgramStatus::Infeasible };
        for method in [Method::Milp, Method::Auto] {
            let found = optimum(method, &body);
            prop_assert_eq!(found, Ok((status, best)), "{:?}\n{}", method, body);
        }
    }
}
