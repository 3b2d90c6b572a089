//! Faults as other programs are told of them: with `--format json` the outcome of every file is an
//! object on standard output, also where there is no answer.
//!
//! What is wrong is said on standard error where it is found, by [`crate::cli::output`], which keeps
//! it here; at the end of a file it becomes an object, unless an answer has been printed.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use soliter::base::control::Stop;
use soliter::base::diagnostic::Diagnostic;

use crate::cli::output::exit::Exit;

/// So many faults of a file are told; of the rest, the number.
const MOST: usize = 20;

/// What kind of fault it is. The words are stable; docs/soliter.schema.json lists them.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reason {
    /// Arguments that are wrong, or do not go together.
    Usage,
    /// Neither a file nor something that ships has this name.
    NotFound,
    /// Several that ship have this name.
    AmbiguousName,
    /// A file is there, and cannot be read.
    Unreadable,
    /// The text of a file is wrong, at the place given.
    InvalidText,
    /// The file is right, and not one for this command or option.
    Unfit,
    /// An output cannot be written.
    Unwritable,
    /// The record shown is wrong.
    WrongRecord,
    /// A limit came first, or Ctrl-C.
    Limit,
    /// A fault of this program.
    Disagreement,
}

impl Reason {
    /// The reason of what was reported without one, by how the command ended.
    pub(crate) fn of(exit: Exit) -> Self {
        match exit {
            Exit::Answered | Exit::BadInput => Self::Usage,
            Exit::No => Self::WrongRecord,
            Exit::Limit => Self::Limit,
            Exit::Disagreement => Self::Disagreement,
        }
    }
}

impl Reason {
    /// How a command ends that has no answer for this reason.
    pub(crate) fn exit(self) -> Exit {
        match self {
            Self::Limit => Exit::Limit,
            Self::Disagreement => Exit::Disagreement,
            _ => Exit::BadInput,
        }
    }
}

/// One fault, its keys in the order in which they are printed; lines and columns count from 1.
#[derive(Clone, Serialize)]
pub(crate) struct Fault {
    pub(crate) reason: Option<Reason>,
    pub(crate) message: String,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<usize>,
    pub(crate) column: Option<usize>,
    pub(crate) help: Option<String>,
}

impl Fault {
    /// Wrong arguments.
    pub(crate) fn usage(message: &str, help: &str) -> Self {
        Self {
            reason: Some(Reason::Usage),
            message: message.to_owned(),
            file: None,
            line: None,
            column: None,
            help: Some(help.to_owned()),
        }
    }

    /// A file that did not come in time.
    pub(crate) fn limit(stop: Stop, file: &str) -> Self {
        Self {
            reason: Some(Reason::Limit),
            message: format!("{stop} before all of the file came"),
            file: Some(file.to_owned()),
            line: None,
            column: None,
            help: None,
        }
    }
}

impl From<&Diagnostic> for Fault {
    fn from(one: &Diagnostic) -> Self {
        let (line, column) = one.source.line_column(one.span.start);
        Self {
            reason: Some(Reason::InvalidText),
            message: one.message.clone(),
            file: Some(one.source.name.clone()),
            line: Some(line),
            column: Some(column),
            help: one.help.clone(),
        }
    }
}

/// What is known of the file at hand.
struct Ledger {
    json: bool,
    /// The key and the name of the file at hand: `puzzle` or `program`.
    subject: (&'static str, Option<String>),
    /// Whether its object has been printed.
    told: bool,
    /// Whether its end has come: the end of the command adds nothing then.
    ended: bool,
    faults: Vec<Fault>,
    /// Faults beyond those kept.
    more: usize,
}

static LEDGER: Mutex<Ledger> = Mutex::new(Ledger {
    json: false,
    subject: ("puzzle", None),
    told: false,
    ended: false,
    faults: Vec::new(),
    more: 0,
});

fn ledger() -> MutexGuard<'static, Ledger> {
    // Nothing in it can be half done.
    LEDGER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on faults are told as objects.
pub(crate) fn speak_json() {
    ledger().json = true;
}

/// What is told from now on is told of this file; the key says what it is.
pub(crate) fn begin(key: &'static str, name: &str) {
    let mut ledger = ledger();
    ledger.subject = (key, Some(name.to_owned()));
    ledger.ended = false;
}

/// The object of the file at hand has been printed.
pub(crate) fn told() {
    ledger().told = true;
}

/// Keeps a fault, the first ones of a file.
pub(crate) fn keep(fault: impl FnOnce() -> Fault) {
    let mut ledger = ledger();
    if ledger.faults.len() < MOST {
        ledger.faults.push(fault());
    } else {
        ledger.more += 1;
    }
}

/// The end of a file, or of the command: the object of what went wrong, if none has been printed. And
/// how it ended: reading that was interrupted is a limit, whatever the reader made of it.
pub(crate) fn end(exit: Exit) -> (Option<serde_json::Value>, Exit) {
    let mut ledger = ledger();
    let faults = std::mem::take(&mut ledger.faults);
    let more = std::mem::take(&mut ledger.more);
    let told = std::mem::take(&mut ledger.told);
    let interrupted = faults.iter().any(|fault| fault.reason == Some(Reason::Limit));
    let exit = if exit == Exit::BadInput && interrupted { Exit::Limit } else { exit };
    let ended = std::mem::replace(&mut ledger.ended, true) && faults.is_empty();
    let silent = !ledger.json || told || ended || exit == Exit::Answered;
    let (key, name) = &ledger.subject;
    ((!silent).then(|| object(key, name.as_deref(), &faults, more, exit)), exit)
}

/// The object of a file that has no answer.
fn object(
    key: &str,
    name: Option<&str>,
    faults: &[Fault],
    more: usize,
    exit: Exit,
) -> serde_json::Value {
    let told = |fault: &Fault| {
        let reason = fault.reason.unwrap_or(Reason::of(exit));
        serde_json::json!(Fault { reason: Some(reason), ..fault.clone() })
    };
    let mut object = serde_json::json!({ key: name });
    object["error"] = faults.first().map_or_else(
        || serde_json::json!({ "reason": Reason::of(exit), "message": "there is no answer" }),
        told,
    );
    if faults.len() > 1 {
        object["faults"] = faults.iter().map(told).collect();
    }
    if more > 0 {
        object["more"] = more.into();
    }
    object
}
