//! The phases of grounding: first the records, then the variables, then the statements of the constraints.

use std::collections::BTreeSet;

use crate::ground::formula::{self, BuildError, Built, MAX_LISTED, MAX_VALUES, Sum, Variable};
use crate::ground::statements::{Origin, PrintPiece, StoreRequest};
use crate::ground::symbolic::{Scope, Symbolic};
use crate::resolve::{MemberId, Target};
use crate::syntax::tree::{
    Body, Domain, Expr, HintKind, Item, Name, Node, Piece, Quantifier, Span,
};
use crate::{ground::evaluate::Grounder, refusal::Refusal};
use soliter_base::diagnostic::Diagnostics;

impl<'a> Grounder<'a> {
    fn is_full(&self) -> bool {
        self.faults.len() >= Diagnostics::MOST
    }

    /// Records the errors of a step and returns whether it had none. A limit ends grounding.
    fn note(&mut self, result: Built<()>, span: &Span) -> Result<bool, Refusal> {
        match self.located(span, result) {
            Ok(()) => Ok(true),
            Err(Refusal::Faults(faults)) => {
                for fault in faults.0 {
                    // An error at the same place in several records is reported once.
                    if !self.faults.iter().any(|known| known.span == fault.span) {
                        self.faults.push(fault);
                    }
                }
                Ok(false)
            }
            Err(stopped) => Err(stopped),
        }
    }

    /// The keys of a class's records; a single `None` for a module.
    fn keys_of_block(&self, block: usize) -> Result<Vec<Option<i64>>, Refusal> {
        if !self.model.block(block).is_class {
            return Ok(vec![None]);
        }
        let keys = &self.records[block];
        self.forms.meter.step(32 * keys.len())?;
        Ok(keys.iter().map(|&key| Some(key)).collect())
    }

