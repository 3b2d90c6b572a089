//! The board of a table.

use std::fs;

use soliter::peg::model::Model;
use soliter::peg::notation::Names;

use crate::cli::args::TableArgs;
use crate::cli::faults::Reason;
use crate::cli::files::Reported;
use crate::cli::session::Session;
use crate::cli::{files, output};

/// A board and its problems.
pub(super) struct Board<'a> {
    /// What its model is called in puzzles.
    pub(super) name: String,
    pub(super) model: Model,
    pub(super) names: Names,
    pub(super) args: &'a TableArgs,
}

impl<'a> Board<'a> {
    /// Reads the board.
    pub(super) fn read(session: &Session, args: &'a TableArgs) -> Result<Self, Reported> {
        let source = files::shown(session, &args.board)?;
        if !Model::is_model(&source) {
            let message = format!("\"{}\" is not a board", args.board);
            output::refuse(
                Reason::Unfit,
                &message,
                "give a model, as in english; see `soliter list`",
            );
            return Err(Reported);
        }
        let model = Model::parse(&source).map_err(|faults| {
            output::diagnostics(&faults);
            Reported
        })?;
        let scheme = session.options.notation.unwrap_or(model.scheme);
        let names = Names::new(&model.board, scheme).map_err(|error| {
            output::refuse(Reason::Unfit, &error.to_string(), "choose another --notation");
            Reported
        })?;
        // Puzzles name a file by a path that holds wherever they are written.
        let path = fs::canonicalize(args.board.path()).ok().filter(|path| path.is_file());
        let name = path.map_or_else(|| args.board.to_string(), |path| path.display().to_string());
        Ok(Self { name, model, names, args })
    }
}
