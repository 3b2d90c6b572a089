//! Plans of planners: a line `(jump a b c)` for each action, perhaps with its step, its duration, or its cost.

use crate::meter::Meter;
use crate::style::Form;
use crate::tables::{Place, Row, Structured};
use soliter_base::control::Stop;

/// The actions of a plan; `None` if a line is something else. Comments begin with `;`.
pub(super) fn read(
    text: &str,
    reverse: bool,
    meter: &mut Meter<'_>,
) -> Result<Option<Structured>, Stop> {
    let mut rows = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        meter.work(line.len())?;
        let start = at;
        at += line.len();
        let code = line.split(';').next().unwrap_or("").trim();
        if code.is_empty() {
            continue;
        }
        let place = |word: &str| {
            let first = start + (word.as_ptr() as usize - line.as_ptr() as usize);
            Place {
                first: word.into(),
                second: None,
                row_first: None,
                span: first..first + word.len(),
            }
        };
        // `0: (jump a b c) [1]`, `0.000: (jump a b c) [1.000]`.
        let step = code.find('(').map(|open| code.split_at(open));
        let Some((_, action)) = step.filter(|(step, _)| is_step(step)) else { return Ok(None) };
        let Some((inside, after)) = action[1..].split_once(')') else { return Ok(None) };
        let after = after.trim();
        let cost = after.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let has_end = after.is_empty() || cost.is_some_and(is_cost);
        let mut words = inside.split_whitespace();
        let name = words.next().unwrap_or("").to_ascii_lowercase();
        let holes: Vec<&str> = words.take(4).collect();
        let is_jump = name.contains("jump") || name.contains("move");
        match holes[..] {
            [from, over, to] if is_jump && has_end => {
                let [from, over, to] = [from, over, to].map(place);
                let span = from.span.start..to.span.end;
                let goes_on = name.contains("continue");
                let (from, over, to) = (Some(from), Some(over), Some(to));
                rows.push(Row { from, over, to, goes_on, span, ..Row::default() });
            }
            // `(end-move)`, `(end-move h-25)`: an action that moves no peg.
            [] | [_] if !rows.is_empty() && !name.contains("jump") && has_end => {}
            // An action of a plan that is no jump of this form is a name that no hole has.
            _ if is_jump && !rows.is_empty() => {
                let from = place(code);
                let (span, to) = (from.span.clone(), Some(from.clone()));
                rows.push(Row { from: Some(from), to, span, ..Row::default() });
            }
            _ => return Ok(None),
        }
    }
    if rows.is_empty() {
        return Ok(None);
    }
    Ok(Some(Structured::Rows {
        form: Form::Plan,
        scheme: None,
        rows,
        ignored: Vec::new(),
        // A reverse game is exported as the ordinary game from its finish to its start.
        backwards: reverse,
    }))
}

/// Whether a text is a cost or a duration: `1`, `D:1.000`, `cost 1`, `1 unit`.
fn is_cost(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let begin = ["duration", "cost", "d", "c"].iter().find_map(|word| text.strip_prefix(word));
    let text = begin.unwrap_or(&text).trim_start_matches([':', ' ', '-']);
    let end = [" units", " unit"].iter().find_map(|word| text.strip_suffix(word));
    let number = end.unwrap_or(text);
    number == "inf" || number.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Whether the text before an action is its number or its time.
fn is_step(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ':' | ' ' | '\t'))
}
