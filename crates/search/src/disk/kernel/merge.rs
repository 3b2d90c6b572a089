//! Merges the arrivals in a bucket: which of them are kept, and their counts.

use std::sync::atomic::Ordering::Relaxed;

use crate::bounds::Bounds;
use crate::count::LevelCount;
use crate::disk::kernel::arrivals::{self, Arrival};
use crate::disk::kernel::expand::BLOCK;
use crate::disk::kernel::run::Encoded;
use crate::disk::kernel::step::{Step, Way};
use crate::{disk::fault::Fault, disk::record::LevelRecord};
use crate::{disk::kernel::tables::Tables, disk::kernel::weight::Weight};
use soliter_base::control::Control;

/// A source of the buckets of a level that has been built.
pub(crate) trait Buckets: Sync {
    fn positions(&self, bucket: usize) -> Result<Vec<Arrival<()>>, Fault>;
}

/// The levels with which arrivals are compared, as the step names them.
pub(crate) struct Compared<'a> {
    pub(crate) within: Vec<&'a dyn Buckets>,
    pub(crate) without: Vec<&'a dyn Buckets>,
    pub(crate) meeting: Vec<&'a dyn Buckets>,
}

/// Merges folded lists of the same bucket into one.
pub(crate) fn folded<W: Weight>(mut lists: Vec<Vec<Arrival<W>>>) -> Result<Vec<Arrival<W>>, Fault> {
    match &lists[..] {
        [] => Ok(Vec::new()),
        [_] => Ok(lists.remove(0)),
        [a, b] => arrivals::merge(a, b),
        _ => {
            let mut all = lists.concat();
            drop(lists);
            arrivals::fold(&mut all)?;
            Ok(all)
        }
    }
}

/// The arrivals that are kept in a bucket, and the record of it.
pub(crate) fn merge<W: Weight>(
    tables: &Tables,
    step: &Step,
    (bucket, lists): (usize, Vec<Vec<Arrival<W>>>),
    compared: &Compared<'_>,
    control: &Control,
) -> Result<(Encoded, LevelRecord), Fault> {
    let index = &tables.index;
    let bounds =
        Bounds { limit: step.moves.and_then(|moves| moves.limit), ..Bounds::new(&tables.regions) };
    let mut kept = folded(lists)?;
    let mut within = Vec::new();
    for level in &compared.within {
        within.extend(level.positions(bucket)?);
    }
    if !compared.within.is_empty() {
        arrivals::fold(&mut within)?;
        kept = arrivals::common(kept, &within);
    }
    for level in &compared.without {
        kept = arrivals::without(kept, &level.positions(bucket)?);
    }
    if let (Some(moves), false) = (step.moves, step.from.iter().any(|&(_, way)| way == Way::Land)) {
        kept.retain(|arrival| {
            let position = index.position(bucket, arrival.key);
            bounds.may_pass(step.forward, position, arrival.weight.movers(), moves.made)
        });
    }
    let mut met = if step.ends { kept.first().map(|first| first.key) } else { None };
    for level in &compared.meeting {
        let first = arrivals::first_common(&kept, &level.positions(bucket)?);
        met = met.into_iter().chain(first).min();
    }
    let met = met.map(|key| index.position(bucket, key));
    let record = record(tables, step, (bucket, &kept), control)?;
    let record = LevelRecord { cut: bounds.cut.load(Relaxed), met, ..record };
    Ok((Encoded::of(&kept)?, record))
}

/// The record of a bucket: the number of its positions, and the other counts.
fn record<W: Weight>(
    tables: &Tables,
    step: &Step,
    (bucket, kept): (usize, &[Arrival<W>]),
    control: &Control,
) -> Result<LevelRecord, Fault> {
    let mut record = empty_record::<W>(step);
    record.classes = kept.len() as u64;
    if record.count.is_none() && record.total.is_none() {
        return Ok(record);
    }
    for block in kept.chunks(BLOCK) {
        control.check()?;
        if let Some(total) = &mut record.total {
            let mut numbers = block.iter().map(|arrival| arrival.weight.number());
            *total = numbers.try_fold(*total, u128::checked_add).ok_or(Fault::Overflow)?;
        }
        let Some(count) = &mut record.count else { continue };
        for arrival in block {
            let position = tables.index.position(bucket, arrival.key);
            if count.add_class(&tables.forward, position)
                && let Some(ending) = &mut count.ending
            {
                // This cannot overflow, since it is at most the sum of all numbers.
                let number = arrival.weight.number();
                *ending += number;
                // The number counts all images together.
                let won = tables.group.images_in(position, &tables.finish) as u128;
                count.won = count
                    .won
                    .map(|all| all + number / tables.forward.orbit(position) as u128 * won);
            }
        }
    }
    Ok(record)
}

/// The record of an empty set of positions.
pub(crate) fn empty_record<W: Weight>(step: &Step) -> LevelRecord {
    let zero = W::IS_COUNT.then_some(0);
    let count = |jumps| LevelCount { jumps, ending: zero, won: zero, ..LevelCount::default() };
    LevelRecord {
        name: step.name.clone(),
        total: zero,
        count: step.jumps.map(count),
        ..LevelRecord::default()
    }
}
