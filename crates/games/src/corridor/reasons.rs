//! Explains why a written move is illegal.

use crate::corridor::notation::{column_row, from_to, name, stick};
use crate::corridor::rules::board::{Open, Squares, Way, squares_of};
use crate::corridor::rules::state::{Move, OFF_BOARD, State, Stick, Sticks};
use crate::corridor::rules::{Corridor, JumpRule, Standing};
use crate::{corridor::rules::passability::Passability, rules::Illegal};

impl Corridor {
    pub(super) fn checked(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        if self.standing(state) != Standing::Open {
            let message = "the game is over, no move is left to make";
            return Err(Illegal::new("illegal-after-end", message));
        }
        if matches!(text, "--" | "pass") {
            return if self.stuck(state) {
                Ok(Move::Pass)
            } else {
                Err(Illegal::new("pass-not-forced", "a player passes only if he has no other move"))
            };
        }
        if let Some(stick) = stick(text) {
            return self.checked_stick(state, stick, text).map(|()| Move::Stick(stick));
        }
        if let Some((from, to)) = from_to(text) {
            let shown = |(column, row): (usize, usize)| name(column as u8, row);
            let own = state.pawns[state.mover()];
            if own == OFF_BOARD || self.square(&shown(from)) != Some(usize::from(own)) {
                let message =
                    format!("the pawn of player {} is not on {}", state.mover() + 1, shown(from));
                return Err(Illegal::new("wrong-square", message));
            }
            return self.checked(state, &shown(to));
        }
        if let Some(ways) = ways(text)
            && state.pawns[state.mover()] != OFF_BOARD
        {
            return self.checked_ways(state, &ways, text);
        }
        if let Some(square) = self.square(text) {
            return self.checked_pawn(state, square).map(|()| Move::Pawn(square as u8));
        }
        if column_row(text).is_some() {
            let message = format!("{text} is not on the {} board", self.board.size());
            return Err(Illegal::new("off-board", message));
        }
        let message = format!(
            "\"{}\" is neither a square (e2) nor a stick (e3h, e3v) nor a pass (--)",
            text.escape_debug()
        );
        Err(Illegal::new("syntax", message))
    }

    /// A step in a direction, possibly over an adjacent pawn; or two steps, the second of which leaves that
    /// pawn's square.
    fn checked_ways(&self, state: &State, ways: &[Way], text: &str) -> Result<Move, Illegal> {
        let free = &self.board.open;
        let (from, others) = (state.pawn(state.mover()), state.others(state.mover()));
        let mut target = ways.iter().fold(from, |from, way| self.board.step(from, *way, free));
        if let [way] = ways
            && target & others != 0
            && self.board.step(target, *way, free) != 0
        {
            target = self.board.step(target, *way, free);
        }
        let Some(square) = squares_of(target).next() else {
            let message = format!("{text} leads off the board");
            return Err(Illegal::new("off-board", message));
        };
        self.checked_pawn(state, square).map(|()| Move::Pawn(square as u8))
    }

    fn checked_stick(&self, state: &State, stick: Stick, text: &str) -> Result<(), Illegal> {
        let size = self.board.size();
        let refuse = |reason, message: String| Err(Illegal::new(reason, message));
        if self.unplaced(state) {
            return refuse("pawns-first", "the pawns are placed before the first move".into());
        }
        if !self.has_place(stick) {
            let places = self.places_help();
            let message = format!("there is no place for a stick {text}; places are {places}");
            return refuse("no-such-slot", message);
        }
        if state.left[state.mover()] == 0 {
            let player = state.mover() + 1;
            return refuse("no-walls-left", format!("player {player} has no sticks left"));
        }
        if !self.free_places(&state.sticks).has(stick, size) {
            return if self.overlaps(state, stick) {
                refuse("slot-taken", format!("a stick lies where {text} would lie"))
            } else {
                refuse("crosses", format!("{text} would cross another stick at its middle"))
            };
        }
        if !self.sticks_to_lay(state).has(stick, size) {
            let what = match self.passability {
                Passability::None => "nothing",
                Passability::Border => "make a wall from one point of the border to another",
                Passability::Sides => "make a wall from one side of the board to another",
                Passability::Opposite => {
                    "make a wall from one side of the board to the opposite one"
                }
                Passability::Path => "leave a pawn without a path to its goal",
            };
            return refuse("passability", format!("{text} would {what}"));
        }
        Ok(())
    }

    fn overlaps(&self, state: &State, stick: Stick) -> bool {
        let size = self.board.size();
        let (above, right) = state.sticks.covered(size, self.wall_length);
        let one = Sticks::default().with(stick, size);
        let (own_above, own_right) = one.covered(size, self.wall_length);
        above & own_above | right & own_right != 0 || state.sticks.border & one.border != 0
    }

    fn checked_pawn(&self, state: &State, square: usize) -> Result<(), Illegal> {
        let open = self.open(state);
        let target: Squares = 1 << square;
        let (mover, name) = (state.mover(), self.square_name(square));
        let (from, others) = (state.pawn(mover), state.others(mover));
        if self.pawn_moves(state, &open) & target != 0 {
            return Ok(());
        }
        let refuse = |reason, message: String| Err(Illegal::new(reason, message));
        if others & target != 0 {
            return refuse("occupied-square", format!("another pawn stands on {name}"));
        }
        if state.pawns[mover] == OFF_BOARD {
            let message = format!("a pawn is placed on its player's own edge row, not on {name}");
            return refuse("off-board", message);
        }
        let here = self.square_name(usize::from(state.pawns[mover]));
        let free = &self.board.open;
        if Way::ALL.iter().any(|way| self.board.step(from, *way, free) == target) {
            return refuse("wall-between", format!("a stick lies between {here} and {name}"));
        }
        for way in Way::ALL {
            let over = self.board.step(from, way, free);
            if over & others != 0
                && let Some(message) = self.no_jump(from, over, way, target, &open)
            {
                return refuse("no-jump", format!("no jump from {here} to {name}: {message}"));
            }
        }
        refuse("not-adjacent", format!("{name} is not next to {here}"))
    }

    /// The reason why a pawn cannot jump over another to a square behind or beside it.
    fn no_jump(
        &self,
        from: Squares,
        over: Squares,
        way: Way,
        target: Squares,
        open: &Open,
    ) -> Option<&'static str> {
        let behind = self.board.step(over, way, &self.board.open) == target;
        let beside = way.beside().map(|way| self.board.step(over, way, &self.board.open));
        if !behind && !beside.contains(&target) {
            return None;
        }
        Some(if self.board.step(from, way, open) == 0 {
            "a stick lies between the pawns"
        } else if behind {
            "a stick lies behind the other pawn"
        } else if self.jump == JumpRule::Straight {
            "pawns jump straight only"
        } else if self.board.step(over, way, open) != 0 {
            "the square behind the other pawn is not barred"
        } else {
            "a stick lies beside the other pawn"
        })
    }
}

/// One or two compass directions, as letters or words: `n`, `NE`, `north`, `south-west`.
fn ways(text: &str) -> Option<Vec<Way>> {
    let text = text.to_ascii_lowercase().replace('-', "");
    let mut rest = text.as_str();
    let mut found = Vec::new();
    while let Some(first) = rest.chars().next() {
        let (word, way) = match first {
            'n' => ("north", Way::North),
            's' => ("south", Way::South),
            'w' => ("west", Way::West),
            'e' => ("east", Way::East),
            _ => return None,
        };
        rest = rest.strip_prefix(word).unwrap_or(&rest[1..]);
        found.push(way);
    }
    (1..=2).contains(&found.len()).then_some(found)
}
