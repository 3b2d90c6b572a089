//! Certificates: what `certify` writes passes the checker, on the figures, on impossible puzzles and on
//! random small boards held against brute force; and every file that was tampered with is refused.

mod common;

use std::fmt::Write as _;

use proptest::prelude::*;
use sha2::{Digest, Sha256};
use soliter::base::control::Control;
use soliter::checker::{Proved, check};
use soliter::peg::certify::{Contents, certify};
use soliter::peg::evidence::Prover;
use soliter::peg::puzzle::Puzzle;
use soliter::peg::solve::{Method, solve};

const FULL: Contents = Contents { layers: true, line: true };

fn certificate(puzzle: &Puzzle, contents: Contents) -> Vec<u8> {
    let control = Control::default();
    let answer = solve(puzzle, Method::Search, &control).expect("an answer");
    certify(puzzle, &answer, contents, &control).expect("a certificate")
}

fn checked(file: &[u8]) -> Result<(Proved, usize), String> {
    check(file, &|| true).map_err(|refusal| refusal.to_string())
}

/// A certificate taken apart: the head line by line, and the positions of each layer.
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
        let mut rest = &file[end + 6..];
        let mut layers = Vec::new();
        for line in head.iter().filter(|line| line.starts_with("F ") || line.starts_with("B ")) {
            let bytes: usize = line.split(' ').nth(3).and_then(|w| w.parse().ok()).expect("a size");
            let (own, later) = rest.split_at(bytes);
            rest = later;
            let (mut positions, mut last, mut delta, mut shift) = (Vec::new(), 0, 0u64, 0);
            for byte in own {
                delta |= u64::from(byte & 127) << shift;
                shift += 7;
                if *byte < 128 {
                    last += delta;
                    positions.push(last);
                    (delta, shift) = (0, 0);
                }
            }
            layers.push(positions);
        }
        Self { head, layers }
    }

    /// The file with digests, numbers and bytes that fit its layers.
    fn file(&self) -> Vec<u8> {
        let (mut text, mut data, mut layers) = (String::new(), Vec::new(), self.layers.iter());
        for line in &self.head {
            let words: Vec<&str> = line.split(' ').collect();
            if !matches!(words[0], "F" | "B") {
                let _ = writeln!(text, "{line}");
                continue;
            }
            let (mut bytes, mut last) = (Vec::new(), 0);
            let layer = layers.next().expect("a layer");
            for position in layer {
                let mut delta = position - last;
                while delta > 127 {
                    bytes.push((delta & 127) as u8 | 128);
                    delta >>= 7;
                }
                bytes.push(delta as u8);
                last = *position;
            }
            let mut digest = String::new();
            for byte in Sha256::digest(&bytes) {
                let _ = write!(digest, "{byte:02x}");
            }
            let _ = writeln!(
                text,
                "{} {} {} {} {digest}",
                words[0],
                words[1],
                layer.len(),
                bytes.len()
            );
            data.extend(bytes);
        }
        text.push_str("data\n");
        [text.into_bytes(), data].concat()
    }

    fn line(&mut self, key: &str) -> &mut String {
        let key = format!("{key} ");
        self.head.iter_mut().find(|line| line.starts_with(&key)).expect("the line")
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
    for (name, moves) in FIGURES {
        let puzzle = common::shipped(&format!("gardner/{name}"));
        for (contents, proved) in [
            (FULL, Proved::ExactMoves(moves)),
            (Contents { layers: false, line: true }, Proved::ExactMoves(moves)),
            (Contents { layers: true, line: false }, Proved::MovesAtLeast(moves)),
        ] {
            let file = certificate(&puzzle, contents);
            assert_eq!(checked(&file).map(|(proved, _)| proved), Ok(proved), "{name}");
        }
        // What is taken apart and put together again is the same file.
        let file = certificate(&puzzle, FULL);
        assert!(Parts::of(&file).file() == file, "{name}");
    }
}

