//! A folder in which any number of processes refute the cubes of one table. Its files:
//!
//! * `table.cubes`: the head, and a row for each finished cube, in the order in which they were finished
//! * `lock`: locked by a process while it reads or writes the table
//! * `POSITION.claim`: locked by the process that refutes this cube
//!
//! The operating system releases the locks of a process that is killed, so nothing has to be repaired
//! manually.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use soliter::base::control::Control;
use soliter::checker::{Refusal, cubes::Cubes, cubes::Row};

use crate::cli::certify::refused::may_go_on;
use crate::cli::files::targets::{make_folder, replace, unwritable};
use crate::cli::output::failure::{Failure, RAISE};

/// The time between attempts to take a lock.
pub(super) const PAUSE: Duration = Duration::from_millis(10);

/// A locked file. Dropping it releases the lock.
pub(super) struct Lock(File);

impl Lock {
    /// `None` if another process holds the lock.
    fn take(path: &Path) -> io::Result<Option<Self>> {
        let file = File::create(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

pub(super) struct Folder {
    path: PathBuf,
    /// The head of the table as it is in the file.
    head: Vec<u8>,
    pub(super) cubes: Cubes,
}

impl Folder {
    /// Opens the folder with its table. If there is no table, it is created from `head`.
    pub(super) fn open(
        path: &Path,
        control: &Control,
        head: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<Self, Failure> {
        make_folder(path)?;
        let table = table(path);
        if !table.exists() {
            let head = head()?;
            let _lock = wait(path, control)?;
            // Another process may have created it in the meantime.
            if !table.exists() {
                replace(&table, head.as_bytes()).map_err(|error| unwritable(&table, &error))?;
            }
        }
        let _lock = wait(path, control)?;
        let text = fs::read(&table).map_err(|error| unwritable(&table, &error))?;
        let mut rest = &*text;
        let cubes = Cubes::read(&mut rest, &|bytes| may_go_on(control, bytes));
        let cubes = cubes.map_err(|why| unusable(path, &why))?;
        let head = text[..text.len() - rest.len()].to_vec();
        Ok(Self { path: path.to_owned(), head, cubes })
    }

    pub(super) fn table(&self) -> PathBuf {
        table(&self.path)
    }

    /// The rows of the table, by position.
    pub(super) fn rows(&self, control: &Control) -> Result<BTreeMap<u64, Row>, Failure> {
        let _lock = wait(&self.path, control)?;
        self.whole_rows(control)
    }

    /// Adds a row, unless its cube has one.
    pub(super) fn add(&self, row: &Row, control: &Control) -> Result<(), Failure> {
        let _lock = wait(&self.path, control)?;
        if self.whole_rows(control)?.contains_key(&row.position) {
            return Ok(());
        }
        let add = || {
            OpenOptions::new()
                .append(true)
                .open(self.table())?
                .write_all(self.cubes.sealed(row).as_bytes())
        };
        add().map_err(|error: io::Error| unwritable(&self.table(), &error))
    }

    /// The right to refute a cube; `None` if another worker has it.
    pub(super) fn claim(&self, position: u64) -> Result<Option<Lock>, Failure> {
        let path = self.claim_path(position);
        Lock::take(&path).map_err(|error| unwritable(&path, &error))
    }

    /// Releases the claim to a cube that has a row, and removes its file.
    pub(super) fn done(&self, position: u64, claim: Lock) {
        // If the file cannot be removed, or another process has removed it, no harm is done.
        let _ = fs::remove_file(self.claim_path(position));
        drop(claim);
    }

    fn claim_path(&self, position: u64) -> PathBuf {
        self.path.join(format!("{position:x}.claim"))
    }

    /// The complete rows; an incomplete last row, left by a process that was killed, is cut off. The caller
    /// must hold the lock.
    fn whole_rows(&self, control: &Control) -> Result<BTreeMap<u64, Row>, Failure> {
        let path = self.table();
        let read = || {
            let mut text = fs::read(&path)?;
            let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
            if whole < text.len() {
                OpenOptions::new().write(true).open(&path)?.set_len(whole as u64)?;
                text.truncate(whole);
            }
            Ok(text)
        };
        let text = read().map_err(|error: io::Error| unwritable(&path, &error))?;
        let rows = match text.strip_prefix(&*self.head) {
            Some(mut rest) => self.cubes.rows(&mut rest, &|bytes| may_go_on(control, bytes)),
            None => Err(Refusal::Wrong("its head was changed".to_owned())),
        };
        rows.map_err(|why| unusable(&self.path, &why))
    }
}

fn table(folder: &Path) -> PathBuf {
    folder.join("table.cubes")
}

/// Waits for the lock of a folder, which others hold only briefly.
fn wait(folder: &Path, control: &Control) -> Result<Lock, Failure> {
    let path = folder.join("lock");
    loop {
        if let Some(lock) = Lock::take(&path).map_err(|error| unwritable(&path, &error))? {
            return Ok(lock);
        }
        control.check().map_err(|stop| Failure::stopped("the table is in use", stop))?;
        std::thread::sleep(PAUSE);
    }
}

fn unusable(folder: &Path, why: &Refusal) -> Failure {
    if *why == Refusal::Limit {
        return Failure::limit(why.to_string(), RAISE);
    }
    let message = format!("cannot resume {}: {why}", table(folder).display());
    Failure::usage(message, "choose another folder, or move the table away")
}
