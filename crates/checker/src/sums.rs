//! Proofs that can be checked by adding up: solutions, markings, and weights with the duals of regions.

use super::head::{CertificateError, Checked, Head, decimal, signed};
use super::hole_set::HoleSet;
use super::puzzle::{Puzzle, StatedBoard};

/// The absolute value of each number in a certificate is below this limit, so no sum in this file can
/// overflow. Every sum is checked nevertheless.
const BELOW: u64 = 1 << 32;

/// A list of `number` integers, one per hole or region.
fn numbers(head: &Head, key: &str, number: usize) -> Checked<Vec<i64>> {
    let small = |word: &str| signed(word).filter(|number| number.unsigned_abs() < BELOW);
    let all = head.words(key, small)?;
    head.need(key, all.len() == number, format!("{} numbers, not {number}", all.len()))?;
    Ok(all)
}

fn sum<'n>(terms: impl IntoIterator<Item = &'n i64>) -> Checked<i64> {
    let sum = terms.into_iter().try_fold(0_i64, |sum, term| sum.checked_add(*term));
    sum.ok_or_else(too_large)
}

fn too_large() -> CertificateError {
    CertificateError::Wrong("a sum does not fit 64 bits".to_owned())
}

/// The total weight of a set of holes.
fn weigh(numbers: &[i64], set: &HoleSet) -> Checked<i64> {
    sum(set.holes().map(|hole| &numbers[hole]))
}

/// Checks that every jump touches an even number of marked holes, and that start and finish differ in parity.
pub(super) fn check_marking(head: &Head, puzzle: &Puzzle) -> Checked<()> {
    let mark = |word: &str| ["0", "1"].contains(&word).then_some(word == "1");
    let marks = head.words("marking", mark)?;
    head.need("marking", marks.len() == puzzle.holes, format!("not {} words", puzzle.holes))?;
    let is_odd = |set: &HoleSet| set.holes().filter(|hole| marks[*hole]).count() & 1 == 1;
    let differ =
        (puzzle.finish.as_ref()).is_some_and(|finish| is_odd(finish) != is_odd(&puzzle.start));
    let why = "start and finish do not differ in the parity of their marked pegs";
    head.need("marking", differ, why)?;
    let touches = |jump: &&[usize; 3]| jump.iter().filter(|hole| marks[**hole]).count() & 1 == 1;
    let odd = puzzle.jumps.iter().find(touches);
    let why = format!("jump {odd:?} touches an odd number of marked holes");
    head.need("marking", odd.is_none(), why)
}

/// Checks that the weights prove more than `most` moves.
///
/// A move that begins in hole `h` raises the weight of the pegs by at most `price` minus the duals of the regions with
/// `h`; `potentials` bound the gain of the later jumps of a move. Each region is opened by a move that begins in it. A
/// solution of `n` moves therefore satisfies: weight of the finish - weight of the start + sum of the duals <= `n` *
/// `price`.
pub(super) fn check_weights(head: &Head, puzzle: &Puzzle, most: usize) -> Checked<()> {
    let (weights, potentials) =
        (numbers(head, "weights", puzzle.holes)?, numbers(head, "potentials", puzzle.holes)?);
    let duals = numbers(head, "duals", puzzle.regions.len())?;
    let mut dual_of = vec![0_i64; puzzle.holes];
    for (region, dual) in puzzle.regions.iter().zip(&duals) {
        puzzle.look(0)?;
        let pays = *dual >= 0 && region.is_within(&puzzle.start);
        head.need("duals", pays, format!("the dual of region {region:x} does not count"))?;
        for hole in region.holes() {
            dual_of[hole] = sum([&dual_of[hole], dual])?;
        }
    }
    head.need(
        "potentials",
        potentials.iter().all(|potential| *potential >= 0),
        "a potential is below 0",
    )?;
    let mut price = 0_i64;
    for &[from, over, to] in &puzzle.jumps {
        let gained = sum([&weights[to], &potentials[to]])?;
        let lost = sum([&weights[from], &weights[over]])?;
        let bounded = gained <= sum([&lost, &potentials[from]])?;
        head.need(
            "potentials",
            bounded,
            format!("jump {from}-{to} adds more than that of {from}"),
        )?;
        let paid = sum([&gained, &dual_of[from]])?;
        price = price.max(paid.checked_sub(lost).ok_or_else(too_large)?);
    }
    let mut lightest = weights.clone();
    lightest.sort_unstable();
    let heavy = match &puzzle.finish {
        None => sum(lightest.iter().take(puzzle.pegs as usize))?,
        Some(finish) => weigh(&weights, finish)?,
    };
    let owed = sum([&heavy, &sum(&duals)?])?;
    let gain = owed.checked_sub(weigh(&weights, &puzzle.start)?).ok_or_else(too_large)?;
    let payable = i64::try_from(most).ok().and_then(|most| price.checked_mul(most));
    let proves = gain > payable.ok_or_else(too_large)?;
    head.need("weights", proves, format!("{gain} is to be gained, {price} are by each move"))
}

/// Checks that the line is a legal solution of `moves` moves.
pub(super) fn check_line(head: &Head, puzzle: &Puzzle, moves: usize) -> Checked<()> {
    let hole = |text: &str| decimal(text).and_then(|hole| usize::try_from(hole).ok());
    let chain = |word: &str| word.split('-').map(hole).collect();
    let line: Vec<Vec<usize>> = head.words("line", chain)?;
    let mut position = puzzle.start.clone();
    // If jumps are listed, several may lead from one hole to another, so a chain also names the holes leapt over.
    let names_over = matches!(puzzle.board, StatedBoard::Listed { .. });
    let length = if names_over { 3 } else { 2 };
    for chain in &line {
        let pairs = chain.len() > 1 && (!names_over || !chain.len().is_multiple_of(2));
        head.need("line", pairs, "a move has no jump, or half of one")?;
        for part in chain.windows(length).step_by(length.saturating_sub(1)) {
            let named = |j: &[usize; 3]| match *part {
                [from, over, to] => *j == [from, over, to],
                [from, to] => j[0] == from && j[2] == to,
                _ => false,
            };
            let legal = |j: &&[usize; 3]| {
                named(j)
                    && [(j[0], true), (j[1], true), (j[2], false)]
                        .iter()
                        .all(|(hole, has_peg)| position.has(*hole) == *has_peg)
            };
            puzzle.look(0)?;
            let jump = puzzle.leaving(part[0]).find(legal);
            let holes: Vec<String> = part.iter().map(usize::to_string).collect();
            head.need("line", jump.is_some(), format!("the jump {} is illegal", holes.join("-")))?;
            for hole in jump.into_iter().flatten() {
                position.flip(*hole);
            }
        }
    }
    let ends = position.len() == puzzle.pegs as usize
        && puzzle.finish.as_ref().is_none_or(|finish| *finish == position);
    let right = ends && line.len() == moves;
    head.need("line", right, format!("it does not end the puzzle in {moves} moves"))
}
