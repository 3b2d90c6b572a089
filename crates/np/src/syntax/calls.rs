//! Parses the contents of brackets: keys, tables, global constraints, enumerations and printed pieces.

use std::collections::BTreeMap;

use crate::syntax::lexer::TokenKind;
use crate::syntax::parser::{Parser, Parsing};
use crate::syntax::tree::{
    Binding, Body, Expr, Global, GlobalCall, Item, Member, Name, Node, Piece,
};

impl Parser<'_> {
    pub(crate) fn table(&mut self) -> Parsing<Node> {
        let parts = self.list()?;
        self.expect(":")?;
        let tuples = self.separated(",", |parser| {
            let open = parser.expect("(")?;
            let tuple = parser.list()?;
            parser.expect(")")?;
            if tuple.len() != parts.len() {
                let message = format!("a tuple of {} for {}", tuple.len(), parts.len());
                let help = "each tuple has a number for each part: Table(x, y : (1, 2), (3, 4))";
                return Err(parser.fault(open.start..parser.end(), message, help));
            }
            Ok(tuple)
        })?;
        Ok(Node::Table(parts, tuples))
    }

    /// An enumeration: `Enum Name = {Red, Green, Blue}`, numbered from 1, or `{Red: 10, Green: 20}`.
    pub(crate) fn enumeration(&mut self) -> Parsing<Member> {
        let name = self.name("the name of an enumeration")?;
        self.expect("=")?;
        self.expect("{")?;
        let mut words: Vec<(Name, i64)> = Vec::new();
        let mut places: BTreeMap<i64, usize> = BTreeMap::new();
        while !self.peek().is("}") {
            let word = self.name("a name for a number")?;
            let number = if self.take(":") {
                let sign = if self.take("-") { -1 } else { 1 };
                let TokenKind::Int(number) = self.peek().kind else {
                    return Err(self.unexpected("a number"));
                };
                self.next();
                sign * number
            } else {
                words.last().map_or(1, |(_, last)| last.saturating_add(1))
            };
            if let Some(&first) = places.get(&number) {
                let message = format!("{word} is {number}, as {} is", words[first].0);
                return Err(self.fault(word.span, message, "give each name a number of its own"));
            }
            places.insert(number, words.len());
            words.push((word, number));
            if !self.take(",") {
                break;
            }
        }
        self.expect("}")?;
        self.line_end()?;
        Ok(Member { name, body: Body::Enum(words) })
    }

    pub(crate) fn piece(&mut self) -> Parsing<Piece> {
        if matches!(self.peek().kind, TokenKind::Text(_)) {
            return self.text("a text").map(Piece::Text);
        }
        self.expression().map(Piece::Value)
    }

    /// One key or two, with the closing bracket.
    pub(crate) fn keys(&mut self) -> Parsing<Vec<Expr>> {
        let mut keys = vec![self.expression()?];
        if self.take(",") {
            keys.push(self.expression()?);
        }
        self.expect(")")?;
        Ok(keys)
    }

    /// An entry with two keys, `(1, 2): 10`, between the braces of a map; `None` if something else follows.
    pub(crate) fn pair(&mut self) -> Parsing<Option<Item>> {
        if !(self.separators().any(|sign| sign == ",") && self.take("(")) {
            return Ok(None);
        }
        let first = self.expression()?;
        self.expect(",")?;
        let second = self.expression()?;
        self.expect(")")?;
        self.expect(":")?;
        Ok(Some(Item::Pair(first, second, self.expression()?)))
    }

    /// A global constraint, either over a set with guards or on a list of tuples.
    pub(crate) fn global(&mut self, global: Global) -> Parsing<Node> {
        let word = self.next().span;
        self.expect("(")?;
        let known = self.bound.len();
        let mut binding = if self.binds() { Some(self.binding()?) } else { None };
        let mut rows = self.separated(",", |parser| parser.separated(":", Self::expression))?;
        self.expect(")")?;
        self.bound.truncate(known);
        let capacity = if global.has_capacity() {
            let Some(mut row) = rows.pop_if(|row| row.len() == 1) else {
                let message = "nothing says how much there is";
                return Err(self.fault(word, message, example(global)));
            };
            row.pop()
        } else {
            None
        };
        if let Some(binding) = &mut binding {
            let last = rows.pop();
            for row in std::mem::take(&mut rows) {
                self.check_row(&row, &["a guard"], global)?;
                binding.guards.extend(row);
            }
            rows.extend(last);
        }
        for row in &rows {
            self.check_row(row, global.parts(), global)?;
        }
        if rows.is_empty() {
            return Err(self.fault(word, "nothing to speak of", example(global)));
        }
        Ok(Node::Global(Box::new(GlobalCall { global, binding, things: rows, capacity })))
    }

    /// Whether `name In` comes next.
    pub(crate) fn binds(&self) -> bool {
        matches!(self.ahead(), [_, second, ..] if second.is("In"))
    }

    /// Whether `name In` comes next with a name that is not bound or declared. With any other name, it is a guard.
    fn binds_another(&self) -> bool {
        let is_new = |name: &String| !self.declared.contains(name) && !self.bound.contains(name);
        self.binds() && matches!(&self.peek().kind, TokenKind::Name(name) if is_new(name))
    }

    /// `name In set,`: the guards and the body follow it.
    pub(crate) fn binding(&mut self) -> Parsing<Binding> {
        let name = self.name("the name of an element")?;
        self.expect("In")?;
        let over = self.expression()?;
        self.expect(",")?;
        self.bound.push(name.text.clone());
        Ok(Binding { name, over, guards: Vec::new(), next: None })
    }

    /// `name In set, guards, name In set, guards, body`, with one name or several.
    pub(crate) fn bindings(&mut self) -> Parsing<(Binding, Expr)> {
        let mut binding = self.binding()?;
        loop {
            if self.binds_another() {
                let (next, body) = self.bindings()?;
                binding.next = Some(Box::new(next));
                return Ok((binding, body));
            }
            let part = self.expression()?;
            if !self.take(",") {
                return Ok((binding, part));
            }
            binding.guards.push(part);
        }
    }

    fn check_row(&mut self, row: &[Expr], wanted: &[&str], global: Global) -> Parsing<()> {
        if row.len() == wanted.len() {
            return Ok(());
        }
        let span = row.first().map_or(0, |part| part.span.start)
            ..row.last().map_or(0, |part| part.span.end);
        let message = format!("{} wants {} here", global.as_str(), wanted.join(" : "));
        Err(self.fault(span, message, example(global)))
    }
}

fn example(global: Global) -> &'static str {
    match global {
        Global::Circuit => "write Circuit(c In City, c.Next)",
        Global::NoOverlap => "write NoOverlap(t In Task, t.Start : t.Length)",
        Global::Cumulative => "write Cumulative(t In Task, t.Start : t.Length : t.Need, 4)",
    }
}
