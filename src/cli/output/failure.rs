//! The reasons why a command has no answer: the one error type of the program. It is propagated with `?`, and
//! reported once, at the end of the command ([`crate::cli::output::report`]).

use std::io;

use serde::Serialize;
use soliter::base::control::Stop;
use soliter::base::diagnostic::{Diagnostic, Diagnostics};

use crate::cli::output::exit::Exit;

/// How a command ends, or the reason why it has no answer.
pub(crate) type Outcome = Result<Exit, Failure>;

/// The kind of a failure. The words are stable; docs/soliter.schema.json lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reason {
    Usage,
    /// No file and no built-in entry has this name.
    NotFound,
    AmbiguousName,
    /// The file exists, but cannot be read.
    Unreadable,
    /// The text of a file has an error, at the given place.
    InvalidText,
    /// The file is valid, but not suitable for this command or option.
    Unfit,
    Unwritable,
    WrongSolution,
    /// A solution or game record that cannot be read, so it is not known whether it is correct.
    UnreadableSolution,
    /// A limit was reached, or Ctrl-C was pressed.
    Limit,
    /// A bug.
    Disagreement,
}

impl Reason {
    pub(crate) fn of_stop(stop: Stop) -> Self {
        if Exit::of_stop(stop) == Exit::Disagreement { Self::Disagreement } else { Self::Limit }
    }

    pub(crate) fn exit(self) -> Exit {
        match self {
            Self::Limit => Exit::Limit,
            Self::Disagreement => Exit::Disagreement,
            Self::WrongSolution => Exit::No,
            _ => Exit::BadInput,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{faults}")]
    Text { faults: Diagnostics, reason: Reason },
    /// An error that has no place in a text.
    #[error("{message}")]
    Plain { reason: Reason, message: String, help: String, file: Option<String> },
    /// A file to which a text refers did not arrive in time; the faults are those of the text.
    #[error("{stop} before all of the file came")]
    Late { stop: Stop, file: String, faults: Diagnostics },
    /// Several fields of a program have errors.
    #[cfg(feature = "milp")]
    #[error("{} errors", .0.len())]
    Several(Vec<Failure>),
    /// A failure that has a JSON object of its own form.
    #[error("{0}")]
    WithObject(Box<Failure>, serde_json::Value),
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

impl From<Diagnostics> for Failure {
    fn from(faults: Diagnostics) -> Self {
        Self::Text { faults, reason: Reason::InvalidText }
    }
}

impl From<Diagnostic> for Failure {
    fn from(fault: Diagnostic) -> Self {
        Diagnostics::from(fault).into()
    }
}

pub(crate) const FAULT: &str = "this is a bug in soliter; please report it with the puzzle file";
/// The same, if the puzzle is certainly correct.
pub(crate) const NOT_OF_PUZZLE: &str =
    "this is a bug in soliter, not an error in the puzzle; please report it with the puzzle file";
pub(crate) const RAISE: &str = "raise --time-limit or --memory-limit";

impl Failure {
    /// A failure of some kind: a phrase for the problem, and advice.
    pub(crate) fn new(reason: Reason, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Plain { reason, message: message.into(), help: help.into(), file: None }
    }

    pub(crate) fn usage(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(Reason::Usage, message, help)
    }

    /// An error in the arguments, of `command` in the form of all other errors, with this help or else clap's tips or the usage.
    pub(crate) fn of_arguments(fault: &clap::Error, command: &str, help: Option<String>) -> Self {
        let text = fault.to_string();
        let mut parts = text.split("\n\n");
        let joined = |part: &str| part.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        let message = joined(parts.next().unwrap_or_default());
        let (mut tips, mut usage) = (Vec::new(), None);
        for line in parts.flat_map(str::lines).map(str::trim) {
            if let Some(tip) = line.strip_prefix("tip: ") {
                // The way to pass an unknown option as a value is of no use here.
                tips.extend((!tip.starts_with("to pass ")).then_some(tip));
            } else if let Some(line) = line.strip_prefix("Usage: ") {
                usage = Some(line);
            }
        }
        let help = help.unwrap_or_else(|| match usage {
            _ if !tips.is_empty() => tips.join("; "),
            Some(usage) => format!("usage: {usage}"),
            None => format!("see `{command} --help`"),
        });
        Self::usage(message.trim_start_matches("error: "), help)
    }

    pub(crate) fn unfit(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(Reason::Unfit, message, help)
    }

    pub(crate) fn limit(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::new(Reason::Limit, message, help)
    }

    /// A bug of this program. The help asks for a report, at the address of the project if it has one.
    pub(crate) fn disagreement(message: impl Into<String>, help: impl Into<String>) -> Self {
        let (mut help, address) = (help.into(), env!("CARGO_PKG_REPOSITORY"));
        if !address.is_empty() {
            help = format!("{help} ({address})");
        }
        Self::new(Reason::Disagreement, message, help)
    }

    /// A failure if the computation stopped; `none` says what is missing: `no plan`.
    pub(crate) fn stopped(none: &str, stop: Stop) -> Self {
        let message = format!("{none}: {}", stop.clause());
        Self::new(Reason::of_stop(stop), message, advice(stop))
    }

    pub(crate) fn with_object(self, object: serde_json::Value) -> Self {
        Self::WithObject(Box::new(self), object)
    }

    pub(crate) fn of_file(mut self, name: &str) -> Self {
        if let Self::Plain { file, .. } = &mut self {
            *file = Some(name.to_owned());
        }
        self
    }

    pub(crate) fn is_not_found(&self) -> bool {
        matches!(self, Self::Plain { reason: Reason::NotFound, .. })
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Text { reason, .. } | Self::Plain { reason, .. } => reason.exit(),
            Self::Late { .. } => Exit::Limit,
            #[cfg(feature = "milp")]
            Self::Several(all) => all.first().map_or(Exit::BadInput, Self::exit),
            Self::WithObject(failure, _) => failure.exit(),
            Self::Output(_) => Exit::BadInput,
        }
    }
}

/// The advice after a stop for this reason.
pub(crate) fn advice(stop: Stop) -> &'static str {
    match stop {
        Stop::Fault(_) => FAULT,
        Stop::Size(_) | Stop::Overflow | Stop::Players => {
            "higher limits do not help; choose another method, or a smaller puzzle"
        }
        Stop::Cancelled => "run the command again for an answer",
        Stop::Time | Stop::Memory | Stop::BackEnd(_) => RAISE,
    }
}
