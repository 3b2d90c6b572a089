//! Files with several puzzles: collections, and the problems of Debian's peg-solitaire. `FILE#NAME` is one of them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use soliter::base::collection::{Collection, MAX_BYTES};
use soliter::base::diagnostic::{Diagnostics, Source, nearest};
use soliter::base::wording::{counted, grouped, short};
use soliter::boards::import::debian;

use crate::cli::args::file_name::FileName;
use crate::cli::files;
use crate::cli::output::failure::{Failure, Reason};
use crate::cli::session::Session;

/// The most entries that a message names.
const NAMED: usize = 6;

/// The file that was read last: its entries are asked for one after another, and a pipe can be read only once.
pub(crate) type LastFile = RefCell<Option<(String, Rc<Contents>)>>;

/// A file with one puzzle or several.
pub(crate) struct Contents {
    pub(crate) source: Arc<Source>,
    collection: Option<Result<Collection, Diagnostics>>,
}

impl Contents {
    /// The collection in the file, if it is one.
    pub(crate) fn collection(&self) -> Result<Option<&Collection>, Failure> {
        match &self.collection {
            Some(Ok(all)) => Ok(Some(all)),
            Some(Err(faults)) => Err(faults.clone().into()),
            None => Ok(None),
        }
    }

    /// The number of each problem, if there are several.
    fn numbers(&self) -> Vec<u32> {
        let is_problems = debian::is_problems(&self.source.text);
        let numbers = if is_problems { debian::numbers(&self.source.text) } else { Vec::new() };
        if numbers.len() > 1 { numbers } else { Vec::new() }
    }
}

/// Reads a file, unless it was the last one that was read.
pub(crate) fn read(session: &Session, file: &FileName) -> Result<Rc<Contents>, Failure> {
    if let Some((_, last)) =
        session.last_file.borrow().as_ref().filter(|(name, _)| **name == **file)
    {
        return Ok(Rc::clone(last));
    }
    let source = files::source_up_to(session, file, MAX_BYTES)?;
    let collection = session.parse(file, || Collection::parse(&source));
    let contents = Rc::new(Contents { source, collection });
    *session.last_file.borrow_mut() = Some((file.to_string(), Rc::clone(&contents)));
    Ok(contents)
}

/// The text of one puzzle of a file, if the name is `FILE#NAME` and there is such a file.
pub(crate) fn entry(session: &Session, name: &FileName) -> Option<Result<Arc<Source>, Failure>> {
    let (file, entry) = name.rsplit_once('#').filter(|_| !name.path().exists())?;
    let file = FileName::from(file);
    (file.is_stdin() || is_file(&file)).then(|| one_of(session, &file, entry))
}

/// Whether it is a file, or a pipe.
pub(crate) fn is_file(name: &FileName) -> bool {
    name.path().exists() && !name.path().is_dir()
}

fn one_of(session: &Session, file: &FileName, entry: &str) -> Result<Arc<Source>, Failure> {
    let contents = read(session, file)?;
    let Some(all) = contents.collection()? else { return problem(&contents, file, entry) };
    let Some(found) = all.entry(entry) else {
        // The entry may be one of those without a valid name.
        if let Some(faults) = all.faults() {
            session.reporter.say(&faults.clone().into());
        }
        let message = format!("\"{file}\" has no puzzle \"{}\"", short(entry));
        let near = nearest(entry, all.names()).map(|near| format!("did you mean \"{near}\"?"));
        let help = near.unwrap_or_else(|| format!("its puzzles: {}", some(all)));
        return Err(Failure::new(Reason::NotFound, message, help));
    };
    Ok(found?)
}

/// A problem of Debian's peg-solitaire, by its number.
fn problem(contents: &Contents, file: &FileName, number: &str) -> Result<Arc<Source>, Failure> {
    let text = &contents.source.text;
    let found = number.parse().ok().and_then(|number| debian::problem(text, number));
    let problem = found.ok_or_else(|| {
        let message = format!("\"{file}\" has no problem {}", short(number));
        let numbers = debian::numbers(text);
        let help = match (numbers.iter().min(), numbers.iter().max()) {
            (Some(first), Some(last)) if first < last => {
                format!("its problems have numbers from {first} to {last}")
            }
            _ => "a name after # is for collections of puzzles, and for problems of Debian's \
                  peg-solitaire"
                .to_owned(),
        };
        Failure::new(Reason::NotFound, message, help)
    })?;
    Ok(Source::new(format!("{file}#{number}"), problem))
}

/// The failure if a collection is given where one puzzle is wanted.
pub(crate) fn one_wanted(file: &FileName, all: &Collection) -> Failure {
    let number = all.names().len();
    let message = format!("\"{file}\" is a collection of {}", counted(number, "puzzle"));
    let Some(first) = all.names().next() else {
        return all.faults().map_or_else(
            || Failure::unfit(message, "give each entry a name"),
            |faults| faults.clone().into(),
        );
    };
    Failure::unfit(message, format!("name one, for example \"{file}#{first}\": {}", some(all)))
}

/// The first names of a collection.
fn some(all: &Collection) -> String {
    let names: Vec<&str> = all.names().take(NAMED).collect();
    let more = match all.names().len() - names.len() {
        0 => String::new(),
        more => format!(" and {} more", grouped(more as u128)),
    };
    format!("{}{more}", names.join(", "))
}

/// A puzzle that is given with others: its name, or why it cannot be read.
pub(crate) type Given = Result<FileName, Failure>;

/// All puzzles in files that have several, and the names of the other files.
pub(crate) fn all_of(session: &Session, names: &[FileName]) -> Vec<Given> {
    let mut found = Vec::new();
    for name in names {
        if !name.is_stdin() && !is_file(name) {
            found.push(Ok(name.clone()));
            continue;
        }
        session.reporter.turn_to(name);
        found.extend(in_file(session, name).unwrap_or_else(|failure| vec![Err(failure)]));
    }
    found
}

fn in_file(session: &Session, name: &FileName) -> Result<Vec<Given>, Failure> {
    let contents = read(session, name)?;
    let entry = |entry: &str| Ok(FileName::from(&*format!("{name}#{entry}")));
    if let Some(all) = contents.collection()? {
        let faults = all.faults().cloned().map(|faults| Err(faults.into()));
        return Ok(faults.into_iter().chain(all.names().map(entry)).collect());
    }
    let numbers = contents.numbers();
    if numbers.is_empty() {
        return Ok(vec![Ok(name.clone())]);
    }
    Ok(numbers.iter().map(|number| entry(&number.to_string())).collect())
}
