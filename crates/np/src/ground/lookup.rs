//! Keys: looks up the entry of a map or the record of a class, by a known key or by cases of an unknown one.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ground::formula::{BuildError, Built, FALSE, FormulaId, Sum};
use crate::ground::{evaluate::Grounder, formula::functions::MAX_CASES, symbolic::Symbolic};
use crate::refusal::Refusal;
use crate::syntax::data::nearest_keys;
use crate::syntax::tree::{Expr, Name};

type Key<'k> = (&'k Expr, &'k Sum);

impl<'a> Grounder<'a> {
    pub(crate) fn index(&mut self, base: &'a Expr, keys: &'a [Expr]) -> Built<Symbolic> {
        let value = self.value(base)?;
        let sums = self.numbers(keys)?;
        match (value, keys, &sums[..]) {
            (Symbolic::Pairs(map), [first, second], [a, b]) => {
                self.pair(&map, base, (first, a), (second, b))
            }
            (Symbolic::Map(map), [key], [sum]) => {
                let keys = self.keys_of(&map)?;
                let name = self.model.text(base);
                let missing = |number| format!("{name} has no key {number}");
                let tests = self.key_tests(base, (key, sum), &keys, missing)?;
                let value = |number| Sum::number(map.get(number).copied().unwrap_or(0));
                let cases = tests.iter().map(|(number, test)| (*test, value(number)));
                let sum = self.forms.by_cases(&cases.collect::<Vec<_>>());
                Ok(Symbolic::Number(self.located(&key.span, sum)?))
            }
            (Symbolic::Class(class), [key], [sum]) => {
                let name = &self.model.block(class).name.text;
                let missing = |number| format!("there is no {name}({number})");
                let keys = self.keys(class)?;
                let tests = self.key_tests(base, (key, sum), &keys, missing)?;
                Ok(match tests[..] {
                    [(number, _)] => Symbolic::Record(class, number),
                    _ => Symbolic::Cases(class, Rc::new(tests)),
                })
            }
            _ => Err(BuildError::Kind),
        }
    }

    fn pair(
        &mut self,
        map: &BTreeMap<(i64, i64), i64>,
        base: &Expr,
        first: Key<'_>,
        second: Key<'_>,
    ) -> Built<Symbolic> {
        let rows = self.tests_of_key(first)?;
        let columns = self.tests_of_key(second)?;
        let (first, second) = (&first.0.span, &second.0.span);
        let (mut cases, mut missing, mut fault) = (Vec::new(), Vec::new(), None);
        for &(a, test) in &rows {
            for &(b, other) in &columns {
                self.step(128)?;
                let both = self.forms.and(vec![test, other]);
                let both = self.located(first, both)?;
                if both == FALSE {
                    // Two keys that depend on the same variable do not take all combinations of values.
                    continue;
                }
                let Some(&value) = map.get(&(a, b)) else {
                    missing.push(both);
                    fault.get_or_insert_with(|| {
                        let base = self.model.text(base);
                        let mut message = format!("{base} has no keys {a}, {b}");
                        if rows.len() > 1 || columns.len() > 1 {
                            message.push_str(", which these may be");
                        }
                        let help = format!("test it first: Has({base}, key, key) And ...");
                        self.refusal(&(first.start..second.end), message, help)
                    });
                    continue;
                };
                cases.push((Sum::number(value), both));
            }
        }
        if let Some(fault) = fault {
            cases = self.with_gap(cases, missing, fault)?;
        }
        let cases: Vec<(FormulaId, Sum)> =
            cases.into_iter().map(|(sum, test)| (test, sum)).collect();
        let sum = self.forms.by_cases(&cases);
        Ok(Symbolic::Number(self.located(first, sum)?))
    }

