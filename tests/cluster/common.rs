//! Processes of a cluster that tests start and wait for.

// The trials are for Linux alone.
#![cfg_attr(not(target_os = "linux"), allow(dead_code))]

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Nothing that a test waits for takes nearly as long.
const LIMIT: Duration = Duration::from_secs(300);
/// The time between two looks at what a test waits for.
const TICK: Duration = Duration::from_millis(2);

/// Waits until something holds.
pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < LIMIT, "{what} is still to come");
        thread::sleep(TICK);
    }
}

/// A folder with a list of hosts.
pub(crate) struct Hosts {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) addresses: Vec<SocketAddr>,
    /// The command that starts each process on its host; empty for this one.
    pub(crate) on_host: Vec<Vec<String>>,
    /// Options of all processes.
    pub(crate) options: Vec<String>,
}

/// A loopback address of one test alone: between the moment a port is found free and the moment a
/// process listens on it, nothing else can take it. Elsewhere than on Linux there is only one address.
pub(crate) fn own_address() -> Ipv4Addr {
    static USED: AtomicU8 = AtomicU8::new(1);
    if cfg!(not(target_os = "linux")) {
        return Ipv4Addr::LOCALHOST;
    }
    let [_, _, high, low] = std::process::id().to_be_bytes();
    Ipv4Addr::new(127, high | 0x80, low, USED.fetch_add(1, Ordering::Relaxed))
}

impl Hosts {
    /// Processes on this machine, by loopback.
    pub(crate) fn new(processes: usize) -> Self {
        let address = own_address();
        // All open at once, so that they differ.
        let bound: Vec<_> =
            (0..processes).map(|_| TcpListener::bind((address, 0)).expect("a free port")).collect();
        Self::at(bound.iter().map(|port| port.local_addr().expect("an address")).collect())
    }

    pub(crate) fn at(addresses: Vec<SocketAddr>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let on_host = vec![Vec::new(); addresses.len()];
        let hosts = Self { folder, addresses, on_host, options: Vec::new() };
        hosts.write_list(hosts.addresses.iter().map(SocketAddr::to_string));
        hosts
    }

    pub(crate) fn write_list(&self, lines: impl Iterator<Item = String>) {
        let lines: Vec<String> = lines.map(|line| line + "\n").collect();
        fs::write(self.folder.path().join("hosts.txt"), lines.concat()).expect("written");
    }

    /// Gives all processes the same key.
    pub(crate) fn share_key(&mut self) {
        let key = self.folder.path().join("cluster.key");
        let bytes: Vec<u8> = std::iter::repeat_with(|| fastrand::u8(..)).take(32).collect();
        fs::write(&key, bytes).expect("written");
        self.options.extend(["--key".to_owned(), key.to_str().expect("a name").to_owned()]);
    }

    pub(crate) fn levels(&self) -> PathBuf {
        self.folder.path().join("levels")
    }

    /// Starts a process of the cluster.
    pub(crate) fn start(&self, process: usize, puzzle: &str, what: &str, more: &[&str]) -> Running {
        self.start_with(process, &["count", puzzle, "--what", what], more)
    }

    pub(crate) fn start_with(&self, process: usize, args: &[&str], more: &[&str]) -> Running {
        let hosts = self.folder.path().join("hosts.txt");
        let mut command = match self.on_host.get(process).map(Vec::as_slice) {
            None | Some([]) => soliter(args),
            Some([program, before @ ..]) => {
                let mut command = Command::new(program);
                command.args(before).arg(env!("CARGO_BIN_EXE_soliter")).args(args);
                command
            }
        };
        command.args(["--format", "json"]).args(&self.options);
        command.arg("--hosts").arg(hosts).args(["--process", &process.to_string()]);
        if !more.contains(&"--wait") {
            command.args(["--wait", "60s"]);
        }
        command.args(["--threads", "1"]).args(more);
        Running::new(command)
    }

    /// Starts all processes.
    pub(crate) fn start_all(&self, args: &[&str], more: &[&str]) -> Vec<Running> {
        (0..self.addresses.len()).map(|process| self.start_with(process, args, more)).collect()
    }

    /// The answers of all processes.
    pub(crate) fn count(&self, puzzle: &str, what: &str, more: &[&str]) -> Vec<Value> {
        let all = self.start_all(&["count", puzzle, "--what", what], more);
        all.into_iter().map(|process| answer(&process.output())).collect()
    }

