//! The files that a constraint program includes by `Include`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use soliter::base::diagnostic::{Diagnostic, Source};
use soliter::np::syntax::include::{Joined, requests};

use crate::cli::{args::file_name::FileName, files, output::failure::Failure, session::Session};

/// The most files that a program may include.
const MOST: usize = 100;

/// Reads a program with all files that it includes, directly or indirectly, each once.
pub(crate) fn program(session: &Session, name: &FileName) -> Result<Joined, Failure> {
    let source = files::find(session, name, files::Kind::Program)?;
    let mut reading =
        Reading { session, open: vec![whole(name.path())], known: Vec::new(), found: Vec::new() };
    reading.include(name.path(), &source)?;
    Ok(Joined::new(&source, &reading.found))
}

struct Reading<'s> {
    session: &'s Session,
    /// The chain of files that leads to the one being read.
    open: Vec<PathBuf>,
    known: Vec<PathBuf>,
    found: Vec<Arc<Source>>,
}

impl Reading<'_> {
    /// Reads the files that a file includes; paths are relative to it.
    fn include(&mut self, file: &Path, source: &Arc<Source>) -> Result<(), Failure> {
        let folder = file.parent().unwrap_or(Path::new(""));
        for (wanted, span) in requests(source) {
            let fault = |message: String, help: &str| {
                Failure::from(Diagnostic::new(source, span.clone(), message).help(help))
            };
            let path = folder.join(&wanted);
            let place = whole(&path);
            if self.open.contains(&place) {
                let message = "this file includes itself".to_owned();
                return Err(fault(message, "files must not include each other in a cycle"));
            }
            if self.known.contains(&place) {
                continue;
            }
            if self.known.len() >= MOST {
                let message = format!("more than {MOST} files");
                return Err(fault(message, "put several of them into one"));
            }
            if !path.is_file() {
                let message = format!("no such file: {}", path.display());
                return Err(fault(message, "the path is relative to the file that includes it"));
            }
            let name = OsString::from(&path).into();
            let text = files::find(self.session, &name, files::Kind::Program)?;
            self.known.push(place.clone());
            self.open.push(place);
            self.include(&path, &text)?;
            self.open.pop();
            self.found.push(text);
        }
        Ok(())
    }
}

/// The canonical path of a file, if it has one.
fn whole(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
