//! Checking records: correct lines are accepted, and every mutation is rejected at the right jump for the
//! right reason.

use crate::common;
use crate::common::cases;

use std::collections::BTreeSet;
use std::time::Duration;

use cases::cases;
use common::Case;
use proptest::prelude::*;
use soliter::boards::board::Board;
use soliter::boards::board::lattice::{Directions, Lattice};
use soliter::boards::board::position::{Hole, Position};
use soliter::boards::notation::Scheme;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::boards::verify::replay;
use soliter::prove::judge::{CheckReport, Lost, lost as lost_at};
use soliter::search::reachable::reach;
use soliter::text::{Form, Style};
use soliter::{Control, PuzzleSetup};

const BERGHOLT: &str = "46-44, 65-45, 57-55, 54-56, 52-54, 73-53, 43-63, 75-73-53, 35-55, 15-35, \
                        23-43-63-65-45-25, 37-57-55-53, 31-33, 34-32, 51-31-33, 13-15-35, \
                        36-34-32-52-54-34, 24-44";

fn central() -> Puzzle {
    common::parse("model = 'english'\nstart = { all_but = ['44'] }\nfinish = ['44']")
}

fn read(puzzle: &Puzzle, text: &str) -> soliter::text::Reading {
    let control = Control::default();
    soliter::text::read(text, puzzle.board(), puzzle.names(), &control).expect("no limit")
}

fn jumps(puzzle: &Puzzle, text: &str) -> Vec<(Hole, Hole)> {
    let reading = read(puzzle, text);
    assert_eq!(reading.unexplained, [], "{text}");
    reading.hops().map(|hop| (hop.from, hop.to)).collect()
}

#[test]
fn bergholt_is_right_in_every_notation() {
    let puzzle = central();
    let line = jumps(&puzzle, BERGHOLT);
    let played = replay(&puzzle, line.iter().copied());
    assert_eq!((played.fault, played.jumps(), played.moves), (None, 31, 18));
    assert!(puzzle.finish().accepts(played.last()));
    let chains = soliter::boards::line::Line::from_jumps(line.iter().copied());
    for scheme in Scheme::ALL {
        let renamed = puzzle.clone().with_scheme(scheme).expect("a scheme that fits");
        let text = renamed.names().line(&chains);
        assert_eq!(jumps(&renamed, &text), line, "{text}");
        let judgement = common::judged(&renamed, &text);
        assert!(judgement.mistake.is_none() && judgement.finish_reached, "{text}");
        assert_eq!(judgement.line(), chains);
    }
}

#[test]
fn a_line_is_an_array_of_moves_and_a_puzzle_its_fields() {
    let puzzle = common::built_in("gardner/latin-cross");
    let judgement = common::judged(&puzzle, "45-25, 43-45-65");
    let line = serde_json::to_value(judgement.line()).expect("a value");
    assert_eq!(line, serde_json::json!([[9, 7], [23, 9, 11]]));
    let puzzle = serde_json::to_value(&puzzle).expect("a value");
    assert_eq!(puzzle["finish"], serde_json::json!({ "exactly": [16] }));
    assert_eq!(puzzle["board"]["directions"], "orthogonal");
    assert_eq!(puzzle["names"]["scheme"], "column-row");
}

#[test]
fn jumps_of_one_peg_written_apart_are_one_move() {
    let puzzle = common::parse(
        "model = 'english'\nstart = ['24', '34', '42', '43', '44', '45', '46', '54', '64']\n\
         finish = ['44']",
    );
    let apart = "45-47, 43-45, 24-44, 44-46, 64-44, 47-45, 45-43, 42-44";
    let record = read(&puzzle, apart);
    let played = replay(&puzzle, record.hops());
    assert_eq!((record.moves_as_written, played.moves, played.jumps()), (8, 6, 8));
}

