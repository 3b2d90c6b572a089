//! Requirements for every game: one set of checks over random games of every built-in puzzle.

use crate::common;

use std::collections::HashSet;

use soliter::base::control::Control;
use soliter::games::perft::sequences;
use soliter::games::playthrough::Playthrough;
use soliter::games::record::replay;
use soliter::games::rules::{END, Rules, Status, scores};
use soliter::games::solitaire::Solitaire;
use soliter::games::{BoardGame, GamePuzzle, KINDS, Visitor};
use soliter::library;

/// Games are stopped at this length.
const PLIES: usize = 120;

/// Plays a random game and checks every position of it.
fn conforms<R: Rules>(rules: &R, name: &str, seed: u64, draw: impl Fn(&R::State)) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Playthrough::new(rules);
    for ply in 0..PLIES {
        let state = game.state().clone();
        let at = format!("{name}, seed {seed}, ply {}, {}", ply + 1, rules.write_position(&state));
        draw(&state);
        let moves = rules.moves(&state);
        assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "double: {at}");
        assert_eq!(scores(rules, &state).len(), rules.about().players, "{at}");
        let text = rules.write_position(&state);
        let read = rules.read_position(&text).unwrap_or_else(|fault| panic!("{at}: {fault:?}"));
        assert_eq!(read, state, "{at}");
        let Status::ToMove(player) = rules.status(&state) else {
            assert!(moves.is_empty(), "over, but there are moves: {at}");
            break;
        };
        assert!(!moves.is_empty(), "nobody can move: {at}");
        assert!(player < rules.about().players, "{at}");
        for one in &moves {
            let before = state.clone();
            let after = rules.apply(&state, one);
            assert_eq!(state, before, "apply changed the position: {at}");
            let text = rules.write_move(&state, one);
            let read = rules.read_move(&state, &text);
            assert_eq!(read.as_ref(), Ok(one), "{text}: {at}");
            let (old, new) = (scores(rules, &state), scores(rules, &after));
            for (index, (old, new)) in old.iter().zip(&new).enumerate() {
                assert!(new == old || index == player && new > old, "{text}: {at}");
            }
        }
        let texts: HashSet<String> = moves.iter().map(|m| rules.write_move(&state, m)).collect();
        assert_eq!(texts.len(), moves.len(), "two moves of one name: {at}");
        for wrong in ["", "?", "zz", "9.9", "99-99", "q9h", "x1-1", "-1", "\u{1f600}"] {
            if !texts.contains(wrong) {
                let illegal = rules.read_move(&state, wrong).expect_err(&at);
                assert!(!illegal.reason.is_empty() && !illegal.message.is_empty(), "{at}");
            }
        }
        let chosen = moves[random.usize(..moves.len())].clone();
        game.make(chosen);
        let after = game.state().clone();
        assert!(game.undo() && *game.state() == state && game.redo(), "{at}");
        assert_eq!(*game.state(), after, "{at}");
    }
    let record = game.record();
    let replayed = replay(rules, &record);
    // A game that ends by repetition is stopped at that point.
    if !replayed.game.is_repeated() && replayed.fault.is_none() {
        assert_eq!(replayed.last(), game.state(), "{name}: {record}");
    } else if !replayed.game.is_repeated() {
        let states = replayed.game.states();
        let over = states.iter().position(|s| rules.status(s) == Status::Over);
        assert!(over.is_some() || unfinished(rules, game.state()), "{name}: {record}");
    }
}

/// An incomplete turn: its record cannot be complete either.
fn unfinished<R: Rules>(rules: &R, state: &R::State) -> bool {
    rules.read_move(state, END).is_err_and(|fault| fault.reason == "too-few-actions")
}

struct Conforms<'a>(&'a str);

impl Visitor for Conforms<'_> {
    type Output = ();

    fn visit<R: BoardGame>(self, rules: &R) {
        for seed in 1..=5 {
            conforms(rules, self.0, seed, |state| {
                let [ascii, unicode] = [true, false].map(|ascii| rules.draw(state, ascii));
                assert_eq!(ascii.lines().count(), unicode.lines().count());
                assert!(ascii.is_ascii(), "{}", self.0);
            });
        }
    }
}

