//! `soliter check` for a game: the first fault of a record, and with `--analyse` the move that lost the game.

use std::fmt::Write as _;
use std::sync::Arc;

use soliter::base::diagnostic::{Diagnostic, Source};
use soliter::games::mistakes::{Mistakes, PlyValue, judge};
use soliter::games::record::{RecordFault, replay_within};
use soliter::games::{BoardGame, GamePuzzle, Visitor, report::CheckReport, view::drawing};

use crate::cli::output::failure::{Failure, Outcome, Reason};
use crate::cli::output::paint::{counted, strong, verdict};
use crate::cli::{output::exit::Exit, session::Session};

pub(crate) struct Check<'a> {
    pub(crate) session: &'a Session,
    pub(crate) name: &'a str,
    pub(crate) puzzle: &'a GamePuzzle,
    pub(crate) record: Arc<Source>,
    pub(crate) analyse: bool,
}

impl Visitor for Check<'_> {
    type Output = Outcome;

    fn visit<R: BoardGame>(self, rules: &R) -> Self::Output {
        let (control, bar) = self.session.control();
        let replay = replay_within(rules, &self.record.text, &control).map_err(|stop| {
            bar.finish_and_clear();
            let help = "raise --time-limit or --memory-limit, or judge a shorter record";
            Failure::limit(format!("not judged: {stop}"), help)
        })?;
        if let Some(fault) = &replay.fault {
            let fault = wrong(&self.record, fault);
            // With --quiet, the verdict says the same.
            if !self.session.options.quiet {
                self.session.reporter.say(&fault);
            }
        }
        let values = self.analyse.then(|| judge(&replay, &control)).transpose();
        bar.finish_and_clear();
        let values = values.map_err(|fault| {
            Failure::disagreement(fault.to_string(), "this is a bug in soliter; please report it")
        })?;
        let limited = values.as_ref().is_some_and(|values| {
            let judged = values.last().map_or(0, |last| last.ply);
            judged < replay.plies.len() || values.iter().any(|ply| ply.value.is_none())
        });
        let mistakes = values.as_ref().map(|values| Mistakes::of(&replay, values, None));
        let report = CheckReport::new(self.name, self.puzzle, &replay, &self.record.text, values);
        self.session.answer(&report, || {
            let drawing = drawing(&replay.game, !self.session.paint.unicode);
            Self::to_text(&report, mistakes.as_ref(), &drawing)
        })?;
        Ok(match report.error {
            Some(_) if report.legal.is_none() => Exit::BadInput,
            Some(_) => Exit::No,
            None if limited => Exit::Limit,
            None => Exit::Answered,
        })
    }
}

pub(crate) fn wrong(record: &Arc<Source>, fault: &RecordFault) -> Failure {
    let message = format!("ply {}: {}", fault.index, fault.illegal.message);
    let help = format!("the reason is \"{}\"", fault.illegal.reason);
    let faults = Diagnostic::new(record, fault.span.clone(), message).help(help).into();
    let reason =
        if fault.is_of_text() { Reason::UnreadableSolution } else { Reason::WrongSolution };
    Failure::Text { faults, reason }
}

impl Check<'_> {
    fn to_text(report: &CheckReport, mistakes: Option<&Mistakes>, drawing: &str) -> String {
        let plies = counted(report.plies, "move");
        let head = match (&report.error, &report.result) {
            (Some(fault), _) => {
                let word = if report.legal.is_none() { "unreadable" } else { "illegal" };
                format!("{word}: ply {}: {}", fault.index, fault.message)
            }
            (None, Some(result)) => {
                let how =
                    report.ended_by.map_or_else(String::new, |by| format!(", a draw by {by}"));
                format!("correct: {plies}, {result}{how}")
            }
            (None, None) => format!("correct: {plies}, not finished"),
        };
        let mut text = format!("{}\n", verdict(report.error.is_none(), head));
        if report.turned {
            text.push_str("the record counts rows from the other side of the board\n");
        }
        if report.error.is_some() {
            let verb = if report.plies == 1 { "is" } else { "are" };
            let _ = writeln!(text, "the {plies} before it {verb} legal");
        }
        let _ = write!(text, "\n{drawing}");
        let values = report.analysis.as_ref().filter(|values| !values.is_empty());
        if let Some((values, mistakes)) = values.zip(mistakes) {
            let _ = write!(text, "\n{}", analysis_text(values, mistakes));
        }
        text
    }
}

fn analysis_text(values: &[PlyValue], mistakes: &Mistakes) -> String {
    let mut text = format!("{}\n", strong(" ply  player  move        value  played  better"));
    let number = |value: Option<i64>| value.map_or_else(|| "?".to_owned(), |v| v.to_string());
    let value = |ply: &PlyValue| match (ply.value, ply.at_least, ply.at_most) {
        (None, Some(least), Some(most)) => format!("{least}..{most}"),
        (None, Some(least), None) => format!(">={least}"),
        (None, None, Some(most)) => format!("<={most}"),
        (value, ..) => number(value),
    };
    for ply in values {
        let better = match (ply.loss, &ply.found) {
            (Some(loss), _) if loss > 0 => ply.best.join(" "),
            (None, Some(found)) if ply.value.is_none() => {
                let score = f64::from(found.score) / 1000.0;
                format!("found: {} about {score:+.2}", ply.best.join(" "))
            }
            _ => String::new(),
        };
        let line = format!(
            "{:>4}  {:>6}  {:<10}  {:>5}  {:>6}  {better}",
            ply.ply,
            ply.player,
            ply.written,
            value(ply),
            number(ply.played)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(ply) = &mistakes.largest
        && let Some(loss) = ply.loss
    {
        let (at, player, better) = (ply.ply, ply.player, ply.best.join(", "));
        let proved = if mistakes.open == 0 { "" } else { " that is proved" };
        let _ = writeln!(
            text,
            "\nthe largest mistake{proved}: ply {at}, {} by player {player}, gives away {loss}; better: {better}",
            ply.written
        );
    } else if mistakes.none() {
        let _ = writeln!(text, "\nno mistake on either side");
    }
    text
}
