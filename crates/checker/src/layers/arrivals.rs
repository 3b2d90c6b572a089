//! Collects the positions that moves lead to, unsorted and with repetitions, as a few ascending runs.

#![allow(clippy::stable_sort_primitive, reason = "it merges ascending runs")]

use std::path::{Path, PathBuf};

use super::super::{game::Game, head::Checked};
use super::runs::{Merge, Run, Writer};

/// The maximum number of positions in the buffer.
const MOST: usize = 1 << 23;
/// The number of runs that are merged into one.
const RUNS: usize = 64;

pub(super) struct Arrivals<'a> {
    game: &'a Game<'a>,
    folder: Option<&'a Path>,
    /// Bytes that all other tables take.
    elsewhere: usize,
    buffer: Vec<u64>,
    runs: Vec<Run>,
    /// The number of runs written so far.
    written: usize,
}

impl<'a> Arrivals<'a> {
    pub(super) fn new(game: &'a Game<'a>, folder: Option<&'a Path>, elsewhere: usize) -> Self {
        Self { game, folder, elsewhere, buffer: Vec::new(), runs: Vec::new(), written: 0 }
    }

    /// Moves all positions out of a list in ascending order.
    pub(super) fn add(&mut self, positions: &mut Vec<u64>) -> Checked {
        self.buffer.append(positions);
        let runs: usize = self.runs.iter().map(Run::memory).sum();
        // Sorting needs another half of the buffer.
        let buffer = self.buffer.capacity().saturating_mul(12);
        self.game.look(self.elsewhere.saturating_add(runs).saturating_add(buffer))?;
        if self.buffer.len() > MOST {
            self.tidy();
            // Otherwise, half of the buffer is free again.
            if self.buffer.len() > MOST / 2 {
                self.write_run()?;
            }
        }
        Ok(())
    }

    /// All positions, as ascending runs.
    pub(super) fn into_runs(mut self) -> Checked<Vec<Run>> {
        self.tidy();
        self.write_run()?;
        Ok(self.runs)
    }

    fn tidy(&mut self) {
        self.buffer.sort();
        self.buffer.dedup();
    }

    fn write_run(&mut self) -> Checked {
        let mut writer = Writer::new(self.path())?;
        for position in self.buffer.drain(..) {
            writer.push(position)?;
        }
        self.runs.push(writer.finish()?);
        if self.runs.len() > RUNS {
            let (mut writer, mut all) = (Writer::new(self.path())?, Merge::of(&self.runs)?);
            while let Some(position) = all.next()? {
                writer.push(position)?;
            }
            drop(all);
            self.runs = vec![writer.finish()?];
        }
        Ok(())
    }

    /// The path of the next run; `None` for a run in memory.
    fn path(&mut self) -> Option<PathBuf> {
        self.written = self.written.saturating_add(1);
        self.folder.map(|folder| folder.join(format!("arrivals-{}.part", self.written)))
    }
}
