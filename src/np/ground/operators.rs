//! Operators, choices and quantifiers over numbers that may be undecided.

use crate::np::ground::evaluate::Grounder;
use crate::np::ground::formula::{BuildError, Built, FALSE, Relation, Sum, TRUE, Truth};
use crate::np::ground::symbolic::{Scope, Symbolic};
use crate::np::syntax::tree::{Expr, Operator, Quantifier, Span};

impl<'a> Grounder<'a> {
    /// `If` with a condition that is not decided: a condition if both branches are.
    pub(crate) fn choice(
        &mut self,
        truth: Truth,
        then: Symbolic,
        otherwise: Symbolic,
    ) -> Built<Symbolic> {
        let forms = &mut self.forms;
        let mut conditions = Vec::new();
        let mut sums = Vec::new();
        for value in [then, otherwise] {
            let sum = match value {
                Symbolic::Truth(truth) => forms.truth_sum(truth)?,
                Symbolic::Number(sum) => sum,
                _ => Sum::default(),
            };
            conditions.extend(forms.as_condition(&sum)?);
            sums.push(sum);
        }
        match (conditions.as_slice(), sums.as_slice()) {
            (&[then, otherwise], _) => {
                let not = forms.not(truth)?;
                let (then, otherwise) =
                    (forms.and(vec![truth, then])?, forms.and(vec![not, otherwise])?);
                forms.or(vec![then, otherwise]).map(Symbolic::Truth)
            }
            (_, [then, otherwise]) => forms.choice(truth, then, otherwise).map(Symbolic::Number),
            _ => Ok(Symbolic::Number(Sum::default())),
        }
    }

    pub(crate) fn binary(
        &mut self,
        operator: Operator,
        a: &'a Expr,
        b: &'a Expr,
        scope: &mut Scope<'a>,
        span: &Span,
    ) -> Built<Symbolic> {
        use Operator as O;
        // A left side that is decided may leave the right side unread.
        if let O::Implies | O::And | O::Or = operator {
            let left = self.truth(a, scope)?;
            let skipped = match (operator, left) {
                (O::Implies, FALSE) | (O::Or, TRUE) => Some(TRUE),
                (O::And, FALSE) => Some(FALSE),
                _ => None,
            };
            if let Some(truth) = skipped {
                return Ok(Symbolic::Truth(truth));
            }
            let right = self.truth(b, scope)?;
            let forms = &mut self.forms;
            let truth = match operator {
                O::Implies => {
                    let not = forms.not(left)?;
                    forms.or(vec![not, right])
                }
                O::And => forms.and(vec![left, right]),
                _ => forms.or(vec![left, right]),
            };
            return truth.map(Symbolic::Truth);
        }
        match operator {
            O::Same | O::Xor => {
                let (left, right) = (self.truth(a, scope)?, self.truth(b, scope)?);
                let same = self.forms.same(left, right)?;
                let truth = if operator == O::Same { same } else { self.forms.not(same)? };
                return Ok(Symbolic::Truth(truth));
            }
            O::In => {
                let sum = self.number(a, scope)?;
                let set = self.set(b, scope)?;
                return self.forms.is_one_of(&sum, &set).map(Symbolic::Truth);
            }
            _ => {}
        }
        let (left, right) = (self.value(a, scope)?, self.value(b, scope)?);
        if operator.joins_sets()
            && let Some(set) = self.join_sets(operator, &left, &right)?
        {
            return Ok(set);
        }
        let left = self.as_number(left, scope, &a.span)?;
        let right = self.as_number(right, scope, &b.span)?;
        match operator {
            O::Plus | O::Minus => {
                let factor = if operator == O::Plus { 1 } else { -1 };
                left.plus(&right, factor, &self.forms).map(Symbolic::Number)
            }
            O::Times => self.product(&left, &right, (a, b), scope, span),
            O::Mod | O::Quotient | O::Over => {
                self.divide(operator, &left, &right, (a, b), scope, span)
            }
            _ => {
                let (relation, sum) = match operator {
                    O::Equal => (Relation::Equal, left.plus(&right, -1, &self.forms)?),
                    O::NotEqual => (Relation::NotEqual, left.plus(&right, -1, &self.forms)?),
                    O::AtMost => (Relation::AtMost, left.plus(&right, -1, &self.forms)?),
                    O::AtLeast => (Relation::AtMost, right.plus(&left, -1, &self.forms)?),
                    O::Less => (Relation::AtMost, self.forms.below(left, &right)?),
                    _ => (Relation::AtMost, self.forms.below(right, &left)?),
                };
                self.forms.compare(relation, sum).map(Symbolic::Truth)
            }
        }
    }

