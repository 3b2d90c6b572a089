//! The rules of Palisade: turns, debts, points and the end of the game.

use rustc_hash::FxHashMap;

use super::actions::{Columns, PAIRS, Scratch, act, each_action, stones};
use super::{Move, OVER, Palisade, State};
use crate::rules::{Illegal, Rules, Status};
use crate::text::word;
use soliter_base::control::{Control, Stop};

impl Palisade {
    /// Whether the game is over: no turn can score a point, or too many consecutive turns have scored none.
    /// Otherwise there is always a legal action: a swap, or a split of the only column.
    pub(super) fn over(&self, state: &State) -> bool {
        stones(&state.columns) <= OVER || state.scoreless >= self.readings.stall_limit
    }

    pub(super) fn may_act(&self, state: &State) -> bool {
        self.readings.lengths(state.owes()).any(|length| length.actions > state.made)
    }

    pub(super) fn may_end(&self, state: &State) -> bool {
        self.readings.lengths(state.owes()).any(|length| length.actions == state.made)
    }

    fn after_turn(&self, state: &State) -> State {
        let mut next = state.clone();
        let mut lengths = self.readings.lengths(state.owes());
        next.debts[state.player] = lengths.any(|one| one.actions == state.made && one.borrowed);
        next.scoreless = if state.gained > 0 { 0 } else { state.scoreless + 1 };
        next.made = 0;
        next.gained = 0;
        next.player = (state.player + 1) % self.readings.players;
        next
    }
}

/// The number of ways to reach each palisade.
type Ways = FxHashMap<Columns, u128>;

impl Rules for Palisade {
    fn name(&self) -> &'static str {
        "palisade"
    }

    fn players(&self) -> usize {
        self.readings.players
    }

    fn readings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("columns", format!("{:?}", self.start.columns)),
            ("pair", word(&PAIRS, &self.readings.pair)),
            ("stop_early", self.readings.stop_early.to_string()),
            ("borrow", self.readings.borrow.to_string()),
            ("stall_limit", self.readings.stall_limit.to_string()),
            ("players", self.readings.players.to_string()),
        ]
    }

    fn initial(&self) -> &State {
        &self.start
    }

    fn start_at(&mut self, state: State) {
        self.start = state;
    }

    fn status(&self, state: &State) -> Status {
        Status::ToMove(state.player).unless(self.over(state))
    }

    fn moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.over(state) {
            return moves;
        }
        if self.may_act(state) {
            let visit = |action, _: &[u8]| moves.push(Move::Action(action));
            each_action(&state.columns, self.readings.pair, &mut Scratch::default(), visit);
        }
        if self.may_end(state) {
            moves.push(Move::End);
        }
        moves
    }

    fn apply(&self, state: &State, played: &Move) -> State {
        let Move::Action(action) = *played else { return self.after_turn(state) };
        let mut next = State { columns: act(&state.columns, action), ..state.clone() };
        next.made += 1;
        next.gained += action.points();
        next.scores[state.player] += u32::from(action.points());
        next
    }

    fn scores(&self, state: &State) -> Vec<i64> {
        state.scores.iter().copied().map(i64::from).collect()
    }

    /// A written end of turn means [`Move::End`], unless `end` was written before it.
    fn end_of_turn(&self, state: &State) -> Result<Option<Move>, Illegal> {
        if state.made == 0 {
            return Ok(None);
        }
        self.check_end(state).map(|()| Some(Move::End))
    }

    fn perft_note(&self) -> Option<&'static str> {
        Some(
            "actions are counted one by one, without ends of turns and without the end of the game",
        )
    }

    /// The number of sequences of `depth` actions from these columns, ignoring the ends of turns and of the
    /// game. Programs compare their counts for this game in this way: unlike a count of [`Move`]s, it does
    /// not depend on the rule variants of turns. Equal palisades are counted together.
    fn perft(&self, state: &State, depth: usize, control: &Control) -> Result<u128, Stop> {
        let mut ways = Ways::from_iter([(state.columns.clone(), 1)]);
        let mut scratch = Scratch::default();
        for left in (1..=depth).rev() {
            let mut next = Ways::default();
            let mut total = Some(0u128);
            for (columns, &count) in &ways {
                control.check()?;
                let bytes = (ways.len() + next.len()) * (size_of::<(Columns, u128)>() + 64);
                control.check_memory(bytes as u64)?;
                each_action(columns, self.readings.pair, &mut scratch, |_, after| {
                    total = total.and_then(|total| total.checked_add(count));
                    if left == 1 || total.is_none() {
                        return;
                    }
                    if let Some(ways) = next.get_mut(after) {
                        *ways += count;
                    } else {
                        next.insert(after.to_vec(), count);
                    }
                });
            }
            let total = total.ok_or(Stop::Overflow)?;
            if left == 1 || next.is_empty() {
                return Ok(total);
            }
            ways = next;
        }
        Ok(1)
    }
}
