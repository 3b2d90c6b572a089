//! What is said of a place of the source that cannot be evaluated.

use std::fmt::Write as _;

use crate::base::diagnostic::Diagnostic;
use crate::np::ground::evaluate::Grounder;
use crate::np::ground::formula::TooLarge;
use crate::np::ground::value::{Halt, Scope};
use crate::np::syntax::tree::{Body, Span};

impl Grounder<'_> {
    /// A fault with the record and constraint that led to it.
    pub(crate) fn fault(
        &self,
        scope: &Scope<'_>,
        span: &Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Halt {
        let mut message = message.into();
        let block = self.model.block(scope.place.0);
        let member = self.model.member(scope.place);
        let mut path = Vec::new();
        if let Some(key) = scope.key {
            path.push(format!("{}({key})", block.name.text));
        }
        let line = self.model.line(member.name.span.start);
        match member.body {
            Body::Con(_) => path.push(format!("Con {}, line {line}", member.name.text)),
            _ => path.push(format!("{}, line {line}", member.name.text)),
        }
        let elements = scope.elements();
        path.extend(elements.iter().map(|(name, value)| format!("{name} = {value}")));
        let _ = write!(message, " (in {})", path.join(", "));
        let help = help.into();
        let fault = Diagnostic::new(&self.model.source, span.clone(), message);
        Halt::Fault(Box::new(if help.is_empty() { fault } else { fault.help(help) }))
    }

    pub(crate) fn too_large(&self, scope: &Scope<'_>, span: &Span, fault: TooLarge) -> Halt {
        let (message, help) = match fault {
            TooLarge::Number => ("a number passes 64 bits", "make the numbers smaller"),
            TooLarge::Levels => ("the condition is too large", "split it into several clauses"),
            TooLarge::Wide(low, high) => {
                let message = format!("this may be anything from {low} to {high}");
                let help = "at most 10000 values are possible; make the sets of its parts smaller";
                return self.fault(scope, span, message, help);
            }
            TooLarge::Stopped(stop) => return Halt::Stop(stop),
        };
        self.fault(scope, span, message, help)
    }
}
