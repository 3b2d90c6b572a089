//! Touch, windows of phones and desktops, printing, and files of a board.

use fantoccini::key::Key;

use crate::driver::{Browser, Look, start};
use crate::player::page;
use crate::served::serve;
use crate::visitor::SETTLED;

/// The widths and heights of windows, and whether they belong to a phone.
const WINDOWS: [((u32, u32), bool); 4] =
    [((390, 844), true), ((844, 390), true), ((1280, 720), false), ((1366, 768), false)];

pub(crate) async fn the_board_and_its_buttons_are_whole_on_every_screen() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    let central = ["show", "gardner/central-game", "--solution", "solutions/bergholt-1912"];
    let pages = [
        (page("screens", &central), "#board", "#play"),
        (page("screens-game", &["solve", "quoridor/5x5-jump"]), "#board", "#play"),
        (server.play("gardner/latin-cross"), "#board", "#hint"),
        (server.address.clone(), "#board", "#undo"),
        (format!("{}games#quoridor/9x9", server.address), "#table", "#take-back"),
        (format!("{}games#palisade/1423", server.address), "#table", "#take-back"),
    ];
    for (window, phone) in WINDOWS {
        browser.window(window, phone).await;
        for (number, (address, board, button)) in pages.iter().enumerate() {
            browser.open("about:blank").await;
            browser.open(address).await;
            browser
                .until(&format!("document.querySelector('{board}').childNodes.length > 0"))
                .await;
            let (width, height) = window;
            browser.screenshot(&format!("screen-{width}x{height}-{number}")).await;
            for css in [board, button] {
                assert!(browser.is_whole(css).await, "{css} of {address} on {window:?}");
            }
            browser.fits().await;
        }
    }
    browser.close().await;
}

pub(crate) async fn a_peg_is_dragged_with_a_finger() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((390, 844), true).await;
    let offline = page("finger", &["solve", "gardner/latin-cross"]);
    for address in [&offline, &server.play("gardner/latin-cross")] {
        browser.open(address).await;
        browser.sees("#title", "Latin cross").await;
        if address == &offline {
            browser.click("label:has(#mode-try)").await;
        }
        browser.touch_drag(9, 7).await;
        browser.sees("#jump-count", "1 of 5").await;
        // A peg that may not land in a hole returns.
        browser.touch_drag(23, 0).await;
        browser.sees("#jump-count", "1 of 5").await;
        browser.touch_drag(23, 9).await;
        browser.sees("#jump-count", "2 of 5").await;
        assert_eq!(browser.ask("scrollY").await, 0);
    }
    browser.close().await;
}

/// The centre of an element, in pixels of the window.
pub(crate) async fn middle(browser: &Browser, element: &str) -> (f64, f64) {
    let script = format!(
        "(() => {{ const e = {element}; e.scrollIntoView({{ block: 'nearest' }}); \
         const r = e.getBoundingClientRect(); \
         return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
    );
    let found = browser.ask(&script).await;
    (found[0].as_f64().expect("x"), found[1].as_f64().expect("y"))
}

/// The script for the element of a move's place on the board.
pub(crate) fn place(played: &str) -> String {
    format!("places.places.find(({{ moves }}) => moves.includes('{played}')).element")
}

pub(crate) async fn a_wall_is_looked_at_before_a_finger_lays_it() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    for window in [(390, 844), (844, 390)] {
        browser.window(window, true).await;
        browser.open("about:blank").await;
        browser.open(&format!("{}games#quoridor/9x9", server.address)).await;
        browser.sees("#said-game", "Player 1 to move").await;
        browser.choose("#opponent", "none").await;
        browser.sees("#said-game", "Player 1 to move.").await;
        // The squares that the pawn can reach are marked.
        assert_eq!(browser.ask("document.querySelectorAll('#table .target.go').length").await, 3);
        browser.ask("(scrollTo(0, 0), 0)").await;
        let lay = middle(&browser, "document.getElementById('kind-across').parentElement").await;
        browser.touch(&[lay]).await;
        browser.until("places.kind === 'across'").await;
        // Each place is at least 24 pixels wide and high, however thin the wall.
        let missed = "places.places.filter(p => p.kind === 'across').filter(p => { \
            const r = p.element.getBoundingClientRect(); \
            const [x, y] = [r.x + r.width / 2, r.y + r.height / 2]; \
            return ![[-12, -12], [12, -12], [-12, 12], [12, 12], [0, 0]].every(([a, b]) => \
                places.nearest(x + a, y + b, true) === p); }).length";
        assert_eq!(browser.ask("places.places.filter(p => p.kind === 'across').length").await, 64);
        assert_eq!(browser.ask(missed).await, 0, "{window:?}");
        // Scrolls so that the place is not at the edge of the window.
        browser.ask("(scrollTo(0, 0), 0)").await;
        let (x, y) = middle(&browser, &place("d4h")).await;
        browser.touch(&[(x + 9.0, y - 9.0)]).await;
        browser.sees("#said-game", "Wall above d4 and e4?").await;
        assert_eq!(browser.ask("game.moves.length").await, 0);
        assert_eq!(browser.ask("document.querySelectorAll('#table .ghost').length").await, 1);
        let (width, _) = window;
        browser.screenshot(&format!("wall-preview-{width}")).await;
        // Chooses another place, cancels, and finally lays a wall.
        browser.touch(&[middle(&browser, &place("b2h")).await]).await;
        browser.sees("#said-game", "Wall above b2 and c2?").await;
        browser.click("#leave-it").await;
        browser.until("document.querySelectorAll('#table .ghost').length === 0").await;
        for _ in 0..2 {
            browser.touch(&[middle(&browser, &place("d4h")).await]).await;
            browser.until("game.previewed === 'd4h' || game.moves.length === 1").await;
        }
        browser.until(&format!("game.moves.join() === 'd4h' && {SETTLED}")).await;
        // The list of all moves is closed.
        assert_eq!(browser.ask("document.getElementById('all-moves').open").await, false);
        // The next window begins a new game.
        browser.ask("(localStorage.clear(), 0)").await;
    }
    browser.close().await;
}

