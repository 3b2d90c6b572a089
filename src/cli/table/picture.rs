//! A table drawn on its board: each hole with its figure.

use soliter::peg::draw::text::{Panel, beside, board as draw, width};
use soliter::peg::position::{Hole, Position};
use soliter::peg::problems::StartProblems;

use crate::cli::named_board::NamedBoard;
use crate::cli::session::Session;
use crate::cli::table::row::Row;

/// Boards with the moves of each problem: for each start one with a figure where the last peg stands, or,
/// where any finish will do, one for all single vacancies.
pub(crate) fn pictures(
    session: &Session,
    board: &NamedBoard,
    any_finish: bool,
    starts: &[StartProblems],
    rows: &[Row],
) -> String {
    let on = &board.model.board;
    if any_finish {
        let figure = |hole: Hole| {
            let alike = |start: &&StartProblems| {
                let vacant = Position(on.full().0 & !start.start.0);
                let sought = Position::EMPTY.with(hole);
                on.symmetries().iter().any(|symmetry| vacant.image(symmetry) == sought)
            };
            let at = starts.iter().position(|start| alike(&start));
            at.map_or_else(String::new, |at| rows[at].figure())
        };
        return picture(session, board, "fewest moves, by the hole empty at the start", figure);
    }
    let mut first = 0;
    let mut panels = Vec::new();
    for start in starts.iter().filter(|start| !start.finishes.is_empty()) {
        let own = &rows[first..first + start.finishes.len()];
        first += start.finishes.len();
        let vacant = Position(on.full().0 & !start.start.0);
        let caption = format!("{} empty", board.names.position(vacant).join(" "));
        let of_hole = |hole: Hole| {
            let number = start.of_hole[usize::from(hole)];
            number.map_or_else(String::new, |number| own[number].figure())
        };
        panels.push(panel(board, &caption, of_hole));
    }
    let key = "fewest moves, by the hole of the last peg (-: impossible; .: by position class)";
    format!("{key}\n\n{}", beside(&panels, session.paint.columns))
}

fn picture(
    session: &Session,
    board: &NamedBoard,
    caption: &str,
    figure: impl Fn(Hole) -> String,
) -> String {
    beside(&[panel(board, caption, figure)], session.paint.columns)
}

/// A board with a figure in each hole; a dot where there is none.
fn panel(board: &NamedBoard, caption: &str, figure: impl Fn(Hole) -> String) -> Panel {
    let on = &board.model.board;
    let wide = on.full().holes().map(|hole| figure(hole).len()).max().unwrap_or(1).max(2);
    let cell = |hole: Hole| {
        let figure = figure(hole);
        format!("{:>wide$}", if figure.is_empty() { "." } else { &figure })
    };
    let rows = draw(on, wide, cell);
    let row_widths = rows.iter().map(String::len).collect();
    Panel { caption: caption.to_owned(), width: width(on, wide), rows, row_widths }
}
