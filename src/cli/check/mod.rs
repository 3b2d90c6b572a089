//! `soliter check`: judges a solution. `words` phrases the verdict.

mod open;
mod usual_limits;
#[cfg(feature = "milp")]
mod weights;
mod words;

use std::io;
use std::sync::Arc;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::Source;
use soliter::boards::answer::Claim;
use soliter::boards::puzzle::Puzzle;
use soliter::games::GamePuzzle;
use soliter::prove::judge::{CheckReport, Judgement, Lost, Verdict, fewest_moves, judge, lost};
#[cfg(feature = "milp")]
use soliter::prove::milp::weights::first_loss::{FirstLoss, first_loss};
use soliter::text::solutions;

use crate::cli::check::usual_limits::{COMPARISON, ORACLE};
use crate::cli::check::words::{Origin, comment, in_one_line, one_line, verdict_text};
use crate::cli::files::{Loaded, piped};
use crate::cli::output::failure::{Failure, Outcome, RAISE};
use crate::cli::session::Session;
use crate::cli::{args::CheckArgs, games::check::Check, output::exit::Exit};
use crate::cli::{files, output, pictures};

pub(crate) fn run(session: &Session, args: &CheckArgs) -> Outcome {
    let inputs: Vec<_> = [&args.file].into_iter().chain(&args.solution).collect();
    pictures::check(&args.pictures, &inputs, 1, session.options.json())?;
    let loaded = files::load(session, &args.file)?;
    let solution = match &loaded {
        Loaded::Peg(puzzle) => puzzle.known().solution.as_ref(),
        Loaded::Open(open) => open.puzzle().known().solution.as_ref(),
        Loaded::Game(_) => None,
    };
    let (source, origin) = record_text(session, args, solution)?;
    if args.analyse && !matches!(loaded, Loaded::Game(_)) {
        let help = "drop it: peg solitaire is checked without it";
        return Err(Failure::usage("--analyse is for games", help));
    }
    match loaded {
        Loaded::Peg(puzzle) => check(session, args, &puzzle, &source, origin),
        Loaded::Open(puzzle) => open::run(session, args, &puzzle, &source, origin),
        Loaded::Game(puzzle) => of_game(session, args, &puzzle, source, origin),
    }
}

fn of_game(
    session: &Session,
    args: &CheckArgs,
    puzzle: &GamePuzzle,
    record: Arc<Source>,
    origin: Origin,
) -> Outcome {
    if !args.styles.is_empty() {
        let help = "leave it out: a game has one notation";
        return Err(Failure::usage("--as is for peg solitaire", help));
    }
    if args.pictures.wanted() {
        return Err(Failure::usage(
            "`check` does not draw game records",
            "use `soliter show GAME --solution RECORD`, with --svg or --html",
        ));
    }
    if origin == Origin::Piped && !session.options.json() && !session.options.quiet {
        output::answer(&format!("{}:\n", origin.phrase()))?;
    }
    let (name, analyse) = (&*args.file, args.analyse);
    puzzle.game.visit(Check { session, name, puzzle, record, analyse })
}

