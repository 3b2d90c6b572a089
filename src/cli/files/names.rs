//! Finds a built-in entry by its name, or suggests which one may have been meant.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use clap::CommandFactory as _;
use soliter::base::diagnostic::{Source, misspelt, nearest};
use soliter::base::wording::{counted, typed};
use soliter::games::KINDS;
use soliter::library;

use crate::cli::args::{Args, file_name::FileName};
use crate::cli::output::failure::{Failure, Reason};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Puzzle,
    /// Everything that can be shown: a puzzle, a model or a program.
    Shown,
    Solution,
    #[cfg(feature = "milp")]
    Program,
}

impl Kind {
    fn noun(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::Shown => "puzzle or model",
            Self::Solution => "solution",
            #[cfg(feature = "milp")]
            Self::Program => "program",
        }
    }

    fn known(self) -> Vec<String> {
        match self {
            Self::Puzzle => library::puzzles(),
            Self::Shown => [library::puzzles(), library::models(), library::programs()].concat(),
            Self::Solution => library::solutions(),
            #[cfg(feature = "milp")]
            Self::Program => library::programs(),
        }
    }

    fn read(self, name: &str) -> Option<Arc<Source>> {
        match self {
            Self::Puzzle => library::puzzle(name),
            // The last part of a puzzle's name may be the name of a model; then the model is meant.
            Self::Shown if library::models().iter().any(|model| model == name) => {
                library::model(name).ok()
            }
            Self::Shown => library::puzzle(name).or_else(|| library::program(name)),
            Self::Solution => library::solution(name),
            #[cfg(feature = "milp")]
            Self::Program => library::program(name),
        }
    }
}

/// The most puzzles that a sentence names.
const NAMED: usize = 6;
/// The collection in which a name without a folder is looked up first.
const FIRST: &str = "gardner/";
/// The most words of a name, and the most files of a folder among which a misspelt one is looked for.
const MOST_WORDS: usize = 4;
const MOST_FILES: usize = 1000;
/// A command with more words than this is not repeated in full.
const LONG: usize = 7;

/// Finds the one built-in entry that a name on the command line means.
pub(crate) fn find(kind: Kind, name: &str, arguments: &[OsString]) -> Result<Arc<Source>, Failure> {
    if matches!(kind, Kind::Puzzle | Kind::Shown)
        && library::plain(name).contains('/')
        && let Some(source) = library::puzzle(name)
    {
        return Ok(source);
    }
    let known = kind.known();
    let built_in = |name: &str| -> Vec<String> {
        library::named(name, &known).into_iter().map(str::to_owned).collect()
    };
    let mut meant = built_in(name);
    // A game and one of its puzzles may have the same name; then the game is meant.
    let is_model = !library::named(name, &library::models()).is_empty();
    if meant.is_empty() && !is_model && matches!(kind, Kind::Puzzle | Kind::Shown) {
        meant = library::titled(name);
    }
    if meant.is_empty() {
        meant = built_in(&name.replace([' ', '_'], "-"));
    }
    let first = meant.iter().find(|one| one.starts_with(FIRST));
    let only = if let [one] = &meant[..] { Some(one) } else { first };
    if let Some(one) = only
        && let Some(source) = kind.read(one)
    {
        return Ok(source);
    }
    let command = |with: &str| command(arguments, name, with);
    if !meant.is_empty() {
        let noun = if kind == Kind::Solution { "solutions" } else { "puzzles" };
        let first = plainest(name, &meant);
        let message =
            format!("several built-in {noun} are called \"{name}\": {}", meant.join(", "));
        let help = format!("say which, for example {}", command(first));
        return Err(Failure::new(Reason::AmbiguousName, message, help));
    }
    Err(elsewhere(kind, name)
        .or_else(|| folder(kind, name, &command))
        .unwrap_or_else(|| nothing(kind, name, &known, &command)))
}

/// Whether any built-in entry has this name.
pub(crate) fn is_known(name: &str) -> bool {
    find(Kind::Puzzle, name, &[]).map_or_else(|failure| !failure.is_not_found(), |_| true)
}

/// The most likely of several names: that of the puzzle whose title is just the name, if there is one.
fn plainest<'a>(name: &str, meant: &'a [String]) -> &'a str {
    let title = library::plain(name).replace('-', " ");
    let plain = library::titled(&title);
    meant.iter().find(|one| plain.contains(one)).unwrap_or(&meant[0])
}

