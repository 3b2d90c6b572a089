//! The signs of diagrams: those that a file gives, and the one meaning that makes a puzzle if it gives none.

use toml::de::DeValue;

use crate::board::{position::Position, signs::Signs};
use crate::puzzle::puzzle_file::positions::{Ends, PositionReader, Wanted};
use soliter_base::toml_fields::{Faults, Value, find};
use soliter_base::wording::joined;

const SIGNS: &str = "signs = { peg = \"*\", empty = \"o\", none = \"#\" }";

/// The signs that a file gives for its diagrams: `{ peg = "*", empty = "o", none = "#" }`.
pub(in crate::puzzle) fn read_signs<'i>(
    value: &Value<'i>,
    faults: &mut Faults<'i>,
) -> Option<Signs> {
    let Some(table) = value.get_ref().as_table() else {
        faults.wrong_type(value, "signs", "a table").help = Some(SIGNS.into());
        return None;
    };
    faults.unknown_keys(table, &["peg", "empty", "none"]);
    let mut complete = true;
    let mut signs = |key: &str| -> Vec<String> {
        let Some(value) = find(table, key) else { return Vec::new() };
        let single = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        let many = |list: &DeValue<'i>| -> Option<Vec<String>> {
            let list = list.as_array()?;
            list.iter().map(|one| one.get_ref().as_str().map(str::to_owned)).collect()
        };
        let found = value.get_ref().as_str().map(single).or_else(|| many(value.get_ref()));
        found.unwrap_or_else(|| {
            faults.wrong_type(value, key, "a string of signs").help = Some(SIGNS.into());
            complete = false;
            Vec::new()
        })
    };
    let [peg, empty, none] = ["peg", "empty", "none"].map(&mut signs);
    if complete && peg.is_empty() && empty.is_empty() {
        faults.add_with_help(value.span(), "\"signs\" names no sign of a hole", SIGNS);
        return None;
    }
    complete.then_some(Signs { peg, empty, none, open: vec!["?".to_owned()] })
}

impl<'i> PositionReader<'_, 'i> {
    /// Takes the one meaning of the diagrams that makes a puzzle: the start has more pegs than the finish, in the
    /// reverse game fewer, and a sign means the same in both. Otherwise it asks for the signs.
    pub(super) fn choose(
        &mut self,
        (start, start_value): (Ends<Position>, &Value<'i>),
        (finish, finish_value): (Ends<Wanted>, &Value<'i>),
        remarks: &mut Vec<String>,
    ) -> Option<(Position, Wanted)> {
        if let (Ends::One(start), Ends::One(finish)) = (&start, &finish) {
            return Some((start.clone(), finish.clone()));
        }
        let is_start = matches!(start, Ends::Several(_));
        let value = if is_start { start_value } else { finish_value };
        let starts = match start {
            Ends::One(start) => vec![(Signs::default(), start)],
            Ends::Several(meanings) => {
                meanings.into_iter().map(|(signs, drawn)| (signs, drawn.pegs)).collect()
            }
        };
        let finishes = match finish {
            Ends::One(finish) => vec![(Signs::default(), finish)],
            Ends::Several(meanings) => {
                let wanted = |(signs, drawn)| (signs, Wanted::of_drawing(self.board, drawn));
                meanings.into_iter().map(wanted).collect()
            }
        };
        let mut fitting: Vec<(Signs, Position, Wanted)> = Vec::new();
        for (signs, start) in &starts {
            for (others, finish) in &finishes {
                let before = start.len();
                if finish.fits(before, self.reverse) && before > 0 && signs.agrees(others) {
                    let signs = if is_start { signs } else { others };
                    fitting.push((signs.clone(), start.clone(), finish.clone()));
                }
            }
        }
        match &fitting[..] {
            [(signs, start, finish)] => {
                remarks.push(format!("in the diagrams {}", signs.phrase()));
                Some((start.clone(), finish.clone()))
            }
            [] => {
                let offered = if is_start { starts.first() } else { None };
                let line = offered.map_or_else(|| SIGNS.to_owned(), |(signs, _)| signs.line());
                let message =
                    "with no meaning of these signs the start has more pegs than the finish";
                self.faults.add_with_help(value.span(), message, format!("add {line}"));
                None
            }
            several => {
                let lines = joined(several.iter().map(|(signs, ..)| signs.line()), " or ");
                let message = "the signs of this diagram can mean two things";
                self.faults.add_with_help(value.span(), message, format!("add {lines}"));
                None
            }
        }
    }
}
