//! Evidence that vacancies are not solvable: the positions that their games can reach.
//!
//! The games from all vacancies that are not solvable are followed together. No position that they reach has one peg. The
//! numbers of positions and a digest of them let another program, which computes them from the rules, confirm that it
//! found the same positions.

use sha2::{Digest as _, Sha256};
use soliter_base::control::{Control, Stop};
use soliter_base::wording::hex;

use crate::survey::{Game, Survey};

/// The positions that games from the vacancies without a solution can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// For each number of pegs, from 0 to the number of vertices, the number of positions. There is none with one peg.
    pub by_pegs: Vec<u64>,
    /// SHA-256 of all positions in ascending order, each as four bytes, the lowest first; bit v of a position is 1 if
    /// vertex v holds a peg. In hexadecimal digits.
    pub sha256: String,
}

impl Evidence {
    pub(crate) fn new(game: &Game<'_>, survey: &Survey, control: &Control) -> Result<Self, Stop> {
        let vacancies = (0..game.graph.vertices()).filter(|&one| survey.fewest[one] > 1);
        let reached = game.reachable(vacancies, control)?;
        let count = reached.len();
        control.check_memory(count.saturating_mul(size_of::<u32>() as u64))?;
        let mut positions: Vec<u32> = Vec::with_capacity(count as usize);
        positions.extend(reached.iter().map(|position| game.numbering.pegs(position)));
        positions.sort_unstable();
        let mut by_pegs = reached.by_pegs();
        by_pegs.truncate(game.graph.vertices() + 1);
        let mut digest = Sha256::new();
        for part in positions.chunks(1 << 12) {
            let bytes: Vec<u8> = part.iter().flat_map(|position| position.to_le_bytes()).collect();
            digest.update(bytes);
        }
        Ok(Self { by_pegs, sha256: hex(&digest.finalize()) })
    }
}
