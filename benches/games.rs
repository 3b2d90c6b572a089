//! The board games' long computations, each run once: `cargo bench --bench games [-- NAME]`. Rows that take
//! minutes are run only if they are named.

mod once;

use std::time::Duration;

use once::{control, head, row, wanted};
use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::games::engine::verified;
use soliter::games::{BoardGame, GamePuzzle, Visitor};
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

    fn visit<R: BoardGame>(self, rules: &R) -> String {
        let found = verified(rules, rules.initial(), &self.0).expect("a right analysis");
        let value = found.value.map_or_else(|| format!("{:?}", found.stopped), |v| v.to_string());
        let (best, line) = (found.best.len(), found.line.len());
        format!("{value} ({best} best moves, line of {line}, {} positions)", found.states)
    }
}

struct Perft(usize);

impl Visitor for Perft {
    type Output = String;

    fn visit<R: BoardGame>(self, rules: &R) -> String {
        let counted = rules.counted();
        counted.sequences(counted.initial(), self.0, &control()).expect("a count").to_string()
    }
}

/// The value of a game; rows that take minutes are run only if they are named.
fn value(name: &str, is_long: bool, model: &str, parameters: &str) {
    if !is_long || wanted().iter().any(|part| part == name) {
        row(name, || game(model, parameters).game.visit(Value(control())));
    }
}

fn main() {
    head();
    for base in [14, 16, 17, 18] {
        value(&format!("pyramid base {base}"), base > 17, "pyramid", &format!("base = {base}"));
    }
    for model in ["corridor", "quoridor"] {
        row(&format!("{model} perft 4"), || game(model, "").game.visit(Perft(4)));
    }
    row("palisade 1 3 4 2 5, perft 6", || game("palisade", "").game.visit(Perft(6)));
    for (name, is_long, model, parameters) in [
        ("corridor 3x3, none, 3 sticks", false, "corridor", "n = 3\nwalls = 3"),
        ("corridor 4x4, none, 2 sticks", false, "corridor", "n = 4\nwalls = 2"),
        ("corridor 4x4, none, 3 sticks", true, "corridor", "n = 4\nwalls = 3"),
        ("corridor 5x5, none, 1 stick", false, "corridor", "n = 5\nwalls = 1"),
        ("corridor 9x9, 10 sticks, wall", false, "corridor", ""),
        ("quoridor 4x4, 3 walls", false, "quoridor", "n = 4\nwalls = 3"),
        ("quoridor 5x5, 2 walls", false, "quoridor", "n = 5\nwalls = 2"),
        ("quoridor 5x5, 3 walls", true, "quoridor", "n = 5\nwalls = 3"),
        ("palisade of 15 stones", false, "palisade", "columns = [1, 3, 4, 2, 5]"),
        ("palisade of 16 stones", false, "palisade", "columns = [4, 4, 4, 4]"),
        ("palisade of 18 stones", false, "palisade", "columns = [3, 5, 4, 2, 4]"),
        ("palisade of 20 stones", true, "palisade", "columns = [5, 5, 5, 5]"),
    ] {
        value(name, is_long, model, parameters);
    }
    row("corridor 9x9, 8 sticks, 5 seconds", || {
        let limited = control().within(Duration::from_secs(5));
        game("corridor", "preset = \"fewer\"").game.visit(Value(limited))
    });
}
