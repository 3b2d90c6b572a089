//! Finds and reads the text of a puzzle: built-in, in an argument, or in a file next to its model.

use std::path::Path;
use std::sync::Arc;

use soliter::base::diagnostic::suggestion;
use soliter::library::{self, LoadFault};
use soliter::{Loaded, Puzzle, Source, load};

use crate::errors::{Failure, Outcome};

/// The most bytes that are read from a file.
const MAX_BYTES: u64 = 1 << 20;

/// A built-in puzzle of peg solitaire.
pub(crate) fn built_in(name: &str) -> Outcome<Puzzle> {
    let Some(source) = library::puzzle(name) else {
        return Err(missing("puzzle", name, &library::puzzles()));
    };
    parse(&source, None)
}

/// The failure if no built-in entry of a kind has a name, or several have it.
pub(crate) fn missing(kind: &str, name: &str, all: &[String]) -> Failure {
    let several = library::named(name, all);
    let (message, help) = if several.len() > 1 {
        let message = format!("several built-in {kind}s are called {name:?}");
        (message, format!("write one of: {}", several.join(", ")))
    } else {
        let known = all.iter().map(String::as_str);
        let near = soliter::base::diagnostic::nearest(name, known.clone());
        // Listing all of them would give hundreds.
        let help = near.map_or(format!("see soliter.{kind}s()"), |_| suggestion(name, known));
        (format!("no built-in {kind} is called {name:?}"), help)
    };
    Failure::NotFound { message, help }
}

/// A puzzle from its text. Models that end in `.toml` are files in `folder`, if it is given.
pub(crate) fn parse(source: &Arc<Source>, folder: Option<&Path>) -> Outcome<Puzzle> {
    let loaded = load(source, &|model| load_model(folder, model))?;
    loaded_peg(loaded, &source.name)
}

fn loaded_peg(loaded: Loaded, name: &str) -> Outcome<Puzzle> {
    match loaded {
        Loaded::Peg(puzzle) => Ok(puzzle),
        Loaded::Open(_) => {
            let help = "the program solves it: soliter solve; or give all holes of the finish";
            Err(Failure::unfit(
                format!("the finish of {name:?} leaves the number of pegs open"),
                help,
            ))
        }
        Loaded::Game(_) => {
            let help = "the games are played with the program: soliter play, soliter solve";
            Err(Failure::unfit(format!("{name:?} is a board game, not peg solitaire"), help))
        }
    }
}

fn load_model(folder: Option<&Path>, name: &str) -> Result<Arc<Source>, LoadFault> {
    let is_file = Path::new(name).extension().is_some_and(|ending| ending == "toml");
    let Some(folder) = folder.filter(|_| is_file) else { return library::model(name) };
    let path = folder.join(name);
    let fault = |message| LoadFault {
        message: format!("cannot read the model \"{}\": {message}", path.display()),
        help: "the path is relative to the puzzle file; a built-in model has no ending".into(),
    };
    let bytes = bytes(&path).map_err(|cause| fault(cause.to_string()))?;
    Source::from_bytes(path.to_string_lossy(), bytes).map_err(|faults| fault(faults.to_string()))
}

/// A text file.
pub(crate) fn file(path: &Path) -> Outcome<Arc<Source>> {
    let bytes = bytes(path).map_err(|cause| Failure::file(path, cause))?;
    Ok(Source::from_bytes(path.to_string_lossy(), bytes)?)
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(std::io::Error::other("it is larger than 1 MiB"));
    }
    Ok(bytes)
}
