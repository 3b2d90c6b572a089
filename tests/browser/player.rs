//! The page that `--html` writes, opened as a file.

use std::path::PathBuf;
use std::process::Command;

use fantoccini::key::Key;
use soliter::base::control::Control;
use soliter::boards::board::position::Position;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::rules;
use soliter::library;
use soliter::search::reachable::reach;

use crate::driver::{Browser, Look, start};
use crate::served::serve;

/// Runs `soliter` with `--html` and returns the page's address. Each name belongs to one page, so simultaneous runs of
/// the tests write the same file.
pub(crate) fn page(name: &str, arguments: &[&str]) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.html"));
    let written = Command::new(env!("CARGO_BIN_EXE_soliter"))
        .args(arguments)
        .arg("-q")
        .arg("--html")
        .arg(&path)
        .output()
        .expect("soliter runs");
    assert!(matches!(written.status.code(), Some(0 | 1)), "no page was written: {written:?}");
    format!("file://{}", path.display())
}

const CENTRAL: [&str; 4] =
    ["show", "gardner/central-game", "--solution", "solutions/bergholt-1912"];

async fn count(browser: &Browser) -> (String, String, String) {
    (
        browser.text("#move-count").await,
        browser.text("#jump-count").await,
        browser.text("#peg-count").await,
    )
}

fn counts(moves: &str, jumps: &str, pegs: &str) -> (String, String, String) {
    (moves.into(), jumps.into(), pegs.into())
}

pub(crate) async fn a_whole_solution() {
    let browser = start(Look::default()).await;
    browser.open(&page("central", &CENTRAL)).await;
    browser.screenshot("player-start").await;
    assert_eq!(count(&browser).await, counts("0 of 18", "0 of 31", "32"));
    browser.click("#forward").await;
    assert_eq!(count(&browser).await, counts("1 of 18", "1 of 31", "31"));
    assert!(browser.text("#said").await.contains("46 to 44"));
    browser.keys(&[Key::Right, Key::Right, Key::Left]).await;
    assert_eq!(count(&browser).await, counts("2 of 18", "2 of 31", "30"));
    // Down and Up step through the moves: move 8 has two jumps.
    browser.keys(&[Key::Down; 6]).await;
    assert_eq!(count(&browser).await, counts("8 of 18", "9 of 31", "23"));
    browser.keys(&[Key::Up]).await;
    assert_eq!(count(&browser).await, counts("7 of 18", "7 of 31", "25"));
    browser.keys(&[Key::End]).await;
    assert_eq!(count(&browser).await, counts("18 of 18", "31 of 31", "1"));
    browser.sees("#said", "Finish reached").await;
    browser.keys(&[Key::Home]).await;
    assert_eq!(count(&browser).await, counts("0 of 18", "0 of 31", "32"));
    // The list leads to the end of a move and marks it.
    browser.click("#moves li:nth-child(11) button").await;
    assert_eq!(count(&browser).await, counts("11 of 18", "16 of 31", "16"));
    assert_eq!(
        browser.text("#moves [aria-current]").await.replace('\n', " "),
        "11. 23-43-63-65-45-25"
    );
    browser.screenshot("player-middle").await;
    // The names change everywhere.
    browser.open_drawer().await;
    browser.choose("#notation", "letter-row").await;
    assert!(browser.text("#moves [aria-current]").await.contains("b5-d5-f5-f3-d3-b3"));
    browser.click("#settings-button").await;
    browser.click("#show-names").await;
    assert_eq!(browser.ask("document.querySelectorAll('#board text').length").await, 33);
    browser.screenshot("player-names").await;
    // The slider's own keys.
    browser
        .find("#slider")
        .await
        .send_keys(&char::from(Key::Home).to_string())
        .await
        .expect("a key");
    assert_eq!(count(&browser).await.1, "0 of 31");
    // It plays to the end and stops.
    browser.choose("#speed", "180").await;
    browser.keys(&[Key::Escape]).await;
    browser.click("#play").await;
    browser.sees("#jump-count", "31 of 31").await;
    assert_eq!(
        browser.find("#play").await.attr("aria-label").await.expect("a label").as_deref(),
        Some("Play")
    );
    let drawn =
        browser.ask("[...document.querySelectorAll('#board .peg:not(.leaving)')].length").await;
    assert_eq!(drawn, 1);
    let fetched = browser.ask("performance.getEntriesByType('resource').length").await;
    assert_eq!(fetched, 0);
    browser.fits().await;
    browser.close().await;
}

