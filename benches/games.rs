//! The board games' long computations, each run once: `cargo bench --bench games [-- NAME]`. Rows that take
//! minutes are run only if they are named.

mod once;

use std::time::Duration;

use once::{control, head, row, wanted};
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::games::analysis::verify;
use soliter::games::engine::verified;
use soliter::games::palisade::actions::Pair;
use soliter::games::palisade::turn::{Outcomes, best_turn};
use soliter::games::{GamePuzzle, Visitor};
use soliter::library;

/// The start of a game with these parameters.
fn game(model: &str, parameters: &str) -> GamePuzzle {
    let text = format!("title = \"bench\"\nmodel = \"{model}\"\n{parameters}\n");
    let source = Source::new("bench.toml", text);
    GamePuzzle::parse(&source, &library::model(model).expect("a built-in model"))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

/// The value, checked, with the length of the best line.
struct Value(Control);

impl Visitor for Value {
    type Output = String;

    fn visit<R: Playable>(self, rules: &R) -> String {
        let found = verified(&rules, rules.initial(), &self.0);
        verify(rules, rules.initial(), &found).expect("a right analysis");
        let value = found.value.map_or_else(|| format!("{:?}", found.stopped), |v| v.to_string());
        let (best, line) = (found.best.len(), found.line.len());
        format!("{value} ({best} best moves, line of {line}, {} positions)", found.states)
    }
}

struct Perft(usize);

impl Visitor for Perft {
    type Output = String;

    fn visit<R: Playable>(self, rules: &R) -> String {
        rules.perft(rules.initial(), self.0, &control()).expect("a count").to_string()
    }
}

fn pyramid() {
    for base in [12, 14, 16, 18, 19, 20, 21, 22] {
        let name = format!("pyramid base {base}");
        if base <= 18 || wanted().iter().any(|part| name.ends_with(part.as_str())) {
            row(&name, || game("pyramid", &format!("base = {base}")).game.visit(Value(control())));
        }
    }
}

fn corridor() {
    for model in ["corridor", "quoridor"] {
        row(&format!("{model} perft 4"), || game(model, "").game.visit(Perft(4)));
    }
    for (name, parameters) in [
        ("corridor 3x3, none, unlimited", "n = 3\nwalls = \"unlimited\"\npassability = \"none\""),
        ("corridor 4x4, none, 5 sticks", "n = 4\nwalls = 5"),
        ("corridor 4x4, border, unlimited", "n = 4\npreset = \"passable\""),
        (
            "corridor 4x4, border, unlimited, diagonal",
            "n = 4\npreset = \"passable\"\njump = \"diagonal\"",
        ),
        ("corridor 5x5, none, 3 sticks", "n = 5\nwalls = 3"),
        ("corridor 5x5, border, 3 sticks", "n = 5\nwalls = 3\npassability = \"border\""),
        ("corridor 5x5, path, 3 sticks", "n = 5\nwalls = 3\npassability = \"path\""),
        ("corridor 9x9, 10 sticks, race for a wall", ""),
    ] {
        row(name, || game("corridor", parameters).game.visit(Value(control())));
    }
    let long = "corridor 5x5, none, 4 sticks";
    if wanted().iter().any(|part| part == long) {
        row(long, || game("corridor", "n = 5\nwalls = 4").game.visit(Value(control())));
    }
    for (name, parameters) in [
        ("quoridor 6x6, 3 walls", "n = 6\nwalls = 3"),
        ("quoridor 5x5, 5 walls", "n = 5\nwalls = 5"),
        ("quoridor 7x7, 1 wall", "n = 7\nwalls = 1"),
    ] {
        if wanted().iter().any(|part| part == name) {
            row(name, || game("quoridor", parameters).game.visit(Value(control())));
        }
    }
    row("quoridor 5x5, 3 walls", || {
        game("quoridor", "n = 5\nwalls = 3").game.visit(Value(control()))
    });
    row("corridor 9x9, 8 sticks, 5 seconds", || {
        let limited = control().within(Duration::from_secs(5));
        game("corridor", "preset = \"fewer\"").game.visit(Value(limited))
    });
}

fn palisade() {
    const START: [u8; 5] = [1, 3, 4, 2, 5];
    row("palisade 1 3 4 2 5, outcomes of four actions", || {
        let found = Outcomes::find(&START, Pair::Changed, 4, 0, usize::MAX, &control());
        found.expect("outcomes").layer(4).len().to_string()
    });
    row("palisade 1 3 4 2 5, most points with 2, 3, 4 actions", || {
        let most = |actions| best_turn(&START, Pair::Changed, actions, &control());
        format!("{:?}", [2, 3, 4].map(|actions| most(actions).expect("a turn").points))
    });
    row("palisade 1 3 4 2 5, perft 6", || {
        game("palisade", "columns = [1, 3, 4, 2, 5]").game.visit(Perft(6))
    });
    for (name, columns) in
        [("palisade of 22 stones", "5, 6, 5, 6"), ("palisade of 24 stones", "6, 6, 6, 6")]
    {
        if wanted().iter().any(|part| part == name) {
            let parameters = format!("columns = [{columns}]");
            row(name, || game("palisade", &parameters).game.visit(Value(control())));
        }
    }
    for (name, columns) in [
        ("palisade of 15 stones", "1, 3, 4, 2, 5"),
        ("palisade of 16 stones", "4, 4, 4, 4"),
        ("palisade of 18 stones", "3, 5, 4, 2, 4"),
        ("palisade of 20 stones", "5, 5, 5, 5"),
        ("palisade of 36 stones", "1, 2, 3, 4, 5, 6, 7, 8"),
    ] {
        let parameters = format!("columns = [{columns}]");
        row(name, || game("palisade", &parameters).game.visit(Value(control())));
    }
}

fn main() {
    head();
    pyramid();
    corridor();
    palisade();
}
