//! Levels of positions as pure functions on bytes.
//!
//! A level is the set of positions after some number of jumps (or, in a search for the fewest moves, with some
//! numbers of moves and pegs). It is split into *buckets*. A *run* is some of the buckets as bytes: sorted
//! positions, each with nothing, a number of jump sequences, or the pegs that can have made the last move.
//!
//! * [`Kernel::expand`] turns a run of one level into runs of the next, one for each part of its buckets.
//! * [`Kernel::merge`] merges all runs of a part into one, and counts its positions.
//!
//! Neither uses files, threads or global state, so a level can be built wherever its bytes are available. Every
//! run has a digest; a run whose bytes have changed is an error and is never counted.
//!
//! * `index`: maps a position to its bucket and its key there. `weight`: the data stored with a position.
//! * `arrivals`: sorted lists of positions, and their bytes. `run`: runs.
//! * `step`: how a level is built from others. `expand` and `merge` do it, with the `tables` of the rules.
//!
//! ```
//! use soliter_base::control::Control;
//! use soliter_boards::board::{Board, lattice::{Directions, Lattice}, position::Position};
//! use soliter_boards::puzzle::{Finish, setup::PuzzleSetup};
//! use soliter_search::count::{What, count};
//! use soliter_search::disk::kernel::{Kernel, Question};
//!
//! let drawing = "oooo\noooo\noooo\noooo";
//! let board = Board::from_drawing(drawing, Lattice::Square, Directions::Orthogonal)?;
//! let start: Position = (0..16).filter(|hole| *hole != 1).collect();
//! let puzzle = PuzzleSetup::new(board, start, Finish::Pegs(1)).puzzle()?;
//! let (kernel, control) = (Kernel::new(&puzzle, Question::Count(What::Positions))?, Control::default());
//! let mut level = vec![kernel.first()?];
//! let mut positions = 1;
//! while !level.is_empty() {
//!     let mut parts = vec![Vec::new(); 2];
//!     for run in &level {
//!         for (part, run) in parts.iter_mut().zip(kernel.expand(run, 2, &control)?) {
//!             part.push(run);
//!         }
//!     }
//!     level.clear();
//!     for part in parts {
//!         let runs: Vec<&[u8]> = part.iter().map(Vec::as_slice).collect();
//!         let (run, count) = kernel.merge(&runs, &control)?;
//!         if count.classes > 0 {
//!             positions += count.positions;
//!             level.push(run);
//!         }
//!     }
//! }
//! assert_eq!(u128::from(positions), count(&puzzle, What::Positions, &control)?.value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod arrivals;
pub(crate) mod expand;
pub(crate) mod index;
pub(crate) mod merge;
pub(crate) mod run;
pub(crate) mod step;
pub(crate) mod tables;
pub(crate) mod weight;

use sha2::{Digest as _, Sha256};

pub use crate::disk::kernel::tables::Question;

use crate::count::{LevelCount, What};
use crate::disk::fault::Fault;
use crate::disk::kernel::arrivals::Arrival;
use crate::disk::kernel::expand::Expansion;
use crate::disk::kernel::merge::{Buckets, Compared, empty_record, merge};
use crate::disk::kernel::run::{Encoded, Head, Run};
use crate::disk::kernel::step::{Payload, Step, Way};
use crate::disk::kernel::tables::{Tables, rules_digest};
use crate::disk::kernel::weight::{Movers, Weight};
use crate::disk::record::{FileRecord, LevelRecord};
use soliter_base::control::{Control, Stop};
use soliter_base::wording::hex;
use soliter_boards::puzzle::{Finish, Puzzle};

/// The rules of a puzzle, which expand and merge its levels.
pub struct Kernel {
    pub(crate) tables: Tables,
    /// The puzzle and the question, as runs identify them.
    of: [u8; 16],
}

/// Runs some code with the type of a payload.
macro_rules! with_payload {
    ($payload:expr, $weight:ident => $work:expr) => {
        match $payload {
            Payload::Nothing => {
                type $weight = ();
                $work
            }
            Payload::Count => {
                type $weight = u64;
                $work
            }
            Payload::WideCount => {
                type $weight = u128;
                $work
            }
            Payload::Movers => {
                type $weight = Movers;
                $work
            }
        }
    };
}
pub(crate) use with_payload;

impl Buckets for &[Run<'_>] {
    fn positions(&self, bucket: usize) -> Result<Vec<Arrival<()>>, Fault> {
        for run in *self {
            if let Some(at) = run.place(bucket) {
                return run.bucket(at);
            }
        }
        Err(Fault::Run("it is of other buckets than it is compared with"))
    }
}

