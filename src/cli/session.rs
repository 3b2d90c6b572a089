//! The parts that every command uses: options, terminal, limits, progress, Ctrl-C.

use std::cell::Cell;
use std::ffi::OsString;
use std::io;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use soliter::base::control::{Control, Stop};
use soliter::base::memory;
use soliter::boards::draw::text::{Panel, beside};

use crate::cli::args::{Options, TimeLimit};
use crate::cli::files::entries::LastFile;
use crate::cli::output::failure::{Failure, RAISE};
use crate::cli::output::paint::{self, Paint, shown, strong};
use crate::cli::output::patience::{self, Work};
use crate::cli::{output, output::exit, output::report::Reporter};

/// The time limit of a computation for which a user waits at the prompt, if there is no `--time-limit`.
pub(crate) const THINKING: Duration = Duration::from_secs(30);

/// The time that the engine thinks about a move, if there is neither `--think` nor `--time-limit`.
const MOVE: Duration = Duration::from_secs(4);

/// The interval at which a wait checks the limits.
const TICK: Duration = Duration::from_millis(20);
/// Reading is never abandoned sooner, however short the limit: a file on disk is read within this time.
const PATIENCE: Duration = Duration::from_millis(200);

pub(crate) struct Session {
    /// The command line after the program's name.
    pub(crate) arguments: Vec<OsString>,
    pub(crate) options: Options,
    pub(crate) paint: Paint,
    pub(crate) reporter: Arc<Reporter>,
    /// Set by Ctrl-C and other signals that request termination.
    pub(crate) cancelled: Arc<AtomicBool>,
    /// The bytes that the program used before it did anything, if the system reports them.
    base_memory: Option<u64>,
    pub(crate) last_file: LastFile,
    /// Time spent waiting for files since the last computation; it counts towards the limit.
    waited: Cell<Duration>,
}

