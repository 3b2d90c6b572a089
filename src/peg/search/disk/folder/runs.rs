//! Arrivals, and sorted runs of them as bytes. For each arrival a run has the distance from the key before and
//! the weight. Both are variable-length numbers (LEB128): seven bits in each byte, low bits first, and the last
//! byte is below 128.

use crate::peg::search::disk::weight::Weight;

/// A position of a bucket, given by its key, with the weight that it was reached with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrival<W> {
    pub(crate) key: u32,
    pub(crate) weight: W,
}

/// The sum of weights does not fit into their type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// The bytes are not those of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged;

/// Lists of fewer arrivals are sorted by comparisons.
const FEW: usize = 1 << 8;

/// Sorts arrivals by key. Long lists are sorted by a radix sort, with one pass for each byte of the key.
fn sort<W: Weight>(arrivals: &mut Vec<Arrival<W>>) {
    if arrivals.len() < FEW {
        arrivals.sort_unstable_by_key(|arrival| arrival.key);
        return;
    }
    let mut counts = [[0usize; 256]; 4];
    for arrival in &*arrivals {
        for (count, byte) in counts.iter_mut().zip(arrival.key.to_le_bytes()) {
            count[usize::from(byte)] += 1;
        }
    }
    let mut sorted = arrivals.clone();
    for (number, mut places) in counts.into_iter().enumerate() {
        if places.contains(&arrivals.len()) {
            // This byte is the same in all keys.
            continue;
        }
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for arrival in &*arrivals {
            let place = &mut places[usize::from(arrival.key.to_le_bytes()[number])];
            sorted[*place] = *arrival;
            *place += 1;
        }
        std::mem::swap(arrivals, &mut sorted);
    }
}

/// Folds arrivals: sorts them by key, and adds up the weights of those with the same key.
pub(crate) fn fold<W: Weight>(arrivals: &mut Vec<Arrival<W>>) -> Result<(), Overflow> {
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
    if overflow { Err(Overflow) } else { Ok(()) }
}

/// Merges two folded lists.
pub(crate) fn merge<W: Weight>(
    a: &[Arrival<W>],
    b: &[Arrival<W>],
) -> Result<Vec<Arrival<W>>, Overflow> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].key.cmp(&b[j].key) {
            std::cmp::Ordering::Less => {
                all.push(a[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                all.push(b[j]);
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                let weight = a[i].weight.plus(b[j].weight).ok_or(Overflow)?;
                all.push(Arrival { key: a[i].key, weight });
                i += 1;
                j += 1;
            }
        }
    }
    all.extend_from_slice(&a[i..]);
    all.extend_from_slice(&b[j..]);
    Ok(all)
}

/// Encodes a folded list.
pub(crate) fn encode<W: Weight>(arrivals: &[Arrival<W>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * arrivals.len());
    let mut next = 0;
    for arrival in arrivals {
        let key = u128::from(arrival.key);
        write(&mut bytes, key - next);
        next = key + 1;
        if W::IS_NUMBER {
            write(&mut bytes, arrival.weight.number());
        }
    }
    bytes
}

/// Decodes `count` arrivals, which have to take up all of the bytes, and appends them to others.
pub(crate) fn decode<W: Weight>(
    mut bytes: &[u8],
    count: usize,
    with_numbers: bool,
    arrivals: &mut Vec<Arrival<W>>,
) -> Result<(), Damaged> {
    // A damaged count must not allocate memory. Each arrival takes at least one byte.
    if count > bytes.len() {
        return Err(Damaged);
    }
    arrivals.reserve(count);
    let mut next = 0u128;
    for _ in 0..count {
        let key = read(&mut bytes)?.checked_add(next).ok_or(Damaged)?;
        let number = if with_numbers { read(&mut bytes)? } else { 0 };
        next = key + 1;
        let key = key.try_into().map_err(|_| Damaged)?;
        arrivals.push(Arrival { key, weight: W::of(number).ok_or(Damaged)? });
    }
    if bytes.is_empty() { Ok(()) } else { Err(Damaged) }
}

fn write(bytes: &mut Vec<u8>, mut number: u128) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read(bytes: &mut &[u8]) -> Result<u128, Damaged> {
    let mut number = 0u128;
    for shift in (0..128).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(Damaged)?;
        *bytes = rest;
        let part = u128::from(byte & 127);
        if shift == 126 && part > 3 {
            return Err(Damaged);
        }
        number |= part << shift;
        if byte < 128 {
            return Ok(number);
        }
    }
    Err(Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::search::space::random::Random;

    fn arrivals<W: Weight>(list: &[(u32, u128)]) -> Vec<Arrival<W>> {
        let arrival = |&(key, number): &(u32, u128)| Arrival {
            key,
            weight: W::of(number).expect("a number that fits"),
        };
        list.iter().map(arrival).collect()
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
            let bytes = encode(&all);
            let mut again = Vec::new();
            assert_eq!(decode(&bytes, list.len(), true, &mut again), Ok(()));
            assert_eq!(again, all);
            for cut in 0..bytes.len() {
                let mut again = Vec::<Arrival<u128>>::new();
                assert_eq!(decode(&bytes[..cut], list.len(), true, &mut again), Err(Damaged));
            }
            let mut again = Vec::<Arrival<u128>>::new();
            assert_eq!(decode(&bytes, list.len() + 1, true, &mut again), Err(Damaged));
        }
        // A key beyond 32 bits, and a number that never ends.
        let mut none = Vec::<Arrival<()>>::new();
        assert_eq!(decode(&[255, 255, 255, 255, 16], 1, false, &mut none), Err(Damaged));
        assert_eq!(decode(&[255; 40], 1, false, &mut none), Err(Damaged));
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
    }

    #[test]
    fn folding_and_merging_add_up_equal_keys() {
        let mut list = arrivals::<u64>(&[(7, 1), (3, 2), (7, 4), (3, 8), (9, 1)]);
        assert_eq!(fold(&mut list), Ok(()));
        assert_eq!(list, arrivals(&[(3, 10), (7, 5), (9, 1)]));
        let other = arrivals::<u64>(&[(1, 1), (7, 2), (12, 1)]);
        assert_eq!(merge(&list, &other), Ok(arrivals(&[(1, 1), (3, 10), (7, 7), (9, 1), (12, 1)])));
        let most = u128::from(u64::MAX);
        assert_eq!(fold(&mut arrivals::<u64>(&[(1, most), (1, 1)])), Err(Overflow));
        assert_eq!(merge(&arrivals::<u64>(&[(1, most)]), &arrivals(&[(1, 1)])), Err(Overflow));
    }
}
