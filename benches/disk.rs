//! Counts and fewest moves of the central game in memory and on disk, as a table for
//! README: `cargo bench --bench disk`. Linux only: processor seconds and the most memory
//! are those that the system tells of each process.

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("only Linux tells what a process took");
}

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io::Read as _;
    use std::net::TcpListener;
    use std::process::{Child, Command, Stdio};
    use std::time::Instant;

    use wait4::Wait4 as _;

    /// What a count took.
    #[derive(Default)]
    struct Taken {
        processor: f64,
        clock: f64,
        /// Bytes, of the process that took most.
        memory: u64,
        /// Bytes between processes.
        sent: u64,
    }

    fn start(what: &str, more: &[&str]) -> Child {
        let asked = match what {
            "moves" => ["solve", "--method", "search"],
            _ => ["count", "--what", what],
        };
        Command::new(env!("CARGO_BIN_EXE_soliter"))
            .args(asked)
            .args(["gardner/central-game", "-v", "--format", "json"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("soliter starts")
    }

    /// Waits for processes that count the same.
    fn wait(clock: Instant, mut all: Vec<Child>) -> Taken {
        let mut taken = Taken::default();
        let mut answers = Vec::new();
        for child in &mut all {
            let used = child.wait4().expect("a status");
            let (mut out, mut err) = (String::new(), String::new());
            child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("an answer");
            child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("notes");
            assert!(used.status.success(), "{err}");
            taken.processor += (used.rusage.utime + used.rusage.stime).as_secs_f64();
            taken.memory = taken.memory.max(used.rusage.maxrss);
            let sent = err
                .lines()
                .find_map(|line| line.strip_prefix("cluster: ")?.split_once(" bytes sent"));
            taken.sent += sent.map_or(0, |(bytes, _)| bytes.parse().unwrap_or(0));
            // Of those that solve together one prints.
            if !out.is_empty() {
                let value: serde_json::Value = serde_json::from_str(&out).expect("an object");
                answers.push((value["value"].to_string(), value["moves"].to_string()));
            }
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        taken.clock = clock.elapsed().as_secs_f64();
        taken
    }

    pub(super) fn main() {
        println!("| count | where | processor s | clock s | MiB | MiB exchanged |");
        println!("|---|---|---|---|---|---|");
        for what in ["positions", "solutions", "moves"] {
            let folder = tempfile::tempdir().expect("a folder");
            let place = folder.path().join("levels");
            let place = place.to_str().expect("a name");
            let one = |more: &[&str]| wait(Instant::now(), vec![start(what, more)]);
            for (name, taken) in [
                ("memory", one(&["--threads", "1"])),
                ("disk", one(&["--threads", "1", "--dir", place, "--spill", "16MiB"])),
            ] {
                let mib = |bytes: u64| bytes >> 20;
                println!(
                    "| {what} | {name} | {:.1} | {:.1} | {} | {} |",
                    taken.processor,
                    taken.clock,
                    mib(taken.memory),
                    mib(taken.sent)
                );
            }
        }
    }
}
