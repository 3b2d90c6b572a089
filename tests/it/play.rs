//! `soliter play` through a pipe and through a pseudo-terminal.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// The output for a complete input, and the exit code.
fn play(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_soliter"))
        .arg("play")
        .args(arguments)
        .args(["--ascii", "--threads", "2"])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("soliter starts");
    // It may end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("soliter ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// The lines that do not belong to boards.
fn said(arguments: &[&str], input: &str) -> Vec<String> {
    let (text, errors, code) = play(arguments, input);
    assert_eq!((errors.as_str(), code), ("", Some(0)));
    let drawn = |line: &str| line.chars().all(|c| matches!(c, ' ' | 'o' | '.'));
    // The title; without --quiet also the caption of the board, and how to get help.
    let greeting = if arguments.contains(&"-q") { 1 } else { 3 };
    text.lines().filter(|line| !drawn(line)).skip(greeting).map(str::to_owned).collect()
}

const LATIN: &str = "gardner/latin-cross";

#[test]
fn a_whole_game_ends_solved() {
    let lines = said(&[LATIN], "45-25\n43-45, 55-35\n1. 25x45\n46 -> 44\nmoves\nquit\n45-25\n");
    assert_eq!(
        lines,
        [
            "1 jump, 1 move, 5 pegs",
            "3 jumps, 3 moves, 3 pegs",
            "4 jumps, 4 moves, 2 pegs",
            "5 jumps, 5 moves, 1 peg",
            "solved: 5 jumps in 5 moves",
            "1. 45-25",
            "2. 43-45",
            "3. 55-35",
            "4. 25-45",
            "5. 46-44",
        ]
    );
}

#[test]
fn the_picture_shows_the_position() {
    let (text, _, _) = play(&[LATIN], "45-25\n");
    let expected = "\
Latin cross, 5 jumps, finish: 44

start
    . . .
    . o .
. . o o o . .
. . . o . . .
. . . o . . .
    . . .
    . . .

Type help for the commands.

1 jump, 1 move, 5 pegs
    . . .
    . o .
. o . . o . .
. . . o . . .
. . . o . . .
    . . .
    . . .

";
    assert_eq!(text, expected);
}

#[test]
fn a_jump_that_loses_is_said_and_can_be_taken_back() {
    let lines = said(&["-q", LATIN], "45-47\nhint\nundo\nhint\nredo\nundo 9\n");
    assert_eq!(
        lines,
        [
            "45-47 made the puzzle impossible; undo takes it back",
            "no jump leads to the finish from here; undo 1 returns to a position that can be solved",
            "took back 1 jump",
            "45-65 keeps the finish within reach, as 2 of the 4 possible jumps do",
            "made 1 jump again",
            "45-47 made the puzzle impossible; undo takes it back",
            "took back 1 jump",
        ]
    );
    let lines = said(&["-q", "impossible/44-to-43"], "hint\n");
    assert_eq!(
        lines,
        ["this puzzle has no solution from its start", "no jump helps: the puzzle has no solution"]
    );
    // Several jumps are made together, and the one that lost the game is named.
    let lines = said(&["-q", LATIN], "45-47, 43-45\nundo\nundo\n");
    assert_eq!(lines[0], "45-47 made the puzzle impossible; undo takes it back");
    assert_eq!(lines.len(), 3, "it is said once: {lines:?}");
    let lines = said(&["-q", LATIN], "45-65, 44-42, 35-25\n46-44, 44-42\n");
    assert_eq!(lines.len(), 2, "{lines:?}");
}

#[test]
fn solving_goes_on_from_here() {
    let lines = said(&["-q", LATIN], "45-25\nsolve\n43-45, 55-35, 25-45, 46-44\nsolve\nhint\n");
    assert_eq!(
        lines,
        [
            "4 moves from here: 43-45, 55-35, 25-45, 46-44",
            "solved: 5 jumps in 5 moves",
            "the finish is reached",
            "the finish is reached",
        ]
    );
}

#[test]
fn faults_are_said_and_change_nothing() {
    let input = "46-44\n45-25, 25-45\nhnit\nabracadabra\n45\n4\u{0}5\n45-\nundo x\nsave\nload\n\
                 load nowhere.txt\nnotation x\nmoves\n";
    let (text, errors, code) = play(&["-q", LATIN], input);
    assert_eq!(code, Some(0));
    let said: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(
        said,
        [
            "46-44: hole 44 is occupied",
            "25-45: hole 35 is empty, so there is nothing to jump over",
            "no command is called hnit: did you mean hint?",
            "no command is called abracadabra: help lists them",
            "a move needs at least two holes, and 45 is one (write a jump as 37-57)",
            "no hole is called 4 (did you mean 41? (column-row))",
            "the hole to land in is missing (write a jump as 37-57)",
            "undo takes a number, or nothing",
            "say where: save FILE",
            "say which record: load FILE",
            "no notation is called \"x\"; known are: column-row, row-column, letter-row, letter-rank, number, number0, letters",
            "# no jump yet",
        ]
    );
    assert!(errors.contains("nowhere.txt"), "{errors}");
}

#[test]
fn other_notations_are_understood_where_they_mean_one_thing() {
    let lines = said(&["-q", LATIN], "d3-b3\nnotation letter-row\nd5-d3\nmoves\n");
    assert_eq!(
        lines,
        [
            "read as letter-row: 45-25",
            "holes are called c1, d1, e1, ..., e7",
            "1. d3-b3",
            "2. d5-d3",
        ]
    );
    // A jump in another notation that is illegal here is explained in the puzzle's.
    let lines = said(&["-q", LATIN], "45-25\nd3-b3\n10-8\nd9-b9\n");
    let empty = "45-25: hole 45 is empty, so there is no peg to move";
    let unknown = "no hole is called d9 (holes are called 37, 47, 57, ..., 51 (column-row))";
    assert_eq!(lines, [empty, empty, unknown]);
    let lines = said(&["-q", LATIN, "--notation", "number"], "10-8\nmoves\n");
    assert_eq!(lines, ["1. 10-8"]);
}

#[test]
fn a_saved_record_is_what_check_and_load_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my record.txt");
    let shown = path.to_string_lossy();
    let input =
        format!("45-25, 43-45, 55-35, 25-45, 46-44\nsave {shown}\nrestart\nload {shown}\nmoves\n");
    let lines = said(&["-q", LATIN], &input);
    assert!(lines.contains(&"5. 46-44".to_owned()), "{lines:?}");
    let check = Command::new(env!("CARGO_BIN_EXE_soliter"))
        .args(["check", LATIN, &shown, "-q"])
        .output()
        .expect("soliter runs");
    assert_eq!(check.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&check.stdout).starts_with("correct: 5 jumps in 5 moves"));
    // The legal part of an illegal record is loaded.
    std::fs::write(&path, "45-25, 44-41").expect("a file");
    let lines = said(&["-q", LATIN], &format!("load {shown}\nmoves\n"));
    assert!(
        lines[0].ends_with(
            "loaded the first 1 jump of it; the next is wrong: `soliter check` says why"
        )
    );
    assert_eq!(lines.last().map(String::as_str), Some("1. 45-25"));
}

