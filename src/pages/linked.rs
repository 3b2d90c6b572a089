//! Pages that link to each other: those of the server, and those of a folder that any host serves.

use std::sync::LazyLock;

use serde_json::Value;

use crate::draw::escape;
use crate::games::lessons::{LESSONS, Lesson};
use crate::pages::game_rules::{drawn, pictures};
use crate::pages::html::{
    BOARD, COLLECTIONS, FOLDER_POLICY, GRADIENTS, KEEPING, PLAYER, PLAYER_SKELETON, Place,
    SETTINGS, fill, head, meta,
};

const ASK: &str = include_str!("page/common/ask.js");

/// The home page: of the server, with [`HOME_SCRIPT`] and the shelf as `list.js`; or of a folder of pages.
pub fn home(place: Place) -> String {
    let games: String = LESSONS.iter().map(|lesson| game_card(lesson, place, false)).collect();
    let (policy, draw) = match place {
        Place::Server => (String::new(), include_str!("page/home/drawing_offered.html")),
        Place::Folder => (meta(FOLDER_POLICY), ""),
    };
    let parts = [
        ("POLICY", &*policy),
        ("TITLE", "Soliter: peg solitaire"),
        ("STYLE", &head("")),
        ("NAV", &bar(place, "")),
        GRADIENTS,
        ("GAMES", &games),
        ("DRAW", draw),
        ("SCRIPT", "<script src=\"list.js\"></script>\n<script src=\"home.js\"></script>"),
    ];
    fill(include_str!("page/home/home.html"), &parts)
}

/// The name of the site and the way to its main pages, at the top of every page; `up` leads to the home page.
pub(super) fn bar(place: Place, up: &str) -> String {
    let links: &[(&str, &str)] = match place {
        Place::Server => {
            &[("./", "Soliter"), ("games", "Board games"), ("draw", "Draw"), ("help", "Help")]
        }
        Place::Folder => {
            &[("index.html", "Soliter"), ("rules.html", "Board games"), ("help.html", "Help")]
        }
    };
    let links =
        links.iter().map(|(address, name)| format!("<a href=\"{up}{address}\">{name}</a>\n"));
    format!(
        "<header class=\"bar\"><nav aria-label=\"Soliter\">\n{}</nav></header>",
        links.collect::<String>()
    )
}

/// The rules of peg solitaire in a minute.
pub fn help(place: Place) -> String {
    let policy = if place == Place::Folder { meta(FOLDER_POLICY) } else { String::new() };
    plain("Help", (place, ""), &policy, include_str!("page/common/help.html"))
}

/// The answer to an address of the server at which there is nothing.
pub fn nothing_here() -> String {
    // The address may be several folders deep.
    plain("Nothing here", (Place::Server, "/"), "", include_str!("page/common/nothing_here.html"))
}

/// A page of text, without scripts; a path leads from it to the home page.
fn plain(title: &str, (place, up): (Place, &str), policy: &str, text: &str) -> String {
    let parts = [
        ("POLICY", policy),
        ("TITLE", title),
        ("STYLE", &*head(up)),
        ("NAV", &bar(place, up)),
        ("TEXT", text),
    ];
    fill(include_str!("page/common/plain.html"), &parts)
}

/// A game as a card; `sized` adds a link for each size.
fn game_card(lesson: &Lesson, place: Place, sized: bool) -> String {
    let Lesson { kind, title, goal, play, sizes, .. } = lesson;
    let mut links = String::new();
    if sized {
        let size = |(puzzle, size): &(&str, &str)| {
            format!("<a class=\"button\" href=\"games#{puzzle}\">{size}</a>\n")
        };
        let sizes: String = sizes.iter().map(size).collect();
        links = format!(
            "<p class=\"row\" aria-label=\"Sizes of {title}\" role=\"group\">{sizes}</p>\n"
        );
    }
    let play = match place {
        Place::Server => format!("<a class=\"button main\" href=\"games#{play}\">Play</a>\n"),
        Place::Folder => String::new(),
    };
    let rules = match place {
        Place::Server => "rules",
        Place::Folder => "rules.html",
    };
    let picture = pictures(lesson).last().map_or_else(String::new, drawn);
    format!(
        "<li data-kind=\"{kind}\">\n{picture}\n<h3>{title}</h3>\n<p>{goal}</p>\n\
         <p class=\"row\">{play}<a class=\"button\" href=\"{rules}#{kind}\">Rules in pictures</a></p>\n{links}</li>\n"
    )
}

