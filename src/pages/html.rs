//! Pages in one file, which play a line without a network, and the parts that all pages share.

use std::sync::LazyLock;

use serde_json::Value;

use crate::{boards::draw::svg, boards::line::Line, boards::puzzle::Puzzle};
use crate::{draw::escape, games::strip};

pub(super) const PLAYER_SKELETON: &str = concat!(
    include_str!("page/common/head.html"),
    include_str!("page/common/gradients.svg"),
    include_str!("page/puzzle/player.html")
);
pub(super) const SHELF_SKELETON: &str = concat!(
    include_str!("page/common/head.html"),
    include_str!("page/common/gradients.svg"),
    include_str!("page/home/shelf.html")
);
pub(super) const PLAIN_SKELETON: &str =
    concat!(include_str!("page/common/head.html"), include_str!("page/common/plain.html"));
pub(super) const RULES_SKELETON: &str =
    concat!(include_str!("page/common/head.html"), include_str!("page/games/rules.html"));
/// The style of every page; pages in several files have it at `page.css`.
pub fn style() -> &'static str {
    static STYLE: LazyLock<String> =
        LazyLock::new(|| format!("{}\n{}", include_str!("page/common/page.css"), games_style()));
    &STYLE
}

/// The style of the pictures of games. Its dark part also follows the theme that the visitor has chosen.
fn games_style() -> String {
    let dark = "@media(prefers-color-scheme:dark){";
    let (light, rest) = strip::STYLE.split_once(dark).unwrap_or((strip::STYLE, "}"));
    let rules = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    format!(
        "{light}{dark}:root:not([data-theme=light]){{{rules}}}}}\n:root[data-theme=dark]{{{rules}}}\n"
    )
}

pub(super) const BOARD: &str = include_str!("page/common/board.js");
/// The scripts of every page that shows a puzzle.
pub(super) const PLAYER: [&str; 16] = [
    BOARD,
    KEEPING,
    SETTINGS,
    COLLECTIONS,
    ATTEMPT,
    PAYOFF,
    include_str!("page/puzzle/playback.js"),
    include_str!("page/puzzle/solvable.js"),
    include_str!("page/puzzle/outlook.js"),
    include_str!("page/puzzle/reasons.js"),
    include_str!("page/puzzle/hints.js"),
    include_str!("page/puzzle/trying.js"),
    include_str!("page/puzzle/printing.js"),
    include_str!("page/puzzle/sharing.js"),
    include_str!("page/puzzle/comparing.js"),
    include_str!("page/puzzle/player.js"),
];
pub(super) const KEEPING: &str = include_str!("page/common/keeping.js");
pub(super) const SETTINGS: &str = include_str!("page/common/settings.js");
const SETTINGS_BUTTON: &str = include_str!("page/common/settings_button.html");
pub(super) const COLLECTIONS: &str = include_str!("page/common/collections.js");
pub(super) const ATTEMPT: &str = include_str!("page/common/attempt.js");
pub(super) const PAYOFF: &str = include_str!("page/common/payoff.js");

/// The policy by which the browser rejects everything that is not in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:; \
                      base-uri 'none'; form-action 'none'";

/// The page of a puzzle with its [`crate::pages::puzzle_data::data`]; readers without scripts see `line`.
pub fn player(puzzle: &Puzzle, line: Option<&Line>, data: &Value) -> String {
    let strip = line.map_or_else(|| svg::puzzle(puzzle), |line| svg::line(puzzle, line, None));
    game(puzzle.title(), &strip, &data.to_string())
}

/// The page of a game with its [`crate::pages::game_data::film`]; readers without scripts see `strip`.
pub fn game(title: &str, strip: &str, data: &str) -> String {
    let own = [include_str!("page/games/game_player.js"), include_str!("page/puzzle/open.js")];
    whole(title, ("STRIP", strip), data, &own)
}

/// The page of many problems. `data` is a list of boards, each with the data that its problems share and a list of
/// these problems.
pub fn table(title: &str, data: &str) -> String {
    let bench = "<section class=\"card\" aria-labelledby=\"problems-title\">\n\
                 <h2 id=\"problems-title\">Problems</h2>\n\
                 <p class=\"source\" id=\"proof\" aria-live=\"polite\"></p>\n\
                 <ul class=\"gallery\" id=\"problems\"></ul>\n</section>";
    whole(title, ("BENCH", bench), data, &[include_str!("page/puzzle/table.js")])
}

