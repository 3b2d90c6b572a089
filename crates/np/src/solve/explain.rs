//! Prints the ground constraints in the notation of the language: the remainder of each constraint once data
//! and records are known.

use std::fmt::Write as _;

use crate::ground::formula::{Formula, FormulaId, FormulaStore, Function, Relation, Sum, TRUE};
use crate::ground::{Ground, Origin};
use soliter_base::control::Stop;

/// The longest statement of a constraint among the clauses, in bytes.
const LONGEST_STATEMENT: usize = 1 << 20;

impl Ground<'_> {
    /// A line for each ground constraint that the data do not decide, with its line in the source, its
    /// title and its formula, and a line for the objective.
    pub fn explain(&self) -> Result<String, Stop> {
        let mut printer = Printer { forms: &self.forms, text: String::new(), bounded: false };
        let begin = |text: &mut String, origin: &Origin| {
            let _ = write!(text, "line {}  {}: ", self.line(origin), self.title(origin));
        };
        for (origin, truth) in &self.constraints {
            self.forms.meter.step(64)?;
            if *truth != TRUE {
                begin(&mut printer.text, origin);
                printer.truth(*truth, false)?;
                printer.text.push('\n');
            }
        }
        if let Some((maximise, sum, origin)) = &self.objective {
            begin(&mut printer.text, origin);
            printer.text.push_str(if *maximise { "maximize " } else { "minimize " });
            printer.sum(sum)?;
            printer.text.push('\n');
        }
        Ok(printer.text)
    }

    /// A formula in ASCII, with all parts of a comparison on its left side in the order in which they are encoded,
    /// such as `2*X - (Y = 3) - 4 <= 0`. `None` if that takes more than [`LONGEST_STATEMENT`].
    #[cfg(feature = "sat")]
    pub(crate) fn statement(&self, truth: FormulaId) -> Result<Option<String>, Stop> {
        self.stated(|printer| printer.truth(truth, false))
    }

    /// Like [`Self::statement`], for a sum.
    #[cfg(feature = "sat")]
    pub(crate) fn statement_of_sum(&self, sum: &Sum) -> Result<Option<String>, Stop> {
        self.stated(|printer| printer.sum(sum))
    }

    #[cfg(feature = "sat")]
    fn stated(
        &self,
        print: impl FnOnce(&mut Printer<'_>) -> Result<(), Stop>,
    ) -> Result<Option<String>, Stop> {
        let mut printer = Printer { forms: &self.forms, text: String::new(), bounded: true };
        print(&mut printer)?;
        let text = printer.text;
        Ok((text.len() <= LONGEST_STATEMENT).then(|| ascii(&text)))
    }
}

/// The text with `\u{...}` for all characters except visible ASCII and spaces.
#[cfg(feature = "sat")]
pub(crate) fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ' '..='~') {
            plain.push(c);
        } else {
            plain.extend(c.escape_unicode());
        }
    }
    plain
}

/// Prints formulas of a ground program.
struct Printer<'g> {
    forms: &'g FormulaStore,
    text: String,
    /// Whether a text of more than [`LONGEST_STATEMENT`] is useless.
    bounded: bool,
}

