//! The page of `soliter serve`.

use std::io::BufRead;
use std::process::Stdio;

use fantoccini::key::Key;

use crate::driver::{Browser, Look, start};
use crate::group::Group;

pub(crate) struct Server {
    _process: Group,
    pub(crate) address: String,
}

impl Server {
    /// The page of a puzzle, given by its name or by `puzzle=` with its JSON.
    pub(crate) fn play(&self, puzzle: &str) -> String {
        format!("{}play#{puzzle}", self.address)
    }

    /// The page of a puzzle by the text of its file.
    pub(crate) fn play_text(&self, text: &str) -> String {
        self.play_own(text, None)
    }

    /// Like `play_text`, with a board of its own.
    fn play_own(&self, text: &str, model: Option<&str>) -> String {
        let own = serde_json::json!({ "text": text, "model": model }).to_string();
        let escaped =
            own.bytes().fold(String::new(), |before, byte| format!("{before}%{byte:02x}"));
        self.play(&format!("puzzle={escaped}"))
    }
}

pub(crate) fn serve(arguments: &[&str]) -> Server {
    // Any free port, unless a test names one.
    let port: &[&str] = if arguments.contains(&"--port") { &[] } else { &["--port", "0"] };
    let arguments = [&["serve", "-q", "--threads", "2"], port, arguments].concat();
    let program = env!("CARGO_BIN_EXE_soliter");
    let (process, mut lines) = Group::start(program, &arguments, Stdio::inherit());
    let mut address = String::new();
    lines.read_line(&mut address).expect("an address");
    Server { _process: process, address: address.trim().to_owned() }
}

pub(crate) async fn a_built_in_puzzle_solved_hinted_and_checked() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#title", "Latin cross").await;
    browser
        .sees("#aim", "Leave one peg, in the middle, in as few moves as you can: 5 is possible.")
        .await;
    browser.pick("gardner/greek-cross").await;
    browser.sees("#title", "Greek cross").await;
    // Nothing is solved yet, so the hint comes from the server.
    browser.click("#hint").await;
    browser.sees("#said", "Move the ringed peg").await;
    browser.click("#hint").await;
    browser.sees("#said", "keeps the finish within reach").await;
    browser.screenshot("served-hint").await;
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#claim", "6 moves (8 jumps), the fewest possible").await;
    browser.click("#last").await;
    browser.sees("#said", "Finish reached").await;
    browser.screenshot("served-solved").await;
    // A wrong solution, and a correct one.
    browser.open_drawer().await;
    browser.write("#record", "1. 43-41\n2. 99-44").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Unreadable at line 2, column 4: no hole is called 99").await;
    browser.write("#record", "43-41, 45-43, 64-44-42, 24-44, 41-43-45, 46-44").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Correct: 8 jumps in 6 moves. That is the fewest possible.").await;
    browser.screenshot("served-checked").await;
    // A puzzle without a solution; the reason is drawn.
    browser.pick("french/44-to-44").await;
    browser.sees("#title", "French board").await;
    browser.click("#hint").await;
    browser.sees("#said", "This puzzle has no solution").await;
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#claim", "Impossible").await;
    browser.sees("#why", "The start has 16 (even)").await;
    browser.screenshot("served-impossible").await;
    browser.fits().await;
    browser.close().await;
}

pub(crate) async fn a_solve_is_cancelled_by_a_button_and_by_leaving() {
    let browser = start(Look { phone: true, ..Look::default() }).await;
    let server = serve(&[]);
    // No method settles this puzzle within minutes.
    browser.open(&server.play("boards/wiegleb-central-game")).await;
    browser.sees("#title", "Wiegleb").await;
    let computing = "fetch('api/status').then(r => r.json()).then(s => s.computing)";
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#progress", "Thinking").await;
    assert_eq!(browser.ask(computing).await, 1);
    browser.fits().await;
    browser.screenshot("served-phone-solving").await;
    browser.click("#cancel").await;
    browser.sees("#progress", "Cancelled").await;
    let ended = format!("{computing}.then(computing => computing === 0)");
    browser.until(&ended).await;
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#progress", "Thinking").await;
    assert_eq!(browser.ask(computing).await, 1);
    browser.reload().await;
    browser.until(&ended).await;
    browser.close().await;
}

