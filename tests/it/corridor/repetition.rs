//! A draw by repetition ends a game for every part of the program, and a game that is over has a value.

use crate::common::games::{analysed, counted};
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::games::record::{replay, replay_on};
use soliter::games::report::{CheckReport, SolveReport};
use soliter::games::rules::{Rules, Status};
use soliter::games::view::drawing;
use soliter::games::{Game, GamePuzzle};
use soliter::library;

/// Back and forth: the first position occurs for the third time.
const DRAWN: &str = "c2 c4 c1 c5 c2 c4 c1 c5";
const SETTINGS: &str = "title = \"t\"\nmodel = \"corridor\"\nn = 5\nwalls = 1\n";

fn puzzle(more: &str) -> Result<GamePuzzle, String> {
    let source = Source::new("test.toml", format!("{SETTINGS}{more}\n"));
    GamePuzzle::parse(&source, &library::model("corridor").expect("a model"))
        .map_err(|faults| faults.to_string())
}

#[test]
fn a_record_that_ends_in_repetition_is_a_finished_game() {
    let puzzle = puzzle("").expect("a puzzle");
    let Game::Corridor(rules) = &puzzle.game else { panic!("another game") };
    for text in [DRAWN.to_owned(), format!("{DRAWN} 1/2")] {
        let drawn = replay(rules, &text);
        assert_eq!(drawn.fault, None, "{text}");
        assert_eq!(drawn.game.status(), Status::Over);
        assert!(!drawing(&drawn.game, true).contains("to move"), "{}", drawing(&drawn.game, true));
        let report = CheckReport::new("t", &puzzle, &drawn, &text, None);
        assert!(report.legal == Some(true) && report.finish_reached);
        assert_eq!((report.result.as_deref(), report.ended_by), (Some("1/2"), Some("repetition")));
    }
    for (more, message) in [
        ("c2", "the game is over (a draw by repetition), no move is left to make"),
        ("1-0", "the score here is 1/2, not 1-0"),
        ("open", "the game is over (a draw by repetition), no move is left to make"),
    ] {
        let fault = replay(rules, &format!("{DRAWN} {more}")).fault.expect(more);
        assert_eq!((fault.index, fault.illegal.message.as_str()), (9, message));
    }
    // With one move fewer, the game is not over.
    let open = replay(rules, DRAWN.trim_end_matches(" c5"));
    assert_eq!((open.game.result(), open.game.status()), ("open".into(), Status::ToMove(1)));
}

#[test]
fn repetition_is_counted_when_moves_are_taken_back() {
    let puzzle = puzzle("").expect("a puzzle");
    let Game::Corridor(rules) = &puzzle.game else { panic!("another game") };
    let mut game = replay(rules, DRAWN).game;
    for _ in 0..3 {
        assert!(game.undo() && !game.is_repeated());
        assert!(game.redo() && game.is_repeated());
    }
    while game.undo() {}
    let again = replay_on(game, DRAWN);
    assert_eq!((again.fault, again.game.result()), (None, "1/2".into()));
}

#[test]
fn a_puzzle_does_not_begin_with_a_draw_by_repetition() {
    let faults = puzzle(&format!("record = \"{DRAWN}\"")).expect_err("a fault");
    assert!(faults.contains("the record ends in a draw by repetition"), "{faults}");
    assert!(puzzle("record = \"c2 c4 c1\"").is_ok());
}

#[test]
fn a_finished_game_is_solved() {
    for (position, result) in
        [("a5,b5/h:/v:/1,1/2", "1-0"), ("a5,b5/h:/v:/1,1/1", "1-0"), ("a3,c1/h:/v:/1,1/1", "0-1")]
    {
        let puzzle = puzzle(&format!("position = \"{position}\"")).expect("a puzzle");
        let Game::Corridor(rules) = &puzzle.game else { panic!("another game") };
        let state = rules.initial();
        assert_eq!(rules.status(state), Status::Over, "{position}");
        let found = analysed(rules, state, &Control::default());
        let report = SolveReport::new("t", &puzzle, (rules, state), &found, 0.0);
        assert_eq!((report.status, report.value), ("solved", Some(0)), "{position}");
        assert_eq!(report.result.as_deref(), Some(result), "{position}");
        assert!(report.best.is_empty() && report.moves.is_empty() && report.best_play.is_empty());
    }
}

#[test]
fn counting_to_any_depth_takes_no_deep_stack() {
    let puzzle = puzzle("").expect("a puzzle");
    let Game::Corridor(rules) = &puzzle.game else { panic!("another game") };
    let counted = std::thread::scope(|scope| {
        let count = || {
            let control = Control::default().within(std::time::Duration::from_millis(300));
            counted(rules, 1_000_000, &control)
        };
        let thread = std::thread::Builder::new().stack_size(1 << 18).spawn_scoped(scope, count);
        thread.expect("a thread").join().expect("a count")
    });
    assert_eq!(counted, Err(soliter::base::control::Stop::Time));
}
