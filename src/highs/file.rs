//! Programs as files that other solvers read, with names that lead back to rows and holes.
//!
//! `HiGHS` writes the file, and says nothing of a full disk: what was written is read again and
//! compared before it is given out. Invariants of the calls below: the handle is that of a live
//! model, row and column numbers lie inside it, and every string ends with a zero byte and outlives
//! its call.

use std::ffi::CString;
use std::fmt::Write as _;
use std::path::Path;

use highs_sys::{Highs_passColName, Highs_passRowName, Highs_writeModel};

use crate::base::control::{Control, Stop};
use crate::highs::aside::{self, Ended};
use crate::highs::model_data::ModelData;
use crate::highs::plain_names::plain_names;
use crate::highs::program::Program;

/// Characters of a comment; longer ones are cut, since some readers refuse long lines.
const COMMENT: usize = 200;

/// Why there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteFault {
    /// No file can be made there, or the path is not text that C takes.
    #[error("no file can be made there")]
    Path,
    /// `HiGHS` did not take the program or a name.
    #[error("HiGHS does not take the program")]
    Refused,
    /// What is in the file is not the program: the disk is full, or this is a fault of the program.
    #[error("what was written is not what is read back")]
    Different,
    /// A limit came first.
    #[error("{0}")]
    Stopped(Stop),
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

/// Writes a program in LP or MPS format, by the ending of the path: `.lp` or `.mps`. Names are made
/// plain, and a constant of the objective becomes the cost of a column that is always 1; comments at
/// the head say so. What is in the file has been read back and is the program.
///
/// # Errors
/// See [`WriteFault`]; what is at the path then is of no use, and after a limit it may still change.
pub fn write(
    program: Program,
    about: &About,
    path: &Path,
    control: &Control,
) -> Result<(), WriteFault> {
    let (about, path) = (about.clone(), path.to_owned());
    match aside::run("", control, move |_| write_here(program, &about, &path)) {
        Ended::With(result) => result,
        Ended::Left(stop) => Err(WriteFault::Stopped(stop)),
        Ended::Failed(_) => Err(WriteFault::Refused),
    }
}

fn write_here(mut program: Program, about: &About, path: &Path) -> Result<(), WriteFault> {
    let constant = program.put_constant_in_a_column(about.constant);
    let mut columns = plain_names(program.column_names().iter().map(String::as_str));
    if constant.is_some()
        && let Some(last) = columns.last_mut()
    {
        // No other is called so: it is not plain.
        CONSTANT.clone_into(last);
    }
    let rows = plain_names(program.row_names());
    let mut head = heading(about, constant);
    let named = program.column_names().iter().map(String::as_str).zip(&columns);
    head.extend(renamed("column", named));
    head.extend(renamed("row", program.row_names().zip(&rows)));
    // HiGHS crashes where it cannot open the file.
    std::fs::File::create(path).map_err(|_| WriteFault::Path)?;
    let c_path = path.to_str().and_then(|path| CString::new(path).ok()).ok_or(WriteFault::Path)?;
    let meant = write_plainly(program, &columns, &rows, &c_path)?;
    finish(path, &head)?;
    match ModelData::read(&c_path) {
        Some(read) if meant.is(&read) => Ok(()),
        _ => Err(WriteFault::Different),
    }
}

/// The column of the constant.
const CONSTANT: &str = "ONE";

