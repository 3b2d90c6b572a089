//! Where levels are kept.

use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::args::limits::MemoryLimit;

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
}

impl Disk {
    /// The option that puts levels on disk, if it was given.
    pub(crate) fn option(&self) -> Option<&'static str> {
        self.dir.as_ref().map(|_| "--dir")
    }
}
