//! Programs as files that other solvers read, with the names of rows and holes kept.
//!
//! `HiGHS` writes the file. Invariants of the calls below: the handle is that of a live model, row
//! and column numbers lie inside it, and every string ends with a zero byte and outlives its call.

use std::ffi::CString;
use std::path::Path;

use highs_sys::{Highs_passColName, Highs_passRowName, Highs_writeModel};
use rustc_hash::FxHashSet;

use crate::highs::program::Program;

/// Why there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteFault {
    /// No file can be made there, or the path is not text that C takes.
    #[error("no file can be made there")]
    Path,
    /// `HiGHS` did not take the program or a name, or could not write the file.
    #[error("HiGHS could not write the file")]
    Refused,
}

/// Writes a program in LP or MPS format, by the ending of the path: `.lp` or `.mps`.
///
/// # Errors
/// See [`WriteFault`]; what is at the path then is of no use.
pub fn write(program: Program, path: &Path) -> Result<(), WriteFault> {
    let columns = plain_names(program.column_names().iter().map(String::as_str))?;
    let rows = plain_names(program.row_names())?;
    // HiGHS crashes where it cannot open the file.
    std::fs::File::create(path).map_err(|_| WriteFault::Path)?;
    let path = path.to_str().and_then(|path| CString::new(path).ok()).ok_or(WriteFault::Path)?;
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
    if named && unsafe { Highs_writeModel(handle, path.as_ptr()) } == 0 {
        Ok(())
    } else {
        Err(WriteFault::Refused)
    }
}

/// Names of letters, digits, points and low lines, all different: `Jump[1,45-25]` becomes
/// `Jump_1_45_25`.
fn plain_names<'a>(names: impl Iterator<Item = &'a str>) -> Result<Vec<CString>, WriteFault> {
    let mut seen = FxHashSet::default();
    names
        .map(|name| {
            let plain: String = name
                .chars()
                .filter(|symbol| !matches!(symbol, ']' | '='))
                .map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' })
                .collect();
            let mut unique = plain.clone();
            let mut number = 2;
            while !seen.insert(unique.clone()) {
                unique = format!("{plain}__{number}");
                number += 1;
            }
            CString::new(unique).map_err(|_| WriteFault::Refused)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::control::Control;
    use crate::base::diagnostic::Source;
    use crate::library;
    use crate::peg::milp::fewest;
    use crate::peg::milp::mirror;
    use crate::peg::puzzle::Puzzle;
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
                write(mirror::program(&puzzle, &Control::default()).expect("a program"), &path)
                    .expect("a file");
                let optimum = read_back(&path).expect("a solution");
                assert!((optimum - f64::from(moves)).abs() < 1e-6, "{name}.{ending}: {optimum}");
                let text = std::fs::read_to_string(&path).expect("text");
                assert!(text.contains("Check.ValidJump_344_line"), "{name}.{ending}");
                for (slots, solvable) in [(moves, true), (moves - 1, false)] {
                    let slots = usize::try_from(slots).expect("a count");
                    let control = Control::default();
                    let sweep = fewest::program(&puzzle, slots, &control);
                    write(sweep, &path).expect("a file");
                    assert_eq!(read_back(&path).is_some(), solvable, "{name}.{ending}, {slots}");
                }
            }
        }
        let nowhere = Path::new("/no such folder/program.lp");
        let source =
            Source::new("test", "model = 'english'\nstart = ['34', '44']\nfinish = ['54']");
        let puzzle = Puzzle::parse(&source, &library::model).expect("a puzzle");
        let refused =
            write(mirror::program(&puzzle, &Control::default()).expect("a program"), nowhere);
        assert_eq!(refused, Err(WriteFault::Path));
    }

    #[test]
    fn names_stay_different() {
        let names = ["Jump[1,45-25]", "Check.ValidJump[j=3,44]", "a[1,-2]", "a[1_-2]"];
        let plain = plain_names(names.into_iter()).expect("names");
        let plain: Vec<&str> = plain.iter().map(|name| name.to_str().expect("ASCII")).collect();
        assert_eq!(plain, ["Jump_1_45_25", "Check.ValidJump_j3_44", "a_1__2", "a_1__2__2"]);
    }
}
