//! SIGINT and SIGTERM, in turn, at several moments in every long command: it ends soon, with one of its exit
//! codes, without a panic, and no file is left incomplete.
#![cfg(target_os = "linux")]

use crate::common::interruption;
use crate::common::running;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use interruption::{MOST_SECONDS, moment};
use running::Running;

/// The number of commands that run at the same time.
const AT_ONCE: usize = 3;

/// A long command, and its standard input, which stays open.
struct Long {
    arguments: &'static str,
    input: &'static str,
    /// The file that it writes, and the end of a complete file.
    output: Option<(&'static str, &'static str)>,
}

const fn long(arguments: &'static str) -> Long {
    Long { arguments, input: "", output: None }
}

const fn told(arguments: &'static str, input: &'static str) -> Long {
    Long { arguments, input, output: None }
}

const fn writing(arguments: &'static str, file: &'static str, end: &'static str) -> Long {
    Long { arguments, input: "", output: Some((file, end)) }
}

const COMMANDS: [Long; 30] = [
    long("solve boards/wiegleb-central-game"),
    long("solve boards/wiegleb-central-game --format json --threads 1"),
    long("solve gardner/central-game --method dfs --format json"),
    long("solve gardner/central-game --method milp --format json"),
    long("solve gardner/central-game --method milp --formulation by-jump"),
    long("solve pyramid/base-15 --format json"),
    long("solve corridor/caught"),
    long("solve quoridor/9x9 --format json"),
    long("solve palisade/four-fives --format json"),
    long("count french/46-to-45 --what games"),
    long("count gardner/central-game --what positions --format json"),
    long("count pyramid/base-15 --what perft --depth 12"),
    long("count corridor/9x9-ten-sticks --what perft --depth 8 --format json"),
    long("count quoridor/9x9 --what perft --depth 6"),
    long("count palisade/four-fives --what perft --depth 9 --format json"),
    long("run solitaire --data gardner/lamp --format json"),
    long("check boards/wiegleb-central-game --moves 45-25 --format json"),
    long("check quoridor/9x9 walk.txt --analyse --format json"),
    writing("certify boards/wiegleb-central-game -o out.cert", "out.cert", ""),
    writing("export boards/wiegleb-central-game --to lp -o out.lp", "out.lp", "end\n"),
    writing(
        "export gardner/central-game --formulation by-jump --to mps -o out.mps",
        "out.mps",
        "ENDATA\n",
    ),
    writing(
        "show quoridor/9x9 --solution walk.txt --svg out.svg --format json",
        "out.svg",
        "</svg>\n",
    ),
    writing("show quoridor/9x9 --solution walk.txt --html out.html", "out.html", "</html>\n"),
    long("serve --port 0"),
    long("play gardner/central-game"),
    told("play boards/wiegleb-central-game", "hint\nsolve\n"),
    told("play pyramid/base-15", "hint\nsolve\n"),
    told("play corridor/9x9-ten-sticks", "hint\nsolve\n"),
    told("play quoridor/9x9", "hint\nsolve\n"),
    told("play palisade/four-fives", "hint\nsolve\n"),
];

/// Two pawns that walk back and forth along their own rows, which they cover in different times, as long as no
/// position occurs for the third time.
fn walk() -> String {
    let along = |step: usize, last: usize| {
        // From e to the end of the row, and then back and forth.
        let at = (4 + step) % (2 * last);
        char::from(b'a' + u8::try_from(at.min(2 * last - at)).expect("a column"))
    };
    let turn = |step| format!("{}1 {}9\n", along(step, 8), along(step, 7));
    (1..=110).map(turn).collect()
}

#[test]
fn signals_end_every_long_command_soon_and_tidily() {
    interrupt_all(2);
}

/// `cargo test --release --test measured signals:: -- --ignored`
#[test]
#[ignore = "takes a minute and a half"]
fn signals_at_many_moments() {
    interrupt_all(20);
}

fn interrupt_all(times: u64) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(command) = COMMANDS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    interrupt(command, times);
                }
            });
        }
    });
}

fn interrupt(command: &Long, times: u64) {
    let name = command.arguments;
    let mut worst: f64 = 0.0;
    let mut codes = std::collections::BTreeMap::new();
    for number in 0..times {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        fs::write(path.join("walk.txt"), walk()).expect("a file");
        let stdout = File::create(path.join("stdout")).expect("a file");
        let stderr = File::create(path.join("stderr")).expect("a file");
        let arguments: Vec<&str> = name.split(' ').collect();
        let mut running = Running::start(path, &arguments, |command| {
            command.stdout(stdout).stderr(stderr);
        });
        let mut input = running.0.stdin.take().expect("a pipe");
        input.write_all(command.input.as_bytes()).expect("it listens");
        running.catches();
        std::thread::sleep(moment(number) / 2);
        let clock = Instant::now();
        running.signal(if number % 2 == 0 { "INT" } else { "TERM" });
        let exit = running.ended();
        worst = worst.max(clock.elapsed().as_secs_f64());
        // The answer may have come before the signal; no input here is invalid.
        assert!(matches!(exit, Some(0 | 1 | 3)), "{name}: {exit:?}");
        *codes.entry(exit).or_insert(0) += 1;
        tidy(path, command);
    }
    println!("{worst:5.2} s, exit codes {codes:?}: {name}");
    assert!(worst < MOST_SECONDS, "{worst} s: {name}");
}

/// No file is incomplete, and no temporary file is left over.
fn tidy(folder: &Path, command: &Long) {
    let name = command.arguments;
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("a text");
    let errors = read("stderr");
    assert!(!errors.contains("panicked"), "{name}: {errors}");
    let printed = read("stdout");
    assert!(printed.is_empty() || printed.ends_with('\n'), "{name}: {printed}");
    if name.contains("json") {
        for line in printed.lines() {
            let object: serde_json::Value = serde_json::from_str(line).expect(line);
            assert_eq!(object["schema"], 1, "{name}: {line}");
        }
        assert!(!printed.is_empty(), "{name}: no object");
    }
    for file in fs::read_dir(folder).expect("a folder") {
        let file = file.expect("a file").file_name().to_string_lossy().into_owned();
        let output = command.output.filter(|(own, _)| *own == file);
        let known = ["walk.txt", "stdout", "stderr"].contains(&file.as_str());
        assert!(known || output.is_some(), "{name}: {file} is left");
        if let Some((file, end)) = output {
            let bytes = fs::read(folder.join(file)).expect("a file");
            assert!(!bytes.is_empty() && bytes.ends_with(end.as_bytes()), "{name}: torn");
        }
    }
}
