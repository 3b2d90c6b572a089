//! Folders that a run creates for its files, and names that no file can have.

use std::{fs, io, path::Path};

/// Creates a folder unless it is there. The folder that contains it must be there: if it is not, its name is probably
/// misspelt.
///
/// # Errors
/// The system's error, or the name of the missing folder.
pub fn create_one(folder: &Path) -> io::Result<()> {
    no_device(folder)?;
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

/// Refuses a name that Windows reserves for a device, such as `nul` or `com1.txt`: a file of this name would be lost.
///
/// # Errors
/// On Windows, the error for such a name.
pub fn no_device(path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if cfg!(windows) && is_device(&name) {
        return Err(io::Error::other("Windows reserves this name for a device"));
    }
    Ok(())
}

/// Windows ignores the ending, spaces before it, and case.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    match stem.as_str() {
        "con" | "prn" | "aux" | "nul" => true,
        _ => stem
            .strip_prefix("com")
            .or_else(|| stem.strip_prefix("lpt"))
            .is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9'])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_windows_have_any_ending() {
        for name in ["nul", "CON", "aux.svg", "prn .txt", "com1", "Lpt9.tar.gz"] {
            assert!(is_device(name), "{name}");
        }
        for name in ["null", "con-2.svg", "com", "com0", "com10.csv", "lpt", "a.nul", ".con", ""] {
            assert!(!is_device(name), "{name}");
        }
        assert_eq!(no_device(Path::new("out/nul.svg")).is_err(), cfg!(windows));
    }
}
