//! `--quiet` prints one line for each answer, whatever the command and the answer.

use std::path::Path;
use std::process::{Command, Stdio};

/// Commands with their exit codes. `PROBLEM` is a puzzle, and `DIR` a new folder.
const COMMANDS: &[(&str, i32)] = &[
    ("solve PROBLEM", 0),
    ("solve PROBLEM --threads 99", 0),
    ("solve gardner/greek-cross --solutions 3", 0),
    ("solve impossible/edge8", 1),
    ("solve gardner/central-game --method search --memory-limit 0.0001", 3),
    ("solve corridor/3x3-two-sticks", 0),
    ("solve no-such-puzzle", 2),
    ("solve tests/bad/many-faults.toml", 2),
    ("solve --no-such-option", 2),
    ("no-such-command", 2),
    ("certify PROBLEM -o DIR/a.layers", 0),
    ("verify DIR/a.layers", 0),
    ("verify DIR/a.layers gardner/greek-cross", 1),
    ("verify tests/bad/empty.toml", 2),
    ("survey square4", 0),
    ("survey graphs tests/bad/graphs/edge-twice.txt", 2),
    ("survey graphs DIR/graphs.txt -o DIR/graphs.csv", 0),
    ("solve PROBLEM --survivor 45", 1),
    ("solve triangle15/31-to-55 --watch 55", 0),
    ("army square6 --rows 1", 0),
    ("army square6 --rows 5", 1),
    ("generate english --finish 44 --pegs 9..9", 0),
    ("generate english --finish 44 --pegs 3..4", 1),
    ("check PROBLEM", 0),
    ("check PROBLEM --moves 34-32,54-34,35-33,32-34,24-44", 0),
    ("check PROBLEM --moves 45-25", 1),
    ("check PROBLEM --moves 45-25,done", 1),
    ("check PROBLEM --moves 45-25,43-45,35-55", 1),
    ("check PROBLEM --moves 45-25,4z", 2),
    ("check PROBLEM --moves done", 2),
    ("check DIR/fewest.toml --moves 45-25", 1),
    ("check DIR/most.toml --moves 45-25", 1),
    ("check corridor/4x4-border --moves c2", 0),
    ("check corridor/3x3-two-sticks --moves c1 --analyse", 0),
    ("check corridor/4x4-border --moves c2,c9", 1),
    ("count PROBLEM", 0),
    ("count PROBLEM --what positions --by moves", 0),
    ("count PROBLEM --what shortest", 0),
    ("count PROBLEM --what games", 0),
    ("count PROBLEM --what dead-ends", 0),
    ("count PROBLEM --what sweeps", 0),
    ("count corridor/4x4-border --what perft", 0),
    ("show PROBLEM", 0),
    ("show english", 0),
    ("show PROBLEM --solution DIR/right.txt", 0),
    ("show PROBLEM --solution DIR/wrong.txt", 1),
    ("show corridor/4x4-border", 0),
    ("show corridor/4x4-border --solution DIR/game.txt", 0),
    ("show corridor/4x4-border --solution DIR/wrong-game.txt", 1),
    ("play PROBLEM", 0),
    ("play corridor/4x4-border", 0),
    ("site DIR/site --puzzles gardner/latin", 0),
    ("rules english", 0),
    ("rules pyramid", 0),
    ("list", 0),
    ("list no-such-word", 2),
];

/// Commands that need HiGHS.
#[cfg(feature = "milp")]
const PROGRAMS: &[(&str, i32)] = &[
    ("run magic-square", 0),
    ("run magic-square --all 3", 0),
    ("run river-crossing --set Crossings=5", 1),
    ("run tests/bad/np/append-in-class.np", 2),
    ("certify PROBLEM --bound DIR/a.bound", 0),
    ("verify DIR/a.bound PROBLEM", 0),
];
#[cfg(not(feature = "milp"))]
const PROGRAMS: &[(&str, i32)] = &[];

/// These print a document, and the server prints an address for each way to it.
const OTHERS: [&str; 5] = ["export", "completions", "man", "help", "serve"];

#[test]
fn every_command_prints_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    files(folder.path());
    let mut wrong = Vec::new();
    for (command, code) in COMMANDS.iter().chain(PROGRAMS) {
        let command = command.replace("PROBLEM", "gardner/latin-cross");
        let command = command.replace("DIR", folder.path().to_str().expect("a name"));
        let output = Command::new(env!("CARGO_BIN_EXE_soliter"))
            .args(command.split(' '))
            .arg("-q")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .output()
            .expect("it runs");
        let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
        if text.lines().count() != 1 || output.status.code() != Some(*code) {
            wrong.push(format!("{command}: {:?}\n{text}", output.status.code()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn files(folder: &Path) {
    let own = |finish: &str| {
        format!(
            "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = {finish}\n"
        )
    };
    for (name, text) in [
        ("fewest.toml", &*own("{ pegs = 'fewest' }")),
        ("most.toml", &*own("{ pegs = 'most' }")),
        ("right.txt", "45-25, 43-45, 55-35, 25-45, 46-44"),
        ("wrong.txt", "45-25, 43-45, 35-55"),
        ("game.txt", "c2"),
        ("wrong-game.txt", "c2 c9"),
        ("graphs.txt", "0-1 1-2\n"),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
}

#[test]
fn no_command_is_forgotten() {
    let overview = include_str!("../../src/cli/help/overview.txt");
    let commands = overview.lines().filter_map(|line| line.strip_prefix("  "));
    // Lines with more blanks are examples.
    let commands = commands.filter(|line| !line.starts_with(' ')).filter_map(|line| {
        let (name, _) = line.split_once("  ")?;
        Some(name)
    });
    let tried = |name: &str| {
        let all = COMMANDS.iter().chain(PROGRAMS);
        all.map(|(command, _)| command.split(' ').next()).any(|first| first == Some(name))
    };
    for name in commands {
        let needs_highs = cfg!(not(feature = "milp")) && name == "run";
        assert!(tried(name) || OTHERS.contains(&name) || needs_highs, "{name}");
    }
}
