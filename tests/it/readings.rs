//! Solutions in every supported form and scheme, and mutations of them: a text is correct only if plain rules
//! accept the jumps that were read, all of them.

use crate::common;

use std::fmt::Write as _;

use serde_json::{Value, json};
use soliter::boards::board::position::Hole;
use soliter::boards::notation::Scheme;
use soliter::boards::puzzle::Puzzle;
use soliter::boards::rules;
use soliter::prove::judge::{Judgement, Verdict};
use soliter::text::Style;

type Jump = (Hole, Hole);

const BERGHOLT: &str = "46-44, 65-45, 57-55, 54-56, 52-54, 73-53, 43-63, 75-73-53, 35-55, 15-35, \
                        23-43-63-65-45-25, 37-57-55-53, 31-33, 34-32, 51-31-33, 13-15-35, \
                        36-34-32-52-54-34, 24-44";
const CORNER: &str = "33-13, 53-33, 73-53, 25-23-43-63, 45-25, 15-35, 65-45-25, 75-73-53-55, 51-53, \
                      37-35, 31-33, 25-45-65-63-43-45, 57-55-35, 47-45-25, 41-43-23, 13-33-35-15-13";
const TRIANGLE: &str = "4-1, 6-4, 1-6, 7-2, 13-4, 2-7, 10-8, 7-9, 15-13, 12-14, 6-13, 14-12, 11-13";

const CENTRAL: &str = "model = 'english'\nstart = { all_but = ['44'] }\nfinish = ['44']";
const CORNER_TO_CORNER: &str = "model = 'english'\nstart = { all_but = ['37'] }\nfinish = ['37']";
const TO_THE_EDGE: &str = "model = 'triangle15'\nnotation = 'number'\nstart = { all_but = ['1'] }\n\
                           finish = ['13']";
const CROSS: &str =
    "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']";

/// Texts of puzzles, with a solution of each.
const SOLVED: [(&str, &str); 4] = [
    (CENTRAL, BERGHOLT),
    // It is correct if it is read as row-column, but not in the puzzle's own notation.
    (CORNER_TO_CORNER, CORNER),
    (TO_THE_EDGE, TRIANGLE),
    (CROSS, "45-25, 43-45, 55-35, 25-45, 46-44"),
];

/// The same as puzzles and jumps.
fn solved() -> Vec<(Puzzle, Vec<Jump>)> {
    let read = |(puzzle, solution): (&str, &str)| {
        let puzzle = common::parse(puzzle);
        let judgement = common::judged(&puzzle, solution);
        let jumps = judgement.jumps().map(|hop| (hop.from, hop.to)).collect();
        (puzzle, jumps)
    };
    SOLVED.into_iter().map(read).collect()
}

/// Puzzles as requests name them, with the number of their jumps, and a solution of each in a random style; every second
/// solution is mutated.
pub(crate) fn samples(number: usize, seed: u64) -> Vec<(Value, usize, String)> {
    let solved = solved();
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut samples = Vec::new();
    while samples.len() < number {
        let at = dice.usize(..solved.len());
        let (puzzle, mut jumps) = solved[at].clone();
        if samples.len() % 2 == 1 {
            mutate(&puzzle, &mut jumps, &mut dice);
        }
        if let Some(text) = in_some_style(&puzzle, &jumps, &mut dice).1 {
            samples.push((json!({ "text": SOLVED[at].0 }), puzzle.jumps(), text));
        }
    }
    samples
}

/// Jumps in a random form and scheme. A form of coordinates has no text in a scheme without them.
fn in_some_style(
    puzzle: &Puzzle,
    jumps: &[Jump],
    dice: &mut fastrand::Rng,
) -> (Scheme, Option<String>) {
    let schemes = schemes(puzzle);
    let scheme = schemes[dice.usize(..schemes.len())];
    let text = match dice.usize(..=FORMS.len()) {
        form if form < FORMS.len() => written(puzzle, jumps, FORMS[form], scheme),
        _ => Some(diagrams(puzzle, jumps)),
    };
    (scheme, text)
}

