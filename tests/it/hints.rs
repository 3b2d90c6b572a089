//! Whether the finish can still be reached: the answers of hints, against all play and against each other.

use crate::common::{self, cases};

use cases::cases;
use proptest::prelude::*;
use serde_json::{Value, json};
use soliter::base::race::within_work;
use soliter::boards::puzzle::KnownAnswer;
use soliter::boards::puzzle::marks::{MarkedPegs, Marks};
use soliter::boards::rules;
use soliter::boards::verify::replay;
use soliter::library;
use soliter::prove::judge::Lost;
use soliter::prove::reach::{Continuations, Hint, Reach};
use soliter::requests::{Context, Reply, read};
use soliter::{
    Attempt, Board, Control, Directions, Finish, Hole, Lattice, Position, Puzzle, PuzzleSetup, Stop,
};

/// Whether some way of playing on is a solution.
fn can_finish(puzzle: &Puzzle, position: &Position, marked: MarkedPegs, jumps: usize) -> bool {
    if jumps == 0 {
        return puzzle.finish().accepts(position);
    }
    rules::legal(puzzle, position).any(|(jump, after)| {
        let marked = marked.after(jump, jumps == 1);
        marked.is_ok_and(|marked| can_finish(puzzle, &after, marked, jumps - 1))
    })
}

fn built_in(name: &str) -> Puzzle {
    let source = library::puzzle(name).expect("a built-in puzzle");
    Puzzle::parse(&source, &library::model).expect("a puzzle")
}

/// The puzzle without the solution in its file.
fn without_solution(name: &str) -> Puzzle {
    let setup = PuzzleSetup { known: KnownAnswer::default(), ..built_in(name).into() };
    setup.puzzle().expect("a puzzle")
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn answers_agree_with_all_play(
        start in 1..0xfff_u64, named in 1..0xfff_u64, empty in 0..0xfff_u64, pegs in 1..4usize,
        kind in 0..3_u8, reverse: bool, marks in prop::array::uniform3(prop::option::of(0..12 as Hole)),
        picks in prop::array::uniform4(any::<usize>()),
    ) {
        let board = Board::from_drawing("oooo\noooo\noooo", Lattice::Square, Directions::Orthogonal);
        let finish = match kind {
            0 => Finish::Exactly(Position::from(named)),
            1 => Finish::Pegs(pegs),
            _ => Finish::Holes {
                pegs_at: Position::from(named & 0x11),
                empty_at: Position::from(empty & !named & 0x420),
                pegs: pegs + 1,
            },
        };
        let [survivor, watch, last_captured] = marks;
        let marked = Marks { survivor, watch, last_captured };
        let setup = PuzzleSetup::new(board.expect("a board"), Position::from(start), finish);
        let plain = PuzzleSetup { reverse, ..setup };
        let marked = PuzzleSetup { marked, reverse: false, ..plain.clone() }.puzzle();
        for puzzle in [plain.puzzle(), marked].into_iter().flatten() {
            if puzzle.jumps() > 7 {
                continue;
            }
            let continuations = Continuations::new(&puzzle, &Control::default());
            let mut game = Attempt::new(puzzle.clone());
            let mut first = None;
            for (made, pick) in picks.into_iter().enumerate() {
                let (position, marked) = (game.position().clone(), game.marked()[made]);
                let left = puzzle.jumps() - made;
                let is_empty = puzzle.jumps() == 0 && puzzle.marked().need_a_jump();
                let expected = !is_empty && can_finish(&puzzle, &position, marked, left);
                match continuations.reach(&position, marked, &Control::default()) {
                    Reach::Solvable(line) => {
                        prop_assert!(expected);
                        let all = game.jumps().iter().copied().chain(line.jumps());
                        prop_assert!(replay(&puzzle, all).solves(&puzzle));
                    }
                    Reach::Lost(_) => prop_assert!(!expected),
                    Reach::Unknown(stop) => prop_assert!(false, "{stop}"),
                }
                if !expected && first.is_none() {
                    first = Some(made);
                }
                let lost = continuations.lost(game.positions(), game.marked(), &Control::default());
                prop_assert_eq!(lost, first.map_or(Lost::No, Lost::After));
                let good = |after: &Position, marked| can_finish(&puzzle, after, marked, left - 1);
                let legal: Vec<_> = game.legal().collect();
                let all_good: Vec<_> = legal
                    .iter()
                    .filter(|(jump, after)| {
                        left > 0 && good(after, marked.after(*jump, left == 1).expect("kept"))
                    })
                    .map(|(jump, _)| puzzle.board().hop(*jump))
                    .collect();
                match continuations.hint(&game, &Control::default()) {
                    Hint::Finished => prop_assert!(expected && left == 0),
                    Hint::Try { jump, good, legal: number } => {
                        prop_assert!(all_good.contains(&jump));
                        prop_assert_eq!(good, Some(all_good));
                        prop_assert_eq!(number, legal.len());
                    }
                    Hint::Lost { back } => prop_assert_eq!(back, first.map(|first| made + 1 - first)),
                    Hint::Never => prop_assert_eq!(first, Some(0)),
                    Hint::Unknown(stop) => prop_assert!(false, "{stop}"),
                }
                if legal.is_empty() || left == 0 {
                    break;
                }
                let jump = puzzle.board().hop(legal[pick % legal.len()].0);
                game.make(&[jump]).expect("a legal jump");
            }
        }
    }
}

