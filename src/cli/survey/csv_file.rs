//! The CSV file of a survey: it is written after every problem, and a later run continues from it.

use std::path::Path;

use soliter::base::control::Control;
use soliter::text;
use soliter::{boards::line::Line, boards::puzzle::Puzzle, boards::verify::replay};

use crate::cli::survey::row::{Certified, HEADS, Row};
use crate::cli::{columns, files, output::failure::Failure};

impl Row {
    /// Takes the values from a row of an earlier table. Its solution is replayed; that there is no shorter one is taken
    /// on trust.
    fn take_record(&mut self, record: &csv::StringRecord) {
        let cell = |name: &str| {
            let at = HEADS.iter().position(|head| *head == name)?;
            record.get(at).filter(|cell| !cell.is_empty())
        };
        let (Some(puzzle), Some(status)) = (&self.puzzle, cell("status")) else { return };
        let number = |name| cell(name).and_then(|cell| cell.parse::<usize>().ok());
        let moves = number("moves");
        let solution = cell("solution").map(str::to_owned);
        let right = match status {
            "infeasible" | "unknown" => moves.is_none() && solution.is_none(),
            // Rows without a proof are solved again.
            "optimal" | "feasible" => {
                let played = solution.as_deref().and_then(|line| line_of(puzzle, line));
                played.is_some_and(|line| Some(line.moves().len()) == moves)
            }
            _ => false,
        };
        if right {
            let large = |name| cell(name).and_then(|cell| cell.parse().ok());
            (self.solutions, self.shortest) = (large("solutions"), large("shortest"));
            cell("proved_by").unwrap_or_default().clone_into(&mut self.by);
            self.seconds = cell("seconds").and_then(|cell| cell.parse().ok()).unwrap_or(0.0);
            let sweep = number("last_sweep").zip(number("last_sweep_at_most"));
            let possible =
                sweep.filter(|&(jumps, most)| 1 <= jumps && jumps <= most && most <= self.jumps);
            (self.last_sweep, self.last_sweep_at_most) = possible.unzip();
            self.lower_bound = if status == "optimal" { moves } else { number("lower_bound") };
            (self.moves, self.solution) = (moves, solution);
            status.clone_into(&mut self.status);
            if self.is_final() {
                self.certificate = Self::certified(cell);
            }
        }
    }

    /// The data about a certificate in the cells of a record, by name.
    fn certified<'r>(cell: impl Fn(&str) -> Option<&'r str>) -> Option<Certified> {
        let is_digest =
            |text: &&str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some(Certified {
            positions: cell("positions")?.parse().ok()?,
            sha256: cell("sha256").filter(is_digest)?.to_owned(),
            seconds: cell("certify_seconds")?.parse().ok()?,
            version: cell("version")?.to_owned(),
        })
    }
}

/// A line in the notation of the puzzle, if it solves it.
pub(super) fn line_of(puzzle: &Puzzle, text: &str) -> Option<Line> {
    let reading = text::read(text, puzzle.board(), puzzle.names(), &Control::default()).ok()?;
    let line = Line::from_jumps(reading.hops());
    let solves = reading.is_understood() && replay(puzzle, line.jumps()).solves(puzzle);
    solves.then_some(line)
}

/// Reads the table of an earlier run, if there is one. Returns the lines of other problems, which stay in the
/// file.
pub(crate) fn resume(path: &Path, rows: &mut [Row]) -> Result<Vec<Vec<String>>, Failure> {
    let Some(text) = files::earlier(path)? else { return Ok(Vec::new()) };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let own = reader.headers().is_ok_and(|heads| heads.iter().eq(HEADS));
    if !own && !text.trim().is_empty() {
        let message = format!("{} was not written by `soliter survey`", path.display());
        return Err(Failure::usage(message, "choose another file for --csv, or move it away"));
    }
    let mut others = Vec::new();
    for record in reader.records().flatten() {
        let names = (record.get(0), record.get(1));
        let same = |row: &&mut Row| (Some(&*row.start), Some(&*row.finish)) == names;
        match rows.iter_mut().find(same) {
            Some(row) => row.take_record(&record),
            None if record.len() == HEADS.len() => {
                others.push(record.iter().map(str::to_owned).collect());
            }
            None => {}
        }
    }
    Ok(others)
}

/// Writes the rows with any results, and the lines of other problems.
pub(crate) fn write_csv(path: &Path, rows: &[Row], others: &[Vec<String>]) -> Result<(), Failure> {
    let known = rows.iter().filter(|row| row.status != "open");
    let records: Vec<Vec<String>> = known.map(Row::record).chain(others.iter().cloned()).collect();
    columns::write_csv(path, &HEADS, &records)
}
