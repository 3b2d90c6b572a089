//! Counts and searches with levels on disk: killed and resumed, damaged, on a full disk, in little memory.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::common::interruption;

use interruption::moment;
use serde_json::Value;

fn soliter(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(args);
    command
}

/// `soliter count` with levels in a folder.
fn count(puzzle: &str, what: &str, folder: &Path, more: &[&str]) -> Command {
    let folder = folder.to_str().expect("a name");
    let mut command =
        soliter(&["count", puzzle, "--what", what, "--dir", folder, "--format", "json"]);
    command.args(more);
    command
}

/// `soliter solve` with levels in a folder.
fn solve(puzzle: &str, folder: &Path, more: &[&str]) -> Command {
    let folder = folder.to_str().expect("a name");
    let mut command = soliter(&["solve", puzzle, "--dir", folder, "--format", "json"]);
    command.args(more);
    command
}

/// Status and number of moves; the line was verified before it was printed.
fn solved(output: &Output) -> (Value, Value) {
    let value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    (value["status"].clone(), value["moves"].clone())
}

fn run(mut command: Command) -> Output {
    command.output().expect("soliter starts")
}

/// The answer without its time.
fn answer(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    let mut value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    value.as_object_mut().expect("an object").remove("seconds");
    value
}

/// The reason of a failure, and its exit code.
fn refused(output: &Output) -> (String, Option<i32>) {
    let value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    (value["error"]["reason"].as_str().unwrap_or("").to_owned(), output.status.code())
}

/// A puzzle with small levels and few files.
const CORNER: &str = "gardner/lamp";

/// Starts a command with the given options, and kills and resumes it four times, at varying moments.
fn kill_four_times(first: usize, command: impl Fn(&[&str]) -> Command) {
    for round in 0..4 {
        let threads = ["1", "2"][round % 2];
        let mut child = command(&["--resume", "--threads", threads, "--spill", "1MiB"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("soliter starts");
        thread::sleep(moment((first + round) as u64));
        // SIGKILL; the process may have ended before.
        let _ = child.kill();
        child.wait().expect("a status");
    }
}

#[test]
fn killed_at_any_moment_it_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (puzzle, what)) in [
        ("gardner/central-game", "solutions"),
        ("gardner/lamp", "positions"),
        ("gardner/inclined-square", "games"),
    ]
    .into_iter()
    .enumerate()
    {
        let place = folder.path().join(number.to_string());
        let expected =
            answer(&run(soliter(&["count", puzzle, "--what", what, "--format", "json"])));
        kill_four_times(7 * number, |more| count(puzzle, what, &place, more));
        let last = answer(&run(count(puzzle, what, &place, &["--resume"])));
        assert_eq!(last, expected, "{puzzle} {what}");
        let held: Vec<_> = fs::read_dir(&place).expect("a folder").collect();
        assert!(held.len() < 80, "{held:?}");
    }
}

#[test]
fn a_search_killed_at_any_moment_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (puzzle, moves)) in
        [("gardner/central-game", 18), ("gardner/lamp", 9), ("gardner/inclined-square", 8)]
            .into_iter()
            .enumerate()
    {
        let place = folder.path().join(number.to_string());
        // The memory is so small that arrivals are spilled, at the end those of both sides at the same time.
        let spilling = |more: &[&str]| {
            let mut command = solve(puzzle, &place, more);
            command.args(["--spill", "1MiB"]);
            command
        };
        kill_four_times(11 * number, spilling);
        // A second run finds all levels in the folder.
        for _ in 0..2 {
            let last = run(spilling(&["--resume"]));
            assert_eq!(last.status.code(), Some(0), "{last:?}");
            assert_eq!(solved(&last), ("optimal".into(), moves.into()), "{puzzle}");
        }
        let held: Vec<_> = fs::read_dir(&place).expect("a folder").collect();
        assert!(held.len() < 200, "{held:?}");
    }
}

#[test]
fn a_search_finds_that_there_is_no_way() {
    let folder = tempfile::tempdir().expect("a folder");
    // Refuted by weights, by the class, and by the levels alone.
    for puzzle in ["impossible/full-board", "impossible/greek-cross", "impossible/edge8"] {
        let place = folder.path().join(puzzle.replace('/', "-"));
        let output = run(solve(puzzle, &place, &["--method", "search"]));
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(solved(&output), ("infeasible".into(), Value::Null), "{puzzle}");
    }
}

#[test]
fn a_search_that_is_stopped_has_a_bound() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    let output = run(solve("french/46-to-45", &place, &["--time-limit", "2"]));
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(solved(&output), ("unknown".into(), Value::Null));
    let value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert!((1..=19).contains(&value["lower_bound"].as_u64().expect("a bound")), "{value}");
    assert_eq!(value["evidence"][0]["stopped"], "time limit");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("--resume"), "{text}");
}

