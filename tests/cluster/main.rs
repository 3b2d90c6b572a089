//! Counts and searches by several processes on this machine: the answers of one process; lost, strange and
//! late ones.

#![cfg(unix)]

mod common;
#[cfg(target_os = "linux")]
mod relay;
#[cfg(target_os = "linux")]
mod spaces;
#[cfg(target_os = "linux")]
mod trials;

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use crate::common::{
    Hosts, Running, answer, copy, fault, in_memory, levels_are_whole, soliter, solved,
};

/// Twenty puzzles on random boards, each in the file that is given to `look`, with its number.
fn on_random_boards(look: impl Fn(usize, &str)) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = fastrand::Rng::with_seed(1);
    for number in 0..20 {
        let (rows, columns) = (random.usize(3..=5), random.usize(3..=5));
        let mut hole = || if random.u8(0..8) == 0 { ' ' } else { 'o' };
        let drawing: Vec<String> =
            (0..rows).map(|_| (0..columns).map(|_| hole()).collect()).collect();
        let full = drawing.join("\n");
        let model = format!(
            "kind = 'peg-solitaire'\ntitle = 'random {number}'\nlattice = 'square'\n\
             directions = 'orthogonal'\nnames = 'column-row'\nboard = \"\"\"\n{full}\n\"\"\"\n"
        );
        fs::write(folder.path().join("model.toml"), model).expect("written");
        let start = full.replacen('o', ".", 1);
        let text = format!(
            "title = 'random {number}'\nmodel = 'model.toml'\nfinish = {{ pegs = 2 }}\n\
             start = \"\"\"\n{start}\n\"\"\"\n"
        );
        let puzzle = folder.path().join("puzzle.toml");
        fs::write(&puzzle, text).expect("written");
        look(number, puzzle.to_str().expect("a name"));
    }
}

#[test]
fn two_processes_count_random_boards_as_one_does() {
    on_random_boards(|number, puzzle| {
        let what = ["positions", "games", "solutions"][number % 3];
        let alone = soliter(&["count", puzzle, "--what", what, "--format", "json"]).output();
        let alone = alone.expect("soliter starts");
        if !alone.status.success() {
            // No board that the program takes.
            return;
        }
        for told in Hosts::new(2).count(puzzle, what, &[]) {
            assert_eq!(told, answer(&alone), "{number}");
        }
    });
}

#[test]
fn two_processes_solve_random_boards_as_one_does() {
    on_random_boards(|number, puzzle| {
        let run = |more: &[&str]| {
            let mut command = soliter(&["solve", puzzle, "--format", "json"]);
            solved(&command.args(more).output().expect("soliter starts"))
        };
        let alone = run(&["--method", "search"]);
        if alone.0 == Some(2) {
            // No board that the program takes.
            return;
        }
        assert_eq!(run(&["--workers", "2"]), alone, "{number}");
        assert_eq!(Hosts::new(2).solve(puzzle, &[]), alone, "{number}");
    });
}

/// Killed, and gone on with by one process and by three.
#[test]
fn processes_solve_the_central_game() {
    let found = (Some(0), serde_json::json!(["optimal", 18, 18, null]));
    let puzzle = "gardner/central-game";
    assert_eq!(Hosts::new(2).solve(puzzle, &[]), found);
    let hosts = Hosts::new(2);
    let place = hosts.levels();
    let folder = place.to_str().expect("a name");
    let more = ["--dir", folder, "--wait", "2"];
    let [zero, mut one] =
        [0, 1].map(|process| hosts.start_with(process, &["solve", puzzle], &more));
    levels_are_whole(&place, 90);
    one.child.kill().expect("killed");
    drop(one);
    let gone =
        format!("no answer: process 1 ({}) did not come within 2 seconds", hosts.addresses[1]);
    assert_eq!(fault(&zero.output()), (Some(3), gone));
    let three = Hosts::new(3);
    copy(&place, &three.levels());
    let more = ["--dir", folder, "--resume", "--format", "json"];
    let one = soliter(&["solve", puzzle]).args(more).output().expect("soliter starts");
    assert_eq!(solved(&one), found);
    let levels = three.levels();
    let more = ["--dir", levels.to_str().expect("a name"), "--resume", "--spill", "1MiB"];
    assert_eq!(three.solve(puzzle, &more), found);
}

