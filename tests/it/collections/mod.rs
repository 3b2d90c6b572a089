//! Your own collections: the messages for wrong ones, and the answers of every command for the others.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use soliter::base::collection::Collection;
use soliter::{Loaded, Source, library, load};
use tempfile::TempDir;

/// Wrong collections and, below `---`, the messages of `soliter list` about them. `UPDATE=1` rewrites the messages.
const WRONG: &str = include_str!("wrong.txt");

pub(crate) const MINE: &str = r#"title = "My figures"
model = "english"

[[puzzle]]
name   = "heart"
start  = ["43", "44", "46"]
finish = ["44"]
known  = { moves = 2 }

[[puzzle]]
name   = "Latin cross"
title  = "A cross"
start  = ["35", "43", "44", "45", "46", "55"]
finish = ["44"]

[[puzzle]]
name   = "never"
start  = ["43", "44"]
finish = ["44"]
"#;

/// A folder with `mine.toml`.
pub(crate) fn folder(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("mine.toml"), text).expect("a file");
    folder
}

fn soliter(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").stdin(Stdio::null());
    command.output().expect("soliter runs")
}

/// The exit code, the standard output and the standard error.
fn run(text: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = folder(text);
    let Output { status, stdout, stderr } = soliter(folder.path(), arguments);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn wrong_collections_have_clear_messages_and_hide_no_other_entry() {
    let mut written = String::new();
    for case in WRONG.split("=== ").skip(1) {
        let (title, rest) = case.split_once('\n').expect("a title");
        let text = rest.split("---\n").next().expect("a text");
        let (code, list, messages) = run(text, &["list", "mine.toml"]);
        assert_eq!(code, Some(2), "{title}");
        assert_eq!(text.contains("\"good\""), list.contains("mine.toml#good"), "{title}: {list}");
        let _ = write!(written, "=== {title}\n{text}---\n{messages}");
    }
    if std::env::var_os("UPDATE").is_some() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/collections/wrong.txt");
        fs::write(file, &written).expect("a file");
    }
    assert!(written == WRONG, "{written}");
    assert!(WRONG.matches("=== ").count() >= 20);
}

#[test]
fn solving_goes_through_all_entries_and_ends_with_the_most_serious_code() {
    let (code, text, _) = run(MINE, &["solve", "mine.toml", "-q"]);
    assert_eq!(code, Some(1), "one puzzle is impossible");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("heart: 2 moves") && lines[1].starts_with("A cross: 5 moves"));
    assert_eq!(lines.len(), 3, "{text}");
    let (_, text, _) = run(MINE, &["solve", "mine.toml"]);
    let table = text.split("proved by\n").nth(1).expect("a table");
    let rows: Vec<&str> = table.lines().map(|line| &line[..20]).collect();
    assert!(rows[1].starts_with("mine.toml#Latin"), "{table}");
    let wrong = MINE.replace("\"46\"]\nfinish", "\"4x\"]\nfinish");
    let (code, text, messages) = run(&wrong, &["solve", "mine.toml", "-q"]);
    assert_eq!((code, text.lines().count()), (Some(2), 2), "{text}");
    assert_eq!(messages, "error: no hole is called \"4x\" (mine.toml#heart:6:23)\n");
}

#[test]
fn commands_for_one_puzzle_name_the_entries() {
    let help = "name one, for example \"mine.toml#heart\": heart, Latin cross, never";
    let commands = ["check", "play", "count", "show", "certify -o x.layers", "export --to pddl"];
    for command in commands {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.insert(1, "mine.toml");
        let (code, _, messages) = run(MINE, &arguments);
        assert_eq!(code, Some(2), "{command}");
        let wanted = "error: \"mine.toml\" is a collection of 3 puzzles\n";
        assert!(messages.starts_with(wanted) && messages.contains(help), "{command}: {messages}");
        arguments[1] = "mine.toml#heart";
        if command == "check" {
            arguments.extend(["--moves", "43-45, 46-44"]);
        }
        let (code, _, messages) = run(MINE, &arguments);
        assert_eq!(code, Some(0), "{command}: {messages}");
    }
    let (code, _, messages) = run(MINE, &["solve", "mine.toml#hart"]);
    assert_eq!(code, Some(2));
    assert!(messages.contains("has no puzzle \"hart\"") && messages.contains("mean \"heart\"?"));
}

