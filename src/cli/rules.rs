//! `soliter rules`: the rules of a game in half a screen.

use std::fmt::Write as _;

use serde_json::json;
use soliter::base::{diagnostic, wording::counted};
use soliter::library;
use soliter::{boards::draw::text, boards::notation::Names, boards::puzzle::model::Model};

use crate::cli::output::failure::{Failure, Outcome, Reason};
use crate::cli::{output::exit::Exit, session::Session};

pub(crate) fn run(session: &Session, name: &str) -> Outcome {
    let board = || {
        let model = Model::parse(&library::model(name).ok()?).ok()?;
        Some(format!("{}{}", board(&model)?, library::rules("solitaire")?))
    };
    let Some(rules) = library::rules(name).map(str::to_owned).or_else(board) else {
        let models = library::models();
        let known = models.iter().map(String::as_str).chain(["leibniz", "solitaire"]);
        let message = format!("no game or board is called \"{}\"", name.escape_debug());
        let help = diagnostic::suggestion(name, known);
        return Err(Failure::new(Reason::NotFound, message, help));
    };
    session.answer(&json!({ "name": name, "rules": rules }), || rules.clone())?;
    Ok(Exit::Answered)
}

/// A board with the names of its holes.
fn board(model: &Model) -> Option<String> {
    let Model { title, board, scheme, .. } = model;
    let names = Names::new(board, *scheme).ok()?;
    let wide = names.iter().map(str::len).max().unwrap_or(1);
    let (holes, directions) = (board.holes(), board.directions().as_str());
    let mut drawing = format!(
        "{title}\n\nBoard     {} with these names ({}); jumps {directions}.\n\n",
        counted(holes, "hole"),
        scheme.as_str()
    );
    for row in text::board(board, wide, |hole| format!("{:>wide$}", names.name(hole))) {
        let _ = writeln!(drawing, "          {}", row.trim_end());
    }
    drawing.push('\n');
    Some(drawing)
}
