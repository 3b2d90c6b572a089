//! Solving by `CaDiCaL`: a program becomes clauses, and the solver finds better and better solutions until it has
//! refuted that there is a better one.

use std::time::Instant;

use crate::clauses::{descent::Descent, encode::NotEncoded};
use crate::solve::answer::{Engine, Failure, ProgramAnswer, ProgramStatus, accept, conclude};
use crate::solve::{NoSolutions, Request, Solutions, ended};
use crate::{resolve::names::Model, syntax::data::FieldValues};
use soliter_base::control::{Control, Stop};
use soliter_solvers::program::outcome::Proof;

/// Finds solutions, one after the other. With an objective, the first is the best, and all others are as good.
pub(super) fn solve_all(
    request: Request,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<Solutions, NoSolutions> {
    let mut search = match Search::begin(request.keeps_proof, model, given, control)? {
        Ok(search) => search,
        Err(stopped) => return Ok(Solutions::only(stopped)),
    };
    let mut all = Solutions::begun(search.best()?);
    let objective = all.list.first().and_then(|first| first.objective);
    if all.may_grow(request.most) {
        search.others(request.most, objective, &mut all)?;
    } else if request.keeps_proof {
        let first = all.list.first().map(|first| first.status);
        match (first, objective) {
            (Some(ProgramStatus::Infeasible), _) => search.keep_proof(None, &mut all),
            (Some(ProgramStatus::Solved), Some(_)) => search.keep_proof(objective, &mut all),
            _ => {}
        }
    }
    Ok(all)
}

/// More solutions that are as good as the first one, by a single search.
pub(super) fn others(
    mut all: Solutions,
    most: usize,
    model: &Model,
    given: &FieldValues,
    control: &Control,
) -> Result<Solutions, NoSolutions> {
    let objective = all.list.first().and_then(|first| first.objective);
    match Search::begin(false, model, given, control)? {
        Ok(mut search) => {
            search.others(most, objective, &mut all)?;
            let ended = search.begun();
            search.report(&ended);
        }
        Err(ended) => all.stopped = ended.stopped,
    }
    Ok(all)
}

struct Search<'a> {
    descent: Descent<'a>,
    given: &'a FieldValues,
    control: &'a Control,
    clock: Instant,
    /// The part that all answers share.
    answer: ProgramAnswer,
}

impl<'a> Search<'a> {
    /// A search that has encoded its program, or the answer if a limit was reached.
    fn begin(
        keeps_proof: bool,
        model: &'a Model,
        given: &'a FieldValues,
        control: &'a Control,
    ) -> Result<Result<Self, ProgramAnswer>, NoSolutions> {
        let clock = Instant::now();
        let answer = ProgramAnswer { engine: Engine::Sat, ..ProgramAnswer::default() };
        let descent = match Descent::new(model, given, keeps_proof, control) {
            Ok(descent) => descent,
            Err(NotEncoded::TooLarge(fault)) => return Err(NoSolutions::TooLarge(fault.into())),
            Err(NotEncoded::Refused(refusal)) => return Ok(Err(ended(refusal, answer)?)),
        };
        let objective = descent.ground.objective.as_ref();
        let is_maximised = objective.is_some_and(|(maximise, ..)| *maximise);
        let has_objective = objective.is_some();
        let answer = ProgramAnswer { has_objective, is_maximised, size: descent.size(), ..answer };
        Ok(Ok(Self { descent, given, control, clock, answer }))
    }

    /// An answer that reports the work so far.
    fn begun(&mut self) -> ProgramAnswer {
        let nodes = self.descent.work().conflicts;
        ProgramAnswer { nodes, seconds: self.clock.elapsed().as_secs_f64(), ..self.answer.clone() }
    }

    /// The best solution or, after a limit, the best so far.
    fn best(&mut self) -> Result<ProgramAnswer, Failure> {
        let mut best: Option<ProgramAnswer> = None;
        loop {
            let objective = best.as_ref().and_then(|best| best.objective);
            let found = self.descent.better_than(objective);
            let mut answer = self.begun();
            let proof = match found {
                Ok(Some(read)) => {
                    accept(&mut self.descent.ground, self.given, &read, &mut answer)?;
                    match (answer.stopped, answer.objective) {
                        (Some(stop), _) => Proof::Stopped(stop),
                        (None, Some(found))
                            if objective.is_some_and(|best| !answer.beats(best)) =>
                        {
                            self.control.report_progress(|| format!("sat: {found} is no better"));
                            Proof::Stopped(Stop::Fault("the clauses have another objective"))
                        }
                        (None, Some(found)) => {
                            self.control.report_progress(|| format!("sat: {found} found"));
                            best = Some(answer);
                            continue;
                        }
                        (None, None) => Proof::Optimal,
                    }
                }
                Ok(None) if best.is_some() => Proof::Optimal,
                Ok(None) => Proof::Infeasible,
                Err(stop) => Proof::Stopped(stop),
            };
            let mut last = match best {
                Some(best) => {
                    ProgramAnswer { nodes: answer.nodes, seconds: answer.seconds, ..best }
                }
                None => answer,
            };
            if proof == Proof::Optimal {
                last.bound = last.objective;
            }
            conclude(&proof, &mut last);
            self.report(&last);
            return Ok(last);
        }
    }

    /// The line of `--statistics`.
    fn report(&self, last: &ProgramAnswer) {
        if let Some(report) = &self.control.solver_settings().statistics {
            let ((clauses, variables), conflicts) = (last.size, last.nodes);
            report(&format!(
                "sat: {variables} variables, {clauses} clauses, {conflicts} conflicts, {:.2} s",
                last.seconds
            ));
        }
    }

    /// More solutions that are as good as the first one.
    fn others(
        &mut self,
        most: usize,
        objective: Option<i64>,
        all: &mut Solutions,
    ) -> Result<(), Failure> {
        while all.may_grow(most) {
            match self.descent.another(objective, &all.list) {
                Ok(None) => all.complete = true,
                Err(stop) => all.stopped = Some(stop),
                Ok(Some(read)) => {
                    let mut answer = self.begun();
                    accept(&mut self.descent.ground, self.given, &read, &mut answer)?;
                    answer.bound = objective;
                    conclude(&Proof::Optimal, &mut answer);
                    match answer.status {
                        ProgramStatus::Solved => all.list.push(answer),
                        _ => all.stopped = answer.stopped,
                    }
                }
            }
        }
        Ok(())
    }

    fn keep_proof(self, objective: Option<i64>, all: &mut Solutions) {
        // Without a proof, the caller refutes the claim once more, and then reports why there is no proof.
        all.refutation = self.descent.refutation(objective).ok();
    }
}
