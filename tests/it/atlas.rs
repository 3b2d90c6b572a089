//! docs/atlas/: the tables, the certificates that they name and the page agree. The small certificates are
//! checked here; `tools/atlas.py target/release/soliter --check --both` checks all.

use crate::common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use soliter::base::wording::hex;
use soliter::checker::{Proved, check};
use soliter::peg::bounds::class;
use soliter::peg::notation::Names;
use soliter::peg::puzzle::model::Model;
use soliter::{Board, Hole, Position, Puzzle, library};

/// Certificates with more positions are not checked here.
const SMALL: usize = 50_000;

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
fn every_row_is_certified_or_says_that_it_is_not() {
    let page = fs::read_to_string(atlas().join("README.md")).expect("the page");
    let (mut checked, mut files) = (0, 0);
    for (board, rows, heads) in tables() {
        let text = fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("models/{board}.toml")),
        );
        assert!(text.is_ok(), "{board} is not a built-in board");
        for row in &rows {
            let cell = |name: &str| {
                let at = heads.iter().position(|head| head == name).expect("a column");
                row.get(at).unwrap_or_default()
            };
            let (start, finish, moves) = (cell("start"), cell("finish"), cell("moves"));
            let shown = |what: &str| format!("| {start} | {finish} | {what} | {} |", cell("jumps"));
            let figure = match cell("status") {
                "optimal" => moves.to_owned(),
                "infeasible" => "impossible".to_owned(),
                _ => continue,
            };
            let line = page.lines().find(|line| line.starts_with(&shown(&figure)));
            let line =
                line.unwrap_or_else(|| panic!("{board}: the page has no {}", shown(&figure)));
            let digest = cell("sha256");
            if digest.is_empty() {
                assert!(line.contains("by the search alone"), "{line}");
                continue;
            }
            assert!(line.contains(&digest[..12]), "{line}");
            let name =
                format!("certificates/{board}/{}-to-{finish}.layers", start.replace(' ', "-"));
            assert!(line.contains(&format!("({name})")), "{line}");
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

/// The puzzle files agree with the tables; `tools/known.py` updates them.
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
                Some(moves) => assert_eq!(known.moves, Some(moves), "{file}: run tools/known.py"),
                None => assert!(known.impossible, "{file}: run tools/known.py"),
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
