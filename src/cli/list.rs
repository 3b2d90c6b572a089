//! `soliter list`: the built-in entries, or the puzzles in files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use serde::Serialize;
use soliter::base::diagnostic::{Source, misspelt, suggestion};
use soliter::base::wording::{counted, grouped, joined, short};
use soliter::boards::puzzle::model::Model;
use soliter::boards::puzzle::{KnownAnswer, Puzzle};
use soliter::library;
use soliter::load::{Loaded, load};

use crate::cli::args::{ListArgs, file_name::FileName};
use crate::cli::files::{self, Kind, entries};
use crate::cli::output::failure::{Failure, Outcome, Reason};
use crate::cli::output::paint::{shown, strong};
use crate::cli::session::Session;
use crate::cli::{output, output::exit::Exit};

/// An entry in JSON. A key is null if the entry has no such value or it is not known.
#[derive(Default, Serialize)]
struct ListReport {
    kind: &'static str,
    name: String,
    about: String,
    model: Option<String>,
    pegs: Option<usize>,
    /// The fewest moves.
    moves: Option<usize>,
    impossible: Option<bool>,
    source: Option<String>,
    /// The known part of the answer, as shown in text.
    #[serde(skip)]
    answer: String,
}

impl ListReport {
    fn is_proved(&self) -> bool {
        self.moves.is_some() || self.impossible == Some(true)
    }
}

pub(crate) fn run(session: &Session, args: &ListArgs) -> Outcome {
    let board = args.board.as_deref().map(board).transpose()?;
    let names: Vec<FileName> = args.words.iter().map(|word| FileName::from(&**word)).collect();
    let (files, words): (Vec<_>, Vec<_>) = names.into_iter().partition(entries::is_file);
    let (all, worst) =
        if files.is_empty() { (everything(), Exit::Answered) } else { in_files(session, &files)? };
    let (all, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|report| is_wanted(report, args, &words, board.as_deref()));
    if all.is_empty() && worst == Exit::Answered && !words.is_empty() {
        return Err(no_match(&words, &others));
    }
    if session.options.json() {
        all.iter().try_for_each(output::object)?;
        return Ok(worst);
    }
    let built_in = if files.is_empty() { "built-in " } else { "" };
    if all.is_empty() && worst == Exit::Answered {
        let all = if files.is_empty() { "; `soliter list` shows all" } else { "" };
        session.note(&format!("no {built_in}entry matches{all}"));
    }
    if session.options.quiet {
        let entries = if all.len() == 1 { "entry" } else { "entries" };
        output::answer(&format!("{} {built_in}{entries}\n", grouped(all.len() as u128)))?;
        return Ok(worst);
    }
    let narrowed = !args.words.is_empty() || args.solved || args.pegs.is_some() || board.is_some();
    let text = if narrowed { to_text(&all) } else { by_folder(all) };
    output::answer(&text)?;
    Ok(worst)
}

/// The failure if no entry has all the words.
fn no_match(words: &[FileName], others: &[ListReport]) -> Failure {
    let all: Vec<&str> = words.iter().map(|word| &**word).collect();
    let message = format!("no entry matches \"{}\"", all.join(" "));
    let texts = others.iter().flat_map(|report| [&report.name, &report.about]);
    let known: BTreeSet<String> = texts
        .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.len() > 2)
        .map(str::to_lowercase)
        .collect();
    let meant = |word: &FileName| {
        misspelt(word, known.iter().map(String::as_str)).filter(|near| *near != word.to_lowercase())
    };
    let help = match words.iter().find_map(meant) {
        Some(near) => format!("did you mean \"{near}\"? `soliter list` shows all"),
        None => "`soliter list` shows all".to_owned(),
    };
    Failure::new(Reason::NotFound, message, help)
}

/// The puzzles in files, and the most serious exit if some cannot be read.
fn in_files(session: &Session, files: &[FileName]) -> Result<(Vec<ListReport>, Exit), Failure> {
    let (mut all, mut worst) = (Vec::new(), Exit::Answered);
    for given in entries::all_of(session, files) {
        let read = given.and_then(|name| {
            session.reporter.turn_to(&name);
            let source = files::find(session, &name, Kind::Puzzle)?;
            let loaded = files::parse(session, &name, &source)?;
            Ok(puzzle(name.to_string(), &source, Some(loaded)))
        });
        match read {
            Ok(report) => all.push(report),
            Err(failure) => worst = worst.max(session.reporter.report(&failure)?),
        }
    }
    Ok((all, worst))
}

fn board(name: &str) -> Result<String, Failure> {
    let models = library::models();
    if let [model] = library::named(name, &models)[..] {
        return Ok(model.to_owned());
    }
    let message = format!("no such board or game: \"{name}\"");
    let help = suggestion(name, models.iter().map(String::as_str));
    Err(Failure::new(Reason::NotFound, message, help))
}

fn is_wanted(
    report: &ListReport,
    args: &ListArgs,
    words: &[FileName],
    board: Option<&str>,
) -> bool {
    let ListReport { name, about, model, source, .. } = report;
    let has = |word: &FileName| {
        let texts = [name, about].into_iter().chain(model).chain(source);
        texts.map(|text| text.to_lowercase()).any(|text| text.contains(&word.to_lowercase()))
    };
    words.iter().all(has)
        && (!args.solved || report.is_proved())
        && args.pegs.as_ref().is_none_or(|range| report.pegs.is_some_and(|n| range.contains(&n)))
        && board.is_none_or(|board| report.model.as_deref() == Some(board))
}

