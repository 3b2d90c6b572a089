//! Boards as SVG: valid XML that describes itself to screen readers and adapts to light and dark themes.

use std::fmt::Write as _;

use crate::answer::evidence::{Certificate, Figure};
use crate::board::position::{Hole, Position};
use crate::puzzle::{Finish, Puzzle};
use crate::{
    board::Board,
    draw::layout::Layout,
    line::Hop,
    line::Line,
    line::Move,
    notation::Names,
    verify::{Replay, replay},
};
use soliter_base::draw::sheet::{self, Cell};
use soliter_base::draw::{escape, picture::shaft_and_head};
use soliter_base::wording::{counted, joined};

/// The numbers of pixels between neighbouring holes of a large and a small board.
const LARGE: f64 = 40.0;
const SMALL: f64 = 20.0;

pub(super) const STYLE: &str = "\
.rim,.wood{fill:none;stroke-linecap:round;stroke-linejoin:round}.rim{stroke:#a97c4a;stroke-width:1.66}\
.wood{stroke:#e2c397;stroke-width:1.54}.hole{fill:#7d5a33}.peg{fill:#27486f}.shine{fill:#fff;opacity:.28}\
.mover{fill:#0b7a53}.gone{opacity:.45}.cross,.arrow{fill:none;stroke:#c2281d;stroke-linecap:round}\
.cross{stroke-width:.11}.arrow{stroke:#0b7a53;stroke-width:.12;stroke-linejoin:round}.head{fill:#0b7a53}\
.arrow.wrong{stroke:#c2281d}.head.wrong{fill:#c2281d}\
.mark{fill:none;stroke:#c2281d;stroke-width:.12}.name{font-size:.36px;text-anchor:middle;fill:#2b2620}\
@media(prefers-color-scheme:dark){.rim{stroke:#241b12}\
.wood{stroke:#57432e}.hole{fill:#33261a;stroke:#b79a78;stroke-width:.05}.peg{fill:#f0c76a}.shine{opacity:.45}.mover,.head{fill:#5fd3a4}\
.arrow{stroke:#5fd3a4}.cross,.mark,.arrow.wrong{stroke:#ff8a7a}.head.wrong{fill:#ff8a7a}.name{fill:#f4ede1}}";

#[derive(Default)]
struct Panel {
    caption: String,
    pegs: Position,
    /// The pegs that a move takes off the board; in the reverse game, those that it puts on.
    taken: Position,
    chain: Vec<Hole>,
    wrong: Option<Hop>,
    marked: Position,
    words: Vec<String>,
}

/// Draws the start and the finish of a puzzle side by side.
pub fn puzzle(puzzle: &Puzzle) -> String {
    let mut panels = vec![Panel {
        caption: format!("start, {}", counted(puzzle.start.len(), "peg")),
        pegs: puzzle.start.clone(),
        marked: puzzle.marked.holes(),
        ..Panel::default()
    }];
    let mut description = format!("Start: {}.", list(&puzzle.names, &puzzle.start));
    if !puzzle.marked.is_empty() {
        let _ = write!(description, " Marked: {}.", puzzle.marked.phrase(&puzzle.names));
    }
    match &puzzle.finish {
        Finish::Exactly(finish) => {
            panels.push(Panel {
                caption: format!("finish, {}", counted(finish.len(), "peg")),
                pegs: finish.clone(),
                ..Panel::default()
            });
            let _ = write!(description, " Finish: {}.", list(&puzzle.names, finish));
        }
        Finish::Holes { pegs_at, empty_at, pegs } => {
            let words = |hole| {
                let is_open = !pegs_at.has(hole) && !empty_at.has(hole);
                if is_open { "?".to_owned() } else { String::new() }
            };
            panels.push(Panel {
                caption: format!("finish, {}", counted(*pegs, "peg")),
                pegs: pegs_at.clone(),
                words: puzzle.board.all_holes().map(words).collect(),
                ..Panel::default()
            });
            let _ = write!(
                description,
                " Finish: {} with pegs at {}, none at {}.",
                counted(*pegs, "peg"),
                list(&puzzle.names, pegs_at),
                list(&puzzle.names, empty_at)
            );
        }
        Finish::Pegs(number) => {
            let _ = write!(panels[0].caption, "; finish: any {}", counted(*number, "peg"));
            let _ = write!(description, " Finish: any {}.", counted(*number, "peg"));
        }
    }
    sheet(&puzzle.title, &description, &puzzle.board, &panels, LARGE)
}

