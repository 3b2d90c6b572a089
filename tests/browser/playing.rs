//! Playing as a new visitor: the first impression, the messages, and the reward for a solution.

use serde_json::json;

use crate::driver::{Browser, Look, start};
use crate::served::{Server, serve};

/// The Latin cross in five moves, by the numbers of holes.
const LATIN: &str = "[[9, 7], [23, 9], [10, 8], [7, 9], [4, 16]]";

async fn latin_cross(browser: &Browser, server: &Server) {
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#best-count", "5").await;
}

/// Makes the first jumps of the solution.
async fn make(browser: &Browser, number: usize) {
    let script = format!(
        "({LATIN}.slice(0, {number}).forEach(([from, to]) => player.trying.jump(from, to)), 0)"
    );
    browser.ask(&script).await;
}

pub(crate) async fn the_board_comes_first_and_the_buttons_are_below_it() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((390, 844), true).await;
    browser.open(&server.play("gardner/central-game")).await;
    browser.sees("#best-count", "18").await;
    for css in ["#title", "#board", "#hint", "#undo", "#restart"] {
        assert!(browser.is_whole(css).await, "{css}");
    }
    let top = browser.ask("byId('board').getBoundingClientRect().top").await;
    assert!(top.as_f64().is_some_and(|top| top < 160.0), "{top}");
    let bottom = "innerHeight - byId('actions').getBoundingClientRect().bottom";
    assert_eq!(browser.ask(bottom).await, 0);
    // A title of 300 letters takes one line, too.
    let line = "byId('title').offsetHeight";
    let one = browser.ask(line).await;
    let long = format!(
        "title = '{}'\nmodel = 'english'\nstart = ['43', '44']\nfinish = ['45']\n",
        "Title ".repeat(50)
    );
    browser.open("about:blank").await;
    browser.open(&server.play_text(&long)).await;
    browser.sees("#title", "Title").await;
    assert_eq!(browser.ask(line).await, one);
    browser.fits().await;
    browser.close().await;
}

pub(crate) async fn nobody_reads_a_log_of_the_solver() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    latin_cross(&browser, &server).await;
    // Four progress messages a second, for 25 seconds.
    let watch = "(window.read = [], new MutationObserver(() => read.push(byId('progress').textContent)) \
        .observe(byId('progress'), { childList: true }), ANSWERS.ask = async (path, body, signal, onProgress) => { \
        for (let i = 0; i < 100; i += 1) { onProgress({ progress: `oracle: ${i} positions`, seconds: i / 4 }); \
        await Promise.resolve(); } return new Promise(() => {}); }, 0)";
    browser.ask(watch).await;
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.until("read.length > 0 && read.at(-1).includes('20 s')").await;
    let read = browser.ask("read").await;
    let expected =
        json!(["Thinking …", "Still thinking, after 10 s …", "Still thinking, after 20 s …"]);
    assert_eq!(read, expected);
    assert_eq!(browser.ask("byId('cancel').checkVisibility()").await, true);
    browser.close().await;
}

pub(crate) async fn a_warning_is_offered_after_the_first_dead_end() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    for (choice, warns) in [("yes", true), ("no", false)] {
        latin_cross(&browser, &server).await;
        browser.ask("(localStorage.clear(), 0)").await;
        browser.reload().await;
        browser.sees("#best-count", "5").await;
        assert_eq!(browser.ask("byId('warn').checked").await, false);
        // A losing jump looks like any other.
        browser.ask("(player.trying.jump(9, 1), 0)").await;
        browser.sees("#said", "5 pegs left.").await;
        assert_eq!(browser.ask("byId('offer').hidden").await, true);
        // At the end, the page offers warnings below the buttons, without displacing them.
        let on = "(() => { while (player.trying.legal.length > 0 && player.trying.tried.length < 5) \
            player.trying.jump(...player.trying.legal[0]); return byId('offer').checkVisibility(); })()";
        assert_eq!(browser.ask(on).await, true);
        assert!(browser.is_whole("#undo").await);
        browser.screenshot("warning-offered").await;
        browser.click(&format!("#offer-{choice}")).await;
        assert_eq!(browser.ask("byId('warn').checked").await, warns);
        // The answer is stored, and the offer does not return.
        browser.reload().await;
        browser.sees("#best-count", "5").await;
        browser.ask("(player.trying.restart(), player.trying.jump(9, 1), 0)").await;
        browser.sees("#said", if warns { "That jump lost" } else { "5 pegs left." }).await;
        browser.ask(on).await;
        assert_eq!(browser.ask("byId('offer').hidden").await, true);
    }
    browser.close().await;
}

