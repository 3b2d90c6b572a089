//! The folder for levels that outgrow the memory.

use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::args::limits::MemoryLimit;

#[derive(clap::Args)]
pub(crate) struct Disk {
    /// Folder for levels that outgrow the memory
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
    /// Resume from the levels in the folder
    #[arg(long, requires = "dir")]
    pub(crate) resume: bool,
    /// Memory for the sort buffer; when full, it is written to disk as a sorted run [default: a
    /// quarter of --memory-limit, at most 1 GiB]
    #[arg(long, value_name = "SIZE", requires = "dir")]
    pub(crate) spill: Option<MemoryLimit>,
}

impl Disk {
    /// The given option that puts levels on disk, if any.
    pub(crate) fn option(&self) -> Option<&'static str> {
        self.dir.as_ref().map(|_| "--dir")
    }
}
