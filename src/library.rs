//! The built-in models, puzzles, solutions, game records and programs.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock};

use crate::base::collection::Collection;
use crate::base::diagnostic::{self, Source};
use crate::base::toml_fields::{Faults, find};

pub use soliter_base::loading::{LoadFault, LoadModel};

/// The files of one kind, which the build script has put into one text.
macro_rules! built_in {
    ($folder:literal, $extension:literal) => {
        LazyLock::new(|| {
            let all = include_str!(concat!(env!("OUT_DIR"), "/", $folder, ".", $extension));
            BuiltIn::new(all, $folder, $extension)
        })
    };
}

static MODELS: LazyLock<BuiltIn> = built_in!("models", "toml");
static PROGRAMS: LazyLock<BuiltIn> = built_in!("models", "np");
static RULES: LazyLock<BuiltIn> = built_in!("models", "txt");
static PUZZLE_FILES: LazyLock<BuiltIn> = built_in!("puzzles", "toml");
static PUZZLES: LazyLock<Puzzles> = LazyLock::new(|| Puzzles::new(&PUZZLE_FILES));
static SOLUTIONS: LazyLock<BuiltIn> = built_in!("puzzles", "txt");

/// The built-in files of one kind, indexed so that a name is found without searching all paths.
struct BuiltIn {
    /// Their folder in the repository.
    folder: &'static str,
    extension: &'static str,
    /// The names in ascending order: `gardner/latin-cross`.
    names: Vec<String>,
    /// The texts, in the same order.
    texts: Vec<&'static str>,
}

impl BuiltIn {
    /// Reads what the build script has written: `name length`, a line break, and that many bytes of text, for each file.
    fn new(all: &'static str, folder: &'static str, extension: &'static str) -> Self {
        let (mut names, mut texts, mut rest) = (Vec::new(), Vec::new(), all);
        while let Some((head, tail)) = rest.split_once('\n') {
            let Some((name, length)) = head.rsplit_once(' ') else { break };
            let Some((text, after)) = length.parse().ok().and_then(|at| tail.split_at_checked(at))
            else {
                break;
            };
            names.push(name.to_owned());
            texts.push(text);
            rest = after;
        }
        debug_assert!(rest.is_empty(), "the build script writes whole entries");
        Self { folder, extension, names, texts }
    }

    /// The text of the file with exactly this name.
    fn text(&self, name: &str) -> Option<&'static str> {
        let at = self.names.binary_search_by(|known| known.as_str().cmp(name)).ok()?;
        Some(self.texts[at])
    }

    /// The same text as a source, so that diagnostics can refer to it.
    fn get(&self, name: &str) -> Option<Arc<Source>> {
        let Self { folder, extension, .. } = self;
        Some(Source::new(format!("{folder}/{name}.{extension}"), self.text(name)?))
    }

    /// The file to which a name refers, as found by [`named`].
    fn find(&self, name: &str) -> Option<Arc<Source>> {
        let [found] = named(name, &self.names)[..] else { return None };
        self.get(found)
    }
}

/// The built-in puzzles: those with a file of their own, and the entries of the collections. A command for one puzzle
/// reads one file.
struct Puzzles {
    files: &'static BuiltIn,
    /// For each file, its collection, if it is one.
    collections: HashMap<&'static str, OnceLock<Option<Collection>>>,
    /// In ascending order: `english/37-to-34` is the entry `37-to-34` of `english.toml`.
    names: OnceLock<Vec<String>>,
}

impl Puzzles {
    fn new(files: &'static BuiltIn) -> Self {
        let collections = files.names.iter().map(|file| (&**file, OnceLock::new())).collect();
        Self { files, collections, names: OnceLock::new() }
    }

