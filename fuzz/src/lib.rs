//! The fuzz targets: each takes bytes and panics where a promise of the program is broken. `targets/`
//! hands them to libFuzzer; `tests/it/corpus.rs` of the package runs them on the files of `corpus/`.

pub mod body;
pub mod drawing;
mod faults;
pub mod forged_bounds;
pub mod forged_cubes;
pub mod forged_layers;
pub mod forged_lrat;
pub mod game_position;
pub mod game_record;
pub mod game_rules;
mod games;
pub mod graph_line;
pub mod model;
#[cfg(feature = "milp")]
pub mod np_answer;
#[cfg(feature = "milp")]
pub mod np_program;
#[cfg(feature = "milp")]
pub mod np_value;
pub mod peg_judge;
pub mod peg_record;
pub mod peg_search;
pub mod puzzle;
