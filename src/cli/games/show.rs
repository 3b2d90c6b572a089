//! `soliter show` for a game: its position, or every position of a record.

use std::fmt::Write as _;
use std::sync::Arc;

use soliter::base::control::{Control, Stop};
use soliter::base::diagnostic::Source;
use soliter::games::board_game::BoardGame;
use soliter::games::picture::{self, frame};
use soliter::games::play::record::{Replay, replay_within};
use soliter::games::report::{PlyReport, ShowReport};
use soliter::games::{GamePuzzle, Visitor};

use crate::cli::args::Pictures;
use crate::cli::games::check::wrong;
use crate::cli::games::readings;
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{shown, strong};
use crate::cli::session::Session;
use crate::cli::{output, pictures};

/// Draws a game.
pub(crate) struct Show<'a> {
    pub(crate) session: &'a Session,
    pub(crate) name: &'a str,
    pub(crate) puzzle: &'a GamePuzzle,
    pub(crate) record: Option<Arc<Source>>,
    pub(crate) pictures: &'a Pictures,
}

impl Visitor for Show<'_> {
    type Output = Outcome;

    fn visit<R: BoardGame>(self, rules: &R) -> Self::Output {
        match &self.record {
            Some(record) => self.positions(rules, record),
            None => self.position(rules),
        }
    }
}

impl Show<'_> {
    fn position<R: BoardGame>(&self, rules: &R) -> Outcome {
        let state = rules.initial();
        if self.pictures.wanted() {
            pictures::game(self.pictures, self.puzzle, None, &[frame(rules, state)])?;
        }
        if self.pictures.takes_stdout() {
            return Ok(Exit::Answered);
        }
        self.session.answer(&ShowReport::new(self.name, self.puzzle, rules), || {
            let title = format!("{} ({})", self.puzzle.title, self.puzzle.model);
            let source = self.puzzle.source.as_ref();
            let source = source.map_or_else(String::new, |source| format!("{}\n", shown(source)));
            format!(
                "{}\n{source}\n{}\nposition: {}\nreadings: {}\n",
                strong(title),
                rules.draw(state, !self.session.paint.unicode),
                rules.write_position(state),
                readings(&rules.readings()),
            )
        })?;
        Ok(Exit::Answered)
    }

    fn positions<R: BoardGame>(&self, rules: &R, record: &Arc<Source>) -> Outcome {
        let control = self.session.bare_control();
        let replay = replay_within(rules, &record.text, &control).map_err(stopped)?;
        self.replayed(rules, record, &replay, &control)
    }

    fn replayed<R: BoardGame>(
        &self,
        rules: &R,
        record: &Arc<Source>,
        replay: &Replay<'_, R>,
        control: &Control,
    ) -> Outcome {
        if self.pictures.wanted() {
            let frames = picture::record(replay, control).map_err(stopped)?;
            pictures::game(self.pictures, self.puzzle, None, &frames)?;
        }
        let json = self.session.options.json();
        let mut text = String::new();
        let shown = if self.pictures.takes_stdout() { 0 } else { replay.plies.len() };
        for number in 0..shown {
            let fits = control.check().and_then(|()| control.check_memory(2 * text.len() as u64));
            fits.map_err(stopped)?;
            let ply = PlyReport::new(replay, number);
            if json {
                output::object(&ply)?;
            } else {
                let caption = format!("{}. player {}: {}", ply.ply, ply.player, ply.written);
                let ascii = !self.session.paint.unicode;
                let is_last = number + 1 == replay.plies.len();
                let drawing = if is_last {
                    replay.game.draw(ascii)
                } else {
                    rules.draw(replay.after(number), ascii)
                };
                let _ = writeln!(text, "{}\n{drawing}", strong(caption));
            }
        }
        if !self.pictures.takes_stdout() {
            output::answer(&text)?;
        }
        match &replay.fault {
            Some(fault) => Err(wrong(record, fault)),
            None => Ok(Exit::Answered),
        }
    }
}

/// A limit came first.
fn stopped(stop: Stop) -> Failure {
    let help = "raise --time-limit or --memory-limit, or show a shorter record";
    Failure::limit(format!("not all was drawn: {stop}"), help)
}
