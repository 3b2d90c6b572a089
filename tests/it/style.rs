//! The pages for people: expressions that CONTRIBUTING.md rejects, links that lead nowhere, and README's size.
//!
//! A line with `<!-- style: ok -->` may have any expression.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Expressions that read as translated, or that are not the field's words; in lower case.
const REJECTED: [&str; 45] = [
    "are asked",
    "are of a",
    "are of the",
    "are told",
    "anew",
    "as you like",
    "asked again",
    "asked for",
    "asked twice",
    "asks for",
    "and said",
    "beforehand",
    "by the clock",
    "by the wall",
    "for people who",
    "for readers who",
    "forger",
    "go on with",
    "goes on",
    "gravest",
    "held against",
    "hold against",
    "holds against",
    "is asked",
    "is of a",
    "is of the",
    "is told",
    "is wanted",
    "its word",
    "loaded machine",
    "mended",
    "other work",
    "shipped",
    "so many",
    "so much",
    "stranger",
    "that ship",
    "that ships",
    "the word of",
    "told of",
    "was asked",
    "was told",
    "who checks",
    "whoever",
    "whole numbers",
];

/// Words that must not begin a sentence, but for a question.
const BEGINNINGS: [&str; 5] = ["Who ", "What ", "Of a ", "Of an ", "Of several "];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README.md, CONTRIBUTING.md and docs/, with the lines that are neither code nor output, by their number.
fn pages() -> BTreeMap<PathBuf, Vec<(usize, String)>> {
    let mut paths = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                paths.push(path);
            }
        }
    }
    let prose = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a page");
        let mut code = false;
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.starts_with("```") {
                code = !code;
            } else if !code && !line.starts_with("    ") {
                // Every second part is between backticks.
                let parts: Vec<&str> = line.split('`').step_by(2).collect();
                lines.push((number, parts.join("`")));
            }
        }
        (path, lines)
    };
    paths.into_iter().map(prose).collect()
}

/// Whether the words stand in the text, not as a part of longer words.
fn contains(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        [before, after].into_iter().flatten().all(|c| !c.is_alphanumeric() && c != '-')
    })
}

#[test]
fn no_page_has_a_rejected_expression() {
    let mut wrong = Vec::new();
    for (path, lines) in pages() {
        for (number, line) in lines {
            if line.contains("<!-- style: ok -->") {
                continue;
            }
            let lower = line.to_lowercase();
            let place = format!("{}:{number}", path.display());
            wrong.extend(
                REJECTED
                    .iter()
                    .filter(|words| contains(&lower, words))
                    .map(|words| format!("{place}: \"{words}\"")),
            );
            let begins = |words: &&&str| {
                line.match_indices(**words).any(|(at, _)| {
                    at == 0 || [". ", "| ", "* "].iter().any(|end| line[..at].ends_with(end))
                })
            };
            if !line.starts_with('#') && !line.contains('?') {
                wrong.extend(
                    BEGINNINGS.iter().filter(begins).map(|words| format!("{place}: \"{words}\"")),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "see CONTRIBUTING.md, Style:\n{}", wrong.join("\n"));
}

/// The anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter(kept)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let pages = pages();
    let anchors = |path: &Path| -> Vec<String> {
        let text = fs::read_to_string(path).expect("a page");
        text.lines()
            .filter(|line| line.starts_with('#'))
            .map(|line| anchor(line.trim_start_matches('#')))
            .collect()
    };
    let (mut links, mut wrong) = (0, Vec::new());
    for (path, lines) in &pages {
        for (number, line) in lines {
            for link in line.split("](").skip(1) {
                let Some((target, _)) = link.split_once(')') else { continue };
                if target.contains("://") {
                    continue;
                }
                links += 1;
                let (file, heading) = target.split_once('#').unwrap_or((target, ""));
                let found = if file.is_empty() {
                    path.clone()
                } else {
                    path.parent().expect("a folder").join(file)
                };
                let leads = found.exists()
                    && (heading.is_empty() || anchors(&found).iter().any(|one| one == heading));
                if !leads {
                    wrong.push(format!("{}:{number}: {target}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));
    assert!(links >= 100, "only {links} links");
}

#[test]
fn readme_is_short_and_quotes_the_program_as_it_is() {
    let readme = fs::read_to_string(root().join("README.md")).expect("README.md");
    assert!(readme.lines().count() <= 180, "{} lines", readme.lines().count());
    let program = fs::read_to_string(root().join("models/solitaire.np")).expect("the program");
    let (_, listing) = readme.split_once("```text\n").expect("the listing");
    let (listing, _) = listing.split_once("```").expect("its end");
    assert!(listing.lines().count() >= 10, "{listing}");
    for line in listing.lines() {
        assert!(program.lines().any(|other| other == line), "{line}");
    }
}

/// The table of contents of the book, `docs/SUMMARY.md`, and `docs/README.md` link to every page.
#[test]
fn both_tables_of_contents_have_every_page() {
    let docs = root().join("docs");
    // Parts of the atlases' pages, which have links of their own.
    let parts = ["SUMMARY.md", "README.md", "atlas/head.md", "atlas/graphs/head.md"];
    for contents in ["SUMMARY.md", "README.md"] {
        let text = fs::read_to_string(docs.join(contents)).expect("a table of contents");
        let missing: Vec<String> = pages()
            .into_keys()
            .filter_map(|path| Some(path.strip_prefix(&docs).ok()?.to_string_lossy().into_owned()))
            .filter(|page| !parts.contains(&&**page))
            .filter(|page| !text.contains(&format!("]({page})")))
            .collect();
        assert!(missing.is_empty(), "docs/{contents} has no link to {missing:?}");
    }
}
