//! Arguments in, text or JSON out, and the exit code. Nothing else reads files or prints.

mod args;
mod check;
mod count;
mod evidence;
mod export;
mod files;
mod games;
mod list;
mod output;
mod paint;
mod pictures;
mod play;
#[cfg(feature = "milp")]
mod run;
mod serve;
mod show;
mod solve;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{CommandFactory, Parser};
use indicatif::{ProgressBar, ProgressStyle};
use soliter::base::control::Control;

use args::{Args, Command, Options};

/// How a command ended; the numbers are the exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Solved, or the record is right.
    Answered = 0,
    /// Proved impossible, or the record is wrong.
    No = 1,
    /// A limit came first.
    Limit = 3,
    /// Bad input or usage.
    BadInput = 2,
    /// Two methods disagree: a fault of this program.
    Disagreement = 4,
}

/// What every command works with.
pub(crate) struct Session {
    pub(crate) options: Options,
    pub(crate) paint: paint::Paint,
    cancelled: Arc<AtomicBool>,
}

impl Session {
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
        match self.options.time_limit {
            Some(limit) => control.within(limit.0),
            None => control,
        }
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

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    let Args { command, options } = Args::parse();
    options.color.write_global();
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    // A second Ctrl-C ends the program at once, as it would without a handler.
    let handler = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    if let Err(error) = handler {
        eprintln!("warning: Ctrl-C ends the program without its best so far: {error}");
    }
    let paint = paint::Paint::detect(options.ascii);
    let session = Session { options, paint, cancelled };
    let result = match command {
        Command::Solve(args) => solve::run(&session, &args),
        Command::Check(args) => check::run(&session, &args),
        Command::Count(args) => count::run(&session, &args),
        Command::Show(args) => show::run(&session, &args),
        Command::Export(args) => export::run(&session, &args),
        Command::Play(args) => play::run(&session, &args),
        Command::Serve(args) => serve::run(&session, &args),
        #[cfg(feature = "milp")]
        Command::Run(args) => run::run(&session, &args),
        Command::List => list::run(&session),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "soliter", &mut text);
            output::bytes(&text).map(|()| Exit::Answered)
        }
        Command::Man => man(),
    };
    let exit = match result {
        Ok(exit) => exit,
        // The reader went away; there is nobody left to tell.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Exit::Answered,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            Exit::BadInput
        }
    };
    ExitCode::from(exit as u8)
}

fn man() -> std::io::Result<Exit> {
    let mut text = Vec::new();
    let command = Args::command();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        let name = format!("soliter-{}", sub.get_name());
        clap_mangen::Man::new(sub.clone().display_name(name)).render(&mut text)?;
    }
    output::bytes(&text)?;
    Ok(Exit::Answered)
}