    /// A division by a number that is decided; both forms that round round down.
    fn divide(
        &mut self,
        operator: Operator,
        left: &Sum,
        right: &Sum,
        (a, b): (&Expr, &Expr),
        scope: &Scope<'a>,
        span: &Span,
    ) -> Built<Symbolic> {
        let Some(by) = right.decided() else {
            return self.divide_by_unknown(operator, left, right, (a, b), scope, span);
        };
        if by == 0 {
            return Err(self.fault(scope, &b.span, "a division by zero", ""));
        }
        if operator == Operator::Over {
            let Some(tests) = self.forms.tests(left)? else {
                return Err(self.undecided(scope, &a.span, left, "what / divides"));
            };
            let uneven = tests.iter().find(|(number, _)| number.checked_rem(by) != Some(0));
            if let Some((number, _)) = uneven {
                let message = if left.decided().is_some() {
                    format!("{number} / {by} is not whole")
                } else {
                    format!("{a} may be {number}, and {number} / {by} is not whole")
                };
                return Err(self.fault(scope, span, message, "\\ divides and rounds down"));
            }
        }
        let quotient = |number: i64| {
            let quotient = number.checked_div(by)?;
            Some(quotient - i64::from(number % by != 0 && (number < 0) != (by < 0)))
        };
        let remainder = |number: i64| number.checked_sub(quotient(number)?.checked_mul(by)?);
        let of_one = left.decided().is_some() || left.only_variable().is_some();
        if of_one {
            return if operator == Operator::Mod {
                self.one_variable(left, remainder, scope, span)
            } else {
                self.one_variable(left, quotient, scope, span)
            };
        }
        let sum = if operator == Operator::Mod {
            self.forms.remainder(left, by)
        } else {
            self.forms.quotient(left, by)
        };
        sum.map(Symbolic::Number)
    }

    /// A division by a number that is not known before solving: by each that it may be.
    fn divide_by_unknown(
        &mut self,
        operator: Operator,
        left: &Sum,
        right: &Sum,
        (a, b): (&Expr, &Expr),
        scope: &Scope<'a>,
        span: &Span,
    ) -> Built<Symbolic> {
        let Some(tests) = self.forms.tests(right)?.filter(|_| operator != Operator::Over) else {
            return Err(self.undecided(scope, &b.span, right, "a divisor"));
        };
        let mut cases = Vec::new();
        for (by, test) in tests {
            if by == 0 {
                let message = format!("{b} may be 0, and nothing is divided by 0");
                return Err(self.fault(scope, &b.span, message, "leave 0 out of its values"));
            }
            let value = self.divide(operator, left, &Sum::number(by), (a, b), scope, span)?;
            cases.push((test, self.as_number(value, scope, span)?));
        }
        self.forms.by_cases(&cases).map(Symbolic::Number)
    }

