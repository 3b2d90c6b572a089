//! A solution with a jump too many, written where a reader could pass over it: never correct.

use crate::common::{judged, puzzle};
use soliter_boards::puzzle::Puzzle;
use soliter_text::Verdict;

const CROSS: &str =
    "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']";
const S: &str = "45-25, 43-45, 55-35, 25-45, 46-44";
const D: &str = "d3-b3, d5-d3, e3-c3, b3-d3, d2-d4";
const N: &str = "10-8, 24-10, 11-9, 8-10, 5-17";
const CSV: &str = "from,to\n45,25\n43,45\n55,35\n25,45\n46,44";

fn cross() -> Puzzle {
    puzzle(CROSS)
}

/// The text is illegal or unreadable. With `--nocapture`, the verdicts are printed.
fn refused(text: &str) {
    let judgement = judged(&cross(), text);
    let message = judgement.mistake.map(|mistake| mistake.message).unwrap_or_default();
    let verdict = judgement.verdict;
    println!("{verdict:?}\t{text:?}\t{message}");
    assert!(matches!(verdict, Verdict::Illegal | Verdict::Unreadable), "{verdict:?} {text}");
}

fn accepted(text: &str) {
    let judgement = judged(&cross(), text);
    println!("{:?}\t{text:?}", judgement.verdict);
    assert_eq!(judgement.verdict, Verdict::Correct, "{text}\n{:?}", judgement.mistake);
}

/// Diagrams of the board after each of the jumps.
fn diagrams(jumps: &[(&str, &str)]) -> Vec<String> {
    let puzzle = cross();
    let (board, names) = (puzzle.board(), puzzle.names());
    let mut pegs = puzzle.start().clone();
    let draw = |pegs: &soliter_boards::board::position::Position| {
        let row = |row| {
            let sign = |column| match board.hole_at(row, column) {
                Some(hole) if pegs.has(hole) => '*',
                Some(_) => '.',
                None => ' ',
            };
            (0..7).map(sign).collect::<String>().trim_end().to_owned()
        };
        (0..7).map(row).collect::<Vec<_>>().join("\n")
    };
    let mut all = vec![draw(&pegs)];
    for (from, to) in jumps {
        let hole = |name| names.hole(name).expect("a hole");
        let (from, to) = (hole(from), hole(to));
        let hop = soliter_boards::line::Hop::from((from, to));
        let over = board.jump(hop.from, hop.to).expect("a jump").over;
        pegs = pegs.holes().filter(|hole| ![from, over].contains(hole)).chain([to]).collect();
        all.push(draw(&pegs));
    }
    all
}

#[test]
fn numbers_and_directions_beside_a_solution() {
    accepted(S);
    accepted(D);
    accepted(N);
    refused(&format!("{D}, and 17 again upwards"));
    for addition in ["then 22 again upwards", "row 4 column 4 again upwards"] {
        refused(&format!("{S}, {addition}"));
    }
    refused(&format!("{N}, 1718"));
}

#[test]
fn cells_beyond_the_header() {
    accepted(CSV);
    accepted(&format!("{CSV},\n"));
    accepted(&CSV.replace(',', "|").replace('\n', "|\n|"));
    for row in ["46,44,42", "46,44,44,46", "46,44,,42", "46,44,again"] {
        let table = CSV.replace("46,44", row);
        refused(&table);
        let cells = |line: &str| format!("| {} |", line.replace(',', " | "));
        let lines: Vec<String> = table.lines().map(cells).collect();
        refused(&format!("{}\n|---|---|\n{}", lines[0], lines[1..].join("\n")));
        refused(&table.replace(',', ";"));
    }
}

#[test]
fn jumps_around_diagrams() {
    let jumps = [("45", "25"), ("43", "45"), ("55", "35"), ("25", "45"), ("46", "44")];
    let all = diagrams(&jumps);
    let drawn = all.join("\n\n");
    accepted(&drawn);
    accepted(&all[1..].join("\n\n"));
    let mut with_jumps = all[0].clone();
    for (number, ((from, to), diagram)) in jumps.iter().zip(&all[1..]).enumerate() {
        with_jumps.push_str(&format!("\n\n{}. {from}-{to}\n\n{diagram}", number + 1));
    }
    accepted(&with_jumps);
    for text in [
        format!("{drawn}\n\nThen 44-46."),
        format!("{drawn}\n\n6. 44-46"),
        format!("{drawn}\n\n44 46"),
        format!("First 44-42, 42-44.\n\n{drawn}"),
        format!("44 to 42, 42 to 44.\n\n{drawn}"),
        with_jumps.replace("3. 55-35", "3. 55-35, 44-46"),
        with_jumps.replace("3. 55-35", "3. 55-53"),
    ] {
        refused(&text);
    }
}

#[test]
fn other_digits() {
    for addition in ["𝟒𝟒-𝟒𝟔", "٤٤-٤٦", "٤٤", "⁴⁴", "㊹", "then ⁴⁴ up", "４４-４６", "₄₄→₄₆"]
    {
        refused(&format!("{S}, {addition}"));
        refused(&format!("{D}\n{addition}"));
        refused(&format!("jh Jj ki hj ex\n{addition}"));
    }
}

#[test]
fn ordinal_numbers() {
    for addition in [
        "then the 44th jumps over the 45th to the 46th",
        "the 44th over the 45th",
        "44th up",
        "the 43rd to the 41st",
    ] {
        for text in [S, D, "jh Jj ki hj ex"] {
            refused(&format!("{text}, {addition}"));
            refused(&format!("{text}\n{addition}"));
        }
    }
    refused(&format!("{N}, then the 2nd jumps over the 5th"));
}
