//! The files that the pages of one place share, and the two with which browsers install the pages and keep them.

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::base::wording::hex;
use crate::pages::html::{self, Place};
use crate::pages::{game_rules, linked};

/// The name of the list of puzzles, which the server and a folder each make in their own way.
pub const LIST: &str = "list.js";
/// The name of the service worker's script.
pub const SERVICE_WORKER: &str = "service_worker.js";

/// A file next to the home page.
pub struct PageFile {
    /// Its address, relative to the home page.
    pub path: String,
    /// Its text, for a place.
    pub make: fn(Place<'_>) -> String,
}

/// The files of a place, the home page first, without [`LIST`] and [`SERVICE_WORKER`].
pub fn files(place: Place<'_>) -> Vec<PageFile> {
    let page = |name, make| PageFile { path: place.address(name), make };
    let other = |path: &str, make| PageFile { path: path.to_owned(), make };
    let mut all = vec![
        page("home", linked::home),
        page("rules", game_rules::page),
        page("help", linked::help),
        other("home.js", linked::home_script),
        page("list", linked::catalogue),
        other("catalogue.js", linked::catalogue_script),
        other("page.css", |_| html::style().to_owned()),
        other("icon.svg", |_| include_str!("page/offline/icon.svg").to_owned()),
        other("plain.js", linked::plain_script),
    ];
    if place.has_answers() {
        all.extend([
            page("play", linked::play),
            other("play.js", linked::play_script),
            page("games", linked::games),
            other("games.js", linked::games_script),
            page("draw", linked::draw),
            other("draw.js", linked::draw_script),
        ]);
    }
    if matches!(place, Place::Folder(_)) {
        all.extend([
            page("404", linked::nothing_in_folder),
            other("manifest.webmanifest", manifest),
            other("page.js", linked::folder_script),
        ]);
    }
    all
}

/// The manifest with which browsers install the pages as an application.
fn manifest(place: Place<'_>) -> String {
    let manifest = json!({
        "name": "Soliter: peg solitaire",
        "short_name": "Soliter",
        "description": "Peg solitaire and four board games, with exact answers.",
        "start_url": place.address("home"),
        "display": "standalone",
        "background_color": "#0b6e4c",
        "theme_color": "#0b6e4c",
        "icons": [{ "src": "icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any maskable" }],
    });
    format!("{manifest}\n")
}

/// The script with which browsers keep files for visits without their host. Each file is given by its address, relative
/// to the home page, and its bytes; the home page comes first.
pub fn service_worker(files: &[(String, Vec<u8>)]) -> String {
    let mut digest = Sha256::new();
    for (path, bytes) in files {
        digest.update(Sha256::digest(path.as_bytes()));
        digest.update(Sha256::digest(bytes));
    }
    let version = &hex(&digest.finalize())[..16];
    let paths: Vec<&String> = files.iter().map(|(path, _)| path).collect();
    format!(
        "\"use strict\";\n\nconst VERSION = \"{version}\";\nconst FILES = {};\n\n{}",
        json!(paths),
        include_str!("page/offline/service_worker.js")
    )
}