#[test]
fn whoever_solves_something_else_is_refused() {
    let hosts = Hosts::new(2);
    let zero = hosts.start_with(0, &["solve", "gardner/lamp"], &[]);
    for (args, why) in [
        (["count", "gardner/lamp"], "it looks for the fewest moves"),
        (["solve", "gardner/fireplace"], "it has another puzzle, "),
    ] {
        let (code, message) = fault(&hosts.start_with(1, &args, &[]).output());
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains(why), "{message}");
    }
    let one = hosts.start_with(1, &["solve", "gardner/lamp"], &[]).output();
    assert!(one.status.success() && one.stdout.is_empty(), "{one:?}");
    assert_eq!(solved(&zero.output()), (Some(0), serde_json::json!(["optimal", 9, 9, null])));
}

#[test]
fn workers_and_processes_count_the_figures_as_one_does() {
    for (puzzle, what) in [
        ("gardner/latin-cross", "solutions"),
        ("gardner/lamp", "positions"),
        ("gardner/inclined-square", "games"),
        ("gardner/fireplace", "solutions"),
    ] {
        let alone = in_memory(puzzle, what);
        let hosts = Hosts::new(2);
        let levels = hosts.levels();
        let more = ["--dir", levels.to_str().expect("a name"), "--spill", "1KiB"];
        for told in hosts.count(puzzle, what, &more) {
            assert_eq!(told, alone, "{puzzle} {what}");
        }
        for workers in ["1", "3"] {
            let mut command = soliter(&["count", puzzle, "--what", what, "--workers", workers]);
            let told = command.args(["--format", "json"]).output().expect("soliter starts");
            assert_eq!(answer(&told), alone, "{puzzle} {what} {workers}");
        }
    }
}

#[test]
fn two_processes_count_the_central_game() {
    let hosts = Hosts::new(2);
    let both = [0, 1].map(|n| hosts.start(n, "gardner/central-game", "positions", &["-v"]));
    let mut sent = 0.0;
    for output in both.map(Running::output) {
        let told = answer(&output);
        assert_eq!((&told["value"], &told["classes"]), (&"187636299".into(), &23_475_688.into()));
        let said = String::from_utf8_lossy(&output.stderr);
        let bytes = said.lines().find_map(|line| line.strip_suffix(" received")?.split(' ').nth(1));
        sent += bytes.and_then(|bytes| bytes.parse::<f64>().ok()).expect("bytes sent");
    }
    let plan = ["plan", "gardner/central-game", "--processes", "2", "--format", "json"];
    let plan = answer(&soliter(&plan).output().expect("soliter starts"));
    let ratio = plan["cluster"]["bytes_sent"].as_f64().expect("bytes") / sent;
    assert!((0.75..1.25).contains(&ratio), "{ratio}");
    for told in hosts.count("gardner/central-game", "solutions", &[]) {
        assert_eq!(told["value"], "40861647040079968");
    }
}

/// Kills one of three processes after each of these numbers of levels, after a random time, and starts it again.
/// The others wait for it, and all tell what one process in memory does.
fn kill_and_start_again(puzzle: &str, what: &str, at_levels: &[usize]) {
    let hosts = Hosts::new(3);
    let place = hosts.levels();
    let more = ["--dir", place.to_str().expect("a name"), "--resume"];
    let start = |process| hosts.start(process, puzzle, what, &more);
    let mut processes: Vec<Running> = (0..3).map(start).collect();
    let mut random = fastrand::Rng::with_seed(at_levels.len() as u64);
    for &levels in at_levels {
        levels_are_whole(&place, levels);
        thread::sleep(Duration::from_millis(random.u64(0..100)));
        let lost = random.usize(0..3);
        processes[lost].child.kill().expect("killed");
        // Its port is free when it has ended.
        processes[lost].child.wait().expect("a status");
        processes[lost] = start(lost);
    }
    let alone = in_memory(puzzle, what);
    for process in processes {
        assert_eq!(answer(&process.output()), alone);
    }
}