/// The failure if an entry of another kind has the name: it says what can be done with that entry.
fn elsewhere(kind: Kind, name: &str) -> Option<Failure> {
    let only = |known: &[String]| match library::named(name, known)[..] {
        [one] => Some(one.to_owned()),
        _ => None,
    };
    let (noun, help) = if let Some(model) = only(&library::models()) {
        model_words(&model)
    } else if let Some(solution) = only(&library::solutions()) {
        let puzzle = puzzle_of(&solution).unwrap_or_else(|| "PUZZLE".to_owned());
        let help = if kind == Kind::Shown {
            format!("`soliter show {puzzle} --solution {solution}` draws it")
        } else {
            format!("`soliter check {puzzle} {solution}` checks it")
        };
        ("solution", help)
    } else if let Some(program) = only(&library::programs()) {
        ("program", format!("`soliter run {program}` runs it"))
    } else {
        let puzzle = only(&library::puzzles())?;
        let help = if kind == Kind::Solution {
            format!("`soliter check {puzzle}` checks a solution of it")
        } else {
            format!(
                "`soliter solve {puzzle}` solves it; `soliter run solitaire --data {puzzle}` \
                     puts it into the program"
            )
        };
        ("puzzle", help)
    };
    let message = format!("\"{name}\" is a {noun}, not a {}", kind.noun());
    Some(Failure::unfit(message, help))
}

/// Whether a model is a board or a game, and a sentence about its puzzles.
fn model_words(model: &str) -> (&'static str, String) {
    let kind = library::model(model).ok().and_then(|source| library::entry(&source, "kind"));
    let noun = if kind.is_some_and(|kind| KINDS.contains(&&*kind)) { "game" } else { "board" };
    let mut puzzles = library::puzzles();
    puzzles.retain(|name| {
        let source = library::puzzle(name);
        source.and_then(|source| library::entry(&source, "model")).as_deref() == Some(model)
    });
    // The puzzles in the folder of the same name come first.
    puzzles.sort_by_key(|name| !name.starts_with(&format!("{model}/")));
    let help = format!(
        "its puzzles: {}; `soliter list --board {model}` shows all, `soliter show {model}` the {noun}",
        some(&puzzles)
    );
    (noun, help)
}

fn some(names: &[String]) -> String {
    match names.len().checked_sub(NAMED) {
        Some(more) if more > 0 => format!("{} and {more} more", names[..NAMED].join(", ")),
        _ => names.join(", "),
    }
}

/// The failure if the name is that of a folder of built-in entries.
fn folder(kind: Kind, name: &str, command: &dyn Fn(&str) -> String) -> Option<Failure> {
    let inside = format!("{}/", library::plain(name));
    let mut names = kind.known();
    names.retain(|known| known.starts_with(&inside));
    let first = names.first()?;
    let noun = if kind == Kind::Solution { "solution" } else { "puzzle" };
    let help = format!(
        "name one, for example {}: {}; `soliter list {}` shows their titles",
        command(first),
        some(&names),
        inside.trim_end_matches('/')
    );
    let message = format!("\"{name}\" is a folder of {}", counted(names.len(), noun));
    Some(Failure::unfit(message, help))
}

/// Advice about a word that is neither a command nor the name of anything; `like` is a similar command.
pub(crate) fn meant(word: &str, like: Option<&str>) -> String {
    let suggestion = own_file(word).map(|file| format!("`soliter solve {}`", typed(&file)));
    let suggestion = suggestion.or_else(|| like.map(|command| format!("`soliter {command}`")));
    let suggestion =
        suggestion.map_or_else(String::new, |suggestion| format!("did you mean {suggestion}? "));
    format!("{suggestion}`soliter --help` lists the commands, `soliter list` the built-in puzzles")
}

/// The failure if the names of several puzzles are the words of a single one: `latin cross`.
pub(crate) fn two_words(names: &[FileName], arguments: &[OsString]) -> Option<Failure> {
    let is_one = |name: &str| Path::new(name).exists() || find(Kind::Puzzle, name, &[]).is_ok();
    if names.len() < 2 || names.len() > MOST_WORDS || names.iter().all(|name| is_one(name)) {
        return None;
    }
    let words: Vec<&str> = names.iter().map(|name| &**name).collect();
    let known = library::puzzles();
    let joined = words.join("-");
    let meant = library::named(&joined, &known);
    let one = meant.iter().find(|one| one.starts_with(FIRST)).or_else(|| meant.first())?;
    let message = format!("\"{}\" is one name: write {one}", words.join(" "));
    let is_first = |word: &&OsString| !words[1..].iter().any(|one| **word == **one);
    let arguments: Vec<OsString> = arguments.iter().filter(is_first).cloned().collect();
    let help = format!("put hyphens between its words: {}", command(&arguments, words[0], one));
    Some(Failure::new(Reason::NotFound, message, help))
}

/// The failure if a command comes after a puzzle: `soliter latin-cross check`.
pub(crate) fn late_command(names: &[FileName]) -> Option<Failure> {
    let is_command = |name: &&FileName| {
        Args::command().find_subcommand(&***name).is_some() && !name.path().exists()
    };
    let command = names.iter().skip(1).find(is_command)?;
    let message = format!("\"{command}\" is a command, and comes first");
    let help = format!("`soliter {command} {}`", typed(&names[0]));
    Some(Failure::new(Reason::NotFound, message, help))
}

pub(crate) fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

