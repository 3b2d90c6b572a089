//! The limits of the program, measured from outside: the memory that its process takes, the time until it
//! ends, and how soon it reacts to a signal. The measurements go to standard output
//! (`cargo test --release --test measured memory:: -- --nocapture`).

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::common::interruption;

use interruption::{MOST_SECONDS, moment};

const MIB: u64 = 1 << 20;

/// Puzzles for which the limits in this file are not enough, or barely enough.
const PUZZLES: &[(&str, &str)] = &[
    ("central", "model = 'english'\nstart = { all_but = ['44'] }\nfinish = ['44']"),
    ("corner", "model = 'english'\nstart = { all_but = ['37'] }\nfinish = { pegs = 1 }"),
    ("french", "model = 'french'\nstart = { all_but = ['46'] }\nfinish = ['45']"),
    ("wiegleb", "model = 'wiegleb'\nstart = { all_but = ['55'] }\nfinish = ['55']"),
    (
        "diagonals",
        "model = 'english'\ndirections = 'all'\nstart = { all_but = ['44'] }\nfinish = ['44']",
    ),
    (
        "full",
        "model = 'square8'\ndirections = 'all'\nstart = { all_but = ['11'] }\nfinish = { pegs = 1 }",
    ),
    ("reverse", "model = 'english'\nreverse = true\nstart = ['44']\nfinish = { pegs = 32 }"),
];

/// A board of 64 holes.
const SQUARE8: &str = "kind = 'peg-solitaire'\ntitle = 'Square of eight'\nboard = '''\noooooooo\n\
    oooooooo\noooooooo\noooooooo\noooooooo\noooooooo\noooooooo\noooooooo\n'''\nlattice = 'square'\n";

/// The commands to run, with a `*` before the name of a puzzle.
const COMMANDS: &[&str] = &[
    "solve *central",
    "solve *french",
    "solve *wiegleb",
    "solve *diagonals",
    "solve *full",
    "solve *reverse",
    "solve *central --method milp",
    "solve *diagonals --method milp",
    "solve *full --method milp",
    "solve *central --method milp --formulation by-jump",
    "solve *central --method dfs",
    "solve *wiegleb --method dfs",
    "solve *corner --prove",
    "solve *corner --solutions 100000",
    "count *corner --what positions",
    "count *wiegleb --what positions",
    "count *central --what solutions",
    "count *wiegleb --what games",
    "count *central --what shortest",
    "export *central --to lp -o /dev/null",
    "check *central --moves 46-44",
];

/// A folder with the puzzles.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("square8.toml"), SQUARE8).expect("a model");
    for (name, text) in PUZZLES {
        let text = text.replace("'square8'", "'square8.toml'");
        std::fs::write(folder.path().join(format!("{name}.toml")), text).expect("a puzzle");
    }
    folder
}

