//! `--what games` of a board: the games from each start with one empty hole, and those that end with one peg.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;
use soliter::base::wording::{counted_large, grouped};
use soliter::base::{control::Control, diagnostic::Source};
use soliter::boards::problems::problems;
use soliter::boards::share::share;
use soliter::search::count::{self, CountFault, count};
use soliter::{boards::puzzle::Finish, boards::puzzle::setup::PuzzleSetup};

use crate::cli::args::{CountArgs, What};
use crate::cli::count::figures::{Figures, answer, none, readable};
use crate::cli::files::named_board::NamedBoard;
use crate::cli::output::failure::{Failure, Outcome, Reason, advice};
use crate::cli::{columns, session::Session};

const HEADS: [&str; 5] = ["vacancy", "such holes", "games", "won", "share"];
/// The number of digits of a share in text, and in JSON.
const DIGITS: u32 = 6;
const MORE_DIGITS: u32 = 17;

/// The games from one vacancy.
struct Row {
    vacancy: String,
    /// The number of holes that are images of it.
    images: usize,
    games: u128,
    won: u128,
}

impl Row {
    fn cells(&self, digits: u32) -> Vec<String> {
        let share = share(self.won, self.games, digits);
        let numbers = [self.images.to_string(), self.games.to_string(), self.won.to_string()];
        [self.vacancy.clone()].into_iter().chain(numbers).chain([share]).collect()
    }
}

pub(super) fn run(session: &Session, args: &CountArgs, source: &Arc<Source>) -> Outcome {
    let option = args.disk.option().or(args.svg.is_some().then_some("--svg"));
    if let Some(option) = option {
        let message = format!("{option} is for the games of one puzzle, not for all of a board");
        return Err(Failure::usage(message, "name a puzzle, or leave the option out"));
    }
    let board = NamedBoard::of(session, &args.file, source, "english")?;
    let (rows, seconds) = session.compute(|control| rows(&board, control));
    let rows = rows.map_err(|fault| {
        let (reason, help) = match fault {
            CountFault::Stopped(stop) => (Reason::of_stop(stop), advice(stop)),
            CountFault::Overflow => (Reason::Limit, "no smaller part of the count is reported"),
        };
        none(args, (reason, &fault.to_string(), help), seconds)
    })?;
    let all = |number: fn(&Row) -> u128| {
        let mut sums = rows.iter().map(|row| number(row).checked_mul(row.images as u128));
        sums.try_fold(0u128, |sum, more| sum.checked_add(more?))
    };
    let (Some(games), Some(won)) = (all(|row| row.games), all(|row| row.won)) else {
        let why = CountFault::Overflow.to_string();
        return Err(none(args, (Reason::Limit, &why, "count one puzzle at a time"), seconds));
    };
    let title = &board.model.title;
    let report = json!({
        "puzzle": args.file,
        "title": title,
        "what": What::Games,
        "value": games.to_string(),
        "won": won.to_string(),
        "share": share(won, games, MORE_DIGITS),
        "vacancies": rows.iter().map(|row| json!({
            "vacancy": row.vacancy,
            "images": row.images,
            "value": row.games.to_string(),
            "won": row.won.to_string(),
            "share": share(row.won, row.games, MORE_DIGITS),
        })).collect::<Vec<_>>(),
        "seconds": seconds,
    });
    let cells = |digits| rows.iter().map(|row| row.cells(digits)).collect::<Vec<_>>();
    let figures = Figures {
        sentence: format!(
            "{}, {} of them won: {} of all",
            counted_large(games, "game"),
            grouped(won),
            share(won, games, DIGITS)
        ),
        body: columns::text(&HEADS, &readable(&cells(DIGITS))),
        foot: format!("{} vacancies, ", board.model.board.holes()),
        heads: HEADS.to_vec(),
        rows: cells(MORE_DIGITS),
        ..Default::default()
    };
    answer(session, args, title, &figures, &report, seconds)
}

fn rows(board: &NamedBoard, control: &Control) -> Result<Vec<Row>, CountFault> {
    let on = &board.model.board;
    let mut rows = Vec::new();
    for problem in problems(on, 1, true) {
        let vacant = on.full().difference(&problem.start);
        let images = on.symmetries().iter().flat_map(|symmetry| {
            let image = vacant.image(symmetry);
            // Interchangeable holes are images too, although no symmetry in the list exchanges them.
            let twins = on.twins().iter().filter(|twins| !twins.intersection(&image).is_empty());
            twins.fold(image.clone(), |all, twins| all.union(twins)).holes().collect::<Vec<_>>()
        });
        let images = images.collect::<BTreeSet<_>>().len();
        let vacancy = board.names.position(&vacant).join(" ");
        control.report_progress(|| format!("games: vacancy {vacancy}"));
        let setup = PuzzleSetup::new(on.clone(), problem.start, Finish::Pegs(1));
        // A board of one hole has no start.
        let Ok(puzzle) = setup.puzzle() else { continue };
        let count = count(&puzzle, count::What::Games, control)?;
        rows.push(Row { vacancy, images, games: count.value, won: count.won().unwrap_or(0) });
    }
    Ok(rows)
}
