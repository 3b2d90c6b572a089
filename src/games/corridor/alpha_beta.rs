//! Best moves where exact tables do not fit: alpha-beta with iterative deepening and a
//! transposition table, judging by shortest paths. Only won games are proved: every move of the
//! loser has then been looked at to the end.

use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::FxHasher;

use crate::base::control::{Control, Stop};
use crate::games::corridor::judgement::{Judgement, MAX_PLIES, WIN, WON};
use crate::games::corridor::rules::Corridor;
use crate::games::corridor::state::{Move, State};

/// What is known of a position's score.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A remembered position. Whole positions are compared, so that no score belongs to another.
#[derive(Clone, Copy)]
struct Entry {
    state: State,
    score: i32,
    depth: u8,
    bound: Bound,
    best: Move,
}

/// A search for the best move.
pub(super) struct Search<'a> {
    game: &'a Corridor,
    control: &'a Control,
    table: Vec<Option<Entry>>,
    /// Positions looked at.
    pub(super) positions: u64,
}

/// A root move with what is known of it.
#[derive(Clone, Copy)]
pub(super) struct MoveScore {
    pub(super) played: Move,
    /// For the player who makes it.
    pub(super) score: i32,
}

/// What the deepest finished search found.
pub(super) struct RootScores {
    /// The moves, the best first.
    pub(super) moves: Vec<MoveScore>,
    /// Why it went no deeper; none if the game is decided.
    pub(super) stopped: Option<Stop>,
}

impl MoveScore {
    /// The value, if it is proved.
    pub(super) fn value(self) -> Option<i64> {
        (self.score.abs() >= WON).then(|| i64::from(self.score.signum()))
    }
}

impl<'a> Search<'a> {
    /// A search with a table of what the memory limit allows, at most 2^20 positions.
    pub(super) fn new(game: &'a Corridor, control: &'a Control) -> Self {
        let room = control.memory_limit() / 2 / size_of::<Option<Entry>>() as u64;
        let entries = if room < 2 { 1 } else { 1 << room.ilog2().min(20) };
        Self { game, control, table: vec![None; entries], positions: 0 }
    }

    /// Searches deeper and deeper until the game is decided or a limit comes.
    pub(super) fn deepen(&mut self, root: &State, deepest: usize) -> RootScores {
        let mut legal = Vec::new();
        self.game.legal(root, &mut legal);
        let order = Judgement::new(self.game, root);
        let mut moves: Vec<MoveScore> = legal
            .iter()
            .map(|played| MoveScore { played: *played, score: -order.after(*played) })
            .collect();
        moves.sort_by_key(|scored| -scored.score);
        for depth in 1..=deepest {
            let stopped = self.iteration(root, depth, &mut moves);
            self.control.say(|| format!("depth {depth}: {} positions", self.positions));
            if let Err(stop) = stopped {
                return RootScores { moves, stopped: Some(stop) };
            }
            let lost = moves.iter().all(|scored| scored.score <= -WON);
            if lost || moves.iter().any(|scored| scored.score >= WON) {
                return RootScores { moves, stopped: None };
            }
        }
        RootScores { moves, stopped: Some(Stop::Time) }
    }

    /// One depth. If a limit comes, what the depth found so far is used where it is a proof or
    /// better than the best move of the depth before.
    fn iteration(
        &mut self,
        root: &State,
        depth: usize,
        moves: &mut Vec<MoveScore>,
    ) -> Result<(), Stop> {
        let mut alpha = -WIN;
        let mut searched: Vec<MoveScore> = Vec::new();
        let mut stopped = Ok(());
        for scored in moves.iter() {
            let next = self.game.after(root, scored.played);
            // Every winning move is found, not only the fastest.
            let floor = alpha.min(WON - 1);
            match self.score(&next, depth - 1, -WIN, -floor, 1) {
                Ok(his) => {
                    let score = -his;
                    // What did not beat the best is known to be no better, not how good it is.
                    searched.push(MoveScore { played: scored.played, score });
                    alpha = alpha.max(score);
                }
                Err(stop) => {
                    stopped = Err(stop);
                    break;
                }
            }
        }
        let rest = moves.split_off(searched.len());
        *moves = searched;
        // Stable: of equals the first to reach the score is the true one.
        moves.sort_by_key(|scored| -scored.score);
        moves.extend(rest.into_iter().map(|scored| MoveScore {
            score: if scored.score.abs() >= WON { scored.score } else { -WON + 1 },
            ..scored
        }));
        stopped
    }