/// Draws a board with the names of its holes.
pub fn board(title: &str, board: &Board, names: &Names) -> String {
    let panel = Panel { words: names.iter().map(str::to_owned).collect(), ..Panel::default() };
    let description = format!("{} holes: {}.", board.holes(), list(names, &board.full()));
    sheet(title, &description, board, &[panel], LARGE)
}

/// Draws a position on its board.
pub fn position(title: &str, board: &Board, names: &Names, pegs: &Position) -> String {
    let panel =
        Panel { caption: counted(pegs.len(), "peg"), pegs: pegs.clone(), ..Panel::default() };
    let description = format!("Pegs: {}.", list(names, pegs));
    sheet(title, &description, board, &[panel], LARGE)
}

/// Draws boards with their captions, and a word for each of their holes, which may be empty.
pub fn figures(
    title: &str,
    board: &Board,
    names: &Names,
    boards: &[(String, Vec<String>)],
) -> String {
    let panel = |(caption, words): &(String, Vec<String>)| Panel {
        caption: caption.clone(),
        words: words.clone(),
        ..Panel::default()
    };
    let panels: Vec<Panel> = boards.iter().map(panel).collect();
    let description = |(caption, words): &(String, Vec<String>)| {
        let named = names.iter().zip(words).filter(|(_, word)| !word.is_empty());
        let words = joined(named.map(|(name, word)| format!("{name} {word}")), ", ");
        format!("{caption}: {words}.")
    };
    sheet(title, &joined(boards.iter().map(description), " "), board, &panels, LARGE)
}

/// Draws one picture for each move: the position before it, with an arrow along the chain and a cross on each
/// peg that is taken (in the reverse game, a plus in each hole that is filled). The last one shows the end,
/// with the illegal jump `wrong` of a record in red. Only the legal part of the line is drawn.
pub fn line(puzzle: &Puzzle, line: &Line, wrong: Option<Hop>) -> String {
    let story = Story::new(puzzle, line, wrong);
    let over = |hop| puzzle.board.find(hop).map(|jump| jump.over);
    let mut panels = Vec::new();
    for Turn { caption, first, one } in &story.turns {
        panels.push(Panel {
            caption: caption.clone(),
            pegs: story.played.positions[*first].clone(),
            marked: story.played.marked[*first].holes(),
            taken: one.jumps().filter_map(over).collect(),
            chain: one.holes().to_vec(),
            ..Panel::default()
        });
    }
    panels.push(Panel {
        caption: story.end.clone(),
        pegs: story.played.last().clone(),
        marked: story.played.marked[story.played.jumps()].holes(),
        wrong,
        ..Panel::default()
    });
    sheet(&puzzle.title, &story.description(puzzle), &puzzle.board, &panels, SMALL)
}

/// The legal part of a line, move by move, with the captions of its pictures.
pub(super) struct Story<'a> {
    pub(super) played: Replay,
    pub(super) turns: Vec<Turn<'a>>,
    pub(super) end: String,
}

/// A move, its caption, and the number of jumps before it.
pub(super) struct Turn<'a> {
    pub(super) caption: String,
    pub(super) first: usize,
    pub(super) one: &'a Move,
}

impl<'a> Story<'a> {
    pub(super) fn new(puzzle: &Puzzle, line: &'a Line, wrong: Option<Hop>) -> Self {
        let played = replay(puzzle, line.jumps());
        let mut turns = Vec::new();
        let mut jumps = 0;
        for (number, one) in (1..).zip(line.moves()) {
            let first = jumps;
            jumps += one.jumps().count();
            if jumps > played.jumps() {
                break;
            }
            let caption = format!("{number}. {}", puzzle.names.chain(one));
            turns.push(Turn { caption, first, one });
        }
        let end = match wrong {
            Some(hop) => format!("illegal: {}", puzzle.names.hop(hop)),
            None if puzzle.finish.accepts(played.last()) => "finish".to_owned(),
            None => "end".to_owned(),
        };
        Self { played, turns, end }
    }