impl Printer<'_> {
    fn name(&self, var: usize) -> &str {
        &self.forms.variables[var].name
    }

    /// Writes a truth. `inner` says that it is a part of another formula and may need brackets.
    fn truth(&mut self, truth: FormulaId, inner: bool) -> Result<(), Stop> {
        self.forms.meter.step(64)?;
        if self.bounded && self.text.len() > LONGEST_STATEMENT {
            return Ok(());
        }
        let forms = self.forms;
        let formula = forms.formula(truth);
        let bracketed =
            inner && matches!(formula, Formula::And(_) | Formula::Or(_) | Formula::Same(..));
        if bracketed {
            self.text.push('(');
        }
        match formula {
            Formula::Decided(decided) => {
                self.text.push_str(if *decided { "true" } else { "false" });
            }
            Formula::In(var, values) => self.test(*var, values)?,
            Formula::Compare(relation, sum) => {
                let sign = match relation {
                    Relation::Equal => " = 0",
                    Relation::NotEqual => " <> 0",
                    Relation::AtMost => " <= 0",
                };
                self.sum(sum)?;
                self.text.push_str(sign);
            }
            Formula::And(parts) => self.list(parts, " And ")?,
            Formula::Or(parts) => self.list(parts, " Or ")?,
            Formula::Same(pair) => self.list(pair, " <=> ")?,
            Formula::AllDifferent(sums) => {
                self.text.push_str("AllDifferent(");
                for (number, sum) in sums.iter().enumerate() {
                    self.text.push_str(if number == 0 { "" } else { ", " });
                    self.sum(sum)?;
                }
                self.text.push(')');
            }
        }
        if bracketed {
            self.text.push(')');
        }
        Ok(())
    }

    fn list(&mut self, parts: &[FormulaId], word: &str) -> Result<(), Stop> {
        for (number, &part) in parts.iter().enumerate() {
            self.text.push_str(if number == 0 { "" } else { word });
            self.truth(part, true)?;
        }
        Ok(())
    }

    fn test(&mut self, var: usize, values: &[i64]) -> Result<(), Stop> {
        let forms = self.forms;
        let name = &forms.variables[var].name;
        let domain = forms.domain(var);
        forms.meter.step(name.len() + 24 * (values.len() + domain.len()))?;
        let text = &mut self.text;
        let _ = match (domain, values) {
            ([0, 1], [1]) => write!(text, "{name}"),
            ([0, 1], [0]) => write!(text, "Not {name}"),
            (_, [value]) => write!(text, "{name} = {value}"),
            _ if values.len() + 1 == domain.len() => {
                let other = domain.iter().find(|value| values.binary_search(value).is_err());
                write!(text, "{name} <> {}", other.copied().unwrap_or(0))
            }
            _ => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                write!(text, "{name} In {{{}}}", values.join(", "))
            }
        };
        Ok(())
    }

    fn sum(&mut self, sum: &Sum) -> Result<(), Stop> {
        let start = self.text.len();
        for (&var, function) in &sum.functions {
            let place = plus(&mut self.text, start);
            self.forms.meter.step(64 + self.name(var).len())?;
            let name = &self.forms.variables[var].name;
            match function {
                Function::Times(factor) => {
                    times(&mut self.text, *factor);
                    self.text.push_str(name);
                }
                Function::Table(table) => {
                    self.forms.meter.step(64 * table.len())?;
                    let pairs = self.forms.domain(var).iter().zip(table);
                    let pairs: Vec<String> = pairs.map(|(x, y)| format!("{x}: {y}")).collect();
                    let _ = write!(self.text, "{{{}}}({name})", pairs.join(", "));
                }
            }
            minus(&mut self.text, place);
        }
        for (&truth, &factor) in &sum.truths {
            let place = plus(&mut self.text, start);
            times(&mut self.text, factor);
            self.text.push('(');
            minus(&mut self.text, place);
            self.truth(truth, false)?;
            self.text.push(')');
        }
        if sum.constant != 0 || self.text.len() == start {
            let place = plus(&mut self.text, start);
            let _ = write!(self.text, "{}", sum.constant);
            minus(&mut self.text, place);
        }
        Ok(())
    }
}

/// Writes a factor, which is left out if it is 1.
fn times(text: &mut String, factor: i64) {
    match factor {
        1 => {}
        -1 => text.push('-'),
        other => {
            let _ = write!(text, "{other}*");
        }
    }
}

/// Writes the sign before the next part of a sum that begins at `start`, and returns the place of that part.
fn plus(text: &mut String, start: usize) -> usize {
    if text.len() > start {
        text.push_str(" + ");
    }
    text.len()
}

/// Turns `a + -b` into `a - b`, where `-b` is the part at `place`.
fn minus(text: &mut String, place: usize) {
    if text[place..].starts_with('-') && text[..place].ends_with(" + ") {
        text.replace_range(place - 2..=place, "- ");
    }
}
