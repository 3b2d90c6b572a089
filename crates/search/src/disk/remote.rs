//! Counts and searches whose levels are built by other processes, which call the [`kernel`](super::kernel) on their
//! own machines.
//!
//! This side decides which level is built next and how, keeps the records of complete levels, and writes the text of
//! the manifest. The other side, an [`Engine`], stores the runs: in the memory of some machines, in files, or in an
//! object store. File names and contents of a folder are the same as on one machine.

use crate::count::{Count, What};
use crate::disk::count;
use crate::disk::fault::Fault;
use crate::disk::fewest::{WIDTH, fewest, finding_of};
use crate::disk::folder::manifest::{Manifest, NAME};
use crate::disk::folder::{Found, check_contents};
use crate::disk::kernel::arrivals::Arrival;
use crate::disk::kernel::step::Step;
use crate::disk::kernel::{Kernel, Question};
use crate::disk::levels::LevelBuilder;
use crate::disk::record::LevelRecord;
use soliter_base::{control::Control, threads::in_threads};
use soliter_boards::answer::ProverResult;
use soliter_boards::puzzle::Puzzle;

/// A builder and store of levels outside this process.
pub trait Engine {
    /// Begins the work. `records` are the levels in the folder, with their files, as JSON; `left` are the names of files
    /// that may be removed; `round` is part of the names of the files that are written from now on.
    ///
    /// # Errors
    /// A file that is missing or has changed is an error.
    fn begin(&mut self, records: &str, left: &[String], round: u64) -> Result<(), Fault>;

    /// Builds the level of a step, which is given as JSON. `seed` is the run of a level that is built from no
    /// others. Returns the record of each part, as [`Kernel::merge_step`] returns it.
    fn make(&mut self, step: &str, seed: Option<Vec<u8>>) -> Result<Vec<String>, Fault>;

    /// Called when a level is complete: replaces the manifest, and then removes the levels in `done`, which
    /// are no longer needed, with the given files.
    fn complete(&mut self, manifest: &str, done: &[String], files: &[String]) -> Result<(), Fault>;

    /// The run that has a bucket of a level.
    fn run(&mut self, level: &str, bucket: usize) -> Result<Vec<u8>, Fault>;
}

/// The folder of an engine, before the work begins.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The name of the folder in messages.
    pub name: String,
    /// The names of its files.
    pub files: Vec<String>,
    /// The text of its manifest, if it has one.
    pub manifest: Option<Vec<u8>>,
    /// Whether to resume from its levels.
    pub resume: bool,
}

struct Elsewhere<'a> {
    kernel: &'a Kernel,
    manifest: Manifest,
    engine: &'a mut (dyn Engine + Send),
    control: &'a Control,
}

impl<'a> Elsewhere<'a> {
    fn new(
        kernel: &'a Kernel,
        puzzle: &Puzzle,
        contents: &Contents,
        engine: &'a mut (dyn Engine + Send),
        control: &'a Control,
    ) -> Result<Self, Fault> {
        let path = std::path::Path::new(&contents.name);
        let old = match &contents.manifest {
            None => None,
            Some(bytes) => {
                let damaged = |_| Fault::damaged(&path.join(NAME));
                let text = std::str::from_utf8(bytes).map_err(damaged)?;
                Some(Manifest::parse(text, path)?)
            }
        };
        let fresh = Manifest::new(puzzle, kernel.tables.question.phrase());
        let (files, resume) = (&contents.files, contents.resume);
        let Found { manifest, left } = check_contents(path, fresh, old, files, resume)?;
        let records = serde_json::to_string(&manifest.levels).unwrap_or_default();
        engine.begin(&records, &left, manifest.round)?;
        engine.complete(&manifest.text(), &[], &[])?;
        Ok(Self { kernel, manifest, engine, control })
    }
}

impl LevelBuilder for Elsewhere<'_> {
    fn kernel(&self) -> &Kernel {
        self.kernel
    }

    fn records(&self) -> &[LevelRecord] {
        &self.manifest.levels
    }

    fn make(&mut self, step: &Step, seeds: &[u64]) -> Result<(), Fault> {
        self.control.check()?;
        let seed = if step.from.is_empty() { Some(self.kernel.seed(step, seeds)?) } else { None };
        let wrong = |_| Fault::Run("its record does not match the step");
        let text = serde_json::to_string(step).map_err(wrong)?;
        let mut all: Option<LevelRecord> = None;
        for part in self.engine.make(&text, seed)? {
            let part: LevelRecord = serde_json::from_str(&part).map_err(wrong)?;
            if part.name != step.name || part.count.is_some() != step.jumps.is_some() {
                return Err(Fault::Run("its record does not match the step"));
            }
            match &mut all {
                None => all = Some(part),
                Some(all) => all.add(part)?,
            }
        }
        let record = all.ok_or(Fault::Run("there is none"))?;
        let old = self.manifest.add_level(record, &step.done_with);
        let files: Vec<String> = old.iter().flat_map(LevelRecord::file_names).collect();
        self.engine.complete(&self.manifest.text(), &step.done_with, &files)
    }

    fn positions(&mut self, level: &str, bucket: usize) -> Result<Vec<Arrival<()>>, Fault> {
        let bytes = self.engine.run(level, bucket)?;
        let run = self.kernel.read(&bytes)?;
        let at = run.place(bucket).filter(|_| run.head.level == level);
        run.bucket(at.ok_or(Fault::Run("it is of another level, or of other buckets"))?)
    }
}

/// Counts with levels that an engine builds, as [`count_on_disk`](count::count_on_disk) does on this machine.
///
/// # Errors
/// See [`Fault`]. No partial count is returned.
pub fn count_remotely(
    puzzle: &Puzzle,
    what: What,
    contents: &Contents,
    engine: &mut (dyn Engine + Send),
    control: &Control,
) -> Result<Count, Fault> {
    let kernel = Kernel::new(puzzle, Question::Count(what))?;
    let mut maker = Elsewhere::new(&kernel, puzzle, contents, engine, control)?;
    in_threads(control, || count::count(puzzle, what, &mut maker, control))
}

/// Finds the fewest moves with levels that an engine builds, as
/// [`fewest_on_disk`](super::fewest::fewest_on_disk) does on this machine.
///
/// # Errors
/// See [`Fault`]. Reaching a limit is not an error.
pub fn fewest_remotely(
    puzzle: &Puzzle,
    contents: &Contents,
    engine: &mut (dyn Engine + Send),
    control: &Control,
) -> Result<ProverResult, Fault> {
    let kernel = Kernel::new(puzzle, Question::Fewest)?;
    let mut maker = Elsewhere::new(&kernel, &kernel.tables.puzzle, contents, engine, control)?;
    finding_of(puzzle, &kernel, |progress| {
        in_threads(control, || fewest(&kernel.tables.puzzle, WIDTH, progress, &mut maker, control))
    })
}
