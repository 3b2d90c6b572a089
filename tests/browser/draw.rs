//! The page on which visitors draw puzzles and solve them.

use fantoccini::key::Key;
use soliter::checker::{self, Proved};

use crate::driver::{Browser, Look, start};
use crate::served::serve;

/// Waits until the server has accepted the puzzle, so that it can be solved.
async fn right(browser: &Browser) {
    browser.until("drawn.puzzle !== undefined").await;
}

/// Stores the files that the visitor would download in `given`, each with its name and text.
async fn keep_files(browser: &Browser) {
    browser
        .ask("(window.given = [], download = async (name, blob) => given.push([name, await blob.text()]), 0)")
        .await;
}

pub(crate) async fn a_drawn_puzzle_with_a_script_in_its_title() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}draw", server.address)).await;
    right(&browser).await;
    browser.click("#start-empty").await;
    browser.click("#finish-empty").await;
    browser.sees("#fault-start", "Put at least one peg on the board: tap holes.").await;
    browser
        .sees("#fault-finish", "Put at least one peg on the board: tap holes, or tick \"any\".")
        .await;
    assert_eq!(browser.ask("document.getElementById('solve').disabled").await, true);
    assert_eq!(browser.ask("document.getElementById('take').hidden").await, true);
    browser.screenshot("draw-faults").await;
    for hole in [9, 10] {
        browser.hole("#draw-start", hole).await;
    }
    for hole in [11, 12, 13] {
        browser.hole("#draw-finish", hole).await;
    }
    browser.sees("#fault-finish", "\"finish\" has 3 pegs, the start 2").await;
    for hole in [12, 13] {
        browser.hole("#draw-finish", hole).await;
    }
    let title = "</script><script>document.body.dataset.hit = 1</script>";
    browser.write("#draw-title", title).await;
    right(&browser).await;
    browser.click("#solve").await;
    browser.sees("#answer", &format!("{title}: 1 move (1 jump), the fewest possible.")).await;
    assert_eq!(browser.ask("document.body.dataset.hit || 0").await, 0);
    // The server has solved it.
    assert_eq!(browser.ask("byId('limits').hidden").await, true);
    assert_eq!(browser.ask("document.getElementById('moves-text').value").await, "45-65");
    // A change removes the results for the previous puzzle.
    browser.hole("#draw-start", 12).await;
    browser.until("document.getElementById('answer').textContent === ''").await;
    assert_eq!(browser.ask("document.getElementById('stage').hidden").await, true);
    browser.fits().await;
    browser.close().await;
}

