//! `soliter count --workers`, `--hosts`.

use std::num::NonZeroUsize;
use std::time::Duration;

use soliter::base::control::Control;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::buckets::cluster::hosts::Hosts;
use soliter::peg::search::buckets::cluster::{Team, count_together};
use soliter::peg::search::buckets::fault::Fault;
use soliter::peg::search::count::{Count, What};
use tempfile::{TempDir, tempdir};

use crate::cli::args::CountArgs;
use crate::cli::count::disk::place;
use crate::cli::faults::Reason;
use crate::cli::files::{self, Reported};
use crate::cli::output;
use crate::cli::session::Session;

/// The others are waited for so long where nothing is said.
const WAIT: Duration = Duration::from_secs(60);

/// Who counts, where several are to; faults are reported.
pub(super) fn team(session: &Session, args: &CountArgs) -> Result<Option<Team>, Reported> {
    let cluster = &args.cluster;
    if let Some(workers) = cluster.workers {
        return Ok(Some(Team::Workers(workers)));
    }
    let (Some(name), Some(process)) = (&cluster.hosts, cluster.process) else { return Ok(None) };
    let source = files::source(session, name)?;
    let hosts = Hosts::parse(&source.text).map_err(|fault| {
        output::refuse_file(Reason::Usage, name, &fault.to_string(), fault.help());
        Reported
    })?;
    Ok(Some(Team::Processes {
        hosts,
        process,
        threads: NonZeroUsize::new(session.options.thread_count()).unwrap_or(NonZeroUsize::MIN),
        wait: cluster.wait.map_or(WAIT, |wait| wait.0),
        shared: args.disk.dir.is_some(),
    }))
}

/// Counts, with a folder of its own for the time of the count where none is named.
pub(super) fn count(
    session: &Session,
    args: &CountArgs,
    team: &Team,
    (puzzle, what): (&Puzzle, What),
    control: &Control,
) -> Result<Count, Fault> {
    let own = match &args.disk.dir {
        Some(_) => None,
        None => Some(tempdir().map_err(|error| Fault::Io { path: std::env::temp_dir(), error })?),
    };
    let folder = own.as_ref().map(TempDir::path).or(args.disk.dir.as_deref());
    let place = place(session, &args.disk, folder.unwrap_or(std::path::Path::new("")));
    count_together(puzzle, what, &place, team, control)
}
