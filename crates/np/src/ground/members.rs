//! Records and members: makes records, and evaluates definitions, fields and decision variables.

use std::rc::Rc;

use crate::ground::formula::{BuildError, Built, Sum};
use crate::ground::symbolic::{Scope, Symbolic};
use crate::syntax::data::{Data, MAX_SET, nearest_keys};
use crate::syntax::tree::{Body, Domain, Expr, Name, Node, Shape, Span};
use crate::{ground::evaluate::Grounder, resolve::MemberId};

/// The depth of expressions beyond which a definition is deferred: it is evaluated from the outermost level
/// first, so that a chain of definitions may have any length without more use of the stack.
const MAX_CHAIN: usize = 200;

impl<'a> Grounder<'a> {
    pub(crate) fn append(&mut self, expr: &'a Expr) -> Built<()> {
        self.step(64)?;
        match &expr.node {
            Node::Each { binding, body, .. } => {
                self.for_each(binding, |grounder, _| grounder.append(body))
            }
            Node::Append(class, key) => {
                let number = self.constant(key, "a key")?;
                let block = self.model.index.class(&class.text).ok_or(BuildError::Kind)?;
                if self.records[block].insert(number) {
                    return Ok(());
                }
                let message = format!("{}({number}) is there already", class.text);
                Err(self.fault(&key.span, message, "keys of records are all different"))
            }
            _ => Ok(()),
        }
    }

    /// A member of a record, or its key under the name `Me`.
    pub(crate) fn record_member(&mut self, class: usize, key: i64, name: &Name) -> Built<Symbolic> {
        if name.text == "Me" {
            return Ok(Symbolic::Number(Sum::number(key)));
        }
        let member = self.model.index.member(class, &name.text).ok_or(BuildError::Kind)?;
        self.member_value((class, member), Some(key), &name.span)
    }

    /// The value of a member. Faults are reported at `span`, which refers to it.
    pub(crate) fn member_value(
        &mut self,
        place: MemberId,
        key: Option<i64>,
        span: &Span,
    ) -> Built<Symbolic> {
        if let Some(&var) = self.variables.get(&(place, key)) {
            return Ok(Symbolic::Number(self.forms.variable(var)));
        }
        let model = self.model;
        let member = model.member(place);
        let name = &member.name.text;
        match self.values.get(&(place, key)) {
            Some(Some(value)) => {
                self.gaps.extend(self.partial.get(&(place, key)).into_iter().flatten().cloned());
                return Ok(value.clone());
            }
            Some(None) => {
                let message = format!("{name} is defined by itself");
                return Err(self.fault(span, message, "break the circle of definitions"));
            }
            None => {}
        }
        let (shape, domain, expr, data) = match &member.body {
            Body::Var { shape, domain, value: Some(value) } => {
                (*shape, domain.as_ref(), Some(value), None)
            }
            Body::Field { shape, domain, value } => {
                (*shape, Some(domain), value.as_ref(), self.given.get(name))
            }
            Body::Enum(words) => {
                let mut numbers: Vec<i64> = words.iter().map(|(_, number)| *number).collect();
                numbers.sort_unstable();
                let value = Symbolic::Set(Rc::new(numbers));
                self.values.insert((place, key), Some(value.clone()));
                return Ok(value);
            }
            Body::Var { .. } | Body::Con(_) => {
                let message = format!("{name} is not known yet");
                let help = "records and the values variables may take are made before variables";
                return Err(self.fault(span, message, help));
            }
        };
        if self.depth > MAX_CHAIN {
            self.deferred = Some((place, key));
            return Err(self.fault(span, "definitions lead too deep", ""));
        }
        self.values.insert((place, key), None);
        let (reads, gaps) = (self.class_reads, self.gaps.len());
        let outer = std::mem::replace(&mut self.scope, Scope::new(place, key));
        let result = match (data, expr) {
            (Some(data), _) => self.given_value(data, shape),
            (None, Some(expr)) => self.value(expr),
            (None, None) => Err(BuildError::Kind),
        };
        let result = result.and_then(|value| match (shape, value) {
            (Shape::Map, Symbolic::Set(set)) if set.is_empty() => Ok(Symbolic::Map(Rc::default())),
            (Shape::Pairs, Symbolic::Set(set)) if set.is_empty() => {
                Ok(Symbolic::Pairs(Rc::default()))
            }
            (_, value) => {
                if let Some(domain) = domain {
                    let span = match expr {
                        Some(expr) if data.is_none() => &expr.span,
                        _ => &member.name.span,
                    };
                    self.belongs(&value, domain, span)?;
                }
                Ok(value)
            }
        });
        self.scope = outer;
        match result {
            // While records are being added, the value of an expression that reads them may still change.
            Ok(value) if !self.appending || self.class_reads == reads => {
                self.values.insert((place, key), Some(value.clone()));
                if self.gaps.len() > gaps {
                    let own = self.distinct_gaps(gaps)?;
                    self.gaps.truncate(gaps);
                    self.gaps.extend(own.iter().cloned());
                    self.partial.insert((place, key), own);
                }
                Ok(value)
            }
            result => {
                self.values.remove(&(place, key));
                result
            }
        }
    }

