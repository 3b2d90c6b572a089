//! `soliter show` for a game: its position, or every position of a record.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::json;
use soliter::base::diagnostic::Source;
use soliter::games::analysis::Solver;
use soliter::games::picture::{self, Pictured, frame};
use soliter::games::record::replay;
use soliter::games::{GamePuzzle, Visitor};

use crate::cli::args::Pictures;
use crate::cli::exit::Exit;
use crate::cli::games::check::report_fault;
use crate::cli::games::readings;
use crate::cli::paint::strong;
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

    fn visit<R: Solver + Pictured>(self, rules: &R) -> Self::Output {
        match &self.record {
            Some(record) => self.positions(rules, record),
            None => self.position(rules),
        }
    }
}

impl Show<'_> {
    fn position<R: Solver + Pictured>(&self, rules: &R) -> std::io::Result<Exit> {
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
            let mut moves = Vec::new();
            rules.moves(state, &mut moves);
            output::json(&json!({
                "puzzle": self.name,
                "title": self.puzzle.title,
                "model": self.puzzle.model,
                "source": self.puzzle.source,
                "position": rules.write_position(state),
                "scores": rules.scores(state),
                "legal": moves.iter().map(|m| rules.write_move(state, m)).collect::<Vec<_>>(),
            }))?;
            return Ok(Exit::Answered);
        }
        let title = format!("{} ({})", self.puzzle.title, self.puzzle.model);
        let source = self.puzzle.source.as_ref().map_or_else(String::new, |s| format!("{s}\n"));
        output::answer(&format!(
            "{}\n{source}\n{}\nposition: {}\nreadings: {}\n",
            strong(title),
            rules.draw(state, !self.session.paint.unicode()),
            rules.write_position(state),
            readings(rules),
        ))?;
        Ok(Exit::Answered)
    }

    fn positions<R: Solver + Pictured>(
        &self,
        rules: &R,
        record: &Arc<Source>,
    ) -> std::io::Result<Exit> {
        let replay = replay(rules, &record.text);
        if self.pictures.wanted() {
            let frames = picture::record(rules, &replay);
            if pictures::game(self.pictures, self.puzzle, None, &frames).is_err() {
                return Ok(Exit::BadInput);
            }
        }
        let json = self.session.options.json();
        let mut text = String::new();
        let written = if self.pictures.takes_stdout() { &[][..] } else { &replay.plies[..] };
        for (number, ply) in written.iter().enumerate() {
            let (before, after) = (&replay.states[replay.before[number]], replay.after(number));
            let (written, player) = (rules.write_move(before, &ply.played), ply.player + 1);
            if json {
                output::json(&json!({
                    "ply": number + 1,
                    "player": player,
                    "move": written,
                    "position": rules.write_position(after),
                }))?;
            } else {
                let caption = format!("{}. player {player}: {written}", number + 1);
                let drawing = rules.draw(after, !self.session.paint.unicode());
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
