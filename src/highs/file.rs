//! Writes programs in the LP and MPS formats, which other solvers read, with names that lead back to rows
//! and holes.
//!
//! Every number is written in its shortest form that reads back as the same `f64`.

use std::fmt::Write as _;

use good_lp::{Expression, IntoAffineExpression, Variable};
use rustc_hash::FxHashMap;

use crate::base::control::{Control, Stop};
use crate::highs::plain_names::plain_names;
use crate::highs::program::Program;

/// Characters of a comment; longer ones are cut, since some readers refuse long lines.
const COMMENT: usize = 200;
/// A sum of the LP format goes on in the next line before it has so many characters: readers take 510.
const LINE: usize = 500;
/// The column whose cost is the constant of the objective. No other column is called so: it is a word of
/// the formats to [`plain_names`].
const CONSTANT: &str = "ONE";

/// How a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The LP format of CPLEX, row by row.
    Lp,
    /// Free MPS, column by column.
    Mps,
}

/// What a file says of the program in it.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Comments at its head, a line each: what it is a program of.
    pub lines: Vec<String>,
    /// Whether the program's objective is the negative of one that was to be maximised.
    pub maximised: bool,
    /// What is to be added to the program's objective.
    pub constant: f64,
}

/// A program in one of the formats. Names are made plain. A constant of the objective becomes the cost of
/// a column that is always 1, since readers do not agree on constants. Comments at the head say so.
pub fn text(
    program: &Program,
    about: &About,
    format: Format,
    control: &Control,
) -> Result<String, Stop> {
    let table = Table::new(program, about.constant);
    let mut text = String::new();
    let mark = if format == Format::Lp { '\\' } else { '*' };
    for line in head(program, about, &table) {
        // A comment must not end before its line does.
        let plain = line.chars().map(|c| if matches!(c, ' '..='~') { c } else { '?' });
        let _ = writeln!(text, "{mark} {}", plain.take(COMMENT).collect::<String>());
    }
    match format {
        Format::Lp => table.lp(&mut text, control)?,
        Format::Mps => table.mps(&mut text, control)?,
    }
    Ok(text)
}

/// The comments: what the caller says, what a reader has to know of the objective, and the names that the
/// file has differently.
fn head(program: &Program, about: &About, table: &Table) -> Vec<String> {
    let mut head = about.lines.clone();
    head.push(if about.maximised {
        "objective: the negative of what is to be maximised, to be minimised".to_owned()
    } else {
        "objective: to be minimised".to_owned()
    });
    if let Some(constant) = table.constant {
        head.push(format!(
            "constant of the objective: {constant}, the cost of {CONSTANT}, which is 1"
        ));
    }
    let columns = program.column_names().iter().map(String::as_str);
    let columns = columns.zip(&table.columns).map(|(name, column)| ("column", name, &column.name));
    let rows = program.row_names().zip(&table.rows).map(|(name, row)| ("row", name, &row.name));
    let renamed = columns.chain(rows).filter(|(_, name, plain)| name != plain);
    head.extend(renamed.map(|(kind, name, plain)| format!("{kind} {plain}: {name}")));
    head
}

struct Column {
    name: String,
    cost: f64,
    bounds: [f64; 2],
    is_whole: bool,
}

impl Column {
    fn is_binary(&self) -> bool {
        self.is_whole && self.bounds.map(f64::to_bits) == [0.0, 1.0].map(f64::to_bits)
    }
}

/// A sum of columns that is `right`, or at most that.
struct Row {
    name: String,
    terms: Vec<Term>,
    is_equality: bool,
    right: f64,
}

/// A column by its number, with its coefficient.
type Term = (usize, f64);

/// A program as the files have it.
struct Table {
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// The constant of the objective, where the last column is the one that has it for a cost.
    constant: Option<f64>,
}