pub(crate) async fn a_board_of_ones_own_by_grid_and_by_text() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}draw", server.address)).await;
    right(&browser).await;
    // Changes the previous board.
    browser.choose("#draw-model", "").await;
    browser.until("document.querySelectorAll('#draw-grid .spot').length === 49").await;
    browser.write("#draw-board", "ooooo").await;
    browser.until("document.querySelectorAll('#draw-start .spot').length === 5").await;
    // By keyboard alone: removes a hole of the grid, and adds it again.
    browser.until("document.querySelectorAll('#draw-grid .spot').length === 5").await;
    browser.ask("(document.querySelector('#draw-grid [tabindex=\"0\"]').focus(), 0)").await;
    browser.keys(&[Key::Right, Key::Right, Key::Enter]).await;
    browser.sees("#fault-board", "the board has 2 parts").await;
    assert_eq!(browser.ask("document.getElementById('draw-board').value").await, "oo oo");
    assert_eq!(browser.ask("document.getElementById('draw-ends').hidden").await, true);
    let label = "document.activeElement.getAttribute('aria-label')";
    assert_eq!(browser.ask(label).await, "row 1, column 3, nothing");
    browser.type_text(" ").await;
    assert_eq!(browser.ask(label).await, "row 1, column 3, hole");
    browser.until("document.querySelectorAll('#draw-start .spot').length === 5").await;
    browser.until("drawn.data !== undefined").await;
    browser.click("#start-empty").await;
    for hole in [0, 1, 3] {
        browser.hole("#draw-start", hole).await;
    }
    browser.click("#draw-any").await;
    right(&browser).await;
    browser.click("#solve").await;
    browser.sees("#answer", "1 move (2 jumps), the fewest possible").await;
    browser.screenshot("draw-own").await;
    // The pegs keep their places when a hole is added before them.
    browser.click("#draw-rows").await;
    browser.keys(&[Key::Up, Key::Tab]).await;
    browser.until("document.querySelectorAll('#draw-grid .spot').length === 10").await;
    browser.hole("#draw-grid", 5).await;
    right(&browser).await;
    assert_eq!(browser.ask("drawn.start.map(Number).join('')").await, "110100");
    // Boards with more holes than a search accepts are drawn, too.
    browser.write("#draw-board", &["o".repeat(9).as_str(); 8].join("\n")).await;
    browser.until("document.querySelectorAll('#draw-start .spot').length === 72").await;
    right(&browser).await;
    // No holes, and a text that is not a drawing.
    for (text, fault) in [
        (" ".to_owned(), "the drawing is empty"),
        ("ooo\nox".to_owned(), "the signs of this board can mean several things"),
        ("o\\\"\"\"\ntitle = 1".to_owned(), "the signs of this board can mean several things"),
    ] {
        browser.write("#draw-board", &text).await;
        browser.sees("#fault-board", fault).await;
        assert_eq!(browser.ask("drawn.puzzle === undefined").await, true);
    }
    // A triangle, centred as in print.
    browser.click("#draw-triangular").await;
    browser.write("#draw-board", "  o\n o o\no o o").await;
    browser.until(r"grid.text === 'o\noo\nooo'").await;
    assert_eq!(browser.ask("document.getElementById('draw-diagonals').disabled").await, true);
    browser.window((320, 700), true).await;
    browser.fits().await;
    browser.screenshot("draw-phone").await;
    let small = "[...document.querySelectorAll('button, select, input, #draw-grid .area, #draw-start .area')].filter(e => e.getClientRects().length > 0 && Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) < 23.9).map(e => e.id || e.outerHTML)";
    assert_eq!(browser.ask(small).await, serde_json::json!([]));
    browser.close().await;
}

pub(crate) async fn a_puzzle_is_proved_counted_and_taken_along() {
    let browser = start(Look { dark: true, ..Look::default() }).await;
    let server = serve(&[]);
    let latin = r#"{"text":"title = 'Mine'\nmodel = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']\n"}"#;
    let encoded: String = url::form_urlencoded::byte_serialize(latin.as_bytes()).collect();
    let address = format!("{}draw#puzzle={}", server.address, encoded.replace('+', "%20"));
    browser.open(&address).await;
    right(&browser).await;
    assert_eq!(browser.ask("document.getElementById('draw-title').value").await, "Mine");
    keep_files(&browser).await;
    browser.click("#ask-more > summary").await;
    browser.click("#prove").await;
    browser
        .sees("#proved", "Proved, and the certificate checked: 5 moves, the fewest possible.")
        .await;
    browser.sees("#answer", "Mine: 5 moves (5 jumps), the fewest possible.").await;
    browser.click("#save-certificate").await;
    browser.until("given.length === 1").await;
    assert_eq!(browser.ask("given[0][0]").await, "mine.layers");
    let file = browser.ask("given[0][1]").await;
    let file = file.as_str().expect("a text");
    let accepted = checker::check(file.as_bytes(), &|_| true).expect("it is accepted");
    assert_eq!(accepted.proved, Proved::ExactMoves(5));
    let digest = "crypto.subtle.digest('SHA-256', new TextEncoder().encode(given[0][1])).then(d => [...new Uint8Array(d)].map(b => b.toString(16).padStart(2, '0')).join(''))";
    let digest = browser.ask(digest).await;
    browser.sees("#proof-more", digest.as_str().expect("a digest")).await;
    browser.choose("#what", "shortest").await;
    browser.click("#count").await;
    browser.sees("#number", "Mine: 2 shortest solutions (jump sequences) of 5 moves.").await;
    browser.sees("#counted-what", "in another order are another solution").await;
    assert_eq!(browser.ask("document.querySelectorAll('#levels tr').length").await, 7);
    browser.screenshot("draw-proved").await;
    browser.fits().await;
    // Files, record and link.
    browser.click("#draw-save").await;
    browser.click("#record-save").await;
    browser.until("given.length === 3").await;
    assert_eq!(browser.ask("given[1][1] === drawn.puzzle.text").await, true);
    let record = browser.ask("given[2][1]").await;
    assert_eq!(record, "45-25, 43-45, 55-35, 25-45, 46-44\n");
    browser.click("#start-svg").await;
    browser.until("given.length === 4").await;
    assert_eq!(browser.ask("given[3][0]").await, "mine.svg");
    browser.ask("(copyText = async (text) => { window.copied = text; }, 0)").await;
    browser.click("#draw-link").await;
    browser.sees("#taken", "The link is copied").await;
    let same = "copied === document.getElementById('draw-play').href && new URL(copied).pathname === '/play' && new URL(copied).hash.startsWith('#drawn=')";
    assert_eq!(browser.ask(same).await, true);
    // The page for playing it knows the fewest moves, and that the visitor has seen the solution.
    let drawn = browser.ask("location.href").await;
    browser.click("#draw-play").await;
    browser.sees("#best-count", "5").await;
    let jumps = "[[9, 7], [23, 9], [10, 8], [7, 9], [4, 16]]";
    browser.ask(&format!("({jumps}.forEach(jump => player.trying.jump(...jump)), 0)")).await;
    browser.sees("#earned", "5/5 moves, after seeing the solution").await;
    browser.open(drawn.as_str().expect("an address")).await;
    right(&browser).await;
    // The address leads back to the drawing.
    browser.hole("#draw-start", 0).await;
    browser.until("drawn.puzzle !== undefined && drawn.puzzle.text.includes('37')").await;
    browser.reload().await;
    right(&browser).await;
    assert_eq!(browser.ask("drawn.start.filter(Boolean).length").await, 7);
    browser.fits().await;
    browser.close().await;
}