pub(crate) async fn files_are_opened_and_links_lead_back_with_their_moves() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("gardner/latin-cross")).await;
    browser.sees("#title", "Latin cross").await;
    // The visitor's own file, and a link to its content.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.toml");
    std::fs::write(
        &file,
        "title = 'Mine'\nmodel = 'english'\nstart = ['43', '44']\nfinish = ['45']\n",
    )
    .expect("a file");
    browser.open_drawer().await;
    let field = browser.find("#open-file").await;
    field.send_keys(&file.to_string_lossy()).await.expect("a chosen file");
    browser.sees("#title", "Mine").await;
    let link = copied(&browser).await;
    browser.open("about:blank").await;
    browser.open(&link).await;
    browser.sees("#title", "Mine").await;
    browser.hole("#board", 23).await;
    browser.hole("#board", 9).await;
    browser.sees("#said", "Solved in 1 move").await;
    // A link with moves plays them. After a change to the moves, the page says so and plays nothing.
    let link = copied(&browser).await;
    assert!(link.ends_with("&moves=23-9"), "{link}");
    browser.ask("(localStorage.clear(), 0)").await;
    browser.open("about:blank").await;
    browser.open(&link).await;
    browser.sees("#said", "Finish reached").await;
    assert_eq!(browser.text("#jump-count").await, "1 of 1");
    browser.open("about:blank").await;
    browser.open(&link.replace("23-9", "23-10")).await;
    browser.sees("#said", "do not fit this puzzle").await;
    assert_eq!(browser.text("#jump-count").await, "0 of 1");
    browser.open("about:blank").await;
    browser.open(&server.play("puzzle=%7B%22text%22")).await;
    browser.sees("#fault", "This link is damaged").await;
    for (name, told) in [
        ("%E0%A4%A", "This link is damaged"),
        ("../list", "There is no such puzzle"),
        ("gardner/none", "no built-in puzzle is called \"gardner/none\""),
    ] {
        browser.open("about:blank").await;
        browser.open(&server.play(name)).await;
        browser.sees("#fault", told).await;
    }
    browser.fits().await;
    browser.close().await;
}

pub(crate) async fn a_puzzle_that_is_not_shown_is_not_called_missing() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    let faulty = "title = 'Faulty'\nmodel = 'english'\nstart = ['99']\nfinish = ['45']\n";
    let quoridor = "title = 'Walls'\nmodel = 'quoridor'\n";
    for (text, heading, told) in [
        (faulty, "This puzzle has errors", "99"),
        (quoridor, "This is a board game", "this is a board game, not peg solitaire"),
    ] {
        browser.open("about:blank").await;
        browser.open(&server.play_text(text)).await;
        browser.sees("#nowhere-title", heading).await;
        browser.sees("#fault", told).await;
        assert_eq!(browser.ask("document.title").await, format!("{heading} · Soliter"));
        let leads = browser.ask("document.getElementById('to-games').checkVisibility()").await;
        assert_eq!(leads, text == quoridor);
    }
    // A built-in game has a page.
    browser.open("about:blank").await;
    browser.open(&server.play("quoridor/9x9")).await;
    browser.sees("#said-game", "to move").await;
    assert_eq!(browser.ask("location.pathname + location.hash").await, "/games#quoridor/9x9");
    browser.close().await;
}

