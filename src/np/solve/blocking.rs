//! Blocking clauses: a ground program without a solution that was found, so that the next one differs.

use crate::base::diagnostic::Diagnostic;
use crate::np::check::Values;
use crate::np::ground::formula::{BuildError, Built, Sum, Truth};
use crate::np::ground::{Ground, Origin};
use crate::np::refusal::Refusal;

impl Ground<'_> {
    /// Adds the clause that some decision differs from a solution. All solutions are to be as good: the
    /// objective becomes a constraint.
    pub(crate) fn block(
        &mut self,
        objective: Option<i64>,
        values: Option<&Values>,
    ) -> Result<(), Refusal> {
        let Some(values) = values else { return Ok(()) };
        let Some((place, member)) = self.model.members().next() else { return Ok(()) };
        let span = member.name.span.clone();
        let origin = Origin { place, key: None, bound: Vec::new(), span, is_side_condition: false };
        let forms = &mut self.forms;
        let mut tests = Vec::new();
        let best = self.objective.take().zip(objective);
        let equal = best.map(|((_, sum, _), best)| forms.equal(&sum, &Sum::number(best)));
        for var in 0..self.named {
            let Some(&value) = values.get(&forms.variables[var].name) else { continue };
            tests.push(forms.is_in(var, vec![value]).and_then(|test| forms.not(test)));
        }
        let clause = tests.into_iter().collect::<Built<Vec<Truth>>>();
        let clause = clause.and_then(|tests| forms.or(tests));
        for truth in equal.into_iter().chain([clause]) {
            match truth {
                Ok(truth) => self.constraints.push((origin.clone(), truth)),
                Err(BuildError::Refused(refusal)) => return Err(refusal),
                Err(_) => {
                    let message = "the solutions are too large to be left out";
                    let fault = Diagnostic::new(&self.model.source, origin.span.clone(), message);
                    return Err(fault.into());
                }
            }
        }
        Ok(())
    }
}
