//! The Python module `soliter._soliter`. Its Python interface is described in `soliter/__init__.pyi`.
//!
//! * [`position`], [`board`], [`puzzle`], [`line`]: the inputs.
//! * [`answer`], [`check`], [`count`], [`certificate`], [`model`]: the computations and their results.
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
mod graphs;
mod levels;
mod line;
#[cfg(feature = "milp")]
mod model;
mod picture;
mod position;
mod puzzle;
mod reading;
mod work;

/// Exact answers to peg-solitaire puzzles.
#[pyo3::pymodule]
mod _soliter {
    #[pymodule_export]
    use super::answer::{Answer, solve};
    #[pymodule_export]
    use super::board::{Board, Jump};
    #[pymodule_export]
    use super::certificate::{Certificate, certify, verify};
    #[pymodule_export]
    use super::check::{Check, check};
    #[pymodule_export]
    use super::count::{_reachable, Count, count};
    #[pymodule_export]
    use super::graphs::{_graph, _survey};
    #[pymodule_export]
    use super::levels::{_elsewhere, PyKernel, Stopper};
    #[pymodule_export]
    use super::line::Line;
    #[cfg(feature = "milp")]
    #[pymodule_export]
    use super::model::{Model, ProgramAnswer};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::puzzle::{_puzzle, Puzzle};

    use pyo3::prelude::*;
    use soliter::library;

    /// The names of the built-in puzzles, without those of the board games.
    #[pyfunction]
    fn puzzles() -> Vec<String> {
        let is_game = |name: &String| {
            let source = library::puzzle(name);
            source.is_some_and(|source| {
                matches!(soliter::games::model_of(&source, &library::model), Ok(Some(_)))
            })
        };
        library::puzzles().into_iter().filter(|name| !is_game(name)).collect()
    }

    /// The names of the built-in boards, without those of the board games.
    #[pyfunction]
    fn boards() -> Vec<String> {
        let is_board = |name: &String| {
            let kind = library::model(name).ok().and_then(|one| library::entry(&one, "kind"));
            kind.is_none_or(|kind| !soliter::games::KINDS.contains(&&*kind))
        };
        library::models().into_iter().filter(is_board).collect()
    }

    /// The names of the built-in solutions and game records.
    #[pyfunction]
    fn solutions() -> Vec<String> {
        library::solutions()
    }

    /// The text of a built-in solution or game record.
    #[pyfunction]
    #[pyo3(signature = (name, /))]
    fn solution(name: &str) -> Result<String, crate::errors::Failure> {
        let found = library::solution(name).map(|source| source.text.clone());
        found.ok_or_else(|| crate::reading::missing("solution", name, &library::solutions()))
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
