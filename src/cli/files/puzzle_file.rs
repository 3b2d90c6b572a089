//! The text of a puzzle file, as written by `show --to toml`, and of a collection, by `survey` and `generate`.

use std::fmt::Write as _;
use std::path::Path;

use soliter::base::collection::NOT_IN_NAMES;
use soliter::boards::board::lattice::Lattice;
use soliter::boards::board::position::{Hole, Position};
use soliter::boards::board::{Board, Jump};
use soliter::boards::draw::text as draw;
use soliter::boards::puzzle::model::Model;
use soliter::boards::puzzle::open::Aim;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::library;
use toml::Value;

use crate::cli::files::targets::Target;

pub(crate) fn list<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Value {
    Value::Array(names.into_iter().map(|name| Value::from(name.as_ref())).collect())
}

/// A TOML table of one key, on one line.
pub(crate) fn inline(key: &str, value: &Value) -> String {
    format!("{{ {key} = {value} }}")
}

/// An entry of a collection: start and finish in TOML, and the known answer.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) ends: [String; 2],
    pub(crate) known: Vec<(&'static str, Value)>,
}

/// The file of a collection.
pub(crate) fn target(path: &Path) -> Target<'_> {
    Target { what: "collection", path, endings: &["toml"] }
}

/// The text of a collection whose entries share a model and a notation.
pub(crate) fn collection(
    [title, model, notation]: [&str; 3],
    entries: impl IntoIterator<Item = Entry>,
) -> String {
    let [title, model, notation] = [title, model, notation].map(Value::from);
    let mut text = format!("title    = {title}\nmodel    = {model}\nnotation = {notation}\n");
    for Entry { name, title, ends: [start, finish], known } in entries {
        // Names of holes may have characters that names of entries must not have.
        let name = name.replace(|sign| NOT_IN_NAMES.contains(sign), "-");
        let [name, title] = [name, title].map(Value::from);
        let _ = write!(
            text,
            "\n[[puzzle]]\nname   = {name}\ntitle  = {title}\nstart  = {start}\nfinish = {finish}\n"
        );
        for (key, value) in known {
            let _ = writeln!(text, "known.{key} = {value}");
        }
    }
    text
}

/// A puzzle as the text of a file: a built-in board is given by its name, any other board is included. The puzzle's
/// aim is given if its finish leaves the number of pegs open.
pub(crate) fn of(puzzle: &Puzzle, aim: Option<&Aim>) -> String {
    let board = puzzle.board();
    let built_in = library::models().into_iter().find(|name| {
        let model = library::model(name).ok().and_then(|source| Model::parse(&source).ok());
        model.is_some_and(|model| model.board == *board)
    });
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
