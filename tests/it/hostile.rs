//! Attacks on the program, read from `tests/hostile/*.toml`. Whatever the input, the program ends with one of
//! its own exit codes, in time, with output of a reasonable length, and loses no file.
//!
//! A case is a table `[[case]]`:
//!
//! * `name`, `args`; an argument may be `{ hex = "ff" }` for bytes that are not valid text
//! * `files`, by name: a text, `{ hex = ".." }`, or `{ text, times, before, after }` for a long one
//! * `folders`, `links` (name and target), `stdin` (given like a file), `stdout` (its target)
//! * `exit`: the permitted exit codes
//! * `says`: text expected on standard output or standard error; `never`: text that must not be there
//! * `writes`: files that may be new or changed afterwards; all others must be unchanged
//! * `bytes`: the most output, 64 KiB by default; `seconds`: the most time, 120 by default
//! * `mebibytes`: the most memory, if the system reports it (Linux)
//!
//! Cases with links, devices or arguments that are not text run on Unix only, and those of `programs.toml` only with
//! HiGHS.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    args: Vec<Content>,
    #[serde(default)]
    files: BTreeMap<String, Content>,
    #[serde(default)]
    folders: Vec<String>,
    #[serde(default)]
    links: Vec<(String, String)>,
    stdin: Option<Content>,
    stdout: Option<String>,
    exit: Vec<i32>,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    never: Vec<String>,
    #[serde(default)]
    writes: Vec<String>,
    #[serde(default = "output_bytes")]
    bytes: usize,
    #[serde(default = "seconds")]
    seconds: u64,
    mebibytes: Option<u64>,
}

fn output_bytes() -> usize {
    64 << 10
}

fn seconds() -> u64 {
    120
}

/// Bytes in their shortest form in the file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Bytes {
        hex: String,
    },
    Long {
        text: String,
        times: usize,
        #[serde(default)]
        before: String,
        #[serde(default)]
        after: String,
    },
}

impl Content {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.clone().into_bytes(),
            Self::Bytes { hex } => {
                let pair = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits");
                (0..hex.len()).step_by(2).map(pair).collect()
            }
            Self::Long { text, times, before, after } => {
                [before, text.repeat(*times).as_str(), after].concat().into_bytes()
            }
        }
    }

    #[cfg(unix)]
    fn argument(&self) -> OsString {
        std::os::unix::ffi::OsStringExt::from_vec(self.bytes())
    }

    #[cfg(not(unix))]
    fn argument(&self) -> OsString {
        String::from_utf8(self.bytes()).expect("text").into()
    }
}

/// The outcome of a case.
struct Outcome {
    code: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    late: bool,
    /// The highest memory use that was observed.
    mebibytes: u64,
}

#[test]
fn attacks_are_survived() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).expect("the cases") {
        let path = entry.expect("an entry").path();
        let skipped = !cfg!(feature = "milp") && path.ends_with("programs.toml");
        if skipped || path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let read: Cases = toml::from_str(&text).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        cases.extend(read.case);
    }
    let names: BTreeSet<String> = cases.iter().map(|case| case.name.clone()).collect();
    assert_eq!(names.len(), cases.len(), "two cases of one name");
    cases.retain(Case::is_of_this_system);
    assert!(cases.len() >= 100, "{} cases", cases.len());
    let wanted = std::env::var("HOSTILE").unwrap_or_default();
    let todo = Mutex::new(cases.iter().filter(|case| case.name.contains(&wanted)));
    let wrong = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let next = todo.lock().expect("a list").next();
                    let Some(case) = next else { break };
                    wrong.lock().expect("a list").extend(case.faults());
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("a list");
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

impl Case {
    fn is_of_this_system(&self) -> bool {
        let unix = |argument: &Content| {
            let bytes = argument.bytes();
            [b"/dev/".as_slice(), b"/proc/"].iter().any(|place| bytes.starts_with(place))
                || String::from_utf8(bytes).is_err()
        };
        let needs_unix =
            !self.links.is_empty() || self.stdout.is_some() || self.args.iter().any(unix);
        cfg!(unix) || !needs_unix
    }

