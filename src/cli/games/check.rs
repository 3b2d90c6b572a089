//! `soliter check` for a game: replays a record, names the first fault, and with `--analyse` says
//! where the game was lost.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::{Diagnostic, Source};
use soliter::games::analysis::{Solver, WrongAnalysis, verify};
use soliter::games::record::{Fault, Replay, replay};
use soliter::games::rules::{Rules, Status};
use soliter::games::{GamePuzzle, Visitor};

use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::paint::{counted, strong, verdict};
use crate::cli::session::Session;

/// Judges the record of a game.
pub(crate) struct Check<'a> {
    pub(crate) session: &'a Session,
    pub(crate) name: &'a str,
    pub(crate) puzzle: &'a GamePuzzle,
    pub(crate) record: Arc<Source>,
    pub(crate) analyse: bool,
}

/// A ply with the value before it, for the player who made it.
struct Judged {
    written: String,
    player: usize,
    /// `None` where it could not be proved.
    value: Option<i64>,
    /// The value of the move that was made, and the moves that were better.
    played: Option<i64>,
    best: Vec<String>,
}

impl Judged {
    /// How much the move gave away.
    fn loss(&self) -> Option<i64> {
        self.value.zip(self.played).map(|(value, played)| value - played)
    }
}

impl Visitor for Check<'_> {
    type Output = std::io::Result<Exit>;

    fn visit<R: Solver>(self, rules: &R) -> Self::Output {
        let replay = replay(rules, &self.record.text);
        if let Some(fault) = &replay.fault {
            report_fault(&self.record, fault);
        }
        let (control, bar) = self.session.control();
        let judged = if self.analyse { judge(rules, &replay, &control) } else { Ok(Vec::new()) };
        bar.finish_and_clear();
        let judged = match judged {
            Ok(judged) => judged,
            Err(fault) => {
                output::error(&fault.to_string(), "this is a fault of soliter; please report it");
                return Ok(Exit::Disagreement);
            }
        };
        if self.session.options.json() {
            output::json(&self.to_json(rules, &replay, &judged))?;
        } else {
            output::answer(&self.to_text(rules, &replay, &judged))?;
        }
        let limited = self.analyse && judged.iter().any(|ply| ply.value.is_none());
        Ok(match replay.fault {
            Some(_) => Exit::No,
            None if limited => Exit::Limit,
            None => Exit::Answered,
        })
    }
}

/// Shows where a record is wrong.
pub(crate) fn report_fault(record: &Arc<Source>, fault: &Fault) {
    let message = format!("ply {}: {}", fault.index, fault.illegal.message);
    let help = format!("the reason is \"{}\"", fault.illegal.reason);
    output::diagnostics(&Diagnostic::new(record, fault.span.clone(), message).help(help).into());
}

/// The value before every ply, as far as the limits allow.
fn judge<R: Solver>(
    rules: &R,
    replay: &Replay<R>,
    control: &Control,
) -> Result<Vec<Judged>, WrongAnalysis> {
    let mut judged = Vec::new();
    for (ply, &before) in replay.plies.iter().zip(&replay.before) {
        let state = &replay.states[before];
        let written = rules.write_move(state, &ply.played);
        let player = ply.player;
        control.say(|| format!("values: ply {}", judged.len() + 1));
        let found = rules.analyse(state, control);
        verify(rules, state, &found)?;
        let played = found.moves.iter().find(|(played, _)| *played == ply.played);
        judged.push(Judged {
            written,
            player,
            value: found.value,
            played: played.and_then(|(_, value)| *value),
            best: found.best.iter().map(|m| rules.write_move(state, m)).collect(),
        });
        if matches!(found.stopped, Some(Stop::Cancelled)) {
            break;
        }
    }
    Ok(judged)
}

impl Check<'_> {
    fn to_json<R: Rules>(&self, rules: &R, replay: &Replay<R>, judged: &[Judged]) -> Value {
        let over = rules.status(replay.last()).unless(replay.repeated) == Status::Over;
        let error = replay.fault.as_ref().map(|fault| {
            json!({
                "index": fault.index,
                "text": self.record.text.get(fault.span.clone()).unwrap_or(""),
                "reason": fault.illegal.reason,
                "message": fault.illegal.message,
            })
        });
        let mut object = json!({
            "puzzle": self.name,
            "model": self.puzzle.model,
            "legal": replay.fault.is_none(),
            "finish_reached": over,
            "plies": replay.plies.len(),
            "result": over.then(|| rules.result(replay.last())),
            "scores": rules.scores(replay.last()),
            "final": rules.write_position(replay.last()),
            "error": error,
        });
        if self.analyse {
            let one = |(index, ply): (usize, &Judged)| {
                json!({
                    "ply": index + 1,
                    "player": ply.player + 1,
                    "move": ply.written,
                    "value": ply.value,
                    "played": ply.played,
                    "loss": ply.loss(),
                    "best": ply.best,
                })
            };
            object["analysis"] = judged.iter().enumerate().map(one).collect();
        }
        object
    }

    fn to_text<R: Rules>(&self, rules: &R, replay: &Replay<R>, judged: &[Judged]) -> String {
        let mut text = String::new();
        let plies = counted(replay.plies.len(), "move");
        let over = rules.status(replay.last()).unless(replay.repeated) == Status::Over;
        match &replay.fault {
            Some(fault) => {
                let head = format!("wrong: ply {}: {}", fault.index, fault.illegal.message);
                let _ = writeln!(text, "{}", verdict(false, head));
                let legal = replay.plies.len();
                let verb = if legal == 1 { "is" } else { "are" };
                let _ = writeln!(text, "the {} before it {verb} legal", counted(legal, "move"));
            }
            None if over => {
                let result = rules.result(replay.last());
                let _ = writeln!(text, "{}", verdict(true, format!("right: {plies}, {result}")));
            }
            None => {
                let head = format!("right: {plies}, not finished");
                let _ = writeln!(text, "{}", verdict(true, head));
            }
        }
        if !self.session.options.quiet {
            let drawing = rules.draw(replay.last(), !self.session.paint.unicode());
            let _ = write!(text, "\n{drawing}");
        }
        if !judged.is_empty() {
            text.push('\n');
            text.push_str(&analysis_text(judged));
        }
        text
    }
}

fn analysis_text(judged: &[Judged]) -> String {
    let mut text = format!("{}\n", strong(" ply  player  move        value  played  better"));
    let number = |value: Option<i64>| value.map_or_else(|| "?".to_owned(), |v| v.to_string());
    for (index, ply) in judged.iter().enumerate() {
        let better = match ply.loss() {
            Some(loss) if loss > 0 => ply.best.join(" "),
            _ => String::new(),
        };
        let line = format!(
            "{:>4}  {:>6}  {:<10}  {:>5}  {:>6}  {better}",
            index + 1,
            ply.player + 1,
            ply.written,
            number(ply.value),
            number(ply.played)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let worst = judged.iter().enumerate().max_by_key(|(i, p)| (p.loss(), std::cmp::Reverse(*i)));
    match worst {
        Some((index, ply)) if ply.loss().is_some_and(|loss| loss > 0) => {
            let loss = ply.loss().unwrap_or(0);
            let (at, player) = (index + 1, ply.player + 1);
            let _ = writeln!(
                text,
                "\nthe largest mistake: ply {at}, {} by player {player}, gives away {loss}; better: {}",
                ply.written,
                ply.best.join(", ")
            );
        }
        _ if judged.iter().all(|ply| ply.loss() == Some(0)) => {
            let _ = writeln!(text, "\nno mistake on either side");
        }
        _ => {}
    }
    text
}
