//! What every command works with: the options, the terminal, limits, progress, Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use soliter::base::control::Control;
use soliter::base::memory;

use crate::cli::args::Options;
use crate::cli::paint::Paint;

/// Without `--time-limit`, whatever a person at a prompt waits for may take this long.
const THINKING: Duration = Duration::from_secs(30);

/// What every command works with.
pub(crate) struct Session {
    pub(crate) options: Options,
    pub(crate) paint: Paint,
    cancelled: Arc<AtomicBool>,
    /// Bytes that the program took before it did anything, where the system tells.
    base_memory: Option<u64>,
}

impl Session {
    /// A session that Ctrl-C cancels; pressed a second time, it ends the program at once, as it
    /// would without a handler.
    pub(crate) fn new(options: Options) -> Self {
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        let handler = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        if let Err(error) = handler {
            eprintln!("warning: Ctrl-C ends the program without its best so far: {error}");
        }
        let paint = Paint::detect(options.ascii);
        Self { options, paint, cancelled, base_memory: memory::resident() }
    }

    /// Limits and progress for one puzzle. The spinner is for a terminal only; it goes when the
    /// returned bar is dropped.
    pub(crate) fn control(&self) -> (Control, ProgressBar) {
        let bar = if std::io::stderr().is_terminal() && !self.options.quiet {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            let bar = ProgressBar::new_spinner();
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        } else {
            ProgressBar::hidden()
        };
        let verbose = self.options.verbose && !std::io::stderr().is_terminal();
        let shown = bar.clone();
        let report = move |phrase: &str| {
            shown.set_message(phrase.to_owned());
            if verbose {
                eprintln!("{phrase}");
            }
        };
        (self.bare_control().reporting(Arc::new(report)), bar)
    }

    /// Limits without progress.
    pub(crate) fn bare_control(&self) -> Control {
        let control = Control::default()
            .memory(self.options.memory_bytes())
            .threads(self.options.thread_count())
            .cancelled_by(Arc::clone(&self.cancelled));
        let control = match self.base_memory {
            Some(bytes) => control.whole_process(bytes),
            None => control,
        };
        match self.options.time_limit {
            Some(limit) => control.within(limit.0),
            None => control,
        }
    }

    /// The limits of something that a person waits for at a prompt.
    pub(crate) fn at_prompt(&self, control: Control) -> Control {
        if self.options.time_limit.is_none() { control.within(THINKING) } else { control }
    }

    /// After Ctrl-C has ended one computation: the next may run.
    pub(crate) fn forget_cancel(&self) {
        self.cancelled.store(false, Ordering::Relaxed);
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}
