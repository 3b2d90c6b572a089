//! The memory that the program takes for games: never more than the limit, plus a twentieth of it, plus 16
//! MiB for the program itself.
#![cfg(target_os = "linux")]

use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The peak resident memory of a process, in KiB; `None` when it has ended.
fn peak(process: &Child) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Solves with a limit, and monitors the memory until the process ends.
fn solve(puzzle: &str, format: &str, mebibytes: u64) -> u64 {
    let limit = (mebibytes as f64 / 1024.0).to_string();
    let mut process = Command::new(env!("CARGO_BIN_EXE_soliter"))
        .args(["solve", puzzle, "--time-limit", "0.3", "--threads", "2", "-q"])
        .args(["--memory-limit", &limit, "--format", format])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("soliter starts");
    let mut most = 0;
    while let Some(now) = peak(&process) {
        most = most.max(now);
        std::thread::sleep(Duration::from_millis(2));
    }
    let exit = process.wait().expect("it ends").code();
    assert!(matches!(exit, Some(0 | 3)), "{puzzle}: {exit:?}");
    most
}

#[test]
fn no_game_takes_more_memory_than_it_may() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("title = \"{name}\"\n{text}")).expect("a file");
        path.to_str().expect("a path").to_owned()
    };
    let ones = vec!["1"; 255].join(", ");
    let puzzles = [
        "pyramid/base-15".to_owned(),
        file("pyramid-23.toml", "model = \"pyramid\"\nbase = 23"),
        file("pyramid-32.toml", "model = \"pyramid\"\nbase = 32"),
        "corridor/9x9-ten-sticks".to_owned(),
        "corridor/caught".to_owned(),
        file("corridor-11.toml", "model = \"corridor\"\nn = 11\npreset = \"passable\""),
        "quoridor/9x9".to_owned(),
        "palisade/four-fives".to_owned(),
        "palisade/thirty-six".to_owned(),
        file("palisade-255.toml", &format!("model = \"palisade\"\ncolumns = [{ones}]")),
    ];
    for puzzle in &puzzles {
        for (mebibytes, format) in [(1, "text"), (10, "json"), (100, "text")] {
            let most = solve(puzzle, format, mebibytes);
            let allowed = (mebibytes * 1024) * 21 / 20 + 16 * 1024;
            println!("{puzzle}, {format}: {most} KiB of {allowed}");
            assert!(most <= allowed, "{puzzle} at {mebibytes} MiB: {most} KiB of {allowed}");
        }
    }
}

/// A picture and a page of a long record are refused in advance, or made within the limit.
#[test]
fn pictures_of_a_long_record_keep_the_limit() {
    use wait4::Wait4 as _;

    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = "title = \"long\"\nmodel = \"corridor\"\nn = 11\nrepetition = 1000\n";
    std::fs::write(folder.path().join("long.toml"), puzzle).expect("a file");
    std::fs::write(folder.path().join("record.txt"), "f2 f10 f1 f11 ".repeat(200)).expect("a file");
    let mut ends = Vec::new();
    for mebibytes in [10_u64, 24, 60] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_soliter"))
            .args(["show", "long.toml", "--solution", "record.txt", "-q"])
            .args(["--svg", "long.svg", "--html", "long.html"])
            .args(["--memory-limit", &(mebibytes as f64 / 1024.0).to_string()])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("soliter starts");
        let used = process.wait4().expect("a status");
        let (most, allowed) = (used.rusage.maxrss >> 10, mebibytes * 1024 * 21 / 20 + 16 * 1024);
        println!("{mebibytes} MiB: {most} KiB of {allowed}");
        assert!(most <= allowed, "{mebibytes} MiB: {most} KiB of {allowed}");
        ends.push(used.status.code());
    }
    assert_eq!((ends[0], ends[2]), (Some(3), Some(0)), "{ends:?}");
    let page = std::fs::read_to_string(folder.path().join("long.html")).expect("a page");
    assert!(page.trim_end().ends_with("</html>"), "it is cut");
    assert_eq!(page.matches("\"caption\"").count(), 2 * 801);
}
