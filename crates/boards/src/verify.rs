//! The only way to a [`Verified`] answer: lines are replayed by the rules, their moves are counted again,
//! certificates are checked from their numbers, and claims are compared with each other.
//!
//! It knows only boards, rules, and the conditions of certificates ([`crate::bounds::class`],
//! [`crate::bounds::pagoda`]), and shares nothing with the searches or the MILP.

use crate::answer::{Claim, Detail, Evidence, Prover, ProverResult};
use crate::board::position::Position;
use crate::bounds::{class, pagoda};
use crate::puzzle::{Puzzle, marks::MarkedPegs};
use crate::rules::{self, JumpFault};
use crate::{answer::evidence::Certificate, line::Hop, line::Line};
use soliter_base::control::Stop;

/// The result of playing jumps one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The start and the position after each legal jump.
    pub positions: Vec<Position>,
    /// The marked pegs in each of these positions.
    pub marked: Vec<MarkedPegs>,
    /// The number of moves of the legal part: a jump by another peg than the one before begins a move.
    pub moves: usize,
    /// The number (from 1) of the first illegal jump, and the rule that it breaks.
    pub fault: Option<(usize, JumpFault)>,
}

impl Replay {
    /// The position after the last legal jump.
    pub fn last(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Whether all jumps are legal and end in the finish of the puzzle.
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        self.fault.is_none() && puzzle.finish.accepts(self.last()) && !self.lacks_a_jump(puzzle)
    }

    /// Whether there is no jump, although a marked peg has to make or to suffer the last one.
    pub fn lacks_a_jump(&self, puzzle: &Puzzle) -> bool {
        self.jumps() == 0 && puzzle.marked.need_a_jump()
    }

    /// The number of legal jumps.
    pub fn jumps(&self) -> usize {
        self.positions.len() - 1
    }
}

/// Plays jumps from the start of a puzzle up to the first that is illegal or breaks the condition on a mark.
pub fn replay(puzzle: &Puzzle, jumps: impl IntoIterator<Item: Into<Hop>>) -> Replay {
    let mut marked = MarkedPegs::new(puzzle.marked);
    let mut replay = Replay {
        positions: vec![puzzle.start.clone()],
        marked: vec![marked],
        moves: 0,
        fault: None,
    };
    let mut landed = None;
    for (index, hop) in jumps.into_iter().map(Into::into).enumerate() {
        let is_last = index + 1 == puzzle.jumps();
        let made = rules::apply(puzzle, replay.last(), hop)
            .and_then(|(jump, position)| Ok((position, marked.after(jump, is_last)?)));
        match made {
            Ok((position, after)) => {
                replay.positions.push(position);
                replay.marked.push(after);
                marked = after;
            }
            Err(fault) => {
                replay.fault = Some((index + 1, fault));
                break;
            }
        }
        replay.moves += usize::from(landed != Some(hop.from));
        landed = Some(hop.to);
    }
    replay
}

/// An answer that has passed [`verify`]; there is no other way to make one.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    claim: Claim,
    line: Option<Line>,
    evidence: Vec<Evidence>,
    seconds: f64,
}

impl Verified {
    /// The claim that all the evidence together proves.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The shortest line found, which has been replayed.
    pub fn line(&self) -> Option<&Line> {
        self.line.as_ref()
    }

    /// The evidence of each prover.
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// The first refutation among the evidence that a person can check on the board.
    pub fn certificate(&self, puzzle: &Puzzle) -> Option<Certificate> {
        self.evidence.iter().find_map(|one| one.certificate(puzzle))
    }

    /// The wall-clock seconds of all provers together.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }
}

/// The reason why an answer is refused. Each of them is a fault of this program, not of the puzzle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum VerificationError {
    /// Two provers make claims that cannot both be true.
    #[error("{} says {:?}, {} says {:?}", .0.by.as_str(), .0.claim, .1.by.as_str(), .1.claim)]
    Disagreement(Box<Evidence>, Box<Evidence>),
    /// A prover's line breaks a rule.
    #[error("the line of {} breaks a rule at jump {index}: {}", .by.as_str(), .fault.reason())]
    IllegalLine {
        /// The prover that gave the line.
        by: Prover,
        /// The number of the jump, from 1.
        index: usize,
        /// The rule that it breaks.
        fault: JumpFault,
    },
    /// A prover's line does not end in the finish, or has another number of moves than claimed.
    #[error("the line of {} is not what it claims", .0.as_str())]
    WrongLine(Prover),
    /// A prover gave a line that its claim does not mention, or claimed a line without giving it.
    #[error("claim and line of {} do not fit together", .0.as_str())]
    Mismatch(Prover),
    /// A prover stopped because of a fault of its own, which the phrase describes.
    #[error("{} broke: {}", .0.as_str(), .1)]
    Broken(Prover, &'static str),
    /// A prover's certificate does not prove its claim.
    #[error("the certificate of {} proves nothing", .0.as_str())]
    WrongCertificate(Prover),
}

