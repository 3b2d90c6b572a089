//! The problems of a board, the figures on it, and the table that is written and resumed.

#[cfg(feature = "cli")]
use sha2::{Digest as _, Sha256};
#[cfg(feature = "cli")]
use soliter::base::{collection::Collection, diagnostic::Source, wording::hex};
use soliter::boards::board::Board;
use soliter::boards::board::figures::{Look, parts};
use soliter::boards::board::lattice::{Directions, Lattice};
use soliter::boards::board::position::Position;
use soliter::boards::problems::problems;
use soliter::boards::puzzle::model::Model;
#[cfg(feature = "cli")]
use soliter::checker::{self, Proved, check};
use soliter::library;

#[cfg(feature = "cli")]
use crate::common;

#[cfg(feature = "cli")]
#[test]
fn a_table_is_taken_up_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_soliter"))
            .args(["survey", "triangle15", "--start", "11", "--csv", "table.csv"])
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .expect("soliter runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let path = folder.path().join("table.csv");
    let read = || std::fs::read_to_string(&path).expect("a table");
    assert_eq!(run(&["--write", "own.toml", "--svg", "table.svg"]).0, Some(0));
    let picture = std::fs::read_to_string(folder.path().join("table.svg")).expect("a picture");
    assert!(picture.contains("11 empty: 11 10, 32 -, 41 11, 44 11"), "{picture}");
    let whole = read();
    assert_eq!(whole.lines().count(), 5, "{whole}");
    let text = std::fs::read_to_string(folder.path().join("own.toml")).expect("a collection");
    let own = Collection::parse(&Source::new("own.toml", text)).expect("one").expect("valid");
    assert_eq!(own.names().collect::<Vec<_>>(), ["11-to-11", "11-to-32", "11-to-41", "11-to-53"]);
    for name in own.names() {
        let entry = own.entry(name).expect("an entry").expect("valid");
        let known = common::parse(&entry.text).known().clone();
        assert!(known.moves.is_some() || known.impossible, "{name}");
    }
    // If a row is missing, the others are kept. A row with a wrong line is solved again.
    let lines: Vec<&str> = whole.lines().collect();
    std::fs::write(&path, lines[..4].join("\n")).expect("a table");
    assert!(run(&[]).1.contains("3 of 4 known from the file"));
    assert_eq!(read().lines().collect::<Vec<_>>()[..4], lines[..4]);
    std::fs::write(&path, whole.replacen("optimal,", "optimal,1", 1)).expect("a table");
    assert!(run(&[]).1.contains("3 of 4 known from the file"));
    // The problems of another start are kept in the table.
    let other = "99,98,optimal,1,1,1,search,,,1-2,0.00,,,,,,";
    std::fs::write(&path, format!("{whole}{other}\n")).expect("a table");
    assert!(run(&[]).1.contains("4 of 4 known from the file"));
    assert_eq!(read(), format!("{whole}{other}\n"));
    // The columns of the last sweep are filled if requested.
    assert!(run(&["--last-sweep"]).1.contains("4 of 4 known from the file"));
    let columns = |text: &str| {
        let ends = |line: &str| {
            line.rsplitn(7, ',').skip(4).take(2).map(str::to_owned).collect::<Vec<_>>()
        };
        text.lines().map(|line| ends(line).join(" ")).collect::<Vec<_>>()
    };
    let swept = read();
    let most = ["last_sweep_at_most last_sweep", "3 3", " ", "1 1", "4 4", " "];
    assert_eq!(columns(&swept), most, "{swept}");
    assert!(run(&[]).1.contains("4 of 4 known from the file"));
    assert_eq!(read(), swept);
    // A file of another kind is left unchanged.
    std::fs::write(&path, "a,b\n1,2\n").expect("a file");
    assert_eq!(run(&[]).0, Some(2));
    assert_eq!(read(), "a,b\n1,2\n");
    // So is one that is not valid text.
    std::fs::write(&path, b"\xff\xfe\x00").expect("a file");
    let (code, told) = run(&[]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("cannot read table.csv"), "{told}");
    assert_eq!(std::fs::read(&path).expect("a file"), b"\xff\xfe\x00");
}

fn board(name: &str) -> Board {
    Model::parse(&library::model(name).expect("a model")).expect("a model").board
}

#[test]
fn the_english_board_has_21_problems() {
    // Published by Beasley; the numbers of the other boards were computed by a separate program.
    for (name, starts, all) in [("english", 7, 21), ("french", 8, 10), ("square6", 6, 21)] {
        let found = problems(&board(name), 1, false);
        assert_eq!(found.len(), starts, "{name}");
        let number: usize = found.iter().map(|one| one.finishes.len()).sum();
        assert_eq!(number, all, "{name}");
    }
    // Two vacancies of nine holes, up to the eight symmetries of a square.
    let square = Board::from_drawing("ooo\nooo\nooo", Lattice::Square, Directions::Orthogonal);
    assert_eq!(problems(&square.expect("a board"), 2, true).len(), 8);
}

#[test]
fn parts_of_figures_cover_a_board_once() {
    for (name, at, look, number) in [
        ("english", (3, 3), Look::Whole, 7),
        ("english", (3, 3), Look::Mirror, 20),
        ("triangle15", (4, 2), Look::Mirror, 9),
    ] {
        let board = board(name);
        let finish = board.hole_at(at.0, at.1).expect("a hole");
        let parts = parts(&board, &Position::EMPTY.with(finish), look);
        assert_eq!(parts.len(), number, "{name}");
        assert_eq!(parts.iter().fold(0, |all, part| all ^ part.word()), board.full().word());
    }
    // No reflection of the English board keeps this hole and the rows.
    assert!(parts(&board("english"), &Position::from(1), Look::Mirror).is_empty());
}