    /// The score for the player to move: exact between `alpha` and `beta`, else a bound.
    fn score(
        &mut self,
        state: &State,
        depth: usize,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stop> {
        self.positions += 1;
        if self.positions.is_multiple_of(64) {
            self.control.check()?;
        }
        if self.game.winner(state).is_some() {
            // It was the move before that arrived.
            return Ok(-(WIN - ply as i32));
        }
        if self.game.all_caught(state) {
            return Ok(0);
        }
        let slot = self.slot(state);
        let known = self.table[slot].filter(|entry| entry.state == *state);
        if let Some(entry) = known {
            let score = from_table(entry.score, ply);
            let deep = usize::from(entry.depth) >= depth || score.abs() >= WON;
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if deep && fits {
                return Ok(score);
            }
        }
        let judgement = Judgement::new(self.game, state);
        if depth == 0 || ply >= MAX_PLIES {
            return Ok(judgement.score());
        }
        let first = known.map(|entry| entry.best);
        let (score, best) = self.best(state, &judgement, first, depth, (alpha, beta), ply)?;
        let bound = if score >= beta {
            Bound::AtLeast
        } else if score <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        let depth = depth.min(255) as u8;
        self.table[slot] =
            Some(Entry { state: *state, score: into_table(score, ply), depth, bound, best });
        Ok(score)
    }

    fn best(
        &mut self,
        state: &State,
        judgement: &Judgement,
        first: Option<Move>,
        depth: usize,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<(i32, Move), Stop> {
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let mut moves: Vec<(i32, Move)> = legal
            .into_iter()
            .map(|played| {
                let promise = judgement.after(played);
                (if first == Some(played) { i32::MIN } else { promise }, played)
            })
            .collect();
        moves.sort_unstable();
        let (mut score, mut best) = (-WIN, moves[0].1);
        for (_, played) in moves {
            let next = self.game.after(state, played);
            let own = -self.score(&next, depth - 1, -beta, -alpha, ply + 1)?;
            if own > score {
                (score, best) = (own, played);
            }
            alpha = alpha.max(own);
            if alpha >= beta {
                break;
            }
        }
        Ok((score, best))
    }

    fn slot(&self, state: &State) -> usize {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(state);
        (hash >> 20) as usize & (self.table.len() - 1)
    }

    /// The best moves from a position as far as they are remembered. With `value`, that of the
    /// player to move, only moves with a proof of it.
    pub(super) fn line(&self, root: &State, first: Move, value: Option<i64>) -> Vec<Move> {
        let mut line = vec![first];
        let mut at = self.game.after(root, first);
        let mut sign = value.map(|value| -value);
        while line.len() < MAX_PLIES {
            let Some(entry) = self.table[self.slot(&at)].filter(|entry| entry.state == at) else {
                break;
            };
            let proved = match sign {
                Some(1) => entry.score >= WON && entry.bound != Bound::AtMost,
                Some(_) => entry.score <= -WON && entry.bound != Bound::AtLeast,
                None => true,
            };
            if !proved {
                break;
            }
            line.push(entry.best);
            at = self.game.after(&at, entry.best);
            sign = sign.map(|value| -value);
        }
        line
    }
}

/// Scores of won games count plies from the root, in the table from the position.
fn into_table(score: i32, ply: usize) -> i32 {
    if score.abs() >= WON { score + score.signum() * ply as i32 } else { score }
}

fn from_table(score: i32, ply: usize) -> i32 {
    if score.abs() >= WON { score - score.signum() * ply as i32 } else { score }
}
