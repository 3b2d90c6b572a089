//! The jumps of a position up to symmetry: one from each set of jumps that are reflections or rotations of each other.

use std::collections::BTreeMap;
use std::error::Error;

use soliter::boards::rules;
use soliter::{Position, Puzzle, library};

pub(crate) fn run() -> Result<String, Box<dyn Error>> {
    let source = library::puzzle("gardner/central-game").ok_or("no such puzzle")?;
    let puzzle = Puzzle::parse(&source, &library::model)?;
    // The smallest image of a position represents all of its images.
    let least = |position: Position| {
        puzzle.board().symmetries().iter().map(|symmetry| position.image(symmetry)).min()
    };
    let mut classes = BTreeMap::new();
    for (jump, after) in rules::legal(&puzzle, puzzle.start()) {
        classes.entry(least(after)).or_insert_with(Vec::new).push(jump);
    }
    let rows = classes.values().map(|jumps| {
        let one = jumps[0];
        format!("{} and {} like it", puzzle.names().jump(one.from, one.to), jumps.len() - 1)
    });
    Ok(rows.collect::<Vec<_>>().join("\n"))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", run()?);
    Ok(())
}
