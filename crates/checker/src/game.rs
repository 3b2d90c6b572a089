//! The game in a certificate: its jumps and moves, its symmetries, and its regions.

use super::head::{Checked, Head, PAGODAS, Refusal, decimal, hexadecimal, need};
use super::pagodas::Pagodas;

/// The board of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatedBoard {
    /// The certificate draws the board and names the directions of jumps.
    Drawn {
        /// Rows of `o` (a hole) and `.` with `/` between them.
        drawing: String,
        /// `orthogonal`, `lines`, `all` or `skew`.
        directions: String,
    },
    /// The certificate lists the jumps.
    Listed {
        /// The number of holes.
        holes: usize,
        /// From, over, to: three different holes each, in ascending order and without repetition.
        jumps: Vec<[usize; 3]>,
    },
}

pub(super) struct Game<'a> {
    pub(super) board: StatedBoard,
    pub(super) start: u64,
    /// The finish, or 0 if every position of `pegs` pegs is a finish.
    pub(super) finish: u64,
    pub(super) pegs: u32,
    pub(super) holes: usize,
    /// From, over, to.
    pub(super) jumps: Vec<[usize; 3]>,
    pub(super) regions: Vec<u64>,
    /// Forwards, then backwards.
    pagodas: [Pagodas; 2],
    /// Backwards, then forwards, by the hole of the peg: which of the jump's three holes must be occupied,
    /// the three holes, and the peg's hole after the jump.
    steps: [Vec<Vec<(u64, u64, usize)>>; 2],
    /// By index of a byte of a position and by its value: the byte's part of the images under up to twelve
    /// symmetries.
    images: Vec<[[u64; 12]; 256]>,
    /// The number of symmetries.
    symmetries: usize,
    go_on: &'a dyn Fn(u64) -> bool,
}

const WAYS: [(i32, i32); 8] =
    [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)];

pub(super) fn set(holes: &[usize]) -> u64 {
    holes.iter().fold(0, |set, hole| set | 1 << hole)
}

/// Row and column of each hole of a drawing, row by row. A drawing must not have an empty edge, so that every
/// board has a single drawing. The search for symmetries relies on this, since it starts at the corner.
fn places(drawing: &str) -> Checked<Vec<(i32, i32)>> {
    let rows: Vec<&str> = drawing.split('/').collect();
    let is_plain = rows.iter().all(|row| row.bytes().all(|mark| matches!(mark, b'o' | b'.')));
    let is_even = rows.iter().all(|row| row.len() == rows[0].len());
    need(is_plain && is_even, "a board is rows of o and . of one length with / between them")?;
    let mut places = Vec::new();
    for (row, marks) in (0..).zip(rows) {
        let holes = (0..).zip(marks.bytes()).filter(|(_, mark)| *mark == b'o');
        places.extend(holes.map(|(column, _)| (row, column)));
    }
    need((1..65).contains(&places.len()), "a board has 1 to 64 holes")?;
    let edges = |axis: fn(&(i32, i32)) -> i32, length: usize| {
        let (least, most) = (places.iter().map(axis).min(), places.iter().map(axis).max());
        least == Some(0)
            && most.and_then(|most| usize::try_from(most).ok()) == length.checked_sub(1)
    };
    let (height, width) = (drawing.split('/').count(), drawing.find('/').unwrap_or(drawing.len()));
    let tight = edges(|place| place.0, height) && edges(|place| place.1, width);
    need(tight, "a board has a hole in its first and last row and column")?;
    Ok(places)
}

/// The jumps between holes at the given places: from, over, to.
fn drawn(places: &[(i32, i32)], ways: &[(i32, i32)]) -> Vec<[usize; 3]> {
    let mut jumps = Vec::new();
    for (at, way) in places.iter().flat_map(|at| ways.iter().map(move |way| (at, way))) {
        let next =
            |place: &(i32, i32)| (place.0.saturating_add(way.0), place.1.saturating_add(way.1));
        let hole = |place| places.iter().position(|other| *other == place);
        let three = [*at, next(at), next(&next(at))];
        if let [Some(from), Some(over), Some(to)] = three.map(hole) {
            jumps.push([from, over, to]);
        }
    }
    jumps
}

/// The number of holes and the jumps of a head that lists them. The order is ascending, so every board has a
/// single list.
fn listed(head: &Head) -> Checked<(usize, Vec<[usize; 3]>)> {
    for key in ["board", "directions"] {
        head.need(key, !head.has(key), "a board is drawn or has its jumps listed, not both")?;
    }
    let number = |text: &str| decimal(text).and_then(|number| usize::try_from(number).ok());
    let holes = head.word("holes", number)?;
    head.need("holes", (1..65).contains(&holes), "a board has 1 to 64 holes")?;
    let jump = |word: &str| {
        let mut numbers = word.split('-').map(number);
        let three = [numbers.next()??, numbers.next()??, numbers.next()??];
        let [from, over, to] = three;
        let differ = from != over && over != to && from != to;
        let fits = differ && three.iter().all(|hole| *hole < holes) && numbers.next().is_none();
        fits.then_some(three)
    };
    head.need("jumps", head.has("jumps"), "there is no such line")?;
    let jumps = head.words("jumps", jump)?;
    let ascend = jumps.is_sorted_by(|one, next| one < next);
    head.need("jumps", ascend, "they are not in ascending order, each once")?;
    Ok((holes, jumps))
}

