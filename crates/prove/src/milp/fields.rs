//! Sets the fields of a constraint program, in which holes are numbers, to a puzzle.

use std::collections::BTreeSet;

use soliter_base::control::{Control, Stop};
use soliter_base::diagnostic::TextFault;
use soliter_boards::board::position::{Hole, Position};
use soliter_boards::puzzle::{Finish, Puzzle};
use soliter_boards::{notation::Scheme, puzzle::ends::Ends, puzzle::marks::Marks};
use soliter_np::syntax::data::{Data, FieldValues};
use soliter_np::{ground::known_value, resolve::names::Model};

/// The numbers of a board's holes in a program. The number of a hole is its column from the left times ten
/// plus its row from the bottom, which is Gardner's name of the hole. Rows and columns change places if the
/// puzzle names holes row first, and the factor is larger than ten if there are more than nine of the latter.
pub(super) struct Numbering {
    numbers: Vec<i64>,
    steps: Vec<i64>,
}

impl Numbering {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let board = puzzle.board();
        let (rows, columns) = (i64::from(board.rows()), i64::from(board.columns()));
        let row_first = puzzle.names().scheme() == Scheme::RowColumn;
        let factor = 10.max(1 + if row_first { columns } else { rows });
        let step = |(down, right): (i32, i32)| {
            let (down, right) = (i64::from(down), i64::from(right));
            if row_first { down * factor + right } else { right * factor - down }
        };
        let top_left = factor + if row_first { 1 } else { rows };
        let numbers = board.all_holes().map(|hole| top_left + step(board.place(hole)));
        let steps = board.directions().steps().iter().map(|&by| step(by));
        Self { numbers: numbers.collect(), steps: steps.collect() }
    }

    fn number(&self, hole: Hole) -> i64 {
        self.numbers[usize::from(hole)]
    }

    pub(super) fn hole(&self, number: i64) -> Option<Hole> {
        self.numbers.iter().position(|&n| n == number).map(|hole| hole as Hole)
    }

    fn set(&self, holes: &Position) -> Data {
        Data::Set(holes.holes().map(|hole| self.number(hole)).collect())
    }
}

/// The fields of a puzzle that the program declares.
pub fn fields_in(model: &Model, puzzle: &Puzzle) -> FieldValues {
    let is_field = |name: &String| model.fields().any(|(field, _)| field == name);
    puzzle_fields(puzzle).into_iter().filter(|(name, _)| is_field(name)).collect()
}

fn mark_fields(puzzle: &Puzzle) -> impl Iterator<Item = (&'static str, Hole)> {
    let Marks { survivor, watch, last_captured } = puzzle.marked();
    let fields = [("Survivor", survivor), ("Watch", watch), ("LastCaptured", last_captured)];
    fields.into_iter().filter_map(|(name, hole)| Some((name, hole?)))
}

/// The fields of a puzzle: `Board`, `ValidMoves`, `Stride` (the least power of ten above all hole numbers),
/// `Starts`, `Ends`, `StartCount`, `EndCount`. The set of an end is empty if the puzzle gives only its number
/// of pegs. If pegs are marked, `Survivor`, `Watch` and `LastCaptured` are the numbers of their holes. A
/// reverse game is converted to the ordinary game, by exchanging start and finish.
pub fn puzzle_fields(puzzle: &Puzzle) -> FieldValues {
    let numbering = Numbering::new(puzzle);
    let ends = Ends::new(puzzle);
    let set = |end: &Finish| numbering.set(end.position().unwrap_or(&Position::EMPTY));
    let largest = numbering.numbers.iter().copied().max().unwrap_or(0);
    let stride = (2..18).map(|power| 10i64.pow(power)).find(|&stride| stride > largest);
    let given = [
        ("Board", numbering.set(&puzzle.board().full())),
        ("ValidMoves", Data::Map((1..).zip(numbering.steps.iter().copied()).collect())),
        ("Stride", Data::Number(stride.unwrap_or(i64::MAX))),
        ("Starts", set(&ends.start)),
        ("Ends", set(&ends.finish)),
        ("StartCount", Data::Number(ends.start.pegs() as i64)),
        ("EndCount", Data::Number(ends.finish.pegs() as i64)),
    ];
    let marks = mark_fields(puzzle);
    let marks = marks.map(|(name, hole)| (name, Data::Number(numbering.number(hole))));
    given.into_iter().chain(marks).map(|(name, data)| (name.to_owned(), data)).collect()
}

