//! Symbols and colours of boards on a terminal.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
pub(crate) use soliter::base::wording::{counted, counted_large, shown};
use soliter::boards::board::position::{Hole, Position};
use soliter::{
    boards::answer::Claim, boards::board::Board, boards::draw::text::Panel, boards::line::Line,
    boards::puzzle::Puzzle, boards::verify::replay,
};

pub(crate) struct Paint {
    /// Whether more than ASCII may be drawn.
    pub(crate) unicode: bool,
    /// The width of the terminal.
    pub(crate) columns: usize,
}

impl Paint {
    /// Unicode unless the locale says otherwise or `ascii` is set.
    pub(crate) fn detect(ascii: bool) -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        let utf8 = locale.is_none_or(|value| {
            let value = value.to_lowercase();
            value.contains("utf-8") || value.contains("utf8")
        });
        let columns = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        Self { unicode: utf8 && !ascii, columns: columns.max(20) }
    }

    pub(crate) fn hole(&self, has_peg: bool) -> &'static str {
        match (has_peg, self.unicode) {
            (true, true) => "●",
            (true, false) => "o",
            (false, true) => "·",
            (false, false) => ".",
        }
    }

    /// A position under a caption; `moved` are the holes that a move has changed.
    pub(crate) fn position(
        &self,
        caption: impl Into<String>,
        board: &Board,
        pegs: &Position,
        moved: &Position,
    ) -> Panel {
        Panel::new(caption, board, 1, |hole: Hole| {
            let style = match (pegs.has(hole), moved.has(hole)) {
                (true, true) => bold(AnsiColor::Green),
                (true, false) => Style::new(),
                (false, true) => bold(AnsiColor::Red),
                (false, false) => Style::new().dimmed(),
            };
            styled(style, self.hole(pegs.has(hole)))
        })
    }

    pub(crate) fn marked(&self, board: &Board, pegs: &Position, marked: &Position) -> Panel {
        let (peg, hole) = if self.unicode { ("◉", "○") } else { ("@", "#") };
        let caption = format!("{peg} and {hole}: marked");
        Panel::new(caption, board, 1, |h: Hole| match (pegs.has(h), marked.has(h)) {
            (true, true) => styled(bold(AnsiColor::Cyan), peg),
            (false, true) => styled(bold(AnsiColor::Cyan), hole),
            (true, false) => self.hole(true).to_owned(),
            (false, false) => styled(Style::new().dimmed(), self.hole(false)),
        })
    }

    /// The start, and the position after every move of a legal line.
    pub(crate) fn moves(&self, puzzle: &Puzzle, line: &Line) -> Vec<Panel> {
        let positions = replay(puzzle, line.jumps()).positions;
        let board = puzzle.board();
        let mut panels = vec![self.position("start", board, &positions[0], &Position::EMPTY)];
        let mut jumps = 0;
        for (number, one) in line.moves().iter().enumerate() {
            let before = &positions[jumps];
            jumps += one.jumps().count();
            let Some(after) = positions.get(jumps) else { break };
            let caption = format!("{}. {}", number + 1, puzzle.names().chain(one));
            let changed = before.symmetric_difference(after);
            panels.push(self.position(caption, board, after, &changed));
        }
        panels
    }
}

pub(crate) fn claim(claim: Claim, text: &str) -> String {
    let colour = match claim {
        Claim::Optimal { .. } => AnsiColor::Green,
        Claim::Feasible { .. } | Claim::Unknown { .. } => AnsiColor::Yellow,
        Claim::Infeasible => AnsiColor::Red,
    };
    styled(bold(colour), text)
}

/// Text in the colour of a game's value, proved or not.
pub(crate) fn game_value(proved: bool, text: &str) -> String {
    styled(bold(if proved { AnsiColor::Green } else { AnsiColor::Yellow }), text)
}

/// Seconds in text; JSON has the exact number.
pub(crate) fn seconds(seconds: f64) -> String {
    if seconds < 1.0 { "<1 s".to_owned() } else { format!("{seconds:.1} s") }
}

fn bold(colour: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(colour.into()))
}

/// A line in bold. Characters that a terminal would interpret, for example in a title, are made visible
/// instead.
pub(crate) fn strong(text: impl Display) -> String {
    styled(Style::new().bold(), shown(&text.to_string()))
}

/// A line in green or red. Characters that a terminal would interpret, for example in part of a record, are
/// made visible instead.
pub(crate) fn verdict(right: bool, text: impl Display) -> String {
    let colour = if right { AnsiColor::Green } else { AnsiColor::Red };
    styled(bold(colour), shown(&text.to_string()))
}

fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}
