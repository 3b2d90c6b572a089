//! Counts with their levels on disk: killed and gone on with, damaged, on a full disk, in little memory.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

#[path = "common/interruption.rs"]
#[allow(dead_code, reason = "only moments are asked for")]
mod interruption;

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

fn run(mut command: Command) -> Output {
    command.output().expect("soliter starts")
}

/// The answer without the time it took.
fn answer(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    let mut value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    value.as_object_mut().expect("an object").remove("seconds");
    value
}

/// The reason of a fault, and its exit code.
fn refused(output: &Output) -> (String, Option<i32>) {
    let value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    (value["error"]["reason"].as_str().unwrap_or("").to_owned(), output.status.code())
}

/// Small levels, and a few files.
const CORNER: &str = "gardner/lamp";

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
        for round in 0..6 {
            let threads = ["1", "2"][round % 2];
            let more = ["--resume", "--threads", threads, "--spill", "1MiB"];
            let mut child = count(puzzle, what, &place, &more)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("soliter starts");
            thread::sleep(moment((7 * number + round) as u64));
            // SIGKILL; it may have ended before.
            let _ = child.kill();
            child.wait().expect("a status");
        }
        let last = answer(&run(count(puzzle, what, &place, &["--resume"])));
        assert_eq!(last, expected, "{puzzle} {what}");
        let held: Vec<_> = fs::read_dir(&place).expect("a folder").collect();
        assert!(held.len() < 80, "{held:?}");
    }
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
        (CORNER, "games", &["--resume"], "it holds positions of"),
        ("gardner/inclined-square", "positions", &["--resume"], "name another folder"),
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
    // A file where the folder should be, and what --dir does not go with.
    let output = run(count(CORNER, "positions", &own.join("letter.txt"), &[]));
    assert_eq!(refused(&output).1, Some(2));
    assert_eq!(refused(&run(count(CORNER, "minimal", &place, &[]))).1, Some(2));
    assert_eq!(refused(&run(count(CORNER, "perft", &place, &[]))).1, Some(2));
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
