//! Tests of the library and of the program, by subject: one test binary, so that they are linked once.
//!
//! Tests that measure a process are in a separate binary (`tests/measured`), as are those of the browser and
//! of features that are not enabled by default.

#![allow(
    clippy::duplicate_mod,
    reason = "fuzz targets have the oracles as modules of their own crate"
)]

mod common;
#[path = "../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, dead_code, reason = "a library of its own")]
mod targets;

mod architecture;
mod atlas;
mod boards;
mod bounds;
#[cfg(feature = "sat")]
mod by_jump;
mod by_move;
mod cancel;
mod certificates;
mod check;
mod collections;
mod corpus;
mod corridor;
mod counts;
mod difficulty;
mod encoded;
mod engine;
mod examples;
mod exports;
mod faults;
mod game_pictures;
mod games_found;
mod games_values;
mod generate;
mod graphs;
mod growth;
mod hints;
mod hostile;
mod hostile_setups;
mod html_player;
mod imported;
mod json;
mod known_figures;
mod large_boards;
mod layers;
mod lessons;
mod limits;
mod marked;
mod mistakes;
mod mutated;
mod never_panics;
mod np_clauses;
mod np_docs;
mod np_engines;
mod np_language;
mod np_limits;
mod np_models;
mod np_oracle;
mod np_plain;
mod np_rows;
mod np_slips;
mod np_words;
mod open_boards;
mod open_finishes;
mod pages_of_docs;
mod palisade;
mod palisade_text;
mod pddl;
mod play;
mod provers_agree;
mod puzzle_library;
mod pyramid;
mod questions;
mod quiet;
mod readings;
mod record_styles;
mod records;
mod rules_conformance;
mod sat;
mod serve;
mod site;
mod survey_graphs;
mod svg;
mod tools;
mod transcripts;
mod wide_boards;
mod wide_certificates;
