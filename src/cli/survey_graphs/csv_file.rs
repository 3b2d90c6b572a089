//! The file of `--output`. Rows are appended to it, and `--resume` continues after the last complete row if the
//! existing rows belong to the same graphs.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use soliter::base::wording::{short, shown};

use crate::cli::files::{lines::TextLine, targets};
use crate::cli::output::failure::{Failure, Reason};
use crate::cli::output::patience;
use crate::cli::survey_graphs::row::{CLASS, Columns, label};
use crate::cli::survey_graphs::tally::{Tally, named};

pub(super) struct CsvFile {
    path: PathBuf,
    file: File,
    columns: usize,
    /// Rows of an earlier run that have not been compared with the input yet.
    earlier: Option<BufReader<File>>,
    rows: usize,
}

impl CsvFile {
    /// Creates a file, or opens the file of an earlier run.
    pub(super) fn open(path: &Path, columns: Columns, resume: bool) -> Result<Self, Failure> {
        let heads = columns.heads();
        let earlier = resume && path.metadata().is_ok_and(|about| about.len() > 0);
        let open = || {
            let mut options = OpenOptions::new();
            options.read(earlier).write(true).create(true).truncate(!earlier).open(path)
        };
        let file = open().map_err(|error| targets::unwritable(path, &error))?;
        let mut made =
            Self { path: path.to_owned(), file, columns: heads.len(), earlier: None, rows: 0 };
        let head = heads.join(",") + "\n";
        if earlier {
            made.read_earlier(&head)?;
        } else {
            made.append(&head)?;
        }
        Ok(made)
    }

    /// Compares the headings, removes an incomplete last row, and counts the rows.
    fn read_earlier(&mut self, head: &str) -> Result<(), Failure> {
        let look = || {
            let mut reader = BufReader::new(File::open(&self.path)?);
            let (mut first, mut end, mut rows) = (Vec::new(), 0, 0);
            reader.read_until(b'\n', &mut first)?;
            if first == head.as_bytes() {
                let mut row = Vec::new();
                end = first.len() as u64;
                while reader.read_until(b'\n', &mut row)? > 0 && row.ends_with(b"\n") {
                    end += row.len() as u64;
                    rows += 1;
                    row.clear();
                }
            }
            Ok((end, rows))
        };
        let (end, rows) = look().map_err(|error| self.unread(&error))?;
        if end == 0 {
            let message = format!("{} is no survey with these columns", self.path.display());
            let help = "resume with the options of the first run, or choose another file";
            return Err(Failure::usage(message, help));
        }
        let prepare = || {
            self.file.set_len(end)?;
            (&self.file).seek(SeekFrom::End(0))?;
            let mut earlier = BufReader::new(File::open(&self.path)?);
            earlier.read_until(b'\n', &mut Vec::new())?;
            Ok(earlier)
        };
        let earlier = prepare().map_err(|error| self.unread(&error))?;
        (self.earlier, self.rows) = (Some(earlier), rows);
        Ok(())
    }

    /// The number of rows of the earlier run.
    pub(super) fn earlier(&self) -> usize {
        self.rows
    }

    /// Compares rows of the earlier run with graphs of the input. Returns the number of graphs that have a
    /// row.
    pub(super) fn skip(
        &mut self,
        lines: &[TextLine],
        numbers: &[usize],
        tally: &mut Tally,
    ) -> Result<usize, Failure> {
        for (at, &number) in numbers.iter().enumerate() {
            let Some(row) = self.next_row()? else { return Ok(at) };
            let cells: Vec<&str> = row.split(',').collect();
            let line = &lines[number];
            let (place, graph) = (line.number.to_string(), label(line));
            let class = cells.get(CLASS).and_then(|word| named(word));
            match class {
                Some(class) if cells.len() == self.columns && cells[..2] == [&*place, &*graph] => {
                    tally.add(class);
                }
                _ => return Err(self.other_graph(&row, line)),
            }
        }
        Ok(numbers.len())
    }

    fn other_graph(&self, row: &str, line: &TextLine) -> Failure {
        let message = format!(
            "{} is not a survey of these graphs: it has the row \"{}\", and line {} of the input is \"{}\"",
            self.path.display(),
            quoted(row),
            line.number,
            quoted(&label(line)),
        );
        Failure::usage(message, "resume with the input of the first run, or choose another file")
    }

    fn next_row(&mut self) -> Result<Option<String>, Failure> {
        let Some(reader) = &mut self.earlier else { return Ok(None) };
        let mut row = String::new();
        match reader.read_line(&mut row) {
            Ok(0) => {
                self.earlier = None;
                Ok(None)
            }
            Ok(_) => Ok(Some(row.trim_end_matches('\n').to_owned())),
            Err(error) => Err(self.unread(&error)),
        }
    }

    /// Refuses a file with more rows than the input has graphs.
    pub(super) fn check_end(&mut self) -> Result<(), Failure> {
        let Some(row) = self.next_row()? else { return Ok(()) };
        let message = format!(
            "{} is not a survey of these graphs: the input ends before its row \"{}\"",
            self.path.display(),
            quoted(&row),
        );
        Err(Failure::usage(
            message,
            "resume with the input of the first run, or choose another file",
        ))
    }

    fn unread(&self, error: &io::Error) -> Failure {
        let message = format!("cannot read {}: {error}", self.path.display());
        Failure::new(Reason::Unreadable, message, "choose another file, or move it away")
    }

    /// Appends complete rows.
    pub(super) fn append(&mut self, text: &str) -> Result<(), Failure> {
        let written = patience::with(|| self.file.write_all(text.as_bytes()));
        written.map_err(|error| targets::unwritable(&self.path, &error))
    }
}

/// The beginning of a text, safe for a terminal.
fn quoted(text: &str) -> String {
    shown(&short(text)).into_owned()
}
