//! A solution with a jump too many, written where a reader could pass over it: never correct.

use std::fmt::Write as _;

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

const FIVE: [(&str, &str); 5] =
    [("45", "25"), ("43", "45"), ("55", "35"), ("25", "45"), ("46", "44")];

/// A drawing beside the moves is a position of their line.
#[test]
fn drawings_beside_moves() {
    let all = diagrams(&FIVE);
    for drawing in &all {
        for drawn in [drawing.clone(), drawing.replace('*', "●").replace('.', "·")] {
            let text = format!("Start\n{}\n\n{S}\n\n{drawn}\n", all[0]);
            if *drawing == all[5] { accepted(&text) } else { refused(&text) }
        }
        // With a peg more, it is another position.
        let other = drawing.replacen('.', "*", 1);
        refused(&format!("{other}\n\n{S}"));
        refused(&format!("{S}\n\n{other}\n"));
        refused(&format!("{}\n\n{S}\n\n{other}\n", all[0]));
    }
    accepted(&format!("{}\n\n{S}", all[5]));
    let judgement = judged(&cross(), &format!("{}\n\n{S}", all[0]));
    assert_eq!(judgement.verdict, Verdict::Correct);
    assert_eq!(judgement.reading.remarks, [], "rows are no remarks");
    let [first, second, last] = [&all[0], &all[1], &all[5]];
    // In their places.
    accepted(&format!("{}\n\n{S}\n\n{}", all.join("\n\n"), all.join("\n\n")));
    accepted(&format!("Goal:\n{last}\n\nStart:\n{first}\n\n45-25\n\n{second}\n\n{}", &S[7..]));
    accepted(&format!("{S}\n\n---------\n\nwell done"));
    refused(&format!("{S}\n\nFinal position:\n{first}"));
    refused(&format!("{first}\n\n45-25\n\n{first}\n\n{}", &S[7..]));
    refused(&format!("{second}\n\n{first}\n\n{S}"));
    refused(&format!("{S}\n\n{last}\n\n{second}"));
    // A drawing with one sign is none of a position.
    let empty = first.replace('*', ".");
    accepted(&format!("{S}\n\nBoard:\n{empty}"));
    // An illegal jump is the fault to report.
    let judgement = judged(&cross(), &format!("{}\n\n45-25, 45-43\n\n{}", all[0], all[3]));
    assert_eq!(judgement.verdict, Verdict::Illegal);
}

