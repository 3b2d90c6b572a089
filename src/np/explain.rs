//! Ground constraints for people: what is left of each after data and records are put in.

use std::fmt::Write as _;

use crate::np::formula::{Formula, Function, Relation, Sum, TRUE, Truth};
use crate::np::ground::Ground;

impl Ground<'_> {
    /// A line for each ground constraint that data do not decide: its place in the source, its name, what it says.
    pub fn explain(&self) -> String {
        let mut text = String::new();
        for (origin, truth) in &self.constraints {
            if *truth == TRUE {
                continue;
            }
            let (line, title) = (self.line(origin), self.title(origin));
            let _ = writeln!(text, "line {line}  {title}: {}", self.truth(*truth, false));
        }
        if let Some((maximise, sum, origin)) = &self.objective {
            let word = if *maximise { "maximize" } else { "minimize" };
            let (line, title) = (self.line(origin), self.title(origin));
            let _ = writeln!(text, "line {line}  {title}: {word} {}", self.sum(sum));
        }
        text
    }

    fn name(&self, var: usize) -> &str {
        &self.forms.variables[var].name
    }

    /// `inner`: brackets are needed around And and Or.
    fn truth(&self, truth: Truth, inner: bool) -> String {
        let list = |list: &[Truth], word: &str| {
            let parts: Vec<String> = list.iter().map(|&part| self.truth(part, true)).collect();
            let joined = parts.join(word);
            if inner { format!("({joined})") } else { joined }
        };
        match self.forms.formula(truth) {
            Formula::Decided(decided) => if *decided { "true" } else { "false" }.to_owned(),
            Formula::In(var, values) => self.test(*var, values),
            Formula::Compare(relation, sum) => {
                let sign = match relation {
                    Relation::Equal => "=",
                    Relation::NotEqual => "<>",
                    Relation::AtMost => "<=",
                };
                // What is subtracted stands on the right.
                let (mut left, mut right) = (Sum::default(), Sum::default());
                for (&var, function) in &sum.functions {
                    match function {
                        Function::Times(times) if *times < 0 => {
                            right.functions.insert(var, Function::Times(times.saturating_neg()));
                        }
                        other => {
                            left.functions.insert(var, other.clone());
                        }
                    }
                }
                for (&part, &times) in &sum.truths {
                    let side = if times < 0 { &mut right } else { &mut left };
                    side.truths.insert(part, times.saturating_abs());
                }
                let side = if sum.constant < 0 { &mut right } else { &mut left };
                side.constant = sum.constant.saturating_abs();
                format!("{} {sign} {}", self.sum(&left), self.sum(&right))
            }
            Formula::And(parts) => list(parts, " And "),
            Formula::Or(parts) => list(parts, " Or "),
            Formula::Same(a, b) => {
                let text = format!("{} <=> {}", self.truth(*a, true), self.truth(*b, true));
                if inner { format!("({text})") } else { text }
            }
            Formula::AllDifferent(sums) => {
                let parts: Vec<String> = sums.iter().map(|sum| self.sum(sum)).collect();
                format!("AllDifferent({})", parts.join(", "))
            }
        }
    }

    fn test(&self, var: usize, values: &[i64]) -> String {
        let name = self.name(var);
        let domain = self.forms.domain(var);
        match (domain, values) {
            ([0, 1], [1]) => name.to_owned(),
            ([0, 1], [0]) => format!("Not {name}"),
            (_, [value]) => format!("{name} = {value}"),
            _ if values.len() + 1 == domain.len() => {
                let other = domain.iter().find(|value| values.binary_search(value).is_err());
                format!("{name} <> {}", other.copied().unwrap_or(0))
            }
            _ => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                format!("{name} In {{{}}}", values.join(", "))
            }
        }
    }

    fn sum(&self, sum: &Sum) -> String {
        let times = |times: i64, what: String| match times {
            1 => what,
            -1 => format!("-{what}"),
            other => format!("{other}*{what}"),
        };
        let mut parts = Vec::new();
        for (&var, function) in &sum.functions {
            parts.push(match function {
                Function::Times(factor) => times(*factor, self.name(var).to_owned()),
                Function::Table(table) => {
                    let pairs = self.forms.domain(var).iter().zip(table);
                    let pairs: Vec<String> = pairs.map(|(x, y)| format!("{x}: {y}")).collect();
                    format!("{{{}}}({})", pairs.join(", "), self.name(var))
                }
            });
        }
        for (&truth, &factor) in &sum.truths {
            parts.push(times(factor, format!("({})", self.truth(truth, false))));
        }
        if sum.constant != 0 || parts.is_empty() {
            parts.push(sum.constant.to_string());
        }
        parts.join(" + ").replace("+ -", "- ")
    }
}
