//! The built-in games, and the properties of each of their positions.

use std::collections::HashSet;

use soliter::games::rules::{Status, scores};
use soliter::games::{BoardGame, Game, GamePuzzle};
use soliter::{library, load};

thread_local! {
    static SHIPPED: Vec<Game> = library::puzzles()
        .iter()
        .filter_map(|name| load(&library::puzzle(name)?, &library::model).ok()?.game())
        .map(|GamePuzzle { game, .. }| game)
        .collect();
}

/// Calls `work` with a built-in game by its number, modulo the number of games.
pub(crate) fn built_in<T>(number: u8, work: impl FnOnce(&Game) -> T) -> T {
    SHIPPED.with(|games| work(&games[usize::from(number) % games.len()]))
}

/// A position and its moves survive being written and read, and it can be drawn.
pub(crate) fn position<R: BoardGame>(rules: &R, state: &R::State) {
    let text = rules.write_position(state);
    let read = rules.read_position(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    assert_eq!(read, *state, "{text}");
    assert!(rules.draw(state, true).is_ascii(), "{text}");
    assert!(!rules.draw(state, false).is_empty(), "{text}");
    assert_eq!(scores(rules, state).len(), rules.about().players, "{text}");
    let moves = rules.moves(state);
    match rules.status(state) {
        Status::Over => assert!(moves.is_empty(), "over, but there are moves: {text}"),
        Status::ToMove(player) => {
            assert!(player < rules.about().players && !moves.is_empty(), "nobody can move: {text}");
        }
    }
    let mut names = HashSet::new();
    for played in &moves {
        let name = rules.write_move(state, played);
        assert_eq!(rules.read_move(state, &name).as_ref(), Ok(played), "{name}: {text}");
        assert!(names.insert(name), "two moves of one name: {text}");
    }
}
