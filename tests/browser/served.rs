//! The page of `soliter serve`.

use std::io::BufRead;
use std::process::Stdio;

use crate::driver::{Look, start};
use crate::group::Group;

pub(crate) struct Server {
    _process: Group,
    pub(crate) address: String,
}

pub(crate) fn serve(arguments: &[&str]) -> Server {
    let arguments = [&["serve", "-q", "--threads", "2"], arguments].concat();
    let program = env!("CARGO_BIN_EXE_soliter");
    let (process, mut lines) = Group::start(program, &arguments, Stdio::inherit());
    let mut address = String::new();
    lines.read_line(&mut address).expect("an address");
    Server { _process: process, address: address.trim().to_owned() }
}

#[tokio::test]
async fn a_shipped_puzzle_solved_hinted_and_checked() {
    let Some(browser) = start(Look::default()).await else { return };
    let server = serve(&[]);
    browser.open(&server.address).await;
    browser.sees("#title", "Latin cross").await;
    browser.pick("gardner/greek-cross").await;
    browser.sees("#title", "Greek cross").await;
    // Nothing is solved yet, so the hint comes from the server.
    browser.click("#hint").await;
    browser.sees("#said", "keeps the finish within reach").await;
    browser.screenshot("served-hint").await;
    browser.click("#solve").await;
    browser.sees("#claim", "6 moves (8 jumps), the fewest possible").await;
    browser.click("#last").await;
    browser.sees("#said", "Finish reached").await;
    browser.screenshot("served-solved").await;
    // A bad record, and a right one.
    browser.click("#check summary").await;
    browser.write("#record", "1. 43-41\n2. 99-44").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Wrong at jump 2, 99: no hole is called 99").await;
    browser.write("#record", "43-41, 45-43, 64-44-42, 24-44, 41-43-45, 46-44").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Right: 8 jumps in 6 moves. That is the fewest possible.").await;
    browser.screenshot("served-checked").await;
    // A puzzle without solution, with the reason drawn.
    browser.pick("french/44-to-44").await;
    browser.sees("#title", "French board").await;
    browser.click("#hint").await;
    browser.sees("#said", "the puzzle has no solution").await;
    browser.click("#solve").await;
    browser.sees("#claim", "Impossible").await;
    browser.sees("#why", "The start has 16 (even)").await;
    browser.screenshot("served-impossible").await;
    browser.fits().await;
    browser.close().await;
}

#[tokio::test]
async fn a_solve_is_cancelled_by_a_button_and_by_leaving() {
    let Some(browser) = start(Look { phone: true, ..Look::default() }).await else { return };
    let server = serve(&[]);
    // Nobody has settled this one within minutes.
    browser.open(&format!("{}#boards/wiegleb-central-game", server.address)).await;
    browser.sees("#title", "Wiegleb").await;
    let computing = "fetch('api/status').then(r => r.json()).then(s => s.computing)";
    browser.click("#solve").await;
    browser.sees("#progress", " s").await;
    assert_eq!(browser.ask(computing).await, 1);
    browser.fits().await;
    browser.screenshot("served-phone-solving").await;
    browser.click("#cancel").await;
    browser.sees("#progress", "Cancelled").await;
    let ended = format!("{computing}.then(computing => computing === 0)");
    browser.until(&ended).await;
    browser.click("#solve").await;
    browser.sees("#progress", " s").await;
    assert_eq!(browser.ask(computing).await, 1);
    browser.reload().await;
    browser.until(&ended).await;
    browser.close().await;
}

#[tokio::test]
async fn the_list_is_searched_files_are_opened_and_links_lead_back() {
    let Some(browser) = start(Look::default()).await else { return };
    let server = serve(&[]);
    browser.open(&server.address).await;
    browser.sees("#title", "Latin cross").await;
    assert_eq!(browser.find("a[href=games]").await.text().await.expect("a text"), "Board games");
    browser.click("#choose summary").await;
    let shown = "[...document.querySelectorAll('#gallery li')].filter(i => !i.hidden).length";
    // The list comes after the page.
    browser.until(&format!("{shown} > 0")).await;
    let all = browser.ask(shown).await.as_u64().expect("a number");
    browser.write("#search", "greek cross").await;
    let found = browser.ask(shown).await.as_u64().expect("a number");
    assert!((1..all / 10).contains(&found), "{found} of {all}");
    browser.screenshot("served-search").await;
    // A puzzle that is solved is marked, also after the page was opened anew.
    // It is the puzzle that is shown already; until it has come again, it would undo what is played.
    browser.ask("(window.earlier = player.data, 0)").await;
    browser.pick("gardner/latin-cross").await;
    browser.until("player.data !== window.earlier").await;
    for (from, to) in [(9, 7), (23, 9), (10, 8), (7, 9), (4, 16)] {
        browser.hole("#board", from).await;
        browser.hole("#board", to).await;
    }
    browser.sees("#said", "Solved in 5 moves").await;
    browser.reload().await;
    browser.sees("#jump-count", "5 of 5").await;
    browser.click("#choose summary").await;
    browser.sees("#solved-count", "1 of ").await;
    let marked = "document.querySelector('#gallery .solved').dataset.name";
    assert_eq!(browser.ask(marked).await, "gardner/latin-cross");
    // A file of one's own, and a link to what is in it.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.toml");
    std::fs::write(
        &file,
        "title = 'Mine'\nmodel = 'english'\nstart = ['43', '44']\nfinish = ['45']\n",
    )
    .expect("a file");
    let field = browser.find("#open-file").await;
    field.send_keys(&file.to_string_lossy()).await.expect("a chosen file");
    browser.sees("#title", "Mine").await;
    browser.ask("(copyText = async (text) => { window.copied = text; }, 0)").await;
    browser.click("#copy-link").await;
    browser.sees("#said", "The link is copied").await;
    let link = browser.ask("window.copied").await;
    browser.open("about:blank").await;
    browser.open(link.as_str().expect("an address")).await;
    browser.sees("#title", "Mine").await;
    browser.hole("#board", 23).await;
    browser.hole("#board", 9).await;
    browser.sees("#said", "Solved in 1 move").await;
    browser.fits().await;
    browser.close().await;
}
