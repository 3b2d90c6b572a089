//! Sums as clauses: the parts of a sum are added up to two partial sums, which are then compared with a bound.

use crate::clauses::literals::{Encoder, Sides, TRUE};
use crate::ground::formula::{Built, Function, Sum};

/// A number with a finite set of possible values.
#[derive(Clone)]
pub(super) struct Number {
    /// The possible values, ascending. Sums of 64-bit parts fit in 128 bits.
    values: Vec<i128>,
    /// For each value, the literal "at least this value"; the first is always true.
    at_least: Vec<i32>,
}

impl Number {
    fn least(&self) -> i128 {
        self.values.first().copied().unwrap_or(0)
    }

    fn most(&self) -> i128 {
        self.values.last().copied().unwrap_or(0)
    }

    /// The literal "the number is at most this".
    pub(super) fn at_most(&self, most: i128) -> i32 {
        -self.at_least(self.values.partition_point(|&value| value <= most))
    }

    /// The literal "the number is at least `values[place]`"; false if `place` is past the end.
    fn at_least(&self, place: usize) -> i32 {
        self.at_least.get(place).copied().unwrap_or(-TRUE)
    }
}

/// A sum in two halves, and the bound that it is compared with.
pub(super) struct Halves {
    numbers: [Number; 2],
    pub(super) bound: i128,
}

impl Encoder<'_, '_> {
    /// Splits a sum into two halves, to be compared with minus the constant of the sum.
    ///
    /// Values of a half that decide the comparison by themselves are merged into one. Below the window, the
    /// sum is below the bound whatever the other parts are; above the window, it is above the bound.
    pub(super) fn halves(&mut self, sum: &Sum, sides: Sides) -> Built<Halves> {
        let bound = -i128::from(sum.constant);
        let mut parts = self.parts(sum)?;
        let (low, high): (i128, i128) =
            (parts.iter().map(Number::least).sum(), parts.iter().map(Number::most).sum());
        // Parts with many values come first, while the partial sums still have few.
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

    /// A sum without its constant as one number, whose lower bounds follow from those of its parts.
    pub(super) fn total(&mut self, sum: &Sum) -> Built<Number> {
        let mut parts = self.parts(sum)?;
        let window = (i128::MIN, i128::MAX);
        parts.sort_by_key(|part| std::cmp::Reverse(part.values.len()));
        let mut total = Number { values: vec![0], at_least: vec![TRUE] };
        for part in parts {
            total = self.add(&total, &part, window, Sides { lower: true, upper: false })?;
        }
        Ok(total)
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
                        // "At least -v" is the negation of "at least the next value after v".
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

    /// The sum of two numbers. Values outside the window are replaced by its nearest end.
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
                // Each value needs at least one clause.
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
                // Skips a clause that is implied by that of the previous or the next value.
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

    /// Asserts that the sum is at most `most`, if all literals of `unless` are false.
    pub(super) fn at_most(
        &mut self,
        halves: &Halves,
        most: i128,
        unless: Option<i32>,
    ) -> Built<()> {
        self.compared(halves, most, |a, b, i, j| [-a.at_least(i), -b.at_least(j)], unless)
    }

    /// Asserts that the sum is greater than `most`, if all literals of `unless` are false.
    pub(super) fn above(&mut self, halves: &Halves, most: i128, unless: Option<i32>) -> Built<()> {
        self.compared(halves, most, |a, b, i, j| [a.at_least(i + 1), b.at_least(j)], unless)
    }

    /// Adds a clause for each value of the first half, paired with the least value of the second half for
    /// which the sum exceeds `most`.
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