#[test]
fn a_killed_process_comes_back() {
    kill_and_start_again("gardner/central-game", "positions", &[1, 4, 9, 13, 16]);
    kill_and_start_again("gardner/central-game", "solutions", &[2, 8, 14]);
}

/// `cargo test --release --features cluster --test cluster -- --ignored twenty`
#[test]
#[ignore = "a minute"]
fn twenty_killed_processes_come_back() {
    let levels: Vec<usize> = (1..=20).collect();
    kill_and_start_again("gardner/central-game", "positions", &levels);
    kill_and_start_again("gardner/central-game", "games", &levels);
}

#[test]
fn those_who_are_left_go_on() {
    let puzzle = "gardner/central-game";
    for (lost, levels) in [(1, 14), (0, 12)] {
        let hosts = Hosts::new(3);
        let place = hosts.levels();
        let folder = place.to_str().expect("a name");
        let more = ["--dir", folder, "--wait", "10", "--go-on-with", "2"];
        let mut processes: Vec<Running> =
            (0..3).map(|process| hosts.start(process, puzzle, "positions", &more)).collect();
        levels_are_whole(&place, levels);
        processes.remove(lost).child.kill().expect("killed");
        for process in processes {
            let output = process.output();
            if lost == 0 {
                // Nobody else writes the manifest.
                let late = "no count: process 0 (127.";
                assert!(fault(&output).1.starts_with(late), "{output:?}");
            } else {
                assert_eq!(answer(&output), in_memory(puzzle, "positions"));
            }
        }
    }
}

#[test]
fn killed_at_any_level_others_go_on() {
    let puzzle = "gardner/central-game";
    for (round, levels) in [3, 12, 20].into_iter().enumerate() {
        let hosts = Hosts::new(2);
        let place = hosts.levels();
        let folder = place.to_str().expect("a name");
        let mut processes = [0, 1].map(|process| {
            hosts.start(process, puzzle, "solutions", &["--dir", folder, "--wait", "2"])
        });
        levels_are_whole(&place, levels);
        let lost = 1 - round % 2;
        // SIGKILL.
        processes[lost].child.kill().expect("killed");
        let [zero, one] = processes;
        let left = if lost == 0 { one } else { zero };
        let output = left.output();
        let gone = format!(
            "no count: process {lost} ({}) did not come within 2 seconds",
            hosts.addresses[lost]
        );
        assert_eq!(fault(&output), (Some(3), gone), "{output:?}");
        let three = Hosts::new(3);
        copy(&place, &three.levels());
        let more = ["--dir", folder, "--resume", "--format", "json"];
        let mut one = soliter(&["count", puzzle, "--what", "solutions", "--threads", "1"]);
        let one = answer(&one.args(more).output().expect("soliter starts"));
        assert_eq!(one["value"], "40861647040079968");
        let levels = three.levels();
        let more = ["--dir", levels.to_str().expect("a name"), "--resume"];
        for told in three.count(puzzle, "solutions", &more) {
            assert_eq!(told, one);
        }
        let held = fs::read_dir(&place).expect("a folder").count();
        assert!(held < 80, "{held} files");
    }
}

