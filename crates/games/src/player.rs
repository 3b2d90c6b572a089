//! Finds good moves in positions that are too large to solve: an alpha-beta search with iterative deepening
//! and a transposition table, for all games.
//!
//! The search moves turn by turn: in a game with several actions a turn, it first lists where the turn can
//! lead. The player to move at the root plays against all others, who are assumed to cooperate. With two
//! players, this is the game itself; with more, it gives the value that this player can ensure. A score also
//! says whether it is a proved lower bound, and whether it is a proved upper bound. A score that depends on an
//! estimate, or on a search that omits moves, proves nothing.

use soliter_base::clock::Instant;
use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::FxHasher;

use crate::analysis::Opinion;
use crate::rules::{Status, lead};
use crate::solver::exhaustive::Exhaustive;
use crate::strategy::{Outlook, ROOT, Strategy, UNIT};
use crate::turns::{Turn, Turns};
use soliter_base::control::{Control, Stop};

/// Greater than any score.
const ENDLESS: i32 = 1 << 28;
const MAX_PLIES: usize = 200;
/// The depth up to which a steady estimate answers for a search.
const STEADY: usize = 3;
/// The depth in turns after which a search that leaves out turns is repeated with more of them.
const TURNS_AHEAD: usize = 6;
/// The number of table entries: the maximum, and the number per second of the time limit.
const MOST_ENTRIES: u64 = 1 << 20;
const ENTRIES_A_SECOND: u128 = 1 << 19;
/// The number of positions of an attempt to solve a position of the search exactly. With 2,000, a few attempts
/// that fail take a player's whole time for a move.
const BUDGET: u64 = 100;
/// With more positions than this, an attempt has no prospect, and its lists of moves may take much memory.
const LARGE: f64 = 1e6;

/// The result of a search of a position, for the side to move.
#[derive(Clone, Copy)]
struct Known {
    score: i32,
    /// Whether the score is a proved lower bound (`low`), and a proved upper bound (`high`).
    low: bool,
    high: bool,
}

impl Known {
    fn exactly(score: i32) -> Self {
        Self { score, low: true, high: true }
    }

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
struct Entry<K> {
    key: K,
    score: Known,
    depth: u8,
    bound: Bound,
    /// The number of the best turn in the list of turns.
    best: Option<u16>,
}

/// A turn at the root and its result, for the player who makes it.
struct Scored<R: Strategy> {
    turn: Turn<R>,
    score: i32,
    /// Proved bounds.
    least: i32,
    most: i32,
}

/// The result of a search.
pub(crate) struct Found<M> {
    /// The best turn and what follows, as far as it is known.
    pub(crate) line: Vec<M>,
    /// The values of turns of a single move, if they are proved.
    pub(crate) values: Vec<(M, i64)>,
    /// The proved lower and upper bound of the position, in units of value.
    pub(crate) least: i64,
    pub(crate) most: i64,
    pub(crate) opinion: Option<Opinion>,
    /// The reason why the search went no deeper.
    pub(crate) stopped: Option<Stop>,
    depth: usize,
}

/// The key of a position and, with more than two players, the player to move.
type PlayerKey<R> = (<R as Strategy>::Key, u8);

/// A search of one position.
pub(crate) struct Player<'a, 'r, R: Strategy> {
    rules: &'r R,
    players: usize,
    /// The player at the root.
    hero: usize,
    control: &'a Control,
    /// Solves small positions exactly.
    solver: Option<&'a mut Exhaustive<'r, R>>,
    /// Positions of a larger range are not given to the solver.
    solvable: i64,
    turns: Turns,
    table: Vec<Option<Entry<PlayerKey<R>>>>,
    pub(crate) states: u64,
    /// For each ply, the turn that last refuted the one before it, if it is a single move.
    refuting: Vec<Option<R::Move>>,
}

impl<'a, 'r, R: Strategy> Player<'a, 'r, R> {
    /// A search from a position that is not over. The table is limited by the memory limit and by the number
    /// of entries that the time can fill.
    pub(crate) fn new(
        rules: &'r R,
        root: &R::State,
        solver: Option<&'a mut Exhaustive<'r, R>>,
        control: &'a Control,
    ) -> Self {
        // Keys and moves may own additional memory on the heap.
        let each = size_of::<Option<Entry<PlayerKey<R>>>>() as u64 + 64;
        let time = control.time_left().map_or(u128::MAX, |left| left.as_millis());
        let fill = (time.saturating_mul(ENTRIES_A_SECOND) / 1000).max(1 << 10);
        let room = (control.memory_limit() / 2 / each)
            .min(MOST_ENTRIES)
            .min(u64::try_from(fill).unwrap_or(u64::MAX));
        let entries = if room < 2 { 1 } else { 1 << room.ilog2() };
        let about = rules.about();
        Self {
            rules,
            players: about.players,
            hero: mover(rules, root).unwrap_or(0),
            control,
            solver,
            solvable: rules.range(root) - 1,
            turns: Turns::new(&about),
            table: std::iter::repeat_with(|| None).take(entries).collect(),
            states: 0,
            refuting: vec![None; MAX_PLIES],
        }
    }

