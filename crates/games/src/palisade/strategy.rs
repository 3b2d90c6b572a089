//! Palisade's knowledge for the solver and the player, and the combination within a turn that scores most,
//! which its source advises players to look for.

use rustc_hash::FxHashSet;

use super::actions::{Action, Columns, Pair, Scratch, act, each_action, each_scoring, stones};
use super::{Move, OVER, Palisade, State};
use crate::rules::Rules as _;
use crate::strategy::{Candidates, Outlook, Strategy, UNIT};
use soliter_base::control::{Control, Stop};

/// The value of a point that the player to move can win at once.
const AT_HAND: i32 = UNIT * 6 / 10;
/// The cost of an owed action.
const DEBT: i32 = UNIT / 2;
/// The bytes of a palisade in a growing set, without its columns.
const FAILED: usize = 160;

/// Everything that determines the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The numbers of stones to the left of each column, as a set with the number of all stones; or, if it is
    /// the smaller one, that of the reflected palisade.
    columns: [u64; 4],
    /// The debts, the state of the turn, and the number of turns without a point.
    turn: u32,
}

impl Strategy for Palisade {
    type Key = Key;

    fn key(&self, state: &State) -> Key {
        let all = stones(&state.columns);
        let (mut columns, mut reflected) = ([0; 4], [0; 4]);
        let mut left = 0;
        for number in 0..=state.columns.len() {
            columns[left / 64] |= 1u64 << (left % 64);
            reflected[(all - left) / 64] |= 1u64 << ((all - left) % 64);
            left += state.columns.get(number).copied().map_or(0, usize::from);
        }
        let debts = match self.readings.players {
            2 => u32::from(state.owes()) | u32::from(state.debts[1 - state.player]) << 1,
            _ => (0..8).fold(0, |set, player| set | u32::from(state.debts[player]) << player),
        };
        // After a point, the turns before it do not count.
        let scored = state.gained > 0;
        let scoreless = if scored { 0 } else { u32::from(state.scoreless) };
        let turn = debts | u32::from(state.made) << 8 | u32::from(scored) << 12 | scoreless << 16;
        Key { columns: columns.min(reflected), turn }
    }

    /// Every point removes at least one stone.
    fn range(&self, state: &State) -> i64 {
        stones(&state.columns).saturating_sub(OVER) as i64
    }

    /// There are `2^(n-1)` palisades of `n` stones, half as many up to reflection, each with some forty states of a
    /// turn. Palisades of fewer stones add as many again.
    fn size(&self, state: &State) -> f64 {
        19.0 * f64::from(2u32).powi(stones(&state.columns) as i32)
    }

    /// The points that can be won at once count, and so do the debts.
    fn outlook(&self, state: &State, player: usize) -> Outlook {
        let actions = self.readings.usual(state.owes()).saturating_sub(state.made);
        let points = most_in_a_row(&state.columns, self.readings.pair, actions);
        let owing = state.debts.iter().enumerate().filter(|(_, owes)| **owes);
        let debts: i32 = owing.map(|(other, _)| if other == player { -DEBT } else { DEBT }).sum();
        let sign = if state.player == player { 1 } else { -1 };
        let estimate = sign * i32::from(points) * AT_HAND + debts;
        Outlook { estimate, ..Outlook::default() }
    }

    /// The end of the turn comes first, and then the actions that score.
    fn candidates(&self, state: &State, _depth: usize) -> Candidates<Move> {
        let rank = |played: &Move| match played {
            Move::End => 0,
            Move::Action(action) => 2 - action.points(),
        };
        let mut moves = self.moves(state);
        moves.sort_by_key(rank);
        Candidates { promising: moves.partition_point(|m| rank(m) < 2), ..Candidates::all(moves) }
    }