#[test]
fn a_search_refuses_the_folder_of_something_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    let square = "gardner/inclined-square";
    let first = run(solve(square, &place, &[]));
    assert_eq!(solved(&first), ("optimal".into(), 8.into()));
    for (command, words) in [
        (solve(square, &place, &[]), "add --resume"),
        (solve("gardner/lamp", &place, &["--resume"]), "choose another folder"),
        (count(square, "games", &place, &["--resume"]), "it contains the fewest moves of"),
        (
            solve(square, &place, &["--resume", "--solutions", "2"]),
            "--dir cannot be used with --solutions",
        ),
        (solve(square, &place, &["--method", "dfs"]), "--dir cannot be used with --method"),
        (
            solve(square, &place, &["gardner/fireplace"]),
            "--dir cannot be used with several puzzles",
        ),
    ] {
        let output = run(command);
        assert_eq!(refused(&output), ("usage".to_owned(), Some(2)), "{output:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(words), "{text}");
    }
    let game = run(solve("pyramid/pyramid", &place, &[]));
    assert_eq!(game.status.code(), Some(2), "{game:?}");
    // One byte of every file is changed.
    for entry in fs::read_dir(&place).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("a file");
        if bytes.is_empty() {
            continue;
        }
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 4;
        fs::write(&path, &changed).expect("written");
        let output = run(solve(square, &place, &["--resume"]));
        assert_eq!(refused(&output), ("unreadable".to_owned(), Some(2)), "{path:?}");
        fs::write(&path, &bytes).expect("written");
    }
    assert_eq!(solved(&run(solve(square, &place, &["--resume"]))), solved(&first));
}

#[test]
fn a_damaged_folder_is_never_misread() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    let expected = answer(&run(count(CORNER, "games", &place, &[])));
    let mut flipped = 0;
    for entry in fs::read_dir(&place).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("a file");
        let step = (bytes.len() / 20).max(1);
        for at in (0..bytes.len()).step_by(step) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            fs::write(&path, &changed).expect("written");
            let output = run(count(CORNER, "games", &place, &["--resume"]));
            assert_eq!(refused(&output), ("unreadable".to_owned(), Some(2)), "{path:?} {at}");
            flipped += 1;
        }
        for cut in [0, bytes.len() / 2, bytes.len().saturating_sub(1)] {
            if cut < bytes.len() {
                fs::write(&path, &bytes[..cut]).expect("written");
                let output = run(count(CORNER, "games", &place, &["--resume"]));
                assert_eq!(refused(&output).1, Some(2), "{path:?} cut at {cut}");
            }
        }
        fs::write(&path, &bytes).expect("written");
    }
    assert!(flipped >= 20, "{flipped} bytes");
    assert_eq!(answer(&run(count(CORNER, "games", &place, &["--resume"]))), expected);
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    answer(&run(count(CORNER, "positions", &place, &[])));
    for (puzzle, what, more, words) in [
        (CORNER, "positions", &[][..], "add --resume"),
        (CORNER, "games", &["--resume"], "it contains positions of"),
        ("gardner/inclined-square", "positions", &["--resume"], "choose another folder"),
    ] {
        let output = run(count(puzzle, what, &place, more));
        assert_eq!(refused(&output), ("usage".to_owned(), Some(2)), "{puzzle} {what}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(words), "{text}");
    }
    let own = folder.path().join("own");
    fs::create_dir(&own).expect("a folder");
    fs::write(own.join("letter.txt"), "dear").expect("written");
    let output = run(count(CORNER, "positions", &own, &[]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("letter.txt"));
    assert_eq!(refused(&output), ("usage".to_owned(), Some(2)));
    // A file instead of the folder, and options that cannot be combined with --dir.
    let output = run(count(CORNER, "positions", &own.join("letter.txt"), &[]));
    assert_eq!(refused(&output).1, Some(2));
    assert_eq!(refused(&run(count(CORNER, "shortest", &place, &[]))).1, Some(2));
    assert_eq!(refused(&run(count(CORNER, "perft", &place, &[]))).1, Some(2));
}

#[test]
fn a_folder_with_files_of_others_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    let expected = answer(&run(count(CORNER, "positions", &place, &[])));
    for name in [
        "hello.txt",
        "game.level",
        "ahead-1.level",
        "ahead-x.0.0.level.old",
        "ahead-1.0.level",
        "draft.part",
    ] {
        fs::write(place.join(name), "dear").expect("written");
        let output = run(count(CORNER, "positions", &place, &["--resume"]));
        assert_eq!(refused(&output), ("usage".to_owned(), Some(2)), "{name}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(&format!("it contains another file: {name}")), "{text}");
        assert_eq!(fs::read_to_string(place.join(name)).expect("kept"), "dear");
        fs::remove_file(place.join(name)).expect("removed");
    }
    // Files left behind by a killed process are removed.
    let left = ["level.0.0.part", "arrivals.3.1.part", "levels.part", "ahead-99.0.0.level"];
    for name in left {
        fs::write(place.join(name), "half").expect("written");
    }
    assert_eq!(answer(&run(count(CORNER, "positions", &place, &["--resume"]))), expected);
    for name in left {
        assert!(!place.join(name).exists(), "{name}");
    }
}

/// Writes a manifest with the correct digest.
fn write_manifest(folder: &Path, manifest: &Value) {
    use sha2::{Digest as _, Sha256};
    use std::fmt::Write as _;

    let line = manifest.to_string();
    let digest = Sha256::digest(line.as_bytes()).iter().fold(String::new(), |mut all, byte| {
        let _ = write!(all, "{byte:02x}");
        all
    });
    fs::write(folder.join("levels.json"), format!("{line}\n{digest}\n")).expect("written");
}

#[test]
fn a_folder_in_another_format_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    answer(&run(count(CORNER, "positions", &place, &[])));
    let text = fs::read_to_string(place.join("levels.json")).expect("a manifest");
    let line = text.lines().next().expect("a line");
    let mut manifest: Value = serde_json::from_str(line).expect("an object");
    manifest["format"] = "soliter levels 2".into();
    write_manifest(&place, &manifest);
    let output = run(count(CORNER, "positions", &place, &["--resume"]));
    assert_eq!(refused(&output), ("usage".to_owned(), Some(2)), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("it was written in another format: soliter levels 2"), "{said}");
}

