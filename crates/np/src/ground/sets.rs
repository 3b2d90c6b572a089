//! Sets and maps: literals, and iteration over the elements of a set.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::ground::formula::{BuildError, Built, FALSE, Sum, TRUE};
use crate::syntax::tree::{Binding, Expr, Item};
use crate::{ground::evaluate::Grounder, ground::symbolic::Symbolic, syntax::data::MAX_SET};

impl<'a> Grounder<'a> {
    /// The elements of an expression that has to be a set or a class, sorted.
    pub(crate) fn set(&mut self, expr: &'a Expr) -> Built<Rc<Vec<i64>>> {
        self.elements(expr).map(|(_, numbers)| numbers)
    }

    /// The keys of a class's records, sorted.
    pub(crate) fn keys(&self, class: usize) -> Built<Rc<Vec<i64>>> {
        self.step(16 * self.records[class].len())?;
        Ok(Rc::new(self.records[class].iter().copied().collect()))
    }

    /// The elements of a set, or the keys of a class's records with the class.
    fn elements(&mut self, expr: &'a Expr) -> Built<(Option<usize>, Rc<Vec<i64>>)> {
        match self.value(expr)? {
            Symbolic::Set(numbers) => Ok((None, numbers)),
            Symbolic::Map(map) => Ok((None, self.keys_of(&map)?)),
            Symbolic::Class(class) => Ok((Some(class), self.keys(class)?)),
            _ => Err(BuildError::Kind),
        }
    }

    /// Calls `visit` for each element of a set that passes the guards, with the name bound to the element.
    pub(crate) fn for_each(
        &mut self,
        binding: &'a Binding,
        mut visit: impl FnMut(&mut Self, i64) -> Built<()>,
    ) -> Built<()> {
        self.for_each_of(binding, &mut visit)
    }

    fn for_each_of(
        &mut self,
        binding: &'a Binding,
        visit: &mut dyn FnMut(&mut Self, i64) -> Built<()>,
    ) -> Built<()> {
        let (class, numbers) = self.elements(&binding.over)?;
        for &number in numbers.iter() {
            self.step(64)?;
            let element = match class {
                Some(class) => Symbolic::Record(class, number),
                None => Symbolic::Number(Sum::number(number)),
            };
            self.scope.bound.push((&binding.name.text, element));
            let result = match self.guarded(&binding.guards) {
                Ok(true) => match &binding.next {
                    Some(next) => self.for_each_of(next, visit),
                    None => visit(self, number),
                },
                other => other.map(drop),
            };
            self.scope.bound.pop();
            result?;
        }
        Ok(())
    }

    fn guarded(&mut self, guards: &'a [Expr]) -> Built<bool> {
        for guard in guards {
            match self.truth(guard)? {
                TRUE => {}
                FALSE => return Ok(false),
                truth => {
                    let sum = Sum { truths: [(truth, 1)].into(), ..Sum::default() };
                    return Err(self.undecided(&guard.span, &sum, "a guard"));
                }
            }
        }
        Ok(true)
    }

    /// The keys of a map, sorted.
    pub(crate) fn keys_of(&self, map: &BTreeMap<i64, i64>) -> Built<Rc<Vec<i64>>> {
        self.step(16 * map.len())?;
        Ok(Rc::new(map.keys().copied().collect()))
    }

    pub(crate) fn items(&mut self, items: &'a [Item]) -> Built<Symbolic> {
        let mut set = BTreeSet::new();
        let mut map = BTreeMap::new();
        let mut pairs = BTreeMap::new();
        for item in items {
            match item {
                Item::One(one) => {
                    set.insert(self.constant(one, "an element of a set")?);
                }
                Item::Range(first, last) => {
                    let a = self.constant(first, "the end of a range")?;
                    let b = self.constant(last, "the end of a range")?;
                    let length = (i128::from(b) - i128::from(a) + 1).max(0);
                    if set.len() as i128 + length > MAX_SET as i128 {
                        let message = format!("the range {a}..{b} has {length} elements");
                        let help = format!("at most {MAX_SET} are possible");
                        return Err(self.fault(&first.span, message, help));
                    }
                    self.step(32 * length as usize)?;
                    set.extend(a..=b);
                }
                Item::Pair(first, second, value) => {
                    let a = self.constant(first, "a key")?;
                    let b = self.constant(second, "a key")?;
                    let value = self.constant(value, "the value of a map")?;
                    if pairs.insert((a, b), value).is_some() {
                        let message = format!("the keys {a}, {b} are there twice");
                        return Err(self.fault(&first.span, message, "keys are all different"));
                    }
                }
                Item::Entry(key, value) => {
                    let key_value = self.constant(key, "a key")?;
                    let value = self.constant(value, "the value of a map")?;
                    if map.insert(key_value, value).is_some() {
                        let message = format!("the key {key_value} is there twice");
                        return Err(self.fault(&key.span, message, "keys are all different"));
                    }
                }
            }
        }
        Ok(if !map.is_empty() {
            Symbolic::Map(Rc::new(map))
        } else if !pairs.is_empty() {
            Symbolic::Pairs(Rc::new(pairs))
        } else {
            Symbolic::Set(Rc::new(set.into_iter().collect()))
        })
    }
}
