//! The prompt of `soliter play`: lines of input, edited and with a history on a terminal, plain otherwise.

pub(crate) mod action;

use std::io::{BufRead, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::time::Duration;

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use soliter::base::diagnostic::Source;

use crate::cli::{files, prompt::action::Action, session::Session};
use crate::cli::{output, output::exit, output::exit::Exit, output::failure::Outcome};

/// A line of input may not be longer.
const MAX_BYTES: u64 = 1 << 16;
/// Between looks whether a signal came.
const LOOK: Duration = Duration::from_millis(20);

pub(crate) enum Prompt {
    Terminal(Box<DefaultEditor>),
    /// Lines that a thread reads, which ends with the program: a read cannot be called off.
    Pipe(Receiver<std::io::Result<Vec<u8>>>),
}

impl Prompt {
    pub(crate) fn open() -> std::io::Result<Self> {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Ok(Self::Pipe(pipe()?));
        }
        let editor = DefaultEditor::new().map_err(std::io::Error::other)?;
        Ok(Self::Terminal(Box::new(editor)))
    }

    /// Prints what `obey` says to each line, until `quit` or the end of the input. Before each line it is asked
    /// for [`Action::Nothing`]: there may be something to say.
    pub(crate) fn converse(
        &mut self,
        session: &Session,
        mut obey: impl FnMut(Action<'_>) -> String,
    ) -> Outcome {
        loop {
            output::answer(&obey(Action::Nothing))?;
            let line = match self.line(session)? {
                Ok(line) => line,
                Err(exit) => return Ok(exit),
            };
            match Action::read(&line) {
                Action::Nothing => {}
                Action::Quit => return Ok(Exit::Answered),
                action => output::answer(&obey(action))?,
            }
        }
    }

    /// The next line, or how the conversation ends.
    fn line(&mut self, session: &Session) -> std::io::Result<Result<String, Exit>> {
        match self {
            Self::Terminal(editor) => match at_terminal(editor, session) {
                Ok(line) => {
                    // Only a history file could fail; there is none.
                    let _ = editor.add_history_entry(line.as_str());
                    Ok(Ok(line))
                }
                Err(ReadlineError::Interrupted) => {
                    output::answer("quit or Ctrl-D ends the game\n")?;
                    Ok(Ok(String::new()))
                }
                Err(ReadlineError::Eof) => Ok(Err(Exit::Answered)),
                Err(error) => Err(std::io::Error::other(error)),
            },
            Self::Pipe(lines) => loop {
                if output::is_closed() {
                    return Ok(Err(Exit::Answered));
                }
                // A signal came, and nobody sits there who could say more.
                if session.is_cancelled() {
                    return Ok(Err(Exit::Limit));
                }
                match lines.recv_timeout(LOOK) {
                    Ok(line) => return Ok(Ok(String::from_utf8_lossy(&line?).into_owned())),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(Err(Exit::Answered)),
                }
            },
        }
    }
}

/// Reads the record that `load` names, or gives what is to be said instead; a failure is said at once.
pub(crate) fn record(session: &Session, name: &str) -> Result<Arc<Source>, String> {
    if name.is_empty() || name == "-" {
        return Err("say which record: load FILE\n".to_owned());
    }
    files::find(session, &name.into(), files::Kind::Solution).map_err(|failure| {
        failure.say();
        String::new()
    })
}

/// Edits a line. The editor takes Ctrl-C as a key, so that another signal is one that somebody
/// sent to the process; the editor goes on reading all the same, and is left where it stands.
fn at_terminal(editor: &mut DefaultEditor, session: &Session) -> rustyline::Result<String> {
    // What ended a computation before is done with.
    session.cancelled.store(false, Ordering::Relaxed);
    let cancelled = Arc::clone(&session.cancelled);
    #[cfg(unix)]
    let mode = nix::sys::termios::tcgetattr(std::io::stdin()).ok();
    let (done, waiting) = channel::<()>();
    // Without a thread to watch for it, a second signal ends the program.
    let _ = std::thread::Builder::new().spawn(move || {
        while waiting.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if cancelled.load(Ordering::Relaxed) {
                // The editor took the terminal out of the mode that shells want.
                #[cfg(unix)]
                if let Some(mode) = &mode {
                    let now = nix::sys::termios::SetArg::TCSADRAIN;
                    let _ = nix::sys::termios::tcsetattr(std::io::stdin(), now, mode);
                }
                exit::at_once(Exit::Limit.code());
            }
        }
    });
    let line = editor.readline("> ");
    drop(done);
    line
}

/// Lines of standard input, one read ahead; it is closed at the end.
fn pipe() -> std::io::Result<Receiver<std::io::Result<Vec<u8>>>> {
    let (sender, lines) = sync_channel(0);
    std::thread::Builder::new().spawn(move || {
        loop {
            let mut line = Vec::new();
            let read = std::io::stdin().lock().take(MAX_BYTES).read_until(b'\n', &mut line);
            if matches!(read, Ok(0)) || sender.send(read.map(|_| line)).is_err() {
                return;
            }
        }
    })?;
    Ok(lines)
}
