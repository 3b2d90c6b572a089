//! What the program writes is read as the same jumps, on random drawings, tori and graphs; and illegal texts in brackets
//! are illegal.

use crate::common::{judged, puzzle};
use proptest::prelude::*;
use soliter_boards::board::Jump;
use soliter_boards::line::{Hop, Line};
use soliter_boards::puzzle::Puzzle;
use soliter_testing::cases::cases;
use soliter_text::Verdict;

/// Legal jumps from the start, by numbers that choose among them.
fn game(puzzle: &Puzzle, choices: &[usize]) -> Vec<Jump> {
    let mut jumps = Vec::new();
    let mut pegs = puzzle.start().clone();
    for choice in choices {
        let legal: Vec<_> = soliter_boards::rules::legal(puzzle, &pegs).collect();
        let Some((jump, after)) = legal.get(choice % legal.len().max(1)).cloned() else { break };
        jumps.push(jump);
        pegs = after;
    }
    jumps
}

fn read_again(puzzle: &Puzzle, choices: &[usize]) -> Result<(), TestCaseError> {
    let hops: Vec<Hop> = game(puzzle, choices).iter().map(|&j| puzzle.board().hop(j)).collect();
    if hops.is_empty() {
        return Ok(());
    }
    let text = puzzle.names().line(&Line::from_jumps(hops.iter().copied()));
    let judgement = judged(puzzle, &text);
    prop_assert_eq!(judgement.reading.scheme, puzzle.names().scheme(), "{}", text);
    prop_assert!(judgement.jumps().eq(hops.iter().copied()), "{}", text);
    prop_assert_eq!(judgement.mistake, None, "{}", text);
    // The same in JSON, and as rows with a header.
    let name = |hole| puzzle.names().name(hole);
    let jumps = game(puzzle, choices);
    let rows: Vec<String> = jumps
        .iter()
        .map(|j| format!("{},{},{}\n", name(j.from), name(j.over), name(j.to)))
        .collect();
    let rows = rows.concat();
    if puzzle.names().iter().all(|name| !name.contains(',')) {
        let judgement = judged(puzzle, &format!("from,over,to\n{rows}"));
        prop_assert!(judgement.jumps().eq(hops.iter().copied()), "{}", rows);
    }
    Ok(())
}

const SCHEMES: [&str; 6] =
    ["column-row", "row-column", "letter-row", "letter-rank", "number", "number0"];

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn on_drawings_and_tori(
        rows in prop::collection::vec("[o ]{0,2}o{2,5}", 2..6),
        torus: bool, all: bool, scheme in 0..6usize, vacancy: usize,
        choices in prop::collection::vec(any::<usize>(), 1..12),
    ) {
        let holes = rows.iter().map(|row| row.matches('o').count()).sum::<usize>();
        let mut start = String::new();
        let mut at = 0;
        for row in &rows {
            for c in row.chars() {
                start.push(if c == 'o' && at == vacancy % holes { '.' } else { c });
                at += usize::from(c == 'o');
            }
            start.push('\n');
        }
        let wrap = if torus { "wrap = 'torus'\n" } else { "" };
        let directions = if all { "directions = 'all'\n" } else { "" };
        let text = format!(
            "notation = '{}'\nstart = '''\n{start}'''\nfinish = {{ pegs = 1 }}\n[model]\n{wrap}{directions}\
             board = '''\n{}\n'''",
            SCHEMES[scheme], rows.join("\n")
        );
        read_again(&puzzle(&text), &choices)?;
    }

    #[test]
    fn on_graphs(
        holes in 3..8usize, edges in prop::collection::btree_set((0..8usize, 0..8usize), 3..14),
        letters: bool, vacancy: usize, choices in prop::collection::vec(any::<usize>(), 1..8),
        texts in prop::collection::vec((0..8usize, 0..8usize, 0..8usize), 12),
    ) {
        let name = |hole: usize| if letters { char::from(b'a' + hole as u8).to_string() } else { hole.to_string() };
        let edges: Vec<String> = edges
            .into_iter()
            .filter(|(one, other)| one < other && *other < holes)
            .map(|(one, other)| format!("'{}-{}'", name(one), name(other)))
            .collect();
        prop_assume!(!edges.is_empty());
        let all: Vec<String> = (0..holes).map(|hole| format!("'{}'", name(hole))).collect();
        let text = format!(
            "start = {{ all_but = ['{}'] }}\nfinish = {{ pegs = 1 }}\n[model]\nholes = [{}]\nedges = [{}]",
            name(vacancy % holes), all.join(", "), edges.join(", ")
        );
        let puzzle = puzzle(&text);
        read_again(&puzzle, &choices)?;
        // Plain rules for one jump in brackets.
        for (from, over, to) in texts {
            let [from, over, to] = [from, over, to].map(|hole| hole % holes);
            let [a, b, c] = [from, over, to].map(name);
            let jump = Jump { from: from as u16, over: over as u16, to: to as u16 };
            let is_legal = puzzle.board().jumps().contains(&jump)
                && puzzle.start().has(jump.from)
                && puzzle.start().has(jump.over)
                && !puzzle.start().has(jump.to);
            let text = format!("{a}({b}){c}");
            let verdict = judged(&puzzle, &text).verdict;
            let passes = matches!(verdict, Verdict::Correct | Verdict::Incomplete);
            prop_assert_eq!(passes, is_legal, "{} {:?}", text, verdict);
        }
    }
}
