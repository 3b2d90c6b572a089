//! `soliter check` for a puzzle whose finish leaves the number of pegs open.

use std::sync::Arc;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::Source;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::puzzle::open::{Aim, OpenPuzzle};
use soliter::boards::rules::legal;
use soliter::prove::judge::{CheckReport, Judgement, Lost, Verdict, judge, judge_open, lost_open};
use soliter::prove::open::{OpenAnswer, solve_open};
use soliter::prove::solve::Method;
use soliter::text::solutions;

use crate::cli::args::CheckArgs;
use crate::cli::check::usual_limits::{COMPARISON, ORACLE};
use crate::cli::check::words::{Origin, comment, in_one_line, verdict_text};
use crate::cli::check::{beaten, point_out, unread};
use crate::cli::output::failure::{Failure, Outcome, RAISE};
use crate::cli::output::paint::{counted, verdict};
use crate::cli::output::{self, exit::Exit};
use crate::cli::pictures;
use crate::cli::session::Session;

pub(super) fn run(
    session: &Session,
    args: &CheckArgs,
    open: &OpenPuzzle,
    source: &Arc<Source>,
    origin: Origin,
) -> Outcome {
    if !solutions(&source.text).is_empty() {
        let message = "a file with several solutions needs a finish with a fixed number of pegs";
        return Err(Failure::unfit(message, "give one solution at a time"));
    }
    let (control, bar) = session.control();
    // Only a search shows which positions are a finish, and how many moves are the fewest.
    let answer = solve_open(open, &Method::Auto.into(), &control.clone().within_usual(COMPARISON));
    let answer = answer.map_err(|refusal| {
        Failure::disagreement(refusal.to_string(), output::failure::NOT_OF_PUZZLE)
    })?;
    let judged = match open.aim() {
        Aim::Holes { .. } => Judged::by_holes(open, source, args, &control),
        Aim::FewestPegs => Judged::by_fewest(open, source, args, &answer, &control),
        Aim::MostPegs => return most_pegs(session, args, open, source, origin, &answer),
    };
    let judged = judged.map_err(unread)?;
    let Judged { judgement, puzzle, beats, is_decided } = judged;
    point_out(session, &judgement, source);
    pictures::record(&args.pictures, &puzzle, &judgement)?;
    let claim = judgement.finish_reached.then(|| {
        if matches!(open.aim(), Aim::Holes { .. }) {
            return Some(answer.claim());
        }
        let case = answer.cases().iter().find(|case| case.puzzle == puzzle);
        case.map(|case| case.answer.claim())
    });
    let claim = claim.flatten();
    let losing = match judgement.verdict {
        Verdict::Correct => Lost::No,
        Verdict::Unreadable => Lost::Unknown,
        _ if !is_decided => Lost::Unknown,
        _ => lost_open(&judgement, open, &puzzle, &control.within_usual(ORACLE)),
    };
    bar.finish_and_clear();
    if args.pictures.takes_stdout() {
        // Only the picture is printed.
    } else if session.options.json() {
        let mut response = json!(CheckReport::new(&args.file, &puzzle, &judgement, losing, claim));
        response["solution_source"] = json!(origin.word(args));
        if !is_decided {
            response["verdict"] = json!(null);
        }
        output::object(&response)?;
    } else if is_decided && session.options.quiet {
        output::answer(&in_one_line(&puzzle, &judgement, origin, losing, claim))?;
    } else if is_decided {
        output::answer(&verdict_text(&puzzle, &judgement, origin))?;
        output::answer(&comment(session, &puzzle, &judgement, losing, claim))?;
    } else {
        let pegs = counted(judgement.replay.last().len(), "peg");
        output::answer(&format!(
            "legal, with {pegs} left: whether fewer are possible is not known\n"
        ))?;
        session.note(&format!("note: {RAISE}"));
    }
    if beats || claim.is_some_and(|claim| judgement.beats(claim)) {
        return Ok(beaten(session));
    }
    Ok(if is_decided { Exit::of_verdict(judgement.verdict) } else { Exit::Limit })
}