fn check(
    session: &Session,
    args: &CheckArgs,
    puzzle: &Puzzle,
    source: &Arc<Source>,
    origin: Origin,
) -> Outcome {
    let (control, bar) = session.control();
    let judgement = judge(puzzle, &source.text, &args.styles, &control).map_err(unread)?;
    // A file with several solutions says so, and is not one solution.
    if matches!(judgement.verdict, Verdict::Illegal | Verdict::Unreadable)
        && !args.pictures.wanted()
    {
        let solutions = solutions(&source.text);
        if !solutions.is_empty() {
            return several(session, args, puzzle, &solutions, origin);
        }
    }
    if judgement.verdict == Verdict::Unreadable
        && let Some((kind, help)) = other_kind(&source.text)
    {
        return Err(Failure::unfit(format!("\"{}\" is {kind}, not a solution", source.name), help));
    }
    point_out(session, &judgement, source);
    pictures::record(&args.pictures, puzzle, &judgement)?;
    // If a picture goes to standard output, no text is printed.
    let drawn = args.pictures.takes_stdout();
    if !drawn && !session.options.json() && !session.options.quiet {
        // The verdict comes first, since the rest takes longer.
        output::answer(&verdict_text(puzzle, &judgement, origin))?;
    }
    let searched = Searched::new(puzzle, &judgement, drawn, &control);
    #[cfg(feature = "milp")]
    let searched = if session.options.quiet && !session.options.json() {
        searched
    } else {
        searched.explained(puzzle, &judgement, &control)
    };
    bar.finish_and_clear();
    if !drawn {
        searched.print(session, args, puzzle, &judgement, origin)?;
    }
    match searched.fewest {
        // The solution is legal, so a proof that excludes it is wrong.
        Some(claim) if judgement.beats(claim) => Ok(beaten(session)),
        _ => Ok(Exit::of_verdict(judgement.verdict)),
    }
}

/// The results of the searches for a solution that is checked.
struct Searched {
    /// Whether a record that does not reach the finish has lost it.
    losing: Lost,
    /// The fewest moves, for a record that reaches the finish.
    fewest: Option<Claim>,
    /// The first jump after which weights prove the puzzle lost: a search shows that a position is lost, weights why.
    #[cfg(feature = "milp")]
    loss: Option<FirstLoss>,
}

impl Searched {
    fn new(puzzle: &Puzzle, judgement: &Judgement, drawn: bool, control: &Control) -> Self {
        let within = |limit| control.clone().within_usual(limit);
        let (mut losing, mut fewest) = (Lost::No, None);
        if judgement.finish_reached {
            fewest = Some(fewest_moves(puzzle, &within(COMPARISON)));
        } else if judgement.verdict == Verdict::Unreadable {
            // A text that cannot be read has no jump that loses the puzzle.
            losing = Lost::Unknown;
        } else if !drawn {
            losing = lost(judgement, puzzle, &within(ORACLE));
        }
        Self {
            losing,
            fewest,
            #[cfg(feature = "milp")]
            loss: None,
        }
    }

    #[cfg(feature = "milp")]
    fn explained(self, puzzle: &Puzzle, judgement: &Judgement, control: &Control) -> Self {
        if self.losing == Lost::No || judgement.verdict == Verdict::Unreadable {
            return self;
        }
        let control = control.clone().within_usual(ORACLE);
        let loss = first_loss(puzzle, &judgement.replay.positions, &control);
        Self { loss: loss.filter(|loss| loss.jump > 0), ..self }
    }

    fn print(
        &self,
        session: &Session,
        args: &CheckArgs,
        puzzle: &Puzzle,
        judgement: &Judgement,
        origin: Origin,
    ) -> io::Result<()> {
        let (losing, fewest) = (self.losing, self.fewest);
        if session.options.json() {
            let report = CheckReport::new(&args.file, puzzle, judgement, losing, fewest);
            let mut response = json!(report);
            response["solution_source"] = json!(origin.word(args));
            #[cfg(feature = "milp")]
            if let Some(loss) = &self.loss {
                response["lost_weights"] = weights::to_json(puzzle, loss);
            }
            return output::object(&response);
        }
        if session.options.quiet {
            return output::answer(&in_one_line(puzzle, judgement, origin, losing, fewest));
        }
        output::answer(&comment(session, puzzle, judgement, losing, fewest))?;
        #[cfg(feature = "milp")]
        if let Some(loss) = &self.loss {
            output::answer(&weights::to_text(puzzle, loss))?;
        }
        Ok(())
    }
}

