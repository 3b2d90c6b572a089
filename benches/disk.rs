//! Counts and fewest moves of the central game in memory and on disk, as a table for README:
//! `cargo bench --bench disk`. Linux only: CPU seconds and peak memory are those that the system reports for each
//! process.

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
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use wait4::Wait4 as _;

    /// The resources that a count used.
    struct Taken {
        processor: f64,
        clock: f64,
        /// Bytes.
        memory: u64,
    }

    fn run(what: &str, more: &[&str]) -> Taken {
        let asked = match what {
            "moves" => ["solve", "--method", "search"],
            _ => ["count", "--what", what],
        };
        let clock = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_soliter"))
            .args(asked)
            .args(["gardner/central-game", "--threads", "1", "--format", "json"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("soliter starts");
        let used = child.wait4().expect("a status");
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("notes");
        assert!(used.status.success(), "{err}");
        Taken {
            processor: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
            clock: clock.elapsed().as_secs_f64(),
            memory: used.rusage.maxrss,
        }
    }

    pub(super) fn main() {
        println!("| count | where | CPU seconds | wall-clock seconds | MiB |");
        println!("|---|---|---|---|---|");
        for what in ["positions", "solutions", "moves"] {
            let folder = tempfile::tempdir().expect("a folder");
            let place = folder.path().join("levels");
            let place = place.to_str().expect("a name");
            for (name, taken) in [
                ("memory", run(what, &[])),
                ("disk", run(what, &["--dir", place, "--spill", "16MiB"])),
            ] {
                let Taken { processor, clock, memory } = taken;
                println!("| {what} | {name} | {processor:.1} | {clock:.1} | {} |", memory >> 20);
            }
        }
    }
}
