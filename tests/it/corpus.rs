//! Runs the fuzz targets on the files of `fuzz/corpus/`, so that earlier findings do not recur. Targets that
//! build their puzzles from bytes also receive random ones, the number of which is set by
//! `SOLITER_RANDOM_INPUTS`.

use std::fs;
use std::path::Path;

use crate::targets;

/// Runs a target on its files, and on damaged copies: truncated, or with one byte changed.
fn replay(name: &str, damaged: bool, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry").path();
        // If the target panics, this shows the file.
        println!("{}", path.display());
        let bytes = fs::read(&path).expect("a file");
        run(&bytes);
        count += 1;
        for part in 1..if damaged { 8 } else { 1 } {
            let at = bytes.len() * part / 8;
            run(&bytes[..at]);
            let mut changed = bytes.clone();
            if let Some(byte) = changed.get_mut(at) {
                *byte = byte.wrapping_add(1);
                run(&changed);
            }
        }
    }
    assert!(count >= 4, "{count} files in {}", folder.display());
}

/// Runs a target on random bytes, the same in every run.
fn random(run: fn(&[u8])) {
    let inputs = std::env::var("SOLITER_RANDOM_INPUTS").ok().and_then(|n| n.parse().ok());
    let mut random = fastrand::Rng::with_seed(1);
    for number in 0..inputs.unwrap_or(100_u32) {
        let bytes: Vec<u8> = (0..=random.u8(..)).map(|_| random.u8(..)).collect();
        // If the target panics, this shows the input.
        println!("random input {number}: {bytes:?}");
        run(&bytes);
    }
}

macro_rules! replayed {
    ($($(#[$feature:meta])* $target:ident $damaged:literal;)+) => {
        $($(#[$feature])* #[test] fn $target() {
            replay(stringify!($target), $damaged, targets::$target::run);
            if !$damaged {
                random(targets::$target::run);
            }
        })+

        /// Every target of `fuzz/Cargo.toml` is listed here and has a corpus.
        #[test]
        fn no_target_is_forgotten() {
            let here = [$(stringify!($target)),+];
            let manifest = include_str!("../../fuzz/Cargo.toml");
            let listed: Vec<&str> = manifest
                .split("[[bin]]\nname = \"")
                .skip(1)
                .filter_map(|rest| rest.split('"').next())
                .collect();
            for target in &listed {
                assert!(here.contains(target), "{target} is not replayed");
            }
        }
    };
}

replayed! {
    puzzle true;
    model true;
    drawing true;
    peg_record true;
    peg_judge true;
    game_record true;
    game_position true;
    body true;
    mutated_bounds false;
    mutated_layers false;
    mutated_lrat false;
    graph_line true;
    peg_search false;
    game_rules false;
    #[cfg(feature = "milp")]
    np_program true;
    #[cfg(feature = "milp")]
    np_value true;
    #[cfg(feature = "milp")]
    np_answer false;
}
