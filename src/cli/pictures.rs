//! `--svg` and `--html`.

use std::path::Path;

use soliter::games::GamePuzzle;
use soliter::games::picture::Frame;
use soliter::games::strip;
use soliter::pages::puzzle_data::{self, Known};
use soliter::pages::{game_data, html};
use soliter::peg::draw::svg;
use soliter::peg::line::Line;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::verify::Verified;

use crate::cli::args::Pictures;
use crate::cli::{files, output};

impl Pictures {
    /// Whether standard output is taken by a picture.
    pub(crate) fn takes_stdout(&self) -> bool {
        [&self.svg, &self.html].into_iter().flatten().any(|path| path == Path::new("-"))
    }

    /// Whether any picture is wanted.
    pub(crate) fn wanted(&self) -> bool {
        self.svg.is_some() || self.html.is_some()
    }
}

/// Writes the pictures of a solved puzzle: its first line, or why there is none.
pub(crate) fn answer(
    wanted: &Pictures,
    puzzle: &Puzzle,
    answer: &Verified,
    more: &[Line],
) -> Result<(), files::Reported> {
    if let Some(path) = &wanted.svg {
        let reason = answer.evidence().iter().find_map(|one| svg::certificate(puzzle, &one.detail));
        let picture = match (answer.line(), reason) {
            (Some(line), _) => svg::line(puzzle, line),
            (None, Some(reason)) => reason,
            (None, None) => svg::puzzle(puzzle),
        };
        files::write(path, &picture)?;
    }
    let lines: Vec<Line> = match (more, answer.line()) {
        ([], line) => line.cloned().into_iter().collect(),
        (more, _) => more.to_vec(),
    };
    let known = Known { claim: Some(answer.claim()), evidence: answer.evidence() };
    page(wanted, puzzle, &lines, known)
}

/// Writes the pictures of a puzzle, or of a record's legal part.
pub(crate) fn puzzle(
    wanted: &Pictures,
    puzzle: &Puzzle,
    line: Option<&Line>,
) -> Result<(), files::Reported> {
    if let Some(path) = &wanted.svg {
        let picture = line.map_or_else(|| svg::puzzle(puzzle), |line| svg::line(puzzle, line));
        files::write(path, &picture)?;
    }
    page(wanted, puzzle, line.map_or(&[], std::slice::from_ref), Known::default())
}

fn page(
    wanted: &Pictures,
    puzzle: &Puzzle,
    lines: &[Line],
    known: Known<'_>,
) -> Result<(), files::Reported> {
    let Some(path) = &wanted.html else { return Ok(()) };
    let data = puzzle_data::data(puzzle, lines, known);
    files::write(path, &html::player(puzzle, lines.first(), &data))
}

/// Writes the pictures of a game: of a position, or of a line frame by frame.
pub(crate) fn game(
    wanted: &Pictures,
    puzzle: &GamePuzzle,
    claim: Option<&str>,
    frames: &[Frame],
) -> Result<(), files::Reported> {
    let strip = || strip::strip(&puzzle.title, frames);
    if let Some(path) = &wanted.svg {
        files::write(path, &strip())?;
    }
    let Some(path) = &wanted.html else { return Ok(()) };
    files::write(
        path,
        &html::game(&puzzle.title, &strip(), &game_data::film(puzzle, claim, frames)),
    )
}

/// Says once what cannot be asked for together.
pub(crate) fn usable(wanted: &Pictures, puzzles: usize, json: bool) -> bool {
    if wanted.wanted() && puzzles > 1 {
        output::error("pictures are of one puzzle", "solve the files one by one");
        return false;
    }
    let both = wanted.svg.is_some() && wanted.svg == wanted.html;
    if both || (wanted.takes_stdout() && json) {
        output::error("two outputs cannot go to one place", "name a file for each picture");
        return false;
    }
    true
}
