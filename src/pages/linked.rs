//! Pages that link to each other: those of the server, and those of a folder that any host serves.

use std::sync::LazyLock;

use serde_json::Value;

use crate::draw::escape;
use crate::games::lessons::{LESSONS, Lesson};
use crate::pages::game_rules::{drawn, pictures};
use crate::pages::html::{
    BOARD, FOLDER_POLICY, GRADIENTS, KEEPING, PLAYER, PLAYER_SKELETON, Place, SETTINGS, fill, head,
    meta,
};

const ASK: &str = include_str!("page/common/ask.js");

/// The home page: of the server, with [`HOME_SCRIPT`] and the shelf as `list.js`; or of a folder of pages.
pub fn home(place: Place) -> String {
    let games: String = LESSONS.iter().map(|lesson| game_card(lesson, place)).collect();
    let (policy, draw) = match place {
        Place::Server => (String::new(), include_str!("page/home/drawing_offered.html")),
        Place::Folder => (meta(FOLDER_POLICY), ""),
    };
    let parts = [
        ("POLICY", &*policy),
        ("TITLE", "Soliter: peg solitaire"),
        ("STYLE", &head("")),
        GRADIENTS,
        ("GAMES", &games),
        ("DRAW", draw),
        ("DRAWNAV", if draw.is_empty() { "" } else { "<a href=\"draw\">Draw your own</a> " }),
        ("SCRIPT", "<script src=\"list.js\"></script>\n<script src=\"home.js\"></script>"),
    ];
    fill(include_str!("page/home/home.html"), &parts)
}

fn game_card(lesson: &Lesson, place: Place) -> String {
    let Lesson { kind, title, goal, puzzle, .. } = lesson;
    let play = match place {
        Place::Server => format!("<a class=\"button\" href=\"games#{puzzle}\">Play</a>\n"),
        Place::Folder => String::new(),
    };
    let rules = match place {
        Place::Server => "rules",
        Place::Folder => "rules.html",
    };
    let picture = pictures(lesson).last().map_or_else(String::new, drawn);
    format!(
        "<li>\n{picture}\n<h3>{title}</h3>\n<p>{goal}</p>\n\
         <p class=\"row\">{play}<a class=\"button\" href=\"{rules}#{kind}\">Rules in pictures</a></p>\n</li>\n"
    )
}

/// The page of a puzzle of the server, with [`PLAY_SCRIPT`].
pub fn play() -> String {
    served_page(include_str!("page/puzzle/play.html"), "<script src=\"play.js\"></script>")
}

/// The page of a game against the engine, with [`GAMES_SCRIPT`].
pub fn games() -> String {
    served_page(include_str!("page/games/games.html"), "<script src=\"games.js\"></script>")
}

/// The page of `soliter serve` for puzzles of the visitor's own, with [`DRAW_SCRIPT`].
pub fn draw() -> String {
    served_page(include_str!("page/draw/draw.html"), "<script src=\"draw.js\"></script>")
}

/// The pages of the server, for each of them.
const SERVED_NAV: &str = "<nav class=\"row\" aria-label=\"Pages\"><a href=\"./\">All puzzles</a> \
                          <a href=\"draw\">Draw your own</a> <a href=\"games\">Board games</a></nav>";

fn served_page(bench: &str, script: &str) -> String {
    let parts = [
        ("TITLE", "Soliter"),
        ("STYLE", &*head("")),
        ("BENCH", bench),
        ("NAV", SERVED_NAV),
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
    let own = [
        include_str!("page/home/claims.js"),
        include_str!("page/home/cards.js"),
        include_str!("page/home/home.js"),
    ];
    [&[BOARD, KEEPING, SETTINGS, ASK][..], &own].concat().join("\n")
});

/// The script of [`play`], at `play.js`.
pub static PLAY_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    [&PLAYER[..], &[ASK, include_str!("page/puzzle/play.js")]].concat().join("\n")
});

/// The script of [`folder_puzzle`], at `page.js`. It makes what the skeleton of the player has for others.
pub static FOLDER_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let bench = include_str!("page/puzzle/folder_bench.html");
    let page = fill(PLAYER_SKELETON, &[("BENCH", bench), ("NAV", FOLDER_NAV), GRADIENTS]);
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
const FOLDER_NAV: &str = "<nav class=\"row\" aria-label=\"Pages\"><a id=\"home\" href=\"index.html\">All puzzles</a></nav>";

/// The script of [`games`], at `games.js`.
pub static GAMES_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let own = [
        BOARD,
        ASK,
        KEEPING,
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
