//! Reading what stands in the brackets of tables and global constraints.

use crate::np::parser::{Parser, Parsing};
use crate::np::tree::{Expr, Global, GlobalCall, Node};

impl Parser<'_> {
    /// What stands in the brackets of `Table`.
    pub(super) fn table(&mut self) -> Parsing<Node> {
        let parts = self.list()?;
        self.expect(":")?;
        let mut tuples = Vec::new();
        loop {
            let open = self.expect("(")?;
            let tuple = self.list()?;
            self.expect(")")?;
            if tuple.len() != parts.len() {
                let message = format!("a tuple of {} for {}", tuple.len(), parts.len());
                let help = "each tuple has a number for each part: Table(x, y : (1, 2), (3, 4))";
                return Err(self.fault(open.start..self.end(), message, help));
            }
            tuples.push(tuple);
            if !self.take(",") {
                return Ok(Node::Table(parts, tuples));
            }
        }
    }

    /// A global constraint: over a set, with guards, or of things that are listed.
    pub(super) fn global(&mut self, global: Global) -> Parsing<Node> {
        let word = self.next().span;
        self.expect("(")?;
        let over = if matches!(self.ahead(), [_, second, ..] if second.is("In")) {
            let name = self.name("the name of an element")?;
            self.expect("In")?;
            let over = self.expression()?;
            self.expect(",")?;
            Some((name, over))
        } else {
            None
        };
        let mut rows = vec![self.row()?];
        while self.take(",") {
            rows.push(self.row()?);
        }
        self.expect(")")?;
        let capacity = if global.has_capacity() {
            match rows.pop_if(|row| row.len() == 1) {
                Some(mut row) => row.pop(),
                None => {
                    let message = "nothing says how much there is";
                    return Err(self.fault(word, message, example(global)));
                }
            }
        } else {
            None
        };
        let mut guards = Vec::new();
        if over.is_some() {
            let last = rows.pop();
            for row in std::mem::take(&mut rows) {
                self.check_row(&row, &["a guard"], global)?;
                guards.extend(row);
            }
            rows.extend(last);
        }
        for row in &rows {
            self.check_row(row, global.parts(), global)?;
        }
        if rows.is_empty() {
            return Err(self.fault(word, "nothing to speak of", example(global)));
        }
        let over = over.map(|(name, over)| (name, over, guards));
        Ok(Node::Global(Box::new(GlobalCall { global, over, things: rows, capacity })))
    }

    /// Numbers with `:` between them.
    fn row(&mut self) -> Parsing<Vec<Expr>> {
        let mut row = vec![self.expression()?];
        while self.take(":") {
            row.push(self.expression()?);
        }
        Ok(row)
    }

    fn check_row(&mut self, row: &[Expr], wanted: &[&str], global: Global) -> Parsing<()> {
        if row.len() == wanted.len() {
            return Ok(());
        }
        let span = row.first().map_or(0, |part| part.span.start)
            ..row.last().map_or(0, |part| part.span.end);
        let message = format!("{} wants {} here", global.word(), wanted.join(" : "));
        Err(self.fault(span, message, example(global)))
    }
}

/// How it is written.
fn example(global: Global) -> &'static str {
    match global {
        Global::Circuit => "write Circuit(c In City, c.Next)",
        Global::NoOverlap => "write NoOverlap(t In Task, t.Start : t.Length)",
        Global::Cumulative => "write Cumulative(t In Task, t.Start : t.Length : t.Need, 4)",
        Global::Lex => "write Lex(i In {1..9}, A(i).X : B(i).X)",
    }
}
