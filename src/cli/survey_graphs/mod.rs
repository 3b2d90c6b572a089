//! `soliter survey graphs`: a line of CSV or a JSON object for each graph in a file.
//!
//! * `row`: a graph with its survey, as a line and as an object.
//! * `csv_file`: the file of `--output`, which a later run resumes.
//! * `tally`: the number of graphs of each class.

mod csv_file;
mod row;
mod tally;

use std::path::Path;
use std::time::Instant;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::graphs::{Graph, Wanted, read_line, survey_all};

use crate::cli::args::SurveyGraphsArgs;
use crate::cli::files::{lines::Lines, lines::TextLine, targets};
use crate::cli::output::failure::{Failure, Outcome, RAISE, Reason};
use crate::cli::output::{self, exit::Exit, paint};
use crate::cli::{columns, session::Session};
use csv_file::CsvFile;
use row::{Columns, Row};
use tally::Tally;

/// The number of lines that are read at a time.
const READ: usize = 1 << 12;
/// The total number of positions of the graphs that are examined between two writes: a second of work, or
/// less.
const EXAMINED: u64 = 1 << 26;

pub(crate) fn run(session: &Session, args: &SurveyGraphsArgs) -> Outcome {
    let path = args.output.as_deref().filter(|path| !targets::is_stdout(path));
    if args.resume && path.is_none() {
        let message = "--resume continues a file, and --output is standard output";
        return Err(Failure::usage(message, "name a file for --output"));
    }
    let target = args.output.as_deref().map(columns::csv_target);
    targets::check(target, &[&args.file], session.options.json())?;
    let wanted = Wanted { solutions: args.witness, evidence: args.evidence };
    let columns = Columns(wanted);
    let (control, bar) = session.control();
    let clock = Instant::now();
    let mut input = Lines::open(session, &args.file)?;
    // An error in the first lines leaves the file of an earlier run unchanged.
    let mut lines = input.next(session, READ)?;
    let mut parsed = graphs(&input, &lines)?;
    let mut tally = Tally::default();
    let mut sink = Sink::open(session, path, columns, args.resume)?;
    let earlier = sink.earlier();
    let mut stopped = Ok(());
    while !lines.is_empty() && stopped.is_ok() && !output::is_closed() {
        let (numbers, graphs) = &parsed;
        let mut next = 0;
        if let Sink::File(file) = &mut sink {
            next = file.skip(&lines, numbers, &mut tally)?;
        }
        while next < graphs.len() && stopped.is_ok() && !output::is_closed() {
            let end = part(graphs, next, control.thread_limit());
            let surveys = survey_all(&graphs[next..end], wanted, &control);
            let mut rows = Vec::new();
            for (at, survey) in (next..end).zip(surveys) {
                match survey {
                    Ok(survey) => {
                        tally.add(survey.class);
                        rows.push(Row { line: &lines[numbers[at]], graph: &graphs[at], survey });
                    }
                    Err(stop) => {
                        stopped = Err((stop, lines[numbers[at]].number));
                        break;
                    }
                }
            }
            sink.write(columns, &rows)?;
            next = end;
            control
                .report_progress(|| format!("survey: {}", paint::counted(tally.graphs(), "graph")));
        }
        if stopped.is_ok() {
            lines = input.next(session, READ)?;
            parsed = self::graphs(&input, &lines)?;
        }
    }
    bar.finish_and_clear();
    if let Sink::File(file) = &mut sink {
        file.check_end()?;
    }
    let seconds = clock.elapsed().as_secs_f64();
    let summary = format!("{tally}, {}", paint::seconds(seconds));
    if matches!(sink, Sink::File(_)) {
        let report = json!({
            "graphs": args.file,
            "surveyed": tally.graphs(),
            "earlier": earlier,
            "classes": tally.classes(),
            "stopped": stopped.err().map(|(stop, _)| stop.phrase()),
            "seconds": seconds,
        });
        session.answer(&report, || format!("{summary}\n"))?;
    } else {
        session.note(&summary);
    }
    match stopped {
        Ok(()) => Ok(Exit::Answered),
        Err((stop, line)) => Err(unfinished(stop, line, path.is_some(), &control)),
    }
}

/// The graphs in some lines, and the index of the line of each.
fn graphs(input: &Lines, lines: &[TextLine]) -> Result<(Vec<usize>, Vec<Graph>), Failure> {
    let (mut numbers, mut graphs) = (Vec::new(), Vec::new());
    for (at, line) in lines.iter().enumerate() {
        if let Some(graph) = read_line(&line.text).map_err(|fault| input.fault(line, fault))? {
            numbers.push(at);
            graphs.push(graph);
        }
    }
    Ok((numbers, graphs))
}

/// The end of the range of graphs that are examined next: one for each thread, and more if they are small.
fn part(graphs: &[Graph], start: usize, threads: usize) -> usize {
    let mut positions = 0;
    let fits = |graph: &&Graph| {
        positions += 1_u64 << graph.vertices();
        positions <= EXAMINED
    };
    let small = graphs[start..].iter().take_while(fits).count();
    (start + small.max(threads)).min(graphs.len())
}

fn unfinished(stop: Stop, line: usize, to_file: bool, control: &Control) -> Failure {
    let message = format!("the survey stopped before line {line}: {}", stop.phrase());
    let help = match stop {
        Stop::Memory => {
            let most = control.memory_limit() >> 20;
            format!(
                "a graph with n vertices takes 2 * 2^n bits, and the limit is {most} MiB; raise --memory-limit"
            )
        }
        _ if to_file => format!("{RAISE}, or continue the file with --resume"),
        _ => format!("{RAISE}; with --output OUT, --resume continues"),
    };
    Failure::new(Reason::of_stop(stop), message, help)
}

/// The target of the rows.
enum Sink {
    File(CsvFile),
    Lines,
    Objects,
}

impl Sink {
    fn open(
        session: &Session,
        path: Option<&Path>,
        columns: Columns,
        resume: bool,
    ) -> Result<Self, Failure> {
        if let Some(path) = path {
            return Ok(Self::File(CsvFile::open(path, columns, resume)?));
        }
        if session.options.json() {
            return Ok(Self::Objects);
        }
        output::bytes((columns.heads().join(",") + "\n").as_bytes())?;
        Ok(Self::Lines)
    }

    /// The number of rows of an earlier run.
    fn earlier(&self) -> usize {
        match self {
            Self::File(file) => file.earlier(),
            Self::Lines | Self::Objects => 0,
        }
    }

    fn write(&mut self, columns: Columns, rows: &[Row<'_>]) -> Result<(), Failure> {
        let text =
            || rows.iter().map(|row| row.record(columns).join(",") + "\n").collect::<String>();
        match self {
            Self::File(file) => file.append(&text()),
            Self::Lines => Ok(output::bytes(text().as_bytes())?),
            Self::Objects => {
                let objects: Result<String, _> =
                    rows.iter().map(|row| output::line(&row.object())).collect();
                let objects = objects.map_err(std::io::Error::from)?;
                Ok(output::bytes(objects.as_bytes())?)
            }
        }
    }
}
