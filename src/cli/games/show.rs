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
use crate::cli::games::check::report_fault;
use crate::cli::games::readings;
use crate::cli::output::exit::Exit;
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
    type Output = std::io::Result<Exit>;

    fn visit<R: BoardGame>(self, rules: &R) -> Self::Output {
        match &self.record {
            Some(record) => self.positions(rules, record),
            None => self.position(rules),
        }
    }
}

impl Show<'_> {
    fn position<R: BoardGame>(&self, rules: &R) -> std::io::Result<Exit> {
        let state = rules.initial();
        if self.pictures.wanted() {
            let shown = [frame(rules, state)];
            if pictures::game(self.pictures, self.puzzle, None, &shown).is_err() {
                return Ok(Exit::BadInput);
            }
        }
        if self.pictures.takes_stdout() {
            return Ok(Exit::Answered);
        }
        if self.session.options.json() {
            output::object(&ShowReport::new(self.name, self.puzzle, rules))?;
            return Ok(Exit::Answered);
        }
        let title = format!("{} ({})", self.puzzle.title, self.puzzle.model);
        let source =
            self.puzzle.source.as_ref().map_or_else(String::new, |s| format!("{}\n", shown(s)));
        output::answer(&format!(
            "{}\n{source}\n{}\nposition: {}\nreadings: {}\n",
            strong(title),
            rules.draw(state, !self.session.paint.unicode()),
            rules.write_position(state),
            readings(&rules.readings()),
        ))?;
        Ok(Exit::Answered)
    }

    fn positions<R: BoardGame>(&self, rules: &R, record: &Arc<Source>) -> std::io::Result<Exit> {
        let control = self.session.bare_control();
        match replay_within(rules, &record.text, &control) {
            Ok(replay) => self.replayed(rules, record, &replay, &control),
            Err(stop) => Ok(stopped(stop)),
        }
    }

    fn replayed<R: BoardGame>(
        &self,
        rules: &R,
        record: &Arc<Source>,
        replay: &Replay<'_, R>,
        control: &Control,
    ) -> std::io::Result<Exit> {
        if self.pictures.wanted() {
            let frames = match picture::record(replay, control) {
                Ok(frames) => frames,
                Err(stop) => return Ok(stopped(stop)),
            };
            if pictures::game(self.pictures, self.puzzle, None, &frames).is_err() {
                return Ok(Exit::BadInput);
            }
        }
        let json = self.session.options.json();
        let mut text = String::new();
        let shown = if self.pictures.takes_stdout() { 0 } else { replay.plies.len() };
        for number in 0..shown {
            let fits = control.check().and_then(|()| control.check_memory(2 * text.len() as u64));
            if let Err(stop) = fits {
                return Ok(stopped(stop));
            }
            let ply = PlyReport::new(replay, number);
            if json {
                output::part(&ply)?;
            } else {
                let caption = format!("{}. player {}: {}", ply.ply, ply.player, ply.written);
                let ascii = !self.session.paint.unicode();
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
        if let Some(fault) = &replay.fault {
            report_fault(record, fault);
            return Ok(Exit::No);
        }
        Ok(Exit::Answered)
    }
}

/// Says that a limit came first.
fn stopped(stop: Stop) -> Exit {
    output::error(
        &format!("not all was drawn: {stop}"),
        "raise --time-limit or --memory-limit, or show a shorter record",
    );
    Exit::Limit
}
