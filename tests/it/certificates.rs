//! Certificates and claims are accepted only if they prove their statement.

#![cfg(feature = "milp")]

use crate::common;

use soliter::base::control::{Control, Stop};
use soliter::boards::answer::{Claim, Detail, Evidence, Prover, ProverResult};
use soliter::boards::board::position::Position;
use soliter::boards::bounds::{class, pagoda};
use soliter::boards::line::{Hop, Line};
use soliter::boards::puzzle::setup::PuzzleSetup;
use soliter::boards::puzzle::{Finish, Puzzle};
use soliter::boards::rules::legal;
use soliter::boards::verify::{VerificationError, Verified, verify};
use soliter::prove::certify::{Contents, NoCertificate, certify};
use soliter::prove::milp::weights::pagoda_lp;
use soliter::prove::solve::{Method, Options, solve};

fn finding(by: Prover, claim: Claim, detail: Detail, line: Option<Line>) -> ProverResult {
    ProverResult { evidence: Evidence { by, claim, seconds: 0.0, detail, stopped: None }, line }
}

fn judge(puzzle: &Puzzle, findings: Vec<ProverResult>) -> Result<Verified, VerificationError> {
    verify(puzzle, findings, 0.0)
}

fn weights(puzzle: &Puzzle) -> Vec<i64> {
    let found = pagoda_lp::refute(puzzle, &Control::default()).expect("a pagoda function");
    match found.evidence.detail {
        Detail::Weights(weights) => weights,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_pagoda_function_is_checked_jump_by_jump() {
    for name in ["impossible/greek-cross", "boards/diamond-57-to-56"] {
        let puzzle = common::built_in(name);
        let weights = weights(&puzzle);
        let judge = |weights: Vec<i64>| {
            let detail = Detail::Weights(weights);
            judge(&puzzle, vec![finding(Prover::Pagoda, Claim::Infeasible, detail, None)])
        };
        assert_eq!(judge(weights.clone()).expect("a certificate").claim(), Claim::Infeasible);
        // This test checks the definition itself, for every single change.
        for hole in 0..weights.len() {
            for change in [-1, 1] {
                let mut changed = weights.clone();
                changed[hole] += change;
                let falls = puzzle.board().jumps().iter().all(|jump| {
                    let of = |h: u16| changed[usize::from(h)];
                    of(jump.from) + of(jump.over) >= of(jump.to)
                });
                let sum = |set: Position| set.holes().map(|h| changed[usize::from(h)]).sum::<i64>();
                let finish = match puzzle.finish() {
                    soliter::boards::puzzle::Finish::Exactly(finish) => sum(finish.clone()),
                    soliter::boards::puzzle::Finish::Pegs(_)
                    | soliter::boards::puzzle::Finish::Holes { .. } => {
                        unreachable!("the finish is a position")
                    }
                };
                let proves = falls && finish > sum(puzzle.start().clone());
                assert_eq!(judge(changed).is_ok(), proves, "{name}, hole {hole}, {change}");
            }
        }
        assert!(judge(weights[1..].to_vec()).is_err(), "a weight is missing");
        assert!(judge(Vec::new()).is_err());
    }
}

#[test]
fn no_pagoda_function_and_no_marking_refutes_what_can_be_solved() {
    for name in ["gardner/latin-cross", "gardner/central-game", "leibniz/greek-cross"] {
        let puzzle = common::built_in(name);
        assert_eq!(pagoda_lp::refute(&puzzle, &Control::default()), None, "{name}");
        assert_eq!(class::refute(&puzzle), None, "{name}");
    }
    // According to the literature, neither method applies: only exhaustive search refutes it.
    assert_eq!(pagoda_lp::refute(&common::built_in("impossible/edge8"), &Control::default()), None);
}

#[test]
fn a_reverse_game_is_refuted_backwards() {
    let forwards = common::built_in("impossible/greek-cross");
    let reverse = common::parse(
        "model = 'english'\nreverse = true\nfinish = { all_but = ['44'] }\n\
         start = ['24', '34', '42', '43', '44', '45', '46', '54', '64']",
    );
    assert!(pagoda::weights_refute(&forwards, &weights(&forwards)));
    assert!(pagoda::weights_refute(&reverse, &weights(&reverse)));
}

#[test]
fn a_marking_is_checked_jump_by_jump() {
    let puzzle = common::built_in("french/44-to-44");
    let markings = class::refute(&puzzle).expect("another class");
    let judge = |markings: Vec<Position>| {
        let detail = Detail::Markings(markings);
        judge(&puzzle, vec![finding(Prover::Class, Claim::Infeasible, detail, None)])
    };
    assert!(judge(markings.clone()).is_ok());
    for hole in 0..37 {
        assert!(
            judge(vec![Position::from(markings[0].word() ^ 1 << hole)]).is_err(),
            "hole {hole}"
        );
    }
    assert!(judge(vec![Position::EMPTY]).is_err());
    assert!(judge(Vec::new()).is_err());
}

#[test]
fn lies_are_refused() {
    let puzzle = common::built_in("gardner/latin-cross");
    let right =
        solve(&puzzle, &Method::Search.into(), &Control::default()).expect("a verified answer");
    let line = right.line().expect("a line").clone();
    let search = |claim, line| finding(Prover::Search, claim, Detail::Positions(1), line);
    let optimal = |moves| Claim::Optimal { moves };
    // A line of the wrong length, a missing line, a superfluous line.
    let wrong_length = judge(&puzzle, vec![search(optimal(4), Some(line.clone()))]);
    assert_eq!(wrong_length.unwrap_err(), VerificationError::WrongLine(Prover::Search));
    let no_line = judge(&puzzle, vec![search(optimal(5), None)]);
    assert_eq!(no_line.unwrap_err(), VerificationError::Mismatch(Prover::Search));
    let too_many = judge(&puzzle, vec![search(Claim::Infeasible, Some(line.clone()))]);
    assert_eq!(too_many.unwrap_err(), VerificationError::Mismatch(Prover::Search));
    // An illegal line, an incomplete line.
    let jumps: Vec<_> = line.jumps().collect();
    let swapped = Line::from_jumps([jumps[1], jumps[0], jumps[2], jumps[4], jumps[3]]);
    let illegal = judge(&puzzle, vec![search(optimal(5), Some(swapped))]);
    assert!(matches!(illegal.unwrap_err(), VerificationError::IllegalLine { .. }));
    let short = Line::from_jumps(jumps[..4].iter().copied());
    let unfinished = judge(&puzzle, vec![search(optimal(4), Some(short))]);
    assert_eq!(unfinished.unwrap_err(), VerificationError::WrongLine(Prover::Search));
    // Two claims that cannot both be correct.
    let dfs = |claim| finding(Prover::Dfs, claim, Detail::Entered(1), None);
    for claim in [Claim::Infeasible, Claim::Unknown { lower_bound: 6 }] {
        let both = judge(&puzzle, vec![search(optimal(5), Some(line.clone())), dfs(claim)]);
        assert!(matches!(both.unwrap_err(), VerificationError::Disagreement(..)), "{claim:?}");
    }
    // A bound from one prover and a line from another together prove that the line is optimal.
    let feasible = Claim::Feasible { moves: 5, lower_bound: 1 };
    let bound = dfs(Claim::Unknown { lower_bound: 5 });
    let both = judge(&puzzle, vec![search(feasible, Some(line)), bound]).expect("no lie");
    assert_eq!(both.claim(), optimal(5));
}

/// Two or three pegs to one, in all positions: with diagonals, on triangles, on the square board. Brute force
/// confirms every refutation by a certificate; and each kind of certificate refutes some puzzle.
#[test]
fn certificates_agree_with_brute_force_on_boards_of_every_kind() {
    for (model, directions) in
        [("square4", "orthogonal"), ("square4", "all"), ("triangle15", "lines")]
    {
        let full = common::parse(&format!(
            "model = \"{model}\"\ndirections = \"{directions}\"\nstart = \"full\"\nfinish = {{ pegs = 1 }}"
        ));
        let holes = full.board().holes();
        let mut refuted_by = [0; 2];
        for start in (1u64..1 << holes).filter(|set| (2..=3).contains(&set.count_ones())) {
            // Some of the starts are enough; the step is coprime to the number of holes.
            if start % 7 != 0 {
                continue;
            }
            for hole in (0..holes).step_by(2) {
                let (start, finish) =
                    (Position::from(start), Finish::Exactly(Position::from(1 << hole)));
                let setup = PuzzleSetup { start: start.clone(), finish, ..full.clone().into() };
                let puzzle = setup.puzzle().expect("a puzzle");
                let class = class::refute(&puzzle).map(|markings| {
                    finding(Prover::Class, Claim::Infeasible, Detail::Markings(markings), None)
                });
                let pagoda = pagoda_lp::refute(&puzzle, &Control::default());
                for finding in [class, pagoda].into_iter().flatten() {
                    refuted_by[usize::from(finding.evidence.by == Prover::Pagoda)] += 1;
                    let judged = judge(&puzzle, vec![finding]).expect("a certificate");
                    assert_eq!(judged.claim(), Claim::Infeasible);
                    let fewest = common::case(&puzzle).fewest_moves();
                    assert_eq!(fewest, None, "{model} {directions} {start:?} {hole}");
                }
            }
        }
        assert!(refuted_by[1] > 0, "{model} {directions}: {refuted_by:?}");
        // With diagonals, boards of this width have no marking.
        assert_eq!(refuted_by[0] > 0, directions != "all", "{model} {directions}: {refuted_by:?}");
    }
}

/// The first solution of more moves than `fewest`, from a position and the jumps to it.
fn longer(puzzle: &Puzzle, at: &Position, jumps: &mut Vec<Hop>, fewest: usize) -> Option<Line> {
    if puzzle.finish().accepts(at) {
        let line = Line::from_jumps(jumps.iter().copied());
        return (line.moves().len() > fewest).then_some(line);
    }
    legal(puzzle, at).find_map(|(jump, after)| {
        jumps.push(Hop::from((jump.from, jump.to)));
        let found = longer(puzzle, &after, jumps, fewest);
        jumps.pop();
        found
    })
}

/// The solution of a search without its last limit is certified as it is if it has the fewest moves. A longer one is
/// replaced, so the certificate is the same. A search that was stopped has nothing to certify.
#[test]
fn unproved_solutions_are_certified_or_replaced() {
    let control = Control::default();
    for (name, fewest) in [("greek-cross", 6), ("fireplace", 8), ("lamp", 9)] {
        let puzzle = common::built_in(&format!("gardner/{name}"));
        let proved = solve(&puzzle, &Options::FIRST_PROOF, &control).expect("an answer");
        let contents = Contents { layers: false, line: true };
        let file = certify(&puzzle, &proved, contents, &control).expect("a certificate");
        let long = longer(&puzzle, puzzle.start(), &mut Vec::new(), fewest).expect("a line");
        for line in [proved.line().expect("a line").clone(), long] {
            let moves = line.moves().len();
            let claim = Claim::Feasible { moves, lower_bound: 1 };
            let mut found = finding(Prover::Search, claim, Detail::Positions(0), Some(line));
            // The layers may take a multiple of the search's time. Without any time for layers, the puzzle is solved.
            for seconds in [0.0, 60.0] {
                let answer = verify(&puzzle, vec![found.clone()], seconds).expect("an answer");
                let made = certify(&puzzle, &answer, contents, &control);
                assert_eq!(made.as_ref(), Ok(&file), "{name}, {moves} moves");
            }
            found.evidence.stopped = Some(Stop::Time);
            let answer = judge(&puzzle, vec![found]).expect("an answer");
            let made = certify(&puzzle, &answer, contents, &control);
            assert_eq!(made, Err(NoCertificate::NotProved), "{name}, {moves} moves");
        }
    }
}
