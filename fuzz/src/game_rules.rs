//! A random line of a board game, compared with a plain implementation of its rules.

use std::collections::BTreeMap;

use arbitrary::{Result, Unstructured};
use soliter::games::corridor::Corridor;
use soliter::games::palisade::actions::Pair;
use soliter::games::palisade::{Move, Palisade, Readings};
use soliter::games::pyramid::{Parameters, Pyramid, Shift};
use soliter::games::rules::{Rules, Status, scores};
use soliter::games::{Game, GamePuzzle};
use soliter::{Source, library};

use soliter_testing::corridor::{Plain, Position};
use soliter_testing::palisade as plain_palisade;
use soliter_testing::pyramid::{Oracle, Stones};

/// Longer lines are broken off.
const PLIES: usize = 24;

/// Plays a line of one of the games.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    // If the bytes end before the game has begun, there is no line.
    let _ = match u.int_in_range(0..=2u8) {
        Ok(0) => corridor(&mut u),
        Ok(1) => palisade(&mut u),
        _ => pyramid(&mut u),
    };
}

fn legal<R: Rules>(rules: &R, state: &R::State) -> BTreeMap<String, R::Move> {
    let moves = rules.moves(state);
    let count = moves.len();
    let named: BTreeMap<_, _> =
        moves.into_iter().map(|played| (rules.write_move(state, &played), played)).collect();
    assert_eq!(named.len(), count, "a move twice: {}", rules.write_position(state));
    named
}

fn corridor(u: &mut Unstructured<'_>) -> Result<()> {
    let length = if u.ratio(1, 3)? { 2 } else { 1 };
    let plain = Plain {
        columns: u.int_in_range(3..=5)?,
        rows: u.int_in_range(3..=5)?,
        players: u.int_in_range(2..=4)?,
        rule: u.choose(&["none", "border", "sides", "opposite", "path"])?,
        diagonal: u.arbitrary()?,
        length,
        border: length == 1 && u.ratio(1, 4)?,
    };
    let left = if u.ratio(2, 3)? { Some(u.int_in_range(0..=11)?) } else { None };
    let (rules, mut position) = corridors(&plain, left);
    let mut state = *rules.initial();
    for _ in 0..PLIES {
        let text = Plain::text(&position);
        assert_eq!(rules.read_position(&text).as_ref(), Ok(&state), "{text}");
        let actions = plain.actions(&position);
        let mine: Vec<String> = legal(&rules, &state).into_keys().collect();
        let plainly: Vec<&String> = actions.iter().map(|(name, _)| name).collect();
        assert_eq!(mine.iter().collect::<Vec<_>>(), plainly, "{plain:?} {text}");
        let winner = scores(&rules, &state).iter().position(|score| *score == 1);
        match rules.status(&state) {
            Status::ToMove(player) => assert_eq!((player, winner), (position.mover, None)),
            Status::Over => assert_eq!(winner, plain.winner(&position), "{text}"),
        }
        if actions.is_empty() || u.is_empty() {
            break;
        }
        let (name, after) = u.choose(&actions)?;
        let played = rules.read_move(&state, name).expect("a legal move");
        state = rules.apply(&state, &played);
        position = after.clone();
    }
    Ok(())
}

/// The same game in both implementations; `left: None` means unlimited.
fn corridors(plain: &Plain, left: Option<u32>) -> (Corridor, Position) {
    let walls = left.map_or("\"unlimited\"".into(), |walls| walls.to_string());
    let jump = if plain.diagonal { "diagonal" } else { "straight" };
    let text = format!(
        "model = \"corridor\"\nn = {}\nrows = {}\nplayers = {}\nwalls = {walls}\npassability = \"{}\"\n\
         jump = \"{jump}\"\nwall_length = {}\nborder_walls = {}",
        plain.columns, plain.rows, plain.players, plain.rule, plain.length, plain.border
    );
    let model = library::model("corridor").expect("a model");
    let puzzle = GamePuzzle::parse(&Source::new("corridor.toml", text), &model);
    let rules = match puzzle.expect("a puzzle").game {
        Game::Corridor(rules) => rules,
        other => panic!("another game: {other:?}"),
    };
    let (columns, rows) = (plain.columns, plain.rows);
    let (across, up) = (columns / 2, rows / 2);
    let starts = [(across, 0), (across, rows - 1), (0, up), (columns - 1, up)];
    let pawns = starts[..plain.players].to_vec();
    (rules, Position { pawns, sticks: [].into(), left: vec![left; plain.players], mover: 0 })
}