    /// Searches with increasing depth until the value is proved, a limit is reached, or the depth is
    /// `deepest`. The first move is one of `among`, if that is given.
    pub(crate) fn look(
        &mut self,
        root: &R::State,
        among: Option<&[R::Move]>,
        deepest: usize,
    ) -> Found<R::Move> {
        let clock = Instant::now();
        let mut found = self.deepen(root, among, deepest);
        while self.turns.narrowed && found.stopped.is_none() && deepest > TURNS_AHEAD {
            if !self.turns.widen() {
                break;
            }
            // Scores of a narrower search do not apply to this one.
            self.table.fill_with(|| None);
            let next = self.deepen(root, among, deepest);
            found.stopped = next.stopped;
            // The result of an interrupted search counts only if it includes the replies.
            if next.stopped.is_none() || next.depth > 1 {
                found = next;
            }
        }
        let seconds = clock.elapsed().as_secs_f64().max(1e-6);
        if let Some(opinion) = &mut found.opinion {
            opinion.states_per_second = (self.states as f64 / seconds) as u64;
        }
        found
    }

    fn deepen(
        &mut self,
        root: &R::State,
        among: Option<&[R::Move]>,
        deepest: usize,
    ) -> Found<R::Move> {
        let (least, most, ..) = self.outlook(root, self.hero);
        self.turns.narrowed = false;
        let at = (root, self.hero);
        let listed = self.turns.list(self.rules, at, among, ROOT, self.hero, self.control);
        let (mut turns, mut stopped) = (Vec::new(), None);
        let (mut promising, mut complete) = (0, false);
        match listed {
            Ok(list) => {
                (promising, complete) = (list.promising, list.complete);
                turns.extend(list.turns.into_iter().map(|turn| Scored {
                    turn,
                    score: 0,
                    least,
                    most,
                }));
            }
            Err(stop) => stopped = Some(stop),
        }
        let bounds = |turns: &[Scored<R>]| {
            let best = turns.iter().map(|one| one.least).max().unwrap_or(least);
            let all = turns.iter().map(|one| one.most).max().unwrap_or(most);
            (best.max(least), if complete { all.min(most) } else { most })
        };
        let mut depth = 0;
        while stopped.is_none() && depth < deepest.min(MAX_PLIES) {
            let (least, most) = bounds(&turns);
            if least == most || self.turns.narrowed && depth >= TURNS_AHEAD {
                break;
            }
            match self.iteration(root, depth + 1, promising, &mut turns) {
                Ok(()) => depth += 1,
                Err(stop) => stopped = Some(stop),
            }
            self.control.report_progress(|| format!("depth {depth}: {} positions", self.states));
        }
        let (least, most) = bounds(&turns);
        let line = turns.first().map(|first| self.line(&first.turn, least == most));
        let exact = |one: &Scored<R>| {
            let single = one.turn.rest.is_empty() && one.least == one.most;
            single.then(|| (one.turn.first.clone(), (one.least / UNIT).into()))
        };
        let score = turns.first().map(|one| one.score);
        Found {
            line: line.unwrap_or_default(),
            values: turns.iter().filter_map(exact).collect(),
            // Values are integers, so the lower bound is rounded up and the upper bound down.
            least: -i64::from((-least).div_euclid(UNIT)),
            most: i64::from(most.div_euclid(UNIT)),
            opinion: score.map(|score| Opinion { depth, score, states_per_second: 0 }),
            stopped: stopped.filter(|_| least < most),
            depth,
        }
    }