fn game(name: &str) -> Option<GamePuzzle> {
    let source = library::puzzle(name)?;
    let loaded = soliter::load(&source, &library::model);
    loaded.unwrap_or_else(|faults| panic!("{faults}")).game()
}

#[test]
fn every_game_of_every_built_in_puzzle_keeps_the_rules_of_rules() {
    let mut kinds = HashSet::new();
    for name in library::puzzles() {
        if let Some(puzzle) = game(&name) {
            kinds.insert(puzzle.model.clone());
            puzzle.game.visit(Conforms(&name));
        }
    }
    for kind in KINDS {
        assert!(kinds.contains(*kind), "no puzzle of {kind}");
    }
}

/// Every value of every key, alone and in combination.
fn variants() -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for shift in ["right", "none"] {
        for lay in ["any", "lowest"] {
            for objective in ["difference", "result"] {
                for players in [2, 3, 8] {
                    found.push((
                        "pyramid",
                        format!(
                            "base = 5\nshift = \"{shift}\"\nlay = \"{lay}\"\n\
                             objective = \"{objective}\"\nplayers = {players}"
                        ),
                    ));
                }
            }
        }
    }
    for (model, length) in [("corridor", 1), ("corridor", 2), ("quoridor", 2), ("quoridor", 1)] {
        for rule in ["none", "border", "sides", "opposite", "path"] {
            for jump in ["straight", "diagonal"] {
                for (players, more) in [
                    (2, "walls = 3"),
                    (2, "walls = \"unlimited\"\nrepetition = 2"),
                    (2, "placement = true"),
                    (3, "walls = 2"),
                    (4, "walls = 1\nn = 5"),
                ] {
                    let n = if more.contains("n =") { "" } else { "n = 4\n" };
                    found.push((
                        model,
                        format!(
                            "{n}wall_length = {length}\npassability = \"{rule}\"\n\
                             jump = \"{jump}\"\nplayers = {players}\n{more}"
                        ),
                    ));
                }
            }
        }
    }
    for preset in ["basic", "fewer", "passable"] {
        found.push(("corridor", format!("preset = \"{preset}\"\nborder_walls = true\nn = 4")));
        found.push(("corridor", format!("preset = \"{preset}\"\nstart = [\"a1\", \"i9\"]")));
    }
    for pair in ["changed", "new"] {
        for stop_early in [false, true] {
            for borrow in [false, true] {
                for (players, stall) in [(2, 1), (2, 2), (3, 4), (8, 9)] {
                    found.push((
                        "palisade",
                        format!(
                            "pair = \"{pair}\"\nstop_early = {stop_early}\nborrow = {borrow}\n\
                             players = {players}\nstall_limit = {stall}"
                        ),
                    ));
                }
            }
        }
    }
    found
}

#[test]
fn every_variant_keeps_the_rules_of_rules() {
    for (model, parameters) in variants() {
        let text = format!("title = \"t\"\nmodel = \"{model}\"\n{parameters}\n");
        let source = soliter::base::diagnostic::Source::new("variant.toml", &text);
        let loaded = soliter::load(&source, &library::model);
        let puzzle = loaded.unwrap_or_else(|faults| panic!("{parameters}: {faults}")).game();
        let name = format!("{model}: {}", parameters.replace('\n', ", "));
        puzzle.expect("a game").game.visit(Conforms(&name));
    }
}

#[test]
fn peg_solitaire_is_the_one_player_case() {
    for name in ["gardner/latin-cross", "leibniz/latin-cross", "triangle15/11-to-11"] {
        let rules = Solitaire::new(common::built_in(name));
        for seed in 1..=20 {
            conforms(&rules, name, seed, |_| ());
        }
    }
}

#[test]
fn perft_counts_the_same_as_playing_every_move() {
    struct Plain;
    impl Plain {
        fn count<R: Rules>(rules: &R, state: &R::State, depth: usize) -> u128 {
            if depth == 0 {
                return 1;
            }
            let moves = rules.moves(state);
            moves.iter().map(|m| Self::count(rules, &rules.apply(state, m), depth - 1)).sum()
        }
    }
    let rules = Solitaire::new(common::built_in("gardner/fireplace"));
    for depth in 0..5 {
        let counted = sequences(&rules, rules.initial(), depth, &Control::default());
        assert_eq!(counted, Ok(Plain::count(&rules, rules.initial(), depth)));
    }
}
