//! The prompt of `soliter play`: on a terminal, lines of input with editing and a history; otherwise plain
//! lines.

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

/// The longest line of input.
const MAX_BYTES: u64 = 1 << 16;
/// The interval at which signals are checked for.
const LOOK: Duration = Duration::from_millis(20);

pub(crate) enum Prompt {
    Terminal(Box<DefaultEditor>),
    /// Lines read by a thread that ends with the program, since a read cannot be cancelled.
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

    /// Prints the response of `obey` to each line, until `quit` or the end of the input. Before each line,
    /// `obey` is called with [`Action::Nothing`], so that it can print a message that is due.
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

    /// The next line, or how the dialogue ends.
    fn line(&mut self, session: &Session) -> std::io::Result<Result<String, Exit>> {
        match self {
            Self::Terminal(editor) => match at_terminal(editor, session) {
                Ok(line) => {
                    // Only a history file could fail, and there is none.
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
                // A signal came, and there is no user at a terminal.
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

/// Reads the record that `load` names. The error is a message to be printed; a failure is reported at once.
pub(crate) fn record(session: &Session, name: &str) -> Result<Arc<Source>, String> {
    if name.is_empty() || name == "-" {
        return Err("say which record: load FILE\n".to_owned());
    }
    files::find(session, &name.into(), files::Kind::Solution).map_err(|failure| {
        session.reporter.say(&failure);
        String::new()
    })
}

/// Edits a line. The editor handles Ctrl-C as a key, so any signal was sent to the process from elsewhere.
/// The editor continues to read in that case, and is abandoned.
fn at_terminal(editor: &mut DefaultEditor, session: &Session) -> rustyline::Result<String> {
    // The signal that ended an earlier computation has been handled.
    session.cancelled.store(false, Ordering::Relaxed);
    let cancelled = Arc::clone(&session.cancelled);
    #[cfg(unix)]
    let mode = nix::sys::termios::tcgetattr(std::io::stdin()).ok();
    let (done, waiting) = channel::<()>();
    // If no thread can be started to watch for it, a second signal ends the program.
    let _ = std::thread::Builder::new().spawn(move || {
        while waiting.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
            if cancelled.load(Ordering::Relaxed) {
                // The editor has changed the terminal mode, which the shell expects to be restored.
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

/// Lines of standard input, read one ahead; the channel is closed at the end.
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
