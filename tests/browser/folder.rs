//! The folder that `soliter site` writes, opened from the disk: no server, and no network.

use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::driver::{Look, start};

/// Writes a site into a new folder, which is there as long as what is given first.
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

/// The page of a puzzle in such a folder, without an answer.
pub(crate) fn unsolved_page(name: &str) -> (TempDir, String) {
    let (folder, place) = site(&["--puzzles", name, "--time-limit", "0"]);
    let address = format!("file://{}/puzzles/{name}.html", place.display());
    (folder, address)
}

#[tokio::test]
async fn a_folder_is_played_from_the_disk() {
    let Some(browser) = start(Look::default()).await else { return };
    let (_folder, place) =
        site(&["--puzzles", "gardner/latin-cross,gardner/greek-cross,impossible/row7"]);
    browser.open(&format!("file://{}/index.html", place.display())).await;
    browser.sees("#shown-count", "3 of 3 puzzles").await;
    let card = "#cards [data-name='gardner/latin-cross']";
    browser.sees(card, "6 pegs · 5 moves, proved · easy").await;
    browser.sees("#cards [data-name='impossible/row7']", "impossible, proved").await;
    browser.screenshot("folder-home").await;
    browser.click(&format!("{card} a")).await;
    browser
        .sees("#aim", "Leave one peg, in the middle, in as few moves as you can: 5 is possible.")
        .await;
    // A solved line is set beside the shortest.
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
    browser.click("nav a").await;
    browser.sees("#shown-count", "3 of 3 puzzles").await;
    browser.close().await;
}
