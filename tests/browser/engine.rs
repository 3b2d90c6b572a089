//! The engine in pages: in a folder opened from the disk without a network, and in pages of a server that has ended.
//! `SOLITER_ENGINE=FILE` names the engine, which `web/build.sh` builds; tests/it/engine.rs compares its answers with
//! those of the library.

use std::fmt::Write as _;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::driver::{Browser, Look, start};
use crate::folder::site;
use crate::host::Host;
use crate::served::serve;
use crate::visitor::SETTLED;

/// The engine's file, if the environment names one.
pub(crate) fn file() -> Option<String> {
    let engine = std::env::var_os("SOLITER_ENGINE")?;
    Some(engine.into_string().expect("a path in UTF-8"))
}

fn engine() -> String {
    file().expect("these tests run only with an engine")
}

/// A browser without a network, and the pages of a puzzle without its answer.
async fn open(puzzle: &str) -> (Browser, TempDir, PathBuf) {
    let engine = engine();
    let browser = start(Look::default()).await;
    browser.go_offline(true).await;
    let (folder, place) =
        site(&["--puzzles", puzzle, "--time-limit", "0", "--engine", engine.as_str()]);
    (browser, folder, place)
}

async fn close(browser: Browser) {
    browser.go_offline(false).await;
    browser.close().await;
}

pub(crate) async fn a_puzzle_is_solved_hinted_and_checked_from_the_disk() {
    let (browser, _folder, place) = open("gardner/greek-cross").await;
    browser.open(&format!("file://{}/puzzles/gardner/greek-cross.html", place.display())).await;
    browser.sees("#title", "Greek cross").await;
    // The page appears without the engine, which no request has needed yet.
    assert_eq!(
        browser.ask("ANSWERS.worker === undefined && ANSWERS.loaded === undefined").await,
        true
    );
    browser.click("#hint").await;
    browser.sees("#said", "Move the ringed peg").await;
    browser.click("#hint").await;
    browser.sees("#said", "keeps the finish within reach").await;
    browser.open_drawer().await;
    for (solution, told) in [
        ("1. 43-41\n2. 99-44", "Unreadable at line 2, column 4: no hole is called 99."),
        ("43-41, 43-41", "Illegal at jump 2, 43-41: hole 43 is empty"),
        ("43-41", "Incomplete: legal, 1 jump in 1 move, but it misses the finish"),
        (
            "43-41, 45-43, 64-44-42, 24-44, 41-43-45, 46-44",
            "Correct: 8 jumps in 6 moves. That is the fewest possible.",
        ),
        // A notation that only the library reads.
        ("Move the marble from 43 over 42 into 41", "Incomplete: legal, 1 jump in 1 move"),
    ] {
        browser.write("#record", solution).await;
        browser.click("#check-record").await;
        browser.sees("#verdict", told).await;
    }
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#claim", "6 moves (8 jumps), the fewest possible").await;
    browser.click("#last").await;
    browser.sees("#said", "Finish reached").await;
    browser.screenshot("engine-solved").await;
    browser.fits().await;
    close(browser).await;
}

pub(crate) async fn a_lost_position_is_named_and_a_long_solve_is_cancelled() {
    let (browser, _folder, place) = open("boards/wiegleb-central-game").await;
    let page = format!("file://{}/puzzles/boards/wiegleb-central-game.html", place.display());
    browser.open(&page).await;
    browser.sees("#title", "Wiegleb").await;
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#progress", "Thinking").await;
    // The page still reacts.
    browser.click("#cancel").await;
    browser.sees("#progress", "Cancelled.").await;
    // A new worker answers.
    browser.open_drawer().await;
    browser.write("#record", "nothing").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Unreadable: there is no jump in this text.").await;
    close(browser).await;
}

