//! The visits of a new visitor: stored data, claims, and where addresses lead.

use fantoccini::key::Key;
use soliter::boards::board::position::Hole;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::refutation::refute;
use soliter::boards::session::Attempt;
use soliter::library;
use soliter::reports;

use crate::driver::{Browser, Look, start};
use crate::folder::site;
use crate::screens::{middle, place};
use crate::served::serve;

/// Nothing is being computed, and it is the visitor's turn or the game is over.
pub(crate) const SETTLED: &str = "game.shown !== undefined && game.shown.made === game.moves.length \
    && running === undefined && (isOver() || isMine())";

/// The Latin cross in five moves, by the numbers of holes.
const LATIN: [(usize, usize); 5] = [(9, 7), (23, 9), (10, 8), (7, 9), (4, 16)];

async fn jumps(browser: &Browser, jumps: &[(usize, usize)]) {
    for &(from, to) in jumps {
        browser.hole("#board", from).await;
        browser.hole("#board", to).await;
    }
}

pub(crate) async fn a_board_game_survives_reload_and_leaving() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#pyramid/base-6", server.address)).await;
    browser.until(SETTLED).await;
    browser.ask("(play(game.shown.legal[0].move), 0)").await;
    browser.until(&format!("game.moves.length > 1 && {SETTLED}")).await;
    let moves = browser.ask("game.moves").await;
    browser.reload().await;
    browser.until(SETTLED).await;
    assert_eq!(browser.ask("game.moves").await, moves);
    // The home page leads back to it.
    browser.click(".bar a").await;
    browser.sees("#begun", "Pyramid of Cheops, base 6").await;
    browser.click("#begun a").await;
    browser.until(SETTLED).await;
    assert_eq!(browser.ask("game.moves").await, moves);
    // Illegal moves are ignored, and so is any other invalid data.
    for wrong in ["{\"moves\":[\"9.9\"],\"side\":7}", "{\"moves\":[1]}", "[]", "7"] {
        browser
            .ask(&format!("(localStorage.setItem('soliter game pyramid/base-6', '{wrong}'), 0)"))
            .await;
        browser.reload().await;
        browser.until(SETTLED).await;
        assert_eq!(browser.ask("game.moves.length").await, 0, "{wrong}");
        assert_eq!(browser.text("#fault").await, "", "{wrong}");
    }
    browser.close().await;
}

pub(crate) async fn a_wrong_solution_changes_nothing_but_its_verdict() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#aim", "5 is possible").await;
    jumps(&browser, &LATIN[..1]).await;
    let shown =
        "['title', 'aim', 'claim', 'jump-count', 'best-count'].map(id => byId(id).textContent)";
    let before = browser.ask(shown).await;
    browser.open_drawer().await;
    browser.write("#record", "45-25, 43-45, 55-35, 46-44, 25-45").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "jump 4").await;
    assert_eq!(browser.ask(shown).await, before);
    // Its legal jumps are played only if the visitor wants to see them, and they give no hints.
    browser.click("#show-checked").await;
    browser.sees("#jump-count", "0 of 5").await;
    assert_eq!(browser.ask("player.length").await, 3);
    assert_eq!(browser.ask("byId('claim').textContent").await, before[2]);
    browser.click("label:has(#mode-try)").await;
    browser.sees("#jump-count", "1 of 5").await;
    assert_eq!(browser.ask("player.data.lines.length").await, 0);
    browser.close().await;
}

pub(crate) async fn a_mouse_sees_the_whole_wall_before_it_is_laid() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#quoridor/9x9", server.address)).await;
    browser.until(SETTLED).await;
    browser.choose("#opponent", "none").await;
    browser.sees("#said-game", "Player 1 to move.").await;
    browser.mouse_to(middle(&browser, &place("d6v")).await).await;
    let size = |css: &str| {
        format!(
            "(() => {{ const b = document.querySelector('#table {css}').getBBox(); \
             return [b.x, b.y, b.width, b.height].map(n => n.toFixed(2)).join(); }})()"
        )
    };
    browser.until("document.querySelector('#table .ghost') !== null").await;
    let ghost = browser.ask(&size(".ghost")).await;
    assert!(ghost.as_str().is_some_and(|size| size.ends_with(",1.88")), "{ghost}");
    browser.screenshot("wall-hovered").await;
    browser.click_there().await;
    browser.until("game.moves.join() === 'd6v'").await;
    browser.until("document.querySelector('#table .stick') !== null").await;
    assert_eq!(browser.ask(&size(".stick")).await, ghost);
    browser.close().await;
}

