//! The JSON that the server takes for a puzzle: a name, or a text with its model, and a notation.

use serde::Deserialize;
use soliter::peg::notation::Scheme;
use soliter::{Loaded, Source, library, load};

use super::faults;

/// The fields of a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    puzzle: Reference,
    #[serde(default)]
    jumps: Vec<(u8, u8)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    name: Option<String>,
    text: Option<String>,
    model: Option<String>,
    notation: Option<String>,
}

/// Reads the puzzle and plays the jumps.
pub fn run(data: &[u8]) {
    let Ok(Body { puzzle, jumps }) = serde_json::from_slice(data) else { return };
    let Reference { name, text, model, notation } = puzzle;
    let source = match (name, text) {
        (Some(name), None) => library::puzzle(&name),
        (None, Some(text)) => Some(Source::new("puzzle.toml", text)),
        _ => None,
    };
    let Some(source) = source else { return };
    let find = |name: &str| match &model {
        Some(model) if name == "board.toml" => Ok(Source::new("board.toml", model.as_str())),
        _ => library::model(name),
    };
    match load(&source, &find) {
        Ok(Loaded::Peg(puzzle)) => {
            super::puzzle::peg(&puzzle);
            let scheme = notation.and_then(|word| word.parse::<Scheme>().ok());
            let named = scheme.map(|scheme| puzzle.clone().with_scheme(scheme));
            let puzzle = named.and_then(Result::ok).unwrap_or(puzzle);
            let mut attempt = soliter::Attempt::new(puzzle);
            // The server refuses these holes.
            let holes = attempt.puzzle().board().holes();
            if jumps.iter().all(|&(from, to)| usize::from(from.max(to)) < holes) {
                let made = attempt.make(&jumps).is_ok();
                assert_eq!(attempt.jumps().len(), if made { jumps.len() } else { 0 });
            }
        }
        Ok(Loaded::Game(_)) => {}
        Err(faults) => faults::diagnostics(&faults),
    }
}
