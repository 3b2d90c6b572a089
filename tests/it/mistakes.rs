//! The largest mistake of a game, compared with a plain recursion; and games in which no mistake may be
//! reported.

use std::collections::HashMap;
use std::time::Duration;

use soliter::base::control::Control;
use soliter::games::engine::Playable;
use soliter::games::mistakes::Mistakes;
use soliter::games::mistakes::judge;
use soliter::games::playthrough::Playthrough;
use soliter::games::record::Replay;
use soliter::games::rules::{Rules, Status};
use soliter::games::{BoardGame, GamePuzzle, Visitor};
use soliter::library;

fn puzzle(model: &str, parameters: &str) -> GamePuzzle {
    let text = format!("title = \"test\"\nmodel = \"{model}\"\n{parameters}\n");
    let source = soliter::base::diagnostic::Source::new("test.toml", &text);
    let loaded = soliter::load(&source, &library::model);
    loaded.unwrap_or_else(|faults| panic!("{faults}")).game().expect("a game")
}

/// The difference of points for the player to move under best play, by plain recursion.
fn value<R: Rules>(rules: &R, state: &R::State, known: &mut HashMap<R::State, i64>) -> i64 {
    if let Some(value) = known.get(state) {
        return *value;
    }
    let moves = rules.moves(state);
    let found = moves.iter().map(|played| worth(rules, state, played, known)).max().unwrap_or(0);
    known.insert(state.clone(), found);
    found
}

/// The value of a move for the player who makes it.
fn worth<R: Rules>(
    rules: &R,
    state: &R::State,
    played: &R::Move,
    known: &mut HashMap<R::State, i64>,
) -> i64 {
    let Status::ToMove(player) = rules.status(state) else { return 0 };
    let after = rules.apply(state, played);
    let rest = value(rules, &after, known);
    let same = rules.status(&after) == Status::ToMove(player);
    let lead = |at| rules.score(at, player) - rules.score(at, 1 - player);
    lead(&after) - lead(state) + if same { rest } else { -rest }
}

fn found<R: Playable>(
    game: &Playthrough<'_, R>,
    player: Option<usize>,
    control: &Control,
) -> Mistakes {
    let replay = Replay::of(game.clone());
    let values = judge(&replay, control).expect("right analyses");
    Mistakes::of(&replay, &values, player)
}

/// Plays random games, complete and interrupted ones.
struct AgainstRecursion;

impl Visitor for AgainstRecursion {
    type Output = usize;

    fn visit<R: BoardGame>(self, rules: &R) -> usize {
        let mut known = HashMap::new();
        let mut ends = 0;
        for seed in 0..30 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut game = Playthrough::new(rules);
            // The loss of each move, with the player who made it; ends of turns are moves too.
            let mut losses = Vec::new();
            let most = random.usize(1..40);
            while let Status::ToMove(player) = game.status()
                && game.moves().len() < most
            {
                let moves = rules.moves(game.state());
                let played = moves[random.usize(0..moves.len())].clone();
                let best = value(rules, game.state(), &mut known);
                let loss = best - worth(rules, game.state(), &played, &mut known);
                losses.push((player, loss));
                game.make(played);
            }
            for player in [None, Some(0), Some(1)] {
                let told = found(&game, player, &Control::default());
                assert_eq!(told.open, 0);
                let his = losses.iter().enumerate();
                let his = his.filter(|(_, (by, _))| player.is_none_or(|player| player == *by));
                let largest = his.rev().max_by_key(|(_, (_, loss))| *loss);
                let expected = largest.filter(|(_, (_, loss))| *loss > 0);
                let largest = told.largest.as_ref();
                assert_eq!(
                    largest.map(|one| (one.before, one.player - 1, one.loss)),
                    expected.map(|(number, &(by, loss))| (number, by, Some(loss))),
                    "{}",
                    game.record()
                );
                assert_eq!(told.none(), expected.is_none());
                let Some(largest) = largest else { continue };
                let state = &game.states()[largest.before];
                let best = value(rules, state, &mut known);
                let mut keeping = rules.moves(state);
                keeping.retain(|played| worth(rules, state, played, &mut known) == best);
                let written = keeping.iter().map(|played| rules.write_move(state, played));
                let (mut written, mut better) = (written.collect::<Vec<_>>(), largest.best.clone());
                written.sort();
                better.sort();
                assert_eq!(better, written);
                ends += usize::from(largest.written == "end");
            }
        }
        ends
    }
}

#[test]
fn the_largest_mistake_is_that_of_a_plain_recursion() {
    puzzle("pyramid", "base = 4").game.visit(AgainstRecursion);
    let ends = puzzle("palisade", "columns = [1, 2, 1, 1]").game.visit(AgainstRecursion);
    let early = "columns = [2, 1, 2]\nstop_early = true";
    // Some ends of turns were mistakes.
    assert!(ends + puzzle("palisade", early).game.visit(AgainstRecursion) > 0);
}

/// A player moves back and forth in a won game, until it is drawn by repetition.
struct ToAndFro(&'static str, &'static str);

impl Visitor for ToAndFro {
    type Output = [Mistakes; 2];

    fn visit<R: BoardGame>(self, rules: &R) -> [Mistakes; 2] {
        let start = rules.read_position(self.0).unwrap_or_else(|_| panic!("a position"));
        let mut game = Playthrough::from(rules, start);
        for text in self.1.split(' ').cycle().take(8) {
            game.make_written(text).expect("a legal move");
        }
        assert!(game.is_drawn_by_repetition());
        assert_eq!(game.make_written("c2").expect_err("an end").reason, "illegal-after-end");
        [0, 1].map(|player| found(&game, Some(player), &Control::default()))
    }
}

#[test]
fn a_won_game_drawn_by_repetition_is_not_without_mistake() {
    let game = || puzzle("corridor", "n = 5\nwalls = 0\njump = \"diagonal\"").game;
    // Without the repetition rule, every move of player 2 keeps the win; the last move made the draw.
    let [first, second] = game().visit(ToAndFro("c1,c5/h:/v:/0,0/1", "b1 b5 c1 c5"));
    assert!(first.none(), "{first:?}");
    let last = second.largest.expect("a mistake");
    assert_eq!((last.ply, last.loss, last.played), (8, Some(1), Some(0)));
    assert!(!last.best.is_empty() && !last.best.contains(&"c5".to_owned()), "{last:?}");
    // Player 1 made the draw. The mistake of player 2 is not reported, but not denied either.
    let [first, second] = game().visit(ToAndFro("b1,c5/h:/v:/0,0/2", "b5 c1 c5 b1"));
    assert!(first.none(), "{first:?}");
    assert!(second.largest.is_none() && !second.none(), "{second:?}");
}

struct InNoTime;

impl Visitor for InNoTime {
    type Output = ();

    fn visit<R: BoardGame>(self, rules: &R) {
        let mut game = Playthrough::new(rules);
        assert!(found(&game, None, &Control::default()).none());
        for _ in 0..4 {
            let played = rules.moves(game.state()).remove(0);
            game.make(played);
        }
        let told = found(&game, None, &Control::default().within(Duration::ZERO));
        assert!(told.largest.is_none() && !told.none() && told.open > 0, "{told:?}");
    }
}

#[test]
fn nothing_is_told_of_what_is_not_settled() {
    puzzle("quoridor", "").game.visit(InNoTime);
    puzzle("palisade", "columns = [9, 9, 9, 9]").game.visit(InNoTime);
}
