//! Boards as SVG: valid XML that describes itself to screen readers and follows light and dark.

use std::fmt::Write as _;

use crate::draw::escape;
use crate::draw::sheet::{self, Cell};
use crate::peg::answer::Detail;
use crate::peg::board::Board;
use crate::peg::draw::layout::Layout;
use crate::peg::line::{Line, Move};
use crate::peg::notation::Names;
use crate::peg::pagoda::weight;
use crate::peg::position::{Hole, Position};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::verify::replay;

/// Pixels between neighbouring holes of a large and of a small board.
const LARGE: f64 = 40.0;
const SMALL: f64 = 20.0;

/// One board of a sheet.
#[derive(Default)]
struct Panel {
    caption: String,
    pegs: Position,
    /// The pegs a move takes off; in the building game those it puts on.
    taken: Position,
    /// The holes a move visits.
    chain: Vec<Hole>,
    /// Holes of a marking.
    marked: Position,
    /// A word in each hole.
    words: Vec<String>,
}

/// Start and finish side by side.
pub fn puzzle(puzzle: &Puzzle) -> String {
    let mut panels = vec![Panel {
        caption: format!("start, {}", pegs(puzzle.start.len())),
        pegs: puzzle.start,
        ..Panel::default()
    }];
    let mut told = format!("Start: {}.", list(&puzzle.names, puzzle.start));
    match puzzle.finish {
        Finish::Exactly(finish) => {
            panels.push(Panel {
                caption: format!("finish, {}", pegs(finish.len())),
                pegs: finish,
                ..Panel::default()
            });
            let _ = write!(told, " Finish: {}.", list(&puzzle.names, finish));
        }
        Finish::Pegs(number) => {
            let _ = write!(panels[0].caption, "; finish: any {}", pegs(number));
            let _ = write!(told, " Finish: any {}.", pegs(number));
        }
    }
    sheet(&puzzle.title, &told, &puzzle.board, &panels, LARGE)
}

/// A board with the names of its holes.
pub fn board(title: &str, board: &Board, names: &Names) -> String {
    let panel = Panel { words: names.iter().map(str::to_owned).collect(), ..Panel::default() };
    let told = format!("{} holes: {}.", board.holes(), list(names, board.full()));
    sheet(title, &told, board, &[panel], LARGE)
}

/// One picture a move, of the position before it: an arrow along the chain, a cross on each peg
/// that goes (in the building game a plus where one comes). The last picture is the position at
/// the end. Only the legal part of the line is drawn.
pub fn line(puzzle: &Puzzle, line: &Line) -> String {
    let positions = replay(puzzle, line.jumps()).positions;
    let mut panels = Vec::new();
    let mut told = String::new();
    let mut jumps = 0;
    for (number, one) in line.moves().iter().enumerate() {
        let Some(&before) = positions.get(jumps) else { break };
        jumps += one.jumps().count();
        if jumps >= positions.len() {
            break;
        }
        let caption = format!("{}. {}", number + 1, puzzle.names.chain(one));
        let _ = write!(told, "{caption}; ");
        panels.push(Panel {
            caption,
            pegs: before,
            taken: middles(&puzzle.board, one),
            chain: one.holes().to_vec(),
            ..Panel::default()
        });
    }
    let last = positions.last().copied().unwrap_or(puzzle.start);
    let caption = if puzzle.finish.accepts(last) { "finish" } else { "end" };
    let _ = write!(told, "{caption}: {}.", list(&puzzle.names, last));
    panels.push(Panel { caption: caption.to_owned(), pegs: last, ..Panel::default() });
    sheet(&puzzle.title, &told, &puzzle.board, &panels, SMALL)
}

/// A certificate that there is no solution, drawn on the board; `None` for evidence that is no
/// picture.
pub fn certificate(puzzle: &Puzzle, detail: &Detail) -> Option<String> {
    let finish = match puzzle.finish {
        Finish::Exactly(finish) => Some(finish),
        Finish::Pegs(_) => None,
    };
    match detail {
        Detail::Markings(markings) => {
            let panels: Vec<Panel> = markings.iter().map(|&m| marking(puzzle, m, finish)).collect();
            let told = "Impossible. Every jump touches none or two of the marked holes, so the number \
                        of pegs on them stays odd or stays even.";
            Some(sheet(&puzzle.title, told, &puzzle.board, &panels, LARGE))
        }
        Detail::Weights(weights) => {
            let words: Vec<String> = weights.iter().map(ToString::to_string).collect();
            let panel = |caption: &str, set: Position| Panel {
                caption: format!("{caption} weighs {}", weight(weights, set)),
                pegs: set,
                words: words.clone(),
                ..Panel::default()
            };
            let panels = [Some(("start", puzzle.start)), finish.map(|set| ("finish", set))];
            let panels: Vec<Panel> =
                panels.into_iter().flatten().map(|(name, set)| panel(name, set)).collect();
            let told = "Impossible. No jump of the ordinary game raises the sum of the weights under \
                        the pegs.";
            Some(sheet(&puzzle.title, told, &puzzle.board, &panels, LARGE))
        }
        Detail::Positions(_) | Detail::Entered(_) | Detail::Program { .. } => None,
    }
}

