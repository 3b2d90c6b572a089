//! Lines of input: edited, with a history, on a terminal; plain otherwise.

pub(crate) mod command;

use std::io::{BufRead, IsTerminal, Read};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// A line of input may not be longer.
const MAX_BYTES: u64 = 1 << 16;

/// What came in.
pub(crate) enum Input {
    Line(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    End,
}

pub(crate) enum Prompt {
    Terminal(Box<DefaultEditor>),
    Pipe,
}

impl Prompt {
    pub(crate) fn open() -> std::io::Result<Self> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Ok(Self::Pipe);
        }
        let editor = DefaultEditor::new().map_err(std::io::Error::other)?;
        Ok(Self::Terminal(Box::new(editor)))
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> std::io::Result<Input> {
        match self {
            Self::Terminal(editor) => match editor.readline("> ") {
                Ok(line) => {
                    // Only a history file could fail; there is none.
                    let _ = editor.add_history_entry(line.as_str());
                    Ok(Input::Line(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
                Err(ReadlineError::Eof) => Ok(Input::End),
                Err(error) => Err(std::io::Error::other(error)),
            },
            Self::Pipe => {
                let mut line = Vec::new();
                let read = std::io::stdin().lock().take(MAX_BYTES).read_until(b'\n', &mut line)?;
                if read == 0 {
                    return Ok(Input::End);
                }
                Ok(Input::Line(String::from_utf8_lossy(&line).into_owned()))
            }
        }
    }
}
