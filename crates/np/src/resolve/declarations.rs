//! Checks the declarations of a program: every name is declared once, and every value has the kind that its
//! declaration says.

use std::collections::BTreeMap;

use crate::resolve::kinds::{Kind, Resolver};
use crate::syntax::tree::{Block, Body, Domain, Expr, Member, Name, Node, Shape};

impl<'a> Resolver<'a> {
    fn duplicate(&mut self, name: &Name, first: &Name) {
        if self.is_full() {
            return;
        }
        let (line, column) = self.source.line_column(first.span.start);
        let message = format!("{name} is declared twice");
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
                    self.duplicate(name, &block.members[first].name);
                    continue;
                }
                own.insert(name.text.clone(), m);
                if !block.is_class
                    && let Some((b, m)) = self.index.modules.insert(name.text.clone(), (b, m))
                {
                    self.duplicate(name, &project.blocks[b].members[m].name);
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
                        self.duplicate(word, first.unwrap_or(word));
                    }
                }
            }
            self.index.members.push(own);
            if block.is_class
                && let Some(first) = self.index.classes.insert(block.name.text.clone(), b)
            {
                self.duplicate(&block.name, &project.blocks[first].name);
            }
        }
        for class in self.index.classes.clone().into_values() {
            let name = &project.blocks[class].name;
            if let Some((b, m)) = self.index.modules.get(&name.text).copied() {
                self.duplicate(name, &project.blocks[b].members[m].name);
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
                self.duplicate(word, first);
            }
        }
    }

    pub(crate) fn check_member(&mut self, block: &'a Block, member: &'a Member) {
        match &member.body {
            Body::Con(clauses) => {
                for clause in clauses {
                    let kind = self.kind(clause, true);
                    if !matches!(kind, Kind::Number | Kind::Direction | Kind::Unknown) {
                        let message = format!("{} where a condition is wanted", kind.phrase());
                        self.fault(&clause.span, message, "a clause says what must hold");
                    }
                }
            }
            Body::Enum(_) if block.is_class => {
                let help = "move it to a module: its names are the same for all records";
                self.fault(&member.name.span, "a class has no enumerations", help);
            }
            Body::Enum(_) => {}
            Body::Field { shape, domain, value } => {
                if block.is_class {
                    let help = "move the field to a module: it is one value for the whole program";
                    self.fault(&member.name.span, "a class has no fields", help);
                }
                self.check_domain(domain);
                if let Some(value) = value {
                    self.check_shape(value, *shape);
                }
            }
            Body::Var { shape, domain, value } => {
                if let Some(domain) = domain {
                    self.check_domain(domain);
                }
                if let Some(value) = value {
                    self.check_shape(value, *shape);
                } else if *shape != Shape::Number {
                    let message = "a decision is one number, not a set or a map";
                    let help =
                        "make a class whose records have a Var each, or give it a value with '='";
                    self.fault(&member.name.span, message, help);
                } else if let Some(Domain::Integer(span)) = domain {
                    let message = format!("{} has no bounds", member.name);
                    self.fault(span, message, "give the values it may take: As {0..100}");
                }
            }
        }
    }

    fn check_domain(&mut self, domain: &'a Domain) {
        let Domain::Of(set) = domain else { return };
        match self.kind(set, false) {
            Kind::Set | Kind::Unknown => {}
            Kind::Class(_) => {
                let help =
                    "records are found by numbers known before solving; a Var holds a number";
                self.fault(&set.span, "a variable cannot be a record", help);
            }
            other => {
                let message = format!("{} where a set is wanted", other.phrase());
                self.fault(&set.span, message, "Integer, Boolean, or a set such as {1..9}");
            }
        }
    }

    /// Checks a value against the shape that its declaration says.
    fn check_shape(&mut self, value: &'a Expr, shape: Shape) {
        let (kind, wanted) = (self.kind(value, false), Kind::from(shape));
        // `{}` is also the empty map.
        let is_empty_map = matches!(shape, Shape::Map | Shape::Pairs)
            && matches!(&value.node, Node::Set(items) if items.is_empty());
        if kind == wanted || kind == Kind::Unknown || is_empty_map {
            return;
        }
        let (wanted, brackets) = (wanted.phrase(), shape.brackets());
        let help = format!(
            "Name{brackets} is declared as {wanted}; Name{{}} is a set, Name() a map, Name(,) one with two \
             keys"
        );
        let message = format!("{} where {wanted} is wanted", kind.phrase());
        self.fault(&value.span, message, help);
    }
}
