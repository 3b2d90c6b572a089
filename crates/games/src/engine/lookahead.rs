//! Finds good moves in positions that cannot be solved exactly, for all games: an alpha-beta search with
//! iterative deepening and a transposition table.
//!
//! The player to move at the root plays against all others, who are assumed to cooperate. With two players,
//! this is the game itself; with more, it gives the value that this player can ensure. A score also says
//! whether it is a proved lower bound, and whether it is a proved upper bound. A score that depends on an
//! estimate, or on a search that omits moves, proves nothing.

use soliter_base::clock::Instant;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::time::Duration;

use rustc_hash::FxHasher;

use crate::analysis::Opinion;
use crate::engine::tree::{Choices, Found, Look, Scored, Tree, UNIT};
use soliter_base::control::{Control, Stop};

/// The duration of a search without a proof if there is no time limit.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(5);
/// Greater than any score.
const ENDLESS: i32 = 1 << 28;
const MAX_PLIES: usize = 200;
/// The number of table entries: the maximum, and the number per second of the time limit.
const MOST_ENTRIES: u64 = 1 << 20;
const ENTRIES_A_SECOND: u128 = 1 << 19;

/// The result of a search of a position, for the side to move.
#[derive(Clone, Copy)]
struct Known {
    score: i32,
    /// Whether the score is a proved lower bound (`low`), and a proved upper bound (`high`).
    low: bool,
    high: bool,
}

impl Known {
    fn turned(self) -> Self {
        Self { score: -self.score, low: self.high, high: self.low }
    }

    fn is_proved(self) -> bool {
        self.low && self.high
    }
}

/// The relation of an entry's score to the result of a full search of the same depth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A stored position. Complete keys are compared, so a score never belongs to another position.
struct Entry<K, M> {
    key: K,
    score: Known,
    depth: u8,
    bound: Bound,
    best: Option<M>,
}

/// Searches with increasing depth until the value is proved, a limit is reached, or the depth is `deepest`.
/// The moves of the root are `choices`, at least one.
pub(crate) fn look_ahead<T: Tree>(
    tree: &T,
    root: &T::Node,
    choices: Choices<T::Move>,
    deepest: usize,
    control: &Control,
) -> Found<T::Move> {
    let mut search = Search::new(tree, root, control);
    let clock = Instant::now();
    let look = tree.look(root, search.hero);
    let mut moves: Vec<Scored<T::Move>> = choices
        .moves
        .into_iter()
        .map(|played| Scored { played, score: 0, least: look.least, most: look.most })
        .collect();
    let bounds = |moves: &[Scored<T::Move>]| {
        let least = moves.iter().map(|one| one.least).max().unwrap_or(look.least);
        let most = moves.iter().map(|one| one.most).max().unwrap_or(look.most);
        (least.max(look.least), if choices.complete { most.min(look.most) } else { look.most })
    };
    let (mut depth, mut stopped) = (0, None);
    while depth < deepest.min(MAX_PLIES) {
        let (least, most) = bounds(&moves);
        if least == most {
            break;
        }
        if let Err(stop) = search.iteration(root, depth + 1, choices.promising, &mut moves) {
            stopped = Some(stop);
            break;
        }
        depth += 1;
        control.report_progress(|| format!("depth {depth}: {} positions", search.states));
    }
    let (least, most) = bounds(&moves);
    let decided = least == most;
    let line = search.line(root, moves.first().map(|first| first.played.clone()), decided);
    let seconds = clock.elapsed().as_secs_f64().max(1e-6);
    let states_per_second = (search.states as f64 / seconds) as u64;
    let opinion = moves.first().map(|one| Opinion { depth, score: one.score, states_per_second });
    Found {
        moves,
        // Values are integers, so the lower bound is rounded up and the upper bound down.
        least: -i64::from((-least).div_euclid(UNIT)),
        most: i64::from(most.div_euclid(UNIT)),
        depth,
        states: search.states,
        opinion,
        line,
        stopped: stopped.or(Some(Stop::Time)).filter(|_| !decided),
    }
}

