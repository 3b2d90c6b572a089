//! Tables of cubes derived from valid ones by random changes: rows dropped, doubled or taken from another
//! table, a head that claims more, all with recomputed seals. If one is accepted with a claim that is
//! stronger than the truth, one of its rows has to be false, which a plain search verifies.

use std::fmt::Write as _;
use std::sync::OnceLock;

use sha2::{Digest, Sha256};
use soliter::checker::{Refusal, cubes};

use super::mutated_layers::{Choices, fewest, heads};

/// A table split into its parts: the lines of its head without the last, and the words of its rows without
/// the seal.
#[derive(Clone)]
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    end: &'static str,
}

impl Table {
    fn file(&self) -> Vec<u8> {
        let head = format!("{}\nends\n", self.head.join("\n"));
        let mut file = head.clone();
        for row in &self.rows {
            let row = row.join(" ") + " ";
            let seal = Sha256::digest(format!("{head}{row}"));
            file.push_str(&row);
            for byte in seal {
                let _ = write!(file, "{byte:02x}");
            }
            file.push('\n');
        }
        file.push_str(self.end);
        file.into_bytes()
    }
}

/// Tables for all numbers of moves, whether or not there is a line of that length, with invented rows.
fn tables() -> &'static [Table] {
    static TABLES: OnceLock<Vec<Table>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Vec::new();
        for head in heads() {
            for claim in 2..8 {
                for after in 0..3 {
                    tables.extend(table(&head, claim, after));
                }
            }
        }
        tables
    })
}

/// A table as it should be, if there is one: an attacker can compute the numbers of positions with the
/// checker.
fn table(head: &[String], claim: usize, after: usize) -> Option<Table> {
    let mut counts = vec!["1".to_owned()];
    loop {
        let mut head = head.to_vec();
        head.push(format!("moves-at-least {claim}"));
        head.push(format!("F {}", counts.join(" ")));
        let mut table = Table { head, rows: Vec::new(), end: "" };
        match cubes::Cubes::read(&mut &*table.file(), &|_| true) {
            Ok(_) if counts.len() <= after => counts.push("0".to_owned()),
            Ok(made) => {
                let digest = "0123456789abcdef".repeat(4);
                let row = |&position: &u64| {
                    let text = format!("{position:x} {} 9 8 7 {digest}", made.slots(position));
                    text.split(' ').map(str::to_owned).collect()
                };
                table.rows = made.positions().iter().map(row).collect();
                return Some(table);
            }
            Err(Refusal::Wrong(why)) => {
                let count = why.split("has a count of ").nth(1)?.split(',').next()?;
                count.clone_into(counts.last_mut()?);
            }
            Err(_) => return None,
        }
    }
}

const WORDS: [&str; 12] = [
    "0",
    "1",
    "2",
    "3",
    "03",
    "+1",
    "-1",
    "",
    "18446744073709551615",
    "18446744073709551616",
    "ffffffffffffffff",
    "f",
];
const ENDS: [&str; 6] = ["\n", "1", "1 1\n", "#\n", "ends\n", "data\n"];
const LINES: [&str; 8] =
    ["extra 1", "B 1", "regions 1", "sha256 0", "line 1-3", "marking 0", "F 1", "#"];

/// A file derived from a valid one by up to three edits that `data` chooses.
pub fn mutated(data: &[u8]) -> Vec<u8> {
    let mut choices = Choices(data);
    let tables = tables();
    let of = |choices: &mut Choices<'_>| {
        let number = choices.below(256) << 8 | choices.below(256);
        tables[number % tables.len()].clone()
    };
    let mut table = of(&mut choices);
    for _ in 0..choices.below(4) {
        let other = of(&mut choices);
        edit(&mut table, &other, &mut choices);
    }
    let mut file = table.file();
    match choices.below(16) {
        0 => file.truncate(file.len().saturating_sub(1 + choices.below(100))),
        1 => {
            let at = choices.below(256).min(file.len() - 1);
            file[at] ^= 1 << choices.below(8);
        }
        _ => {}
    }
    file
}

fn edit(table: &mut Table, other: &Table, choices: &mut Choices<'_>) {
    let (place, word) = (choices.below(table.rows.len()), choices.below(6));
    let line = choices.below(table.head.len());
    match choices.below(12) {
        0 if !table.rows.is_empty() => drop(table.rows.remove(place)),
        1 => table.rows.extend(table.rows.get(place).cloned()),
        2 => {
            if let Some(row) = table.rows.get_mut(place) {
                choices.of(&WORDS).clone_into(&mut row[word]);
            }
        }
        3 => table.rows.clone_from(&other.rows),
        4 => table.head.clone_from(&other.head),
        // Lines of the head of another table.
        5 | 6 => table.head[line].clone_from(&other.head[line.min(other.head.len() - 1)]),
        // One move more or fewer in the head, and sometimes in all rows.
        7 | 8 => {
            let by = choices.of(&[-1, 1]);
            let add = |word: &str| match word.parse::<i64>() {
                Ok(number) => (number + by).to_string(),
                Err(_) => word.to_owned(),
            };
            for line in &mut table.head {
                if let Some(claim) = line.strip_prefix("moves-at-least ") {
                    *line = format!("moves-at-least {}", add(claim));
                }
            }
            if choices.below(2) == 0 {
                table.rows.iter_mut().for_each(|row| row[1] = add(&row[1]));
            }
        }
        9 => {
            let words: Vec<&str> = table.head[line].split(' ').collect();
            let less = words[..words.len() - 1].join(" ");
            table.head[line] = match choices.below(2) {
                0 => format!("{less} {}", choices.of(&WORDS)),
                _ => less,
            };
        }
        10 => table.head.push(choices.of(&LINES).to_owned()),
        _ => table.end = choices.of(&ENDS),
    }
}

/// Whether a table is accepted.
///
/// # Panics
/// Panics if the table is accepted, all its rows are true, and there is a line within the number of moves that
/// they refute.
pub fn judged(file: &[u8]) -> bool {
    let Ok((cubes, rows)) = cubes::check(file, &|bytes| bytes < 1 << 28) else { return false };
    let is_there = |start: u64, moves: usize| {
        fewest(&cubes.claim, start.into()).is_some_and(|fewest| fewest <= moves)
    };
    let is_false = rows.values().any(|row| is_there(row.position, row.slots));
    let exceeds = is_there(cubes.claim.start.first_word(), cubes.refuted_moves);
    assert!(is_false || !exceeds, "{}", String::from_utf8_lossy(file));
    true
}

/// Generates files and judges them.
pub fn run(data: &[u8]) {
    judged(&mutated(data));
}
