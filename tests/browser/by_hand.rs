//! Playing board games by touch, by mouse and by keyboard, and the text that screen readers get.

use std::time::Duration;

use fantoccini::key::Key;

use crate::driver::{Browser, Look, start};
use crate::screens::{middle, place};
use crate::served::{Server, serve};
use crate::visitor::SETTLED;

/// Opens a game in which the visitor makes all moves.
async fn open(browser: &Browser, server: &Server, name: &str) {
    browser.open("about:blank").await;
    browser.open(&format!("{}games#{name}", server.address)).await;
    browser.until(SETTLED).await;
    browser.choose("#opponent", "none").await;
    // Not a stored game.
    browser.click("#new-game").await;
    browser.until(&format!("game.moves.length === 0 && {SETTLED}")).await;
    browser.sees("#said-game", "Player 1 to move.").await;
}

pub(crate) async fn one_tap_moves_and_undo_takes_it_back() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((390, 844), true).await;
    for (name, played) in
        [("quoridor/9x9", "e2"), ("corridor/5x5-three-sticks", "c2"), ("pyramid/base-6", "2.1")]
    {
        open(&browser, &server, name).await;
        // A touch up to 22 pixels from the centre of a place selects that place.
        let missed = "places.places.filter(p => p.kind === 'go').filter(p => { \
            const r = p.element.getBoundingClientRect(); \
            const [x, y] = [r.x + r.width / 2, r.y + r.height / 2]; \
            return ![[-22, 0], [22, 0], [0, -22], [0, 22]].every(([a, b]) => places.nearest(x + a, y + b, true) === p); }) \
            .map(p => p.moves[0])";
        assert_eq!(browser.ask(missed).await, serde_json::json!([]), "{name}");
        browser.touch(&[middle(&browser, &place(played)).await]).await;
        browser
            .until("game.moves.length === 1 || /again/.test(byId('said-game').textContent)")
            .await;
        assert_eq!(browser.ask("game.moves.join()").await, played, "{name} waits");
        browser.until(SETTLED).await;
        browser.click("#take-back").await;
        browser.until("game.moves.length === 0").await;
        let small = "[...document.querySelectorAll('#game-panel button, #game-panel label, #game-bench select')] \
            .filter(e => e.checkVisibility({ visibilityProperty: true })).filter(e => e.getBoundingClientRect().height < 43.9).map(e => e.id || e.textContent)";
        assert_eq!(browser.ask(small).await, serde_json::json!([]), "{name}");
    }
    browser.close().await;
}

pub(crate) async fn a_wall_that_is_laid_leaves_no_other_button_under_the_finger() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((390, 844), true).await;
    open(&browser, &server, "quoridor/9x9").await;
    browser.touch(&[middle(&browser, "byId('kind-across').parentElement").await]).await;
    browser.until("places.kind === 'across'").await;
    browser.touch(&[middle(&browser, &place("d4h")).await]).await;
    browser.until("game.previewed === 'd4h'").await;
    browser.screenshot("by-hand-wall").await;
    let (x, y) = middle(&browser, "byId('play-it')").await;
    // Both taps of a double tap.
    browser.touch(&[(x, y)]).await;
    browser.until("game.moves.join() === 'd4h'").await;
    let below = format!("document.elementFromPoint({x}, {y}).closest('button, label')?.id ?? ''");
    assert_eq!(browser.ask(&below).await, "");
    browser.close().await;
}

pub(crate) async fn a_line_says_how_walls_are_laid() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    // A game chosen far down the list opens with its board in view.
    browser.open(&format!("{}games", server.address)).await;
    browser.ask("(document.querySelector('#games > :last-child a').scrollIntoView(), 0)").await;
    browser.click("#games > :last-child a").await;
    browser.until("!document.getElementById('game').hidden && window.scrollY === 0").await;
    for (name, told) in [
        ("quoridor/9x9", "To lay a wall, choose Lay and touch a gap"),
        ("corridor/5x5-three-sticks", "To lay a stick, choose Lay and touch a gap"),
        ("palisade/1423", "Drag a column"),
        ("pyramid/base-4", "ring"),
    ] {
        open(&browser, &server, name).await;
        assert!(browser.text("#game-panel").await.contains(told), "{name}");
    }
    browser.close().await;
}

