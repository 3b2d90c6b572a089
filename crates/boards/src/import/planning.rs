//! Reads planning problems in PDDL: those of the planning competitions, and what `soliter export --to pddl` writes.
//!
//! A problem lists the jumps of its board as `(in-line FROM OVER TO)`, and says of each hole whether it is
//! `occupied` or `free`. If the jumps are those of a diagram, the board is drawn: places come from the names of the
//! holes, as in `pos-2-3`, or are found from the lines. Any other board lists its jumps.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::board::position::{Hole, Position};
use crate::board::{Board, Jump, MAX_HOLES};
use crate::import::embedding::{self, LATTICES, Line};
use crate::puzzle::setup::PuzzleSetup;
use crate::puzzle::{Finish, open::Aim};
use soliter_base::diagnostic::TextFault;
use soliter_base::wording::short;

/// A list or a word, with its place in the text. Words are in lower case.
#[derive(Debug)]
struct Sexp {
    kind: Kind,
    span: Range<usize>,
}

#[derive(Debug)]
enum Kind {
    Word(String),
    List(Vec<Sexp>),
}

impl Sexp {
    fn list(&self) -> &[Self] {
        if let Kind::List(list) = &self.kind { list } else { &[] }
    }

    fn word(&self) -> &str {
        if let Kind::Word(word) = &self.kind { word } else { "" }
    }

    /// The first word of a list.
    fn head(&self) -> &str {
        self.list().first().map_or("", Self::word)
    }
}

/// Lists are nested at most this deep.
const DEEPEST: usize = 20;

/// Whether a text is PDDL: its first list is a `define`.
pub(super) fn is_problem(text: &str) -> bool {
    let code = text.lines().map(|line| line.split(';').next().unwrap_or(""));
    let mut code = code.map(str::trim).filter(|line| !line.is_empty());
    let start: String = code.by_ref().take(2).collect::<Vec<_>>().join(" ").to_lowercase();
    let rest = start.strip_prefix('(').map_or("", str::trim_start);
    rest.starts_with("define")
}

fn fault(sexp: &Sexp, message: impl Into<String>, help: impl Into<String>) -> TextFault {
    TextFault::new(sexp.span.clone(), message, help)
}

/// The puzzle of a problem, and its aim if the goal leaves holes open. A domain before it in the same text is passed
/// over.
pub(super) fn setup(text: &str) -> Result<(PuzzleSetup, Option<Aim>), TextFault> {
    let all = parse(text)?;
    let is_problem = |define: &&Sexp| {
        define.head() == "define" && define.list().get(1).is_some_and(|one| one.head() == "problem")
    };
    let Some(problem) = all.iter().find(is_problem) else {
        let help = "give the file of the problem: (define (problem ...))";
        return Err(TextFault::at(0, "this is a planning domain, not a problem", help));
    };
    let name = problem.list()[1].list().get(1).map_or("", Sexp::word);
    let section = |keyword: &str| {
        problem.list().iter().find(|part| part.head() == keyword).ok_or_else(|| {
            let help = "a problem has (:objects ...), (:init ...) and (:goal ...)";
            fault(&problem.list()[1], format!("the problem has no {keyword}"), help)
        })
    };
    let holes = objects(section(":objects")?)?;
    let mut board = BTreeSet::new();
    let (mut occupied, mut free) = (BTreeSet::new(), BTreeSet::new());
    for fact in &section(":init")?.list()[1..] {
        match (fact.head(), fact.list().len()) {
            ("in-line", 4) => {
                let [from, over, to] = [1, 2, 3].map(|at| hole(&fact.list()[at], &holes));
                board.insert((from?, over?, to?));
            }
            ("occupied", 2) => drop(occupied.insert(hole(&fact.list()[1], &holes)?)),
            ("free", 2) => drop(free.insert(hole(&fact.list()[1], &holes)?)),
            // The costs and the moves of the sequential track.
            ("=" | "move-ended", _) => {}
            (word, _) => return Err(unknown(fact, word)),
        }
    }
    let goal = section(":goal")?;
    let goal =
        goal.list().get(1).ok_or_else(|| fault(goal, "the goal is empty", "name its holes"))?;
    let (mut pegs, mut empty) = (BTreeSet::new(), BTreeSet::new());
    let literals =
        if goal.head() == "and" { &goal.list()[1..] } else { std::slice::from_ref(goal) };
    for literal in literals {
        let is_not = literal.head() == "not" && literal.list().len() == 2;
        let fact = if is_not { &literal.list()[1] } else { literal };
        match (fact.head(), fact.list().len()) {
            ("occupied" | "free", 2) => {
                let wants_peg = (fact.head() == "occupied") != is_not;
                let set = if wants_peg { &mut pegs } else { &mut empty };
                set.insert(hole(&fact.list()[1], &holes)?);
            }
            ("move-ended", 1) if !is_not => {}
            (word, _) => return Err(unknown(fact, word)),
        }
    }
    let names: Vec<&str> = {
        let mut names = vec![""; holes.len()];
        for (name, &hole) in &holes {
            names[hole] = name;
        }
        names
    };
    let help = "state for each hole whether it is occupied or free";
    if let Some(hole) = (0..names.len()).find(|hole| occupied.contains(hole) == free.contains(hole))
    {
        let message = format!("{} is not either occupied or free at the start", names[hole]);
        return Err(fault(section(":init")?, message, help));
    }
    if let Some(hole) = pegs.intersection(&empty).next() {
        let message = format!("the goal wants {} both occupied and free", names[*hole]);
        return Err(fault(goal, message, help));
    }
    let open = names.len() - pegs.len() - empty.len();
    if open == names.len() {
        return Err(fault(goal, "the goal names no hole", "name its holes"));
    }
    let (board, of_hole) = diagram(&names, &board)
        .map_err(|(message, help)| TextFault::new(problem.list()[1].span.clone(), message, help))?;
    let set =
        |wanted: &BTreeSet<usize>| wanted.iter().map(|&hole| of_hole[hole]).collect::<Position>();
    let (pegs_at, empty_at) = (set(&pegs), set(&empty));
    let aim = (open > 0).then_some(Aim::Holes { pegs_at: pegs_at.clone(), empty_at });
    let finish = match aim {
        // The number of pegs is open, and any is right here.
        Some(_) => Finish::Pegs(occupied.len()),
        None => Finish::Exactly(pegs_at),
    };
    let setup = PuzzleSetup::new(board, set(&occupied), finish);
    Ok((PuzzleSetup { title: name.to_owned(), ..setup }, aim))
}

