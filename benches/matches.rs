//! Matches of the engine against others, with random openings and swapped sides, in two threads:
//! `cargo bench --bench matches [-- NAME]`. A draw is half a win; a pair of games from one opening is won by the
//! side with more points in both together. `MATCH_GAMES` games (100) are played. Both sides have the time per move that
//! the row states, or `MATCH_MILLISECONDS`. It is computing time; on Linux, see [`stretch`].

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::Source;
use soliter::games::corridor::Corridor;
use soliter::games::corridor::rules::state::State;
use soliter::games::palisade::Palisade;
use soliter::games::palisade::best_reply::BestReply;
use soliter::games::play::opponent::Opponent;
use soliter::games::play::playthrough::Playthrough;
use soliter::games::pyramid::Pyramid;
use soliter::games::rules::{Notation, Rules, Status};
use soliter::games::{Game, analysis::Solver};
use soliter::library;

/// Longer games are draws.
const MOST_PLIES: usize = 1000;

fn setting(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The wall-clock time for one unit of computing time: while other processes use the processors too, this
/// thread waits for one, and gets proportionally longer. It is measured over the last moves, in which each
/// later move has twice the weight.
fn stretch() -> f64 {
    thread_local! {
        /// The nanoseconds for which the thread had run and waited at the last call; and those of the last
        /// moves.
        static SEEN: Cell<[[f64; 2]; 2]> = const { Cell::new([[0.0; 2]; 2]) };
    }
    let Ok(text) = std::fs::read_to_string("/proc/thread-self/schedstat") else { return 1.0 };
    let mut numbers = text.split_whitespace().map(|word| word.parse().unwrap_or(0.0));
    let now = [(); 2].map(|()| numbers.next().unwrap_or(0.0));
    let [last, seen] = SEEN.get();
    let [ran, waited] = [0, 1].map(|i| seen[i] / 2.0 + now[i] - last[i]);
    SEEN.set([now, [ran, waited]]);
    (1.0 + waited / ran.max(1.0)).min(20.0)
}

/// The limits of a move of this many milliseconds.
fn control(milliseconds: usize) -> Control {
    let time = Duration::from_millis(setting("MATCH_MILLISECONDS", milliseconds) as u64);
    Control::default().within(time.mul_f64(stretch())).memory(1 << 28)
}

fn game(model: &str, parameters: &str) -> Game {
    let text = format!("title = \"match\"\nmodel = \"{model}\"\n{parameters}\n");
    let loaded = soliter::load(&Source::new("match.toml", &text), &library::model);
    let loaded = loaded.unwrap_or_else(|faults| panic!("{faults}"));
    loaded.game().expect("a game").game
}

/// A player, which chooses moves.
type Player<R> = fn(&R, &<R as Notation>::State, &Control) -> <R as Notation>::Move;

fn engine<R: Solver>(rules: &R, state: &R::State, control: &Control) -> R::Move {
    Opponent::Perfect.choose(rules, state, control, |_| 0).played
}

fn text<R: Solver>(rules: &R, state: &R::State, control: &Control) -> R::Move {
    rules.strategy_move(state, control)
}

/// The difference of the shortest paths for the player to move, which is the whole evaluation of the plain
/// search.
fn difference(rules: &Corridor, state: &State) -> i32 {
    let open = rules.open(state);
    let steps = |player: usize| {
        let path = rules.board().distance(state.pawn(player), rules.board().goal(player), &open);
        path.map_or(100, |steps| steps as i32)
    };
    steps(1 - state.mover()) - steps(state.mover())
}

/// A plain alpha-beta search: all moves, beginning with those that lead to the best difference; no table.
fn plain_score(
    rules: &Corridor,
    state: &State,
    depth: usize,
    (mut alpha, beta): (i32, i32),
    control: &Control,
) -> Result<i32, Stop> {
    control.check()?;
    if rules.status(state) == Status::Over {
        return Ok(rules.final_value(state) as i32 * 10_000);
    }
    if depth == 0 {
        return Ok(difference(rules, state));
    }
    for (_, next) in plain_order(rules, state) {
        let score = -plain_score(rules, &next.1, depth - 1, (-beta, -alpha), control)?;
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    Ok(alpha)
}

type Played = (soliter::games::corridor::rules::state::Move, State);

fn plain_order(rules: &Corridor, state: &State) -> Vec<(i32, Played)> {
    let moves = rules.moves(state);
    let mut order: Vec<(i32, Played)> = moves
        .into_iter()
        .map(|played| {
            let next = rules.apply(state, &played);
            (difference(rules, &next), (played, next))
        })
        .collect();
    order.sort_by_key(|(his, _)| *his);
    order
}

/// Iterative deepening until the time is over.
fn plain(
    rules: &Corridor,
    state: &State,
    control: &Control,
) -> soliter::games::corridor::rules::state::Move {
    let mut order = plain_order(rules, state);
    for depth in 1..60 {
        let mut alpha = -100_000;
        let mut best = None;
        for (number, (_, (_, next))) in order.iter().enumerate() {
            let score = plain_score(rules, next, depth - 1, (-100_000, -alpha), control);
            let Ok(score) = score.map(|score| -score) else { break };
            if score > alpha {
                (alpha, best) = (score, Some(number));
            }
        }
        if let Some(best) = best {
            order[..=best].rotate_right(1);
        }
        if control.check().is_err() {
            break;
        }
    }
    order[0].1.0
}

/// Whether a row with this name was requested.
fn wanted(name: &str) -> bool {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()))
}