/// The page of a puzzle of the server, with [`PLAY_SCRIPT`].
pub fn play() -> String {
    served_page(include_str!("page/puzzle/play.html"), "<script src=\"play.js\"></script>")
}

/// The page of a game against the engine, with [`GAMES_SCRIPT`].
pub fn games() -> String {
    let cards: String =
        LESSONS.iter().map(|lesson| game_card(lesson, Place::Server, true)).collect();
    let bench = fill(include_str!("page/games/games.html"), &[("GAMES", &cards)]);
    served_page(&bench, "<script src=\"games.js\"></script>")
}

/// The page of `soliter serve` for puzzles of the visitor's own, with [`DRAW_SCRIPT`].
pub fn draw() -> String {
    served_page(include_str!("page/draw/draw.html"), "<script src=\"draw.js\"></script>")
}

fn served_page(bench: &str, script: &str) -> String {
    let parts = [
        ("TITLE", "Soliter"),
        ("STYLE", &*head("")),
        ("BENCH", bench),
        ("NAV", &bar(Place::Server, "")),
        ("SCRIPT", script),
        GRADIENTS,
    ];
    fill(PLAYER_SKELETON, &parts)
}

/// The page of a puzzle in a folder of pages, in which `up` leads to the home page. `board` is the name of the script
/// with what puzzles of its board have in common; readers without scripts see `told`.
pub fn folder_puzzle(title: &str, up: &str, board: &str, told: &str, data: &Value) -> String {
    let (policy, head, data) = (meta(FOLDER_POLICY), head(up), escape::json(&data.to_string()));
    let title = escape::text(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{policy}\n\
         <title>{title}</title>\n{head}\n</head>\n<body>\n\
         <noscript><h1>{title}</h1>\n{told}</noscript>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script src=\"{up}boards/{board}.js\"></script>\n<script src=\"{up}page.js\"></script>\n</body>\n</html>\n"
    )
}

/// The script of [`home`], at `home.js`.
pub static HOME_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let own = [include_str!("page/home/cards.js"), include_str!("page/home/home.js")];
    [&[BOARD, KEEPING, SETTINGS, COLLECTIONS][..], &own].concat().join("\n")
});

/// The script of [`play`], at `play.js`.
pub static PLAY_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    [&PLAYER[..], &[ASK, include_str!("page/puzzle/play.js")]].concat().join("\n")
});

/// The script of [`folder_puzzle`], at `page.js`. It makes what the skeleton of the player has for others.
pub static FOLDER_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let bench = include_str!("page/puzzle/folder_bench.html");
    let bar = bar(Place::Folder, "");
    let page = fill(PLAYER_SKELETON, &[("BENCH", bench), ("NAV", &bar), GRADIENTS]);
    let body = page.split_once("<body>").and_then(|(_, rest)| rest.split_once("</body>"));
    let skeleton = Value::from(body.map_or("", |(body, _)| body));
    let skeleton = format!(
        "const SKELETON = {skeleton};\ndocument.body.insertAdjacentHTML(\"afterbegin\", SKELETON);"
    );
    let own = [
        include_str!("page/records/record_words.js"),
        include_str!("page/records/record_reader.js"),
        include_str!("page/records/records.js"),
        include_str!("page/puzzle/folder.js"),
    ];
    [&[&*skeleton][..], &PLAYER, &own].concat().join("\n")
});

/// The script of [`games`], at `games.js`.
pub static GAMES_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let own = [
        BOARD,
        ASK,
        KEEPING,
        SETTINGS,
        include_str!("page/games/places.js"),
        include_str!("page/games/reviewing.js"),
        include_str!("page/games/games.js"),
    ];
    own.join("\n")
});

/// The script of [`draw`], at `draw.js`.
pub static DRAW_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let own = [
        ASK,
        include_str!("page/draw/drawing.js"),
        include_str!("page/draw/draw.js"),
        include_str!("page/draw/draw_ask.js"),
    ];
    [&PLAYER[..], &own].concat().join("\n")
});
