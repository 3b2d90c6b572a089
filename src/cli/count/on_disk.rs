//! Counts whose levels are kept in a folder.

use std::time::Instant;

use soliter::peg::puzzle::Puzzle;
use soliter::peg::search::buckets::count::count_on_disk;
use soliter::peg::search::buckets::fault::Fault;
use soliter::peg::search::buckets::folder::Place;
use soliter::peg::search::count::What;

use crate::cli::args::CountArgs;
use crate::cli::count::jump_levels::answered;
use crate::cli::count::told::none;
use crate::cli::exit::Exit;
use crate::cli::faults::Reason;
use crate::cli::session::Session;

/// Positions on their way to a level take no more memory than this where nothing is said.
const MOST_IN_MEMORY: u64 = 1 << 30;

/// Counts with the levels in the folder of `--dir`.
pub(super) fn run(
    session: &Session,
    args: &CountArgs,
    puzzle: &Puzzle,
    what: What,
) -> std::io::Result<Exit> {
    let usual = (session.options.memory_bytes() / 4).min(MOST_IN_MEMORY);
    let place = Place {
        folder: args.disk.dir.clone().unwrap_or_default(),
        resume: args.disk.resume,
        in_memory: args.disk.spill.map_or(usual, |spill| spill.0),
    };
    let (control, bar) = session.control();
    let clock = Instant::now();
    let result = count_on_disk(puzzle, what, &place, &control);
    bar.finish_and_clear();
    let seconds = clock.elapsed().as_secs_f64();
    match result {
        Ok(count) => answered(session, args, puzzle, what, &count, seconds),
        Err(fault) => {
            let reason = match fault {
                Fault::Stopped(_) | Fault::Overflow => Reason::Limit,
                Fault::Io { .. } => Reason::Unwritable,
                Fault::Damaged(_) => Reason::Unreadable,
                Fault::Refused { .. } => Reason::Usage,
                Fault::TooLarge => Reason::Unfit,
            };
            none(session, args, reason, &fault.to_string(), fault.help(), seconds)
        }
    }
}
