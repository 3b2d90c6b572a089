//! Compares the results of searches with exact values and plain searches; records and rules of the games.

use crate::common::time::until;

use std::sync::Arc;
use std::time::Duration;

use crate::common::games::analysed;
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::games::analysis::verify;
use soliter::games::corridor::Corridor;
use soliter::games::engine::{Engine, Playable};
use soliter::games::opponent::Opponent;
use soliter::games::palisade::Palisade;
use soliter::games::playthrough::Playthrough;
use soliter::games::pyramid::Pyramid;
use soliter::games::record::replay;
use soliter::games::rules::{Rules, Status};
use soliter::games::strategy::Bounds;
use soliter::games::{Game, KINDS};
use soliter::library;

fn game(model: &str, parameters: &str) -> Game {
    let text = format!("title = \"test\"\nmodel = \"{model}\"\n{parameters}\n");
    let source: Arc<Source> = Source::new("test.toml", &text);
    let loaded = soliter::load(&source, &library::model);
    loaded.unwrap_or_else(|faults| panic!("{faults}")).game().expect("a game").game
}

fn corridor(parameters: &str) -> Corridor {
    match game("corridor", parameters) {
        Game::Corridor(rules) => rules,
        Game::Palisade(_) | Game::Pyramid(_) => unreachable!(),
    }
}

fn pyramid(parameters: &str) -> Pyramid {
    match game("pyramid", parameters) {
        Game::Pyramid(rules) => rules,
        _ => unreachable!(),
    }
}

fn palisade(parameters: &str) -> Palisade {
    match game("palisade", parameters) {
        Game::Palisade(rules) => rules,
        _ => unreachable!(),
    }
}

/// The position after this many random moves, or the last one before the game is over.
fn random_position<R: Rules>(rules: &R, plies: usize, random: &mut fastrand::Rng) -> R::State {
    let mut at = rules.initial().clone();
    for _ in 0..plies {
        let moves = rules.moves(&at);
        let next = rules.apply(&at, &moves[random.usize(0..moves.len())]);
        if rules.status(&next) == Status::Over {
            break;
        }
        at = next;
    }
    at
}

/// Without room for tables, a search proves bounds, which contain the exact value.
fn bounds_hold<R: Playable>(rules: &R, plies: usize, rounds: usize, memory: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(7);
    let mut engine = Engine::new(rules);
    let mut proved = 0;
    for _ in 0..rounds {
        let plies = random.usize(0..=plies);
        let state = random_position(rules, plies, &mut random);
        let exact = R::analyse(&mut engine, &state, &Control::default()).expect("sound");
        let value = exact.value.expect("a small game");
        let little = Control::default().memory(memory).within(Duration::from_millis(40));
        let found = analysed(rules, &state, &little);
        let at = rules.write_position(&state);
        assert_eq!(verify(rules, &state, &found), Ok(()), "{at}");
        let Bounds { least, most } = found.bounds;
        assert!(least.is_none_or(|least| least <= value), "{at}: {least:?} of {value}");
        assert!(most.is_none_or(|most| most >= value), "{at}: {most:?} of {value}");
        for (played, bound) in &found.moves {
            let known = exact.moves.iter().find(|(other, _)| other == played);
            let known = known.and_then(|(_, value)| *value);
            assert!(
                bound.is_none() || *bound == known,
                "{at}: {}",
                rules.write_move(&state, played)
            );
        }
        proved += usize::from(least.is_some() || most.is_some());
    }
    proved
}

#[test]
fn bounds_without_tables_hold_the_value() {
    for parameters in [
        "n = 3\nwalls = 2",
        "n = 3\nwalls = 3\njump = \"diagonal\"",
        "n = 4\nwalls = 1\npassability = \"border\"",
        "n = 3\nwalls = 3",
    ] {
        let proved = bounds_hold(&corridor(parameters), 8, 40, 1 << 14);
        assert!(proved > 5, "{parameters}: {proved}");
    }
    for parameters in ["base = 6", "base = 7\nobjective = \"result\"", "base = 6\nshift = \"none\""]
    {
        assert!(bounds_hold(&pyramid(parameters), 20, 30, 1 << 12) > 5, "{parameters}");
    }
    bounds_hold(&palisade("columns = [3, 4, 2, 3]"), 9, 20, 1 << 19);
}

