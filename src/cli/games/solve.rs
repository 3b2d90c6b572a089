//! `soliter solve` for a game: value, best moves, a value for every move, a best line.

use std::fmt::Write as _;
use std::time::Instant;

use serde_json::{Value, json};
use soliter::games::analysis::{Analysis, Solver, WrongAnalysis, verify};
use soliter::games::picture::{self, Pictured};
use soliter::games::rules::Status;
use soliter::games::{GamePuzzle, Visitor};

use crate::cli::args::Pictures;
use crate::cli::exit::Exit;
use crate::cli::games::{moves_text, readings};
use crate::cli::paint::{self, strong};
use crate::cli::session::Session;
use crate::cli::{files, output, pictures};

/// Solves the position of a puzzle.
pub(crate) fn run(
    session: &Session,
    name: &str,
    puzzle: &GamePuzzle,
    pictures: &Pictures,
) -> std::io::Result<Exit> {
    puzzle.game.visit(Solve { session, name, puzzle, pictures })
}

struct Solve<'a> {
    session: &'a Session,
    name: &'a str,
    puzzle: &'a GamePuzzle,
    pictures: &'a Pictures,
}

impl Visitor for Solve<'_> {
    type Output = std::io::Result<Exit>;

    fn visit<R: Solver + Pictured>(self, rules: &R) -> Self::Output {
        let state = rules.initial();
        if rules.status(state) == Status::Over {
            let message = format!("{}: the game is over ({})", self.name, rules.result(state));
            output::error(&message, "give a position with a move to make");
            return Ok(Exit::BadInput);
        }
        let (control, bar) = self.session.control();
        let clock = Instant::now();
        let found = rules.analyse(state, &control);
        bar.finish_and_clear();
        let seconds = clock.elapsed().as_secs_f64();
        if let Err(fault) = verify(rules, state, &found) {
            return self.refuse(&fault);
        }
        if self.draw(rules, &found).is_err() {
            return Ok(Exit::BadInput);
        }
        if self.pictures.takes_stdout() {
            // The picture is the output.
        } else if self.session.options.json() {
            output::json(&self.to_json(rules, &found, seconds))?;
        } else {
            output::answer(&self.to_text(rules, &found, seconds))?;
        }
        Ok(if found.value.is_some() { Exit::Answered } else { Exit::Limit })
    }
}