impl Table {
    /// The program with `more` added to its objective.
    fn new(program: &Program, more: f64) -> Self {
        let mut numbers = FxHashMap::default();
        let mut columns = Vec::new();
        let names = plain_names(program.column_names().iter().map(String::as_str));
        for ((variable, definition), name) in program.variables().zip(names) {
            numbers.insert(variable, columns.len());
            let bounds = [definition.get_min(), definition.get_max()];
            columns.push(Column { name, cost: 0.0, bounds, is_whole: definition.is_integer() });
        }
        for (column, cost) in terms(program.costs(), &numbers) {
            columns[column].cost = cost;
        }
        let names = plain_names(program.row_names());
        let mut rows: Vec<Row> = program
            .rows()
            .zip(names)
            .map(|(row, name)| Row {
                name,
                terms: terms(row.expression(), &numbers),
                is_equality: row.is_equality(),
                // Not -0.
                right: 0.0 - row.expression().constant(),
            })
            .collect();
        let constant = program.costs().constant() + more;
        let is_needed = constant != 0.0 || columns.is_empty() || rows.is_empty();
        if is_needed {
            // Not every reader takes a program without rows.
            if rows.is_empty() {
                let (name, terms) = ("always".to_owned(), vec![(columns.len(), 1.0)]);
                rows.push(Row { name, terms, is_equality: true, right: 1.0 });
            }
            let (name, cost) = (CONSTANT.to_owned(), constant);
            columns.push(Column { name, cost, bounds: [1.0, 1.0], is_whole: false });
        }
        Self { columns, rows, constant: is_needed.then_some(constant) }
    }

    /// Writes it in the LP format.
    fn lp(&self, text: &mut String, control: &Control) -> Result<(), Stop> {
        let mut is_used = vec![false; self.columns.len()];
        for (column, _) in self.rows.iter().flat_map(|row| &row.terms) {
            is_used[*column] = true;
        }
        // A column that stands in no row is made known by its cost, even of 0.
        let costs = self.columns.iter().zip(&is_used).enumerate();
        let costs = costs.filter(|(_, (column, is_used))| column.cost != 0.0 || !**is_used);
        let costs: Vec<Term> = costs.map(|(number, (column, _))| (number, column.cost)).collect();
        text.push_str("min\n obj:");
        self.sum(&costs, text);
        text.push_str("\nst\n");
        for row in &self.rows {
            control.check()?;
            control.check_memory(text.len() as u64)?;
            let _ = write!(text, " {}:", row.name);
            self.sum(&row.terms, text);
            let _ = writeln!(text, " {} {}", if row.is_equality { "=" } else { "<=" }, row.right);
        }
        text.push_str("bounds\n");
        for Column { name, bounds: [low, high], .. } in
            self.columns.iter().filter(|column| !column.is_binary())
        {
            let _ = writeln!(text, " {low} <= {name} <= {high}");
        }
        for (section, is_binary) in [("bin", true), ("gen", false)] {
            let _ = writeln!(text, "{section}");
            for column in self.columns.iter().filter(|column| column.is_whole) {
                if column.is_binary() == is_binary {
                    let _ = writeln!(text, " {}", column.name);
                }
            }
        }
        text.push_str("end\n");
        Ok(())
    }

    /// Writes a sum of the LP format, ` +2 x -3 y`, in lines that are not too long.
    fn sum(&self, terms: &[Term], text: &mut String) {
        let mut line = text.len() - text.rfind('\n').map_or(0, |end| end + 1);
        for &(column, coefficient) in terms {
            let before = text.len();
            let _ = write!(text, " {coefficient:+} {}", self.columns[column].name);
            line += text.len() - before;
            if line > LINE {
                text.insert(before, '\n');
                line = text.len() - before - 1;
            }
        }
    }

    /// Writes it in the MPS format.
    fn mps(&self, text: &mut String, control: &Control) -> Result<(), Stop> {
        text.push_str("NAME\nROWS\n N OBJ\n");
        let mut entries: Vec<Vec<(&str, f64)>> = vec![Vec::new(); self.columns.len()];
        for row in &self.rows {
            let _ = writeln!(text, " {} {}", if row.is_equality { 'E' } else { 'L' }, row.name);
            for &(column, coefficient) in &row.terms {
                entries[column].push((&row.name, coefficient));
            }
        }
        text.push_str("COLUMNS\n");
        let mut is_whole = false;
        for (column, entries) in self.columns.iter().zip(&entries) {
            control.check()?;
            control.check_memory(text.len() as u64)?;
            if column.is_whole != is_whole {
                is_whole = column.is_whole;
                marker(text, is_whole);
            }
            // A column that stands in no row is made known by its cost, even of 0.
            if column.cost != 0.0 || entries.is_empty() {
                let _ = writeln!(text, " {} OBJ {}", column.name, column.cost);
            }
            for (row, coefficient) in entries {
                let _ = writeln!(text, " {} {row} {coefficient}", column.name);
            }
        }
        if is_whole {
            marker(text, false);
        }
        text.push_str("RHS\n");
        for row in self.rows.iter().filter(|row| row.right != 0.0) {
            let _ = writeln!(text, " RHS {} {}", row.name, row.right);
        }
        text.push_str("BOUNDS\n");
        for column in &self.columns {
            let (name, [low, high]) = (&column.name, column.bounds);
            let _ = if column.is_binary() {
                writeln!(text, " BV BOUND {name}")
            } else if low.total_cmp(&high).is_eq() {
                writeln!(text, " FX BOUND {name} {low}")
            } else {
                writeln!(text, " LO BOUND {name} {low}\n UP BOUND {name} {high}")
            };
        }
        text.push_str("ENDATA\n");
        Ok(())
    }
}

