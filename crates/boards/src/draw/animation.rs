//! A solution played on one board, as an SVG document that CSS animates again and again. For readers who prefer reduced
//! motion, and in viewers without animation, it shows the start.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::board::{Jump, position::Hole};
use crate::draw::svg::{self, Story, Turn};
use crate::{draw::layout::Layout, line::Hop, line::Line, puzzle::Puzzle};
use soliter_base::draw::escape;
use soliter_base::draw::sheet::{self, Cell};

/// The number of pixels between neighbouring holes.
const PITCH: f64 = 40.0;
/// Milliseconds before the first jump, for a jump, between two moves, and after the last jump.
const START: usize = 1500;
const JUMP: usize = 400;
const PAUSE: usize = 500;
const END: usize = 3500;
/// The height of the caption below the board and the width of a character, in units of the pitch.
const CAPTION: f64 = 0.8;
const CHARACTER: f64 = 0.24;

/// A peg, where it stands, and the keyframes of its jumps.
struct Peg {
    first: Hole,
    at: Hole,
    is_marked: bool,
    frames: String,
}

/// Plays the legal part of a line move by move, with the text of each move below the board. The last caption
/// names the illegal jump `wrong` of a record.
pub fn animation(puzzle: &Puzzle, line: &Line, wrong: Option<Hop>) -> String {
    let story = Story::new(puzzle, line, wrong);
    let mut jumps: Vec<(usize, Jump)> = Vec::new();
    let mut captions = vec![(0, "start")];
    let mut time = START;
    for Turn { caption, one, .. } in &story.turns {
        captions.push((time, caption));
        for jump in one.jumps().filter_map(|hop| puzzle.board.find(hop)) {
            jumps.push((time, jump));
            time += JUMP;
        }
        time += PAUSE;
    }
    captions.push((time, &story.end));
    let total = time + END;
    let at = |time: usize| format!("{:.3}%", 100.0 * time as f64 / total as f64);

    let layout = Layout::new(&puzzle.board);
    let place = |hole| {
        let (x, y) = layout.point(hole);
        format!("{{transform:translate({x:.3}px,{y:.3}px)}}")
    };
    let marked = puzzle.marked.holes();
    let peg =
        |hole| Peg { first: hole, at: hole, is_marked: marked.has(hole), frames: String::new() };
    let mut pegs: Vec<Peg> = puzzle.start.holes().map(peg).collect();
    let mut standing: BTreeMap<Hole, usize> =
        (0..).zip(&pegs).map(|(index, peg)| (peg.at, index)).collect();
    for &(time, Jump { from, over, to }) in &jumps {
        let (begin, end) = (at(time), at(time + JUMP));
        if let Some(index) = standing.remove(&from) {
            let _ = write!(pegs[index].frames, "{begin}{}{end}{}", place(from), place(to));
            pegs[index].at = to;
            standing.insert(to, index);
        }
        if let Some(index) = standing.remove(&over) {
            let _ = write!(pegs[index].frames, "{begin}{{opacity:1}}{end},100%{{opacity:0}}");
        } else {
            // The reverse game puts a peg on the board.
            let frames = format!("0%,{begin}{{opacity:0}}{end}{{opacity:1}}");
            standing.insert(over, pegs.len());
            pegs.push(Peg { frames, ..peg(over) });
        }
    }

    let mut style = format!(
        ".plays{{animation:{total}ms infinite}}.turn{{animation:{total}ms step-end infinite;opacity:0;font-size:.4px}}\
         @media(prefers-reduced-motion:reduce){{.plays,.turn{{animation:none}}}}"
    );
    let longest = captions.iter().map(|(_, caption)| caption.chars().count()).max().unwrap_or(0);
    let width = layout.width.max(longest as f64 * CHARACTER);
    let mut body = format!(
        "<g transform=\"translate({:.3} 0)\">\n<use href=\"#board\"/>\n",
        (width - layout.width) / 2.0
    );
    for (number, Peg { first, at, is_marked, frames }) in pegs.iter().enumerate() {
        let (x, y) = layout.point(*first);
        let mark = if *is_marked { "<circle class=\"mark\" r=\".43\"/>" } else { "" };
        let opacity = u8::from(number < puzzle.start.len());
        let _ = writeln!(
            body,
            "<g class=\"peg plays\" transform=\"translate({x:.3} {y:.3})\" opacity=\"{opacity}\" \
             style=\"animation-name:p{number}\"><use href=\"#peg\"/>{mark}</g>"
        );
        let (from, to) = (place(*first), place(*at));
        let _ = write!(style, "@keyframes p{number}{{0%{from}{frames}100%{to}}}");
    }
    body.push_str("</g>\n");
    let (middle, below) = (width / 2.0, layout.height + CAPTION / 2.0);
    for (number, (time, caption)) in captions.iter().enumerate() {
        let until = captions.get(number + 1).map_or(total, |(next, _)| *next);
        let _ = writeln!(
            body,
            "<text class=\"turn\" text-anchor=\"middle\" x=\"{middle:.3}\" y=\"{below:.3}\" \
             style=\"animation-name:t{number}\">{}</text>",
            escape::text(caption)
        );
        let _ = write!(
            style,
            "@keyframes t{number}{{0%{{opacity:0}}{}{{opacity:1}}{}{{opacity:0}}}}",
            at(*time),
            at(until)
        );
    }
    let cell = Cell { caption: "", width, height: layout.height + CAPTION, body };
    let style = format!("{}{style}", svg::STYLE);
    sheet::sheet(
        &puzzle.title,
        &story.description(puzzle),
        (&style, &svg::defined(&layout)),
        &[cell],
        PITCH,
    )
}
