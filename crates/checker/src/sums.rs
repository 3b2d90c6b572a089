//! Proofs that can be checked by adding up: solutions, markings, and weights with tolls.

use super::game::{Game, StatedBoard, set};
use super::head::{Checked, Head, Refusal, decimal, signed};

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

fn too_large() -> Refusal {
    Refusal::Wrong("a sum does not fit 64 bits".to_owned())
}

/// The total weight of a set of holes.
fn weigh(numbers: &[i64], set: u64) -> Checked<i64> {
    sum((0..).zip(numbers).filter(|(hole, _)| set >> *hole & 1 == 1).map(|(_, number)| number))
}

/// Checks that every jump touches an even number of marked holes, and that start and finish differ in parity.
pub(super) fn check_marking(head: &Head, game: &Game) -> Checked<()> {
    let bit = |word: &str| ["0", "1"].iter().position(|one| *one == word);
    let marks = head.words("marking", bit)?;
    head.need("marking", marks.len() == game.holes, format!("not {} words", game.holes))?;
    let marked = (0..).zip(marks).fold(0_u64, |set, (hole, mark)| set | (mark as u64) << hole);
    let is_odd = |set: u64| (set & marked).count_ones() & 1 == 1;
    let differ = game.finish != 0 && is_odd(game.start ^ game.finish);
    let why = "start and finish do not differ in the parity of their marked pegs";
    head.need("marking", differ, why)?;
    let odd = game.jumps.iter().find(|jump| is_odd(set(*jump)));
    let why = format!("jump {odd:?} touches an odd number of marked holes");
    head.need("marking", odd.is_none(), why)
}

/// Checks that the weights prove more than `most` moves.
///
/// A move that begins in hole `h` raises the weight of the pegs by at most `price` minus the toll of `h`;
/// `rises` bound the gain of the further jumps of a move. Each region is opened by a move that begins in it
/// and so pays its toll. A solution of `n` moves therefore satisfies: weight of the finish - weight of the
/// start + sum of the tolls <= `n` * `price`.
pub(super) fn check_weights(head: &Head, game: &Game, most: usize) -> Checked<()> {
    let (weights, rises) =
        (numbers(head, "weights", game.holes)?, numbers(head, "rises", game.holes)?);
    let tolls = numbers(head, "tolls", game.regions.len())?;
    let mut toll_of = vec![0_i64; game.holes];
    for (region, toll) in game.regions.iter().zip(&tolls) {
        let pays = *toll >= 0 && region & !game.start == 0;
        head.need("tolls", pays, format!("region {region:x} pays none"))?;
        let inside = (0..).zip(&mut toll_of).filter(|(hole, _)| region >> *hole & 1 == 1);
        for (_, paid) in inside {
            *paid = sum([&*paid, toll])?;
        }
    }
    head.need("rises", rises.iter().all(|rise| *rise >= 0), "a rise is below 0")?;
    let mut price = 0_i64;
    for &[from, over, to] in &game.jumps {
        let gained = sum([&weights[to], &rises[to]])?;
        let lost = sum([&weights[from], &weights[over]])?;
        let bounded = gained <= sum([&lost, &rises[from]])?;
        head.need("rises", bounded, format!("jump {from}-{to} adds more than that of {from}"))?;
        let paid = sum([&gained, &toll_of[from]])?;
        price = price.max(paid.checked_sub(lost).ok_or_else(too_large)?);
    }
    let mut lightest = weights.clone();
    lightest.sort_unstable();
    let heavy = match game.finish {
        0 => sum(lightest.iter().take(game.pegs as usize))?,
        finish => weigh(&weights, finish)?,
    };
    let owed = sum([&heavy, &sum(&tolls)?])?;
    let gain = owed.checked_sub(weigh(&weights, game.start)?).ok_or_else(too_large)?;
    let payable = i64::try_from(most).ok().and_then(|most| price.checked_mul(most));
    let proves = gain > payable.ok_or_else(too_large)?;
    head.need("weights", proves, format!("{gain} is to be gained, {price} are by each move"))
}

/// Checks that the line is a legal solution of `moves` moves.
pub(super) fn check_line(head: &Head, game: &Game, moves: usize) -> Checked<()> {
    let hole = |text: &str| decimal(text).and_then(|hole| usize::try_from(hole).ok());
    let chain = |word: &str| word.split('-').map(hole).collect();
    let line: Vec<Vec<usize>> = head.words("line", chain)?;
    let mut position = game.start;
    // If jumps are listed, several may lead from one hole to another, so a chain also names the holes leapt over.
    let names_over = matches!(game.board, StatedBoard::Listed { .. });
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
            let legal = |j: &&[usize; 3]| named(j) && position & set(*j) == set(&j[..2]);
            let jump = game.jumps.iter().find(legal).map(|jump| set(jump));
            let holes: Vec<String> = part.iter().map(usize::to_string).collect();
            head.need("line", jump.is_some(), format!("the jump {} is illegal", holes.join("-")))?;
            position ^= jump.unwrap_or(0);
        }
    }
    let ends = position.count_ones() == game.pegs && [0, position].contains(&game.finish);
    let right = ends && line.len() == moves;
    head.need("line", right, format!("it does not end the puzzle in {moves} moves"))
}
