//! The plan of the house, docs/contributing/architecture.md, held against the `use` lines and paths of the code:
//! no room uses one above it, and no two files use each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Every room, from the ground up, with the rooms it may use. A room is a folder of `src/` or a file
/// there; rooms inside a room come first, since the longest name that fits counts.
const ROOMS: [(&str, &[&str]); 22] = [
    ("base", &[]),
    ("checker", &[]),
    ("draw", &["base"]),
    ("library", &["base"]),
    ("highs", &["base", "checker"]),
    ("sat", &["base", "checker"]),
    ("np", &["base", "checker", "highs", "sat"]),
    ("peg/search", &["base", "peg"]),
    ("peg/milp", &["base", "checker", "highs", "library", "np", "peg"]),
    ("peg/sat", &["base", "peg", "sat"]),
    ("peg/draw", &["base", "draw", "peg"]),
    ("peg/report", &["peg", "peg/search"]),
    ("peg/solve", &["base", "peg", "peg/milp", "peg/sat", "peg/search"]),
    ("peg/judge", &["base", "peg", "peg/search", "peg/solve"]),
    ("peg/session", &["base", "peg", "peg/search"]),
    ("peg/certify", &["base", "checker", "peg", "peg/search"]),
    ("peg", &["base", "draw", "library"]),
    ("games", &["base", "draw", "library", "peg", "peg/draw"]),
    ("pages", &["base", "draw", "games", "peg", "peg/draw", "peg/search"]),
    ("load", &["base", "games", "library", "peg"]),
    (
        "cli",
        &[
            "base",
            "checker",
            "draw",
            "games",
            "highs",
            "library",
            "load",
            "np",
            "pages",
            "peg",
            "peg/certify",
            "peg/draw",
            "peg/judge",
            "peg/milp",
            "peg/report",
            "peg/sat",
            "peg/search",
            "peg/session",
            "peg/solve",
        ],
    ),
    ("main", &["cli"]),
];

/// What stands inside the large rooms, folders and files, each before those that use it.
const INSIDE: [(&str, &[&str]); 7] = [
    (
        "peg",
        &[
            "board", "line", "notation", "puzzle", "import", "record", "bounds", "pddl", "rules",
            "answer", "problems", "milp", "sat", "verify", "draw", "search", "certify", "report",
            "session", "solve", "judge",
        ],
    ),
    (
        "peg/search",
        &[
            "space",
            "bounds",
            "dfs",
            "store",
            "levels",
            "count",
            "reachable",
            "fewest",
            "disk",
            "questions",
        ],
    ),
    ("peg/milp", &["fields", "regions", "mirror", "relaxation", "weights", "sweep", "bounds"]),
    (
        "np",
        &[
            "meter", "refusal", "syntax", "check", "resolve", "input", "ground", "clauses", "cp",
            "milp", "solve",
        ],
    ),
    (
        "games",
        &[
            "text",
            "rules",
            "analysis",
            "solitaire",
            "engine",
            "play",
            "board_game",
            "picture",
            "settings",
            "kept",
            "strip",
            "corridor",
            "palisade",
            "pyramid",
            "lessons",
            "report",
        ],
    ),
    (
        "games/corridor",
        &[
            "rules",
            "drawing",
            "notation",
            "outlook",
            "picture",
            "values",
            "parameters",
            "reasons",
            "solver",
        ],
    ),
    (
        "cli",
        &[
            "help",
            "args",
            "output",
            "session",
            "files",
            "levels",
            "list",
            "prompt",
            "rules",
            "certify",
            "columns",
            "export",
            "pictures",
            "games",
            "run",
            "table",
            "play",
            "show",
            "solve",
            "count",
            "questions",
            "check",
            "shelf",
            "site",
            "serve",
        ],
    ),
];

/// A folder of `src/` holds no more files than this, beside its own folders.
const MOST_FILES: usize = 14;

/// A file of `src/` by its module path, `peg/milp/sweep`, and what it uses.
struct File {
    module: String,
    uses: BTreeSet<String>,
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All texts of Rust below a folder of the repository.
fn texts(folder: &str) -> BTreeMap<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let (mut found, mut open) = (BTreeMap::new(), vec![root]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.insert(path.clone(), std::fs::read_to_string(&path).expect("a source"));
            }
        }
    }
    found
}