/// The numbers of games won, drawn and lost, given the leads.
fn tally(leads: impl Iterator<Item = i64>) -> [usize; 3] {
    let mut results = [0; 3];
    for lead in leads {
        results[(1 - lead.signum()) as usize] += 1;
    }
    results
}

/// A game from the opening of its pair: the lead of the first player at the end, and the number of plies.
fn play<R: Solver>(
    number: usize,
    opening: &dyn Fn(&mut fastrand::Rng) -> (R, usize),
    players: [Player<R>; 2],
    milliseconds: usize,
) -> (i64, usize) {
    let mut random = fastrand::Rng::with_seed(number as u64 / 2 + 1);
    let (rules, random_plies) = opening(&mut random);
    let mut game = Playthrough::new(&rules);
    for _ in 0..random_plies {
        let mut moves = rules.moves(game.state());
        if !moves.is_empty() {
            let chosen = random.usize(0..moves.len());
            game.make(moves.swap_remove(chosen));
        }
    }
    let swapped = number % 2;
    while let Status::ToMove(player) = game.status() {
        if game.moves().len() >= MOST_PLIES {
            break;
        }
        let turn = players[usize::from(player != swapped)];
        let played = turn(&rules, game.state(), &control(milliseconds));
        game.make(played);
    }
    let scores = rules.scores(game.state());
    let over = rules.status(game.state()) == Status::Over;
    let lead = if over { scores[swapped] - scores[1 - swapped] } else { 0 };
    (lead, game.moves().len())
}

/// The row of a match of the first player against the second.
fn compete<R: Solver>(
    name: &str,
    milliseconds: usize,
    opening: &(dyn Fn(&mut fastrand::Rng) -> (R, usize) + Sync),
    players: [Player<R>; 2],
) {
    if !wanted(name) {
        return;
    }
    let clock = Instant::now();
    let games = setting("MATCH_GAMES", 100).next_multiple_of(2);
    let next = AtomicUsize::new(0);
    let played = Mutex::new(vec![(0, 0); games]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= games {
                        break;
                    }
                    let found = play(number, opening, players, milliseconds);
                    played.lock().expect("no game panics")[number] = found;
                }
            });
        }
    });
    let played = played.into_inner().expect("no game panics");
    let [won, drawn, lost] = tally(played.iter().map(|(lead, _)| *lead));
    let pairs = tally(played.chunks_exact(2).map(|pair| pair[0].0 + pair[1].0));
    let percent =
        |won: usize, drawn: usize, all: usize| (100 * won + 50 * drawn) as f64 / all as f64;
    println!(
        "| {name} | {milliseconds} | {won}:{drawn}:{lost} | {:.0} % | {}:{}:{} | {:+.1} | {:.0} | {:.0} |",
        percent(won, drawn, games),
        pairs[0],
        pairs[1],
        pairs[2],
        played.iter().map(|(lead, _)| lead).sum::<i64>() as f64 / games as f64,
        played.iter().map(|(_, plies)| plies).sum::<usize>() as f64 / games as f64,
        clock.elapsed().as_secs_f64()
    );
}