pub(crate) async fn what_is_proved_is_shown_at_once_and_never_gets_weaker() {
    let browser = start(Look::default()).await;
    let server = serve(&["--time-limit", "2s"]);
    for (name, told) in
        [("gardner/central-game", "18 is possible"), ("french/44-to-44", "This cannot be done")]
    {
        browser.open("about:blank").await;
        browser.open(&server.play(name)).await;
        browser.sees("#aim", told).await;
    }
    // If a solver runs out of time, the proved claim stays.
    browser.open(&server.play("boards/wiegleb-central-game")).await;
    browser.sees("#aim", "22 is possible").await;
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser
        .until("byId('solved-by').textContent.startsWith('A limit stopped the search after ')")
        .await;
    browser.sees("#aim", "22 is possible").await;
    browser.close().await;
}

pub(crate) async fn a_solution_is_praised_and_leads_to_the_next_puzzle() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#best-count", "5").await;
    jumps(&browser, &LATIN).await;
    browser.sees("#said", "Solved in 5 moves. That is the fewest possible!").await;
    browser.sees("#stars", "★★★").await;
    browser.sees("#next", "Next: ").await;
    browser.screenshot("payoff").await;
    browser.ask("(copyText = async (text) => { window.copied = text; }, 0)").await;
    browser.click("#share-result").await;
    browser.sees("#said", "The result is copied").await;
    let link = server.play("gardner/latin-cross");
    let told = format!("Latin cross ★★★ 5/5 moves, no hints\n{link}");
    assert_eq!(browser.ask("window.copied").await, told);
    let next = browser.ask("byId('next').hash.slice(1)").await;
    assert!(next.as_str().is_some_and(|name| name != "gardner/latin-cross"), "{next}");
    browser.type_text("n").await;
    browser.until(&format!("player.data.name === {next}")).await;
    assert_eq!(browser.ask("byId('payoff').hidden").await, true);
    // A solution with more moves than necessary has fewer stars.
    let stars = "[5, 6, 7, 12].map(moves => starsFor(moves, 5))";
    assert_eq!(browser.ask(stars).await, serde_json::json!([3, 2, 1, 1]));
    browser.close().await;
}

pub(crate) async fn an_impossible_puzzle_is_no_task() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("french/44-to-44")).await;
    browser.sees("#aim", "This cannot be done: leave one peg, in the middle.").await;
    browser.click("#see-why").await;
    browser.sees("#why", "The start has 16 (even)").await;
    browser.open(&server.address).await;
    let chosen = "(() => { const steps = ladders().flatMap(([, , steps]) => steps); \
        return [steps.length > 50, steps.filter(isImpossible).length]; })()";
    assert_eq!(browser.ask(chosen).await, serde_json::json!([true, 0]));
    browser.close().await;
}

