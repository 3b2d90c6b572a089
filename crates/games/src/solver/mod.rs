//! The two exact solvers: exhaustive search for games that end by themselves, and retrograde analysis for
//! games in which positions repeat.

pub mod exhaustive;
pub mod retrograde;

use rustc_hash::FxHashMap;

/// The bytes that a table takes, or soon will: while it grows, the new one has twice its size.
fn table_bytes<K, V>(table: &FxHashMap<K, V>) -> u64 {
    let growing = table.len() + (1 << 12) > table.capacity();
    // A table has room for 7 elements in every 8 slots, each with a control byte.
    let places = table.capacity() * if growing { 3 } else { 1 } * 8 / 7;
    (places * (size_of::<(K, V)>() + 1)) as u64
}