/// The reason why a puzzle does not fit a program with these fields, if any: a program with its own board or
/// moves could report a solvable puzzle as impossible.
pub fn unfit(
    puzzle: &Puzzle,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<Option<TextFault>, Stop> {
    let fault = |message: String, help: &str| Some(TextFault::at(0, message, help));
    if puzzle.board().is_changed() {
        let message = "a program computes jumps from a drawing, and the puzzle's board lists them";
        return Ok(fault(message.to_owned(), "take a puzzle on a board that is only drawn"));
    }
    let full = puzzle_fields(puzzle);
    let known = |name| known_value(model, given, name, control);
    if let (Some(Data::Set(own)), Some(Data::Set(board))) = (known("Board")?, full.get("Board"))
        && let Some(&number) = board.difference(&own).chain(own.difference(board)).next()
    {
        let numbering = Numbering::new(puzzle);
        let hole = numbering.hole(number).map(|hole| puzzle.names().name(hole));
        let message = match hole {
            Some(name) => format!(
                "the program's Board has no hole {name} (number {number}), the puzzle's board has"
            ),
            None => format!("the program's Board has a hole {number}, the puzzle's board has not"),
        };
        let help = "take a puzzle of the program's board, or declare 'Field Board{}'";
        return Ok(fault(message, help));
    }
    let steps = |data: &Data| match data {
        Data::Map(map) => Some(map.values().copied().collect::<BTreeSet<i64>>()),
        _ => None,
    };
    let own = known("ValidMoves")?.and_then(|data| steps(&data));
    if let (Some(own), Some(steps)) = (own, full.get("ValidMoves").and_then(steps))
        && own != steps
    {
        let (own, steps) = (Data::Set(own), Data::Set(steps));
        let message = format!("the program's ValidMoves are {own}, those of the puzzle {steps}");
        let sets = ["Starts", "Ends"].map(|set| full.get(set).map(|data| (set, data)));
        let sets = sets.into_iter().flatten();
        let sets = sets.map(|(set, holes)| format!("--set {set}=\"{holes}\""));
        let sets = sets.collect::<Vec<String>>().join(" ");
        let help = format!(
            "to play it in the program's directions, replace --data by {sets}; for the puzzle's own, declare \
             'Field ValidMoves()'"
        );
        return Ok(fault(message, &help));
    }
    let is_field = |name: &str| model.fields().any(|(field, _)| field == name);
    if let Some((name, _)) = mark_fields(puzzle).find(|(name, _)| !is_field(name)) {
        let message = format!("the puzzle marks a peg, and the program has no field {name}");
        return Ok(fault(message, "run marked, which knows marked pegs"));
    }
    // An end of which only the number of pegs is known is given by an empty set and that number.
    let none = Data::Set(BTreeSet::new());
    for (end, set, count) in [("start", "Starts", "StartCount"), ("finish", "Ends", "EndCount")] {
        let is_empty = full.get(set) == Some(&none);
        let is_filled = given.get(set).is_some_and(|data| *data != none);
        if is_empty && is_field(set) && !is_field(count) && !is_filled {
            let message = format!(
                "the puzzle gives only the number of pegs of its {end}, and the program has no field \
                 {count}"
            );
            let help =
                format!("name the holes: --set {set}=\"{{44}}\", or give the program the field");
            return Ok(fault(message, &help));
        }
    }
    Ok(None)
}