/// An earlier defect: the engine's move gave up a proved draw.
#[test]
fn what_is_proved_is_kept() {
    let position = "e1,f2/h:d7,e1,f1,g1,h1,i1/v:d1,f1/4,8/1";
    let rules = corridor(&format!("position = \"{position}\""));
    let found = until(
        Duration::from_millis(100),
        |control| analysed(&rules, rules.initial(), &control.memory(1 << 26)),
        |found| found.bounds.least >= Some(0),
    );
    assert_eq!(verify(&rules, rules.initial(), &found), Ok(()));
    assert!(found.bounds.least >= Some(0), "{:?}", found.bounds);
    for played in &found.best {
        assert!(rules.cannot_lose(&rules.apply(rules.initial(), played), 0));
    }
    // The opening is a proved draw, and the engine keeps the draw against every play.
    let rules = corridor("");
    for seed in 0..4 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = Playthrough::new(&rules);
        let mut engine = Engine::new(&rules);
        for _ in 0..16 {
            let Status::ToMove(player) = game.status() else { break };
            let who = if player == 0 { Opponent::Perfect } else { Opponent::Text };
            let control = Control::default().within(Duration::from_millis(20));
            let choice = who.choose(&mut engine, game.state(), &control, |n| random.usize(0..n));
            game.make(choice.played);
            if rules.status(game.state()) != Status::Over {
                assert!(rules.cannot_lose(game.state(), 0), "{}", game.record());
            }
        }
    }
}

/// The result that one player can guarantee against all others together, by enumeration.
fn sure(rules: &Pyramid, state: &<Pyramid as Rules>::State, hero: usize) -> i64 {
    let Status::ToMove(player) = rules.status(state) else { return 0 };
    let moves = rules.moves(state);
    let values = moves.iter().map(|played| {
        let next = rules.apply(state, played);
        let gain = |player| rules.score(&next, player) - rules.score(state, player);
        let all: i64 = (0..rules.about().players).map(gain).sum();
        2 * gain(hero) - all + sure(rules, &next, hero)
    });
    if player == hero { values.max() } else { values.min() }.expect("a move")
}

#[test]
fn with_three_players_the_least_is_what_one_can_make_sure_of() {
    for (base, players) in [(3, 3), (4, 3), (4, 4)] {
        let rules = pyramid(&format!("base = {base}\nplayers = {players}"));
        let control = Control::default().within(Duration::from_secs(20));
        let found = analysed(&rules, rules.initial(), &control);
        assert_eq!((found.value, found.bounds.most), (None, None));
        assert_eq!(found.bounds.least, Some(sure(&rules, rules.initial(), 0)), "{base} {players}");
    }
}

/// The value by plain counting, if stones are placed only on the lowest unfinished level.
fn counting(base: i64) -> i64 {
    let (mut lead, mut player) = (0, 1);
    for size in (1..base).rev() {
        // If the number is odd, the player who begins the level places its last stone.
        let last = if size % 2 == 1 { player } else { -player };
        lead += last * size;
        player = -last;
    }
    lead
}

#[test]
fn laying_on_the_lowest_level_is_plain_counting() {
    for base in 2..=12 {
        let rules = pyramid(&format!("base = {base}\nlay = \"lowest\"\nshift = \"none\""));
        let found = analysed(&rules, rules.initial(), &Control::default());
        assert_eq!(verify(&rules, rules.initial(), &found), Ok(()));
        assert_eq!(found.value, Some(counting(base)), "base {base}");
        // All moves are equally good.
        assert_eq!(found.best.len(), found.moves.len());
    }
    // Without shifts it is a different game.
    let rules = pyramid("base = 8\nshift = \"none\"");
    assert_eq!(
        (counting(8), analysed(&rules, rules.initial(), &Control::default()).value),
        (8, Some(6))
    );
    let rules = pyramid("base = 5\nlay = \"lowest\"");
    let replay = replay(&rules, "2.2 2.3 3.2");
    let fault = replay.fault.expect("level 2 is not finished");
    assert_eq!((fault.index, fault.illegal.reason), (3, "not-lowest"));
}

