//! Certificates: the checker accepts the output of `certify` for puzzles with known answers, impossible
//! puzzles and random small boards, and brute force confirms the claims; every manipulated file is rejected.

use crate::common;
use crate::common::cases;
use crate::common::python::verdicts;

use std::fmt::Write as _;
use std::path::PathBuf;

use cases::cases;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use soliter::base::control::Control;
use soliter::boards::answer::evidence::Prover;
use soliter::boards::puzzle::Puzzle;
use soliter::checker::{
    CertificateError, Certified, CheckContext, Proved, check, check_in, make_layers,
};
use soliter::prove::certify::{Contents, certify};
use soliter::prove::solve::{Method, solve};

const FULL: Contents = Contents { layers: true, line: true };

fn certificate(puzzle: &Puzzle, contents: Contents) -> Vec<u8> {
    let control = Control::default();
    let answer = solve(puzzle, &Method::Search.into(), &control).expect("an answer");
    certify(puzzle, &answer, contents, &control).expect("a certificate")
}

fn checked(file: &[u8]) -> Result<(Proved, usize), String> {
    let certified = check(file, &|_| true).map_err(|refusal| refusal.to_string())?;
    Ok((certified.proved, certified.positions))
}

/// A certificate split into its parts: the lines of the head, and the positions of each layer.
#[derive(Clone)]
struct Parts {
    head: Vec<String>,
    layers: Vec<Vec<u64>>,
}

impl Parts {
    fn of(file: &[u8]) -> Self {
        let end = file.windows(6).position(|w| w == b"\ndata\n").expect("layers in the file");
        let head = std::str::from_utf8(&file[..end]).expect("text");
        let head: Vec<String> = head.lines().map(str::to_owned).collect();
        let mut rest = file[end + 6..].iter();
        let mut layers = Vec::new();
        for line in head.iter().filter(|line| line.starts_with("F ") || line.starts_with("B ")) {
            for count in line.split(' ').skip(1) {
                let mut last = 0;
                let mut next = |_| {
                    let (mut delta, mut shift) = (0, 0);
                    for byte in rest.by_ref() {
                        delta |= u64::from(byte & 127) << shift;
                        shift += 7;
                        if *byte < 128 {
                            break;
                        }
                    }
                    last += delta;
                    last
                };
                layers.push((0..count.parse().expect("a count")).map(&mut next).collect());
            }
        }
        Self { head, layers }
    }

    /// The file with counts, digest and bytes that match its layers.
    fn file(&self) -> Vec<u8> {
        let (mut text, mut data, mut layers) = (String::new(), Vec::new(), self.layers.iter());
        for line in &self.head {
            let words: Vec<&str> = line.split(' ').collect();
            match words[0] {
                "F" | "B" => {
                    text += words[0];
                    for layer in layers.by_ref().take(words.len() - 1) {
                        let _ = write!(text, " {}", layer.len());
                        data.extend(bytes_of(layer));
                    }
                    text += "\n";
                }
                "sha256" => {
                    text += "sha256 ";
                    for byte in Sha256::digest(&data) {
                        let _ = write!(text, "{byte:02x}");
                    }
                    text += "\n";
                }
                _ => text = text + line + "\n",
            }
        }
        [text.as_bytes(), b"data\n", &data].concat()
    }

    fn line(&mut self, key: &str) -> &mut String {
        let key = format!("{key} ");
        self.head.iter_mut().find(|line| line.starts_with(&key)).expect("the line")
    }
}

fn bytes_of(layer: &[u64]) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::new(), 0);
    for position in layer {
        let mut delta = position - last;
        while delta > 127 {
            bytes.push((delta & 127) as u8 | 128);
            delta >>= 7;
        }
        bytes.push(delta as u8);
        last = *position;
    }
    bytes
}

/// The verdict of the Python checker on each file; `None` if Python is not enabled.
fn python(files: &[impl AsRef<[u8]>]) -> Option<Vec<Result<String, String>>> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |(number, file): (usize, &_)| {
        let path = folder.path().join(format!("{number}.layers"));
        std::fs::write(&path, file).expect("written");
        path
    };
    let paths: Vec<PathBuf> = files.iter().enumerate().map(write).collect();
    let said = verdicts("check_layers.py", &paths)?;
    assert_eq!(said.len(), files.len());
    Some(said)
}