fn spawn(folder: &Path, command: &str, options: &[&str]) -> Child {
    let arguments = command.split(' ').map(|word| match word.strip_prefix('*') {
        Some(name) => format!("{}/{name}.toml", folder.display()),
        None => word.to_owned(),
    });
    Command::new(env!("CARGO_BIN_EXE_soliter"))
        .args(arguments)
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// The peak memory of a run, its seconds and its exit code. (A new process begins with the memory of this
/// one, so computations inside this process are in another file.)
fn measure(folder: &Path, command: &str, options: &[&str]) -> (u64, f64, Option<i32>) {
    let clock = Instant::now();
    let usage = spawn(folder, command, options).wait4().expect("the program ends");
    (usage.rusage.maxrss, clock.elapsed().as_secs_f64(), usage.status.code())
}

#[test]
fn memory_and_time_stay_within_a_mebibyte() {
    stay_within(1);
}

#[test]
fn memory_and_time_stay_within_a_hundred() {
    stay_within(100);
}

/// Measures memory and time of every command, with a limit of this many MiB and of one second.
fn stay_within(limit: u32) {
    let folder = folder();
    let (base, ..) = measure(folder.path(), "list", &[]);
    println!("the program itself: {:.1} MiB", base as f64 / MIB as f64);
    let mut faults = Vec::new();
    let gib = (f64::from(limit) / 1024.0).to_string();
    let options = ["--memory-limit", gib.as_str(), "--time-limit", "1"];
    for command in COMMANDS {
        let (peak, seconds, code) = measure(folder.path(), command, &options);
        let beyond = peak.saturating_sub(base) as f64 / MIB as f64 - f64::from(limit);
        println!("{limit:4} MiB {beyond:+7.1} {seconds:5.2} s {code:?} {command}");
        let most = f64::from(limit) * 0.05 + 16.0;
        if beyond > most || seconds > 11.0 || !matches!(code, Some(0 | 1 | 3)) {
            faults.push(format!("{limit} MiB: {command}: {beyond:+.1} {seconds:.1} s {code:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_program_answers_ctrl_c_and_terminate() {
    let folder = folder();
    let long = [
        "solve *wiegleb",
        "solve *central --method milp",
        "solve *diagonals --method milp",
        "solve *central --method milp --formulation by-jump",
        "solve *full --method milp",
        "solve *wiegleb --method dfs",
        "count *wiegleb --what games",
        "count *central --what shortest",
        "solve *french",
        "solve *full",
    ];
    let options = ["--memory-limit", "1", "--time-limit", "60"];
    let mut worst = (0.0, "");
    for (number, command) in (0..).zip(long) {
        let mut child = spawn(folder.path(), command, &options);
        std::thread::sleep(moment(number));
        let signal = if number % 2 == 0 { "-INT" } else { "-TERM" };
        let clock = Instant::now();
        // The process may have ended by itself.
        let _ = Command::new("kill").args([signal, &child.id().to_string()]).status();
        while child.try_wait().expect("a status").is_none() {
            if clock.elapsed() > Duration::from_secs(90) {
                child.kill().expect("the program ends");
                panic!("{command} does not answer {signal}");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let seconds = clock.elapsed().as_secs_f64();
        println!("{seconds:5.2} s after {:4} ms: {command}", moment(number).as_millis());
        assert!(seconds < MOST_SECONDS, "{seconds} s: {command}");
        if seconds > worst.0 {
            worst = (seconds, command);
        }
    }
    println!("the slowest answer: {worst:?}");
}

/// Files of 3 GiB, nearly all of which is a hole: nothing but zeros, or zeros after a valid beginning. The
/// size, the head and each line are checked before more is read.
#[test]
fn a_large_certificate_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/good");
    let read = |name: &str| std::fs::read(good.join(name)).expect("a certificate");
    let layers = read("latin-cross.layers");
    let head: Vec<u8> = String::from_utf8_lossy(&layers).replace("F 1 3", "F 3000000000 3").into();
    let (clauses, proof) = (read("two-variables.cnf"), read("two-variables.lrat"));
    let files: [(&str, &[u8], u64); 9] = [
        ("zeros.layers", b"", 3),
        ("after.layers", &layers, 3),
        ("many.layers", &head, 3),
        ("proof.cnf", &clauses, 0),
        ("proof.lrat", &proof, 3),
        ("zeros.cnf", &clauses, 0),
        ("zeros.lrat", b"", 3),
        ("clauses.cnf", b"", 3),
        ("clauses.lrat", &proof, 0),
    ];
    for (name, text, gib) in files {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        if gib > 0 {
            let file = std::fs::File::options().write(true).open(&path).expect("the file");
            file.set_len(gib << 30).expect("a hole");
        }
    }
    let (base, ..) = measure(folder.path(), "list", &[]);
    let is_clauses = |name: &str| Path::new(name).extension().is_some_and(|end| end == "cnf");
    for (name, ..) in files.iter().filter(|(name, ..)| !is_clauses(name)) {
        let command = format!("verify {}/{name}", folder.path().display());
        let (peak, _, code) = measure(folder.path(), &command, &[]);
        let beyond = peak.saturating_sub(base) / MIB;
        assert_eq!(code, Some(1), "{name}");
        assert!(beyond <= 48, "{name}: {beyond} MiB");
    }
}
