//! Names of files as they were given.

use std::ffi::OsString;
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// The name of a file, or of a built-in entry. A file's name need not be text: it is opened as it
/// was given, and shown with a mark for what cannot be read.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct FileName {
    #[serde(skip)]
    path: PathBuf,
    shown: String,
}

impl FileName {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn is_stdin(&self) -> bool {
        self.path == Path::new("-")
    }
}

impl From<OsString> for FileName {
    fn from(name: OsString) -> Self {
        let shown = name.to_string_lossy().into_owned();
        Self { path: name.into(), shown }
    }
}

impl From<&str> for FileName {
    fn from(name: &str) -> Self {
        Self { path: name.into(), shown: name.to_owned() }
    }
}

impl Deref for FileName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.shown
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}
