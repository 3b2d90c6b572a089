//! Failures outside the program: closed pipes, full disks, pipes that nobody writes to, signals, names that are not
//! valid text; and how they are reported to other programs.

#[cfg(target_os = "linux")]
use crate::common::running;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_soliter");
const LATIN: &str = "gardner/latin-cross";

fn soliter(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").output().expect("it runs")
}

fn code(output: &Output) -> Option<i32> {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{errors}");
    output.status.code()
}

/// The objects on standard output, each checked for its schema.
fn objects(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    let objects = text.lines().map(|line| serde_json::from_str(line).expect(line));
    objects.inspect(|object: &Value| assert_eq!(object["schema"], 1, "{object}")).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder");
    files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn every_outcome_is_an_object() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("faulty.toml"), "model = 'english'\nstart = 1\nfinish = 2\n")
        .expect("a file");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["solve", "nothing"], 2, "not-found"),
        (&["solve", "44-to-44"], 2, "ambiguous-name"),
        (&["solve", "."], 2, "unreadable"),
        (&["solve", "faulty.toml"], 2, "invalid-text"),
        (&["solve"], 2, "usage"),
        (&["solve", LATIN, "--time-limit", "soon"], 2, "usage"),
        (&["solve", LATIN, "--svg", "-"], 2, "usage"),
        (&["solve", LATIN, "--svg", "none/out.svg"], 2, "unwritable"),
        #[cfg(feature = "milp")]
        (&["solve", "pyramid/base-5", "--method", "milp"], 2, "unfit"),
        (&["count", "pyramid/base-5", "--what", "solutions"], 2, "unfit"),
        (&["count", "gardner/central-game", "--time-limit", "0"], 3, "limit"),
        (&["check", LATIN, "none"], 2, "not-found"),
        (&["show", "pyramid/base-5", "--solution", "faulty.toml"], 2, "unreadable-solution"),
        (&["show", LATIN, "--solution", "faulty.toml"], 2, "unreadable-solution"),
        (&["export", LATIN, "--to", "pddl"], 2, "usage"),
        (&["play", LATIN], 2, "usage"),
    ];
    for (arguments, exit, reason) in cases {
        let output = soliter(folder.path(), &[arguments, &["--format", "json"][..]].concat());
        assert_eq!(code(&output), Some(*exit), "{arguments:?}");
        let objects = objects(&output);
        assert_eq!(objects.len(), 1, "{arguments:?}: {objects:?}");
        let error = &objects[0]["error"];
        assert_eq!(error["reason"], *reason, "{arguments:?}: {error}");
        assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{error}");
    }
    let faulty = soliter(folder.path(), &["solve", "faulty.toml", "--format=json"]);
    let object = &objects(&faulty)[0];
    let error = &object["error"];
    assert_eq!((&object["puzzle"], &error["file"]), (&"faulty.toml".into(), &"faulty.toml".into()));
    assert_eq!((&error["line"], &error["column"]), (&2.into(), &9.into()));
    assert_eq!(object["errors"].as_array().map(Vec::len), Some(2));
}

#[test]
fn twenty_faults_are_listed_and_the_others_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let holes: Vec<String> = (0..30).map(|number| format!("'x{number}'")).collect();
    let text = format!("model = 'english'\nstart = [{}]\nfinish = ['44']\n", holes.join(", "));
    std::fs::write(folder.path().join("many.toml"), text).expect("a file");
    let output = soliter(folder.path(), &["solve", "many.toml", "--format", "json"]);
    assert_eq!(code(&output), Some(2));
    let object = &objects(&output)[0];
    assert_eq!(object["errors"].as_array().map(Vec::len), Some(20));
    assert_eq!(object["more"], 10);
}