    /// The answer to a search; the first process alone prints it.
    pub(crate) fn solve(&self, puzzle: &str, more: &[&str]) -> (Option<i32>, Value) {
        let all = self.start_all(&["solve", puzzle], more);
        let outputs: Vec<Output> = all.into_iter().map(Running::output).collect();
        for output in &outputs[1..] {
            assert!(output.stdout.is_empty(), "{output:?}");
            assert_eq!(output.status.code(), outputs[0].status.code(), "{output:?}");
        }
        solved(&outputs[0])
    }
}

/// How a search ended, and its answer without time and line.
pub(crate) fn solved(output: &Output) -> (Option<i32>, Value) {
    let value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    let part = |key: &str| value[key].clone();
    let told = [part("status"), part("moves"), part("lower_bound"), part("error")];
    (output.status.code(), told.to_vec().into())
}

/// A process whose outputs are read as they come; it ends with its test.
pub(crate) struct Running {
    pub(crate) child: Child,
    out: Pipe,
    err: Pipe,
}

impl Running {
    fn new(mut command: Command) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("soliter starts");
        let out = Pipe::new(child.stdout.take().expect("a pipe"));
        let err = Pipe::new(child.stderr.take().expect("a pipe"));
        Self { child, out, err }
    }

    pub(crate) fn output(mut self) -> Output {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                break status;
            }
            assert!(begun.elapsed() < LIMIT, "no end: {}", self.err.text());
            thread::sleep(TICK);
        };
        let [stdout, stderr] = [&mut self.out, &mut self.err].map(Pipe::whole);
        Output { status, stdout, stderr }
    }

    /// Waits until the process has said something on standard error.
    pub(crate) fn says(&self, text: &str) {
        wait_until(&format!("\"{text}\""), || self.err.text().contains(text));
    }

    /// What it has said on standard error so far.
    pub(crate) fn said(&self) -> String {
        self.err.text()
    }

    /// Sends it a signal, by name.
    pub(crate) fn signal(&self, name: &str) {
        let mut kill = Command::new("kill");
        let status = kill.args(["-s", name, &self.child.id().to_string()]).status();
        assert!(status.expect("kill starts").success(), "{name}");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a process writes, which is read as it comes, so that the process need not wait.
struct Pipe {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl Pipe {
    fn new(mut from: impl std::io::Read + Send + 'static) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&bytes);
        let reader = thread::spawn(move || {
            let mut some = [0; 4096];
            while let Ok(read) = from.read(&mut some)
                && read > 0
            {
                all.lock().unwrap_or_else(PoisonError::into_inner).extend(&some[..read]);
            }
        });
        Self { bytes, reader: Some(reader) }
    }

    /// What has come so far.
    fn text(&self) -> String {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// All that comes until the process ends.
    fn whole(&mut self) -> Vec<u8> {
        if let Some(reader) = self.reader.take() {
            reader.join().expect("read");
        }
        std::mem::take(&mut self.bytes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(crate) fn soliter(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(args);
    command
}

/// The answer without the time it took.
pub(crate) fn answer(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    let mut value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    value.as_object_mut().expect("an object").remove("seconds");
    value
}

/// The answer of one process in memory.
pub(crate) fn in_memory(puzzle: &str, what: &str) -> Value {
    let mut command = soliter(&["count", puzzle, "--what", what, "--format", "json"]);
    answer(&command.output().expect("soliter starts"))
}

/// The exit code, and what is said of the fault.
pub(crate) fn fault(output: &Output) -> (Option<i32>, String) {
    let value: Value = serde_json::from_slice(&output.stdout).expect("one object");
    let message = value["error"]["message"].as_str().unwrap_or("").to_owned();
    (output.status.code(), message)
}

/// The number of levels that are whole.
pub(crate) fn whole_levels(folder: &Path) -> usize {
    let text = fs::read_to_string(folder.join("levels.json")).unwrap_or_default();
    text.matches("\"name\"").count()
}

/// Waits until so many levels are whole.
pub(crate) fn levels_are_whole(folder: &Path, levels: usize) {
    wait_until(&format!("level {levels}"), || whole_levels(folder) >= levels);
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("copied");
    }
}
