//! `soliter count --what perft`: sequences of moves, for games and for peg solitaire.

use std::fmt::Write as _;

use serde_json::json;
use soliter::base::control::{Control, Stop};
use soliter::games::perft::{DepthCount, MOST_DEPTH, MoveCount, PerftReport, perft};
use soliter::games::{BoardGame, Visitor, rules::Rules};

use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{counted, strong};
use crate::cli::{args::CountArgs, output::exit::Exit, output::paint, session::Session};

/// The depth if there is no `--depth`.
const DEPTH: usize = 3;

pub(crate) struct Perft<'a> {
    pub(crate) session: &'a Session,
    pub(crate) args: &'a CountArgs,
    pub(crate) title: &'a str,
}

impl Visitor for Perft<'_> {
    type Output = Outcome;

    fn visit<R: BoardGame>(self, rules: &R) -> Self::Output {
        self.run(rules, R::sequences)
    }
}

impl Perft<'_> {
    /// Counts by `count`, which is compiled with the game.
    pub(crate) fn run<R: Rules>(
        self,
        rules: &R,
        count: impl Fn(&R, &R::State, usize, &Control) -> Result<u128, Stop>,
    ) -> Outcome {
        let depth = self.args.depth.map_or(DEPTH, std::num::NonZeroUsize::get);
        if depth > MOST_DEPTH {
            let message = format!("--depth {depth} is too deep");
            let help = format!("give a --depth of at most {MOST_DEPTH}");
            return Err(Failure::usage(message, help));
        }
        let divide = self.args.divide;
        let (counts, seconds) =
            self.session.compute(|control| perft(rules, depth, divide, control, count));
        let note = rules.about().counted;
        let report = PerftReport::new(&self.args.file, self.title, note, counts, seconds);
        if let Some(error) = &report.error {
            let help = "raise --time-limit, or give a smaller --depth";
            return Err(Failure::limit(&error.message, help).with_object(json!(report)));
        }
        self.session.answer(&report, || to_text(&report))?;
        Ok(Exit::Answered)
    }
}

fn to_text(report: &PerftReport) -> String {
    let levels = report.levels.as_deref().unwrap_or_default();
    let total = report.value.as_deref().unwrap_or("0");
    let depth = counted(levels.len(), "move");
    let noun = if total == "1" { "sequence" } else { "sequences" };
    let title = format!("{}: {total} {noun} of {depth}", report.title);
    let mut text = format!("{}\n\n", strong(title));
    for DepthCount { depth, value } in levels {
        let _ = writeln!(text, "  depth {depth:>2}  {value}");
    }
    let divide = report.divide.as_deref().unwrap_or_default();
    if !divide.is_empty() {
        text.push('\n');
    }
    for MoveCount { written, value } in divide {
        let _ = writeln!(text, "  {written:<8}  {value}");
    }
    if let Some(note) = report.note {
        let _ = writeln!(text, "\nnote: {note}");
    }
    let _ = writeln!(text, "\n{}", paint::seconds(report.seconds));
    text
}
