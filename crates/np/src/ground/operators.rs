//! Operators, choices and quantifiers on symbolic values.

use crate::ground::formula::{BuildError, Built, FALSE, FormulaId, Sum, TRUE};
use crate::ground::{evaluate::Grounder, symbolic::Symbolic};
use crate::syntax::tree::{Expr, Operator, Quantifier, Span};

type Operand<'e> = (&'e Expr, &'e Sum);

impl<'a> Grounder<'a> {
    /// `If` with an undecided condition. The result is a condition if both branches are.
    pub(crate) fn choice(
        &mut self,
        truth: FormulaId,
        then: &Sum,
        otherwise: &Sum,
    ) -> Built<Symbolic> {
        let forms = &mut self.forms;
        let conditions = (forms.as_condition(then)?, forms.as_condition(otherwise)?);
        let (Some(then), Some(otherwise)) = conditions else {
            return forms.choice(truth, then, otherwise).map(Symbolic::Number);
        };
        let not = forms.not(truth)?;
        let (then, otherwise) = (forms.and(vec![truth, then])?, forms.and(vec![not, otherwise])?);
        forms.or(vec![then, otherwise]).map(Symbolic::Truth)
    }

    pub(crate) fn binary(
        &mut self,
        operator: Operator,
        a: &'a Expr,
        b: &'a Expr,
        span: &Span,
    ) -> Built<Symbolic> {
        use Operator as O;
        match operator {
            O::Implies | O::And | O::Or => {
                return self.connective(operator, a, b).map(Symbolic::Truth);
            }
            O::Same | O::Xor => {
                let (left, right) = (self.truth(a)?, self.truth(b)?);
                let same = self.forms.same(left, right)?;
                let truth = if operator == O::Same { same } else { self.forms.not(same)? };
                return Ok(Symbolic::Truth(truth));
            }
            O::In => {
                let sum = self.number(a)?;
                let set = self.set(b)?;
                return self.forms.is_one_of(&sum, &set).map(Symbolic::Truth);
            }
            _ => {}
        }
        let (left, right) = (self.number(a)?, self.number(b)?);
        let forms = &mut self.forms;
        match operator {
            O::Plus => left.plus(&right, 1, forms).map(Symbolic::Number),
            O::Minus => left.plus(&right, -1, forms).map(Symbolic::Number),
            O::Times => self.product((a, &left), (b, &right), span),
            O::Mod | O::Quotient | O::Over => self.divide(operator, (a, &left), (b, &right), span),
            O::Equal => forms.equal(&left, &right).map(Symbolic::Truth),
            O::NotEqual => forms.differ(&left, &right).map(Symbolic::Truth),
            O::AtMost => forms.at_most(&left, &right).map(Symbolic::Truth),
            O::AtLeast => forms.at_most(&right, &left).map(Symbolic::Truth),
            O::Less => forms.less(&left, &right).map(Symbolic::Truth),
            _ => forms.less(&right, &left).map(Symbolic::Truth),
        }
    }

    /// `==>`, `And` or `Or`. The right side is not evaluated if the left side decides the result.
    fn connective(&mut self, operator: Operator, a: &'a Expr, b: &'a Expr) -> Built<FormulaId> {
        let left = self.truth(a)?;
        match (operator, left) {
            (Operator::Implies, FALSE) | (Operator::Or, TRUE) => return Ok(TRUE),
            (Operator::And, FALSE) => return Ok(FALSE),
            _ => {}
        }
        let right =
            self.guarded_by(left, operator != Operator::Or, |grounder| grounder.truth(b))?;
        match operator {
            Operator::Implies => {
                let not = self.forms.not(left)?;
                self.forms.or(vec![not, right])
            }
            Operator::And => self.forms.and(vec![left, right]),
            _ => self.forms.or(vec![left, right]),
        }
    }

