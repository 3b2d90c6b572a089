//! A page that plays a line and lets the reader try the puzzle: one file, no network.

use std::sync::LazyLock;

use serde_json::Value;

use crate::draw::escape;
use crate::peg::{draw::svg, line::Line, puzzle::Puzzle};

const SKELETON: &str = include_str!("page/player.html");
/// The style of every page; that of [`served`] is at `page.css`.
pub const STYLE: &str =
    concat!(include_str!("page/page.css"), "\n", include_str!("../games/picture.css"));
const BOARD: &str = include_str!("page/board.js");
/// The scripts of every page that shows a puzzle.
const PLAYER: [&str; 11] = [
    BOARD,
    include_str!("page/playback.js"),
    include_str!("page/solvable.js"),
    include_str!("page/outlook.js"),
    include_str!("page/reasons.js"),
    include_str!("page/record_words.js"),
    include_str!("page/record_reader.js"),
    include_str!("page/records.js"),
    include_str!("page/keeping.js"),
    include_str!("page/trying.js"),
    include_str!("page/player.js"),
];

/// What the browser itself is told to refuse: everything that is not in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// The page of a puzzle with its [`crate::pages::puzzle_data::data`]; readers without scripts see `line`.
pub fn player(puzzle: &Puzzle, line: Option<&Line>, data: &Value) -> String {
    let strip = line.map_or_else(|| svg::puzzle(puzzle), |line| svg::line(puzzle, line, None));
    game(&puzzle.title, &strip, &data.to_string())
}

/// The page of a game with its [`crate::pages::game_data::film`]; readers without scripts see `strip`.
pub fn game(title: &str, strip: &str, data: &str) -> String {
    let own = [include_str!("page/game_player.js"), include_str!("page/open.js")];
    whole(title, ("STRIP", strip), data, &own)
}

/// The page of many problems: `data` is a list of boards, each with what its problems have in common, and a list of them.
pub fn table(title: &str, data: &str) -> String {
    let bench = "<section class=\"card\" aria-labelledby=\"problems-title\">\n\
                 <h2 id=\"problems-title\">Problems</h2>\n\
                 <p class=\"source\" id=\"proof\" aria-live=\"polite\"></p>\n\
                 <ul class=\"gallery\" id=\"problems\"></ul>\n</section>";
    whole(title, ("BENCH", bench), data, &[include_str!("page/table.js")])
}

/// A page in one file: a part of its own, data, and its own scripts after those of every player.
fn whole(title: &str, part: (&str, &str), data: &str, own: &[&str]) -> String {
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    let style = format!("<style>\n{STYLE}</style>");
    let script = format!("<script>\n{}</script>", [&PLAYER[..], own].concat().join("\n"));
    let shown =
        format!("<script type=\"application/json\" id=\"data\">{}</script>", escape::json(data));
    fill(&[
        ("POLICY", &policy),
        ("TITLE", &escape::text(title)),
        ("STYLE", &style),
        part,
        ("DATA", &shown),
        ("SCRIPT", &script),
    ])
}

/// The page of `soliter serve`, with [`STYLE`] and [`SERVED_SCRIPT`].
pub fn served() -> String {
    served_page(include_str!("page/serve.html"), "<script src=\"page.js\"></script>")
}

/// The page of `soliter serve` for a game against the engine, with [`GAMES_SCRIPT`].
pub fn served_games() -> String {
    served_page(include_str!("page/games.html"), "<script src=\"games.js\"></script>")
}

fn served_page(bench: &str, script: &str) -> String {
    fill(&[("TITLE", "Soliter"), ("STYLE", SERVED_HEAD), ("BENCH", bench), ("SCRIPT", script)])
}

/// The style, and an icon, which browsers else ask for at an address of their own.
const SERVED_HEAD: &str = "<link rel=\"stylesheet\" href=\"page.css\">\n\
    <link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E\
    %3Ccircle cx='4.5' cy='4.5' r='4' fill='%23274870'/%3E%3C/svg%3E\">";

/// The script of [`served`], at `page.js`.
pub static SERVED_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let own = [
        include_str!("page/ask.js"),
        include_str!("page/choosing.js"),
        include_str!("page/serve.js"),
    ];
    [&PLAYER[..], &own].concat().join("\n")
});

/// The script of [`served_games`], at `games.js`.
pub static GAMES_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let ask = include_str!("page/ask.js");
    [BOARD, ask, include_str!("page/places.js"), include_str!("page/games.js")].join("\n")
});

/// The skeleton with its places filled or left empty. What is filled in is not looked at again.
fn fill(parts: &[(&str, &str)]) -> String {
    let mut pieces = SKELETON.split("<!--");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (place, rest) = piece.split_once("-->").unwrap_or((piece, ""));
        let part = parts.iter().find(|(name, _)| *name == place);
        page.push_str(part.map_or("", |(_, text)| text));
        page.push_str(rest);
    }
    page
}
