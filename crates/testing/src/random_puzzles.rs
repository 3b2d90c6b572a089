//! Random puzzles on all lattices and directions: boards of 20 to 64 holes, with few or many pegs. The finish
//! is one that random play reaches, given exactly or by its number of pegs, and occasionally an unreachable
//! one.

use std::sync::Arc;

use soliter::base::diagnostic::Source;
use soliter::boards::puzzle::Puzzle;
use soliter::library;

/// Boards of four shapes. Rectangles, triangles and hexagons have random sides.
const DRAWINGS: [&str; 4] = ["english", "french", "wiegleb", "diamond"];
const RECTANGLES: [(usize, usize); 8] =
    [(5, 5), (6, 6), (7, 7), (8, 8), (7, 9), (6, 10), (4, 6), (5, 8)];
const TRIANGLES: [usize; 5] = [6, 7, 8, 9, 10];
const HEXAGONS: [usize; 2] = [3, 4];

/// The drawing of a board and its lattice.
fn drawing(random: &mut fastrand::Rng) -> (String, &'static str) {
    let shapes = DRAWINGS.len() + RECTANGLES.len() + TRIANGLES.len() + HEXAGONS.len();
    let mut at = random.usize(0..shapes);
    if let Some(name) = DRAWINGS.get(at) {
        let model: Arc<Source> = library::model(name).expect("a built-in model");
        let board = model.text.split("\"\"\"").nth(1).expect("a drawing");
        return (board.trim_matches('\n').to_owned(), "square");
    }
    at -= DRAWINGS.len();
    if let Some(&(rows, columns)) = RECTANGLES.get(at) {
        return (vec!["o".repeat(columns); rows].join("\n"), "square");
    }
    at -= RECTANGLES.len();
    if let Some(&side) = TRIANGLES.get(at) {
        let rows = (1..=side).map(|row| "o".repeat(row));
        return (rows.collect::<Vec<_>>().join("\n"), "triangular");
    }
    let side = HEXAGONS[at - TRIANGLES.len()];
    let row = |row: usize| {
        let gap = row.abs_diff(side - 1);
        " ".repeat(gap) + &vec!["o"; 2 * side - 1 - gap].join(" ")
    };
    ((0..2 * side - 1).map(row).collect::<Vec<_>>().join("\n"), "triangular")
}

/// A board's drawing with pegs in some holes, which are numbered row by row.
fn position(board: &str, pegs: impl Fn(usize) -> bool) -> String {
    let mut hole = 0;
    let symbol = |symbol| {
        if symbol != 'o' {
            return symbol;
        }
        hole += 1;
        if pegs(hole - 1) { 'o' } else { '.' }
    };
    board.chars().map(symbol).collect()
}

/// The puzzle of a seed; `None` if random play gets stuck too early.
pub fn random_puzzle(seed: u64) -> Option<Puzzle> {
    let mut random = fastrand::Rng::with_seed(seed);
    let (board, lattice) = drawing(&mut random);
    let directions = match lattice {
        "triangular" => "lines",
        _ if random.bool() => "all",
        _ => "orthogonal",
    };
    let model = format!(
        "kind = 'peg-solitaire'\nlattice = '{lattice}'\ndirections = '{directions}'\nnames = 'number0'\n\
         board = '''\n{board}\n'''\n"
    );
    let holes = board.matches('o').count();
    let pegs = if random.bool() {
        random.usize(8..=16).min(holes - 1)
    } else {
        random.usize(holes / 2..holes)
    };
    let chosen = |random: &mut fastrand::Rng, pegs| {
        let mut order: Vec<usize> = (0..holes).collect();
        random.shuffle(&mut order);
        order.truncate(pegs);
        order
    };
    let start = chosen(&mut random, pegs);
    let parse = |finish: &str| {
        let start = position(&board, |hole| start.contains(&hole));
        let text = format!("model = 'm'\nstart = '''\n{start}\n'''\nfinish = {finish}\n");
        let load = |_: &str| Ok(Source::new("model.toml", model.as_str()));
        Puzzle::parse(&Source::new("random.toml", text), &load).ok()
    };
    // The finish is arbitrary here: this puzzle only provides the board on which random play finds the real one.
    let any = parse(&format!("{{ pegs = {} }}", pegs - 1))?;
    let (mut here, mut jumps) = (any.start().clone(), 0);
    for _ in 0..random.usize(2..pegs) {
        let legal = |jump: &&soliter::boards::board::Jump| {
            here.has(jump.from) && here.has(jump.over) && !here.has(jump.to)
        };
        let legal: Vec<_> = any.board().jumps().iter().filter(legal).collect();
        let Some(jump) = random.choice(legal) else { break };
        here = here.without(jump.from).without(jump.over).with(jump.to);
        jumps += 1;
    }
    let left = pegs - jumps;
    let drawn = |pegs: &dyn Fn(usize) -> bool| format!("'''\n{}\n'''", position(&board, pegs));
    let finish = match random.usize(0..10) {
        0 => {
            let other = chosen(&mut random, left);
            drawn(&|hole| other.contains(&hole))
        }
        1..=4 => format!("{{ pegs = {left} }}"),
        _ => drawn(&|hole| here.has(hole as u16)),
    };
    if jumps < 2 { None } else { parse(&finish) }
}
