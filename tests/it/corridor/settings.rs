//! Invalid parameters and positions, with the exact messages.

use soliter::base::diagnostic::Source;
use soliter::games::GamePuzzle;
use soliter::games::rules::Rules;
use soliter::library;

use crate::corridor::common::game;

/// The diagnostics of a puzzle file.
fn faults(model: &str, parameters: &str) -> String {
    let text = format!("title = \"test\"\nmodel = \"{model}\"\n{parameters}\n");
    let source = Source::new("test.toml", text);
    match GamePuzzle::parse(&source, &library::model(model).expect("a model")) {
        Ok(_) => "no fault".into(),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn parameters() {
    for (model, parameters, expected) in [
        ("corridor", "n = 2", "test.toml:3:5: \"n\" must be from 3 to 11"),
        ("corridor", "n = 12", "test.toml:3:5: \"n\" must be from 3 to 11"),
        ("corridor", "players = 5", "test.toml:3:11: \"players\" must be from 2 to 4"),
        (
            "corridor",
            "walls = \"many\"",
            "test.toml:3:9: \"walls\" must be an integer or \"unlimited\", not a string",
        ),
        ("corridor", "jump = \"sideways\"", ""),
        (
            "corridor",
            "border_walls = true\nwall_length = 2",
            "test.toml:3:16: long sticks have no place on the border (sticks on the border have one \
          side's length: wall_length = 1)",
        ),
        (
            "corridor",
            "start = [\"e1\"]",
            "test.toml:3:9: 1 squares for 2 players (one square of each player's own edge row: start \
          = [\"e1\", \"e9\"])",
        ),
        (
            "corridor",
            "start = [\"e2\", \"e9\"]",
            "test.toml:3:9: player 1 starts from row 1, not from e2 (one square of each player's own \
          edge row: start = [\"e1\", \"e9\"])",
        ),
        (
            "corridor",
            "start = [\"e1\", \"z9\"]",
            "test.toml:3:16: z9 is not on the 9 by 9 board (squares are a1 to i9)",
        ),
        (
            "corridor",
            "placement = true\nstart = [\"e1\", \"e9\"]",
            "test.toml:4:9: the players choose their squares: placement = true (one square of each \
          player's own edge row: start = [\"e1\", \"e9\"])",
        ),
        ("quoridor", "colour = 1", ""),
    ] {
        let found = faults(model, parameters);
        if expected.is_empty() {
            assert_ne!(found, "no fault", "{parameters}");
        } else {
            assert_eq!(found, expected, "{parameters}");
        }
    }
}

#[test]
fn positions() {
    let two = game("corridor", "n = 3\nwalls = 2\npassability = \"border\"");
    let unlimited = game("corridor", "n = 3\npreset = \"passable\"");
    let long = game("quoridor", "n = 4\nwalls = 2");
    for (rules, text, offset, message) in [
        (&two, "b1,b3", 0, "a position has five parts, this one 1"),
        (&two, "b1/h:/v:/2,2/1", 0, "1 pawns for 2 players"),
        (&two, "b1,b4/h:/v:/2,2/1", 3, "\"b4\" is not a square of this board"),
        (&two, "b1,b1/h:/v:/2,2/1", 3, "two pawns on b1"),
        (&two, "-,b3/h:/v:/2,2/1", 0, "\"-\" is not a square of this board"),
        (&two, "a3,b1/h:/v:/2,2/1", 0, "two pawns have arrived"),
        (&two, "b1,b3/v:/h:/2,2/1", 6, "\"v:\" does not start with h:"),
        (&two, "b1,b3/h:a1,a3/v:/2,2/1", 11, "there is no place for a stick a3h"),
        (&two, "b1,b3/h:a1,a1/v:/2,2/1", 11, "the stick a1h lies twice"),
        (&two, "b1,b3/h:a1,b1,c1/v:/2,2/1", 6, "the sticks break the passability rule"),
        (&two, "b1,b3/h:/v:/2,3/1", 14, "\"3\" is not a number of sticks left"),
        (&two, "b1,b3/h:/v:/2/1", 12, "1 numbers of sticks for 2 players"),
        (&two, "b1,b3/h:/v:/2,2/3", 16, "\"3\" is not a player"),
        (&unlimited, "b1,b3/h:/v:/2,2/1", 12, "\"2\" is not a number of sticks left"),
        (&long, "b1,b4/h:a1,b1/v:/2,2/1", 11, "the stick b1h overlaps or crosses another"),
        (&long, "b1,b4/h:a1/v:a1/2,2/1", 13, "the stick a1v overlaps or crosses another"),
        (&long, "b1,b4/h:a1,c1/v:/2,2/1", 6, "the sticks break the passability rule"),
    ] {
        let fault = rules.read_position(text).expect_err(text);
        assert_eq!(fault.message, message, "{text}");
        assert_eq!(fault.span.start, offset, "{text}");
        assert!(!fault.help.is_empty());
    }
}

#[test]
fn readings_are_echoed() {
    let rules = game("corridor", "preset = \"passable\"");
    let readings: Vec<String> =
        rules.about().readings.into_iter().map(|(key, value)| format!("{key}={value}")).collect();
    assert_eq!(
        readings.join(" "),
        "n=9 players=2 walls=unlimited passability=border jump=straight placement=false \
         border_walls=false wall_length=1 repetition=3 start=e1,e9"
    );
}