pub(crate) async fn a_board_with_two_jumps_between_the_same_holes_is_played() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    // Opposite corners of a square are connected by two jumps, over either of the other corners.
    let square = "title = 'Square'\nmodel = { edges = ['a-b', 'b-c', 'c-d', 'd-a'] }\n\
                  start = ['a', 'b', 'd']\nfinish = { pegs = 1 }\n";
    browser.open(&server.play_text(square)).await;
    browser.sees("#title", "Square").await;
    // The position after a jump, and the jumps made.
    let now = "[player.trying.now.map(Number), player.trying.tried]";
    let begun = serde_json::json!([[1, 1, 0, 1], []]);
    let over = |hole: usize| {
        let left = 4 - hole;
        let mut pegs = [0, 0, 1, 0];
        pegs[left] = 1;
        serde_json::json!([pegs, [[0, 2, hole]]])
    };
    // By clicks, by dragging and by keys, the page asks which peg to jump over.
    for (way, hole) in [("click", 1), ("drag", 3), ("keys", 3)] {
        match way {
            "click" => {
                browser.hole("#board", 0).await;
                browser.hole("#board", 2).await;
            }
            "drag" => browser.drag(0, 2).await,
            _ => {
                browser.ask("(player.view.focus(0), player.trying.pick(0), 0)").await;
                browser.ask("(player.view.focus(2), 0)").await;
                browser.type_text(" ").await;
            }
        }
        browser.sees("#said", "2 jumps lead there. Touch the peg to jump over.").await;
        assert_eq!(browser.ask(now).await, begun, "{way}");
        let ringed = "[...document.querySelectorAll('#board .spot')]\
            .flatMap((spot, hole) => spot.classList.contains('target') ? [hole] : [])";
        assert_eq!(browser.ask(ringed).await, serde_json::json!([1, 3]), "{way}");
        browser.screenshot("several-jumps").await;
        if way == "keys" {
            browser.ask(&format!("(player.view.focus({hole}), 0)")).await;
            browser.type_text(" ").await;
        } else {
            browser.hole("#board", hole).await;
        }
        assert_eq!(browser.ask(now).await, over(hole), "{way}");
        browser.type_text("u").await;
        assert_eq!(browser.ask(now).await, begun, "{way}");
    }
    // Escape closes the question.
    browser.drag(0, 2).await;
    browser.sees("#said", "2 jumps lead there").await;
    browser.ask("(player.view.focus(2), 0)").await;
    browser.keys(&[Key::Escape]).await;
    browser.hole("#board", 1).await;
    assert_eq!(browser.ask(now).await, begun);
    browser.ask("(player.trying.select(undefined), 0)").await;
    // If only one jump is left, the page does not ask. The moves are written as the library writes them.
    browser.hole("#board", 0).await;
    browser.hole("#board", 2).await;
    browser.hole("#board", 1).await;
    browser.hole("#board", 2).await;
    browser.hole("#board", 0).await;
    browser.sees("#said", "Solved in 1 move").await;
    let own = browser.ask("document.getElementById('own-line').value").await;
    assert_eq!(own, "a(b)c(d)a");
    // The link plays them, and the jumps are stored.
    let link = copied(&browser).await;
    assert!(link.ends_with("&moves=0-.1-2-.3-0"), "{link}");
    browser.reload().await;
    browser.until("byId('jump-count').textContent === '2 of 2'").await;
    browser.open("about:blank").await;
    browser.open(&link).await;
    browser.sees("#said", "Finish reached").await;
    assert_eq!(browser.text("#jump-count").await, "2 of 2");
    // The library's solution and its hints are played, too.
    browser.click("label:has(#mode-try)").await;
    browser.click("#restart").await;
    browser.click("#hint").await;
    browser.sees("#said", "Move the ringed peg").await;
    browser.open_drawer().await;
    browser.click("#solve").await;
    browser.sees("#claim", "1 move (2 jumps), the fewest possible").await;
    browser.click("#last").await;
    browser.sees("#said", "Finish reached").await;
    browser.fits().await;
    browser.close().await;
}

