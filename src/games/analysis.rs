//! Values of positions: what a game's solver finds, and the check that it passes before anybody
//! sees it.

use rustc_hash::FxHashMap;

use crate::base::control::{Control, Stop};
use crate::games::rules::{Rules, Status};

/// What is known of a position. Values are those of the player to move: points still to be won
/// minus those of the other player, or 1, 0 and -1 for won, drawn and lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M> {
    /// The value under best play of both sides, if it is proved.
    pub value: Option<i64>,
    /// Every legal move with its value, where that is proved; some of them where `stopped` says that
    /// there was no memory for all.
    pub moves: Vec<(M, Option<i64>)>,
    /// All moves that keep the value; where it is not proved, the best move found.
    pub best: Vec<M>,
    /// Best play from here, to the end of the game where it is finite and the value is proved.
    pub line: Vec<M>,
    /// Positions looked at.
    pub states: u64,
    /// What ended the attempt early.
    pub stopped: Option<Stop>,
    /// What else was computed: a title and a text.
    pub remarks: Vec<(&'static str, String)>,
}

/// A game that can be solved and played against.
pub trait Solver: Rules {
    /// The value of a finished game for the player who would be next: nothing more is won in a game
    /// of points.
    fn final_value(&self, _state: &Self::State) -> i64 {
        0
    }

    /// The value of a position with at least one legal move, as far as the limits allow.
    fn analyse(&self, state: &Self::State, control: &Control) -> Analysis<Self::Move>;

    /// The move of the strategy that the game's source describes, for a position with at least one
    /// legal move; some legal move where a limit comes first.
    fn strategy_move(&self, state: &Self::State, control: &Control) -> Self::Move;
}

/// A finding that contradicts the rules or itself: a fault of this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the analysis of \"{position}\" is wrong: {what}")]
pub struct WrongAnalysis {
    /// The position, in the game's notation.
    pub position: String,
    /// What does not fit.
    pub what: String,
}

/// What the solver finds, if it passes [`verify`]; the result of a game that is over.
///
/// # Errors
/// What does not fit.
pub fn verified<R: Solver>(
    rules: &R,
    state: &R::State,
    control: &Control,
) -> Result<Analysis<R::Move>, WrongAnalysis> {
    if rules.status(state) == Status::Over {
        return Ok(Analysis {
            value: Some(rules.final_value(state)),
            moves: Vec::new(),
            best: Vec::new(),
            line: Vec::new(),
            states: 1,
            stopped: None,
            remarks: Vec::new(),
        });
    }
    let found = rules.analyse(state, control);
    verify(rules, state, &found).map(|()| found)
}

/// Replays what a solver found: its moves are the legal ones, its best moves keep the value, and
/// its line, where it ends the game, ends it with that value.
///
/// # Errors
/// What does not fit.
pub fn verify<R: Rules>(
    rules: &R,
    state: &R::State,
    found: &Analysis<R::Move>,
) -> Result<(), WrongAnalysis> {
    let wrong = |what: String| WrongAnalysis { position: rules.write_position(state), what };
    let mut legal = Vec::new();
    rules.moves(state, &mut legal);
    let values: FxHashMap<&R::Move, Option<i64>> =
        found.moves.iter().map(|(played, value)| (played, *value)).collect();
    let listed = legal.iter().filter(|m| values.contains_key(m)).count();
    let whole = listed == legal.len() || found.stopped == Some(Stop::Memory);
    if found.moves.len() != listed || !whole {
        return Err(wrong("its moves are not the legal ones".into()));
    }
    if !found.best.iter().all(|m| values.contains_key(m)) {
        return Err(wrong("a best move is not legal".into()));
    }
    let all: Option<Vec<i64>> = found.moves.iter().map(|(_, value)| *value).collect();
    if let (Some(value), Some(all)) = (found.value, all) {
        if all.iter().max() != Some(&value) {
            return Err(wrong(format!("no move has the value {value}, or one has more")));
        }
        let keeps = |m: &R::Move| values.get(m) == Some(&Some(value));
        let keeping = all.iter().filter(|other| **other == value).count();
        if found.best.len() != keeping || !found.best.iter().all(keeps) {
            return Err(wrong("its best moves are not those of its value".into()));
        }
    }
    verify_line(rules, state, found).map_err(wrong)
}

fn verify_line<R: Rules>(
    rules: &R,
    state: &R::State,
    found: &Analysis<R::Move>,
) -> Result<(), String> {
    let Status::ToMove(player) = rules.status(state) else {
        return Err("nobody is to move".into());
    };
    let mut at = state.clone();
    let mut legal = Vec::new();
    for (ply, played) in found.line.iter().enumerate() {
        legal.clear();
        rules.moves(&at, &mut legal);
        if !legal.contains(played) {
            return Err(format!("ply {} of its line is not legal", ply + 1));
        }
        at = rules.apply(&at, played);
    }
    let over = rules.status(&at) == Status::Over;
    match found.value {
        Some(value) if over && rules.gain(state, &at, player) != value => {
            Err(format!("its line ends with {}, not {value}", rules.gain(state, &at, player)))
        }
        _ => Ok(()),
    }
}
