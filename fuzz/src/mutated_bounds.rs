//! Bounds derived from valid ones by random changes: nodes dropped or moved, multipliers with the wrong sign
//! or at the limits of their type, splits of columns that need not be integral, claims that are slightly too
//! strong. None may be accepted with a false claim; enumerating all integer values shows which claims are
//! false.

use std::fmt::Write as _;

use soliter::checker::bounds::check;

use super::mutated_layers::Choices;

/// Whether it is an equality, its right side, and its terms: coefficients with indices of columns.
type Row = (bool, i64, Vec<(i64, usize)>);

#[derive(Clone)]
struct Column {
    is_whole: bool,
    lower: i64,
    upper: i64,
    cost: i64,
}

#[derive(Clone)]
enum Node {
    Split(i64, i64),
    Leaf(i64, Vec<(i64, i64)>),
}

/// A small program, a claim, a proof, and a text that is inserted into the file.
#[derive(Clone)]
pub struct Mutated {
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// The objective is at least this fraction; `None` claims that the program is infeasible.
    claim: Option<(i64, i64)>,
    nodes: Vec<Node>,
    /// The errors in the stated numbers of columns and rows.
    off: [i64; 2],
    /// A strange text at a place of the program or of the proof.
    strange: Option<(bool, usize, &'static str)>,
}

impl Mutated {
    /// A random program with its true optimum, and a proof by cases.
    fn of(choices: &mut Choices<'_>) -> Self {
        let mut some = |least: i64, number: usize| least + choices.below(number) as i64;
        let columns: Vec<Column> = (0..some(2, 2))
            .map(|_| {
                let lower = some(-1, 3);
                Column { is_whole: true, lower, upper: lower + some(0, 4), cost: some(-2, 6) }
            })
            .collect();
        let rows = (0..some(1, 4)).map(|_| {
            let terms = (0..columns.len()).map(|column| (some(-2, 5), column));
            let terms = terms.filter(|(number, _)| *number != 0).collect();
            (some(0, 4) == 0, some(-3, 7), terms)
        });
        let rows = rows.collect();
        let mut mutated =
            Self { columns, rows, claim: None, nodes: Vec::new(), off: [0; 2], strange: None };
        let claims = (-40..40).rev().map(|bound| Some((bound, 1)));
        let mut claims = std::iter::once(None).chain(claims);
        mutated.claim = claims.find(|claim| !mutated.is_false(*claim)).flatten();
        let mut bounds: Vec<(i64, i64)> =
            mutated.columns.iter().map(|column| (column.lower, column.upper)).collect();
        mutated.prove(&mut bounds);
        mutated
    }

    /// Proves the claim within bounds: by at most one row, or by the two halves of a column's range.
    fn prove(&mut self, bounds: &mut [(i64, i64)]) {
        let rows = 1..=self.rows.len() as i64;
        let by_row = rows
            .flat_map(|row| [(-1, row), (1, row)])
            .filter(|(factor, row)| *factor < 0 || self.rows[*row as usize - 1].0);
        let by_row: Vec<Vec<(i64, i64)>> =
            std::iter::once(Vec::new()).chain(by_row.map(|pair| vec![pair])).collect();
        let leaves = [0, 1].into_iter().flat_map(|scale| by_row.iter().map(move |by| (scale, by)));
        for (scale, multipliers) in leaves {
            let total = self.total(bounds, scale, multipliers);
            let proved = match self.claim {
                _ if scale == 0 => total > 0,
                None => false,
                Some((bound, _)) => total >= bound,
            };
            if proved {
                self.nodes.push(Node::Leaf(scale, multipliers.clone()));
                return;
            }
        }
        let Some(column) = bounds.iter().position(|(lower, upper)| lower < upper) else {
            panic!("a point is either refuted by a row, or has its cost");
        };
        let (lower, upper) = bounds[column];
        let at = (lower + upper).div_euclid(2);
        self.nodes.push(Node::Split(column as i64 + 1, at));
        for part in [(lower, at), (at + 1, upper)] {
            bounds[column] = part;
            self.prove(bounds);
        }
        bounds[column] = (lower, upper);
    }