    /// The faults in the program's behaviour.
    fn faults(&self) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path();
        for name in &self.folders {
            fs::create_dir_all(at.join(name)).expect("a folder");
        }
        for (name, content) in &self.files {
            fs::write(at.join(name), content.bytes()).expect("a file");
        }
        #[cfg(unix)]
        for (name, target) in &self.links {
            std::os::unix::fs::symlink(target, at.join(name)).expect("a link");
        }
        let before = entries(at);
        let found = self.outcome(at);
        let mut wrong = Vec::new();
        let output = [found.stdout.as_slice(), b"\n", &found.stderr].concat();
        let text = String::from_utf8_lossy(&output);
        let shown: String = text.chars().take(400).collect();
        let mut fault = |what: String| wrong.push(format!("{}: {what}\n    {shown:?}", self.name));
        if found.late {
            fault(format!("not ended after {} s", self.seconds));
        } else if !found.code.is_some_and(|code| self.exit.contains(&code)) {
            fault(format!("exit code {:?}, not of {:?}", found.code, self.exit));
        }
        if text.contains("panicked at") || text.contains("overflowed its stack") {
            fault("it panicked".to_owned());
        }
        if text.contains('\u{1b}') {
            fault("an escape character is printed".to_owned());
        }
        if output.len() > self.bytes {
            fault(format!("{} bytes of output", output.len()));
        }
        for words in self.says.iter().filter(|words| !text.contains(*words)) {
            fault(format!("it does not say {words:?}"));
        }
        for words in self.never.iter().filter(|words| text.contains(*words)) {
            fault(format!("it says {words:?}"));
        }
        if self.mebibytes.is_some_and(|most| found.mebibytes > most) {
            fault(format!("{} MiB of memory", found.mebibytes));
        }
        let after = entries(at);
        for name in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
            if before.get(name) != after.get(name) && !self.writes.contains(name) {
                fault(format!("{name} is new, changed or gone"));
            }
        }
        wrong
    }

    fn outcome(&self, at: &Path) -> Outcome {
        let stdout = self.stdout.as_ref().map_or_else(Stdio::piped, |path| {
            fs::OpenOptions::new().write(true).open(path).expect("a device").into()
        });
        let mut child = Command::new(env!("CARGO_BIN_EXE_soliter"))
            .args(self.args.iter().map(Content::argument))
            .current_dir(at)
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::piped())
            .stdout(stdout)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut stdin = child.stdin.take().expect("a pipe");
        let written = self.stdin.as_ref().map(Content::bytes).unwrap_or_default();
        // A program that does not read everything closes the pipe.
        let writer = thread::spawn(move || drop(stdin.write_all(&written)));
        let read = |pipe: Option<Box<dyn Read + Send>>| {
            thread::spawn(move || {
                let mut bytes = Vec::new();
                if let Some(pipe) = pipe {
                    let _ = pipe.take(16 << 20).read_to_end(&mut bytes);
                }
                bytes
            })
        };
        let stdout = read(child.stdout.take().map(|pipe| Box::new(pipe) as _));
        let stderr = read(child.stderr.take().map(|pipe| Box::new(pipe) as _));
        let (code, late, mebibytes) = watch(&mut child, Duration::from_secs(self.seconds));
        let _ = writer.join();
        let [stdout, stderr] = [stdout, stderr].map(|pipe| pipe.join().expect("output"));
        Outcome { code, stdout, stderr, late, mebibytes }
    }
}

/// Waits for the end of a process, and kills it at the time limit.
fn watch(child: &mut Child, limit: Duration) -> (Option<i32>, bool, u64) {
    let clock = Instant::now();
    let mut most = 0;
    loop {
        if let Some(status) = child.try_wait().expect("a status") {
            return (status.code(), false, most);
        }
        most = most.max(peak(child.id()));
        if clock.elapsed() > limit {
            child.kill().expect("a running program");
            child.wait().expect("a status");
            return (None, true, most);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// The peak memory of a process so far, in MiB; 0 if the system does not report it.
fn peak(process: u32) -> u64 {
    if !cfg!(target_os = "linux") {
        return 0;
    }
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kibibytes.unwrap_or(0) / 1024
}

/// All entries of a folder, each with its content or its target.
fn entries(at: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![at.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(at).expect("inside").to_string_lossy().into_owned();
            if path.is_symlink() {
                let target = fs::read_link(&path).expect("a link");
                found.insert(name, target.into_os_string().into_encoded_bytes());
            } else if path.is_dir() {
                found.insert(name, Vec::new());
                folders.push(path);
            } else {
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}
