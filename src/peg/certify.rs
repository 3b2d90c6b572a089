//! Certificates: a verified answer written down so that a small program that shares nothing with this
//! one can check it ([`crate::checker`], `tools/check_layers.py`). The format is in docs/certificates.md.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::base::control::{Control, Stop};
use crate::base::wording::hex;
use crate::peg::answer::claim::Claim;
use crate::peg::answer::evidence::Detail;
use crate::peg::board::Symmetry;
use crate::peg::board::position::Position;
use crate::peg::bounds::pagoda::Tolls;
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::search::layers::{Layers, layers};
use crate::peg::verify::Verified;

/// What of an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Contents {
    /// The positions of the layers, not their digests alone.
    pub layers: bool,
    /// The line: together with the bound it is the whole claim.
    pub line: bool,
}

/// Why an answer has no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCertificate {
    /// Neither the fewest moves nor the impossibility is proved.
    #[error("the answer is not proved, so there is nothing to certify")]
    NotProved,
    /// Backwards, a building game with such a finish starts from any of many positions.
    #[error("a building game with a finish by its number of pegs has no certificate")]
    NoForm,
    /// A limit came first.
    #[error("no certificate: {}", .0.phrase())]
    Stopped(Stop),
}

impl From<Stop> for NoCertificate {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The certificate of an answer. [`crate::checker::check`] says whether it proves what it is for.
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
    text.push_str("sha256 ");
    text.push_str(&hex(&Sha256::digest(&data)));
    text.push_str(if contents.layers { "\ndata\n" } else { "\nends\n" });
    let mut file = text.into_bytes();
    if contents.layers {
        file.extend(data);
    }
    Ok(file)
}

/// The certificate of a bound that weights and tolls prove, or of impossibility.
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

/// Start and finish of the ordinary game: building is that game played backwards.
fn ends(puzzle: &Puzzle) -> Result<(Position, Finish), NoCertificate> {
    puzzle.marked.unfollowed()?;
    match (puzzle.building, puzzle.finish) {
        (false, finish) => Ok((puzzle.start, finish)),
        (true, Finish::Exactly(finish)) => Ok((finish, Finish::Exactly(puzzle.start))),
        (true, Finish::Pegs(_)) => Err(NoCertificate::NoForm),
    }
}

/// What a certificate says that it is about, as its head has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Rows of `o` (a hole) and `.` with `/` between them.
    pub board: String,
    /// The word for the directions of jumps.
    pub directions: &'static str,
    /// The start of the ordinary game.
    pub start: Position,
    /// Its finish; none if any position of `pegs` pegs is one.
    pub finish: Option<Position>,
    /// The pegs of the finish.
    pub pegs: usize,
}

impl Statement {
    /// What the certificate of a puzzle is about.
    ///
    /// # Errors
    /// [`NoCertificate::NoForm`], and [`NoCertificate::Stopped`] where pegs are marked.
    pub fn of(puzzle: &Puzzle) -> Result<Self, NoCertificate> {
        let (start, finish) = ends(puzzle)?;
        let board = &puzzle.board;
        let row = |row: i32| {
            let symbol = |column| if board.hole_at(row, column).is_some() { 'o' } else { '.' };
            (0..board.columns()).map(symbol).collect::<String>()
        };
        let (finish, pegs) = match finish {
            Finish::Exactly(finish) => (Some(finish), finish.len()),
            Finish::Pegs(pegs) => (None, pegs),
        };
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

/// A marking that tells start and finish apart, or weights, if the answer has them.
fn short_proof(puzzle: &Puzzle, answer: &Verified) -> Option<String> {
    let Finish::Exactly(finish) = puzzle.finish else { return None };
    answer.evidence().iter().find_map(|evidence| match &evidence.detail {
        Detail::Markings(markings) => {
            let odd = |set: Position, marking: &Position| (set.0 & marking.0).count_ones() % 2;
            let differs = |m: &&Position| odd(puzzle.start, m) != odd(finish, m);
            let marking = markings.iter().find(differs)?;
            let marks = puzzle.board.full().holes().map(|hole| u8::from(marking.has(hole)));
            Some(format!("marking {}\n", joined(marks, " ")))
        }
        // No move raises the weight.
        Detail::Weights(weights) => {
            let rises = vec![0; weights.len()];
            Some(format!("weights {}\nrises {}\n", joined(weights, " "), joined(rises, " ")))
        }
        _ => None,
    })
}

/// The board, the ends, the symmetries that keep them, and the claim.
fn head(puzzle: &Puzzle, fewest: usize) -> Result<String, NoCertificate> {
    let Statement { board, directions, start, finish, pegs } = Statement::of(puzzle)?;
    let finish = finish.unwrap_or(Position::EMPTY);
    let keeps =
        |symmetry: &&Symmetry| [start, finish].iter().all(|set| set.image(symmetry) == *set);
    let title: String = puzzle.title.chars().filter(|c| !c.is_control()).take(200).collect();
    Ok(format!(
        "soliter layers 2\n# {title}\nboard {board}\ndirections {directions}\nstart {:x}\n\
         finish {:x}\npegs {pegs}\nsymmetries {}\nmoves-at-least {fewest}\n",
        start.0,
        finish.0,
        puzzle.board.symmetries().iter().filter(keeps).count()
    ))
}

fn joined<T: ToString>(words: impl IntoIterator<Item = T>, separator: &str) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(separator)
}

/// Ascending numbers as differences, seven bits a byte, the lowest first (LEB128).
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
