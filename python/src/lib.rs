//! The Python module `soliter._soliter`. Its Python interface is described in `soliter/__init__.pyi`.
//!
//! * [`position`], [`jump`], [`board`], [`puzzle`], [`line`]: the inputs.
//! * [`answer`], [`open`], [`check`], [`count`], [`solutions`], [`certificate`], [`model`]: the computations and their results;
//!   [`evidence`] pickles that of answers, [`export`] writes programs for other solvers.
//! * [`graphs`]: surveys of graphs.
//! * [`levels`]: levels of positions as bytes, for counts on several machines.
//! * [`work`]: threads, limits and Ctrl-C. [`errors`]: exceptions. [`reading`]: texts and files.
//!   [`picture`]: pictures in notebooks.

mod answer;
mod board;
mod certificate;
mod check;
mod count;
mod errors;
mod evidence;
mod export;
mod graphs;
mod jump;
mod levels;
mod line;
#[cfg(feature = "milp")]
mod model;
mod open;
mod picture;
mod position;
mod puzzle;
mod reading;
mod solutions;
mod work;

/// Exact answers to peg-solitaire puzzles.
#[pyo3::pymodule]
mod _soliter {
    #[pymodule_export]
    use super::answer::{_answer, Answer, solve};
    #[pymodule_export]
    use super::board::{_board, Board};
    #[pymodule_export]
    use super::certificate::{_certificate, Certificate, certify, verify};
    #[pymodule_export]
    use super::check::{_check, Check, check};
    #[pymodule_export]
    use super::count::{_count, _reachable, Count, count};
    #[pymodule_export]
    use super::graphs::{_graph, _simple, _survey};
    #[pymodule_export]
    use super::jump::Jump;
    #[pymodule_export]
    use super::levels::{_elsewhere, PyKernel, Stopper};
    #[pymodule_export]
    use super::line::{_line, Line};
    #[cfg(feature = "milp")]
    #[pymodule_export]
    use super::model::{Model, ProgramAnswer};
    #[pymodule_export]
    use super::open::{fewest_pegs, most_pegs};
    #[pymodule_export]
    use super::position::{_position, Position};
    #[pymodule_export]
    use super::puzzle::{_puzzle, Puzzle};
    #[pymodule_export]
    use super::solutions::_solutions;

    use pyo3::prelude::*;
    use soliter::library;

    /// The names of the built-in puzzles that contain a word, or of all; those of the board games are left out.
    ///
    /// >>> soliter.puzzles("gardner/latin")
    /// ['gardner/latin-cross']
    #[pyfunction]
    #[pyo3(signature = (word = "", /))]
    fn puzzles(word: &str) -> Vec<String> {
        let is_game = |name: &String| {
            let source = library::puzzle(name);
            source.is_some_and(|source| {
                matches!(soliter::games::model_of(&source, &library::model), Ok(Some(_)))
            })
        };
        containing(word, library::puzzles()).into_iter().filter(|name| !is_game(name)).collect()
    }

    /// The names of the built-in boards that contain a word, or of all; those of the board games are left out.
    ///
    /// >>> "english" in soliter.boards()
    /// True
    #[pyfunction]
    #[pyo3(signature = (word = "", /))]
    fn boards(word: &str) -> Vec<String> {
        let is_board = |name: &String| {
            let kind = library::model(name).ok().and_then(|one| library::entry(&one, "kind"));
            kind.is_none_or(|kind| !soliter::games::KINDS.contains(&&*kind))
        };
        containing(word, library::models()).into_iter().filter(is_board).collect()
    }

    /// The names of the built-in solutions and game records that contain a word, or of all.
    ///
    /// >>> soliter.records("bergholt")
    /// ['solutions/bergholt-1912']
    #[pyfunction]
    #[pyo3(signature = (word = "", /))]
    fn records(word: &str) -> Vec<String> {
        containing(word, library::solutions())
    }

    /// The text of a built-in solution or game record.
    ///
    /// >>> central = soliter.Puzzle.built_in("gardner/central-game")
    /// >>> bool(soliter.check(central, soliter.record("bergholt-1912"), search=False))
    /// True
    #[pyfunction]
    #[pyo3(signature = (name, /))]
    fn record(name: &str) -> Result<String, crate::errors::Failure> {
        let found = library::solution(name).map(|source| source.text.clone());
        found.ok_or_else(|| crate::reading::missing("record", name, &library::solutions()))
    }

    fn containing(word: &str, names: Vec<String>) -> Vec<String> {
        let word = word.to_lowercase();
        names.into_iter().filter(|name| name.to_lowercase().contains(&word)).collect()
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let mut features: Vec<&str> = Vec::new();
        if cfg!(feature = "milp") {
            features.push("milp");
        }
        if cfg!(feature = "sat") {
            features.push("sat");
        }
        module.add("features", features)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
