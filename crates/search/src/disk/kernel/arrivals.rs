//! Arrivals, and sorted runs of them as bytes. For each arrival, a run has the distance from the previous key,
//! and the weight. Both are variable-length numbers (LEB128): seven bits in each byte, low bits first, and the
//! last byte is below 128.

use crate::{disk::fault::Fault, disk::kernel::weight::Weight};

/// A position of a bucket, given by its key, with the weight of one way to reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival<W> {
    pub(crate) key: u32,
    pub(crate) weight: W,
}

/// Lists of fewer arrivals are sorted by comparisons.
const FEW: usize = 1 << 8;

/// Sorts arrivals by key. Long lists are sorted by a radix sort, whose digits have about half as many values as there
/// are arrivals: a list of 5,000 keys of 20 bits takes two passes.
fn sort<W: Weight>(arrivals: &mut Vec<Arrival<W>>) {
    if arrivals.len() < FEW {
        arrivals.sort_unstable_by_key(|arrival| arrival.key);
        return;
    }
    let bits = u32::BITS - arrivals.iter().fold(0, |all, one| all | one.key).leading_zeros();
    let passes = bits.div_ceil((arrivals.len().ilog2() - 1).min(11));
    let digit = bits.div_ceil(passes.max(1));
    let mut places = vec![0usize; 1 << digit];
    let mut sorted = arrivals.clone();
    for pass in 0..passes {
        let value = |arrival: &Arrival<W>| {
            let rest = arrival.key >> (pass * digit);
            rest as usize & ((1 << digit) - 1)
        };
        places.fill(0);
        for arrival in &*arrivals {
            places[value(arrival)] += 1;
        }
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for arrival in &*arrivals {
            let place = &mut places[value(arrival)];
            sorted[*place] = *arrival;
            *place += 1;
        }
        std::mem::swap(arrivals, &mut sorted);
    }
}

/// Folds arrivals: sorts them by key, and adds up the weights of those with the same key.
pub(crate) fn fold<W: Weight>(arrivals: &mut Vec<Arrival<W>>) -> Result<(), Fault> {
    sort(arrivals);
    let mut overflow = false;
    arrivals.dedup_by(|later, kept| {
        let same = later.key == kept.key;
        if same {
            match kept.weight.plus(later.weight) {
                Some(sum) => kept.weight = sum,
                None => overflow = true,
            }
        }
        same
    });
    if overflow { Err(Fault::Overflow) } else { Ok(()) }
}

/// Merges two folded lists.
pub(crate) fn merge<W: Weight>(
    a: &[Arrival<W>],
    b: &[Arrival<W>],
) -> Result<Vec<Arrival<W>>, Fault> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    let mut overflow = false;
    while i < a.len() && j < b.len() {
        // Branch-free, since branches could not be predicted here.
        let (ahead, behind) = (a[i], b[j]);
        let (from_a, from_b) = (ahead.key <= behind.key, behind.key <= ahead.key);
        let sum = ahead.weight.plus(behind.weight);
        overflow |= from_a & from_b & sum.is_none();
        let one = if from_a { ahead.weight } else { behind.weight };
        let weight = if from_a & from_b { sum.unwrap_or(one) } else { one };
        all.push(Arrival { key: ahead.key.min(behind.key), weight });
        i += usize::from(from_a);
        j += usize::from(from_b);
    }
    if overflow {
        return Err(Fault::Overflow);
    }
    all.extend_from_slice(&a[i..]);
    all.extend_from_slice(&b[j..]);
    Ok(all)
}

/// The arrivals of the first list whose keys are in the second. Both lists are folded.
pub(crate) fn common<V: Weight, W: Weight>(
    mut kept: Vec<Arrival<V>>,
    other: &[Arrival<W>],
) -> Vec<Arrival<V>> {
    let mut is_in_other = lookup(other);
    kept.retain(|arrival| is_in_other(arrival.key));
    kept
}

/// The arrivals of the first list whose keys are not in the second. Both lists are folded.
pub(crate) fn without<V: Weight, W: Weight>(
    mut kept: Vec<Arrival<V>>,
    other: &[Arrival<W>],
) -> Vec<Arrival<V>> {
    let mut is_in_other = lookup(other);
    kept.retain(|arrival| !is_in_other(arrival.key));
    kept
}

/// The least key that is in both of two folded lists.
pub(crate) fn first_common<V, W>(a: &[Arrival<V>], b: &[Arrival<W>]) -> Option<u32> {
    let mut is_in_b = lookup(b);
    a.iter().map(|arrival| arrival.key).find(|&key| is_in_b(key))
}

/// Returns a function that tells whether a folded list has a key. It must be called with keys in ascending
/// order.
fn lookup<W>(list: &[Arrival<W>]) -> impl FnMut(u32) -> bool {
    let mut rest = list.iter().peekable();
    move |key| {
        while rest.next_if(|other| other.key < key).is_some() {}
        rest.peek().is_some_and(|other| other.key == key)
    }
}

/// Appends the run of a folded list to some bytes.
pub(crate) fn encode<W: Weight>(arrivals: &[Arrival<W>], bytes: &mut Vec<u8>) {
    bytes.reserve(2 * arrivals.len());
    let mut next = 0;
    for arrival in arrivals {
        let key = u128::from(arrival.key);
        write(bytes, key - next);
        next = key + 1;
        if W::IS_NUMBER {
            write(bytes, arrival.weight.number());
        }
    }
}

/// Appends the `count` arrivals in some bytes to others; `None` if the bytes are not exactly `count`
/// arrivals.
pub(crate) fn decode_all<W: Weight>(
    mut bytes: &[u8],
    count: usize,
    with_numbers: bool,
    arrivals: &mut Vec<Arrival<W>>,
) -> Option<()> {
    decode(&mut bytes, count, with_numbers, arrivals)?;
    bytes.is_empty().then_some(())
}