/// The two coordinates or the single name of a hole, as written by a person who counts in this way.
fn name(puzzle: &Puzzle, scheme: Scheme, hole: Hole) -> String {
    let board = puzzle.board();
    let (row, column) = board.place(hole);
    let up = board.rows() - 1 - row;
    let letter = |number: i32| char::from(b'a' + number as u8);
    let number = i32::from(hole);
    match scheme {
        Scheme::ColumnRow => format!("{}{}", column + 1, up + 1),
        Scheme::RowColumn => format!("{}{}", row + 1, column + 1),
        Scheme::LetterRow => format!("{}{}", letter(column), row + 1),
        Scheme::LetterRank => format!("{}{}", letter(column), up + 1),
        Scheme::Number => format!("{}", number + 1),
        Scheme::Number0 => format!("{number}"),
        Scheme::RowColumn0 => format!("{row}{column}"),
        Scheme::RowColumnUp => format!("{}{}", up + 1, column + 1),
        Scheme::RowColumn0Up => format!("{up}{column}"),
        Scheme::ColumnRow0 => format!("{column}{up}"),
        Scheme::ColumnRowDown => format!("{}{}", column + 1, row + 1),
        Scheme::ColumnRow0Down => format!("{column}{row}"),
        Scheme::RowLetter => format!("{}{}", letter(row).to_ascii_uppercase(), column + 1),
        Scheme::RowLetterUp => format!("{}{}", letter(up).to_ascii_uppercase(), column + 1),
        Scheme::Cells => format!("{}", row * board.columns() + column + 1),
        Scheme::Cells0 => format!("{}", row * board.columns() + column),
        Scheme::Alphabet if number < 26 => letter(number).to_string(),
        Scheme::Alphabet => letter(number - 26).to_ascii_uppercase().to_string(),
        Scheme::Capitals if number < 26 => letter(number).to_ascii_uppercase().to_string(),
        Scheme::Capitals => letter(number - 26).to_string(),
        Scheme::Hex => format!("{:X}", number + 1),
        Scheme::Hex0 => format!("{number:x}"),
        Scheme::Debian => format!("{}", 100 * row + column),
        Scheme::Letters | Scheme::Own => puzzle
            .clone()
            .with_scheme(scheme)
            .map_or_else(|_| "?".to_owned(), |puzzle| puzzle.names().name(hole).to_owned()),
    }
}

/// Whether a scheme names a hole by two digits, so that these can be written in brackets.
fn is_pair(scheme: Scheme) -> bool {
    scheme.as_str().starts_with("row-column") || scheme.as_str().starts_with("column-row")
}

/// The forms of a text: each is a template for jumps with the names of a scheme.
const FORMS: [&str; 20] = [
    "FROM-TO, ",
    "FROM to TO\n",
    "FROM over OVER to TO\n",
    "Peg FROM jumps Peg OVER to Hole TO.\n",
    "Move the marble from FROM over OVER into TO\n",
    "Jump over OVER from FROM to TO; ",
    "FROM to TO remove OVER\n",
    "Springe mit dem Stift von FROM über OVER nach TO.\n",
    "Le pion FROM saute par-dessus OVER vers TO.\n",
    "La ficha salta de FROM por encima de OVER a TO.\n",
    "Колышек FROM прыгает через OVER в TO.\n",
    "(FROM, OVER, TO)\n",
    "FROM,OVER,TO\n",
    "FROM TO OVER\n",
    "[\"FROM\", \"OVER\", \"TO\"],",
    "{\"from\": \"FROM\", \"over\": \"OVER\", \"to\": \"TO\"},",
    "NUMBER: FROM over OVER to TO\n",
    "PFROM -> PTO\n",
    "(PFROM, PTO),",
    "PFROM to PTO remove POVER\n",
];

/// The text of some jumps in a form. `None` if the scheme has no such names.
fn written(puzzle: &Puzzle, jumps: &[Jump], form: &str, scheme: Scheme) -> Option<String> {
    let mut text = String::new();
    for (number, &(from, to)) in jumps.iter().enumerate() {
        let over = puzzle.board().jump(from, to).map_or(from, |jump| jump.over);
        let mut one = form.replace("NUMBER", &(number + 1).to_string());
        for (word, hole) in [("FROM", from), ("OVER", over), ("TO", to)] {
            let name = name(puzzle, scheme, hole);
            let (first, second) = name.split_at(1);
            if form.contains("PFROM") && !is_pair(scheme) {
                return None;
            }
            one = one.replace(&format!("P{word}"), &format!("({first}, {second})"));
            one = one.replace(word, &name);
        }
        text += &one;
    }
    Some(match form.chars().next() {
        Some('[' | '{') => format!("[{}]", text.trim_end_matches(',')),
        Some('(') if form.contains("PFROM") => format!("[{}]", text.trim_end_matches(',')),
        _ if form.starts_with("FROM,") => format!("from,over,to\n{text}"),
        _ => text,
    })
}

