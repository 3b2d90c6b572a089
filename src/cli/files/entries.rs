//! Files with several puzzles: collections, and the problems of Debian's peg-solitaire. `FILE#NAME` is one of them.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use soliter::base::collection::{Collection, MAX_BYTES};
use soliter::base::diagnostic::{Source, suggestion};
use soliter::base::wording::{counted, short};
use soliter::peg::import::debian;

use crate::cli::args::file_name::FileName;
use crate::cli::files;
use crate::cli::output::failure::{Failure, Reason};
use crate::cli::session::Session;

/// The most entries that a message names.
const NAMED: usize = 6;

/// The last collection that was read: the entries of a file are asked for one after another.
pub(crate) type LastCollection = RefCell<Option<(String, Rc<Collection>)>>;

/// The text of one puzzle of a file, if the name is `FILE#NAME` and there is such a file.
pub(crate) fn entry(session: &Session, name: &FileName) -> Option<Result<Arc<Source>, Failure>> {
    let (file, entry) = parts(name)?;
    Some(match collection(session, &file) {
        Ok(Some(all)) => all.entry(entry).ok_or_else(|| no_entry(&file, entry, &all)),
        Ok(None) => problem(session, &file, name, entry),
        Err(failure) => Err(failure),
    })
}

/// The file and the entry in a name.
fn parts(name: &FileName) -> Option<(FileName, &str)> {
    let (file, entry) = name.rsplit_once('#').filter(|_| !name.path().exists())?;
    Path::new(file).is_file().then(|| (FileName::from(file), entry))
}

/// The file is a collection; a wrong collection is a failure.
pub(crate) fn collection(
    session: &Session,
    file: &FileName,
) -> Result<Option<Rc<Collection>>, Failure> {
    if let Some((_, last)) = session.collection.borrow().as_ref().filter(|(name, _)| **name == **file) {
        return Ok(Some(Rc::clone(last)));
    }
    let source = files::source_up_to(session, file, MAX_BYTES)?;
    let Some(read) = session.parse(file, || Collection::parse(&source)) else { return Ok(None) };
    let read = Rc::new(read?);
    *session.collection.borrow_mut() = Some((file.to_string(), Rc::clone(&read)));
    Ok(Some(read))
}

fn no_entry(file: &FileName, entry: &str, all: &Collection) -> Failure {
    let message = format!("\"{file}\" has no puzzle \"{}\"", short(entry));
    Failure::new(Reason::NotFound, message, suggestion(entry, all.names()))
}

/// A problem of Debian's peg-solitaire, by its number.
fn problem(
    session: &Session,
    file: &FileName,
    name: &FileName,
    number: &str,
) -> Result<Arc<Source>, Failure> {
    let all = files::source(session, file)?;
    let found = number.parse().ok().and_then(|number| debian::problem(&all.text, number));
    let text = found.ok_or_else(|| {
        let message = format!("\"{file}\" has no problem {}", short(number));
        let numbers = debian::numbers(&all.text);
        let help = match (numbers.iter().min(), numbers.iter().max()) {
            (Some(first), Some(last)) => {
                format!("its problems have numbers from {first} to {last}")
            }
            _ => "a name after # is for collections of puzzles, and for problems of Debian's \
                  peg-solitaire"
                .to_owned(),
        };
        Failure::new(Reason::NotFound, message, help)
    })?;
    Ok(Source::new(&**name, text))
}

/// The failure if a collection is given where one puzzle is wanted.
pub(crate) fn one_wanted(file: &FileName, all: &Collection) -> Failure {
    let names: Vec<&str> = all.names().collect();
    let message = format!("\"{file}\" is a collection of {}", counted(names.len(), "puzzle"));
    let Some(first) = names.first() else {
        return Failure::unfit(message, "give each entry a name");
    };
    let more = match names.len().checked_sub(NAMED) {
        Some(more) if more > 0 => format!(" and {more} more"),
        _ => String::new(),
    };
    let names = names[..names.len().min(NAMED)].join(", ");
    Failure::unfit(message, format!("name one, for example \"{file}#{first}\": {names}{more}"))
}

/// The names of all puzzles in files that have several, and the names of the other files; and what is wrong with collections
/// themselves, whose other entries are kept.
pub(crate) fn all_of(session: &Session, names: &[FileName]) -> (Vec<FileName>, Vec<Failure>) {
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for name in names {
        // A failure to read it is reported when it is read as a puzzle.
        let is_file = name.path().is_file();
        let all = if is_file { collection(session, name).unwrap_or(None) } else { None };
        if let Some(all) = all {
            faults.extend(all.faults().cloned().map(Failure::from));
            found.extend(all.names().map(|entry| FileName::from(&*format!("{name}#{entry}"))));
            continue;
        }
        let text = if is_file { files::source(session, name).ok() } else { None };
        let numbers = text.filter(|source| debian::is_problems(&source.text));
        let numbers = numbers.map(|source| debian::numbers(&source.text)).unwrap_or_default();
        if numbers.len() > 1 {
            found.extend(numbers.iter().map(|number| FileName::from(&*format!("{name}#{number}"))));
        } else {
            found.push(name.clone());
        }
    }
    (found, faults)
}