/// Judges a game that has to be stuck with the most pegs possible.
fn most_pegs(
    session: &Session,
    args: &CheckArgs,
    open: &OpenPuzzle,
    source: &Arc<Source>,
    origin: Origin,
    answer: &OpenAnswer,
) -> Outcome {
    let most = answer.most_pegs();
    let puzzle = open.with_pegs(most.unwrap_or(1));
    let (control, bar) = session.control();
    let mut judgement = judge(&puzzle, &source.text, &args.styles, &control).map_err(unread)?;
    bar.finish_and_clear();
    point_out(session, &judgement, source);
    pictures::record(&args.pictures, &puzzle, &judgement)?;
    let left = judgement.replay.last().len();
    let next = legal(&puzzle, judgement.replay.last()).next();
    let is_legal = judgement.mistake.is_none();
    judgement.finish_reached = is_legal && next.is_none() && most == Some(left);
    if is_legal {
        let verdict = if judgement.finish_reached { Verdict::Correct } else { Verdict::Incomplete };
        judgement.verdict = verdict;
    }
    let is_decided = !is_legal || next.is_some() || most.is_some();
    if args.pictures.takes_stdout() {
        // Only the picture is printed.
    } else if session.options.json() {
        let report = CheckReport::new(&args.file, &puzzle, &judgement, Lost::Unknown, None);
        let mut response = json!(report);
        response["solution_source"] = json!(origin.word(args));
        if !is_decided {
            response["verdict"] = json!(null);
        }
        output::object(&response)?;
    } else if is_legal {
        let pegs = counted(left, "peg");
        let text = match (next, most) {
            (Some((jump, _)), _) => {
                let jump = puzzle.names().hop(puzzle.board().hop(jump));
                format!("incomplete: a jump is left, {jump}")
            }
            (None, Some(most)) if most == left => {
                format!("correct: stuck with {pegs}, the most possible")
            }
            (None, Some(most)) => format!("incomplete: stuck with {pegs}; {most} are possible"),
            (None, None) => format!("stuck with {pegs}: whether more are possible is not known"),
        };
        output::answer(&format!("{}\n", verdict(judgement.finish_reached, text)))?;
    } else if session.options.quiet {
        output::answer(&in_one_line(&puzzle, &judgement, origin, Lost::Unknown, None))?;
    } else {
        output::answer(&verdict_text(&puzzle, &judgement, origin))?;
    }
    Ok(if is_decided { Exit::of_verdict(judgement.verdict) } else { Exit::Limit })
}

/// A judgement, with the puzzle for the number of pegs that was used.
struct Judged {
    judgement: Judgement,
    puzzle: Puzzle,
    /// Whether it is legal and leaves fewer pegs than was proved possible.
    beats: bool,
    /// Whether it is known that its end is, or is not, a finish.
    is_decided: bool,
}

impl Judged {
    fn by_holes(
        open: &OpenPuzzle,
        source: &Source,
        args: &CheckArgs,
        control: &Control,
    ) -> Result<Self, Stop> {
        let judgement = judge_open(open, &source.text, &args.styles, control)?;
        let puzzle = open.with_pegs(judgement.replay.last().len());
        Ok(Self { judgement, puzzle, beats: false, is_decided: true })
    }

    fn by_fewest(
        open: &OpenPuzzle,
        source: &Source,
        args: &CheckArgs,
        answer: &OpenAnswer,
        control: &Control,
    ) -> Result<Self, Stop> {
        let least = answer.least_pegs().unwrap_or(1);
        let best = answer.best().map_or(least, |case| case.puzzle.finish().pegs());
        let judged = |pegs| {
            let puzzle = open.with_pegs(pegs);
            let judgement = judge(&puzzle, &source.text, &args.styles, control)?;
            Ok((judgement, puzzle))
        };
        let (judgement, puzzle) = judged(least)?;
        let left = judgement.replay.last().len();
        let is_legal = judgement.verdict == Verdict::Incomplete;
        if !is_legal || least == best {
            let beats = is_legal && left < least;
            return Ok(Self { judgement, puzzle, beats, is_decided: true });
        }
        // It leaves more pegs than a known line.
        if left > best {
            let (judgement, puzzle) = judged(best)?;
            return Ok(Self { judgement, puzzle, beats: false, is_decided: true });
        }
        Ok(Self { judgement, puzzle, beats: left < least, is_decided: false })
    }
}