/// Checks that the Python checker rejects every file too.
fn python_refuses(files: &[(String, Vec<u8>)]) {
    let only_files: Vec<&[u8]> = files.iter().map(|(_, file)| file.as_slice()).collect();
    for ((what, _), said) in files.iter().zip(python(&only_files).into_iter().flatten()) {
        assert!(said.is_err(), "{what} passes");
    }
}

const FIGURES: [(&str, usize); 6] = [
    ("latin-cross", 5),
    ("greek-cross", 6),
    ("fireplace", 8),
    ("pyramid", 8),
    ("lamp", 9),
    ("inclined-square", 8),
];

#[test]
fn the_six_figures() {
    let (mut files, mut expected) = (Vec::new(), Vec::new());
    for (name, moves) in FIGURES {
        let puzzle = common::built_in(&format!("gardner/{name}"));
        for (contents, proved) in [
            (FULL, Proved::ExactMoves(moves)),
            (Contents { layers: false, line: true }, Proved::ExactMoves(moves)),
            (Contents { layers: true, line: false }, Proved::MovesAtLeast(moves)),
        ] {
            let file = certificate(&puzzle, contents);
            assert_eq!(checked(&file).map(|(proved, _)| proved), Ok(proved), "{name}");
            assert!(contents.layers || file.len() < 1000, "{name}: {} bytes", file.len());
            files.push(file);
            expected.push((name, format!("{moves} moves")));
        }
        // Splitting a file and joining its parts gives the same file.
        let file = certificate(&puzzle, FULL);
        assert!(Parts::of(&file).file() == file, "{name}");
    }
    for ((name, moves), said) in expected.iter().zip(python(&files).into_iter().flatten()) {
        let said = said.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(said.contains(moves), "{name}: {said}");
    }
}

/// Manipulated files with descriptions; digests and counts are recomputed, except in the last ones.
fn tampered(puzzle: &Puzzle, moves: usize) -> Vec<(&'static str, Vec<u8>)> {
    let file = certificate(puzzle, FULL);
    let parts = Parts::of(&file);
    let mut files = Vec::new();
    let largest = parts.layers.iter().max_by_key(|layer| layer.len()).expect("layers");
    let layer = parts.layers.iter().position(|one| one == largest).expect("it");
    let mut dropped = parts.clone();
    dropped.layers[layer].pop();
    files.push(("a dropped position", dropped.file()));
    let mut changed = parts.clone();
    changed.layers[layer][0] ^= 1;
    changed.layers[layer].sort_unstable();
    files.push(("a changed position", changed.file()));
    let mut without_line = parts.clone();
    without_line.head.retain(|line| !line.starts_with("line "));
    for (what, claim) in [("a raised bound", moves + 1), ("another claim", puzzle.jumps() + 1)] {
        let mut raised = without_line.clone();
        *raised.line("moves-at-least") = format!("moves-at-least {claim}");
        files.push((what, raised.file()));
    }
    let mut head = |what, key: &str, value: &str| {
        let mut changed = parts.clone();
        changed.head.retain(|line| !line.starts_with(&format!("{key} ")));
        changed.head.push(format!("{key} {value}"));
        files.push((what, changed.file()));
    };
    head("a line that is longer than the bound", "moves-at-least", &(moves - 1).to_string());
    // The middle of the board, over which pegs can leap from all sides.
    head("a false region", "regions", "10000");
    head("a wrong symmetry", "symmetries", "3");
    head("another finish", "finish", "1");
    let data = file.windows(6).position(|w| w == b"\ndata\n").expect("layers") + 6;
    let mut flipped = file.clone();
    flipped[data] ^= 1;
    files.push(("a changed delta", flipped));
    let mut stale = file.clone();
    stale[data - 8] = if stale[data - 8] == b'0' { b'1' } else { b'0' };
    files.push(("a stale digest", stale));
    files.push(("a cut file", file[..file.len() - 1].to_vec()));
    files.push(("a cut head", file[..data - 20].to_vec()));
    files.push(("one byte more", [&file[..], b"\0"].concat()));
    let digests = certificate(puzzle, Contents { layers: false, line: true });
    let text = String::from_utf8(digests).expect("text");
    files.push(("another digest", text.replacen("sha256 ", "sha256 0", 1).into_bytes()));
    let counts = text.lines().find(|line| line.starts_with("F ")).expect("a layer");
    files.push(("another count", text.replacen(counts, &format!("{counts}1"), 1).into_bytes()));
    files
}

