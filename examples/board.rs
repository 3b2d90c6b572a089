//! Builds a board and a puzzle in code. For an invalid setup, the error lists every mistake.

use std::error::Error;

use soliter::{Board, Control, Directions, Finish, Lattice, Method, Position, PuzzleSetup, solve};

pub(crate) fn run() -> Result<String, Box<dyn Error>> {
    let drawing = "
         ooo
        ooooo
        ooooo
         ooo
    ";
    let board = Board::from_drawing(drawing, Lattice::Square, Directions::All)?;
    // Holes are numbered row by row from the top, from 0.
    let start = board.full().without(5);
    let setup =
        PuzzleSetup { title: "A loaf".into(), ..PuzzleSetup::new(board, start, Finish::Pegs(1)) };

    let nonsense =
        PuzzleSetup { start: Position::EMPTY, finish: Finish::Pegs(99), ..setup.clone() };
    let Err(faults) = nonsense.puzzle() else { return Err("this is no puzzle".into()) };

    let puzzle = setup.puzzle()?;
    let answer = solve(&puzzle, &Method::Search.into(), &Control::default())?;
    let line = answer.line().ok_or("no solution")?;
    Ok(format!(
        "{}: {} jumps in {} moves\nnot a puzzle: {faults}",
        puzzle.title(),
        line.jumps().count(),
        line.moves().len()
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", run()?);
    Ok(())
}