pub(crate) async fn addresses_lead_where_they_say() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#quoridor/9x9", server.address)).await;
    browser.until(SETTLED).await;
    // Another game in the same tab, by its address and from the list; and back again.
    browser.ask("(location.hash = 'palisade/1234', 0)").await;
    browser.sees("#title", "Palisade, 10 stones").await;
    browser.until(SETTLED).await;
    browser.choose("#pick", "corridor/4x4-three-sticks").await;
    browser.sees("#title", "Corridor, 4 by 4").await;
    browser.ask("(history.back(), 0)").await;
    browser.sees("#title", "Palisade, 10 stones").await;
    // A kind of game begins with its medium size; without an address, or with a wrong one, the list is shown.
    browser.ask("(location.hash = 'quoridor', 0)").await;
    browser.sees("#title", "Quoridor, 5 by 5").await;
    browser.open("about:blank").await;
    browser.open(&format!("{}games", server.address)).await;
    browser.sees("#title", "Board games").await;
    assert_eq!(browser.ask("document.querySelectorAll('#games > li').length").await, 4);
    browser.open("about:blank").await;
    browser.open(&format!("{}games#nope", server.address)).await;
    browser.sees("#no-game", "There is no game called nope.").await;
    assert_eq!(browser.ask("location.hash").await, "#nope");
    browser.screenshot("games-list").await;
    browser.fits().await;
    // An unknown address has a page with a link home.
    browser.open(&format!("{}nonsense/deeper", server.address)).await;
    browser.sees("h1", "Nothing here").await;
    browser.screenshot("nothing-here").await;
    browser.click("main a").await;
    browser.until("location.pathname === '/' && typeof puzzles === 'object'").await;
    browser.open(&server.play("gardner/none")).await;
    browser.sees("#nowhere", "No puzzle to show").await;
    assert_eq!(browser.ask("byId('solve').checkVisibility()").await, false);
    browser.click("#nowhere a:not([hidden])").await;
    browser.until("location.pathname === '/'").await;
    browser.close().await;
}

pub(crate) async fn every_place_of_the_pyramid_has_one_ring() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#pyramid/base-4", server.address)).await;
    browser.until(SETTLED).await;
    let rings = "[...document.querySelectorAll('#table circle')].filter(c => { const s = getComputedStyle(c); \
        return s.stroke !== 'none' && s.strokeDasharray !== 'none'; }) \
        .map(c => [c.getAttribute('cx'), c.getAttribute('cy')].join())";
    assert_eq!(browser.ask(&format!("{rings}.length")).await, 3);
    assert_eq!(browser.ask(&format!("new Set({rings}).size")).await, 3);
    browser.close().await;
}

pub(crate) async fn settings_are_kept_and_so_is_the_theme() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#title", "Latin cross").await;
    browser.click("#settings-button").await;
    for name in ["show-names", "show-outlook", "show-finish", "warn"] {
        browser.click(&format!("#{name}")).await;
    }
    browser.choose("#theme", "dark").await;
    browser.keys(&[Key::Escape]).await;
    browser.open_drawer().await;
    browser.choose("#notation", "letter-row").await;
    browser.reload().await;
    browser.sees("#title", "Latin cross").await;
    let kept =
        "['show-names', 'show-outlook', 'show-finish', 'warn'].map(id => byId(id).checked).join()";
    assert_eq!(browser.ask(kept).await, "true,true,true,true");
    assert_eq!(browser.ask("byId('notation').value").await, "letter-row");
    assert_eq!(browser.ask("document.querySelectorAll('#board text').length").await, 33);
    assert_eq!(browser.ask("document.querySelectorAll('#board .marked').length").await, 1);
    let paper = "getComputedStyle(document.body).backgroundColor";
    assert_eq!(browser.ask(paper).await, "rgb(23, 21, 18)");
    // The pictures of games follow the theme, and so does the page before them.
    browser.open(&format!("{}games#quoridor/9x9", server.address)).await;
    browser.until(SETTLED).await;
    assert_eq!(browser.ask(paper).await, "rgb(23, 21, 18)");
    let squares = "getComputedStyle(document.querySelector('#table .squares')).fill";
    assert_eq!(browser.ask(squares).await, "rgb(74, 58, 40)");
    browser.ask("(settings.keep('theme', 'light'), 0)").await;
    assert_eq!(browser.ask(paper).await, "rgb(247, 243, 236)");
    assert_eq!(browser.ask(squares).await, "rgb(236, 217, 184)");
    browser.close().await;
}