#[test]
fn a_batch_has_an_object_a_file_in_order_and_the_gravest_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let (no, late) = ("french/44-to-44", "boards/wiegleb-central-game");
    let batches: [(&[&str], i32); 5] = [
        (&[LATIN, LATIN], 0),
        (&[no, LATIN], 1),
        (&[late, no, LATIN], 3),
        (&["nothing", LATIN, no], 2),
        (&[LATIN, late, "nothing", no], 2),
    ];
    for (files, exit) in batches {
        let limits = ["--format", "json", "--time-limit", "2", "--method", "search"];
        // The limit stops the long puzzle; the others are answered at once.
        let output = soliter(folder.path(), &[&["solve"], files, &limits].concat());
        assert_eq!(code(&output), Some(exit), "{files:?}");
        let told: Vec<Value> = objects(&output).iter().map(|one| one["puzzle"].clone()).collect();
        assert_eq!(told, files, "{files:?}");
    }
}

#[test]
fn options_that_a_game_has_no_use_for_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let options: [&[&str]; 7] = [
        &["--method", "auto"],
        &["--formulation", "by-move"],
        &["--prove"],
        &["--solutions", "2"],
        &["--notation", "letter-row"],
        &["--solutions", "0"],
        &["--threads", "0"],
    ];
    for option in options {
        let output = soliter(folder.path(), &[&["solve", "pyramid/base-4"], option].concat());
        assert_eq!(code(&output), Some(2), "{option:?}");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains(option[0]), "{errors}");
    }
    let plot = ["count", "pyramid/base-4", "--what", "perft", "--svg", "out.svg"];
    assert_eq!(code(&soliter(folder.path(), &plot)), Some(2));
    let planning = ["export", LATIN, "--to", "pddl", "--moves", "5"];
    assert_eq!(code(&soliter(folder.path(), &planning)), Some(2));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn outputs_are_refused_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    std::fs::create_dir(path.join("plans.domain.pddl")).expect("a folder");
    std::fs::copy("puzzles/gardner/latin-cross.toml", path.join("in")).expect("a file");
    let cases: &[&[&str]] = &[
        &["solve", LATIN, "--svg", "a.png"],
        &["solve", LATIN, "--html", "a.svg"],
        &["solve", LATIN, "--svg", "out", "--html", "./out"],
        &["solve", LATIN, "--svg", "none/a.svg"],
        &["solve", "in", "--svg", "./in"],
        &["show", "in", "--html", "in"],
        &["count", LATIN, "--svg", "."],
        &["export", LATIN, "--to", "lp", "-o", "a.mps"],
        &["export", LATIN, "--to", "pddl", "-o", "plans"],
        #[cfg(feature = "milp")]
        &["run", "send-more-money", "--lp", "a.mps"],
        #[cfg(feature = "milp")]
        &["run", "send-more-money", "--lp", "none/a.lp"],
    ];
    for arguments in cases {
        let output = soliter(path, arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let mut left = names(path);
    left.sort();
    assert_eq!(left, ["in", "plans.domain.pddl"]);
}

#[cfg(feature = "milp")]
#[test]
fn the_ending_says_the_format_of_a_program() {
    let folder = tempfile::tempdir().expect("a folder");
    for (option, file, word) in [("--lp", "a.lp", "\nst\n"), ("--mps", "a.mps", "\nROWS\n")] {
        assert_eq!(
            code(&soliter(folder.path(), &["run", "send-more-money", option, file])),
            Some(0)
        );
        let text = std::fs::read_to_string(folder.path().join(file)).expect("a file");
        assert!(text.contains(word), "{text}");
    }
}

#[test]
fn what_is_written_does_not_depend_on_the_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = ["export", "gardner/lamp", "--to", "lp", "--moves", "9"];
    let free = soliter(folder.path(), &sweep);
    assert_eq!(code(&free), Some(0));
    for limit in ["0", "0.05", "0.1", "0.2", "0.5", "60"] {
        let hurried = soliter(folder.path(), &[&sweep[..], &["--time-limit", limit]].concat());
        match code(&hurried) {
            Some(0) => assert!(free.stdout == hurried.stdout, "{limit}"),
            exit => assert_eq!((exit, hurried.stdout.len()), (Some(3), 0), "{limit}"),
        }
    }
}

