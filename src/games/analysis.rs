//! Values of positions: what a game's solver finds, and the check that it passes before anybody
//! sees it.

use rustc_hash::FxHashMap;

use crate::base::control::{Control, Stop};
use crate::games::rules::{Rules, Status};

/// What is proved of a value: not less than `least`, not more than `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Bounds {
    /// The player to move can make sure of so much.
    pub least: Option<i64>,
    /// The others can make sure that he gets no more.
    pub most: Option<i64>,
}

impl Bounds {
    /// Those of a value that is proved.
    pub fn exact(value: i64) -> Self {
        Self { least: Some(value), most: Some(value) }
    }

    /// The value, where both bounds are the same.
    pub fn value(self) -> Option<i64> {
        self.least.filter(|_| self.least == self.most)
    }
}

/// What a search of limited depth thinks of a position. Nothing of it is proved.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Opinion {
    /// Moves that every line was followed at least; more where much happens.
    pub depth: usize,
    /// What the player to move is expected to win, in thousandths of the unit of values.
    pub score: i32,
    /// Positions looked at in a second.
    pub states_per_second: u64,
}

/// What is known of a position. Values are those of the player to move: points still to be won
/// minus those of the other player, or 1, 0 and -1 for won, drawn and lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M> {
    /// The value under best play of both sides, if it is proved.
    pub value: Option<i64>,
    /// What else is proved of it; both are the value where that is proved. With more than two players
    /// `least` holds against all others together.
    pub bounds: Bounds,
    /// Where the value is not proved: the moves after which `bounds.least` is still proved. None if
    /// nothing is known of that.
    pub keeping: Vec<M>,
    /// Every legal move with its value, where that is proved; some of them where `stopped` says that
    /// there was no memory for all.
    pub moves: Vec<(M, Option<i64>)>,
    /// All moves that keep the value; where it is not proved, the best move found.
    pub best: Vec<M>,
    /// With more than two players, where that is proved: the points that each player still wins if all
    /// play best for themselves (max^n; of what is equal to who moves, what gives the best of the others
    /// least, then what gives those next in turn least). Else empty.
    pub payoffs: Vec<i64>,
    /// The same after each of `moves`.
    pub move_payoffs: Vec<Vec<i64>>,
    /// Best play from here, to the end of the game where it is finite and the value is proved.
    pub line: Vec<M>,
    /// What a search found where the value is not proved.
    pub opinion: Option<Opinion>,
    /// Positions looked at.
    pub states: u64,
    /// What ended the attempt early.
    pub stopped: Option<Stop>,
    /// What else was computed: a title and a text.
    pub remarks: Vec<(&'static str, String)>,
}

impl<M: Clone> Analysis<M> {
    /// Nothing is known but the legal moves.
    pub fn unknown(legal: &[M], stopped: Option<Stop>) -> Self {
        Self {
            value: None,
            bounds: Bounds::default(),
            keeping: Vec::new(),
            moves: legal.iter().map(|played| (played.clone(), None)).collect(),
            best: Vec::new(),
            payoffs: Vec::new(),
            move_payoffs: Vec::new(),
            line: Vec::new(),
            opinion: None,
            states: 0,
            stopped,
            remarks: Vec::new(),
        }
    }

    /// What best play comes to is proved: a value, or payoffs.
    pub fn is_solved(&self) -> bool {
        self.value.is_some() || !self.payoffs.is_empty()
    }

    /// With a value that is proved.
    #[must_use]
    pub fn valued(self, value: i64) -> Self {
        Self { value: Some(value), bounds: Bounds::exact(value), stopped: None, ..self }
    }
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

    /// The best of some legal moves, of which there must be one, by a search so many moves deep or as
    /// deep as the time allows; some of them where a limit comes first.
    fn move_ahead(
        &self,
        state: &Self::State,
        among: &[Self::Move],
        depth: usize,
        control: &Control,
    ) -> Self::Move;

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
        let found = Analysis::unknown(&[], None).valued(rules.final_value(state));
        return Ok(Analysis { states: 1, ..found });
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
    let legal = rules.moves(state);
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
    verify_bounds(found).map_err(wrong)?;
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
    verify_line(rules, state, found).map_err(wrong)?;
    if found.payoffs.is_empty() {
        return Ok(());
    }
    verify_payoffs(rules, state, found).map_err(wrong)
}

/// No move gives who is to move more than the payoffs, the best moves give them, and a line that ends
/// the game ends it with them.
fn verify_payoffs<R: Rules>(
    rules: &R,
    state: &R::State,
    found: &Analysis<R::Move>,
) -> Result<(), String> {
    let Status::ToMove(player) = rules.status(state) else {
        return Err("nobody is to move".into());
    };
    if found.move_payoffs.len() != found.moves.len() {
        return Err("its payoffs are not one list a move".into());
    }
    let own = |payoffs: &Vec<i64>| payoffs.get(player).copied();
    if found.move_payoffs.iter().map(own).max().flatten() != own(&found.payoffs) {
        return Err("no move has its payoff, or one has more".into());
    }
    let pairs = || found.moves.iter().zip(&found.move_payoffs);
    let keeping = pairs().filter(|(_, payoffs)| **payoffs == found.payoffs).map(|((m, _), _)| m);
    if found.best.is_empty() || !keeping.eq(&found.best) {
        return Err("its best moves are not those of its payoffs".into());
    }
    let last = found.line.iter().fold(state.clone(), |at, played| rules.apply(&at, played));
    let won: Vec<i64> = rules
        .scores(&last)
        .iter()
        .zip(rules.scores(state))
        .map(|(after, before)| after - before)
        .collect();
    if rules.status(&last) != Status::Over || won != found.payoffs {
        return Err(format!("its line ends with {won:?}, not {:?}", found.payoffs));
    }
    Ok(())
}

/// Bounds, values and moves that are said to keep them fit together.
fn verify_bounds<M: Clone + Eq + std::hash::Hash>(found: &Analysis<M>) -> Result<(), String> {
    let Bounds { least, most } = found.bounds;
    if found.value != found.bounds.value() {
        return Err("its value is not that of its bounds".into());
    }
    if least.zip(most).is_some_and(|(least, most)| least > most) {
        return Err("its bounds leave no value".into());
    }
    let legal = |m: &M| found.moves.iter().any(|(played, _)| played == m);
    if !found.keeping.iter().all(legal) {
        return Err("a move that keeps a bound is not legal".into());
    }
    if !found.keeping.is_empty() && !found.best.iter().all(|m| found.keeping.contains(m)) {
        return Err("a best move gives up what is proved".into());
    }
    for (played, value) in &found.moves {
        let Some(value) = *value else { continue };
        if most.is_some_and(|most| value > most) {
            return Err("a move is worth more than the position".into());
        }
        if least.is_some_and(|least| value < least)
            && (found.best.contains(played) || found.keeping.contains(played))
        {
            return Err("a best move is worth less than what is proved".into());
        }
    }
    Ok(())
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
    for (ply, played) in found.line.iter().enumerate() {
        if !rules.moves(&at).contains(played) {
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
