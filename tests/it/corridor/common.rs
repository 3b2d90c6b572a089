//! Games for the tests, and the known results with which they are compared.

use serde_json::Value;
use soliter::base::diagnostic::Source;
use soliter::games::corridor::Corridor;
use soliter::games::corridor::board::State;
use soliter::games::rules::Rules;
use soliter::games::{Game, GamePuzzle};
use soliter::library;

/// Results computed by other programs; the section heads in the file name the programs.
pub(crate) fn facts(game: &str, section: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../../facts/corridor.json")).expect("JSON");
    all[game][section].as_array().expect("a list").clone()
}

/// A game from the text of a puzzle file's parameters.
pub(crate) fn game(model: &str, parameters: &str) -> Corridor {
    let text = format!("title = \"test\"\nmodel = \"{model}\"\n{parameters}\n");
    let source = Source::new("test.toml", text);
    let puzzle = GamePuzzle::parse(&source, &library::model(model).expect("a model"));
    match puzzle {
        Ok(GamePuzzle { game: Game::Corridor(rules), .. }) => rules,
        other => panic!("not Corridor, or {:?}", other.err().map(|faults| faults.to_string())),
    }
}

/// The game of an entry of the known results: keys n, walls, rule, jump.
pub(crate) fn corridor(entry: &Value, more: &str) -> Corridor {
    let walls = entry["walls"].as_u64().map_or("\"unlimited\"".into(), |walls| walls.to_string());
    game(
        "corridor",
        &format!(
            "n = {}\nwalls = {walls}\npassability = {}\njump = {}\n{more}",
            entry["n"], entry["rule"], entry["jump"]
        ),
    )
}

pub(crate) fn words(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|word| word.as_str().expect("a string").to_owned()).collect()
}

/// A position of the known results: keys pawns, `walls_on_board`, used, `to_move`.
pub(crate) fn position(rules: &Corridor, entry: &Value) -> State {
    let sticks = words(&entry["walls_on_board"]);
    let lying = |end: char| {
        let names: Vec<&str> = sticks.iter().filter_map(|stick| stick.strip_suffix(end)).collect();
        names.join(",")
    };
    let left = match (entry["walls"].as_u64(), entry["used"].as_array()) {
        (None, _) => "-,-".into(),
        (Some(walls), used) => {
            let used = used.map_or(vec![0, 0], |u| u.iter().filter_map(Value::as_u64).collect());
            format!("{},{}", walls - used[0], walls - used[1])
        }
    };
    let pawns = words(&entry["pawns"]).join(",");
    let text = format!("{pawns}/h:{}/v:{}/{left}/{}", lying('h'), lying('v'), entry["to_move"]);
    rules.read_position(&text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

/// The names of the legal moves, sorted.
pub(crate) fn legal(rules: &Corridor, state: &State) -> Vec<String> {
    let moves = rules.moves(state);
    let mut names: Vec<String> = moves.iter().map(|m| rules.write_move(state, m)).collect();
    names.sort();
    names
}

/// A stream of pseudo-random numbers, which is the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}