    pub(super) fn description(&self, puzzle: &Puzzle) -> String {
        let mut text = String::new();
        for Turn { caption, .. } in &self.turns {
            let _ = write!(text, "{caption}; ");
        }
        let _ = write!(text, "{}: {}.", self.end, list(&puzzle.names, self.played.last()));
        text
    }
}

/// Draws a certificate that there is no solution on the board.
pub fn certificate(puzzle: &Puzzle, certificate: &Certificate) -> String {
    let panel = |figure: &Figure| Panel {
        caption: figure.caption.clone(),
        pegs: figure.pegs.clone(),
        marked: figure.marked.clone(),
        words: certificate.words.clone(),
        ..Panel::default()
    };
    let panels: Vec<Panel> = certificate.figures.iter().map(panel).collect();
    sheet(&puzzle.title, certificate.description, &puzzle.board, &panels, LARGE)
}

fn list(names: &Names, set: &Position) -> String {
    names.position(set).join(" ")
}

fn sheet(title: &str, description: &str, on: &Board, panels: &[Panel], pitch: f64) -> String {
    let layout = Layout::new(on);
    let (width, height) = (layout.width, layout.height);
    let cells = panels.iter().map(|panel| {
        let body = draw(on, &layout, panel);
        Cell { caption: &panel.caption, width, height, body }
    });
    let cells: Vec<Cell> = cells.collect();
    sheet::sheet(title, description, (STYLE, &defined(&layout)), &cells, pitch)
}

/// The empty board and a peg, which every panel uses.
pub(super) fn defined(layout: &Layout) -> String {
    let mut shape = String::new();
    for (x, y) in &layout.points {
        let _ = write!(shape, "M{x:.3} {y:.3}h0");
    }
    for &(a, b) in layout.neighbours() {
        let ((x, y), (u, v)) = (layout.point(a), layout.point(b));
        let _ = write!(shape, "M{x:.3} {y:.3}L{u:.3} {v:.3}");
    }
    let mut body = format!(
        "<defs><g id=\"board\"><path class=\"rim\" d=\"{shape}\"/><path class=\"wood\" d=\"{shape}\"/>"
    );
    for (x, y) in &layout.points {
        let _ = write!(body, "<circle class=\"hole\" cx=\"{x:.3}\" cy=\"{y:.3}\" r=\".22\"/>");
    }
    body.push_str(
        "</g><g id=\"peg\"><circle r=\".36\"/>\
         <circle class=\"shine\" cx=\"-.11\" cy=\"-.12\" r=\".11\"/></g></defs>\n",
    );
    body
}

fn draw(on: &Board, layout: &Layout, panel: &Panel) -> String {
    let mut body = "<use href=\"#board\"/>".to_owned();
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
        arrow(&mut body, layout.point(pair[0]), layout.point(pair[1]), "");
    }
    if let Some(hop) = panel.wrong.filter(|hop| hop.from != hop.to) {
        arrow(&mut body, layout.point(hop.from), layout.point(hop.to), " wrong");
    }
    for hole in panel.taken.holes() {
        let (x, y) = layout.point(hole);
        let strokes =
            if panel.pegs.has(hole) { "m-.2-.2l.4.4m0-.4l-.4.4" } else { "m-.25 0h.5m-.25-.25v.5" };
        let _ = write!(body, "<path class=\"cross\" d=\"M{x:.3} {y:.3}{strokes}\"/>");
    }
    for (hole, word) in on.all_holes().zip(&panel.words) {
        let (x, y) = layout.point(hole);
        if word.is_empty() {
            continue;
        }
        // A light disc makes the word readable.
        let radius = if panel.pegs.has(hole) { 0.27 } else { 0.32 };
        let _ =
            write!(body, "<circle class=\"paper\" cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius}\"/>");
        let word = escape::text(word);
        let _ =
            write!(body, "<text class=\"name\" x=\"{x:.3}\" y=\"{:.3}\">{word}</text>", y + 0.13);
    }
    body.push('\n');
    body
}

/// Draws an arrow between the middles of two holes. It ends before the second, where the next one begins.
fn arrow(body: &mut String, from: (f64, f64), to: (f64, f64), kind: &str) {
    let (shaft, head) = shaft_and_head(from, to, 0.08, (0.34, 0.19));
    let _ = write!(
        body,
        "<path class=\"arrow{kind}\" d=\"{shaft}\"/><path class=\"head{kind}\" d=\"{head}\"/>"
    );
}
