//! Writes certificates: verified answers for programs to check that share nothing with this one, which are
//! [`crate::checker`] and `tools/check_layers.py`. The format is described in docs/certificates.md.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::base::control::{Control, Stop};
use crate::base::wording::{hex, joined};
use crate::peg::answer::{claim::Claim, evidence::Detail};
use crate::peg::bounds::{class, pagoda::Tolls};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::search::layers::{Layers, layers};
use crate::peg::{board::position::Position, verify::Verified};

/// The optional contents of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Contents {
    /// Whether it has the positions of the layers, and not only their digest.
    pub layers: bool,
    /// Whether it has the line, which together with the bound is the whole claim.
    pub line: bool,
}

/// The reason why an answer has no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCertificate {
    /// Neither the fewest moves nor the impossibility is proved.
    #[error("the answer is not proved, so there is nothing to certify")]
    NotProved,
    /// The puzzle is a building game without the pegs of its finish, so backwards it would start anywhere.
    #[error("a building game with a finish by its number of pegs has no certificate")]
    NoForm,
    /// A limit came first.
    #[error("no certificate: {}", .0.phrase())]
    Stopped(#[from] Stop),
}

/// Writes the certificate of an answer. [`crate::checker::check`] decides whether it proves its claim.
pub fn certify(
    puzzle: &Puzzle,
    answer: &Verified,
    contents: Contents,
    control: &Control,
) -> Result<Vec<u8>, NoCertificate> {
    let (start, finish) = ends(puzzle)?;
    let fewest = match answer.claim() {
        Claim::Optimal { moves } => moves,
        // Every move has a jump.
        Claim::Infeasible => puzzle.jumps() + 1,
        Claim::Feasible { .. } | Claim::Unknown { .. } => return Err(NoCertificate::NotProved),
    };
    let mut text = head(puzzle, fewest)?;
    if let (true, Some(line)) = (contents.line, answer.line()) {
        let line = if puzzle.building { line.reversed() } else { line.clone() };
        let chains = line.moves().iter().map(|one| joined(one.holes(), "-"));
        let _ = writeln!(text, "line {}", joined(chains, " "));
    }
    if let Some(proof) = short_proof(puzzle, answer) {
        return Ok(format!("{text}{proof}ends\n").into_bytes());
    }
    let Layers { forward, backward, regions } = layers(puzzle, start, finish, fewest - 1, control)?;
    add_regions(&mut text, &regions);
    let mut data = Vec::new();
    for (name, side) in [("F", forward), ("B", backward)] {
        if !side.is_empty() {
            let _ = writeln!(text, "{name} {}", joined(side.iter().map(Vec::len), " "));
        }
        for layer in side {
            control.check()?;
            data.extend(encode(&layer));
        }
    }
    let end = if contents.layers { "data" } else { "ends" };
    let _ = writeln!(text, "sha256 {}\n{end}", hex(&Sha256::digest(&data)));
    let mut file = text.into_bytes();
    if contents.layers {
        file.extend(data);
    }
    Ok(file)
}

/// Writes the certificate of a bound, or of impossibility, that weights and tolls prove.
pub fn certify_tolls(puzzle: &Puzzle, tolls: &Tolls) -> Result<Vec<u8>, NoCertificate> {
    let mut text = head(puzzle, tolls.least_moves.min(puzzle.jumps() + 1))?;
    add_regions(&mut text, &tolls.regions.iter().map(|region| region.0).collect::<Vec<_>>());
    for (key, numbers) in
        [("weights", &tolls.weights), ("rises", &tolls.rises), ("tolls", &tolls.tolls)]
    {
        let words = numbers.iter().map(|number| format!(" {number}"));
        let _ = writeln!(text, "{key}{}", joined(words, ""));
    }
    Ok(format!("{text}ends\n").into_bytes())
}

/// The start and finish of the ordinary game. The building game is that game played backwards.
fn ends(puzzle: &Puzzle) -> Result<(Position, Finish), NoCertificate> {
    puzzle.marked.unfollowed()?;
    match (puzzle.building, puzzle.finish) {
        (false, finish) => Ok((puzzle.start, finish)),
        (true, Finish::Exactly(finish)) => Ok((finish, Finish::Exactly(puzzle.start))),
        (true, Finish::Pegs(_)) => Err(NoCertificate::NoForm),
    }
}

/// The statement that a certificate proves, as it is written in the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The rows of the board, with `/` between them: `o` is a hole, `.` is none.
    pub board: String,
    /// The word for the directions of jumps.
    pub directions: &'static str,
    /// The start of the ordinary game.
    pub start: Position,
    /// The finish of the ordinary game; `None` if any position of `pegs` pegs is a finish.
    pub finish: Option<Position>,
    /// The number of pegs of the finish.
    pub pegs: usize,
}

impl Statement {
    /// The statement that the certificate of a puzzle proves.
    pub fn of(puzzle: &Puzzle) -> Result<Self, NoCertificate> {
        let (start, finish) = ends(puzzle)?;
        let board = &puzzle.board;
        let row = |row: i32| {
            let symbol = |column| if board.hole_at(row, column).is_some() { 'o' } else { '.' };
            (0..board.columns()).map(symbol).collect::<String>()
        };
        let (finish, pegs) = (finish.position(), finish.pegs());
        let (board, directions) =
            (joined((0..board.rows()).map(row), "/"), board.directions().word());
        Ok(Self { board, directions, start, finish, pegs })
    }
}

fn add_regions(text: &mut String, regions: &[u64]) {
    if !regions.is_empty() {
        let hex = regions.iter().map(|region| format!("{region:x}"));
        let _ = writeln!(text, "regions {}", joined(hex, " "));
    }
}

/// The proof by a marking that separates start and finish, or by weights, if the answer has one of them.
fn short_proof(puzzle: &Puzzle, answer: &Verified) -> Option<String> {
    let finish = puzzle.finish.position()?;
    answer.evidence().iter().find_map(|evidence| match &evidence.detail {
        Detail::Markings(markings) => {
            let separates = |m: &&Position| class::separates(**m, puzzle.start, finish);
            let marking = markings.iter().find(separates)?;
            let marks = puzzle.board.full().holes().map(|hole| u8::from(marking.has(hole)));
            Some(format!("marking {}\n", joined(marks, " ")))
        }
        // No move raises the weight, so all rises are 0.
        Detail::Weights(weights) => {
            let rises = vec![0; weights.len()];
            Some(format!("weights {}\nrises {}\n", joined(weights, " "), joined(rises, " ")))
        }
        _ => None,
    })
}

/// The head: the board, both ends, the number of symmetries that keep them, and the claim.
fn head(puzzle: &Puzzle, fewest: usize) -> Result<String, NoCertificate> {
    let Statement { board, directions, start, finish, pegs } = Statement::of(puzzle)?;
    let title: String = puzzle.title.chars().filter(|c| !c.is_control()).take(200).collect();
    Ok(format!(
        "soliter layers 2\n# {title}\nboard {board}\ndirections {directions}\nstart {:x}\n\
         finish {:x}\npegs {pegs}\nsymmetries {}\nmoves-at-least {fewest}\n",
        start.0,
        finish.unwrap_or(Position::EMPTY).0,
        puzzle.symmetries().count()
    ))
}

/// Encodes ascending numbers by their differences, with seven bits in each byte, the lowest first (LEB128).
fn encode(layer: &[u64]) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::new(), 0);
    for &position in layer {
        let mut delta = position - last;
        while delta > 127 {
            bytes.push((delta & 127) as u8 | 128);
            delta >>= 7;
        }
        bytes.push(delta as u8);
        last = position;
    }
    bytes
}
