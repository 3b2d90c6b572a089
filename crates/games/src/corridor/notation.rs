//! Reads and writes Corridor's moves, `e2`, `e3h`, `e3v` and `--`, and its positions,
//! `e1,e9/h:c4,e3/v:d5/10,9/1`.
//!
//! Other notations are accepted as well: `e1-e2`, compass letters (`n`, `ne`), the orientation of a stick as
//! a dash or slash before or after its square (`e3-`, `/e3`), and rows counted from the other side.

use super::board::{
    Lie, Move, OFF_BOARD, Open, Size, Squares, State, Stick, Sticks, UNLIMITED, Way, squares_of,
    sticks_left,
};
use super::{Corridor, JumpRule, Passability, Standing};
use crate::rules::Illegal;
use crate::text::{joined, parts};
use soliter_base::diagnostic::TextFault;

const FORM: &str = "pawns/h:sticks/v:sticks/sticks left/player to move";

impl Corridor {
    /// The square that names a stick depends on the direction in which rows are counted: a horizontal stick
    /// lies beyond its row in that direction, and a vertical one begins in its row.
    pub(super) fn turned_text(&self, text: &str) -> Option<String> {
        let rows = self.board.size().rows;
        let turn = |(column, row): (usize, usize), last: usize| {
            Some(name(u8::try_from(column).ok()?, u8::try_from(last.checked_sub(row)?).ok()?))
        };
        if let Some(Stick { column, row, lie }) = stick(text) {
            let (last, sign) = match lie {
                Lie::Horizontal => (rows, 'h'),
                Lie::Vertical => (rows + 2 - self.wall_length, 'v'),
            };
            let square = turn((usize::from(column), usize::from(row)), last)?;
            return Some(format!("{square}{sign}"));
        }
        if let Some((from, to)) = from_to(text) {
            return Some(format!("{}-{}", turn(from, rows + 1)?, turn(to, rows + 1)?));
        }
        turn(column_row(text)?, rows + 1)
    }

    pub(super) fn written(&self, played: Move) -> String {
        match played {
            Move::Pawn(square) => self.square_name(usize::from(square)),
            Move::Stick(Stick { column, row, lie }) => {
                name(column, row) + if lie == Lie::Horizontal { "h" } else { "v" }
            }
            Move::Pass => "--".into(),
        }
    }

    pub(super) fn parsed_position(&self, text: &str) -> Result<State, TextFault> {
        let parts: Vec<(usize, &str)> = parts(text, '/').collect();
        let [pawns, horizontal, vertical, left, mover] = parts[..] else {
            let message = format!("a position has five parts, this one {}", parts.len());
            return Err(TextFault::at(0, message, FORM));
        };
        let mut state = State { pawns: [OFF_BOARD; 4], ..State::default() };
        self.read_pawns(pawns, &mut state)?;
        self.read_sticks(horizontal, "h:", &mut state)?;
        self.read_sticks(vertical, "v:", &mut state)?;
        self.read_left(left, &mut state)?;
        let number =
            mover.1.trim().parse::<usize>().ok().filter(|n| (1..=self.players).contains(n));
        let Some(number) = number else {
            let message = format!("\"{}\" is not a player", mover.1.trim().escape_debug());
            let help = format!("a number from 1 to {}", self.players);
            return Err(TextFault::at(mover.0, message, help));
        };
        state.to_move = (number - 1) as u8;
        self.check_position(&state, horizontal.0, pawns.0)?;
        Ok(state)
    }

    pub(super) fn position(&self, state: &State) -> String {
        let pawns = state.pawns[..self.players].iter().map(|pawn| match *pawn {
            OFF_BOARD => "-".into(),
            square => self.square_name(usize::from(square)),
        });
        let sticks = |lie: Lie| {
            let mut found: Vec<Stick> =
                state.sticks.iter(self.board.size()).filter(|stick| stick.lie == lie).collect();
            found.sort_unstable();
            joined(found.iter().map(|stick| name(stick.column, stick.row)), ",")
        };
        let left = state.left[..self.players].iter().map(|left| sticks_left(*left, "-"));
        let (horizontal, vertical) = (sticks(Lie::Horizontal), sticks(Lie::Vertical));
        let mover = state.mover() + 1;
        format!("{}/h:{horizontal}/v:{vertical}/{}/{mover}", joined(pawns, ","), joined(left, ","))
    }

