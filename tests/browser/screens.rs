//! Fingers, and windows of phones and desks.

use crate::driver::{Look, start};
use crate::player::page;
use crate::served::serve;

/// Width and height of windows, and whether they are a phone's.
const WINDOWS: [((u32, u32), bool); 4] =
    [((390, 844), true), ((844, 390), true), ((1280, 720), false), ((1366, 768), false)];

#[tokio::test]
async fn the_board_and_its_buttons_are_whole_on_every_screen() {
    let Some(browser) = start(Look::default()).await else { return };
    let server = serve(&[]);
    let central = ["show", "gardner/central-game", "--record", "records/bergholt-1912"];
    let pages = [
        (page("screens", &central), "#board", "#play"),
        (page("screens-game", &["solve", "quoridor/5x5-jump"]), "#board", "#play"),
        (server.address.clone(), "#board", "#hint"),
        (format!("{}games#quoridor/9x9", server.address), "#table", "#take-back"),
        (format!("{}games#palisade/1423", server.address), "#table", "#take-back"),
    ];
    for (window, phone) in WINDOWS {
        browser.window(window, phone).await;
        for (number, (address, board, button)) in pages.iter().enumerate() {
            browser.open("about:blank").await;
            browser.open(address).await;
            browser
                .until(&format!("document.querySelector('{board}').childNodes.length > 0"))
                .await;
            let (width, height) = window;
            browser.screenshot(&format!("screen-{width}x{height}-{number}")).await;
            for css in [board, button] {
                assert!(browser.is_whole(css).await, "{css} of {address} on {window:?}");
            }
            browser.fits().await;
        }
    }
    browser.close().await;
}

#[tokio::test]
async fn a_peg_is_dragged_with_a_finger() {
    let Some(browser) = start(Look::default()).await else { return };
    let server = serve(&[]);
    browser.window((390, 844), true).await;
    let offline = page("finger", &["solve", "gardner/latin-cross"]);
    for address in [&offline, &server.address] {
        browser.open(address).await;
        browser.sees("#title", "Latin cross").await;
        browser.click("label:has(#mode-try)").await;
        browser.touch_drag(9, 7).await;
        browser.sees("#jump-count", "1 of 5").await;
        // A peg that may not land there goes back.
        browser.touch_drag(23, 0).await;
        browser.sees("#jump-count", "1 of 5").await;
        browser.touch_drag(23, 9).await;
        browser.sees("#jump-count", "2 of 5").await;
        assert_eq!(browser.ask("scrollY").await, 0);
    }
    browser.close().await;
}