    /// Searches to one depth. If a limit is reached, the partial results are still used: proofs, and turns
    /// that are better than the best of the previous depth.
    fn iteration(
        &mut self,
        root: &R::State,
        depth: usize,
        promising: usize,
        turns: &mut [Scored<R>],
    ) -> Result<(), Stop> {
        let mut alpha = -ENDLESS;
        let mut stopped = Ok(());
        let mut searched = 0;
        for (number, scored) in turns.iter_mut().enumerate() {
            let less = if number > promising && depth > 3 { 2 } else { 0 };
            let child = (depth, number > 0, less);
            match self.child((root, self.hero), &scored.turn, child, (alpha, ENDLESS), 0) {
                Ok(found) => {
                    scored.score = found.score;
                    if found.low {
                        scored.least = scored.least.max(found.score);
                    }
                    if found.high {
                        scored.most = scored.most.min(found.score);
                    }
                    alpha = alpha.max(found.score);
                    searched = number + 1;
                }
                Err(stop) => {
                    stopped = Err(stop);
                    break;
                }
            }
        }
        // The sort is stable: of equal scores, the first is exact, and later ones may be bounds.
        turns[..searched].sort_by_key(|scored| -scored.score);
        stopped
    }

    /// The score of a turn for the player who makes it. A turn after the first (`later`) is first compared
    /// with `alpha` only, in a search of a depth reduced by `less`.
    fn child(
        &mut self,
        (node, player): (&R::State, usize),
        turn: &Turn<R>,
        (depth, later, less): (usize, bool, usize),
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<Known, Stop> {
        let next = &turn.after;
        let mine = player == self.hero;
        let lead = |state| lead(self.rules, self.players, state, self.hero);
        let gain = (lead(next) - lead(node)) as i32 * UNIT;
        let gain = if mine { gain } else { -gain };
        let Some(player) = mover(self.rules, next) else {
            self.states += 1;
            return Ok(Known::exactly(gain));
        };
        let same = (player == self.hero) == mine;
        let next = (next, player);
        let mut search = |depth: usize, alpha: i32, beta: i32| {
            let (alpha, beta) = (alpha - gain, beta - gain);
            let found = if same {
                self.search(next, depth, alpha, beta, ply + 1)?
            } else {
                self.search(next, depth, -beta, -alpha, ply + 1)?.turned()
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
        (node, player): (&R::State, usize),
        depth: usize,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<Known, Stop> {
        self.states += 1;
        if self.states.is_multiple_of(4) {
            self.control.check()?;
        }
        let key = (self.rules.key(node), if self.players == 2 { 0 } else { player as u8 });
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
        let first = known.and_then(|entry| entry.best);
        let (least, most, estimate, swing) = self.outlook(node, player);
        let exact = if least == most { None } else { self.solved(node)? };
        if let Some(value) = exact {
            let score = Known::exactly(value as i32 * UNIT);
            let entry = Entry { key, score, depth: 255, bound: Bound::Exact, best: None };
            self.table[slot] = Some(entry);
            return Ok(score);
        }
        if depth == 0 || ply >= MAX_PLIES || least == most {
            let score = estimate.clamp(least, most);
            return Ok(Known { score, low: score == least, high: score == most });
        }
        // Near the horizon, a position that is much too good is not worth a search.
        let score = swing.filter(|_| depth <= STEADY).map(|swing| estimate - swing * depth as i32);
        if let Some(score) = score.filter(|score| *score >= beta) {
            return Ok(Known { score, low: false, high: false });
        }
        let (found, best) = self.best((node, player), first, depth, (alpha, beta), ply)?;
        // Proved bounds correct the score.
        let score = found.score.clamp(least, most);
        let found = Known {
            score,
            low: score == least || found.low && found.score == score,
            high: score == most || found.high && found.score == score,
        };
        let bound = if found.score >= beta {
            Bound::AtLeast
        } else if found.score <= alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table[slot] = Some(Entry { key, score: found, depth: depth as u8, bound, best });
        Ok(found)
    }

    fn best(
        &mut self,
        node: (&R::State, usize),
        first: Option<u16>,
        depth: usize,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> Result<(Known, Option<u16>), Stop> {
        let list = self.turns.list(self.rules, node, None, depth, self.hero, self.control)?;
        let (turns, promising) = (list.turns, list.promising);
        let mut order: Vec<usize> = (0..turns.len()).collect();
        let killer = self.refuting[ply].as_ref();
        let refuting = |one: &Turn<R>| one.rest.is_empty() && Some(&one.first) == killer;
        let earlier = turns.iter().take(promising).position(refuting).into_iter();
        for earlier in earlier.chain(first.map(usize::from)) {
            if let Some(at) = order.iter().position(|number| *number == earlier) {
                order[..=at].rotate_right(1);
            }
        }
        let mut best = Known { score: -ENDLESS, low: false, high: list.complete };
        let mut chosen = None;
        for (number, at) in order.iter().enumerate() {
            let turn = &turns[*at];
            let less = usize::from(number > promising && depth > 2);
            let found = match turn.estimate {
                Some(score) if depth == 1 => {
                    self.states += 1;
                    Known { score, low: false, high: false }
                }
                _ => self.child(node, turn, (depth, number > 0, less), (alpha, beta), ply)?,
            };
            best.high &= found.high;
            if found.score > best.score || found.score == best.score && found.low && !best.low {
                best = Known { high: best.high, ..found };
                chosen = Some(*at as u16);
            }
            alpha = alpha.max(found.score);
            if alpha >= beta {
                best.high &= number + 1 == turns.len();
                self.refuting[ply] = Some(turn.first.clone()).filter(|_| turn.rest.is_empty());
                break;
            }
        }
        Ok((best, chosen))
    }

    /// Proved bounds of a position and its estimate, for the player to move or those who play with him.
    fn outlook(&self, node: &R::State, player: usize) -> (i32, i32, i32, Option<i32>) {
        let range = self.rules.range(node);
        let Outlook { proved, estimate, swing } = self.rules.outlook(node, self.hero);
        let score = |value: i64| value as i32 * UNIT;
        let (least, most) = (proved.least.unwrap_or(-range), proved.most.unwrap_or(range));
        let estimate = if player == self.hero { estimate } else { -estimate };
        (score(least), score(most), estimate, swing)
    }

    /// The exact value of a position, if it is small.
    fn solved(&mut self, node: &R::State) -> Result<Option<i64>, Stop> {
        let range = self.rules.range(node);
        let Some(solver) = &mut self.solver else { return Ok(None) };
        if solver.is_tabulated() {
            return Ok(solver.tabulated(node));
        }
        if range > self.solvable || self.rules.size(node) > LARGE {
            return Ok(None);
        }
        match solver.value(node, 0, BUDGET, self.control) {
            Ok(value) => Ok(Some(value)),
            Err(stop @ (Stop::Time | Stop::Cancelled)) => Err(stop),
            Err(_) => {
                self.solvable = range - 1 - range / 8;
                Ok(None)
            }
        }
    }

    fn slot(&self, key: &PlayerKey<R>) -> usize {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(key);
        (hash >> 20) as usize & (self.table.len() - 1)
    }

    /// A turn and the best replies, as far as the table contains them; only proved ones if `proved`.
    fn line(&mut self, first: &Turn<R>, proved: bool) -> Vec<R::Move> {
        // The list of a turn is short, so it needs no limits.
        let (control, narrowed) = (Control::default(), self.turns.narrowed);
        let mut line: Vec<R::Move> = first.moves().cloned().collect();
        let mut at = first.after.clone();
        while let Some(player) = mover(self.rules, &at).filter(|_| line.len() < MAX_PLIES) {
            let key = (self.rules.key(&at), if self.players == 2 { 0 } else { player as u8 });
            let known = self.table[self.slot(&key)].as_ref().filter(|entry| entry.key == key);
            let known = known.filter(|entry| !proved || entry.score.is_proved());
            let Some((best, depth)) = known.and_then(|one| Some((one.best?, one.depth))) else {
                break;
            };
            let at_depth = (&at, player);
            let list =
                self.turns.list(self.rules, at_depth, None, depth.into(), self.hero, &control);
            let Some(next) = list.ok().and_then(|list| list.turns.into_iter().nth(best.into()))
            else {
                break;
            };
            line.extend(next.moves().cloned());
            at = next.after;
        }
        self.turns.narrowed = narrowed;
        line
    }
}

fn mover<R: Strategy>(rules: &R, state: &R::State) -> Option<usize> {
    match rules.status(state) {
        Status::ToMove(player) => Some(player),
        Status::Over => None,
    }
}
