//! Finds and reads the text of a puzzle: built-in, in an argument, or in a file next to its model.

use std::path::Path;
use std::sync::Arc;

use soliter::base::collection::MAX_BYTES;
use soliter::base::diagnostic::{nearest, suggestion};
use soliter::library::{self, LoadFault};
use soliter::{Collection, Loaded, Puzzle, Source, load};

use crate::errors::{Failure, Outcome};

/// A built-in puzzle of peg solitaire.
pub(crate) fn built_in(name: &str) -> Outcome<Puzzle> {
    let Some(source) = library::puzzle(name) else {
        return Err(missing("puzzle", name, &library::puzzles()));
    };
    parse(&source, None)
}

/// The failure if no built-in entry of a kind has a name, or several do.
pub(crate) fn missing(kind: &str, name: &str, all: &[String]) -> Failure {
    let several = library::named(name, all);
    let (message, help) = if several.len() > 1 {
        let message = format!("several built-in {kind}s are called {name:?}");
        (message, format!("write one of: {}", several.join(", ")))
    } else {
        let known = all.iter().map(String::as_str);
        let near = nearest(name, known.clone());
        // A list of all of them would have hundreds of entries.
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

/// A puzzle file, or an entry of a collection: `FILE#NAME`.
pub(crate) fn file(path: &Path) -> Outcome<Arc<Source>> {
    let text = path.to_string_lossy();
    let parts = text.rsplit_once('#').filter(|_| !path.exists());
    let (file, name) = parts.map_or((path, None), |(file, name)| (Path::new(file), Some(name)));
    let bytes = bytes(file).map_err(|cause| Failure::file(file, cause))?;
    let source = Source::from_bytes(file.to_string_lossy(), bytes)?;
    let collection = Collection::parse(&source).transpose()?;
    let Some(name) = name else {
        let Some(all) = collection else { return Ok(source) };
        let help = all.names().next().map_or("give each entry a name".to_owned(), |first| {
            format!("name one, for example {:?}", format!("{text}#{first}"))
        });
        return Err(Failure::unfit(format!("{text:?} is a collection of puzzles"), help));
    };
    let entry = collection.as_ref().and_then(|all| all.entry(name));
    let entry = entry.ok_or_else(|| {
        let near = collection.as_ref().and_then(|all| nearest(name, all.names()));
        let help = near.map_or(String::new(), |near| format!("did you mean {near:?}?"));
        Failure::NotFound { message: format!("no puzzle of {file:?} is called {name:?}"), help }
    })?;
    Ok(entry?)
}

fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES {
        let limit = format!("it is larger than {} MiB", MAX_BYTES >> 20);
        return Err(std::io::Error::other(limit));
    }
    Ok(bytes)
}
