//! The fuzz targets: each takes bytes and panics if a property of the program is violated. `targets/` passes
//! them to libFuzzer; `tests/it/corpus.rs` of the package runs them on the files of `corpus/`.

pub mod body;
pub mod drawing;
mod faults;
pub mod game_position;
pub mod game_record;
pub mod game_rules;
mod games;
pub mod graph_line;
pub mod model;
pub mod mutated_bounds;
pub mod mutated_layers;
pub mod mutated_lrat;
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
