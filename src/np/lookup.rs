//! Keys: what a map or class has under one that is known, or under each that an unknown may be.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::np::data::nearest_keys;
use crate::np::evaluate::Grounder;
use crate::np::formula::{Relation, Sum, Truth};
use crate::np::functions::MAX_CASES;
use crate::np::tree::{Expr, Name, Operator, Span};
use crate::np::value::{Evaluation, Scope, Value};

impl<'a> Grounder<'a> {
    /// `base(key)`
    pub(super) fn index(
        &mut self,
        base: &'a Expr,
        key: &'a Expr,
        scope: &mut Scope<'a>,
    ) -> Evaluation<Value> {
        let value = self.value(base, scope)?;
        let sum = self.number(key, scope)?;
        match value {
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

    /// The keys that a number may be, each with the test that it is that; all must be there.
    fn key_tests(
        &mut self,
        sum: &Sum,
        key: &Expr,
        scope: &Scope<'a>,
        keys: &[i64],
        missing: impl Fn(i64) -> String,
    ) -> Evaluation<Vec<(i64, Truth)>> {
        let tests = self.forms.tests(sum).map_err(|e| self.too_large(scope, &key.span, e))?;
        let Some(tests) = tests else {
            let message = format!("the key {key} may have more than {MAX_CASES} values");
            return Err(self.fault(
                scope,
                &key.span,
                message,
                "make the sets of its parts smaller",
            ));
        };
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
    pub(super) fn keys_of(&self, map: &BTreeMap<i64, i64>) -> Evaluation<Rc<Vec<i64>>> {
        self.step(16 * map.len())?;
        Ok(Rc::new(map.keys().copied().collect()))
    }

    /// Two sets by `+`, `-` or `*`: union, difference, intersection. None where they are numbers.
    pub(super) fn join_sets(
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
    pub(super) fn member_by_cases(
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
    pub(super) fn table(
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