    /// Evaluates a deferred definition, after the deferred definitions that it depends on.
    pub(crate) fn evaluate_deferred(&mut self, deferred: (MemberId, Option<i64>)) -> Built<()> {
        let mut waiting = vec![deferred];
        let gaps = self.gaps.len();
        while let Some(&(place, key)) = waiting.last() {
            self.step(64 + 32 * waiting.len())?;
            self.scope = Scope::new(place, key);
            let span = &self.model.member(place).name.span;
            // At the outermost level, `value` would call this method again.
            self.depth = 1;
            let result = self.member_value(place, key, span);
            self.depth = 0;
            // These gaps are noted again at each use of the definition.
            self.gaps.truncate(gaps);
            match (result, self.deferred.take()) {
                (Ok(_), _) => drop(waiting.pop()),
                (Err(_), Some(deeper)) if !waiting.contains(&deeper) => waiting.push(deeper),
                (Err(_), Some(_)) => {
                    let message = format!("{} is defined by itself", self.name_of(place, key));
                    return Err(self.fault(span, message, "break the circle of definitions"));
                }
                (Err(halt), None) => return Err(halt),
            }
        }
        Ok(())
    }

    /// Reports values of a definition or field that lie outside its domain.
    fn belongs(&mut self, value: &Symbolic, domain: &'a Domain, span: &Span) -> Built<()> {
        let allowed = match domain {
            Domain::Integer(_) => return Ok(()),
            Domain::Boolean(_) => Rc::new(vec![0, 1]),
            Domain::Of(set) => self.set(set)?,
        };
        let is_outside = |value: &i64| allowed.binary_search(value).is_err();
        let name = &self.model.member(self.scope.place).name.text;
        let values = match value {
            Symbolic::Set(set) => set.to_vec(),
            Symbolic::Map(map) => map.values().copied().collect(),
            Symbolic::Pairs(map) => map.values().copied().collect(),
            other => {
                let sum = self.as_number(other.clone(), span)?;
                let Some(number) = sum.decided() else {
                    let values = self.forms.values_of(&sum, MAX_SET);
                    let values = self.located(span, values)?;
                    let message = match values.map(|all| all.into_iter().find(is_outside)) {
                        None => format!("{name} may have too many values to look at each"),
                        Some(None) => return Ok(()),
                        Some(Some(wrong)) => {
                            format!("{name} may be {wrong}, as far as is known before solving")
                        }
                    };
                    let help = "leave out 'As', or state it: Con Bounds As Name In {...}";
                    return Err(self.fault(span, message, help));
                };
                vec![number]
            }
        };
        self.step(16 * values.len())?;
        let Some(wrong) = values.into_iter().find(is_outside) else { return Ok(()) };
        let message = format!("{wrong} is not among the values that {name} may have");
        let near = nearest_keys(allowed.iter().copied(), wrong);
        Err(self.fault(span, message, format!("see its 'As'; {near}")))
    }

    fn given_value(&self, data: &Data, shape: Shape) -> Built<Symbolic> {
        self.step(match data {
            Data::Number(_) => 0,
            Data::Set(set) => 16 * set.len(),
            Data::Map(map) => 48 * map.len(),
            Data::Pairs(map) => 64 * map.len(),
        })?;
        Ok(match (data, shape) {
            (Data::Number(number), _) => Symbolic::Number(Sum::number(*number)),
            (Data::Set(set), Shape::Map) if set.is_empty() => Symbolic::Map(Rc::default()),
            (Data::Set(set), Shape::Pairs) if set.is_empty() => Symbolic::Pairs(Rc::default()),
            (Data::Set(set), _) => Symbolic::Set(Rc::new(set.iter().copied().collect())),
            (Data::Map(map), _) => Symbolic::Map(Rc::new(map.clone())),
            (Data::Pairs(map), _) => Symbolic::Pairs(Rc::new(map.clone())),
        })
    }
}
