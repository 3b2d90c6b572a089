//! Checks a record: finds the first illegal jump, and the jump after which the puzzle could no longer be solved.

use std::error::Error;

use soliter::prove::judge::{Lost, lost};
use soliter::{Control, Puzzle, judge, library};

pub(crate) fn run() -> Result<String, Box<dyn Error>> {
    let source = library::puzzle("gardner/latin-cross").ok_or("no such puzzle")?;
    let puzzle = Puzzle::parse(&source, &library::model)?;
    let mut said = Vec::new();
    for record in ["45-25, 43-45, 55-35, 25-45, 46-44", "45-25, 43-45, 45-65, 25-35"] {
        let judgement = judge(&puzzle, record, &[], &Control::default())?;
        if judgement.finish_reached {
            said.push(format!("correct, {} moves", judgement.replay.moves));
            continue;
        }
        if let Some(mistake) = &judgement.mistake {
            said.push(format!("illegal: {mistake}"));
        }
        if let Lost::After(jump) = lost(&judgement, &puzzle, &Control::default()) {
            said.push(format!("lost after jump {jump}"));
        }
    }
    Ok(said.join("\n"))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", run()?);
    Ok(())
}
