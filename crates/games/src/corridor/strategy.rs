//! Corridor's knowledge for the solver and the player: shortest paths, the strategy of the source, and the
//! moves that change the paths.

use std::cmp::{Ordering, Reverse};

use super::board::{
    MAX_SIDE, Move, OFF_BOARD, Open, Size, Squares, State, Sticks, UNLIMITED, Way, squares_of,
};
use super::{Corridor, Passability};
use crate::rules::Rules as _;
use crate::strategy::{Bounds, Candidates, Outlook, ROOT, Strategy, UNIT};
use soliter_base::control::Control;

/// Greater than the length of any path.
const NO_PATH: u32 = 1000;
/// The value of a step of the shortest path, and of the right to move.
const STEP: i32 = 40;
const TURN: i32 = 20;
/// The value of a remaining stick of length 1, and of length 2.
const STICK: [i32; 2] = [50, 45];
/// The advantage of a player who cannot lose, if the opponent can.
const SAFE: i32 = 600;
/// The advantage of the player who is ahead when no sticks are left, and so arrives first unless the pawns meet.
const RACE: i32 = 400;
/// Up to this number of free places, all of them are searched.
const FEW_PLACES: u32 = 12;
/// The maximum absolute value of an estimate; it must not look like a win.
const MOST: i32 = UNIT - 100;

/// The sticks, the pawns, the sticks left, and the player to move; or the same after a reflection.
type Key = [u64; 6];

impl Strategy for Corridor {
    type Key = Key;

    fn key(&self, state: &State) -> Key {
        if self.players != 2 || self.border_walls || self.unplaced(state) {
            return packed(state);
        }
        // The player to move goes up the board. The pawns usually decide between left and right.
        let own = if state.to_move == 0 { *state } else { self.turned_round(state) };
        let columns = self.board.size().columns as u8;
        let right = |pawn: u8| columns - 1 - pawn % columns;
        let columns_of = own.pawns[..2].iter().map(|pawn| pawn % columns);
        match columns_of.cmp(own.pawns[..2].iter().map(|pawn| right(*pawn))) {
            Ordering::Less => packed(&own),
            Ordering::Greater => packed(&self.mirrored(&own)),
            Ordering::Equal => packed(&own).min(packed(&self.mirrored(&own))),
        }
    }

    fn range(&self, _state: &State) -> i64 {
        1
    }

    /// Sets of sticks, with the ways to lay them and the squares of the pawns. A long stick takes the places
    /// of others, and a passability rule forbids most of the large sets.
    fn size(&self, state: &State) -> f64 {
        let free = f64::from(self.free_places(&state.sticks).count());
        let taken = if self.wall_length == 1 { 1.0 } else { 3.5 };
        let total = |player: usize| match state.left[player] {
            UNLIMITED => None,
            left => Some(usize::from(left)),
        };
        let all = self.board.squares() * 2;
        let (first, second) = (total(0).unwrap_or(all), total(1).unwrap_or(all));
        let unlimited = total(0).is_none();
        let (mut sets, mut sum) = (1.0, 0.0);
        for laid in 0..=first + second {
            let ways = (0..=laid).filter(|of| *of <= first && laid - of <= second).count();
            sum += sets * if unlimited { 1.0 } else { ways as f64 };
            sets *= ((free - taken * laid as f64) / (laid as f64 + 1.0)).max(0.0);
        }
        let ruled = if self.passability == Passability::None { 1.0 } else { 0.25 };
        // Two sides to move, and four reflections.
        sum * ruled * (self.board.squares() as f64).powi(2) / 2.0
    }

    /// The number of sticks: no stick is ever removed.
    fn stage(&self, state: &State) -> usize {
        state.sticks.count() as usize
    }

