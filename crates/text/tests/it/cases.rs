//! Texts of people and programs, each with its right answer.

use crate::common::{judged, judged_as, puzzle, text};
use soliter_boards::notation::Scheme;
use soliter_boards::puzzle::Puzzle;
use soliter_text::Style;
use std::fmt::Write;

const CROSS: &str =
    "model = 'english'\nstart = ['35', '43', '44', '45', '46', '55']\nfinish = ['44']";
const CENTRAL: &str = "model = 'english'\nstart = { all_but = ['44'] }\nfinish = ['44']";
const CORNER: &str = "model = 'english'\nstart = { all_but = ['37'] }\nfinish = ['37']";
const TRIANGLE: &str = "model = 'triangle15'\nnotation = 'number'\nstart = { all_but = ['1'] }\n\
                        finish = ['13']";
const CLICKS: &str = "model = 'triangle15'\nnotation = 'number0'\nstart = { all_but = ['0'] }\n\
                      finish = ['12']";

const POJ: &str = "model = 'english'\nfinish = ['44']\nstart = '''\n    . . .\n    o . .\n\
                   . . o . . . .\n. . o o . . .\n. . . . . . .\n    . . .\n    . . .\n'''";

/// The verdict in words: with its jumps and moves, or with the first mistake.
fn verdict(puzzle: &Puzzle, text: &str) -> String {
    let judgement = judged(puzzle, text);
    let word = format!("{:?}", judgement.verdict).to_lowercase();
    match &judgement.mistake {
        Some(mistake) => format!("{word} {}: {}", mistake.index, mistake.message),
        None => format!("{word} {}/{}", judgement.replay.jumps(), judgement.replay.moves),
    }
}

