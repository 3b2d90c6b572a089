//! Counts exactly: solutions, the shortest among them, positions and games.

use std::error::Error;

use soliter::{Control, Puzzle, What, count, library};

pub(crate) fn run() -> Result<String, Box<dyn Error>> {
    let source = library::puzzle("gardner/latin-cross").ok_or("no such puzzle")?;
    let puzzle = Puzzle::parse(&source, &library::model)?;
    let number = |what| count(&puzzle, what, &Control::default()).map(|count| count.value);
    Ok(format!(
        "{} solutions, {} of them shortest, {} positions, {} games",
        number(What::Solutions)?,
        number(What::Shortest)?,
        number(What::Positions)?,
        number(What::Games)?
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", run()?);
    Ok(())
}
