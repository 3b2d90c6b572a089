//! docs/atlas/: the collections, the certificates, the tables and the page agree. The small certificates are
//! checked here; `tools/atlas.py --check target/release/soliter --both` checks all.

use crate::common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use soliter::base::wording::hex;
use soliter::boards::bounds::class;
use soliter::boards::notation::Names;
use soliter::checker::{Proved, check};
use soliter::prove::certify::Statement;
use soliter::{Board, Hole, Position, Puzzle, Source, library};
use soliter::{boards::puzzle::Finish, boards::puzzle::model::Model};

/// Certificates with more positions are not checked here.
const SMALL: usize = 10_000;

fn atlas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/atlas")
}

/// Each table: the name of its board, and its rows, by column.
fn tables() -> Vec<(String, Vec<csv::StringRecord>, csv::StringRecord)> {
    let entries = fs::read_dir(atlas()).expect("docs/atlas");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let tables = paths.filter(|path| path.extension().is_some_and(|ending| ending == "csv"));
    let mut tables: Vec<PathBuf> = tables.collect();
    tables.sort();
    let read = |path: &PathBuf| {
        let board = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut reader = csv::Reader::from_path(path).expect("a table");
        let heads = reader.headers().expect("heads").clone();
        (board, reader.records().map(|row| row.expect("a row")).collect(), heads)
    };
    tables.iter().map(read).collect()
}

#[test]
fn every_row_has_the_certificate_of_its_problem() {
    let page = fs::read_to_string(atlas().join("README.md")).expect("the page");
    let (mut checked, mut files) = (0, 0);
    for (board, rows, heads) in tables() {
        let text = fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("models/{board}.toml")),
        );
        assert!(text.is_ok(), "{board} is not a built-in board");
        let line = format!("* [{board}]({board}.csv): {} problems, ", rows.len());
        assert!(page.contains(&line), "the page has no line {line}");
        for row in &rows {
            let cell = |name: &str| {
                let at = heads.iter().position(|head| head == name).expect("a column");
                row.get(at).unwrap_or_default()
            };
            let (start, finish, moves) = (cell("start"), cell("finish"), cell("moves"));
            let digest = cell("sha256");
            let name =
                format!("certificates/{board}/{}-to-{finish}.layers", start.replace(' ', "-"));
            let file = fs::read(atlas().join(&name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(hex(&Sha256::digest(&file)), digest, "{name}");
            files += 1;
            let positions: usize = cell("positions").parse().expect("a number");
            if positions > SMALL {
                continue;
            }
            let certified = check(&*file, &|_| true).unwrap_or_else(|why| panic!("{name}: {why}"));
            let claim = moves.parse().map_or(Proved::Impossible, Proved::ExactMoves);
            assert_eq!((certified.proved, certified.positions), (claim, positions), "{name}");
            let source = Source::new(
                "row.toml",
                format!(
                    "model = \"{board}\"\nstart = {{ all_but = [\"{start}\"] }}\nfinish = [\"{finish}\"]"
                ),
            );
            let puzzle = Puzzle::parse(&source, &library::model).expect("a puzzle");
            let statement = Statement::of(&puzzle).expect("a statement");
            assert_eq!(statement.difference(&certified), None, "{name}");
            checked += 1;
        }
    }
    assert!(files > 150 && checked > 60, "{files} certificates, {checked} checked");
}

/// The rows of a table, by vacancy and survivor: whether there is a certificate, and the fewest moves, `None` for
/// "impossible".
fn results(
    board: &Board,
    rows: &[csv::StringRecord],
    heads: &csv::StringRecord,
    names: &Names,
) -> BTreeMap<(Hole, Hole), (bool, Option<usize>)> {
    let mut results = BTreeMap::new();
    for row in rows {
        let cell = |name: &str| {
            let at = heads.iter().position(|head| head == name).expect("a column");
            row.get(at).unwrap_or_default()
        };
        let row = (!cell("sha256").is_empty(), cell("moves").parse().ok());
        let hole = |column: &str| names.hole(cell(column)).expect("a hole");
        for symmetry in board.symmetries() {
            let key = (symmetry[usize::from(hole("start"))], symmetry[usize::from(hole("finish"))]);
            results.insert(key, row);
        }
    }
    results
}