fn everything() -> Vec<ListReport> {
    let plain = |kind, name, about: Option<String>| ListReport {
        kind,
        name,
        about: about.unwrap_or_default(),
        ..Default::default()
    };
    let models = library::models().into_iter().map(|name| {
        let about = library::model(&name).ok().and_then(|source| match Model::parse(&source) {
            Ok(model) => Some(format!("{}, {}", model.title, counted(model.board.holes(), "hole"))),
            Err(_) => library::title(&source),
        });
        plain("model", name, about)
    });
    // The text of a comment: for solutions the first line, for programs the first comment.
    let records = library::solutions().into_iter().map(|name| {
        let kind = if name.starts_with("solutions/") { "solution" } else { "game-record" };
        let source = library::solution(&name);
        let line = source.as_ref().and_then(|source| source.text.lines().next());
        let about = line.filter(|line| line.starts_with('#'));
        let about = about.map(|line| line.trim_start_matches(['#', ' ']).to_owned());
        plain(kind, name, about)
    });
    let programs = library::programs().into_iter().map(|name| {
        let source = library::program(&name);
        plain("program", name, source.map(|source| first_sentence(&source.text)))
    });
    let puzzles = library::puzzles().into_iter().filter_map(|name| {
        let source = library::puzzle(&name)?;
        let loaded = load(&source, &library::model).ok();
        Some(puzzle(name, &source, loaded))
    });
    models.chain(puzzles).chain(records).chain(programs).collect()
}

/// The first sentence of the first comment of a program.
fn first_sentence(program: &str) -> String {
    let comment = program.lines().skip_while(|line| !line.starts_with('\''));
    let lines = comment.map_while(|line| line.strip_prefix('\'')).map(str::trim);
    let text = joined(lines, " ");
    text.find(". ").map_or(text.clone(), |end| text[..=end].to_owned())
}

fn puzzle(name: String, source: &Arc<Source>, loaded: Option<Loaded>) -> ListReport {
    let entry = |key| library::entry(source, key);
    let title = loaded.as_ref().map(|loaded| loaded.title().to_owned());
    let puzzle = loaded.and_then(Loaded::peg);
    let known = puzzle.as_ref().map(Puzzle::known);
    ListReport {
        kind: "puzzle",
        name,
        about: title.or_else(|| entry("title")).unwrap_or_default(),
        model: entry("model"),
        pegs: puzzle.as_ref().map(|puzzle| puzzle.start().len()),
        moves: known.and_then(|known| known.moves),
        impossible: known.map(|known| known.impossible),
        source: entry("source"),
        answer: known.map_or_else(String::new, answer),
    }
}

fn answer(known: &KnownAnswer) -> String {
    match (known.moves, known.at_least, known.at_most) {
        _ if known.impossible => "none".to_owned(),
        (Some(moves), ..) => moves.to_string(),
        (None, None, None) => String::new(),
        (None, least, most) => {
            let number = |bound: Option<usize>| bound.map_or_else(String::new, |n| n.to_string());
            format!("{}..{}", number(least), number(most))
        }
    }
}

/// A summary of the built-in entries: folders of puzzles, with the number of puzzles in each and the number with a
/// proved answer.
fn by_folder(all: Vec<ListReport>) -> String {
    let (puzzles, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|report| report.kind == "puzzle");
    let mut folders: BTreeMap<&str, (usize, Option<usize>)> = BTreeMap::new();
    for puzzle in &puzzles {
        let folder = puzzle.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let (number, answered) = folders.entry(folder).or_default();
        *number += 1;
        if puzzle.pegs.is_some() {
            *answered = Some(answered.unwrap_or(0) + usize::from(puzzle.is_proved()));
        }
    }
    let head = format!("{:<38} {:>5}  {:>6}", "puzzles", "", "proved");
    let mut text = format!("{}\n", strong(head));
    for (folder, (number, answered)) in &folders {
        let answered = answered.map_or_else(String::new, |answered| answered.to_string());
        let row = format!("  {:<36} {number:>5}  {answered:>6}", format!("{folder}/"));
        let _ = writeln!(text, "{}", row.trim_end());
    }
    let example = folders.keys().next().unwrap_or(&"");
    let _ = write!(
        text,
        "{} in all; `soliter list {example}/` shows those of a folder, `soliter list --board english` those of a board\n\n",
        counted(puzzles.len(), "puzzle")
    );
    text.push_str(&to_text(&others));
    text
}

/// On a terminal, sources are cut to leave each entry on a line.
fn to_text(all: &[ListReport]) -> String {
    let is_terminal = io::stdout().is_terminal();
    let mut text = String::new();
    let mut section = "";
    for report in all {
        let ListReport { kind, name, about, .. } = report;
        let (name, about) = (shown(name), shown(about));
        if section != *kind {
            let gap = if section.is_empty() { "" } else { "\n" };
            let head = match *kind {
                "puzzle" => {
                    format!("{:<38} {:>5}  {:>6}  title; source", "puzzles", "pegs", "moves")
                }
                "game-record" => "game records".to_owned(),
                kind => format!("{kind}s"),
            };
            let _ = writeln!(text, "{gap}{}", strong(head));
            section = kind;
        }
        if *kind == "puzzle" {
            let pegs = report.pegs.map_or_else(String::new, |pegs| pegs.to_string());
            let source = report.source.as_ref();
            let source = source.map_or_else(String::new, |source| {
                format!("; {}", shown(&if is_terminal { short(source) } else { source.into() }))
            });
            let answer = &report.answer;
            let _ = writeln!(text, "  {name:<36} {pegs:>5}  {answer:>6}  {about}{source}");
        } else {
            let _ = writeln!(text, "  {name:<36} {about}");
        }
    }
    text
}
