//! The payoffs of games with more than two players, compared with a plain recursion; the evaluations of moves
//! that are not proved; and the values of the strategies in the sources.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::games::analysis::{Solver, verify};
use soliter::games::corridor::{self, Corridor};
use soliter::games::palisade::actions::Pair;
use soliter::games::palisade::best_reply::BestReply;
use soliter::games::palisade::{Move, Palisade, Readings, State};
use soliter::games::play::judge::judge;
use soliter::games::play::opponent::Opponent;
use soliter::games::play::record::replay;
use soliter::games::rules::{Rules, Status};
use soliter::games::{Game, GamePuzzle, Visitor};
use soliter::library;

fn puzzle(model: &str, parameters: &str) -> GamePuzzle {
    let text = format!("title = \"test\"\nmodel = \"{model}\"\n{parameters}\n");
    let source: Arc<Source> = Source::new("test.toml", &text);
    let loaded = soliter::load(&source, &library::model);
    loaded.unwrap_or_else(|faults| panic!("{faults}")).game().expect("a game")
}

/// The final scores under best play of all players. The player to move maximises their own points, then
/// minimises the best score of the others, then the scores of the players next in turn.
fn plain<R: Rules>(rules: &R, state: &R::State) -> Vec<i64> {
    let Status::ToMove(mover) = rules.status(state) else { return rules.scores(state) };
    let moves = rules.moves(state);
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

/// Every move that is not proved has an evaluation, including the last.
struct Judged(&'static str);

impl Visitor for Judged {
    type Output = ();

    fn visit<R: Solver>(self, rules: &R) {
        let replay = replay(rules, self.0);
        assert!(replay.fault.is_none());
        let control = Control::default().within(Duration::from_secs(4));
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

/// The value of best replies to Palisade's greedy turn, move by move without any table; the other player's
/// turns follow the strategy. At the start of a turn, it is the difference of the points still to be won.
fn reply_to_greedy(rules: &Palisade, state: &State, knower: usize) -> i64 {
    let Status::ToMove(mover) = rules.status(state) else { return 0 };
    let moves = if mover == knower {
        rules.moves(state)
    } else {
        vec![rules.strategy_move(state, &Control::default())]
    };
    let after = |played: &Move| {
        let next = rules.apply(state, played);
        rules.gain(state, &next, knower) + reply_to_greedy(rules, &next, knower)
    };
    moves.iter().map(after).max().expect("a move")
}

#[test]
fn best_replies_to_the_greedy_turn() {
    for columns in [vec![1, 3], vec![2, 2, 1], vec![4, 1], vec![1, 2, 2]] {
        let readings = Readings {
            pair: Pair::Changed,
            stop_early: false,
            borrow: columns.len() < 3,
            stall_limit: 1,
            players: 2,
        };
        let rules = Palisade::new(&columns, readings).expect("a palisade");
        let control = Control::default();
        let mut replies = BestReply::new(&rules, usize::MAX, &control);
        let start = rules.initial();
        assert_eq!(replies.lead(start), Ok(reply_to_greedy(&rules, start, 0)), "{columns:?}");
        assert_eq!(replies.to_greedy(start), Ok(-reply_to_greedy(&rules, start, 1)), "{columns:?}");
        // No player gets more than the best reply, and the value is the least result of the replies.
        let value = rules.value(start, &control).expect("a value").expect("of two players");
        assert!(replies.lead(start).expect("a lead") >= value);
        assert!(replies.to_greedy(start).expect("a lead") <= value);
        let mut few = BestReply::new(&rules, 1, &control);
        assert!(few.lead(start).is_err());
    }
}

/// Values of best replies to the shortest-path strategy, by iteration over all positions that can occur:
/// which player can win, and then which can avoid losing indefinitely.
fn reply_to_strategy(rules: &Corridor, knower: usize) -> i64 {
    let control = Control::default();
    let mut all = vec![*rules.initial()];
    let mut after: HashMap<corridor::rules::state::State, Vec<corridor::rules::state::State>> =
        HashMap::new();
    while let Some(at) = all.pop() {
        if after.contains_key(&at) {
            continue;
        }
        let moves = match rules.status(&at) {
            Status::ToMove(mover) if mover == knower => rules.moves(&at),
            Status::ToMove(_) => vec![rules.strategy_move(&at, &control)],
            Status::Over => Vec::new(),
        };
        let next: Vec<_> = moves.iter().map(|played| rules.apply(&at, played)).collect();
        all.extend(&next);
        after.insert(at, next);
    }
    let end = |at: &corridor::rules::state::State| {
        let scores = rules.scores(at);
        scores[knower] - scores[1 - knower]
    };
    // Removes the positions from which every move leads to `bad`, until nothing changes.
    let some_way = |good: &dyn Fn(i64) -> bool, for_ever: bool| {
        let mut holds: HashMap<_, bool> = after
            .iter()
            .map(|(at, next)| (*at, if next.is_empty() { good(end(at)) } else { for_ever }))
            .collect();
        loop {
            let changed: Vec<_> = after
                .iter()
                .filter(|(_, next)| !next.is_empty())
                .map(|(at, next)| (*at, next.iter().any(|next| holds[next])))
                .filter(|(at, now)| holds[at] != *now)
                .collect();
            if changed.is_empty() {
                return holds[rules.initial()];
            }
            holds.extend(changed);
        }
    };
    if some_way(&|lead| lead > 0, false) {
        1
    } else if some_way(&|lead| lead >= 0, true) {
        0
    } else {
        -1
    }
}

#[test]
fn best_replies_to_the_shortest_path_strategy() {
    let mut seen = 0;
    for parameters in [
        "n = 3\nwalls = 0",
        "n = 3\nwalls = 1",
        "n = 3\nwalls = 2",
        "n = 3\nwalls = 1\njump = \"diagonal\"",
        "n = 4\nwalls = 0",
        "n = 4\nwalls = 1",
        "n = 3\nwalls = 2\npassability = \"border\"",
        "n = 3\nwalls = 1\nposition = \"b1,a3/h:a2/v:/0,1/2\"",
    ] {
        let Game::Corridor(rules) = puzzle("corridor", parameters).game else { unreachable!() };
        let found = rules.analyse(rules.initial(), &Control::default());
        let remark = found.remarks.iter().find(|(title, _)| *title == "shortest-path strategy");
        let Some((_, text)) = remark else { continue };
        seen += 1;
        let Status::ToMove(mover) = rules.status(rules.initial()) else { unreachable!() };
        let follows = -reply_to_strategy(&rules, 1 - mover);
        let meets = reply_to_strategy(&rules, mover);
        assert!(
            text.contains(&format!("move: {follows:+} if they follow")),
            "{parameters}: {text}"
        );
        assert!(text.contains(&format!("best, {meets:+} if the other")), "{parameters}: {text}");
    }
    assert!(seen >= 6, "{seen} remarks");
}
