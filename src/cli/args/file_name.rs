//! Names of files as given on the command line.

use std::ffi::OsString;
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use serde::Serialize;

/// The name of a file, or of a built-in entry. The name of a file need not be valid text: the file is opened
/// by the name as given, and characters that cannot be read are shown with a replacement sign.
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
