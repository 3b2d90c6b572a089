//! `soliter survey`: every problem of a board.

mod certificates;
mod csv_file;
mod page;
mod picture;
mod row;
mod run;

use std::time::Instant;

use serde_json::json;
use soliter::base::wording::joined;
use soliter::boards::board::position::Position;
use soliter::boards::problems::{self, StartProblems};

use crate::cli::args::{LastPeg, SurveyArgs};
use crate::cli::files::{named_board::NamedBoard, puzzle_file, targets};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, shown, strong};
use crate::cli::output::{exit::Exit, paint};
use crate::cli::{columns, pictures, session::Session};
use picture::Diagrams;
use row::Row;

/// More vacancies than this lead to more problems than can be solved.
const MOST_VACANCIES: usize = 3;

pub(crate) fn run(session: &Session, args: &SurveyArgs) -> Outcome {
    let table = args.csv.as_deref().map(columns::csv_target);
    let picture = args.svg.as_deref().map(pictures::svg_target);
    let page = args.html.as_deref().map(pictures::html_target);
    let collection = args.write.as_deref().map(puzzle_file::target);
    targets::check(
        table.into_iter().chain(picture).chain(page).chain(collection),
        &[&args.board],
        session.options.json(),
    )?;
    let board = NamedBoard::read(session, &args.board, "english")?;
    let starts = starts(args, &board)?;
    let rows_of = |start: &StartProblems| {
        let rows = start
            .finishes
            .iter()
            .map(|finish| Row::new(&board, start.start.clone(), finish.clone()));
        rows.collect::<Vec<_>>()
    };
    let mut rows: Vec<Row> = starts.iter().flat_map(rows_of).collect();
    let file = args.csv.as_deref().filter(|path| !targets::is_stdout(path));
    let others = file.map_or(Ok(Vec::new()), |path| csv_file::resume(path, &mut rows))?;
    if let Some(folder) = &args.certify {
        targets::make_folder(folder)?;
    }
    let clock = Instant::now();
    let known = rows.iter().filter(|row| row.is_final()).count();
    if known > 0 {
        session.note(&format!("{} of {} known from the file", known, rows.len()));
    }
    run::solve(session, args, &mut rows, &others)?;
    if let Some(file) = &args.write {
        let heads = [&*board.model.title, &board.name, board.names.scheme().as_str()];
        let entries = rows.iter().map(|row| row.entry(&board));
        targets::write(file, puzzle_file::collection(heads, entries).as_bytes())?;
    }
    let seconds = clock.elapsed().as_secs_f64();
    let any = args.finish == Some(LastPeg::Any);
    let drawn = Diagrams::new(&board, any, &starts, &rows);
    if let Some(path) = &args.svg {
        targets::write(path, &drawn.svg(&board))?;
    }
    if let Some(path) = &args.html {
        targets::write(path, &page::page(&board, &rows))?;
    }
    if ![&args.csv, &args.svg, &args.html]
        .into_iter()
        .flatten()
        .any(|path| targets::is_stdout(path))
    {
        let report = json!({
            "board": args.board,
            "title": board.model.title,
            "vacancies": args.vacancies,
            "problems": rows,
            "seconds": seconds,
        });
        session.answer(&report, || to_text(session, args, &board, (&drawn, &rows), seconds))?;
    }
    let open = rows.iter().any(|row| !row.is_final() || row.lacks_certificate(args));
    Ok(if open { Exit::Limit } else { Exit::Answered })
}

fn starts(args: &SurveyArgs, board: &NamedBoard) -> Result<Vec<StartProblems>, Failure> {
    let on = &board.model.board;
    let any = args.finish == Some(LastPeg::Any);
    if args.vacancies.get() > MOST_VACANCIES || args.vacancies.get() + 1 >= on.holes() {
        let message = format!("--vacancies {} is too many", args.vacancies.get());
        let help = format!("up to {MOST_VACANCIES}, and two pegs have to be left; or name --start");
        return Err(Failure::usage(message, help));
    }
    if args.start.is_empty() {
        return Ok(problems::problems(on, args.vacancies.get(), any));
    }
    let start = |text: &String| {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let vacant: Option<Position> = words.map(|word| board.names.hole(word)).collect();
        let fits = |vacant: &Position| !vacant.is_empty() && vacant.len() < on.holes();
        let vacant = vacant.filter(fits).ok_or_else(|| {
            let message = format!("--start {}: the board has no such holes", shown(text));
            let help = format!("name the empty holes, as in {}", board.names.name(0));
            Failure::usage(message, help)
        })?;
        Ok(problems::start_problems(on, on.full().difference(&vacant), any))
    };
    args.start.iter().map(start).collect()
}

fn to_text(
    session: &Session,
    args: &SurveyArgs,
    board: &NamedBoard,
    (drawn, rows): (&Diagrams, &[Row]),
    seconds: f64,
) -> String {
    let solvable = rows.iter().filter(|row| row.moves.is_some()).count();
    let impossible = rows.iter().filter(|row| row.status == "infeasible").count();
    let lacking = rows.iter().filter(|row| row.is_final() && row.lacks_certificate(args)).count();
    let rest = [(rows.len() - solvable - impossible, "open"), (lacking, "without a certificate")];
    let rest = rest.into_iter().filter(|(number, _)| *number > 0);
    let rest = joined(rest.map(|(number, what)| format!(", {number} {what}")), "");
    let title = &board.model.title;
    if rows.is_empty() {
        let none = "no problems, since by position class no start with one empty hole can end with one peg";
        return format!("{}\n", strong(format!("{title}: {none}")));
    }
    let problems = counted(rows.len(), "problem");
    let head = format!("{title}: {problems}, {solvable} solvable, {impossible} impossible{rest}");
    let head = strong(head);
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.cells(args)).collect();
    let table = columns::text(&Row::heads(args), &cells);
    let drawn = drawn.text(session, board);
    format!("{head}\n\n{table}\n{drawn}\n{}\n", paint::seconds(seconds))
}
