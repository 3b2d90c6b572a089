//! The certificate of each answer in a survey.

use std::path::Path;
use std::time::Instant;

use sha2::{Digest as _, Sha256};
use soliter::base::{control::Control, wording::hex};
use soliter::boards::puzzle::Puzzle;
use soliter::checker::{self, CertificateError, CheckContext, Proved};
use soliter::prove::certify::{self, Contents, NoCertificate, Statement};
use soliter::prove::solve::{Options, solve};

use crate::cli::certify::refused::{FAULT, may_go_on};
use crate::cli::files::targets;
use crate::cli::output::failure::Failure;
use crate::cli::survey::csv_file::line_of;
use crate::cli::survey::row::{Certified, Row};

/// Writes the certificate of an answer, or checks the existing one. If a limit was reached first, the row mentions
/// none, unless an earlier run recorded this very file.
///
/// If the minimum is not proved, a certificate may take less time than the search, since its layers begin with the last
/// limit. If the solution has too many moves, the row stays open.
pub(super) fn certify(
    row: &mut Row,
    puzzle: &Puzzle,
    folder: &Path,
    control: &Control,
) -> Result<(), Failure> {
    let path = folder.join(format!("{}.layers", row.name()));
    let go_on = |bytes| may_go_on(control, bytes);
    let say =
        |phrase: &str| control.report_progress(|| format!("survey: {}: {phrase}", puzzle.title()));
    let room = CheckContext { go_on: &go_on, folder: None, say: &say };
    let clock = Clock::start();
    let earlier = row.certificate.take();
    let (file, certified) = if path.exists() {
        let file = std::fs::read(&path).map_err(|error| targets::unwritable(&path, &error))?;
        match checker::check_in(&room, &*file) {
            Ok(certified) => (file, certified),
            Err(CertificateError::Limit) => {
                row.certificate = earlier.filter(|one| one.sha256 == hex(&Sha256::digest(&file)));
                return Ok(());
            }
            Err(why) => return Err(wrong(&path, &why.to_string())),
        }
    } else {
        match make(row, puzzle, &room, control) {
            Ok(made) => made,
            Err(NoCertificate::Stopped(_) | NoCertificate::Refused(CertificateError::Limit)) => {
                return Ok(());
            }
            Err(NoCertificate::Refused(CertificateError::Meeting(_))) if !row.is_final() => {
                return Ok(());
            }
            // The table that was resumed may be wrong.
            Err(why) => {
                return Err(Failure::disagreement(format!("{}: {why}", puzzle.title()), FAULT));
            }
        }
    };
    let proved = match row.moves {
        Some(moves) => Proved::ExactMoves(moves),
        None => Proved::Impossible,
    };
    let statement = Statement::of(puzzle).ok();
    let other = statement.as_ref().is_none_or(|wanted| wanted.difference(&certified).is_some());
    if other || certified.proved != proved {
        if !other && !row.is_final() {
            // A file of an earlier run may prove fewer moves than the solution has that is known now.
            return Ok(());
        }
        return Err(wrong(&path, "it proves another claim than the table has"));
    }
    if !path.exists() {
        targets::write(&path, &file)?;
    }
    row.take_certificate(Certified {
        positions: certified.positions,
        sha256: hex(&Sha256::digest(&file)),
        seconds: (clock.seconds() * 100.0).round() / 100.0,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    });
    Ok(())
}

/// CPU seconds of this thread where the system reports them (Linux), otherwise wall-clock seconds.
struct Clock {
    wall: Instant,
    processor: Option<u64>,
}

impl Clock {
    fn start() -> Self {
        Self { wall: Instant::now(), processor: Self::nanoseconds() }
    }

    fn nanoseconds() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        let spent = Self::nanoseconds().zip(self.processor).map(|(after, before)| after - before);
        spent.map_or(self.wall.elapsed().as_secs_f64(), |spent| spent as f64 / 1e9)
    }
}

fn make(
    row: &Row,
    puzzle: &Puzzle,
    room: &CheckContext<'_>,
    control: &Control,
) -> Result<(Vec<u8>, checker::Certified), NoCertificate> {
    // If a line is known, no search is needed: the layers alone prove that there is no shorter one.
    if let Some(line) = row.solution.as_deref().and_then(|line| line_of(puzzle, line)) {
        return certify::certify_line(room, puzzle, &line, control);
    }
    let answer =
        solve(puzzle, &Options::FIRST_PROOF, control).map_err(|_| NoCertificate::NotProved)?;
    certify::certify_in(room, puzzle, &answer, Contents::default(), control)
}

fn wrong(path: &Path, why: &str) -> Failure {
    let message = format!("{}: {why}", path.display());
    Failure::usage(message, "move the file away, and it will be written again")
}
