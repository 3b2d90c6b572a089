//! `soliter solve` for a game: value, best moves, a value for every move, a best line.

use std::fmt::Write as _;

use serde_json::json;
use soliter::games::analysis::{Analysis, Bounds, WrongAnalysis, verified};
use soliter::games::board_game::BoardGame;
use soliter::games::picture;
use soliter::games::report::{MoveValue, SolveReport};
use soliter::games::{GamePuzzle, Visitor};

use crate::cli::args::Pictures;
use crate::cli::games::{bounds_text, points, readings};
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, NOT_OF_PUZZLE, Outcome, Reason};
use crate::cli::output::paint;
use crate::cli::output::paint::strong;
use crate::cli::pictures;
use crate::cli::session::Session;

pub(crate) struct Solve<'a> {
    pub(crate) session: &'a Session,
    pub(crate) name: &'a str,
    pub(crate) puzzle: &'a GamePuzzle,
    pub(crate) pictures: &'a Pictures,
}

impl Visitor for Solve<'_> {
    type Output = Outcome;

    fn visit<R: BoardGame>(self, rules: &R) -> Self::Output {
        let state = rules.initial();
        let (found, seconds) = self.session.compute(|control| verified(rules, state, control));
        let found = found.map_err(|fault| self.refused(&fault))?;
        let report = SolveReport::new(self.name, self.puzzle, (rules, state), &found, seconds);
        self.draw(rules, &found, &report)?;
        if !self.pictures.takes_stdout() {
            self.session.answer(&report, || {
                let drawing = rules.draw(state, !self.session.paint.unicode());
                self.to_text(&report, &drawing)
            })?;
        }
        Ok(if report.proved { Exit::Answered } else { Exit::Limit })
    }
}

impl Solve<'_> {
    /// Writes the position and the best line as pictures, where they are wanted.
    fn draw<R: BoardGame>(
        &self,
        rules: &R,
        found: &Analysis<R::Move>,
        report: &SolveReport,
    ) -> Result<(), Failure> {
        if !self.pictures.wanted() {
            return Ok(());
        }
        let best = found.best.get(..1).unwrap_or_default();
        let moves = if found.line.is_empty() { best } else { &found.line };
        let frames = picture::line(rules, rules.initial(), moves);
        pictures::game(self.pictures, self.puzzle, Some(&summary(report)), &frames)
    }

    fn refused(&self, fault: &WrongAnalysis) -> Failure {
        let object = json!({
            "puzzle": self.name, "status": "unknown",
            "error": { "reason": Reason::Disagreement, "message": fault.to_string() },
        });
        Failure::disagreement(format!("{}: {fault}", self.name), NOT_OF_PUZZLE).with_object(object)
    }

    fn to_text(&self, report: &SolveReport, drawing: &str) -> String {
        let summary = summary(report);
        let (title, readings) = (&report.title, readings(&report.readings));
        let head = strong(format!("{title} ({})", report.model));
        let value = paint::game_value(report.proved || report.result.is_some(), &summary);
        let quiet = self.session.options.quiet;
        if report.result.is_some() {
            // It is over, and has no moves.
            if quiet {
                return format!("{title}: {summary}\n");
            }
            return format!("{head}\n\n{drawing}\n{value}\n  readings: {readings}\n");
        }
        let best = report.best.join(", ");
        let chosen = if report.proved { "best" } else { "best move found" };
        if quiet {
            return format!("{}: {summary}; {chosen} {best}\n", paint::shown(title));
        }
        let mut text = format!("{head}\n\n{drawing}\n{value}\n  {chosen}: {best}\n");
        if !report.keeping.is_empty() {
            let _ = writeln!(text, "  kept by: {}", report.keeping.join(" "));
        }
        if let Some(found) = &report.found {
            let score = f64::from(found.score) / 1000.0;
            let _ = writeln!(
                text,
                "  found, not proved: about {score:+.2}, depth {}, {} states a second",
                found.depth, found.states_per_second
            );
        }
        if !report.line.is_empty() {
            let _ = writeln!(text, "  line: {}", report.line);
        }
        text.push_str(&match &report.payoffs {
            Some(payoffs) => payoffs_text(payoffs, &report.moves),
            None => values_text(&report.moves),
        });
        for (title, remark) in &report.remarks {
            let _ = writeln!(text, "  {title}: {remark}");
        }
        let _ = writeln!(text, "  {} states, {}", report.states, paint::seconds(report.seconds));
        let _ = writeln!(text, "  readings: {readings}");
        text
    }
}

/// What is known of the value, in words.
fn summary(report: &SolveReport) -> String {
    if let Some(result) = &report.result {
        return format!("the game is over: {result}");
    }
    if let Some(payoffs) = &report.payoffs {
        let end = report.points.as_ref();
        let end = end.map_or_else(String::new, |end| format!(", {} in the end", points(end)));
        return format!("points still to be won {}{end}", points(payoffs));
    }
    match (report.value, &report.points) {
        (Some(value), Some(end)) => {
            format!("value {value} for the player to move, {} in the end", points(end))
        }
        (Some(value), None) => format!("value {value} for the player to move"),
        (None, _) => {
            let bounds = bounds_text(Bounds { least: report.at_least, most: report.at_most });
            let bounds = if bounds.is_empty() { "unknown".to_owned() } else { bounds };
            format!("{bounds} ({})", report.stopped.as_deref().unwrap_or("not solved"))
        }
    }
}

/// All moves by what each player still wins after them, those of best play first.
fn payoffs_text(best: &[i64], moves: &[MoveValue]) -> String {
    let mut all: Vec<&[i64]> = moves.iter().filter_map(|one| one.payoffs.as_deref()).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    all.sort_by_key(|payoffs| *payoffs != best);
    let mut text = String::new();
    for payoffs in all {
        let same = moves.iter().filter(|one| one.payoffs.as_deref() == Some(payoffs));
        let same: Vec<&str> = same.map(|one| one.written.as_str()).collect();
        let _ = writeln!(text, "  {:>4}: {}", points(payoffs), same.join(" "));
    }
    text
}

/// All moves by their value, best first; nothing where no value is proved.
fn values_text(moves: &[MoveValue]) -> String {
    let mut values: Vec<i64> = moves.iter().filter_map(|one| one.value).collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    values.dedup();
    let mut text = String::new();
    for value in values {
        let same = moves.iter().filter(|one| one.value == Some(value));
        let same: Vec<&str> = same.map(|one| one.written.as_str()).collect();
        let _ = writeln!(text, "  {value:>4}: {}", same.join(" "));
    }
    text
}