pub(crate) async fn pages_that_play_nothing_follow_the_theme() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    let (_folder, place) = site(&["--puzzles", "gardner/latin-cross"]);
    let at = |name: &str| format!("file://{}/{name}.html", place.display());
    let served = |name: &str| format!("{}{name}", server.address);
    let paper = "getComputedStyle(document.body).backgroundColor";
    for (first, others) in [
        (served("help"), [served("rules"), served("nothing/at/all"), served("")]),
        (at("help"), [at("rules"), at("index"), at("puzzles/gardner/latin-cross")]),
    ] {
        for (theme, colour) in [("dark", "rgb(23, 21, 18)"), ("light", "rgb(247, 243, 236)")] {
            browser.open(&first).await;
            browser.click("#settings-button").await;
            browser.choose("#theme", theme).await;
            assert_eq!(browser.ask(paper).await, colour, "{first}");
            for other in &others {
                browser.open(other).await;
                browser.until(&format!("{paper} === '{colour}'")).await;
            }
        }
        browser.open(&others[0]).await;
        let squares = "getComputedStyle(document.querySelector('svg .squares')).fill";
        assert_eq!(browser.ask(squares).await, "rgb(236, 217, 184)");
    }
    browser.close().await;
}

pub(crate) async fn no_peg_stays_marked_when_its_jump_is_taken_back() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#title", "Latin cross").await;
    jumps(&browser, &LATIN[..1]).await;
    let marked =
        "document.querySelectorAll('#board .peg.moved:not(.leaving), #board .peg.selected').length";
    assert_eq!(browser.ask(marked).await, 1);
    browser.click("#undo").await;
    assert_eq!(browser.ask(marked).await, 0);
    browser.close().await;
}

pub(crate) async fn another_side_after_the_end_begins_a_new_game() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#pyramid/base-4", server.address)).await;
    browser.until(SETTLED).await;
    for _ in 0..30 {
        if browser.ask("isOver()").await == true {
            break;
        }
        let made = browser.ask("game.moves.length").await;
        browser.ask("(play(game.shown.legal[0].move), 0)").await;
        browser.until(&format!("game.moves.length > {made} && {SETTLED}")).await;
    }
    browser.click("#mistakes").await;
    browser.sees("#reviewed", "mistake").await;
    let over = browser.text("#said-game").await;
    assert!(over.contains("won") || over.contains("a draw"), "{over}");
    browser.choose("#side", "2").await;
    browser.until(&format!("{SETTLED} && !isOver() && game.moves.length > 0")).await;
    assert_eq!(browser.text("#reviewed").await, "");
    // Each move of the list shows its position, and a button leads back to the game.
    browser.click("#made button").await;
    browser.sees("#said-game", "After move 1").await;
    browser.click("#look-back").await;
    browser.sees("#said-game", "Player 2 to move (you)").await;
    browser.close().await;
}

pub(crate) async fn palisade_speaks_in_words() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#palisade/1234", server.address)).await;
    browser.until(SETTLED).await;
    let codes = "[...document.querySelectorAll('#legal button')].map(b => b.textContent) \
        .filter(text => !/^(Swap \\d and \\d|Sow \\d to the (left|right)(, then take column \\d)?|Move \\d of column \\d to the (left|right) end|End the turn)$/.test(text))";
    assert_eq!(browser.ask(codes).await, serde_json::json!([]));
    browser.mouse_to(middle(&browser, "places.places[2].element").await).await;
    browser.click_there().await;
    browser.sees("#choices", "Swap 3 and 4").await;
    browser.screenshot("palisade-words").await;
    browser.close().await;
}