impl Solve<'_> {
    /// Writes the position and the best line as pictures, where they are wanted.
    fn draw<R: Solver + Pictured>(
        &self,
        rules: &R,
        found: &Analysis<R::Move>,
    ) -> Result<(), files::Reported> {
        if !self.pictures.wanted() {
            return Ok(());
        }
        let best = found.best.get(..1).unwrap_or_default();
        let moves = if found.line.is_empty() { best } else { &found.line };
        let frames = picture::line(rules, rules.initial(), moves);
        let summary = summary(rules, found);
        pictures::game(self.pictures, self.puzzle, Some(&summary), &frames)
    }

    fn refuse(&self, fault: &WrongAnalysis) -> std::io::Result<Exit> {
        if self.session.options.json() {
            output::json(&json!({
                "puzzle": self.name, "status": "unknown", "error": fault.to_string(),
            }))?;
        }
        output::error(
            &format!("{}: {fault}", self.name),
            "this is a fault of soliter, not of the puzzle; please report it with the puzzle file",
        );
        Ok(Exit::Disagreement)
    }

    fn to_json<R: Solver>(&self, rules: &R, found: &Analysis<R::Move>, seconds: f64) -> Value {
        let state = rules.initial();
        let write = |played: &R::Move| rules.write_move(state, played);
        let moves: Vec<Value> = found
            .moves
            .iter()
            .map(|(played, value)| json!({"move": write(played), "value": value}))
            .collect();
        let readings: serde_json::Map<String, Value> = rules
            .readings()
            .into_iter()
            .map(|(key, value)| (key.to_owned(), json!(value)))
            .collect();
        let remarks: serde_json::Map<String, Value> =
            found.remarks.iter().map(|(title, text)| ((*title).to_owned(), json!(text))).collect();
        json!({
            "puzzle": self.name,
            "title": self.puzzle.title,
            "model": self.puzzle.model,
            "status": if found.value.is_some() { "solved" } else { "unknown" },
            "value": found.value,
            "points": points(rules, found),
            "best": found.best.iter().map(write).collect::<Vec<_>>(),
            "moves": moves,
            "line": moves_text(rules, state, &found.line).join(" "),
            "position": rules.write_position(state),
            "readings": readings,
            "remarks": remarks,
            "states": found.states,
            "stopped": found.stopped.map(soliter::base::control::Stop::phrase),
            "seconds": seconds,
        })
    }

    fn to_text<R: Solver>(&self, rules: &R, found: &Analysis<R::Move>, seconds: f64) -> String {
        let state = rules.initial();
        let best = moves_text_each(rules, &found.best).join(", ");
        let summary = summary(rules, found);
        let chosen = if found.value.is_some() { "best" } else { "best move found" };
        if self.session.options.quiet {
            return format!("{}: {summary}; {chosen} {best}\n", self.puzzle.title);
        }
        let title = format!("{} ({})", self.puzzle.title, self.puzzle.model);
        let mut text = format!("{}\n\n", strong(title));
        text.push_str(&rules.draw(state, !self.session.paint.unicode()));
        let _ = writeln!(text, "\n{}", paint::game_value(found.value.is_some(), &summary));
        let _ = writeln!(text, "  {chosen}: {best}");
        if !found.line.is_empty() {
            let _ = writeln!(text, "  line: {}", moves_text(rules, state, &found.line).join(" "));
        }
        text.push_str(&values_text(rules, found));
        for (title, remark) in &found.remarks {
            let _ = writeln!(text, "  {title}: {remark}");
        }
        let (states, took) = (found.states, paint::seconds(seconds));
        let _ = writeln!(text, "  {states} states, {took}");
        let _ = writeln!(text, "  readings: {}", readings(rules));
        text
    }
}

/// What is known of the value, in words.
fn summary<R: Solver>(rules: &R, found: &Analysis<R::Move>) -> String {
    match (found.value, points(rules, found)) {
        (Some(value), Some(points)) => {
            let points: Vec<String> = points.iter().map(i64::to_string).collect();
            format!("value {value} for the player to move, {} in the end", points.join(":"))
        }
        (Some(value), None) => format!("value {value} for the player to move"),
        (None, _) => {
            let why = found.stopped.map_or("not solved", soliter::base::control::Stop::phrase);
            format!("unknown ({why})")
        }
    }
}

/// The points of all players at the end of a best line that reaches it.
fn points<R: Solver>(rules: &R, found: &Analysis<R::Move>) -> Option<Vec<i64>> {
    found.value?;
    let last = found
        .line
        .iter()
        .fold(rules.initial().clone(), |state, played| rules.apply(&state, played));
    let scores = rules.scores(&last);
    // A game that is only won or lost has a result of another form.
    let texts: Vec<String> = scores.iter().map(i64::to_string).collect();
    let has_points = rules.result(&last) == texts.join(":");
    (rules.status(&last) == Status::Over && has_points).then_some(scores)
}

fn moves_text_each<R: Solver>(rules: &R, moves: &[R::Move]) -> Vec<String> {
    moves.iter().map(|played| rules.write_move(rules.initial(), played)).collect()
}

/// All moves by their value, best first; nothing where no value is proved.
fn values_text<R: Solver>(rules: &R, found: &Analysis<R::Move>) -> String {
    let mut values: Vec<i64> = found.moves.iter().filter_map(|(_, value)| *value).collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    values.dedup();
    let mut text = String::new();
    for value in values {
        let same: Vec<R::Move> = found
            .moves
            .iter()
            .filter(|(_, other)| *other == Some(value))
            .map(|(played, _)| played.clone())
            .collect();
        let _ = writeln!(text, "  {value:>4}: {}", moves_text_each(rules, &same).join(" "));
    }
    text
}