    pub(crate) fn has(&mut self, base: &'a Expr, keys: &'a [Expr]) -> Built<Symbolic> {
        let value = self.value(base)?;
        let sums = self.numbers(keys)?;
        let truth = match (&value, &sums[..]) {
            (Symbolic::Pairs(map), [first, second]) => {
                if let Some(pair) = first.decided().zip(second.decided()) {
                    return Ok(Symbolic::Truth(usize::from(map.contains_key(&pair))));
                }
                let mut rows: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
                for &(a, b) in map.keys() {
                    self.step(64)?;
                    rows.entry(a).or_default().push(b);
                }
                let mut all = Vec::new();
                for (a, columns) in rows {
                    let row = self.forms.is_one_of(first, &[a])?;
                    let column = self.forms.is_one_of(second, &columns)?;
                    all.push(self.forms.and(vec![row, column])?);
                }
                self.forms.or(all)
            }
            (Symbolic::Map(map), [key]) => self.forms.is_one_of(key, &self.keys_of(map)?),
            (Symbolic::Class(class), [key]) => self.forms.is_one_of(key, &self.keys(*class)?),
            _ => return Err(BuildError::Kind),
        };
        truth.map(Symbolic::Truth)
    }

    /// The values that a key may have, each with the truth "the key has this value".
    fn tests_of_key(&mut self, (key, sum): Key<'_>) -> Built<Vec<(i64, FormulaId)>> {
        let tests = self.forms.value_tests(sum);
        self.located(&key.span, tests)?.ok_or_else(|| {
            let text = self.model.text(key);
            let message = format!("the key {text} may have more than {MAX_CASES} values");
            self.fault(&key.span, message, "make the sets of its parts smaller")
        })
    }

    /// The values that a key may have, each with the truth "the key has this value". Values that are not
    /// among `keys` are a gap.
    fn key_tests(
        &mut self,
        base: &Expr,
        (key, sum): Key<'_>,
        keys: &[i64],
        missing: impl Fn(i64) -> String,
    ) -> Built<Vec<(i64, FormulaId)>> {
        let tests = self.tests_of_key((key, sum))?;
        let (found, missed): (Vec<_>, Vec<_>) =
            tests.into_iter().partition(|(number, _)| keys.binary_search(number).is_ok());
        let Some((wrong, _)) = missed.first() else { return Ok(found) };
        let near = nearest_keys(keys.iter().copied(), *wrong);
        let (message, help) = if sum.decided().is_some() {
            (missing(*wrong), near)
        } else {
            let (base, key) = (self.model.text(base), self.model.text(key));
            let help =
                format!("{near}; restrict {key}, or test it first: Has({base}, {key}) And ...");
            (format!("{}, which {key} may be", missing(*wrong)), help)
        };
        let fault = self.refusal(&key.span, message, help);
        self.with_gap(found, missed.into_iter().map(|(_, test)| test).collect(), fault)
    }

    /// A member of a record that depends on variables.
    pub(crate) fn member_by_cases(
        &mut self,
        class: usize,
        cases: &[(i64, FormulaId)],
        name: &'a Name,
    ) -> Built<Symbolic> {
        let (mut sums, mut missing, mut fault) = (Vec::new(), Vec::new(), None);
        for &(key, test) in cases {
            self.step(128)?;
            let value = self.in_case(test, |grounder| {
                let value = grounder.record_member(class, key, name)?;
                grounder.as_number(value, &name.span)
            });
            match value {
                Ok(sum) => sums.push((sum, test)),
                // The member may lack a value in this record only, unless its evaluation is deferred.
                Err(BuildError::Refused(Refusal::Faults(faults))) if self.deferred.is_none() => {
                    missing.push(test);
                    fault = fault.or(Some(Refusal::Faults(faults)));
                }
                Err(other) => return Err(other),
            }
        }
        if let Some(fault) = fault {
            sums = self.with_gap(sums, missing, fault)?;
        }
        let sums: Vec<(FormulaId, Sum)> = sums.into_iter().map(|(sum, test)| (test, sum)).collect();
        let sum = self.forms.by_cases(&sums);
        Ok(Symbolic::Number(self.located(&name.span, sum)?))
    }

    /// `Table(x, y : (1, 2), (3, 4))`: whether the numbers are one of the tuples.
    pub(crate) fn table(&mut self, parts: &'a [Expr], tuples: &'a [Vec<Expr>]) -> Built<Symbolic> {
        let sums = self.numbers(parts)?;
        let mut all = Vec::new();
        for tuple in tuples {
            let mut tests = Vec::new();
            for (sum, value) in sums.iter().zip(tuple) {
                let number = Sum::number(self.constant(value, "a number of a tuple")?);
                tests.push(self.forms.equal(sum, &number)?);
            }
            all.push(self.forms.and(tests)?);
        }
        self.forms.or(all).map(Symbolic::Truth)
    }
}