/// A page in one file: its own part, its data, and its own scripts after those of every player.
fn whole(title: &str, part: (&str, &str), data: &str, own: &[&str]) -> String {
    let policy = meta(POLICY);
    let style = format!("<style>\n{}</style>", style());
    let script = format!("<script>\n{}</script>", [&PLAYER[..], own].concat().join("\n"));
    let shown =
        format!("<script type=\"application/json\" id=\"data\">{}</script>", escape::json(data));
    let parts = [
        ("POLICY", &*policy),
        ("TITLE", &escape::text(title)),
        ("STYLE", &style),
        ("NAV", &top("<nav aria-label=\"Soliter\"><span>Soliter</span></nav>", true)),
        part,
        ("BUSY", ""),
        ("DRAWER", ""),
        ("DATA", &shown),
        ("SCRIPT", &script),
    ];
    fill(PLAYER_SKELETON, &parts)
}

/// The bar at the top of a page: its navigation, and the settings behind a button. Pages of puzzles and games have more
/// settings than other pages.
pub(super) fn top(navigation: &str, is_played: bool) -> String {
    let more = if is_played { include_str!("page/puzzle/player_settings.html") } else { "" };
    format!(
        "<header class=\"bar\"><div>\n{navigation}\n{SETTINGS_BUTTON}</div></header>\n{}",
        fill(include_str!("page/common/settings.html"), &[("MORE", more)])
    )
}

pub(super) fn meta(policy: &str) -> String {
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">")
}

/// Where a page is, which determines what answers its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// On the server. The name is that of the engine's script, if the engine answers when the server does not.
    Server(Option<&'a str>),
    /// In a folder of files. The name is that of the engine's script in the folder, if there is one.
    Folder(Option<&'a str>),
}

impl Place<'_> {
    /// Whether requests are answered, so that pages can solve, check and play games.
    pub(super) fn has_answers(self) -> bool {
        self != Self::Folder(None)
    }

    /// The address of a page, next to the home page.
    pub(super) fn address(self, page: &str) -> String {
        match (self, page) {
            (Self::Server(_), "home") => "./".to_owned(),
            (Self::Server(_), page) => page.to_owned(),
            (Self::Folder(_), "home") => "index.html".to_owned(),
            (Self::Folder(_), page) => format!("{page}.html"),
        }
    }

    /// The policy by which the browser rejects everything that is not next to the page.
    pub fn policy(self) -> String {
        let (Self::Server(engine) | Self::Folder(engine)) = self;
        // The browser compiles the engine, in a worker made from a string; the other worker keeps the pages.
        let engine = engine.map_or("", |_| " 'wasm-unsafe-eval'; worker-src 'self' blob:");
        let server = match self {
            Self::Server(_) => " connect-src 'self'; frame-ancestors 'none';",
            Self::Folder(_) => "",
        };
        format!(
            "default-src 'none'; style-src 'self'; script-src 'self'{engine}; img-src 'self' data:; \
             manifest-src 'self';{server} base-uri 'none'; form-action 'none'"
        )
    }

    /// The policy in a page; the server sends it in a header instead.
    pub(super) fn policy_tag(self) -> String {
        match self {
            Self::Server(_) => String::new(),
            Self::Folder(_) => meta(&self.policy()),
        }
    }
}

/// The style, and the icon.
pub(super) fn head(up: &str) -> String {
    format!(
        "<meta name=\"description\" content=\"Peg solitaire and four board games, with exact answers.\">\n\
         <meta name=\"theme-color\" content=\"#0b6e4c\">\n\
         <link rel=\"stylesheet\" href=\"{up}page.css\">\n\
         <link rel=\"icon\" href=\"{up}icon.svg\" type=\"image/svg+xml\">"
    )
}

/// Fills the places of a skeleton, or leaves them empty. Text that was filled in is not searched for places.
pub(super) fn fill(skeleton: &str, parts: &[(&str, &str)]) -> String {
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
