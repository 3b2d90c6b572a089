//! What can be proved at once about built-in puzzles, for the cards of the home page.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use soliter::base::control::Control;
use soliter::load::PuzzleReference;
use soliter::pages::{shelf::known, solvable::winning_first_jumps};
use soliter::peg::solve::settle;

use crate::cli::serve::fault::Fault;
use crate::cli::serve::job::Shared;
use crate::cli::serve::request::{Answer, body};

/// A puzzle is given so long: most figures take less, and a card may well say "at least".
const EACH: Duration = Duration::from_millis(200);
/// So many puzzles may be asked for at once.
const MOST: usize = 12;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    names: Vec<String>,
}

/// The claim about each of some puzzles.
pub(super) async fn claims(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let Names { names } = body(request).await?;
    if names.len() > MOST {
        let message =
            format!("at most {MOST} puzzles are allowed in a request, not {}", names.len());
        return Err(Fault::bad("too-many-puzzles", message));
    }
    let read = move || {
        let read = |name: String| Ok((name.clone(), PuzzleReference::built_in(name).peg()?));
        names.into_iter().map(read).collect::<Result<Vec<_>, Fault>>()
    };
    let puzzles = shared.jobs.read(read).await?;
    let work = move |control: &Control| {
        let mut found = Map::new();
        for (name, puzzle) in &puzzles {
            let control = control.clone().within(EACH);
            let answer =
                settle(puzzle, &control).map_err(|refusal| Fault::internal(refusal.to_string()))?;
            let first = winning_first_jumps(puzzle, &control).unwrap_or_default();
            found.insert(name.clone(), known(answer.claim(), first));
        }
        Ok(json!({ "claims": Value::Object(found) }))
    };
    shared.jobs.run(work).await
}
