//! The board games: a record in a page, and games against the engine in the served page.

use fantoccini::key::Key;

use crate::driver::{Browser, Look, start};
use crate::player::page;
use crate::served::serve;

pub(crate) async fn a_record_of_a_game_move_by_move() {
    let browser = start(Look::default()).await;
    let sample = ["show", "pyramid/base-5", "--solution", "pyramid/records/sample-game"];
    browser.open(&page("pyramid", &sample)).await;
    let stones = "document.querySelectorAll('#board .stone:not(.base)').length";
    browser.sees("#said", "start; player 1 to move").await;
    assert_eq!(browser.text("#move-count").await, "0 of 11");
    assert_eq!(browser.ask(stones).await, 0);
    for (number, told) in [(1, "1. player 1: 2.2;"), (2, "2. player 2: 2.2>;"), (3, "2.4")] {
        browser.click("#forward").await;
        browser.sees("#said", told).await;
        // The second move shifts the stone of the first.
        assert_eq!(browser.ask(stones).await, if number == 3 { 2 } else { 1 });
    }
    browser.keys(&[Key::Left, Key::Left]).await;
    assert_eq!(browser.text("#move-count").await, "1 of 11");
    browser.keys(&[Key::End]).await;
    browser.sees("#said", "11. player 1: 5.1+1; over, 1:9").await;
    assert_eq!(browser.ask(stones).await, 10);
    browser.screenshot("game-pyramid").await;
    browser.click("#moves li:nth-child(6) button").await;
    browser.sees("#said", "2.2+4").await;
    assert_eq!(browser.text("#moves [aria-current]").await.replace('\n', " "), "6. 2.2+4");
    browser
        .find("#slider")
        .await
        .send_keys(&char::from(Key::Home).to_string())
        .await
        .expect("a key");
    assert_eq!(browser.text("#move-count").await, "0 of 11");
    browser.click("#settings-button").await;
    browser.choose("#speed", "180").await;
    browser.keys(&[Key::Escape]).await;
    browser.click("#play").await;
    browser.sees("#move-count", "11 of 11").await;
    assert_eq!(browser.ask("performance.getEntriesByType('resource').length").await, 0);
    browser.fits().await;
    browser.close().await;
}

pub(crate) async fn lines_of_all_games_on_a_phone_in_the_dark() {
    let look = Look { dark: true, phone: true, still: true };
    let browser = start(look).await;
    let games: [(&str, &[&str]); 3] = [
        ("quoridor", &["solve", "quoridor/5x5-jump"]),
        ("palisade", &["show", "palisade/13425", "--solution", "palisade/records/13425"]),
        ("pyramid-best", &["solve", "pyramid/base-5"]),
    ];
    for (name, arguments) in games {
        browser.open(&page(name, arguments)).await;
        browser.click("#forward").await;
        browser.fits().await;
        browser.screenshot(&format!("game-phone-{name}")).await;
        browser.click("#last").await;
        browser.sees("#said", "; over, ").await;
    }
    browser.close().await;
}

/// The page shows the current state of the game, and only the visitor can continue.
const SETTLED: &str = "game.shown !== undefined && game.shown.made === game.moves.length \
    && running === undefined && (isOver() || isMine())";

/// Waits until it is the visitor's turn or the game is over; returns whether it is his turn.
async fn turn(browser: &Browser) -> bool {
    browser.until(SETTLED).await;
    browser.ask("!isOver()").await == true
}

/// Clicks an element to make its move, and waits for the engine's answer; returns whether it is the visitor's turn
/// again.
async fn play(browser: &Browser, css: &str) -> bool {
    let before = browser.ask("game.moves.length").await;
    browser.click(css).await;
    browser.until(&format!("game.moves.length > {before} && {SETTLED}")).await;
    browser.ask("!isOver()").await == true
}