/// Drags with a mouse through a point in between, where the script `held` is evaluated.
async fn drag(browser: &Browser, from: (f64, f64), to: (f64, f64), held: &str) {
    browser.mouse_to(from).await;
    browser.mouse_button(true).await;
    browser.mouse_to((f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1))).await;
    browser.mouse_to(to).await;
    browser.until(held).await;
    browser.screenshot("by-hand-drag").await;
    browser.mouse_button(false).await;
}

pub(crate) async fn columns_of_palisade_are_dragged() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((1280, 800), false).await;
    open(&browser, &server, "palisade/1423").await;
    let column =
        async |number: usize| middle(&browser, &format!("places.places[{number}].element")).await;
    // A drag from the bottom of a column takes the complete column.
    let low = async |number: usize| {
        let bottom = format!("places.places[{number}].element.getBoundingClientRect().bottom - 8");
        (column(number).await.0, browser.ask(&bottom).await.as_f64().expect("pixels"))
    };
    let ghost = "document.querySelector('#table .result') !== null";
    drag(&browser, low(2).await, column(3).await, ghost).await;
    browser.until("game.moves.join() === 'x3-4'").await;
    // The columns are 1, 4, 3 and 2 now. The upper stone of the third goes to the right end.
    let top = "document.querySelectorAll('#table .stone')[7].getBoundingClientRect()";
    let x = browser.ask(&format!("{top}.x + {top}.width / 2")).await.as_f64().expect("pixels");
    let y = browser.ask(&format!("{top}.y + {top}.height / 2")).await.as_f64().expect("pixels");
    let edge = column(3).await.0 + (column(3).await.0 - column(2).await.0) * 0.8;
    drag(&browser, (x, y), (edge, y), ghost).await;
    browser.until("game.moves.at(-1) === 's3:1>'").await;
    // A drop outside the board does nothing.
    let before = browser.ask("game.moves.length").await;
    drag(&browser, low(0).await, (5.0, 5.0), "true").await;
    assert_eq!(browser.ask("game.moves.length").await, before);
    assert_eq!(browser.ask(ghost).await, false);
    // By touch.
    browser.window((390, 844), true).await;
    open(&browser, &server, "palisade/1423").await;
    let (from, to) = (low(2).await, column(3).await);
    browser.touch(&[from, (f64::midpoint(from.0, to.0), to.1), to]).await;
    browser.until("game.moves.join() === 'x3-4'").await;
    browser.fits().await;
    browser.close().await;
}

/// The roles and names of the page's parts, as screen readers get them, the board first.
async fn told(browser: &Browser) -> Vec<(String, String)> {
    let mut all = browser.accessible().await;
    let board = all.iter().position(|(role, name)| role == "grid" && name.contains(" board"));
    let board = board.unwrap_or_else(|| panic!("no grid is told: {all:?}"));
    all.swap(0, board);
    all
}

pub(crate) async fn every_game_is_played_by_its_roles_and_names() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    let games: [(&str, &str, &[&str]); 4] = [
        (
            "quoridor/5x5-three-walls",
            "Player 1 on c1, player 2 on c5. No walls. Walls left: 3 and 3.",
            &["move to c2", "wall above a1 and b1", "wall right of a1 and a2"],
        ),
        ("corridor/4x4-three-sticks", "No sticks.", &["stick above a1", "stick right of a1"]),
        ("pyramid/base-4", "Points 0 to 0.", &["stone on place 1 of level 2"]),
        (
            "palisade/1423",
            "Columns of 1, 4, 2 and 3 stones.",
            &["column 1, 1 stone", "column 2, 4 stones"],
        ),
    ];
    for (name, label, names) in games {
        open(&browser, &server, name).await;
        let told = told(&browser).await;
        assert!(told[0].1.contains(label), "{name}: {}", told[0].1);
        for wanted in names {
            let is_there = told.iter().any(|(role, name)| role == "button" && name == wanted);
            assert!(is_there, "{name}: no button {wanted}: {told:?}");
        }
        assert!(told.iter().any(|(role, _)| role == "row"), "{told:?}");
        // The names contain no notation.
        assert!(!told.iter().any(|(_, name)| name.contains("h:/v:") || name.contains("d4h")));
    }
    browser.close().await;
}