#[test]
fn what_was_tampered_with_is_refused_by_both_checkers() {
    let mut files = Vec::new();
    for (name, moves) in FIGURES {
        let puzzle = common::built_in(&format!("gardner/{name}"));
        for (what, file) in tampered(&puzzle, moves) {
            assert!(checked(&file).is_err(), "{name}: {what} passes");
            // Python takes 15 s until the sides meet.
            if (name, what) != ("inclined-square", "another claim") {
                files.push((format!("{name}: {what}"), file));
            }
        }
        let file = certificate(&puzzle, FULL);
        let parts = Parts::of(&file);
        let refused = |what: &str, file: &[u8]| {
            assert!(checked(file).is_err(), "{name}: {what} passes");
        };
        for (layer, positions) in parts.layers.iter().enumerate() {
            for number in [positions.len() / 2, positions.len().saturating_sub(1)] {
                if number >= positions.len() {
                    continue;
                }
                let mut dropped = parts.clone();
                dropped.layers[layer].remove(number);
                refused("a dropped position", &dropped.file());
                let mut changed = parts.clone();
                changed.layers[layer][number] ^= 1 << 16;
                changed.layers[layer].sort_unstable();
                refused("a changed position", &changed.file());
            }
        }
        for at in (0..file.len()).step_by(file.len() / 20 + 1) {
            refused("a cut file", &file[..at]);
        }
        let data = file.windows(6).position(|w| w == b"\ndata\n").expect("layers") + 6;
        for at in (data..file.len()).step_by((file.len() - data) / 20 + 1) {
            let mut flipped = file.clone();
            flipped[at] ^= 1;
            refused("a changed delta", &flipped);
        }
    }
    python_refuses(&files);
}

#[test]
fn impossible_by_class_by_weights_and_by_exhaustion() {
    let mut proofs = Vec::new();
    for name in common::peg_puzzles() {
        let puzzle = common::built_in(&name);
        let quick = puzzle.board().holes() <= 33;
        // The tables of boards would take minutes and add no new kind of proof.
        if !puzzle.known().impossible || !quick || common::is_one_of_many(&name) {
            continue;
        }
        let control = Control::default();
        let answer = solve(&puzzle, &Method::Search.into(), &control).expect("an answer");
        // Exhaustive search of a large board takes the checker a minute.
        let is_short = |by| matches!(by, Prover::Class | Prover::Pagoda);
        let by_layers = !answer.evidence().iter().any(|one| is_short(one.by));
        if by_layers && puzzle.board().holes() > 21 {
            continue;
        }
        let Ok(file) = certify(&puzzle, &answer, FULL, &control) else { continue };
        assert_eq!(checked(&file).map(|(proved, _)| proved), Ok(Proved::Impossible), "{name}");
        let head = String::from_utf8_lossy(&file).into_owned();
        let proof = ["marking", "weights", "F"]
            .into_iter()
            .find(|key| head.lines().any(|line| line.split(' ').next() == Some(key)));
        proofs.push(proof.expect("a proof"));
        // A weight or a marked hole is added or removed.
        for key in ["marking", "weights"] {
            if let Some(line) = head.lines().find(|line| line.starts_with(key)) {
                let wrong =
                    head.replace(line, &line.replacen(" 1", " 2", 1).replacen(" 0", " 9", 1));
                assert!(checked(wrong.as_bytes()).is_err(), "{name}: {key}");
            }
        }
    }
    // HiGHS finds the weights.
    let kinds: &[&str] =
        if cfg!(feature = "milp") { &["marking", "weights", "F"] } else { &["marking", "F"] };
    for proof in kinds {
        assert!(proofs.contains(proof), "{proof} among {proofs:?}");
    }
}

