//! Corridor: two pawns race to the opposite edges, and sticks laid on the edges of squares block the way.
//! With sticks of length 2, diagonal jumps and the path rule, it is Quoridor.

pub mod board;
mod notation;
mod strategy;
mod view;
pub mod wall;

use crate::rules::{About, Illegal, Rules, Status};
use crate::settings::{MODEL, Settings};
use crate::text::{joined, word};
use board::{
    Board, Chains, Lie, MAX_SIDE, Move, OFF_BOARD, Open, Size, Squares, State, Stick, Sticks,
    Touch, UNLIMITED, Way, squares_of, sticks_left,
};
use notation::column_row;
use soliter_base::diagnostic::TextFault;
use wall::Races;

/// Where a pawn may land after it jumps over another pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpRule {
    /// On the square behind the other pawn, if the way is open.
    Straight,
    /// Also on the squares beside the other pawn, if a stick or the edge of the board blocks the square behind.
    Diagonal,
}

const JUMPS: [(&str, JumpRule); 2] =
    [("straight", JumpRule::Straight), ("diagonal", JumpRule::Diagonal)];

/// The passability rule: the walls that it forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passability {
    /// Nothing.
    None,
    /// A chain that touches two different points of the border.
    Border,
    /// A chain that touches two different sides of the board.
    Sides,
    /// A chain that joins two opposite sides of the board.
    Opposite,
    /// A stick that leaves a pawn without a path to its goal, ignoring pawns.
    Path,
}

const PASSABILITIES: [(&str, Passability); 5] = [
    ("none", Passability::None),
    ("border", Passability::Border),
    ("sides", Passability::Sides),
    ("opposite", Passability::Opposite),
    ("path", Passability::Path),
];

impl Passability {
    fn forbids(self, touch: Touch) -> bool {
        match self {
            Self::None | Self::Path => false,
            Self::Border => touch.points > 1,
            Self::Sides => touch.sides.count_ones() > 1,
            Self::Opposite => touch.sides & 0b0011 == 0b0011 || touch.sides & 0b1100 == 0b1100,
        }
    }
}

/// Corridor or, with sticks of length 2, Quoridor.
#[derive(Clone, Debug)]
pub struct Corridor {
    /// The name of the game in model files and records.
    name: &'static str,
    board: Board,
    players: usize,
    /// Sticks of each player at the start, or [`UNLIMITED`].
    walls: u8,
    passability: Passability,
    jump: JumpRule,
    /// Whether the players choose their starting squares before the first move.
    placement: bool,
    /// Whether sticks may be laid on the outer border.
    border_walls: bool,
    /// The length of a stick: the number of edges that it covers.
    wall_length: usize,
    /// The number of repetitions of a position that make a draw.
    repetition: usize,
    /// The starting squares of the pawns, one for each player.
    start: Vec<u8>,
    initial: State,
    /// Whether a game may end in a draw, other than by repetition. Programs that count moves leave this out.
    draws: bool,
    /// Races for a wall that were solved before.
    races: Races,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A player is to move and has a legal move.
    Open,
    /// This player's pawn has arrived.
    Won(usize),
    /// All pawns are caught, or no player has a legal action.
    Drawn,
}

