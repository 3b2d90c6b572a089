//! What each of more than two players wins, against a plain recursion; and what a search thinks of moves
//! that are not proved.

use std::sync::Arc;
use std::time::Duration;

use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::games::analysis::{Solver, verify};
use soliter::games::judge::judge;
use soliter::games::opponent::Opponent;
use soliter::games::record::replay;
use soliter::games::rules::{Rules, Status};
use soliter::games::{GamePuzzle, Visitor};
use soliter::library;

fn puzzle(model: &str, parameters: &str) -> GamePuzzle {
    let text = format!("title = \"test\"\nmodel = \"{model}\"\n{parameters}\n");
    let source: Arc<Source> = Source::new("test.toml", &text);
    let loaded = soliter::load(&source, &library::model);
    loaded.unwrap_or_else(|faults| panic!("{faults}")).game().expect("a game")
}

/// The final scores under best play of all: the mover looks for most points, then for the least of the
/// best other, then for the least of those next in turn.
fn plain<R: Rules>(rules: &R, state: &R::State) -> Vec<i64> {
    let Status::ToMove(mover) = rules.status(state) else { return rules.scores(state) };
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    let ends = moves.iter().map(|played| plain(rules, &rules.apply(state, played)));
    let before = rules.scores(state);
    let key = |end: &Vec<i64>| {
        let won: Vec<i64> = end.iter().zip(&before).map(|(end, before)| end - before).collect();
        let mut others = won.clone();
        others.rotate_left(mover);
        let own = others.remove(0);
        let best = others.iter().copied().max().unwrap_or(0);
        (own, -best, others.iter().map(|other| -other).collect::<Vec<i64>>())
    };
    ends.max_by_key(key).expect("a move")
}

struct Compare;

impl Visitor for Compare {
    type Output = ();

    fn visit<R: Solver>(self, rules: &R) {
        let state = rules.initial();
        let found = rules.analyse(state, &Control::default());
        verify(rules, state, &found).expect("a right analysis");
        assert!(found.is_solved() && found.value.is_none());
        let before = rules.scores(state);
        let won = |end: Vec<i64>| -> Vec<i64> {
            end.iter().zip(&before).map(|(end, before)| end - before).collect()
        };
        assert_eq!(found.payoffs, won(plain(rules, state)));
        for ((played, _), payoffs) in found.moves.iter().zip(&found.move_payoffs) {
            assert_eq!(*payoffs, won(plain(rules, &rules.apply(state, played))));
        }
        // Changed answers are rejected.
        let mut wrong = found.clone();
        wrong.payoffs[0] += 1;
        assert!(verify(rules, state, &wrong).is_err());
        let mut wrong = found.clone();
        wrong.best.clear();
        assert!(verify(rules, state, &wrong).is_err());
        let mut wrong = found.clone();
        wrong.line.pop();
        assert!(verify(rules, state, &wrong).is_err());
        let choice = Opponent::Perfect.choose(rules, state, &Control::default(), |_| 0);
        assert!(choice.proved && found.best.contains(&choice.played));
    }
}

#[test]
fn payoffs_are_those_of_a_plain_recursion() {
    for (model, parameters) in [
        ("pyramid", "base = 3\nplayers = 3"),
        ("pyramid", "base = 4\nplayers = 3"),
        ("pyramid", "base = 4\nplayers = 4"),
        ("pyramid", "base = 5\nplayers = 3\nshift = \"none\""),
        ("palisade", "columns = [1, 3]\nplayers = 3\nstall_limit = 1"),
        ("palisade", "columns = [2, 2]\nplayers = 3\nborrow = false\nstall_limit = 1"),
        ("palisade", "columns = [1, 2, 1]\nplayers = 3\nborrow = false\nstall_limit = 1"),
    ] {
        puzzle(model, parameters).game.visit(Compare);
    }
}

#[test]
fn too_many_stones_have_no_payoffs() {
    struct Unsolved;
    impl Visitor for Unsolved {
        type Output = ();

        fn visit<R: Solver>(self, rules: &R) {
            let control = Control::default().within(Duration::from_millis(200));
            let found = rules.analyse(rules.initial(), &control);
            verify(rules, rules.initial(), &found).expect("a right analysis");
            assert!(!found.is_solved() && !found.best.is_empty());
            let choice = Opponent::Perfect.choose(rules, rules.initial(), &control, |_| 0);
            assert!(!choice.proved);
        }
    }
    puzzle("pyramid", "base = 20\nplayers = 3").game.visit(Unsolved);
    puzzle("pyramid", "base = 5\nplayers = 3\nobjective = \"result\"").game.visit(Unsolved);
    puzzle("palisade", "columns = [9, 9, 9]\nplayers = 3").game.visit(Unsolved);
    puzzle("corridor", "n = 3\nplayers = 3\npassability = \"border\"").game.visit(Unsolved);
}

/// An opinion stands beside every move that is not proved, also the last.
struct Judged(&'static str);

impl Visitor for Judged {
    type Output = ();

    fn visit<R: Solver>(self, rules: &R) {
        let replay = replay(rules, self.0);
        assert!(replay.fault.is_none());
        let control = Control::default().within(Duration::from_secs(2));
        let values = judge(&replay, &control).expect("right analyses");
        assert!(!values.is_empty());
        for ply in &values[..values.len() - 1] {
            assert!(ply.played.is_some() || ply.played_found.is_some(), "{ply:?}");
        }
    }
}

#[test]
fn unproved_moves_of_a_record_have_an_opinion() {
    puzzle("corridor", "preset = \"fewer\"").game.visit(Judged("e2 e8 e3 e7"));
    puzzle("quoridor", "").game.visit(Judged("e2 e8"));
    puzzle("palisade", "columns = [9, 9, 9, 9]").game.visit(Judged("x1-2, x1-2, x1-2"));
}
