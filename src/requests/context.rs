//! Data that requests share: collections that are not built in, and tables that earlier requests have computed.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;

use crate::base::control::Control;
use crate::games::GamePuzzle;
use crate::load::PuzzleReference;
use crate::pages::shelf::{self, OwnPuzzle, OwnShelf};
use crate::requests::Fault;
use crate::{boards::puzzle::Puzzle, prove::reach::Continuations};

/// The number of puzzles whose answers are kept for later hints, and of games whose tables are kept for later moves.
const HINTED: usize = 8;
const GAMES: usize = 2;
/// The number of tables that may be kept, in addition to those of running computations.
pub const TABLES: usize = GAMES;

/// Collections that are not built in, and tables of earlier requests.
#[derive(Default)]
pub struct Context {
    own: Vec<OwnShelf>,
    list: OnceLock<Value>,
    hinted: Mutex<Vec<Arc<Continuations>>>,
    games: Mutex<Vec<(PuzzleReference, Arc<GamePuzzle>)>>,
}

impl Context {
    /// An empty context, with collections that are not built in.
    pub fn with(own: Vec<OwnShelf>) -> Self {
        Self { own, ..Self::default() }
    }

    /// All puzzles, games and boards, as on the home page.
    pub fn list(&self) -> &Value {
        if self.own.is_empty() {
            return shelf::built_in();
        }
        self.list.get_or_init(|| shelf::list(&self.own))
    }

    fn own(&self, asked: &PuzzleReference) -> Option<&OwnPuzzle> {
        let name = asked.is_by_name().then(|| asked.label())?;
        self.own.iter().flat_map(|shelf| &shelf.puzzles).find(|one| one.name == name)
    }

    pub(super) fn text(&self, asked: &PuzzleReference) -> Result<String, Fault> {
        match self.own(asked) {
            Some(own) => Ok(own.text.clone()),
            None => Ok(asked.source()?.text.clone()),
        }
    }

    /// A peg-solitaire puzzle.
    pub(super) fn peg(&self, asked: &PuzzleReference) -> Result<Puzzle, Fault> {
        let own = self.own(asked).map(|own| asked.in_notation(own.puzzle.clone()));
        Ok(own.unwrap_or_else(|| asked.peg())?)
    }

    /// A game, kept from an earlier request or read now.
    pub(super) fn game(&self, asked: &PuzzleReference) -> Result<Arc<GamePuzzle>, Fault> {
        let kept = || self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, game)) = kept().iter().find(|(other, _)| other == asked) {
            return Ok(Arc::clone(game));
        }
        let game = Arc::new(asked.game()?);
        let mut kept = kept();
        kept.truncate(GAMES - 1);
        kept.insert(0, (asked.clone(), Arc::clone(&game)));
        Ok(game)
    }

    /// The answers about positions of a puzzle, kept from an earlier hint.
    pub(super) fn continuations(&self, puzzle: &Puzzle, control: &Control) -> Arc<Continuations> {
        let same = |one: &Arc<Continuations>| {
            let other = one.puzzle();
            other.board() == puzzle.board()
                && other.start() == puzzle.start()
                && other.finish() == puzzle.finish()
                && other.reverse() == puzzle.reverse()
                && other.marked() == puzzle.marked()
        };
        let kept = || self.hinted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(one) = kept().iter().find(|one| same(one)) {
            return Arc::clone(one);
        }
        let new = Arc::new(Continuations::new(puzzle, control));
        let mut kept = kept();
        kept.truncate(HINTED - 1);
        kept.insert(0, Arc::clone(&new));
        new
    }
}