impl Corridor {
    /// The player who moves or places a pawn after `player`: clockwise from south to west.
    pub fn next_player(&self, player: usize) -> usize {
        match (self.players, player) {
            (2, _) => player ^ 1,
            (_, 0) => 2,
            (_, 2) => 1,
            (4, 1) => 3,
            _ => 0,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The open edges in a position.
    #[inline]
    pub fn open(&self, state: &State) -> Open {
        state.sticks.open(&self.board, self.wall_length)
    }

    /// The state of the game.
    pub fn standing(&self, state: &State) -> Standing {
        let open = self.open(state);
        // "A draw is declared only when both pawns are caught."
        let all_caught = || (0..self.players).all(|player| self.caught(state, player, &open));
        if let Some(winner) = self.winner(state) {
            Standing::Won(winner)
        } else if self.draws
            && (!self.unplaced(state) && all_caught() || self.nobody_can_move(state))
        {
            Standing::Drawn
        } else {
            Standing::Open
        }
    }

    /// The player whose pawn has arrived.
    #[inline]
    fn winner(&self, state: &State) -> Option<usize> {
        (0..self.players).find(|player| state.pawn(*player) & self.board.goal(*player) != 0)
    }

    /// Whether a player's pawn has no path to its goal, ignoring pawns.
    fn caught(&self, state: &State, player: usize, open: &Open) -> bool {
        self.board.distance(state.pawn(player), self.board.goal(player), open).is_none()
    }

    fn nobody_can_move(&self, state: &State) -> bool {
        let mut turn = *state;
        (0..self.players).all(|_| {
            let stuck = self.stuck(&turn);
            turn.to_move = self.next_player(turn.mover()) as u8;
            stuck
        })
    }

    /// Whether the player to move can only pass.
    pub fn stuck(&self, state: &State) -> bool {
        self.pawn_moves(state, &self.open(state)) == 0 && self.sticks_to_lay(state).count() == 0
    }

    /// The squares to which the mover's pawn can go or, if it is not on the board, where it can be placed.
    #[inline]
    pub fn pawn_moves(&self, state: &State, open: &Open) -> Squares {
        let mover = state.mover();
        let others = state.others(mover);
        let from = state.pawn(mover);
        if from == 0 {
            return self.board.home(mover) & !others;
        }
        let mut found = 0;
        for way in Way::ALL {
            let next = self.board.step(from, way, open);
            found |= if next & others == 0 { next } else { self.jumps(next, way, open) & !others };
        }
        found
    }

    /// The landing squares of a jump over the pawn on an adjacent square.
    #[inline]
    fn jumps(&self, over: Squares, way: Way, open: &Open) -> Squares {
        let behind = self.board.step(over, way, open);
        if behind != 0 || self.jump == JumpRule::Straight {
            return behind;
        }
        way.beside().iter().fold(0, |set, way| set | self.board.step(over, *way, open))
    }

    /// The places where a stick of either player would neither overlap nor cross another, whatever it closes off.
    #[inline]
    fn free_places(&self, sticks: &Sticks) -> Sticks {
        let (size, laid) = (self.board.size(), sticks);
        let (above, right) = sticks.covered(size, self.wall_length);
        let inner = self.board.open;
        if self.wall_length == 1 {
            let around = 2 * (size.columns + size.rows);
            let border = if self.border_walls { (1 << around) - 1 } else { 0 };
            return Sticks {
                horizontal: inner.above & !above,
                vertical: inner.right & !right,
                border: border & !laid.border,
            };
        }
        let named = inner.above & inner.right;
        Sticks {
            horizontal: named & !above & !(above >> 1) & !laid.vertical,
            vertical: named & !right & !(right >> size.columns) & !laid.horizontal,
            border: 0,
        }
    }

    /// The sticks that the player to move may lay.
    pub fn sticks_to_lay(&self, state: &State) -> Sticks {
        if state.left[state.mover()] == 0 || self.unplaced(state) {
            return Sticks::default();
        }
        self.allowed(state, self.free_places(&state.sticks))
    }

    /// The free places where the passability rule allows a stick.
    fn allowed(&self, state: &State, mut free: Sticks) -> Sticks {
        let rule = self.passability;
        if rule == Passability::None {
            return free;
        }
        let chains = self.chains(&state.sticks);
        let allowed = |at: usize, lie: Lie| {
            if rule != Passability::Path {
                return !chains.forbidden(at, lie, rule);
            }
            !chains.closes(at, lie) || {
                let mut after = state.sticks;
                *after.lying(lie) |= 1 << at;
                self.all_have_paths(state, &after)
            }
        };
        for lie in [Lie::Horizontal, Lie::Vertical] {
            for at in squares_of(*free.lying(lie)) {
                if !allowed(at, lie) {
                    *free.lying(lie) &= !(1 << at);
                }
            }
        }
        free
    }

    /// The chains of sticks, as defined by the passability rule of the game.
    fn chains(&self, sticks: &Sticks) -> Chains {
        let one_border = self.passability == Passability::Path;
        Chains::new(sticks, self.board.size(), self.wall_length, one_border)
    }

    fn all_have_paths(&self, state: &State, sticks: &Sticks) -> bool {
        let open = sticks.open(&self.board, self.wall_length);
        (0..self.players)
            .all(|player| state.pawn(player) == 0 || !self.caught(state, player, &open))
    }

    /// Whether some pawns are not placed yet.
    pub fn unplaced(&self, state: &State) -> bool {
        state.pawns[..self.players].contains(&OFF_BOARD)
    }

    /// The legal moves, if the game is not over.
    fn legal(&self, state: &State) -> Vec<Move> {
        let pawn = self.pawn_moves(state, &self.open(state));
        let mut moves: Vec<Move> =
            squares_of(pawn).map(|square| Move::Pawn(square as u8)).collect();
        moves.extend(self.sticks_to_lay(state).iter(self.board.size()).map(Move::Stick));
        if moves.is_empty() {
            moves.push(Move::Pass);
        }
        moves
    }

    #[inline]
    fn after(&self, state: &State, played: Move) -> State {
        let mut next = *state;
        let mover = state.mover();
        match played {
            Move::Pawn(square) => next.pawns[mover] = square,
            Move::Stick(stick) => {
                next.sticks = next.sticks.with(stick, self.board.size());
                if next.left[mover] != UNLIMITED {
                    next.left[mover] = next.left[mover].saturating_sub(1);
                }
            }
            Move::Pass => {}
        }
        next.to_move = self.next_player(mover) as u8;
        next
    }

    /// The position before the first move.
    fn opening(&self) -> State {
        let (mut pawns, mut left) = ([OFF_BOARD; 4], [0; 4]);
        left[..self.players].fill(self.walls);
        if !self.placement {
            pawns[..self.players].copy_from_slice(&self.start);
        }
        State { pawns, left, to_move: 0, sticks: Sticks::default() }
    }

    /// Whether a stick has a place on this board, free or not.
    fn has_place(&self, stick: Stick) -> bool {
        let Size { columns, rows } = self.board.size();
        let (along, length, across, last) = match stick.lie {
            Lie::Horizontal => (stick.column, columns, stick.row, rows),
            Lie::Vertical => (stick.row, rows, stick.column, columns),
        };
        let (along, across) = (usize::from(along), usize::from(across));
        let longest = length + 1 - self.wall_length;
        let border = across == 0 || across == last;
        (1..=longest).contains(&along) && across <= last && (!border || self.border_walls)
    }
}

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
            draws: true,
            races: Races::default(),
        };
        if game.border_walls && game.wall_length > 1 {
            let help = "sticks on the border have one side's length: wall_length = 1";
            settings.fault("border_walls", "long sticks have no place on the border", help);
        }
        game.start = game.read_start(settings);
        game.initial = settings.start(&game, game.opening());
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
    fn start_names(&self) -> String {
        joined(self.start.iter().map(|square| self.square_name(usize::from(*square))), ",")
    }
}