pub(crate) async fn a_solution_ends_in_one_card_and_is_still_there_after_a_reload() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((390, 844), true).await;
    latin_cross(&browser, &server).await;
    browser.ask("(window.chimes = 0, settings.chime = () => { chimes += 1; }, 0)").await;
    make(&browser, 5).await;
    browser.sees("#earned", "5/5 moves, no hints.").await;
    browser.sees("#next", "Next: ").await;
    assert_eq!(browser.ask("chimes").await, 1);
    for css in ["#stars", "#next", "#share-result"] {
        assert!(browser.is_whole(css).await, "{css}");
    }
    assert_eq!(browser.ask("document.querySelectorAll('#stars.new span').length").await, 3);
    assert_eq!(browser.ask("byId('move-count').checkVisibility()").await, false);
    browser.reload().await;
    browser.sees("#said", "Solved in 5 moves").await;
    browser.sees("#next", "Next: ").await;
    browser.sees("#stars", "★★★").await;
    assert_eq!(browser.ask("document.querySelectorAll('#stars.new').length").await, 0);
    browser.close().await;
}

pub(crate) async fn hints_cost_stars_and_the_result_says_so() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    latin_cross(&browser, &server).await;
    browser.click("#hint").await;
    browser.sees("#said", "Move the ringed peg. A hint costs a star.").await;
    browser.click("#hint").await;
    // That message appears once.
    make(&browser, 1).await;
    browser.click("#hint").await;
    browser.until("byId('said').textContent === 'Move the ringed peg.'").await;
    make(&browser, 5).await;
    browser.sees("#earned", "5/5 moves, with 2 hints. Hints cost stars.").await;
    browser.sees("#stars", "★☆☆").await;
    browser.ask("(copyText = async (text) => { window.copied = text; }, 0)").await;
    browser.click("#share-result").await;
    browser.until("window.copied?.startsWith('Latin cross ★☆☆ 5/5 moves, with 2 hints')").await;
    // The same puzzle without hints, whose jumps cannot be redone, and again after its solution was shown.
    browser.click("#restart").await;
    browser.until("byId('redo').disabled").await;
    make(&browser, 5).await;
    browser.sees("#earned", "no hints").await;
    browser.click("#restart").await;
    browser.open_drawer().await;
    browser.sees("#ask", "Once you have seen a solution, your own earns one star.").await;
    browser.click("#solve").await;
    browser.sees("#claim", "the fewest possible").await;
    browser.click("label:has(#mode-try)").await;
    make(&browser, 5).await;
    browser.sees("#earned", "after seeing the solution").await;
    browser.sees("#stars", "★☆☆").await;
    browser.close().await;
}

pub(crate) async fn the_newer_game_of_two_tabs_wins() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    latin_cross(&browser, &server).await;
    let first = browser.open_beside(&server.play("gardner/latin-cross")).await;
    browser.sees("#best-count", "5").await;
    let second = browser.open_beside("about:blank").await;
    browser.go_to(first.clone()).await;
    make(&browser, 2).await;
    browser.go_to(second.clone()).await;
    browser.sees("#said", "You have played on elsewhere").await;
    browser.sees("#jump-count", "2 of 5").await;
    browser.ask("(player.trying.jump(10, 8), 0)").await;
    browser.go_to(first).await;
    browser.sees("#said", "You have played on elsewhere").await;
    browser.reload().await;
    browser.sees("#jump-count", "3 of 5").await;
    browser.sees("#said", "Welcome back: your move.").await;
    browser.close().await;
}

