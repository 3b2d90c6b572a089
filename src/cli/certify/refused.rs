//! What `soliter verify` says where it was not convinced, and how long it goes on.

use serde_json::json;
use soliter::base::control::Control;
use soliter::base::wording::shown;
use soliter::checker::Refusal;

use crate::cli::args::VerifyArgs;
use crate::cli::output::exit::Exit;
use crate::cli::output::failure::{Failure, Outcome, RAISE};
use crate::cli::output::paint::verdict;
use crate::cli::session::Session;

/// What to do where this program is wrong.
pub(super) const FAULT: &str = "this is a fault of soliter; please report it";

/// Says why a file proves nothing, unless a limit came first.
pub(super) fn refused(session: &Session, args: &VerifyArgs, refusal: &Refusal) -> Outcome {
    if *refusal == Refusal::Limit {
        return Err(Failure::limit(refusal.to_string(), RAISE));
    }
    refused_as(session, args, &shown(&refusal.to_string()))
}

/// Says why a file does not prove what is asked for.
pub(super) fn refused_as(session: &Session, args: &VerifyArgs, why: &str) -> Outcome {
    let error = json!({ "reason": "refused", "message": why });
    let report = json!({ "certificate": args.file, "proved": null, "error": error });
    session.answer(&report, || format!("{}\n", verdict(false, format!("refused: {why}"))))?;
    Ok(Exit::No)
}

/// Whether a check may go on with tables of so many bytes.
pub(super) fn may_go_on(control: &Control, bytes: u64) -> bool {
    control.check().and_then(|()| control.check_memory(bytes)).is_ok()
}