/// The terms of a sum in the order of the columns.
fn terms(sum: &Expression, numbers: &FxHashMap<Variable, usize>) -> Vec<Term> {
    let known = |(variable, coefficient)| Some((*numbers.get(&variable)?, coefficient));
    let mut terms: Vec<Term> = sum.linear_coefficients().filter_map(known).collect();
    terms.retain(|(_, coefficient)| *coefficient != 0.0);
    terms.sort_unstable_by_key(|(column, _)| *column);
    terms
}

/// Says in the MPS format that whole columns begin, or end.
fn marker(text: &mut String, begins: bool) {
    let mark = if begins { "'INTORG'" } else { "'INTEND'" };
    let _ = writeln!(text, " MARKER 'MARKER' {mark}");
}

#[allow(unsafe_code, reason = "HiGHS reads the files; every handle lives from create to destroy")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::library;
    use crate::peg::milp::mirror;
    use crate::peg::milp::sweep::fewest;
    use crate::peg::puzzle::Puzzle;
    use good_lp::constraint;
    use highs_sys as c;
    use std::ffi::CString;

    const FORMATS: [Format; 2] = [Format::Lp, Format::Mps];

    fn written(program: &Program, about: &About, format: Format) -> String {
        text(program, about, format, &Control::default()).expect("no limit")
    }

    /// What `HiGHS` makes of a file: the objective, or none if it is infeasible.
    fn read_back(text: &str, format: Format) -> Option<f64> {
        let folder = tempfile::tempdir().expect("a folder");
        let ending = if format == Format::Lp { "lp" } else { "mps" };
        let path = folder.path().join("program").with_extension(ending);
        std::fs::write(&path, text).expect("a file");
        let path = CString::new(path.to_str().expect("a path")).expect("no zero byte");
        // SAFETY: the handle is live from create to destroy, and the strings end with a zero byte.
        unsafe {
            let handle = c::Highs_create();
            c::Highs_setBoolOptionValue(handle, c"output_flag".as_ptr(), 0);
            assert_eq!(c::Highs_readModel(handle, path.as_ptr()), 0, "{text}");
            c::Highs_run(handle);
            let (status, value) =
                (c::Highs_getModelStatus(handle), c::Highs_getObjectiveValue(handle));
            c::Highs_destroy(handle);
            match status {
                c::MODEL_STATUS_OPTIMAL => Some(value),
                c::MODEL_STATUS_INFEASIBLE => None,
                other => panic!("status {other}"),
            }
        }
    }

    #[test]
    fn another_reader_finds_the_same_optimum() {
        for (name, moves) in [("gardner/latin-cross", 5), ("gardner/greek-cross", 6)] {
            let source = library::puzzle(name).expect("a shipped puzzle");
            let puzzle = Puzzle::parse(&source, &library::model).expect("a puzzle");
            for format in FORMATS {
                let program = mirror::program(&puzzle, &Control::default()).expect("a program");
                let text = written(&program, &About::default(), format);
                let optimum = read_back(&text, format).expect("a solution");
                assert!((optimum - f64::from(moves)).abs() < 1e-6, "{name} {format:?}: {optimum}");
                assert!(text.contains("Check.ValidJump_344_line"), "{name} {format:?}");
                for (slots, solvable) in [(moves, true), (moves - 1, false)] {
                    let slots = usize::try_from(slots).expect("a count");
                    let sweep =
                        fewest::program(&puzzle, slots, &Control::default()).expect("no limit");
                    let text = written(&sweep, &About::default(), format);
                    let found = read_back(&text, format);
                    assert_eq!(found.is_some(), solvable, "{name} {format:?}, {slots}");
                }
            }
        }
    }

    /// A program whose optimum is known: the least of -2 x + 3 y for whole x to 4 and y, y >= 1.
    fn small(names: [&str; 2]) -> Program {
        let mut program = Program::default();
        let [x, y] = names.map(|name| program.whole(name.to_owned(), 4));
        program.row("end".to_owned(), constraint!(y >= 1.0));
        program.row("bounds".to_owned(), constraint!(x + y <= 4.0));
        program.minimise(-2.0 * x + 3.0 * y + 0.5);
        program
    }

    #[test]
    fn a_constant_and_names_that_are_words_of_the_format_come_back() {
        for names in [["end", "free"], ["st", "bin"], ["inf", "e5"], ["1", "ONE"], ["x y", "x_y"]] {
            for format in FORMATS {
                let lines = vec!["two\nlines, \u{e9}".to_owned()];
                let about = About { lines, maximised: true, constant: 7.0 };
                let text = written(&small(names), &about, format);
                let optimum = read_back(&text, format).expect("a solution");
                assert!((optimum - 4.5).abs() < 1e-6, "{names:?} {format:?}: {optimum}");
                assert!(text.contains("constant of the objective: 7.5"), "{text}");
                assert!(text.contains("two?lines, ?\n"), "{text}");
                assert!(text.contains("the negative of what is to be maximised"), "{text}");
                assert!(text.contains("row v_end: end"), "{text}");
            }
        }
    }

    #[test]
    fn a_file_says_all_of_a_program() {
        let mut program = Program::default();
        let [x, y] = ["x", "y"].map(|name| program.whole(name.to_owned(), 4));
        let (b, f) = (program.binary("b".to_owned()), program.fraction("f".to_owned()));
        program.binary("idle".to_owned());
        program.row("at least".to_owned(), constraint!(y + 1e-7 * b >= 1.0));
        program.row("same".to_owned(), constraint!(0.1 * x + f == 0.1 + 0.2));
        program.minimise(-2.0 * x + 3.0 * y + 0.0 * b);
        let about = About { constant: 0.5, ..About::default() };
        let lp = "\
\\ objective: to be minimised
\\ constant of the objective: 0.5, the cost of ONE, which is 1
\\ row at_least: at least
min
 obj: -2 x +3 y +0 idle +0.5 ONE
st
 at_least: -1 y -0.0000001 b <= -1
 same: +0.1 x +1 f = 0.30000000000000004
bounds
 0 <= x <= 4
 0 <= y <= 4
 0 <= f <= 1
 1 <= ONE <= 1
bin
 b
 idle
gen
 x
 y
end
";
        assert_eq!(written(&program, &about, Format::Lp), lp);
        let mps = "\
* objective: to be minimised
* constant of the objective: 0.5, the cost of ONE, which is 1
* row at_least: at least
NAME
ROWS
 N OBJ
 L at_least
 E same
COLUMNS
 MARKER 'MARKER' 'INTORG'
 x OBJ -2
 x same 0.1
 y OBJ 3
 y at_least -1
 b at_least -0.0000001
 MARKER 'MARKER' 'INTEND'
 f same 1
 MARKER 'MARKER' 'INTORG'
 idle OBJ 0
 MARKER 'MARKER' 'INTEND'
 ONE OBJ 0.5
RHS
 RHS at_least -1
 RHS same 0.30000000000000004
BOUNDS
 LO BOUND x 0
 UP BOUND x 4
 LO BOUND y 0
 UP BOUND y 4
 BV BOUND b
 LO BOUND f 0
 UP BOUND f 1
 BV BOUND idle
 FX BOUND ONE 1
ENDATA
";
        assert_eq!(written(&program, &about, Format::Mps), mps);
    }

    #[test]
    fn long_rows_go_on_in_further_lines() {
        let mut program = Program::default();
        let columns: Vec<Variable> =
            (0..300).map(|n| program.whole(format!("column{n}"), 9)).collect();
        let sum: Expression = columns.iter().sum();
        program.row("all".to_owned(), constraint!(sum.clone() >= 1234.0));
        program.minimise(sum);
        for format in FORMATS {
            let text = written(&program, &About::default(), format);
            assert!(text.lines().all(|line| line.len() <= LINE + 30));
            let optimum = read_back(&text, format).expect("a solution");
            assert!((optimum - 1234.0).abs() < 1e-6, "{optimum}");
        }
    }

    #[test]
    fn a_program_without_columns_is_one_of_a_constant() {
        for format in FORMATS {
            let about = About { constant: 3.0, ..About::default() };
            let text = written(&Program::default(), &about, format);
            assert_eq!(read_back(&text, format), Some(3.0));
        }
    }
}
