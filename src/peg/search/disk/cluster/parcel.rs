//! What workers send to each other: arrivals for several buckets of one worker.
//!
//! The bytes of a parcel are, with low bytes first:
//!
//! 1. the worker, the number of packets, and the width of a number in bytes, in four bytes each;
//! 2. for each packet its bucket and its length, in four bytes each;
//! 3. all keys, in four bytes each;
//! 4. all numbers, in as many bytes as the width says;
//! 5. padding to a multiple of eight bytes, of which the last byte is 1.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::weight::Weight;

/// Arrivals for one worker.
#[derive(Clone)]
pub(super) struct Parcel<W> {
    /// The worker.
    pub(super) to: usize,
    /// The bucket of each packet, with the number of its arrivals.
    pub(super) packets: Vec<(u32, u32)>,
    /// The arrivals of all packets, one packet after the other.
    pub(super) arrivals: Vec<Arrival<W>>,
    /// Whether the bytes that were received are not those of a parcel.
    pub(super) damaged: bool,
}

impl<W> Default for Parcel<W> {
    fn default() -> Self {
        Self { to: 0, packets: Vec::new(), arrivals: Vec::new(), damaged: false }
    }
}

impl<W: Weight> Parcel<W> {
    /// The number of bytes that the largest number needs.
    fn width(&self) -> usize {
        let largest = self.arrivals.iter().map(|arrival| arrival.weight.number()).max();
        (128 - largest.unwrap_or(0).leading_zeros()).div_ceil(8) as usize
    }

    fn length(&self, width: usize) -> usize {
        let length = 12 + 8 * self.packets.len() + (4 + width) * self.arrivals.len();
        (length + 1).next_multiple_of(8)
    }

    /// Reads a parcel; `None` if the bytes are not those of a parcel.
    fn read(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| {
            let word = bytes.get(at..at + 4)?;
            Some(u32::from_le_bytes(word.try_into().ok()?))
        };
        let (to, packets, width) = (word(0)? as usize, word(4)? as usize, word(8)? as usize);
        let keys = 12 + packets.checked_mul(8)?;
        bytes.get(..keys)?;
        let packets: Vec<(u32, u32)> = (12..keys)
            .step_by(8)
            .map(|at| Some((word(at)?, word(at + 4)?)))
            .collect::<Option<_>>()?;
        let count: usize = packets.iter().map(|&(_, length)| length as usize).sum();
        let numbers = keys.checked_add(count.checked_mul(4)?)?;
        let end = numbers.checked_add(count.checked_mul(width)?)?;
        let keys = bytes.get(keys..numbers)?.chunks_exact(4);
        let mut numbers = bytes.get(numbers..end)?;
        let arrival = |key: &[u8]| {
            let (number, rest) = numbers.split_at_checked(width)?;
            numbers = rest;
            let number = number.iter().rev().fold(0, |sum, &byte| sum << 8 | u128::from(byte));
            Some(Arrival { key: u32::from_le_bytes(key.try_into().ok()?), weight: W::of(number)? })
        };
        let arrivals = keys.map(arrival).collect::<Option<_>>()?;
        Some(Self { to, packets, arrivals, damaged: false })
    }
}

impl<W> Accountable for Parcel<W> {
    fn record_count(&self) -> i64 {
        i64::from(!self.packets.is_empty() || self.damaged)
    }
}

impl<W: Weight> ContainerBytes for Parcel<W> {
    fn from_bytes(bytes: Bytes) -> Self {
        Self::read(&bytes).unwrap_or_else(|| Self { damaged: true, ..Self::default() })
    }

    fn length_in_bytes(&self) -> usize {
        self.length(self.width())
    }

    fn into_bytes<T: Write>(&self, writer: &mut T) {
        let width = self.width();
        let length = self.length(width);
        let mut bytes = Vec::with_capacity(length);
        for number in [self.to, self.packets.len(), width] {
            bytes.extend_from_slice(&(number as u32).to_le_bytes());
        }
        for (bucket, count) in &self.packets {
            bytes.extend_from_slice(&bucket.to_le_bytes());
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        for arrival in &self.arrivals {
            bytes.extend_from_slice(&arrival.key.to_le_bytes());
        }
        if width > 0 {
            for arrival in &self.arrivals {
                bytes.extend_from_slice(&arrival.weight.number().to_le_bytes()[..width]);
            }
        }
        bytes.resize(length - 1, 0);
        bytes.push(1);
        // Writing cannot fail: the writer is memory of the right length.
        let _ = writer.write_all(&bytes);
    }
}

/// Routes each parcel to its worker.
pub(super) struct Carrier;

impl<W: Weight> Distributor<Parcel<W>> for Carrier {
    fn partition<T: Clone, P: Push<Message<T, Parcel<W>>>>(
        &mut self,
        parcel: &mut Parcel<W>,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        if let Some(pusher) = pushers.get_mut(parcel.to) {
            Message::push_at(parcel, stamp.clone(), pusher);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel<W>>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back<W: Weight + std::fmt::Debug + PartialEq>(numbers: &[u128]) {
        let arrivals: Vec<Arrival<W>> = (7..)
            .zip(numbers)
            .map(|(key, &number)| Arrival { key, weight: W::of(number).expect("it fits") })
            .collect();
        let packets = vec![(3, 1), (4095, numbers.len() as u32 - 1)];
        let parcel = Parcel { to: 5, packets, arrivals, damaged: false };
        let mut bytes = Vec::new();
        parcel.into_bytes(&mut bytes);
        assert_eq!((bytes.len(), bytes.len() % 8), (parcel.length_in_bytes(), 0));
        assert_eq!(bytes.last(), Some(&1));
        let again = Parcel::<W>::read(&bytes).expect("a parcel");
        assert_eq!((again.to, &again.packets), (5, &parcel.packets));
        assert_eq!(again.arrivals, parcel.arrivals);
        for cut in 0..bytes.len() - 8 {
            assert!(Parcel::<W>::read(&bytes[..cut]).is_none(), "{cut}");
        }
    }

    #[test]
    fn a_parcel_arrives_as_it_was_sent() {
        there_and_back::<()>(&[0, 0, 0]);
        there_and_back::<u64>(&[0, 0]);
        there_and_back::<u64>(&[1, 255, 256, u64::MAX.into()]);
        there_and_back::<u128>(&[1 << 127, 3]);
        assert!(Parcel::<()>::read(&[255; 64]).is_none());
        assert!(Parcel::<u64>::read(&[]).is_none());
    }
}
