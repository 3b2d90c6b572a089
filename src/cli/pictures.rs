//! Pictures and pages: `--svg` and `--html` of `solve`, `check` and `show`.

use std::path::Path;
use std::slice;
use std::time::Duration;

use serde_json::json;
use soliter::base::control::Control;
use soliter::games::{GamePuzzle, strip, view::Frame};
use soliter::pages::{game_data, html, puzzle_data, reasons, solvable};
use soliter::prove::judge::Judgement;
use soliter::{
    boards::answer::Claim,
    boards::draw::animation::animation,
    boards::draw::svg,
    boards::line::{Hop, Line},
    boards::puzzle::Puzzle,
    boards::verify::Verified,
};

use crate::cli::args::{Pictures, file_name::FileName};
use crate::cli::files::targets::{Target, is_stdout};
use crate::cli::{files::targets, output::failure::Failure};

impl Pictures {
    /// Whether a picture goes to standard output.
    pub(crate) fn takes_stdout(&self) -> bool {
        [&self.svg, &self.html].into_iter().flatten().any(|path| is_stdout(path))
    }

    pub(crate) fn wanted(&self) -> bool {
        self.svg.is_some() || self.html.is_some()
    }
}

fn write(
    wanted: &Pictures,
    picture: impl FnOnce() -> String,
    page: impl FnOnce() -> String,
) -> Result<(), Failure> {
    if let Some(path) = &wanted.svg {
        targets::write(path, &picture())?;
    }
    if let Some(path) = &wanted.html {
        targets::write(path, &page())?;
    }
    Ok(())
}

/// Writes the pictures of a solved puzzle: its first line, or the reason why there is none.
pub(crate) fn answer(
    wanted: &Pictures,
    puzzle: &Puzzle,
    answer: &Verified,
    more: &[Line],
) -> Result<(), Failure> {
    let picture = || match (answer.line(), answer.certificate(puzzle)) {
        (Some(line), _) => moves(wanted, puzzle, line, None),
        (None, Some(certificate)) => svg::certificate(puzzle, &certificate),
        (None, None) => svg::puzzle(puzzle),
    };
    let lines = if more.is_empty() { answer.line().map_or(&[][..], slice::from_ref) } else { more };
    write(wanted, picture, || page(puzzle, lines, Some(answer)))
}

fn moves(wanted: &Pictures, puzzle: &Puzzle, line: &Line, wrong: Option<Hop>) -> String {
    if wanted.animate { animation(puzzle, line, wrong) } else { svg::line(puzzle, line, wrong) }
}

pub(crate) fn puzzle(wanted: &Pictures, puzzle: &Puzzle) -> Result<(), Failure> {
    if wanted.animate {
        return Err(without_solution());
    }
    write(wanted, || svg::puzzle(puzzle), || page(puzzle, &[], None))
}

pub(crate) fn without_solution() -> Failure {
    Failure::usage("only a solution can be animated", "add --solution, or leave out --animate")
}

/// Writes the pictures of a record: its legal part, and the illegal jump.
pub(crate) fn record(
    wanted: &Pictures,
    puzzle: &Puzzle,
    judgement: &Judgement,
) -> Result<(), Failure> {
    let line = judgement.line();
    let picture = || moves(wanted, puzzle, &line, judgement.illegal_jump());
    write(wanted, picture, || page(puzzle, slice::from_ref(&line), None))
}

/// The page has no solver: what it is to know of lost positions is computed here, within this time for each of both.
const FORESIGHT: Duration = Duration::from_secs(1);

fn page(puzzle: &Puzzle, lines: &[Line], answer: Option<&Verified>) -> String {
    let mut data = puzzle_data::data(puzzle, lines, answer);
    if answer.is_none_or(|answer| answer.claim() != Claim::Infeasible) {
        let within = || Control::default().within(FORESIGHT);
        data["solvable"] = json!(solvable::data(puzzle, &within()).unwrap_or_default());
        data["pagodas"] = json!(reasons::data(puzzle, &within()).unwrap_or_default());
    }
    html::player(puzzle, lines.first(), &data)
}

/// Writes the pictures of a game: a position, or a line frame by frame.
pub(crate) fn game(
    wanted: &Pictures,
    puzzle: &GamePuzzle,
    claim: Option<&str>,
    frames: &[Frame],
) -> Result<(), Failure> {
    if wanted.animate {
        let help = "leave out --animate, or use --html, whose page plays the moves";
        return Err(Failure::unfit("--animate is for peg solitaire", help));
    }
    let title = &puzzle.title;
    let strip = || strip::strip(title, frames);
    write(wanted, strip, || html::game(title, &strip(), &game_data::film(puzzle, claim, frames)))
}

/// Refuses, before any work is done, combinations of options that are not possible, and targets that cannot
/// be written.
pub(crate) fn check(
    wanted: &Pictures,
    inputs: &[&FileName],
    puzzles: usize,
    json: bool,
) -> Result<(), Failure> {
    if wanted.wanted() && puzzles > 1 {
        return Err(Failure::usage(
            "only one puzzle can be drawn at a time",
            "solve the files one by one",
        ));
    }
    let svg = wanted.svg.as_deref().map(svg_target);
    let html = wanted.html.as_deref().map(html_target);
    targets::check(svg.into_iter().chain(html), inputs, json)
}

pub(crate) fn html_target(path: &Path) -> Target<'_> {
    Target { what: "a page", path, endings: &["html", "htm"] }
}

pub(crate) fn svg_target(path: &Path) -> Target<'_> {
    Target { what: "a picture", path, endings: &["svg"] }
}