const _: () = assert!(MAX_SIDE * MAX_SIDE <= 128 && 4 * MAX_SIDE <= 64);

impl Rules for Corridor {
    type State = State;
    type Move = Move;

    fn about(&self) -> About {
        let Size { columns, rows } = self.board.size();
        let mut readings = vec![
            ("n", columns.to_string()),
            ("players", self.players.to_string()),
            ("walls", sticks_left(self.walls, "unlimited")),
            ("passability", word(&PASSABILITIES, &self.passability)),
            ("jump", word(&JUMPS, &self.jump)),
            ("placement", self.placement.to_string()),
            ("border_walls", self.border_walls.to_string()),
            ("wall_length", self.wall_length.to_string()),
            ("repetition", self.repetition.to_string()),
        ];
        if rows != columns {
            readings.insert(1, ("rows", rows.to_string()));
        }
        if !self.placement {
            readings.push(("start", self.start_names()));
        }
        let counted = "only an arrival ends a game here, no draw, as other programs count";
        About {
            name: self.name,
            players: self.players,
            readings,
            header: &[("pass", "passability")],
            repetition: Some(self.repetition),
            is_race: true,
            counted: (self.passability != Passability::Path).then_some(counted),
            ..About::default()
        }
    }

    fn initial(&self) -> &State {
        &self.initial
    }

    fn status(&self, state: &State) -> Status {
        Status::ToMove(state.mover()).unless(self.standing(state) != Standing::Open)
    }

    fn moves(&self, state: &State) -> Vec<Move> {
        if self.standing(state) == Standing::Open { self.legal(state) } else { Vec::new() }
    }

    fn apply(&self, state: &State, played: &Move) -> State {
        self.after(state, *played)
    }

    fn score(&self, state: &State, player: usize) -> i64 {
        (state.pawn(player) & self.board.goal(player) != 0).into()
    }

    fn write_move(&self, _state: &State, played: &Move) -> String {
        self.written(*played)
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Illegal> {
        self.parsed(state, text)
    }

    fn write_position(&self, state: &State) -> String {
        self.position(state)
    }

    fn read_position(&self, text: &str) -> Result<State, TextFault> {
        self.parsed_position(text)
    }

    fn turned(&self, text: &str) -> Option<String> {
        self.turned_text(text)
    }

    fn counted(&self) -> Self {
        Self { draws: false, ..self.clone() }
    }
}