#[test]
fn any_input_ends_well() {
    let mut noise = vec![b'x'; 100_000];
    noise.extend_from_slice(
        b"\n\xff\xfe\n-\n,,,\n#\n\r\n45-25-\n99999999999999999999\nundo 99999999999999999999999\n",
    );
    noise.extend("46-44-".repeat(20_000).bytes());
    let mut child = Command::new(env!("CARGO_BIN_EXE_soliter"))
        .args(["play", LATIN, "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("soliter starts");
    let _ = child.stdin.take().expect("a pipe").write_all(&noise);
    assert_eq!(child.wait().expect("soliter ends").code(), Some(0));
    let (_, errors, code) = play(&["--format", "json", LATIN], "");
    assert_eq!(code, Some(2));
    assert!(errors.contains("play is interactive"));
}

#[cfg(unix)]
#[test]
fn on_a_terminal_lines_are_edited_and_remembered() -> Result<(), rexpect::error::Error> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(["play", LATIN, "--color", "never", "--threads", "2"]).env("TERM", "xterm");
    let mut session = rexpect::session::spawn_command(command, Some(20_000))?;
    session.exp_string("Type help for the commands.")?;
    session.exp_string("> ")?;
    // A wrong letter, removed with backspace.
    session.send("45-2x\u{7f}5\r")?;
    session.flush()?;
    session.exp_string("1 jump, 1 move, 5 pegs")?;
    session.exp_string("> ")?;
    session.send("undo\r")?;
    session.flush()?;
    session.exp_string("took back 1 jump")?;
    session.exp_string("> ")?;
    // The up arrow twice: the jump again.
    session.send("\u{1b}[A\u{1b}[A\r")?;
    session.flush()?;
    session.exp_string("1 jump, 1 move, 5 pegs")?;
    session.exp_string("> ")?;
    // Ctrl-C does not end the game, Ctrl-D does.
    session.send_control('c')?;
    session.exp_string("quit or Ctrl-D ends the game")?;
    session.exp_string("> ")?;
    session.send("hint\r")?;
    session.flush()?;
    session.exp_string("keeps the finish within reach")?;
    session.exp_string("> ")?;
    session.send_control('d')?;
    session.exp_eof()?;
    Ok(())
}

/// A signal that is not a key ends the program like any other, and the terminal is restored for the shell.
#[cfg(unix)]
#[test]
fn a_signal_at_the_prompt_ends_the_game() -> Result<(), rexpect::error::Error> {
    use rexpect::process::{Signal, WaitStatus};

    let script = r#"echo "shell $$."; "$SOLITER" play "$PUZZLE" --color never; stty -a"#;
    for signal in [Signal::SIGHUP, Signal::SIGTERM] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
        command.args(["play", LATIN, "--color", "never"]).env("TERM", "xterm");
        let mut session = rexpect::session::spawn_command(command, Some(20_000))?;
        session.exp_string("> ")?;
        session.process_mut().signal(signal)?;
        session.exp_eof()?;
        let ended = session.process().wait()?;
        assert!(matches!(ended, WaitStatus::Exited(_, 3)), "{signal}: {ended:?}");
    }
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command.env("SOLITER", env!("CARGO_BIN_EXE_soliter")).env("PUZZLE", LATIN).env("TERM", "xterm");
    let mut session = rexpect::session::spawn_command(command, Some(20_000))?;
    session.exp_string("shell ")?;
    // The signal is sent to the program, not to the shell that waits for it.
    let shell = session.exp_string(".")?;
    session.exp_string("> ")?;
    let killed = Command::new("pkill").args(["-TERM", "-P", &shell, "soliter"]).status();
    assert!(killed.expect("pkill starts").success());
    session.exp_string(" icanon")?;
    session.exp_string(" echo")?;
    Ok(())
}
