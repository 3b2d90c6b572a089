//! Finds solutions of a program with `CaDiCaL`, each better than the one before, until it has refuted that there is a
//! better one.

use crate::clauses::encode::{Encoded, NotEncoded};
use crate::clauses::literals::Encoder;
use crate::ground::{Ground, ground};
use crate::solve::ProgramAnswer;
use crate::{refusal::Refusal, resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::{Control, Stop};
use soliter_checker::lrat::Bound;
use soliter_solvers::sat::Refutation;
use soliter_solvers::sat::solver::{Solver, Work};

/// A solver that keeps what it has learned from one solution to the next.
pub(crate) struct Descent<'a> {
    pub(crate) ground: Ground<'a>,
    encoded: Encoded,
    solver: Solver,
}

impl<'a> Descent<'a> {
    /// Encodes a program. If `is_written`, the last refutation will have a proof; otherwise, each step is checked as it
    /// is made.
    pub(crate) fn new(
        model: &'a Model,
        given: &'a FieldValues,
        is_written: bool,
        control: &'a Control,
    ) -> Result<Self, NotEncoded> {
        let mut ground = ground(model, given, control)?;
        let encoded = Encoder::new(&mut ground, control).encode()?;
        let clauses = &encoded.clauses;
        let (variables, number) = (clauses.variables, clauses.number);
        let how = if is_written { ", with a proof" } else { "" };
        control.report_progress(|| format!("sat: {variables} variables, {number} clauses{how}"));
        let rest = ground.forms.meter.rest();
        rest.check_memory(clauses.bytes())?;
        let bound = ground.objective.as_ref().map(|_| number + 1);
        let solver = if is_written {
            Solver::writing(clauses, bound, &rest)
        } else {
            Solver::new(clauses, &rest)
        };
        Ok(Self { solver: solver?, ground, encoded })
    }

    /// The numbers of clauses and variables.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.encoded.clauses.number, self.encoded.clauses.variables.unsigned_abs() as usize)
    }

    pub(crate) fn work(&mut self) -> Work {
        self.solver.work()
    }

    /// The claim that no objective is better than this one or, without one, that there is no solution.
    pub(crate) fn claim(&self, objective: Option<i64>) -> Bound {
        match (&self.ground.objective, objective) {
            (Some((true, ..)), Some(most)) => Bound::AtMost(most),
            (Some(_), Some(least)) => Bound::AtLeast(least),
            _ => Bound::Impossible,
        }
    }

    /// The values of the variables in a solution that is better than an objective, or in any solution; `None` if it is
    /// refuted that there is one.
    pub(crate) fn better_than(&mut self, objective: Option<i64>) -> Result<Option<Vec<i64>>, Stop> {
        let claim = self.claim(objective);
        let assumed = objective.map(|_| self.encoded.better(&self.ground, claim));
        let found = self.solver.solve(assumed)?;
        Ok(found.map(|assignment| self.encoded.values(&self.ground, &assignment)))
    }

    /// Like [`Self::better_than`], for a solution that is as good as an objective and in which some named variable
    /// differs from each solution of a list. Only the last solution of the list may be new.
    pub(crate) fn another(
        &mut self,
        objective: Option<i64>,
        found: &[ProgramAnswer],
    ) -> Result<Option<Vec<i64>>, Stop> {
        if let Some(values) = found.last().and_then(|last| last.values.as_ref()) {
            let clause = self.encoded.differ(&self.ground, values);
            self.solver.add(&clause)?;
        }
        let is_maximised = matches!(self.ground.objective, Some((true, ..)));
        let worse = objective
            .and_then(|objective| objective.checked_add(if is_maximised { -1 } else { 1 }));
        self.better_than(worse)
    }

    /// The proof of the last refutation: that no solution is better than an objective, or that there is no solution.
    pub(crate) fn refutation(self, objective: Option<i64>) -> Result<(Refutation, Bound), Stop> {
        let claim = self.claim(objective);
        let Self { ground, encoded, solver } = self;
        let proof = solver.proof()?;
        let name = &ground.model.project.name.text;
        let title = name.chars().filter(|c| !c.is_control()).collect();
        let heads = ["soliter program 1".to_owned(), title, claim.to_string()];
        let clauses = encoded.bounded(&ground, claim).dimacs(&heads);
        Ok((Refutation { clauses, proof }, claim))
    }
}

impl From<NotEncoded> for Refusal {
    fn from(none: NotEncoded) -> Self {
        match none {
            NotEncoded::TooLarge(fault) => fault.into(),
            NotEncoded::Refused(refusal) => refusal,
        }
    }
}