    fn total(&self, bounds: &[(i64, i64)], scale: i64, multipliers: &[(i64, i64)]) -> i64 {
        let mut rest: Vec<i64> = self.columns.iter().map(|column| scale * column.cost).collect();
        let mut total = 0;
        for (factor, row) in multipliers {
            let (_, right, terms) = &self.rows[*row as usize - 1];
            total += factor * right;
            for (number, column) in terms {
                rest[*column] -= factor * number;
            }
        }
        let least = |(rest, (lower, upper)): (i64, &(i64, i64))| (rest * lower).min(rest * upper);
        total + rest.into_iter().zip(bounds).map(least).sum::<i64>()
    }

    /// Whether a claim is false, by enumerating the integer values of the columns. The first column may have
    /// any value between its bounds.
    fn is_false(&self, claim: Option<(i64, i64)>) -> bool {
        let mut points: Vec<Vec<i64>> = vec![Vec::new()];
        for column in &self.columns[1..] {
            let values = column.lower..=column.upper;
            points = points
                .into_iter()
                .flat_map(|point| values.clone().map(move |value| [&point[..], &[value]].concat()))
                .collect();
        }
        let first = &self.columns[0];
        points.iter().any(|point| {
            if first.is_whole {
                return (first.lower..=first.upper)
                    .any(|value| self.refutes(claim, point, (value, value)));
            }
            self.refutes(claim, point, (first.lower, first.upper))
        })
    }

    /// Whether the first column has a value between its bounds that, together with the other columns, refutes
    /// a claim.
    fn refutes(&self, claim: Option<(i64, i64)>, others: &[i64], bounds: (i64, i64)) -> bool {
        // Fractions with positive denominators.
        let (mut least, mut most) = ((i128::from(bounds.0), 1), (i128::from(bounds.1), 1));
        let sum = |terms: &[(i64, usize)]| {
            let rest = terms.iter().filter(|(_, column)| *column > 0);
            rest.map(|(number, column)| i128::from(*number) * i128::from(others[column - 1]))
                .sum::<i128>()
        };
        let is_less = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 < b.0 * a.1;
        for (is_equality, right, terms) in &self.rows {
            let left = i128::from(*right) - sum(terms);
            let factor = terms.iter().find(|(_, column)| *column == 0);
            let factor = factor.map_or(0, |(number, _)| i128::from(*number));
            let ways = if *is_equality { &[1, -1][..] } else { &[1] };
            for way in ways {
                let (factor, left) = (way * factor, way * left);
                match factor {
                    0 if left < 0 => return false,
                    1.. if is_less((left, factor), most) => most = (left, factor),
                    ..0 if is_less(least, (-left, -factor)) => least = (-left, -factor),
                    _ => {}
                }
            }
        }
        if is_less(most, least) {
            return false;
        }
        let Some((bound, divisor)) = claim else { return true };
        let cost = i128::from(self.columns[0].cost);
        let costs: Vec<(i64, usize)> =
            self.columns.iter().enumerate().map(|(place, column)| (column.cost, place)).collect();
        let (value, of) = if cost > 0 { least } else { most };
        is_less((cost * value + sum(&costs) * of, of), (bound.into(), divisor.into()))
    }

    /// The text of the file.
    pub fn file(&self) -> Vec<u8> {
        let mut program = format!("columns {}\n", self.columns.len() as i64 + self.off[0]);
        for Column { is_whole, lower, upper, cost } in &self.columns {
            let kind = if *is_whole { "integer" } else { "real" };
            let _ = writeln!(program, "{kind} {lower} {upper} {cost}");
        }
        let _ = writeln!(program, "rows {}", self.rows.len() as i64 + self.off[1]);
        for (is_equality, right, terms) in &self.rows {
            let terms = terms.iter().map(|(number, column)| format!(" {number} {}", column + 1));
            let kind = if *is_equality { "=" } else { "<=" };
            let _ = writeln!(program, "{kind} {right}{}", terms.collect::<String>());
        }
        let mut proof = match self.claim {
            None => "infeasible\n".to_owned(),
            Some((bound, 1)) => format!("at-least {bound}\n"),
            Some((bound, divisor)) => format!("at-least {bound}/{divisor}\n"),
        };
        for node in &self.nodes {
            let _ = match node {
                Node::Split(column, at) => writeln!(proof, "split {column} {at}"),
                Node::Leaf(scale, pairs) => {
                    let pairs = pairs.iter().map(|(number, row)| format!(" {number} {row}"));
                    writeln!(proof, "leaf {scale}{}", pairs.collect::<String>())
                }
            };
        }
        if let Some((of_proof, at, text)) = self.strange {
            let place = if of_proof { &mut proof } else { &mut program };
            place.insert_str(at.min(place.len()), text);
        }
        format!("soliter bound 1\ntitle mutated\nprogram none\n{program}{proof}").into_bytes()
    }
}

const NUMBERS: [i64; 14] = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    1 << 31,
    (1 << 32) - 1,
    1 << 32,
    1 - (1 << 32),
    -(1 << 32),
    i64::MAX,
    i64::MIN,
    1 << 48,
];
const STRANGE: [&str; 14] = [
    " ", "\t", "\r", "\u{2028}", "\0", "\n", "+", "0", "-", " 1 1", "leaf 0\n", "leaf 1\n", "/2",
    "1",
];