/// Each answer has its certificate; a certificate of another claim is neither overwritten nor accepted.
#[cfg(feature = "cli")]
#[test]
fn a_table_is_certified() {
    let folder = tempfile::tempdir().expect("a folder");
    let run_with = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_soliter"))
            .args(["survey", "triangle15", "--start", "11", "--csv", "table.csv"])
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .expect("soliter runs");
        let [told, failed] = [output.stdout, output.stderr]
            .map(|stream| String::from_utf8_lossy(&stream).into_owned());
        (output.status.code(), told, failed)
    };
    let run = || {
        let (code, _, failed) = run_with(&["--certify", "proofs", "--html", "table.html"]);
        (code, failed)
    };
    assert_eq!(run().0, Some(0));
    let page = std::fs::read_to_string(folder.path().join("table.html")).expect("a page");
    assert!(page.contains("\"figure\":\"10\"") && page.contains("\"status\":\"infeasible\""));
    let proofs = folder.path().join("proofs");
    let proof = |finish: &str| proofs.join(format!("11-to-{finish}.layers"));
    for (finish, proved) in [
        ("11", checker::Proved::ExactMoves(10)),
        ("32", checker::Proved::Impossible),
        ("41", checker::Proved::ExactMoves(11)),
    ] {
        let file = std::fs::File::open(proof(finish)).expect("a certificate");
        assert_eq!(checker::check(file, &|_| true).map(|it| it.proved), Ok(proved), "{finish}");
    }
    assert_eq!(run().0, Some(0));
    // A run that is stopped before it has checked a certificate leaves it in the table, and so does one without
    // certificates.
    let table = folder.path().join("table.csv");
    let read = || std::fs::read_to_string(&table).expect("a table");
    let whole = read();
    assert_eq!(whole.matches(env!("CARGO_PKG_VERSION")).count(), 4, "{whole}");
    let stopped = ["--certify", "proofs", "--each", "0s"];
    for arguments in [&stopped[..], &["--certify", "proofs", "--time-limit", "0s"], &[]] {
        assert_eq!(run_with(arguments).0, Some(0), "{arguments:?}");
        assert_eq!(read(), whole, "{arguments:?}");
    }
    // Digests of other files are not kept.
    let ends: Vec<&str> = whole.lines().map(|row| row.rsplit(',').nth(2).expect("cells")).collect();
    std::fs::write(&table, whole.replacen(ends[2], ends[1], 1)).expect("written");
    let (code, told, _) = run_with(&stopped);
    assert_eq!(code, Some(3), "{told}");
    assert!(told.starts_with("Triangular board of side 5: 4 problems, 3 solvable, 1 impossible, 1 without a certificate\n"));
    let lost = whole.lines().nth(2).and_then(|row| row.rsplitn(5, ',').last()).expect("a row");
    assert!(read().contains(&format!("\n{lost},,,,\n")), "{}", read());
    std::fs::write(&table, whole).expect("written");
    let before = std::fs::read(proof("41")).expect("a certificate");
    std::fs::copy(proof("11"), proof("41")).expect("copied");
    let (code, told) = run();
    assert_eq!(code, Some(2));
    assert!(told.contains("11-to-41.layers: it proves another claim than the table has"), "{told}");
    std::fs::write(proof("41"), &before[..before.len() - 1]).expect("written");
    assert!(run().1.contains("11-to-41.layers: line"));
}

/// With 32 MiB, the search cannot prove that the known solution of 46 to 43 has the fewest moves, but layers can.
#[cfg(feature = "cli")]
#[test]
fn layers_prove_what_the_search_leaves_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.csv");
    let known = common::built_in("english/46-to-43").known().clone();
    let solution = known.solution.expect("a solution");
    let heads = "start,finish,status,moves,lower_bound,jumps,proved_by,solutions,shortest,solution,seconds,last_sweep,\
                 last_sweep_at_most,positions,sha256,certify_seconds,version";
    let open = format!("46,43,feasible,17,15,31,,,,\"{solution}\",1.00,,,,,,");
    std::fs::write(&path, format!("{heads}\n{open}\n")).expect("written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_soliter"))
        .args(["survey", "english", "--start", "46", "--csv", "table.csv", "--certify", "proofs"])
        .args(["--each", "1m", "--memory-limit", "32MiB", "--threads", "1"])
        .current_dir(folder.path())
        .output()
        .expect("soliter runs");
    assert_eq!(output.status.code(), Some(3));
    let table = std::fs::read_to_string(&path).expect("a table");
    let row = table.lines().find(|row| row.starts_with("46,43,")).expect("a row");
    assert!(row.starts_with("46,43,optimal,17,17,31,layers,"), "{row}");
    let proof = std::fs::read(folder.path().join("proofs/46-to-43.layers")).expect("a proof");
    let digest = hex(&Sha256::digest(&proof));
    assert_eq!(row.rsplit(',').nth(2), Some(&*digest));
    let certified = check(&*proof, &|_| true).expect("a valid certificate");
    assert_eq!(certified.proved, Proved::ExactMoves(17));
}
