//! Pages that link to each other: those of the server, and those of a folder that any host serves.

use std::fmt::Write as _;

use serde_json::Value;

use crate::draw::escape;
use crate::games::lessons::{LESSONS, Lesson};
use crate::library;
use crate::load::{Loaded, load};
use crate::pages::game_rules::{drawn, pictures};
use crate::pages::html::{
    ATTEMPT, BOARD, COLLECTIONS, KEEPING, PAYOFF, PLAIN_SKELETON, PLAYER, PLAYER_SKELETON, Place,
    SETTINGS, SHELF_SKELETON, fill, head, meta, top,
};
use crate::pages::shelf;

const ASK: &str = include_str!("page/common/ask.js");
const ASKING: &str = include_str!("page/puzzle/asking.js");

/// For scripts: whether requests are answered, and the address of a page by its name.
fn addresses(place: Place<'_>) -> String {
    let has_answers = place.has_answers();
    let address = match place {
        Place::Server(_) => "name",
        // Pages of puzzles are in folders of their own; scripts are next to the home page.
        Place::Folder(_) => "new URL(`${name}.html`, SCRIPT).href",
    };
    let kept = match place {
        Place::Server(_) => include_str!("page/offline/nothing_kept.js"),
        Place::Folder(_) => include_str!("page/offline/offline.js"),
    };
    format!(
        "const SCRIPT = document.currentScript.src;\nconst HAS_ANSWERS = {has_answers};\n\
         const pageAt = (name) => {address};\n{kept}",
    )
}

/// For scripts: the part that answers requests.
fn answers(place: Place<'_>) -> String {
    let server = format!("{ASK}\n{}", include_str!("page/common/server.js"));
    match place {
        Place::Server(None) => format!("{server}\nconst ANSWERS = new Server();"),
        Place::Server(Some(name)) => format!(
            "{server}\n{}\n{}\nconst ANSWERS = new ServerOrEngine(new Server(), {});",
            include_str!("page/common/engine.js"),
            include_str!("page/common/server_or_engine.js"),
            engine(name),
        ),
        Place::Folder(None) => String::new(),
        Place::Folder(Some(name)) => format!(
            "{ASK}\n{}\nconst ANSWERS = {};",
            include_str!("page/common/engine.js"),
            engine(name)
        ),
    }
}

/// For scripts: the engine, with the text of its worker.
fn engine(name: &str) -> String {
    let worker = Value::from(include_str!("page/common/engine_worker.js"));
    format!("new Engine(new URL({}, SCRIPT).href, {worker})", Value::from(name))
}

/// A script with the parts that depend on its place: `before` comes before the part that answers requests, `after`
/// after it.
fn script(place: Place<'_>, before: &[&str], after: &[&str]) -> String {
    let (addresses, answers) = (addresses(place), answers(place));
    [before, &[&*addresses, &*answers], after].concat().join("\n")
}

/// The home page, with [`home_script`] and the shelf as `list.js`.
pub fn home(place: Place<'_>) -> String {
    let games: String = LESSONS.iter().map(|lesson| game_card(lesson, place, false)).collect();
    let draw = if place.has_answers() {
        format!("<a class=\"button\" href=\"{}\">Draw a puzzle</a>", place.address("draw"))
    } else {
        String::new()
    };
    let own = [("GAMES", &*games), ("DRAW", &draw), ("LIST", &place.address("list"))];
    let page = include_str!("page/home/home.html");
    fill_shelf(place, page, "Soliter: peg solitaire", "home.js", &own)
}

/// The page of all puzzles, with [`catalogue_script`] and the shelf.
pub fn catalogue(place: Place<'_>) -> String {
    fill_shelf(
        place,
        include_str!("page/home/catalogue.html"),
        "All puzzles · Soliter",
        "catalogue.js",
        &[],
    )
}

