//! The memory, the time and the signals of processes. Nothing else runs in this program: a new process
//! begins with the memory of the one that starts it, and what computes beside it takes its time.

#![cfg(target_os = "linux")]

mod common;
mod disk;
mod games_memory;
mod memory;
mod np_memory;
mod signals;
