//! The home page of the server: cards, filters, and stored data.

use crate::driver::{Browser, Look, start};
use crate::screens::middle;
use crate::served::serve;

/// The number of puzzles that a filter leaves.
const SHOWN: &str = "found.length";
/// The number of puzzles, on any page with cards.
const ALL: &str = "puzzles.length";

pub(crate) async fn a_puzzle_is_found_played_and_marked_as_solved() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}list", server.address)).await;
    let all = browser.ask(SHOWN).await.as_u64().expect("a number");
    assert!(all > 500);
    browser.screenshot("home").await;
    browser.write("#search", "arrow of nothing").await;
    browser.sees("#shown-count", "use fewer words").await;
    browser.write("#search", "krone").await;
    browser.sees("#shown-count", ": check the spelling, or Clear").await;
    // Words, a board and a number of pegs.
    browser.write("#search", "cross").await;
    let crosses = browser.ask(SHOWN).await.as_u64().expect("a number");
    assert!((1..all / 10).contains(&crosses), "{crosses} of {all}");
    browser.choose("#board-wanted", "english").await;
    browser.write("#pegs-wanted", "6").await;
    let card = "#cards [data-name='gardner/latin-cross']";
    // The list has its difficulty, and no chip covers the picture, which shows the finish under a mouse.
    browser.sees(card, "Very easy · 6 pegs").await;
    assert_eq!(browser.ask("document.querySelectorAll('#cards button').length").await, 0);
    let at_finish = format!("document.querySelector(\"{card}\").classList.contains('at-finish')");
    assert_eq!(browser.ask(&at_finish).await, false);
    browser.mouse_to(middle(&browser, &format!("document.querySelector(\"{card}\")")).await).await;
    browser.until(&at_finish).await;
    browser.click(&format!("{card} a")).await;
    browser.sees("#title", "Latin cross").await;
    for (from, to) in [(9, 7), (23, 9), (10, 8), (7, 9), (4, 16)] {
        browser.hole("#board", from).await;
        browser.hole("#board", to).await;
    }
    browser.sees("#said", "Solved in 5 moves").await;
    browser.click(".bar a[href=list]").await;
    browser.sees("#solved-count", "You have solved 1 of ").await;
    browser.write("#search", "gardner/latin").await;
    browser.sees(card, "★★★").await;
    browser.click("#only-unsolved").await;
    browser.sees("#shown-count", "0 of ").await;
    // Nothing is left to choose from.
    assert_eq!(browser.ask("document.getElementById('random').disabled").await, true);
    // A French puzzle with eight pegs.
    browser.write("#search", "").await;
    browser.choose("#board-wanted", "french").await;
    browser.write("#pegs-wanted", "8").await;
    browser.sees("#shown-count", "1 of ").await;
    browser.sees("#cards [data-name='french/sword']", " · 8 pegs").await;
    browser.click("button[type=reset]").await;
    browser.sees("#shown-count", &format!("{all} of {all} puzzles")).await;
    browser.close().await;
}

pub(crate) async fn what_is_kept_goes_into_a_file_and_comes_back() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}list", server.address)).await;
    browser.until(&format!("{SHOWN} > 0")).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let field = browser.find("#import").await;
    for (name, text) in [
        ("no.json", "no JSON"),
        ("other.json", "{\"soliter\": 2, \"kept\": {}}"),
        ("foreign.json", "{\"soliter\": 1, \"kept\": {\"password\": \"\\\"x\\\"\"}}"),
        ("broken.json", "{\"soliter\": 1, \"kept\": {\"soliter solved\": \"{\"}}"),
    ] {
        field.send_keys(&file(name, text)).await.expect("a chosen file");
        browser.sees("#kept-told", &format!("{name} is not a file that this page has saved")).await;
    }
    browser.ask("(kept.set('solved', { 'gardner/lamp': 9, 'gardner/pyramid': 8 }), 0)").await;
    let solved = "{\"gardner/lamp\": 8, \"gardner/pyramid\": 12, \"gardner/fireplace\": 0}";
    let text = serde_json::json!({ "soliter": 1, "kept": { "soliter solved": solved } });
    field.send_keys(&file("right.json", &text.to_string())).await.expect("a chosen file");
    browser.sees("#kept-told", "Loaded from right.json").await;
    // Keeps the shorter solution of each puzzle, and rejects a solution without moves.
    assert_eq!(
        browser.ask("solved()").await,
        serde_json::json!({ "gardner/lamp": 8, "gardner/pyramid": 8 })
    );
    browser
        .ask("(download = (name, blob) => blob.text().then(t => { window.saved = t; }), 0)")
        .await;
    browser.click("#export").await;
    browser
        .until("window.saved && JSON.parse(window.saved).kept['soliter solved'].includes('lamp')")
        .await;
    browser.close().await;
}