/// A page that shows cards of the shelf.
fn fill_shelf(
    place: Place<'_>,
    page: &str,
    title: &str,
    script: &str,
    own: &[(&str, &str)],
) -> String {
    let (policy, head, bar) = (place.policy_tag(), head(""), bar(place, "", false));
    let script = format!("<script src=\"list.js\"></script>\n<script src=\"{script}\"></script>");
    let common = [
        ("POLICY", &*policy),
        ("TITLE", title),
        ("STYLE", &head),
        ("NAV", &bar),
        ("SCRIPT", &script),
    ];
    let body = fill(page, own);
    fill(SHELF_SKELETON, &[&common[..], &[("BODY", &body)]].concat())
}

/// The bar at the top of every page: the name of the site, links to its main pages, and the settings. `up` leads to the
/// home page, and `is_played` is for pages of puzzles and games.
pub(super) fn bar(place: Place<'_>, up: &str, is_played: bool) -> String {
    let links: &[(&str, &str)] = if place.has_answers() {
        &[
            ("home", "Soliter"),
            ("list", "Puzzles"),
            ("games", "Games"),
            ("draw", "Draw"),
            ("help", "Help"),
        ]
    } else {
        &[("home", "Soliter"), ("list", "Puzzles"), ("rules", "Games"), ("help", "Help")]
    };
    let links = links
        .iter()
        .map(|(page, name)| format!("<a href=\"{up}{}\">{name}</a>\n", place.address(page)));
    let navigation = format!("<nav aria-label=\"Soliter\">\n{}</nav>", links.collect::<String>());
    top(&navigation, is_played)
}

/// The rules of peg solitaire in a minute.
pub fn help(place: Place<'_>) -> String {
    plain("Help", (place, ""), include_str!("page/common/help.html"))
}

/// The answer to an address of the server at which there is no page.
pub fn nothing_here() -> String {
    // The address may be several folders deep.
    let place = Place::Server(None);
    plain("Nothing here", (place, "/"), &nothing_here_text(place, "/"))
}

fn nothing_here_text(place: Place<'_>, up: &str) -> String {
    let games = if place.has_answers() { "games" } else { "rules" };
    let (home, games) = (place.address("home"), place.address(games));
    let parts = [("HOME", &*format!("{up}{home}")), ("GAMES", &format!("{up}{games}"))];
    fill(include_str!("page/common/nothing_here.html"), &parts)
}

/// The page `404.html` of a folder: hosts send it for addresses that do not exist, and so does the service worker. The
/// address may be several folders deep, so a script finds the way up.
pub fn nothing_in_folder(place: Place<'_>) -> String {
    let script = include_str!("page/offline/nothing_in_folder.js");
    // Nobody else writes into this page.
    let policy = place.policy().replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");
    let parts = [
        ("POLICY", &*meta(&policy)),
        ("TITLE", "Nothing here · Soliter"),
        ("HEADING", "Nothing here"),
        ("STYLE", ""),
        ("NAV", &bar(place, "", false)),
        ("TEXT", &format!("{}<script>\n{script}</script>", nothing_here_text(place, ""))),
    ];
    fill(PLAIN_SKELETON, &parts)
}

