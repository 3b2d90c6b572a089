//! Rebuilds the crate when a file is added to the folders that are embedded in it.

fn main() {
    println!("cargo:rerun-if-changed=models");
    println!("cargo:rerun-if-changed=puzzles");
}