/// A diagram of the board after each jump, as long as the jumps are possible.
fn diagrams(puzzle: &Puzzle, jumps: &[Jump]) -> String {
    let board = puzzle.board();
    let mut pegs = puzzle.start().clone();
    let mut text = String::new();
    for jump in [None].into_iter().chain(jumps.iter().map(Some)) {
        if let Some(&(from, to)) = jump {
            let over = board.jump(from, to).map_or(from, |jump| jump.over);
            pegs = pegs.without(from).without(over).with(to);
            let _ = writeln!(text, "\n{} to {}\n", from + 1, to + 1);
        }
        for row in 0..board.rows() {
            let sign = |column| match board.hole_at(row, column) {
                Some(hole) if pegs.has(hole) => '1',
                Some(_) => '0',
                None => ' ',
            };
            let row: String = (0..board.columns()).map(sign).collect();
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    text
}

fn schemes(puzzle: &Puzzle) -> Vec<Scheme> {
    let holes = puzzle.board().holes();
    let fits = |scheme: &Scheme| match scheme {
        Scheme::Letters => puzzle.clone().with_scheme(Scheme::Letters).is_ok(),
        Scheme::Capitals => holes > 26,
        _ => true,
    };
    Scheme::ALL.into_iter().chain(Scheme::READ_ONLY).filter(fits).collect()
}

/// Plain rules: the jumps are made on a list of pegs.
fn is_solution(puzzle: &Puzzle, jumps: &[Jump]) -> bool {
    let mut pegs = puzzle.start().clone();
    for &(from, to) in jumps {
        match rules::apply(puzzle, &pegs, (from, to)) {
            Ok((_, after)) => pegs = after,
            Err(_) => return false,
        }
    }
    puzzle.finish().accepts(&pegs)
}

#[test]
fn every_form_is_read_in_every_scheme() {
    let mut wrong = Vec::new();
    let mut texts = 0;
    for (puzzle, jumps) in solved() {
        assert!(is_solution(&puzzle, &jumps), "{}", puzzle.title());
        for scheme in schemes(&puzzle) {
            for (number, form) in FORMS.into_iter().enumerate() {
                // For long solutions, some of the forms are enough.
                let skip = jumps.len() > 20 && !(number + scheme as usize).is_multiple_of(10);
                let Some(text) = written(&puzzle, &jumps, form, scheme).filter(|_| !skip) else {
                    continue;
                };
                texts += 1;
                let judgement = common::judged(&puzzle, &text);
                if judgement.verdict != Verdict::Correct || judgement.jumps().count() != jumps.len()
                {
                    // Two readings with different jumps may both be correct; then the style decides.
                    let judgement = common::judged_as(&puzzle, &text, &[Style::Scheme(scheme)]);
                    if judgement.verdict != Verdict::Correct {
                        wrong.push(format!(
                            "{} {} {form:?}: {:?} {:?}\n{}",
                            puzzle.title(),
                            scheme.as_str(),
                            judgement.mistake,
                            judgement.style(),
                            &text[..text.len().min(200)]
                        ));
                    }
                }
            }
        }
        let drawn = common::judged(&puzzle, &diagrams(&puzzle, &jumps));
        assert_eq!((drawn.verdict, drawn.style().as_str()), (Verdict::Correct, "diagrams"));
    }
    assert!(wrong.is_empty(), "{} of {texts}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(texts > 500, "{texts}");
}

/// Drops, doubles or moves a jump, or changes one of its holes.
fn mutate(puzzle: &Puzzle, jumps: &mut Vec<Jump>, dice: &mut fastrand::Rng) {
    let holes = puzzle.board().holes() as u16;
    let (at, other) = (dice.usize(..jumps.len()), dice.usize(..jumps.len()));
    match dice.u8(..6) {
        0 => drop(jumps.remove(at)),
        1 => jumps.insert(at, jumps[at]),
        2 => jumps.swap(at, other),
        3 => jumps[at].0 = dice.u16(..holes),
        4 => jumps[at] = (jumps[at].1, jumps[at].0),
        _ => {
            let shift = |hole: Hole| (hole + 1) % holes;
            jumps[at] = (shift(jumps[at].0), shift(jumps[at].1));
        }
    }
}

fn accepted(judgement: &Judgement) -> bool {
    judgement.verdict == Verdict::Correct
}

/// Judges mutated solutions in random styles. Returns how many of them are correct.
fn mutated(number: usize, seed: u64) -> usize {
    let solved = solved();
    let mut dice = fastrand::Rng::with_seed(seed);
    let (mut right, mut judged) = (0, 0);
    while judged < number {
        let (puzzle, solution) = &solved[dice.usize(..solved.len())];
        let mut jumps = solution.clone();
        for _ in 0..=dice.usize(..2) {
            mutate(puzzle, &mut jumps, &mut dice);
        }
        let (scheme, Some(text)) = in_some_style(puzzle, &jumps, &mut dice) else { continue };
        judged += 1;
        let judgement = common::judged(puzzle, &text);
        let read: Vec<Jump> = judgement.jumps().map(|hop| (hop.from, hop.to)).collect();
        if accepted(&judgement) {
            assert!(is_solution(puzzle, &read), "{text}\n{judgement:#?}");
            assert_eq!(read.len(), jumps.len(), "a jump was passed over:\n{text}");
            right += 1;
        }
        if is_solution(puzzle, &jumps) {
            let named = common::judged_as(puzzle, &text, &[Style::Scheme(scheme)]);
            let plain = accepted(&judgement) || accepted(&named);
            assert!(plain || text.contains('\n'), "{text}\n{judgement:#?}");
        }
    }
    right
}

#[test]
fn a_mutated_solution_is_right_only_by_plain_rules() {
    let right = mutated(300, 49);
    println!("{right} of 300 are right");
    // Two jumps without a common hole can be exchanged.
    assert!(right < 60, "{right}");
}

/// `cargo test --release --test it readings::ten_thousand -- --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn ten_thousand_mutated_solutions() {
    let tenth = |seed| mutated(1000, seed);
    let workers: Vec<_> =
        (2026..2036).map(|seed| std::thread::spawn(move || tenth(seed))).collect();
    let right: usize = workers.into_iter().map(|worker| worker.join().expect("no fault")).sum();
    println!("{right} of 10,000 are right");
    assert!(right < 2_000, "{right}");
}
