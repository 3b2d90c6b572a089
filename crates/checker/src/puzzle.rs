//! The puzzle in a certificate: its board with the jumps and symmetries, its ends, and its Merson regions. Boards may have
//! any number of holes up to [`MOST_HOLES`].

use std::collections::HashMap;

use super::head::{CertificateError, Checked, Head, decimal, need};
use super::hole_set::HoleSet;

/// The maximum number of holes of a board. Rows and columns are below 2^24, the size of a head, and sums of weights far
/// below 2^63.
const MOST_HOLES: usize = 65_535;
const SIZES: &str = "a board has 1 to 65535 holes";

fn has_size(holes: usize) -> bool {
    (1..=MOST_HOLES).contains(&holes)
}

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

pub(super) struct Puzzle<'a> {
    pub(super) board: StatedBoard,
    pub(super) start: HoleSet,
    /// The finish; `None` if every position of `pegs` pegs is a finish.
    pub(super) finish: Option<HoleSet>,
    pub(super) pegs: u32,
    pub(super) holes: usize,
    /// From, over, to, in ascending order of the first hole.
    pub(super) jumps: Vec<[usize; 3]>,
    pub(super) regions: Vec<HoleSet>,
    /// The image of each hole under each symmetry.
    pub(super) symmetries: Vec<Vec<usize>>,
    pub(super) go_on: &'a dyn Fn(u64) -> bool,
}

const WAYS: [(i32, i32); 8] =
    [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)];

/// The holes of a drawing, numbered row by row.
struct Grid {
    /// Row and column of each hole.
    places: Vec<(i32, i32)>,
    numbers: HashMap<(i32, i32), usize>,
}

impl Grid {
    /// Reads a drawing, which must not have an empty edge, so that every board has a single drawing. The search for
    /// symmetries relies on this, since it starts at the corner.
    fn new(drawing: &str) -> Checked<Self> {
        let rows: Vec<&str> = drawing.split('/').collect();
        let is_plain = rows.iter().all(|row| row.bytes().all(|mark| matches!(mark, b'o' | b'.')));
        let is_even = rows.iter().all(|row| row.len() == rows[0].len());
        need(is_plain && is_even, "a board is rows of o and . of one length with / between them")?;
        let mut places = Vec::new();
        for (row, marks) in (0..).zip(&rows) {
            let holes = (0..).zip(marks.bytes()).filter(|(_, mark)| *mark == b'o');
            places.extend(holes.map(|(column, _)| (row, column)));
        }
        need(has_size(places.len()), SIZES)?;
        let edges = |axis: fn(&(i32, i32)) -> i32, length: usize| {
            let (least, most) = (places.iter().map(axis).min(), places.iter().map(axis).max());
            least == Some(0)
                && most.and_then(|most| usize::try_from(most).ok()) == length.checked_sub(1)
        };
        let tight = edges(|place| place.0, rows.len()) && edges(|place| place.1, rows[0].len());
        need(tight, "a board has a hole in its first and last row and column")?;
        let numbers = places.iter().copied().zip(0..).collect();
        Ok(Self { places, numbers })
    }

    fn hole(&self, place: (i32, i32)) -> Option<usize> {
        self.numbers.get(&place).copied()
    }

    /// The jumps between the holes: from, over, to.
    fn jumps(&self, ways: &[(i32, i32)]) -> Vec<[usize; 3]> {
        let mut jumps = Vec::new();
        for (at, way) in self.places.iter().flat_map(|at| ways.iter().map(move |way| (at, way))) {
            let next =
                |place: &(i32, i32)| (place.0.saturating_add(way.0), place.1.saturating_add(way.1));
            let three = [*at, next(at), next(&next(at))];
            if let [Some(from), Some(over), Some(to)] = three.map(|place| self.hole(place)) {
                jumps.push([from, over, to]);
            }
        }
        jumps
    }
}

