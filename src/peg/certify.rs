//! Certificates: a verified answer written down so that a small program that shares nothing with this
//! one can check it ([`crate::checker`], `tools/check_layers.py`). The format is in docs/certificates.md.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::base::control::{Control, Stop};
use crate::peg::claim::Claim;
use crate::peg::evidence::Detail;
use crate::peg::position::{Hole, Position};
use crate::peg::puzzle::{Finish, Puzzle};
use crate::peg::search::layers::{Layers, NoLayers, layers};
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
    /// The layers contradict the answer: a fault of this program.
    #[error("the layers contradict the answer")]
    Contradiction,
}

impl From<NoLayers> for NoCertificate {
    fn from(none: NoLayers) -> Self {
        match none {
            NoLayers::Stopped(stop) => Self::Stopped(stop),
            NoLayers::Met => Self::Contradiction,
        }
    }
}

/// The certificate of an answer.
///
/// # Errors
/// See [`NoCertificate`].
pub fn certify(
    puzzle: &Puzzle,
    answer: &Verified,
    contents: Contents,
    control: &Control,
) -> Result<Vec<u8>, NoCertificate> {
    // Building is the ordinary game played backwards.
    let (start, finish) = match (puzzle.building, puzzle.finish) {
        (false, finish) => (puzzle.start, finish),
        (true, Finish::Exactly(finish)) => (finish, Finish::Exactly(puzzle.start)),
        (true, Finish::Pegs(_)) => return Err(NoCertificate::NoForm),
    };
    let mut text = head(puzzle, start, finish);
    let most = match answer.claim() {
        Claim::Optimal { moves } => {
            let _ = writeln!(text, "moves-at-least {moves}");
            if let (true, Some(line)) = (contents.line, answer.line()) {
                let line = if puzzle.building { line.reversed() } else { line.clone() };
                let chains: Vec<String> =
                    line.moves().iter().map(|one| joined(one.holes(), "-")).collect();
                let _ = writeln!(text, "line {}", chains.join(" "));
            }
            moves - 1
        }
        Claim::Infeasible => {
            if let Some(line) = short_proof(puzzle, answer) {
                return Ok(format!("{text}{line}\nends\n").into_bytes());
            }
            text.push_str("impossible\n");
            puzzle.jumps()
        }
        Claim::Feasible { .. } | Claim::Unknown { .. } => return Err(NoCertificate::NotProved),
    };
    let Layers { forward, backward, regions } = layers(puzzle, start, finish, most, control)?;
    if !regions.is_empty() {
        let hex: Vec<String> = regions.iter().map(|region| format!("{region:x}")).collect();
        let _ = writeln!(text, "regions {}", hex.join(" "));
    }
    let mut data = Vec::new();
    for (name, side) in [("F", forward), ("B", backward)] {
        for (moves, layer) in side.iter().enumerate() {
            control.check().map_err(NoCertificate::Stopped)?;
            let bytes = encode(layer);
            let mut digest = String::new();
            for byte in Sha256::digest(&bytes) {
                let _ = write!(digest, "{byte:02x}");
            }
            let _ = writeln!(text, "{name} {moves} {} {} {digest}", layer.len(), bytes.len());
            data.extend(bytes);
        }
    }
    text.push_str(if contents.layers { "data\n" } else { "ends\n" });
    let mut file = text.into_bytes();
    if contents.layers {
        file.extend(data);
    }
    Ok(file)
}

/// A marking that tells start and finish apart, or weights, if the answer has them.
fn short_proof(puzzle: &Puzzle, answer: &Verified) -> Option<String> {
    let Finish::Exactly(finish) = puzzle.finish else { return None };
    answer.evidence().iter().find_map(|evidence| match &evidence.detail {
        Detail::Markings(markings) => {
            let odd = |set: Position, marking: &Position| (set.0 & marking.0).count_ones() % 2;
            let differs = |m: &&Position| odd(puzzle.start, m) != odd(finish, m);
            let marking = markings.iter().find(differs)?;
            let marks: Vec<u8> =
                puzzle.board.full().holes().map(|hole| u8::from(marking.has(hole))).collect();
            Some(format!("marking {}", joined(&marks, " ")))
        }
        Detail::Weights(weights) => {
            let words: Vec<String> = weights.iter().map(i64::to_string).collect();
            Some(format!("weights {}", words.join(" ")))
        }
        _ => None,
    })
}

/// The board, the ends, and the symmetries that keep them.
fn head(puzzle: &Puzzle, start: Position, finish: Finish) -> String {
    let board = &puzzle.board;
    let row = |row: i32| {
        let symbol = |column| if board.hole_at(row, column).is_some() { 'o' } else { '.' };
        (0..board.columns()).map(symbol).collect::<String>()
    };
    let rows: Vec<String> = (0..board.rows()).map(row).collect();
    let title: String = puzzle.title.chars().filter(|c| !c.is_control()).collect();
    let mut text = format!(
        "soliter layers 1\n# {title}\nboard {}\ndirections {}\nstart {:x}\n",
        rows.join("/"),
        board.directions().word(),
        start.0
    );
    let _ = match finish {
        Finish::Exactly(finish) => writeln!(text, "finish {:x}", finish.0),
        Finish::Pegs(pegs) => writeln!(text, "finish-pegs {pegs}"),
    };
    for symmetry in board.symmetries() {
        let keeps = |set: Position| {
            set.holes().map(|hole| symmetry[usize::from(hole)]).collect::<Position>() == set
        };
        let keeps_finish = match finish {
            Finish::Exactly(finish) => keeps(finish),
            Finish::Pegs(_) => true,
        };
        if keeps(start) && keeps_finish {
            let _ = writeln!(text, "symmetry {}", joined(symmetry, " "));
        }
    }
    text
}

fn joined(numbers: &[Hole], separator: &str) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(separator)
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
