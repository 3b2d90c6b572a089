//! `soliter verify FILE.lrat PROGRAM.np`: checks a proof by clauses, and that the clauses are those of a
//! program.

use soliter::checker::{CertificateError, lrat::About};
use soliter::np::clauses::digest;

use crate::cli::certify::lrat::{is_proof, step_by_step, steps, to_json};
use crate::cli::certify::refused::{no_layers, refused};
use crate::cli::output::failure::{Failure, Outcome};
use crate::cli::output::paint::{self, shown, verdict};
use crate::cli::run::certificate::{self, phrase};
use crate::cli::run::input::{Asked, Read, read};
use crate::cli::{args::VerifyArgs, output::exit::Exit, session::Session};

/// Checks a proof, and that its clauses are those of a program and of the claim that they state.
pub(crate) fn verify(session: &Session, args: &VerifyArgs) -> Outcome {
    no_layers(&args.folder)?;
    let Some(file) = args.of.as_ref().filter(|_| is_proof(args.file.path())) else {
        let message = format!("not a proof about a program: \"{}\"", args.file);
        return Err(Failure::usage(message, "`soliter run --certify FILE.lrat` writes proofs"));
    };
    let asked = Asked { file, data: args.data.as_ref(), set: &args.set };
    let Read { model, given, .. } = read(session, asked)?;
    let title = &model.project.name.text;
    let (checked, seconds) = session.compute(|control| {
        let refuted = match step_by_step(session, args, control)? {
            Ok(refuted) => refuted,
            refusal => return Ok(refusal),
        };
        let About::Program(claim) = refuted.about else {
            let why = format!("the clauses are for a puzzle, not for \"{}\"", shown(title));
            return Ok(Err(CertificateError::Wrong(why)));
        };
        let own = digest(&model, &given, claim, control);
        let own = own.map_err(|refusal| certificate::refused(&model, refusal))?;
        let is_of = own == refuted.sha256;
        let other = format!("the clauses are not those of \"{}\" and its data", shown(title));
        Ok::<_, Failure>(if is_of { Ok(refuted) } else { Err(CertificateError::Wrong(other)) })
    });
    let refuted = match checked? {
        Ok(refuted) => refuted,
        Err(refusal) => return refused(session, args, &refusal),
    };
    let claim = match refuted.about {
        About::Program(claim) => phrase(claim),
        About::Sweep { .. } => String::new(),
    };
    session.answer(&to_json(&args.file, Some(title), &refuted, seconds), || {
        let head = verdict(true, format!("correct: {}: {claim}", shown(title)));
        let about = "the clauses were made again by soliter, with the code that made them before";
        format!("{head}\n{}, {}; {about}\n", steps(&refuted), paint::seconds(seconds))
    })?;
    Ok(Exit::Answered)
}