/// The number of holes and the jumps of a head that lists them. The order is ascending, so every board has a
/// single list.
fn listed(head: &Head) -> Checked<(usize, Vec<[usize; 3]>)> {
    for key in ["board", "directions"] {
        head.need(key, !head.has(key), "a board is drawn or has its jumps listed, not both")?;
    }
    let number = |text: &str| decimal(text).and_then(|number| usize::try_from(number).ok());
    let holes = head.word("holes", number)?;
    head.need("holes", has_size(holes), SIZES)?;
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

impl<'a> Puzzle<'a> {
    pub(super) fn new(head: &Head, go_on: &'a dyn Fn(u64) -> bool) -> Checked<Self> {
        let text = |key: &str| head.word(key, |text| Some(text.to_owned()));
        let (board, holes, jumps, grid) = if head.has("holes") || head.has("jumps") {
            let (holes, jumps) = listed(head)?;
            (StatedBoard::Listed { holes, jumps: jumps.clone() }, holes, jumps, None)
        } else {
            let drawing = text("board")?;
            let grid = Grid::new(&drawing).map_err(|why| head.refusal("board", why))?;
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
            let (holes, jumps) = (grid.places.len(), grid.jumps(ways));
            (StatedBoard::Drawn { drawing, directions }, holes, jumps, Some((grid, ways)))
        };
        let set = |text: &str| HoleSet::read(text, holes);
        let (start, finish) = (head.word("start", set)?, head.word("finish", set)?);
        let finish = (!finish.is_empty()).then_some(finish);
        let pegs = head.word("pegs", |text| decimal(text)?.try_into().ok())?;
        let regions = head.words("regions", set)?;
        let number = pegs as usize;
        let fits = (1..start.len()).contains(&number)
            && finish.as_ref().is_none_or(|finish| finish.len() == number);
        head.need("pegs", fits, "start, finish and pegs do not make a puzzle")?;
        let symmetries = vec![(0..holes).collect()];
        let mut puzzle =
            Self { board, start, finish, pegs, holes, jumps, regions, symmetries, go_on };
        for region in &puzzle.regions {
            puzzle.look(0)?;
            let why = format!("{region:x} is none, or may stay full");
            head.need("regions", puzzle.must_open(region), why)?;
        }
        // Boards of listed jumps are not searched for symmetries: every position is its own image.
        if let Some((grid, ways)) = grid {
            puzzle.symmetries = puzzle.group(&grid, ways);
        }
        let number = puzzle.symmetries.len().to_string();
        head.need("symmetries", text("symmetries")? == number, format!("there are {number}"))?;
        Ok(puzzle)
    }

    /// The largest possible number of moves: every move has at least one jump, and every jump removes one peg.
    pub(super) fn most_moves(&self) -> usize {
        self.start.len().saturating_sub(self.pegs as usize)
    }

    /// Checks that tables may take `bytes` bytes.
    pub(super) fn look(&self, bytes: usize) -> Checked {
        if (self.go_on)(bytes as u64) { Ok(()) } else { Err(CertificateError::Limit) }
    }

    /// The jumps that start in a hole.
    pub(super) fn leaving(&self, hole: usize) -> impl Iterator<Item = &[usize; 3]> {
        let first = self.jumps.partition_point(|jump| jump[0] < hole);
        self.jumps.iter().skip(first).take_while(move |jump| jump[0] == hole)
    }

    /// Whether a set of holes is a Merson region: no jump over one of its holes has both ends outside, so a
    /// full region is opened only by a move that starts in it. Also requires that no finish leaves the region
    /// full.
    fn must_open(&self, region: &HoleSet) -> bool {
        let closed = |&[from, over, to]: &[usize; 3]| {
            !region.has(over) || region.has(from) || region.has(to)
        };
        let may_stay = match &self.finish {
            Some(finish) => region.is_within(finish),
            None => region.len() <= self.pegs as usize,
        };
        self.jumps.iter().all(closed) && !may_stay
    }

    /// The group of linear maps of rows and columns that preserve the directions, the board, the start and the
    /// finish.
    #[expect(
        clippy::arithmetic_side_effects,
        reason = "rows and columns are below 2^24, codes below 81"
    )]
    fn group(&self, grid: &Grid, ways: &[(i32, i32)]) -> Vec<Vec<usize>> {
        let mut group: Vec<Vec<usize>> = Vec::new();
        for code in 0..81 {
            let [a, b, c, d] = [1, 3, 9, 27].map(|unit| code / unit % 3 - 1);
            let turn = |&(row, column): &(i32, i32)| (a * row + b * column, c * row + d * column);
            let top = grid.places.iter().map(|place| turn(place).0).min().unwrap_or(0);
            let left = grid.places.iter().map(|place| turn(place).1).min().unwrap_or(0);
            let shifted = |place| (turn(place).0 - top, turn(place).1 - left);
            let to = |place| grid.hole(shifted(place));
            let map: Vec<usize> = grid.places.iter().map_while(to).collect();
            // The map is one to one, so a set of holes is its own image if all images are in it.
            let keeps = |set: &HoleSet| set.holes().all(|hole| set.has(map[hole]));
            let is_one = a * d != b * c && ways.iter().all(|way| ways.contains(&turn(way)));
            let fits = is_one && map.len() == self.holes;
            if fits
                && keeps(&self.start)
                && self.finish.as_ref().is_none_or(keeps)
                && !group.contains(&map)
            {
                group.push(map);
            }
        }
        group
    }
}
