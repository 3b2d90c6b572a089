//! The folder of `soliter site`: its content, and the errors if it cannot be created.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use scraper::{Html, Selector};
use serde_json::Value;
use soliter::checker::{Proved, check};

fn site(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soliter"));
    let command = command.arg("site").args(arguments).current_dir(folder).env("NO_COLOR", "1");
    command.output().expect("soliter runs")
}

/// The files of a folder by their paths in it.
fn files(folder: &Path, prefix: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.append(&mut files(&entry.path(), &format!("{name}/")));
        } else {
            found.insert(name, std::fs::read(entry.path()).expect("a file"));
        }
    }
    found
}

/// The JSON of a page, together with the data from its board's script.
fn data(all: &BTreeMap<String, Vec<u8>>, page: &str) -> (Html, Value) {
    let text = String::from_utf8(all[page].clone()).expect("text");
    let document = Html::parse_document(&text);
    assert!(document.errors.is_empty(), "{page}: {:?}", document.errors);
    let selector = Selector::parse("#data").expect("a selector");
    let data = document.select(&selector).next().expect("data").text().collect::<String>();
    let data = serde_json::from_str(&data).expect("JSON");
    (document, data)
}

#[test]
fn a_folder_has_all_that_its_pages_ask_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = "gardner/latin-cross,impossible/row7,english-diagonal/latin-cross,leibniz/";
    let made =
        site(folder.path(), &["pages", "--each", "10m", "--puzzles", names, "--format", "json"]);
    assert!(made.status.success(), "{made:?}");
    let report: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    let all = files(&folder.path().join("pages"), "");
    assert_eq!(report["files"], all.len());
    assert_eq!(report["bytes"], all.values().map(Vec::len).sum::<usize>());
    let pages: Vec<&String> = all
        .keys()
        .filter(|name| {
            name.starts_with("puzzles/")
                && Path::new(name).extension().is_some_and(|end| end == "html")
        })
        .collect();
    assert_eq!(report["puzzles"], pages.len());
    // The page that hosts send for unknown addresses; its script finds the way home.
    let nothing = String::from_utf8_lossy(&all["404.html"]);
    assert!(nothing.contains("<h1>Nothing here</h1>") && nothing.contains("icon.svg"), "{nothing}");
    assert_eq!(report["proved"], pages.len());
    // Every link in a page leads to a file of the folder.
    for page in pages.iter().map(|name| name.as_str()).chain([
        "index.html",
        "list.html",
        "rules.html",
        "help.html",
    ]) {
        let document = Html::parse_document(&String::from_utf8_lossy(&all[page]));
        for (element, address) in
            [("script[src]", "src"), ("link[rel=stylesheet]", "href"), ("a", "href")]
        {
            for found in document.select(&Selector::parse(element).expect("a selector")) {
                let target = found.attr(address).unwrap_or_default();
                let target = target.split('#').next().unwrap_or_default();
                let up = target.matches("../").count();
                let base: Vec<&str> = page.split('/').collect();
                let mut path = base[..base.len() - 1 - up].join("/");
                if !path.is_empty() {
                    path.push('/');
                }
                path.push_str(target.trim_start_matches("../"));
                assert!(
                    target.is_empty() || all.contains_key(&path),
                    "{page}: {target} is not there"
                );
            }
        }
    }
    let (_, latin) = data(&all, "puzzles/gardner/latin-cross.html");
    assert_eq!(latin["claim"]["status"], "optimal");
    assert_eq!(latin["claim"]["moves"], 5);
    assert_eq!(latin["up"], "../../");
    let (document, never) = data(&all, "puzzles/impossible/row7.html");
    assert_eq!(never["claim"]["status"], "infeasible");
    let policy = Selector::parse("meta[http-equiv=Content-Security-Policy]").expect("a selector");
    let policy = document.select(&policy).next().and_then(|meta| meta.attr("content"));
    assert!(
        policy.is_some_and(
            |policy| !policy.contains("unsafe") && policy.contains("default-src 'none'")
        )
    );
    // The certificate is valid.
    let certified =
        check(&*all["puzzles/gardner/latin-cross.layers"], &|_| true).expect("a right certificate");
    assert_eq!(certified.proved, Proved::ExactMoves(5));
    // A board with other directions has its own script.
    let boards: Vec<&String> =
        all.keys().filter(|name| name.starts_with("boards/english-")).collect();
    assert_eq!(boards.len(), 2, "{boards:?}");
    // The same command creates the same files.
    let again = site(folder.path(), &["again", "--each", "10m", "--puzzles", names, "-q"]);
    assert!(again.status.success());
    assert!(files(&folder.path().join("again"), "") == all);
}

