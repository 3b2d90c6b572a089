//! docs/atlas/: the tables, the certificates that they name and the page that people read say the same. The small
//! certificates are checked here, `tools/atlas.py target/release/soliter --check --both` checks all.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use soliter::base::wording::hex;
use soliter::checker::{Proved, check, cubes};

/// Certificates of more positions are not checked here.
const SMALL: usize = 50_000;

fn atlas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/atlas")
}

/// Each table: the board and its rows, by column.
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
    let playing = fs::read_to_string(atlas().join("index.html")).expect("the page that plays");
    let (mut checked, mut files) = (0, 0);
    for (board, rows, heads) in tables() {
        let text = fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("models/{board}.toml")),
        );
        assert!(text.is_ok(), "{board} is no board that ships");
        assert!(playing.contains(&format!("\"model\":\"{board}\"")), "{board} is not on the page");
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
            assert!(playing.contains(&format!("\"sha256\":\"{digest}\"")), "{line}");
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

/// Its rows are done again by `soliter verify docs/atlas/cubes/central-game-17.cubes gardner/central-game --again all`.
#[test]
fn the_cubes_cover_seventeen_moves_of_the_central_game() {
    let table = fs::File::open(atlas().join("cubes/central-game-17.cubes")).expect("the table");
    let (cubes, rows) = cubes::check(table, &|_| true).expect("it covers the puzzle");
    assert_eq!((cubes.refuted_moves, rows.len()), (17, 263));
    assert_eq!(cubes.claim.proved, Proved::MovesAtLeast(18));
    let full = 0x1_ffff_ffff_u64;
    assert_eq!((cubes.claim.start, cubes.claim.finish), (full ^ 1 << 16, Some(1 << 16)));
}
