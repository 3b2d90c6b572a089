//! `--workers` and `--hosts`: the processes that make levels together.

use std::num::NonZeroUsize;
use std::time::Duration;

use soliter::peg::search::disk::cluster::{Admission, Team, hosts::Hosts, key::Key};
use soliter::peg::search::disk::{fault::Fault, folder::Place};
use tempfile::tempdir;

use crate::cli::args::{Cluster, Disk};
use crate::cli::{files, levels::place, output::failure::Failure, session::Session};

/// Without `--wait`, the others are waited for this long.
const WAIT: Duration = Duration::from_secs(60);

pub(crate) fn team(
    session: &Session,
    cluster: &Cluster,
    disk: &Disk,
) -> Result<Option<Team>, Failure> {
    if let Some(workers) = cluster.workers {
        return Ok(Some(Team::Workers(workers)));
    }
    let (Some(name), Some(process)) = (&cluster.hosts, cluster.process) else { return Ok(None) };
    let source = files::source(session, name)?;
    let hosts = Hosts::parse(&source.text)
        .map_err(|fault| Failure::usage(fault.to_string(), fault.help()).of_file(name))?;
    Ok(Some(Team::Processes {
        hosts,
        process,
        threads: NonZeroUsize::new(session.options.thread_count()).unwrap_or(NonZeroUsize::MIN),
        wait: cluster.wait.map_or(WAIT, |wait| wait.0),
        admission: admission(session, cluster)?,
        shared: disk.dir.is_some(),
        enough: cluster.go_on_with,
    }))
}

fn admission(session: &Session, cluster: &Cluster) -> Result<Admission, Failure> {
    let Some(name) = &cluster.key else {
        return Ok(if cluster.open_network { Admission::OpenNetwork } else { Admission::Loopback });
    };
    let help = "a key is a file with a secret, the same on all hosts";
    let key = Key::new(&files::bytes(session, name, help)?)
        .map_err(|fault| Failure::usage(fault.to_string(), fault.help()).of_file(name))?;
    Ok(Admission::Key(key))
}

/// Has a team work in the folder of `--dir`, or in a temporary one.
pub(crate) fn work<T>(
    session: &Session,
    disk: &Disk,
    work: impl FnOnce(&Place) -> Result<T, Fault>,
) -> Result<T, Fault> {
    if let Some(folder) = &disk.dir {
        return work(&place(session, disk, folder));
    }
    let own = tempdir().map_err(|error| Fault::Io { path: std::env::temp_dir(), error })?;
    work(&place(session, disk, own.path()))
}