    /// `Mod`, `\` or `/` by a known number. The first two round the quotient down.
    fn divide(
        &mut self,
        operator: Operator,
        (a, left): Operand<'_>,
        (b, right): Operand<'_>,
        span: &Span,
    ) -> Built<Symbolic> {
        let by = right.decided();
        let by = by.ok_or_else(|| self.undecided(&b.span, right, "a divisor"))?;
        if by == 0 {
            return Err(self.fault(&b.span, "a division by zero", ""));
        }
        if operator == Operator::Over {
            let Some(tests) = self.forms.value_tests(left)? else {
                return Err(self.undecided(&a.span, left, "what / divides"));
            };
            let (even, uneven): (Vec<_>, Vec<_>) =
                tests.into_iter().partition(|(number, _)| number.checked_rem(by) == Some(0));
            if let Some((number, _)) = uneven.first() {
                let message = if left.decided().is_some() {
                    format!("{number} / {by} is not an integer")
                } else {
                    let a = self.model.text(a);
                    format!("{a} may be {number}, and {number} / {by} is not an integer")
                };
                let fault = self.refusal(span, message, "\\ divides and rounds down");
                if even.is_empty() {
                    return Err(fault.into());
                }
                self.note_gap(uneven.into_iter().map(|(_, test)| test).collect(), fault)?;
            }
        }
        let quotient = |number: i64| {
            let quotient = number.checked_div(by)?;
            Some(quotient - i64::from(number % by != 0 && (number < 0) != (by < 0)))
        };
        let remainder = |number: i64| number.checked_sub(quotient(number)?.checked_mul(by)?);
        let forms = &mut self.forms;
        let sum = if operator == Operator::Mod {
            let of_one = forms.of_one_variable(left, remainder)?;
            of_one.map_or_else(|| forms.remainder(left, by), Ok)
        } else {
            let of_one = forms.of_one_variable(left, quotient)?;
            of_one.map_or_else(|| forms.quotient(left, by), Ok)
        };
        sum.map(Symbolic::Number)
    }

    /// A product. It is linear if a factor is known or both are functions of the same variable; otherwise it
    /// is defined by the cases of one factor.
    fn product(
        &mut self,
        (a, left): Operand<'_>,
        (b, right): Operand<'_>,
        span: &Span,
    ) -> Built<Symbolic> {
        for (one, other) in [(left, right), (right, left)] {
            if let Some(number) = one.decided() {
                return other.scaled(number, &self.forms).map(Symbolic::Number);
            }
        }
        if let (Some(var), Some(other)) =
            (self.forms.only_variable(left), self.forms.only_variable(right))
            && var == other
        {
            let table = self.forms.domain(var).iter().map(|&x| {
                let value = |sum: &Sum| self.forms.value(sum, &|_| x);
                value(left)?.checked_mul(value(right)?).ok_or(BuildError::Number)
            });
            return self.forms.function(var, table.collect::<Built<_>>()?).map(Symbolic::Number);
        }
        let few = |sum: &Sum| {
            self.forms.only_variable(sum).map_or(usize::MAX, |var| self.forms.width(var))
        };
        let (few, other) = if few(left) <= few(right) { (left, right) } else { (right, left) };
        if let Some(sum) = self.forms.product(few, other)? {
            return Ok(Symbolic::Number(sum));
        }
        let (a, b) = (self.model.text(a), self.model.text(b));
        let message = format!("the product of two unknowns, {a} and {b}");
        let help = "one factor must be a condition, or have at most 1000 values";
        Err(self.fault(span, message, help))
    }

    pub(crate) fn aggregate(
        &mut self,
        quantifier: Quantifier,
        values: Vec<Symbolic>,
        span: &Span,
    ) -> Built<Symbolic> {
        use Quantifier as Q;
        if let Q::ForAll | Q::Exists | Q::Count = quantifier {
            let truths = values.into_iter().map(|value| self.as_truth(value, span));
            let truths = truths.collect::<Built<Vec<FormulaId>>>()?;
            let forms = &mut self.forms;
            let add = |total: Sum, truth: FormulaId| total.plus(&forms.truth_sum(truth)?, 1, forms);
            return match quantifier {
                Q::Count => truths.into_iter().try_fold(Sum::default(), add).map(Symbolic::Number),
                Q::ForAll => forms.and(truths).map(Symbolic::Truth),
                _ => forms.or(truths).map(Symbolic::Truth),
            };
        }
        let sums = values.into_iter().map(|value| self.as_number(value, span));
        let sums = sums.collect::<Built<Vec<Sum>>>()?;
        if let (Q::Min | Q::Max, true) = (quantifier, sums.is_empty()) {
            let message = format!("{} of nothing", quantifier.as_str());
            return Err(self.fault(span, message, "its set is empty, or no guard holds"));
        }
        let forms = &mut self.forms;
        match quantifier {
            Q::Min => forms.least(&sums).map(Symbolic::Number),
            Q::Max => forms.largest(sums).map(Symbolic::Number),
            Q::AllDifferent => forms.all_different(sums).map(Symbolic::Truth),
            _ => {
                let add = |total: Sum, sum: &Sum| total.plus(sum, 1, forms);
                sums.iter().try_fold(Sum::default(), add).map(Symbolic::Number)
            }
        }
    }
}