/// The file that is meant by a name without its ending, or by a misspelt name with one.
fn own_file(name: &str) -> Option<String> {
    let (path, file) = (Path::new(name), format!("{name}.toml"));
    if Path::new(&file).is_file() {
        return Some(file);
    }
    let last = path.file_name().filter(|_| path.extension().is_some())?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let inside = folder.unwrap_or(Path::new(".")).read_dir().ok()?.take(MOST_FILES).flatten();
    let files = inside.filter(|entry| entry.path().is_file());
    let names: Vec<String> =
        files.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let near = misspelt(last, names.iter().map(String::as_str))?;
    Some(folder.map_or(near.to_owned(), |folder| folder.join(near).to_string_lossy().into_owned()))
}

/// The failure if no entry has the name: it suggests what may have been meant.
fn nothing(kind: Kind, name: &str, known: &[String], command: &dyn Fn(&str) -> String) -> Failure {
    let names = || known.iter().map(String::as_str);
    let plain = library::plain(name).replace([' ', '_'], "-");
    // The last part of a built-in name is enough to find it, so suggestions compare that part too.
    let near = nearest(&plain, names()).map(|near| vec![near.to_owned()]).or_else(|| {
        let near = nearest(last(&plain), names().map(last))?;
        Some(names().filter(|known| last(known) == near).map(str::to_owned).collect())
    });
    let not_found = |help| {
        let message = format!("no such file or built-in {}: \"{name}\"", kind.noun());
        Failure::new(Reason::NotFound, message, help)
    };
    if let Some(file) = own_file(name) {
        return not_found(format!("did you mean {}?", command(&file)));
    }
    if Args::command().find_subcommand(name).is_some() {
        let help = "give the name of a file or of something built in; `soliter list` shows all";
        let message = format!("\"{name}\" is a command, not a {}", kind.noun());
        return Failure::new(Reason::NotFound, message, help);
    }
    if kind == Kind::Solution && name.contains([',', ' ']) {
        return not_found("to give the solution itself, write --moves before it".to_owned());
    }
    if let Some(near) = near {
        let first = plainest(last(&near[0]), &near);
        return not_found(format!("did you mean {}? `soliter list` shows all", command(first)));
    }
    if is_toml(Path::new(name)) {
        let help = "check the path; `soliter list` shows everything that is built in";
        return not_found(help.to_owned());
    }
    let Some((word, with_word)) = with_word(last(&plain), known) else {
        return not_found("`soliter list` shows everything that is built in".to_owned());
    };
    let first = command(&with_word[0]);
    if with_word.len() == 1 {
        return not_found(format!("did you mean {first}? `soliter list` shows all"));
    }
    let (noun, listed) = (if kind == Kind::Shown { "name" } else { kind.noun() }, some(&with_word));
    let all = if with_word.len() > NAMED {
        format!("; `soliter list {word}` shows all")
    } else {
        String::new()
    };
    if !with_word[0].contains(last(&plain)) {
        return not_found(format!("say which, for example {first}: {listed}{all}"));
    }
    let message = format!("\"{name}\" matches {}: {listed}", counted(with_word.len(), noun));
    Failure::new(Reason::NotFound, message, format!("say which, for example {first}{all}"))
}

/// The entries that have a word with this beginning in their names, or else one spelt like it, those of [`FIRST`] before
/// others; and the word.
fn with_word<'a>(word: &'a str, known: &'a [String]) -> Option<(&'a str, Vec<String>)> {
    let words = |name: &'a String| name.split(['/', '-']).filter(|word| word.len() > 2);
    let all = || known.iter().flat_map(words);
    let is_begun = word.len() > 2 && all().any(|one| one.starts_with(word));
    // Short words are similar to too many others.
    let like = || nearest(word, all()).filter(|_| word.len() > 4);
    let word = if is_begun { word } else { like()? };
    let is_wanted = |one: &str| if is_begun { one.starts_with(word) } else { one == word };
    let with_word = known.iter().filter(|name| words(name).any(is_wanted));
    let mut with_word: Vec<String> = with_word.cloned().collect();
    with_word.sort_by_key(|name| !name.starts_with(FIRST));
    Some((word, with_word))
}

fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn puzzle_of(solution: &str) -> Option<String> {
    let source = library::solution(solution)?;
    let mut comments = source.text.lines().take_while(|line| line.starts_with('#'));
    let rest = comments.find_map(|line| line.split_once("Puzzle: "))?.1;
    let name = rest.split([',', ' ']).next()?.trim_end_matches('.');
    library::puzzle(name).map(|_| name.to_owned())
}

/// The command line with one name replaced, as it can be typed; only the new name if the command line would
/// be long.
fn command(arguments: &[OsString], name: &str, with: &str) -> String {
    let words: Option<Vec<&str>> = arguments
        .iter()
        .map(|word| if word == name { Some(with) } else { word.to_str() })
        .collect();
    match words.filter(|words| words.len() <= LONG && words.contains(&with)) {
        Some(words) => {
            let words: Vec<_> = words.into_iter().map(typed).collect();
            format!("`soliter {}`", words.join(" "))
        }
        None => with.to_owned(),
    }
}