/// Presses Tab until the focus is on the board.
async fn tab_to_board(browser: &Browser) {
    for _ in 0..60 {
        if browser.ask("byId('table').contains(document.activeElement)").await == true {
            return;
        }
        browser.keys(&[Key::Tab]).await;
    }
    panic!("no Tab leads to the board");
}

pub(crate) async fn every_game_is_played_with_the_keyboard() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    let label = "document.activeElement.getAttribute('aria-label')";
    for name in ["quoridor/5x5-three-walls", "corridor/4x4-three-sticks", "pyramid/base-4"] {
        open(&browser, &server, name).await;
        tab_to_board(&browser).await;
        let first = browser.ask(label).await;
        assert!(first.is_string(), "{name}: {first}");
        // Arrow keys keep working, and the focus stays on the board after a move.
        let moved = async |key| {
            let before = browser.ask(label).await;
            browser.keys(&[key]).await;
            browser.ask(label).await != before
        };
        assert!(moved(Key::Right).await || moved(Key::Down).await, "{name}");
        for made in 1..=3 {
            browser.keys(&[Key::Enter]).await;
            browser.until(&format!("game.moves.length === {made} && {SETTLED}")).await;
            browser.until("byId('table').contains(document.activeElement)").await;
        }
    }
    // Walls show where they would lie.
    open(&browser, &server, "quoridor/5x5-three-walls").await;
    tab_to_board(&browser).await;
    for _ in 0..12 {
        let at = browser.ask(label).await;
        if at.as_str().is_some_and(|at| at.starts_with("wall")) {
            break;
        }
        browser.keys(&[Key::Down]).await;
        browser.keys(&[Key::Left]).await;
    }
    browser.until("document.querySelector('#table .ghost') !== null").await;
    // A column represents several moves; two columns are swapped.
    open(&browser, &server, "palisade/1423").await;
    tab_to_board(&browser).await;
    browser.keys(&[Key::Enter]).await;
    browser.sees("#said-game", "Choose one of").await;
    browser.until("byId('table').contains(document.activeElement)").await;
    browser.keys(&[Key::Right, Key::Enter]).await;
    browser.until("game.moves.join() === 'x1-2'").await;
    browser.close().await;
}

pub(crate) async fn nobody_is_offered_an_opponent_that_plays_at_random() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    open(&browser, &server, "pyramid/base-4").await;
    let offered = "[...byId('opponent').options].map(({ value }) => value).join()";
    assert_eq!(browser.ask(offered).await, "easy,normal,perfect,text,none");
    browser.close().await;
}

pub(crate) async fn progress_is_told_every_ten_seconds() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    open(&browser, &server, "quoridor/9x9").await;
    // The announcements for screen readers.
    browser
        .ask(
            "(window.announced = [], new MutationObserver(list => { for (const { target } of list) { \
             const region = (target.nodeType === 1 ? target : target.parentElement)?.closest('[role=status], [aria-live]'); \
             if (region && region.getAttribute('aria-live') !== 'off' && region.textContent) announced.push(region.textContent); } }) \
             .observe(document.body, { childList: true, subtree: true, characterData: true }), 0)",
        )
        .await;
    let begun = std::time::Instant::now();
    browser.click("#values").await;
    browser.sees("#progress", "Thinking").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let told = browser.ask("announced").await;
    let seconds = begun.elapsed().as_secs() as usize;
    let times = told.as_array().map_or(0, Vec::len);
    assert!(times <= 1 + seconds / 10, "{times} times in {seconds} seconds: {told}");
    browser.click("#cancel").await;
    browser.sees("#progress", "Cancelled").await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(
        browser
            .ask("announced.at(-1)")
            .await
            .as_str()
            .is_some_and(|last| last.contains("Cancelled"))
    );
    browser.close().await;
}
