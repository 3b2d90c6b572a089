//! Sums as clauses: the parts of a sum are added up to two numbers, which are compared.

use crate::clauses::literals::{Encoder, Sides, TRUE};
use crate::ground::formula::{Built, Function, Sum};

/// A number that has one of several values.
#[derive(Clone)]
pub(super) struct Number {
    /// In ascending order. 128 bits hold whatever parts of 64 bits add up to.
    values: Vec<i128>,
    /// For each value a literal: the number is at least that. The first is true.
    at_least: Vec<i32>,
}

impl Number {
    fn least(&self) -> i128 {
        self.values.first().copied().unwrap_or(0)
    }

    fn most(&self) -> i128 {
        self.values.last().copied().unwrap_or(0)
    }

    /// The literal that the number is at least the value at a place; false after the last.
    fn at_least(&self, place: usize) -> i32 {
        self.at_least.get(place).copied().unwrap_or(-TRUE)
    }
}

/// The sum of two numbers, which is compared with a bound.
pub(super) struct Halves {
    numbers: [Number; 2],
    pub(super) bound: i128,
}

impl Encoder<'_, '_> {
    /// The sum without its constant, in two halves; it is to be compared with minus its constant.
    ///
    /// What a half may be without the whole depending on it any more is one value: below the least of them the
    /// sum is below its bound whatever the others are, and above the greatest it is above.
    pub(super) fn halves(&mut self, sum: &Sum, sides: Sides) -> Built<Halves> {
        let bound = -i128::from(sum.constant);
        let mut parts = self.parts(sum)?;
        let (low, high): (i128, i128) =
            (parts.iter().map(Number::least).sum(), parts.iter().map(Number::most).sum());
        // Those of many values come first, while they are added to few.
        parts.sort_by_key(|part| std::cmp::Reverse(part.values.len()));
        let zero = || Number { values: vec![0], at_least: vec![TRUE] };
        let mut numbers = [zero(), zero()];
        let mut ends = [(0, 0); 2];
        for part in parts {
            let half = usize::from(numbers[1].values.len() < numbers[0].values.len());
            ends[half].0 += part.least();
            ends[half].1 += part.most();
            let others = (low - ends[half].0, high - ends[half].1);
            let window = (bound - others.1 - 1, bound - others.0 + 1);
            numbers[half] = self.add(&numbers[half], &part, window, sides)?;
        }
        Ok(Halves { numbers, bound })
    }

    fn parts(&mut self, sum: &Sum) -> Built<Vec<Number>> {
        let mut parts = Vec::new();
        for (&var, function) in &sum.functions {
            let domain = self.domain(var);
            self.step(64 * domain.len())?;
            parts.push(match function {
                Function::Times(times) => {
                    let mut at_least = self.variable(var).to_vec();
                    let times = i128::from(*times);
                    let mut values: Vec<i128> =
                        domain.iter().map(|&value| i128::from(value) * times).collect();
                    if times < 0 {
                        // At least minus a value: not at least the next one.
                        values.reverse();
                        at_least.push(-TRUE);
                        at_least = at_least.iter().skip(1).rev().map(|literal| -literal).collect();
                    }
                    Number { values, at_least }
                }
                Function::Table(table) => {
                    let mut results = table.clone();
                    results.sort_unstable();
                    results.dedup();
                    let mut at_least = Vec::with_capacity(results.len());
                    for &result in &results {
                        self.step(16 * domain.len())?;
                        let pairs = domain.iter().zip(table);
                        let values = pairs.filter(|(_, other)| **other >= result);
                        at_least.push(self.test(var, values.map(|(&value, _)| value).collect())?);
                    }
                    Number { values: results.into_iter().map(i128::from).collect(), at_least }
                }
            });
        }
        for (&truth, &times) in &sum.truths {
            let literal = self.literal(truth)?;
            let (values, literal) =
                if times > 0 { ([0, times], literal) } else { ([times, 0], -literal) };
            let values = values.map(i128::from).to_vec();
            parts.push(Number { values, at_least: vec![TRUE, literal] });
        }
        Ok(parts)
    }

