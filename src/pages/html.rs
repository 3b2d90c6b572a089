//! The pages: those in one file, which play a line without a network; those of the server; those of a folder that
//! any host serves.

use std::sync::LazyLock;

use serde_json::Value;

use crate::draw::escape;
use crate::peg::{draw::svg, line::Line, puzzle::Puzzle};

const PLAYER_SKELETON: &str = include_str!("page/player.html");
const HOME_SKELETON: &str = include_str!("page/home.html");
/// The style of every page; where pages are several it is at `page.css`.
pub const STYLE: &str =
    concat!(include_str!("page/page.css"), "\n", include_str!("../games/picture.css"));
const BOARD: &str = include_str!("page/board.js");
/// The scripts of every page that shows a puzzle.
const PLAYER: [&str; 9] = [
    BOARD,
    KEEPING,
    SETTINGS,
    include_str!("page/playback.js"),
    include_str!("page/outlook.js"),
    include_str!("page/trying.js"),
    include_str!("page/sharing.js"),
    include_str!("page/comparing.js"),
    include_str!("page/player.js"),
];
const KEEPING: &str = include_str!("page/keeping.js");
const SETTINGS: &str = include_str!("page/settings.js");
const ASK: &str = include_str!("page/ask.js");
/// The colours of holes and pegs.
const GRADIENTS: (&str, &str) = ("GRADIENTS", include_str!("page/gradients.svg"));

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
    let policy = meta(POLICY);
    let style = format!("<style>\n{STYLE}</style>");
    let script = format!("<script>\n{}</script>", [&PLAYER[..], own].concat().join("\n"));
    let shown =
        format!("<script type=\"application/json\" id=\"data\">{}</script>", escape::json(data));
    let parts = [
        ("POLICY", &*policy),
        ("TITLE", &escape::text(title)),
        ("STYLE", &style),
        part,
        ("DATA", &shown),
        ("SCRIPT", &script),
        GRADIENTS,
    ];
    fill(PLAYER_SKELETON, &parts)
}

fn meta(policy: &str) -> String {
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">")
}

/// The home page: of the server, with [`HOME_SCRIPT`] and the shelf as `list.js`; or of a folder of pages.
pub fn home(of_folder: bool) -> String {
    let policy = if of_folder { meta(FOLDER_POLICY) } else { String::new() };
    let games: String = GAMES.iter().map(|game| game_card(game, of_folder)).collect();
    let draw = if of_folder { "" } else { include_str!("page/drawing_offered.html") };
    let parts = [
        ("POLICY", &*policy),
        ("TITLE", "Soliter: peg solitaire"),
        ("STYLE", &head("")),
        GRADIENTS,
        ("GAMES", &games),
        ("DRAW", draw),
        ("SCRIPT", "<script src=\"list.js\"></script>\n<script src=\"home.js\"></script>"),
    ];
    fill(HOME_SKELETON, &parts)
}

/// The board games, each with its name, a puzzle of its own to begin with, and its aim.
const GAMES: [[&str; 3]; 4] = [
    ["Pyramid", "pyramid/base-4", "Lay stones in turn; who completes a level gets its points."],
    [
        "Corridor",
        "corridor/4x4-border",
        "Be first at the opposite edge, and bar the other's way with sticks.",
    ],
    [
        "Palisade",
        "palisade/1423",
        "Swap, split and sow columns of stones; two of the same height are a point.",
    ],
    ["Quoridor", "quoridor/9x9", "Be first at the opposite edge, and lay walls before your rival."],
];

fn game_card([name, puzzle, aim]: &[&str; 3], of_folder: bool) -> String {
    let section = name.to_lowercase();
    let (rules, play) = if of_folder {
        (format!("rules.html#{section}"), String::new())
    } else {
        (
            format!("rules#{section}"),
            format!("<a class=\"button\" href=\"games#{puzzle}\">Play</a>\n"),
        )
    };
    format!(
        "<li>\n<h3>{name}</h3>\n<p>{aim}</p>\n<p class=\"row\">{play}<a class=\"button\" href=\"{rules}\">Rules in pictures</a></p>\n</li>\n"
    )
}

/// The page of a puzzle of the server, with [`PLAY_SCRIPT`].
pub fn play() -> String {
    served_page(include_str!("page/play.html"), "<script src=\"play.js\"></script>")
}

/// The page of a game against the engine, with [`GAMES_SCRIPT`].
pub fn served_games() -> String {
    served_page(include_str!("page/games.html"), "<script src=\"games.js\"></script>")
}

/// The page of `soliter serve` for puzzles of the visitor's own, with [`DRAW_SCRIPT`].
pub fn served_draw() -> String {
    served_page(include_str!("page/draw.html"), "<script src=\"draw.js\"></script>")
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

/// What the browser is told to refuse on the pages of a folder: everything that is not in the folder.
const FOLDER_POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; \
                             img-src 'self' data:; base-uri 'none'; form-action 'none'";

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

/// The style, and an icon, which browsers else ask for at an address of their own.
fn head(up: &str) -> String {
    format!(
        "<link rel=\"stylesheet\" href=\"{up}page.css\">\n\
         <link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E\
         %3Ccircle cx='4.5' cy='4.5' r='4' fill='%23274870'/%3E%3C/svg%3E\">"
    )
}

/// The script of [`home`], at `home.js`.
pub static HOME_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let own = [
        include_str!("page/claims.js"),
        include_str!("page/cards.js"),
        include_str!("page/home.js"),
    ];
    [&[BOARD, KEEPING, SETTINGS, ASK][..], &own].concat().join("\n")
});

/// The script of [`play`], at `play.js`.
pub static PLAY_SCRIPT: LazyLock<String> =
    LazyLock::new(|| [&PLAYER[..], &[ASK, include_str!("page/play.js")]].concat().join("\n"));

/// The script of [`folder_puzzle`], at `page.js`. It makes what the skeleton of the player has for others.
pub static FOLDER_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let bench = include_str!("page/folder_bench.html");
    let page = fill(PLAYER_SKELETON, &[("BENCH", bench), ("NAV", FOLDER_NAV), GRADIENTS]);
    let body = page.split_once("<body>").and_then(|(_, rest)| rest.split_once("</body>"));
    let skeleton = Value::from(body.map_or("", |(body, _)| body));
    let skeleton = format!(
        "const SKELETON = {skeleton};\ndocument.body.insertAdjacentHTML(\"afterbegin\", SKELETON);"
    );
    [&[&*skeleton][..], &PLAYER, &[include_str!("page/folder.js")]].concat().join("\n")
});
const FOLDER_NAV: &str = "<nav class=\"row\" aria-label=\"Pages\"><a id=\"home\" href=\"index.html\">All puzzles</a></nav>";

/// The script of [`served_games`], at `games.js`.
pub static GAMES_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    [BOARD, ASK, include_str!("page/places.js"), include_str!("page/games.js")].join("\n")
});

/// The script of [`served_draw`], at `draw.js`.
pub static DRAW_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let own = [
        ASK,
        include_str!("page/drawing.js"),
        include_str!("page/draw.js"),
        include_str!("page/draw_ask.js"),
    ];
    [&PLAYER[..], &own].concat().join("\n")
});

/// A skeleton with its places filled or left empty. What is filled in is not looked at again.
fn fill(skeleton: &str, parts: &[(&str, &str)]) -> String {
    let mut pieces = skeleton.split("<!--");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (place, rest) = piece.split_once("-->").unwrap_or((piece, ""));
        let part = parts.iter().find(|(name, _)| *name == place);
        page.push_str(part.map_or("", |(_, text)| text));
        page.push_str(rest);
    }
    page
}