pub(crate) async fn the_puzzle_of_the_day_is_the_same_for_everyone() {
    let browser = start(Look { phone: true, ..Look::default() }).await;
    let server = serve(&[]);
    browser.open(&server.address).await;
    browser.until(&format!("{ALL} > 0")).await;
    let two = "[puzzleOfTheDay(), puzzleOfTheDay()].map(({ name }) => name)";
    let names = browser.ask(two).await;
    assert_eq!(names[0], names[1]);
    // No puzzle is repeated before every puzzle has had its day.
    let days = "(() => { const now = Date.now(); const names = []; \
        for (let day = 0; day < 40; day += 1) { Date.now = () => now + day * 86400000; names.push(puzzleOfTheDay().name); } \
        return new Set(names).size; })()";
    assert_eq!(browser.ask(days).await, 40);
    browser.click("#hint").await;
    let name = names[0].as_str().expect("a name");
    browser.until(&format!("player.data && player.data.name === '{name}'")).await;
    browser.fits().await;
    browser.close().await;
}

/// The Latin cross in five moves, as holes.
const LATIN: [(usize, usize); 5] = [(9, 7), (23, 9), (10, 8), (7, 9), (4, 16)];

/// Makes the Latin cross the puzzle of the day, whatever the date.
async fn latin_cross_today(browser: &Browser) {
    browser.until(&format!("{ALL} > 0")).await;
    today_is(browser, "gardner/latin-cross").await;
}

async fn jump(browser: &Browser, (from, to): (usize, usize)) {
    browser.hole("#board", from).await;
    browser.hole("#board", to).await;
}

pub(crate) async fn the_puzzle_of_the_day_is_played_on_the_home_page() {
    let browser = start(Look { still: true, ..Look::default() }).await;
    let server = serve(&[]);
    browser.open(&server.address).await;
    // A playable board is visible without scrolling.
    browser.until("document.querySelectorAll('#board .movable').length > 0").await;
    assert!(browser.is_whole("#undo").await);
    latin_cross_today(&browser).await;
    browser.sees("#today-aim", "Best: 5.").await;
    jump(&browser, LATIN[0]).await;
    browser.sees("#said", "1 move, 5 pegs left").await;
    let stuck = "daily.now.findIndex((isPeg, hole) => isPeg && daily.listed.targets(daily.now, hole).length === 0)";
    browser.ask(&format!("(daily.pick({stuck}), 0)")).await;
    browser.sees("#said", "This peg cannot jump now").await;
    // An illegal jump is not made, and a legal one is taken back.
    jump(&browser, (23, 7)).await;
    jump(&browser, LATIN[1]).await;
    browser.sees("#said", "2 moves, 4 pegs left").await;
    browser.click("#undo").await;
    browser.sees("#said", "1 move, 5 pegs left").await;
    // The puzzle's own page continues the game, and then the home page does.
    browser.click("#hint").await;
    browser.sees("#jump-count", "1 of 5").await;
    // The link requests a hint, and reloading does not request another.
    browser.sees("#said", "Move the ringed peg").await;
    browser.reload().await;
    browser.sees("#jump-count", "1 of 5").await;
    assert_eq!(browser.ask("hintsFor('gardner/latin-cross')").await, 1);
    browser.hole("#board", LATIN[1].0).await;
    browser.hole("#board", LATIN[1].1).await;
    browser.sees("#jump-count", "2 of 5").await;
    browser.open(&server.address).await;
    browser.sees("#begun", "Latin cross").await;
    latin_cross_today(&browser).await;
    browser.sees("#said", "Tap a peg").await;
    for &next in &LATIN[2..] {
        jump(&browser, next).await;
    }
    browser.sees("#said", "Solved in 5 moves. That is the fewest possible!").await;
    browser.sees("#earned", "5/5 moves, with 1 hint. Hints cost stars.").await;
    assert_eq!(browser.text("#stars").await, "★★☆");
    browser.sees("#next", "Next: ").await;
    assert_eq!(browser.ask("solved()['gardner/latin-cross']").await, 5);
    assert_eq!(browser.ask("begun().length").await, 0);
    // Nothing suggests that the game continues: no card, no arrow on the board and no button.
    let left = "document.querySelectorAll('#begun a, #board :is(.trail, .head, .taken)').length";
    assert_eq!(browser.ask(left).await, 0);
    let shown = "['undo', 'hint', 'restart'].map(id => byId(id).checkVisibility())";
    assert_eq!(browser.ask(shown).await, serde_json::json!([false, false, true]));
    assert_eq!(browser.text("#tomorrow").await, "");
    browser.close().await;
}

