//! The rules of the board games in pictures, and the mistakes of a game.

use fantoccini::key::Key;

use crate::driver::{Browser, Look, start};
use crate::folder::site;
use crate::served::serve;

pub(crate) async fn the_rules_of_four_games_in_five_pictures_each() {
    let browser = start(Look { dark: true, ..Look::default() }).await;
    let server = serve(&[]);
    let served = format!("{}rules", server.address);
    let (_folder, place) = site(&["--puzzles", "gardner/latin-cross"]);
    let file = format!("file://{}/rules.html", place.display());
    for (name, address) in [("file", &file), ("served", &served)] {
        for (width, phone) in [(320, true), (1280, false)] {
            browser.window((width, 900), phone).await;
            browser.open(address).await;
            let counts = "[...document.querySelectorAll('section')].map(s => \
                [s.id, s.querySelectorAll('figure svg').length, s.querySelectorAll('figcaption').length].join(' ')).join()";
            let expected = "pyramid 5 5,corridor 5 5,quoridor 5 5,palisade 5 5";
            assert_eq!(browser.ask(counts).await, expected);
            assert_eq!(browser.ask("document.scripts.length").await, 1);
            // The style has been loaded, and it is the dark one.
            let paper = browser.ask("getComputedStyle(document.body).backgroundColor").await;
            assert_eq!(paper, "rgb(23, 21, 18)");
            browser.fits().await;
            targets(&browser, "a").await;
            browser.screenshot(&format!("rules-{name}-{width}")).await;
            for kind in ["corridor", "quoridor", "palisade"] {
                browser
                    .ask(&format!("(document.getElementById('{kind}').scrollIntoView(), 0)"))
                    .await;
                browser.screenshot(&format!("rules-{name}-{width}-{kind}")).await;
            }
        }
    }
    // From the rules to a game, and from the game to its rules.
    browser.click("#quoridor a").await;
    browser.sees("#title", "Quoridor, 5 by 5").await;
    browser.click("#lesson").await;
    browser.until("location.pathname === '/rules' && location.hash === '#quoridor'").await;
    browser.close().await;
}

/// Checks that all targets are at least 24 pixels wide and high.
async fn targets(browser: &Browser, css: &str) {
    let small = format!(
        "[...document.querySelectorAll('{css}')].filter(e => {{ const r = e.getBoundingClientRect(); \
         return r.width > 0 && !e.matches('.modes input') && (r.width < 24 || r.height < 24); }}) \
         .map(e => [e.tagName, e.id, e.getBoundingClientRect().height].join(' ')).join()"
    );
    assert_eq!(browser.ask(&small).await, "");
}

/// The targets on a page.
const PRESSED: &str = "a, button, select, input, textarea, summary, .modes label";

/// Presses Tab until an element has the focus.
async fn tab_to(browser: &Browser, id: &str) {
    let there = format!("document.activeElement.id === '{id}'");
    for _ in 0..80 {
        if browser.ask(&there).await == true {
            return;
        }
        browser.keys(&[Key::Tab]).await;
    }
    panic!("no Tab leads to {id}");
}

/// Nothing is being computed, and it is the visitor's turn or the game is over.
const SETTLED: &str = "game.shown !== undefined && game.shown.made === game.moves.length \
    && running === undefined && (isOver() || isMine())";