    /// A player who has no path now never arrives, and one who builds a wall in time cannot lose. Otherwise, the
    /// shortest paths and the remaining sticks count.
    fn outlook(&self, state: &State, player: usize) -> Outlook {
        let open = self.open(state);
        let others = (0..self.players).filter(|other| *other != player);
        let own = self.path(state, player, &open);
        let his = others.map(|other| self.path(state, other, &open)).min().unwrap_or(NO_PATH);
        let safe = [player, 1 - player]
            .map(|builder| self.players == 2 && self.cannot_lose(state, builder));
        let estimate = self.estimate(state, player, [own, his], safe);
        if self.players != 2 {
            return Outlook { estimate, ..Outlook::default() };
        }
        let least = (safe[0] || his == NO_PATH).then_some(0);
        let most = (safe[1] || own == NO_PATH).then_some(0);
        let proved = if state.mover() == player {
            Bounds { least, most }
        } else {
            Bounds { least: most, most: least }
        };
        Outlook { proved, estimate, swing: Some(2 * STEP) }
    }

    /// Pawn moves and sticks across the opponent's shortest path are promising. The other moves are searched
    /// only at the root, and if few places are free.
    fn candidates(&self, state: &State, depth: usize) -> Candidates<Move> {
        if self.players != 2 || state.pawns[..2].contains(&OFF_BOARD) {
            let moves = self.moves(state);
            return Candidates::all(moves);
        }
        let judgement = Judgement::new(self, state);
        let judged = |moves: Vec<Move>| {
            let judged = moves.into_iter().map(|played| (judgement.after(played), played));
            let mut judged: Vec<(Option<i32>, Move)> = judged.collect();
            judged.sort_by_key(|(estimate, _)| Reverse(estimate.unwrap_or(UNIT)));
            judged
        };
        let moves = judgement.promising();
        // All moves are also searched if none is promising.
        let all = depth == ROOT || moves.is_empty() || {
            depth > 1 && self.free_places(&state.sticks).count() <= FEW_PLACES
        };
        let complete = all || state.left[state.mover()] == 0;
        let promising = moves.len();
        let mut rest = Vec::new();
        if all {
            rest = self.legal(state);
            rest.retain(|played| !moves.contains(played));
        }
        let (estimates, moves) = judged(moves).into_iter().chain(judged(rest)).unzip();
        Candidates { moves, estimates, promising, complete }
    }

    fn text_move(&self, state: &State, _control: &Control) -> Move {
        self.simple_strategy(state)
    }
}

fn packed(state: &State) -> Key {
    let State { pawns, left, to_move, sticks } = *state;
    let Sticks { horizontal, vertical, border } = sticks;
    // Four sides of at most 11 squares take 44 bits.
    let border = border | u64::from(to_move) << 60;
    let players = u64::from(u32::from_le_bytes(pawns)) << 32 | u64::from(u32::from_le_bytes(left));
    let halves = |set: Squares| [set as u64, (set >> 64) as u64];
    let ([low, high], [lower, upper]) = (halves(horizontal), halves(vertical));
    [low, high, lower, upper, players, border]
}

impl Corridor {
    /// The position after exchanging left and right, for two players.
    fn mirrored(&self, state: &State) -> State {
        let Size { columns, rows } = self.board.size();
        let longer = self.wall_length - 1;
        // Reverses each row; `shift` is the number of columns by which a stick's name moves.
        let each_row = |set: Squares, shift: usize| {
            (0..rows).fold(0, |all, at| {
                let bits = (set >> (at * columns)) as u16 & ((1 << columns) - 1);
                let reversed = bits.reverse_bits() >> (16 - columns);
                all | Squares::from(reversed >> shift) << (at * columns)
            })
        };
        let pawn = |square: u8| {
            let column = square % columns as u8;
            square - column + (columns as u8 - 1 - column)
        };
        let mut other = *state;
        other.sticks.horizontal = each_row(state.sticks.horizontal, longer);
        other.sticks.vertical = each_row(state.sticks.vertical, 1);
        other.pawns[..2].copy_from_slice(&[pawn(state.pawns[0]), pawn(state.pawns[1])]);
        other
    }

    /// The position after turning the board upside down and exchanging the two players.
    fn turned_round(&self, state: &State) -> State {
        let Size { columns, .. } = self.board.size();
        let (squares, longer) = (self.board.squares(), self.wall_length - 1);
        let turned = |set: Squares, shift: usize| (set.reverse_bits() >> (128 - squares)) >> shift;
        let pawn = |square: u8| squares as u8 - 1 - square;
        let mut other = *state;
        other.sticks.horizontal = turned(state.sticks.horizontal, columns + longer);
        other.sticks.vertical = turned(state.sticks.vertical, 1 + longer * columns);
        other.pawns[..2].copy_from_slice(&[pawn(state.pawns[1]), pawn(state.pawns[0])]);
        other.left[..2].copy_from_slice(&[state.left[1], state.left[0]]);
        other.to_move = 1 - state.to_move;
        other
    }