/// Levels with which a new level is compared: the runs of each, as the step names them.
#[derive(Default)]
pub struct Others<'a> {
    /// A position is kept only if one of these levels contains it.
    pub within: Vec<Vec<&'a [u8]>>,
    /// A position is kept only if none of these levels contains it.
    pub without: Vec<Vec<&'a [u8]>>,
    /// The levels of the other side.
    pub meeting: Vec<Vec<&'a [u8]>>,
}

impl Kernel {
    /// The rules of a puzzle. Puzzles with marked pegs and boards with too many holes are refused.
    pub fn new(puzzle: &Puzzle, question: Question) -> Result<Self, Fault> {
        let tables = Tables::new(puzzle, question)?;
        let mut of = [0; 16];
        let words = [rules_digest(puzzle), question.phrase().to_owned()].concat();
        of.copy_from_slice(&Sha256::digest(words)[..16]);
        Ok(Self { tables, of })
    }

    /// The number of buckets of every level, a power of two.
    pub fn buckets(&self) -> usize {
        self.tables.index.buckets()
    }

    /// The run of the first level: the start.
    pub fn first(&self) -> Result<Vec<u8>, Fault> {
        let step = self.plain_step(0, 1);
        self.seed(&step, &[self.tables.puzzle.start().word()])
    }

    /// Turns a run of one level into runs of the next: the successors of its positions, one run for each of `parts`
    /// parts of the buckets (a power of two, at most [`buckets`](Self::buckets)).
    pub fn expand(
        &self,
        run: &[u8],
        parts: usize,
        control: &Control,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        let run = self.read(run)?;
        let step = self.plain_step(jumps_of(&run)? + 1, self.tables.after(run.head.total));
        self.expand_runs(&step, &[(Way::Jumps, run)], parts, control)
    }

    /// Merges all runs of one part of a level into one, and counts its positions. In the last level of a count of
    /// solutions, only the position that ends a solution is kept.
    pub fn merge(&self, runs: &[&[u8]], control: &Control) -> Result<(Vec<u8>, LevelCount), Fault> {
        let runs = runs.iter().map(|run| self.read(run)).collect::<Result<Vec<_>, _>>()?;
        let first = runs.first().ok_or(Fault::Run("there is none"))?;
        let totals = runs.iter().map(|run| run.head.total);
        let total = totals.fold(0, u128::saturating_add);
        let step = self.plain_step(jumps_of(first)?, total);
        let (bytes, record) = self.merge_runs(&step, &runs, &Others::default(), control)?;
        Ok((bytes, record.counted()?))
    }

    /// The step to the level after some number of jumps, whose counts add up to at most `most`.
    fn plain_step(&self, jumps: usize, most: u128) -> Step {
        let payload = match self.tables.question {
            Question::Count(What::Games | What::Solutions) => wide_enough(most),
            Question::Count(_) => Payload::Nothing,
            Question::Fewest => Payload::Movers,
        };
        Step { jumps: Some(jumps), ..Step::new(&format!("ahead-{jumps}"), payload) }
    }

