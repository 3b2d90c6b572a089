//! Packs the built-in models and puzzles into one file per kind, which `src/library.rs` includes.
//!
//! One long text takes less space in the program than several hundred short ones, and the WebAssembly engine includes
//! only the kinds it needs. Each entry is a line with its name and length in bytes, followed by its text.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Each kind's folder and file extension.
const KINDS: [(&str, &str); 5] = [
    ("models", "toml"),
    ("models", "np"),
    ("models", "txt"),
    ("puzzles", "toml"),
    ("puzzles", "txt"),
];

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    for (folder, ending) in KINDS {
        let mut files = Vec::new();
        collect(Path::new(folder), "", ending, &mut files)?;
        files.sort();
        let mut all = String::new();
        for (name, path) in files {
            let text = fs::read_to_string(path)?;
            writeln!(all, "{name} {}", text.len()).map_err(io::Error::other)?;
            all += &text;
        }
        fs::write(out.join(format!("{folder}.{ending}")), all)?;
    }
    stack_of_windows();
    println!("cargo:rerun-if-changed=models");
    println!("cargo:rerun-if-changed=puzzles");
    Ok(())
}

/// Gives the program's main thread the same stack size on Windows as elsewhere: 8 MiB instead of 1 or 2.
fn stack_of_windows() {
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "windows") {
        let gnu = env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|one| one == "gnu");
        let size = if gnu { "-Wl,--stack,8388608" } else { "/STACK:8388608" };
        println!("cargo:rustc-link-arg-bins={size}");
    }
}

/// Adds the name (such as `gardner/latin-cross`) and path of each file with this extension to `files`.
fn collect(
    folder: &Path,
    prefix: &str,
    ending: &str,
    files: &mut Vec<(String, PathBuf)>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{prefix}{name}/"), ending, files)?;
        } else if let Some(stem) = name.strip_suffix(ending).and_then(|stem| stem.strip_suffix('.'))
        {
            files.push((format!("{prefix}{stem}"), entry.path()));
        }
    }
    Ok(())
}
