//! `soliter count --what perft`: sequences of moves, for games and for peg solitaire.

use std::fmt::Write as _;
use std::time::Instant;

use serde_json::{Value, json};
use soliter::base::control::{Control, Stop};
use soliter::games::Visitor;
use soliter::games::analysis::Solver;
use soliter::games::rules::Rules;

use crate::cli::args::CountArgs;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::paint::{self, counted, strong};
use crate::cli::session::Session;

/// Depths that are counted unless `--depth` says otherwise.
const DEPTH: usize = 3;

/// Counts the sequences of a game.
pub(crate) struct Perft<'a> {
    pub(crate) session: &'a Session,
    pub(crate) args: &'a CountArgs,
    pub(crate) title: &'a str,
}

impl Visitor for Perft<'_> {
    type Output = std::io::Result<Exit>;

    fn visit<R: Solver>(self, rules: &R) -> Self::Output {
        self.run(rules)
    }
}

struct Counts {
    /// By depth, from 1.
    levels: Vec<u128>,
    /// The first moves with the sequences of full depth that begin with each.
    divide: Vec<(String, u128)>,
}

impl Perft<'_> {
    pub(crate) fn run<R: Rules>(self, rules: &R) -> std::io::Result<Exit> {
        let (control, bar) = self.session.control();
        let clock = Instant::now();
        let depth = self.args.depth.map_or(DEPTH, std::num::NonZeroUsize::get);
        let counts = self.count(rules, depth, &control);
        bar.finish_and_clear();
        let seconds = clock.elapsed().as_secs_f64();
        match counts {
            Ok(counts) => {
                if self.session.options.json() {
                    output::json(&self.to_json(&counts, seconds))?;
                } else {
                    output::answer(&self.to_text(&counts, seconds))?;
                }
                Ok(Exit::Answered)
            }
            Err(stop) => {
                if self.session.options.json() {
                    output::json(&json!({
                        "puzzle": self.args.file,
                        "what": "perft",
                        "value": null,
                        "error": stop.phrase(),
                        "seconds": seconds,
                    }))?;
                }
                let message = format!("no count: {}", stop.phrase());
                output::error(&message, "raise --time-limit, or give a smaller --depth");
                Ok(Exit::Limit)
            }
        }
    }

    fn count<R: Rules>(&self, rules: &R, depth: usize, control: &Control) -> Result<Counts, Stop> {
        let start = rules.initial();
        let mut counts = Counts { levels: Vec::new(), divide: Vec::new() };
        for depth in 1..=depth {
            control.say(|| format!("perft: depth {depth}"));
            counts.levels.push(rules.perft(start, depth, control)?);
        }
        if self.args.divide {
            let mut moves = Vec::new();
            rules.moves(start, &mut moves);
            for played in &moves {
                let after = rules.apply(start, played);
                let count = rules.perft(&after, depth - 1, control)?;
                counts.divide.push((rules.write_move(start, played), count));
            }
        }
        Ok(counts)
    }

    fn to_json(&self, counts: &Counts, seconds: f64) -> Value {
        let level = |(index, value): (usize, &u128)| json!({"depth": index + 1, "value": value.to_string()});
        let mut object = json!({
            "puzzle": self.args.file,
            "what": "perft",
            "value": counts.levels.last().map(u128::to_string),
            "levels": counts.levels.iter().enumerate().map(level).collect::<Vec<_>>(),
            "seconds": seconds,
        });
        if self.args.divide {
            let one = |(played, count): &(String, u128)| json!({"move": played, "value": count.to_string()});
            object["divide"] = counts.divide.iter().map(one).collect();
        }
        object
    }

    fn to_text(&self, counts: &Counts, seconds: f64) -> String {
        let depth = counts.levels.len();
        let total = counts.levels.last().copied().unwrap_or(0);
        let title = format!("{}: {total} sequences of {}", self.title, counted(depth, "move"));
        let mut text = format!("{}\n\n", strong(title));
        for (index, count) in counts.levels.iter().enumerate() {
            let _ = writeln!(text, "  depth {:>2}  {count}", index + 1);
        }
        if !counts.divide.is_empty() {
            text.push('\n');
        }
        for (played, count) in &counts.divide {
            let _ = writeln!(text, "  {played:<8}  {count}");
        }
        let _ = writeln!(text, "\n{}", paint::seconds(seconds));
        text
    }
}