impl Session {
    /// A session that Ctrl-C cancels; pressed a second time, it ends the program at once. `subject` is the key
    /// and name of the command's subject, which is used in JSON objects for failures.
    pub(crate) fn new(
        arguments: Vec<OsString>,
        mut options: Options,
        subject: Option<(&'static str, &str)>,
    ) -> Self {
        let cancelled = Arc::new(AtomicBool::new(false));
        let reporter = Arc::new(Reporter::new(options.json(), options.quiet, subject));
        let last = Arc::clone(&reporter);
        let time = options.time_limit.map(|limit| limit.0);
        let last_word = move |work: &Work| {
            let failure = match work {
                Work::Writing => Failure::limit(
                    "a limit was reached before all output was written",
                    "is the program that reads the output still running?",
                ),
                Work::Reading(name) => {
                    let message =
                        format!("a limit was reached before \"{}\" was read", shown(name));
                    Failure::limit(message, RAISE)
                }
            };
            // There is no way left to report that this cannot be written.
            let _ = last.report(&failure);
        };
        let base_memory = memory::resident();
        // If the system does not report the memory in use, nothing is ever over the limit.
        let memory = (options.memory_bytes(), base_memory.unwrap_or(0));
        patience::limit(Arc::clone(&cancelled), time, memory, Box::new(last_word));
        let flag = Arc::clone(&cancelled);
        let handler = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                exit::at_once(130);
            }
        });
        if let Err(error) = handler {
            output::note(&format!(
                "warning: Ctrl-C will stop the program without its best result so far: {error}"
            ));
        }
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let wanted = options.threads.filter(|&wanted| wanted > cores);
        if wanted.is_some() {
            options.threads = Some(cores);
        }
        let paint = Paint::detect(options.ascii);
        let (last_file, waited) = (LastFile::default(), Cell::default());
        let session =
            Self { arguments, options, paint, reporter, cancelled, base_memory, last_file, waited };
        if let Some(wanted) = wanted {
            session.note(&format!(
                "note: using {cores} threads (one per core); {wanted} were requested"
            ));
        }
        session
    }

    /// Writes an answer: a report as an object in JSON, or a text, of which `--quiet` leaves the first line.
    pub(crate) fn answer(
        &self,
        report: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> io::Result<()> {
        if self.options.json() { output::object(report) } else { self.answer_text(text()) }
    }

    /// Writes an answer, of which `--quiet` leaves the first line.
    pub(crate) fn answer_text(&self, mut text: String) -> io::Result<()> {
        if self.options.quiet {
            let end = text.find('\n').map_or(text.len(), |end| end + 1);
            text.truncate(end);
        }
        output::answer(&text)
    }

    /// Writes a remark to standard error, unless `--quiet` is given.
    pub(crate) fn note(&self, line: &str) {
        if !self.options.quiet {
            output::note(line);
        }
    }

    /// A sentence about a line, and the line itself; without `--quiet` also its drawings, and the seconds.
    pub(crate) fn line_text(
        &self,
        sentence: String,
        line: &str,
        drawn: &[Panel],
        seconds: f64,
    ) -> String {
        let head = strong(sentence);
        if self.options.quiet {
            return format!("{head}: {line}\n");
        }
        let drawn = beside(drawn, self.paint.columns);
        format!("{head}\n\n{drawn}\n{line}\n\n{}\n", paint::seconds(seconds))
    }

    /// Computes within the limits while progress is shown. Returns the seconds too.
    pub(crate) fn compute<T>(&self, work: impl FnOnce(&Control) -> T) -> (T, f64) {
        let (control, bar) = self.control();
        let clock = Instant::now();
        let result = work(&control);
        let seconds = clock.elapsed().as_secs_f64();
        bar.finish_and_clear();
        (result, seconds)
    }

    /// Limits and progress for one puzzle. The spinner, which is shown on a terminal only, is removed when
    /// the bar is dropped.
    pub(crate) fn control(&self) -> (Control, ProgressBar) {
        let terminal = io::stderr().is_terminal();
        let bar = if terminal && !self.options.quiet {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            let bar = ProgressBar::new_spinner();
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        } else {
            ProgressBar::hidden()
        };
        let verbose = self.options.verbose && !terminal;
        let shown = bar.clone();
        let report = move |phrase: &str| {
            shown.set_message(phrase.to_owned());
            if verbose {
                output::note(phrase);
            }
        };
        (self.bare_control().reporting(Arc::new(report)), bar)
    }

    pub(crate) fn bare_control(&self) -> Control {
        patience::begin();
        let control = Control::default()
            .memory(self.options.memory_bytes())
            .threads(self.options.thread_count())
            .cancelled_by(Arc::clone(&self.cancelled));
        let control = match self.base_memory {
            Some(bytes) => control.whole_process(bytes),
            None => control,
        };
        let Some(limit) = self.options.time_limit else { return control };
        control.within(limit.0.saturating_sub(self.waited.take()))
    }

    /// Runs work that may never end, such as reading a pipe to which nobody writes, in a separate thread. The
    /// work is abandoned at the time limit or on Ctrl-C; the thread ends with the process.
    pub(crate) fn wait_for<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Stop> {
        let clock = Instant::now();
        let patient = self.patient();
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::Builder::new();
        // If this took too long, the receiver is gone.
        let thread = thread.spawn(move || drop(sender.send(work())));
        thread.map_err(|_| Stop::Fault("could not start a thread to read input"))?;
        let result = loop {
            match receiver.recv_timeout(TICK) {
                Ok(done) => break Ok(done),
                Err(RecvTimeoutError::Disconnected) => break Err(Stop::Fault("reading failed")),
                Err(_) if self.is_cancelled() => break Err(Stop::Cancelled),
                Err(_) if clock.elapsed() >= patient => break Err(Stop::Time),
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        self.waited.set(self.waited.get() + clock.elapsed());
        result
    }

    /// Parses input of this name, within the limits. If one is reached, the program ends with a message.
    pub(crate) fn parse<T>(&self, name: &str, parse: impl FnOnce() -> T) -> T {
        let clock = Instant::now();
        let parsed = patience::reading(name, self.patient(), parse);
        self.waited.set(self.waited.get() + clock.elapsed());
        parsed
    }

    /// The time that is left for reading.
    fn patient(&self) -> Duration {
        let limit = self.options.time_limit.map_or(Duration::MAX, |limit| limit.0);
        limit.saturating_sub(self.waited.get()).max(PATIENCE)
    }

    /// The limits for a move of a game while the user waits.
    pub(crate) fn at_move(&self, control: Control, think: Option<TimeLimit>) -> Control {
        match (think, self.options.time_limit) {
            (Some(think), _) => control.within(think.0),
            (None, Some(_)) => control,
            (None, None) => control.within(MOVE),
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
