//! Blocking clauses, which exclude a solution that was found, so that the next one differs from it.

use crate::base::diagnostic::Diagnostic;
use crate::np::check::Values;
use crate::np::ground::formula::{BuildError, Built, Forms, Sum, Truth};
use crate::np::ground::{Ground, Origin};
use crate::np::refusal::Refusal;
use crate::np::solve::answer::ProgramAnswer;

impl Ground<'_> {
    /// Adds the clause that at least one decision variable differs from a solution. The objective becomes the
    /// constraint that its value stays the same.
    pub(crate) fn block(&mut self, found: &ProgramAnswer) -> Result<(), Refusal> {
        let Some(values) = &found.values else { return Ok(()) };
        let Some((place, member)) = self.model.members().next() else { return Ok(()) };
        let span = member.name.span.clone();
        let origin = Origin { place, key: None, bound: Vec::new(), span, is_side_condition: false };
        let forms = &mut self.forms;
        let best = self.objective.take().zip(found.objective);
        let equal = best.map(|((_, sum, _), best)| forms.equal(&sum, &Sum::number(best)));
        let clause = blocking_clause(forms, self.named, values);
        for truth in equal.into_iter().chain([clause]) {
            match truth {
                Ok(truth) => self.constraints.push((origin.clone(), truth)),
                Err(BuildError::Refused(refusal)) => return Err(refusal),
                Err(_) => {
                    let message = "the solutions are too large to be left out";
                    return Err(Diagnostic::new(&self.model.source, origin.span, message).into());
                }
            }
        }
        Ok(())
    }
}

/// The truth that at least one of the named variables has another value.
fn blocking_clause(forms: &mut Forms, named: usize, values: &Values) -> Built<Truth> {
    let mut tests = Vec::new();
    for var in 0..named {
        let Some(&value) = values.get(&forms.variables[var].name) else { continue };
        let same = forms.is_in(var, vec![value])?;
        tests.push(forms.not(same)?);
    }
    forms.or(tests)
}