#[test]
fn strangers_are_sent_away() {
    let hosts = Hosts::new(2);
    let zero = hosts.start(0, "gardner/lamp", "games", &["-v"]);
    let stranger = || loop {
        if let Ok(stream) = TcpStream::connect(hosts.addresses[0]) {
            return stream;
        }
        thread::sleep(Duration::from_millis(10));
    };
    let mut browser = stranger();
    browser.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").expect("sent");
    // Nothing is said to it.
    let mut heard = Vec::new();
    let _ = browser.read_to_end(&mut heard);
    assert!(heard.is_empty(), "{heard:?}");
    let silent = stranger();
    let mut liar = stranger();
    liar.write_all(b"soliterC\xff\xff\xff\xff").expect("sent");
    let one = hosts.start(1, "gardner/lamp", "games", &[]);
    let (zero, one) = (zero.output(), one.output());
    assert_eq!(answer(&zero), answer(&one));
    let told = String::from_utf8_lossy(&zero.stderr);
    assert!(told.contains("sent away 3 strangers"), "{zero:?}");
    drop((silent, liar));
}

/// They were heard one after the other, a second each, for as long as the others are waited for.
#[test]
fn sixty_silent_strangers_keep_nobody_waiting() {
    let hosts = Hosts::new(2);
    let zero = hosts.start(0, "gardner/lamp", "games", &["-v"]);
    let connect = || loop {
        if let Ok(stream) = TcpStream::connect(hosts.addresses[0]) {
            return stream;
        }
        thread::sleep(Duration::from_millis(10));
    };
    let strangers: Vec<TcpStream> = (0..60)
        .map(|number| {
            let mut stream = connect();
            // Some of them begin a message and never end it.
            let begun: &[u8] = if number % 2 == 0 { b"" } else { b"soliterC\0\0\x01\0{" };
            stream.write_all(begun).expect("sent");
            stream
        })
        .collect();
    let one = hosts.start(1, "gardner/lamp", "games", &[]);
    let (zero, one) = (zero.output(), one.output());
    assert_eq!(answer(&zero), answer(&one));
    let told = String::from_utf8_lossy(&zero.stderr);
    assert!(told.contains("sent away 60 strangers"), "{zero:?}");
    drop(strangers);
}

/// Who has another key, or none, is refused and counted, and hears nothing about the work.
#[test]
fn only_who_has_the_key_takes_part() {
    let hosts = Hosts::new(2);
    let file = |name: &str, secret: &str| {
        let path = hosts.folder.path().join(name);
        fs::write(&path, secret).expect("written");
        path.to_str().expect("a name").to_owned()
    };
    let (right, wrong) =
        (file("right", "a secret of many bytes"), file("wrong", "another secret, as long"));
    // White space at the ends of a file is none of the key.
    let copied = file("copied", "a secret of many bytes\n");
    let zero = hosts.start(0, "gardner/lamp", "games", &["-v", "--key", &right]);
    let kept_out = format!("no count: process 0 ({}) does not let this one in", hosts.addresses[0]);
    // Who is sent away without a word may have come too early, and tries again.
    for more in [&["--key", &wrong][..], &["--wait", "2"]] {
        let output = hosts.start(1, "gardner/lamp", "games", more).output();
        assert_eq!(fault(&output), (Some(2), kept_out.clone()), "{more:?}");
    }
    let one = hosts.start(1, "gardner/lamp", "games", &["--key", &copied]);
    let (zero, one) = (zero.output(), one.output());
    assert_eq!(answer(&zero), answer(&one));
    let told = String::from_utf8_lossy(&zero.stderr);
    assert!(told.contains("sent away ") && told.contains(" strangers"), "{zero:?}");
    // The other way round: a process without a key does not understand the challenge.
    let zero = hosts.start(0, "gardner/lamp", "games", &[]);
    let more = ["--key", &right, "--wait", "2"];
    let output = hosts.start(1, "gardner/lamp", "games", &more).output();
    assert_eq!(fault(&output), (Some(2), kept_out));
    let one = hosts.start(1, "gardner/lamp", "games", &[]).output();
    assert_eq!(answer(&zero.output()), answer(&one));
    let short = file("short", "a few bytes");
    let output = hosts.start(1, "gardner/lamp", "games", &["--key", &short]).output();
    assert_eq!(fault(&output), (Some(2), "a key has 16 bytes to 64 KiB, not 11 bytes".to_owned()));
    let output = hosts.start(1, "gardner/lamp", "games", &["--key", "/dev/zero"]).output();
    let (code, message) = fault(&output);
    assert_eq!(code, Some(2), "{output:?}");
    assert!(message.starts_with("cannot read \"/dev/zero\": it is larger than "), "{message}");
}