/// The kind of a file that is clearly not a solution, and what to do about it.
fn other_kind(text: &str) -> Option<(&'static str, &'static str)> {
    const KEYS: [&str; 5] = ["model", "start", "finish", "board", "kind"];
    let begins = |with: &str| text.get(..with.len()).is_some_and(|t| t.eq_ignore_ascii_case(with));
    if begins("<!doctype") || begins("<html") {
        return Some(("a web page", "save the moves as plain text"));
    }
    let table: toml::Table = toml::from_str(text).ok()?;
    let is_puzzle = KEYS.iter().any(|key| table.contains_key(*key));
    is_puzzle.then_some(("a puzzle or a board", "give the puzzle first, then its solution"))
}

/// Shows the first place of a text that could not be read. With `--quiet`, the verdict names it.
fn point_out(session: &Session, judgement: &Judgement, source: &Arc<Source>) {
    if let Some(faults) = judgement.reading.diagnostics(source).filter(|_| !session.options.quiet)
        && let Some(first) = faults.0.into_iter().next()
    {
        session.reporter.say(&first.into());
    }
}

/// Reports that a legal solution refutes a proof.
fn beaten(session: &Session) -> Exit {
    let message = "the solution is legal and better than the proved minimum";
    let help = "this is a bug in soliter; please report it with the puzzle and the solution";
    // The object has been written, so this is reported on standard error only.
    session.reporter.say(&Failure::disagreement(message, help));
    Exit::Disagreement
}

/// Judges the solutions of a file that contains several, with one line for each. The most serious verdict
/// determines the exit code.
fn several(
    session: &Session,
    args: &CheckArgs,
    puzzle: &Puzzle,
    solutions: &[&str],
    origin: Origin,
) -> Outcome {
    let mut worst = Exit::Answered;
    let (control, bar) = session.control();
    bar.finish_and_clear();
    for (index, text) in solutions.iter().enumerate() {
        let judgement = judge(puzzle, text, &args.styles, &control).map_err(unread)?;
        worst = worst.max(Exit::of_verdict(judgement.verdict));
        if session.options.json() {
            let lost = if judgement.finish_reached { Lost::No } else { Lost::Unknown };
            let mut response = json!(CheckReport::new(&args.file, puzzle, &judgement, lost, None));
            response["solution_source"] = json!(origin.word(args));
            response["solution_number"] = json!(index + 1);
            output::object(&response)?;
        } else {
            let line = one_line(puzzle, &judgement);
            output::answer(&format!("solution {}: {line}\n", index + 1))?;
        }
        if session.is_cancelled() {
            return Ok(worst.max(Exit::Limit));
        }
    }
    Ok(worst)
}

/// A limit was reached before the text was read.
pub(crate) fn unread(stop: Stop) -> Failure {
    Failure::limit(format!("{stop} while reading the solution"), RAISE)
}

fn record_text(
    session: &Session,
    args: &CheckArgs,
    solution: Option<&String>,
) -> Result<(Arc<Source>, Origin), Failure> {
    if let Some(text) = &args.moves {
        return Ok((Source::new("--moves", text.clone()), Origin::Named));
    }
    if let Some(name) = &args.solution {
        return Ok((files::find(session, name, files::Kind::Solution)?, Origin::Named));
    }
    // If the puzzle comes from standard input, the solution cannot come from there.
    let piped = if args.file.is_stdin() { Ok(None) } else { piped::text(session) };
    let piped = piped.map_err(|stop| {
        Failure::limit(
            format!("{stop} while reading standard input"),
            "give the solution as a file",
        )
    })?;
    if let Some(bytes) = piped {
        if bytes.len() > files::MAX_BYTES {
            return Err(Failure::usage("standard input is larger than 1 MiB", "give a text file"));
        }
        return Ok((Source::from_bytes("-", bytes)?, Origin::Piped));
    }
    let solution = solution.ok_or_else(|| {
        let help = "give a file, - for standard input, or --moves \"45-25, 43-45\"";
        Failure::usage("there is no solution to check", help)
    })?;
    Ok((Source::new(format!("{}, solution", args.file), solution.clone()), Origin::Solution))
}