pub(crate) async fn an_impossible_puzzle_and_one_that_is_cancelled() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}draw#puzzle={{", server.address)).await;
    browser.sees("#fault-board", "This link is damaged").await;
    right(&browser).await;
    browser.choose("#draw-model", "french").await;
    browser.until("document.querySelectorAll('#draw-start .spot').length === 37").await;
    right(&browser).await;
    browser.click("#ask-more > summary").await;
    browser.click("#prove").await;
    browser.sees("#proved", "there is no solution").await;
    browser.sees("#why", "The start has 16 (even)").await;
    assert_eq!(browser.ask("document.getElementById('draw-record').hidden").await, true);
    browser.screenshot("draw-impossible").await;
    browser.sees("#aim", "This cannot be done").await;
    browser.sees("#draw-play", "though it is proved impossible").await;
    // The page for playing it still knows that.
    let drawn = browser.ask("location.href").await;
    browser.click("#draw-play").await;
    browser.sees("#aim", "This cannot be done: leave one peg, in the middle.").await;
    browser.click("#see-why").await;
    browser.sees("#why", "The start has 16 (even)").await;
    browser.open(drawn.as_str().expect("an address")).await;
    right(&browser).await;
    browser.click("#ask-more > summary").await;
    browser.choose("#draw-model", "wiegleb").await;
    // The results for the puzzle before the change are gone.
    browser.until("document.getElementById('aim-row').hidden").await;
    browser.until("document.querySelectorAll('#draw-start .spot').length === 45").await;
    let computing = "fetch('api/status').then(r => r.json()).then(s => s.computing)";
    for button in ["#count", "#prove"] {
        right(&browser).await;
        browser.click(button).await;
        browser.sees("#progress", "Thinking").await;
        assert_eq!(browser.ask("document.activeElement.id").await, "cancel");
        // The button that cancels, by keyboard; the focus returns.
        browser.keys(&[Key::Enter]).await;
        browser.sees("#progress", "Cancelled").await;
        browser.until(&format!("'#' + document.activeElement.id === '{button}'")).await;
        browser.until(&format!("{computing}.then(computing => computing === 0)")).await;
    }
    for hidden in ["proof", "counted", "stage"] {
        assert_eq!(browser.ask(&format!("document.getElementById('{hidden}').hidden")).await, true);
    }
    // A change cancels it too.
    browser.click("#solve").await;
    browser.sees("#progress", "Thinking").await;
    browser.hole("#draw-start", 0).await;
    browser.until(&format!("{computing}.then(computing => computing === 0)")).await;
    browser.close().await;
}
