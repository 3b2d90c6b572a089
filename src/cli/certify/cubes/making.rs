//! `soliter certify --cubes`: refutes the cubes of a folder that no process has refuted yet.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use soliter::base::control::{Control, Stop};
use soliter::checker::{cubes, cubes::Row};
use soliter::peg::board::position::Position;
use soliter::peg::certify::{self, Statement};
use soliter::peg::line::Line;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::sat::cubes::{NotRefuted, approach, cube, refute};
use soliter::peg::solve::{Method, solve};
use soliter::peg::verify::replay;

use crate::cli::args::CertifyArgs;
use crate::cli::certify::cubes::folder::{Folder, PAUSE};
use crate::cli::certify::cubes::{Report, to_json};
use crate::cli::certify::none;
use crate::cli::certify::refused::{FAULT, may_go_on, moves_to_refute, unchecked};
use crate::cli::output::failure::{Failure, Outcome, RAISE, Reason};
use crate::cli::output::paint::{counted, strong};
use crate::cli::{files, output::exit::Exit, output::paint, session::Session};

/// The largest number of cubes if `--split-depth` is not given.
const MANY: usize = 1 << 10;

/// The reason why a worker stops before all cubes are done.
enum End {
    Failed(Failure),
    /// A line of the original puzzle.
    Solved(Line),
}

impl From<Failure> for End {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

pub(crate) fn run(session: &Session, args: &CertifyArgs, folder: &Path) -> Outcome {
    let puzzle = files::plain_puzzle(session, &args.file)?;
    let statement = Statement::of(&puzzle).map_err(|why| none(&why))?;
    let (made, seconds) = session.compute(|control| {
        let head = || head(&puzzle, args, control);
        let folder = Folder::open(folder, control, head)?;
        let other = statement.difference(&folder.cubes.claim);
        let moves = args.moves.map_or(folder.cubes.refuted_moves, usize::from);
        let other = other.or((moves != folder.cubes.refuted_moves).then_some("other moves"));
        let after = args.split_depth.unwrap_or(folder.cubes.after);
        let other = other.or((after != folder.cubes.after).then_some("another --split-depth"));
        if let Some(what) = other {
            let message = format!("{} is for {what}", folder.table().display());
            return Err(Failure::usage(message, "choose another folder").into());
        }
        let refuted = Work::new(&puzzle, &statement, &folder, control).together()?;
        let table = std::fs::File::open(folder.table()).map_err(Failure::from)?;
        let checked = cubes::check(table, &|bytes| may_go_on(control, bytes));
        let (cubes, rows) = checked.map_err(|why| unchecked("table", "run it again", &why))?;
        Ok((cubes, rows, refuted, folder.table()))
    });
    let (cubes, rows, refuted, table) = match made {
        Ok(made) => made,
        Err(End::Failed(failure)) => return Err(failure),
        Err(End::Solved(line)) => return solved(session, args, &puzzle, &line, seconds),
    };
    let report = Report { cubes: &cubes, rows: &rows, refuted, seed: None, seconds };
    let object = to_json(&args.file, Some(puzzle.title()), &report);
    session.answer(&object, || {
        let phrase = super::phrase(&cubes);
        let of = super::cover(&cubes);
        let took = paint::seconds(seconds);
        let earlier = match rows.len() - refuted {
            0 => String::new(),
            others => format!(", and {others} by earlier runs or others"),
        };
        let head = strong(format!("{}: {phrase}", puzzle.title()));
        format!("{head}\n{of}: {refuted} refuted{earlier}, {took}; {}\n", table.display())
    })?;
    Ok(Exit::Answered)
}

/// The head of a new table.
fn head(puzzle: &Puzzle, args: &CertifyArgs, control: &Control) -> Result<String, Failure> {
    let moves = moves_to_refute(args.moves, puzzle, control)?;
    let upto = args.split_depth.map_or((moves / 3, MANY), |after| (after, usize::MAX));
    let head = certify::head(puzzle, moves + 1).map_err(|why| none(&why))?;
    let layers = cubes::layers(&head, upto, &|bytes| may_go_on(control, bytes));
    let layers = layers.map_err(|why| unchecked("table", RAISE, &why))?;
    Ok(format!("{head}{layers}\nends\n"))
}

/// The workers of this process.
struct Work<'a> {
    puzzle: &'a Puzzle,
    statement: &'a Statement,
    folder: &'a Folder,
    control: &'a Control,
    clock: Instant,
    /// The cubes that this process has refuted.
    refuted: AtomicUsize,
    /// Set when one worker has stopped, so that the others stop too.
    over: AtomicBool,
}