#[test]
fn the_hole_leapt_over_is_no_landing_hole() {
    let puzzle = common::built_in("gardner/latin-cross");
    for (text, message) in [
        ("46x45-44", "45 is the hole being jumped: write 46-44"),
        ("45-25, 46-45-44", "45 is the hole being jumped: write 46-44"),
        ("46-45", "46 and 45 are neighbours; a jump lands two holes away"),
        ("46-45-35", "46 and 45 are neighbours; a jump lands two holes away"),
    ] {
        let mistake = common::judged(&puzzle, text).mistake.expect("a mistake");
        assert_eq!((mistake.reason, mistake.message.as_str()), ("not-in-line", message), "{text}");
        let played = soliter::text::play(
            &mut soliter::Attempt::new(puzzle.clone()),
            text,
            &Control::default(),
        )
        .expect_err("a mistake");
        assert!(played.to_string().ends_with(message), "{played}");
    }
}

#[test]
fn three_cases_of_lost_on_a_board_of_more_than_forty_free_bits() {
    let now = Control::default().within(Duration::ZERO);
    let few = common::parse("model = 'wiegleb'\nstart = ['45', '55', '66']\nfinish = ['64']");
    for (record, lost) in [
        ("", Lost::No),
        ("45-65", Lost::No),
        ("45-65, 66-64", Lost::No),
        ("55-35", Lost::After(1)),
        ("45-65, 65-67", Lost::After(2)),
    ] {
        let control = Control::default().within(Duration::from_secs(60));
        assert_eq!(lost_at(&common::judged(&few, record), &few, &control), lost, "{record}");
    }
    let full = |finish: &str| {
        common::parse(&format!(
            "model = 'wiegleb'\nstart = {{ all_but = ['55'] }}\nfinish = ['{finish}']"
        ))
    };
    // The class shows quickly that one has no solution; nothing is known quickly about the other.
    let (never, hard) = (full("54"), full("55"));
    assert_eq!(lost_at(&common::judged(&never, "57-55"), &never, &now), Lost::After(0));
    let judgement = common::judged(&hard, "57-55");
    assert_eq!(lost_at(&judgement, &hard, &now), Lost::Unknown);
    for (lost, word, jump) in
        [(Lost::No, "no", None), (Lost::After(3), "yes", Some(3)), (Lost::Unknown, "unknown", None)]
    {
        let report = CheckReport::new("hard", &hard, &judgement, lost, None);
        assert_eq!((report.lost, report.lost_after), (word, jump));
    }
}

/// Whether the oracle can reach the finish.
fn solvable(case: &Case, pegs: &common::Pegs, seen: &mut BTreeSet<common::Pegs>) -> bool {
    case.accepts(pegs)
        || seen.insert(pegs.clone())
            && case.jumps(pegs).iter().any(|(_, _, after)| solvable(case, after, seen))
}

/// The first illegal jump of a line and its stable word, according to the oracle.
fn first_fault(
    case: &Case,
    puzzle: &Puzzle,
    line: &[(Hole, Hole)],
) -> Option<(usize, &'static str)> {
    let mut pegs = case.start.clone();
    for (index, &(from, to)) in line.iter().enumerate() {
        let (from, to) = (puzzle.board().place(from), puzzle.board().place(to));
        if let Some((_, _, after)) =
            case.jumps(&pegs).into_iter().find(|jump| (jump.0, jump.1) == (from, to))
        {
            pegs = after;
            continue;
        }
        let step = ((to.0 - from.0) / 2, (to.1 - from.1) / 2);
        let over = (from.0 + step.0, from.1 + step.1);
        let straight = (2 * step.0, 2 * step.1) == (to.0 - from.0, to.1 - from.1);
        let reason = if !straight || !case.steps.contains(&step) || !case.holes.contains(&over) {
            "not-in-line"
        } else if !pegs.contains(&from) {
            "start-empty"
        } else if pegs.contains(&over) == case.reverse {
            if case.reverse { "middle-occupied" } else { "middle-empty" }
        } else {
            "landing-occupied"
        };
        return Some((index + 1, reason));
    }
    None
}