pub(crate) async fn a_dragged_peg_is_on_top_and_goes_back_with_a_word() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    latin_cross(&browser, &server).await;
    // While a peg is dragged, it is drawn in front of all others.
    let watch = "(window.above = undefined, new MutationObserver(() => { \
        const peg = document.querySelector('#board .peg.dragged'); \
        if (peg) window.above = peg === peg.parentElement.lastElementChild && peg.style.transform.includes('scale'); }) \
        .observe(byId('board'), { subtree: true, attributes: true }), 0)";
    browser.ask(watch).await;
    browser.drag(9, 0).await;
    assert_eq!(browser.ask("above").await, true);
    browser.sees("#said", "No jump of this peg ends there, so the peg goes back.").await;
    assert_eq!(browser.text("#jump-count").await, "0 of 5");
    browser.close().await;
}

pub(crate) async fn a_slow_server_is_overtaken_by_the_engine() {
    let browser = start(Look::default()).await;
    let folder = tempfile::tempdir().expect("a folder");
    let engine = folder.path().join("engine.wasm");
    // Nothing is computed here, so an engine that does nothing suffices.
    std::fs::write(&engine, b"\0asm\x01\0\0\0").expect("a file");
    let server = serve(&["--engine", &engine.to_string_lossy()]);
    latin_cross(&browser, &server).await;
    // Each answers with its name after a time in seconds. If `begins`, the server first reports that it computes.
    let first = async |server: f64, engine: f64, begins: bool| {
        let script = format!(
            "(() => {{ const after = (seconds, name) => new Promise(answer => setTimeout(answer, 1000 * seconds, {{ name }})); \
             ANSWERS.server.ask = (path, body, signal, onProgress) => {{ if ({begins}) onProgress({{ progress: '', seconds: 0 }}); \
             return after({server}, 'server'); }}; ANSWERS.engine.ask = () => after({engine}, 'engine'); \
             return Promise.race([answerTo('api/hint', {{}}), after(20, 'nobody')]).then(({{ name }}) => name); }})()"
        );
        browser.ask(&script).await
    };
    assert_eq!(first(30.0, 0.1, false).await, "engine");
    assert_eq!(first(1.0, 30.0, false).await, "server");
    assert_eq!(first(0.0, 0.0, false).await, "server");
    assert_eq!(first(2.0, 0.0, true).await, "server");
    browser.close().await;
}

pub(crate) async fn the_loudest_button_is_no_hint_and_green_is_for_solutions() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    latin_cross(&browser, &server).await;
    let colour =
        |css: &str, what: &str| format!("getComputedStyle(document.querySelector('{css}')).{what}");
    let same = format!(
        "{} === {}",
        colour("#hint", "backgroundColor"),
        colour("#undo", "backgroundColor")
    );
    assert_eq!(browser.ask(&same).await, true);
    let green = "rgb(11, 110, 76)";
    make(&browser, 1).await;
    browser.ask("(player.trying.select(23), 0)").await;
    for (css, what) in
        [("#board .target .ring", "stroke"), ("#board .trail", "stroke"), (".bar a", "color")]
    {
        assert_ne!(browser.ask(&colour(css, what)).await, green, "{css}");
    }
    browser.ask("(player.trying.restart(), 0)").await;
    make(&browser, 5).await;
    assert_eq!(browser.ask(&colour("#stars", "color")).await, green);
    assert_ne!(browser.ask(&colour("#next", "backgroundColor")).await, green);
    browser.close().await;
}

pub(crate) async fn a_wrong_solution_lists_no_thirty_holes() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/central-game")).await;
    browser.sees("#best-count", "18").await;
    browser.open_drawer().await;
    browser.write("#record", "46-44").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Incomplete").await;
    let told = browser.text("#verdict").await;
    assert!(
        told.starts_with(
            "Incomplete: legal, 1 jump in 1 move, but it misses the finish, with 31 pegs left."
        ),
        "{told}"
    );
    // The picture shows them.
    browser.click("#show-checked").await;
    browser.click("#last").await;
    browser.sees("#peg-count", "31").await;
    browser.close().await;
}