impl<'a> Game<'a> {
    pub(super) fn new(head: &Head, go_on: &'a dyn Fn(u64) -> bool) -> Checked<Self> {
        let text = |key: &str| head.word(key, |text| Some(text.to_owned()));
        let (stated, holes, jumps, grid) = if head.has("holes") || head.has("jumps") {
            let (holes, jumps) = listed(head)?;
            (StatedBoard::Listed { holes, jumps: jumps.clone() }, holes, jumps, None)
        } else {
            let drawing = text("board")?;
            let places = places(&drawing).map_err(|why| head.refusal("board", why))?;
            let directions = text("directions")?;
            let ways = match directions.as_str() {
                "orthogonal" => &WAYS[..4],
                "lines" | "skew" => &WAYS[..6],
                "all" => &WAYS[..],
                _ => {
                    let why = "they are orthogonal, lines, all or skew";
                    return Err(head.refusal("directions", why));
                }
            };
            let (holes, jumps) = (places.len(), drawn(&places, ways));
            (StatedBoard::Drawn { drawing, directions }, holes, jumps, Some((places, ways)))
        };
        let mut steps = [(); 2].map(|()| vec![Vec::new(); holes]);
        for &[from, over, to] in &jumps {
            let all = set(&[from, over, to]);
            steps[1][from].push((all ^ set(&[to]), all, to));
            steps[0][to].push((set(&[to]), all, from));
        }
        let board = set(&(0..holes).collect::<Vec<_>>());
        let hex = |text: &str| hexadecimal(text).filter(|set| set & !board == 0);
        let (start, finish) = (head.word("start", hex)?, head.word("finish", hex)?);
        let pegs = head.word("pegs", |text| decimal(text)?.try_into().ok())?;
        let regions = head.words("regions", hex)?;
        let fits =
            (1..start.count_ones()).contains(&pegs) && [0, pegs].contains(&finish.count_ones());
        head.need("pegs", fits, "start, finish and pegs do not make a puzzle")?;
        let (images, pagodas) = (Vec::new(), [Pagodas::default(), Pagodas::default()]);
        let mut game = Self {
            board: stated,
            start,
            finish,
            pegs,
            holes,
            jumps,
            regions,
            pagodas,
            steps,
            images,
            symmetries: 1,
            go_on,
        };
        let board = (&*game.jumps, holes);
        let back = if finish == 0 { 0 } else { start };
        game.pagodas = [
            Pagodas::read(head, PAGODAS[0], board, finish, true)?,
            Pagodas::read(head, PAGODAS[1], board, back, false)?,
        ];
        for region in &game.regions {
            let why = format!("{region:x} is none, or may stay full");
            head.need("regions", game.must_open(*region), why)?;
        }
        // Boards of listed jumps are not searched for symmetries: every position is its own image.
        let number = match grid {
            Some((places, ways)) => game.find_symmetries(&places, ways),
            None => game.symmetries,
        };
        let number = number.to_string();
        head.need("symmetries", text("symmetries")? == number, format!("there are {number}"))?;
        Ok(game)
    }

    /// The largest possible number of moves: every move has at least one jump, and every jump removes one peg.
    pub(super) fn most_moves(&self) -> usize {
        self.start.count_ones().saturating_sub(self.pegs) as usize
    }

    /// Checks that tables may take `bytes` bytes.
    pub(super) fn look(&self, bytes: usize) -> Checked {
        if (self.go_on)(bytes as u64) { Ok(()) } else { Err(Refusal::Limit) }
    }

    /// Whether a set of holes is a Merson region: no jump over one of its holes has both ends outside, so a
    /// full region is opened only by a move that starts in it. Also requires that no finish leaves the region
    /// full.
    fn must_open(&self, region: u64) -> bool {
        let has = |hole: usize| region >> hole & 1 == 1;
        let closed = |&[from, over, to]: &[usize; 3]| !has(over) || has(from) || has(to);
        let fits = self.finish == 0 || region & !self.finish == 0;
        self.jumps.iter().all(closed) && !(fits && region.count_ones() <= self.pegs)
    }

    /// Finds the group of linear maps of rows and columns that preserve the directions, the board, the start
    /// and the finish. Returns the number of maps.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "rows and columns are below 2^16, codes below 81"
    )]
    fn find_symmetries(&mut self, places: &[(i32, i32)], ways: &[(i32, i32)]) -> usize {
        let image = |map: &[usize], set: u64| {
            (0..).zip(map).fold(0, |image, (hole, to)| image | (set >> hole & 1) << to)
        };
        let mut group: Vec<Vec<usize>> = Vec::new();
        for code in 0..81 {
            let [a, b, c, d] = [1, 3, 9, 27].map(|unit| code / unit % 3 - 1);
            let turn = |&(row, column): &(i32, i32)| (a * row + b * column, c * row + d * column);
            let top = places.iter().map(|place| turn(place).0).min().unwrap_or(0);
            let left = places.iter().map(|place| turn(place).1).min().unwrap_or(0);
            let shifted = |place| (turn(place).0 - top, turn(place).1 - left);
            let to = |place| places.iter().position(|&other| other == shifted(place));
            let map: Vec<usize> = places.iter().map_while(to).collect();
            let keeps = |set| map.len() == self.holes && image(&map, set) == set;
            let is_one = a * d != b * c && ways.iter().all(|way| ways.contains(&turn(way)));
            if is_one && keeps(self.start) && keeps(self.finish) && !group.contains(&map) {
                group.push(map);
            }
        }
        let part = |n: usize, part| image(group.get(n).unwrap_or(&group[0]), part);
        let parts = |value| std::array::from_fn(|n| part(n, value));
        let byte = |byte| std::array::from_fn(|value| parts((value as u64) << (8 * byte)));
        self.images = (0..self.holes.div_ceil(8)).map(byte).collect();
        self.symmetries = group.len();
        self.symmetries
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
