//! Keys: what a map or class has under one that is known, or under each that an unknown may be.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::np::ground::evaluate::Grounder;
use crate::np::ground::formula::{Built, FALSE, Sum, Truth};
use crate::np::ground::functions::MAX_CASES;
use crate::np::ground::symbolic::{Scope, Symbolic};
use crate::np::syntax::data::nearest_keys;
use crate::np::syntax::tree::{Expr, Name, Operator};

impl<'a> Grounder<'a> {
    /// `base(key)`, `base(key, key)`
    pub(crate) fn index(
        &mut self,
        base: &'a Expr,
        keys: &'a [Expr],
        scope: &mut Scope<'a>,
    ) -> Built<Symbolic> {
        let value = self.value(base, scope)?;
        let Some((key, second)) = keys.split_first() else {
            return Err(self.fault(scope, &base.span, "a key is missing", ""));
        };
        let sum = self.number(key, scope)?;
        match value {
            Symbolic::Pairs(map) => {
                let Some(second) = second.first() else {
                    return Err(self.fault(scope, &key.span, "a second key is missing", ""));
                };
                let other = self.number(second, scope)?;
                self.pair(&map, base, (key, &sum), (second, &other), scope)
            }
            Symbolic::Map(map) => {
                let keys = self.keys_of(&map)?;
                let missing = |number| format!("{base} has no key {number}");
                let tests = self.key_tests(&sum, key, scope, &keys, missing)?;
                let value = |number| Sum::number(map.get(number).copied().unwrap_or(0));
                let cases = tests.iter().map(|(number, test)| (*test, value(number)));
                let sum = self.forms.by_cases(&cases.collect::<Vec<_>>());
                Ok(Symbolic::Number(self.at(scope, &key.span, sum)?))
            }
            Symbolic::Class(class) => {
                let name = &self.model.block(class).name.text;
                let missing = |number| format!("there is no {name}({number})");
                let keys = self.keys(class)?;
                let tests = self.key_tests(&sum, key, scope, &keys, missing)?;
                Ok(match tests[..] {
                    [(number, _)] => Symbolic::Record(class, number),
                    _ => Symbolic::Cases(class, Rc::new(tests)),
                })
            }
            _ => Err(self.fault(scope, &base.span, "only maps and classes have keys", "")),
        }
    }

    /// `base(key, key)`
    fn pair(
        &mut self,
        map: &BTreeMap<(i64, i64), i64>,
        base: &Expr,
        (key, first): (&Expr, &Sum),
        (second_key, second): (&Expr, &Sum),
        scope: &Scope<'a>,
    ) -> Built<Symbolic> {
        let rows = self.some_tests(first, key, scope)?;
        let columns = self.some_tests(second, second_key, scope)?;
        let mut cases = Vec::new();
        for &(a, test) in &rows {
            for &(b, other) in &columns {
                self.step(128)?;
                let both = self.forms.and(vec![test, other]);
                let both = self.at(scope, &key.span, both)?;
                if both == FALSE {
                    // Two keys of one unknown go together.
                    continue;
                }
                let Some(&value) = map.get(&(a, b)) else {
                    let span = key.span.start..second_key.span.end;
                    let mut message = format!("{base} has no keys {a}, {b}");
                    let mut help = "Has(Map, key, key) asks whether it has them";
                    if rows.len() > 1 || columns.len() > 1 {
                        message.push_str(", which these may be");
                        help = "unknown keys must be there in all of their values";
                    }
                    return Err(self.fault(scope, &span, message, help));
                };
                cases.push((both, Sum::number(value)));
            }
        }
        let sum = self.forms.by_cases(&cases);
        Ok(Symbolic::Number(self.at(scope, &key.span, sum)?))
    }