/// A third of a second of work suffices, on any machine.
#[test]
fn long_games_have_a_hint_within_little_work() {
    for name in ["french/37-to-51", "wiegleb/46-to-any", "wiegleb/47-to-44", "gardner/central-game"]
    {
        let puzzle = without_solution(name);
        let continuations = Continuations::new(&puzzle, &Control::default());
        let game = Attempt::new(puzzle.clone());
        let hint = within_work(5_000_000, &Control::default(), |control| {
            continuations.hint(&game, control)
        });
        let Hint::Try { jump, .. } = hint else { panic!("{name}: {hint:?}") };
        // The results are stored, so the next hints need no work.
        let mut game = game;
        game.make(&[jump]).expect("a legal jump");
        while !game.is_finished() {
            let reach = continuations.reach(game.position(), game.marked()[0], &none());
            let Reach::Solvable(line) = reach else { panic!("{name}: {reach:?}") };
            game.make(&line.jumps().take(1).collect::<Vec<_>>()).expect("a legal jump");
        }
    }
}

/// No time for a search.
fn none() -> Control {
    Control::default().within(std::time::Duration::ZERO)
}

#[test]
fn images_of_the_known_solution_need_no_search() {
    let puzzle = built_in("french/37-to-51");
    let continuations = Continuations::new(&puzzle, &Control::default());
    let start = continuations.reach(puzzle.start(), MarkedPegs::new(Marks::default()), &none());
    let Reach::Solvable(line) = start else { panic!("{start:?}") };
    let Finish::Exactly(finish) = puzzle.finish() else { panic!("a finish") };
    let mut images = 0;
    for symmetry in puzzle.starting_at(finish.clone()).symmetries() {
        for position in replay(&puzzle, line.jumps()).positions {
            let image = position.image(symmetry);
            let reach = continuations.reach(&image, MarkedPegs::new(Marks::default()), &none());
            let Reach::Solvable(rest) = reach else { panic!("{reach:?}") };
            let from = puzzle.starting_at(image);
            assert!(replay(&from, rest.jumps()).solves(&from));
            images += 1;
        }
    }
    assert_eq!(images % (puzzle.jumps() + 1), 0);
    // Other names for the holes do not matter.
    let renamed = puzzle.with_scheme(soliter::boards::notation::Scheme::Number).expect("names");
    let reach = Continuations::new(&renamed, &Control::default());
    let reach = reach.reach(renamed.start(), MarkedPegs::new(Marks::default()), &none());
    assert!(matches!(reach, Reach::Solvable(_)));
}

#[test]
fn what_a_limit_leaves_open_is_not_called_lost() {
    let puzzle = without_solution("wiegleb/46-to-any");
    let continuations = Continuations::new(&puzzle, &Control::default());
    let game = Attempt::new(puzzle);
    assert_eq!(continuations.hint(&game, &none()), Hint::Unknown(Stop::Time));
    let hint = within_work(1000, &Control::default(), |control| continuations.hint(&game, control));
    assert_eq!(hint, Hint::Unknown(Stop::Cancelled));
}

/// The page gets the same answers as `play` and `check`.
#[test]
fn the_page_and_the_warning_agree() {
    let (context, mut dice) = (Context::default(), fastrand::Rng::with_seed(68));
    for name in ["gardner/latin-cross", "gardner/central-game", "french/37-to-51"] {
        let puzzle = built_in(name);
        for _ in 0..4 {
            let mut game = Attempt::new(puzzle.clone());
            for _ in 0..dice.usize(0..puzzle.jumps()) {
                let legal: Vec<_> =
                    game.legal().map(|(jump, _)| puzzle.board().hop(jump)).collect();
                if legal.is_empty() {
                    break;
                }
                game.make(&[legal[dice.usize(0..legal.len())]]).expect("a legal jump");
            }
            let ask = json!({ "puzzle": { "name": name }, "jumps": game.jumps() });
            let limited = |control: &Control| {
                let reply = read("api/hint", ask.to_string().as_bytes(), &context);
                match reply.expect("a request") {
                    Reply::Ready(told) => Ok(told),
                    Reply::Work(work) => work(&context, control),
                }
            };
            let Ok(told) = within_work(10_000_000, &Control::default(), limited) else { continue };
            let judged = common::judged(&puzzle, &game.record());
            let lost = |control: &Control| soliter::prove::judge::lost(&judged, &puzzle, control);
            match within_work(10_000_000, &Control::default(), lost) {
                Lost::No => assert!(told["hint"]["jump"].is_array(), "{told}"),
                Lost::After(0) => assert_eq!(told["hint"]["back"], Value::Null, "{told}"),
                Lost::After(jump) => {
                    assert_eq!(told["hint"]["winning"], json!([]), "{told}");
                    let back = told["hint"].get("back").cloned();
                    assert!(
                        back.is_none_or(|back| back == game.jumps().len() + 1 - jump),
                        "{told}"
                    );
                }
                Lost::Unknown => {}
            }
        }
    }
}
