//! Puzzle files with the results of a search.

use std::time::Duration;

use soliter::{Claim, Control, Line, Method, Puzzle, solve};

use crate::beam;

/// The end of the `source` of generated puzzles.
pub(crate) const MADE_HERE: &str = "made by examples/library";

/// The memory limit of a search: several run at the same time.
const MEMORY: u64 = 1 << 30;

/// The parts of a puzzle file.
pub(crate) struct Text<'a> {
    pub(crate) title: String,
    pub(crate) model: &'a str,
    pub(crate) source: &'a str,
    pub(crate) start: String,
    pub(crate) finish: String,
    pub(crate) remark: Option<String>,
}

/// The limits of one search.
pub(crate) fn control(limit: Duration) -> Control {
    Control::default().within(limit).threads(1).memory(MEMORY)
}

/// The file of a puzzle.
pub(crate) fn written(puzzle: &Puzzle, text: &Text, limit: Duration) -> String {
    let Text { title, model, source, start, finish, .. } = text;
    let head = format!(
        "title   = \"{title}\"\nmodel   = \"{model}\"\nsource  = \"{source}; {MADE_HERE}\"\n\
         start   = {start}\nfinish  = {finish}\n"
    );
    let Ok(answer) = solve(puzzle, Method::Search, &control(limit)) else { return head };
    let remark = text.remark.as_ref().map_or_else(String::new, |remark| format!("# {remark}\n"));
    let by = answer.evidence().first().map_or("nobody", |one| one.by.word());
    let (known, line) = match answer.claim() {
        Claim::Optimal { moves } => {
            (format!("# Fewest moves by {by}.\nmoves = {moves}\n"), answer.line().cloned())
        }
        Claim::Infeasible => (format!("# Refuted by {by}.\nimpossible = true\n"), None),
        claim @ (Claim::Feasible { .. } | Claim::Unknown { .. }) => {
            open(puzzle, claim, answer.line(), limit)
        }
    };
    let line = line.map(|line| format!("solution = \"{}\"\n", puzzle.names().line(&line)));
    format!("{head}\n[known]\n{remark}{known}{}", line.unwrap_or_default())
}

/// The known results if the fewest moves are not known: the shorter line of search and beam.
fn open(
    puzzle: &Puzzle,
    claim: Claim,
    found: Option<&Line>,
    limit: Duration,
) -> (String, Option<Line>) {
    let least = claim.lower_bound().unwrap_or(1);
    let beam = beam::line(puzzle, limit);
    let lines = [(found.cloned(), "search"), (beam, "beam search")];
    let lines = lines.into_iter().filter_map(|(line, by)| Some((line?, by)));
    if let Some((line, by)) = lines.min_by_key(|(line, _)| line.moves().len()) {
        let moves = line.moves().len();
        let text =
            format!("# Bound by search, line by {by}.\nat_least = {least}\nat_most = {moves}\n");
        return (text, Some(line));
    }
    let unknown = "# Whether there is a solution is not known; bound by search.";
    (format!("{unknown}\nat_least = {least}\n"), None)
}