/// The address that "Copy a link to the moves" copies.
async fn copied(browser: &Browser) -> String {
    browser.ask("(copyText = async (text) => { window.copied = text; }, 0)").await;
    browser.open_drawer().await;
    browser.click("#copy-link").await;
    browser.sees("#said", "The link is copied").await;
    browser.ask("window.copied").await.as_str().expect("an address").to_owned()
}

pub(crate) async fn the_names_of_a_graph_are_no_notation_of_requests() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    browser.open(&server.play("graphs/double-star-3-2")).await;
    browser.sees("#said", "to begin").await;
    browser.open_drawer().await;
    browser.write("#record", "nothing").await;
    browser.click("#check-record").await;
    browser.sees("#verdict", "Unreadable: there is no jump in this text.").await;
    browser.click("#solve").await;
    browser.sees("#solved-by", " s").await;
    assert_eq!(browser.text("#fault").await, "");
    browser.close().await;
}

pub(crate) async fn boards_of_106_holes_are_played_by_touch_drag_and_keys() {
    let browser = start(Look::default()).await;
    let server = serve(&[]);
    // A rectangle without its corners, and a long row, which scrolls within its frame.
    let rectangle =
        format!(" {0} \n{1} {0} ", "o".repeat(8), format!("{}\n", "o".repeat(10)).repeat(9));
    let board = |drawing: &str, names: &str| {
        format!(
            "kind = 'peg-solitaire'\ntitle = 'Wide'\nboard = \"\"\"\n{drawing}\n\"\"\"\n\
             lattice = 'square'\ndirections = 'orthogonal'\nnames = '{names}'\n"
        )
    };
    let row = "o".repeat(106);
    for (drawing, names, empty) in [(&*rectangle, "letter-row", "e5"), (&*row, "number", "3")] {
        let text = format!(
            "title = 'Wide'\nmodel = 'board.toml'\nstart = {{ all_but = ['{empty}'] }}\nfinish = {{ pegs = 9 }}\n"
        );
        let link = server.play_own(&text, Some(&board(drawing, names)));
        for (width, height) in [(1280, 800), (390, 844), (320, 640)] {
            browser.window((width, height), width < 1000).await;
            browser.open("about:blank").await;
            browser.open(&link).await;
            browser.sees("#title", "Wide").await;
            let begun = "(player.trying.restart(), player.trying.tried.length)";
            assert_eq!(browser.ask(begun).await, 0);
            browser.sees("#peg-count", "105").await;
            browser.fits().await;
            let size = "document.querySelector('#board .spot').getBoundingClientRect().width";
            assert!(browser.ask(size).await.as_f64().expect("pixels") >= 20.0, "{width}");
            let jump = browser.ask("player.trying.legal[0]").await;
            let [from, to] = [0, 1].map(|end| jump[end].as_u64().expect("a hole") as usize);
            browser.hole("#board", from).await;
            browser.hole("#board", to).await;
            assert_eq!(browser.text("#peg-count").await, "104", "by touch at {width}");
            assert_eq!(browser.ask(begun).await, 0);
            if width < 1000 {
                browser.touch_drag(from, to).await;
            } else {
                browser.drag(from, to).await;
            }
            assert_eq!(browser.text("#peg-count").await, "104", "by dragging at {width}");
            assert_eq!(browser.ask(begun).await, 0);
            browser.ask(&format!("(player.view.focus({from}), 0)")).await;
            browser.type_text(" ").await;
            let way = format!(
                "player.data.points[{from}].map((at, axis) => Math.sign(player.data.points[{to}][axis] - at))"
            );
            let key = match browser
                .ask(&way)
                .await
                .as_array()
                .map(|way| [0, 1].map(|at| way[at].as_i64()))
            {
                Some([Some(1), _]) => Key::Right,
                Some([Some(-1), _]) => Key::Left,
                Some([_, Some(1)]) => Key::Down,
                _ => Key::Up,
            };
            browser.keys(&[key, key]).await;
            browser.type_text(" ").await;
            assert_eq!(browser.text("#peg-count").await, "104", "by keys at {width}");
        }
    }
    browser.close().await;
}
