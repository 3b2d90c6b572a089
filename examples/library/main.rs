//! Generates the computed part of `puzzles/`: on every board and up to symmetry, every problem from one
//! vacancy to one survivor and from every vacancy to any survivor, and symmetrical figures. The `[known]`
//! tables result from this run, with a time limit in seconds for each puzzle.
//!
//! `cargo run --release --example library -- puzzles 10`

mod beam;
mod boards;
mod figures;
mod written;

use std::error::Error;
use std::path::Path;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name the folder to write to")?;
    let seconds = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let limit = Duration::from_secs(seconds);
    for board in boards::all()? {
        let problems = [boards::vacancies(&board, limit), figures::figures(&board, limit)].concat();
        for (name, text) in &problems {
            let path = Path::new(&folder).join(format!("{name}.toml"));
            std::fs::create_dir_all(path.parent().ok_or("a puzzle has a folder")?)?;
            std::fs::write(path, text)?;
        }
        println!("{}: {} puzzles", board.name, problems.len());
    }
    Ok(())
}
