//! The engine against others, games with random openings and sides swapped:
//! `cargo bench --bench matches [-- NAME]`. A draw is half a win. `MATCH_GAMES` games (100) are played
//! with `MATCH_MILLISECONDS` (50) a move for both sides.

use std::time::{Duration, Instant};

use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::Source;
use soliter::games::corridor::Corridor;
use soliter::games::corridor::state::State;
use soliter::games::opponent::Opponent;
use soliter::games::palisade::Palisade;
use soliter::games::playthrough::Playthrough;
use soliter::games::pyramid::Pyramid;
use soliter::games::rules::{Rules, Status};
use soliter::games::{Game, analysis::Solver};
use soliter::library;

/// Longer games are draws.
const MOST_PLIES: usize = 1000;

fn setting(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn control() -> Control {
    let time = Duration::from_millis(setting("MATCH_MILLISECONDS", 50) as u64);
    Control::default().within(time).memory(1 << 28)
}

fn game(model: &str, parameters: &str) -> Game {
    let text = format!("title = \"match\"\nmodel = \"{model}\"\n{parameters}\n");
    let loaded = soliter::load(&Source::new("match.toml", &text), &library::model);
    let loaded = loaded.unwrap_or_else(|faults| panic!("{faults}"));
    loaded.game().expect("a game").game
}

/// Whose moves are played.
type Player<'p, R> =
    dyn Fn(&R, &<R as Rules>::State, &mut fastrand::Rng) -> <R as Rules>::Move + 'p;

fn engine<R: Solver>(rules: &R, state: &R::State, random: &mut fastrand::Rng) -> R::Move {
    Opponent::Perfect.choose(rules, state, &control(), |n| random.usize(0..n)).played
}

fn text<R: Solver>(rules: &R, state: &R::State, _: &mut fastrand::Rng) -> R::Move {
    rules.strategy_move(state, &control())
}

/// The difference of the shortest paths for the player to move: all that the plain search knows.
fn difference(rules: &Corridor, state: &State) -> i32 {
    let open = rules.open(state);
    let steps = |player: usize| {
        let path = rules.board().distance(state.pawn(player), rules.board().goal(player), &open);
        path.map_or(100, |steps| steps as i32)
    };
    steps(1 - state.mover()) - steps(state.mover())
}

/// A plain alpha-beta: all moves, those that leave the best difference first; no table.
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

type Played = (soliter::games::corridor::state::Move, State);

fn plain_order(rules: &Corridor, state: &State) -> Vec<(i32, Played)> {
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
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

/// Deeper and deeper till the time is over.
fn plain(
    rules: &Corridor,
    state: &State,
    _: &mut fastrand::Rng,
) -> soliter::games::corridor::state::Move {
    let control = control();
    let mut order = plain_order(rules, state);
    for depth in 1..60 {
        let mut alpha = -100_000;
        let mut best = None;
        for (number, (_, (_, next))) in order.iter().enumerate() {
            let score = plain_score(rules, next, depth - 1, (-100_000, -alpha), &control);
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

/// Wins, draws and losses of the first player over the second.
fn compete<R: Solver>(
    name: &str,
    opening: &dyn Fn(&mut fastrand::Rng) -> (R, usize),
    first: &Player<'_, R>,
    second: &Player<'_, R>,
) {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
        return;
    }
    let clock = Instant::now();
    let mut results = [0usize; 3];
    let mut margin = 0;
    let mut plies = 0;
    let games = setting("MATCH_GAMES", 100);
    for number in 0..games {
        // Two games from each opening, with sides swapped.
        let mut random = fastrand::Rng::with_seed(number as u64 / 2 + 1);
        let (rules, random_plies) = opening(&mut random);
        let mut game = Playthrough::new(&rules);
        for _ in 0..random_plies {
            let mut moves = Vec::new();
            rules.moves(game.state(), &mut moves);
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
            let turn = if player == swapped { first } else { second };
            let played = turn(&rules, game.state(), &mut random);
            game.make(played);
        }
        plies += game.moves().len();
        let scores = rules.scores(game.state());
        let over = rules.status(game.state()) == Status::Over;
        let lead = if over { scores[swapped] - scores[1 - swapped] } else { 0 };
        margin += lead;
        results[(1 - lead.signum()) as usize] += 1;
    }
    let [won, drawn, lost] = results;
    let percent = (100 * won + 50 * drawn) as f64 / games as f64;
    println!(
        "| {name} | {won}:{drawn}:{lost} | {percent:.0} % | {:+.1} | {:.0} | {:.0} |",
        margin as f64 / games as f64,
        plies as f64 / games as f64,
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

/// A palisade of 30 stones in columns of 1 to 7.
fn palisade(random: &mut fastrand::Rng) -> (Palisade, usize) {
    let mut heights = Vec::new();
    let mut left = 30;
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

fn main() {
    println!("| match | won:drawn:lost | score | points | plies | seconds |");
    println!("|---|---|---|---|---|---|");
    for (name, model, parameters) in [
        ("Quoridor 9x9", "quoridor", ""),
        ("Corridor 9x9 basic", "corridor", "preset = \"basic\""),
        ("Corridor 9x9 fewer", "corridor", "preset = \"fewer\""),
        ("Corridor 9x9 passable", "corridor", "preset = \"passable\""),
    ] {
        let opening = |_: &mut fastrand::Rng| corridor(model, parameters, 4);
        compete(&format!("{name}, plain alpha-beta"), &opening, &engine, &plain);
        compete(&format!("{name}, the text's strategy"), &opening, &engine, &text);
    }
    for base in [10, 16] {
        let opening = |_: &mut fastrand::Rng| pyramid(base);
        compete(&format!("Pyramid {base}, the text's strategy"), &opening, &engine, &text);
    }
    compete("Palisade 30, greedy", &palisade, &engine, &text);
}
