//! The engine in the pages of a folder, opened from the disk with the network off. `SOLITER_ENGINE=FILE` names the engine,
//! which `web/build.sh` builds; tests/it/engine.rs compares its answers with those of the library.

use std::fmt::Write as _;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::driver::{Browser, Look, start};
use crate::folder::site;

/// A browser without a network, and the pages of a puzzle without its answer; `None`, with a message, without an engine.
async fn open(puzzle: &str) -> Option<(Browser, TempDir, PathBuf)> {
    let Some(engine) = std::env::var_os("SOLITER_ENGINE") else {
        println!("skipped: the engine; SOLITER_ENGINE=FILE runs that of web/build.sh");
        return None;
    };
    let browser = start(Look::default()).await?;
    browser.go_offline(true).await;
    let engine = engine.into_string().expect("a path in UTF-8");
    let (folder, place) =
        site(&["--puzzles", puzzle, "--time-limit", "0", "--engine", engine.as_str()]);
    Some((browser, folder, place))
}

async fn close(browser: Browser) {
    browser.go_offline(false).await;
    browser.close().await;
}

#[tokio::test]
async fn a_puzzle_is_solved_hinted_and_checked_from_the_disk() {
    let Some((browser, _folder, place)) = open("gardner/greek-cross").await else { return };
    browser.open(&format!("file://{}/puzzles/gardner/greek-cross.html", place.display())).await;
    browser.sees("#title", "Greek cross").await;
    // The page is there before the engine, which no request has needed yet.
    assert_eq!(
        browser.ask("ANSWERS.worker === undefined && ANSWERS.loaded === undefined").await,
        true
    );
    browser.click("#hint").await;
    browser.sees("#said", "Move the ringed peg").await;
    browser.click("#hint").await;
    browser.sees("#said", "keeps the finish within reach").await;
    browser.click("#check summary").await;
    for (solution, told) in [
        ("1. 43-41\n2. 99-44", "Unreadable at line 2, column 4: no hole is called 99."),
        ("43-41, 43-41", "Illegal at jump 2, 43-41: hole 43 is empty"),
        ("43-41", "Incomplete: legal, 1 jump in 1 move, but it misses the finish"),
        (
            "43-41, 45-43, 64-44-42, 24-44, 41-43-45, 46-44",
            "Correct: 8 jumps in 6 moves. That is the fewest possible.",
        ),
        // A style that only the library reads.
        ("Move the marble from 43 over 42 into 41", "Incomplete: legal, 1 jump in 1 move"),
    ] {
        browser.write("#record", solution).await;
        browser.click("#check-record").await;
        browser.sees("#verdict", told).await;
    }
    browser.click("#solve").await;
    browser.sees("#claim", "6 moves (8 jumps), the fewest possible").await;
    browser.click("#last").await;
    browser.sees("#said", "Finish reached").await;
    browser.screenshot("engine-solved").await;
    browser.fits().await;
    close(browser).await;
}

#[tokio::test]
async fn a_lost_position_is_named_and_a_long_solve_is_cancelled() {
    let Some((browser, _folder, place)) = open("boards/wiegleb-central-game").await else { return };
    let page = format!("file://{}/puzzles/boards/wiegleb-central-game.html", place.display());
    browser.open(&page).await;
    browser.sees("#title", "Wiegleb").await;
    browser.click("#solve").await;
    browser.sees("#progress", "search: ").await;
    // The page still reacts.
    browser.click("#cancel").await;
    browser.sees("#progress", "Cancelled.").await;
    // A new worker answers.
    browser.click("#check summary").await;
    browser.write("#record", "nothing").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Unreadable at line 1, column 1").await;
    close(browser).await;
}

#[tokio::test]
async fn games_and_drawn_puzzles_are_played_from_the_disk() {
    let Some((browser, _folder, place)) = open("gardner/latin-cross").await else { return };
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
    browser.click("#solve").await;
    browser.sees("#claim", "1 move").await;
    close(browser).await;
}
