//! Mutated certificates: none is accepted with a claim that is stronger than the truth, and both checkers give the same
//! verdict on each. The files in `tests/certificates/` are handwritten, each with the reason for its rejection.

use crate::common::python;
use crate::targets;

use std::fs;
use std::path::{Path, PathBuf};

use soliter::checker::{self, bounds, lrat};
use targets::{mutated_bounds, mutated_layers, mutated_lrat};

/// The bytes that choose the mutations; the same number always gives the same bytes.
fn choices(number: u64) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(number);
    (0..160).map(|_| random.u8(..)).collect()
}

/// The number of files: `usual`, or the number in `SOLITER_MUTATED_FILES`.
fn number(usual: u64) -> u64 {
    std::env::var("SOLITER_MUTATED_FILES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn none_is_accepted(files: u64, judged: impl Fn(&[u8]) -> bool + Sync) {
    let accepted: usize = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let judged = &judged;
            scope.spawn(move || {
                let own = (0..files).filter(|number| number % 2 == half);
                own.filter(|&number| judged(&choices(number))).count()
            })
        });
        halves.into_iter().map(|half| half.join().expect("no false claim")).sum()
    });
    println!("{files} files, {accepted} accepted, no claim of them false");
    // Some mutations preserve the claim, or lead to another true claim.
    assert!(accepted > 0);
}

/// `SOLITER_MUTATED_FILES=10000000 cargo test --release --test it mutated_layers`
#[test]
fn no_mutated_layers_are_accepted() {
    none_is_accepted(number(100_000), |data| {
        mutated_layers::judged(&mutated_layers::mutated(data))
    });
}

/// `SOLITER_MUTATED_FILES=10000000 cargo test --release --test it mutated_proof`
#[test]
fn no_mutated_proof_is_accepted() {
    none_is_accepted(number(100_000), |data| mutated_lrat::judged(&mutated_lrat::mutated(data)));
}

/// `SOLITER_MUTATED_FILES=10000000 cargo test --release --test it mutated_bound`
#[test]
fn no_mutated_bound_is_accepted() {
    none_is_accepted(number(100_000), |data| {
        mutated_bounds::judged(&mutated_bounds::mutated(data))
    });
}

/// The verdicts of both checkers on this number of mutated files.
fn both_say_the_same(files: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    for start in (0..files).step_by(500) {
        let numbers: Vec<u64> = (start..(start + 500).min(files)).collect();
        let mut paths = Vec::new();
        for number in &numbers {
            let path = folder.path().join(format!("{}.layers", number % 500));
            fs::write(&path, mutated_layers::mutated(&choices(*number))).expect("written");
            paths.push(path);
        }
        let said = python::verdicts_of("check_layers.py", &paths);
        for ((number, path), said) in numbers.iter().zip(&paths).zip(said) {
            let file = fs::read(path).expect("read");
            let own = checker::check(&*file, &|_| true);
            let text = String::from_utf8_lossy(&file);
            assert_eq!(own.is_ok(), said.is_ok(), "layers {number}: {own:?}\n{text}");
        }
        let mut paths = Vec::new();
        for number in &numbers {
            let path = folder.path().join(format!("{}.bound", number % 500));
            fs::write(&path, mutated_bounds::mutated(&choices(*number)).file()).expect("written");
            paths.push(path);
        }
        let said = python::verdicts_of("check_bound.py", &paths);
        for ((number, path), said) in numbers.iter().zip(&paths).zip(said) {
            let file = fs::read(path).expect("read");
            let own = bounds::check(&*file, &|_| true);
            let text = String::from_utf8_lossy(&file);
            assert_eq!(own.is_ok(), said.is_ok(), "bound {number}: {own:?}\n{text}");
        }
        let mut paths = Vec::new();
        for number in &numbers {
            let (clauses, proof) = mutated_lrat::mutated(&choices(*number)).files();
            for (ending, text) in [("cnf", clauses), ("lrat", proof)] {
                let path = folder.path().join(format!("{}.{ending}", number % 500));
                fs::write(&path, text).expect("written");
                paths.push(path);
            }
        }
        let said = python::verdicts_of("check_lrat.py", &paths);
        for ((number, pair), said) in numbers.iter().zip(paths.chunks(2)).zip(said) {
            let [clauses, proof] = [0, 1].map(|n| fs::read(&pair[n]).expect("read"));
            let own = lrat::check(&*clauses, &*proof, &|_| true);
            let text = [clauses, proof].map(|file| String::from_utf8_lossy(&file).into_owned());
            assert_eq!(
                own.is_ok(),
                said.is_ok(),
                "proof {number}: {own:?}\n{}\n{}",
                text[0],
                text[1]
            );
        }
    }
}