struct Search<'a, T: Tree> {
    tree: &'a T,
    control: &'a Control,
    /// The player at the root.
    hero: usize,
    table: Vec<Option<Entry<T::Key, T::Move>>>,
    states: u64,
}

impl<'a, T: Tree> Search<'a, T> {
    /// A search with a table limited by the memory limit and by the number of entries that the time can fill.
    fn new(tree: &'a T, root: &T::Node, control: &'a Control) -> Self {
        // Keys and moves may own further memory on the heap.
        let each = size_of::<Option<Entry<T::Key, T::Move>>>() as u64 + 64;
        let time = control.time_left().map_or(u128::MAX, |left| left.as_millis());
        let fill = (time.saturating_mul(ENTRIES_A_SECOND) / 1000).max(1 << 10);
        let room = (control.memory_limit() / 2 / each)
            .min(MOST_ENTRIES)
            .min(u64::try_from(fill).unwrap_or(u64::MAX));
        let entries = if room < 2 { 1 } else { 1 << room.ilog2() };
        let table = std::iter::repeat_with(|| None).take(entries).collect();
        Self { tree, control, hero: tree.mover(root).unwrap_or(0), table, states: 0 }
    }

    /// Searches to one depth. If a limit is reached, the partial results are still used: proofs, and moves
    /// that are better than the best of the previous depth.
    fn iteration(
        &mut self,
        root: &T::Node,
        depth: usize,
        promising: usize,
        moves: &mut Vec<Scored<T::Move>>,
    ) -> Result<(), Stop> {
        let mut alpha = -ENDLESS;
        let mut searched: Vec<Scored<T::Move>> = Vec::new();
        let mut stopped = Ok(());
        for (number, scored) in moves.iter().enumerate() {
            let less = if number > promising && depth > 3 { 2 } else { 0 };
            let child = (depth, number > 0, less);
            match self.child(root, &scored.played, child, (alpha, ENDLESS), 0) {
                Ok(found) => {
                    let mut scored = Scored { score: found.score, ..scored.clone() };
                    if found.low {
                        scored.least = scored.least.max(found.score);
                    }
                    if found.high {
                        scored.most = scored.most.min(found.score);
                    }
                    alpha = alpha.max(found.score);
                    searched.push(scored);
                }
                Err(stop) => {
                    stopped = Err(stop);
                    break;
                }
            }
        }
        let rest = moves.split_off(searched.len());
        *moves = searched;
        // The sort is stable: of equal scores, the first is exact, and later ones may be bounds.
        moves.sort_by_key(|scored| -scored.score);
        moves.extend(rest);
        stopped
    }