/// Presses a letter with the Ctrl key.
fn control(letter: &str) -> String {
    let event = format!("{{ key: '{letter}', ctrlKey: true, bubbles: true }}");
    format!("(document.body.dispatchEvent(new KeyboardEvent('keydown', {event})), 0)")
}

/// Holes of the English board by number: 45 is hole 9, 25 hole 7, and so on.
const LATIN: [(usize, usize); 5] = [(9, 7), (23, 9), (10, 8), (7, 9), (4, 16)];

/// The peg of 46 has to survive, and that of 45 to be captured last.
pub(crate) async fn marked_pegs_are_followed() {
    let browser = start(Look::default()).await;
    browser.open(&page("marked", &["solve", "marked/latin-cross-last-captured"])).await;
    browser
        .sees("#claim", "the peg from 46 survives, the peg from 45 is the last to be captured")
        .await;
    browser.click("label:has(#mode-try)").await;
    browser.sees("#limits", "it does not check what is asked of marked pegs").await;
    solve_latin(&browser).await;
    browser.sees("#said", "This page cannot check what is asked of marked pegs.").await;
    // The server checks the solution.
    let server = serve(&[]);
    browser.open(&server.play("marked/latin-cross-last-captured")).await;
    browser.sees("#title", "Latin cross, a survivor").await;
    assert_eq!(browser.ask("byId('limits').hidden").await, true);
    // 45 over 46 to 47.
    browser.hole("#board", 9).await;
    browser.hole("#board", 1).await;
    browser.sees("#said", "45-47: the survivor may not be captured").await;
    browser.sees("#said", "Take some jumps back.").await;
    browser.click("#undo").await;
    solve_latin(&browser).await;
    browser.sees("#said", "Solved in 5 moves. That is the fewest possible!").await;
    browser.until("byId('solved').textContent.includes('Your best: 5 moves')").await;
    browser.close().await;
}

async fn solve_latin(browser: &Browser) {
    for (from, to) in LATIN {
        browser.hole("#board", from).await;
        browser.hole("#board", to).await;
    }
}