    fn collection(&'static self, file: &str) -> Option<&'static Collection> {
        // A test reads all built-in files, so there are no errors.
        let read = || Collection::parse(&self.files.get(file)?)?.ok();
        self.collections.get(file)?.get_or_init(read).as_ref()
    }

    fn names(&'static self) -> &'static [String] {
        self.names.get_or_init(|| {
            let of_file = |file: &String| match self.collection(file) {
                Some(all) => all.names().map(|name| format!("{file}/{name}")).collect(),
                None => vec![file.clone()],
            };
            let mut names: Vec<String> = self.files.names.iter().flat_map(of_file).collect();
            names.sort_unstable();
            names
        })
    }

    /// The puzzle with exactly this name.
    fn get(&'static self, name: &str) -> Option<Arc<Source>> {
        let in_collection = |(file, entry)| self.collection(file)?.entry(entry)?.ok();
        let alone = || self.files.get(name).filter(|_| self.collection(name).is_none());
        name.rsplit_once('/').and_then(in_collection).or_else(alone)
    }
}

/// The built-in collections of puzzles, by name, in order.
pub fn collections() -> Vec<(&'static str, &'static Collection)> {
    let all = PUZZLES.files.names.iter();
    all.filter_map(|file| Some((&**file, PUZZLES.collection(file)?))).collect()
}

/// The names of all built-in models, such as `english`, in order.
pub fn models() -> Vec<String> {
    MODELS.names.clone()
}

/// The names of all built-in puzzles, such as `gardner/latin-cross`, in order.
pub fn puzzles() -> Vec<String> {
    PUZZLES.names().to_vec()
}

/// The names of all built-in solutions and game records, such as `solutions/bergholt-1912`, in order.
pub fn solutions() -> Vec<String> {
    SOLUTIONS.names.clone()
}

/// The names of all built-in constraint programs, such as `solitaire`, in order.
pub fn programs() -> Vec<String> {
    PROGRAMS.names.clone()
}

/// A built-in model by its name. The error suggests which name may have been meant.
pub fn model(name: &str) -> Result<Arc<Source>, LoadFault> {
    MODELS.get(name).ok_or_else(|| {
        let meant = diagnostic::suggestion(name, MODELS.names.iter().map(String::as_str));
        let end = if meant.ends_with('?') { "" } else { "." };
        LoadFault {
            message: format!("no built-in model is called \"{name}\""),
            help: format!("{meant}{end} The name of a model file of your own ends in .toml"),
        }
    })
}

/// The rules of a game in words, by the kind of its model, or `solitaire` or `leibniz`.
pub fn rules(name: &str) -> Option<&'static str> {
    RULES.text(&format!("rules/{name}"))
}

/// A built-in constraint program by name (`solitaire`) or by its path in the repository.
pub fn program(name: &str) -> Option<Arc<Source>> {
    PROGRAMS.find(name)
}

/// A built-in puzzle by its name or by a unique last part of it, as found by [`named`].
pub fn puzzle(name: &str) -> Option<Arc<Source>> {
    let name = plain(name);
    // A complete name needs no list of all names.
    if name.contains('/') {
        return PUZZLES.get(&name);
    }
    let [found] = named(&name, PUZZLES.names())[..] else { return None };
    PUZZLES.get(found)
}

/// A built-in solution or game record, found like a puzzle.
pub fn solution(name: &str) -> Option<Arc<Source>> {
    SOLUTIONS.find(name)
}

/// The built-in names to which a name may refer: the one that is equal, or those of which it is the last part.
/// Case is ignored; `\` for `/`, and the folder and ending in the repository, are allowed.
pub fn named<'a>(name: &str, known: &'a [String]) -> Vec<&'a str> {
    let name = plain(name);
    let known = || known.iter().map(String::as_str);
    match known().find(|one| *one == name) {
        Some(whole) => vec![whole],
        None => known().filter(|one| one.rsplit('/').next() == Some(&name)).collect(),
    }
}

/// A name in the form of the built-in names.
pub fn plain(name: &str) -> String {
    let name = name.to_lowercase().replace('\\', "/");
    let mut name = name.as_str();
    // `./lamp` is a file, but a path of the repository is the entry that the program has from there.
    for folder in ["./puzzles/", "./models/", "puzzles/", "models/"] {
        name = name.strip_prefix(folder).unwrap_or(name);
    }
    let endings = [".toml", ".txt", ".np"];
    let stem = endings.into_iter().find_map(|ending| name.strip_suffix(ending));
    stem.unwrap_or(name).trim_end_matches('/').to_owned()
}

/// Names of the built-in puzzles with this title, ignoring case.
pub fn titled(wanted: &str) -> Vec<String> {
    let wanted = wanted.to_lowercase();
    let mut all = puzzles();
    all.retain(|name| {
        let title = PUZZLES.get(name).and_then(|source| title(&source));
        title.is_some_and(|title| title.to_lowercase() == wanted)
    });
    all
}

/// The title in a model or puzzle file.
pub fn title(source: &Arc<Source>) -> Option<String> {
    entry(source, "title")
}

/// The string with this key in a model or puzzle file.
pub fn entry(source: &Arc<Source>, key: &str) -> Option<String> {
    let (table, _) = Faults::parse(source);
    find(&table, key)?.get_ref().as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_however_it_is_written() {
        let all = puzzles();
        for name in [
            "gardner/central-game",
            "Gardner/Central-Game",
            "gardner\\central-game",
            "puzzles\\gardner\\central-game.toml",
            "./puzzles/gardner/central-game.toml",
        ] {
            assert_eq!(named(name, &all), ["gardner/central-game"], "{name}");
        }
        for name in ["gardner", "central", "game", "", "/", "./central-game", "central-game.tom"] {
            assert_eq!(named(name, &all), [""; 0], "{name}");
        }
        assert_eq!(named("latin-cross", &all).len(), 3);
        assert_eq!(titled("latin CROSS"), ["gardner/latin-cross"]);
        assert!(titled("latin-cross").is_empty());
    }
}