    /// The score that a player may expect, from the steps of his own path and of the opponent's shortest one, and
    /// from whether he and the opponent cannot lose.
    fn estimate(&self, state: &State, player: usize, paths: [u32; 2], safe: [bool; 2]) -> i32 {
        let [own, his] = paths.map(|path| path.min(30) as i32);
        let turn = if state.mover() == player { TURN } else { -TURN };
        if self.players != 2 {
            return (STEP * (his - own) + turn.max(0)).clamp(-MOST, MOST);
        }
        let left = |player: usize| match state.left[player] {
            UNLIMITED => 0,
            left => i32::from(left),
        };
        let stick = STICK[self.wall_length - 1];
        let mut plain = STEP * (his - own) + turn + stick * (left(player) - left(1 - player));
        if state.left[..2] == [0, 0] {
            plain += RACE * plain.signum();
        }
        match safe {
            // The game is a draw under best play.
            [true, true] => plain.clamp(-MOST, MOST) / 8,
            [true, false] => (plain.max(0) + SAFE).min(MOST),
            [false, true] => (plain.min(0) - SAFE).max(-MOST),
            [false, false] => plain.clamp(-MOST, MOST),
        }
    }

    /// The number of steps of a player's shortest path, ignoring pawns; [`NO_PATH`] if the pawn is caught.
    fn path(&self, state: &State, player: usize, open: &Open) -> u32 {
        let from = self.pawn_or_home(state, player);
        self.board.distance(from, self.board.goal(player), open).unwrap_or(NO_PATH)
    }

    /// The square of a pawn; before its placement, all squares on which it may be placed.
    fn pawn_or_home(&self, state: &State, player: usize) -> Squares {
        match state.pawn(player) {
            0 => self.board.home(player),
            square => square,
        }
    }

    /// "If your shortest path is shorter than the opponent's, advance; if longer, lengthen his."
    ///
    /// If the paths are equal, the player to move is ahead and advances. Among several sticks, chooses the
    /// one that lengthens the opponent's path most, and then the player's own path least. Among several
    /// opponents, considers the one with the shortest path.
    fn simple_strategy(&self, state: &State) -> Move {
        let mover = state.mover();
        let legal = self.legal(state);
        let length = |state: &State, player| self.path(state, player, &self.open(state));
        let own = length(state, mover);
        let others = (0..self.players).filter(|player| *player != mover);
        let (his, rival) =
            others.map(|player| (length(state, player), player)).min().unwrap_or((own, mover));
        let lengthens = |played: &Move| {
            let after = self.after(state, *played);
            (length(&after, rival).saturating_sub(his), own.abs_diff(length(&after, mover)))
        };
        if own > his && !self.unplaced(state) {
            let sticks = legal.iter().filter(|played| matches!(played, Move::Stick(_)));
            let sticks = sticks.map(|played| (lengthens(played), *played));
            let longer = sticks.filter(|((gain, _), _)| *gain > 0);
            let best = longer.min_by_key(|((gain, loss), _)| (Reverse(*gain), *loss));
            if let Some((_, best)) = best {
                return best;
            }
        }
        self.advance(state).or_else(|| legal.first().copied()).unwrap_or(Move::Pass)
    }

    /// The pawn move that leaves the shortest path. A pawn is placed as near the middle as possible.
    fn advance(&self, state: &State) -> Option<Move> {
        let mover = state.mover();
        let moves = squares_of(self.pawn_moves(state, &self.open(state)));
        if state.pawn(mover) == 0 {
            let middle = usize::from(self.start[mover]);
            return moves.min_by_key(|s| s.abs_diff(middle)).map(|s| Move::Pawn(s as u8));
        }
        let open = self.open(state);
        let moves = moves.map(|square| Move::Pawn(square as u8));
        moves.min_by_key(|played| self.path(&self.after(state, *played), mover, &open))
    }
}