    /// The sum of two numbers, between the ends of a window, which stand for all beyond them.
    fn add(
        &mut self,
        a: &Number,
        b: &Number,
        (low, high): (i128, i128),
        sides: Sides,
    ) -> Built<Number> {
        if let ([0], (true, true)) = (&a.values[..], (low <= b.least(), b.most() <= high)) {
            return Ok(b.clone());
        }
        let sum = |a: i128, b: i128| (a + b).clamp(low, high);
        let mut values: Vec<i128> = Vec::new();
        let mut full = 1 << 20;
        for &x in &a.values {
            self.step(32 * b.values.len())?;
            values.extend(b.values.iter().map(|&y| sum(x, y)));
            if values.len() > full {
                values.sort_unstable();
                values.dedup();
                // Each value takes a clause at least.
                self.has_room_for(values.len())?;
                full = full.max(2 * values.len());
            }
        }
        values.sort_unstable();
        values.dedup();
        self.has_room_for(values.len())?;
        let mut at_least = vec![TRUE];
        for _ in 1..values.len() {
            at_least.push(self.new_variable()?);
        }
        let c = Number { values, at_least };
        for pair in c.at_least.windows(2) {
            self.clause([-pair[1], pair[0]])?;
        }
        let place = |x: i128, y: i128| c.values.partition_point(|&value| value < sum(x, y));
        for (i, &x) in a.values.iter().enumerate() {
            self.step(64 * b.values.len())?;
            for (j, &y) in b.values.iter().enumerate() {
                let at = place(x, y);
                // A clause that says no more than that of the value before or after it is left out.
                let differs = |x: Option<&i128>, y: Option<&i128>| {
                    x.zip(y).is_none_or(|(&x, &y)| place(x, y) != at)
                };
                let (before, after) = (i.checked_sub(1), j.checked_sub(1));
                let [before, after] = [before.map(|i| &a.values[i]), after.map(|j| &b.values[j])];
                if sides.lower && differs(before, Some(&y)) && differs(Some(&x), after) {
                    self.clause([-a.at_least(i), -b.at_least(j), c.at_least(at)])?;
                }
                let (next, beside) = (a.values.get(i + 1), b.values.get(j + 1));
                if sides.upper && differs(next, Some(&y)) && differs(Some(&x), beside) {
                    self.clause([a.at_least(i + 1), b.at_least(j + 1), -c.at_least(at + 1)])?;
                }
            }
        }
        Ok(c)
    }

    /// States that the sum is at most `most`, if all literals of `unless` are false.
    pub(super) fn at_most(
        &mut self,
        halves: &Halves,
        most: i128,
        unless: Option<i32>,
    ) -> Built<()> {
        self.compared(halves, most, |a, b, i, j| [-a.at_least(i), -b.at_least(j)], unless)
    }

    /// The same that it is more than `most`.
    pub(super) fn above(&mut self, halves: &Halves, most: i128, unless: Option<i32>) -> Built<()> {
        self.compared(halves, most, |a, b, i, j| [a.at_least(i + 1), b.at_least(j)], unless)
    }

    /// A clause for each value of the first half and the least of the other with which the sum is over `most`.
    fn compared(
        &mut self,
        Halves { numbers: [a, b], .. }: &Halves,
        most: i128,
        clause: impl Fn(&Number, &Number, usize, usize) -> [i32; 2],
        unless: Option<i32>,
    ) -> Built<()> {
        for (i, &x) in a.values.iter().enumerate() {
            self.step(64)?;
            let j = b.values.partition_point(|&y| x + y <= most);
            self.clause(clause(a, b, i, j).into_iter().chain(unless))?;
        }
        Ok(())
    }
}
