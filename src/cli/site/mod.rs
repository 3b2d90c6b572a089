//! `soliter site`: a folder of pages for any web server, or for opening from disk without one.

mod answers;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use soliter::base::folder::no_device;
use soliter::base::wording::grouped;
use soliter::boards::puzzle::Puzzle;
use soliter::draw::escape;
use soliter::pages::html::Place;
use soliter::pages::{
    aim::aim,
    files::{LIST, SERVICE_WORKER, files, service_worker},
    linked, puzzle_data,
    shelf::{self, Card, OwnPuzzle, OwnShelf, Shelf, known},
};

use crate::cli::args::{SiteArgs, file_name::FileName};
use crate::cli::files::engine::{self, EngineScript};
use crate::cli::files::{entries, shelves, targets};
use crate::cli::output::failure::{Failure, Outcome, Reason};
use crate::cli::output::paint::{counted, seconds, strong};
use crate::cli::{output::exit::Exit, session::Session};
use answers::{Found, Problem};

/// The data that the puzzles of a board have in common, which are stored once, in a script for the board.
const OF_BOARD: [&str; 6] = ["width", "height", "points", "neighbours", "jumps", "names"];

pub(crate) fn run(session: &Session, args: &SiteArgs) -> Outcome {
    let (own, worst) = own_shelves(session, args)?;
    let mut shown = Shelf::default();
    for shelf in &own {
        shown.name(shelf);
    }
    let problems = wanted(args, own)?;
    if problems.is_empty() {
        return Ok(worst);
    }
    let engine = engine::find(args.engine.as_deref())?;
    let folder = NewFolder::beside(&args.out)?;
    let (found, seconds_taken) = session.compute(|control| answers::find(&problems, args, control));
    let found = found?;
    let place = Place::Folder(engine.as_ref().map(|engine| &*engine.name));
    let mut pages = Pages { place, files: BTreeMap::new(), boards: BTreeMap::new() };
    let titles = shelf::boards();
    for (problem, found) in problems.iter().zip(&found) {
        let Problem { name, puzzle, shelf } = problem;
        shown.put(Card {
            name,
            puzzle,
            board: shelf::board_title(&titles, puzzle),
            found: found.as_ref().map(Found::claim),
            shelf: shelf.as_deref(),
        });
        pages.add(problem, found.as_ref());
    }
    pages.add_common(shown, engine.as_ref());
    let bytes: usize = pages.files.values().map(Vec::len).sum();
    for (path, bytes) in &pages.files {
        folder.write(path, bytes)?;
    }
    folder.put()?;
    let proved = found.iter().flatten().filter(|found| found.is_proved()).count();
    let foreseen = found.iter().flatten().filter(|found| found.solvable.is_some()).count();
    let certified = found.iter().flatten().filter(|found| found.certificate.is_some()).count();
    let report = json!({
        "site": args.out,
        "puzzles": problems.len(),
        "proved": proved,
        "certificates": certified,
        "foreseen": foreseen,
        "files": pages.files.len(),
        "bytes": bytes,
        "engine": engine.as_ref().map(|engine| &engine.name),
        "seconds": seconds_taken,
    });
    session.answer(&report, || {
        let head = format!("{}: {}", args.out.display(), counted(problems.len(), "puzzle"));
        format!(
            "{}, {proved} with a proved answer, {certified} of these with a certificate; {foreseen} include their lost positions\n\
             {} of {} bytes\n{}\n",
            strong(head),
            counted(pages.files.len(), "file"),
            grouped(bytes as u128),
            seconds(seconds_taken)
        )
    })?;
    if engine.is_none() {
        session.note(
            "on these pages, visitors can play puzzles and see the answers that were computed now; to solve, to check \
             solutions and to play board games, the pages need engine.wasm, which `web/build.sh` in a clone of Soliter writes",
        );
    }
    // Pages without answers, because a limit was reached, are correct but show less.
    let untried = found.iter().filter(|found| found.is_none()).count();
    if untried > 0 {
        let pages = counted(untried, "puzzle");
        session.note(&format!("stopped before {pages} could be tried: their pages show no answer"));
    }
    Ok(worst.max(if untried == 0 { Exit::Answered } else { Exit::Limit }))
}

/// The collections in those of the given names that are files.
fn own_shelves(session: &Session, args: &SiteArgs) -> Result<(Vec<OwnShelf>, Exit), Failure> {
    let names = args.puzzles.iter().map(|name| FileName::from(&**name));
    shelves::read(session, &names.filter(entries::is_file).collect::<Vec<_>>())
}

/// The puzzles of collections, and the built-in ones whose names begin with one of the given prefixes.
fn wanted(args: &SiteArgs, own: Vec<OwnShelf>) -> Result<Vec<Problem>, Failure> {
    let (all, _) = shelf::everything();
    let is_prefix = |name: &&String| !entries::is_file(&FileName::from(&***name));
    let starts: Vec<&String> = args.puzzles.iter().filter(is_prefix).collect();
    for start in &starts {
        if !all.iter().any(|(name, _)| name.starts_with(start.as_str())) {
            let message = format!("no puzzle's name begins with \"{}\"", start.escape_debug());
            let help = "`soliter list` shows all names; there is no such file either";
            return Err(Failure::new(Reason::NotFound, message, help));
        }
    }
    let is_wanted = |name: &str| {
        args.puzzles.is_empty() || starts.iter().any(|start| name.starts_with(start.as_str()))
    };
    let own = own.into_iter().flat_map(|OwnShelf { id, puzzles, .. }| {
        let problem = move |one: OwnPuzzle| Problem {
            name: one.name,
            puzzle: one.puzzle,
            shelf: Some(id.clone()),
        };
        puzzles.into_iter().map(problem)
    });
    let built_in = all.into_iter().filter(|(name, _)| is_wanted(name));
    let built_in = built_in.map(|(name, puzzle)| Problem { name, puzzle, shelf: None });
    Ok(own.chain(built_in).collect())
}