/// Checks the findings of all provers, which took `seconds` together, and combines their claims.
pub fn verify(
    puzzle: &Puzzle,
    findings: Vec<ProverResult>,
    seconds: f64,
) -> Result<Verified, VerificationError> {
    for finding in &findings {
        if let Some(Stop::Fault(phrase)) = finding.evidence.stopped {
            return Err(VerificationError::Broken(finding.evidence.by, phrase));
        }
        let by = finding.evidence.by;
        match (&finding.line, finding.evidence.claim.moves()) {
            (None, None) => {}
            (Some(line), Some(moves)) => check_moves(puzzle, by, line, moves)?,
            _ => return Err(VerificationError::Mismatch(by)),
        }
        check_certificate(puzzle, &finding.evidence)?;
    }
    let mut shortest: Option<(usize, Line)> = None;
    let mut evidence: Vec<Evidence> = Vec::new();
    for ProverResult { evidence: new, line } in findings {
        if let (Some(moves), Some(line)) = (new.claim.moves(), line)
            && shortest.as_ref().is_none_or(|(fewest, _)| moves < *fewest)
        {
            shortest = Some((moves, line));
        }
        evidence.push(new);
    }
    combine(evidence, shortest.map(|(_, line)| line), seconds)
}

/// Checks an answer that was stored, of which only the shortest line was kept, as [`verify`] does.
pub fn verify_stored(
    puzzle: &Puzzle,
    line: Option<Line>,
    evidence: Vec<Evidence>,
    seconds: f64,
) -> Result<Verified, VerificationError> {
    for one in &evidence {
        check_certificate(puzzle, one)?;
    }
    let claimed = |one: &Evidence| Some((one.claim.moves()?, one.by));
    let shortest = evidence.iter().filter_map(claimed).min_by_key(|(moves, _)| *moves);
    match (&line, shortest) {
        (None, None) => {}
        (Some(line), Some((moves, by))) => check_moves(puzzle, by, line, moves)?,
        (None, Some((_, by))) => return Err(VerificationError::Mismatch(by)),
        (Some(_), None) => return Err(VerificationError::Mismatch(Prover::Search)),
    }
    combine(evidence, line, seconds)
}

/// Combines claims, of which the shortest line has been checked.
fn combine(
    evidence: Vec<Evidence>,
    line: Option<Line>,
    seconds: f64,
) -> Result<Verified, VerificationError> {
    for (number, new) in evidence.iter().enumerate() {
        if let Some(old) = evidence[..number].iter().find(|old| old.claim.contradicts(new.claim)) {
            let (old, new) = (Box::new(old.clone()), Box::new(new.clone()));
            return Err(VerificationError::Disagreement(old, new));
        }
    }
    let lower_bound = evidence.iter().filter_map(|e| e.claim.lower_bound()).max().unwrap_or(1);
    let claim = match line.as_ref().map(|line| line.moves().len()) {
        _ if evidence.iter().any(|e| e.claim == Claim::Infeasible) => Claim::Infeasible,
        Some(moves) if moves == lower_bound => Claim::Optimal { moves },
        Some(moves) => Claim::Feasible { moves, lower_bound },
        None => Claim::Unknown { lower_bound },
    };
    Ok(Verified { claim, line, evidence, seconds })
}

/// Checks further lines of a search: each must be a solution with as many moves as the answer.
pub fn verify_lines(
    puzzle: &Puzzle,
    answer: &Verified,
    lines: Vec<Line>,
) -> Result<Vec<Line>, VerificationError> {
    let moves = answer.claim().moves().ok_or(VerificationError::Mismatch(Prover::Search))?;
    for line in &lines {
        check_moves(puzzle, Prover::Search, line, moves)?;
    }
    Ok(lines)
}

fn check_moves(
    puzzle: &Puzzle,
    by: Prover,
    line: &Line,
    moves: usize,
) -> Result<(), VerificationError> {
    let replay = replay(puzzle, line.jumps());
    if let Some((index, fault)) = replay.fault {
        return Err(VerificationError::IllegalLine { by, index, fault });
    }
    let is_right = replay.solves(puzzle) && replay.moves == moves;
    if is_right { Ok(()) } else { Err(VerificationError::WrongLine(by)) }
}

/// Recomputes a certificate from its numbers, and refuses kinds of certificates that are not known here.
/// Position classes and pagoda functions prove nothing without a certificate.
fn check_certificate(puzzle: &Puzzle, evidence: &Evidence) -> Result<(), VerificationError> {
    let impossible = evidence.claim == Claim::Infeasible;
    let holds = match (&evidence.detail, evidence.by) {
        (Detail::Markings(markings), Prover::Class) => {
            impossible && class::refutes(puzzle, markings)
        }
        (Detail::Weights(weights), Prover::Pagoda) => {
            impossible && pagoda::weights_refute(puzzle, weights)
        }
        (Detail::Markings(_) | Detail::Weights(_), _) | (_, Prover::Class | Prover::Pagoda) => {
            false
        }
        _ => evidence.certificate(puzzle).is_none(),
    };
    if holds { Ok(()) } else { Err(VerificationError::WrongCertificate(evidence.by)) }
}