pub(crate) async fn a_pyramid_against_the_engine_to_its_end() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    // From the home page to the list of games, and to the smallest size.
    browser.open(&server.address).await;
    browser.click(".bar a[href='games']").await;
    browser.sees("#title", "Board games").await;
    browser.click("#games a[href='games#pyramid/base-4']").await;
    browser.sees("#said-game", "Player 1 to move (you)").await;
    assert_eq!(browser.ask("document.getElementById('opponent').value").await, "easy");
    browser.choose("#opponent", "perfect").await;
    browser.until(SETTLED).await;
    assert_eq!(browser.ask("document.querySelectorAll('#legal button').length").await, 3);
    browser.screenshot("games-start").await;
    // The values, best first. The best move is then played each time, to the end.
    browser.click("#values").await;
    browser.sees("#progress", "The value is 4 for player 1. Best: ").await;
    browser.until("document.querySelectorAll('#table .best').length > 0").await;
    browser.sees("#legal li:first-child", "4").await;
    browser.screenshot("games-values").await;
    assert!(play(&browser, "#legal li:first-child button").await);
    browser.sees("#said-game", "The engine plays").await;
    // Undo also takes back the engine's answer.
    browser.click("#take-back").await;
    browser.until("document.getElementById('position').textContent === 'n=4;p1;0:0'").await;
    // Clicks a ring in the picture.
    let mut goes_on = play(&browser, "#table .target").await;
    let mut moves = 0;
    while goes_on {
        browser.click("#values").await;
        browser.sees("#progress", "The value is").await;
        goes_on = play(&browser, "#legal li:first-child button").await;
        moves += 1;
        assert!(moves < 30);
    }
    // Both sides played their best.
    browser.sees("#said-game", "The game is over: you won 5 to 1.").await;
    // Nothing remains to be done or computed, unless the visitor asks for his mistakes.
    let shown = "['how', 'cancel'].map(id => byId(id).checkVisibility())";
    assert_eq!(browser.ask(shown).await, serde_json::json!([false, false]));
    assert_eq!(browser.text("#progress").await, "");
    assert_eq!(browser.text("#reviewed").await, "");
    browser.click("#mistakes").await;
    browser.sees("#reviewed", "You made no mistake: that is proved.").await;
    browser.screenshot("games-over").await;
    assert_eq!(browser.ask("document.querySelectorAll('#legal button').length").await, 0);
    // The other side, against the simple strategy: the engine begins.
    browser.choose("#opponent", "text").await;
    browser.click("#rematch").await;
    browser.sees("#said-game", "Player 2 to move (you)").await;
    assert_eq!(browser.ask("document.getElementById('side').value").await, "2");
    browser.fits().await;
    browser.close().await;
}

pub(crate) async fn the_other_games_in_the_served_page() {
    let browser = start(Look { phone: true, ..Look::default() }).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#palisade/1423", server.address)).await;
    browser.sees("#said-game", "(you)").await;
    browser.choose("#opponent", "text").await;
    // A turn of three actions; the engine answers when it has ended.
    for _ in 0..3 {
        assert!(turn(&browser).await);
        if browser.ask("document.getElementById('all-moves').open").await != true {
            browser.click("#all-moves summary").await;
        }
        play(&browser, "#legal li:first-child button").await;
    }
    browser.screenshot("games-phone-palisade").await;
    browser.fits().await;
    // Three players: the points that the player can secure against the others.
    browser.choose("#pick", "palisade/three-players").await;
    assert!(turn(&browser).await);
    browser.click("#values").await;
    browser.sees("#progress", "The value is proved to be at least").await;
    browser.choose("#pick", "corridor/4x4-four-sticks").await;
    browser.until("document.getElementById('legend').textContent.includes('lays a stick')").await;
    assert!(turn(&browser).await);
    play(&browser, "#table .target.go").await;
    assert!(browser.ask("game.moves.length").await.as_u64().is_some_and(|made| made >= 2));
    browser.screenshot("games-phone-corridor").await;
    browser.fits().await;
    browser.close().await;
}