pub(crate) async fn a_lost_game_shows_its_mistake_to_the_keyboard_alone() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#pyramid/base-4", server.address)).await;
    browser.sees("#said-game", "Player 1 to move (you)").await;
    browser.choose("#opponent", "perfect").await;
    browser.until(SETTLED).await;
    targets(&browser, PRESSED).await;
    // Before the first move there is nothing to report.
    tab_to(&browser, "mistakes").await;
    browser.keys(&[Key::Enter]).await;
    browser.sees("#reviewed", "You made no move yet.").await;
    browser.until(SETTLED).await;
    // The middle is the only wrong place to begin. After it, any legal moves are made until the end.
    let mut moves = 0;
    while browser.ask("isOver()").await != true {
        let first = browser.ask("game.shown.legal[0].move").await;
        let played = if moves == 0 { "2.2" } else { first.as_str().expect("a move") };
        let before = browser.ask("game.moves.length").await;
        let place = format!("places.places.find(({{ moves }}) => moves.includes('{played}'))");
        browser.ask(&format!("(places.focus({place}), 0)")).await;
        browser.keys(&[Key::Enter]).await;
        browser.until(&format!("game.moves.length > {before} && {SETTLED}")).await;
        moves += 1;
        assert!(moves < 30);
    }
    tab_to(&browser, "mistakes").await;
    browser.keys(&[Key::Enter]).await;
    browser.sees("#reviewed", "Your largest mistake was move 1, 2.2.").await;
    browser.sees("#reviewed", "It threw away 8 points of the lead. Better: 2.1 or 2.3.").await;
    let end = browser.ask("document.querySelectorAll('#table .stone').length").await;
    browser.screenshot("mistake-told").await;
    targets(&browser, PRESSED).await;
    browser.fits().await;
    tab_to(&browser, "look-back").await;
    browser.keys(&[Key::Enter]).await;
    browser.sees("#said-game", "Before the mistake: player 1 to move.").await;
    let position = "document.getElementById('position').textContent";
    assert_eq!(browser.ask(position).await, "n=4;p1;0:0");
    assert_eq!(browser.ask("document.querySelectorAll('#table .better').length").await, 2);
    assert_eq!(
        browser.ask("document.querySelectorAll('#table .target, #legal button').length").await,
        0
    );
    browser.screenshot("mistake-before").await;
    // No move can be made there.
    let made = browser.ask("game.moves.length").await;
    assert_eq!(browser.ask("places.places.length").await, 0);
    tab_to(&browser, "look-back").await;
    assert_eq!(browser.text("#look-back").await, "Back to the end");
    browser.keys(&[Key::Enter]).await;
    browser.sees("#said-game", "The game is over").await;
    assert_eq!(browser.ask("document.querySelectorAll('#table .stone').length").await, end);
    assert_eq!(browser.ask("game.moves.length").await, made);
    // The results of a game disappear when the next one begins.
    browser.click("#new-game").await;
    browser.sees("#said-game", "Player 1 to move (you)").await;
    assert_eq!(browser.text("#reviewed").await, "");
    assert_eq!(browser.ask("document.getElementById('look-back').hidden").await, true);
    browser.close().await;
}

pub(crate) async fn levels_are_told_and_kept_and_nothing_is_claimed_without_proof() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((320, 640), true).await;
    browser.open(&format!("{}games#quoridor/9x9", server.address)).await;
    browser.sees("#said-game", "(you)").await;
    browser.sees("#level", "about every third move at random").await;
    browser.choose("#opponent", "perfect").await;
    browser.sees("#level", "best move if that can be proved").await;
    browser.reload().await;
    browser.sees("#level", "best move if that can be proved").await;
    assert_eq!(browser.ask("document.getElementById('opponent').value").await, "perfect");
    // An invalid level is ignored.
    browser.ask("(localStorage.setItem('soliter opponent', '\"<b>\"'), 0)").await;
    browser.reload().await;
    browser.sees("#level", "about every third move at random").await;
    browser.sees("#said-game", "(you)").await;
    targets(&browser, PRESSED).await;
    browser.fits().await;
    browser.choose("#opponent", "none").await;
    browser.until(SETTLED).await;
    browser.ask("(play('e2'), 0)").await;
    browser.until(&format!("game.moves.length === 1 && {SETTLED}")).await;
    // Replaces the server's answer by one that leaves a move undecided, to avoid waiting for it.
    browser
        .ask(
            "(window.asked = compute, compute = async () => ({ analysis: \
             { moves: 1, open: 1, largest: null, before: null } }), 0)",
        )
        .await;
    browser.click("#mistakes").await;
    browser.sees("#reviewed", "It is not known whether there was a mistake.").await;
    assert_eq!(browser.ask("document.getElementById('look-back').hidden").await, true);
    browser.screenshot("mistake-open").await;
    browser.ask("(compute = window.asked, 0)").await;
    // The values of a game of a few moves can be proved.
    browser.choose("#pick", "quoridor/3x3-two-walls").await;
    browser.sees("#title", "Quoridor, 3 by 3").await;
    browser.until(SETTLED).await;
    browser.ask("(play('b2'), 0)").await;
    browser.until(&format!("game.moves.length === 1 && {SETTLED}")).await;
    browser.click("#mistakes").await;
    browser.sees("#reviewed", "Nobody made a mistake so far: that is proved.").await;
    browser.close().await;
}