    /// The score of a move for the player who makes it. A move after the first (`later`) is first compared
    /// with `alpha` only, in a search of a depth reduced by `less`.
    fn child(
        &mut self,
        node: &T::Node,
        played: &T::Move,
        (depth, later, less): (usize, bool, usize),
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<Known, Stop> {
        let mine = self.tree.mover(node) == Some(self.hero);
        let next = self.tree.after(node, played);
        let gain = self.tree.gain(node, &next, self.hero);
        let gain = if mine { gain } else { -gain };
        let same = (self.tree.mover(&next) == Some(self.hero)) == mine;
        let mut search = |depth: usize, alpha: i32, beta: i32| {
            let (alpha, beta) = (alpha - gain, beta - gain);
            let found = if same {
                self.search(&next, depth, alpha, beta, ply + 1)?
            } else {
                self.search(&next, depth, -beta, -alpha, ply + 1)?.turned()
            };
            Ok(Known { score: found.score + gain, ..found })
        };
        if later {
            let mut found = search(depth - 1 - less, alpha, alpha + 1)?;
            if less > 0 && found.score > alpha && !found.is_proved() {
                found = search(depth - 1, alpha, alpha + 1)?;
            }
            if found.score <= alpha || found.score >= beta || found.is_proved() {
                return Ok(found);
            }
        }
        search(depth - 1, alpha, beta)
    }

    /// The score for the side to move: exact if it lies between `alpha` and `beta`, and otherwise a bound.
    fn search(
        &mut self,
        node: &T::Node,
        depth: usize,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<Known, Stop> {
        self.states += 1;
        if self.states.is_multiple_of(4) {
            self.control.check()?;
        }
        let Some(mover) = self.tree.mover(node) else {
            return Ok(Known { score: 0, low: true, high: true });
        };
        let key = self.tree.key(node);
        let slot = self.slot(&key);
        let known = self.table[slot].as_ref().filter(|entry| entry.key == key);
        if let Some(entry) = known {
            let found = entry.score;
            let fits = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => found.score >= beta,
                Bound::AtMost => found.score <= alpha,
            };
            let proved = found.is_proved()
                || found.low && found.score >= beta
                || found.high && found.score <= alpha;
            if proved || usize::from(entry.depth) >= depth && fits {
                return Ok(found);
            }
        }
        let first = known.and_then(|entry| entry.best.clone());
        let look = self.tree.look(node, self.hero);
        let look = if mover == self.hero {
            look
        } else {
            Look { least: -look.most, most: -look.least, estimate: -look.estimate }
        };
        if depth == 0 || ply >= MAX_PLIES || look.least == look.most {
            let score = look.estimate.clamp(look.least, look.most);
            return Ok(Known { score, low: score == look.least, high: score == look.most });
        }
        let (found, best) = self.best(node, first, depth, (alpha, beta), ply)?;
        // Statically proved bounds correct the score.
        let score = found.score.clamp(look.least, look.most);
        let found = Known {
            score,
            low: score == look.least || found.low && found.score == score,
            high: score == look.most || found.high && found.score == score,
        };
        let bound = if found.score >= beta {
            Bound::AtLeast
        } else if found.score <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table[slot] =
            Some(Entry { key, score: found, depth: depth.min(255) as u8, bound, best });
        Ok(found)
    }

    fn best(
        &mut self,
        node: &T::Node,
        first: Option<T::Move>,
        depth: usize,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<(Known, Option<T::Move>), Stop> {
        let Choices { mut moves, promising, complete } = self.tree.choices(node, depth);
        if let Some(at) = first.and_then(|first| moves.iter().position(|m| *m == first)) {
            moves[..=at].rotate_right(1);
        }
        if moves.is_empty() {
            self.control.check()?;
            return Err(Stop::Memory);
        }
        let mut best = Known { score: -ENDLESS, low: false, high: complete };
        let mut chosen = None;
        for (number, played) in moves.iter().enumerate() {
            let less = usize::from(number > promising && depth > 2);
            let found = self.child(node, played, (depth, number > 0, less), (alpha, beta), ply)?;
            best.high &= found.high;
            if found.score > best.score || found.score == best.score && found.low && !best.low {
                best = Known { high: best.high, ..found };
                chosen = Some(number);
            }
            alpha = alpha.max(found.score);
            if alpha >= beta {
                best.high &= number + 1 == moves.len();
                break;
            }
        }
        Ok((best, chosen.map(|number| moves.swap_remove(number))))
    }

    fn slot(&self, key: &T::Key) -> usize {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(key);
        (hash >> 20) as usize & (self.table.len() - 1)
    }

    /// The best moves, as far as the table contains them; only proved ones if `proved`.
    fn line(&self, root: &T::Node, first: Option<T::Move>, proved: bool) -> Vec<T::Move> {
        let mut line = Vec::new();
        let (mut at, mut next) = (root.clone(), first);
        while let Some(played) = next.filter(|_| line.len() < MAX_PLIES) {
            at = self.tree.after(&at, &played);
            line.push(played);
            let key = self.tree.key(&at);
            let known = self.table[self.slot(&key)].as_ref().filter(|entry| entry.key == key);
            let known = known.filter(|entry| !proved || entry.score.is_proved());
            next = self.tree.mover(&at).and(known).and_then(|entry| entry.best.clone());
        }
        line
    }
}
