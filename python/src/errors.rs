//! The library's errors, as the exceptions of `soliter/errors.py`.

use std::path::Path;

use pyo3::prelude::*;
use soliter::Diagnostics;
use soliter::base::diagnostic::TextFault;
use soliter::boards::puzzle::setup::SetupFaults;

/// The reason why there is no answer. It is converted to an exception on return to Python.
pub(crate) enum Failure {
    /// A text has errors, at places in it.
    Text(Diagnostics),
    /// Arguments are invalid, or valid but not suitable for this call.
    Unfit { message: String, help: String },
    /// No built-in entry has this name.
    NotFound { message: String, help: String },
    /// A jump that the rules do not allow: its number in the sequence, and the reason as a word and as a
    /// sentence.
    Illegal { index: usize, reason: &'static str, message: String },
    /// A limit was reached first.
    Limit(String),
    /// The problem is too large, whatever the limits.
    TooLarge(String),
    /// Bytes have changed since they were written.
    Damaged { message: String, help: &'static str },
    /// A certificate proves nothing.
    Rejected(String),
    /// Methods disagree, or an internal check failed: a bug in soliter.
    Fault(String),
    /// A file cannot be read.
    File { path: String, cause: std::io::Error },
    /// An exception that Python itself raised.
    Python(PyErr),
}

pub(crate) type Outcome<T> = Result<T, Failure>;

impl Failure {
    pub(crate) fn unfit(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Unfit { message: message.into(), help: help.into() }
    }

    pub(crate) fn file(path: &Path, cause: std::io::Error) -> Self {
        Self::File { path: path.to_string_lossy().into_owned(), cause }
    }

    /// The faults of a text given as the argument with this name.
    pub(crate) fn drawing(name: &str, text: &str, faults: Vec<TextFault>) -> Self {
        let source = soliter::Source::new(name, text);
        let faults: Vec<_> = faults.into_iter().map(|fault| fault.of(&source)).collect();
        Self::Text(faults.into())
    }
}

impl From<Diagnostics> for Failure {
    fn from(faults: Diagnostics) -> Self {
        Self::Text(faults)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<SetupFaults> for Failure {
    fn from(faults: SetupFaults) -> Self {
        let help = faults.0.first().map_or("", |fault| fault.help());
        Self::unfit(faults.to_string(), help)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        if let Failure::Python(error) = failure {
            return error;
        }
        Python::attach(|py| exception(py, failure).unwrap_or_else(|error| error))
    }
}

fn exception(py: Python<'_>, failure: Failure) -> PyResult<PyErr> {
    let class = |name: &str| py.import("soliter.errors")?.getattr(name);
    let made = match failure {
        Failure::Text(faults) => {
            let list = faults.0.iter().map(|fault| {
                let excerpt = fault.excerpt();
                let place = (excerpt.line, excerpt.column);
                let text = (fault.message.clone(), fault.help.clone().unwrap_or_default());
                (fault.source.name.clone(), place, text, excerpt.text.into_owned())
            });
            class("InvalidText")?.call1((list.collect::<Vec<_>>(), faults.more()))?
        }
        Failure::Unfit { message, help } => class("Unfit")?.call1((message, help))?,
        Failure::NotFound { message, help } => class("NotFound")?.call1((message, help))?,
        Failure::Illegal { index, reason, message } => {
            class("IllegalMove")?.call1((index, reason, message))?
        }
        Failure::Damaged { message, help } => class("Damaged")?.call1((message, help))?,
        Failure::Limit(message) => class("LimitReached")?.call1((message,))?,
        Failure::TooLarge(message) => {
            let help = "higher limits do not help: choose another method, or a smaller puzzle";
            class("LimitReached")?.call1((message, help))?
        }
        Failure::Rejected(message) => class("Rejected")?.call1((message,))?,
        Failure::Fault(message) => class("Disagreement")?.call1((message,))?,
        // Python's own classes for operating-system errors: FileNotFoundError, PermissionError ...
        Failure::File { path, cause } => match cause.raw_os_error() {
            Some(number) => {
                let text = cause.to_string();
                let text = text.split(" (os error").next().unwrap_or_default().to_owned();
                py.get_type::<pyo3::exceptions::PyOSError>().call1((number, text, path))?
            }
            None => class("Unfit")?.call1((format!("cannot read {path}: {cause}"), ""))?,
        },
        Failure::Python(error) => return Ok(error),
    };
    Ok(PyErr::from_value(made))
}
