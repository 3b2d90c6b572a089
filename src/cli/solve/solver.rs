//! The use of `HiGHS`: its options, its log, and statistics with `-v`.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::ProgressBar;
use soliter::base::control::{Control, SolverSettings};

use crate::cli::args::{SolverArgs, file_name::FileName};
use crate::cli::files::targets::{Target, is_stdout};
use crate::cli::{files::targets, session::Session};
use crate::cli::{output, output::failure::Failure, output::patience};

/// The target of the log of `HiGHS`, if one is requested.
pub(crate) struct SolverLog(Option<Arc<Place>>);

/// The target of a log: standard output, or a file with the result of the last write.
enum Place {
    Stdout,
    File(PathBuf, Mutex<(File, io::Result<()>)>),
}

impl SolverArgs {
    /// Opens the log; `others` are the other outputs of the command.
    pub(crate) fn log(
        &self,
        session: &Session,
        others: &[Option<&Path>],
        inputs: &[&FileName],
    ) -> Result<SolverLog, Failure> {
        let Some(path) = self.log.as_deref() else { return Ok(SolverLog(None)) };
        if others.iter().flatten().any(|other| *other == path) {
            let help = "name a file for each";
            return Err(Failure::usage("two outputs cannot go to one place", help));
        }
        let target = Target { what: "the log of HiGHS", path, endings: &["log", "txt"] };
        targets::check([target], inputs, session.options.json())?;
        if is_stdout(path) {
            return Ok(SolverLog(Some(Arc::new(Place::Stdout))));
        }
        // A log is read while it grows, so it is written in place, not renamed at the end.
        let file = patience::with(|| File::create(path));
        let file = file.map_err(|error| targets::unwritable(path, &error))?;
        let place = Place::File(path.to_owned(), Mutex::new((file, Ok(()))));
        Ok(SolverLog(Some(Arc::new(place))))
    }

    /// The limits together with the options for `HiGHS`, its log and, with `says_more`, statistics of each
    /// run.
    pub(crate) fn pass_on(
        &self,
        log: &SolverLog,
        control: Control,
        bar: &ProgressBar,
        says_more: bool,
    ) -> Control {
        let (options, skip_recheck) = (self.options.clone(), self.no_recheck);
        let mut settings = SolverSettings { options, skip_recheck, ..Default::default() };
        if let Some(place) = &log.0 {
            let (place, bar) = (Arc::clone(place), bar.clone());
            settings.log = Some(Arc::new(move |piece| match &*place {
                // If the reader has closed standard output, this is noticed when the answer is written.
                Place::Stdout => drop(bar.suspend(|| output::answer(piece))),
                Place::File(_, file) => {
                    let (log, written) = &mut *file.lock().unwrap_or_else(PoisonError::into_inner);
                    if written.is_ok() {
                        *written = patience::with(|| log.write_all(piece.as_bytes()));
                    }
                }
            }));
        }
        if says_more {
            let bar = bar.clone();
            settings.statistics = Some(Arc::new(move |line| bar.suspend(|| output::note(line))));
        }
        control.solver(settings)
    }
}

impl SolverLog {
    /// Fails if part of the log could not be written.
    pub(crate) fn end(&self) -> Result<(), Failure> {
        let Some(Place::File(path, file)) = self.0.as_deref() else { return Ok(()) };
        let (_, written) = &*file.lock().unwrap_or_else(PoisonError::into_inner);
        written.as_ref().map_err(|error| targets::unwritable(path, error)).copied()
    }
}
