//! Reads and writes Corridor's moves, `e2`, `e3h`, `e3v` and `--`, and its positions,
//! `e1,e9/h:c4,e3/v:d5/10,9/1`.
//!
//! Other notations are accepted as well: `e1-e2`, compass letters (`n`, `ne`), the orientation of a stick as
//! a dash or slash before or after its square (`e3-`, `/e3`), and rows counted from the other side.

use crate::corridor::rules::board::Size;
use crate::corridor::rules::state::{Lie, Move, OFF_BOARD, State, Stick, UNLIMITED, sticks_left};
use crate::corridor::rules::{Corridor, passability::Passability};
use crate::rules::{Illegal, Notation, Rules};
use crate::text::{joined, parts};
use soliter_base::diagnostic::TextFault;

const FORM: &str = "pawns/h:sticks/v:sticks/sticks left/player to move";

impl Notation for Corridor {
    type State = State;
    type Move = Move;

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        self.checked(state, text)
    }

    /// The square that names a stick depends on the direction in which rows are counted: a horizontal stick
    /// lies beyond its row in that direction, and a vertical one begins in its row.
    fn turned(&self, text: &str) -> Option<String> {
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

    fn write_move(&self, _state: &State, played: &Move) -> String {
        match *played {
            Move::Pawn(square) => self.square_name(usize::from(square)),
            Move::Stick(Stick { column, row, lie }) => {
                name(column, row) + if lie == Lie::Horizontal { "h" } else { "v" }
            }
            Move::Pass => "--".into(),
        }
    }

    /// The header of a record: `n=9 walls=10 pass=none jump=straight start=e1,e9`.
    fn check_header(&self, parameters: &str) -> Result<(), Illegal> {
        for word in parameters.split_whitespace() {
            let Some((key, written)) = word.split_once('=') else {
                let message = format!("\"{}\" is not key=value", word.escape_debug());
                return Err(Illegal::new("syntax", message));
            };
            let key = if key == "pass" { "passability" } else { key };
            let own = match key {
                "start" => Some(self.start_names()),
                _ => self.readings().into_iter().find(|(k, _)| *k == key).map(|(_, value)| value),
            };
            match own {
                Some(own) if own == written => {}
                Some(own) => {
                    let message = format!("the record says {key}={written}, the game has {own}");
                    return Err(Illegal::new("wrong-header", message));
                }
                None => {
                    let message = format!("unknown key \"{}\"", key.escape_debug());
                    return Err(Illegal::new("syntax", message));
                }
            }
        }
        Ok(())
    }

    fn read_position(&self, text: &str) -> Result<State, TextFault> {
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

    fn write_position(&self, state: &State) -> String {
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

    fn draw(&self, state: &State, ascii: bool) -> String {
        self.drawing(state, ascii)
    }
}

impl Corridor {
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

    pub(super) fn places_help(&self) -> String {
        let Size { columns, rows } = self.board.size();
        let shorter = self.wall_length - 1;
        let along = name((columns - shorter) as u8, (rows - 1) as u8);
        let across = name((columns - 1) as u8, (rows - shorter) as u8);
        let border = if self.border_walls { ", and those on the border" } else { "" };
        format!("a1h to {along}h and a1v to {across}v{border}")
    }
}

/// Parses the name of a stick, which need not have a place on the board. The orientation may come first:
/// `he3`. In `h3h` and `hh3` the square is `h3`.
pub(super) fn stick(text: &str) -> Option<Stick> {
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
pub(super) fn from_to(text: &str) -> Option<(ColumnRow, ColumnRow)> {
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