#[test]
fn a_folder_that_cannot_be_made_is_refused_before_anything_is_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("full")).expect("a folder");
    std::fs::write(folder.path().join("full/file"), "mine").expect("a file");
    for (arguments, message) in [
        (vec!["full"], "error: the folder full is not empty"),
        (vec!["full/file"], "error: full/file is a file"),
        (
            vec!["new", "--puzzles", "gardner/,nothing/"],
            "error: no puzzle's name begins with \"nothing/\"",
        ),
    ] {
        let refused = site(folder.path(), &arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(told.starts_with(message), "{told}");
    }
    let left: Vec<String> = files(folder.path(), "").into_keys().collect();
    assert_eq!(left, ["full/file"]);
}

#[test]
fn a_limit_leaves_whole_pages_without_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["pages", "--puzzles", "wiegleb/", "--time-limit", "0", "--format", "json"];
    let made = site(folder.path(), &arguments);
    assert_eq!(made.status.code(), Some(3), "{made:?}");
    let report: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    assert_eq!((&report["proved"], &report["certificates"]), (&Value::from(0), &Value::from(0)));
    let all = files(&folder.path().join("pages"), "");
    for page in all.keys().filter(|name| name.starts_with("puzzles/")) {
        let (_, data) = data(&all, page);
        assert!(data["lines"].as_array().is_some_and(Vec::is_empty), "{page}");
        assert!(data["claim"].is_null(), "{page} claims {}", data["claim"]);
    }
    // Nothing is left next to the folder.
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn an_engine_brings_further_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("some.wasm"), b"\0asm\x01\0\0\0").expect("a file");
    std::fs::write(folder.path().join("text.wasm"), "text").expect("a file");
    let with = |engine: &str| {
        let more = ["--puzzles", "gardner/latin-cross", "--format", "json", "--engine", engine];
        site(folder.path(), &[&["pages"][..], &more].concat())
    };
    for (engine, why) in [("text.wasm", "is not a WebAssembly module"), ("none", "cannot be read")]
    {
        let refused = with(engine);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(why), "{refused:?}");
        assert!(!folder.path().join("pages").exists());
    }
    let made = with("some.wasm");
    assert!(made.status.success(), "{made:?}");
    let report: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    let all = files(&folder.path().join("pages"), "");
    let script = report["engine"].as_str().expect("a script");
    assert!(all[script].starts_with(b"const ENGINE = \""));
    for page in ["index.html", "list.html", "games.html", "draw.html", "play.html"] {
        let text = String::from_utf8(all[page].clone()).expect("text");
        let document = Html::parse_document(&text);
        assert!(document.errors.is_empty(), "{page}: {:?}", document.errors);
        assert!(
            text.contains("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:;"),
            "{page}"
        );
        assert!(!text.contains("<!--"), "{page}: a place of the skeleton stayed empty");
        for link in document.select(&Selector::parse("a[href]").expect("a selector")) {
            let target =
                link.attr("href").unwrap_or_default().split('#').next().unwrap_or_default();
            assert!(target.is_empty() || all.contains_key(target), "{page}: {target}");
        }
    }
    for page in ["games", "draw", "play"] {
        assert!(all.contains_key(&format!("{page}.js")), "{page}");
    }
    assert!(String::from_utf8_lossy(&all["page.js"]).contains(script));
    // The files that browsers store exist.
    let worker = String::from_utf8_lossy(&all["service_worker.js"]);
    let kept = worker.split("const FILES = ").nth(1).and_then(|rest| rest.split(';').next());
    let kept: Vec<String> = serde_json::from_str(kept.expect("a list")).expect("JSON");
    assert!(kept.iter().all(|file| all.contains_key(file)), "{kept:?}");
    assert_eq!(kept[0], "index.html");
    assert!(kept.iter().any(|file| file == script) && kept.iter().any(|file| file == "list.js"));
    let manifest: Value = serde_json::from_slice(&all["manifest.webmanifest"]).expect("JSON");
    assert_eq!(manifest["start_url"], "index.html");
    let icon = manifest["icons"][0]["src"].as_str().expect("a file");
    assert!(all[icon].starts_with(b"<svg "));
}