pub(crate) async fn the_home_page_is_short_and_leads_to_all_puzzles() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    for window in [(390, 844), (320, 640)] {
        browser.window(window, true).await;
        browser.open("about:blank").await;
        browser.open(&server.address).await;
        browser.until("document.querySelectorAll('#ladders .puzzle').length > 0").await;
        let height = browser.ask("document.documentElement.scrollHeight").await;
        assert!(height.as_u64().is_some_and(|height| height < 3000), "{height} on {window:?}");
        browser.fits().await;
        browser.screenshot(&format!("home-{}", window.0)).await;
    }
    // The board is visible without scrolling, and the central game is offered.
    browser.window((390, 844), true).await;
    browser.open(&server.address).await;
    browser.until("document.querySelectorAll('#board .movable').length > 0").await;
    assert!(browser.is_whole("#board").await);
    let central = browser.ask("byId('central').getAttribute('href')").await;
    assert_eq!(central, "play#gardner/central-game");
    let ladders = "[...document.querySelectorAll('#ladders h2')].map(h => h.textContent).join()";
    browser.until(&format!("{ladders} === 'Start here,Classics,Hard'")).await;
    browser.window((1280, 800), false).await;
    browser.click("#all").await;
    browser.sees("#shown-count", "puzzles").await;
    // Titles that begin with the text come first; every puzzle is in one collection.
    for (text, first) in [("central", "Central game"), ("lamp", "Lamp"), ("Windmill", "Windmill")] {
        browser.write("#search", text).await;
        browser.until(&format!("found.length > 0 && found[0].title === '{first}'")).await;
    }
    browser.click("button[type=reset]").await;
    let shown = "document.querySelectorAll('#cards li').length";
    browser.choose("#collection", "figures").await;
    // The driver reports a choice only as a change; a visitor's choice is also an input.
    browser.ask("(filter(), 0)").await;
    browser.until(&format!("{shown} === 24")).await;
    browser.click("#more").await;
    assert!(browser.ask(shown).await.as_u64().is_some_and(|shown| shown > 24));
    let all =
        "COLLECTIONS.reduce((sum, [id]) => sum + inCollection(id).length, 0) - puzzles.length";
    assert_eq!(browser.ask(all).await, 0);
    // A game that was begun can be continued.
    browser.open(&server.address).await;
    browser.sees("#all", "puzzles").await;
    assert_eq!(browser.ask("byId('continue').hidden").await, true);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#title", "Latin cross").await;
    jumps(&browser, &LATIN[..1]).await;
    browser.click(".bar a").await;
    browser.sees("#begun", "Latin cross").await;
    browser.screenshot("home-continue").await;
    browser.close().await;
}

pub(crate) async fn a_turn_that_ends_by_itself_is_one_of_the_moves_made() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#palisade/1234", server.address)).await;
    browser.until(SETTLED).await;
    // Four swaps are a complete turn.
    for made in 1..=4 {
        browser.ask("(play(game.shown.legal[0].move), 0)").await;
        browser.until(&format!("game.moves.length >= {made} && {SETTLED}")).await;
    }
    let moves = browser.ask("game.moves").await;
    assert_eq!(moves[4], "end", "{moves}");
    let said = browser.text("#said-game").await;
    assert!(said.starts_with("The engine plays ") && !said.contains("plays end"), "{said}");
    assert_eq!(browser.ask("byId('made').children.length === game.moves.length").await, true);
    // Each entry of the list shows the position after its own move.
    browser.click("#made li:nth-child(6) button").await;
    browser.sees("#said-game", "After move 6").await;
    let record = browser.ask(
        "answerTo('api/game/position', { ...request(), moves: game.moves.slice(0, 6) })\
         .then(({ game: earlier }) => byId('table').getAttribute('aria-label').includes(earlier.told))",
    );
    assert_eq!(record.await, true);
    // After it is taken back, it is the visitor's turn, before the last swap.
    browser.click("#take-back").await;
    browser.until(&format!("game.moves.length === 3 && {SETTLED}")).await;
    browser.close().await;
}

