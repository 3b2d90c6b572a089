//! What is asked of `HiGHS`: its options, its log, and statistics with `-v`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::ProgressBar;
use soliter::base::control::{Control, SolverSettings};

use crate::cli::args::SolverArgs;
use crate::cli::faults::Reason;
use crate::cli::file_name::FileName;
use crate::cli::files::Reported;
use crate::cli::output;
use crate::cli::session::Session;
use crate::cli::targets::{self, Target, is_stdout};

/// The log of `HiGHS`, on its way to where it goes.
pub(crate) struct SolverLog {
    path: Option<PathBuf>,
    text: Arc<Mutex<String>>,
}

impl SolverArgs {
    /// The log, where it can be written; `others` are the outputs of the same command.
    pub(crate) fn log(
        &self,
        session: &Session,
        others: &[Option<&Path>],
        inputs: &[&FileName],
    ) -> Result<SolverLog, Reported> {
        if let Some(path) = self.log.as_deref() {
            if others.iter().flatten().any(|other| *other == path) {
                let help = "name a file for each";
                output::refuse(Reason::Usage, "two outputs cannot go to one place", help);
                return Err(Reported);
            }
            let target = Target { what: "the log of HiGHS", path, endings: &["log", "txt"] };
            targets::check(&[target], inputs, session.options.json())?;
        }
        Ok(SolverLog { path: self.log.clone(), text: Arc::default() })
    }

    /// Limits that carry the wishes; lines that they make go around the progress bar.
    pub(crate) fn pass_on(
        &self,
        session: &Session,
        log: &SolverLog,
        control: Control,
        bar: &ProgressBar,
    ) -> Control {
        let mut settings = SolverSettings { options: self.options.clone(), ..Default::default() };
        if let Some(path) = &log.path {
            let (text, bar, at_once) = (Arc::clone(&log.text), bar.clone(), is_stdout(path));
            settings.log = Some(Arc::new(move |piece| {
                if at_once {
                    // A reader that went away is found out about when the answer is written.
                    let _ = bar.suspend(|| output::answer(piece));
                } else {
                    text.lock().unwrap_or_else(PoisonError::into_inner).push_str(piece);
                }
            }));
        }
        if session.options.verbose {
            let bar = bar.clone();
            settings.statistics = Some(Arc::new(move |line| bar.suspend(|| output::note(line))));
        }
        control.solver(settings)
    }
}

impl SolverLog {
    /// Writes what there is, where it goes to a file.
    pub(crate) fn write(&self) -> Result<(), Reported> {
        match &self.path {
            Some(path) if !is_stdout(path) => {
                let text = self.text.lock().unwrap_or_else(PoisonError::into_inner);
                targets::write(path, text.as_bytes())
            }
            _ => Ok(()),
        }
    }
}
