//! A survey drawn on its board: each hole with its number of moves.

use soliter::boards::board::position::{Hole, Position};
use soliter::boards::draw::text::{Panel, beside};
use soliter::{boards::draw::svg, boards::problems::StartProblems};

use crate::cli::{files::named_board::NamedBoard, session::Session, survey::row::Row};

/// For each start, a board with the number of moves at each hole of the last peg; if any survivor is allowed,
/// one board for all starts.
pub(crate) struct Diagrams {
    key: &'static str,
    /// Captions, each with the texts of all holes, which are empty if there is no result.
    boards: Vec<(String, Vec<String>)>,
}

impl Diagrams {
    /// The boards for these rows, whose problems begin in these starts.
    pub(crate) fn new(
        board: &NamedBoard,
        any_finish: bool,
        starts: &[StartProblems],
        rows: &[Row],
    ) -> Self {
        let on = &board.model.board;
        let of_holes = |figure: &dyn Fn(Hole) -> String| on.all_holes().map(figure).collect();
        let vacant = |start: &StartProblems| on.full().difference(&start.start);
        if any_finish {
            let figure = |hole: Hole| {
                let alike = |start: &StartProblems| {
                    let (vacant, sought) = (vacant(start), Position::EMPTY.with(hole));
                    on.symmetries().iter().any(|symmetry| vacant.image(symmetry) == sought)
                };
                let at = starts.iter().position(alike);
                at.map_or_else(String::new, |at| rows[at].figure())
            };
            let caption = "fewest moves, by the hole empty at the start";
            return Self { key: "", boards: vec![(caption.to_owned(), of_holes(&figure))] };
        }
        let (mut first, mut boards) = (0, Vec::new());
        for start in starts.iter().filter(|start| !start.finishes.is_empty()) {
            let own = &rows[first..first + start.finishes.len()];
            first += start.finishes.len();
            let caption = format!("{} empty", board.names.position(&vacant(start)).join(" "));
            let figure = |hole: Hole| {
                let number = start.of_hole[usize::from(hole)];
                number.map_or_else(String::new, |number| own[number].figure())
            };
            boards.push((caption, of_holes(&figure)));
        }
        let key = "fewest moves, by the hole of the last peg (-: impossible; .: by position class)";
        Self { key, boards }
    }

    pub(crate) fn text(&self, session: &Session, board: &NamedBoard) -> String {
        let panels: Vec<Panel> = self.boards.iter().map(|one| panel(board, one)).collect();
        let gap = if self.key.is_empty() { "" } else { "\n\n" };
        format!("{}{gap}{}", self.key, beside(&panels, session.paint.columns))
    }

    pub(crate) fn svg(&self, board: &NamedBoard) -> String {
        let by =
            if self.key.is_empty() { "" } else { ": fewest moves, by the hole of the last peg" };
        let title = format!("{}{by}", board.model.title);
        svg::figures(&title, &board.model.board, &board.names, &self.boards)
    }
}

/// A board with the text of each hole, or a dot if it is empty.
fn panel(board: &NamedBoard, (caption, figures): &(String, Vec<String>)) -> Panel {
    let on = &board.model.board;
    let wide = figures.iter().map(String::len).max().unwrap_or(1).max(2);
    let cell = |hole: Hole| {
        let figure = &figures[usize::from(hole)];
        format!("{:>wide$}", if figure.is_empty() { "." } else { figure })
    };
    Panel::new(caption.as_str(), on, wide, cell)
}
