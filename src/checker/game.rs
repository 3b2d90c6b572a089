//! The game of a certificate: jumps, moves, symmetries, regions, lines and weights.

use super::head::{Refusal, refuse, value, words};

pub(super) struct Game {
    pub(super) start: u64,
    /// The finish, or 0 where any position of so many pegs is one.
    pub(super) finish: u64,
    pub(super) pegs: u32,
    pub(super) holes: usize,
    /// From, over, to.
    jumps: Vec<[usize; 3]>,
    regions: Vec<u64>,
    /// By way (backwards, forwards) and hole of the peg: what must hold a peg of the three holes, the
    /// three holes, and where the peg is after.
    steps: [Vec<Vec<(u64, u64, usize)>>; 2],
    /// By symmetry, byte of a position and value of the byte: its part of the image.
    images: Vec<Vec<[u64; 256]>>,
}

const WAYS: [(i32, i32); 8] =
    [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)];

fn set(holes: &[usize]) -> u64 {
    holes.iter().fold(0, |set, hole| set | 1 << hole)
}

impl Game {
    pub(super) fn new(head: &str) -> Result<Self, Refusal> {
        let mut places: Vec<(i32, i32)> = Vec::new();
        for (row, text) in (0..).zip(value(head, "board")?.unwrap_or("").split('/')) {
            places
                .extend((0..).zip(text.chars()).filter(|(_, c)| *c == 'o').map(|(i, _)| (row, i)));
        }
        let ways = match value(head, "directions")? {
            Some("orthogonal") => &WAYS[..4],
            Some("lines") => &WAYS[..6],
            Some("all") => &WAYS[..],
            _ => return refuse("directions are orthogonal, all or lines"),
        };
        let at = |row, column| places.iter().position(|&place| place == (row, column));
        let mut jumps = Vec::new();
        for (from, &(row, column)) in places.iter().enumerate() {
            for (down, right) in ways {
                let over = at(row + down, column + right);
                let to = at(row + 2 * down, column + 2 * right);
                jumps.extend(over.zip(to).map(|(over, to)| [from, over, to]));
            }
        }
        let hex = |key| words(head, key, |word| u64::from_str_radix(word, 16).ok());
        let [start, finish] =
            [hex("start")?, hex("finish")?].map(|w| w.first().copied().unwrap_or(0));
        let pegs = words(head, "finish-pegs", |word| word.parse().ok())?;
        let pegs = pegs.first().copied().unwrap_or(finish.count_ones());
        let (holes, regions) = (places.len(), hex("regions")?);
        let all = u64::MAX.checked_shr(64 - holes as u32).unwrap_or(0);
        let outside = regions.iter().fold(start | finish, |all, region| all | region) & !all;
        let both = finish != 0 && finish.count_ones() != pegs;
        if outside != 0 || both || holes > 64 || pegs == 0 || pegs >= start.count_ones() {
            return refuse("board, start, finish and regions do not fit together");
        }
        let mut steps = [vec![Vec::new(); holes], vec![Vec::new(); holes]];
        for jump @ &[from, over, to] in &jumps {
            steps[1][from].push((set(&[from, over]), set(jump), to));
            steps[0][to].push((set(&[to]), set(jump), from));
        }
        let mut game =
            Self { start, finish, pegs, holes, jumps, regions, steps, images: Vec::new() };
        game.check_regions()?;
        game.check_symmetries(head)?;
        Ok(game)
    }

    /// No jump leaps over a hole of a region from outside to outside, so that a full region is opened
    /// only by a move that starts in it; and no finish has it full, so that it must be opened.
    fn check_regions(&self) -> Result<(), Refusal> {
        let is_right = |&region: &u64| {
            let has = |hole: usize| region >> hole & 1 == 1;
            let closed = |&[from, over, to]: &[usize; 3]| !has(over) || has(from) || has(to);
            let fits = region.count_ones() <= self.pegs && region & !self.finish == 0;
            (region.count_ones() > self.pegs || self.finish != 0 && !fits)
                && self.jumps.iter().all(closed)
        };
        if self.regions.iter().all(is_right) { Ok(()) } else { refuse("a region is none") }
    }

