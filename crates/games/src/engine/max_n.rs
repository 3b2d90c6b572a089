//! Exact payoffs for more than two players without agreements: max^n (Luckhardt and Irani, 1986), in which
//! every player maximises his own points.
//!
//! Ties are broken against the opponents: first to minimise the highest of their payoffs, then to minimise
//! the payoff of the next player in turn, then that of the player after, and so on.

use rustc_hash::FxHashMap;

use crate::analysis::Analysis;
use crate::rules::{Rules, Status};
use soliter_base::control::{Control, Stop};

/// The points that each player still wins.
type Payoffs = Vec<i64>;

/// The points that every player still wins if all play best, found by examining all positions that can
/// follow. The game must be finite and not over. `forget` removes the points made so far from a position, so
/// that positions that differ only in these points are searched once.
pub(crate) fn solve<R: Rules>(
    rules: &R,
    state: &R::State,
    forget: impl Fn(R::State) -> R::State,
    control: &Control,
) -> Result<Analysis<R::Move>, Stop> {
    let mut search = Search { rules, forget, known: FxHashMap::default(), control };
    let moves = rules.moves(state);
    let mut found = Analysis::unknown(&moves, None);
    let start = (search.forget)(state.clone());
    found.payoffs = search.value(&start)?;
    for played in &moves {
        found.move_payoffs.push(search.after(state, played)?);
    }
    let keeps = moves.iter().zip(&found.move_payoffs);
    found.best =
        keeps.filter(|(_, of)| **of == found.payoffs).map(|(played, _)| played.clone()).collect();
    found.line = search.line(state)?;
    if let Status::ToMove(hero) = rules.status(state) {
        found.bounds.least = Some(search.sure(&start, hero, &mut FxHashMap::default())?);
    }
    found.states = search.known.len() as u64;
    Ok(found)
}

struct Search<'a, R: Rules, F> {
    rules: &'a R,
    forget: F,
    known: FxHashMap<R::State, Payoffs>,
    control: &'a Control,
}

impl<R: Rules, F: Fn(R::State) -> R::State> Search<'_, R, F> {
    /// The points that each player still wins from a position without the points made so far.
    fn value(&mut self, state: &R::State) -> Result<Payoffs, Stop> {
        let Status::ToMove(mover) = self.rules.status(state) else {
            return Ok(vec![0; self.rules.players()]);
        };
        if let Some(payoffs) = self.known.get(state) {
            return Ok(payoffs.clone());
        }
        self.control.check()?;
        // A state and its payoffs own vectors of a few dozen bytes.
        let each = 2 * size_of::<(R::State, Payoffs)>() + 200;
        self.control.check_memory((self.known.len() * each) as u64)?;
        let best = self.best(state, mover)?;
        let best = best.map_or_else(|| vec![0; self.rules.players()], |(payoffs, _)| payoffs);
        self.known.insert(state.clone(), best.clone());
        Ok(best)
    }

    /// The best move of the player to move and its payoffs; the first of several equal moves.
    fn best(&mut self, state: &R::State, mover: usize) -> Result<Option<(Payoffs, R::Move)>, Stop> {
        let mut best: Option<(Payoffs, R::Move)> = None;
        for played in self.rules.moves(state) {
            let payoffs = self.after(state, &played)?;
            if best.as_ref().is_none_or(|(best, _)| rank(&payoffs, mover) > rank(best, mover)) {
                best = Some((payoffs, played));
            }
        }
        Ok(best)
    }

    /// The points that each player still wins by a move, including the points of the move itself.
    fn after(&mut self, state: &R::State, played: &R::Move) -> Result<Payoffs, Stop> {
        let next = self.rules.apply(state, played);
        let (before, after) = (self.rules.scores(state), self.rules.scores(&next));
        let mut payoffs = self.value(&(self.forget)(next))?;
        for (player, payoff) in payoffs.iter_mut().enumerate() {
            *payoff += after[player] - before[player];
        }
        Ok(payoffs)
    }

    /// The lead, in points, that a player can ensure even if all others cooperate.
    fn sure(
        &self,
        state: &R::State,
        hero: usize,
        known: &mut FxHashMap<R::State, i64>,
    ) -> Result<i64, Stop> {
        let Status::ToMove(mover) = self.rules.status(state) else { return Ok(0) };
        if let Some(sure) = known.get(state) {
            return Ok(*sure);
        }
        self.control.check()?;
        let mut all = Vec::new();
        for played in self.rules.moves(state) {
            let next = self.rules.apply(state, &played);
            let gain = self.rules.gain(state, &next, hero);
            all.push(gain + self.sure(&(self.forget)(next), hero, known)?);
        }
        let best = if mover == hero { all.into_iter().max() } else { all.into_iter().min() };
        let best = best.unwrap_or(0);
        known.insert(state.clone(), best);
        Ok(best)
    }

    fn line(&mut self, state: &R::State) -> Result<Vec<R::Move>, Stop> {
        let mut line = Vec::new();
        let mut at = state.clone();
        while let Status::ToMove(mover) = self.rules.status(&at) {
            let Some((_, played)) = self.best(&at, mover)? else { break };
            at = self.rules.apply(&at, &played);
            line.push(played);
        }
        Ok(line)
    }
}

/// The rank of payoffs for a player: larger is better. Ranks are equal only if the payoffs are.
fn rank(payoffs: &[i64], player: usize) -> Vec<i64> {
    let others = (1..payoffs.len()).map(|turn| payoffs[(player + turn) % payoffs.len()]);
    let most = others.clone().max().unwrap_or(0);
    [payoffs[player], -most].into_iter().chain(others.map(|payoff| -payoff)).collect()
}