pub(crate) async fn a_link_shows_a_board_game_and_leaves_the_visitors_own() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    let games = format!("{}games", server.address);
    browser.open(&format!("{games}#palisade/1234")).await;
    browser.until(SETTLED).await;
    for made in 1..=4 {
        browser.ask("(play(game.shown.legal[0].move), 0)").await;
        browser.until(&format!("game.moves.length >= {made} && {SETTLED}")).await;
    }
    let sent = browser.ask("game.moves").await;
    browser.ask("(copyText = async (text) => { window.copied = text; }, 0)").await;
    browser.click("#copy-game").await;
    browser.sees("#said-game", "The link to this game is copied.").await;
    let link = browser.ask("window.copied").await.as_str().expect("an address").to_owned();
    assert!(link.starts_with(&format!("{games}#palisade/1234&moves=x1-2,")), "{link}");
    // The friend has begun another game.
    let own =
        "localStorage.setItem('soliter game palisade/1234', '{\"moves\":[\"x1-3\"],\"side\":1}')";
    browser.ask(&format!("({own}, 0)")).await;
    browser.open("about:blank").await;
    browser.open(&link).await;
    browser.until(SETTLED).await;
    assert_eq!(browser.ask("game.moves").await, sent);
    browser.reload().await;
    browser.until(SETTLED).await;
    assert_eq!(browser.ask("game.moves").await, sent);
    let kept = "keptGame('palisade/1234').moves.length";
    assert_eq!(browser.ask(kept).await, 1);
    // The friend takes over the game by making a move.
    browser.ask("(play(game.shown.legal[0].move), 0)").await;
    browser
        .until(&format!(
            "game.moves.length > {} && {SETTLED}",
            sent.as_array().expect("moves").len()
        ))
        .await;
    assert_eq!(browser.ask("location.hash").await, "#palisade/1234");
    assert_eq!(browser.ask(&format!("{kept} === game.moves.length")).await, true);
    // Illegal moves are ignored.
    browser.open("about:blank").await;
    browser.open(&format!("{games}#palisade/1234&moves=9,%E0")).await;
    browser.until(SETTLED).await;
    assert_eq!(browser.ask(&format!("{kept} === game.moves.length")).await, true);
    browser.open("about:blank").await;
    browser.open(&format!("{games}#palisade/1234&moves=9.9")).await;
    browser.until(SETTLED).await;
    assert_eq!(browser.ask("game.moves.length").await, 0);
    browser.close().await;
}

pub(crate) async fn days_in_a_row_are_counted() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.address).await;
    browser.until("typeof puzzles === 'object'").await;
    // A streak is not broken if today's puzzle is not solved yet; an isolated earlier day does not count.
    for (days, told) in [
        ("[]", ""),
        ("[1]", ""),
        ("[1, 2, 3, 5]", "★ 3 days in a row"),
        ("[0, 1]", "★ 2 days in a row"),
    ] {
        let solve = format!(
            "(kept.set('solved', Object.fromEntries({days}.map(ago => [puzzleOfTheDay(today() - ago).name, 9]))), \
             showDays(), byId('streak').textContent)"
        );
        assert_eq!(browser.ask(&solve).await, told, "{days}");
    }
    browser.close().await;
}

/// The jumps of the Latin cross that lose at once, by the numbers of holes: 45 over 46 to 47.
const LOSING: (usize, usize) = (9, 1);

pub(crate) async fn a_third_hint_refutes_the_last_jump_in_words() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#best-count", "5").await;
    let (from, to) = LOSING;
    jumps(&browser, &[(from, to)]).await;
    browser.click("#hint").await;
    browser.sees("#said", "That jump lost the puzzle").await;
    browser.click("#hint").await;
    // The words are those of the library, both without the names of holes and with them.
    let (plain, named, ringed) = refutation("gardner/latin-cross", &[LOSING]);
    browser.sees("#said", &plain).await;
    let marks = "document.querySelectorAll('#board .marked').length";
    assert_eq!(browser.ask(marks).await, ringed);
    browser.screenshot("refuted").await;
    browser.ask("(byId('show-names').click(), 0)").await;
    browser.click("#hint").await;
    browser.sees("#said", &named).await;
    browser.close().await;
}

/// Why a puzzle is lost after some jumps, in the words of the library: without and with names, and the number of ringed
/// holes.
fn refutation(name: &str, jumps: &[(usize, usize)]) -> (String, String, usize) {
    let source = library::puzzle(name).expect("a puzzle");
    let puzzle = Puzzle::parse(&source, &library::model).expect("a valid puzzle");
    let mut game = Attempt::new(puzzle);
    let hops: Vec<(Hole, Hole)> =
        jumps.iter().map(|&(from, to)| (from as Hole, to as Hole)).collect();
    game.make(&hops).expect("legal jumps");
    let reason = refute(game.puzzle(), game.position()).expect("a reason");
    let told = reports::refutation(&reason, game.puzzle());
    let text = |key: &str| told[key].as_str().expect("a text").to_owned();
    (text("plain"), text("text"), told["holes"].as_array().expect("holes").len())
}