/// The table of a board as it follows from the collections and the certificates.
fn derived(board: &str) -> String {
    let source = library::model(board).expect("a board");
    let own = Model::parse(&source).expect("a board").board;
    let mut rows: Vec<[String; 8]> = Vec::new();
    for (_, collection) in library::collections() {
        for name in collection.names() {
            let source = collection.entry(name).expect("an entry").expect("valid");
            let Ok(soliter::Loaded::Peg(puzzle)) = soliter::load(&source, &library::model) else {
                continue;
            };
            let Finish::Exactly(end) = puzzle.finish() else { continue };
            let vacancy = own.full().difference(puzzle.start());
            let is_other = puzzle.reverse() || !puzzle.marked().is_empty();
            if puzzle.board() != &own || is_other || (vacancy.len(), end.len()) != (1, 1) {
                continue;
            }
            let [start, finish] = [&vacancy, end].map(|one| puzzle.names().position(one)[0]);
            if !name.ends_with(&format!("{start}-to-{finish}")) {
                continue;
            }
            let known = puzzle.known();
            let path = format!("certificates/{board}/{start}-to-{finish}.layers");
            let Ok(file) = fs::read_to_string(atlas().join(&path)) else {
                assert!(known.impossible, "{path} is missing");
                continue;
            };
            let layers =
                file.lines().filter(|line| line.starts_with("F ") || line.starts_with("B "));
            let numbers = layers.flat_map(|line| line[2..].split(' '));
            let positions: u64 = numbers.map(|word| word.parse::<u64>().expect("a number")).sum();
            rows.push([
                start.to_owned(),
                finish.to_owned(),
                if known.impossible { "infeasible" } else { "optimal" }.to_owned(),
                known.moves.map_or_else(String::new, |moves| moves.to_string()),
                puzzle.jumps().to_string(),
                positions.to_string(),
                hex(&Sha256::digest(&file)),
                known.solution.clone().unwrap_or_default(),
            ]);
        }
    }
    rows.sort();
    let mut table = csv::Writer::from_writer(Vec::new());
    let heads = ["start", "finish", "status", "moves", "jumps", "positions", "sha256", "solution"];
    table.write_record(heads).expect("written");
    for row in &rows {
        table.write_record(row).expect("written");
    }
    String::from_utf8(table.into_inner().expect("written")).expect("text")
}

/// Byte for byte, as `tools/atlas.py` writes them.
#[test]
fn the_tables_follow_from_the_collections_and_the_certificates() {
    let tables = tables();
    assert_eq!(tables.len(), 12);
    for (board, ..) in tables {
        let file = fs::read_to_string(atlas().join(format!("{board}.csv"))).expect("a table");
        assert_eq!(derived(&board), file, "{board}: run tools/atlas.py");
    }
}

#[test]
fn built_in_puzzles_know_what_the_atlas_has_certified() {
    let puzzles: Vec<(String, Puzzle)> = common::peg_puzzles()
        .into_iter()
        .map(|name| (name.clone(), common::built_in(&name)))
        .collect();
    let mut compared = 0;
    for (name, rows, heads) in tables() {
        let source = library::model(&name).expect("a board");
        let Model { board, scheme, .. } = Model::parse(&source).expect("a board");
        let names = Names::new(&board, scheme).expect("names");
        let results = results(&board, &rows, &heads, &names);
        let allowed = |vacancy: Hole, survivor: Hole| {
            let start = board.full().without(vacancy);
            let end = Position::EMPTY.with(survivor);
            class::markings(&board)
                .iter()
                .all(|m| class::is_odd(m, &start) == class::is_odd(m, &end))
        };
        for vacancy in board.all_holes() {
            for survivor in board.all_holes().filter(|&hole| allowed(vacancy, hole)) {
                let row = results.get(&(vacancy, survivor));
                assert!(row.is_some(), "{name}: no row from {vacancy} to {survivor}");
                let is_certified = row.is_some_and(|row| row.0);
                assert!(is_certified, "{name}: {vacancy} to {survivor} is open");
            }
        }
        for (file, puzzle) in &puzzles {
            let vacancy = board.all_holes().find(|&h| *puzzle.start() == board.full().without(h));
            let Some(vacancy) = vacancy else { continue };
            if puzzle.board() != &board || puzzle.reverse() || !puzzle.marked().is_empty() {
                continue;
            }
            // The fewest moves to each survivor that the finish accepts and the class allows.
            let finishes = board.all_holes().filter(|&hole| {
                puzzle.finish().accepts(&Position::EMPTY.with(hole)) && allowed(vacancy, hole)
            });
            let certified = |survivor| results.get(&(vacancy, survivor)).filter(|row| row.0);
            let each: Option<Vec<Option<usize>>> =
                finishes.map(|survivor| Some(certified(survivor)?.1)).collect();
            let Some(each) = each.filter(|each| !each.is_empty()) else { continue };
            let known = puzzle.known();
            match each.into_iter().flatten().min() {
                Some(moves) => assert_eq!(known.moves, Some(moves), "{file}"),
                None => assert!(known.impossible, "{file}"),
            }
            compared += 1;
        }
    }
    assert!(compared >= 215, "only {compared} puzzles were compared");
}

/// `soliter list` counts the puzzles as proved whose files say so.
#[test]
fn the_list_counts_what_the_files_say_is_proved() {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_soliter")).arg("list").output();
    let list = String::from_utf8(run.expect("it runs").stdout).expect("text");
    let mut proved: BTreeMap<String, usize> = BTreeMap::new();
    for name in common::peg_puzzles() {
        let known = common::built_in(&name).known().clone();
        let folder = name.rsplit_once('/').expect("a folder").0;
        *proved.entry(format!("{folder}/")).or_default() +=
            usize::from(known.moves.is_some() || known.impossible);
    }
    for (folder, proved) in proved {
        let row = list.lines().find(|row| row.trim_start().starts_with(&folder));
        let words: Vec<&str> = row.expect("a row").split_whitespace().collect();
        assert_eq!(words[2], proved.to_string(), "{folder}");
    }
}
