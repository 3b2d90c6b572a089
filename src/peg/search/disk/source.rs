//! Where the positions of a new level come from, bucket by bucket.

use crate::peg::search::disk::fault::Fault;
use crate::peg::search::disk::folder::level::StoredLevel;
use crate::peg::search::disk::folder::runs::Arrival;
use crate::peg::search::disk::store::Store;
use crate::peg::search::disk::weight::Weight;

/// What is written as a new level.
pub(crate) enum Source<'a, W> {
    /// All that came.
    Arrived(&'a Store<W>),
    /// What came and is in a level too, with the weights that came.
    ArrivedWithin(&'a Store<W>, &'a StoredLevel),
    /// What is in a level and came, or is in another level, with the weights of the first.
    Of(&'a StoredLevel, Other<'a>),
    /// What a function makes of a bucket.
    Made(&'a (dyn Fn(usize) -> Result<Vec<Arrival<W>>, Fault> + Sync)),
}

/// What else must hold of a position.
pub(crate) enum Other<'a> {
    Arrived(&'a Store<()>),
    In(&'a StoredLevel),
}

impl<W: Weight> Source<'_, W> {
    /// The positions of a bucket, in the order of their keys.
    pub(crate) fn bucket(&self, bucket: usize) -> Result<Vec<Arrival<W>>, Fault> {
        Ok(match self {
            Self::Arrived(store) => store.take(bucket)?,
            Self::ArrivedWithin(store, level) => {
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

/// Those of the first list that are in the second; both are sorted.
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
    fn what_two_lists_have_in_common() {
        let list = |keys: &[u32]| -> Vec<Arrival<()>> {
            keys.iter().map(|&key| Arrival { key, weight: () }).collect()
        };
        assert_eq!(common(list(&[1, 3, 5, 9]), &list(&[0, 3, 4, 9, 12])), list(&[3, 9]));
        assert_eq!(common(list(&[1, 3]), &list(&[])), []);
        assert_eq!(common(list(&[]), &list(&[2])), []);
    }
}
