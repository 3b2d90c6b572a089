//! Reads Corridor's parameters and rule variants from the model file.

use crate::corridor::rules::board::{Board, MAX_SIDE, Size};
use crate::corridor::rules::passability::{PASSABILITIES, Passability};
use crate::corridor::rules::state::{State, UNLIMITED};
use crate::corridor::rules::{Corridor, JUMPS, JumpRule};
use crate::text::joined;
use crate::{
    corridor::notation::column_row,
    settings::{MODEL, Settings},
};

impl Corridor {
    /// Reads the parameters and the puzzle's position; errors are recorded in `settings`.
    #[allow(clippy::unnecessary_wraps, reason = "other games cannot be made of faulty settings")]
    pub(crate) fn read(settings: &mut Settings<'_>) -> Option<Self> {
        settings.known_keys(&[
            "preset",
            "n",
            "size",
            "rows",
            "players",
            "walls",
            "passability",
            "jump",
            "start",
            "placement",
            "border_walls",
            "wall_length",
            "repetition",
        ]);
        let quoridor = settings.text(MODEL, "kind").as_deref() == Some("quoridor");
        let columns = settings.number("n", 3..=MAX_SIDE);
        let columns = settings.number("size", 3..=MAX_SIDE).or(columns).unwrap_or(9);
        let rows = settings.number("rows", 3..=MAX_SIDE).unwrap_or(columns);
        // The three games described in the source, with the number of sticks of each player.
        let presets = [("basic", Some(10)), ("fewer", Some(columns - 1)), ("passable", None)];
        let preset = settings.choice("preset", &presets).unwrap_or(Some(10));
        let walls = settings.number_or_unlimited("walls", 0..=usize::from(UNLIMITED) - 1);
        let walls = walls.unwrap_or(preset);
        let passability = settings.choice("passability", &PASSABILITIES).unwrap_or(match walls {
            _ if quoridor => Passability::Path,
            Some(_) => Passability::None,
            None => Passability::Border,
        });
        let jump = settings.choice("jump", &JUMPS);
        let jump = jump.unwrap_or(if quoridor { JumpRule::Diagonal } else { JumpRule::Straight });
        let players = settings.number("players", 2..=4).unwrap_or(2);
        let length = settings.number("wall_length", 1..=2);
        let mut game = Self {
            name: if quoridor { "quoridor" } else { "corridor" },
            board: Board::new(columns, rows),
            players,
            walls: walls.map_or(UNLIMITED, |walls| walls as u8),
            passability,
            jump,
            placement: settings.flag("placement").unwrap_or(false),
            border_walls: settings.flag("border_walls").unwrap_or(false),
            wall_length: length.unwrap_or(if quoridor { 2 } else { 1 }),
            repetition: settings.number("repetition", 2..=1000).unwrap_or(3),
            start: Vec::new(),
            initial: State::default(),
        };
        if game.border_walls && game.wall_length > 1 {
            let help = "sticks on the border have one side's length: wall_length = 1";
            settings.fault("border_walls", "long sticks have no place on the border", help);
        }
        game.start = game.read_start(settings);
        game.initial = game.opening();
        settings.start(&mut game);
        Some(game)
    }

    /// The starting squares of the pawns: the middle of the edge rows, unless the file names others.
    fn read_start(&self, settings: &mut Settings) -> Vec<u8> {
        let Size { columns, rows } = self.board.size();
        let (across, up) = (columns / 2, rows / 2 * columns);
        let squares = [across, (rows - 1) * columns + across, up, up + columns - 1];
        let usual: Vec<u8> = squares[..self.players].iter().map(|square| *square as u8).collect();
        let names = settings.words("start", |text| {
            let no_square = || {
                let last = self.square_name(self.board.squares() - 1);
                let message = match column_row(text) {
                    Some(_) => format!("{text} is not on the {} board", self.board.size()),
                    None => format!("\"{}\" is not a square", text.escape_debug()),
                };
                (message, format!("squares are a1 to {last}"))
            };
            self.square(text).map(|square| square as u8).ok_or_else(no_square)
        });
        let Some(names) = names else { return usual };
        let fault = if self.placement {
            Some("the players choose their squares: placement = true".into())
        } else if names.len() == self.players {
            let astray = (0..self.players).find(|p| self.board.home(*p) >> names[*p] & 1 == 0);
            let same = (1..names.len()).find(|p| names[..*p].contains(&names[*p]));
            let name = |player: usize| self.square_name(usize::from(names[player]));
            let not_at_home = |player: usize| {
                let edge = ["row 1", "the last row", "column a", "the last column"][player];
                format!("player {} starts from {edge}, not from {}", player + 1, name(player))
            };
            let two_there = |player: usize| format!("two pawns on {}", name(player));
            astray.map(not_at_home).or_else(|| same.map(two_there))
        } else {
            Some(format!("{} squares for {} players", names.len(), self.players))
        };
        if let Some(message) = fault {
            let usual_names =
                usual.iter().map(|s| format!("\"{}\"", self.square_name(usize::from(*s))));
            let example = joined(usual_names, ", ");
            let help = format!("one square of each player's own edge row: start = [{example}]");
            settings.fault("start", message, help);
            return usual;
        }
        names
    }

    /// The starting squares of the pawns: `e1,e9`.
    pub(super) fn start_names(&self) -> String {
        joined(self.start.iter().map(|square| self.square_name(usize::from(*square))), ",")
    }
}

const _: () = assert!(MAX_SIDE * MAX_SIDE <= 128 && 4 * MAX_SIDE <= 64);
