//! Ground programs without solutions that were found: for the next one.

use crate::base::diagnostic::Diagnostic;
use crate::np::check::Values;
use crate::np::ground::formula::{Built, Relation, Sum, TooLarge, Truth};
use crate::np::ground::{Ground, GroundFault, Origin};

impl Ground<'_> {
    /// Leaves a solution out, and all that are not as good: the objective becomes a constraint.
    pub(crate) fn without(
        &mut self,
        objective: Option<i64>,
        values: Option<&Values>,
    ) -> Result<(), GroundFault> {
        let Some(values) = values else { return Ok(()) };
        let Some((place, member)) = self.model.members().next() else { return Ok(()) };
        let span = member.name.span.clone();
        let origin = Origin { place, key: None, bound: Vec::new(), span, is_definition: false };
        let forms = &mut self.forms;
        let built = if let (Some((_, sum, _)), Some(best)) = (self.objective.take(), objective) {
            let difference = sum.plus(&Sum::number(best), -1, forms);
            Some(difference.and_then(|difference| forms.compare(Relation::Equal, difference)))
        } else {
            None
        };
        let mut tests = Vec::new();
        for var in 0..self.named {
            let Some(&value) = values.get(&forms.variables[var].name) else { continue };
            let test = forms.is_in(var, vec![value]).and_then(|test| forms.not(test));
            tests.push(test);
        }
        let other =
            tests.into_iter().collect::<Built<Vec<Truth>>>().and_then(|list| forms.or(list));
        for truth in built.into_iter().chain([other]) {
            match truth {
                Ok(truth) => self.constraints.push((origin.clone(), truth)),
                Err(TooLarge::Stopped(stop)) => return Err(GroundFault::Stopped(stop)),
                Err(_) => {
                    let message = "the solutions are too large to be left out";
                    let fault = Diagnostic::new(&self.model.source, origin.span.clone(), message);
                    return Err(GroundFault::Faults(fault.into()));
                }
            }
        }
        Ok(())
    }
}