impl<'a> Work<'a> {
    fn new(
        puzzle: &'a Puzzle,
        statement: &'a Statement,
        folder: &'a Folder,
        control: &'a Control,
    ) -> Self {
        let (refuted, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        Self { puzzle, statement, folder, control, clock: Instant::now(), refuted, over }
    }

    /// Refutes all cubes with as many threads as are allowed. Returns the number of cubes that this process
    /// refuted.
    fn together(self) -> Result<usize, End> {
        let before = self.folder.rows(self.control)?.len();
        std::thread::scope(|scope| {
            let spawn = |_| scope.spawn(|| self.until_done(before));
            let threads: Vec<_> = (0..self.control.thread_limit()).map(spawn).collect();
            threads.into_iter().try_for_each(|thread| {
                let fault = || Failure::disagreement("a thread failed", FAULT).into();
                thread.join().unwrap_or_else(|_| Err(fault()))
            })
        })?;
        Ok(self.refuted.into_inner())
    }

    /// Takes one cube after another, and waits for those that other workers have taken.
    fn until_done(&self, before: usize) -> Result<(), End> {
        let positions = self.folder.cubes.positions();
        while !self.over.load(Ordering::Relaxed) {
            let rows = self.folder.rows(self.control)?;
            let open = positions.iter().filter(|position| !rows.contains_key(position));
            self.say(before, rows.len());
            if rows.len() == positions.len() {
                break;
            }
            let mut is_idle = true;
            for &position in open {
                let Some(claim) = self.folder.claim(position)? else { continue };
                // The previous owner of the claim may have refuted the cube.
                if !self.folder.rows(self.control)?.contains_key(&position) {
                    let done = self.refute(position);
                    self.over.fetch_or(done.is_err(), Ordering::Relaxed);
                    done?;
                }
                self.folder.done(position, claim);
                is_idle = false;
                break;
            }
            if is_idle {
                let stopped = |stop| self.stopped(NotRefuted::Stopped(stop), 0);
                self.control.check().map_err(stopped)?;
                std::thread::sleep(PAUSE);
            }
        }
        Ok(())
    }

    fn refute(&self, position: u64) -> Result<(), End> {
        let (cube, slots) =
            (cube(self.puzzle, Position::from(position)), self.folder.cubes.slots(position));
        let clock = Instant::now();
        let refuted = refute(&cube, slots, self.control);
        let refuted = refuted.map_err(|why| self.stopped(why, position))?;
        let milliseconds = clock.elapsed().as_millis() as u64;
        let (clauses, steps, sha256) = (refuted.clauses as u64, refuted.steps, refuted.sha256);
        let row = Row { position, slots, clauses, steps, milliseconds, sha256 };
        self.folder.add(&row, self.control)?;
        self.refuted.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Reports progress, and the expected end at the rate that all processes together have achieved since
    /// this one began.
    fn say(&self, before: usize, done: usize) {
        let all = self.folder.cubes.positions().len();
        self.control.say(|| {
            let (new, left) = (done.saturating_sub(before), all.saturating_sub(done));
            let about = match new {
                0 => String::new(),
                new => {
                    let left = self.clock.elapsed().as_secs_f64() / new as f64 * left as f64;
                    format!(", about {} left", paint::seconds(left))
                }
            };
            format!("cubes: {done} of {all}{about}")
        });
    }

    fn stopped(&self, why: NotRefuted, position: u64) -> End {
        match why {
            NotRefuted::Stopped(stop) => {
                let done = self.folder.rows(&Control::default()).map_or(0, |rows| rows.len());
                let all = self.folder.cubes.positions().len();
                let message = format!("{done} of {all} cubes are refuted: {}", stop.phrase());
                let help = match stop {
                    Stop::Size(_) => "`soliter certify -o FILE.layers` proves it in another way",
                    _ => "run the same command again to continue",
                };
                Failure::new(Reason::of_stop(stop), message, help).into()
            }
            NotRefuted::Solved(rest) => match self.whole(position, &rest) {
                Ok(line) => End::Solved(line),
                Err(failure) => failure.into(),
            },
            NotRefuted::TooWeak => {
                let message = format!("the clauses of cube {position:x} do not say enough");
                let help = "another --split-depth has other cubes; `soliter certify -o` proves it by layers";
                Failure::unfit(message, help).into()
            }
        }
    }

    /// A line of the original puzzle: moves to the cube, followed by a line from there.
    fn whole(&self, position: u64, rest: &Line) -> Result<Line, Failure> {
        let approach =
            approach(self.puzzle, self.statement.start.clone(), Position::from(position));
        let answer = solve(&approach, Method::Search, self.control)
            .map_err(|refusal| Failure::disagreement(refusal.to_string(), FAULT))?;
        let Some(first) = answer.line() else {
            return Err(Failure::limit(
                "a cube has a solution, but no moves to the cube were found",
                "run it again",
            ));
        };
        let line = Line::from_jumps(first.jumps().chain(rest.jumps()));
        let line = if self.puzzle.reverse() { line.reversed() } else { line };
        let right = replay(self.puzzle, line.jumps()).solves(self.puzzle)
            && line.moves().len() <= self.folder.cubes.refuted_moves;
        let wrong = || {
            Failure::disagreement("the solution of a cube is not a solution of the puzzle", FAULT)
        };
        right.then_some(line).ok_or_else(wrong)
    }
}

/// Reports that there is a solution although the claim excludes one.
fn solved(
    session: &Session,
    args: &CertifyArgs,
    puzzle: &Puzzle,
    line: &Line,
    seconds: f64,
) -> Outcome {
    let moves = line.moves().len();
    let (text, holes) = (puzzle.names().line(line), puzzle.names().line_holes(line));
    let report = serde_json::json!({
        "certificate": args.file, "proved": null, "title": puzzle.title(), "moves": moves,
        "solution": text, "solution_holes": holes, "seconds": seconds,
    });
    session.answer(&report, || {
        let head = format!("{}: a solution has {}", puzzle.title(), counted(moves, "move"));
        session.line_text(head, &text, &session.paint.moves(puzzle, line), seconds)
    })?;
    Ok(Exit::No)
}
