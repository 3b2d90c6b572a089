//! Folders that a run creates for its files.

use std::{fs, io, path::Path};

/// Creates a folder unless it is there. The folder that contains it must be there: if it is not, its name is probably
/// misspelt.
///
/// # Errors
/// The system's error, or the name of the missing folder.
pub fn create_one(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(no_folder(folder)),
        created => created,
    }
}

/// The error for a path whose folder is missing.
pub fn no_folder(path: &Path) -> io::Error {
    let folder = path.parent().unwrap_or(Path::new("")).display();
    io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {folder}"))
}
