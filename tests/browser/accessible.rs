//! Checks every page in both themes: axe finds no fault, and every target is at least 24 pixels wide and high.
//!
//! `./setup.sh --with-browser` fetches axe.

use std::path::Path;

use crate::driver::{Browser, Look, start};
use crate::folder::site;
use crate::player::page;
use crate::served::serve;

const AXE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/target/axe/axe_playwright_python/axe.min.js");

/// The faults that axe finds in the page, one per line.
const FAULTS: &str = "axe.run(document, { rules: { 'target-size': { enabled: true } } }).then(found => \
    found.passes.length === 0 ? ['axe looked at nothing'] : found.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target.join(' ')).join(', ')))";

/// Targets smaller than 24 pixels. A checkbox counts together with its label, and links within sentences are exempt.
/// The thin walls on a game's board are exempt too, because a touch selects the nearest place.
const SMALL: &str = "[...document.querySelectorAll('a, button, input, select, textarea, summary, [role=button]')]\
    .filter(e => e.checkVisibility() && !e.classList.contains('hidden') && !e.closest('p.source, [role=grid], details:not([open]) > :not(summary)'))\
    .map(e => [e, (e.closest('label') ?? e).getBoundingClientRect()])\
    .filter(([, r]) => r.width > 1 && (r.width < 23.9 || r.height < 23.9))\
    .map(([e, r]) => `${e.tagName} ${e.id} ${e.textContent.slice(0, 20)} ${r.width} x ${r.height}`)";

/// The home page has loaded, and its cards have been scrolled into the window.
const CARDS: &str = "(document.querySelector('.cards').scrollIntoView(), document.querySelectorAll('.cards .puzzle a').length > 0)";

/// The elements that make a page wider than the window.
const WIDE: &str = "(document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]\
    .filter(e => e.getBoundingClientRect().right > innerWidth).map(e => `too wide: ${e.tagName} ${e.id} ${e.className}`))";

async fn look(browser: &Browser, axe: &str, address: &str, ready: &str, faults: &mut Vec<String>) {
    browser.open("about:blank").await;
    browser.open(address).await;
    browser.until(ready).await;
    let mut found = browser.ask(SMALL).await.as_array().expect("a list").clone();
    browser.ask(&format!("(() => {{ {axe}; return 0; }})()")).await;
    found.extend(browser.ask(FAULTS).await.as_array().expect("a list").clone());
    found.extend(browser.ask(WIDE).await.as_array().expect("a list").clone());
    faults.extend(found.iter().map(|fault| format!("{address}: {fault}")));
}

/// The script of axe, if it has been fetched.
pub(crate) fn axe() -> Option<String> {
    std::fs::read_to_string(Path::new(AXE)).ok()
}

pub(crate) async fn every_page_in_both_themes() {
    let axe = axe().expect("this test runs only with axe");
    let server = serve(&[]);
    let (folder, place) = site(&["--puzzles", "gardner/latin-cross,impossible/row7"]);
    let at = |path: &str| format!("file://{}/{path}", place.display());
    let played = "document.querySelectorAll('#board .pit').length > 0";
    let pages = [
        (server.address.clone(), CARDS),
        (format!("{}list", server.address), CARDS),
        (server.play("gardner/latin-cross"), played),
        (
            format!("{}games#quoridor/9x9", server.address),
            "document.querySelectorAll('#table *').length > 0",
        ),
        (
            format!("{}games", server.address),
            "document.querySelectorAll('#list svg').length > 0 && !document.getElementById('list').hidden",
        ),
        (format!("{}help", server.address), "document.querySelectorAll('dt').length > 3"),
        (format!("{}nothing", server.address), "document.querySelectorAll('main a').length > 0"),
        (server.play("gardner/nothing"), "document.getElementById('nowhere').hidden === false"),
        (
            format!("{}draw", server.address),
            "document.querySelectorAll('#draw-start .spot').length > 0",
        ),
        (
            format!("{}rules", server.address),
            "document.querySelectorAll('figure svg').length >= 20",
        ),
        (page("accessible", &["solve", "gardner/latin-cross"]), played),
        (page("accessible-impossible", &["solve", "french/44-to-44"]), played),
        (
            page("accessible-game", &["solve", "quoridor/5x5-jump"]),
            "document.querySelectorAll('#board *').length > 0",
        ),
        (at("index.html"), CARDS),
        (at("puzzles/gardner/latin-cross.html"), played),
        (at("puzzles/impossible/row7.html"), played),
        (at("help.html"), "document.querySelectorAll('dt').length > 3"),
        (at("rules.html"), "document.querySelectorAll('figure svg').length >= 20"),
    ];
    let mut faults = Vec::new();
    for dark in [false, true] {
        let browser = start(Look { dark, ..Look::default() }).await;
        // A desktop window; in dark mode, one at 400 percent zoom, which is as wide as the smallest phone.
        browser.window(if dark { (320, 256) } else { (1280, 800) }, false).await;
        for (address, ready) in &pages {
            look(&browser, &axe, address, ready, &mut faults).await;
        }
        browser.close().await;
    }
    drop(folder);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