    /// The name of a square: `e2`.
    pub(super) fn square_name(&self, square: usize) -> String {
        let columns = self.board.size().columns;
        name((square % columns + 1) as u8, (square / columns + 1) as u8)
    }

    pub(super) fn square(&self, text: &str) -> Option<usize> {
        let (column, row) = column_row(text)?;
        let Size { columns, rows } = self.board.size();
        let on_board = (1..=columns).contains(&column) && (1..=rows).contains(&row);
        on_board.then(|| (row - 1) * columns + column - 1)
    }

    fn read_pawns(&self, (at, text): (usize, &str), state: &mut State) -> Result<(), TextFault> {
        let names: Vec<(usize, &str)> = parts(text, ',').collect();
        if names.len() != self.players {
            let message = format!("{} pawns for {} players", names.len(), self.players);
            return Err(TextFault::at(at, message, "one square for each player, in their order"));
        }
        for (player, (offset, name)) in names.into_iter().enumerate() {
            let offset = at + offset;
            if name.trim() == "-" && self.placement {
                continue;
            }
            let Some(square) = self.square(name.trim()) else {
                let last = self.square_name(self.board.squares() - 1);
                let name = name.trim().escape_debug();
                let message = format!("\"{name}\" is not a square of this board");
                return Err(TextFault::at(offset, message, format!("squares are a1 to {last}")));
            };
            if state.pawns.contains(&(square as u8)) {
                let message = format!("two pawns on {}", self.square_name(square));
                return Err(TextFault::at(offset, message, "every pawn has a square of its own"));
            }
            state.pawns[player] = square as u8;
        }
        Ok(())
    }

    fn read_sticks(
        &self,
        (at, text): (usize, &str),
        head: &str,
        state: &mut State,
    ) -> Result<(), TextFault> {
        let Some(names) = text.trim_start().strip_prefix(head) else {
            let message = format!("\"{}\" does not start with {head}", text.escape_debug());
            return Err(TextFault::at(at, message, FORM));
        };
        if names.trim().is_empty() {
            return Ok(());
        }
        let at = at + text.len() - names.len();
        for (offset, name) in parts(names, ',') {
            let shown = format!("{}{}", name.trim(), &head[..1]);
            let wrong =
                |message: String, help: &str| Err(TextFault::at(at + offset, message, help));
            let Some(stick) = stick(&shown).filter(|stick| self.has_place(*stick)) else {
                let message = format!("there is no place for a stick {}", shown.escape_debug());
                return wrong(message, &self.places_help());
            };
            if state.sticks.has(stick, self.board.size()) {
                return wrong(format!("the stick {shown} lies twice"), "name every stick once");
            }
            if !self.free_places(&state.sticks).has(stick, self.board.size()) {
                let message = format!("the stick {shown} overlaps or crosses another");
                return wrong(message, "a side of a square has room for one stick");
            }
            state.sticks = state.sticks.with(stick, self.board.size());
        }
        Ok(())
    }

    fn read_left(&self, (at, text): (usize, &str), state: &mut State) -> Result<(), TextFault> {
        let numbers: Vec<(usize, &str)> = parts(text, ',').collect();
        if numbers.len() != self.players {
            let message =
                format!("{} numbers of sticks for {} players", numbers.len(), self.players);
            let help = "the sticks each player has left, in their order";
            return Err(TextFault::at(at, message, help));
        }
        for (player, (offset, number)) in numbers.into_iter().enumerate() {
            let number = number.trim();
            let (read, help) = if self.walls == UNLIMITED {
                let help = "sticks are unlimited in this game: write -".into();
                ((number == "-").then_some(UNLIMITED), help)
            } else {
                let read = number.parse().ok().filter(|left| *left <= self.walls);
                (read, format!("a number from 0 to {}", self.walls))
            };
            let Some(left) = read else {
                let message =
                    format!("\"{}\" is not a number of sticks left", number.escape_debug());
                return Err(TextFault::at(at + offset, message, help));
            };
            state.left[player] = left;
        }
        Ok(())
    }