/// Modules by path, each with its text.
fn modules() -> BTreeMap<String, String> {
    let named = |(path, text): (PathBuf, String)| {
        let name = path.strip_prefix(source()).expect("inside").with_extension("");
        let name = name.to_str().expect("a plain name").replace('\\', "/");
        (name.strip_suffix("/mod").unwrap_or(&name).to_owned(), text)
    };
    texts("src").into_iter().map(named).collect()
}

/// The code without comments, strings and tests, which stand at the end of a file.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    let mut code = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or(line);
        // Every other piece between quotes is a string.
        let pieces: Vec<&str> = line.split('"').step_by(2).collect();
        code.push_str(&pieces.join("\"\""));
        code.push('\n');
    }
    code
}

/// The paths of a `use` tree without its braces: `a::{b, c::{d, e}}` is `a::b`, `a::c::d`, `a::c::e`.
fn flat(tree: &str) -> Vec<String> {
    let Some((head, rest)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    let (mut depth, mut start, mut paths) = (0, 0, Vec::new());
    for (at, symbol) in inside.char_indices().chain([(inside.len(), ',')]) {
        match symbol {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let branch = inside[start..at].trim();
                start = at + 1;
                if !branch.is_empty() {
                    paths.extend(flat(&format!("{}{branch}", head.trim())));
                }
            }
            _ => {}
        }
    }
    paths
}

