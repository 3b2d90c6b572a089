//! Gaps: the values of the variables for which an expression is evaluated but has no value.
//!
//! The language is strict: values for which the program evaluates such an expression are not a solution. With
//! the map `{1: 5, 2: 7}`, the condition `X <> 3 And M(X) = 7` has a gap at `X = 3`. The conjunction evaluates its
//! right side only if the left side holds, so the gap becomes `X <> 3 And X = 3`, which is false, and disappears.
//! In `B ==> M(X) = 7`, the gap `B And X = 3` remains, and the clause also states that it does not occur. In
//! `M(X) = 7`, no guard protects the key, which is an error in the program.
//!
//! In its gap, an expression gets the value of another case, so that all functions are total. That value is
//! never used, because either the expression is not evaluated there or the gap is excluded.

use crate::ground::evaluate::Grounder;
use crate::ground::formula::{Built, FALSE, FormulaId, TRUE};
use crate::{refusal::Refusal, syntax::tree::Expr};

#[derive(Clone, Debug)]
pub(crate) struct Gap {
    /// Holds if the expression is evaluated and has no value.
    at: FormulaId,
    /// Whether a condition that depends on variables decides whether the expression is evaluated.
    is_guarded: bool,
    /// The error to report if it is not.
    fault: Refusal,
}

impl Grounder<'_> {
    /// Records that an expression has no value where one of the truths holds. Without a guard, that is an error.
    pub(crate) fn note_gap(&mut self, at: Vec<FormulaId>, fault: Refusal) -> Built<()> {
        let at = self.forms.or(at)?;
        if at != FALSE {
            self.gaps.push(Gap { at, is_guarded: false, fault });
        }
        Ok(())
    }

    /// The cases that have a value. The first of them also stands for those without one, where the expression
    /// has a gap. If no case has a value, `fault` is returned.
    pub(crate) fn with_gap<T>(
        &mut self,
        mut cases: Vec<(T, FormulaId)>,
        missing: Vec<FormulaId>,
        fault: Refusal,
    ) -> Built<Vec<(T, FormulaId)>> {
        let Some((_, first)) = cases.first_mut() else { return Err(fault.into()) };
        let all = missing.iter().copied().chain([*first]).collect();
        *first = self.forms.or(all)?;
        self.note_gap(missing, fault)?;
        Ok(cases)
    }

    /// Evaluates what a guard protects: it is evaluated only if the truth has the value `holds`.
    pub(crate) fn guarded_by<T>(
        &mut self,
        guard: FormulaId,
        holds: bool,
        evaluate: impl FnOnce(&mut Self) -> Built<T>,
    ) -> Built<T> {
        let first = self.gaps.len();
        let result = evaluate(self)?;
        let inner = self.gaps.split_off(first);
        for gap in inner {
            let guard = if holds { guard } else { self.forms.not(guard)? };
            let at = self.forms.and(vec![guard, gap.at])?;
            if at != FALSE {
                self.gaps.push(Gap { at, is_guarded: gap.is_guarded || guard != TRUE, ..gap });
            }
        }
        Ok(result)
    }

    /// Evaluates an expression as one of several cases. A case is not a guard, so a gap in it may be an error.
    pub(crate) fn in_case<T>(
        &mut self,
        case: FormulaId,
        evaluate: impl FnOnce(&mut Self) -> Built<T>,
    ) -> Built<T> {
        let first = self.gaps.len();
        let result = evaluate(self);
        let inner = self.gaps.split_off(first);
        let result = result?;
        for gap in inner {
            let at = self.forms.and(vec![case, gap.at])?;
            if at != FALSE {
                self.gaps.push(Gap { at, ..gap });
            }
        }
        Ok(result)
    }

    /// The gaps noted since `first`, without duplicates, because each use of a definition notes its gaps again.
    pub(crate) fn distinct_gaps(&self, first: usize) -> Built<Vec<Gap>> {
        let mut gaps = self.gaps[first..].to_vec();
        self.step(64 * gaps.len())?;
        gaps.sort_by_key(|gap| (gap.at, gap.is_guarded));
        gaps.dedup_by_key(|gap| gap.at);
        Ok(gaps)
    }

    /// States that no gap of a clause occurs. A gap without a guard is an error.
    pub(crate) fn exclude_gaps(&mut self, clause: &Expr) -> Built<()> {
        for gap in std::mem::take(&mut self.gaps) {
            if !gap.is_guarded {
                return Err(gap.fault.into());
            }
            let truth = self.forms.not(gap.at)?;
            self.step(256 + 64 * self.scope.bound.len())?;
            self.statements.constraints.push((self.origin(clause), truth));
        }
        Ok(())
    }
}