    /// The source only advises to see the combination within a turn. So this strategy wins the most points
    /// with the fewest actions, and borrows an action only for a point that it could not win otherwise. If no
    /// more points can be won, or if a limit is reached, it ends the turn or, if that is illegal, makes the
    /// first legal action.
    fn text_move(&self, state: &State, control: &Control) -> Move {
        let most = |actions| {
            best_turn(&state.columns, self.readings.pair, actions, control).unwrap_or_default()
        };
        let left = self.readings.usual(state.owes()).saturating_sub(state.made);
        let may_borrow = self.readings.lengths(state.owes()).any(|length| length.borrowed);
        let mut turn = most(left);
        if may_borrow && state.made < 4 {
            let borrowed = most(left + 1);
            if borrowed.points > turn.points {
                turn = borrowed;
            }
        }
        if let Some(action) = turn.actions.first() {
            return Move::Action(*action);
        }
        let legal = self.moves(state);
        if legal.contains(&Move::End) { Move::End } else { legal[0] }
    }
}

/// The actions of a turn and the points that they score.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Turn {
    /// The actions, up to the one that scores the last point.
    pub actions: Vec<Action>,
    /// The number of points.
    pub points: u8,
}

/// The turn that scores the most points with at most `actions` actions, and uses the fewest actions to do so.
pub fn best_turn(columns: &[u8], pair: Pair, actions: u8, control: &Control) -> Result<Turn, Stop> {
    let mut search = Search { pair, control, failed: FxHashSet::default() };
    for points in (1..=actions).rev() {
        for free in 0..=actions - points {
            let mut turn = Turn { actions: Vec::new(), points };
            if search.reach(columns, points, free, &mut turn.actions)? {
                turn.actions.reverse();
                return Ok(turn);
            }
        }
    }
    Ok(Turn::default())
}

/// The largest number of consecutive scoring sows, up to `actions`.
fn most_in_a_row(columns: &[u8], pair: Pair, actions: u8) -> u8 {
    let mut next = Vec::new();
    if actions > 0 {
        let visit = |_, after: &[u8]| next.push(after.to_vec());
        each_scoring(columns, pair, &mut Scratch::default(), visit);
    }
    let mut most = 0;
    for after in &next {
        most = most.max(1 + most_in_a_row(after, pair, actions - 1));
        if most == actions {
            break;
        }
    }
    most
}

struct Search<'c> {
    pair: Pair,
    control: &'c Control,
    /// Palisades, with numbers of points and of free actions, from which the points cannot be won.
    failed: FxHashSet<(Columns, u8, u8)>,
}

impl Search<'_> {
    /// Whether `points` points can be won with `free` other actions in between. The actions are appended in reverse.
    fn reach(
        &mut self,
        columns: &[u8],
        points: u8,
        free: u8,
        actions: &mut Vec<Action>,
    ) -> Result<bool, Stop> {
        if points == 0 {
            return Ok(true);
        }
        let key = (columns.to_vec(), points, free);
        if self.failed.contains(&key) {
            return Ok(false);
        }
        self.control.check()?;
        self.control.check_memory((self.failed.len() * (columns.len() + FAILED)) as u64)?;
        // Lists actions only, without the resulting columns: long palisades have tens of thousands of actions.
        let mut next: Vec<Action> = Vec::new();
        let mut scratch = Scratch::default();
        each_scoring(columns, self.pair, &mut scratch, |action, _| next.push(action));
        let scoring = next.len();
        if points == 1
            && let Some(action) = next.first()
        {
            actions.push(*action);
            return Ok(true);
        }
        if free > 0 {
            each_action(columns, self.pair, &mut scratch, |action, _| {
                if action.points() == 0 {
                    next.push(action);
                }
            });
        }
        for (number, action) in next.iter().enumerate() {
            let (points, free) =
                if number < scoring { (points - 1, free) } else { (points, free - 1) };
            if self.reach(&act(columns, *action), points, free, actions)? {
                actions.push(*action);
                return Ok(true);
            }
        }
        self.failed.insert(key);
        Ok(false)
    }
}
