//! The analysis of a position, and the check that every analysis must pass.

use rustc_hash::FxHashMap;

use crate::rules::{Rules, Status, lead};
use crate::strategy::Bounds;
use soliter_base::control::Stop;

/// The result of a depth-limited search of a position. None of it is proved.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Opinion {
    /// Every variation was searched to at least this number of turns; promising ones to more.
    pub depth: usize,
    /// The expected value for the player to move, in thousandths of the unit of values.
    pub score: i32,
    /// Positions searched per second.
    pub states_per_second: u64,
}

/// The analysis of a position. Values are for the player to move: the points still to be won minus those of
/// the others, or 1, 0 and -1 for a win, a draw and a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M> {
    /// The value under best play of both sides, if it is proved.
    pub value: Option<i64>,
    /// The proved bounds on the value; if the value is proved, both equal it. With more than two players,
    /// `least` holds even if all others cooperate.
    pub bounds: Bounds,
    /// Every legal move, with its value if it is proved.
    pub moves: Vec<(M, Option<i64>)>,
    /// All moves that are proved to keep the value; if the value is not proved, the best move found, which
    /// keeps the lower bound.
    pub best: Vec<M>,
    /// Best play from here, as far as it is known.
    pub line: Vec<M>,
    /// The result of a search, if the value is not proved.
    pub opinion: Option<Opinion>,
    /// The number of positions examined.
    pub states: u64,
    /// The limit that stopped the analysis early.
    pub stopped: Option<Stop>,
}

impl<M: Clone> Analysis<M> {
    /// An analysis with nothing but the legal moves.
    pub fn unknown(legal: &[M], stopped: Option<Stop>) -> Self {
        Self {
            value: None,
            bounds: Bounds::default(),
            moves: legal.iter().map(|played| (played.clone(), None)).collect(),
            best: Vec::new(),
            line: Vec::new(),
            opinion: None,
            states: 0,
            stopped,
        }
    }

    /// Sets a proved value; the moves proved to have it, if any, become the best moves.
    #[must_use]
    pub fn decided(mut self, value: i64) -> Self {
        let keeping = self.moves.iter().filter(|(_, of)| *of == Some(value));
        let keeping: Vec<M> = keeping.map(|(played, _)| played.clone()).collect();
        if !keeping.is_empty() {
            self.best = keeping;
        }
        let bounds = Bounds::exactly(value);
        Self { value: Some(value), bounds, opinion: None, stopped: None, ..self }
    }
}

/// An analysis that contradicts the rules or itself, which is a bug in this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the analysis of \"{position}\" is wrong: {what}")]
pub struct WrongAnalysis {
    /// The position, in the game's notation.
    pub position: String,
    /// The contradiction.
    pub what: String,
}

/// Checks that the moves of an analysis are the legal ones, that its best moves keep the value, and that its
/// line, if it ends the game, ends it with that value.
pub fn verify<R: Rules>(
    rules: &R,
    state: &R::State,
    found: &Analysis<R::Move>,
) -> Result<(), WrongAnalysis> {
    contradiction(rules, state, found)
        .map_or(Ok(()), |what| Err(WrongAnalysis { position: rules.write_position(state), what }))
}

fn contradiction<R: Rules>(
    rules: &R,
    state: &R::State,
    found: &Analysis<R::Move>,
) -> Option<String> {
    let Status::ToMove(player) = rules.status(state) else {
        return Some("no player is to move".into());
    };
    let values: FxHashMap<&R::Move, Option<i64>> =
        found.moves.iter().map(|(played, value)| (played, *value)).collect();
    let legal = rules.moves(state);
    let listed = legal.iter().filter(|played| values.contains_key(played)).count();
    if listed != legal.len() || found.moves.len() != listed {
        return Some("its moves are not the legal ones".into());
    }
    if !found.best.iter().all(|played| values.contains_key(played)) {
        return Some("a best move is not legal".into());
    }
    let Bounds { least, most } = found.bounds;
    if found.value != found.bounds.value() {
        return Some("its value is not that of its bounds".into());
    }
    if least.zip(most).is_some_and(|(least, most)| least > most) {
        return Some("its bounds leave no value".into());
    }
    for (played, value) in &found.moves {
        let Some(value) = *value else { continue };
        if most.is_some_and(|most| value > most) {
            return Some("a move is worth more than the position".into());
        }
        if least.is_some_and(|least| value < least) && found.best.contains(played) {
            return Some("a best move is worth less than what is proved".into());
        }
    }
    let all: Option<Vec<i64>> = found.moves.iter().map(|(_, value)| *value).collect();
    if let (Some(value), Some(all)) = (found.value, all) {
        let keeping = all.iter().filter(|other| **other == value).count();
        let keeps = |played: &R::Move| values.get(played) == Some(&Some(value));
        if keeping == 0 || found.best.len() != keeping || !found.best.iter().all(keeps) {
            return Some("its best moves are not those of its value".into());
        }
    }
    let mut at = state.clone();
    for (ply, played) in found.line.iter().enumerate() {
        if !rules.moves(&at).contains(played) {
            return Some(format!("ply {} of its line is not legal", ply + 1));
        }
        at = rules.apply(&at, played);
    }
    let (value, about) = (found.value?, rules.about());
    if rules.status(&at) != Status::Over {
        return None;
    }
    let lead = |state: &R::State| lead(rules, about.players, state, player);
    let won = if about.result_counts { lead(&at).signum() } else { lead(&at) - lead(state) };
    (won != value).then(|| format!("its line ends with {won}, not {value}"))
}