    /// Reads a run of this puzzle and question.
    pub(crate) fn read<'a>(&self, bytes: &'a [u8]) -> Result<Run<'a>, Fault> {
        let run = Run::read(bytes)?;
        let Head { of, first, stride, buckets, .. } = run.head;
        if of != self.of {
            return Err(Fault::Run("it belongs to another puzzle or another question"));
        }
        let all = self.buckets();
        let fits = stride.is_power_of_two() && first < all && buckets <= all / stride.min(all);
        if !fits || (buckets > 0 && first + (buckets - 1) * stride >= all) {
            return Err(Fault::Run("it has buckets that the board does not have"));
        }
        Ok(run)
    }

    fn head(&self, level: &str, (part, parts): (usize, usize)) -> Head {
        Head {
            of: self.of,
            level: level.to_owned(),
            first: part,
            stride: parts,
            buckets: self.buckets() / parts,
            cut: false,
            total: 0,
        }
    }

    /// The runs of the parts of a level, given its buckets.
    fn runs_of(
        &self,
        step: &Step,
        buckets: Vec<Encoded>,
        (parts, cut): (usize, bool),
    ) -> Result<Vec<Vec<u8>>, Fault> {
        if !parts.is_power_of_two() || parts > self.buckets() {
            return Err(
                Stop::Size("the number of parts is not a power of two, or too large").into()
            );
        }
        let mut dealt: Vec<Vec<Encoded>> = (0..parts).map(|_| Vec::new()).collect();
        for (bucket, encoded) in buckets.into_iter().enumerate() {
            dealt[bucket % parts].push(encoded);
        }
        let run = |(part, buckets): (usize, Vec<Encoded>)| {
            let mut totals = buckets.iter().map(|bucket| bucket.total);
            let total = totals.try_fold(0, u128::checked_add).ok_or(Fault::Overflow)?;
            let head = Head { cut, total, ..self.head(&step.name, (part, parts)) };
            run::write(&head, step.payload != Payload::Nothing, &buckets)
        };
        dealt.into_iter().enumerate().map(run).collect()
    }

    /// The run of a level that consists of some positions.
    pub(crate) fn seed(&self, step: &Step, positions: &[u64]) -> Result<Vec<u8>, Fault> {
        let buckets = self.seeds(step, positions)?;
        let mut runs = self.runs_of(step, buckets, (1, false))?;
        runs.pop().ok_or_else(|| Stop::Fault("a level without a run").into())
    }

    /// The buckets of some positions, each of which was reached once.
    fn seeds(&self, step: &Step, positions: &[u64]) -> Result<Vec<Encoded>, Fault> {
        with_payload!(step.payload, W => {
            let mut all = Expansion::<W>::new(&self.tables, step);
            all.add_seeds(positions)?;
            all.encode()
        })
    }

    /// Turns runs of the levels that a step is made from into runs of its level.
    pub(crate) fn expand_runs(
        &self,
        step: &Step,
        runs: &[(Way, Run<'_>)],
        parts: usize,
        control: &Control,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        with_payload!(step.payload, W => {
            let mut all = Expansion::<W>::new(&self.tables, step);
            for (way, run) in runs {
                for (at, bucket) in run.numbers().enumerate() {
                    let positions = run.bucket::<W>(at)?;
                    let full = &mut |all: &mut Expansion<'_, W>| {
                        control.check_memory(all.bytes()).map_err(Fault::from)
                    };
                    all.add_successors(*way, (bucket, &positions), control, full)?;
                }
            }
            let buckets = all.encode()?;
            self.runs_of(step, buckets, (parts, all.cut()))
        })
    }

    /// Merges runs of one part of a level into one. Returns the record of the part.
    pub(crate) fn merge_runs(
        &self,
        step: &Step,
        runs: &[Run<'_>],
        others: &Others<'_>,
        control: &Control,
    ) -> Result<(Vec<u8>, LevelRecord), Fault> {
        let first = runs.first().ok_or(Fault::Run("there is none"))?;
        let same = |run: &Run<'_>| {
            let (a, b) = (&run.head, &first.head);
            a.level == step.name && (a.first, a.stride, a.buckets) == (b.first, b.stride, b.buckets)
        };
        if !runs.iter().all(same) {
            return Err(Fault::Run("it is of another level, or of other buckets, than the others"));
        }
        let within = self.read_others(&others.within, &step.within)?;
        let without = self.read_others(&others.without, &step.without)?;
        let meeting = self.read_others(&others.meeting, &step.meeting)?;
        let within: Vec<&[Run<'_>]> = within.iter().map(Vec::as_slice).collect();
        let without: Vec<&[Run<'_>]> = without.iter().map(Vec::as_slice).collect();
        let meeting: Vec<&[Run<'_>]> = meeting.iter().map(Vec::as_slice).collect();
        let compared = Compared {
            within: within.iter().map(|level| level as &dyn Buckets).collect(),
            without: without.iter().map(|level| level as &dyn Buckets).collect(),
            meeting: meeting.iter().map(|level| level as &dyn Buckets).collect(),
        };
        let finish = self.last_position(step);
        with_payload!(step.payload, W => {
            let mut record = empty_record::<W>(step);
            let mut buckets = Vec::with_capacity(first.head.buckets);
            for (at, bucket) in first.numbers().enumerate() {
                let mut lists = runs.iter().map(|run| run.bucket::<W>(at)).collect::<Result<Vec<_>, _>>()?;
                if let Some(finish) = finish {
                    for list in &mut lists {
                        list.retain(|arrival| self.tables.index.position(bucket, arrival.key) == finish);
                    }
                }
                let (encoded, more) = merge(&self.tables, step, (bucket, lists), &compared, control)?;
                record.add(more)?;
                buckets.push(encoded);
            }
            record.cut |= runs.iter().any(|run| run.head.cut);
            let total = record.total.unwrap_or_default();
            let head = Head { total, ..first.head.clone() };
            Ok((run::write(&head, W::IS_NUMBER, &buckets)?, record))
        })
    }

    /// The only position that is kept in the last level of a plain count of solutions.
    fn last_position(&self, step: &Step) -> Option<u64> {
        let solutions = self.tables.question == Question::Count(What::Solutions);
        let last =
            step.jumps == Some(self.tables.puzzle.jumps()) && step.name.starts_with("ahead-");
        match self.tables.puzzle.finish() {
            Finish::Exactly(finish) if solutions && last => {
                Some(self.tables.forward.least(finish.word()))
            }
            _ => None,
        }
    }

    /// Turns runs of the source levels of a step, given as JSON, into runs of its level: one for each of `parts`
    /// parts of the buckets. The source levels are given by their numbers in the step.
    pub fn expand_step(
        &self,
        step: &str,
        runs: &[(usize, &[u8])],
        parts: usize,
        control: &Control,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        let step = parse(step)?;
        let mut read = Vec::with_capacity(runs.len());
        for &(number, bytes) in runs {
            let run = self.read(bytes)?;
            match step.from.get(number) {
                Some((level, way)) if *level == run.head.level => read.push((*way, run)),
                _ => return Err(Fault::Run("it is of another level than its step names")),
            }
        }
        self.expand_runs(&step, &read, parts, control)
    }

    /// Merges all runs of one part of the level of a step into one. Returns it with the record of the part as
    /// JSON. If the part is written to a folder in some round of work, the record names its file.
    pub fn merge_step(
        &self,
        step: &str,
        runs: &[&[u8]],
        others: &Others<'_>,
        round: Option<u64>,
        control: &Control,
    ) -> Result<(Vec<u8>, String), Fault> {
        let step = parse(step)?;
        let runs = runs.iter().map(|run| self.read(run)).collect::<Result<Vec<_>, _>>()?;
        let (bytes, mut record) = self.merge_runs(&step, &runs, others, control)?;
        if let Some(round) = round {
            let run = Run::read(&bytes)?;
            record.files.push(FileRecord {
                bytes: run.body().len() as u64,
                sha256: hex(&Sha256::digest(run.body())),
                round,
                buckets: run.head.buckets,
            });
        }
        let text = serde_json::to_string(&record);
        Ok((bytes, text.map_err(|_| Fault::Run("its record cannot be written"))?))
    }

    /// The runs of file `number` of the `files` of a level, whose bytes have this SHA-256: one for each of `parts`
    /// parts of the buckets that the file has, or a single one if the level has more files than parts.
    pub fn load(
        &self,
        level: &str,
        (number, files): (usize, usize),
        (file, sha256): (&[u8], &str),
        parts: usize,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        if hex(&Sha256::digest(file)) != sha256 {
            return Err(Fault::Run("the file of its level was changed"));
        }
        if !files.is_power_of_two() || number >= files || files > self.buckets() {
            return Err(Fault::Run("its level has other files"));
        }
        let whole = run::with_body(&self.head(level, (number, files)), file)?;
        let whole = self.read(&whole)?;
        let parts = parts.max(files);
        let part = |part: usize| {
            let mut buckets = Vec::new();
            for bucket in (part..self.buckets()).step_by(parts) {
                let at = whole.place(bucket).ok_or(Fault::Run("its level has other files"))?;
                buckets.push(self.encoded(&whole, at)?);
            }
            let mut totals = buckets.iter().map(|bucket| bucket.total);
            let total = totals.try_fold(0, u128::checked_add).ok_or(Fault::Overflow)?;
            let head = Head { total, ..self.head(level, (part, parts)) };
            run::write(&head, whole.with_numbers, &buckets)
        };
        (number..parts).step_by(files).map(part).collect()
    }

    /// A bucket of a run as it is encoded there.
    fn encoded(&self, run: &Run<'_>, at: usize) -> Result<Encoded, Fault> {
        match self.tables.question {
            Question::Fewest => Encoded::of(&run.bucket::<Movers>(at)?),
            Question::Count(_) if run.with_numbers => Encoded::of(&run.bucket::<u128>(at)?),
            Question::Count(_) => Encoded::of(&run.bucket::<()>(at)?),
        }
    }

    fn read_others<'a>(
        &self,
        levels: &[Vec<&'a [u8]>],
        names: &[String],
    ) -> Result<Vec<Vec<Run<'a>>>, Fault> {
        if levels.len() != names.len() {
            return Err(Fault::Run("it is compared with other levels than its step names"));
        }
        let read = |(runs, name): (&Vec<&'a [u8]>, &String)| {
            let runs = runs.iter().map(|run| self.read(run)).collect::<Result<Vec<_>, _>>()?;
            if runs.iter().any(|run| run.head.level != *name) {
                return Err(Fault::Run("it is compared with other levels than its step names"));
            }
            Ok(runs)
        };
        levels.iter().zip(names).map(read).collect()
    }
}

fn parse(step: &str) -> Result<Step, Fault> {
    serde_json::from_str(step).map_err(|_| Fault::Run("its step is not one of this version"))
}

/// The payload for counts that add up to at most `most`.
pub(crate) fn wide_enough(most: u128) -> Payload {
    if u64::try_from(most).is_ok() { Payload::Count } else { Payload::WideCount }
}

/// The number of jumps made, of a run of a plain level.
fn jumps_of(run: &Run<'_>) -> Result<usize, Fault> {
    let jumps = run.head.level.strip_prefix("ahead-").and_then(|jumps| jumps.parse().ok());
    jumps.ok_or(Fault::Run("it is of a level that is not made by jumps from the start"))
}
