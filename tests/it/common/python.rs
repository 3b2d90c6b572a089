//! The checkers in Python, which are optional.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// Whether they are run: with `SOLITER_PYTHON=1`.
pub(crate) fn is_asked_for() -> bool {
    static ASKED: OnceLock<bool> = OnceLock::new();
    *ASKED.get_or_init(|| {
        let asked = std::env::var_os("SOLITER_PYTHON").is_some_and(|value| value == "1");
        if asked {
            let found = Command::new("python3").args(["-c", "import numpy"]).output();
            let found = found.is_ok_and(|output| output.status.success());
            assert!(found, "SOLITER_PYTHON=1, but there is no python3 with numpy");
        } else {
            println!("skipped: the checkers in Python; SOLITER_PYTHON=1 has them run");
        }
        asked
    })
}

/// The verdict of a checker of `tools/` on each file, or the reason for its rejection. One process checks all
/// files. `None` if Python is not enabled.
pub(crate) fn verdicts(tool: &str, paths: &[PathBuf]) -> Option<Vec<Result<String, String>>> {
    if !is_asked_for() {
        return None;
    }
    let tool = format!("{}/tools/{tool}", env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("python3").arg(tool).args(paths).output().expect("python");
    let fault = String::from_utf8_lossy(&output.stderr);
    assert!(fault.is_empty(), "{fault}");
    let said = String::from_utf8_lossy(&output.stdout);
    let verdict = |line: &str| match line.split_once(": ") {
        Some(("correct", said)) => Some(Ok(said.to_owned())),
        Some(("rejected", why)) => Some(Err(why.to_owned())),
        _ => None,
    };
    Some(said.lines().filter_map(verdict).collect())
}
