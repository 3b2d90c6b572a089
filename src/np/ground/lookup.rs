//! Keys: what a map or class has under one that is known, or under each that an unknown may be.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::np::ground::evaluate::Grounder;
use crate::np::ground::formula::{FALSE, Relation, Sum, Truth};
use crate::np::ground::functions::MAX_CASES;
use crate::np::ground::value::{Evaluation, Scope, Value};
use crate::np::syntax::data::nearest_keys;
use crate::np::syntax::tree::{Expr, Name, Operator, Span};

impl<'a> Grounder<'a> {
    /// `base(key)`, `base(key, key)`
    pub(crate) fn index(
        &mut self,
        base: &'a Expr,
        keys: &'a [Expr],
        scope: &mut Scope<'a>,
    ) -> Evaluation<Value> {
        let value = self.value(base, scope)?;
        let Some((key, second)) = keys.split_first() else {
            return Err(self.fault(scope, &base.span, "a key is missing", ""));
        };
        let sum = self.number(key, scope)?;
        match value {
            Value::Pairs(map) => {
                let Some(second) = second.first() else {
                    return Err(self.fault(scope, &key.span, "a second key is missing", ""));
                };
                let other = self.number(second, scope)?;
                self.pair(&map, base, (key, &sum), (second, &other), scope)
            }
            Value::Map(map) => {
                let keys = self.keys_of(&map)?;
                let missing = |number| format!("{base} has no key {number}");
                let tests = self.key_tests(&sum, key, scope, &keys, missing)?;
                let cases: Vec<(Truth, Sum)> = tests
                    .iter()
                    .map(|(number, test)| {
                        (*test, Sum::number(map.get(number).copied().unwrap_or(0)))
                    })
                    .collect();
                let sum = self.forms.by_cases(&cases);
                self.known(scope, &key.span, sum)
            }
            Value::Class(class) => {
                let name = &self.model.block(class).name.text;
                let missing = |number| format!("there is no {name}({number})");
                let keys: Vec<i64> = self.records[class].iter().copied().collect();
                self.step(16 * keys.len())?;
                let tests = self.key_tests(&sum, key, scope, &keys, missing)?;
                Ok(match tests[..] {
                    [(number, _)] => Value::Record(class, number),
                    _ => Value::Cases(class, Rc::new(tests)),
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
    ) -> Evaluation<Value> {
        let rows = self.some_tests(first, key, scope)?;
        let columns = self.some_tests(second, second_key, scope)?;
        let mut cases = Vec::new();
        for &(a, test) in &rows {
            for &(b, other) in &columns {
                self.step(128)?;
                let both = self.forms.and(vec![test, other]);
                let both = both.map_err(|e| self.too_large(scope, &key.span, e))?;
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
        self.known(scope, &key.span, sum)
    }

    /// `Has(base, key)`, `Has(base, key, key)`
    pub(crate) fn has(
        &mut self,
        base: &'a Expr,
        keys: &'a [Expr],
        scope: &mut Scope<'a>,
        span: &Span,
    ) -> Evaluation<Value> {
        let value = self.value(base, scope)?;
        let mut sums = Vec::new();
        for key in keys {
            sums.push(self.number(key, scope)?);
        }
        let truth = match (&value, &sums[..]) {
            (Value::Pairs(map), [first, second]) => {
                if let Some(pair) = first.decided().zip(second.decided()) {
                    return Ok(Value::Truth(usize::from(map.contains_key(&pair))));
                }
                let mut rows: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
                for &(a, b) in map.keys() {
                    self.step(64)?;
                    rows.entry(a).or_default().push(b);
                }
                let mut all = Vec::new();
                for (a, columns) in rows {
                    let row = self.is_in(first, &[a]);
                    let both = row.and_then(|row| {
                        let column = self.is_in(second, &columns)?;
                        self.forms.and(vec![row, column])
                    });
                    all.push(both.map_err(|e| self.too_large(scope, span, e))?);
                }
                self.forms.or(all)
            }
            (Value::Map(map), [key]) => {
                let keys = self.keys_of(map)?;
                self.is_in(key, &keys)
            }
            (Value::Class(class), [key]) => {
                let keys = self.keys(*class)?;
                self.is_in(key, &keys)
            }
            _ => return Err(self.fault(scope, &base.span, "only maps and classes have keys", "")),
        };
        truth.map(Value::Truth).map_err(|e| self.too_large(scope, span, e))
    }

    /// The values that a key may have, each with the test that it has it.
    fn some_tests(
        &mut self,
        sum: &Sum,
        key: &Expr,
        scope: &Scope<'a>,
    ) -> Evaluation<Vec<(i64, Truth)>> {
        let tests = self.forms.tests(sum).map_err(|e| self.too_large(scope, &key.span, e))?;
        tests.ok_or_else(|| {
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
    ) -> Evaluation<Vec<(i64, Truth)>> {
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
    pub(crate) fn keys_of(&self, map: &BTreeMap<i64, i64>) -> Evaluation<Rc<Vec<i64>>> {
        self.step(16 * map.len())?;
        Ok(Rc::new(map.keys().copied().collect()))
    }

    /// Two sets by `+`, `-` or `*`: union, difference, intersection. None where they are numbers.
    pub(crate) fn join_sets(
        &self,
        operator: Operator,
        left: &Value,
        right: &Value,
    ) -> Evaluation<Option<Value>> {
        let set = |value: &Value| match value {
            Value::Set(set) => Ok(Some(Rc::clone(set))),
            Value::Map(map) => self.keys_of(map).map(Some),
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
        Ok(Some(Value::Set(Rc::new(joined))))
    }

    /// A member of the record that an unknown chooses.
    pub(crate) fn member_by_cases(
        &mut self,
        class: usize,
        cases: &[(i64, Truth)],
        name: &'a Name,
        scope: &Scope<'a>,
    ) -> Evaluation<Value> {
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
        self.known(scope, &name.span, sum)
    }

    /// `Table(x, y : (1, 2), (3, 4))`: the numbers are one of the tuples.
    pub(crate) fn table(
        &mut self,
        parts: &'a [Expr],
        tuples: &'a [Vec<Expr>],
        scope: &mut Scope<'a>,
        span: &Span,
    ) -> Evaluation<Value> {
        let sums = parts.iter().map(|part| self.number(part, scope));
        let sums = sums.collect::<Evaluation<Vec<Sum>>>()?;
        let mut all = Vec::new();
        for tuple in tuples {
            let mut tests = Vec::new();
            for (sum, value) in sums.iter().zip(tuple) {
                let number = Sum::number(self.whole(value, scope, "a number of a tuple")?);
                let difference = sum.clone().plus(&number, -1, &self.forms);
                let test = difference.and_then(|d| self.forms.compare(Relation::Equal, d));
                tests.push(test.map_err(|e| self.too_large(scope, span, e))?);
            }
            all.push(self.forms.and(tests).map_err(|e| self.too_large(scope, span, e))?);
        }
        self.forms.or(all).map(Value::Truth).map_err(|e| self.too_large(scope, span, e))
    }
}