pub(crate) async fn a_dead_end_of_the_day_offers_the_way_back_at_once() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((390, 844), true).await;
    browser.open(&server.address).await;
    browser.until(&format!("{ALL} > 0")).await;
    today_is(&browser, "gardner/latin-cross").await;
    // Touch targets need 40 pixels.
    let least = "Math.min(...[...document.querySelectorAll('.bar :is(a, button)')].map(e => e.getBoundingClientRect().height))";
    assert!(browser.ask(least).await.as_f64().is_some_and(|height| height >= 40.0));
    // The buttons do not move when the text above them changes.
    let top = "byId('undo').getBoundingClientRect().top + scrollY";
    let before = browser.ask(top).await;
    assert_eq!(browser.ask("byId('take-back-lost').checkVisibility()").await, false);
    // The first of these jumps loses, so all later ones do.
    browser.ask("(daily.jump(9, 1), 0)").await;
    browser.sees("#said", "1 move, 5 pegs left.").await;
    assert_eq!(browser.ask(top).await, before);
    let on = "(() => { while (!daily.isEnded) daily.jump(...daily.legal[0]); return daily.tried.length; })()";
    let made = browser.ask(on).await.as_u64().expect("a number");
    assert!(made > 1);
    browser.sees("#said", "Take some").await;
    assert_eq!(browser.ask(top).await, before);
    browser.screenshot("home-dead-end").await;
    assert_eq!(browser.text("#take-back-lost").await, format!("Take back {made} jumps"));
    browser.click("#take-back-lost").await;
    browser.sees("#said", "0 moves, 6 pegs left.").await;
    assert_eq!(browser.ask("byId('take-back-lost').checkVisibility()").await, false);
    assert_eq!(browser.ask(top).await, before);
    for &next in &LATIN[..2] {
        jump(&browser, next).await;
    }
    // Starting over can also be undone, once.
    browser.click("#restart").await;
    browser.sees("#said", "From the start.").await;
    browser.click("#undo").await;
    browser.sees("#said", "2 moves, 4 pegs left.").await;
    browser.click("#undo").await;
    browser.click("#undo").await;
    browser.sees("#said", "0 moves, 6 pegs left.").await;
    assert_eq!(browser.ask("byId('undo').disabled").await, true);
    browser.close().await;
}

/// Jumps of the Greek cross. Each of the first ends a move; the last two are by one peg.
const GREEK: [(usize, usize); 4] = [(23, 31), (9, 23), (18, 16), (16, 28)];

/// Makes a puzzle the puzzle of the day, whatever the date.
async fn today_is(browser: &Browser, name: &str) {
    let load =
        format!("(daily.load(SHELF.puzzles.find(puzzle => puzzle.name === '{name}'), 'Today'), 0)");
    browser.ask(&load).await;
}

pub(crate) async fn a_peg_that_can_jump_on_stays_picked_up() {
    let browser = start(Look { phone: true, ..Look::default() }).await;
    let server = serve(&[]);
    browser.open(&server.address).await;
    browser.until(&format!("{ALL} > 0")).await;
    today_is(&browser, "gardner/greek-cross").await;
    let ringed = "[...document.querySelectorAll('#board .spot')].flatMap((e, i) => e.matches('.target') ? [i] : [])";
    for &next in &GREEK[..3] {
        // A peg that cannot jump again is deselected.
        assert_eq!(browser.ask(ringed).await, serde_json::json!([]));
        jump(&browser, next).await;
    }
    browser.sees("#said", "3 moves, 6 pegs left.").await;
    assert!(browser.ask(ringed).await.as_array().is_some_and(|holes| holes.contains(&28.into())));
    // Another peg can be selected instead, and then the same peg again.
    browser.hole("#board", 23).await;
    assert_eq!(browser.ask("daily.selected").await, 23);
    browser.click("#undo").await;
    jump(&browser, GREEK[2]).await;
    browser.hole("#board", GREEK[3].1).await;
    browser.sees("#said", "3 moves, 5 pegs left. The same peg again: still one move.").await;
    // On the page of the puzzle, the peg that is still selected is touched once more.
    browser.click("#undo").await;
    browser.click("#undo").await;
    browser.click("#hint").await;
    browser.sees("#jump-count", "2 of 8").await;
    jump(&browser, GREEK[2]).await;
    browser.sees("#said", "6 pegs left.").await;
    jump(&browser, GREEK[3]).await;
    browser.sees("#said", "5 pegs left. The same peg again: still one move.").await;
    browser.close().await;
}

