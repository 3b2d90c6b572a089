//! Reads the board for a command that works on a board instead of a puzzle.

use std::fs;
use std::sync::Arc;

use soliter::base::diagnostic::Source;
use soliter::games::KINDS;
use soliter::library;
use soliter::{boards::notation::Names, boards::puzzle::model::Model};

use crate::cli::output::failure::Failure;
use crate::cli::{args::file_name::FileName, files, session::Session};

pub(crate) struct NamedBoard {
    /// The name of its model in puzzle files.
    pub(crate) name: String,
    pub(crate) model: Model,
    pub(crate) names: Names,
}

impl NamedBoard {
    /// Reads a board. `example` is the board that the help names if another kind of file was given.
    pub(crate) fn read(
        session: &Session,
        board: &FileName,
        example: &str,
    ) -> Result<Self, Failure> {
        Self::of(session, board, &files::find(session, board, files::Kind::Shown)?, example)
    }

    /// Reads a board from its file.
    pub(crate) fn of(
        session: &Session,
        board: &FileName,
        source: &Arc<Source>,
        example: &str,
    ) -> Result<Self, Failure> {
        if !Model::is_model(source) {
            let message = format!("\"{board}\" is not a board");
            let help = format!(
                "give a board, such as {example}; a board under [model] needs a file of its own"
            );
            return Err(Failure::unfit(message, help));
        }
        if library::entry(source, "kind").is_some_and(|kind| KINDS.contains(&kind.as_str())) {
            let message = format!("\"{board}\" is a board game, not a board of peg solitaire");
            let help = format!("give a board of peg solitaire, such as {example}");
            return Err(Failure::unfit(message, help));
        }
        let model = Model::parse(source)?;
        for remark in &model.remarks {
            session.note(&format!("note: {board}: {remark}"));
        }
        let scheme = session.options.notation.unwrap_or(model.scheme);
        let names = Names::new(&model.board, scheme)
            .map_err(|error| Failure::unfit(error.to_string(), "choose another --notation"))?;
        // A puzzle may be written to any folder, so it refers to the file of its board by the full path.
        let path = fs::canonicalize(board.path()).ok().filter(|path| path.is_file());
        let name = path.map_or_else(|| board.to_string(), |path| path.display().to_string());
        Ok(Self { name, model, names })
    }
}
