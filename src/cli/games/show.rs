//! `soliter show` for a game: its position, or every position of a record.

use std::fmt::Write as _;
use std::sync::Arc;

use soliter::base::{control::Stop, diagnostic::Source};
use soliter::games::report::{PlyReport, ShowReport};
use soliter::games::view::{self, drawing, frame};
use soliter::games::{BoardGame, GamePuzzle, Visitor, record::replay_within};

use crate::cli::games::{check::wrong, readings};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, shown, strong};
use crate::cli::{args::Pictures, output::exit::Exit, session::Session};
use crate::cli::{output, pictures};

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
        if let Some(record) = &self.record {
            return self.positions(rules, record);
        }
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
                "{}\n{source}\n{}\nposition: {}\nrule variants: {}\n",
                strong(title),
                rules.draw(state, !self.session.paint.unicode),
                rules.write_position(state),
                readings(&rules.about().readings),
            )
        })?;
        Ok(Exit::Answered)
    }
}

impl Show<'_> {
    fn positions<R: BoardGame>(&self, rules: &R, record: &Arc<Source>) -> Outcome {
        let control = self.session.bare_control();
        let replay = replay_within(rules, &record.text, &control).map_err(stopped)?;
        if self.pictures.wanted() {
            let frames = view::record(&replay, &control).map_err(stopped)?;
            pictures::game(self.pictures, self.puzzle, None, &frames)?;
        }
        let options = &self.session.options;
        if options.quiet && !options.json() && !self.pictures.takes_stdout() {
            if let Some(fault) = &replay.fault {
                return Err(wrong(record, fault));
            }
            let moves = counted(replay.plies.len(), "move");
            output::answer(&format!("{}: {moves}\n", shown(&self.puzzle.title)))?;
            return Ok(Exit::Answered);
        }
        let ascii = !self.session.paint.unicode;
        let mut text = String::new();
        let last = replay.plies.len().saturating_sub(1);
        let shown = if self.pictures.takes_stdout() { 0 } else { replay.plies.len() };
        for number in 0..shown {
            let fits = control.check().and_then(|()| control.check_memory(2 * text.len() as u64));
            fits.map_err(stopped)?;
            let ply = PlyReport::new(&replay, number);
            if self.session.options.json() {
                output::object(&ply)?;
                continue;
            }
            let caption = format!("{}. player {}: {}", ply.ply, ply.player, ply.written);
            let drawing = match number {
                number if number == last => drawing(&replay.game, ascii),
                number => rules.draw(replay.after(number), ascii),
            };
            let _ = writeln!(text, "{}\n{drawing}", strong(caption));
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

fn stopped(stop: Stop) -> Failure {
    let help = "raise --time-limit or --memory-limit, or show a shorter record";
    Failure::limit(format!("the drawing is incomplete: {stop}"), help)
}
