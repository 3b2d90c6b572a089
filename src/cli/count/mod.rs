//! `soliter count`: numbers of solutions, positions and games, and other properties of all of them.

mod dead_ends;
mod figures;
pub(crate) mod jump_levels;
mod move_levels;
mod solutions;
mod vacancies;

use soliter::boards::puzzle::{Finish, Puzzle, model::Model};
use soliter::games::{perft::sequences, solitaire::Solitaire};

use crate::cli::args::{By, CountArgs, What};
use crate::cli::files::{Kind, Loaded, targets};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::{columns, files, games::perft::Perft, pictures, session::Session};

/// A line that names the symmetries behind "up to symmetry", if the puzzle has more than the search uses.
fn symmetries_used(puzzle: &Puzzle) -> String {
    let line = |used| {
        format!("\"Up to symmetry\" is up to {used} symmetries of the puzzle, which has more.\n")
    };
    puzzle.symmetries_used().map_or_else(String::new, line)
}

pub(crate) fn run(session: &Session, args: &CountArgs) -> Outcome {
    if args.what == What::Perft && args.disk.dir.is_none() {
        return perft(session, args);
    }
    if let Some((option, with)) = args.useless() {
        let message = format!("{option} requires {with}");
        return Err(Failure::usage(message, format!("add {with}, or drop {option}")));
    }
    let picture = args.svg.as_deref().map(pictures::svg_target);
    let table = args.csv.as_deref().map(columns::csv_target);
    targets::check(picture.into_iter().chain(table), &[&args.file], session.options.json())?;
    let games = args.what == What::Games;
    let kind = if games { Kind::Shown } else { Kind::Puzzle };
    let source = files::find(session, &args.file, kind)?;
    if games && Model::is_model(&source) {
        return vacancies::run(session, args, &source);
    }
    // If there is no finish, a game is won by leaving one peg.
    let finish = (games || args.what == What::Positions).then_some(Finish::Pegs(1));
    let puzzle = files::plain_puzzle_of(session, &args.file, &source, finish)?;
    if let Some(what) = args.what.solitaire()
        && args.by != Some(By::Moves)
    {
        return jump_levels::run(session, args, &puzzle, what);
    }
    figures::run(session, args, &puzzle, |control| {
        Ok(match args.what {
            What::DeadEnds | What::Lost => dead_ends::find(session, &puzzle, args.what, control)?,
            What::Sweeps => solutions::of_sweeps(&puzzle, control)?,
            What::Distinct => solutions::of_distinct(&puzzle, control)?,
            _ => move_levels::count(args, &puzzle, control)?,
        })
    })
}

fn perft(session: &Session, args: &CountArgs) -> Outcome {
    if args.svg.is_some() {
        let help = "leave --svg out, or count something else";
        let message = "--svg plots positions by level, and perft has none";
        return Err(Failure::usage(message, help));
    }
    if args.csv.is_some() || args.by.is_some() || args.backward {
        let message = "--csv, --by and --backward are for levels, and perft has none";
        return Err(Failure::usage(message, "leave them out, or count something else"));
    }
    match files::load(session, &args.file)? {
        Loaded::Peg(puzzle) => {
            files::without_marks(&args.file, &puzzle)?;
            let title = puzzle.title().to_owned();
            Perft { session, args, title: &title }.run(&Solitaire::new(puzzle), sequences)
        }
        Loaded::Open(open) => {
            let title = open.puzzle().title().to_owned();
            Perft { session, args, title: &title }
                .run(&Solitaire::new(open.puzzle().clone()), sequences)
        }
        Loaded::Game(puzzle) => puzzle.game.visit(Perft { session, args, title: &puzzle.title }),
    }
}
