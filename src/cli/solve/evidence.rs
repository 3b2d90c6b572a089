//! Shows evidence and certificates on a terminal.

use soliter::boards::answer::{Claim, Evidence};
use soliter::boards::draw::text::{Panel, beside, board};
use soliter::{
    boards::answer::evidence::Figure, boards::board::position::Hole, boards::puzzle::Puzzle,
};

use crate::cli::{
    args::file_name::FileName, output::paint, output::paint::counted, session::Session,
};

/// A line of evidence: the prover, its claim, and the grounds. The commands that it names are for the puzzle as it was given.
pub(crate) fn evidence_text(name: &FileName, puzzle: &Puzzle, evidence: &Evidence) -> String {
    let claim = match evidence.claim {
        Claim::Optimal { moves } => format!("{}, proved minimal", counted(moves, "move")),
        Claim::Feasible { moves, lower_bound } => {
            format!("{} found, at least {lower_bound} needed", counted(moves, "move"))
        }
        Claim::Infeasible => "proved impossible".to_owned(),
        Claim::Unknown { lower_bound: 0..=1 } => "nothing found".to_owned(),
        Claim::Unknown { lower_bound } => {
            format!("nothing found, at least {lower_bound} moves needed")
        }
    };
    let stopped = evidence.stopped.map_or_else(String::new, |s| format!(" ({})", s.phrase()));
    let seconds = paint::seconds(evidence.seconds);
    let (ground, _) = evidence.detail.account(puzzle);
    let how = evidence
        .to_check(puzzle, if name.starts_with('-') { "PUZZLE" } else { name })
        .map_or_else(String::new, |how| format!("\n          evidence: {how}"));
    format!("{:<7} {claim}{stopped}  {seconds}  {ground}{how}", evidence.by.as_str())
}

/// The certificate of a refutation, which a person can check; empty if there is none.
pub(crate) fn certificate_text(session: &Session, puzzle: &Puzzle, evidence: &Evidence) -> String {
    let Some(certificate) = evidence.certificate(puzzle) else { return String::new() };
    let drawn = if certificate.words.is_empty() {
        let marked =
            |figure: &Figure| session.paint.marked(puzzle.board(), &figure.pegs, &figure.marked);
        let panels: Vec<Panel> = certificate.figures.iter().map(marked).collect();
        beside(&panels, session.paint.columns)
    } else {
        let words = &certificate.words;
        let wide = words.iter().map(|word| word.chars().count()).max().unwrap_or(1);
        let cell = |hole: Hole| format!("{:>wide$}", words[usize::from(hole)]);
        board(puzzle.board(), wide, cell).join("\n") + "\n"
    };
    format!("\n{drawn}\n{}", certificate.reason)
}
