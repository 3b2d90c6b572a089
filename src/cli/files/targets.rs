//! Output files: they are refused before the work begins if they cannot be written, and never left half-written.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use soliter::base::folder::{create_one, no_device, no_folder};
use tempfile::NamedTempFile;

use crate::cli::output::failure::{Failure, Reason};
use crate::cli::{args::file_name::FileName, output, output::patience};

/// Endings from which people infer the content of a file.
const PROMISES: [&str; 32] = [
    "bmp", "bz2", "csv", "doc", "docx", "eps", "gif", "gz", "htm", "html", "ico", "jpeg", "jpg",
    "json", "lp", "md", "mps", "np", "odt", "pddl", "pdf", "png", "ps", "svg", "svgz", "tif",
    "tiff", "toml", "webp", "xml", "xz", "zip",
];

#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    /// A word for the content: `SVG`.
    pub(crate) what: &'static str,
    /// `-` is standard output.
    pub(crate) path: &'a Path,
    pub(crate) endings: &'static [&'static str],
}

pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Refuses, before any work is done, targets that cannot be written or that would overwrite an input.
pub(crate) fn check<'a>(
    targets: impl IntoIterator<Item = Target<'a>>,
    inputs: &[&FileName],
    json: bool,
) -> Result<(), Failure> {
    let (stdout, files): (Vec<_>, Vec<_>) =
        targets.into_iter().partition(|target| is_stdout(target.path));
    let to_stdout = stdout.len();
    if to_stdout + usize::from(json && to_stdout > 0) > 1 {
        return Err(one_place("standard output"));
    }
    let read: Vec<PathBuf> = inputs
        .iter()
        .filter(|name| !name.is_stdin())
        .filter_map(|name| fs::canonicalize(name.path()).ok())
        .collect();
    let mut places: Vec<PathBuf> = Vec::new();
    for target in &files {
        let shown = target.path.display();
        ending(target)?;
        let place = place(target.path).and_then(|place| open(&place).map(|_| place));
        let place = place.map_err(|error| unwritable(target.path, &error))?;
        if places.contains(&place) {
            return Err(one_place(&shown.to_string()));
        }
        if read.contains(&place) {
            let message = format!("cannot write {shown}: it is read by the same command");
            return Err(Failure::usage(message, "choose another file"));
        }
        places.push(place);
    }
    Ok(())
}

fn one_place(place: &str) -> Failure {
    let help = format!("{place} takes one; name a file for each");
    Failure::usage("two outputs cannot go to one place", help)
}

/// Refuses an ending that stands for another kind of content.
fn ending(target: &Target<'_>) -> Result<(), Failure> {
    let Some(ending) = target.path.extension() else { return Ok(()) };
    let ending = ending.to_string_lossy().to_lowercase();
    let (own, shown) = (target.endings, target.path.display());
    if own.contains(&ending.as_str()) || !PROMISES.contains(&ending.as_str()) {
        return Ok(());
    }
    let message = format!("cannot write {shown}: {} is not .{ending}", target.what);
    let mut help = format!("name a file that ends in .{}", own[0]);
    if own.contains(&"svg") && ending == "png" {
        help.push_str("; the page of --html saves its board as a PNG");
    }
    Err(Failure::usage(message, help))
}

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let message = format!("cannot write {}: {error}", path.display());
    Failure::new(Reason::Unwritable, message, "choose another file, or - for standard output")
}

pub(crate) fn make_folder(folder: &Path) -> Result<(), Failure> {
    create_one(folder).map_err(|error| unwritable(folder, &error))
}

/// Writes a file, or standard output for `-`. It is not a failure if nobody reads standard output.
pub(crate) fn write(path: &Path, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    let bytes = text.as_ref();
    let result = if is_stdout(path) { output::bytes(bytes) } else { replace(path, bytes) };
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unwritable(path, &error)),
        _ => Ok(()),
    }
}

/// Replaces a file completely, or leaves the old one unchanged. A device or a pipe is written to in place.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let place = place(path)?;
    let Some(mut beside) = open(&place)? else {
        return patience::with(|| fs::write(&place, bytes));
    };
    beside.write_all(bytes)?;
    // A full disk may be reported only at this point.
    beside.as_file().sync_all()?;
    if let Ok(before) = fs::metadata(&place) {
        beside.as_file().set_permissions(before.permissions())?;
    }
    beside.persist(&place).map_err(|error| error.error)?;
    Ok(())
}

/// The canonical path of a file that may not exist yet.
fn place(path: &Path) -> io::Result<PathBuf> {
    no_device(path)?;
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        // The place, or the reason why there is none, for example a link to itself, or a folder without
        // permission.
        found => return found,
    }
    let Some(name) = path.file_name() else {
        return Err(io::Error::other("it names no file"));
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match fs::canonicalize(folder.unwrap_or(Path::new("."))) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(no_folder(path)),
        folder => Ok(folder?.join(name)),
    }
}

/// A temporary file next to the place, which will be renamed to it. `None` if the place is a device or a
/// pipe.
fn open(place: &Path) -> io::Result<Option<NamedTempFile>> {
    match fs::metadata(place) {
        Ok(there) if there.is_dir() => return Err(io::Error::other("it is a folder")),
        Ok(there) if !there.is_file() => return Ok(None),
        // A file without write permission must not be replaced either.
        Ok(_) => drop(fs::OpenOptions::new().write(true).open(place)?),
        Err(_) => {}
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".soliter-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As for any new file, the umask of the process applies.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(place.parent().unwrap_or(Path::new("."))).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_and_keeps_its_permissions() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out.svg");
        replace(&path, b"first").expect("a file");
        assert_eq!(fs::read(&path).expect("a file"), b"first");
        #[cfg(unix)]
        {
            use std::os::unix::fs::{PermissionsExt as _, symlink};
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("permissions");
            let link = folder.path().join("link.svg");
            symlink("out.svg", &link).expect("a link");
            replace(&link, b"second").expect("a file");
            assert_eq!(fs::read(&path).expect("a file"), b"second");
            assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
            let mode = fs::metadata(&path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o640);
        }
        let left = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(left, if cfg!(unix) { 2 } else { 1 });
    }

    #[test]
    fn two_spellings_of_a_place_are_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let detour = folder.path().join(".").join("a.svg");
        assert_eq!(
            place(&folder.path().join("a.svg")).expect("a place"),
            place(&detour).expect("a place")
        );
        assert!(place(&folder.path().join("none/a.svg")).is_err());
        assert!(place(Path::new("..")).is_ok_and(|place| open(&place).is_err()));
    }
}