#[test]
fn captions_of_diagrams() {
    let all = diagrams(&FIVE);
    for caption in ["Move", "Jump", "Step", "Position", "After move", "Figure", "No."] {
        for sign in ["", ".", ":"] {
            for first in ["Start", "Start:", "Position 0", ""] {
                let mut text = first.to_owned();
                for (number, drawing) in all.iter().enumerate() {
                    if number > 0 {
                        write!(text, "{caption} {number}{sign}").expect("a string");
                    }
                    write!(text, "\n{drawing}\n\n").expect("a string");
                }
                accepted(&text);
                refused(&text.replacen(&all[0], &all[0].replacen('.', "*", 1), 1));
            }
        }
    }
    for sign in ["", "."] {
        let numbered = |(number, drawing): (usize, &String)| format!("{number}{sign}\n{drawing}\n");
        accepted(&(1..).zip(&all[1..]).map(numbered).collect::<String>());
    }
    refused(&format!("Start\n{}\n44-46\n{}\n", all[0], all[1]));
    // The start, the goal or the last position once more, below a caption.
    let text = all.join("\n\n");
    accepted(&format!("Start:\n{}\n\n{text}", all[0]));
    accepted(&format!("Goal:\n{}\n\n{text}", all[5]));
    accepted(&format!("{text}\n\nFinish:\n{}", all[5]));
    refused(&format!("{text}\n\nFinish:\n{}", all[4]));
    refused(&format!("{text}\n\n{}", all[4]));
    for caption in ["(0)\n```", "**Move 0**", "```", "0."] {
        let fence = if caption.contains('`') { "\n```" } else { "" };
        accepted(&format!("{caption}\n{}{fence}\n\n{S}", all[0]));
        refused(&format!("{caption}\n{}{fence}\n\n{S}", all[1]));
    }
    let pegs =
        |(number, drawing): (usize, &String)| format!("{} pegs left\n{drawing}\n", 6 - number);
    accepted(&all.iter().enumerate().map(pegs).collect::<String>());
    // Numbers count.
    for numbers in [[9, 8, 7, 6, 5], [1, 2, 4, 5, 6], [2, 3, 4, 5, 6], [1, 1, 2, 3, 4]] {
        let numbered = |(number, drawing): (&usize, &String)| format!("{number}.\n{drawing}\n");
        refused(&numbers.iter().zip(&all[1..]).map(numbered).collect::<String>());
    }
    let rows = |drawing: &String| {
        let row = |(number, row): (usize, &str)| format!("{} {row}\n", 7 - number);
        drawing.lines().enumerate().map(row).collect::<String>()
    };
    refused(&format!("{text}\n\n{}", rows(&all[4])));
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
        let _ = write!(with_jumps, "\n\n{}. {from}-{to}\n\n{diagram}", number + 1);
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
fn a_direction_in_brackets() {
    let with = |[one, two]: [&str; 2]| {
        S.replacen("45-25", &format!("45-25 ({one})"), 1) + &format!(" ({two})")
    };
    for right in [["left", "down"], ["links", "s"], ["to the left", "the end"]] {
        accepted(&with(right));
    }
    for wrong in [["right", "down"], ["left", "up"], ["up", "down"]] {
        refused(&with(wrong));
    }
    accepted("(left) 45-25, (up) 43-45, (left) 55-35, (right) 25-45, (down) 46-44");
    accepted("(left) 45-25 (up) 43-45 (left) 55-35 (right) 25-45 (down) 46-44");
    accepted("(left) 45-25\n(up) 43-45\n(left) 55-35\n(right) 25-45\n(down) 46-44");
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

#[test]
fn numbers_of_jumps_with_a_direction() {
    for addition in [
        "44 moves ↓",
        "44 moves →",
        "44 hops southwards",
        "44 jumps back",
        "44 jumps, up",
        "44 moves (up)",
        "Move 44 (down)",
        "Jump 44, down",
        "44 pegs ↓",
        "44 hops: up",
        "44 moves: left",
    ] {
        for solution in [S, D] {
            refused(&format!("{solution}, {addition}"));
            refused(&format!("{solution}\nWell {addition}"));
            refused(&format!("{addition}\n{solution}"));
        }
    }
    accepted(&format!("{S}\n5 moves in all"));
    accepted(&format!("5 moves: {S}"));
    accepted(&format!("{S} (5 moves)"));
    accepted("Move 1: 45 left. Move 2: 43 up. Move 3: 55 left. Move 4: 25 right. Move 5: 46 down.");
}

#[test]
fn a_plan_has_costs_and_no_other_jumps() {
    let jumps = ["45 35 25", "43 44 45", "55 45 35", "25 35 45", "46 45 44"];
    let plan = jumps.map(|jump| format!("(jump {jump})\n")).concat();
    for addition in ["", "(end-move)", "; cost = 5 (unit cost)"] {
        accepted(&format!("{plan}{addition}"));
    }
    for cost in ["[1.000]", "[D:1.000]", "[cost 1]", "[cost: 1]", "[1 unit]", "[-1]", "[inf]"] {
        accepted(&plan.replace(')', &format!(") {cost}")));
    }
    for cost in ["[44 up]", "[up 44]", "[over 44]", "[44-46]", "[44 46]", "[44, 46]", "[44->46]"] {
        refused(&format!("{}{cost}", plan.trim_end()));
    }
    for addition in
        ["(jump 44)", "(jump 44 46)", "(jump)", "(jump 44 45 46 47)", "(jump 44 45 46) [1s]"]
    {
        let judgement = judged(&cross(), &format!("{plan}{addition}"));
        let message = judgement.mistake.map(|mistake| mistake.message);
        let inside = addition.trim_matches(['(', ')', '[', ']']);
        assert_eq!(message, Some(format!("no hole is called {inside}")));
    }
    refused(&format!("{plan}(jump 44 45 46)"));
}

#[test]
fn numbers_of_moves_without_a_jump() {
    for text in [
        format!("{N} (6;7)"),
        format!("{N}; 6; 7; 8"),
        format!("{S}; 6; 7; 8"),
        format!("{S}\n6."),
        N.replacen(", ", "; 2; 3; ", 1),
    ] {
        refused(&text);
    }
    accepted("1. 45-25\n2. 43-45\n3. 55-35\n4. 25-45\n5. 46-44");
    accepted("1\n45-25\n2\n43-45\n3\n55-35\n4\n25-45\n5\n46-44");
}

#[test]
fn further_keys_and_columns() {
    let list = "[[45,25],[43,45],[55,35],[25,45],[46,44]]";
    let rows = CSV.lines().skip(1).map(|line| {
        let (from, to) = line.split_once(',').expect("two cells");
        format!("{{\"from\": {from}, \"to\": {to}}}")
    });
    let rows = format!("[{}]", rows.collect::<Vec<_>>().join(", "));
    for value in [&format!("\"{S}\""), list, &rows] {
        accepted(&format!("{{\"moves\": {value}, \"by\": \"Bob\", \"count\": 5}}"));
        for further in [
            "\"then\": \"44-46\"",
            "\"finally\": \"46-44\"",
            "\"then\": \"44 over 45 to 46\"",
            "\"then\": \"44 46\"",
            "\"next\": {\"from\": 44, \"to\": 46}",
            "\"next\": [[44, 46]]",
        ] {
            refused(&format!("{{\"moves\": {value}, {further}}}"));
            refused(&format!("{{\"solution\": {value}, {further}}}"));
            refused(&format!("{{{further}, \"jumps\": {value}}}"));
        }
    }
    for (solution, further) in
        [(S, "d4-d2"), (D, "44-46"), (D, "then 44 over 45 - 46"), (N, "44-46")]
    {
        refused(&format!("{{\"moves\": \"{solution}\", \"then\": \"{further}\"}}"));
    }
    accepted(&format!("{{\"date\": \"2021-05-03\", \"moves\": \"{S}\", \"on\": \"3/5/2021\"}}"));
    refused(&rows.replacen("44}", "44, \"next\": {\"from\": 44, \"to\": 46}}", 1));
    refused(&rows.replacen("44}", "44, \"then\": \"44-42\"}", 1));
    let mistake = judged(&cross(), &format!("{{\"moves\": \"{S}\", \"then\": \"44-46\"}}")).mistake;
    let message = mistake.map(|mistake| mistake.message);
    assert_eq!(message.as_deref(), Some("the key \"then\" contains a jump beside the solution"));
    let table = |last: &str| {
        let lines = CSV.lines().enumerate().map(|(number, line)| match number {
            0 => format!("{line},text"),
            5 => format!("{line},{last}"),
            _ => format!("{line},fine"),
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    accepted(&table("the end"));
    accepted(&table("46-44"));
    refused(&table("then 44-46"));
}

/// A harmless key or column never makes a solution illegal, and a lone number there is no jump.
#[test]
fn harmless_keys_and_columns() {
    let moves = "[\"10-8\", \"24-10\", \"11-9\", \"8-10\", \"5-17\"]";
    accepted(&format!("{{\"solution\": {moves}, \"id\": 103}}"));
    accepted(&format!("{{\"solution\": \"{N}\", \"id\": 103}}"));
    let rows = "from,to,id\n10,8,100\n24,10,101\n11,9,102\n8,10,103\n5,17,104";
    accepted(rows);
    for key in ["\"time\": \"23:46\"", "\"time\": \"1:46\"", "\"date\": \"2021-05-03\""] {
        let text = format!("{{\"solution\": {moves}, {key}}}");
        let verdict = judged(&cross(), &text).verdict;
        assert!(matches!(verdict, Verdict::Correct | Verdict::Unreadable), "{verdict:?} {text}");
    }
}

/// Other programs write arrows, line ends and strokes in JSON as escapes. What they say counts, in the solution and beside it.
#[test]
fn escapes_of_json() {
    let arrows = S.replace('-', "\\u2192");
    let lines = S.replace(", ", "\\n");
    accepted(&format!("{{\"moves\": \"{arrows}\"}}"));
    accepted(&format!(
        "{{\"moves\": \"{lines}\\n\", \"by\": \"J\\u00fcrgen \\\"J\\\" \\ud83d\\ude00\"}}"
    ));
    accepted(&format!("[\"{}\"]", arrows.replace(", ", "\", \"")));
    accepted(&format!("{{\"moves\": \"{}\"}}", S.replace('-', "\\/")));
    let row = |from, way| format!("{{\"from\": \"{from}\", \"direction\": \"{way}\"}}");
    accepted(&format!(
        "[{}, {}, {}, {}, {}]",
        row("45", "\\u2190"),
        row("43", "\\u2191"),
        row("55", "\\u2190"),
        row("25", "\\u2192"),
        row("4\\u0036", "\\u2193")
    ));
    refused(&format!("{{\"moves\": \"{lines}\\n44\\u219246\"}}"));
    refused(&format!("{{\"moves\": \"{S}\", \"note\": \"44\\u219246\"}}"));
    refused(&format!("{{\"moves\": \"{S}\", \"note\": \"44 \\ud83e\\udc52 46\"}}"));
    refused(&format!("{{\"moves\": \"{S}\", \"note\": \"\\u0034\\u0034-46\"}}"));
    // Half a pair of surrogates is a sign without meaning.
    refused(&format!("{{\"moves\": \"{S}, 44\\ud83e46\"}}"));
    // Signs that are not seen, and comments: a string ends them.
    let list = format!("\"{}\"", S.replace(", ", "\", \""));
    for sign in ["\\u0007", "\\u0000", "\\u200e\\u0008", "\\ud83d", "\\u200b"] {
        refused(&format!("{{\"moves\": [{list}], \"next\": \"44{sign}-46\"}}"));
        refused(&format!("{{\"moves\": [{list}], \"next\": \"44-{sign}46\"}}"));
    }
    for more in [
        "\"\\u007b\", \"44-46\", \"\\u007d\"",
        "\"{\", \"44-46\", \"}\"",
        "\"\\u0023\", \"44-46\"",
        "\"#\", \"44-46\"",
        "\"see http://x.org/a\", \"44-46\"",
        "\"\\\"# or\", \"44-46\"",
    ] {
        refused(&format!("[{list}, {more}]"));
        refused(&format!("{{\"moves\": [{list}, {more}]}}"));
    }
    refused(&format!("{{\"moves\": [{list}], \"url\": \"http://x.org\", \"next\": [\"44-46\"]}}"));
    accepted(&format!("{{\"moves\": [{list}], \"url\": \"http:\\/\\/x.org\"}}"));
    accepted(&format!("[{list}, \"# see http://x.org/a\"]"));
    accepted("[\"45-25 {left}\", \"43-45 {up}\", \"55-35\", \"25-45\", \"46-44\"]");
    let moves = S
        .split(", ")
        .map(|hop| format!("{{\n \"move\": \"{hop}\",\n \"note\": [\"a\", \"b\"]\n}}"));
    accepted(&format!("[\n{}\n]", moves.collect::<Vec<_>>().join(",\n")));
    // Not JSON: a backslash is a backslash.
    refused(&format!("{{\"moves\": \"{arrows}\""));
}

#[test]
fn the_place_of_a_fault_behind_escapes() {
    let judgement = judged(&cross(), "{\"moves\": \"45\\u219225\\u000a43\\u219299\"}");
    let fault = &judgement.reading.unexplained[0].fault;
    assert_eq!((fault.span.clone(), &*fault.message), (35..37, "no hole is called 99"));
}

#[test]
fn the_jumps_of_a_move_share_its_number() {
    let chain = puzzle(
        "start = ['11', '21', '41']\nfinish = { pegs = 1 }\n[model]\nboard = \"\"\"\nooooo\nooooo\"\"\"\nnames = 'column-row'",
    );
    let verdict = |rows: &str| judged(&chain, &format!("move,from,to\n{rows}")).verdict;
    assert_eq!(verdict("1,11,31\n1,31,51\n"), Verdict::Correct);
    assert_eq!(verdict("1,11,31\n2,31,51\n"), Verdict::Correct);
    assert_eq!(judged(&chain, "move,from,to\n1,11,31\n1,31,51\n").reading.moves_as_written, 1);
    for rows in ["1,11,31\n3,31,51\n", "1,11,31\n0,31,51\n", "2,11,31\n3,31,51\n"] {
        assert_eq!(verdict(rows), Verdict::Unreadable, "{rows}");
    }
    // Not the same peg.
    refused("move,from,to\n1,45,25\n1,43,45\n2,55,35\n3,25,45\n4,46,44\n");
}

#[test]
fn a_direction_in_a_table_is_one_arrow() {
    let table = |last: &str| format!("from,direction\n45,←\n43,up\n55,left\n25,→\n46,{last}\n");
    accepted(&table("↓"));
    accepted(&table("⬇\u{fe0f}"));
    for last in ["↓ 44-46", "↓↑", "↓46", "→", "-", "↓, then 44-46"] {
        refused(&table(last));
    }
}
