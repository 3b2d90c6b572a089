//! The data of the home page: a card for each puzzle; and the built-in puzzles, games and boards.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::boards::answer::Claim;
use crate::boards::draw::layout::Layout;
use crate::boards::rules;
use crate::games::GamePuzzle;
use crate::library;
use crate::load::{Loaded, load};
use crate::pages::difficulty::{games_won, grade};
use crate::pages::puzzle_data::{claim, shape};
use crate::{
    boards::puzzle::model::Model,
    boards::puzzle::{Finish, Puzzle},
};

/// The proved bounds of a puzzle: those in its file, tightened by `found`, the result of a search.
pub fn known(puzzle: &Puzzle, found: Option<Claim>) -> Option<Claim> {
    match (puzzle.known().claim(), found) {
        // A search that contradicts the file has found an error in the file.
        (Some(known), Some(found)) if !known.contradicts(found) => Some(known.and(found)),
        (known, found) => found.or(known),
    }
}

/// A puzzle of a collection that is not built in.
pub struct OwnPuzzle {
    /// `mine/heart`, unlike the names of all other puzzles.
    pub name: String,
    /// The text of its file.
    pub text: String,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// A collection that is not built in.
pub struct OwnShelf {
    /// The first part of its puzzles' names: `mine`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its peg-solitaire puzzles.
    pub puzzles: Vec<OwnPuzzle>,
}

/// A puzzle as the home page shows it.
pub struct Card<'a> {
    /// The name of the puzzle.
    pub name: &'a str,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The title of its board.
    pub board: &'a str,
    /// The claim that a search has found.
    pub found: Option<Claim>,
    /// The collection to which it belongs, if that is not built in.
    pub shelf: Option<&'a str>,
}

/// The cards of a home page, in the order in which they were added.
#[derive(Default)]
pub struct Shelf {
    puzzles: Vec<Value>,
    own: Vec<Value>,
    boards: Map<String, Value>,
}

impl Shelf {
    /// Names a collection that is not built in.
    pub fn name(&mut self, own: &OwnShelf) {
        self.own.push(json!({ "id": own.id, "title": own.title }));
    }

    /// Puts a puzzle on the shelf.
    pub fn put(&mut self, Card { name, puzzle, board: title, found, shelf }: Card<'_>) {
        let finish = match puzzle.finish() {
            Finish::Exactly(finish) => json!({ "holes": finish }),
            Finish::Pegs(pegs) => json!({ "pegs": pegs }),
            Finish::Holes { pegs_at, empty_at, pegs } => {
                json!({ "pegs_at": pegs_at, "empty_at": empty_at, "pegs": pegs })
            }
        };
        let board = self.board_of(name, puzzle, title);
        // The home page plays by the rules of ordinary puzzles only.
        let is_ordinary = !puzzle.reverse() && puzzle.marked().is_empty();
        self.puzzles.push(json!({
            "name": name,
            "shelf": shelf,
            "title": puzzle.title(),
            "board": board,
            "ordinary": is_ordinary,
            "start": puzzle.start(),
            "finish": finish,
            "jumps": puzzle.jumps(),
            "claim": known(puzzle, found).map(claim),
            "grade": grade(games_won(name).unwrap_or(0), puzzle.jumps()),
        }));
    }

    /// The key in `boards` of a puzzle's board: the name of its model. If another puzzle has a different board of that
    /// name (all boards without a model file share one), the key is the name of the puzzle.
    fn board_of(&mut self, name: &str, puzzle: &Puzzle, title: &str) -> String {
        let board = puzzle.board();
        let mut shown = shape(board);
        shown["title"] = json!(if board.is_drawn() { title } else { "Graphs" });
        if !board.is_drawn() {
            shown["lattice"] = json!("none");
        }
        shown["neighbours"] = json!(Layout::new(board).neighbours());
        shown["names"] = puzzle.names().iter().collect();
        // Which holes of a jump have a peg: the home page plays ordinary puzzles only.
        let before = rules::needs(false);
        shown["jump"] = json!({ "before": before, "after": before.map(|peg| !peg) });
        shown["jumps"] = board.jumps().iter().map(|j| [j.from, j.over, j.to]).collect();
        let key = puzzle.model();
        let key =
            if self.boards.get(key).is_some_and(|other| *other != shown) { name } else { key };
        self.boards.insert(key.to_owned(), shown);
        key.to_owned()
    }

    /// The shelf as JSON: `puzzles`; `boards`, with the picture and the jumps of each of their boards; and the
    /// collections that are not built in.
    pub fn into_json(self) -> Value {
        json!({ "puzzles": self.puzzles, "own": self.own, "boards": self.boards })
    }
}

/// A built-in entry, and its name.
type Named<T> = (String, T);

/// All peg-solitaire puzzles, and all games.
pub fn everything() -> (Vec<Named<Puzzle>>, Vec<Named<GamePuzzle>>) {
    let (mut puzzles, mut games) = (Vec::new(), Vec::new());
    for name in library::puzzles() {
        let Some(source) = library::puzzle(&name) else { continue };
        let Ok(loaded) = load(&source, &library::model) else { continue };
        match loaded {
            Loaded::Peg(puzzle) => puzzles.push((name, puzzle)),
            // No built-in entry.
            Loaded::Open(_) => {}
            Loaded::Game(game) => games.push((name, game)),
        }
    }
    (puzzles, games)
}

/// The names and titles of the built-in boards.
pub fn boards() -> Vec<(String, String)> {
    let model = |name: String| {
        let model = Model::parse(&library::model(&name).ok()?).ok()?;
        Some((name, model.title))
    };
    library::models().into_iter().filter_map(model).collect()
}

/// The title of the board of a puzzle, or else its name.
pub fn board_title<'a>(boards: &'a [(String, String)], puzzle: &'a Puzzle) -> &'a str {
    let found = boards.iter().find(|(name, _)| name == puzzle.model());
    found.map_or(puzzle.model(), |(_, title)| title)
}

/// The shelf as a script. `folder` is the folder with the pages of the puzzles, null for those of the server.
pub fn script(mut data: Value, folder: Option<&str>) -> String {
    data["folder"] = Value::from(folder);
    // Browsers read JSON several times faster than an equal literal.
    let text = data.to_string().replace('\\', r"\\").replace('\'', r"\'");
    format!("const SHELF = JSON.parse('{text}');\n")
}

/// Built-in puzzles, games and boards, with the data from which small pictures of the puzzles are drawn.
pub fn built_in() -> &'static Value {
    static BUILT_IN: LazyLock<Value> = LazyLock::new(|| list(&[]));
    &BUILT_IN
}

/// Like [`built_in`], with other collections, which come first.
pub fn list(own: &[OwnShelf]) -> Value {
    let (puzzles, games) = everything();
    let (boards, mut shown) = (boards(), Shelf::default());
    let card = |name, puzzle, shelf| {
        let board = board_title(&boards, puzzle);
        Card { name, puzzle, board, found: None, shelf }
    };
    for shelf in own {
        shown.name(shelf);
        for one in &shelf.puzzles {
            shown.put(card(&*one.name, &one.puzzle, Some(&*shelf.id)));
        }
    }
    for (name, puzzle) in &puzzles {
        shown.put(card(name, puzzle, None));
    }
    let mut data = shown.into_json();
    let named = |name: &str, title: &str| json!({ "name": name, "title": title });
    data["games"] = games.iter().map(|(name, game)| named(name, &game.title)).collect();
    data["models"] = boards.iter().map(|(name, title)| named(name, title)).collect();
    data
}