/// Takes a run of `count` arrivals from the front of some bytes, and appends the arrivals to others; `None` if
/// the bytes are not those of such a run.
fn decode<W: Weight>(
    bytes: &mut &[u8],
    count: usize,
    with_numbers: bool,
    arrivals: &mut Vec<Arrival<W>>,
) -> Option<()> {
    // A damaged count must not allocate memory. Each arrival takes at least one byte.
    if count > bytes.len() {
        return None;
    }
    arrivals.reserve(count);
    let mut next = 0u128;
    for _ in 0..count {
        let key = u32::try_from(read(bytes)?.checked_add(next)?).ok()?;
        let number = if with_numbers { read(bytes)? } else { 0 };
        next = u128::from(key) + 1;
        arrivals.push(Arrival { key, weight: W::of(number)? });
    }
    Some(())
}

fn write(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read(bytes: &mut &[u8]) -> Option<u128> {
    let mut number = 0u128;
    for shift in (0..128).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u128::from(byte & 127);
        if shift == 126 && part > 3 {
            return None;
        }
        number |= part << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::random::Random;

    fn arrivals<W: Weight>(list: &[(u32, u128)]) -> Vec<Arrival<W>> {
        let arrival = |&(key, number): &(u32, u128)| Arrival {
            key,
            weight: W::of(number).expect("a number that fits"),
        };
        list.iter().map(arrival).collect()
    }

    fn decoded<W: Weight>(bytes: &[u8], count: usize) -> Option<Vec<Arrival<W>>> {
        let mut all = Vec::new();
        decode_all(bytes, count, W::IS_NUMBER, &mut all).map(|()| all)
    }

    #[test]
    fn runs_are_decoded_as_they_were_encoded() {
        let lists: [&[(u32, u128)]; 4] = [
            &[],
            &[(0, 1)],
            &[(0, 0), (1, 127), (2, 128), (300, u128::from(u64::MAX))],
            &[(5, 1 << 126), (u32::MAX, 3)],
        ];
        for list in lists {
            let all = arrivals::<u128>(list);
            let mut bytes = Vec::new();
            encode(&all, &mut bytes);
            for cut in 0..bytes.len() {
                assert_eq!(decoded::<u128>(&bytes[..cut], list.len()), None);
            }
            assert_eq!(decoded::<u128>(&bytes, list.len() + 1), None);
            assert_eq!(decoded(&bytes, list.len()), Some(all));
        }
        // A key beyond 32 bits, then one with the largest possible distance, and a number that never ends.
        assert_eq!(decoded::<()>(&[255, 255, 255, 255, 16], 1), None);
        assert_eq!(decoded::<()>(&[&[255; 18][..], &[3]].concat(), 1), None);
        assert_eq!(decoded::<()>(&[255; 40], 1), None);
    }

    #[test]
    fn radix_sort_sorts() {
        let mut random = Random::new();
        for (length, bits) in [(0, 1), (255, 32), (256, 32), (1_000, 5), (3_000, 22), (3_000, 32)] {
            let list: Vec<(u32, u128)> = (0..length)
                .map(|number| ((random.word() >> 32) as u32 >> (32 - bits), number))
                .collect();
            let mut sorted = arrivals::<u64>(&list);
            sort(&mut sorted);
            assert!(sorted.is_sorted_by_key(|arrival| arrival.key), "{length} {bits}");
            let mut numbers: Vec<u64> = sorted.iter().map(|arrival| arrival.weight).collect();
            let kept = |arrival: &Arrival<u64>| list[arrival.weight as usize].0 == arrival.key;
            assert!(sorted.iter().all(kept));
            numbers.sort_unstable();
            assert_eq!(numbers, (0..length as u64).collect::<Vec<_>>());
        }
        for key in [0, 7, u32::MAX] {
            let mut same = vec![Arrival { key, weight: () }; 300];
            sort(&mut same);
            assert_eq!(same, [Arrival { key, weight: () }; 300]);
        }
    }

    #[test]
    fn folding_and_merging_add_up_equal_keys() {
        let mut list = arrivals::<u64>(&[(7, 1), (3, 2), (7, 4), (3, 8), (9, 1)]);
        fold(&mut list).expect("no overflow");
        assert_eq!(list, arrivals(&[(3, 10), (7, 5), (9, 1)]));
        let other = arrivals::<u64>(&[(1, 1), (7, 2), (12, 1)]);
        let merged = merge(&list, &other).expect("no overflow");
        assert_eq!(merged, arrivals(&[(1, 1), (3, 10), (7, 7), (9, 1), (12, 1)]));
        let most = u128::from(u64::MAX);
        let overflow = fold(&mut arrivals::<u64>(&[(1, most), (1, 1)]));
        assert!(matches!(overflow, Err(Fault::Overflow)));
        let overflow = merge(&arrivals::<u64>(&[(1, most)]), &arrivals(&[(1, 1)]));
        assert!(matches!(overflow, Err(Fault::Overflow)));
    }

    #[test]
    fn lists_have_their_common_keys() {
        let list = |keys: &[u32]| -> Vec<Arrival<()>> {
            keys.iter().map(|&key| Arrival { key, weight: () }).collect()
        };
        assert_eq!(common(list(&[1, 3, 5, 9]), &list(&[0, 3, 4, 9, 12])), list(&[3, 9]));
        assert_eq!(common(list(&[1, 3]), &list(&[])), []);
        assert_eq!(common(list(&[]), &list(&[2])), []);
    }
}