/// The files of the folder, by their paths in it.
struct Pages<'a> {
    place: Place<'a>,
    files: BTreeMap<String, Vec<u8>>,
    /// The scripts of boards, by content. A board whose jumps a puzzle has changed counts as a different one.
    boards: BTreeMap<String, String>,
}

impl Pages<'_> {
    fn add(&mut self, Problem { name, puzzle, .. }: &Problem, found: Option<&Found>) {
        let answer = found.map(|found| &found.answer);
        let line = found.and_then(|found| found.line.as_ref());
        let mut data = puzzle_data::data(puzzle, line.map_or(&[], std::slice::from_ref), answer);
        let mut board = json!({});
        for key in OF_BOARD {
            board[key] = data[key].take();
            if let Some(data) = data.as_object_mut() {
                data.shift_remove(key);
            }
        }
        let up = "../".repeat(name.matches('/').count() + 1);
        data["name"] = json!(name);
        data["up"] = json!(up);
        if let Some(certificate) = found.and_then(|found| found.certificate.as_ref()) {
            let file = format!("{}.layers", name.rsplit('/').next().unwrap_or(name));
            data["evidence"] = json!(file);
            self.files.insert(format!("puzzles/{name}.layers"), certificate.clone());
        }
        if let Some(found) = found {
            data["claim"] = json!(known(puzzle, Some(found.claim())).map(puzzle_data::claim));
            data["solvable"] = json!(found.solvable);
            data["pagodas"] = json!(found.pagodas);
        }
        let board = self.board(puzzle, &board);
        let without_scripts = without_scripts(puzzle, line.map(|line| puzzle.names().line(line)));
        let page = linked::folder_puzzle(
            self.place,
            puzzle.title(),
            (&up, &board),
            &without_scripts,
            &data,
        );
        self.files.insert(format!("puzzles/{name}.html"), page.into_bytes());
    }

    /// The name of a board's script.
    fn board(&mut self, puzzle: &Puzzle, board: &Value) -> String {
        let text = format!("const BOARD = {board};\n");
        let known = self.boards.len();
        let name = self.boards.entry(text).or_insert_with(|| format!("{}-{known}", puzzle.model()));
        name.clone()
    }

    /// Adds what all pages share. Browsers keep it for visits without the host, but not the pages of all puzzles.
    fn add_common(&mut self, shown: Shelf, engine: Option<&EngineScript>) {
        let text = |path: &str, text: String| (path.to_owned(), text.into_bytes());
        let made = files(self.place).into_iter();
        let mut common: Vec<_> =
            made.map(|file| text(&file.path, (file.make)(self.place))).collect();
        common.push(text(LIST, shelf::script(shown.into_json(), Some("puzzles/"))));
        common.extend(engine.map(|engine| text(&engine.name, engine.text.clone())));
        common.push(text(SERVICE_WORKER, service_worker(&common)));
        self.files.extend(common);
        for (text, name) in std::mem::take(&mut self.boards) {
            self.files.insert(format!("boards/{name}.js"), text.into_bytes());
        }
    }
}

/// For browsers without scripts: the aim and the solution.
fn without_scripts(puzzle: &Puzzle, line: Option<String>) -> String {
    let aim = format!("<p>{}.</p>\n", escape::text(&aim(puzzle)));
    let line = line.map(|line| format!("<p>A solution: {}</p>\n", escape::text(&line)));
    aim + &line.unwrap_or_default()
}

/// A folder that appears completely or not at all: it is filled next to its place, and then renamed.
struct NewFolder<'a> {
    place: &'a Path,
    beside: tempfile::TempDir,
}

impl<'a> NewFolder<'a> {
    fn beside(place: &'a Path) -> Result<Self, Failure> {
        let unwritable = |error: &std::io::Error| targets::unwritable(place, error);
        no_device(place).map_err(|error| unwritable(&error))?;
        if let Ok(mut there) = fs::read_dir(place) {
            if there.next().is_some() {
                let message = format!("the folder {} is not empty", place.display());
                return Err(Failure::usage(message, "choose a new folder, or empty this one"));
            }
        } else if place.exists() {
            let message = format!("{} is a file", place.display());
            return Err(Failure::usage(message, "choose a new folder"));
        }
        let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        targets::make_folder(parent)?;
        let beside = tempfile::Builder::new().prefix(".soliter-").tempdir_in(parent);
        Ok(Self { place, beside: beside.map_err(|error| unwritable(&error))? })
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.beside.path().join(path);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        written
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|error| targets::unwritable(self.place, &error))
    }

    fn put(self) -> Result<(), Failure> {
        let unwritable = |error: std::io::Error| targets::unwritable(self.place, &error);
        if self.place.exists() {
            fs::remove_dir(self.place).map_err(unwritable)?;
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // A temporary folder is readable by its owner only, but a web server has to read this one.
            let all = fs::Permissions::from_mode(0o755);
            fs::set_permissions(self.beside.path(), all).map_err(unwritable)?;
        }
        fs::rename(self.beside.path(), self.place).map_err(unwritable)?;
        // Nothing remains to be removed.
        let _ = self.beside.keep();
        Ok(())
    }
}
