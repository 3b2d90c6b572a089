//! Runs every console block of README.md and docs/ and compares its output; the same for tests/cmd and
//! tests/bad.
//!
//! The pages are written for readers, so their blocks have none of trycmd's markup. A comment before a block states an
//! exit code other than 0, `<!-- exit code 1 -->`; `…` stands for text that may differ, and a line `...` for omitted
//! lines. `TRYCMD=overwrite` writes new output into the pages.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

/// Pages with commands or answers of HiGHS and CaDiCaL; a build without these skips the pages.
const OF_SOLVERS: [&str; 13] = [
    "README.md",
    "docs/explanation/impossible.md",
    "docs/explanation/milp-bounds.md",
    "docs/explanation/sat-proofs.md",
    "docs/how-to/read-an-answer.md",
    "docs/tutorials/constraint-model.md",
    "docs/tutorials/integer-program.md",
    "tests/bad/np.md",
    "tests/cmd/bounds.md",
    "tests/cmd/help.md",
    "tests/cmd/run.md",
    "tests/cmd/solve.md",
    "tests/first_steps.md",
];
const WITH_SOLVERS: bool = cfg!(all(feature = "milp", feature = "sat"));

#[test]
fn transcripts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copies = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transcripts");
    let mut pages = vec![root.join("README.md")];
    collect(&root.join("docs"), &mut pages);
    pages.retain(|page| WITH_SOLVERS || !OF_SOLVERS.iter().any(|one| *page == root.join(one)));
    let cases = cases();
    for page in &pages {
        let copy = copies.join(page.strip_prefix(root).expect("below the root"));
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder for the copy");
        fs::write(&copy, marked_up(&fs::read_to_string(page).expect("a page"))).expect("a copy");
        cases.case(&copy);
    }
    let ran = catch_unwind(AssertUnwindSafe(|| cases.run()));
    if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
        for page in &pages {
            let copy = copies.join(page.strip_prefix(root).expect("below the root"));
            let text = clean(&fs::read_to_string(copy).expect("a copy"));
            fs::write(page, text).expect("the page takes the new output");
        }
    }
    if let Err(failure) = ran {
        resume_unwind(failure);
    }
}

#[test]
fn commands_and_messages() {
    let cases = cases();
    cases.case("tests/first_steps.md").case("tests/cmd/*.md").case("tests/bad/*.md");
    for page in OF_SOLVERS.iter().filter(|page| !WITH_SOLVERS && page.starts_with("tests/")) {
        cases.skip(page);
    }
}

fn cases() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    cases.env("LC_ALL", "C.UTF-8").env("NO_COLOR", "1");
    cases
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
}

/// A page with the markup that trycmd expects.
fn marked_up(page: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (mut code, mut inside) = (None, false);
    for line in page.lines() {
        if let Some(number) = line.strip_prefix("<!-- exit code ") {
            code = number.strip_suffix(" -->");
        } else if line == "```console" {
            inside = true;
        } else if inside && line == "```" {
            inside = false;
            // trycmd expects the final line feed of the output as an empty line.
            if lines.last().is_some_and(|last| last != "..." && !last.starts_with("$ ")) {
                lines.push(String::new());
            }
        }
        lines.push(if inside { line.replace('…', "[..]") } else { line.to_owned() });
        if inside && line.starts_with("$ ") {
            lines.extend(code.take().map(|code| format!("? {code}")));
        }
    }
    lines.join("\n") + "\n"
}

/// The page without that markup.
fn clean(page: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        inside |= line == "```console";
        if inside && line == "```" {
            inside = false;
            if lines.last().is_some_and(String::is_empty) {
                lines.pop();
            }
        }
        if !(inside && line.starts_with("? ")) {
            lines.push(if inside { line.replace("[..]", "…") } else { line.to_owned() });
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn pages_keep_their_form() {
    let page = "<!-- exit code 1 -->\n```console\n$ soliter a\none … two\n```\n\nText.\n";
    let marked =
        "<!-- exit code 1 -->\n```console\n$ soliter a\n? 1\none [..] two\n\n```\n\nText.\n";
    assert_eq!(marked_up(page), marked);
    assert_eq!(clean(marked), page);
}