    /// A product of which one factor is decided, or both are functions of the same variable.
    fn product(
        &mut self,
        left: &Sum,
        right: &Sum,
        (a, b): (&Expr, &Expr),
        scope: &Scope<'a>,
        span: &Span,
    ) -> Built<Symbolic> {
        for (one, other) in [(left, right), (right, left)] {
            if let Some(number) = one.decided() {
                return Sum::default().plus(other, number, &self.forms).map(Symbolic::Number);
            }
        }
        if let (Some(var), Some(other)) = (left.only_variable(), right.only_variable())
            && var == other
        {
            let table = self.forms.domain(var).iter().map(|&x| {
                let value = |sum: &Sum| self.forms.value(sum, &|_| x);
                value(left)?.checked_mul(value(right)?).ok_or(BuildError::Number)
            });
            return self.forms.function(var, table.collect::<Built<_>>()?).map(Symbolic::Number);
        }
        let few =
            |sum: &Sum| sum.only_variable().map_or(usize::MAX, |v| self.forms.domain(v).len());
        let (few, other) = if few(left) <= few(right) { (left, right) } else { (right, left) };
        if let Some(sum) = self.forms.product(few, other)? {
            return Ok(Symbolic::Number(sum));
        }
        let message = format!("the product of two unknowns, {a} and {b}");
        let help = "one factor must be a condition, or have at most 1000 values";
        Err(self.fault(scope, span, message, help))
    }

    /// A function of a sum that has at most one variable.
    pub(crate) fn one_variable(
        &mut self,
        sum: &Sum,
        function: impl Fn(i64) -> Option<i64>,
        scope: &Scope<'a>,
        span: &Span,
    ) -> Built<Symbolic> {
        let function = |number: i64| function(number).ok_or(BuildError::Number);
        if let Some(number) = sum.decided() {
            return Ok(Symbolic::Number(Sum::number(function(number)?)));
        }
        let Some(var) = sum.only_variable() else {
            return Err(self.fault(scope, span, "this is not linear", ""));
        };
        let values = self.forms.domain(var).iter();
        let table = values.map(|&x| function(self.forms.value(sum, &|_| x)?));
        self.forms.function(var, table.collect::<Built<_>>()?).map(Symbolic::Number)
    }

    /// What a quantifier makes of the values of its body.
    pub(crate) fn gather(
        &mut self,
        quantifier: Quantifier,
        values: Vec<Symbolic>,
        scope: &Scope<'a>,
        span: &Span,
    ) -> Built<Symbolic> {
        if let Quantifier::Min | Quantifier::Max = quantifier {
            let sums = values.into_iter().map(|value| self.as_number(value, scope, span));
            let sums = sums.collect::<Built<Vec<Sum>>>()?;
            if sums.is_empty() {
                let message = format!("{} of nothing", quantifier.word());
                return Err(self.fault(
                    scope,
                    span,
                    message,
                    "its set is empty, or no guard holds",
                ));
            }
            let sum = match quantifier {
                Quantifier::Max => self.forms.largest(sums),
                _ => self.forms.least(&sums),
            };
            return sum.map(Symbolic::Number);
        }
        if let Quantifier::Sum | Quantifier::AllDifferent = quantifier {
            let sums = values.into_iter().map(|value| self.as_number(value, scope, span));
            let sums = sums.collect::<Built<Vec<Sum>>>()?;
            let forms = &mut self.forms;
            return if quantifier == Quantifier::Sum {
                let add = |total: Sum, sum: &Sum| total.plus(sum, 1, forms);
                sums.iter().try_fold(Sum::default(), add).map(Symbolic::Number)
            } else {
                forms.all_different(sums).map(Symbolic::Truth)
            };
        }
        let mut truths = Vec::new();
        for value in values {
            truths.push(self.as_truth(value, scope, span)?);
        }
        let forms = &mut self.forms;
        match quantifier {
            Quantifier::ForAll => forms.and(truths).map(Symbolic::Truth),
            Quantifier::Exists => forms.or(truths).map(Symbolic::Truth),
            _ => truths
                .into_iter()
                .try_fold(Sum::default(), |total, truth| {
                    total.plus(&forms.truth_sum(truth)?, 1, forms)
                })
                .map(Symbolic::Number),
        }
    }
}
