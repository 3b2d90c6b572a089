//! The memory, the time and the signals of processes. Nothing else runs in this binary: a new process begins
//! with the memory of the process that starts it, and other computations would slow it down.

#![cfg(target_os = "linux")]

mod common;
mod disk;
mod games_memory;
mod memory;
mod np_memory;
mod signals;