fn corridor(model: &str, parameters: &str, plies: usize) -> (Corridor, usize) {
    match game(model, parameters) {
        Game::Corridor(rules) => (rules, plies),
        _ => unreachable!("a game of that kind"),
    }
}

fn pyramid(base: usize) -> (Pyramid, usize) {
    match game("pyramid", &format!("base = {base}")) {
        Game::Pyramid(rules) => (rules, 2),
        _ => unreachable!("a game of that kind"),
    }
}

/// A palisade with this many stones in columns of 1 to 7.
fn palisade(stones: usize, random: &mut fastrand::Rng) -> (Palisade, usize) {
    let mut heights = Vec::new();
    let mut left = stones;
    while left > 0 {
        let height = random.usize(1..=7).min(left);
        heights.push(height.to_string());
        left -= height;
    }
    match game("palisade", &format!("columns = [{}]", heights.join(", "))) {
        Game::Palisade(rules) => (rules, 0),
        _ => unreachable!("a game of that kind"),
    }
}

/// The result of the best reply to the greedy turn if the greedy player begins, by opening: no player can get
/// more.
fn best_replies(stones: usize) {
    let name = format!("Palisade {stones}, best reply to greedy, which begins");
    if !wanted(&name) {
        return;
    }
    let clock = Instant::now();
    let openings = setting("MATCH_GAMES", 100).div_ceil(2);
    let leads: Vec<i64> = (0..openings)
        .map(|number| {
            let mut random = fastrand::Rng::with_seed(number as u64 + 1);
            let (rules, control) = (palisade(stones, &mut random).0, Control::default());
            let mut replies = BestReply::new(&rules, usize::MAX, &control);
            -replies.to_greedy(rules.initial()).expect("a value without limits")
        })
        .collect();
    let [won, drawn, lost] = tally(leads.iter().copied());
    let percent = (100 * won + 50 * drawn) as f64 / openings as f64;
    let lead = leads.iter().sum::<i64>() as f64 / openings as f64;
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "| {name} | | {won}:{drawn}:{lost} | {percent:.0} % | | {lead:+.1} | | {seconds:.0} |"
    );
}

fn main() {
    println!("| match | ms | won:drawn:lost | score | pairs | points | plies | seconds |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, model, parameters) in [
        ("Quoridor 9x9", "quoridor", ""),
        ("Corridor 9x9 basic", "corridor", "preset = \"basic\""),
        ("Corridor 9x9 fewer", "corridor", "preset = \"fewer\""),
        ("Corridor 9x9 passable", "corridor", "preset = \"passable\""),
    ] {
        let opening = |_: &mut fastrand::Rng| corridor(model, parameters, 4);
        compete(&format!("{name}, plain alpha-beta"), 40, &opening, [engine, plain]);
        compete(&format!("{name}, the text's strategy"), 20, &opening, [engine, text]);
    }
    for base in [10, 16] {
        let opening = |_: &mut fastrand::Rng| pyramid(base);
        compete(&format!("Pyramid {base}, the text's strategy"), 20, &opening, [engine, text]);
    }
    for stones in [22, 30] {
        let opening = |random: &mut fastrand::Rng| palisade(stones, random);
        compete(&format!("Palisade {stones}, greedy"), 100, &opening, [engine, text]);
    }
    best_replies(22);
}
