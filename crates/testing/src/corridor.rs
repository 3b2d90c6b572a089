//! A second implementation of the Corridor rules, written for readability: sets of names and recursion, no
//! bit sets. It shares only the notation with the program.

use std::collections::{BTreeSet, HashMap, HashSet};

/// Column and row, from 0.
type Square = (i32, i32);
/// A point where squares meet, from 0 at the lower left corner.
type Point = (i32, i32);
/// Column and row from 1 of the square below or to the left, and `h` or `v`.
type Stick = (i32, i32, char);

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Plain {
    pub columns: i32,
    pub rows: i32,
    pub players: usize,
    pub rule: &'static str,
    pub diagonal: bool,
    pub length: i32,
    pub border: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub pawns: Vec<Square>,
    pub sticks: BTreeSet<Stick>,
    /// `None` means unlimited.
    pub left: Vec<Option<u32>>,
    pub mover: usize,
}

fn name((column, row): Square) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn stick_name((column, row, lie): Stick) -> String {
    let column = if column == 0 { '0' } else { char::from(b'a' + column as u8 - 1) };
    format!("{column}{row}{lie}")
}

/// The name of an action and the resulting position, before the turn passes on.
type Action = (String, Position);

impl Plain {
    fn on_board(&self, (column, row): Square) -> bool {
        (0..self.columns).contains(&column) && (0..self.rows).contains(&row)
    }

    fn goal(&self, player: usize, (column, row): Square) -> bool {
        match player {
            0 => row == self.rows - 1,
            1 => row == 0,
            2 => column == self.columns - 1,
            _ => column == 0,
        }
    }

    fn next(&self, player: usize) -> usize {
        let order: &[usize] = match self.players {
            2 => &[0, 1],
            3 => &[0, 2, 1],
            _ => &[0, 2, 1, 3],
        };
        let at = order.iter().position(|p| *p == player).expect("a player");
        order[(at + 1) % order.len()]
    }

    /// The edges of squares that a stick covers, one by one.
    fn pieces(&self, (column, row, lie): Stick) -> Vec<Stick> {
        (0..self.length)
            .map(|i| if lie == 'h' { (column + i, row, lie) } else { (column, row + i, lie) })
            .collect()
    }

    fn barred(&self, sticks: &BTreeSet<Stick>, from: Square, to: Square) -> bool {
        let (column, row) = (from.0.min(to.0) + 1, from.1.min(to.1) + 1);
        let side = (column, row, if from.0 == to.0 { 'h' } else { 'v' });
        sticks.iter().any(|stick| self.pieces(*stick).contains(&side))
    }

    fn step(&self, sticks: &BTreeSet<Stick>, from: Square, way: Square) -> Option<Square> {
        let to = (from.0 + way.0, from.1 + way.1);
        (self.on_board(to) && !self.barred(sticks, from, to)).then_some(to)
    }

