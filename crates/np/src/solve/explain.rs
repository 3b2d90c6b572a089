//! Prints the ground constraints in the notation of the language: the remainder of each constraint once data
//! and records are known.

use std::fmt::Write as _;

use crate::ground::formula::{Formula, Function, Relation, Sum, TRUE, Truth};
use crate::ground::{Ground, Origin};
use soliter_base::control::Stop;

impl Ground<'_> {
    /// A line for each ground constraint that the data do not decide, with its line in the source, its
    /// title and its formula, and a line for the objective.
    pub fn explain(&self) -> Result<String, Stop> {
        let mut text = String::new();
        let begin = |text: &mut String, origin: &Origin| {
            let _ = write!(text, "line {}  {}: ", self.line(origin), self.title(origin));
        };
        for (origin, truth) in &self.constraints {
            self.forms.meter.step(64)?;
            if *truth != TRUE {
                begin(&mut text, origin);
                self.truth(&mut text, *truth, false)?;
                text.push('\n');
            }
        }
        if let Some((maximise, sum, origin)) = &self.objective {
            begin(&mut text, origin);
            text.push_str(if *maximise { "maximize " } else { "minimize " });
            self.sum(&mut text, sum)?;
            text.push('\n');
        }
        Ok(text)
    }

    fn name(&self, var: usize) -> &str {
        &self.forms.variables[var].name
    }

    /// Writes a truth. `inner` says that it is a part of another formula and may need brackets.
    fn truth(&self, text: &mut String, truth: Truth, inner: bool) -> Result<(), Stop> {
        self.forms.meter.step(64)?;
        let formula = self.forms.formula(truth);
        let bracketed =
            inner && matches!(formula, Formula::And(_) | Formula::Or(_) | Formula::Same(..));
        if bracketed {
            text.push('(');
        }
        match formula {
            Formula::Decided(decided) => text.push_str(if *decided { "true" } else { "false" }),
            Formula::In(var, values) => self.test(text, *var, values)?,
            Formula::Compare(relation, sum) => {
                let sign = match relation {
                    Relation::Equal => " = ",
                    Relation::NotEqual => " <> ",
                    Relation::AtMost => " <= ",
                };
                let (left, right) = sides(sum);
                self.sum(text, &left)?;
                text.push_str(sign);
                self.sum(text, &right)?;
            }
            Formula::And(parts) => self.list(text, parts, " And ")?,
            Formula::Or(parts) => self.list(text, parts, " Or ")?,
            Formula::Same(pair) => self.list(text, pair, " <=> ")?,
            Formula::AllDifferent(sums) => {
                text.push_str("AllDifferent(");
                for (number, sum) in sums.iter().enumerate() {
                    text.push_str(if number == 0 { "" } else { ", " });
                    self.sum(text, sum)?;
                }
                text.push(')');
            }
        }
        if bracketed {
            text.push(')');
        }
        Ok(())
    }

    fn list(&self, text: &mut String, parts: &[Truth], word: &str) -> Result<(), Stop> {
        for (number, &part) in parts.iter().enumerate() {
            text.push_str(if number == 0 { "" } else { word });
            self.truth(text, part, true)?;
        }
        Ok(())
    }

    fn test(&self, text: &mut String, var: usize, values: &[i64]) -> Result<(), Stop> {
        let name = self.name(var);
        let domain = self.forms.domain(var);
        self.forms.meter.step(name.len() + 24 * (values.len() + domain.len()))?;
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

    fn sum(&self, text: &mut String, sum: &Sum) -> Result<(), Stop> {
        let start = text.len();
        let times = |text: &mut String, times: i64| match times {
            1 => {}
            -1 => text.push('-'),
            other => {
                let _ = write!(text, "{other}*");
            }
        };
        for (&var, function) in &sum.functions {
            let place = plus(text, start);
            self.forms.meter.step(64 + self.name(var).len())?;
            match function {
                Function::Times(factor) => {
                    times(text, *factor);
                    text.push_str(self.name(var));
                }
                Function::Table(table) => {
                    self.forms.meter.step(64 * table.len())?;
                    let pairs = self.forms.domain(var).iter().zip(table);
                    let pairs: Vec<String> = pairs.map(|(x, y)| format!("{x}: {y}")).collect();
                    let _ = write!(text, "{{{}}}({})", pairs.join(", "), self.name(var));
                }
            }
            minus(text, place);
        }
        for (&truth, &factor) in &sum.truths {
            let place = plus(text, start);
            times(text, factor);
            text.push('(');
            minus(text, place);
            self.truth(text, truth, false)?;
            text.push(')');
        }
        if sum.constant != 0 || text.len() == start {
            let place = plus(text, start);
            let _ = write!(text, "{}", sum.constant);
            minus(text, place);
        }
        Ok(())
    }
}

/// Splits a comparison with 0 into two sides, so that no multiple is negative.
fn sides(sum: &Sum) -> (Sum, Sum) {
    let (mut left, mut right) = (Sum::default(), Sum::default());
    for (&var, function) in &sum.functions {
        let (side, function) = match function {
            Function::Times(times) if *times < 0 => {
                (&mut right, Function::Times(times.saturating_neg()))
            }
            other => (&mut left, other.clone()),
        };
        side.functions.insert(var, function);
    }
    for (&part, &times) in &sum.truths {
        let side = if times < 0 { &mut right } else { &mut left };
        side.truths.insert(part, times.saturating_abs());
    }
    let side = if sum.constant < 0 { &mut right } else { &mut left };
    side.constant = sum.constant.saturating_abs();
    (left, right)
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
