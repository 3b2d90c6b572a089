//! Where levels are kept, and who makes them.

#[cfg(feature = "cluster")]
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::args::limits::MemoryLimit;
#[cfg(feature = "cluster")]
use crate::cli::args::{file_name::FileName, limits::TimeLimit, limits::positive};

#[derive(clap::Args)]
pub(crate) struct Disk {
    /// Keep the levels in this folder, where they outgrow the memory
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
    /// Go on with the levels that the folder holds
    #[arg(long, requires = "dir")]
    pub(crate) resume: bool,
    /// Positions on their way to a level that stay in memory, GiB or 512MB [default: a quarter of
    /// --memory-limit, at most 1 GiB]
    #[arg(long, value_name = "SIZE", requires = "dir")]
    pub(crate) spill: Option<MemoryLimit>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) cluster: Cluster,
}

impl Disk {
    /// An option that was given and puts levels on disk, or shares them between workers.
    pub(crate) fn option(&self) -> Option<&'static str> {
        #[cfg(feature = "cluster")]
        if self.cluster.hosts.is_some() {
            return Some("--hosts");
        }
        #[cfg(feature = "cluster")]
        if self.cluster.workers.is_some() {
            return Some("--workers");
        }
        self.dir.as_ref().map(|_| "--dir")
    }
}

#[cfg(feature = "cluster")]
#[derive(clap::Args)]
pub(crate) struct Cluster {
    /// So many workers of a cluster in this process
    #[arg(long, value_name = "N", value_parser = positive, conflicts_with = "hosts")]
    pub(crate) workers: Option<NonZeroUsize>,
    /// Work together with the processes on these hosts, host:port a line (docs/cluster.md)
    #[arg(long, value_name = "FILE", requires = "process", value_hint = ValueHint::FilePath)]
    pub(crate) hosts: Option<FileName>,
    /// With --hosts: which of them this is, from 0
    #[arg(long, value_name = "K", requires = "hosts")]
    pub(crate) process: Option<usize>,
    /// With --hosts: a file with a secret, the same on all hosts, which each proves to know
    #[arg(long, value_name = "FILE", requires = "hosts", value_hint = ValueHint::FilePath)]
    pub(crate) key: Option<FileName>,
    /// With --hosts: without a key on a network that can be trusted
    #[arg(long, requires = "hosts", conflicts_with = "key")]
    pub(crate) open_network: bool,
    /// With --hosts: wait so long for the others: seconds, or 90s, 2m [default: 60s]
    #[arg(long, value_name = "TIME", requires = "hosts")]
    pub(crate) wait: Option<TimeLimit>,
    /// With --hosts and --dir: if a lost process does not come back in that time, N are enough to go on
    #[arg(long, value_name = "N", requires_all = ["hosts", "dir"], value_parser = positive)]
    pub(crate) go_on_with: Option<NonZeroUsize>,
}
