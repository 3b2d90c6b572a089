//! What a program declares: every name once, and every value of the kind that its name shows.

use std::collections::BTreeMap;

use crate::np::resolve::kinds::{Checker, Kind};
use crate::np::syntax::tree::{Block, Body, Domain, Expr, Member, Name, Node, Shape};

impl<'a> Checker<'a> {
    fn twice(&mut self, name: &Name, first: &Name) {
        if self.is_full() {
            return;
        }
        let (line, column) = self.source.line_column(first.span.start);
        let message = format!("{} is declared twice", name.text);
        self.fault(&name.span, message, format!("it was declared at line {line}, column {column}"));
    }

    /// Enters all names in the index.
    pub(crate) fn declare(&mut self) {
        let project = self.project;
        for (b, block) in project.blocks.iter().enumerate() {
            let mut own: BTreeMap<String, usize> = BTreeMap::new();
            for (m, member) in block.members.iter().enumerate() {
                let name = &member.name;
                if let Some(&first) = own.get(&name.text) {
                    self.twice(name, &block.members[first].name);
                    continue;
                }
                own.insert(name.text.clone(), m);
                if !block.is_class
                    && let Some((b, m)) = self.index.modules.insert(name.text.clone(), (b, m))
                {
                    self.twice(name, &project.blocks[b].members[m].name);
                }
            }
            for (m, member) in block.members.iter().enumerate() {
                let Body::Enum(words) = &member.body else { continue };
                for (word, number) in words {
                    let place = ((b, m), *number);
                    if let Some(((b, m), number)) =
                        self.index.words.insert(word.text.clone(), place)
                    {
                        let first = project.blocks[b].members[m].word(number);
                        self.twice(word, first.unwrap_or(word));
                    }
                }
            }
            self.index.members.push(own);
            if block.is_class
                && let Some(first) = self.index.classes.insert(block.name.text.clone(), b)
            {
                self.twice(&block.name, &project.blocks[first].name);
            }
        }
        for class in self.index.classes.clone().into_values() {
            let name = &project.blocks[class].name;
            if let Some((b, m)) = self.index.modules.get(&name.text).copied() {
                self.twice(name, &project.blocks[b].members[m].name);
            }
        }
        for (text, ((b, m), number)) in self.index.words.clone() {
            let module = self.index.modules.get(&text).copied();
            let first = match (module, self.index.class(&text)) {
                (Some((b, m)), _) => &project.blocks[b].members[m].name,
                (None, Some(class)) => &project.blocks[class].name,
                (None, None) => continue,
            };
            if let Some(word) = project.blocks[b].members[m].word(number) {
                self.twice(word, first);
            }
        }
    }

    /// The kinds of what a declaration says.
    pub(crate) fn member(&mut self, block: &'a Block, member: &'a Member) {
        match &member.body {
            Body::Con(clauses) => {
                for clause in clauses {
                    let kind = self.kind(clause, true);
                    if !matches!(kind, Kind::Number | Kind::Direction | Kind::Unknown) {
                        self.fault(
                            &clause.span,
                            format!("{} where a condition is wanted", kind.phrase()),
                            "a clause says what must hold",
                        );
                    }
                }
            }
            Body::Enum(_) => {
                if block.is_class {
                    let help = "move it to a module: its names are the same for all records";
                    self.fault(&member.name.span, "a class has no enumerations", help);
                }
            }
            Body::Field { shape, domain, value } => {
                if block.is_class {
                    self.fault(
                        &member.name.span,
                        "a class has no fields",
                        "move the field to a module: it is one value for the whole program",
                    );
                }
                self.domain(domain);
                if let Some(value) = value {
                    self.shaped(value, *shape);
                }
            }
            Body::Var { shape, domain, value } => {
                if let Some(domain) = domain {
                    self.domain(domain);
                }
                if let Some(value) = value {
                    self.shaped(value, *shape);
                } else if *shape != Shape::Number {
                    self.fault(
                        &member.name.span,
                        "a decision is one number, not a set or a map",
                        "make a class whose records have a Var each, or give it a value with '='",
                    );
                } else if let Some(Domain::Integer(span)) = domain {
                    self.fault(
                        span,
                        format!("{} has no bounds", member.name.text),
                        "give the values it may take: As {0..100}",
                    );
                }
            }
        }
    }

    fn domain(&mut self, domain: &'a Domain) {
        if let Domain::Of(set) = domain {
            match self.kind(set, false) {
                Kind::Set | Kind::Unknown => {}
                Kind::Class(_) => {
                    let help = "records are found by numbers known before solving; a Var holds a \
                                number";
                    self.fault(&set.span, "a variable cannot be a record", help);
                }
                other => {
                    let message = format!("{} where a set is wanted", other.phrase());
                    self.fault(&set.span, message, "Integer, Boolean, or a set such as {1..9}");
                }
            }
        }
    }

    fn shaped(&mut self, value: &'a Expr, shape: Shape) {
        match (shape, self.kind(value, false)) {
            (_, Kind::Unknown)
            | (Shape::Number, Kind::Number)
            | (Shape::Set, Kind::Set)
            | (Shape::Map, Kind::Map)
            | (Shape::Pairs, Kind::Pairs) => {}
            // `{}` is the empty map as well.
            (Shape::Map | Shape::Pairs, Kind::Set) if matches!(&value.node, Node::Set(items) if items.is_empty()) =>
                {}
            (shape, kind) => {
                let (wanted, sign) = match shape {
                    Shape::Number => ("a number", "Name"),
                    Shape::Set => ("a set", "Name{}"),
                    Shape::Map => ("a map", "Name()"),
                    Shape::Pairs => ("a map with two keys", "Name(,)"),
                };
                let help = format!(
                    "{sign} is declared as {wanted}; Name{{}} is a set, Name() a map, Name(,) one with \
                     two keys"
                );
                let message = format!("{} where {wanted} is wanted", kind.phrase());
                self.fault(&value.span, message, help);
            }
        }
    }
}
