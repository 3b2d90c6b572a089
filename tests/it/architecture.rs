//! Checks the statements of docs/contributing/architecture.md about the code that Cargo does not enforce.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The names of the dependencies in a `Cargo.toml`, without dev-dependencies.
fn dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let lines = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    lines.map(|line| line.split([' ', '.']).next().unwrap_or_default().to_owned()).collect()
}

/// The crates of `crates/`, each with those of these crates on which it depends.
fn crates() -> BTreeMap<String, Vec<String>> {
    let folders = fs::read_dir(root().join("crates")).expect("crates");
    let names = folders.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.into_string().expect("a name"));
    let used = |name: String| {
        let manifest = dependencies(&read(&format!("crates/{name}/Cargo.toml")));
        let own = manifest.iter().filter_map(|other| other.strip_prefix("soliter-"));
        let mut own: Vec<String> = own.map(str::to_owned).collect();
        own.sort();
        (name, own)
    };
    names.filter(|name| name != "testing").map(used).collect()
}

#[test]
fn the_checker_depends_on_a_hash_alone() {
    assert_eq!(dependencies(&read("crates/checker/Cargo.toml")), ["sha2"]);
}

#[test]
fn the_page_lists_what_each_crate_uses() {
    let page = read("docs/contributing/architecture.md");
    for (name, used) in crates() {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row =
            row.unwrap_or_else(|| panic!("docs/contributing/architecture.md has no row of {name}"));
        let cell = row.split('|').nth(3).expect("three cells");
        let mut named: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        named.sort_unstable();
        assert_eq!(named, used, "{name}");
    }
}

/// `cargo install` resolves features without development dependencies, and rejects a feature that names one.
#[test]
fn features_name_no_development_dependency() {
    let crates = crates().into_keys().map(|name| format!("crates/{name}/Cargo.toml"));
    let mut named = 0;
    for path in crates.chain(["Cargo.toml".to_owned()]) {
        let manifest: toml::Table = toml::from_str(&read(&path)).expect("TOML");
        let Some(features) = manifest.get("features").and_then(toml::Value::as_table) else {
            continue;
        };
        let entries = features.values().filter_map(toml::Value::as_array).flatten();
        for entry in entries.filter_map(toml::Value::as_str) {
            let Some((package, _)) = entry.split_once('/') else { continue };
            let package = package.trim_end_matches('?');
            assert!(manifest["dependencies"].get(package).is_some(), "{path}: {entry}");
            named += 1;
        }
    }
    assert!(named >= 5, "{named} features of other packages");
}

/// The table "Where to look" names files and items in them, which must exist.
#[test]
fn what_the_page_points_to_is_there() {
    let page = read("docs/contributing/architecture.md");
    let mut links = 0;
    for row in page.lines().filter(|line| line.starts_with('|') && line.contains(".rs)")) {
        let mut texts = String::new();
        for link in row.split("](").skip(1) {
            let (path, _) = link.split_once(')').expect("the end of a link");
            texts += &read(&format!("docs/contributing/{path}"));
            links += 1;
        }
        for name in row.split('`').skip(1).step_by(2) {
            let name = name.rsplit("::").next().expect("a name");
            assert!(texts.contains(name), "{name} is in none of the files of {row}");
        }
    }
    assert!(links >= 10, "{links} links");
}

/// The paths and texts of the Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a text");
            found.push((path, text));
        }
    }
}

/// A comment that names a file of the repository is stale once the file is gone.
#[test]
fn files_that_comments_name_are_there() {
    const FOLDERS: [&str; 8] =
        ["src", "crates", "tests", "docs", "models", "puzzles", "tools", "python"];
    const ENDINGS: [&str; 5] = [".rs", ".md", ".py", ".np", ".toml"];
    let (mut all, mut named) = (Vec::new(), 0);
    for folder in ["src", "crates", "tests", "benches", "examples"] {
        sources(&root().join(folder), &mut all);
    }
    let mut missing = Vec::new();
    for (path, text) in all {
        for comment in text.lines().filter_map(|line| line.trim_start().strip_prefix("//")) {
            let in_a_name = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
            let words = comment.split(|c| !in_a_name(c)).map(|word| word.trim_end_matches('.'));
            let is_path = |word: &&str| {
                word.split_once('/').is_some_and(|(folder, _)| FOLDERS.contains(&folder))
                    && ENDINGS.iter().any(|ending| word.ends_with(ending))
            };
            for word in words.filter(is_path) {
                named += 1;
                // A crate may name its own files from its own folder.
                let mut folders = path.ancestors().take_while(|above| above.starts_with(root()));
                if !folders.any(|above| above.join(word).is_file()) {
                    missing.push(format!("{}: {word}", path.display()));
                }
            }
        }
    }
    assert!(named >= 20, "{named} files");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// `soliter-prove` has copies of these programs, since a package contains only the files below its own folder.
#[test]
fn the_formulation_by_jump_is_the_published_program() {
    for name in ["solitaire.np", "marked.np"] {
        let (own, published) = (format!("crates/prove/programs/{name}"), format!("models/{name}"));
        assert_eq!(read(&own), read(&published), "copy {published} to {own}");
    }
}

#[test]
fn random_tests_have_the_same_cases_every_time() {
    let (mut wrong, mut all) = (Vec::new(), Vec::new());
    for folder in ["src", "crates", "tests"] {
        sources(&root().join(folder), &mut all);
    }
    assert!(all.len() > 400, "{} files", all.len());
    for (path, text) in all {
        // Written in two parts, so that this file itself does not contain it.
        let (tests, random) = (concat!("proptest", "! {"), concat!("fastrand::", "Rng::new()"));
        for (at, _) in text.match_indices(tests) {
            let config = text[at + tests.len()..].trim_start();
            let line = config.lines().next().unwrap_or_default();
            if !line.starts_with("#![proptest_config(") || !line.contains("cases(") {
                wrong.push(format!("{}: no #![proptest_config(cases(..))]", path.display()));
            }
        }
        if text.contains(random) {
            wrong.push(format!("{}: random numbers without a seed", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
