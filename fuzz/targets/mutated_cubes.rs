#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| soliter_fuzz::mutated_cubes::run(data));