/// The end of a tunnel accepts connections before anybody is at its other end.
#[test]
fn nobody_behind_a_tunnel_is_waited_for() {
    let hosts = Hosts::new(2);
    let tunnel = TcpListener::bind(hosts.addresses[0]).expect("a free port");
    let one = hosts.start(1, "gardner/lamp", "games", &[]);
    for _ in 0..5 {
        drop(tunnel.accept().expect("it comes again"));
    }
    drop(tunnel);
    let zero = hosts.start(0, "gardner/lamp", "games", &[]);
    assert_eq!(answer(&zero.output()), answer(&one.output()));
}

/// A challenge is answered; an echo of the answer, or a guess, is not the proof that is wanted.
#[test]
fn an_echo_proves_nothing() {
    let hosts = Hosts::new(2);
    let key = hosts.folder.path().join("key");
    fs::write(&key, "a secret of many bytes").expect("written");
    let key = ["-v", "--key", key.to_str().expect("a name")];
    let zero = hosts.start(0, "gardner/lamp", "games", &key);
    let head = |length: u32| [&b"soliterC"[..], &length.to_be_bytes()].concat();
    let mut stranger = loop {
        if let Ok(stream) = TcpStream::connect(hosts.addresses[0]) {
            break stream;
        }
        thread::sleep(Duration::from_millis(10));
    };
    stranger.write_all(&[head(32), vec![7; 32]].concat()).expect("sent");
    let mut answered = vec![0; 12 + 64];
    stranger.read_exact(&mut answered).expect("an answer");
    assert_eq!(answered[..12], head(64));
    let echo = [&answered[44..], b"[1,[\"\",\"\",\"\",\"\",\"\",\"\"]]"].concat();
    stranger.write_all(&[head(echo.len() as u32), echo].concat()).expect("sent");
    let mut heard = Vec::new();
    let _ = stranger.read_to_end(&mut heard);
    assert!(heard.is_empty(), "{heard:?}");
    let one = hosts.start(1, "gardner/lamp", "games", &key[1..]);
    let (zero, one) = (zero.output(), one.output());
    assert_eq!(answer(&zero), answer(&one));
    assert!(String::from_utf8_lossy(&zero.stderr).contains("sent away 1 stranger"), "{zero:?}");
}

#[test]
fn without_a_key_only_this_machine_is_asked() {
    let hosts = Hosts::new(1);
    let list = hosts.folder.path().join("hosts.txt");
    fs::write(&list, format!("{}\n192.0.2.1:7000\n", hosts.addresses[0])).expect("written");
    let output = hosts.start(0, "gardner/lamp", "games", &[]).output();
    let why = "no count: 192.0.2.1:7000 is not an address of this machine alone";
    assert_eq!(fault(&output), (Some(2), why.to_owned()));
    // The address is kept for documentation, so nobody comes.
    let mut command = soliter(&["count", "gardner/lamp", "--format", "json", "--wait", "1"]);
    command.args(["--open-network", "--process", "0", "--hosts"]).arg(&list);
    let late = "no count: process 1 (192.0.2.1:7000) did not come within 1 second";
    assert_eq!(fault(&command.output().expect("it runs")), (Some(3), late.to_owned()));
}

