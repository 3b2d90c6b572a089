//! Processes that end with the test that started them, however the test ends.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

#[cfg(target_os = "linux")]
use libtest_mimic::Trial;

/// Runs the program in a process group of its own and waits for the end of standard input, which comes when the test
/// closes it or dies. Then ends the group, including itself.
const KEEPER: &str = r#""$@" </dev/null & exec >/dev/null; read -r _; kill -KILL 0"#;

/// A program with all processes that it starts. They are ended when it is dropped.
pub(crate) struct Group {
    keeper: Child,
}

impl Group {
    /// Starts a program, whose output can be read line by line.
    pub(crate) fn start(
        program: &str,
        arguments: &[&str],
        errors: Stdio,
    ) -> (Self, BufReader<ChildStdout>) {
        Self::start_until(program, arguments, errors, Stdio::piped())
    }

    /// Like `start`, but the group ends when the input `held` ends.
    fn start_until(
        program: &str,
        arguments: &[&str],
        errors: Stdio,
        held: Stdio,
    ) -> (Self, BufReader<ChildStdout>) {
        let mut command = Command::new("sh");
        command.args(["-c", KEEPER, "sh", program]).args(arguments);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let keeper = command.stdin(held).stdout(Stdio::piped()).stderr(errors).spawn();
        let mut keeper = keeper.expect("a shell");
        let lines = BufReader::new(keeper.stdout.take().expect("a pipe"));
        (Self { keeper }, lines)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// Whether a process with this number runs.
#[cfg(target_os = "linux")]
fn runs(process: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // A process that has ended may still wait for its parent to collect its status.
    state.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

#[cfg(target_os = "linux")]
fn soon_ended(process: &str) {
    let begun = std::time::Instant::now();
    while runs(process) {
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{process} still runs");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// A program that starts another one and prints its number.
#[cfg(target_os = "linux")]
const TWO: [&str; 2] = ["-c", "sleep 600 & echo $!; wait"];

#[cfg(target_os = "linux")]
fn told(lines: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    lines.read_line(&mut line).expect("a number");
    line.trim().to_owned()
}

#[cfg(target_os = "linux")]
fn a_group_ends_with_a_test_that_panics() {
    let mut process = String::new();
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let (_group, mut lines) = Group::start("sh", &TWO, Stdio::inherit());
        process = told(&mut lines);
        assert!(runs(&process));
        std::panic::resume_unwind(Box::new("the test fails"));
    }));
    assert!(ended.is_err());
    soon_ended(&process);
}

#[cfg(target_os = "linux")]
fn a_group_ends_with_a_test_that_is_killed() {
    // This process plays the part of the test: it holds the other end of the pipe.
    let mut test =
        Command::new("sleep").arg("600").stdout(Stdio::piped()).spawn().expect("a process");
    let held = Stdio::from(test.stdout.take().expect("a pipe"));
    let (_group, mut lines) = Group::start_until("sh", &TWO, Stdio::inherit(), held);
    let process = told(&mut lines);
    assert!(runs(&process));
    test.kill().expect("it is killed");
    test.wait().expect("it ends");
    soon_ended(&process);
}

/// The tests of this file, which need no browser.
#[cfg(target_os = "linux")]
pub(crate) fn trials() -> [Trial; 2] {
    let trial = |name: &str, test: fn()| {
        Trial::test(format!("group::{name}"), move || {
            test();
            Ok(())
        })
    };
    [
        trial("a_group_ends_with_a_test_that_panics", a_group_ends_with_a_test_that_panics),
        trial("a_group_ends_with_a_test_that_is_killed", a_group_ends_with_a_test_that_is_killed),
    ]
}
