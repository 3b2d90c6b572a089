//! What a person can add up: lines, markings, and weights with tolls.

use super::game::{Game, set};
use super::head::{Checked, Head, need, words};

/// A whole number for each of so many holes or regions, small enough that no sum overflows.
fn numbers(head: &Head, key: &str, number: usize) -> Checked<Vec<i64>> {
    let all = words(head, key, |word| word.parse().ok().filter(|n: &i64| n.unsigned_abs() < 1 << 32))?;
    need(all.len() == number, format!("line \"{key}\" has {} numbers, not {number}", all.len()))?;
    Ok(all)
}

fn weigh(weights: &[i64], set: u64) -> i64 {
    (0..).zip(weights).map(|(hole, weight)| weight * (set >> hole & 1) as i64).sum()
}

/// Every jump touches an even number of marked holes, and start and finish differ in parity.
pub(super) fn check_marking(head: &Head, game: &Game) -> Checked<usize> {
    let marking = numbers(head, "marking", game.holes)?;
    let is_odd = |set| weigh(&marking, set) % 2 != 0;
    let differ = game.finish != 0 && is_odd(game.start ^ game.finish);
    need(differ, "start and finish do not differ in the parity of their marked pegs")?;
    let odd = game.jumps.iter().find(|jump| is_odd(set(*jump)));
    need(odd.is_none(), format!("jump {odd:?} touches an odd number of marked holes"))?;
    Ok(0)
}

/// No move raises the weight of the pegs by more than a price less the toll of the hole it begins in.
/// A region is opened by a move that begins in it, so that its toll is paid; so the tolls and what the
/// finish weighs more than the start take more than `most` moves. `rises` bound what further jumps of a
/// peg add.
pub(super) fn check_weights(head: &Head, game: &Game, most: usize) -> Checked<usize> {
    let (weights, rises) =
        (numbers(head, "weights", game.holes)?, numbers(head, "rises", game.holes)?);
    let tolls = numbers(head, "tolls", game.regions.len())?;
    let (mut gain, mut price, mut toll_of) = (-weigh(&weights, game.start), 0, vec![0; game.holes]);
    for (region, toll) in game.regions.iter().zip(&tolls) {
        need(*toll >= 0 && region & !game.start == 0, format!("region {region:x} pays no toll"))?;
        gain += toll;
        (0..).zip(&mut toll_of).for_each(|(hole, sum)| *sum += toll * (region >> hole & 1) as i64);
    }
    for &[from, over, to] in &game.jumps {
        let rise = weights[to] - weights[from] - weights[over] + rises[to];
        let right = 0 <= rises[to] && rise <= rises[from];
        need(right, format!("jump {from}-{to} adds more than the rise of {from}"))?;
        price = price.max(rise + toll_of[from]);
    }
    let mut lightest = weights.clone();
    lightest.sort_unstable();
    let few = lightest[..game.pegs as usize].iter().sum();
    gain += if game.finish == 0 { few } else { weigh(&weights, game.finish) };
    need(gain > price * most as i64, format!("{gain} is to be gained, {price} are by each move"))?;
    Ok(0)
}

/// A legal line of so many moves from the start to the finish.
pub(super) fn check_line(head: &Head, game: &Game, moves: usize) -> Checked<usize> {
    let chain = |word: &str| word.split('-').map(|hole| hole.parse().ok()).collect();
    let line: Vec<Vec<usize>> = words(head, "line", chain)?;
    let mut position = game.start;
    for pair in line.iter().flat_map(|chain| chain.windows(2)) {
        let legal = |j: &&[usize; 3]| pair == [j[0], j[2]] && position & set(*j) == set(&j[..2]);
        let jump = game.jumps.iter().find(legal).map(|jump| set(jump));
        need(jump.is_some(), format!("jump {}-{} of the line is illegal", pair[0], pair[1]))?;
        position ^= jump.unwrap_or(0);
    }
    let ends = position.count_ones() == game.pegs && [0, position].contains(&game.finish);
    need(
        ends && line.len() == moves,
        format!("the line does not end the puzzle in {moves} moves"),
    )?;
    Ok(moves)
}