/// `HiGHS` writes the file; gives what it holds.
fn write_plainly(
    program: Program,
    columns: &[String],
    rows: &[String],
    path: &CString,
) -> Result<ModelData, WriteFault> {
    let c_names = |names: &[String]| -> Result<Vec<CString>, WriteFault> {
        let names = names.iter().map(|name| CString::new(name.as_str()));
        names.collect::<Result<_, _>>().map_err(|_| WriteFault::Refused)
    };
    let (columns, rows) = (c_names(columns)?, c_names(rows)?);
    let mut model = program.into_problem().try_into_inner().map_err(|_| WriteFault::Refused)?;
    model.make_quiet();
    if (model.num_cols(), model.num_rows()) != (columns.len(), rows.len()) {
        return Err(WriteFault::Refused);
    }
    let handle = model.as_mut_ptr();
    // 0 is success and 1 a warning, which names give that HiGHS would write differently.
    // SAFETY: see the invariants at the top of the file.
    let named = unsafe {
        (0..).zip(&columns).all(|(n, name)| Highs_passColName(handle, n, name.as_ptr()) == 0)
            && (0..).zip(&rows).all(|(n, name)| Highs_passRowName(handle, n, name.as_ptr()) == 0)
    };
    // SAFETY: the same.
    let written = named && unsafe { Highs_writeModel(handle, path.as_ptr()) } == 0;
    // SAFETY: the same.
    let meant = if written { unsafe { ModelData::of(handle) } } else { None };
    meant.ok_or(WriteFault::Refused)
}

/// Puts the comments at the head of a file that is whole.
fn finish(path: &Path, head: &[String]) -> Result<(), WriteFault> {
    let body = std::fs::read_to_string(path).map_err(|_| WriteFault::Path)?;
    let lp = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("lp"));
    let (mark, end) = if lp { ('\\', "end") } else { ('*', "ENDATA") };
    if body.trim_end().lines().last().map(str::trim) != Some(end) {
        return Err(WriteFault::Different);
    }
    let mut text = String::new();
    for line in head {
        // A comment must not end before its line does.
        let plain = line.chars().map(|c| if matches!(c, ' '..='~') { c } else { '?' });
        let _ = writeln!(text, "{mark} {}", plain.take(COMMENT).collect::<String>());
    }
    text.push_str(&body);
    std::fs::write(path, text).map_err(|_| WriteFault::Different)
}

/// What a reader of the file has to know of its objective.
fn heading(about: &About, constant: Option<f64>) -> Vec<String> {
    let mut head = about.lines.clone();
    head.push(if about.maximised {
        "objective: the negative of what is to be maximised, to be minimised".to_owned()
    } else {
        "objective: to be minimised".to_owned()
    });
    if let Some(constant) = constant {
        head.push(format!(
            "constant of the objective: {constant}, the cost of {CONSTANT}, which is 1"
        ));
    }
    head
}