pub(crate) async fn games_and_drawn_puzzles_are_played_from_the_disk() {
    let (browser, _folder, place) = open("gardner/latin-cross").await;
    let page = |name: &str| format!("file://{}/{name}", place.display());
    browser.open(&page("games.html#pyramid/base-4")).await;
    browser.sees("#said-game", "Player 1 to move (you).").await;
    browser.click("#all-moves summary").await;
    browser.click("#legal li:first-child button").await;
    browser.sees("#said-game", "The engine plays ").await;
    browser.click("#values").await;
    browser.sees("#progress", "The value is ").await;
    browser.screenshot("engine-game").await;
    browser.open(&page("draw.html")).await;
    browser.until("!document.getElementById('solve').disabled").await;
    browser.choose("#draw-model", "triangle15").await;
    browser.until("!document.getElementById('solve').disabled").await;
    browser.click("#ask-more > summary").await;
    browser.click("#count").await;
    browser.sees("#number", " solutions (jump sequences)").await;
    let own = "title = 'Two'\nmodel = 'english'\nstart = ['43', '44']\nfinish = ['45']\n";
    let own = serde_json::json!({ "text": own }).to_string();
    let mut escaped = String::new();
    for byte in own.bytes() {
        let _ = write!(escaped, "%{byte:02x}");
    }
    browser.open(&page(&format!("play.html#puzzle={escaped}"))).await;
    browser.sees("#title", "Two").await;
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#claim", "1 move").await;
    close(browser).await;
}

pub(crate) async fn pages_that_are_open_answer_when_the_server_has_ended() {
    let engine = engine();
    let browser = start(Look::default()).await;
    let server = serve(&["--engine", &engine]);
    browser.open(&server.play("gardner/greek-cross")).await;
    browser.sees("#title", "Greek cross").await;
    // As long as the server runs, it answers.
    browser.click("#hint").await;
    browser.sees("#said", "Move the ringed peg").await;
    assert_eq!(browser.ask("ANSWERS.engine.worker === undefined").await, true);
    // The page has loaded the engine.
    browser.until("typeof ENGINE === 'string'").await;
    drop(server);
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#claim", "6 moves (8 jumps), the fewest possible").await;
    assert_eq!(browser.ask("ANSWERS.engine.worker !== undefined").await, true);
    browser.open_drawer().await;
    browser.write("#record", "43-41, 43-41").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Illegal at jump 2, 43-41: hole 43 is empty").await;
    browser.screenshot("server-ended").await;
    browser.close().await;
}

pub(crate) async fn a_host_that_has_gone_leaves_its_pages() {
    let engine = engine();
    let browser = start(Look::default()).await;
    let puzzles = ["--puzzles", "gardner/latin-cross,gardner/greek-cross", "--engine", &engine];
    let (_folder, place) = site(&puzzles);
    let host = Host::start(&place);
    let address = host.address.clone();
    browser.open(&format!("{address}index.html")).await;
    browser.until("navigator.serviceWorker.ready.then(() => true)").await;
    browser.until("navigator.serviceWorker.controller !== null").await;
    let page = |name: &str| format!("{address}puzzles/gardner/{name}.html");
    browser.open(&page("latin-cross")).await;
    browser.sees("#aim", "5 is possible.").await;
    drop(host);
    // The visited page and its files are available offline.
    browser.open("about:blank").await;
    browser.open(&page("latin-cross")).await;
    browser.sees("#aim", "5 is possible.").await;
    // The engine solves the other puzzle.
    browser.open(&page("greek-cross")).await;
    browser.sees("#title", "Greek cross").await;
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#claim", "6 moves (8 jumps), the fewest possible").await;
    browser.write("#record", "43-41").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Incomplete: legal, 1 jump in 1 move").await;
    // All four games can be played offline.
    for kind in ["pyramid", "corridor", "quoridor", "palisade"] {
        browser.open("about:blank").await;
        browser.open(&format!("{address}games.html#{kind}")).await;
        browser.until(SETTLED).await;
        // Waits until the engine has answered; a turn of Palisade may have several moves.
        for _ in 0..4 {
            browser.ask("(play(game.shown.legal.at(-1).move), 0)").await;
            browser.until(&format!("game.moves.length > 0 && {SETTLED}")).await;
        }
        browser.sees("#said-game", "The engine plays ").await;
    }
    // A puzzle that the visitor draws works offline, too.
    browser.open(&format!("{address}draw.html")).await;
    browser.until("!document.getElementById('solve').disabled").await;
    browser.choose("#draw-model", "triangle15").await;
    browser.until("!document.getElementById('solve').disabled").await;
    browser.click("#solve").await;
    browser.sees("#answer", "My puzzle: impossible.").await;
    // The address of the folder leads to its home page.
    browser.open(&address).await;
    browser.sees("#all", "All 2 puzzles").await;
    browser.close().await;
}
