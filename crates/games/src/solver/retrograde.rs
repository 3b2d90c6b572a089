//! Solves games of two players in which positions repeat and which are won, drawn or lost: retrograde
//! analysis over the positions that can be reached.
//!
//! Positions of the same stage ([`Strategy::stage`]) can lead to each other, and no move leads back to an
//! earlier stage. So the search lists the positions of a stage that follow from one of them, solves the later
//! positions that they lead to, and then works backwards: a position is won if a move leads to a lost one,
//! and lost if all moves lead to won ones. If neither is ever found, play can go on for ever: a draw.

use rustc_hash::FxHashMap;

use crate::rules::{Status, lead};
use crate::solver::table_bytes;
use crate::strategy::Strategy;
use soliter_base::control::{Control, Stop};

/// The number of positions between checks of the limits.
const LOOK: u64 = 1 << 7;

/// A solved position: 0 for a draw, positive if the player to move wins, and negative if he loses. Positions are
/// numbered in the order in which they were solved, so the winner can always move on to a smaller absolute value.
type Mark = i32;

/// All positions solved so far.
pub struct Retrograde<'r, R: Strategy> {
    rules: &'r R,
    table: FxHashMap<R::Key, Mark>,
    /// Greater than all absolute values in the table.
    next: Mark,
    /// The number of positions examined.
    pub states: u64,
}

/// The result of a move for the player who makes it.
enum Link<K> {
    /// It is known: 1, 0 or -1.
    Known(i64),
    /// That of another position of the stage.
    Inside { node: usize, same: bool },
    /// That of a position of a later stage.
    Later { key: K, same: bool },
}

/// Positions of one stage, each with its links.
struct Stage<R: Strategy> {
    states: Vec<R::State>,
    keys: Vec<R::Key>,
    links: Vec<Vec<Link<R::Key>>>,
    index: FxHashMap<R::Key, usize>,
    /// Unsolved positions of later stages.
    later: Vec<R::State>,
}

impl<'r, R: Strategy> Retrograde<'r, R> {
    /// A solver that has solved nothing yet.
    pub fn new(rules: &'r R) -> Self {
        Self { rules, table: FxHashMap::default(), next: 1, states: 0 }
    }

    /// The value of each move for the player who makes it.
    pub fn values(
        &mut self,
        state: &R::State,
        moves: &[R::Move],
        control: &Control,
    ) -> Result<Vec<i64>, Stop> {
        let mut values = Vec::new();
        for played in moves {
            let after = self.rules.apply(state, played);
            if let Some(value) = self.immediate(state, &after) {
                values.push(value);
                continue;
            }
            let value = self.value(&after, control)?;
            let same = self.rules.status(&after) == self.rules.status(state);
            values.push(if same { value } else { -value });
        }
        Ok(values)
    }

    /// The value of a position that is not over.
    fn value(&mut self, state: &R::State, control: &Control) -> Result<i64, Stop> {
        if !self.table.contains_key(&self.rules.key(state)) {
            self.solve(state, control)?;
        }
        Ok(self.known(state).map_or(0, |mark| i64::from(mark.signum())))
    }

    fn known(&self, state: &R::State) -> Option<Mark> {
        self.table.get(&self.rules.key(state)).copied()
    }

    /// A move that keeps the value of a position and, if it is won, comes nearer to the win. The positions
    /// after its moves must be solved.
    pub fn best(&self, state: &R::State) -> Option<R::Move> {
        let worth = |played: &R::Move| {
            let after = self.rules.apply(state, played);
            if let Some(value) = self.immediate(state, &after) {
                return Some((value, if value > 0 { 0 } else { Mark::MIN }));
            }
            let mark = self.known(&after)?;
            let same = self.rules.status(&after) == self.rules.status(state);
            let value = i64::from(if same { mark.signum() } else { -mark.signum() });
            // The winner approaches the end, and the loser delays it.
            Some((value, if value > 0 { -mark.abs() } else { mark.abs() }))
        };
        let moves = self.rules.moves(state).into_iter().rev();
        let known = moves.filter_map(|played| Some((worth(&played)?, played)));
        known.max_by_key(|(worth, _)| *worth).map(|(_, played)| played)
    }

    /// The result of a move if it ends the game, or if it is proved without a search.
    fn immediate(&self, state: &R::State, after: &R::State) -> Option<i64> {
        let Status::ToMove(player) = self.rules.status(state) else { return None };
        match self.rules.status(after) {
            Status::Over => {
                let gain = lead(self.rules, 2, after, player) - lead(self.rules, 2, state, player);
                Some(gain.signum())
            }
            Status::ToMove(next) => {
                let value = self.rules.outlook(after, next).proved.value()?;
                Some(if next == player { value } else { -value })
            }
        }
    }