/// Files written by Windows programs are read everywhere: UTF-16 with a byte order mark, CRLF, and `\` between folders.
#[test]
fn files_of_windows_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("Größe");
    std::fs::create_dir(&inside).expect("a folder");
    let board = "kind = 'peg-solitaire'\r\ntitle = 'Row'\r\nboard = 'ooooo'\r\nlattice = 'square'\r\n\
                 directions = 'orthogonal'\r\n";
    std::fs::write(inside.join("board.toml"), board).expect("a file");
    let puzzle = "model = 'Größe\\board.toml'\r\nstart = \"oo...\"\r\nfinish = { pegs = 1 }\r\n";
    let little = [0xfeff].into_iter().chain(puzzle.encode_utf16()).flat_map(u16::to_le_bytes);
    let big = [0xfeff].into_iter().chain(puzzle.encode_utf16()).flat_map(u16::to_be_bytes);
    let cut: Vec<u8> = little.clone().skip(1).collect();
    let files = [
        ("utf-8.toml", puzzle.as_bytes().to_vec(), 0),
        ("mark.toml", format!("\u{feff}{puzzle}").into_bytes(), 0),
        ("little.toml", little.collect(), 0),
        ("big.toml", big.collect(), 0),
        ("cut.toml", cut, 2),
    ];
    for (name, bytes, exit) in files {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let output = soliter(folder.path(), &["solve", name, "-q"]);
        assert_eq!(
            code(&output),
            Some(exit),
            "{name}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// The exit code is that of the answer, however much of the text is read.
#[test]
fn a_closed_pipe_does_not_change_the_exit_code() {
    let wrong = "45-25, 43-45, 35-55";
    let cases: [(&[&str], i32); 9] = [
        (&["check", LATIN, "--moves", wrong], 1),
        (&["check", LATIN, "--moves", "45-25, 43-4B"], 2),
        (&["check", LATIN], 0),
        (&["check", LATIN, "--moves", "44-42", "--format", "json"], 1),
        (&["solve", "french/44-to-44", "--method", "search"], 1),
        (&["solve", "impossible/greek-cross", LATIN, "--method", "search"], 1),
        (&["solve", "nothing", "--format", "json"], 2),
        (
            &[
                "count",
                "gardner/central-game",
                "--what",
                "solutions",
                "--time-limit",
                "0",
                "--format",
                "json",
            ],
            3,
        ),
        (&["list"], 0),
    ];
    for (arguments, exit) in cases {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(PROGRAM);
        command.args(arguments).stdin(Stdio::null()).stdout(writer).stderr(Stdio::null());
        assert_eq!(command.status().expect("it runs").code(), Some(exit), "{arguments:?}");
    }
}

#[cfg(windows)]
#[test]
fn names_of_devices_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let outputs: [&[&str]; 5] = [
        &["show", LATIN, "--svg"],
        &["export", LATIN, "--to", "lp", "-o"],
        &["certify", LATIN, "-o"],
        &["site"],
        &["count", LATIN, "--what", "positions", "--dir"],
    ];
    for arguments in outputs {
        for name in ["nul", "CON", "aux.layer", "com1", "lpt9.x"] {
            let output = soliter(folder.path(), &[arguments, &[name]].concat());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(
                errors.contains("Windows reserves this name"),
                "{arguments:?} {name}: {errors}"
            );
            assert_eq!((code(&output), output.stdout.len()), (Some(2), 0), "{arguments:?} {name}");
        }
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use super::running::Running;

    fn shell(folder: &Path, script: &str) -> Output {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(folder).env("SOLITER", PROGRAM);
        command.output().expect("a shell")
    }

    #[test]
    fn closed_and_full_outputs_are_survived() {
        let folder = tempfile::tempdir().expect("a folder");
        let cases = [
            ("\"$SOLITER\" solve nothing 2>/dev/full", 2),
            ("\"$SOLITER\" solve nothing 2>&-", 2),
            ("\"$SOLITER\" solve 2>/dev/full", 2),
            ("\"$SOLITER\" solve gardner/latin-cross -v --threads 9999 2>/dev/full", 0),
            ("\"$SOLITER\" solve gardner/latin-cross >/dev/full", 2),
            ("\"$SOLITER\" solve gardner/latin-cross --format json >/dev/full", 2),
            ("\"$SOLITER\" solve nothing --format json >/dev/full 2>/dev/full", 2),
            ("\"$SOLITER\" solve gardner/latin-cross >&-", 0),
            ("(sleep 0.2; exec \"$SOLITER\" solve nothing 2>&1 >/dev/null; ) | true", 0),
            ("\"$SOLITER\" show gardner/latin-cross --svg /dev/full", 2),
            ("\"$SOLITER\" export gardner/latin-cross --to lp | true", 0),
        ];
        for (script, exit) in cases {
            assert_eq!(code(&shell(folder.path(), script)), Some(exit), "{script}");
        }
    }

    #[test]
    fn a_full_disk_leaves_the_old_file_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let commands = [
            "solve gardner/central-game --html out.html --time-limit 60",
            "export gardner/fireplace --to pddl -o out.html.pddl",
            "export gardner/fireplace --to lp -o out.lp",
            "export gardner/fireplace --to mps -o out.mps",
            #[cfg(feature = "milp")]
            "run solitaire --data gardner/greek-cross --lp out.lp",
        ];
        for command in commands {
            let file =
                command.split_whitespace().find(|word| word.starts_with("out")).expect("one");
            std::fs::write(folder.path().join(file), "old").expect("a file");
            // The limit is in blocks of 512 bytes; the signal is ignored, so that the write fails.
            let script = format!("trap '' XFSZ; ulimit -f 2; exec \"$SOLITER\" {command}");
            let output = shell(folder.path(), &script);
            assert_eq!(code(&output), Some(2), "{command}");
            let left = std::fs::read_to_string(folder.path().join(file)).expect("a file");
            assert_eq!(left, "old", "{command}");
        }
        assert!(names(folder.path()).iter().all(|name| name.starts_with("out")));
    }

    #[test]
    fn pipes_that_nobody_writes_to_are_given_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let made = Command::new("mkfifo").arg(folder.path().join("fifo")).status();
        assert!(made.expect("mkfifo").success());
        let model = "model = 'sub/fifo.toml'\nstart = ['11']\nfinish = ['12']\n";
        std::fs::write(folder.path().join("puzzle.toml"), model).expect("a file");
        std::fs::create_dir(folder.path().join("sub")).expect("a folder");
        let made = Command::new("mkfifo").arg(folder.path().join("sub/fifo.toml")).status();
        assert!(made.expect("mkfifo").success());
        let commands: &[&[&str]] = &[
            &["solve", "fifo"],
            &["solve", "-"],
            &["solve", "puzzle.toml"],
            &["count", "-"],
            &["check", LATIN, "-"],
            &["show", "fifo"],
            &["export", "fifo", "--to", "pddl"],
            #[cfg(feature = "milp")]
            &["run", "-"],
        ];
        for arguments in commands {
            for signal in [None, Some("INT"), Some("TERM")] {
                let limit: &[&str] = if signal.is_none() { &["--time-limit", "0.1"] } else { &[] };
                let mut running =
                    Running::start(folder.path(), &[arguments, limit].concat(), |_| ());
                if let Some(signal) = signal {
                    running.catches();
                    running.signal(signal);
                }
                assert_eq!(running.ended(), Some(3), "{arguments:?} {signal:?}");
            }
        }
    }

    #[test]
    fn what_nobody_reads_is_given_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let made = Command::new("mkfifo").arg(folder.path().join("fifo")).status();
        assert!(made.expect("mkfifo").success());
        let commands: [&[&str]; 4] = [
            &["solve", LATIN, "--svg", "fifo"],
            &["show", "pyramid/base-5", "--html", "fifo"],
            &["export", LATIN, "--to", "lp", "-o", "fifo"],
            // The output exceeds the buffer of a pipe.
            &["export", "gardner/lamp", "--to", "lp", "--moves", "9"],
        ];
        for arguments in commands {
            for signal in [None, Some("INT"), Some("TERM")] {
                let limit: &[&str] = if signal.is_none() { &["--time-limit", "1"] } else { &[] };
                let all = [arguments, limit].concat();
                let mut running = Running::start(folder.path(), &all, |command| {
                    command.stdout(Stdio::piped());
                });
                if let Some(signal) = signal {
                    running.catches();
                    running.signal(signal);
                }
                assert_eq!(running.ended(), Some(3), "{arguments:?} {signal:?}");
            }
        }
        // The other output still gives the reason.
        let limited = ["solve", LATIN, "--svg", "fifo", "--time-limit", "1", "--format", "json"];
        let output = soliter(folder.path(), &limited);
        assert_eq!(code(&output), Some(3));
        assert_eq!(objects(&output)[0]["error"]["reason"], "limit");
    }

    #[test]
    fn short_limits_end_every_command() {
        let folder = tempfile::tempdir().expect("a folder");
        for limit in ["0", "0.1", "1"] {
            let commands: &[&[&str]] = &[
                &["solve", "boards/wiegleb-central-game", "-q"],
                &["count", "french/46-to-45", "--what", "games"],
                #[cfg(feature = "milp")]
                &["run", "solitaire", "--data", "gardner/lamp"],
                &["export", "boards/wiegleb-central-game", "--to", "mps"],
            ];
            for arguments in commands {
                let limited = [*arguments, &["--time-limit", limit]].concat();
                let mut running = Running::start(folder.path(), &limited, |_| ());
                assert_eq!(running.ended(), Some(3), "{limited:?}");
            }
        }
    }

    #[test]
    fn a_name_that_is_no_text_is_a_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join(OsStr::from_bytes(b"fol\xffder"));
        std::fs::create_dir(&inside).expect("a folder");
        let file = inside.join(OsStr::from_bytes(b"puz\xfezle.toml"));
        std::fs::copy("puzzles/gardner/latin-cross.toml", &file).expect("a file");
        let picture = inside.join(OsStr::from_bytes(b"pic\xfdture.svg"));
        for command in ["solve", "check", "show", "count"] {
            let output = Command::new(PROGRAM).args([command, "-q"]).arg(&file).output();
            assert_eq!(code(&output.expect("it runs")), Some(0), "{command}");
        }
        let mut command = Command::new(PROGRAM);
        command.args(["solve", "--format", "json"]).arg(&file).arg("--svg").arg(&picture);
        let output = command.output().expect("it runs");
        assert_eq!(code(&output), Some(0));
        assert!(picture.is_file());
        let shown = objects(&output)[0]["puzzle"].to_string();
        assert!(shown.contains("puz\u{fffd}zle.toml"), "{shown}");
    }

    #[test]
    fn threads_are_at_most_the_processors() {
        let folder = tempfile::tempdir().expect("a folder");
        let output = soliter(folder.path(), &["solve", LATIN, "--threads", "100000"]);
        assert_eq!(code(&output), Some(0));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(errors.matches("100000 were requested").count(), 1, "{errors}");
    }
}

#[cfg(feature = "milp")]
#[test]
fn the_log_of_a_solver_goes_to_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let solved = |log: &str| {
        soliter(
            folder.path(),
            &["solve", LATIN, "--method", "milp", "--threads", "1", "--log", log],
        )
    };
    assert_eq!(code(&solved("highs.log")), Some(0));
    let log = std::fs::read_to_string(folder.path().join("highs.log")).expect("a log");
    assert!(log.contains("Solving report"), "{log}");
    assert_eq!(names(folder.path()), ["highs.log"]);
    #[cfg(target_os = "linux")]
    {
        let full = solved("/dev/full");
        assert_eq!(code(&full), Some(2));
        assert!(String::from_utf8_lossy(&full.stderr).contains("cannot write /dev/full"));
    }
}
