//! The folder that `soliter site` writes, opened from the disk without a server or a network.

use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::driver::{Look, start};

/// Writes a site into a new folder, which exists as long as the returned `TempDir`.
pub(crate) fn site(arguments: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("pages");
    // Time enough on any machine: these puzzles take milliseconds.
    let written = Command::new(env!("CARGO_BIN_EXE_soliter"))
        .args(["site", "-q", "--each", "10m"])
        .arg(&place)
        .args(arguments)
        .output()
        .expect("soliter runs");
    assert!(matches!(written.status.code(), Some(0 | 3)), "{written:?}");
    (folder, place)
}

pub(crate) async fn a_folder_is_played_from_the_disk() {
    let browser = start(Look::default()).await;
    let (_folder, place) =
        site(&["--puzzles", "gardner/latin-cross,gardner/greek-cross,impossible/row7"]);
    browser.open(&format!("file://{}/index.html", place.display())).await;
    browser.sees("#all", "All 3 puzzles").await;
    browser.click("#all").await;
    browser.sees("#shown-count", "3 of 3 puzzles").await;
    let card = "#cards [data-name='gardner/latin-cross']";
    browser.sees(card, "Very easy · 6 pegs").await;
    browser.sees("#cards [data-name='impossible/row7']", "Impossible · ").await;
    browser.screenshot("folder-home").await;
    browser.click(&format!("{card} a")).await;
    browser
        .sees("#aim", "Leave one peg, in the middle, in as few moves as you can: 5 is possible.")
        .await;
    // A solution is compared with the shortest one.
    for (from, to) in [(9, 7), (23, 9), (10, 8), (7, 9), (4, 16)] {
        browser.hole("#board", from).await;
        browser.hole("#board", to).await;
    }
    browser.sees("#said", "That is the fewest possible!").await;
    browser.sees("#compare-told", "of 5 moves.").await;
    browser.sees("#compare-own-told", "You: ").await;
    browser.screenshot("folder-puzzle").await;
    browser.click("label:has(#mode-watch)").await;
    browser.click("#last").await;
    browser.sees("#said", "Finish reached").await;
    let certificate = browser.ask("byId('certificate').getAttribute('href')").await;
    assert_eq!(certificate, "latin-cross.layers");
    let verified = Command::new(env!("CARGO_BIN_EXE_soliter"))
        .arg("verify")
        .arg(place.join("puzzles/gardner/latin-cross.layers"))
        .arg("gardner/latin-cross")
        .output()
        .expect("soliter runs");
    assert!(verified.status.success(), "{verified:?}");
    // Printed before any jump is made, the page has the solution upside down below the puzzle.
    browser.open(&format!("file://{}/puzzles/gardner/greek-cross.html", place.display())).await;
    browser.sees("#aim", "6 is possible").await;
    browser.print_view().await;
    let turned = "document.querySelectorAll('#strip .upside-down').length";
    assert_eq!(browser.ask(turned).await, 7);
    browser.screenshot("folder-print").await;
    browser.close().await;
}

pub(crate) async fn the_list_of_puzzles_takes_any_title() {
    let browser = start(Look::default()).await;
    let title = r#"It's \ "</script>" \' end"#;
    let folder = tempfile::tempdir().expect("a folder");
    let mine = folder.path().join("mine.toml");
    let text = format!(
        "model = 'english'\n[[puzzle]]\nname = 'one'\ntitle = {}\nstart = ['43', '44']\nfinish = ['45']\n",
        serde_json::json!(title)
    );
    std::fs::write(&mine, text).expect("a file");
    let (_folder, place) = site(&["--puzzles", &mine.to_string_lossy()]);
    browser.open(&format!("file://{}/list.html", place.display())).await;
    browser.sees("#cards", title).await;
    browser.close().await;
}

pub(crate) async fn no_card_is_empty_where_there_is_nothing_to_solve() {
    let browser = start(Look::default()).await;
    let folder = tempfile::tempdir().expect("a folder");
    let engine = folder.path().join("engine.wasm");
    // Nothing is computed here, so an engine that does nothing suffices.
    std::fs::write(&engine, b"\0asm\x01\0\0\0").expect("a file");
    let engine = engine.to_string_lossy();
    let (_folder, place) = site(&["--puzzles", "gardner/latin-cross", "--engine", &engine]);
    browser.open(&format!("file://{}/puzzles/gardner/latin-cross.html", place.display())).await;
    browser.open_drawer().await;
    browser.sees("#check-title", "Check my solution").await;
    let empty = "[...document.querySelectorAll('.card:not(.stage)')]\
        .filter(e => e.checkVisibility() && e.innerText.trim() === '').map(e => e.id).join()";
    assert_eq!(browser.ask(empty).await, "");
    browser.close().await;
}

pub(crate) async fn hints_explain_by_weights_that_the_page_has_checked() {
    let browser = start(Look::default()).await;
    let (_folder, place) = site(&["--puzzles", "gardner/greek-cross"]);
    browser.open(&format!("file://{}/puzzles/gardner/greek-cross.html", place.display())).await;
    browser.sees("#aim", "6 is possible").await;
    // Some jump off the solution leads to a position that weights show to be lost.
    let found = "(() => { for (const line of player.data.lines) { let at = player.start; \
        for (const chain of line) for (let i = 1; i < chain.length; i += 1) { \
        for (const jump of player.listed.fitting(at)) if (whyLost(player.data, player.listed.make(at, ...jump))) return true; \
        at = player.listed.make(at, chain[i - 1], chain[i]); } } return false; })()";
    assert_eq!(browser.ask(found).await, true);
    // Every position of the solution has hints, and one of them is explained by weights.
    let hinted = "(async () => { for (const chain of player.data.lines[0]) for (let i = 1; i < chain.length; i += 1) { \
        for (const step of [1, 2, 3]) await player.trying.hint(); const said = document.getElementById('said').textContent; \
        if (said.includes('by weights that no jump raises')) return document.querySelectorAll('#board .weight').length; \
        player.trying.jump(chain[i - 1], chain[i]); } return 0; })()";
    assert_eq!(browser.ask(hinted).await, 33);
    browser.screenshot("folder-explained").await;
    // Weights that a jump raises are rejected.
    let forged = "(() => { const raised = player.start.map((_, hole) => hole); \
        const data = { ...player.data, pagodas: [raised] }; \
        return player.listed.fitting(player.start).every((jump) => whyLost(data, player.listed.make(player.start, ...jump)) === undefined); })()";
    assert_eq!(browser.ask(forged).await, true);
    browser.close().await;
}
