//! The program as a running process.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than any machine may need to end immediately.
const LONG: Duration = Duration::from_secs(60);

/// A process that is killed at the end of its test.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// Starts the program with a silent standard input; `change` sets its outputs.
    pub(crate) fn start(
        folder: &Path,
        arguments: &[&str],
        change: impl FnOnce(&mut Command),
    ) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
        command.args(arguments).current_dir(folder).env("NO_COLOR", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        change(&mut command);
        Self(command.spawn().expect("it runs"))
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        Command::new("kill").args(["-s", name, &id]).status().expect("kill");
    }

    /// The exit code; `None` if the process was ended by a signal.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        use std::os::unix::process::ExitStatusExt as _;
        let clock = Instant::now();
        while clock.elapsed() < LONG {
            if let Some(status) = self.0.try_wait().expect("a child") {
                assert_eq!(status.signal(), None);
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end");
    }

    /// Waits until the program has installed its signal handlers, or has ended.
    pub(crate) fn catches(&mut self) {
        let file = format!("/proc/{}/status", self.0.id());
        let clock = Instant::now();
        while clock.elapsed() < LONG {
            let status = std::fs::read_to_string(&file).unwrap_or_default();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
            // SIGINT and SIGTERM.
            let both = caught.is_some_and(|mask| mask >> 1 & 1 == 1 && mask >> 14 & 1 == 1);
            if both || self.0.try_wait().expect("a child").is_some() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("it catches no signals");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