#[test]
fn a_level_that_is_missing_is_not_called_unwritable() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    answer(&run(count(CORNER, "positions", &place, &[])));
    let level = fs::read_dir(&place)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.extension() == Some("level".as_ref()))
        .expect("a level");
    fs::remove_file(&level).expect("removed");
    let output = run(count(CORNER, "positions", &place, &["--resume"]));
    assert_eq!(refused(&output), ("unreadable".to_owned(), Some(2)), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    let name = level.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(text.contains(&name) && text.contains("No such file"), "{text}");
}

#[test]
fn two_processes_do_not_share_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    let mut first = count("boards/wiegleb-central-game", "positions", &place, &["--threads", "1"])
        .stdout(Stdio::null())
        .spawn()
        .expect("soliter starts");
    while !place.join("levels.json").exists() {
        assert!(first.try_wait().expect("a status").is_none(), "it ended");
        thread::sleep(moment(0).min(std::time::Duration::from_millis(20)));
    }
    let second = run(count("boards/wiegleb-central-game", "positions", &place, &["--resume"]));
    first.kill().expect("a running program");
    first.wait().expect("a status");
    assert!(String::from_utf8_lossy(&second.stderr).contains("another process"), "{second:?}");
    assert_eq!(second.status.code(), Some(2));
}

#[test]
fn a_full_disk_leaves_the_last_whole_level() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    // No file may grow beyond 256 blocks of 512 bytes.
    let script = "trap '' XFSZ; ulimit -f 256; exec \"$SOLITER\" count gardner/central-game \
        --what solutions --dir \"$PLACE\" --spill 1MiB --format json";
    let output = Command::new("sh")
        .args(["-c", script])
        .env("SOLITER", env!("CARGO_BIN_EXE_soliter"))
        .env("PLACE", &place)
        .output()
        .expect("sh starts");
    assert_eq!(refused(&output), ("unwritable".to_owned(), Some(2)), "{output:?}");
    let output = run(count("gardner/central-game", "solutions", &place, &["--resume"]));
    assert_eq!(answer(&output)["value"], "40861647040079968");
}

/// The central game forwards from its start, whose levels take 150 MB in memory.
#[cfg(target_os = "linux")]
#[test]
fn the_central_game_fits_64_mib() {
    use wait4::Wait4;

    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("levels");
    let more = ["--threads", "1", "--spill", "16MiB"];
    let mut child = count("gardner/central-game", "positions", &place, &more)
        .stdout(Stdio::piped())
        .spawn()
        .expect("soliter starts");
    let used = child.wait4().expect("a status");
    assert!(used.status.success());
    assert!(used.rusage.maxrss < 64 << 20, "{} bytes", used.rusage.maxrss);
    let told = answer(&run(count("gardner/central-game", "positions", &place, &["--resume"])));
    assert_eq!(told["value"], "187636299");
    assert_eq!(told["classes"], 23_475_688);
}