    fn has_path(&self, sticks: &BTreeSet<Stick>, player: usize, from: Square) -> bool {
        let mut seen = HashSet::from([from]);
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            if self.goal(player, at) {
                return true;
            }
            for way in WAYS {
                if let Some(to) = self.step(sticks, at, way)
                    && seen.insert(to)
                {
                    todo.push(to);
                }
            }
        }
        false
    }

    fn pawn_moves(&self, position: &Position) -> Vec<Square> {
        let from = position.pawns[position.mover];
        let mut found = BTreeSet::new();
        for way in WAYS {
            let Some(next) = self.step(&position.sticks, from, way) else { continue };
            if !position.pawns.contains(&next) {
                found.insert(next);
                continue;
            }
            match self.step(&position.sticks, next, way) {
                Some(behind) => {
                    found.insert(behind);
                }
                None if self.diagonal => {
                    for way in [(way.1, way.0), (-way.1, -way.0)] {
                        found.extend(self.step(&position.sticks, next, way));
                    }
                }
                None => {}
            }
        }
        found.into_iter().filter(|square| !position.pawns.contains(square)).collect()
    }

    fn points(&self, stick: Stick) -> Vec<Point> {
        let (column, row, lie) = stick;
        (0..=self.length)
            .map(|i| if lie == 'h' { (column - 1 + i, row) } else { (column, row - 1 + i) })
            .collect()
    }

    fn inner(&self, (column, row, lie): Stick) -> bool {
        if lie == 'h' { row > 0 && row < self.rows } else { column > 0 && column < self.columns }
    }

    fn passable(&self, position: &Position, stick: Stick) -> bool {
        let mut sticks = position.sticks.clone();
        sticks.insert(stick);
        if self.rule == "path" {
            let mut pawns = position.pawns.iter().enumerate();
            return pawns.all(|(player, pawn)| self.has_path(&sticks, player, *pawn));
        }
        if !self.inner(stick) {
            return true;
        }
        // The chain that the stick belongs to.
        let mut chain = HashSet::from([stick]);
        let mut points: HashSet<Point> = self.points(stick).into_iter().collect();
        loop {
            let joined = sticks.iter().find(|other| {
                self.inner(**other)
                    && !chain.contains(*other)
                    && self.points(**other).iter().any(|point| points.contains(point))
            });
            let Some(joined) = joined else { break };
            chain.insert(*joined);
            points.extend(self.points(*joined));
        }
        let border: Vec<Point> = points
            .into_iter()
            .filter(|(x, y)| *x == 0 || *y == 0 || *x == self.columns || *y == self.rows)
            .collect();
        let touches = |side: usize| {
            border
                .iter()
                .any(|(x, y)| [*x == 0, *x == self.columns, *y == 0, *y == self.rows][side])
        };
        match self.rule {
            "border" => border.len() < 2,
            "sides" => (0..4).filter(|side| touches(*side)).count() < 2,
            "opposite" => !(touches(0) && touches(1) || touches(2) && touches(3)),
            _ => true,
        }
    }

    fn places(&self) -> Vec<Stick> {
        let mut found = Vec::new();
        for column in 0..=self.columns {
            for row in 0..=self.rows {
                for lie in ['h', 'v'] {
                    let (along, length) =
                        if lie == 'h' { (column, self.columns) } else { (row, self.rows) };
                    let stick = (column, row, lie);
                    let fits = (1..=length + 1 - self.length).contains(&along);
                    if fits && (self.border || self.inner(stick)) {
                        found.push(stick);
                    }
                }
            }
        }
        found
    }

    fn fits(&self, position: &Position, stick: Stick) -> bool {
        let taken: HashSet<Stick> =
            position.sticks.iter().flat_map(|stick| self.pieces(*stick)).collect();
        let other = if stick.2 == 'h' { 'v' } else { 'h' };
        let crosses = self.length == 2 && position.sticks.contains(&(stick.0, stick.1, other));
        self.pieces(stick).iter().all(|piece| !taken.contains(piece)) && !crosses
    }

    fn actions_of(&self, position: &Position) -> Vec<Action> {
        let mut found = Vec::new();
        for square in self.pawn_moves(position) {
            let mut after = position.clone();
            after.pawns[position.mover] = square;
            found.push((name(square), after));
        }
        if position.left[position.mover] != Some(0) {
            for stick in self.places() {
                if self.fits(position, stick) && self.passable(position, stick) {
                    let mut after = position.clone();
                    after.sticks.insert(stick);
                    after.left[position.mover] = position.left[position.mover].map(|n| n - 1);
                    found.push((stick_name(stick), after));
                }
            }
        }
        found
    }

    pub fn winner(&self, position: &Position) -> Option<usize> {
        (0..self.players).find(|player| self.goal(*player, position.pawns[*player]))
    }

    /// Whether the game has ended without a winner.
    pub fn drawn(&self, position: &Position) -> bool {
        let caught =
            |player: usize| !self.has_path(&position.sticks, player, position.pawns[player]);
        let stuck = |player: usize| {
            self.actions_of(&Position { mover: player, ..position.clone() }).is_empty()
        };
        (0..self.players).all(caught) || (0..self.players).all(stuck)
    }

    /// The names of the legal actions with the resulting positions; empty once the game is over.
    pub fn actions(&self, position: &Position) -> Vec<Action> {
        if self.winner(position).is_some() || self.drawn(position) {
            return Vec::new();
        }
        let mut found = self.actions_of(position);
        if found.is_empty() {
            found.push(("--".into(), position.clone()));
        }
        for (_, after) in &mut found {
            after.mover = self.next(position.mover);
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    /// The values of a position and of all its successors, for the player to move. A position that is neither
    /// won nor lost after any number of moves is a draw.
    pub fn values(&self, from: &Position) -> HashMap<Position, i64> {
        let mut next: HashMap<Position, Vec<Position>> = HashMap::new();
        let mut todo = vec![from.clone()];
        while let Some(position) = todo.pop() {
            if next.contains_key(&position) {
                continue;
            }
            let after: Vec<Position> =
                self.actions(&position).into_iter().map(|(_, after)| after).collect();
            todo.extend(after.iter().cloned());
            next.insert(position, after);
        }
        let mut values: HashMap<Position, i64> = HashMap::new();
        loop {
            let before = values.len();
            for (position, after) in &next {
                if values.contains_key(position) {
                    continue;
                }
                let his = |p: &Position| values.get(p).copied();
                if self.winner(position).is_some() || after.iter().any(|p| his(p) == Some(-1)) {
                    let arrived = self.winner(position).is_some_and(|w| w != position.mover);
                    values.insert(position.clone(), if arrived { -1 } else { 1 });
                } else if !after.is_empty() && after.iter().all(|p| his(p) == Some(1)) {
                    values.insert(position.clone(), -1);
                }
            }
            if values.len() == before {
                break;
            }
        }
        next.into_keys().map(|p| (p.clone(), values.get(&p).copied().unwrap_or(0))).collect()
    }

    /// The position in the program's notation.
    pub fn text(position: &Position) -> String {
        let pawns: Vec<String> = position.pawns.iter().map(|pawn| name(*pawn)).collect();
        let lying = |lie: char| {
            let names: Vec<String> = position
                .sticks
                .iter()
                .filter(|stick| stick.2 == lie)
                .map(|stick| stick_name(*stick).trim_end_matches(lie).to_owned())
                .collect();
            names.join(",")
        };
        let left: Vec<String> = position
            .left
            .iter()
            .map(|left| left.map_or("-".into(), |left| left.to_string()))
            .collect();
        let (pawns, left, mover) = (pawns.join(","), left.join(","), position.mover + 1);
        format!("{pawns}/h:{}/v:{}/{left}/{mover}", lying('h'), lying('v'))
    }
}

const WAYS: [Square; 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
