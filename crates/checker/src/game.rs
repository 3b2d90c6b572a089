//! The game in a certificate by layers: its moves, and the positions in which a solution may rest. A position is one word,
//! so that its board has at most 64 holes.

use super::head::{CertificateError, Checked, Head, PAGODAS};
use super::hole_set::HoleSet;
use super::pagodas::Pagodas;
use super::puzzle::Puzzle;

pub(super) struct Game<'a> {
    pub(super) start: u64,
    /// The finish, or 0 if every position of `pegs` pegs is a finish.
    pub(super) finish: u64,
    pub(super) pegs: u32,
    pub(super) holes: usize,
    regions: Vec<u64>,
    /// Forwards, then backwards.
    pagodas: [Pagodas; 2],
    /// Backwards, then forwards, by the hole of the peg: which of the jump's three holes must be occupied,
    /// the three holes, and the peg's hole after the jump.
    steps: [Vec<Vec<(u64, u64, usize)>>; 2],
    /// By index of a byte of a position and by its value: the byte's part of the images under up to twelve
    /// symmetries.
    images: Vec<[[u64; 12]; 256]>,
    symmetries: usize,
    go_on: &'a dyn Fn(u64) -> bool,
}

fn set(holes: &[usize]) -> u64 {
    holes.iter().fold(0, |set, hole| set | 1 << hole)
}

impl<'a> Game<'a> {
    /// The game of a puzzle on a board of at most 64 holes, with the pagoda functions of a head.
    pub(super) fn new(head: &Head, puzzle: &Puzzle<'a>) -> Checked<Self> {
        head.need("F", puzzle.holes <= 64, "only boards of at most 64 holes have layers")?;
        let mut steps = [(); 2].map(|()| vec![Vec::new(); puzzle.holes]);
        for &[from, over, to] in &puzzle.jumps {
            let all = set(&[from, over, to]);
            steps[1][from].push((all ^ set(&[to]), all, to));
            steps[0][to].push((set(&[to]), all, from));
        }
        let start = puzzle.start.first_word();
        let finish = puzzle.finish.as_ref().map_or(0, HoleSet::first_word);
        let board = (&*puzzle.jumps, puzzle.holes);
        let back = if finish == 0 { 0 } else { start };
        let pagodas = [
            Pagodas::read(head, PAGODAS[0], board, finish, true)?,
            Pagodas::read(head, PAGODAS[1], board, back, false)?,
        ];
        let group = &puzzle.symmetries;
        let image = |map: &[usize], part: u64| {
            (0..).zip(map).fold(0, |image, (hole, to)| image | (part >> hole & 1) << to)
        };
        let part = |n: usize, part| image(group.get(n).unwrap_or(&group[0]), part);
        let parts = |value| std::array::from_fn(|n| part(n, value));
        let byte = |byte: usize| {
            std::array::from_fn(|value| parts((value as u64) << byte.saturating_mul(8)))
        };
        Ok(Self {
            start,
            finish,
            pegs: puzzle.pegs,
            holes: puzzle.holes,
            regions: puzzle.regions.iter().map(HoleSet::first_word).collect(),
            pagodas,
            steps,
            images: (0..puzzle.holes.div_ceil(8)).map(byte).collect(),
            symmetries: group.len(),
            go_on: puzzle.go_on,
        })
    }

    /// Checks that tables may take `bytes` bytes.
    pub(super) fn look(&self, bytes: usize) -> Checked {
        if (self.go_on)(bytes as u64) { Ok(()) } else { Err(CertificateError::Limit) }
    }

    /// The least image of a position under all symmetries.
    #[inline]
    pub(super) fn least(&self, position: u64) -> u64 {
        match self.symmetries {
            1 => position,
            2..=4 => self.least_of::<4>(position),
            _ => self.least_of::<12>(position),
        }
    }

    /// Like [`Self::least`], for at most `MAPS` symmetries.
    #[expect(clippy::arithmetic_side_effects, reason = "a position has eight bytes of eight bits")]
    #[inline]
    fn least_of<const MAPS: usize>(&self, position: u64) -> u64 {
        let mut images = [0; MAPS];
        for (byte, parts) in self.images.iter().enumerate() {
            let parts = &parts[(position >> (8 * byte) & 255) as usize];
            images.iter_mut().zip(parts).for_each(|(image, part)| *image |= part);
        }
        images.into_iter().fold(position, u64::min)
    }

    /// Adds the positions after every move (a chain of jumps) of the peg in a hole or, unless `forward`, the
    /// positions before such a move. Stops early at more than `most` positions.
    pub(super) fn add_moves(
        &self,
        at: (u64, usize),
        forward: bool,
        most: usize,
        moved: &mut Vec<u64>,
    ) -> Checked {
        let (before, hole) = at;
        for (need, all, to) in &self.steps[usize::from(forward)][hole] {
            if before & all == *need && moved.len() <= most {
                moved.push(before ^ all);
                if moved.len().is_multiple_of(1 << 20) {
                    self.look(moved.len().saturating_mul(16))?;
                }
                self.add_moves((before ^ all, *to), forward, most, moved)?;
            }
        }
        Ok(())
    }

    /// Whether a solution of at most `most` moves may be in a position after `moves` moves. It may not if a
    /// pagoda function refutes the position, or if the disjoint regions need too many moves. Forwards, each
    /// full region costs one more move; backwards, each region that was full at the start and is now open has
    /// cost one.
    pub(super) fn may_rest(&self, position: u64, moves: usize, most: usize, forward: bool) -> bool {
        if self.pagodas[usize::from(!forward)].refute(position) {
            return false;
        }
        let (mut all, mut used) = (moves, 0_u64);
        for &region in &self.regions {
            let full = position & region == region;
            let counts = if forward { full } else { !full && self.start & region == region };
            if counts && used & region == 0 {
                (all, used) = (all.saturating_add(1), used | region);
            }
        }
        all <= most
    }
}
