//! Plain readers for LP and MPS files, limited to the features written here, and the minimum by enumeration.

use std::collections::HashMap;

const ANY: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// A sum of columns between two bounds.
#[derive(Clone, Default)]
pub(crate) struct Row {
    terms: Vec<(usize, f64)>,
    bounds: [f64; 2],
}

/// A minimisation program.
#[derive(Default)]
pub(crate) struct Plain {
    /// The indices of the columns by their names.
    numbers: HashMap<String, usize>,
    cost: Vec<f64>,
    bounds: Vec<[f64; 2]>,
    whole: Vec<bool>,
    rows: Vec<Row>,
}

fn number(word: &str) -> f64 {
    word.parse().unwrap_or_else(|_| panic!("{word:?} is no number"))
}

impl Plain {
    fn column(&mut self, name: &str) -> usize {
        let next = self.cost.len();
        let number = *self.numbers.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.cost.push(0.0);
            self.bounds.push([0.0, f64::INFINITY]);
            self.whole.push(false);
        }
        number
    }

    /// `+2 x -3 y`: a sign and its number form one word.
    fn terms(&mut self, words: &[&str]) -> Vec<(usize, f64)> {
        let pairs = words.chunks_exact(2);
        assert!(pairs.remainder().is_empty(), "{words:?}");
        pairs.map(|pair| (self.column(pair[1]), number(pair[0]))).collect()
    }

    /// Reads an LP file.
    pub(crate) fn lp(text: &str) -> Self {
        let mut plain = Self::default();
        let mut section = "";
        for line in text.lines().filter(|line| !line.starts_with('\\')) {
            if !line.starts_with(' ') {
                section = line.trim();
                assert!(
                    ["min", "st", "bounds", "bin", "gen", "semi", "end"].contains(&section),
                    "{line}"
                );
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            match section {
                "min" => {
                    assert_eq!(words[0], "obj:");
                    for (column, cost) in plain.terms(&words[1..]) {
                        plain.cost[column] += cost;
                    }
                }
                "st" => {
                    assert!(words[0].ends_with(':'), "{line}");
                    let end = words.len() - 2;
                    let terms = plain.terms(&words[1..end]);
                    let right = number(words[end + 1]);
                    let bounds = between(words[end], right);
                    plain.rows.push(Row { terms, bounds });
                }
                "bounds" => plain.lp_bounds(&words),
                "bin" | "gen" => {
                    let column = plain.column(words[0]);
                    plain.whole[column] = true;
                    if section == "bin" {
                        plain.bounds[column] = [0.0, 1.0];
                    }
                }
                _ => panic!("{section}: {line}"),
            }
        }
        assert_eq!(section, "end");
        plain
    }

    fn lp_bounds(&mut self, words: &[&str]) {
        match *words {
            [name, "free"] => {
                let column = self.column(name);
                self.bounds[column] = ANY;
            }
            [name, sign, bound] => self.tighten(name, between(sign, number(bound))),
            [low, "<=", name, "<=", high] => {
                let column = self.column(name);
                self.bounds[column] = [number(low), number(high)];
            }
            _ => panic!("{words:?}"),
        }
    }

    /// Applies explicit bounds, which replace the default ones.
    fn tighten(&mut self, name: &str, [low, high]: [f64; 2]) {
        let column = self.column(name);
        let own = &mut self.bounds[column];
        if low.is_finite() {
            own[0] = low;
        }
        if high.is_finite() {
            own[1] = high;
        }
    }

    /// Reads an MPS file.
    pub(crate) fn mps(text: &str) -> Self {
        let mut plain = Self::default();
        let mut rows: HashMap<String, usize> = HashMap::new();
        let mut signs: Vec<&str> = Vec::new();
        let (mut section, mut objective, mut whole) = ("", "", false);
        for line in text.lines().filter(|line| !line.starts_with('*')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if !line.starts_with(' ') {
                section = words[0];
                continue;
            }
            match (section, &words[..]) {
                ("ROWS", ["N", name]) => objective = name,
                ("ROWS", [sign, name]) => {
                    rows.insert((*name).to_owned(), plain.rows.len());
                    plain.rows.push(Row { terms: Vec::new(), bounds: between(sign, 0.0) });
                    signs.push(sign);
                }
                ("COLUMNS", [_, "'MARKER'", mark]) => whole = *mark == "'INTORG'",
                ("COLUMNS", [name, row, value]) => {
                    let (column, value) = (plain.column(name), number(value));
                    plain.whole[column] = whole;
                    if *row == objective {
                        plain.cost[column] += value;
                    } else {
                        plain.rows[rows[*row]].terms.push((column, value));
                    }
                }
                ("RHS", [_, row, value]) => {
                    let row = rows[*row];
                    plain.rows[row].bounds = between(signs[row], number(value));
                }
                ("RANGES", [_, row, value]) => {
                    let row = rows[*row];
                    let ([low, high], range) = (plain.rows[row].bounds, number(value));
                    plain.rows[row].bounds = match signs[row] {
                        "L" => [high - range.abs(), high],
                        "G" => [low, low + range.abs()],
                        _ => [low.min(low + range), high.max(high + range)],
                    };
                }
                ("BOUNDS", ["BV", _, name]) => {
                    let column = plain.column(name);
                    (plain.bounds[column], plain.whole[column]) = ([0.0, 1.0], true);
                }
                ("BOUNDS", ["FR", _, name]) => {
                    let column = plain.column(name);
                    plain.bounds[column] = ANY;
                }
                ("BOUNDS", ["MI", _, name]) => {
                    let column = plain.column(name);
                    plain.bounds[column][0] = f64::NEG_INFINITY;
                }
                ("BOUNDS", ["PL", ..]) => {}
                ("BOUNDS", [kind, _, name, value]) => {
                    let sign = match *kind {
                        "FX" => "=",
                        "UP" | "UI" => "<=",
                        "LO" | "LI" => ">=",
                        _ => panic!("{line}"),
                    };
                    plain.tighten(name, between(sign, number(value)));
                }
                _ => panic!("{section}: {line}"),
            }
        }
        assert_eq!(section, "ENDATA");
        plain
    }

    /// Whether every column has few enough values for all of them to be enumerated.
    pub(crate) fn is_whole(&self) -> bool {
        self.bounds.iter().zip(&self.whole).all(|(&[low, high], &whole)| whole || high - low < 1e-9)
    }

    /// The minimum of the objective over all values of the columns; `None` if the rows allow none.
    pub(crate) fn least(&self) -> Option<f64> {
        let mut best = f64::INFINITY;
        self.choose(&mut Vec::new(), &mut best);
        best.is_finite().then_some(best)
    }

    fn choose(&self, values: &mut Vec<f64>, best: &mut f64) {
        if !self.rows.iter().all(|row| self.may_hold(row, values)) {
            return;
        }
        let Some(&[low, high]) = self.bounds.get(values.len()) else {
            let costs = self.cost.iter().zip(values.iter());
            *best = best.min(costs.map(|(cost, value)| cost * value).sum());
            return;
        };
        assert!(low.is_finite() && high.is_finite(), "column {} has no end", values.len());
        assert!(
            self.whole[values.len()] || high - low < 1e-9,
            "column {} is not whole",
            values.len()
        );
        let mut value = low;
        while value <= high {
            values.push(value);
            self.choose(values, best);
            values.pop();
            value += 1.0;
        }
    }

    /// Whether the open values still allow a row to hold.
    fn may_hold(&self, row: &Row, values: &[f64]) -> bool {
        let (mut least, mut most) = (0.0, 0.0);
        for &(column, factor) in &row.terms {
            let [low, high] = values.get(column).map_or(self.bounds[column], |&value| [value; 2]);
            least += (factor * low).min(factor * high);
            most += (factor * low).max(factor * high);
        }
        least <= row.bounds[1] + 1e-9 && most >= row.bounds[0] - 1e-9
    }
}

fn between(sign: &str, right: f64) -> [f64; 2] {
    match sign {
        "=" | "E" => [right, right],
        "<=" | "L" => [f64::NEG_INFINITY, right],
        ">=" | "G" => [right, f64::INFINITY],
        _ => panic!("{sign:?} is no relation"),
    }
}