pub(crate) async fn trying_by_click_drag_keyboard_and_hint() {
    let browser = start(Look::default()).await;
    browser.open(&page("latin", &["solve", "gardner/latin-cross"])).await;
    browser.click("label:has(#mode-try)").await;
    // A hole that cannot be used has an explanation, and targets are shown.
    browser.hole("#board", 0).await;
    browser.sees("#said", "is empty").await;
    let (from, to) = LATIN[0];
    browser.hole("#board", from).await;
    browser.sees("#said", "It can land in any of the 3 ringed holes.").await;
    assert_eq!(browser.ask("document.querySelectorAll('#board .target').length").await, 3);
    browser.screenshot("try-selected").await;
    browser.hole("#board", to).await;
    assert_eq!(count(&browser).await, counts("1", "1 of 5", "5"));
    // By dragging; a peg dropped outside the holes returns.
    browser.drag(LATIN[1].0, 0).await;
    assert_eq!(browser.text("#jump-count").await, "1 of 5");
    browser.drag(LATIN[1].0, LATIN[1].1).await;
    assert_eq!(count(&browser).await, counts("2", "2 of 5", "4"));
    // Undo and redo, by button and by key.
    browser.click("#undo").await;
    assert_eq!(browser.text("#jump-count").await, "1 of 5");
    browser.click("#redo").await;
    browser.type_text("u").await;
    assert_eq!(browser.text("#jump-count").await, "1 of 5");
    browser.ask(&control("y")).await;
    assert_eq!(browser.text("#jump-count").await, "2 of 5");
    browser.ask(&control("z")).await;
    assert_eq!(browser.text("#jump-count").await, "1 of 5");
    browser.ask(&control("y")).await;
    // R starts over, and the jumps can be redone.
    browser.type_text("r").await;
    assert_eq!(browser.text("#jump-count").await, "0 of 5");
    for made in ["1 of 5", "2 of 5"] {
        browser.ask(&control("y")).await;
        assert_eq!(browser.text("#jump-count").await, made);
    }
    // By keyboard alone: to the peg at 55, which jumps to the left.
    browser.ask("document.querySelector('#board [tabindex=\"0\"]').focus()").await;
    browser.keys(&[Key::Right, Key::Enter]).await;
    browser.sees("#said", "It can land in the ringed hole.").await;
    browser.keys(&[Key::Left, Key::Left]).await;
    browser.type_text(" ").await;
    assert_eq!(count(&browser).await, counts("3", "3 of 5", "3"));
    // A hint from the solution in the page, as a drawing and in words.
    browser.click("#hint").await;
    browser.sees("#said", "Move the ringed peg.").await;
    assert_eq!(browser.ask("document.querySelectorAll('#board .marked').length").await, 1);
    browser.click("#hint").await;
    browser.sees("#said", "Try the jump of the arrow").await;
    assert_eq!(browser.ask("document.querySelectorAll('#board .marked').length").await, 0);
    browser.click("#hint").await;
    browser.sees("#said", "here would lose.").await;
    browser.screenshot("try-hint").await;
    for (from, to) in &LATIN[3..] {
        browser.hole("#board", *from).await;
        browser.hole("#board", *to).await;
    }
    browser.sees("#said", "the fewest possible").await;
    // No hint claims that a solved puzzle is lost.
    browser.click("#hint").await;
    browser.sees("#said", "This is the finish.").await;
    let own = browser.ask("document.getElementById('own-line').value").await;
    assert_eq!(own, "45-25, 43-45, 55-35, 25-45, 46-44");
    browser.screenshot("try-solved").await;
    // The page marks the puzzle as solved, also after it is reloaded.
    browser.until("byId('solved').textContent.includes('Your best: 5 moves')").await;
    browser.reload().await;
    browser.until("byId('solved').textContent.includes('Your best: 5 moves')").await;
    // Away from the solution in the page, a hint is searched for.
    browser.click("#restart").await;
    browser.hole("#board", 16).await;
    browser.hole("#board", 14).await;
    browser.click("#undo").await;
    browser.hole("#board", 9).await;
    browser.hole("#board", 11).await;
    browser.click("#hint").await;
    browser.click("#hint").await;
    browser.sees("#said", "it keeps the finish within reach").await;
    // If the visitor wants it, a losing jump is reported at once, and marked before it is made.
    browser.click("#undo").await;
    browser.click("#settings-button").await;
    browser.click("#show-outlook").await;
    browser.click("#warn").await;
    // A click outside the settings closes them.
    browser.hole("#board", 9).await;
    browser.sees("#said", "any of the 3 ringed holes: 2 of them win, 1 loses").await;
    // Texts name the holes as the board does.
    browser.click("#settings-button").await;
    browser.click("#show-names").await;
    browser.hole("#board", 9).await;
    browser.hole("#board", 9).await;
    browser.sees("#said", "45 can land in 47 (loses) or 65 (wins) or 25 (wins)").await;
    browser.click("#settings-button").await;
    browser.click("#show-names").await;
    assert_eq!(browser.ask("document.querySelectorAll('#board .winning').length").await, 2);
    assert_eq!(browser.ask("document.querySelectorAll('#board .losing').length").await, 1);
    browser.hole("#board", 1).await;
    browser.sees("#said", "That jump lost the puzzle").await;
    browser.screenshot("try-lost").await;
    // The game is still there after a reload.
    browser.reload().await;
    assert_eq!(browser.text("#jump-count").await, "1 of 5");
    browser.click("#hint").await;
    browser.sees("#said", "That jump lost the puzzle").await;
    browser.click("#hint").await;
    browser.sees("#said", "Every way to continue was tried: none reaches the finish.").await;
    browser.close().await;
}

pub(crate) async fn one_button_takes_back_all_jumps_since_the_losing_one() {
    let browser = start(Look::default()).await;
    browser.open(&page("take-back", &["show", "gardner/latin-cross"])).await;
    let lose = "(player.switch('try'), player.trying.jump(9, 1), player.trying.jump(...player.trying.legal[0]), 0)";
    browser.ask(lose).await;
    browser.click("#hint").await;
    browser.sees("#said", "take back 2 jumps").await;
    // It replaces the offer of warnings.
    assert_eq!(browser.ask("byId('offer').hidden").await, true);
    browser.click("#take-back-lost").await;
    browser.sees("#said", "Took back 2 jumps.").await;
    browser.sees("#jump-count", "0 of 5").await;
    assert_eq!(browser.ask("byId('back-offer').hidden").await, true);
    browser.close().await;
}

