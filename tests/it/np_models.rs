//! The built-in programs with their answers, and an equivalent of the program from which they are derived.

#![cfg(feature = "milp")]

use crate::common;

use std::collections::{BTreeMap, BTreeSet};

use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::library;
use soliter::np::resolve::names::Model;
use soliter::np::solve::{ProgramAnswer, ProgramStatus, solve};
use soliter::np::syntax::data::{Data, FieldValues};
use soliter::prove::milp::fields::puzzle_fields;

fn model(text: &str) -> Model {
    Model::parse(&Source::new("test.np", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

fn built_in(name: &str) -> Model {
    let source = library::program(name).expect("a built-in program");
    Model::parse(&source).unwrap_or_else(|faults| panic!("{faults}"))
}

fn run(model: &Model, given: &FieldValues) -> ProgramAnswer {
    solve(model, given, &Control::default()).expect("a program without faults")
}

fn fields(pairs: &[(&str, Data)]) -> FieldValues {
    pairs.iter().map(|(name, data)| ((*name).to_owned(), data.clone())).collect()
}

fn stored(answer: &ProgramAnswer) -> Vec<i64> {
    answer.stored.iter().map(|shown| shown.value).collect()
}

#[test]
fn every_built_in_program_is_tested() {
    let tested = [
        "corridor-shut-in",
        "eight-queens",
        "magic-square",
        "marked",
        "palisade-best-sow",
        "pyramid-most-points",
        "river-crossing",
        "send-more-money",
        "solitaire",
    ];
    assert_eq!(library::programs(), tested);
}

#[test]
fn eight_queens() {
    let answer = run(&built_in("eight-queens"), &FieldValues::new());
    assert_eq!((answer.status, answer.objective), (ProgramStatus::Solved, Some(150)));
    assert_eq!(least_queens(&mut Vec::new()), 150);
}

/// Brute force: the least sum of column times row of eight queens.
fn least_queens(rows: &mut Vec<i64>) -> i64 {
    if rows.len() == 8 {
        return (1..).zip(rows.iter()).map(|(column, row)| column * row).sum();
    }
    let mut least = i64::MAX;
    for row in 1..=8 {
        let free = (1..).zip(rows.iter()).all(|(column, &other)| {
            let away = rows.len() as i64 + 1 - column;
            row != other && (row - other).abs() != away
        });
        if free {
            rows.push(row);
            least = least.min(least_queens(rows));
            rows.pop();
        }
    }
    least
}

#[test]
fn magic_square() {
    let answer = run(&built_in("magic-square"), &FieldValues::new());
    assert_eq!(stored(&answer), [2, 9, 4, 7, 5, 3, 6, 1, 8]);
}

#[test]
fn send_more_money() {
    let answer = run(&built_in("send-more-money"), &FieldValues::new());
    assert_eq!(stored(&answer), [9567, 1085, 10652]);
}

#[test]
fn river_crossing() {
    let model = built_in("river-crossing");
    let answer = run(&model, &FieldValues::new());
    assert_eq!((answer.status, answer.objective), (ProgramStatus::Solved, Some(5)));
    for (crossings, status) in
        [(5, ProgramStatus::Infeasible), (6, ProgramStatus::Infeasible), (9, ProgramStatus::Solved)]
    {
        let answer = run(&model, &fields(&[("Crossings", Data::Number(crossings))]));
        assert_eq!(answer.status, status, "{crossings} crossings");
    }
}

#[test]
fn a_corridor_pawn_shut_in() {
    let model = built_in("corridor-shut-in");
    for (pawn, fewest) in [(51, 3), (55, 4), (11, 2), (58, 4)] {
        let answer = run(&model, &fields(&[("Pawn", Data::Number(pawn))]));
        assert_eq!(answer.objective, Some(fewest), "pawn on {pawn}");
    }
    // The sides and the top of e1 are already standing, except for one.
    let standing = Data::Set([511, 411].into());
    let answer = run(&model, &fields(&[("Standing", standing)]));
    assert_eq!(answer.objective, Some(1));
}

#[test]
fn the_best_sow() {
    let model = built_in("palisade-best-sow");
    let palisades: [&[i64]; 6] =
        [&[1, 3, 4, 2, 5], &[1, 4, 2, 3], &[3], &[2, 2], &[6, 1, 1], &[5, 1, 7, 2, 2, 3]];
    for columns in palisades {
        let map: BTreeMap<i64, i64> = (1..).zip(columns.iter().copied()).collect();
        let answer = run(&model, &fields(&[("Columns", Data::Map(map))]));
        assert_eq!(answer.objective, tallest_pair(columns), "{columns:?}");
    }
}

/// Stone by stone, with a direction that turns.
fn tallest_pair(columns: &[i64]) -> Option<i64> {
    let mut tallest = None;
    for from in 0..columns.len() {
        for direction in [-1, 1] {
            if columns.len() == 1 {
                continue;
            }
            let mut after = columns.to_vec();
            let (mut at, mut step) = (from as i64, direction);
            let mut changed = BTreeSet::new();
            for _ in 0..std::mem::take(&mut after[from]) {
                if !(0..columns.len() as i64).contains(&(at + step)) {
                    step = -step;
                }
                at += step;
                after[at as usize] += 1;
                changed.insert(at as usize);
            }
            for a in 0..after.len() {
                for b in a + 1..after.len() {
                    let counts = changed.contains(&a) || changed.contains(&b);
                    if after[a] > 0 && after[a] == after[b] && counts {
                        tallest = tallest.max(Some(after[a]));
                    }
                }
            }
        }
    }
    tallest
}

#[test]
fn the_most_points_on_a_pyramid() {
    let model = built_in("pyramid-most-points");
    for base in 2..=4 {
        let answer = run(&model, &fields(&[("Base", Data::Number(base))]));
        assert_eq!(answer.objective, Some(most_points(base)), "base {base}");
    }
}

/// All orders of placing stones without shifts.
fn most_points(base: i64) -> i64 {
    fn best(base: i64, laid: &mut BTreeSet<(i64, i64)>, turn: i64) -> i64 {
        let mut most: Option<i64> = None;
        for level in 2..=base {
            for place in 1..=base - level + 1 {
                let supported = level == 2
                    || (laid.contains(&(level - 1, place))
                        && laid.contains(&(level - 1, place + 1)));
                if supported && laid.insert((level, place)) {
                    let size = base - level + 1;
                    let complete = laid.iter().filter(|(l, _)| *l == level).count() as i64 == size;
                    let points = if complete && turn % 2 == 1 { size } else { 0 };
                    most = most.max(Some(points + best(base, laid, turn + 1)));
                    laid.remove(&(level, place));
                }
            }
        }
        most.unwrap_or(0)
    }
    best(base, &mut BTreeSet::new(), 1)
}

#[test]
fn solitaire_with_puzzles_and_by_hand() {
    let model = built_in("solitaire");
    for (name, fewest) in [("latin-cross", 5), ("greek-cross", 6), ("fireplace", 8)] {
        let puzzle = common::built_in(&format!("gardner/{name}"));
        let answer = run(&model, &puzzle_fields(&puzzle));
        assert_eq!(
            (answer.status, answer.objective),
            (ProgramStatus::Solved, Some(fewest)),
            "{name}"
        );
    }
    // The English board is the default.
    let starts = Data::Set([35, 43, 44, 45, 46, 55].into());
    let given = fields(&[("Starts", starts), ("Ends", Data::Set([44].into()))]);
    assert_eq!(run(&model, &given).objective, Some(5));
}

#[test]
fn marked_pegs_with_puzzles() {
    for (name, fewest) in [("marked/latin-cross-last-captured", 5), ("gardner/latin-cross", 5)] {
        let answer = run(&built_in("marked"), &puzzle_fields(&common::built_in(name)));
        assert_eq!(answer.objective, Some(fewest), "{name}");
    }
}

/// The constraint program of peg solitaire with eight directions, in our own wording.
const LEAPS: &str = "
Project Leaps

Module Game
Var Holes{} = {13..15, 23..25, 31..37, 41..47, 51..57, 63..65, 73..75}
Var Steps() As Integer = {1: -1, 2: 1, 3: -10, 4: 10, 5: 9, 6: -9, 7: 11, 8: -11}
Field Before{} As Integer
Field After{} As Integer
Var Leaps = Abs(Before) - Abs(After)
Con Tables As
  ForAll(n In {1..Leaps}, Append(Leap, Me : n))
Con MoreTables As
  ForAll(n In {1..Leaps + 1}, ForAll(h In Holes, Append(State, Me : n*100 + h)))
Con First As
  ForAll(h In Holes, State(100 + h).Peg = Exists(p In Before, p = h))
Con Final As
  ForAll(h In Holes, State(100*(1 + Leaps) + h).Peg = Exists(p In After, p = h))
Con Goal As
  Minimize(Sum(leap In Leap, leap.Begins))

Class Leap
Var From As Holes
Var Over As Holes
Var To As Holes
Var Way As {1..8}
Var Begins As Boolean
Con Order As
  Hint(From : 100 - Me, Way : 100 - Me)
Con Show As
  Store(From, To)
Con Half As
  Over = From + Sum(w In {1..8}, (Way = w) * Steps(w))
Con Whole As
  To = 2*Over - From
Con NewMove As
  (Me = 1 ==> Begins = 1) And
  (Me > 1 ==> Begins <=> Leap(Me - 1).To <> From)

Class State
Var Peg As Boolean
Var N = Me \\ 100
Var Hole = Me Mod 100
Con Legal As
  N <= Leaps ==>
  (Not Peg ==> Leap(N).From <> Hole And Leap(N).Over <> Hole) And
  (Peg ==> Leap(N).To <> Hole)
Con Next As
  N > 1 ==>
    Peg = If(Hole = Leap(N - 1).From Or Hole = Leap(N - 1).Over, 0,
          If(Hole = Leap(N - 1).To, 1, State(Me - 100).Peg))
";

fn leaps(text: &str, name: &str) -> Option<i64> {
    let puzzle = common::built_in(&format!("gardner/{name}"));
    let mut given = puzzle_fields(&puzzle);
    let given = fields(&[
        ("Before", given.remove("Starts").expect("a start")),
        ("After", given.remove("Ends").expect("a finish")),
    ]);
    run(&model(text), &given).objective
}

#[test]
fn eight_directions_as_printed_and_four() {
    assert_eq!(leaps(LEAPS, "latin-cross"), Some(4));
    let four = LEAPS.replace("{1..8}", "{1..4}");
    for (name, fewest) in [("latin-cross", 5), ("greek-cross", 6)] {
        assert_eq!(leaps(&four, name), Some(fewest), "{name}");
    }
}

#[test]
#[ignore = "a minute: cargo test --release --test it np_models:: -- --ignored"]
fn eight_directions_on_larger_figures() {
    for (name, fewest) in [("greek-cross", 6), ("fireplace", 7)] {
        assert_eq!(leaps(LEAPS, name), Some(fewest), "{name}");
    }
}

#[test]
fn the_columns_are_the_jumps_of_the_board() {
    let puzzle = common::built_in("gardner/latin-cross");
    let answer = run(&built_in("solitaire"), &puzzle_fields(&puzzle));
    // 76 jumps and a flag for each of 5 jumps, 33 holes in 6 positions.
    assert_eq!(answer.size.1, 5 * (76 + 1) + 6 * 33);
}

/// A misspelling of any name or keyword of the program is reported at its place.
#[test]
fn a_typo_in_any_line_gives_one_message_at_its_place() {
    let source = library::program("solitaire").expect("a program");
    let text = &source.text;
    let mut words = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = &line[..line.find('\'').unwrap_or(line.len())];
        let mut start = 0;
        while let Some(found) = code[start..].find(|c: char| c.is_alphabetic()) {
            let begin = start + found;
            let length = code[begin..].find(|c: char| !c.is_alphanumeric() && c != '_');
            let end = length.map_or(code.len(), |length| begin + length);
            start = end;
            let word = &code[begin..end];
            // A misspelling of a declared name that is not used, or of a bound name of few letters, is not an
            // error.
            let header =
                ["Project", "Module", "Con"].iter().any(|h| code.trim_start().starts_with(h));
            let declared = header && code.split_whitespace().nth(1) == Some(word);
            if declared || word.len() < 2 {
                continue;
            }
            words += 1;
            let wrong = format!("{}{word}q{}", &text[..at + begin], &text[at + end..]);
            let faulty = Source::new("solitaire.np", wrong);
            let given = puzzle_fields(&common::built_in("gardner/latin-cross"));
            let faults = match Model::parse(&faulty) {
                Err(faults) => faults,
                Ok(model) => match solve(&model, &given, &Control::default()) {
                    Err(soliter::np::solve::Failure::Faults(faults)) => faults,
                    other => panic!("{word} in {line} goes unnoticed: {other:?}"),
                },
            };
            assert_eq!(faults.0.len(), 1, "{word} in {line}: {faults}");
            let fault = &faults.0[0];
            let place = faulty.line_column(fault.span.start);
            let typo = faulty.line_column(at + begin);
            // A misspelt declaration is reported where its name is used.
            let named =
                fault.message.contains(word) || fault.help.as_deref().unwrap_or("").contains(word);
            assert!(place == typo || named, "{word} at {typo:?} reported at {place:?}: {faults}");
        }
        at += line.len();
    }
    assert!(words > 100, "{words} words");
}