/// `cargo test --release --test it layers:: -- --ignored`
#[test]
#[ignore = "takes half a minute where the machine is busy"]
fn the_central_game() {
    let file = certificate(&common::built_in("gardner/central-game"), FULL);
    assert_eq!(checked(&file), Ok((Proved::ExactMoves(18), 412_537)));
}

/// The layers of a certificate, computed plainly from the rules: F, then B, with the given numbers of layers.
fn plain_layers(puzzle: &Puzzle, head: &str, lengths: [usize; 2]) -> Vec<Vec<u64>> {
    let words = |key: &str| {
        let line = head.lines().find_map(|line| line.strip_prefix(&format!("{key} ")));
        line.map_or(Vec::new(), |line| line.split(' ').map(str::to_owned).collect())
    };
    let most: usize = words("moves-at-least")[0].parse::<usize>().expect("a number") - 1;
    let regions: Vec<u64> =
        words("regions").iter().map(|word| u64::from_str_radix(word, 16).expect("a set")).collect();
    let (board, start) = (puzzle.board(), puzzle.start().word());
    let finish = puzzle.finish().position().expect("a finish").word();
    let bits = |set: u64| (0..64).filter(move |bit| set >> bit & 1 == 1);
    let image = |map: &[u16], set: u64| bits(set).fold(0, |all, bit| all | 1_u64 << map[bit]);
    let maps: Vec<Vec<u16>> = board.symmetries().to_vec();
    let keeps = |map: &&Vec<u16>| image(map, start) == start && image(map, finish) == finish;
    let maps: Vec<&Vec<u16>> = maps.iter().filter(keeps).collect();
    let least = |set: u64| maps.iter().map(|map| image(map, set)).min().expect("one map");
    let mut all = Vec::new();
    for (forward, length) in [true, false].into_iter().zip(lengths) {
        let key = if forward { "pagodas-F" } else { "pagodas-B" };
        let weights: Vec<i64> =
            words(key).iter().map(|word| word.parse().expect("a weight")).collect();
        let weigh = |weights: &[i64], set: u64| bits(set).map(|hole| weights[hole]).sum::<i64>();
        let rests = |set: u64, moves: usize| {
            let mut packed = 0;
            let mut needed = moves;
            for region in &regions {
                let is_full = set & region == *region;
                let counts = if forward { is_full } else { !is_full && start & region == *region };
                if counts && packed & region == 0 {
                    packed |= region;
                    needed += 1;
                }
            }
            let mut functions = weights.chunks(board.holes());
            let light = functions.any(|one| {
                if forward {
                    weigh(one, set) < weigh(one, finish)
                } else {
                    weigh(one, set) > weigh(one, start)
                }
            });
            needed <= most && !light
        };
        let mut known =
            std::collections::BTreeSet::from([least(if forward { start } else { finish })]);
        let mut last: Vec<u64> = known.iter().copied().collect();
        all.push(last.clone());
        for moves in 1..length {
            let mut reached = std::collections::BTreeSet::new();
            let mut open: Vec<(u64, Option<u16>)> = last.iter().map(|&set| (set, None)).collect();
            while let Some((set, mover)) = open.pop() {
                for jump in board.jumps() {
                    let [from, over, to] =
                        [jump.from, jump.over, jump.to].map(|hole| 1_u64 << hole);
                    let three = from | over | to;
                    let (legal, begin, end) = if forward {
                        (set & three == from | over, jump.from, jump.to)
                    } else {
                        (set & three == to, jump.to, jump.from)
                    };
                    if legal && mover.is_none_or(|mover| mover == begin) {
                        reached.insert(least(set ^ three));
                        open.push((set ^ three, Some(end)));
                    }
                }
            }
            last = reached
                .into_iter()
                .filter(|set| !known.contains(set) && rests(*set, moves))
                .collect();
            known.extend(&last);
            all.push(last.clone());
        }
    }
    all
}