pub(crate) async fn a_dead_end_offers_the_way_back_at_once() {
    let browser = start(Look::default()).await;
    browser.open(&page("dead-end", &["show", "gardner/latin-cross"])).await;
    // 45 over 46 to 47 loses; then any jumps until none is left.
    let end = "(() => { player.switch('try'); player.trying.jump(9, 1); \
        while (player.trying.legal.length > 0) player.trying.jump(...player.trying.legal[0]); \
        return [byId('take-back-lost').checkVisibility(), byId('offer').hidden, player.trying.tried.length]; })()";
    let ended = browser.ask(end).await;
    assert_eq!(ended[0], true);
    assert_eq!(ended[1], true);
    browser.sees("#said", "No jump is left").await;
    assert_eq!(browser.text("#take-back-lost").await, format!("Take back {} jumps", ended[2]));
    browser.click("#take-back-lost").await;
    browser.sees("#jump-count", "0 of 5").await;
    // Warnings are offered after that.
    assert_eq!(browser.ask("byId('offer-yes').checkVisibility()").await, true);
    // The server answers, and no hint is counted.
    let server = serve(&[]);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#best-count", "5").await;
    browser.ask("(settings.keep('warn', false), 0)").await;
    browser.ask(end).await;
    browser.sees("#said", "No jump is left").await;
    browser.until("byId('take-back-lost').checkVisibility()").await;
    browser.click("#take-back-lost").await;
    browser.sees("#jump-count", "0 of 5").await;
    assert_eq!(browser.ask("hintsFor('gardner/latin-cross')").await, 0);
    browser.close().await;
}

pub(crate) async fn the_page_tells_lost_positions_as_the_search_does() {
    let browser = start(Look::default()).await;
    for name in ["gardner/latin-cross", "gardner/greek-cross", "leibniz/latin-cross"] {
        let source = library::puzzle(name).expect("a puzzle");
        let puzzle = Puzzle::parse(&source, &library::model).expect("a valid puzzle");
        browser.open(&page(&format!("outlook-{}", name.replace('/', "-")), &["show", name])).await;
        let can_finish = |position: &Position| {
            reach::can_finish(&puzzle, position, &Control::default()).expect("no limit is met")
        };
        // Every position after two jumps.
        for (first, after) in rules::legal(&puzzle, puzzle.start()) {
            for (second, after) in rules::legal(&puzzle, &after) {
                let jumps = [(first.from, first.to), (second.from, second.to)];
                let script = format!("player.trying.hope({})", serde_json::json!(jumps));
                let told = browser.ask(&script).await;
                assert_eq!(told, can_finish(&after), "{name} {jumps:?}");
            }
        }
    }
    browser.close().await;
}

pub(crate) async fn a_page_alone_says_what_it_does_not_know() {
    let browser = start(Look::default()).await;
    browser.open(&page("large", &["show", "gardner/central-game"])).await;
    browser.click("#settings-button").await;
    browser.click("#warn").await;
    browser.hole("#board", 14).await;
    browser.hole("#board", 16).await;
    browser.sees("#said", "Whether the finish is still within reach is not known").await;
    // A peg that jumps twice makes one move.
    let central = ["show", "gardner/central-game", "--solution", "solutions/bergholt-1912"];
    browser.open(&page("large-line", &central)).await;
    let run = "(() => { player.switch('try'); player.trying.restart(); const [line] = player.data.lines; \
        const chains = line.slice(0, line.findIndex((chain) => chain.length > 2) + 1); \
        chains.flatMap(jumpsOf).forEach((jump) => player.trying.jump(...jump)); return 0; })()";
    browser.ask(run).await;
    browser.sees("#said", "The same peg again: still one move.").await;
    browser.close().await;
}

pub(crate) async fn listed_jumps_fit_where_the_rules_allow_them() {
    let browser = start(Look::default()).await;
    for name in
        ["gardner/lamp", "english-diagonal/lamp", "triangle15/11-to-11", "leibniz/latin-cross"]
    {
        let source = library::puzzle(name).expect("a puzzle");
        let puzzle = Puzzle::parse(&source, &library::model).expect("a valid puzzle");
        browser.open(&page(&format!("rules-{}", name.replace('/', "-")), &["show", name])).await;
        // Pseudo-random positions, from a fixed seed.
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..40 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let position = Position::from(bits & puzzle.board().full().word());
            let pegs: Vec<bool> = puzzle.board().all_holes().map(|h| position.has(h)).collect();
            let script = format!(
                "(() => {{ const pegs = {pegs:?}; return pegs.map((_, from) => player.listed.targets(pegs, from)\
                 .map((to) => [to, player.listed.make(pegs, from, to).flatMap((p, h) => p ? [h] : [])])); }})()"
            );
            let told = browser.ask(&script).await;
            let expected: Vec<Vec<(u16, Vec<u16>)>> = puzzle
                .board()
                .full()
                .holes()
                .map(|from| {
                    let own = puzzle.board().jumps().iter().filter(|jump| jump.from == from);
                    own.filter_map(|jump| {
                        let (_, after) = rules::apply(&puzzle, &position, (from, jump.to)).ok()?;
                        Some((jump.to, after.holes().collect()))
                    })
                    .collect()
                })
                .collect();
            assert_eq!(told, serde_json::json!(expected), "{name} {:?}", puzzle.start());
        }
    }
    browser.close().await;
}

