//! Limits on time and memory, cancelling, and progress.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::memory::Watch;
use crate::turn::Turn;

/// Why a computation stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The caller asked for it.
    Cancelled,
    /// A count passes 128 bits.
    Overflow,
    /// Values are computed for two players only, and there are more.
    Players,
    /// The problem is larger than what is solved exactly; the phrase says in what.
    Size(&'static str),
    /// `HiGHS` gave up, or gave what cannot be used; the phrase says how.
    BackEnd(&'static str),
    /// A fault of this program; the phrase says which.
    Fault(&'static str),
}

impl Stop {
    /// What stopped it, in a phrase.
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Time => "time limit",
            Self::Memory => "memory limit",
            Self::Cancelled => "cancelled",
            Self::Overflow => "the count passes 2^128",
            Self::Players => "values are computed for two players only",
            Self::Size(phrase) | Self::BackEnd(phrase) | Self::Fault(phrase) => phrase,
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.phrase())
    }
}

impl std::error::Error for Stop {}

/// Receives a phrase on what goes on, for example `search: 31 pegs, 4 positions`.
pub type Report = Arc<dyn Fn(&str) + Send + Sync>;

/// Wishes for the MILP solver where it solves a program as a whole, and not bounds on the way.
#[derive(Clone, Default)]
pub struct SolverSettings {
    /// Options of `HiGHS`, name and value, which `highs::options::check` has accepted.
    pub options: Vec<(String, String)>,
    /// Its claims are believed when it has made them once; else it is asked again without presolve.
    pub believe_once: bool,
    /// Receives its log, as it comes.
    pub log: Option<Report>,
    /// Receives a line on every run when it has ended: size, nodes, iterations, bound and gap.
    pub statistics: Option<Report>,
}

/// What a computation may use, and how it is told to stop.
#[derive(Clone)]
#[must_use]
pub struct Control {
    deadline: Option<Instant>,
    memory: u64,
    process: Option<Arc<Watch>>,
    threads: usize,
    cancelled: Arc<AtomicBool>,
    report: Option<Report>,
    solver: Arc<SolverSettings>,
    turn: Option<Arc<Turn>>,
    fewest_moves: Arc<AtomicUsize>,
}

impl Default for Control {
    /// No time limit, 4 GiB, one thread, silent.
    fn default() -> Self {
        Self {
            deadline: None,
            memory: 4 << 30,
            process: None,
            threads: 1,
            cancelled: Arc::default(),
            report: None,
            solver: Arc::default(),
            turn: None,
            fewest_moves: Arc::new(AtomicUsize::new(usize::MAX)),
        }
    }
}

impl Control {
    /// Stops after `limit` from now, or at the earlier deadline set before.
    pub fn within(mut self, limit: Duration) -> Self {
        let deadline = Instant::now().checked_add(limit);
        self.deadline = self.deadline.into_iter().chain(deadline).min();
        self
    }

    /// The same where the time is not limited yet.
    pub fn within_usual(self, limit: Duration) -> Self {
        if self.deadline.is_some() { self } else { self.within(limit) }
    }

    /// Stops after a part of the time that is left, if it is limited.
    pub fn share(&self, part: f64) -> Self {
        let share = self.time_left().map(|left| left.mul_f64(part));
        share.map_or_else(|| self.clone(), |share| self.clone().within(share))
    }

    /// Stops before tables grow over `bytes`.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Stops also when the process takes more than `before` bytes and the memory limit, and some MiB
    /// for code and stacks. For a process in which nothing else computes: what others take cannot be
    /// told apart. [`resident`](crate::memory::resident) says what is taken now.
    pub fn whole_process(mut self, before: u64) -> Self {
        self.process = Some(Arc::new(Watch::new(before)));
        self
    }

    /// For a small part of the work, whose own tables stop before they grow over `bytes`, whatever else the process
    /// takes.
    pub fn small(mut self, bytes: u64) -> Self {
        self.memory = self.memory.min(bytes);
        self.process = None;
        self
    }

    /// The searches and `HiGHS` use up to `threads` threads.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Stops soon after the flag is set.
    pub fn cancelled_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancelled = flag;
        self
    }

    /// Reports progress.
    pub fn reporting(mut self, report: Report) -> Self {
        self.report = Some(report);
        self
    }

    /// Passes wishes on to the MILP solver.
    pub fn solver(mut self, settings: SolverSettings) -> Self {
        self.solver = Arc::new(settings);
        self
    }

    /// What is wished of the MILP solver.
    pub fn solver_settings(&self) -> &SolverSettings {
        &self.solver
    }

    /// Bytes that tables may take.
    pub fn memory_limit(&self) -> u64 {
        self.memory
    }

    /// Threads that may be used.
    pub fn thread_limit(&self) -> usize {
        self.threads
    }

    /// Time left, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    /// Says what goes on; the phrase is made only if somebody listens.
    pub fn say(&self, phrase: impl FnOnce() -> String) {
        if let Some(report) = &self.report {
            report(&phrase());
        }
    }

    /// Works in turns with other computations.
    pub(crate) fn in_turns(mut self, turn: Arc<Turn>) -> Self {
        self.turn = Some(turn);
        self
    }

    /// Keeps no note of the lines that others have found.
    pub fn with_new_notes(mut self) -> Self {
        self.fewest_moves = Arc::new(AtomicUsize::new(usize::MAX));
        self
    }

    /// Tells the computations that take turns with this one that there is a line of this many moves.
    pub fn note_moves(&self, moves: usize) {
        self.fewest_moves.fetch_min(moves, Ordering::Relaxed);
    }

    /// The number of moves of the best line that has been noted.
    pub fn noted_moves(&self) -> Option<usize> {
        let moves = self.fewest_moves.load(Ordering::Relaxed);
        (moves < usize::MAX).then_some(moves)
    }

    /// To be called now and then by every long computation, after about a millisecond of work.
    pub fn check(&self) -> Result<(), Stop> {
        self.check_work(10_000)
    }

    /// The same after a known amount of work. A unit is what one jump of a search takes, a tenth of a microsecond.
    pub fn check_work(&self, work: usize) -> Result<(), Stop> {
        self.check_limits()?;
        let goes_on = self.turn.as_ref().is_none_or(|turn| turn.spend(work as u64));
        if goes_on { Ok(()) } else { Err(Stop::Cancelled) }
    }

    /// The same for steps of work whose turn has been taken already.
    pub fn check_limits(&self) -> Result<(), Stop> {
        if self.cancelled.load(Ordering::Relaxed) {
            Err(Stop::Cancelled)
        } else if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Err(Stop::Time)
        } else if self.process.as_ref().is_some_and(|process| process.is_over(self.memory)) {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// To be called before tables grow to `bytes` in all.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.memory { Err(Stop::Memory) } else { Ok(()) }
    }
}