/// Weights whose sum no jump raises, derived from random weights.
fn random_pagoda(puzzle: &Puzzle, random: &mut fastrand::Rng) -> Vec<i64> {
    let mut weights: Vec<i64> = (0..puzzle.board().holes()).map(|_| random.i64(0..4)).collect();
    for _ in 0..40 {
        for jump in puzzle.board().jumps() {
            let [from, over, to] = [jump.from, jump.over, jump.to].map(usize::from);
            weights[to] = weights[to].min(weights[from] + weights[over]);
        }
    }
    weights
}

/// The checker computes the layers itself, so this test computes them independently.
#[test]
fn layers_are_those_of_the_rules() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut with, mut pruned) = (0, 0);
    for (name, _) in FIGURES {
        let puzzle = common::built_in(&format!("gardner/{name}"));
        let whole = certificate(&puzzle, FULL);
        let text = String::from_utf8_lossy(&whole).into_owned();
        let head = &text[..=text.find("\nF ").expect("layers")];
        for number in 0..6 {
            let mut head = head.to_owned();
            for key in ["pagodas-F", "pagodas-B"].iter().filter(|_| number > 0) {
                let functions = 1 + random.usize(..16);
                let weights = (0..functions).flat_map(|_| random_pagoda(&puzzle, &mut random));
                let words: Vec<String> = weights.map(|weight| weight.to_string()).collect();
                let _ = writeln!(head, "{key} {}", words.join(" "));
            }
            let mut data = Vec::new();
            let room = CheckContext::in_memory(&|_| true);
            let made = make_layers(&room, &head, Some(&mut data));
            let (certified, lines) = made.expect("what the rules make");
            let file = [head.as_bytes(), lines.as_bytes(), b"data\n", &data].concat();
            assert_eq!(check(&*file, &|_| true), Ok(certified), "{name}");
            let lengths = ["F ", "B "].map(|key| {
                lines
                    .lines()
                    .find(|line| line.starts_with(key))
                    .map_or(0, |line| line.split(' ').count() - 1)
            });
            let layers = Parts::of(&file).layers;
            assert_eq!(layers, plain_layers(&puzzle, &head, lengths), "{name}, {number}");
            with += usize::from(number > 0);
            pruned +=
                usize::from(data.len() < whole.len() - text.find("\ndata\n").expect("layers") - 6);
        }
    }
    assert!(
        with > 20 && pruned > 10,
        "{with} with pagoda functions, {pruned} with fewer positions"
    );
}

/// A folder holds the same layers, and another process can resume with it.
#[test]
fn layers_in_a_folder() {
    let puzzle = common::built_in("gardner/inclined-square");
    let file = certificate(&puzzle, FULL);
    let folder = tempfile::tempdir().expect("a folder");
    let layers = folder.path().join("layers");
    let room = CheckContext { folder: Some(&layers), ..CheckContext::in_memory(&|_| true) };
    let proved = check_in(&room, &*file).expect("right");
    assert_eq!(Ok(&proved), check(&*file, &|_| true).as_ref());
    assert_eq!(proved.believed, 0);
    let list = layers.join("layers");
    let whole = std::fs::read_to_string(&list).expect("a list");
    assert!(whole.lines().count() > 5, "{whole}");
    // Resumes after the last line was cut and the files of an unfinished layer were left behind.
    std::fs::write(&list, &whole[..whole.len() - 30]).expect("written");
    std::fs::write(layers.join("arrivals-3.part"), "left behind").expect("written");
    let again = check_in(&room, &*file).expect("right");
    // The result reports the number of layers taken from the folder: all except that of the cut line.
    let believed = whole.lines().count() - 2;
    assert_eq!(again, Certified { believed, ..proved });
    assert_eq!(std::fs::read_to_string(&list).expect("a list"), whole);
    assert!(!layers.join("arrivals-3.part").exists());
    // A layer that was changed.
    let mut bytes = std::fs::read(layers.join("F2")).expect("a layer");
    bytes[0] ^= 1;
    std::fs::write(layers.join("F2"), bytes).expect("written");
    let refused = check_in(&room, &*file);
    assert_eq!(
        refused,
        Err(CertificateError::Unreadable("a layer in the folder is damaged".to_owned()))
    );
    // Another claim in the same folder, and a folder of another certificate.
    let other = certificate(&common::built_in("gardner/lamp"), FULL);
    let said = check_in(&room, &*other).expect_err("another claim").to_string();
    assert!(said.ends_with("contains the layers of another claim"), "{said}");
    let another = tempfile::tempdir().expect("a folder");
    std::fs::write(another.path().join("notes.txt"), "mine").expect("written");
    let room = CheckContext { folder: Some(another.path()), ..CheckContext::in_memory(&|_| true) };
    let said = check_in(&room, &*other).expect_err("something else").to_string();
    assert!(said.ends_with("has something else in it: notes.txt"), "{said}");
}