fn check(puzzle: &str, cases: &[(&str, &str)]) {
    let puzzle = crate::common::puzzle(puzzle);
    let mut wrong = String::new();
    for (text, expected) in cases {
        let found = verdict(&puzzle, &text.replace('⏎', "\n"));
        if !found.starts_with(expected) {
            let style = judged(&puzzle, &text.replace('⏎', "\n")).style();
            writeln!(wrong, "{text}\n  {found} ({style}), not {expected}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn files_of_people_and_programs() {
    let mut wrong = String::new();
    for (file, start, expected) in [
        ("rosetta-jumped-over.txt", TRIANGLE, "correct 13/"),
        ("mentalfloss-prose.txt", TRIANGLE, "correct 13/"),
        ("tri-move-from-over-to.txt", TRIANGLE, "correct 13/"),
        ("triples-from-over-to.txt", TRIANGLE, "correct 13/"),
        ("tri-rc-from-0.txt", TRIANGLE, "correct 13/"),
        ("rosetta-drawings.txt", TRIANGLE, "correct 13/"),
        ("tri-letters.txt", TRIANGLE, "correct 13/"),
        ("bergholt-lr.txt", CENTRAL, "correct 31/18"),
        ("bergholt-rc0.txt", CENTRAL, "correct 31/18"),
        ("bergholt-xy0-remove.txt", CENTRAL, "correct 31/18"),
        ("bergholt-json.txt", CENTRAL, "correct 31/18"),
        ("bergholt-csv.txt", CENTRAL, "correct 31/18"),
        ("bergholt-rowletter.txt", CENTRAL, "correct 31/18"),
        ("bergholt-xy1-dir.txt", CENTRAL, "correct 31/18"),
        ("corner-row-column.txt", CORNER, "correct 31/16"),
        ("letters-one-misprint.txt", CENTRAL, "illegal 2:"),
        ("plan.txt", CROSS, "correct 5/5"),
        ("plan-own-export.txt", CROSS, "correct 5/5"),
        ("markdown-table.txt", CROSS, "correct 5/5"),
        ("record-objects.txt", CROSS, "correct 5/5"),
        ("wrong-over.csv", CROSS, "illegal 1: the hole leapt over is 35, not 44"),
        ("wrong-over.json", CROSS, "illegal 1: the hole leapt over is 35, not 44"),
        ("directions-es.txt", CENTRAL, "correct 31/"),
        ("clicks.txt", CLICKS, "correct 13/12"),
        ("pegs-save.txt", CROSS, "correct 5/5"),
        ("poj1667-xy.txt", POJ, "correct 3/3"),
        ("to-from.csv", CROSS, "illegal 1: hole 25 is empty"),
        ("wrong-captures.txt", CROSS, "illegal 1: the hole leapt over is 35, not 46"),
        ("wrong-directions.txt", CROSS, "illegal 1: the jump from 45 to 25 does not go this way"),
    ] {
        let found = verdict(&puzzle(start), &text(file));
        if !found.starts_with(expected) {
            let judgement = judged(&puzzle(start), &text(file));
            writeln!(wrong, "{file}: {found} ({}), not {expected}", judgement.style()).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn texts_are_read_as_they_are_meant() {
    check(
        CROSS,
        &[
            ("jh Jj ki hj ea", "illegal 5:"),
            ("d3b3 d5d3 e3c3 b3d3 d2f5", "illegal 5:"),
            ("45-35-25, 43-44-45, 55-45-35, 25-35-45, 46-45-44", "correct 5/5"),
            ("45-25 43-45 55-35 25-45 46-44 done", "correct 5/5"),
            ("45-25 43-45 55-35 25-45 46-44⏎Five moves in total!", "correct 5/5"),
            ("45-25, 43-45, 55-35, 25-45, 46-44⏎5 moves", "correct 5/5"),
            (
                "Solution (5 moves)⏎45-25 (over 35)⏎43-45 (over 44)⏎55-35 (over 45)⏎25-45 (over 35)⏎46-44 (over 45)",
                "correct 5/5",
            ),
            ("**1.** 45-25⏎**2.** 43-45⏎**3.** 55-35⏎**4.** 25-45⏎**5.** 46-44", "correct 5/5"),
            ("45 over 44 to 25", "illegal 1: the hole leapt over is 35, not 44"),
            ("45 over 44 to 25, 43 over 44 to 45", "illegal 1: the hole leapt over is 35, not 44"),
            ("{\"moves\": \"45-25 43-45 55-35 25-45 46-44\"}", "correct 5/5"),
            ("45➡️25, 43➡️45, 55➡️35, 25➡25️️, 46➡️44", "illegal 4"),
            ("45➡️25, 43➡️45, 55➡️35, 25➡️45, 46➡️44", "correct 5/5"),
            ("4\u{ad}5-2\u{ad}5, 43\u{ad}-45, 55-35, 25-45, 46-44", "correct 5/5"),
            ("", "unreadable 1: there is no jump in this text"),
            ("hello", "unreadable 1: there is no jump in this text"),
            ("# 45-25", "unreadable 1: there is no jump in this text"),
            ("45-25, 43-4B", "unreadable 2: no hole is called 4B"),
            ("45-25, 43-48", "unreadable 2: no hole is called 48"),
            ("45-25, 43", "unreadable 2: a move needs at least two holes, and 43 is one"),
            ("45-25, then I forgot", "incomplete 1/1"),
            ("45-25 (not 43-45)", "unreadable 2: no hole is called not"),
            (
                "1. 45-25 2. 43-45 4. 55-35",
                "unreadable 3: 4 is read as the number of a move, which should be 3",
            ),
            ("1. 45-25 2. 43-45 3. 55-35", "incomplete 3/3"),
            // The same peg goes on, as a sentence says it.
            ("45 to 25 then 45", "illegal 2: hole 35"),
            ("45 goes to 25, and then 43 to 45", "incomplete 2/2"),
            ("First I took 45 over to 25, then 43 to 45.", "incomplete 2/2"),
            ("I take 45 over 35 to 25", "incomplete 1/1"),
            ("45 to 25, taking 35", "incomplete 1/1"),
            ("45 to 25, taking 44", "illegal 1: the hole leapt over is 35, not 44"),
            ("taking 35, from 45 to 25", "incomplete 1/1"),
            ("45 to 25 and 43", "unreadable 2: a move needs at least two holes, and 43 is one"),
            ("45 to 25 and 4345", "incomplete 2/2"),
            // A direction and the hole to which it leads.
            (
                "45 left to 25, 43 up to 45, 55 left to 35, 25 right to 45, 46 down to 44",
                "correct 5/5",
            ),
            ("45 left -> 25, 43 up -> 45", "incomplete 2/2"),
            ("45 left over 35 to 25, 43 up", "incomplete 2/2"),
            ("45 left to 25 to 45", "illegal 2: hole 35"),
            ("45 down to 25", "illegal 1: the jump from 45 to 25 does not go this way"),
            ("45 jumps left to 25, the peg on 43 jumps up, landing on 45", "incomplete 2/2"),
            ("Starting at 45, jump to 25. From 43, jump to 45", "incomplete 2/2"),
            ("I started with 45-25 (removing 35)", "incomplete 1/1"),
            ("45-25⏎3 moves left", "incomplete 1/1"),
            ("45-35", "illegal 1: 45 and 35 are neighbours"),
            ("45-25, 46-45-44", "illegal 2: 45 is the hole being jumped: write 46-44"),
            (
                "45-25 {removes 35}, 43-45 [44], 55-35 {removes 46}",
                "illegal 3: the hole leapt over is 45, not 46",
            ),
            ("Die Lösung:⏎45-25, 43-45, 55-35, 25-45, 46-44⏎(von Hand gefunden)", "correct 5/5"),
            ("45 links, 43 hoch, 55 links, 25 rechts, 46 runter", "correct 5/5"),
            ("45 à gauche, 43 en haut, 55 à gauche, 25 à droite, 46 en bas", "correct 5/5"),
            ("45 esquerda, 43 cima, 55 esquerda, 25 direita, 46 baixo", "correct 5/5"),
            ("45 sinistra, 43 su, 55 sinistra, 25 destra, 46 giù", "correct 5/5"),
            (
                "45 a la izquierda, 43 hacia arriba, 55 izquierda, 25 derecha, 46 abajo",
                "correct 5/5",
            ),
            (
                "O pino 45 pula por cima de 35 para 25.⏎O pino 43 pula por cima de 44 para 45.⏎O pino 55 pula por cima de 45 para 35.⏎O pino 25 pula por cima de 35 para 45.⏎O pino 46 pula por cima de 45 para 44.",
                "correct 5/5",
            ),
            (
                "La pedina 45 salta sopra 35 verso 25.⏎La pedina 43 salta sopra 44 verso 45.⏎La pedina 55 salta sopra 45 verso 35.⏎La pedina 25 salta sopra 35 verso 45.⏎La pedina 46 salta sopra 45 verso 44.",
                "correct 5/5",
            ),
        ],
    );
    check(
        CENTRAL,
        &[
            ("ex", "incomplete 1/1"),
            ("e-x l-j", "incomplete 2/2"),
            ("e-x i-j", "illegal 2:"),
            ("99-98, 97-96, 45-, 44", "unreadable 1: no hole is called 99"),
        ],
    );
    let flat = "model = 'english'\nstart = ['13', '23', '15', '25']\nfinish = ['33', '35']";
    check(flat, &[("1 3 3 3⏎1 5 3 5", "correct 2/2"), ("1 3 3 3; 1 5 3 5", "correct 2/2")]);
    let small = "start = \"oo.\\n..o\\n..o\"\nfinish = \"..o\\n..o\\n..o\"\n[model]\nboard = \"ooo\\nooo\\nooo\"";
    let judgement = judged(&puzzle(small), "31-33");
    assert_eq!(judgement.reading.scheme, Scheme::ColumnRow);
    assert_eq!(verdict(&puzzle(small), "31-33"), "incomplete 1/1");
    assert_eq!(judgement.other_styles, ["row-column-up"]);
    let own: Style = "column-row".parse().expect("a style");
    assert!(judged_as(&puzzle(small), "31-33", &[own]).other_styles.is_empty());
}

#[test]
fn brackets_on_graphs_are_read_as_written() {
    let complete = "start = ['a', 'b']\nfinish = { pegs = 1 }\n[model]\n\
                    edges = ['a-b', 'a-c', 'a-d', 'b-c', 'b-d', 'c-d']";
    check(
        complete,
        &[
            ("a(c)b", "illegal 1:"),
            ("a(b)c", "correct 1/1"),
            ("a (b) c", "correct 1/1"),
            ("a - (b) - c", "correct 1/1"),
            ("a(b)c-d", "illegal 2:"),
        ],
    );
    let listed = "start = ['2', '4']\nfinish = { pegs = 1 }\n[model]\nholes = ['0', '1', '2', '3', '4']\n\
                  jumps = ['0-2-4', '0-3-4', '2-1-4']";
    check(listed, &[("0(2)4", "illegal 1:"), ("0(3)4", "illegal 1:")]);
}

/// Every style of the page and of the list, in the notation that its section names.
#[test]
fn every_style_of_the_page_is_read() {
    let page = include_str!("../../../../docs/reference/solutions.md");
    let list = include_str!("../texts/styles.txt");
    let cross = puzzle(CROSS);
    let (mut notation, mut styles, mut wrong) = (None, 0, String::new());
    for line in page.lines().chain(list.lines()) {
        if let Some(heading) = line.strip_prefix("## ").or(line.strip_prefix("### ")) {
            notation = heading.split('`').nth(1);
        }
        let Some(text) = line.strip_prefix("| `").and_then(|rest| rest.strip_suffix("` |")) else {
            continue;
        };
        let scheme = notation.map(|word| word.parse().expect("a notation"));
        let scheme = scheme.unwrap_or(Scheme::ColumnRow);
        let puzzle = cross.clone().with_scheme(scheme).expect("names");
        styles += 1;
        let text = text.replace('⏎', "\n").replace("\\|", "|");
        let found = verdict(&puzzle, &text);
        if found != "correct 5/5" {
            writeln!(wrong, "{text}\n  {found} ({})", judged(&puzzle, &text).style()).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(styles > 160, "{styles}");
}

#[test]
fn a_blank_text_solves_a_puzzle_that_begins_at_its_finish() {
    let same = "model = 'english'\nstart = ['43', '44']\nfinish = ['43', '44']";
    check(same, &[("", "correct 0/0"), ("\n", "correct 0/0")]);
    let survivor = format!("{same}\nmarked = {{ survivor = '43' }}");
    check(&survivor, &[("", "correct 0/0")]);
    // A peg that makes the last move, or is captured by the last jump, needs a jump.
    for key in ["watch", "last_captured"] {
        let marked = format!("{same}\nmarked = {{ {key} = '43' }}");
        check(&marked, &[("", "unreadable 1: there is no jump in this text")]);
    }
}