/// Names that the file has differently.
fn renamed<'a>(
    kind: &'a str,
    names: impl Iterator<Item = (&'a str, &'a String)>,
) -> impl Iterator<Item = String> {
    names
        .filter(|(name, plain)| name != plain)
        .map(move |(name, plain)| format!("{kind} {plain}: {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::diagnostic::Source;
    use crate::library;
    use crate::peg::milp::mirror;
    use crate::peg::milp::sweep::fewest;
    use crate::peg::puzzle::Puzzle;
    use good_lp::constraint;
    use highs_sys as c;

    /// What `HiGHS` makes of a file: the objective, or none if it is infeasible.
    fn read_back(path: &Path) -> Option<f64> {
        let path = CString::new(path.to_str().expect("a path")).expect("no zero byte");
        // SAFETY: the handle is live from create to destroy, and the strings end with a zero byte.
        unsafe {
            let handle = c::Highs_create();
            c::Highs_setBoolOptionValue(handle, c"output_flag".as_ptr(), 0);
            assert_eq!(c::Highs_readModel(handle, path.as_ptr()), 0, "{path:?}");
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
        let folder = tempfile::tempdir().expect("a folder");
        for (name, moves) in [("gardner/latin-cross", 5), ("gardner/greek-cross", 6)] {
            let source = library::puzzle(name).expect("a shipped puzzle");
            let puzzle = Puzzle::parse(&source, &library::model).expect("a puzzle");
            for ending in ["lp", "mps"] {
                let path = folder.path().join("program").with_extension(ending);
                let program = mirror::program(&puzzle, &Control::default()).expect("a program");
                write(program, &About::default(), &path, &Control::default()).expect("a file");
                let optimum = read_back(&path).expect("a solution");
                assert!((optimum - f64::from(moves)).abs() < 1e-6, "{name}.{ending}: {optimum}");
                let text = std::fs::read_to_string(&path).expect("text");
                assert!(text.contains("Check.ValidJump_344_line"), "{name}.{ending}");
                for (slots, solvable) in [(moves, true), (moves - 1, false)] {
                    let slots = usize::try_from(slots).expect("a count");
                    let control = Control::default();
                    let sweep = fewest::program(&puzzle, slots, &control).expect("no limit");
                    write(sweep, &About::default(), &path, &Control::default()).expect("a file");
                    assert_eq!(read_back(&path).is_some(), solvable, "{name}.{ending}, {slots}");
                }
            }
        }
        let nowhere = Path::new("/no such folder/program.lp");
        let source =
            Source::new("test", "model = 'english'\nstart = ['34', '44']\nfinish = ['54']");
        let puzzle = Puzzle::parse(&source, &library::model).expect("a puzzle");
        let program = mirror::program(&puzzle, &Control::default()).expect("a program");
        let refused = write(program, &About::default(), nowhere, &Control::default());
        assert_eq!(refused, Err(WriteFault::Path));
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
        let folder = tempfile::tempdir().expect("a folder");
        for names in [["end", "free"], ["st", "bin"], ["inf", "e5"], ["1", "ONE"], ["x y", "x_y"]] {
            for ending in ["lp", "mps"] {
                let path = folder.path().join("program").with_extension(ending);
                let lines = vec!["two\nlines, \u{e9}".to_owned()];
                let about = About { lines, maximised: true, constant: 7.0 };
                write(small(names), &about, &path, &Control::default()).expect("a file");
                let optimum = read_back(&path).expect("a solution");
                assert!((optimum - 4.5).abs() < 1e-6, "{names:?}.{ending}: {optimum}");
                let text = std::fs::read_to_string(&path).expect("text");
                assert!(text.contains("constant of the objective: 7.5"), "{text}");
                assert!(text.contains("two?lines, ?\n"), "{text}");
                assert!(text.contains("the negative of what is to be maximised"), "{text}");
                assert!(text.contains("row v_end: end"), "{text}");
            }
        }
    }

    #[test]
    fn what_is_not_the_program_is_told_from_it() {
        let folder = tempfile::tempdir().expect("a folder");
        for ending in ["lp", "mps"] {
            let path = folder.path().join("program").with_extension(ending);
            write(small(["x", "y"]), &About::default(), &path, &Control::default())
                .expect("a file");
            let c_path = CString::new(path.to_str().expect("a path")).expect("no zero byte");
            let whole = std::fs::read_to_string(&path).expect("text");
            let meant = ModelData::read(&c_path).expect("a model");
            for (from, to) in [("3", "4"), ("1", "2"), ("x", "z")] {
                std::fs::write(&path, whole.replace(from, to)).expect("a file");
                let read = ModelData::read(&c_path);
                assert!(read.is_none_or(|read| !meant.is(&read)), "{from} {to}.{ending}");
            }
            std::fs::write(&path, &whole[..whole.len() - 20]).expect("a file");
            assert_eq!(finish(&path, &[]), Err(WriteFault::Different));
        }
    }

    #[test]
    fn a_program_without_columns_is_one_of_a_constant() {
        let folder = tempfile::tempdir().expect("a folder");
        for ending in ["lp", "mps"] {
            let path = folder.path().join("program").with_extension(ending);
            let about = About { constant: 3.0, ..About::default() };
            write(Program::default(), &about, &path, &Control::default()).expect("a file");
            assert_eq!(read_back(&path), Some(3.0));
        }
    }
}