fn unknown(fact: &Sexp, word: &str) -> TextFault {
    let message = format!("({} ...) is not a fact of peg solitaire", short(word));
    fault(fact, message, "the facts are in-line, occupied, free and move-ended")
}

/// The objects with their numbers, without their types.
fn objects(section: &Sexp) -> Result<BTreeMap<String, usize>, TextFault> {
    let mut found = BTreeMap::new();
    let mut is_type = false;
    for object in &section.list()[1..] {
        let word = object.word();
        if word == "-" {
            is_type = true;
        } else if !std::mem::take(&mut is_type) {
            let number = found.len();
            if word.is_empty() || found.insert(word.to_owned(), number).is_some() {
                return Err(fault(
                    object,
                    "this object is not one new name",
                    "name each hole once",
                ));
            }
        }
    }
    if found.is_empty() {
        return Err(fault(section, "the problem has no objects", "name its holes"));
    }
    Ok(found)
}

fn hole(word: &Sexp, holes: &BTreeMap<String, usize>) -> Result<usize, TextFault> {
    holes.get(word.word()).copied().ok_or_else(|| {
        let message = format!("{} is not an object of the problem", short(word.word()));
        fault(word, message, "name it in :objects")
    })
}

/// The board with these jumps, and the hole on it of each object.
fn diagram(names: &[&str], lines: &BTreeSet<Line>) -> Result<(Board, Vec<Hole>), (String, String)> {
    if names.len() > MAX_HOLES {
        let message =
            format!("the board has {} holes; at most {MAX_HOLES} are possible", names.len());
        return Err((message, "state a smaller board".to_owned()));
    }
    let named = [coordinates(names), letters(names)];
    for (lattice, directions) in LATTICES {
        let by_name =
            named.iter().flatten().find(|places| embedding::fits(places, lines, directions));
        let places = by_name.cloned();
        let Some(places) = places.or_else(|| embedding::places(names.len(), lines, directions))
        else {
            continue;
        };
        let mut sorted = places.clone();
        sorted.sort_unstable();
        let board = Board::of_places(&sorted, lattice, directions)
            .map_err(|fault| (fault.to_string(), "check the problem".to_owned()))?;
        let hole = |place| sorted.iter().position(|other| *other == place).unwrap_or(0) as Hole;
        return Ok((board, places.into_iter().map(hole).collect()));
    }
    listed(names, lines)
}