proptest! {
    #![proptest_config(cases(60))]

    /// The bound of a certificate is the result of brute force, and a bound that is higher by one is
    /// rejected.
    #[test]
    fn random_small_boards(
        model in prop::sample::select(vec!["square4", "triangle15", "square5"]),
        directions in any::<bool>(),
        start in any::<u64>(),
        more in any::<u64>(),
        choices in prop::collection::vec(0..64usize, 1..=6),
        by_number in any::<bool>(),
    ) {
        let directions = match (model, directions) {
            ("triangle15", _) => "lines",
            (_, true) => "all",
            (_, false) => "orthogonal",
        };
        let open = common::parse(&format!(
            "model = '{model}'\ndirections = '{directions}'\nstart = 'full'\nfinish = {{ pegs = 1 }}"
        ));
        let pegs = (start & more | start >> 32) & open.board().full().word();
        let names = |set: u64| {
            let set = soliter::Position::from(set);
            let list: Vec<String> =
                open.names().position(&set).iter().map(|name| format!("'{name}'")).collect();
            list.join(", ")
        };
        if pegs.count_ones() < 2 {
            return Err(TestCaseError::reject("too few pegs"));
        }
        let text = |finish: &str| format!(
            "model = '{model}'\ndirections = '{directions}'\nstart = [{}]\nfinish = {finish}", names(pegs)
        );
        let first = common::parse(&text("{ pegs = 1 }"));
        let Some(end) = common::played(&first, &choices) else {
            return Err(TestCaseError::reject("no jump"));
        };
        let finish = if by_number {
            format!("{{ pegs = {} }}", end.len())
        } else {
            format!("[{}]", names(end.word()))
        };
        let puzzle = common::parse(&text(&finish));
        let moves = common::case(&puzzle).fewest_moves().expect("the finish was reached");
        for contents in [FULL, Contents { layers: false, line: true }] {
            let file = certificate(&puzzle, contents);
            let proved = checked(&file).map(|(proved, _)| proved);
            prop_assert_eq!(proved, Ok(Proved::ExactMoves(moves)));
            let head = String::from_utf8_lossy(&file);
            let raised = head.lines().filter(|line| !line.starts_with("line "));
            let raised = raised.map(|line| match line.strip_prefix("moves-at-least ") {
                Some(_) => format!("moves-at-least {}\n", moves + 1),
                None => format!("{line}\n"),
            });
            if !contents.layers {
                prop_assert!(checked(raised.collect::<String>().as_bytes()).is_err());
            }
        }
    }
}

#[cfg(feature = "milp")]
#[test]
fn weights_and_duals_bound_the_moves() {
    use soliter::prove::certify::certify_dual_bound;
    use soliter::prove::milp::weights::dual_bound::dual_bound;
    let (mut bounds, mut right, mut wrong_files) = (Vec::new(), Vec::new(), Vec::new());
    for name in ["pyramid", "inclined-square", "central-game"] {
        let puzzle = common::built_in(&format!("gardner/{name}"));
        let control = Control::default();
        let Some(bound) = dual_bound(&puzzle, &control) else { continue };
        let made = certify_dual_bound(&puzzle, &bound, None, &CheckContext::in_memory(&|_| true));
        let (file, _) = made.expect("a certificate");
        let bound = bound.least_moves;
        assert_eq!(checked(&file), Ok((Proved::MovesAtLeast(bound), 0)), "{name}");
        right.push(file.clone());
        assert!(bound <= puzzle.known().moves.expect("a known number"), "{name}");
        bounds.push((name, bound));
        // A higher bound, a higher dual, a smaller potential, another start.
        let text = String::from_utf8(file).expect("text");
        let line = |key: &str| {
            text.lines().find(|line| line.starts_with(key)).expect("the line").to_owned()
        };
        for (key, to) in [
            ("moves-at-least ", format!("moves-at-least {}", bound + 1)),
            ("duals ", line("duals ").replacen(" 1", " 2", 1)),
            ("potentials ", line("potentials ").replacen(" 1", " 0", 1)),
            ("weights ", line("weights ").replacen(" 0", " 9", 1)),
        ] {
            let wrong = text.replace(&line(key), &to);
            if wrong != text {
                assert!(checked(wrong.as_bytes()).is_err(), "{name}: {to}");
                wrong_files.push((format!("{name}: {to}"), wrong.into_bytes()));
            }
        }
    }
    assert!(python(&right).into_iter().flatten().all(|said| said.is_ok()));
    python_refuses(&wrong_files);
    assert_eq!(bounds, [("pyramid", 4), ("inclined-square", 5), ("central-game", 13)]);
}