pub(crate) async fn palisade_is_played_on_its_columns() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((390, 844), true).await;
    browser.open(&format!("{}games#palisade/1423", server.address)).await;
    browser.sees("#said-game", "(you)").await;
    browser.choose("#opponent", "none").await;
    browser.sees("#said-game", "Player 1 to move.").await;
    assert_eq!(browser.ask("places.places.length").await, 4);
    browser.touch(&[middle(&browser, "places.places[1].element").await]).await;
    browser.sees("#said-game", "Choose one of").await;
    browser.screenshot("palisade-column").await;
    let offered = browser.ask("document.querySelectorAll('#choices button').length").await;
    assert_eq!(offered, browser.ask("places.places[1].moves.length").await);
    browser.click("#choices button").await;
    browser.until("game.moves.length === 1").await;
    browser.fits().await;
    browser.close().await;
}

pub(crate) async fn two_columns_are_swapped_by_touching_both() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#palisade", server.address)).await;
    browser.sees("#said-game", "(you)").await;
    // The title is that of the game, not of the puzzle from which it starts.
    assert_eq!(browser.text("#title").await, "Palisade, 15 stones");
    let top = "Math.round(document.getElementById('take-back').getBoundingClientRect().top)";
    let before = browser.ask(top).await;
    let column = async |number: usize| {
        let css = format!("places.places[{number}].element");
        browser.mouse_to(middle(&browser, &css).await).await;
        browser.click_there().await;
    };
    column(3).await;
    browser.sees("#said-game", "or touch the column to swap with").await;
    assert_eq!(browser.ask("document.querySelectorAll('#table .chosen').length").await, 1);
    // Nothing moves under the pointer. The same column cancels the choice.
    assert_eq!(browser.ask(top).await, before);
    column(3).await;
    browser.sees("#said-game", "Player 1 to move (you)").await;
    assert_eq!(browser.ask("document.querySelectorAll('#table .chosen').length").await, 0);
    // A button under the mouse shows a preview of its move, which disappears when the mouse leaves.
    column(2).await;
    let stones = "document.querySelectorAll('#table .last').length";
    assert_eq!(browser.ask(stones).await, 0);
    browser.mouse_to(middle(&browser, "document.querySelector('#choices button')").await).await;
    browser.until(&format!("{stones} > 0")).await;
    browser.mouse_to((5.0, 5.0)).await;
    browser.until(&format!("{stones} === 0")).await;
    column(3).await;
    browser.until("game.moves[0] === 'x3-4'").await;
    browser.close().await;
}

pub(crate) async fn graphs_show_which_holes_are_neighbours() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("graphs/petersen")).await;
    browser.sees("#title", "Petersen graph").await;
    let lines = "(() => { const edges = document.querySelector('#board .edges'); \
        return getComputedStyle(edges).stroke === 'none' ? 0 : edges.getAttribute('d').split('M').length - 1; })()";
    assert_eq!(browser.ask(lines).await, 15);
    // A hint crosses out the peg that its jump captures.
    browser.click("#hint").await;
    browser.sees("#said", "Move the ringed peg").await;
    let crossed = "[...document.querySelectorAll('#board .taken')].map(cross => player.data.points \
        .findIndex(([x, y]) => cross.getAttribute('d').startsWith(`M${x} ${y}m`)))";
    assert_eq!(browser.ask(crossed).await, serde_json::json!([]));
    browser.click("#hint").await;
    browser.sees("#said", "The jump of the arrow").await;
    let taken = "(() => { const [from, to, over] = player.trying.hints.given.jump; const pegs = player.trying.now; \
        const [taken] = player.data.jumps.filter(([a, b, c]) => a === from && c === to && b === (over ?? b)); \
        return pegs[from] && pegs[taken[1]] && !pegs[to] ? [taken[1]] : []; })()";
    let taken = browser.ask(taken).await;
    assert_eq!(taken.as_array().map(Vec::len), Some(1));
    assert_eq!(browser.ask(crossed).await, taken);
    browser.screenshot("graph").await;
    browser.close().await;
}