/// The board that lists these jumps. Its holes have the names of the objects, as far as records can have them.
fn listed(names: &[&str], lines: &BTreeSet<Line>) -> Result<(Board, Vec<Hole>), (String, String)> {
    let plain = |name: &&str| -> String {
        let name = name.strip_prefix("h-").unwrap_or(name);
        name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
    };
    let mut own: Vec<String> = names.iter().map(plain).collect();
    if own.iter().collect::<BTreeSet<_>>().len() < own.len() {
        own = (0..names.len()).map(|hole| hole.to_string()).collect();
    }
    let mut jumps = Vec::new();
    for &(from, over, to) in lines {
        if from == over || over == to || from == to {
            let message = format!("a jump of {} has a hole twice", own[from]);
            return Err((message, "a jump has three different holes".to_owned()));
        }
        let [from, over, to] = [from, over, to].map(|hole| hole as Hole);
        jumps.push(Jump { from, over, to });
    }
    let thousandths = |(row, column): (i32, i32)| {
        let near = |at: i32| (0..=1000).contains(&at).then_some(at * 1000);
        Some((near(column)?, near(row)?))
    };
    let places = coordinates(names).and_then(|places| {
        let points: Option<Vec<(i32, i32)>> = places.into_iter().map(thousandths).collect();
        points.filter(|points| points.iter().collect::<BTreeSet<_>>().len() == points.len())
    });
    let board = Board::listed(own, jumps, places.unwrap_or_default())
        .map_err(|fault| (fault.to_string(), "check the problem".to_owned()))?;
    Ok((board, (0..names.len() as Hole).collect()))
}

/// Places by the last two numbers of each name: `pos-2-3`.
fn coordinates(names: &[&str]) -> Option<Vec<(i32, i32)>> {
    let place = |name: &&str| {
        let mut numbers =
            name.rsplit(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let (second, first) = (numbers.next()?, numbers.next()?);
        Some((first.parse().ok()?, second.parse().ok()?))
    };
    shifted(names.iter().map(place).collect())
}

/// Places by a column and a row at the end of each name, a letter or a digit and then a number: `h-d3`, `h-45`.
/// Rows go down after a letter, and up after a digit, as in the notations `letter-row` and `column-row`.
fn letters(names: &[&str]) -> Option<Vec<(i32, i32)>> {
    let place = |name: &&str| {
        let word = name.rsplit(['-', '_']).next()?;
        let column = word.chars().next()?;
        let row: i32 = word[column.len_utf8()..].parse().ok()?;
        if let Some(digit) = column.to_digit(10) {
            return Some((-row, digit as i32));
        }
        let column = column.is_ascii_lowercase().then(|| column as i32 - 'a' as i32)?;
        Some((row, column))
    };
    shifted(names.iter().map(place).collect())
}

fn shifted(places: Option<Vec<(i32, i32)>>) -> Option<Vec<(i32, i32)>> {
    let places = places?;
    let top = places.iter().map(|place| place.0).min()?;
    let left = places.iter().map(|place| place.1).min()?;
    Some(places.into_iter().map(|(row, column)| (row - top, column - left)).collect())
}

/// All lists of a text.
fn parse(text: &str) -> Result<Vec<Sexp>, TextFault> {
    let mut open: Vec<(usize, Vec<Sexp>)> = vec![(0, Vec::new())];
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let end = match first {
            ';' => at + rest.find('\n').unwrap_or(rest.len()),
            '(' => {
                if open.len() > DEEPEST {
                    let help = "a problem of peg solitaire is not as deep";
                    return Err(TextFault::at(at, "the lists are nested too deep", help));
                }
                open.push((at, Vec::new()));
                at + 1
            }
            ')' => {
                let (Some((start, list)), Some((_, outer))) = (open.pop(), open.last_mut()) else {
                    let help = "each ) closes a (";
                    return Err(TextFault::at(at, "this bracket closes nothing", help));
                };
                outer.push(Sexp { kind: Kind::List(list), span: start..at + 1 });
                at + 1
            }
            c if c.is_whitespace() => at + c.len_utf8(),
            _ => {
                let length = rest.find(|c: char| c.is_whitespace() || "();".contains(c));
                let end = at + length.unwrap_or(rest.len());
                let word = text[at..end].to_lowercase();
                if let Some((_, list)) = open.last_mut() {
                    list.push(Sexp { kind: Kind::Word(word), span: at..end });
                }
                end
            }
        };
        at = end;
    }
    match (open.pop(), open.pop()) {
        (Some((_, all)), None) => Ok(all),
        (last, _) => {
            let start = last.map_or(0, |(start, _)| start);
            Err(TextFault::at(start, "this bracket is not closed", "each ( has a )"))
        }
    }
}
