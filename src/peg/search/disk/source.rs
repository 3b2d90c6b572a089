//! The positions of a new level, bucket by bucket, from the arrivals and the levels that they come from.

use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::Weight;

/// The positions that are written as a new level.
pub(crate) enum Source<'a, W> {
    /// All arrivals, or only those that are also in a level.
    Arrived(&'a Store<W>, Option<&'a StoredLevel>),
    /// The positions of a level that are also found elsewhere, with the weights of the level.
    Of(&'a StoredLevel, Other<'a>),
    /// The positions that a function returns for a bucket.
    Made(&'a (dyn Fn(usize) -> Result<Vec<Arrival<W>>, Fault> + Sync)),
}

/// Where else a position has to be found.
pub(crate) enum Other<'a> {
    Arrived(&'a Store<()>),
    In(&'a StoredLevel),
}

impl<W: Weight> Source<'_, W> {
    /// The positions of a bucket, in ascending order of their keys.
    pub(crate) fn bucket(&self, bucket: usize) -> Result<Vec<Arrival<W>>, Fault> {
        Ok(match self {
            Self::Arrived(store, None) => store.take(bucket)?,
            Self::Arrived(store, Some(level)) => {
                common(store.take(bucket)?, &level.bucket::<()>(bucket)?)
            }
            Self::Of(level, Other::Arrived(store)) => {
                common(level.bucket(bucket)?, &store.take(bucket)?)
            }
            Self::Of(level, Other::In(other)) => {
                common(level.bucket(bucket)?, &other.bucket::<()>(bucket)?)
            }
            Self::Made(make) => make(bucket)?,
        })
    }
}

/// The arrivals of the first list whose keys are in the second. Both lists are sorted.
pub(crate) fn common<V: Weight, W: Weight>(
    mut kept: Vec<Arrival<V>>,
    other: &[Arrival<W>],
) -> Vec<Arrival<V>> {
    let mut rest = other.iter().peekable();
    kept.retain(|arrival| {
        while rest.next_if(|other| other.key < arrival.key).is_some() {}
        rest.peek().is_some_and(|other| other.key == arrival.key)
    });
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

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