/// With `SOLITER_PYTHON=1`, as in `.ci/run`.
#[test]
#[ignore = "needs Python with numpy: ./setup.sh --with-python, then -- --ignored python_"]
fn python_checkers_say_the_same() {
    both_say_the_same(number(3_000));
}

/// The files of a folder with a given ending, in order.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates").join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|own| own == ending));
    files.sort();
    files
}

/// Files of `bad/`, and the words that their rejection contains: each is rejected for its own reason.
const REASONS: [(&str, &str); 23] = [
    ("another-digest", "line 14, \"sha256\""),
    ("carriage-returns", "line 3"),
    ("claim-too-large", "line 10, \"moves-at-least\""),
    ("empty-region", "line 13, \"regions\""),
    ("false-region", "line 13, \"regions\""),
    ("fewer-symmetries", "line 9, \"symmetries\""),
    ("form-feed", "line 8"),
    ("hexadecimal-prefix", "line 6, \"start\""),
    ("key-of-another-proof", "line 14"),
    ("key-twice", "line 11"),
    ("latin-cross-weights-that-wrap", "line 10, \"weights\""),
    ("leading-zero", "line 8, \"pegs\""),
    ("line-separator", "line 8"),
    ("loose-board", "line 4, \"board\""),
    ("more-after-the-end", "there is more after the end"),
    ("negative-potential", "line 13, \"potentials\""),
    ("no-end", "line 15"),
    ("plus-sign", "line 8, \"pegs\""),
    ("second-word", "line 5, \"directions\""),
    ("two-spaces", "line 8"),
    ("unknown-key", "line 9"),
    ("weights-claim-too-large", "line 12, \"weights\""),
    ("weights-that-wrap", "line 10, \"weights\""),
];

#[test]
fn refusals_name_their_line() {
    let layers = files("bad", "layers");
    assert_eq!(layers.len(), REASONS.len());
    for (path, (name, reason)) in layers.iter().zip(REASONS) {
        assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(name));
        let refusal = checker::check(fs::File::open(path).expect("a file"), &|_| true);
        let said = refusal.expect_err(name).to_string();
        assert!(said.contains(reason), "{name}: {said}");
    }
}

#[test]
fn the_corpus_is_judged_alike() {
    let own = |path: &PathBuf| {
        let file = fs::File::open(path).expect("a file");
        if path.extension().is_some_and(|ending| ending == "lrat") {
            let clauses = fs::File::open(path.with_extension("cnf")).expect("clauses");
            return lrat::check(clauses, file, &|_| true).is_ok();
        }
        if path.extension().is_some_and(|ending| ending == "bound") {
            return bounds::check(file, &|_| true).is_ok();
        }
        checker::check(file, &|_| true).is_ok()
    };
    for (folder, right) in [("good", true), ("bad", false)] {
        let layers = files(folder, "layers");
        let proofs = files(folder, "lrat");
        assert!(layers.len() > 2 && !proofs.is_empty(), "{folder}");
        let bounds = files(folder, "bound");
        assert!(!bounds.is_empty(), "{folder}");
        for path in layers.iter().chain(&proofs).chain(&bounds) {
            assert_eq!(own(path), right, "{}", path.display());
        }
        let pairs: Vec<PathBuf> =
            proofs.iter().flat_map(|path| [path.with_extension("cnf"), path.clone()]).collect();
        let tools =
            [("check_layers.py", &layers), ("check_lrat.py", &pairs), ("check_bound.py", &bounds)];
        for (tool, paths) in tools {
            let Some(said) = python::verdicts(tool, paths) else { continue };
            assert!(said.iter().all(|said| said.is_ok() == right), "{tool}, {folder}: {said:?}");
        }
    }
}
