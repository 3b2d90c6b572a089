//! `soliter solve` for a game: value, best moves, a value for every move, a best line.

use std::fmt::Write as _;

use serde_json::json;
use soliter::games::analysis::WrongAnalysis;
use soliter::games::engine::verified;
use soliter::games::report::SolveReport;
use soliter::games::{BoardGame, GamePuzzle, Visitor, strategy::Bounds, view};

use crate::cli::games::{bounds_text, points, readings};
use crate::cli::output::failure::{Failure, NOT_OF_PUZZLE, Outcome, Reason};
use crate::cli::output::{exit::Exit, paint, paint::strong};
use crate::cli::{args::Pictures, pictures, session::Session};

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
        if self.pictures.wanted() {
            let best = found.best.get(..1).unwrap_or_default();
            let moves = if found.line.is_empty() { best } else { &found.line };
            let frames = view::line(rules, state, moves);
            pictures::game(self.pictures, self.puzzle, Some(&summary(&report)), &frames)?;
        }
        if !self.pictures.takes_stdout() {
            self.session.answer(&report, || {
                let drawing = rules.draw(state, !self.session.paint.unicode);
                self.to_text(&report, &drawing)
            })?;
        }
        Ok(if report.proved { Exit::Answered } else { Exit::Limit })
    }
}

impl Solve<'_> {
    fn refused(&self, fault: &WrongAnalysis) -> Failure {
        let object = json!({
            "puzzle": self.name, "status": "unknown",
            "error": { "reason": Reason::Disagreement, "message": fault.to_string() },
        });
        Failure::disagreement(format!("{}: {fault}", self.name), NOT_OF_PUZZLE).with_object(object)
    }

    fn to_text(&self, report: &SolveReport, drawing: &str) -> String {
        let summary = summary(report);
        let (title, readings) = (&report.title, readings(&report.rule_variants));
        let head = strong(format!("{title} ({})", report.model));
        let value = paint::game_value(report.proved || report.result.is_some(), &summary);
        let quiet = self.session.options.quiet;
        if report.result.is_some() {
            // The game is over and has no moves.
            if quiet {
                return format!("{title}: {summary}\n");
            }
            return format!("{head}\n\n{drawing}\n{value}\n  rule variants: {readings}\n");
        }
        let best = report.best.join(", ");
        let chosen = if report.proved { "best" } else { "best move found" };
        if quiet {
            return format!("{}: {summary}; {chosen} {best}\n", paint::shown(title));
        }
        let mut text = format!("{head}\n\n{drawing}\n{value}\n  {chosen}: {best}\n");
        if let Some(found) = &report.found {
            let score = f64::from(found.score) / 1000.0;
            let _ = writeln!(
                text,
                "  found, not proved: about {score:+.2}, depth {}, {} states a second",
                found.depth, found.states_per_second
            );
        }
        if !report.best_play.is_empty() {
            let _ = writeln!(text, "  best play: {}", report.best_play);
        }
        text.push_str(&moves_text(report));
        let _ = writeln!(text, "  {} states, {}", report.states, paint::seconds(report.seconds));
        let _ = writeln!(text, "  rule variants: {readings}");
        text
    }
}

fn summary(report: &SolveReport) -> String {
    if let Some(result) = &report.result {
        return format!("the game is over: {result}");
    }
    let end = report.points.as_ref();
    let end = end.map_or_else(String::new, |end| format!(", {} in the end", points(end)));
    if let Some(value) = report.value {
        return format!("value {value} for the player to move{end}");
    }
    let bounds = bounds_text(Bounds { least: report.at_least, most: report.at_most });
    let bounds = if bounds.is_empty() { "unknown".to_owned() } else { bounds };
    format!("{bounds} ({})", report.stopped.as_deref().unwrap_or("not solved"))
}

/// All moves with a proved value, grouped by value, best first.
fn moves_text(report: &SolveReport) -> String {
    let mut all: Vec<i64> = report.moves.iter().filter_map(|one| one.value).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    let mut text = String::new();
    for value in all {
        let same = report.moves.iter().filter(|one| one.value == Some(value));
        let same: Vec<&str> = same.map(|one| one.written.as_str()).collect();
        let _ = writeln!(text, "  {value:>4}: {}", same.join(" "));
    }
    text
}
