//! Reports failures: in words on standard error, and with `--format json` as an object too.

use std::fmt::Write as _;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::{Value, json};
use soliter::base::diagnostic::{Diagnostics, Excerpt};
use soliter::base::wording::{grouped, shown};

use crate::cli::output::failure::{Failure, Outcome, Reason};
use crate::cli::{output, output::exit::Exit};

/// The most faults that an object lists; for the rest it gives the number.
const MOST: usize = 20;

pub(crate) struct Reporter {
    json: bool,
    /// Whether a failure takes one line, without an excerpt of the text and without advice.
    quiet: bool,
    /// The key and the name that identify the subject in objects: `puzzle` or `program`.
    subject: Mutex<(&'static str, Option<String>)>,
}

impl Reporter {
    /// Reports in words, and as objects if `json` is set.
    pub(crate) fn new(json: bool, quiet: bool, subject: Option<(&'static str, &str)>) -> Self {
        let subject = subject.map_or(("puzzle", None), |(key, name)| (key, Some(name.to_owned())));
        Self { json, quiet, subject: Mutex::new(subject) }
    }

    pub(crate) fn turn_to(&self, puzzle: &str) {
        *self.subject() = ("puzzle", Some(puzzle.to_owned()));
    }

    /// Reports a failure. Returns the exit of the command or file that failed.
    pub(crate) fn report(&self, failure: &Failure) -> io::Result<Exit> {
        self.say(failure);
        if self.json {
            let object = match failure {
                Failure::WithObject(_, object) => object,
                failure => &self.object(failure),
            };
            output::object(object)?;
        }
        Ok(failure.exit())
    }

    pub(crate) fn finish(&self, outcome: Outcome) -> Exit {
        let failed = outcome.or_else(|failure| self.report(&failure));
        failed.unwrap_or_else(|error| {
            let failure = Failure::Output(error);
            self.say(&failure);
            failure.exit()
        })
    }

    /// Reports a failure in words alone.
    pub(crate) fn say(&self, failure: &Failure) {
        if self.quiet {
            let line = plain(&one_line(failure));
            output::note(
                &Renderer::styled().render(&[Group::with_title(Level::ERROR.primary_title(line))]),
            );
        } else {
            failure.say();
        }
    }

    fn object(&self, failure: &Failure) -> Value {
        let (mut faults, mut more) = (Vec::new(), 0);
        list(failure, &mut faults, &mut more);
        more += faults.len().saturating_sub(MOST);
        faults.truncate(MOST);
        let subject = self.subject();
        let (key, name) = (subject.0, &subject.1);
        let mut object = json!({ key: name, "error": faults.first() });
        if faults.len() > 1 {
            object["errors"] = json!(faults);
        }
        if more > 0 {
            object["more"] = more.into();
        }
        object
    }

    fn subject(&self) -> MutexGuard<'_, (&'static str, Option<String>)> {
        // The name cannot be half-written.
        self.subject.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One fault as a JSON object; line and column count from 1.
fn fault_object(
    (reason, message): (Reason, &str),
    file: Option<&str>,
    place: Option<(usize, usize)>,
    help: Option<&str>,
) -> Value {
    let (line, column) = place.unzip();
    json!({
        "reason": reason,
        "message": message,
        "file": file,
        "line": line,
        "column": column,
        "help": help,
    })
}

/// Appends the faults of a failure, and adds the number of those that were not kept to `more`.
fn list(failure: &Failure, faults: &mut Vec<Value>, more: &mut usize) {
    let mut of_text = |faults: &mut Vec<Value>, text: &Diagnostics, reason: Reason| {
        faults.extend(text.0.iter().map(|fault| {
            let (file, place) = (&*fault.source.name, fault.source.line_column(fault.span.start));
            let what = (reason, &*fault.message);
            fault_object(what, Some(file), Some(place), fault.help.as_deref())
        }));
        *more += text.more();
    };
    match failure {
        Failure::Text { faults: text, reason } => of_text(faults, text, *reason),
        Failure::Late { file, faults: text, .. } => {
            faults.push(fault_object(
                (Reason::Limit, &failure.to_string()),
                Some(file),
                None,
                None,
            ));
            of_text(faults, text, Reason::InvalidText);
        }
        Failure::Plain { reason, message, help, file } => {
            faults.push(fault_object((*reason, message), file.as_deref(), None, Some(help)));
        }
        Failure::Output(_) => {
            faults.push(fault_object(
                (Reason::Unwritable, &failure.to_string()),
                None,
                None,
                Some(FULL),
            ));
        }
        #[cfg(feature = "milp")]
        Failure::Several(all) => all.iter().for_each(|one| list(one, faults, more)),
        Failure::WithObject(failure, _) => list(failure, faults, more),
    }
}

/// The first fault with its place, and the number of the others.
fn one_line(failure: &Failure) -> String {
    let (mut faults, mut more) = (Vec::new(), 0);
    list(failure, &mut faults, &mut more);
    more += faults.len().saturating_sub(1);
    let Some(first) = faults.first() else { return failure.to_string() };
    let mut line = first["message"].as_str().unwrap_or_default().replace('\n', " ");
    if let (Some(file), Some(row), Some(column)) =
        (first["file"].as_str(), first["line"].as_u64(), first["column"].as_u64())
    {
        let _ = write!(line, " ({}:{row}:{column})", shown(file));
    }
    if more > 0 {
        let _ = write!(line, ", and {} more", grouped(more as u128));
    }
    line
}

/// Advice if standard output cannot be written.
const FULL: &str = "is the disk full, or standard output closed?";

impl Failure {
    fn say(&self) {
        match self {
            Self::Text { faults, .. } | Self::Late { faults, .. } => diagnostics(faults),
            Self::Plain { message, help, .. } => message_with_help(message, help),
            Self::Output(_) => message_with_help(&self.to_string(), FULL),
            #[cfg(feature = "milp")]
            Self::Several(all) => all.iter().for_each(Self::say),
            Self::WithObject(failure, _) => failure.say(),
        }
    }
}

fn message_with_help(message: &str, help: &str) {
    let groups =
        [Group::with_title(Level::ERROR.primary_title(message)).element(Level::HELP.message(help))];
    output::note(&Renderer::styled().render(&groups));
}

fn diagnostics(faults: &Diagnostics) {
    let mut text = String::new();
    for fault in &faults.0 {
        let Excerpt { text: lines, span, line, column } = fault.excerpt();
        let whole = lines[..span.start].chars().count() + 1 == column;
        let path = shown(&fault.source.name);
        let snippet = Snippet::source(plain(&lines))
            .line_start(line)
            .annotation(AnnotationKind::Primary.span(span));
        let mut group = Group::with_title(Level::ERROR.primary_title(plain(&fault.message)));
        group = if whole {
            group.element(snippet.path(path))
        } else {
            // The column in an excerpt of a long line differs from the column in the line itself.
            group.element(Origin::path(path).line(line).char_column(column)).element(snippet)
        };
        if let Some(help) = &fault.help {
            group = group.element(Level::HELP.message(plain(help)));
        }
        let _ = writeln!(text, "{}\n", Renderer::styled().render(&[group]));
    }
    if faults.more() > 0 {
        let _ = writeln!(text, "and {} more\n", grouped(faults.more() as u128));
    }
    output::to_stderr(&text);
}

/// A text without the control characters that the snippets would not replace. The replacement sign has as
/// many bytes, so that carets stay in place.
fn plain(text: &str) -> String {
    text.replace(|c| matches!(c, '\u{80}'..='\u{9f}'), "\u{bf}")
}