    /// The clauses of all constraints that append records, or of all that do not.
    fn clauses(&self, appends: bool) -> impl Iterator<Item = (MemberId, &'a Expr)> + use<'a> {
        let clauses = self.model.members().filter_map(|(place, member)| match &member.body {
            Body::Con(clauses) => Some(clauses.iter().map(move |clause| (place, clause))),
            _ => None,
        });
        clauses.flatten().filter(move |(_, clause)| clause.node.appends() == appends)
    }

    pub(super) fn make_records(&mut self) -> Result<(), Refusal> {
        self.appending = true;
        for (place, clause) in self.clauses(true) {
            self.scope = Scope::new(place, None);
            let result = self.append(clause);
            self.note(result, &clause.span)?;
            if self.is_full() {
                break;
            }
        }
        self.appending = false;
        Ok(())
    }

    pub(super) fn make_variables(&mut self) -> Result<(), Refusal> {
        let model = self.model;
        // A member that fails for one record usually fails for all.
        let mut failed: BTreeSet<MemberId> = BTreeSet::new();
        for (block, text) in model.project.blocks.iter().enumerate() {
            for key in self.keys_of_block(block)? {
                for (m, member) in text.members.iter().enumerate() {
                    let Body::Var { domain: Some(domain), value: None, .. } = &member.body else {
                        continue;
                    };
                    let place = (block, m);
                    if failed.contains(&place) || self.is_full() {
                        continue;
                    }
                    self.scope = Scope::new(place, key);
                    let result = self.make_variable(domain);
                    if !self.note(result, &member.name.span)? {
                        failed.insert(place);
                    }
                }
            }
        }
        Ok(())
    }

    fn make_variable(&mut self, domain: &'a Domain) -> Built<()> {
        let (place, key) = (self.scope.place, self.scope.key);
        let own = &self.model.member(place).name;
        let domain = match domain {
            Domain::Boolean(_) => formula::Domain::Listed(vec![0, 1]),
            Domain::Integer(_) => return Err(BuildError::Kind),
            Domain::Of(Expr { node: Node::Set(items), span, .. })
                if matches!(items[..], [Item::Range(..)]) =>
            {
                let [Item::Range(first, last)] = &items[..] else { return Ok(()) };
                let first = self.constant(first, "the end of a range")?;
                let last = self.constant(last, "the end of a range")?;
                self.range(first, last, own, span)?
            }
            Domain::Of(set) => {
                let values = self.set(set)?;
                match values[..] {
                    [first, .., last] if last.abs_diff(first) == values.len() as u64 - 1 => {
                        self.range(first, last, own, &set.span)?
                    }
                    [] => return Err(self.no_value(own, &set.span)),
                    _ if values.len() > MAX_LISTED => {
                        let message = format!("{own} may take {} values", values.len());
                        let help = format!(
                            "at most {MAX_LISTED} are possible with gaps between them; a range is not limited so"
                        );
                        return Err(self.fault(&set.span, message, help));
                    }
                    _ => formula::Domain::Listed(values.to_vec()),
                }
            }
        };
        self.step(128 + 16 * domain.len().min(MAX_LISTED))?;
        let name = self.name_of(place, key);
        self.variables.insert((place, key), self.forms.variables.len());
        self.forms.variables.push(Variable { name, domain });
        Ok(())
    }

    fn no_value(&self, name: &Name, span: &Span) -> BuildError {
        self.fault(span, format!("{name} may take no value"), "its set is empty")
    }

    /// All integers from the first to the last as the values of a variable.
    fn range(&self, first: i64, last: i64, name: &Name, span: &Span) -> Built<formula::Domain> {
        if first > last {
            return Err(self.no_value(name, span));
        }
        let Some(width) = last.checked_sub(first).filter(|width| *width < MAX_VALUES) else {
            let width = i128::from(last) - i128::from(first) + 1;
            let message = format!("{name} may take {width} values");
            let help = format!("at most {MAX_VALUES} are possible; make the range smaller");
            return Err(self.fault(span, message, help));
        };
        self.step(16 * MAX_LISTED.min(width as usize))?;
        Ok(formula::Domain::range(first, last))
    }

    pub(super) fn state_constraints(&mut self) -> Result<(), Refusal> {
        for (place, clause) in self.clauses(false) {
            for key in self.keys_of_block(place.0)? {
                self.scope = Scope::new(place, key);
                self.gaps.clear();
                let result = self.clause(clause, clause);
                let result = result.and_then(|()| self.exclude_gaps(clause));
                // Side conditions of auxiliary variables belong to the clause that introduced them.
                for truth in std::mem::take(&mut self.forms.side_conditions) {
                    self.forms.meter.step(256)?;
                    let origin = Origin { is_side_condition: true, ..self.origin(clause) };
                    self.statements.constraints.push((origin, truth));
                }
                if self.is_full() {
                    return Ok(());
                }
                if !self.note(result, &clause.span)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// States a clause, or the body of its `ForAll`.
    fn clause(&mut self, clause: &'a Expr, inner: &'a Expr) -> Built<()> {
        if let Node::Each { quantifier: Quantifier::ForAll, binding, body } = &inner.node {
            return self.for_each(binding, |grounder, _| grounder.clause(clause, body));
        }
        self.statement(clause, inner)?;
        self.exclude_gaps(clause)
    }

    fn statement(&mut self, clause: &'a Expr, inner: &'a Expr) -> Built<()> {
        let model = self.model;
        match &inner.node {
            Node::Goal(maximise, goal) => {
                let sum = self.number(goal)?;
                if self.statements.objective.is_some() {
                    let help = "sum up inside of one Minimize or Maximize";
                    return Err(self.fault(&inner.span, "a second objective", help));
                }
                self.statements.objective = Some((*maximise, sum, self.origin(clause)));
                Ok(())
            }
            Node::Hint(list) => self.hint(list),
            Node::Soft(condition, weight) => {
                let cost = self.soft(condition, weight)?;
                let penalty = self.statements.penalty.take();
                let (sum, first) = penalty.unwrap_or_else(|| (Sum::default(), self.origin(clause)));
                let sum = sum.plus(&cost, 1, &self.forms);
                let sum = self.located(&inner.span, sum)?;
                self.statements.penalty = Some((sum, first));
                Ok(())
            }
            Node::Print(pieces) => self.print(pieces),
            Node::Store(list) => {
                for name in list {
                    let Some(member) = model.index.member(self.scope.place.0, &name.text) else {
                        continue;
                    };
                    let place = (self.scope.place.0, member);
                    let value = self.member_value(place, self.scope.key, &name.span)?;
                    let value = self.as_number(value, &name.span)?;
                    let class = &model.block(self.scope.place.0).name;
                    let record = self.scope.key.map(|key| format!("{class}({key})"));
                    let (name, names) = (name.text.clone(), model.enumeration(place));
                    self.statements.stored.push(StoreRequest { record, name, value, names });
                }
                Ok(())
            }
            _ => {
                let truth = self.truth(inner)?;
                self.step(256 + 64 * self.scope.bound.len())?;
                self.statements.constraints.push((self.origin(clause), truth));
                Ok(())
            }
        }
    }

    pub(super) fn origin(&self, clause: &Expr) -> Origin {
        Origin {
            place: self.scope.place,
            key: self.scope.key,
            bound: self.scope.elements(),
            span: clause.span.clone(),
            is_side_condition: false,
        }
    }

    /// Adds hints for decision variables. Hints for definitions are ignored, since their values follow from others.
    fn hint(&mut self, list: &'a [(Name, HintKind, Expr)]) -> Built<()> {
        for (name, kind, value) in list {
            let value = self.constant(value, "what a hint says")?;
            let member = self.model.index.member(self.scope.place.0, &name.text);
            let var =
                member.and_then(|m| self.variables.get(&((self.scope.place.0, m), self.scope.key)));
            self.statements.hints.extend(var.map(|&var| (var, *kind, value)));
        }
        Ok(())
    }

    /// The cost of a soft constraint: its weight if its condition does not hold, otherwise 0.
    fn soft(&mut self, condition: &'a Expr, weight: &'a Expr) -> Built<Sum> {
        let number = self.constant(weight, "a weight")?;
        if number < 0 {
            let help = "state the opposite: Soft(Not condition : weight)";
            let message = format!("the weight {number} is below 0");
            return Err(self.fault(&weight.span, message, help));
        }
        let truth = self.truth(condition)?;
        let broken = self.forms.not(truth).and_then(|not| self.forms.truth_sum(not));
        let cost = broken.and_then(|broken| broken.scaled(number, &self.forms));
        Ok(self.located(&condition.span, cost)?)
    }

    fn print(&mut self, pieces: &'a [Piece]) -> Built<()> {
        let pieces = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => Ok(PrintPiece::Text(text.clone())),
            Piece::Value(value) => {
                let sum = self.number(value)?;
                Ok(PrintPiece::Value(sum, self.names_of(value)?))
            }
        });
        let line = pieces.collect::<Built<_>>()?;
        self.statements.printed.push(line);
        Ok(())
    }

    /// The enumeration that a variable or `record.Name` takes its values from.
    fn names_of(&mut self, expr: &'a Expr) -> Built<Option<MemberId>> {
        let place = match &expr.node {
            Node::Name(name) if !self.scope.bound.iter().any(|(bound, _)| bound == name) => {
                match self.model.index.find(name, self.scope.place.0) {
                    Some(Target::Member(place)) => Some(place),
                    _ => None,
                }
            }
            Node::Dot(base, name) => match self.value(base)? {
                Symbolic::Record(class, _) | Symbolic::Cases(class, _) => {
                    self.model.index.member(class, &name.text).map(|member| (class, member))
                }
                _ => None,
            },
            _ => None,
        };
        Ok(place.and_then(|place| self.model.enumeration(place)))
    }
}
