//! The files and answers that pages request, and their messages when there is no answer.

use crate::driver::{Browser, Look, start};
use crate::served::serve;

/// Whether the page has requested an address of its server that ends like this.
async fn has_asked(browser: &Browser, end: &str) -> bool {
    let asked = format!(
        "performance.getEntriesByType('resource').some(({{ name }}) => name.endsWith('{end}'))"
    );
    browser.ask(&asked).await == true
}

pub(crate) async fn games_and_draw_bring_their_lists_along() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#quoridor/9x9", server.address)).await;
    browser.sees("#said-game", "(you)").await;
    assert!(!has_asked(&browser, "api/list").await, "the page of games asked for all puzzles");
    let games = "[...document.querySelectorAll('#pick optgroup')].map(one => one.label)";
    let games = browser.ask(games).await;
    assert_eq!(games[0], "Pyramid of Cheops");
    assert_eq!(games[1], "Pyramid of Cheops: positions to study");
    browser.open(&format!("{}draw", server.address)).await;
    browser.until("drawn.puzzle !== undefined").await;
    assert!(!has_asked(&browser, "api/list").await, "the page to draw asked for all puzzles");
    browser.choose("#draw-model", "triangle15").await;
    browser.close().await;
}

pub(crate) async fn nothing_moves_while_the_page_to_draw_loads() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    for (window, phone) in [((390, 844), true), ((1280, 800), false)] {
        browser.window(window, phone).await;
        browser.slow_network(true).await;
        browser.open("about:blank").await;
        browser.open(&format!("{}draw", server.address)).await;
        browser.until("drawn.puzzle !== undefined").await;
        let shift = "new Promise(done => { let sum = 0; \
            new PerformanceObserver(list => { for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value; }) \
            .observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(sum), 1000); })";
        let shift = browser.ask(shift).await.as_f64().expect("a number");
        browser.slow_network(false).await;
        assert!(shift < 0.1, "the page shifts by {shift} in a window of {window:?}");
    }
    browser.close().await;
}

pub(crate) async fn a_text_that_is_no_solution_by_its_length_is_refused_at_once() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#title", "Latin cross").await;
    browser.open_drawer().await;
    browser.ask("(document.getElementById('record').value = '45-25, '.repeat(77000), 0)").await;
    browser.click("#check-record").await;
    browser.until("document.getElementById('verdict').textContent + document.getElementById('fault').textContent !== ''").await;
    assert_eq!(browser.text("#verdict").await, "This text is too long for a solution.");
    assert!(!has_asked(&browser, "api/check").await, "539 kB were sent");
    // The next text is checked.
    browser.write("#record", "45-25").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Incomplete").await;
    browser.close().await;
}

pub(crate) async fn a_verdict_does_not_wait_for_whether_it_can_still_be_solved() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/central-game")).await;
    browser.sees("#aim", "18 is possible").await;
    browser.open_drawer().await;
    // Records whether a computation is running whenever the verdict changes.
    browser
        .ask(
            "(window.since = [], new MutationObserver(() => since.push([byId('verdict').textContent, running !== undefined])) \
             .observe(byId('verdict'), { childList: true }), 0)",
        )
        .await;
    browser.write("#record", "46-44, 46-44").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Illegal at jump 2, 46-44").await;
    let first = browser.ask("since.find(([text]) => text !== '')").await;
    assert_eq!(first[1], true, "{first}: nothing was left to compute");
    browser.until("running === undefined").await;
    assert!(browser.text("#verdict").await.starts_with("Illegal at jump 2, 46-44: "));
    browser.close().await;
}