/// A page of text, whose only script is [`plain_script`]; a path leads from it to the home page.
fn plain(title: &str, (place, up): (Place<'_>, &str), text: &str) -> String {
    let parts = [
        ("POLICY", &*place.policy_tag()),
        ("TITLE", &format!("{title} · Soliter")),
        ("HEADING", title),
        ("STYLE", &*plain_head(up)),
        ("NAV", &bar(place, up, false)),
        ("TEXT", text),
    ];
    fill(PLAIN_SKELETON, &parts)
}

/// The style and the icon of a page without a player, and the script of its settings.
pub(super) fn plain_head(up: &str) -> String {
    format!("{}\n<script src=\"{up}plain.js\"></script>", head(up))
}

/// The script of pages without a player, at `plain.js`: they follow the settings, such as the theme.
pub fn plain_script(_: Place<'_>) -> String {
    ["\"use strict\";\n", KEEPING, SETTINGS, include_str!("page/common/plain.js")].join("\n")
}

/// A game as a card; `sized` adds a link for each size.
fn game_card(lesson: &Lesson, place: Place<'_>, sized: bool) -> String {
    let Lesson { kind, title, goal, play, sizes, .. } = lesson;
    let (games, rules) = (place.address("games"), place.address("rules"));
    let mut links = String::new();
    if sized {
        let size = |(puzzle, size): &(&str, &str)| {
            format!("<a class=\"button\" href=\"{games}#{puzzle}\">{size}</a>\n")
        };
        let sizes: String = sizes.iter().map(size).collect();
        links = format!(
            "<p class=\"row\" aria-label=\"Sizes of {title}\" role=\"group\">{sizes}</p>\n"
        );
    }
    let mut play = format!("<a class=\"button main\" href=\"{games}#{play}\">Play</a>\n");
    if !place.has_answers() {
        play.clear();
    }
    let picture = pictures(lesson).last().map_or_else(String::new, drawn);
    format!(
        "<li data-kind=\"{kind}\">\n{picture}\n<h3>{title}</h3>\n<p>{goal}</p>\n\
         <p class=\"row\">{play}<a class=\"button\" href=\"{rules}#{kind}\">Rules in pictures</a></p>\n{links}</li>\n"
    )
}

/// The part of a drawer that solves and checks.
const ASKING_PART: &str = include_str!("page/puzzle/asking.html");
/// The progress of a computation, over the counters.
const BUSY: &str = include_str!("page/puzzle/busy.html");
/// The error of a computation.
const FAULT: &str =
    "<div class=\"bench\">\n<p class=\"fault\" id=\"fault\" role=\"alert\" hidden></p>\n</div>";

/// The page of a puzzle that its address names or contains, with [`play_script`].
pub fn play(place: Place<'_>) -> String {
    let parts = [
        ("HOME", &*place.address("home")),
        ("DRAW", &place.address("draw")),
        ("GAMES", &place.address("games")),
    ];
    let bench = fill(include_str!("page/puzzle/play.html"), &parts);
    let drawer = fill(include_str!("page/puzzle/play_drawer.html"), &[("ASKING", ASKING_PART)]);
    benched(place, [&bench, BUSY, &drawer], "play.js")
}

/// The page of a game against the engine, with [`games_script`].
pub fn games(place: Place<'_>) -> String {
    let cards: String = LESSONS.iter().map(|lesson| game_card(lesson, place, true)).collect();
    let parts =
        [("GAMES", &*cards), ("RULES", &place.address("rules")), ("CHOICES", &game_choices())];
    benched(place, [&fill(include_str!("page/games/games.html"), &parts), "", ""], "games.js")
}

/// The page on which visitors draw their own puzzles, with [`draw_script`].
pub fn draw(place: Place<'_>) -> String {
    let boards: String = shelf::boards().iter().map(|(name, title)| choice(name, title)).collect();
    let bench = fill(include_str!("page/draw/draw.html"), &[("BOARDS", &boards)]);
    benched(place, [&bench, "", ""], "draw.js")
}

/// An entry of a list of choices.
fn choice(name: &str, title: &str) -> String {
    let chosen = if name == "english" { " selected" } else { "" };
    format!("<option value=\"{name}\"{chosen}>{}</option>\n", escape::text(title))
}

/// The games to choose from: for each kind, the sizes on its card, and then positions to study.
fn game_choices() -> String {
    let named = library::puzzles();
    let mut all = String::new();
    for Lesson { kind, title, sizes, .. } in &LESSONS {
        let sized = sizes.iter().map(|(name, size)| choice(name, &format!("{title}, {size}")));
        let is_other = |name: &&String| {
            name.starts_with(&format!("{kind}/")) && !sizes.iter().any(|(size, _)| size == name)
        };
        let others = named.iter().filter(is_other).filter_map(|name| {
            let game =
                load(&library::puzzle(name)?, &library::model).ok().and_then(Loaded::game)?;
            Some(choice(name, &game.title))
        });
        for (label, choices) in [
            ((*title).to_owned(), sized.collect::<String>()),
            (format!("{title}: positions to study"), others.collect()),
        ] {
            let _ = write!(all, "<optgroup label=\"{label}\">\n{choices}</optgroup>\n");
        }
    }
    all
}

/// A page around the player, with the parts that it adds: below the panel, to show a computation, and to the drawer.
fn benched(place: Place<'_>, [bench, busy, drawer]: [&str; 3], script: &str) -> String {
    let parts = [
        ("POLICY", &*place.policy_tag()),
        ("TITLE", "Soliter"),
        ("STYLE", &*head("")),
        ("BENCH", bench),
        ("BUSY", busy),
        ("DRAWER", drawer),
        ("NAV", &bar(place, "", true)),
        ("SCRIPT", &format!("<script src=\"{script}\"></script>")),
    ];
    fill(PLAYER_SKELETON, &parts)
}

/// The page of a puzzle in a folder of pages, in which `up` leads to the home page. `board` is the name of the script
/// with the data that puzzles of its board share; readers without scripts see `without_scripts`.
pub fn folder_puzzle(
    place: Place<'_>,
    title: &str,
    (up, board): (&str, &str),
    without_scripts: &str,
    data: &Value,
) -> String {
    let (policy, head, data) = (place.policy_tag(), head(up), escape::json(&data.to_string()));
    let title = escape::text(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{policy}\n\
         <title>{title}</title>\n{head}\n</head>\n<body>\n\
         <noscript><h1>{title}</h1>\n{without_scripts}</noscript>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script src=\"{up}boards/{board}.js\"></script>\n<script src=\"{up}page.js\"></script>\n</body>\n</html>\n"
    )
}

/// The script of [`home`], at `home.js`.
pub fn home_script(place: Place<'_>) -> String {
    let (today, home) = (include_str!("page/home/today.js"), include_str!("page/home/home.js"));
    shelf_script(place, &[ATTEMPT, PAYOFF, today, home])
}

/// The script of [`catalogue`], at `catalogue.js`.
pub fn catalogue_script(place: Place<'_>) -> String {
    shelf_script(place, &[include_str!("page/home/catalogue.js")])
}

fn shelf_script(place: Place<'_>, own: &[&str]) -> String {
    let addresses = addresses(place);
    let cards = include_str!("page/home/cards.js");
    [&[BOARD, KEEPING, SETTINGS, COLLECTIONS, &*addresses, cards], own].concat().join("\n")
}

/// The script of [`play`], at `play.js`.
pub fn play_script(place: Place<'_>) -> String {
    script(place, &PLAYER, &[ASKING, include_str!("page/puzzle/play.js")])
}

/// The script of [`folder_puzzle`], at `page.js`. It makes the parts that other pages have in the skeleton of the
/// player.
pub fn folder_script(place: Place<'_>) -> String {
    let [bench, busy, asking] =
        if place.has_answers() { [FAULT, BUSY, ASKING_PART] } else { [""; 3] };
    let drawer = fill(include_str!("page/puzzle/folder_drawer.html"), &[("ASKING", asking)]);
    let bar = bar(place, "", true);
    let parts = [("BENCH", bench), ("BUSY", busy), ("DRAWER", &drawer), ("NAV", &bar)];
    let page = fill(PLAYER_SKELETON, &parts);
    let body = page.split_once("<body>").and_then(|(_, rest)| rest.split_once("</body>"));
    let skeleton = Value::from(body.map_or("", |(body, _)| body));
    let skeleton = format!(
        "const SKELETON = {skeleton};\ndocument.body.insertAdjacentHTML(\"afterbegin\", SKELETON);"
    );
    let asking = if place.has_answers() { ASKING } else { "" };
    let before = [&[&*skeleton][..], &PLAYER].concat();
    script(place, &before, &[asking, include_str!("page/puzzle/folder.js")])
}

/// The script of [`games`], at `games.js`.
pub fn games_script(place: Place<'_>) -> String {
    let own = [
        KEEPING,
        SETTINGS,
        include_str!("page/games/places.js"),
        include_str!("page/games/reviewing.js"),
        include_str!("page/games/games.js"),
    ];
    script(place, &[BOARD], &own)
}

/// The script of [`draw`], at `draw.js`.
pub fn draw_script(place: Place<'_>) -> String {
    let own = [
        include_str!("page/draw/drawing.js"),
        include_str!("page/draw/draw.js"),
        include_str!("page/draw/draw_ask.js"),
    ];
    script(place, &PLAYER, &own)
}