/// A file derived from a valid one by up to three edits that `data` chooses.
pub fn mutated(data: &[u8]) -> Mutated {
    let mut choices = Choices(data);
    let mut mutated = Mutated::of(&mut choices);
    for _ in 0..choices.below(4) {
        edit(&mut mutated, &mut choices);
    }
    mutated
}

fn edit(mutated: &mut Mutated, choices: &mut Choices<'_>) {
    let place = choices.below(mutated.nodes.len());
    let number = choices.of(&NUMBERS);
    let near = choices.of(&[-1, 1]);
    let column = choices.below(mutated.columns.len());
    let row = choices.below(mutated.rows.len());
    match choices.below(14) {
        0 if !mutated.nodes.is_empty() => drop(mutated.nodes.remove(place)),
        1 => {
            let node = mutated.nodes.get(place).cloned();
            mutated.nodes.extend(node);
        }
        2 => mutated.nodes.reverse(),
        3 => match mutated.nodes.get_mut(place) {
            Some(Node::Leaf(_, pairs)) => {
                for (factor, _) in pairs {
                    *factor = if near > 0 { number } else { factor.wrapping_neg() };
                }
            }
            Some(Node::Split(_, at)) => *at = if near > 0 { number } else { at.wrapping_add(1) },
            None => {}
        },
        4 => {
            if let Some(Node::Leaf(_, pairs)) = mutated.nodes.get_mut(place) {
                pairs.push((number, row as i64 + 1 + near.max(0)));
            }
        }
        5 => {
            if let Some(Node::Leaf(scale, _)) = mutated.nodes.get_mut(place) {
                *scale = number;
            }
        }
        6 => {
            if let Some(Node::Split(own, _)) = mutated.nodes.get_mut(place) {
                *own = if near > 0 { number } else { column as i64 + 1 };
            }
        }
        7 => {
            let (bound, _) = mutated.claim.unwrap_or((0, 1));
            let claims = [
                None,
                Some((bound.wrapping_add(1), 1)),
                Some((number, 1)),
                Some((bound.wrapping_mul(2).wrapping_add(1), 2)),
                Some((bound, number)),
            ];
            mutated.claim = choices.of(&claims);
        }
        8 => mutated.columns[0].is_whole = false,
        9 => mutated.columns[column].cost = if near > 0 { number } else { 2 },
        // The number of values must stay small enough for enumeration.
        10 if near > 0 => mutated.columns[column].upper += 1,
        10 => mutated.columns[column].lower -= 1,
        11 => {
            mutated.rows[row].1 =
                if near > 0 { number } else { mutated.rows[row].1.wrapping_add(1) }
        }
        12 => {
            for (factor, _) in &mut mutated.rows[row].2 {
                *factor = if near > 0 { number } else { factor.wrapping_neg() };
            }
        }
        _ => match choices.below(3) {
            0 => mutated.off[choices.below(2)] += near,
            of => mutated.strange = Some((of == 1, choices.below(128), choices.of(&STRANGE))),
        },
    }
}

/// Whether a file is accepted.
///
/// # Panics
/// Panics if the file is accepted and its claim is false.
pub fn judged(mutated: &Mutated) -> bool {
    let file = mutated.file();
    let accepted = check(&*file, &|bytes| bytes < 1 << 28).is_ok();
    // The inserted text may have led to another program, or another claim.
    if accepted && mutated.strange.is_none() {
        let is_false = mutated.is_false(mutated.claim);
        assert!(!is_false, "{}", String::from_utf8_lossy(&file));
    }
    accepted
}

/// Generates a file and judges it.
pub fn run(data: &[u8]) {
    judged(&mutated(data));
}
