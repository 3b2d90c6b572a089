//! Messages about expressions that cannot be evaluated. They name the record and the elements concerned.

use std::fmt::Write as _;

use crate::base::diagnostic::Diagnostic;
use crate::np::ground::evaluate::Grounder;
use crate::np::ground::formula::{BuildError, Built};
use crate::np::refusal::Refusal;
use crate::np::syntax::tree::{Body, Member, Span};

impl Grounder<'_> {
    /// A fault at a place, with the record and the constraint in which it occurred.
    pub(crate) fn fault(
        &self,
        span: &Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> BuildError {
        BuildError::Refused(self.diagnostic(span, message.into(), &help.into()).into())
    }

    fn diagnostic(&self, span: &Span, mut message: String, help: &str) -> Diagnostic {
        let Member { name, body } = self.model.member(self.scope.place);
        let block = &self.model.block(self.scope.place.0).name;
        let mut path = Vec::from_iter(self.scope.key.map(|key| format!("{block}({key})")));
        let word = if matches!(body, Body::Con(_)) { "Con " } else { "" };
        path.push(format!("{word}{name}, line {}", self.model.line(name.span.start)));
        path.extend(self.scope.elements().iter().map(|(name, value)| format!("{name} = {value}")));
        let _ = write!(message, " (in {})", path.join(", "));
        let fault = Diagnostic::new(&self.model.source, span.clone(), message);
        if help.is_empty() { fault } else { fault.help(help) }
    }

    /// The result of a step. An error that has no place yet gets this one.
    pub(crate) fn located<T>(&self, span: &Span, built: Built<T>) -> Result<T, Refusal> {
        built.map_err(|error| {
            let (message, help) = match error {
                BuildError::Refused(refusal) => return refusal,
                BuildError::Number => {
                    ("a number passes 64 bits".into(), "make the numbers smaller")
                }
                BuildError::Levels => {
                    ("the condition is too large".into(), "split it into several clauses")
                }
                BuildError::Wide(low, high) => (
                    format!("this may be anything from {low} to {high}"),
                    "at most 10000 values are possible; make the sets of its parts smaller",
                ),
            };
            self.diagnostic(span, message, help).into()
        })
    }
}