pub(crate) async fn small_screens_have_the_buttons_in_a_row() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((320, 640), true).await;
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#title", "Latin cross").await;
    let top = |id: &str| format!("document.getElementById('{id}').getBoundingClientRect().top");
    assert_eq!(browser.ask(&format!("{} === {}", top("undo"), top("hint"))).await, true);
    // There is nothing to replay yet, and no line to list.
    assert_eq!(browser.ask("document.getElementById('modes').checkVisibility()").await, false);
    assert_eq!(browser.ask("document.getElementById('moves-card').checkVisibility()").await, false);
    browser.close().await;
}

pub(crate) async fn a_game_has_settings_too() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&format!("{}games#pyramid", server.address)).await;
    browser.sees("#said-game", "(you)").await;
    browser.click("#settings-button").await;
    browser.choose("#theme", "dark").await;
    assert_eq!(browser.ask("document.documentElement.dataset.theme").await, "dark");
    browser.reload().await;
    browser.until("document.documentElement.dataset.theme === 'dark'").await;
    browser.close().await;
}

pub(crate) async fn settings_open_from_a_button_at_the_top_by_keyboard_too() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.window((320, 640), true).await;
    let is_open = "document.querySelector('#settings:popover-open') !== null";
    for (number, address) in [
        page("settings", &["solve", "gardner/latin-cross"]),
        page("settings-game", &["solve", "quoridor/5x5-jump"]),
        server.play("gardner/latin-cross"),
        format!("{}games#pyramid", server.address),
        format!("{}draw", server.address),
        server.address.clone(),
    ]
    .iter()
    .enumerate()
    {
        browser.open("about:blank").await;
        browser.open(address).await;
        browser.find("header.bar #settings-button[aria-label=Settings]").await;
        assert_eq!(browser.ask(is_open).await, false, "{address}");
        browser.ask("(document.getElementById('settings-button').focus(), 0)").await;
        browser.keys(&[Key::Enter]).await;
        browser.until(is_open).await;
        browser.until("document.activeElement.id === 'theme'").await;
        assert!(browser.is_whole("#settings").await, "{address}");
        browser.screenshot(&format!("settings-{number}")).await;
        browser.keys(&[Key::Escape]).await;
        browser.until(&format!("!({is_open})")).await;
        assert_eq!(browser.ask("document.activeElement.id").await, "settings-button");
        // On the smallest phone, the bar is a single line that can be used by touch.
        let height = "document.querySelector('.bar').offsetHeight < 48";
        assert_eq!(browser.ask(height).await, true, "{address}");
        browser.fits().await;
    }
    browser.close().await;
}

pub(crate) async fn the_buttons_of_left_handed_people_are_in_a_row() {
    let browser = start(Look::default()).await;
    browser.open(&page("left-handed", &["solve", "gardner/latin-cross"])).await;
    browser.click("#settings-button").await;
    browser.click("#left-handed").await;
    let left = "document.querySelector('.stage').getBoundingClientRect().left > \
                document.querySelector('.panel').getBoundingClientRect().left";
    browser.until(left).await;
    let top = |id: &str| format!("document.getElementById('{id}').getBoundingClientRect().top");
    assert_eq!(browser.ask(&format!("{} === {}", top("first"), top("last"))).await, true);
    browser.close().await;
}

pub(crate) async fn the_board_saved_and_the_line_printed() {
    let browser = start(Look::default()).await;
    browser.open(&page("saved", &["solve", "gardner/latin-cross"])).await;
    // Stores the files that the visitor would download.
    browser.ask("(window.given = [], download = async (name, blob) => given.push([name, new Uint8Array(await blob.arrayBuffer())]), 0)").await;
    browser.open_drawer().await;
    browser.click("#save-svg").await;
    browser.until("given.length === 1").await;
    assert_eq!(browser.ask("given[0][0]").await, "latin-cross.svg");
    let text = browser.ask("new TextDecoder().decode(given[0][1])").await;
    let text = text.as_str().expect("a text");
    let svg = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let title =
        svg.descendants().find(|one| one.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    assert_eq!(title.and_then(|title| title.text()), Some("Latin cross"));
    assert!(!text.contains("var(") && !text.contains("class="), "it needs no style of the page");
    browser.click("#save-png").await;
    browser.until("given.length === 2").await;
    assert_eq!(
        browser.ask("[...given[1][1].slice(1, 4)].map(c => String.fromCharCode(c)).join('')").await,
        "PNG"
    );
    // On paper, there is a picture for each move and one of the end, and no controls.
    browser.print_view().await;
    let seen = "(css => [...document.querySelectorAll(css)].filter(e => e.getClientRects().length > 0).length)";
    assert_eq!(browser.ask(&format!("{seen}('#strip figure')")).await, 6);
    assert_eq!(browser.ask(&format!("{seen}('button, select, input, #board')")).await, 0);
    browser.screenshot("print").await;
    browser.close().await;
}
