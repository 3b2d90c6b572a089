//! Writes a program as a file in the LP or MPS format, for other solvers to read.
//!
//! The names of rows and columns in the file lead back to the constraints and variables they stand for.
//! Every number is written in the shortest form that reads back as the same `f64`.

/// The text whose digest is in certificates of bounds.
#[cfg(feature = "milp")]
pub(crate) mod exact;
mod lp;
mod mps;
mod plain_names;
mod table;

use std::fmt::Write as _;

use crate::program::file::plain_names::plain_names;
use crate::program::file::table::{CONSTANT, Table};
use crate::program::{NEVER, Program};
use soliter_base::control::{Control, Stop};

/// The greatest length of a comment, in characters: some readers refuse long lines.
const COMMENT: usize = 200;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The LP format of CPLEX, row by row.
    Lp,
    /// Free MPS, column by column.
    Mps,
}

/// The description of the program in a file.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Comments at the head of the file, one per line: what the program describes.
    pub lines: Vec<String>,
    /// Whether the program's objective is the negative of one that was to be maximised.
    pub maximised: bool,
    /// A constant to be added to the program's objective.
    pub constant: f64,
}

/// The text of a program in one of the formats.
///
/// Names are replaced by ones that all readers accept. A constant in the objective becomes the cost of a
/// column that is always 1, since readers do not agree on constants. Comments at the head record both.
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
        // A line break inside a comment would end it early.
        let plain = line.chars().map(|c| if matches!(c, ' '..='~') { c } else { '?' });
        let _ = writeln!(text, "{mark} {}", plain.take(COMMENT).collect::<String>());
    }
    match format {
        Format::Lp => lp::write(&table, &mut text, control)?,
        Format::Mps => mps::write(&table, &mut text, control)?,
    }
    Ok(text)
}

/// The names of a program's columns in a file, in the order of the columns.
pub fn column_names(program: &Program) -> Vec<String> {
    plain_names(program.column_names().iter().map(String::as_str))
}

fn head(program: &Program, about: &About, table: &Table) -> Vec<String> {
    let mut head = about.lines.clone();
    let has_cost = table.columns.iter().any(|column| column.cost != 0.0);
    head.push(match (has_cost, about.maximised) {
        (false, _) => "objective: none, any solution will do".to_owned(),
        (true, true) => "objective: the negative of the maximum, to be minimised".to_owned(),
        (true, false) => "objective: to be minimised".to_owned(),
    });
    if program.column_names().iter().any(|name| name.starts_with(NEVER)) {
        head.push(format!(
            "column {NEVER}row]: no values satisfy this row, so there is no solution"
        ));
    }
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

#[cfg(test)]
mod tests {
    use super::lp::LINE;
    use super::*;
    use good_lp::{Expression, Variable, constraint};
    use soliter_testing::highs_reader::optimum;

    const FORMATS: [Format; 2] = [Format::Lp, Format::Mps];

    fn written(program: &Program, about: &About, format: Format) -> String {
        text(program, about, format, &Control::default()).expect("no limit")
    }

    /// The optimum that `HiGHS` finds for a file; `None` if it is infeasible.
    fn read_back(text: &str, format: Format) -> Option<f64> {
        optimum(text, if format == Format::Lp { "lp" } else { "mps" })
    }

    /// A program whose optimum is known: the minimum of -2 x + 3 y for integers x <= 4 and y >= 1.
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
                assert!(text.contains("the negative of the maximum"), "{text}");
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
