//! `--what win-probability`: the probability that a player who chooses legal jumps at random wins.

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::draw::plot::{self, Bar};
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::questions::win_probability::{Chance, win_probability};

use crate::cli::columns;
use crate::cli::count::figures::{Figures, Found, bar};

const HEADS: [&str; 3] = ["pegs", "probability", "exactly"];
/// The number of digits of a probability in text, and in decimal numbers for programs.
const DIGITS: u32 = 6;
const MORE_DIGITS: u32 = 17;
/// Fractions with more characters are left out of the text; the JSON object has them.
const SHORT: usize = 40;

pub(super) fn chances(puzzle: &Puzzle, control: &Control) -> Result<Found, Stop> {
    let luck = win_probability(puzzle, control)?;
    let keys = json!({
        "value": luck.win.to_string(),
        "decimal": luck.win.decimal(MORE_DIGITS),
        "levels": luck.ends.iter().map(|(pegs, chance)| json!({
            "pegs": pegs, "value": chance.to_string(), "decimal": chance.decimal(MORE_DIGITS),
        })).collect::<Vec<_>>(),
    });
    let row = |(pegs, chance): &(usize, Chance)| {
        vec![pegs.to_string(), chance.decimal(MORE_DIGITS), chance.to_string()]
    };
    let rows: Vec<Vec<String>> = luck.ends.iter().map(row).collect();
    let short = |(pegs, chance): &(usize, Chance)| {
        let exact = Some(chance.to_string()).filter(|text| text.len() <= SHORT);
        vec![pegs.to_string(), chance.decimal(DIGITS), exact.unwrap_or_default()]
    };
    let short_rows: Vec<Vec<String>> = luck.ends.iter().map(short).collect();
    let exact = short_rows.iter().any(|row| !row[2].is_empty());
    let table = columns::text(if exact { &HEADS } else { &HEADS[..2] }, &short_rows);
    let bar = |(pegs, chance): &(usize, Chance)| bar(*pegs, (chance.value() * 1e6).round(), 0.0);
    let bars: Vec<Bar> = luck.ends.iter().map(bar).collect();
    let games = ("games of a million, made at random", None);
    let figures = Figures {
        sentence: format!("a random player wins with probability {}", luck.win.decimal(DIGITS)),
        body: format!("pegs at the end of a game:\n\n{table}"),
        plot: Some(plot::bars(puzzle.title(), "pegs at the end", games, &bars)),
        heads: HEADS.to_vec(),
        rows,
        ..Default::default()
    };
    Ok((keys, figures))
}