pub(crate) async fn the_day_has_a_number_and_a_result() {
    let browser = start(Look { still: true, ..Look::default() }).await;
    let server = serve(&[]);
    browser.open(&server.address).await;
    browser.until("document.querySelectorAll('#board .movable').length > 0").await;
    // The first puzzle was that of 1 January 2026.
    assert_eq!(browser.ask("numberOf(Date.UTC(2026, 0, 1) / 86400000)").await, 1);
    assert_eq!(browser.ask("numberOf(Date.UTC(2026, 11, 31) / 86400000)").await, 365);
    // Invalid stars in a changed file do not break the page.
    assert_eq!(browser.ask("[2, 7, NaN].map(starsText).join(' ')").await, "★★☆ ★★★ ☆☆☆");
    let label = browser.text("#today-label").await;
    assert!(label.starts_with("Soliter ") && label.ends_with(", today's puzzle"), "{label}");
    browser
        .ask(&format!(
            "(daily.load(SHELF.puzzles.find(({{ name }}) => name === 'gardner/latin-cross'), 'Soliter 7, today'), \
             keepHints('gardner/latin-cross', 1), {LATIN}.forEach(([from, to]) => daily.jump(from, to)), 0)"
        ))
        .await;
    browser.sees("#said", "the fewest possible").await;
    assert_eq!(browser.text("#stars").await, "★★☆");
    browser.ask("(copyText = async (text) => { window.copied = text; }, 0)").await;
    browser.click("#share-result").await;
    browser.until("window.copied !== undefined").await;
    let told = format!("Soliter 7 ★★☆ 5/5 moves, with 1 hint\n{}", server.address);
    assert_eq!(browser.ask("copied").await, told);
    // If this is today's puzzle, and every day is solved, the card announces the next one.
    browser.ask("(turns.splice(0, turns.length, daily.puzzle), playDay(0), 0)").await;
    browser.sees("#tomorrow", "A new puzzle comes tomorrow. ★ 365 days in a row.").await;
    browser.close().await;
}

pub(crate) async fn holes_have_the_same_names_on_both_pages() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.address).await;
    browser.until("document.querySelectorAll('#board .movable').length > 0").await;
    let load = "(daily.load(SHELF.puzzles.find(({ name }) => name === 'gardner/latin-cross'), 'Today'), 0)";
    browser.ask(load).await;
    let names = |board: &str| {
        format!(
            "[...document.querySelectorAll('{board} .spot')].map(s => s.getAttribute('aria-label')).join('; ')"
        )
    };
    let home = browser.ask(&names("#board")).await;
    latin_cross(&browser, &server).await;
    assert_eq!(browser.ask(&names("#board")).await, home);
    browser.close().await;
}

pub(crate) async fn nothing_jumps_while_a_page_loads() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    // All layout shifts of the page since it was opened, which the browser records.
    let shifted = "new Promise(done => new PerformanceObserver(list => done(list.getEntries().reduce((sum, { value }) => sum + value, 0))) \
        .observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(done, 500, 0))";
    for (window, phone) in [((390, 844), true), ((844, 390), true), ((1280, 800), false)] {
        browser.window(window, phone).await;
        for (path, ready) in [
            ("", "document.querySelectorAll('#ladders .puzzle').length > 0"),
            ("list", "document.querySelectorAll('#cards .puzzle').length > 0"),
            ("play#gardner/latin-cross", "document.querySelectorAll('#board .peg').length > 0"),
        ] {
            browser.open("about:blank").await;
            browser.open(&format!("{}{path}", server.address)).await;
            browser.until(ready).await;
            let sum = browser.ask(shifted).await.as_f64().expect("a number");
            assert!(sum < 0.1, "{path} on {window:?}: {sum}");
        }
    }
    browser.close().await;
}
