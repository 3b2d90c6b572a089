//! The built-in puzzles, for the home pages of the server and of a folder of pages.

use serde_json::Value;
use soliter::load::load;
use soliter::peg::puzzle::{Puzzle, model::Model};
use soliter::{games::GamePuzzle, library};

/// A built-in entry with its name.
type Named<T> = (String, T);

/// All peg-solitaire puzzles, and all games.
pub(crate) fn everything() -> (Vec<Named<Puzzle>>, Vec<Named<GamePuzzle>>) {
    let (mut puzzles, mut games) = (Vec::new(), Vec::new());
    for name in library::puzzles() {
        let Some(source) = library::puzzle(&name) else { continue };
        let Ok(loaded) = load(&source, &library::model) else { continue };
        match loaded {
            soliter::load::Loaded::Peg(puzzle) => puzzles.push((name, puzzle)),
            // No built-in entry.
            soliter::load::Loaded::Open(_) => {}
            soliter::load::Loaded::Game(game) => games.push((name, game)),
        }
    }
    (puzzles, games)
}

/// The built-in boards: their names and titles.
pub(crate) fn boards() -> Vec<(String, String)> {
    let model = |name: String| {
        let model = Model::parse(&library::model(&name).ok()?).ok()?;
        Some((name, model.title))
    };
    library::models().into_iter().filter_map(model).collect()
}

/// The title of the board of a puzzle, or its name if it has no title.
pub(crate) fn board_title<'a>(boards: &'a [(String, String)], puzzle: &'a Puzzle) -> &'a str {
    let found = boards.iter().find(|(name, _)| name == puzzle.model());
    found.map_or(puzzle.model(), |(_, title)| title)
}

/// The shelf as a script: `folder` is the folder of the puzzles' pages, or null for those of the server.
pub(crate) fn script(mut told: Value, folder: Option<&str>) -> String {
    told["folder"] = Value::from(folder);
    format!("const SHELF = {told};\n")
}