pub(crate) async fn the_board_of_the_day_does_not_wait_for_what_is_below_it() {
    let browser = start(Look { phone: true, ..Look::default() }).await;
    let server = serve(&[]);
    // The state as soon as the last script has run.
    browser
        .before_scripts(
            "document.addEventListener('load', ({ target }) => { if (target.src?.endsWith('home.js')) \
             window.first = ['#board .movable', '#ladders .puzzle'].map(css => document.querySelectorAll(css).length > 0); }, true)",
        )
        .await;
    browser.open(&server.address).await;
    browser.until("document.querySelectorAll('#ladders .puzzle').length > 0").await;
    assert_eq!(browser.ask("first").await, serde_json::json!([true, false]));
    browser.close().await;
}

pub(crate) async fn the_calendar_leads_to_earlier_days() {
    let browser = start(Look { phone: true, ..Look::default() }).await;
    let server = serve(&[]);
    browser.open(&server.address).await;
    browser.until(&format!("{ALL} > 0")).await;
    let title = "document.getElementById('today-title').textContent";
    let of = |ago: usize| format!("{title} === puzzleOfTheDay(today() - {ago}).title");
    assert_eq!(browser.ask(&of(0)).await, true);
    browser.click("#yesterday").await;
    assert_eq!(browser.ask(&of(1)).await, true);
    browser.click("#yesterday").await;
    assert_eq!(browser.ask(&of(0)).await, true);
    browser.click(".today summary").await;
    browser.until("document.querySelectorAll('#days button').length > 0").await;
    let days = browser.ask("document.querySelectorAll('#days button').length").await;
    let days = usize::try_from(days.as_u64().expect("a number")).expect("a few");
    assert!((29..=35).contains(&days), "{days}");
    // All of it is visible.
    browser.until("byId('calendar').getBoundingClientRect().bottom < innerHeight + 1").await;
    browser.click("#days li:first-child button").await;
    assert_eq!(browser.ask(&of(days - 1)).await, true);
    browser.fits().await;
    // A day whose puzzle is solved is marked.
    browser.ask("(keepSolved(puzzleOfTheDay(today() - 2).name, 99), showDays(), 0)").await;
    assert_eq!(browser.ask("[...document.querySelectorAll('#days .earned')].filter(e => e.textContent === '★').length").await, 1);
    browser.close().await;
}

pub(crate) async fn every_card_is_drawn_on_its_own_board() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.address).await;
    browser.until(&format!("{ALL} > 0")).await;
    let missing = "SHELF.puzzles.filter(({ board, start, finish }) => \
        [...start, ...finish.holes ?? []].some((hole) => hole >= SHELF.boards[board].points.length)).map(({ name }) => name)";
    assert_eq!(browser.ask(missing).await, serde_json::json!([]));
    let holes = "SHELF.boards[SHELF.puzzles.find(({ name }) => name === 'graphs/petersen').board].points.length";
    assert_eq!(browser.ask(holes).await, 10);
    // Only the picture of a graph needs lines that show the neighbours.
    browser
        .ask(
            "(document.body.append(...SHELF.puzzles.filter(({ name }) => \
        ['graphs/petersen', 'gardner/lamp'].includes(name)).map(newCard)), 0)",
        )
        .await;
    let lines = "['graphs/petersen', 'gardner/lamp'].map((name) => \
        document.querySelectorAll(`body > [data-name='${name}'] .edges`).length)";
    assert_eq!(browser.ask(lines).await, serde_json::json!([1, 0]));
    browser.close().await;
}
