//! Chains of definitions: those that others lead to too deep are evaluated first.

use crate::np::ground::evaluate::Grounder;
use crate::np::ground::value::{Evaluation, Scope};
use crate::np::resolve::index::Place;

/// Definitions that more expressions lead to are evaluated first: a chain of any length takes no more
/// of the stack.
const MAX_CHAIN: usize = 200;

impl Grounder<'_> {
    /// Whether a definition has to be evaluated before what asks for it.
    pub(crate) fn is_deep(&mut self, place: Place, key: Option<i64>) -> bool {
        let is_deep = self.depth > MAX_CHAIN;
        if is_deep {
            self.deep = Some((place, key));
        }
        is_deep
    }

    /// Evaluates a definition, and before it those that it leads to too deep.
    pub(crate) fn settle(&mut self, deep: (Place, Option<i64>)) -> Evaluation<()> {
        let mut waiting = vec![deep];
        while let Some(&(place, key)) = waiting.last() {
            self.step(64 + 32 * waiting.len())?;
            let (scope, span) = (Scope::new(place, key), &self.model.member(place).name.span);
            // Not at the outermost level, which would come here again.
            self.depth = 1;
            let result = self.member_value(place, key, &scope, span);
            self.depth = 0;
            match (result, self.deep.take()) {
                (Ok(_), _) => drop(waiting.pop()),
                (Err(_), Some(deeper)) if !waiting.contains(&deeper) => waiting.push(deeper),
                (Err(_), Some(_)) => {
                    let message = format!("{} is defined by itself", self.name_of(place, key));
                    let help = "break the circle of definitions";
                    return Err(self.fault(&scope, span, message, help));
                }
                (Err(halt), None) => return Err(halt),
            }
        }
        Ok(())
    }
}