#[test]
fn a_collection_may_come_from_standard_input() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(["solve", "-", "-q"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("soliter runs");
    child.stdin.take().expect("a pipe").write_all(MINE.as_bytes()).expect("written");
    let text = String::from_utf8(child.wait_with_output().expect("an end").stdout).expect("text");
    assert_eq!(text.lines().count(), 3, "{text}");
}

/// The puzzle of each entry by itself, made with another TOML reader.
fn on_its_own(text: &str) -> Vec<(String, String)> {
    let mut all: toml::Table = text.parse().expect("TOML");
    let Some(toml::Value::Array(entries)) = all.remove("puzzle") else { panic!("entries") };
    all.remove("title");
    let single = |entry: toml::Value| {
        let toml::Value::Table(entry) = entry else { panic!("a table") };
        let mut own = all.clone();
        own.extend(entry);
        let name = own.remove("name").and_then(|name| name.as_str().map(str::to_owned));
        let name = name.expect("a name");
        own.entry("title").or_insert_with(|| name.clone().into());
        (name, own.to_string())
    };
    entries.into_iter().map(single).collect()
}

/// The parts of a puzzle that must be the same however it was read.
fn facts(source: &std::sync::Arc<Source>) -> String {
    match load(source, &library::model).unwrap_or_else(|faults| panic!("{faults}")) {
        Loaded::Peg(puzzle) => {
            let finish = (puzzle.finish(), puzzle.known(), puzzle.source(), puzzle.marked());
            format!("{} {:?} {finish:?} {:?}", puzzle.title(), puzzle.start(), puzzle.board())
        }
        Loaded::Open(open) => format!("{open:?}"),
        Loaded::Game(game) => format!("{} {:?}", game.title, game.source),
    }
}

#[test]
fn an_entry_is_the_puzzle_that_it_would_be_in_a_file_of_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let mut texts: Vec<String> = library::collections()
        .iter()
        .map(|(name, _)| fs::read_to_string(folder.join(format!("{name}.toml"))).expect("a file"))
        .collect();
    assert!(texts.len() > 20);
    texts.push(
        r#"
"source" = 'all # of [[puzzle]]'
model = { lattice = "square", board = """
ooo
ooo
""" } # shared
[[ puzzle ]] # the first
"name" = "a (b)" # no title
start  = ["1", "2"]
finish = { pegs = 1 }
notation = "number"
[ puzzle . known ]
moves = 1
[[puzzle]]
finish = { pegs = 1 }
name = "second"
title = """
[[puzzle]]"""
start = "o o .\n. . ."
["puzzle".model]
board = "ooo\nooo"
[puzzle.known]
"moves" = 1
"#
        .to_owned(),
    );
    let mut compared = 0;
    for text in texts.iter().flat_map(|text| [text.clone(), text.replace('\n', "\r\n")]) {
        let source = Source::from_bytes("all.toml", text.clone().into_bytes()).expect("text");
        let all = Collection::parse(&source).expect("a collection").expect("valid");
        assert!(all.faults().is_none(), "{:?}", all.faults());
        for (name, own) in on_its_own(&text) {
            let entry = all.entry(&name).expect("an entry").expect("valid");
            assert_eq!(facts(&entry), facts(&Source::new("own.toml", own)), "{name}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "only {compared}");
}

#[test]
fn a_shell_completes_the_names_of_entries() {
    let folder = folder(MINE);
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    command.args(["--", "soliter", "solve", "mine.toml#h"]).current_dir(folder.path());
    command.envs([("COMPLETE", "bash"), ("_CLAP_COMPLETE_INDEX", "2"), ("_CLAP_IFS", "\n")]);
    let output = command.output().expect("soliter runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "mine.toml#heart");
}

#[test]
fn ten_thousand_entries_are_found_by_name() {
    let mut text = "model = \"english\"\n".to_owned();
    for number in 0..10_000 {
        let _ = write!(text, "[[puzzle]]\nname = \"p{number}\"\nstart = [\"43\", \"44\"]\n");
        text += "finish = [\"45\"]\n";
    }
    let all = Collection::parse(&Source::new("big.toml", text)).expect("one").expect("valid");
    assert_eq!(all.names().len(), 10_000);
    for name in ["p0", "p4711", "p9999"] {
        let entry = all.entry(name).expect("an entry").expect("valid");
        assert_eq!(load(&entry, &library::model).expect("a puzzle").title(), name);
    }
    assert!(all.entry("p10000").is_none());
}

/// The collection of docs/how-to/collections.md, as that page puts it on a site.
#[test]
fn a_site_has_a_shelf_for_a_collection() {
    let text = include_str!("../../../docs/how-to/mine.toml");
    assert!(include_str!("../../../docs/how-to/collections.md").contains(text));
    let folder = folder(text);
    let made = soliter(folder.path(), &["site", "pages", "--puzzles", "mine.toml,gardner/lamp"]);
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    let page = folder.path().join("pages/puzzles/mine/arrow.html");
    assert!(fs::read_to_string(page).expect("a page").contains("<title>Arrow</title>"));
    let list = fs::read_to_string(folder.path().join("pages/list.js")).expect("a list");
    let list = list.trim_start_matches("const SHELF = JSON.parse('").trim_end_matches("');\n");
    let list: Value = serde_json::from_str(list).expect("JSON");
    assert_eq!(list["own"], serde_json::json!([{ "id": "mine", "title": "My figures" }]));
    let puzzles = list["puzzles"].as_array().expect("a list").iter();
    let puzzles: Vec<_> = puzzles.map(|one| (&one["name"], &one["shelf"])).collect();
    let own: Value = "mine".into();
    let names = ["mine/heart", "mine/arrow", "mine/hat", "gardner/lamp"].map(Value::from);
    let wanted =
        [(&names[0], &own), (&names[1], &own), (&names[2], &own), (&names[3], &Value::Null)];
    assert_eq!(puzzles, wanted);
    // Without puzzles there is no site.
    let made = soliter(folder.path(), &["site", "none", "--puzzles", "other.toml"]);
    assert_eq!(made.status.code(), Some(2));
    assert!(!folder.path().join("none").exists());
}

#[test]
fn files_that_cannot_be_a_shelf_are_refused() {
    let folder = folder(MINE);
    let copy = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    fs::create_dir(folder.path().join("other")).expect("a folder");
    copy("other/mine.toml", MINE);
    copy("gardner.toml", &MINE.replace("heart", "lamp"));
    for (files, message) in [
        ("mine.toml,other/mine.toml", "another file has this name"),
        ("gardner.toml", "a built-in puzzle is called gardner/lamp, too"),
    ] {
        let made = soliter(folder.path(), &["site", "pages", "--puzzles", files]);
        assert_eq!(made.status.code(), Some(2), "{files}");
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn a_server_without_a_puzzle_of_its_file_does_not_start() {
    for (text, arguments, message) in [
        (MINE, ["serve", "none.toml"], "there is no file \"none.toml\""),
        ("[[puzzle]]\nname = \"a\"\n", ["serve", "mine.toml"], "the key \"model\" is missing"),
    ] {
        let (code, address, messages) = run(text, &arguments);
        assert_eq!((code, &*address), (Some(2), ""), "{messages}");
        assert!(messages.contains(message), "{messages}");
    }
}

#[test]
fn survey_writes_a_collection_with_its_answers() {
    let folder = folder(MINE);
    let made = soliter(folder.path(), &["survey", "triangle10", "--write", "own.toml"]);
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    let list = soliter(folder.path(), &["list", "own.toml", "--format", "json"]);
    let rows: Vec<Value> = String::from_utf8(list.stdout)
        .expect("text")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let answer = |row: &Value| {
        let name = row["name"].as_str().expect("a name").to_owned();
        (name, row["moves"].as_u64(), row["impossible"] == true)
    };
    let mut answers: Vec<_> = rows.iter().map(answer).collect();
    answers.sort();
    // docs/atlas/triangle10.csv has certificates of the same results.
    let wanted = [("21-to-22", Some(5)), ("21-to-31", None), ("21-to-43", None)];
    let wanted = wanted.map(|(name, moves)| (format!("own.toml#{name}"), moves, moves.is_none()));
    assert_eq!(answers, wanted);
}