/// Weights near the limit of 64-bit numbers once wrapped round and "proved" that the central game has no solution.
#[test]
fn weights_that_wrap_round_are_refused() {
    let forged = include_bytes!("../certificates/bad/weights-that-wrap.layers");
    let refused = "line 10, \"weights\": what is \"-9223372036854775808\"?";
    assert_eq!(checked(forged), Err(refused.to_owned()));
    python_refuses(&[("weights that wrap".to_owned(), forged.to_vec())]);
}

/// Hostile files are rejected with the place of the fault, or the check stops at a limit.
#[test]
fn hostile_certificates() {
    let nothing = vec![0; 1 << 20];
    assert_eq!(checked(&nothing), Err("this is not a Soliter certificate".to_owned()));
    let long = format!("soliter layers 2\n# {}\nends\n", "x".repeat(1 << 20));
    assert!(checked(long.as_bytes()).is_err());
    let puzzle = common::built_in("gardner/latin-cross");
    let text = certificate(&puzzle, Contents { layers: false, line: true });
    let text = String::from_utf8(text).expect("text");
    let with = |key: &str, value: &str| {
        let line = text.lines().find(|line| line.starts_with(key)).expect("the line");
        checked(text.replace(line, &format!("{key}{value}")).as_bytes()).unwrap_err()
    };
    assert_eq!(
        with("start ", "ffffffffffffffffff"),
        "line 5, \"start\": what is \"ffffffffffffffffff\"?"
    );
    assert_eq!(
        with("moves-at-least ", "99999999999999999999"),
        "line 9, \"moves-at-least\": what is \"99999999999999999999\"?"
    );
    assert_eq!(
        with("F ", "1 18446744073709551615"),
        "line 12, \"F\": layer F1 has a count of 3, not 18446744073709551615"
    );
    let sizes = "line 3, \"board\": a board has 1 to 65535 holes";
    assert_eq!(with("board ", &"o".repeat(70_000)), sizes);
    let layers = "line 11, \"F\": only boards of at most 64 holes have layers";
    let wide = text.replace("..ooo../..ooo../", &format!("ooooooo/{}", "ooooooo/".repeat(5)));
    let wide = wide.replace("symmetries 2", "symmetries 1");
    let regions = text.lines().find(|line| line.starts_with("regions ")).expect("regions");
    let wide = wide.replace(&format!("{regions}\n"), "");
    assert_eq!(checked(wide.as_bytes()), Err(layers.to_owned()));
    let no_puzzle = "line 7, \"pegs\": start, finish and pegs do not make a puzzle";
    assert_eq!(with("pegs ", "4000000000"), no_puzzle);
    // A board with many jumps and many layers, and no time.
    let rows = ["oooooooo"; 8].join("/");
    let large = format!(
        "soliter layers 2\nboard {rows}\ndirections all\nstart ffffffffffffff7f\nfinish 0\npegs 1\n\
         symmetries 2\nmoves-at-least 60\nF 1 1\nsha256 0\nends\n"
    );
    assert_eq!(check(large.as_bytes(), &|_| false).unwrap_err(), CertificateError::Limit);
}
