//! The models and puzzles in the repository, for tests of crates that the `library` of models depends on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use soliter_base::collection::Collection;
use soliter_base::diagnostic::Source;
use soliter_base::loading::LoadFault;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn read(path: &Path) -> Option<Arc<Source>> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(Source::new(path.to_string_lossy(), text))
}

/// Names of the `.toml` files below a folder, in order, as puzzles refer to them.
fn names(top: &Path, below: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(below).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            names(top, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            let name = path.strip_prefix(top).expect("a path below").with_extension("");
            found.push(name.to_string_lossy().into_owned());
        }
    }
    found.sort();
}

fn all(of: &str) -> Vec<String> {
    let (top, mut found) = (folder(of), Vec::new());
    names(&top, &top, &mut found);
    found
}

/// A model by its name: `english`.
pub fn model(name: &str) -> Result<Arc<Source>, LoadFault> {
    let fault = || LoadFault { message: format!("no model {name}"), help: String::new() };
    read(&folder("models").join(format!("{name}.toml"))).ok_or_else(fault)
}

/// A puzzle by its name: `gardner/latin-cross`, or an entry of a collection, `english/37-to-34`.
pub fn puzzle(name: &str) -> Option<Arc<Source>> {
    let file = |name: &str| read(&folder("puzzles").join(format!("{name}.toml")));
    file(name).or_else(|| {
        let (of, entry) = name.rsplit_once('/')?;
        Collection::parse(&file(of)?)?.ok()?.entry(entry)?.ok()
    })
}

/// The names of all models.
pub fn models() -> Vec<String> {
    all("models")
}

/// The names of all puzzles: those with a file of their own, and the entries of collections.
pub fn puzzles() -> Vec<String> {
    let of_file = |file: String| {
        let source = puzzle(&file).expect("a file");
        let all = Collection::parse(&source).map(|all| all.expect("a collection"));
        match all {
            Some(all) => all.names().map(|entry| format!("{file}/{entry}")).collect(),
            None => vec![file],
        }
    };
    all("puzzles").into_iter().flat_map(of_file).collect()
}
