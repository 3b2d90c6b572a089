//! Evaluates expressions to numbers, sets, maps and records.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::check::Checker;
use crate::check::value::{Evaluation, Value};
use crate::syntax::tree::{Expr, Item, Node, Operator, Quantifier};

const MAX_LENGTH: i128 = 100_000;

/// The greatest depth of nested expressions during evaluation, including those of definitions.
const MAX_DEPTH: usize = 400;

impl<'a> Checker<'a> {
    pub(super) fn eval(&mut self, expr: &'a Expr) -> Evaluation<Value<'a>> {
        if self.depth >= MAX_DEPTH {
            return Err("definitions lead too deep".into());
        }
        self.meter.step(64)?;
        loop {
            self.depth += 1;
            let result = self.node(expr);
            self.depth -= 1;
            match self.deferred {
                Some(deferred) if self.depth == 0 && result.is_err() => {
                    self.deferred = None;
                    self.evaluate_deferred(deferred)?;
                }
                _ => return result,
            }
        }
    }

    fn node(&mut self, expr: &'a Expr) -> Evaluation<Value<'a>> {
        let number = match &expr.node {
            Node::Int(number) => i128::from(*number),
            Node::Me => {
                self.reads_of_record += 1;
                self.env.key.ok_or("a module has no Me")?
            }
            Node::Name(name) => return self.name(name),
            Node::Set(items) => return self.items(items),
            Node::Not(inner) => i128::from(!self.truth(inner)?),
            Node::Minus(inner) => in_range(self.int(inner)?.checked_neg())?,
            Node::Binary(operator, a, b) => self.binary(*operator, a, b)?,
            Node::Abs(inner) => match self.eval(inner)? {
                Value::Int(number) => in_range(number.checked_abs())?,
                Value::Set(set) => set.len() as i128,
                Value::Class(class) => self.records_of(class).len() as i128,
                Value::Map(map) => map.len() as i128,
                Value::Pairs(map) => map.len() as i128,
                Value::Record(..) => return Err("Abs of a record".into()),
            },
            Node::If(condition, then, otherwise) => {
                let branch = if self.truth(condition)? { then } else { otherwise };
                self.int(branch)?
            }
            Node::Dot(base, name) => match self.eval(base)? {
                Value::Record(_, key) if name.text == "Me" => key,
                Value::Record(class, key) => return self.member(class, Some(key), &name.text),
                _ => return Err("only records have members".into()),
            },
            Node::Index(base, keys) => return self.index(base, keys),
            Node::Has(base, keys) => {
                let (base, keys) = (self.eval(base)?, self.ints(keys)?);
                i128::from(match (base, &keys[..]) {
                    (Value::Map(map), [key]) => map.contains_key(key),
                    (Value::Pairs(map), &[a, b]) => map.contains_key(&(a, b)),
                    (Value::Class(class), [key]) => self.records_of(class).contains(key),
                    _ => return Err("it has no keys".into()),
                })
            }
            Node::Each { quantifier, binding, body } => {
                let mut values = Vec::new();
                self.for_each(binding, |checker, _| {
                    values.push(checker.int(body)?);
                    Ok(())
                })?;
                self.aggregate(*quantifier, &values)?
            }
            Node::List(quantifier, parts) => {
                let values = self.ints(parts)?;
                self.aggregate(*quantifier, &values)?
            }
            Node::Table(parts, tuples) => {
                let values = self.ints(parts)?;
                let mut found = false;
                for tuple in tuples {
                    found |= self.ints(tuple)? == values;
                }
                i128::from(found)
            }
            Node::Global(call) => i128::from(self.global(call)?),
            _ => return Err("a direction inside of an expression".into()),
        };
        Ok(Value::Int(number))
    }

    fn aggregate(&self, quantifier: Quantifier, values: &[i128]) -> Evaluation<i128> {
        Ok(match quantifier {
            Quantifier::ForAll => i128::from(values.iter().all(|&value| value == 1)),
            Quantifier::Exists => i128::from(values.contains(&1)),
            Quantifier::Sum => {
                let mut values = values.iter();
                in_range(values.try_fold(0i128, |sum, &value| sum.checked_add(value)))?
            }
            Quantifier::Count => values.iter().filter(|&&value| value == 1).count() as i128,
            Quantifier::AllDifferent => {
                self.meter.step(48 * values.len())?;
                let different: BTreeSet<i128> = values.iter().copied().collect();
                i128::from(different.len() == values.len())
            }
            Quantifier::Min => values.iter().copied().min().ok_or("Min of nothing")?,
            Quantifier::Max => values.iter().copied().max().ok_or("Max of nothing")?,
        })
    }

    fn items(&mut self, items: &'a [Item]) -> Evaluation<Value<'a>> {
        let (mut set, mut map, mut pairs) = (BTreeSet::new(), BTreeMap::new(), BTreeMap::new());
        for item in items {
            match item {
                Item::One(one) => {
                    set.insert(self.int(one)?);
                }
                Item::Range(first, last) => {
                    let (first, last) = (self.int(first)?, self.int(last)?);
                    let length = in_range(last.checked_sub(first))?.saturating_add(1).max(0);
                    if length > MAX_LENGTH {
                        return Err("a range is too long".into());
                    }
                    self.meter.step(48 * length as usize)?;
                    set.extend(first..=last);
                }
                Item::Pair(a, b, value) => {
                    let key = (self.int(a)?, self.int(b)?);
                    pairs.insert(key, self.int(value)?);
                }
                Item::Entry(key, value) => {
                    map.insert(self.int(key)?, self.int(value)?);
                }
            }
        }
        Ok(if !map.is_empty() {
            Value::Map(Rc::new(map))
        } else if !pairs.is_empty() {
            Value::Pairs(Rc::new(pairs))
        } else {
            Value::Set(Rc::new(set))
        })
    }

    fn index(&mut self, base: &'a Expr, keys: &'a [Expr]) -> Evaluation<Value<'a>> {
        let (base, keys) = (self.eval(base)?, self.ints(keys)?);
        let found = match (base, &keys[..]) {
            (Value::Map(map), [key]) => map.get(key).copied(),
            (Value::Pairs(map), &[a, b]) => map.get(&(a, b)).copied(),
            (Value::Class(class), &[key]) if self.records_of(class).contains(&key) => {
                return Ok(Value::Record(class, key));
            }
            _ => None,
        };
        found.map(Value::Int).ok_or_else(|| format!("nothing has the key {keys:?}").into())
    }

    fn binary(&mut self, operator: Operator, a: &'a Expr, b: &'a Expr) -> Evaluation<i128> {
        let truth = match operator {
            Operator::Implies => !self.truth(a)? || self.truth(b)?,
            Operator::And => self.truth(a)? && self.truth(b)?,
            Operator::Or => self.truth(a)? || self.truth(b)?,
            Operator::Same => self.truth(a)? == self.truth(b)?,
            Operator::Xor => self.truth(a)? != self.truth(b)?,
            Operator::In => {
                let number = self.int(a)?;
                self.set(b)?.contains(&number)
            }
            _ => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                match operator {
                    Operator::Equal => a == b,
                    Operator::NotEqual => a != b,
                    Operator::Less => a < b,
                    Operator::AtMost => a <= b,
                    Operator::Greater => a > b,
                    Operator::AtLeast => a >= b,
                    _ => return arithmetic(operator, a, b),
                }
            }
        };
        Ok(i128::from(truth))
    }
}

fn arithmetic(operator: Operator, a: i128, b: i128) -> Evaluation<i128> {
    let divides = matches!(operator, Operator::Mod | Operator::Quotient | Operator::Over);
    if divides && b == 0 {
        return Err("a division by zero".into());
    }
    let result = match operator {
        Operator::Plus => a.checked_add(b),
        Operator::Minus => a.checked_sub(b),
        Operator::Times => a.checked_mul(b),
        Operator::Over => a.checked_rem(b).filter(|rest| *rest == 0).and(a.checked_div(b)),
        // The quotient is rounded down, and the remainder has the sign of the divisor.
        Operator::Quotient => floor(a, b),
        _ => floor(a, b).and_then(|quotient| a.checked_sub(b.checked_mul(quotient)?)),
    };
    in_range(result)
}

/// The result of an operation; an error if it is not an integer or exceeds 128 bits.
fn in_range(number: Option<i128>) -> Evaluation<i128> {
    number.ok_or_else(|| "a number is too large, or not an integer".into())
}

fn floor(a: i128, b: i128) -> Option<i128> {
    let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
    if rest != 0 && (a < 0) != (b < 0) { quotient.checked_sub(1) } else { Some(quotient) }
}