    /// `Has(base, key)`, `Has(base, key, key)`
    pub(crate) fn has(
        &mut self,
        base: &'a Expr,
        keys: &'a [Expr],
        scope: &mut Scope<'a>,
    ) -> Built<Symbolic> {
        let value = self.value(base, scope)?;
        let sums = keys.iter().map(|key| self.number(key, scope));
        let sums = sums.collect::<Built<Vec<Sum>>>()?;
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
            (Symbolic::Map(map), [key]) => {
                let keys = self.keys_of(map)?;
                self.forms.is_one_of(key, &keys)
            }
            (Symbolic::Class(class), [key]) => {
                let keys = self.keys(*class)?;
                self.forms.is_one_of(key, &keys)
            }
            _ => return Err(self.fault(scope, &base.span, "only maps and classes have keys", "")),
        };
        truth.map(Symbolic::Truth)
    }

    /// The values that a key may have, each with the test that it has it.
    fn some_tests(&mut self, sum: &Sum, key: &Expr, scope: &Scope<'a>) -> Built<Vec<(i64, Truth)>> {
        let tests = self.forms.tests(sum);
        self.at(scope, &key.span, tests)?.ok_or_else(|| {
            let message = format!("the key {key} may have more than {MAX_CASES} values");
            self.fault(scope, &key.span, message, "make the sets of its parts smaller")
        })
    }

    /// The keys that a number may be, each with the test that it is that; all must be there.
    fn key_tests(
        &mut self,
        sum: &Sum,
        key: &Expr,
        scope: &Scope<'a>,
        keys: &[i64],
        missing: impl Fn(i64) -> String,
    ) -> Built<Vec<(i64, Truth)>> {
        let tests = self.some_tests(sum, key, scope)?;
        let Some((wrong, _)) = tests.iter().find(|(number, _)| keys.binary_search(number).is_err())
        else {
            return Ok(tests);
        };
        let near = nearest_keys(keys.iter().copied(), *wrong);
        let (message, help) = if sum.decided().is_some() {
            (missing(*wrong), near)
        } else {
            let help = format!("{near}; an unknown key must be one in all of its values");
            (format!("{}, which {key} may be", missing(*wrong)), help)
        };
        Err(self.fault(scope, &key.span, message, help))
    }

    /// A map as the set of its keys.
    pub(crate) fn keys_of(&self, map: &BTreeMap<i64, i64>) -> Built<Rc<Vec<i64>>> {
        self.step(16 * map.len())?;
        Ok(Rc::new(map.keys().copied().collect()))
    }

    /// Two sets by `+`, `-` or `*`: union, difference, intersection. None where they are numbers.
    pub(crate) fn join_sets(
        &self,
        operator: Operator,
        left: &Symbolic,
        right: &Symbolic,
    ) -> Built<Option<Symbolic>> {
        let set = |value: &Symbolic| match value {
            Symbolic::Set(set) => Ok(Some(Rc::clone(set))),
            Symbolic::Map(map) => self.keys_of(map).map(Some),
            _ => Ok(None),
        };
        let (Some(a), Some(b)) = (set(left)?, set(right)?) else { return Ok(None) };
        self.step(64 * (a.len() + b.len()))?;
        let (a, b): (BTreeSet<i64>, BTreeSet<i64>) =
            (a.iter().copied().collect(), b.iter().copied().collect());
        let joined: Vec<i64> = match operator {
            Operator::Plus => a.union(&b).copied().collect(),
            Operator::Minus => a.difference(&b).copied().collect(),
            _ => a.intersection(&b).copied().collect(),
        };
        Ok(Some(Symbolic::Set(Rc::new(joined))))
    }

    /// A member of the record that an unknown chooses.
    pub(crate) fn member_by_cases(
        &mut self,
        class: usize,
        cases: &[(i64, Truth)],
        name: &'a Name,
        scope: &Scope<'a>,
    ) -> Built<Symbolic> {
        let mut sums = Vec::new();
        for &(key, test) in cases {
            self.step(128)?;
            let sum = match self.model.index.member(class, &name.text) {
                _ if name.text == "Me" => Sum::number(key),
                Some(member) => {
                    let value = self.member_value((class, member), Some(key), scope, &name.span)?;
                    self.as_number(value, scope, &name.span)?
                }
                None => return Err(self.fault(scope, &name.span, "there is no such member", "")),
            };
            sums.push((test, sum));
        }
        let sum = self.forms.by_cases(&sums);
        Ok(Symbolic::Number(self.at(scope, &name.span, sum)?))
    }

    /// `Table(x, y : (1, 2), (3, 4))`: the numbers are one of the tuples.
    pub(crate) fn table(
        &mut self,
        parts: &'a [Expr],
        tuples: &'a [Vec<Expr>],
        scope: &mut Scope<'a>,
    ) -> Built<Symbolic> {
        let sums = parts.iter().map(|part| self.number(part, scope));
        let sums = sums.collect::<Built<Vec<Sum>>>()?;
        let mut all = Vec::new();
        for tuple in tuples {
            let mut tests = Vec::new();
            for (sum, value) in sums.iter().zip(tuple) {
                let number = Sum::number(self.whole(value, scope, "a number of a tuple")?);
                tests.push(self.forms.equal(sum, &number)?);
            }
            all.push(self.forms.and(tests)?);
        }
        self.forms.or(all).map(Symbolic::Truth)
    }
}
