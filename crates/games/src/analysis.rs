//! The analysis of a position by a solver, and the check that every analysis must pass.

use rustc_hash::FxHashMap;

use crate::rules::{Rules, Status};
use soliter_base::control::{Control, Stop};

/// Proved bounds on a value: at least `least`, and at most `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Bounds {
    /// The player to move can ensure at least this value.
    pub least: Option<i64>,
    /// The other players can ensure that the player to move gets at most this value.
    pub most: Option<i64>,
}

impl Bounds {
    /// The value, if both bounds are equal.
    pub fn value(self) -> Option<i64> {
        self.least.filter(|_| self.least == self.most)
    }
}

/// The result of a depth-limited search of a position. None of it is proved.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Opinion {
    /// Every variation was searched to at least this number of moves; promising ones to more.
    pub depth: usize,
    /// The expected value for the player to move, in thousandths of the unit of values.
    pub score: i32,
    /// Positions searched per second.
    pub states_per_second: u64,
}

/// The analysis of a position. Values are for the player to move: the points still to be won minus those of
/// the other player, or 1, 0 and -1 for a win, a draw and a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<M> {
    /// The value under best play of both sides, if it is proved.
    pub value: Option<i64>,
    /// The proved bounds on the value; if the value is proved, both equal it. With more than two players,
    /// `least` holds even if all others cooperate.
    pub bounds: Bounds,
    /// If the value is not proved: the moves known to keep the lower bound `bounds.least`.
    pub keeping: Vec<M>,
    /// Every legal move, with its value if it is proved. Only some moves are listed if `stopped` is the memory limit.
    pub moves: Vec<(M, Option<i64>)>,
    /// All moves that keep the value; if the value is not proved, the best move found.
    pub best: Vec<M>,
    /// With more than two players: the points that each player still wins if all play by the rule of
    /// `engine::max_n`. Empty if the payoffs are not proved.
    pub payoffs: Vec<i64>,
    /// The payoffs after each of `moves`.
    pub move_payoffs: Vec<Vec<i64>>,
    /// Best play from here, to the end of the game if the game is finite and the value is proved.
    pub line: Vec<M>,
    /// The result of a search, if the value is not proved.
    pub opinion: Option<Opinion>,
    /// The number of positions examined.
    pub states: u64,
    /// The limit that stopped the analysis early.
    pub stopped: Option<Stop>,
    /// Further results, each with a title and a text.
    pub remarks: Vec<(&'static str, String)>,
}

impl<M: Clone> Analysis<M> {
    /// An analysis with nothing but the legal moves.
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

    /// Whether the result of best play is proved, as a value or as payoffs.
    pub fn is_solved(&self) -> bool {
        self.value.is_some() || !self.payoffs.is_empty()
    }

    /// Derives the best moves from the values of the moves. If all values are known, the greatest is the
    /// value of the position.
    #[must_use]
    pub fn by_moves(mut self) -> Self {
        let values: Option<Vec<i64>> = self.moves.iter().map(|(_, value)| *value).collect();
        let value = values.and_then(|values| values.into_iter().max());
        self.best = self.moves_of(value);
        match value {
            Some(value) => self.valued(value),
            None => self,
        }
    }

    /// Sets a proved value. The moves proved to have this value, if any, become the best moves.
    #[must_use]
    pub fn decided(mut self, value: i64) -> Self {
        let keeping = self.moves_of(Some(value));
        if !keeping.is_empty() {
            self.best = keeping;
        }
        self.keeping.clear();
        self.opinion = None;
        self.valued(value)
    }

    fn moves_of(&self, value: Option<i64>) -> Vec<M> {
        let moves = self.moves.iter().filter(|(_, of)| *of == value);
        moves.map(|(played, _)| played.clone()).collect()
    }

    /// Sets a proved value.
    #[must_use]
    pub fn valued(self, value: i64) -> Self {
        let bounds = Bounds { least: Some(value), most: Some(value) };
        Self { value: Some(value), bounds, stopped: None, ..self }
    }
}

/// A game that can be solved and played against.
pub trait Solver: Rules {
    /// The value of a finished game for the player who would be next to move; 0 in a game of points.
    fn final_value(&self, _state: &Self::State) -> i64 {
        0
    }

    /// The value of a position with at least one legal move, as far as the limits allow.
    fn analyse(&self, state: &Self::State, control: &Control) -> Analysis<Self::Move>;

    /// The best of some legal moves (at least one), found by a search of `depth` moves, or of as many as the
    /// time allows. If a limit is reached first, it may be any of them.
    fn move_ahead(
        &self,
        state: &Self::State,
        among: &[Self::Move],
        depth: usize,
        control: &Control,
    ) -> Self::Move;

    /// The move that the strategy of the game's source makes, in a position with at least one legal move. If
    /// a limit is reached first, it may be any legal move.
    fn strategy_move(&self, state: &Self::State, control: &Control) -> Self::Move;
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

/// Analyses a position, and checks the analysis with [`verify`]. For a finished game, returns its result.
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

/// Checks that the moves of an analysis are the legal ones, that its best moves keep the value, and that its
/// line, if it ends the game, ends it with that value.
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
    let Status::ToMove(player) = rules.status(state) else {
        return Err(wrong("no player is to move".into()));
    };
    let last = verify_line(rules, state, player, found).map_err(wrong)?;
    if found.payoffs.is_empty() {
        return Ok(());
    }
    verify_payoffs(rules, (state, &last), player, found).map_err(wrong)
}

/// Checks that no move gives the player to move more than the payoffs do, that the best moves give exactly
/// the payoffs, and that the line ends the game with them. `last` is the position after the line.
fn verify_payoffs<R: Rules>(
    rules: &R,
    (state, last): (&R::State, &R::State),
    player: usize,
    found: &Analysis<R::Move>,
) -> Result<(), String> {
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
    let scores = rules.scores(last).into_iter().zip(rules.scores(state));
    let won: Vec<i64> = scores.map(|(after, before)| after - before).collect();
    if rules.status(last) != Status::Over || won != found.payoffs {
        return Err(format!("its line ends with {won:?}, not {:?}", found.payoffs));
    }
    Ok(())
}

/// Checks that the bounds, the values of the moves, and the moves that keep a bound are consistent.
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

/// Checks that the line is legal and, if it ends the game, ends it with the value. Returns the position after
/// the line.
fn verify_line<R: Rules>(
    rules: &R,
    state: &R::State,
    player: usize,
    found: &Analysis<R::Move>,
) -> Result<R::State, String> {
    let mut at = state.clone();
    for (ply, played) in found.line.iter().enumerate() {
        if !rules.moves(&at).contains(played) {
            return Err(format!("ply {} of its line is not legal", ply + 1));
        }
        at = rules.apply(&at, played);
    }
    let won = rules.gain(state, &at, player);
    match found.value {
        Some(value) if rules.status(&at) == Status::Over && won != value => {
            Err(format!("its line ends with {won}, not {value}"))
        }
        _ => Ok(at),
    }
}
