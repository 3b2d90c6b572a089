//! Runs as bytes: some buckets of a level, with a digest.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `soliterR` |
//! | 16 | the puzzle and the question, as the first bytes of a SHA-256 |
//! | 32 | the name of the level, filled up with zeros |
//! | 4, 4, 4 | the first bucket, the distance from one bucket to the next, and the number of buckets |
//! | 1 | bit 0: a position was pruned that lines of more moves may pass |
//! | 16 | the sum of the counts of all positions |
//! | 32 | the SHA-256 of the body |
//! | 8 | the first bytes of the SHA-256 of everything above |
//! | | the body, which has the form of a file of a level (`folder/level.rs`) |
//!
//! Numbers are little-endian. A run whose bytes have changed is an error wherever it is read.

use sha2::{Digest as _, Sha256};

use crate::disk::fault::Fault;
use crate::disk::kernel::arrivals::{self, Arrival};
use crate::disk::kernel::weight::Weight;

const MAGIC: [u8; 8] = *b"soliterR";
const NAME: usize = 32;
const DIGEST: usize = 32;
/// The bytes before the digest of the body.
const FIXED: usize = 8 + 16 + NAME + 12 + 1 + 16;
/// The bytes before the body.
pub(crate) const HEAD: usize = FIXED + DIGEST + 8;

const BODY_MAGIC: [u8; 8] = *b"soliterL";
/// The bytes of a bucket in the index of a body.
pub(crate) const ENTRY: usize = 16;
/// The bytes after the index: the number of buckets, whether there are numbers, and the magic bytes.
pub(crate) const TAIL: usize = 8 + 1 + BODY_MAGIC.len();

/// The positions of one bucket as bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Encoded {
    pub(crate) bytes: Vec<u8>,
    /// The number of positions.
    pub(crate) count: usize,
    /// The sum of their counts.
    pub(crate) total: u128,
}

impl Encoded {
    /// The bytes of a folded list.
    pub(crate) fn of<W: Weight>(folded: &[Arrival<W>]) -> Result<Self, Fault> {
        let mut bytes = Vec::new();
        arrivals::encode(folded, &mut bytes);
        let mut total = 0u128;
        if W::IS_COUNT {
            let mut numbers = folded.iter().map(|arrival| arrival.weight.number());
            total = numbers.try_fold(0, u128::checked_add).ok_or(Fault::Overflow)?;
        }
        Ok(Self { bytes, count: folded.len(), total })
    }
}

/// The index and the tail of a body, given the bytes and the positions of its buckets.
pub(crate) fn end_of_body(buckets: &[(usize, usize)], with_numbers: bool) -> Vec<u8> {
    let mut end = Vec::with_capacity(buckets.len() * ENTRY + TAIL);
    for &(bytes, count) in buckets {
        end.extend((bytes as u64).to_le_bytes());
        end.extend((count as u64).to_le_bytes());
    }
    end.extend((buckets.len() as u64).to_le_bytes());
    end.push(u8::from(with_numbers));
    end.extend(BODY_MAGIC);
    end
}

/// Where the buckets of a body are, and whether its positions have numbers. `end` is the last part of a body of
/// `length` bytes; `None` if it does not fit `expected` buckets.
pub(crate) fn read_end(end: &[u8], length: u64, expected: usize) -> Option<(bool, Vec<Stretch>)> {
    let entries = expected.checked_mul(ENTRY)?;
    let end = end.len().checked_sub(entries.checked_add(TAIL)?).map(|from| &end[from..])?;
    let (entries, tail) = end.split_at(entries);
    if tail[..8] != (expected as u64).to_le_bytes() || tail[9..] != BODY_MAGIC || tail[8] > 1 {
        return None;
    }
    let start = length.checked_sub(end.len() as u64)?;
    let (mut at, mut buckets) = (0u64, Vec::with_capacity(expected));
    let (numbers, _) = entries.as_chunks();
    for entry in numbers.chunks_exact(2) {
        let [bytes, count] = [entry[0], entry[1]].map(u64::from_le_bytes);
        let end = at.checked_add(bytes).filter(|&end| end <= start)?;
        buckets.push(Stretch { at, bytes: bytes as usize, count: count as usize });
        at = end;
    }
    (at == start).then_some((tail[8] == 1, buckets))
}

/// The place of a bucket in a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub(crate) at: u64,
    pub(crate) bytes: usize,
    /// The number of its positions.
    pub(crate) count: usize,
}

/// The header of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// The puzzle and the question.
    pub(crate) of: [u8; 16],
    pub(crate) level: String,
    /// The buckets are `first`, `first + stride` and so on.
    pub(crate) first: usize,
    pub(crate) stride: usize,
    pub(crate) buckets: usize,
    pub(crate) cut: bool,
    /// The sum of the counts of all positions.
    pub(crate) total: u128,
}

/// A run whose digest was correct.
pub(crate) struct Run<'a> {
    pub(crate) head: Head,
    pub(crate) with_numbers: bool,
    stretches: Vec<Stretch>,
    body: &'a [u8],
}

