//! A model's text.

use soliter::Source;
use soliter::boards::puzzle::model::Model;

use super::faults;

/// Reads it; a board that is read is valid.
pub fn run(data: &[u8]) {
    let Ok(source) = Source::from_bytes("model.toml", data.to_vec()) else { return };
    match Model::parse(&source) {
        Ok(model) => {
            super::drawing::board(&model.board);
            assert!(Model::is_model(&source));
        }
        Err(faults) => faults::diagnostics(&faults),
    }
    // As the model of a puzzle it may also belong to a game.
    let text = source.text.as_str();
    super::puzzle::check("model = 'x'\nstart = 'full'\nfinish = { pegs = 1 }", text);
}