/// Every path of a file, as written.
fn paths(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    let starts_use = |line: &str| {
        let line = line.trim_start();
        let line = line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub ")).unwrap_or(line);
        line.strip_prefix("use ").map(str::to_owned)
    };
    while let Some(line) = rest.lines().next() {
        if let Some(tree) = starts_use(line) {
            let whole = &rest[rest.find(&tree).unwrap_or(0)..];
            let end = whole.find(';').unwrap_or(whole.len());
            found.extend(flat(&whole[..end].replace('\n', " ")));
            rest = &whole[end..];
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
            continue;
        }
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        found.extend(
            line.split(|c| !is_path(c)).filter(|path| path.contains("::")).map(str::to_owned),
        );
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    found
}

/// The module that a path of `file` leads to, if it leads into the house.
fn resolve(file: &str, path: &str, modules: &BTreeMap<String, String>) -> Option<String> {
    let path = path.split(" as ").next().unwrap_or(path).replace(' ', "");
    let mut steps: Vec<&str> = path.split("::").collect();
    let mut at: Vec<&str> = Vec::new();
    match steps[0] {
        "crate" | "soliter" => {
            steps.remove(0);
        }
        "super" | "self" => {
            at = file.split('/').collect();
            while steps.first() == Some(&"super") {
                at.pop();
                steps.remove(0);
            }
            if steps.first() == Some(&"self") {
                steps.remove(0);
            }
        }
        first => {
            // A module of the same folder file: `routes::router` in `serve/mod.rs`.
            let child = format!("{file}/{first}");
            modules.contains_key(&child).then_some(())?;
            at = file.split('/').collect();
        }
    }
    let mut found = modules.contains_key(&at.join("/")).then(|| at.join("/"));
    for step in steps {
        at.push(step);
        if !modules.contains_key(&at.join("/")) {
            break;
        }
        found = Some(at.join("/"));
    }
    found
}

fn files() -> Vec<File> {
    let modules = modules();
    modules
        .iter()
        .map(|(module, text)| {
            let paths = paths(&code(text));
            let uses = paths.iter().filter_map(|path| resolve(module, path, &modules));
            File { module: module.clone(), uses: uses.filter(|other| other != module).collect() }
        })
        .collect()
}

/// The number of a module's room in [`ROOMS`].
fn room(module: &str) -> Option<usize> {
    let holds = |room: &str| module == room || module.starts_with(&format!("{room}/"));
    ROOMS.iter().position(|(room, _)| holds(room))
}

#[test]
fn no_room_uses_one_above_it() {
    let mut wrong = Vec::new();
    for file in files().iter().filter(|file| file.module != "lib") {
        let Some(own) = room(&file.module) else {
            wrong.push(format!(
                "src/{} is in no room of docs/contributing/architecture.md",
                file.module
            ));
            continue;
        };
        for other in &file.uses {
            // `lib.rs` gives names that belong to the rooms below it.
            let Some(used) = room(other) else { continue };
            if used != own && !ROOMS[own].1.contains(&ROOMS[used].0) {
                wrong.push(format!("{} uses {other}: {} may not", file.module, ROOMS[own].0));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn inside_a_room_arrows_go_one_way() {
    let mut wrong = Vec::new();
    for file in files() {
        for (room, parts) in INSIDE {
            let part = |module: &str| {
                let inside = module.strip_prefix(&format!("{room}/"))?;
                inside.split('/').next().map(str::to_owned)
            };
            let Some(own) = part(&file.module) else { continue };
            let place = |part: &str| parts.iter().position(|other| *other == part);
            let Some(own_place) = place(&own) else {
                wrong.push(format!("{room} has no part {own} in this file"));
                continue;
            };
            for used in file.uses.iter().filter_map(|other| part(other)) {
                if place(&used).is_some_and(|place| place > own_place) {
                    wrong.push(format!("{} uses {room}/{used}, which comes after it", file.module));
                }
            }
        }
        let evaluator = file.module.starts_with("np/check");
        for other in file.uses.iter().filter(|other| evaluator && other.starts_with("np/")) {
            let shared = ["np/check", "np/syntax", "np/meter"];
            if !shared.iter().any(|room| other.starts_with(room)) {
                wrong.push(format!("{} uses {other}: it shares the tree only", file.module));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_folder_is_one_thought() {
    let mut files: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for path in texts("src").into_keys() {
        *files.entry(path.parent().expect("a folder").to_owned()).or_default() += 1;
    }
    files.retain(|_, number| *number > MOST_FILES);
    assert!(files.is_empty(), "{files:?}");
}

#[test]
fn no_two_files_use_each_other() {
    let files = files();
    let uses: BTreeMap<&str, &BTreeSet<String>> =
        files.iter().map(|file| (file.module.as_str(), &file.uses)).collect();
    let mut pairs = Vec::new();
    for file in files.iter().filter(|file| file.module != "lib") {
        for other in &file.uses {
            let back = uses.get(other.as_str()).is_some_and(|uses| uses.contains(&file.module));
            if back && file.module < *other {
                pairs.push(format!("{} and {other}", file.module));
            }
        }
    }
    assert!(pairs.is_empty(), "{}", pairs.join("\n"));
}

#[test]
fn the_page_draws_every_room() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/contributing/architecture.md");
    let page = std::fs::read_to_string(page).expect("docs/contributing/architecture.md");
    for (room, _) in ROOMS {
        assert!(
            page.contains(&format!("`{room}`")),
            "{room} is not in docs/contributing/architecture.md"
        );
    }
    for (room, parts) in INSIDE {
        for part in parts {
            let row = page.lines().find(|line| line.starts_with(&format!("| `{room}`, inside |")));
            let names = row.unwrap_or_else(|| {
                panic!("docs/contributing/architecture.md has no row of {room}")
            });
            assert!(names.contains(&format!("`{part}`")), "{room}/{part} is not in its row");
        }
    }
}

/// The table "Where to look" names files, and things in them.
#[test]
fn what_the_page_points_to_is_there() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/contributing");
    let page = std::fs::read_to_string(docs.join("architecture.md"))
        .expect("docs/contributing/architecture.md");
    let mut links = 0;
    for row in page.lines().filter(|line| line.contains("](../../src/")) {
        let mut texts = String::new();
        for link in row.split("](").skip(1) {
            let (path, _) = link.split_once(')').expect("the end of a link");
            let text = std::fs::read_to_string(docs.join(path));
            texts += &text.unwrap_or_else(|error| panic!("{path}: {error}"));
            links += 1;
        }
        for name in row.split('`').skip(1).step_by(2) {
            let name = name.rsplit("::").next().expect("a name");
            assert!(texts.contains(name), "{name} is in none of the files of {row}");
        }
    }
    assert!(links >= 10, "{links} links");
}

#[test]
fn random_tests_have_the_same_cases_every_time() {
    let mut wrong = Vec::new();
    for (path, text) in ["src", "tests"].into_iter().flat_map(texts) {
        // Said so that this file has none of it.
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

#[test]
fn paths_are_read_as_the_compiler_reads_them() {
    let text =
        "use crate::a::{self, b::C};\npub use super::d;\nfn f() { crate::e::g(\"crate::x\") }";
    assert_eq!(paths(&code(text)), ["crate::a::self", "crate::a::b::C", "super::d", "crate::e::g"]);
}