    /// They are a group of permutations that keep the jumps, the start and the finish.
    fn check_symmetries(&mut self, head: &str) -> Result<(), Refusal> {
        let number = |word: &str| word.parse().ok().filter(|&hole| hole < self.holes);
        let lines = head.lines().filter_map(|line| line.strip_prefix("symmetry "));
        let all: Option<Vec<Vec<usize>>> =
            lines.map(|line| line.split(' ').map(number).collect()).collect();
        let all = all.unwrap_or_default();
        let is_right = |one: &Vec<usize>| {
            let keeps = |set: u64| image(one, set) == set;
            one.len() == self.holes
                && keeps(u64::MAX >> (64 - self.holes))
                && keeps(self.start)
                && keeps(self.finish)
                && self.jumps.iter().all(|jump| self.jumps.contains(&jump.map(|hole| one[hole])))
                && all.iter().all(|a| a.len() == self.holes)
                && all.iter().all(|a| all.contains(&one.iter().map(|&hole| a[hole]).collect()))
        };
        if all.is_empty() || !all.iter().all(is_right) {
            return refuse("the symmetries are no group that keeps start and finish");
        }
        for one in &all {
            let part = |byte: usize| std::array::from_fn(|n| image(one, (n as u64) << (8 * byte)));
            self.images.push((0..self.holes.div_ceil(8)).map(part).collect());
        }
        Ok(())
    }

    /// The least image of a position.
    pub(super) fn least(&self, position: u64) -> u64 {
        let part =
            |(byte, part): (usize, &[u64; 256])| part[(position >> (8 * byte) & 255) as usize];
        let image = |one: &Vec<[u64; 256]>| one.iter().enumerate().map(part).fold(0, |a, b| a | b);
        self.images.iter().map(image).min().unwrap_or(position)
    }

    /// Calls `visit` with every position that one move, a chain of jumps by one peg, leads to; or, if
    /// not `forward`, from which one leads here.
    pub(super) fn each_move(&self, position: u64, forward: bool, mut visit: impl FnMut(u64)) {
        let steps = &self.steps[usize::from(forward)];
        let (mut open, mut seen) = (Vec::new(), Vec::new());
        for peg in (0..self.holes).filter(|hole| position >> hole & 1 == 1) {
            open.push((position, peg));
            while let Some((before, at)) = open.pop() {
                for (need, all, to) in &steps[at] {
                    let after = (before ^ all, *to);
                    if before & all == *need && !seen.contains(&after) {
                        visit(after.0);
                        seen.push(after);
                        open.push(after);
                    }
                }
            }
            seen.clear();
        }
    }

    /// The least number of moves on the other side of a position: disjoint regions that are full and
    /// must still be opened; backwards those that were full at the start and are open.
    pub(super) fn other_moves(&self, position: u64, forward: bool) -> usize {
        let (mut moves, mut used) = (0, 0);
        for &region in &self.regions {
            let full = |position: u64| position & region == region;
            let counts = if forward { full(position) } else { full(self.start) && !full(position) };
            if counts && used & region == 0 {
                (moves, used) = (moves + 1, used | region);
            }
        }
        moves
    }

    /// That a line is legal and leads from the start to the finish.
    pub(super) fn check_line(&self, line: &[Vec<usize>]) -> Result<(), Refusal> {
        let mut position = self.start;
        for pair in line.iter().flat_map(|chain| chain.windows(2)) {
            let legal = |jump: &&[usize; 3]| {
                let [from, over, to] = **jump;
                pair == [from, to] && position & set(*jump) == set(&[from, over])
            };
            let Some(jump) = self.jumps.iter().find(legal) else {
                return refuse("a jump of the line is illegal");
            };
            position ^= set(jump);
        }
        let ends = position.count_ones() == self.pegs && [0, position].contains(&self.finish);
        if ends { Ok(()) } else { refuse("the line does not reach the finish") }
    }

    /// No jump raises the weight of a position, and the finish weighs more than the start. Or, of a
    /// marking: a jump touches an even number of marked holes, and start and finish differ in parity.
    pub(super) fn check_weights(&self, weights: &[i64], marking: bool) -> Result<(), Refusal> {
        let weigh = |set: u64| {
            let pegs = weights.iter().enumerate().filter(|(hole, _)| set >> hole & 1 == 1);
            pegs.map(|(_, &weight)| i128::from(weight)).sum::<i128>()
        };
        let even = |jump: &[usize; 3]| weigh(set(jump)) % 2 == 0;
        let falls = |jump: &[usize; 3]| weigh(set(&jump[..2])) >= weigh(set(&jump[2..]));
        let keeps = |jump: &[usize; 3]| if marking { even(jump) } else { falls(jump) };
        let gained = weigh(self.finish) - weigh(self.start);
        let differs = if marking { gained % 2 != 0 } else { gained > 0 };
        let holds = weights.len() == self.holes && self.jumps.iter().all(keeps);
        if holds && differs && self.finish != 0 {
            Ok(())
        } else {
            refuse("the weights prove nothing")
        }
    }
}

fn image(symmetry: &[usize], mut position: u64) -> u64 {
    let mut image = 0;
    while position != 0 {
        image |= 1 << symmetry.get(position.trailing_zeros() as usize).unwrap_or(&0);
        position &= position - 1;
    }
    image
}
