//! Reads text in a puzzle's own notation, and plays it.

use crate::forms::Source;
use crate::lexer;
use crate::meter::Meter;
use crate::moves;
use crate::reading::{IGNORED, Reading};
use crate::style::Form;
use crate::vocabulary::Vocabulary;
use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::TextFault;
use soliter_boards::board::Board;
use soliter_boards::line::Hop;
use soliter_boards::notation::{Names, Scheme};
use soliter_boards::session::{Attempt, IllegalJump};

/// Reads moves in the notation of `names`, in the form in which Soliter writes them.
///
/// # Errors
/// The limit that was reached first.
pub fn read(text: &str, board: &Board, names: &Names, control: &Control) -> Result<Reading, Stop> {
    let mut meter = Meter::new(control);
    let tokens = lexer::cut(text, !board.is_drawn(), &mut meter)?;
    let mut vocabulary = Vocabulary::new(board, names, &tokens);
    let range = 0..tokens.list.len();
    let pieces = moves::read(&tokens, range, &[], usize::MAX, &mut vocabulary, &mut meter)?;
    let source = Source { pieces: &pieces, tokens: &tokens, board, names, beside: None };
    source.read(Form::Notation, None, None, &mut meter)
}

/// The reason why the jumps of a text were not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayFault {
    /// The text contains no jump.
    #[error("there is no jump in this text")]
    Empty,
    /// The text cannot be read in any notation; this is its first fault.
    #[error(transparent)]
    Unreadable(TextFault),
    /// One of the jumps is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalJump),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(Stop),
}

/// Makes all jumps of a text, or none, and returns the scheme of the text if it is not the puzzle's own. A text that
/// cannot be read in the puzzle's notation is read in another one if its jumps are legal here in that one only. If no
/// notation makes them legal, the first in which they are jumps says why.
pub fn play(
    attempt: &mut Attempt,
    text: &str,
    control: &Control,
) -> Result<Option<Scheme>, PlayFault> {
    let stopped = PlayFault::Stopped;
    let puzzle = attempt.puzzle().clone();
    let own = read(text, puzzle.board(), puzzle.names(), control).map_err(stopped)?;
    // A player who types a word beside a jump means something by it.
    let aside = own.remarks.iter().find(|(_, text)| text.starts_with(IGNORED));
    let aside = aside.map(|(span, _)| {
        TextFault::new(
            span.clone(),
            "this is not a jump",
            "write jumps only; begin a remark with #",
        )
    });
    let fault = own.unexplained.first().map(|first| first.fault.clone());
    let fault = fault.or(aside.filter(|_| own.has_jump));
    let wrong = own.jumps.iter().find_map(|jump| jump.wrong.as_deref().cloned());
    if let Some(fault) = wrong.filter(|_| fault.is_none()) {
        return Err(PlayFault::Unreadable(fault));
    }
    if own.has_jump && fault.is_none() {
        attempt.make(&own.hops().collect::<Vec<Hop>>())?;
        return Ok(None);
    }
    let mut found: Option<(Scheme, Vec<Hop>)> = None;
    let mut illegal: Option<IllegalJump> = None;
    for scheme in Scheme::ALL.into_iter().filter(|scheme| *scheme != own.scheme) {
        let Ok(names) = Names::new(puzzle.board(), scheme) else { continue };
        let reading = read(text, puzzle.board(), &names, control).map_err(stopped)?;
        let sound =
            reading.is_understood() && reading.jumps.iter().all(|jump| jump.wrong.is_none());
        let jumps: Vec<Hop> = reading.hops().collect();
        if !sound || !reading.has_jump || jumps.iter().any(|hop| hop.from == hop.to) {
            continue;
        }
        if let Err(jump) = attempt.clone().make(&jumps) {
            illegal = illegal.or(Some(jump));
            continue;
        }
        if found.as_ref().is_some_and(|(_, other)| *other != jumps) {
            found = None;
            break;
        }
        found = found.or(Some((scheme, jumps)));
    }
    if let Some((scheme, jumps)) = found {
        attempt.make(&jumps)?;
        return Ok(Some(scheme));
    }
    // `d3-b3` names no hole of the puzzle's notation, and the holes of a jump in another.
    if let Some(illegal) = illegal.filter(|_| own.names[0] == 0) {
        return Err(illegal.into());
    }
    match fault {
        Some(fault) => Err(PlayFault::Unreadable(fault)),
        None => Err(PlayFault::Empty),
    }
}