fn palisade(u: &mut Unstructured<'_>) -> Result<()> {
    let columns: Vec<u8> =
        (0..u.int_in_range(1..=5)?).map(|_| u.int_in_range(1..=5u8)).collect::<Result<_>>()?;
    let (new_pairs, stop_early, borrow) = (u.arbitrary()?, u.arbitrary()?, u.arbitrary()?);
    let pair = if new_pairs { Pair::New } else { Pair::Changed };
    let stall_limit = u.int_in_range(1..=4u8)?;
    let readings = Readings { pair, stop_early, borrow, stall_limit, players: 2 };
    let Some(rules) = Palisade::new(&columns, readings) else { return Ok(()) };
    let mut state = rules.initial().clone();
    for _ in 0..PLIES {
        let text = rules.write_position(&state);
        let heights: Vec<u32> = state.columns.iter().copied().map(u32::from).collect();
        let mut named = legal(&rules, &state);
        if plain_palisade::is_over(&heights) || state.scoreless >= stall_limit {
            assert_eq!(rules.status(&state), Status::Over, "{text}");
            assert!(named.is_empty(), "{text}");
            break;
        }
        let (made, owes) = (u32::from(state.made), state.owes());
        let complete = if owes { made == 2 } else { made == 3 || borrow && made == 4 };
        let early = stop_early && (made == 1 || made == 2);
        let ends = named.values().any(|played| *played == Move::End);
        assert_eq!(ends, complete || early, "the end of a turn: {text}");
        named.retain(|_, played| *played != Move::End);
        let most = if owes { 2 } else { 3 + u32::from(borrow) };
        let plainly = if made < most {
            plain_palisade::actions(&heights, new_pairs)
        } else {
            BTreeMap::new()
        };
        assert!(named.keys().eq(plainly.keys()), "{text}: {named:?}, plainly {plainly:?}");
        for (name, played) in &named {
            let after = rules.apply(&state, played);
            let left: Vec<u32> = after.columns.iter().copied().map(u32::from).collect();
            let points = after.scores.iter().sum::<u32>() - state.scores.iter().sum::<u32>();
            assert_eq!((left, points), plainly[name], "{name}: {text}");
        }
        if u.is_empty() {
            break;
        }
        let all = rules.moves(&state);
        state = rules.apply(&state, u.choose(&all)?);
    }
    Ok(())
}

fn pyramid(u: &mut Unstructured<'_>) -> Result<()> {
    let base = u.int_in_range(2..=9)?;
    let shifts: bool = u.arbitrary()?;
    let shift = if shifts { Shift::Right } else { Shift::None };
    let rules = Pyramid::new(Parameters { base, shift, ..Parameters::default() });
    let oracle = Oracle::new(shifts);
    let (mut state, mut stones) = (*rules.initial(), Stones::named(base, &[]));
    for ply in 0..PLIES {
        let text = rules.write_position(&state);
        // The game ends when the building is complete, or when a player has no move.
        let mut plainly = oracle.moves(&stones);
        plainly.sort_by(|a, b| a.0.cmp(&b.0));
        if stones.has(base, 1) {
            plainly.clear();
        }
        let bare = |name: &str| name.split('+').next().unwrap_or_default().to_owned();
        let mut mine: Vec<(String, _)> =
            legal(&rules, &state).into_iter().map(|(name, played)| (bare(&name), played)).collect();
        mine.sort_by(|a, b| a.0.cmp(&b.0));
        let names = |moves: &[(String, _)]| moves.iter().map(|m| m.0.clone()).collect::<Vec<_>>();
        let listed: Vec<String> = plainly.iter().map(|m| m.0.clone()).collect();
        assert_eq!(names(&mine), listed, "{text}");
        if mine.is_empty() || u.is_empty() {
            break;
        }
        let chosen = u.int_in_range(0..=mine.len() - 1)?;
        let after = rules.apply(&state, &mine[chosen].1);
        let points = scores(&rules, &after)[ply % 2] - scores(&rules, &state)[ply % 2];
        assert_eq!(points, plainly[chosen].1, "{}: {text}", plainly[chosen].0);
        (state, stones) = (after, plainly[chosen].2.clone());
    }
    Ok(())
}
