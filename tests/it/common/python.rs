//! The checkers in Python, which are optional.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// Whether tests of this program require a second verdict by the checkers: with `SOLITER_PYTHON=1`. Tests of the
/// checkers themselves are ignored unless they are named; `.ci/run` names them.
fn is_asked_for() -> bool {
    static ASKED: OnceLock<bool> = OnceLock::new();
    *ASKED.get_or_init(|| std::env::var_os("SOLITER_PYTHON").is_some_and(|value| value == "1"))
}

/// The verdict of a checker of `tools/` on each file, or the reason for its rejection; `None` if no second verdict is
/// required.
pub(crate) fn verdicts(tool: &str, paths: &[PathBuf]) -> Option<Vec<Result<String, String>>> {
    is_asked_for().then(|| verdicts_of(tool, paths))
}

/// The same for tests that need the checker. One process checks all files.
pub(crate) fn verdicts_of(tool: &str, paths: &[PathBuf]) -> Vec<Result<String, String>> {
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
    said.lines().filter_map(verdict).collect()
}