pub(crate) async fn several_lines_and_the_building_game() {
    let browser = start(Look::default()).await;
    browser.open(&page("lines", &["solve", "triangle15/11-to-11", "--solutions", "3"])).await;
    assert_eq!(browser.ask("document.querySelectorAll('#line option').length").await, 3);
    let first = browser.text("#moves").await;
    browser.choose("#line", "2").await;
    assert_ne!(browser.text("#moves").await, first);
    browser.click("#last").await;
    browser.sees("#said", "Finish reached").await;
    // Jumps add pegs instead of removing them.
    browser.open(&page("reverse", &["solve", "leibniz/latin-cross"])).await;
    browser.click("#last").await;
    browser.sees("#said", "Finish reached").await;
    assert_eq!(count(&browser).await, counts("5 of 5", "5 of 5", "6"));
    assert_eq!(
        browser.ask("document.querySelectorAll('#board .peg:not(.leaving)').length").await,
        6
    );
    browser.click("#back").await;
    assert_eq!(count(&browser).await.2, "5");
    browser.click("label:has(#mode-try)").await;
    browser.hole("#board", 16).await;
    browser.hole("#board", 4).await;
    assert_eq!(browser.text("#peg-count").await, "2");
    browser.screenshot("reverse").await;
    browser.close().await;
}

pub(crate) async fn a_script_in_a_title_is_text() {
    let browser = start(Look::default()).await;
    let title =
        "<script>document.body.dataset.hit = 1</script></script><img src=x onerror=alert(1)>";
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("hostile.toml");
    let text = format!(
        "title = '{title}'\nsource = '{title}'\nmodel = 'english'\nstart = ['43', '44']\nfinish = ['45']\n"
    );
    std::fs::write(&puzzle, text).expect("a file");
    browser.open(&page("hostile", &["solve", &puzzle.to_string_lossy()])).await;
    assert_eq!(browser.text("#title").await, title);
    assert_eq!(browser.ask("byId('source').textContent").await, title);
    assert_eq!(browser.ask("document.title").await, title);
    assert_eq!(browser.ask("document.body.dataset.hit || document.images.length").await, 0);
    browser.screenshot("hostile").await;
    browser.fits().await;
    browser.close().await;
}

pub(crate) async fn why_it_is_impossible() {
    let browser = start(Look { dark: true, ..Look::default() }).await;
    browser.open(&page("class", &["solve", "french/44-to-44"])).await;
    browser.sees("#why", "The start has 16 (even), the finish 1 (odd)").await;
    assert_eq!(browser.ask("document.querySelectorAll('#board .marked').length").await, 17);
    browser.screenshot("class-dark").await;
    browser.open(&page("pagoda", &["solve", "impossible/greek-cross"])).await;
    browser.sees("#why", "of the weights under the pegs, but the start weighs ").await;
    browser.screenshot("pagoda-dark").await;
    browser.close().await;
}

pub(crate) async fn on_a_phone_in_the_dark_without_motion() {
    let browser = start(Look { dark: true, phone: true, still: true }).await;
    browser.open(&page("phone", &["solve", "triangle15/11-to-11"])).await;
    browser.fits().await;
    let dark = browser.ask("matchMedia('(prefers-color-scheme: dark)').matches").await;
    assert_eq!(dark, true);
    let motion = "getComputedStyle(document.querySelector('#board .peg')).transitionDuration";
    assert_eq!(browser.ask(motion).await, "0s");
    let small = "[...document.querySelectorAll('.controls button')].filter(b => b.offsetParent && \
                 (b.offsetWidth < 40 || b.offsetHeight < 40)).length";
    assert_eq!(browser.ask(small).await, 0);
    browser.screenshot("phone-dark").await;
    browser.click("#last").await;
    browser.sees("#said", "Finish reached").await;
    browser.click("label:has(#mode-try)").await;
    browser.fits().await;
    browser.screenshot("phone-try").await;
    browser.close().await;
}