    /// Rejects positions that cannot occur in a game.
    fn check_position(&self, state: &State, sticks: usize, pawns: usize) -> Result<(), TextFault> {
        let arrived = |player: &usize| state.pawn(*player) & self.board.goal(*player) != 0;
        if (0..self.players).filter(arrived).count() > 1 {
            let help = "the first to arrive ends the game";
            return Err(TextFault::at(pawns, "two pawns have arrived", help));
        }
        if self.unplaced(state) && self.placed_out_of_turn(state) {
            let help = "players place their pawns on their own edge rows, in their turn, before anything else";
            return Err(TextFault::at(pawns, "a pawn is missing", help));
        }
        let broken = if self.passability == Passability::Path {
            !self.all_have_paths(state, &state.sticks)
        } else {
            self.chains(&state.sticks).broken(self.passability)
        };
        if broken {
            let help = "no game with this passability rule leads to it";
            return Err(TextFault::at(sticks, "the sticks break the passability rule", help));
        }
        Ok(())
    }

    fn placed_out_of_turn(&self, state: &State) -> bool {
        let mut turn = self.opening();
        while turn.mover() != state.mover() {
            let player = turn.mover();
            turn.pawns[player] = state.pawns[player];
            if state.pawn(player) & self.board.home(player) == 0 {
                return true;
            }
            turn.to_move = self.next_player(player) as u8;
        }
        turn.left = state.left;
        turn != *state
    }

    fn places_help(&self) -> String {
        let Size { columns, rows } = self.board.size();
        let shorter = self.wall_length - 1;
        let along = name((columns - shorter) as u8, (rows - 1) as u8);
        let across = name((columns - 1) as u8, (rows - shorter) as u8);
        let border = if self.border_walls { ", and those on the border" } else { "" };
        format!("a1h to {along}h and a1v to {across}v{border}")
    }

    pub(super) fn parsed(&self, state: &State, text: &str) -> Result<Move, Illegal> {
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
            return self.parsed(state, &shown(to));
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

/// Parses the name of a stick, which need not have a place on the board. The orientation may come first:
/// `he3`. In `h3h` and `hh3` the square is `h3`.
fn stick(text: &str) -> Option<Stick> {
    let (first, last) = (text.chars().next()?, text.chars().next_back()?);
    let after = lie(last).zip(text.strip_suffix(last));
    let (lie, square) = after.or_else(|| lie(first).zip(text.strip_prefix(first)))?;
    let (column, row) = column_row(square)?;
    Some(Stick { column: u8::try_from(column).ok()?, row: u8::try_from(row).ok()?, lie })
}

/// The orientation of a stick, as a letter, a dash or a slash.
fn lie(sign: char) -> Option<Lie> {
    match sign {
        'h' | 'H' | '_' => Some(Lie::Horizontal),
        'v' | 'V' | '|' | '/' | '\\' => Some(Lie::Vertical),
        _ => DASHES.contains(&sign).then_some(Lie::Horizontal),
    }
}

const DASHES: [char; 5] = ['-', '\u{2010}', '\u{2013}', '\u{2014}', '\u{2212}'];

type ColumnRow = (usize, usize);

/// The two squares of a pawn move that names both: `e1-e2`, `e1xe3`, `e1e2`.
fn from_to(text: &str) -> Option<(ColumnRow, ColumnRow)> {
    let second = text.char_indices().skip(2).find(|(_, c)| c.is_ascii_alphabetic() && *c != 'x')?.0;
    let between = |c: char| DASHES.contains(&c) || matches!(c, '>' | '\u{2192}' | 'x' | ':');
    let from = text[..second].trim_end_matches(between);
    Some((column_row(from)?, column_row(&text[second..])?))
}

/// The name of a column and row, counted from 1: `e3`. Column 0, left of the board, is written `0`.
pub(super) fn name(column: u8, row: impl std::fmt::Display) -> String {
    let letter = if column == 0 { '0' } else { char::from(b'a' + column - 1) };
    format!("{letter}{row}")
}

/// Parses a text of the form of a square's name: one letter (or 0) and a number.
pub(super) fn column_row(text: &str) -> Option<ColumnRow> {
    let column = match text.chars().next()?.to_ascii_lowercase() {
        '0' => 0,
        letter @ 'a'..='z' => letter as usize - 'a' as usize + 1,
        _ => return None,
    };
    let row = &text[1..];
    let digits = (1..=3).contains(&row.len()) && row.bytes().all(|b| b.is_ascii_digit());
    let canonical = row == "0" || !row.starts_with('0');
    (digits && canonical).then(|| row.parse().ok().map(|row| (column, row)))?
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