#[test]
fn what_was_tampered_with_is_refused() {
    for (name, moves) in FIGURES {
        let file = certificate(&common::shipped(&format!("gardner/{name}")), FULL);
        let parts = Parts::of(&file);
        let refused = |what: &str, file: &[u8]| {
            assert!(checked(file).is_err(), "{name}: {what} passes");
        };
        // A position is dropped, or changed by one hole, and all digests are made anew.
        for (layer, positions) in parts.layers.iter().enumerate() {
            for number in [0, positions.len() / 2, positions.len().saturating_sub(1)] {
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
        let mut raised = parts.clone();
        *raised.line("moves-at-least") = format!("moves-at-least {}", moves + 1);
        raised.head.retain(|line| !line.starts_with("line "));
        refused("a raised bound", &raised.file());
        let mut raised = parts.clone();
        *raised.line("moves-at-least") = "impossible".to_owned();
        raised.head.retain(|line| !line.starts_with("line "));
        refused("another claim", &raised.file());
        let mut longer = parts.clone();
        *longer.line("moves-at-least") = format!("moves-at-least {}", moves - 1);
        refused("a line that is longer than the bound", &longer.file());
        let mut region = parts.clone();
        region.head.retain(|line| !line.starts_with("regions "));
        // The middle of the board: pegs leap over it from everywhere.
        region.head.push("regions 10000".to_owned());
        refused("a false region", &region.file());
        let mut turned = parts.clone();
        let symmetry = turned.line("symmetry");
        let mut holes: Vec<&str> = symmetry.split(' ').collect();
        holes.swap(1, 2);
        *symmetry = holes.join(" ");
        refused("a wrong symmetry", &turned.file());
        let mut alone = parts.clone();
        alone.head.retain(|line| !line.starts_with("symmetry "));
        refused("no symmetry", &alone.file());
        let mut finish = parts.clone();
        *finish.line("finish") = "finish 1".to_owned();
        refused("another finish", &finish.file());
        for at in (0..file.len()).step_by(file.len() / 40 + 1) {
            refused("a cut file", &file[..at]);
        }
        refused("one byte more", &[&file[..], b"\0"].concat());
        // Each byte of the layers, and of the digests, counts.
        let data = file.windows(6).position(|w| w == b"\ndata\n").expect("layers") + 6;
        for at in (data..file.len()).step_by((file.len() - data) / 40 + 1) {
            let mut flipped = file.clone();
            flipped[at] ^= 1;
            refused("a stale digest", &flipped);
        }
        let digests = certificate(
            &common::shipped(&format!("gardner/{name}")),
            Contents { layers: false, line: true },
        );
        let text = String::from_utf8(digests).expect("text");
        let layer = text.lines().rfind(|line| line.starts_with("F ")).expect("a layer");
        let stale = text.replace(layer, &layer.replace('a', "b").replace('0', "1"));
        refused("another digest", stale.as_bytes());
    }
}

#[test]
fn impossible_by_class_by_weights_and_by_exhaustion() {
    let mut proofs = Vec::new();
    for name in common::peg_puzzles() {
        let puzzle = common::shipped(&name);
        let quick = puzzle.board().holes() <= 33;
        if !puzzle.known().impossible || !quick {
            continue;
        }
        let control = Control::default();
        let answer = solve(&puzzle, Method::Search, &control).expect("an answer");
        // Exhaustion of a large board takes the checker a minute.
        let is_short = |by| matches!(by, Prover::Class | Prover::Pagoda);
        let by_layers = !answer.evidence().iter().any(|one| is_short(one.by));
        if by_layers && puzzle.board().holes() > 21 {
            continue;
        }
        let Ok(file) = certify(&puzzle, &answer, FULL, &control) else { continue };
        assert_eq!(checked(&file).map(|(proved, _)| proved), Ok(Proved::Impossible), "{name}");
        let head = String::from_utf8_lossy(&file).into_owned();
        let proof = ["marking", "weights", "impossible"]
            .into_iter()
            .find(|key| head.lines().any(|line| line.split(' ').next() == Some(key)));
        proofs.push(proof.expect("a proof"));
        // A weight or a mark more or less.
        for key in ["marking", "weights"] {
            if let Some(line) = head.lines().find(|line| line.starts_with(key)) {
                let wrong =
                    head.replace(line, &line.replacen(" 1", " 2", 1).replacen(" 0", " 9", 1));
                assert!(checked(wrong.as_bytes()).is_err(), "{name}: {key}");
            }
        }
    }
    for proof in ["marking", "weights", "impossible"] {
        assert!(proofs.contains(&proof), "{proof} among {proofs:?}");
    }
}

/// `cargo test --release --test layers -- --ignored`
#[test]
#[ignore = "takes half a minute where the machine is busy"]
fn the_central_game() {
    let file = certificate(&common::shipped("gardner/central-game"), FULL);
    assert_eq!(checked(&file), Ok((Proved::ExactMoves(18), 935_832)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// The bound of a certificate is what brute force finds, and one more is refused.
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
        let pegs = (start & more | start >> 32) & open.board().full().0;
        let names = |set: u64| {
            let set = soliter::Position(set);
            let list: Vec<String> =
                open.names().position(set).iter().map(|name| format!("'{name}'")).collect();
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
            format!("[{}]", names(end.0))
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
