//! Parallel work in threads.
//!
//! Work is split into numbered parts, and each part is called through a function pointer. The code that
//! splits and steals work is thus compiled once, not once per closure and lane width. A part takes
//! milliseconds, and the call a nanosecond.

use std::sync::{Mutex, PoisonError};

#[cfg(not(target_family = "wasm"))]
use rayon::prelude::*;

use crate::control::Control;

/// Runs parallel work in the only thread of a page.
#[cfg(target_family = "wasm")]
pub fn in_threads<T: Send>(_: &Control, work: impl FnOnce() -> T + Send) -> T {
    work()
}

/// Calls `work` with all numbers below `count`.
#[cfg(target_family = "wasm")]
fn share(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(work);
}

/// Runs parallel work in as many threads as are allowed.
#[cfg(not(target_family = "wasm"))]
pub fn in_threads<T: Send>(control: &Control, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(control.thread_limit()).build() {
        Ok(pool) => pool.install(work),
        // If no threads can be created, the work runs in the caller's thread.
        Err(_) => work(),
    }
}

/// Sorts a list by a key; equal elements come in any order.
pub fn sort_by_key<T: Send, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K + Sync) {
    #[cfg(target_family = "wasm")]
    list.sort_unstable_by_key(key);
    #[cfg(not(target_family = "wasm"))]
    list.par_sort_unstable_by_key(key);
}

/// Calls `work` with all numbers below `count`, in the threads of the caller's pool.
#[cfg(not(target_family = "wasm"))]
fn share(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// The results of `work` for every number below `count`, in order.
pub fn each<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let made: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    share(count, &|number| {
        let one = work(number);
        *made[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(one);
    });
    let inner = |one: Mutex<Option<T>>| one.into_inner().unwrap_or_else(PoisonError::into_inner);
    made.into_iter().filter_map(inner).collect()
}

/// The results of `work` for consecutive pieces of a list, in order; each piece but the last has `length` elements.
pub fn each_chunk<U: Sync, T: Send>(
    list: &[U],
    length: usize,
    work: impl Fn(&[U]) -> T + Sync,
) -> Vec<T> {
    let length = length.max(1);
    let piece = |number: usize| {
        let start = number * length;
        work(&list[start..list.len().min(start + length)])
    };
    each(list.len().div_ceil(length), piece)
}

/// The results of `work` for elements passed by value, each with its index, in order.
pub fn each_of<U: Send, T: Send>(
    elements: impl IntoIterator<Item = U>,
    work: impl Fn(usize, U) -> T + Sync,
) -> Vec<T> {
    let waiting: Vec<Mutex<Option<U>>> =
        elements.into_iter().map(|one| Mutex::new(Some(one))).collect();
    let taken = |number: usize| {
        let one = waiting[number].lock().unwrap_or_else(PoisonError::into_inner).take();
        one.map(|one| work(number, one))
    };
    each(waiting.len(), taken).into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_worked_on_once_and_in_its_place() {
        for threads in [1, 3] {
            in_threads(&Control::default().threads(threads), || {
                assert_eq!(each(5, |n| n * n), [0, 1, 4, 9, 16]);
                assert!(each(0, |n| n).is_empty());
                let list: Vec<u32> = (0..10).collect();
                assert_eq!(each_chunk(&list, 4, |part| part.iter().sum::<u32>()), [6, 22, 17]);
                assert!(each_chunk(&list[..0], 4, <[u32]>::len).is_empty());
                let mut places = [0; 3];
                let pairs = each_of(&mut places, |at, place| {
                    *place += at;
                    at
                });
                assert_eq!((pairs, places), (vec![0, 1, 2], [0, 1, 2]));
            });
        }
    }
}