pub(crate) async fn large_boards_say_what_cannot_be_asked_about_them() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}draw", server.address)).await;
    browser.until("drawn.puzzle !== undefined").await;
    browser.choose("#draw-model", "").await;
    browser.write("#draw-board", &["o".repeat(9).as_str(); 8].join("\n")).await;
    browser.until("document.querySelectorAll('#draw-start .spot').length === 72").await;
    browser.click("#start-empty").await;
    browser.click("#finish-empty").await;
    // The message about the empty board moves what is below it, and a click beside a hole would miss it.
    browser
        .until("['start', 'finish', 'rest'].some(place => byId(`fault-${place}`).textContent)")
        .await;
    for hole in [0, 1] {
        browser.hole("#draw-start", hole).await;
    }
    browser.hole("#draw-finish", 2).await;
    browser.until("drawn.puzzle !== undefined").await;
    let disabled = "['solve', 'prove', 'count'].map(id => byId(id).disabled).join()";
    assert_eq!(browser.ask(disabled).await, "false,true,true");
    let why = "byId(byId('prove').getAttribute('aria-describedby')).textContent";
    let told = browser.ask(why).await;
    assert_eq!(told, "Prove and Count take boards of at most 64 holes; this one has 72.");
    browser.click("#solve").await;
    browser.sees("#answer", "1 move (1 jump)").await;
    let told = browser.text("#progress").await;
    for word in ["dfs", "milp", "counting", "`"] {
        assert!(!told.contains(word), "the page says {told:?}");
    }
    // Questions about a smaller board are possible again.
    browser.write("#draw-board", "ooo\nooo").await;
    browser.until("drawn.puzzle !== undefined && document.querySelectorAll('#draw-start .spot').length === 6").await;
    assert_eq!(browser.ask("byId('prove').disabled").await, false);
    browser.close().await;
}

pub(crate) async fn a_damaged_link_is_called_damaged() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    for damaged in ["gardner/latin-cross&moves=9_7", "gardner/latin-cross&mov", "drawn=abcdef"] {
        browser.open("about:blank").await;
        browser.open(&server.play(damaged)).await;
        browser.until("document.getElementById('fault').textContent !== ''").await;
        let told = browser.text("#fault").await;
        assert!(told.contains("link is damaged"), "{damaged}: {told}");
    }
    browser.open("about:blank").await;
    browser.open(&format!("{}draw#drawn=abcdef", server.address)).await;
    browser.sees("#fault-board", "link is damaged").await;
    // An intact link plays its moves.
    browser.open("about:blank").await;
    browser.open(&server.play("gardner/latin-cross&moves=9-7")).await;
    browser.sees("#said", "The moves end here").await;
    browser.close().await;
}

pub(crate) async fn links_to_drawn_puzzles_are_short() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}draw", server.address)).await;
    browser.until("drawn.puzzle !== undefined").await;
    let link = "document.getElementById('draw-play').href";
    let open = async |title: &str, pegs: &str| {
        browser.until("drawn.puzzle !== undefined").await;
        let address = browser.ask(link).await.as_str().expect("an address").to_owned();
        assert!(address.len() < 150, "{} characters: {address}", address.len());
        let start = browser.ask("drawn.start.map(Number).join('')").await;
        // The puzzle can be played from its address, and changed.
        browser.open("about:blank").await;
        browser.open(&address).await;
        browser.sees("#title", title).await;
        browser.sees("#peg-count", pegs).await;
        browser.open("about:blank").await;
        browser.open(&address.replace("/play#", "/draw#")).await;
        browser.until("drawn.puzzle !== undefined").await;
        assert_eq!(browser.ask("drawn.start.map(Number).join('')").await, start);
        assert_eq!(browser.ask(link).await, address);
    };
    open("My puzzle", "32").await;
    browser.choose("#draw-model", "").await;
    browser.until("document.querySelectorAll('#draw-grid .spot').length === 49").await;
    browser.write("#draw-board", "oooooooo\noooooooo\nooo  ooo\noooooooo\noooooooo").await;
    browser.until("document.querySelectorAll('#draw-start .spot').length === 38").await;
    browser.write("#draw-title", "Größe ✓").await;
    browser.click("#start-full").await;
    browser.hole("#draw-start", 3).await;
    browser.click("#draw-any").await;
    open("Größe ✓", "37").await;
    browser.close().await;
}
