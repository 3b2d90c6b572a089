//! The text of a puzzle file.

use std::fmt::Write as _;
use std::sync::LazyLock;

use toml::Value;

use crate::boards::board::lattice::Lattice;
use crate::boards::board::position::{Hole, Position};
use crate::boards::board::{Board, Jump};
use crate::boards::draw::text as draw;
use crate::boards::puzzle::model::Model;
use crate::boards::puzzle::open::Aim;
use crate::boards::puzzle::{Finish, Puzzle};
use crate::library;

static BUILT_IN: LazyLock<Vec<(String, Board)>> = LazyLock::new(|| {
    let board = |name: String| {
        let model = Model::parse(&library::model(&name).ok()?).ok()?;
        Some((name, model.board))
    };
    library::models().into_iter().filter_map(board).collect()
});

fn list<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Value {
    Value::Array(names.into_iter().map(|name| Value::from(name.as_ref())).collect())
}

/// A puzzle as the text of a file: a built-in board is given by its name, any other board is included. The puzzle's
/// aim is given if its finish leaves the number of pegs open.
pub fn of(puzzle: &Puzzle, aim: Option<&Aim>) -> String {
    let board = puzzle.board();
    let built_in = BUILT_IN.iter().find(|(_, other)| other == board).map(|(name, _)| name);
    // A drawing with changed jumps is written as a list of jumps, in which the names of holes are numbers.
    let names: Vec<String> = if board.is_drawn() {
        (1..=board.holes()).map(|number| number.to_string()).collect()
    } else {
        board.own_names().to_vec()
    };
    let by_name = board.is_changed() && built_in.is_none() || !board.is_drawn();
    let mut text = format!("title    = {}\n", Value::from(puzzle.title()));
    let _ = match &built_in {
        Some(name) => writeln!(text, "model    = {}", Value::from(name.as_str())),
        None if board.is_changed() => writeln!(text, "model    = {{ {} }}", listed(board, &names)),
        None => writeln!(
            text,
            "model    = {{ lattice = \"{}\", directions = \"{}\", board = \"\"\"\n{}\"\"\" }}",
            if board.lattice() == Lattice::Square { "square" } else { "triangular" },
            board.directions().as_str(),
            drawing(board, |_| 'o')
        ),
    };
    if !by_name {
        let _ = writeln!(text, "notation = {}", Value::from(puzzle.names().scheme().as_str()));
    }
    if puzzle.reverse() {
        text += "reverse = true\n";
    }
    let position = |pegs: &Position| {
        if by_name {
            return list(pegs.holes().map(|hole| &names[usize::from(hole)])).to_string();
        }
        let drawn = drawing(board, |hole| if pegs.has(hole) { 'o' } else { '.' });
        format!("\"\"\"\n{drawn}\"\"\"")
    };
    let _ = writeln!(text, "start = {}", position(&puzzle.start().clone()));
    let _ = match (aim, puzzle.finish()) {
        (Some(Aim::FewestPegs), _) => writeln!(text, "finish = {{ pegs = \"fewest\" }}"),
        (Some(Aim::MostPegs), _) => writeln!(text, "finish = {{ pegs = \"most\" }}"),
        (_, Finish::Holes { pegs_at, empty_at, .. }) if by_name => {
            let (pegs, empty) = (position(&pegs_at.clone()), position(&empty_at.clone()));
            writeln!(text, "finish = {{ pegs_at = {pegs}, empty_at = {empty} }}")
        }
        (_, Finish::Holes { pegs_at, empty_at, .. }) => {
            let sign = |hole| match () {
                () if pegs_at.has(hole) => 'o',
                () if empty_at.has(hole) => '.',
                () => '?',
            };
            writeln!(text, "finish = \"\"\"\n{}\"\"\"", drawing(board, sign))
        }
        (_, Finish::Exactly(finish)) => writeln!(text, "finish = {}", position(&finish.clone())),
        (_, Finish::Pegs(pegs)) => writeln!(text, "finish = {{ pegs = {pegs} }}"),
    };
    let marked: Vec<(&str, Hole)> = puzzle.marked().each().collect();
    if !marked.is_empty() {
        let keys = marked.iter().map(|&(key, hole)| {
            let name = if by_name { &names[usize::from(hole)] } else { puzzle.names().name(hole) };
            format!("{key} = {}", Value::from(name))
        });
        let _ = writeln!(text, "marked = {{ {} }}", keys.collect::<Vec<_>>().join(", "));
    }
    text
}

/// The keys of a board that lists its jumps, or changes those of its drawing. All of its jumps are listed, as
/// one-way jumps.
fn listed(board: &Board, names: &[String]) -> String {
    let name = |hole: Hole| names[usize::from(hole)].as_str();
    let jump = |jump: &Jump| [jump.from, jump.over, jump.to].map(name).join("-");
    let jumps = list(board.jumps().iter().map(jump));
    let places = (0..).zip(board.points()).map(|(hole, &(x, y))| {
        let [x, y] = [x, y].map(|at| f64::from(at) / 1000.0);
        format!("{} = [{x:?}, {y:?}]", Value::from(name(hole)))
    });
    let places = match board.points() {
        [] => String::new(),
        _ => format!(", places = {{ {} }}", places.collect::<Vec<_>>().join(", ")),
    };
    format!("holes = {}, jumps = {jumps}{places}", list(names))
}

/// The rows of a board, without spaces between the holes.
fn drawing(board: &Board, sign: impl Fn(Hole) -> char) -> String {
    if board.lattice() == Lattice::Triangular {
        let rows = draw::board(board, 1, |hole| sign(hole).to_string());
        return rows.join("\n") + "\n";
    }
    let mut text = String::new();
    for row in 0..board.rows() {
        let signs =
            (0..board.columns()).map(|column| board.hole_at(row, column).map_or(' ', &sign));
        text += signs.collect::<String>().trim_end();
        text.push('\n');
    }
    text
}