fn damaged(why: &'static str) -> Fault {
    Fault::Run(why)
}

/// The bytes of a run of these buckets.
pub(crate) fn write(
    head: &Head,
    with_numbers: bool,
    buckets: &[Encoded],
) -> Result<Vec<u8>, Fault> {
    let length = buckets.iter().map(|bucket| bucket.bytes.len()).sum::<usize>();
    let mut bytes = Vec::with_capacity(HEAD + length + buckets.len() * ENTRY + TAIL);
    bytes.resize(HEAD, 0);
    for bucket in buckets {
        bytes.extend_from_slice(&bucket.bytes);
    }
    let places: Vec<_> = buckets.iter().map(|bucket| (bucket.bytes.len(), bucket.count)).collect();
    bytes.extend(end_of_body(&places, with_numbers));
    put_head(head, &mut bytes)?;
    Ok(bytes)
}

/// The bytes of a run with this body, which is the content of a file of a level.
pub(crate) fn with_body(head: &Head, body: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::with_capacity(HEAD + body.len());
    bytes.resize(HEAD, 0);
    bytes.extend_from_slice(body);
    put_head(head, &mut bytes)?;
    Ok(bytes)
}

/// Writes the head of a run before its body.
fn put_head(head: &Head, bytes: &mut [u8]) -> Result<(), Fault> {
    let Head { of, level, first, stride, buckets, cut, total } = head;
    if level.len() > NAME {
        return Err(damaged("the name of its level is too long"));
    }
    let (before, body) = bytes.split_at_mut(HEAD);
    let mut put = Vec::with_capacity(HEAD);
    put.extend(MAGIC);
    put.extend(of);
    put.extend(level.as_bytes());
    put.resize(8 + 16 + NAME, 0);
    for number in [first, stride, buckets] {
        put.extend((*number as u32).to_le_bytes());
    }
    put.push(u8::from(*cut));
    put.extend(total.to_le_bytes());
    put.extend(Sha256::digest(&*body));
    let check = Sha256::digest(&put);
    put.extend(&check[..8]);
    before.copy_from_slice(&put);
    Ok(())
}

impl<'a> Run<'a> {
    /// Reads a run, and compares its digest with its bytes.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, Fault> {
        let (before, body) =
            bytes.split_at_checked(HEAD).ok_or_else(|| damaged("it has too few bytes"))?;
        if before[..8] != MAGIC {
            return Err(damaged("it does not begin as a run does"));
        }
        let (checked, check) = before.split_at(HEAD - 8);
        let (fixed, digest) = checked.split_at(FIXED);
        if check != &Sha256::digest(checked)[..8] || digest != Sha256::digest(body).as_slice() {
            return Err(damaged("its bytes are not those of its digest"));
        }
        let (of, rest) = fixed[8..].split_at(16);
        let (name, rest) = rest.split_at(NAME);
        let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
        let level = std::str::from_utf8(name).map_err(|_| damaged("its level has no name"))?;
        let (numbers, _) = rest[..12].as_chunks();
        let [first, stride, buckets] =
            [0, 1, 2].map(|at: usize| u32::from_le_bytes(numbers[at]) as usize);
        let mut total = [0; 16];
        total.copy_from_slice(&rest[13..29]);
        let (with_numbers, stretches) = read_end(body, body.len() as u64, buckets)
            .ok_or_else(|| damaged("its index is not that of its buckets"))?;
        let mut id = [0; 16];
        id.copy_from_slice(of);
        let head = Head {
            of: id,
            level: level.to_owned(),
            first,
            stride,
            buckets,
            cut: rest[12] & 1 == 1,
            total: u128::from_le_bytes(total),
        };
        Ok(Self { head, with_numbers, stretches, body })
    }

    /// The numbers of the buckets.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> + use<> {
        let Head { first, stride, buckets, .. } = self.head;
        (0..buckets).map(move |at| first + at * stride)
    }

    /// The place of a bucket in the run, if the run has it.
    pub(crate) fn place(&self, bucket: usize) -> Option<usize> {
        let Head { first, stride, buckets, .. } = self.head;
        let distance = bucket.checked_sub(first)?;
        (distance % stride == 0).then_some(distance / stride).filter(|&at| at < buckets)
    }

    /// The positions of the bucket at a place, in ascending order of their keys.
    pub(crate) fn bucket<W: Weight>(&self, at: usize) -> Result<Vec<Arrival<W>>, Fault> {
        let Stretch { at, bytes, count } = self.stretches[at];
        let bytes = &self.body[at as usize..at as usize + bytes];
        let mut all = Vec::new();
        arrivals::decode_all(bytes, count, self.with_numbers, &mut all)
            .ok_or_else(|| damaged("it has no positions where its index says so"))?;
        Ok(all)
    }

    /// The bytes of the body, which are those of a file.
    pub(crate) fn body(&self) -> &'a [u8] {
        self.body
    }
}
