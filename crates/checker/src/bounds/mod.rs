//! A checker of bounds on linear and mixed-integer programs. Each leaf of a branch-and-bound tree is proved
//! by multipliers of the rows, in integer arithmetic. docs/explanation/milp-bounds.md has the grammar and
//! explains why such a file proves its claim; `tools/check_bound.py` is the same checker in Python.

mod program;
mod tree;

use std::io::Read;

pub use self::program::{Claim, Program};
use self::program::{next, number, pairs, place};
pub use self::tree::Tree;
use super::head::{CertificateError, Checked, need, wrong};
use super::lines::Lines;

/// The result of a successful check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded {
    /// The title in the file, usually a puzzle's title. It is not checked.
    pub title: String,
    /// The kind of program that the file states: `relaxation` or `sweep 4`. It is not checked.
    pub kind: String,
    /// The SHA-256 of the program, from the line with the number of columns to the last row, in hexadecimal.
    pub sha256: String,
    /// The proved claim.
    pub claim: Claim,
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The number of leaves of the tree, each with its multipliers.
    pub leaves: usize,
}

/// Checks a bound, and reads no more of the file than it needs. It calls `go_on` repeatedly with the number
/// of bytes that its tables may need; `false` ends the check with [`CertificateError::Limit`].
pub fn check(
    mut file: impl Read,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<Bounded, CertificateError> {
    check_file(&mut file, go_on)
}

fn check_file(
    file: &mut dyn Read,
    go_on: &dyn Fn(u64) -> bool,
) -> Result<Bounded, CertificateError> {
    let mut lines = Lines::of(file, "the bound", go_on);
    let mut heads = Vec::new();
    for key in ["soliter bound 1", "title ", "program "] {
        let line = lines.next_remark()?;
        let Some(rest) = line.strip_prefix(key) else {
            return wrong(format!("{} does not start with \"{key}\"", lines.place()));
        };
        need(
            key != "soliter bound 1" || rest.is_empty(),
            "line 1 of the bound has more than its key",
        )?;
        heads.push(rest.to_owned());
    }
    lines.hash_the_rest();
    let program = Program::read(&mut lines)?;
    let sha256 = lines.digest();
    let claim = next(&mut lines, program.bytes(), claim)?;
    let leaves = tree(&mut lines, &program, claim)?;
    need(lines.next(0)?.is_none(), "there is more after the last leaf")?;
    let (columns, rows) = program.size();
    let [_, title, kind] = heads.try_into().unwrap_or_default();
    Ok(Bounded { title, kind, sha256, claim, columns, rows, leaves })
}

/// Reads the columns and rows of a program, in the grammar of the file, for a program that writes a proof.
///
/// # Errors
/// The text does not follow the grammar.
pub fn read_program(text: &str) -> Result<Program, CertificateError> {
    let mut bytes = text.as_bytes();
    let mut lines = Lines::of(&mut bytes, "the program", &|_| true);
    let program = Program::read(&mut lines)?;
    need(lines.next(0)?.is_none(), "there is more after the last row")?;
    Ok(program)
}

/// Checks the tree and returns the number of its leaves.
fn tree(lines: &mut Lines<'_>, program: &Program, claim: Claim) -> Checked<usize> {
    let mut tree = Tree::new(program);
    let mut leaves = 0_usize;
    loop {
        let splits = (tree.depth() as u64).saturating_mul(48);
        let bytes = program.bytes().saturating_add(splits);
        // A leaf of a few bytes may still require work over all columns.
        lines.look(bytes)?;
        match next(lines, bytes, node)? {
            Node::Split(column, at) => {
                tree.split(program, column, at).map_err(|why| lines.at(&why))?;
            }
            Node::Leaf(scale, multipliers) => {
                let in_order = multipliers.is_sorted_by(|(_, a), (_, b)| a < b);
                let plain = in_order && multipliers.iter().all(|(y, _)| *y != 0);
                need(
                    plain,
                    format!("{}: the rows of the multipliers are not in order", lines.place()),
                )?;
                let proved = program.proves(claim, tree.bounds(), scale, &multipliers);
                let proved = proved.map_err(|why| lines.at(&why))?;
                need(proved, format!("{}: the sum does not prove the claim", lines.place()))?;
                leaves = leaves.saturating_add(1);
                if !tree.close() {
                    return Ok(leaves);
                }
            }
        }
    }
}

enum Node {
    /// A column, and the largest value of its lower branch.
    Split(usize, i64),
    /// The multiplier of the objective, and those of the rows.
    Leaf(i64, Vec<(i64, usize)>),
}

fn node(line: &str) -> Option<Node> {
    let mut words = line.split(' ');
    match words.next()? {
        "split" => {
            let node = Node::Split(place(words.next()?)?, number(words.next()?)?);
            words.next().is_none().then_some(node)
        }
        "leaf" => {
            let scale = number(words.next()?).filter(|scale| *scale >= 0)?;
            Some(Node::Leaf(scale, pairs(words)?))
        }
        _ => None,
    }
}

/// `infeasible`, `at-least 7` or `at-least 13/2`.
fn claim(line: &str) -> Option<Claim> {
    if line == "infeasible" {
        return Some(Claim::Infeasible);
    }
    let bound = line.strip_prefix("at-least ")?;
    let (bound, divisor) = bound.split_once('/').unwrap_or((bound, "1"));
    let divisor = number(divisor).filter(|divisor| *divisor > 0)?;
    Some(Claim::AtLeast(number(bound)?, divisor))
}