#[test]
fn searches_use_the_time_that_tables_do_not() {
    // Solving would take minutes here, so the time is left to the search.
    let rules = corridor("n = 5\nwalls = 4");
    let time = Duration::from_millis(600);
    let found_by = |control| analysed(&rules, rules.initial(), &control);
    let deep = |depth: Option<usize>| depth.is_some_and(|depth| depth >= 2);
    let found = until(time, found_by, |found| deep(found.opinion.as_ref().map(|o| o.depth)));
    assert!(deep(found.opinion.map(|opinion| opinion.depth)), "{:?}", found.bounds);
    let rules = pyramid("base = 24");
    let found_by = |control| analysed(&rules, rules.initial(), &control);
    let found = until(time, found_by, |found| {
        deep(found.opinion.as_ref().map(|o| o.depth)) && found.states > 100
    });
    assert!(deep(found.opinion.map(|opinion| opinion.depth)));
    assert!(found.states > 100);
}

#[test]
fn records_are_numbered_from_one() {
    let rules = pyramid("base = 5");
    let fault = |text: &str| replay(&rules, text).fault.map(|f| (f.index, f.illegal.message));
    for right in ["1. 2.2 2.2> 2. 2.4 3.3", "1) 2.2 2) 2.2> 3) 2.4", "1. 2.2 1. 2.2> 2. 2.4"] {
        assert_eq!(fault(right), None, "{right}");
    }
    let wrong = |ply, message: &str| Some((ply, message.to_owned()));
    assert_eq!(fault("3. 2.2"), wrong(1, "a record starts with number 1, not with 3."));
    assert_eq!(fault("1. 2.2 2.2> 3. 2.4"), wrong(3, "number 1 is followed by 2, not by 3."));
    assert_eq!(fault("1. 2.2 2. 2.2> 1. 2.4"), wrong(3, "number 2 is followed by 3, not by 1."));
    let reason = replay(&rules, "2. 2.2").fault.map(|fault| fault.illegal.reason);
    assert_eq!(reason, Some("wrong-number"));
}

#[test]
fn a_full_turn_ends_by_itself() {
    let rules = palisade("");
    let mut game = Playthrough::new(&rules);
    for text in ["x1-2", "x1-2", "x1-2"] {
        game.make(rules.read_move(game.state(), text).expect("a swap"));
        game.end_full_turn();
    }
    // A fourth action may be borrowed.
    assert_eq!((game.moves().len(), game.state().player), (3, 0));
    game.make(rules.read_move(game.state(), "x1-2").expect("a swap"));
    game.end_full_turn();
    assert_eq!((game.moves().len(), game.state().player), (5, 1));
    game.end_full_turn();
    assert_eq!(game.moves().len(), 5);
}

#[test]
fn palisades_are_solved_as_far_as_memory_goes() {
    let rules = palisade("columns = [4, 4, 4, 4]");
    let narrow = Control::default().memory(1 << 20).within(Duration::from_millis(500));
    assert_eq!(analysed(&rules, rules.initial(), &narrow).value, None);
    assert_eq!(analysed(&rules, rules.initial(), &Control::default()).value, Some(2));
}

#[test]
fn every_key_of_a_game_is_explained() {
    for kind in KINDS {
        let text = library::rules(kind).unwrap_or_default();
        assert!(text.lines().count() <= 34 && text.lines().all(|line| line.len() <= 110), "{kind}");
        let readings = match game(kind, "") {
            Game::Corridor(rules) => rules.about().readings,
            Game::Palisade(rules) => rules.about().readings,
            Game::Pyramid(rules) => rules.about().readings,
        };
        for (key, _) in readings {
            assert!(text.contains(key), "{kind}: {key}");
        }
    }
}

#[test]
fn levels_play_legal_moves_and_say_what_they_prove() {
    let rules = pyramid("base = 6");
    let mut random = fastrand::Rng::with_seed(1);
    for who in Opponent::ALL {
        let mut engine = Engine::new(&rules);
        let mut game = Playthrough::new(&rules);
        while game.status() != Status::Over {
            let control = Control::default().within(Duration::from_millis(500));
            let choice = who.choose(&mut engine, game.state(), &control, |n| random.usize(0..n));
            let legal = rules.moves(game.state());
            assert!(legal.contains(&choice.played));
            let engine = matches!(who, Opponent::Perfect | Opponent::None);
            assert_eq!(choice.proved, engine, "{}", who.word());
            game.make(choice.played);
        }
    }
}
