//! Limits on time and memory, cancellation, and progress reports.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::clock::Instant;
use crate::memory::Watch;
use crate::work_budget::WorkBudget;

/// Why a computation stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The caller cancelled it.
    Cancelled,
    /// A count exceeds 128 bits.
    Overflow,
    /// The position has more than two players, and values are computed for two only.
    Players,
    /// The problem is too large for an exact solution; the phrase names the size that is exceeded.
    Size(&'static str),
    /// `HiGHS` gave up or returned an unusable result; the phrase says how.
    BackEnd(&'static str),
    /// A bug in this program; the phrase says which.
    Fault(&'static str),
}

impl Stop {
    /// The reason, as a phrase.
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

    /// The phrase as a clause, for errors.
    pub fn clause(self) -> &'static str {
        match self {
            Self::Time => "the time limit was reached",
            Self::Memory => "the memory limit was reached",
            Self::Cancelled => "it was interrupted",
            _ => self.phrase(),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.phrase())
    }
}

impl std::error::Error for Stop {}

/// The time allowed for a last step, as described at [`Control::for_last_step`].
pub const LAST_STEP: Duration = Duration::from_secs(5);

/// Receives a phrase that describes the current progress, for example `search: 31 pegs, 4 positions`.
pub type Report = Arc<dyn Fn(&str) + Send + Sync>;

/// Settings for `HiGHS` runs that solve a complete program; they do not apply to intermediate bounds.
#[derive(Clone, Default)]
pub struct SolverSettings {
    /// Options of `HiGHS` as pairs of name and value, already accepted by `highs::options::check`.
    pub options: Vec<(String, String)>,
    /// Accept a claim after one run. By default, a second run without presolve must confirm it.
    pub skip_recheck: bool,
    /// Receives the `HiGHS` log line by line, as it is written.
    pub log: Option<Report>,
    /// Receives one line after every run: size, nodes, iterations, bound and gap.
    pub statistics: Option<Report>,
}

/// The resources that a computation may use, and how it is cancelled.
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
    turn: Option<Arc<WorkBudget>>,
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

    /// Like [`Self::within`], but keeps a deadline that is already set.
    pub fn within_usual(self, limit: Duration) -> Self {
        if self.deadline.is_some() { self } else { self.within(limit) }
    }

    /// Limits a copy to the given fraction of the remaining time, if time is limited.
    pub fn share(&self, part: f64) -> Self {
        let share = self.time_left().map(|left| left.mul_f64(part));
        share.map_or_else(|| self.clone(), |share| self.clone().within(share))
    }

    /// A small budget for a last step after a limit was reached, such as checking what was found before. The step takes no
    /// turns and cannot be cancelled, but ends within [`LAST_STEP`].
    pub fn for_last_step(&self) -> Self {
        let control =
            Self { deadline: None, cancelled: Arc::default(), turn: None, ..self.clone() };
        control.within(LAST_STEP)
    }

    /// Stops before the tables exceed `bytes`.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Also stops when the process has grown by more than the memory limit and some MiB for code and stacks
    /// since it used `before` bytes. Use this only if nothing else in the process computes, because the
    /// memory of two computations cannot be told apart. [`resident`](crate::memory::resident) returns the
    /// current usage.
    pub fn whole_process(mut self, before: u64) -> Self {
        self.process = Some(Arc::new(Watch::new(before)));
        self
    }

    /// Limits a small part of the work: its own tables must not exceed `bytes`, and the memory of the rest of
    /// the process is ignored.
    pub fn small(mut self, bytes: u64) -> Self {
        self.memory = self.memory.min(bytes);
        self.process = None;
        self
    }

    /// Lets the searches and `HiGHS` use up to `threads` threads.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Stops soon after `flag` is set.
    pub fn cancelled_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancelled = flag;
        self
    }

    /// Sends progress to `report`.
    pub fn reporting(mut self, report: Report) -> Self {
        self.report = Some(report);
        self
    }

    /// Sets the MILP solver's settings.
    pub fn solver(mut self, settings: SolverSettings) -> Self {
        self.solver = Arc::new(settings);
        self
    }

    /// The MILP solver's settings.
    pub fn solver_settings(&self) -> &SolverSettings {
        &self.solver
    }

    /// The largest number of bytes that tables may take.
    pub fn memory_limit(&self) -> u64 {
        self.memory
    }

    /// The largest number of threads to use.
    pub fn thread_limit(&self) -> usize {
        self.threads
    }

    /// Time left, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }

    /// Reports progress. The phrase is built only if a receiver is set.
    pub fn report_progress(&self, phrase: impl FnOnce() -> String) {
        if let Some(report) = &self.report {
            report(&phrase());
        }
    }

    /// Takes turns with other computations.
    pub(crate) fn in_turns(mut self, turn: Arc<WorkBudget>) -> Self {
        self.turn = Some(turn);
        self
    }

    /// Forgets the best solution length noted so far, and no longer shares it with other computations.
    pub fn with_new_notes(mut self) -> Self {
        self.fewest_moves = Arc::new(AtomicUsize::new(usize::MAX));
        self
    }

    /// Notes a solution of `moves` moves, for the computations that take turns with this one.
    pub fn note_moves(&self, moves: usize) {
        self.fewest_moves.fetch_min(moves, Ordering::Relaxed);
    }

    /// The length in moves of the best solution noted so far.
    pub fn noted_moves(&self) -> Option<usize> {
        let moves = self.fewest_moves.load(Ordering::Relaxed);
        (moves < usize::MAX).then_some(moves)
    }

    /// Checks all limits. Every long computation calls this about once per millisecond of work.
    ///
    /// # Errors
    /// The limit that was reached, or a cancellation.
    pub fn check(&self) -> Result<(), Stop> {
        self.check_work(10_000)
    }

    /// Like [`Self::check`], for a known amount of work. One unit is a jump of a search, about 0.1 microseconds.
    pub fn check_work(&self, work: usize) -> Result<(), Stop> {
        self.check_limits()?;
        let goes_on = self.turn.as_ref().is_none_or(|turn| turn.charge(work as u64));
        if goes_on { Ok(()) } else { Err(Stop::Cancelled) }
    }

    /// Like [`Self::check`], for work that is already charged to the current turn.
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

    /// Like [`Self::check_limits`], for a thread that only waits for another thread's work, which is charged to the
    /// current turn there.
    pub fn check_waiting(&self) -> Result<(), Stop> {
        self.check_limits()?;
        let is_over = self.turn.as_ref().is_some_and(|turn| turn.is_over());
        if is_over { Err(Stop::Cancelled) } else { Ok(()) }
    }

    /// Whether the work pauses until its next turn.
    pub fn is_paused(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| turn.is_waiting())
    }

    /// Checks the memory limit. Called before tables grow to a total of `bytes`.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.memory { Err(Stop::Memory) } else { Ok(()) }
    }
}