    /// Solves a position with all that can follow. It recurses once for each stage.
    fn solve(&mut self, start: &R::State, control: &Control) -> Result<(), Stop> {
        let mut stage = self.explore(start, control)?;
        for later in std::mem::take(&mut stage.later) {
            if self.known(&later).is_none() {
                self.solve(&later, control)?;
            }
        }
        let marks = self.marks(&stage);
        self.next += Mark::try_from(marks.len()).unwrap_or(Mark::MAX);
        self.table.extend(stage.keys.into_iter().zip(marks));
        Ok(())
    }

    /// Lists the positions of a stage that follow from one of them.
    fn explore(&mut self, start: &R::State, control: &Control) -> Result<Stage<R>, Stop> {
        let number = self.rules.stage(start);
        let key = self.rules.key(start);
        let mut stage: Stage<R> = Stage {
            states: vec![start.clone()],
            keys: vec![key.clone()],
            links: Vec::new(),
            index: FxHashMap::from_iter([(key, 0usize)]),
            later: Vec::new(),
        };
        while stage.links.len() < stage.states.len() {
            self.states += 1;
            if self.states.is_multiple_of(LOOK) {
                control.check()?;
                let inside = stage.states.len() * (size_of::<R::State>() + 3 * size_of::<R::Key>());
                let links: usize =
                    stage.links.last().map_or(0, Vec::len) * size_of::<Link<R::Key>>();
                let stage_bytes = (inside + links * stage.links.len()) as u64;
                control.check_memory(table_bytes(&self.table) + stage_bytes)?;
                control.report_progress(|| format!("{} positions", self.states));
            }
            let state = stage.states[stage.links.len()].clone();
            let mut links: Vec<Link<R::Key>> = Vec::new();
            for played in self.rules.moves(&state) {
                let after = self.rules.apply(&state, &played);
                if let Some(value) = self.immediate(&state, &after) {
                    links.push(Link::Known(value));
                    if value > 0 {
                        break;
                    }
                    continue;
                }
                let same = self.rules.status(&after) == self.rules.status(&state);
                let key = self.rules.key(&after);
                if let Some(mark) = self.table.get(&key) {
                    let value = i64::from(mark.signum());
                    links.push(Link::Known(if same { value } else { -value }));
                } else if self.rules.stage(&after) == number {
                    let next = stage.states.len();
                    let node = *stage.index.entry(key.clone()).or_insert(next);
                    if node == next {
                        stage.states.push(after);
                        stage.keys.push(key);
                    }
                    links.push(Link::Inside { node, same });
                } else {
                    stage.later.push(after);
                    links.push(Link::Later { key, same });
                }
            }
            // A winning move makes all others irrelevant.
            if matches!(links.last(), Some(Link::Known(1))) {
                links.drain(..links.len() - 1);
            }
            stage.links.push(links);
        }
        Ok(stage)
    }

    /// Works backwards from the links whose results are known.
    fn marks(&self, stage: &Stage<R>) -> Vec<Mark> {
        let count = stage.links.len();
        let mut marks: Vec<Option<Mark>> = vec![None; count];
        // For each position, the number of moves that are not known to lose.
        let mut open: Vec<usize> = stage.links.iter().map(Vec::len).collect();
        let mut before: Vec<Vec<(usize, bool)>> = vec![Vec::new(); count];
        let mut solved: Vec<usize> = Vec::new();
        for (node, links) in stage.links.iter().enumerate() {
            for link in links {
                let value = match link {
                    Link::Known(value) => *value,
                    Link::Inside { node: next, same } => {
                        before[*next].push((node, *same));
                        continue;
                    }
                    Link::Later { key, same } => {
                        let mark = self.table.get(key).copied().unwrap_or(0);
                        i64::from(if *same { mark.signum() } else { -mark.signum() })
                    }
                };
                decide(node, value, self.next, &mut marks, &mut open, &mut solved);
            }
        }
        let mut at = 0;
        while let Some(&node) = solved.get(at) {
            at += 1;
            let mark = marks[node].unwrap_or(0);
            let rank = self.next + Mark::try_from(at).unwrap_or(0);
            for &(from, same) in &before[node] {
                let value = i64::from(if same { mark.signum() } else { -mark.signum() });
                decide(from, value, rank, &mut marks, &mut open, &mut solved);
            }
        }
        marks.into_iter().map(|mark| mark.unwrap_or(0)).collect()
    }
}

/// Records the result of a move of a position.
fn decide(
    node: usize,
    value: i64,
    rank: Mark,
    marks: &mut [Option<Mark>],
    open: &mut [usize],
    solved: &mut Vec<usize>,
) {
    if marks[node].is_some() {
        return;
    }
    if value > 0 {
        marks[node] = Some(rank);
        solved.push(node);
    } else if value < 0 {
        open[node] -= 1;
        if open[node] == 0 {
            marks[node] = Some(-rank);
            solved.push(node);
        }
    }
}