#[test]
fn whoever_counts_something_else_is_refused() {
    let hosts = Hosts::new(2);
    let zero = hosts.start(0, "gardner/lamp", "games", &[]);
    let first = hosts.addresses[0];
    for (puzzle, what, more, why) in [
        ("gardner/fireplace", "games", &[][..], "it has another puzzle, "),
        ("gardner/lamp", "positions", &[], "it looks for games"),
        ("gardner/lamp", "games", &["--dir", "levels"], "it works without --dir"),
    ] {
        let output = hosts.start(1, puzzle, what, more).output();
        let (code, message) = fault(&output);
        let start = format!("no count: process 0 ({first}) refuses this one: {why}");
        assert_eq!(code, Some(2), "{output:?}");
        assert!(message.starts_with(&start), "{message}");
    }
    // Another list of hosts, and the number of nobody.
    let other = Hosts::new(2);
    let mut lines = fs::read_to_string(hosts.folder.path().join("hosts.txt")).expect("a list");
    lines.push_str("127.0.0.1:9\n");
    fs::write(other.folder.path().join("hosts.txt"), lines).expect("written");
    let output = other.start(1, "gardner/lamp", "games", &[]).output();
    assert!(fault(&output).1.ends_with("it has another list of hosts"), "{output:?}");
    let output = hosts.start(2, "gardner/lamp", "games", &[]).output();
    assert_eq!(fault(&output).1, "no count: the list of hosts has no process 2");
    // The right one still comes in.
    let one = hosts.start(1, "gardner/lamp", "games", &[]).output();
    assert_eq!(answer(&zero.output()), answer(&one));
}

#[test]
fn a_folder_has_to_be_that_of_all() {
    let hosts = Hosts::new(2);
    let own = |name: &str| hosts.folder.path().join(name).to_str().expect("a name").to_owned();
    let zero = hosts.start(0, "gardner/lamp", "games", &["--dir", &own("a"), "--wait", "10"]);
    let one =
        hosts.start(1, "gardner/lamp", "games", &["--dir", &own("b"), "--wait", "10"]).output();
    let (code, message) = fault(&one);
    assert_eq!(code, Some(2));
    assert!(message.ends_with("b: it is not the folder of process 0"), "{message}");
    let (code, message) = fault(&zero.output());
    assert_eq!(code, Some(3));
    assert!(message.contains("process 1 (127."), "{message}");
}

#[test]
fn nobody_waits_for_ever() {
    for process in [0, 1] {
        let hosts = Hosts::new(2);
        let mut command = soliter(&["count", "gardner/lamp", "--format", "json", "--wait", "2"]);
        command.args(["--process", &process.to_string(), "--hosts"]);
        let output = command.arg(hosts.folder.path().join("hosts.txt")).output().expect("it runs");
        let other = 1 - process;
        let late = format!(
            "no count: process {other} ({}) did not come within 2 seconds",
            hosts.addresses[other]
        );
        assert_eq!(fault(&output), (Some(3), late));
    }
}

#[test]
fn a_list_of_hosts_names_addresses() {
    let hosts = Hosts::new(1);
    for (text, why) in [
        ("0.0.0.0:7000\n", "0.0.0.0:7000 is not the address of one host"),
        ("somewhere\n", "somewhere has no port"),
        ("# nobody\n", "the list of hosts is empty"),
    ] {
        fs::write(hosts.folder.path().join("hosts.txt"), text).expect("written");
        let output = hosts.start(0, "gardner/lamp", "games", &[]).output();
        let (code, message) = fault(&output);
        assert_eq!(code, Some(2));
        assert!(message.ends_with(why), "{message}");
    }
    // A port that is taken.
    let taken = Hosts::new(2);
    let _port = TcpListener::bind(taken.addresses[0]).expect("a port");
    let (code, message) = fault(&taken.start(0, "gardner/lamp", "games", &[]).output());
    assert_eq!(code, Some(2));
    assert!(message.starts_with("no count: cannot listen on 127."), "{message}");
}
