//! The three actions on a palisade (swap, split and sow), and the pairs that a sow forms.

/// Heights of the columns from left to right, none of them 0.
pub type Columns = Vec<u8>;

/// A direction, or an end of the palisade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// `<`
    Left,
    /// `>`
    Right,
}

/// An action of a turn. Columns are numbered from 0 here, and from 1 in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Swap any two columns.
    Swap {
        /// The left one.
        first: usize,
        /// The right one.
        second: usize,
    },
    /// Take some of a column's stones and form a new column of them at an end.
    Split {
        /// The column.
        column: usize,
        /// The number of stones to take, at least 1 and not all.
        stones: u8,
        /// The end where the new column is placed.
        to: End,
    },
    /// Take any column and spread its stones over the palisade.
    Sow {
        /// The column.
        column: usize,
        /// The direction of the first stone; columns at the ends are sown inwards.
        towards: End,
        /// The column of the pair that is removed for the point. Its number after the sow does not count the
        /// lifted column if its hole was not refilled.
        removed: Option<usize>,
    },
}

impl Action {
    /// The points of the action. Only a sow scores, and it scores 1 point however many pairs it forms.
    pub fn points(self) -> u8 {
        u8::from(matches!(self, Self::Sow { removed: Some(_), .. }))
    }
}

/// Which equal columns are a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// Equal after the sow, and the sow changed the height of one of them.
    Changed,
    /// Like [`Pair::Changed`], and the columns were unequal before.
    New,
}

pub(super) const PAIRS: [(&str, Pair); 2] = [("changed", Pair::Changed), ("new", Pair::New)];

/// A palisade after a sow, before a column is removed.
#[derive(Clone, Debug, Default)]
pub(super) struct Sowing {
    pub(super) columns: Columns,
    /// Heights of the same columns before the sow.
    before: Columns,
}

impl Sowing {
    /// Lifts a column, which leaves a hole, and lays its stones one by one, the first next to the hole. At an
    /// end, the direction is reversed. The hole counts as a place.
    pub(super) fn sow(&mut self, columns: &[u8], column: usize, towards: End) {
        columns.clone_into(&mut self.before);
        columns.clone_into(&mut self.columns);
        self.columns[column] = 0;
        let last = columns.len() - 1;
        let (mut place, mut towards) = (column, towards);
        for _ in 0..columns[column] {
            if place == 0 {
                towards = End::Right;
            } else if place == last {
                towards = End::Left;
            }
            place = if towards == End::Right { place + 1 } else { place - 1 };
            self.columns[place] += 1;
        }
        if self.columns[column] == 0 {
            self.columns.remove(column);
            self.before.remove(column);
        }
    }

    /// The columns of the pairs that the sow formed, one of which must be removed. A column has changed if
    /// its height has: a hole, even if refilled, is lower than the lifted column.
    pub(super) fn removable(&self, pair: Pair) -> impl Iterator<Item = usize> {
        let mut groups = [EqualColumns::default(); 256];
        for (&after, &before) in self.columns.iter().zip(&self.before) {
            let group = &mut groups[usize::from(after)];
            group.paired |= match pair {
                Pair::Changed => after != before,
                // If two columns have become equal, at least one of them has changed.
                Pair::New => group.columns > 0 && group.before != before,
            };
            group.before = before;
            group.columns += 1;
        }
        let in_pair = move |after: u8| {
            let group = groups[usize::from(after)];
            group.columns > 1 && group.paired
        };
        (0..self.columns.len()).filter(move |&column| in_pair(self.columns[column]))
    }
}

/// The columns of one height after a sow.
#[derive(Clone, Copy, Default)]
struct EqualColumns {
    columns: u8,
    /// The height of the last of these columns before the sow.
    before: u8,
    /// Whether the columns, if there are at least two, form a pair; each of them then belongs to one.
    paired: bool,
}

/// The number of stones of a palisade.
pub fn stones(columns: &[u8]) -> usize {
    columns.iter().copied().map(usize::from).sum()
}

/// Buffers that are reused from palisade to palisade.
#[derive(Default)]
pub(super) struct Scratch {
    sown: Sowing,
    after: Columns,
}

/// Calls `visit` once for every legal action, with the action and the resulting columns.
pub(super) fn each_action(
    columns: &[u8],
    pair: Pair,
    Scratch { sown, after }: &mut Scratch,
    mut visit: impl FnMut(Action, &[u8]),
) {
    let count = columns.len();
    columns.clone_into(after);
    for first in 0..count {
        for second in first + 1..count {
            after.swap(first, second);
            visit(Action::Swap { first, second }, after);
            after.swap(first, second);
        }
    }
    for (column, &height) in columns.iter().enumerate() {
        for stones in 1..height {
            for to in [End::Left, End::Right] {
                split(columns, column, stones, to, after);
                visit(Action::Split { column, stones, to }, after);
            }
        }
    }
    each_sow(columns, pair, sown, after, visit);
}

/// The sows of [`each_action`].
fn each_sow(
    columns: &[u8],
    pair: Pair,
    sown: &mut Sowing,
    after: &mut Columns,
    mut visit: impl FnMut(Action, &[u8]),
) {
    for column in 0..columns.len() {
        // The directions that lead to different results; none for a single column.
        let left = (column > 0).then_some(End::Left);
        let right = (column + 1 < columns.len()).then_some(End::Right);
        for towards in left.into_iter().chain(right) {
            sown.sow(columns, column, towards);
            let mut scores = false;
            for removed in sown.removable(pair) {
                scores = true;
                sown.columns.clone_into(after);
                after.remove(removed);
                visit(Action::Sow { column, towards, removed: Some(removed) }, after);
            }
            if !scores {
                visit(Action::Sow { column, towards, removed: None }, &sown.columns);
            }
        }
    }
}

/// Calls `visit` for every action that scores a point.
pub(super) fn each_scoring(
    columns: &[u8],
    pair: Pair,
    Scratch { sown, after }: &mut Scratch,
    mut visit: impl FnMut(Action, &[u8]),
) {
    each_sow(columns, pair, sown, after, |action, left| {
        if action.points() > 0 {
            visit(action, left);
        }
    });
}

fn split(columns: &[u8], column: usize, stones: u8, to: End, after: &mut Columns) {
    after.clear();
    if to == End::Left {
        after.push(stones);
    }
    after.extend_from_slice(columns);
    if to == End::Right {
        after.push(stones);
    }
    after[column + usize::from(to == End::Left)] -= stones;
}

/// The columns after a legal action. A sow may also be given without the removal that it requires.
///
/// # Panics
/// If the action is not legal for these columns.
pub fn act(columns: &[u8], action: Action) -> Columns {
    let mut after = columns.to_vec();
    match action {
        Action::Swap { first, second } => after.swap(first, second),
        Action::Split { column, stones, to } => split(columns, column, stones, to, &mut after),
        Action::Sow { column, towards, removed } => {
            let mut sown = Sowing::default();
            sown.sow(columns, column, towards);
            after = sown.columns;
            if let Some(removed) = removed {
                after.remove(removed);
            }
        }
    }
    after
}
