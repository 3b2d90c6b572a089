//! `--what luck`: the chance that a player wins who makes any legal jump.

use std::fmt::Write as _;

use serde_json::json;
use soliter::draw::plot::{self, Bar};
use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::questions::luck::{Chance, luck};

use crate::cli::args::CountArgs;
use crate::cli::columns;
use crate::cli::count::figures::{Figures, answer, stopped};
use crate::cli::output::failure::Outcome;
use crate::cli::output::paint;
use crate::cli::output::paint::{shown, strong};
use crate::cli::session::Session;

const HEADS: [&str; 3] = ["pegs", "chance", "exactly"];
/// Digits of a chance for people, and for programs that read decimals.
const DIGITS: u32 = 6;
const MORE_DIGITS: u32 = 17;
/// Fractions of more characters are left out of the text; the object has them.
const SHORT: usize = 40;

/// Computes the chances of a random player.
pub(crate) fn run(session: &Session, args: &CountArgs, puzzle: &Puzzle) -> Outcome {
    let (result, seconds) = session.compute(|control| luck(puzzle, control));
    let luck = result.map_err(|stop| stopped(args, stop, seconds))?;
    let object = json!({
        "puzzle": args.file,
        "title": puzzle.title(),
        "what": args.what,
        "value": luck.win.to_string(),
        "decimal": luck.win.decimal(MORE_DIGITS),
        "levels": luck.ends.iter().map(|(pegs, chance)| json!({
            "pegs": pegs, "value": chance.to_string(), "decimal": chance.decimal(MORE_DIGITS),
        })).collect::<Vec<_>>(),
        "seconds": seconds,
    });
    let row = |(pegs, chance): &(usize, Chance)| {
        vec![pegs.to_string(), chance.decimal(MORE_DIGITS), chance.to_string()]
    };
    let rows: Vec<Vec<String>> = luck.ends.iter().map(row).collect();
    let text = || {
        let chance = |chance: &Chance| chance.decimal(DIGITS);
        let title = shown(puzzle.title());
        let win = format!("{title}: a random player wins with chance {}", chance(&luck.win));
        let mut text = format!("{}\n", strong(win));
        if session.options.quiet {
            return text;
        }
        let exact = |chance: &Chance| {
            let text = chance.to_string();
            if text.len() <= SHORT { text } else { String::new() }
        };
        let short = |(pegs, one): &(usize, Chance)| vec![pegs.to_string(), chance(one), exact(one)];
        let rows: Vec<Vec<String>> = luck.ends.iter().map(short).collect();
        let heads = if rows.iter().all(|row| row[2].is_empty()) { &HEADS[..2] } else { &HEADS };
        let _ = writeln!(
            text,
            "\npegs at the end of a game:\n\n{}\n{}",
            columns::text(heads, &rows),
            paint::seconds(seconds)
        );
        text
    };
    let bar = |(pegs, chance): &(usize, Chance)| Bar {
        label: pegs.to_string(),
        value: (chance.value() * 1e6).round(),
        dead: 0.0,
    };
    let bars: Vec<Bar> = luck.ends.iter().map(bar).collect();
    let games = ("games of a million, made at random", None);
    let picture = Some(plot::bars(puzzle.title(), "pegs at the end", games, &bars));
    answer(session, args, &Figures { picture, heads: &HEADS, rows: &rows }, &object, text)
}