fn marking(puzzle: &Puzzle, marked: Position, finish: Option<Position>) -> Panel {
    let on = |pegs: Position| Position(pegs.0 & marked.0).len();
    let mut caption = format!("marked: {} at the start", pegs(on(puzzle.start)));
    if let Some(finish) = finish {
        let _ = write!(caption, ", {} at the finish", on(finish));
    }
    Panel { caption, pegs: puzzle.start, marked, ..Panel::default() }
}

/// The holes leapt over.
fn middles(board: &Board, one: &Move) -> Position {
    one.jumps().filter_map(|(from, to)| board.jump(from, to)).map(|jump| jump.over).collect()
}

fn pegs(number: usize) -> String {
    format!("{number} peg{}", if number == 1 { "" } else { "s" })
}

fn list(names: &Names, set: Position) -> String {
    names.position(set).join(" ")
}

/// Boards with their captions, in rows under a title.
fn sheet(title: &str, told: &str, on: &Board, panels: &[Panel], pitch: f64) -> String {
    let layout = Layout::new(on);
    let mut shared = String::new();
    define(&mut shared, &layout);
    let cells: Vec<Cell> = panels
        .iter()
        .map(|panel| {
            let mut body = String::new();
            draw(&mut body, on, &layout, panel);
            Cell { caption: &panel.caption, width: layout.width, height: layout.height, body }
        })
        .collect();
    sheet::sheet(title, told, &shared, &cells, pitch)
}

/// The empty board and a peg, to be used by every panel.
fn define(body: &mut String, layout: &Layout) {
    let mut shape = String::new();
    for &(x, y) in layout.points() {
        let _ = write!(shape, "M{x:.3} {y:.3}h0");
    }
    for (a, b) in layout.neighbours() {
        let ((x, y), (u, v)) = (layout.point(a), layout.point(b));
        let _ = write!(shape, "M{x:.3} {y:.3}L{u:.3} {v:.3}");
    }
    let _ = write!(
        body,
        "<defs><g id=\"board\"><path class=\"rim\" d=\"{shape}\"/><path class=\"wood\" d=\"{shape}\"/>"
    );
    for (x, y) in layout.points() {
        let _ = write!(body, "<circle class=\"hole\" cx=\"{x:.3}\" cy=\"{y:.3}\" r=\".22\"/>");
    }
    body.push_str(
        "</g><g id=\"peg\"><circle r=\".36\"/>\
         <circle class=\"shine\" cx=\"-.11\" cy=\"-.12\" r=\".11\"/></g></defs>\n",
    );
}

fn draw(body: &mut String, on: &Board, layout: &Layout, panel: &Panel) {
    body.push_str("<use href=\"#board\"/>");
    for hole in panel.pegs.holes() {
        let (x, y) = layout.point(hole);
        let class = match (panel.chain.first() == Some(&hole), panel.taken.has(hole)) {
            (true, _) => "mover",
            (_, true) => "peg gone",
            _ => "peg",
        };
        let _ = write!(body, "<use href=\"#peg\" class=\"{class}\" x=\"{x:.3}\" y=\"{y:.3}\"/>");
    }
    for hole in panel.marked.holes() {
        let (x, y) = layout.point(hole);
        let _ = write!(body, "<circle class=\"mark\" cx=\"{x:.3}\" cy=\"{y:.3}\" r=\".43\"/>");
    }
    for pair in panel.chain.windows(2) {
        arrow(body, layout.point(pair[0]), layout.point(pair[1]));
    }
    for hole in panel.taken.holes() {
        let (x, y) = layout.point(hole);
        let strokes =
            if panel.pegs.has(hole) { "m-.2-.2l.4.4m0-.4l-.4.4" } else { "m-.25 0h.5m-.25-.25v.5" };
        let _ = write!(body, "<path class=\"cross\" d=\"M{x:.3} {y:.3}{strokes}\"/>");
    }
    for (hole, word) in on.full().holes().zip(&panel.words) {
        let (x, y) = layout.point(hole);
        // On a peg the word stands in a light disc.
        if panel.pegs.has(hole) {
            let _ = write!(body, "<circle class=\"paper\" cx=\"{x:.3}\" cy=\"{y:.3}\" r=\".27\"/>");
        }
        let word = escape::text(word);
        let _ =
            write!(body, "<text class=\"name\" x=\"{x:.3}\" y=\"{:.3}\">{word}</text>", y + 0.13);
    }
    body.push('\n');
}

/// An arrow from the middle of a hole to that of another.
fn arrow(body: &mut String, (x, y): (f64, f64), (u, v): (f64, f64)) {
    let length = (u - x).hypot(v - y).max(1e-9);
    let (dx, dy) = ((u - x) / length, (v - y) / length);
    // The tip stays clear of the middle, where the next arrow begins.
    let (tip_x, tip_y) = (u - 0.08 * dx, v - 0.08 * dy);
    let (base_x, base_y) = (tip_x - 0.34 * dx, tip_y - 0.34 * dy);
    let _ = write!(
        body,
        "<path class=\"arrow\" d=\"M{x:.3} {y:.3}L{base_x:.3} {base_y:.3}\"/>\
         <path class=\"head\" d=\"M{tip_x:.3} {tip_y:.3}L{:.3} {:.3}L{:.3} {:.3}z\"/>",
        base_x - 0.19 * dy,
        base_y + 0.19 * dx,
        base_x + 0.19 * dy,
        base_y - 0.19 * dx
    );
}