/// A shortest path of a player, ignoring pawns.
struct Path {
    steps: u32,
    /// For each number of steps, up to those of the pawn, the squares from which that many steps lead to the goal.
    near: Vec<Squares>,
    /// The edges of squares that the path crosses.
    above: Squares,
    right: Squares,
}

impl Path {
    /// If there is no path, it crosses no edges.
    fn of(game: &Corridor, state: &State, player: usize, open: &Open) -> Self {
        let board = &game.board;
        let from = game.pawn_or_home(state, player);
        let mut near = Vec::with_capacity(2 * MAX_SIDE);
        near.push(board.goal(player));
        let (mut above, mut right) = (0, 0);
        while near[near.len() - 1] & from == 0 {
            let last = near[near.len() - 1];
            let next = board.spread(last, open);
            if next == last {
                return Self { steps: NO_PATH, near, above, right };
            }
            near.push(next);
        }
        let mut at = from & near[near.len() - 1];
        at &= at.wrapping_neg();
        for nearer in near.iter().rev().skip(1) {
            for way in Way::ALL {
                let next = board.step(at, way, open);
                if next & nearer != 0 {
                    match way {
                        Way::North => above |= at,
                        Way::South => above |= next,
                        Way::East => right |= at,
                        Way::West => right |= next,
                    }
                    at = next;
                    break;
                }
            }
        }
        Self { steps: near.len() as u32 - 1, near, above, right }
    }

    /// The number of steps from a square next to the pawn.
    fn steps_from(&self, square: u8) -> u32 {
        let found = self.near.iter().position(|near| near >> square & 1 == 1);
        found.map_or(self.steps + 1, |steps| steps as u32)
    }
}

/// A position with a shortest path for each of its two players.
struct Judgement<'a> {
    game: &'a Corridor,
    state: &'a State,
    open: Open,
    paths: [Path; 2],
}

impl<'a> Judgement<'a> {
    fn new(game: &'a Corridor, state: &'a State) -> Self {
        let open = game.open(state);
        let paths = [0, 1].map(|player| Path::of(game, state, player, &open));
        Self { game, state, open, paths }
    }

    /// The moves that may change a path's length: pawn moves, and sticks across the opponent's path.
    fn promising(&self) -> Vec<Move> {
        let (game, state) = (self.game, self.state);
        let pawn = squares_of(game.pawn_moves(state, &self.open));
        let mut moves = Vec::with_capacity(2 * MAX_SIDE);
        moves.extend(pawn.map(|square| Move::Pawn(square as u8)));
        if state.left[state.mover()] == 0 {
            return moves;
        }
        let Path { above, right, .. } = self.paths[1 - state.mover()];
        let size = game.board.size();
        let mut free = game.free_places(&state.sticks);
        let longer = game.wall_length > 1;
        free.horizontal &= if longer { above | above >> 1 } else { above };
        free.vertical &= if longer { right | right >> size.columns } else { right };
        free.border = 0;
        moves.extend(game.allowed(state, free).iter(size).map(Move::Stick));
        moves
    }

    /// The estimate for the player to move if he makes this move; `None` if it wins.
    fn after(&self, played: Move) -> Option<i32> {
        let (game, mover) = (self.game, self.state.mover());
        let next = game.after(self.state, played);
        let mut steps = [0, 1].map(|player: usize| self.paths[player].steps);
        match played {
            Move::Pawn(square) => steps[mover] = self.paths[mover].steps_from(square),
            Move::Stick(stick) => {
                let laid = Sticks::default().with(stick, game.board.size());
                let (above, right) = laid.covered(game.board.size(), game.wall_length);
                let open =
                    Open { above: self.open.above & !above, right: self.open.right & !right };
                for (player, path) in self.paths.iter().enumerate() {
                    if above & path.above | right & path.right != 0 {
                        steps[player] = game.path(self.state, player, &open);
                    }
                }
            }
            Move::Pass => {}
        }
        let players = [mover, 1 - mover];
        let safe = players.map(|builder| game.cannot_lose(&next, builder));
        let steps = players.map(|player| steps[player]);
        (steps[0] > 0).then(|| game.estimate(&next, mover, steps, safe))
    }
}