fn check_mutation(puzzle: &Puzzle, line: &[(Hole, Hole)]) -> Result<(), TestCaseError> {
    let played = replay(puzzle, line.iter().copied());
    let found = played.fault.map(|(index, fault)| (index, fault.reason()));
    prop_assert_eq!(found, first_fault(&common::case(puzzle), puzzle, line));
    if found.is_some_and(|(index, _)| index <= line.len()) {
        let (index, fault) = played.fault.expect("a fault");
        prop_assert!(!soliter::boards::rules::explain(puzzle, fault, line[index - 1]).is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn lost_is_what_the_oracle_says(
        start in 1..0xfff_u64, finish in 1..0xfff_u64, number in 0..4usize, picks: [usize; 8],
        reverse: bool,
    ) {
        let board = Board::from_drawing("oooo\noooo\noooo", Lattice::Square, Directions::Orthogonal);
        let exactly = Finish::Exactly(Position::from(finish));
        let finish = if number > 0 { Finish::Pegs(number) } else { exactly };
        let setup = PuzzleSetup::new(board.expect("a board"), Position::from(start), finish);
        let Ok(puzzle) = (PuzzleSetup { reverse, ..setup }).puzzle() else { return Ok(()) };
        let case = common::case(&puzzle);
        let mut attempt = soliter::Attempt::new(puzzle.clone());
        let mut pegs = case.start.clone();
        let mut lost = None;
        for (made, pick) in picks.into_iter().enumerate() {
            if lost.is_none() && !solvable(&case, &pegs, &mut BTreeSet::new()) {
                lost = Some(made);
            }
            let legal: Vec<_> = attempt.legal().map(|(jump, _)| (jump.from, jump.to)).collect();
            if legal.is_empty() || made == 7 || attempt.is_finished() {
                break;
            }
            let (from, to) = legal[pick % legal.len()];
            attempt.make(&[(from, to)]).expect("a legal jump");
            let places = (puzzle.board().place(from), puzzle.board().place(to));
            let mut jumps = case.jumps(&pegs).into_iter();
            pegs = jumps.find(|jump| (jump.0, jump.1) == places).expect("the same jump").2;
        }
        // Another notation could find a solution in the same text.
        let own = [Style::Scheme(puzzle.names().scheme()), Style::Form(Form::Notation)];
        let judgement = common::judged_as(&puzzle, &attempt.record(), &own);
        let found = lost_at(&judgement, &puzzle, &Control::default());
        prop_assert_eq!(found, lost.map_or(Lost::No, Lost::After));
        let reached = reach::can_finish(&puzzle, attempt.position(), &Control::default());
        prop_assert_eq!(reached, Ok(solvable(&case, &pegs, &mut BTreeSet::new())));
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn mutated_lines_are_judged_like_the_oracle(
        what in 0..5, at in 0..31usize, other in 0..31usize, from in 0..33u16, to in 0..33u16,
    ) {
        let puzzle = central();
        let mut line = jumps(&puzzle, BERGHOLT);
        match what {
            0 => line.swap(at, other),
            1 => drop(line.remove(at)),
            2 => line[at] = (from, to),
            3 => line.insert(at, line[other]),
            _ => line[at] = (line[at].1, line[at].0),
        }
        check_mutation(&puzzle, &line)?;
    }

    #[test]
    fn mutated_reverse_lines_too(at in 0..5usize, other in 0..5usize, from in 0..33u16) {
        let puzzle = common::parse(
            "model = 'english'\nreverse = true\nstart = ['44']\n\
             finish = ['35', '43', '44', '45', '46', '55']",
        );
        let mut line = jumps(&puzzle, "44-46, 45-25, 35-55, 45-43, 25-45");
        prop_assert_eq!(replay(&puzzle, line.clone()).fault, None);
        line.swap(at, other);
        check_mutation(&puzzle, &line)?;
        line[at].0 = from;
        check_mutation(&puzzle, &line)?;
    }
}
