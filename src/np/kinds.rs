//! Names and kinds: what every name leads to, and whether numbers, sets, maps, classes and records
//! stand where they may.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::base::diagnostic::{Diagnostic, Source};
use crate::np::names::{Index, Place, Target, near};
use crate::np::parser;
use crate::np::tree::{
    Block, Body, Domain, Expr, Item, Member, Name, Node, Operator, Project, Quantifier, Shape, Span,
};

/// Where the names of a program lead, and what is wrong with their use.
pub(super) fn check(source: &Arc<Source>, project: &Project) -> (Index, Vec<Diagnostic>) {
    let mut checker = Checker {
        source,
        project,
        index: Index::default(),
        bound: Vec::new(),
        block: 0,
        unknown: BTreeSet::new(),
        goals: 0,
        faults: Vec::new(),
    };
    checker.declare();
    checker.check();
    (checker.index, checker.faults)
}

/// What kind of value an expression has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Set,
    Map,
    /// A class: the set of its records.
    Class(usize),
    Record(usize),
    /// `Append`, `Minimize` and the like.
    Direction,
    /// A fault has been reported.
    Unknown,
}

impl Kind {
    fn phrase(self) -> &'static str {
        match self {
            Self::Number | Self::Unknown => "a number",
            Self::Set => "a set",
            Self::Map => "a map",
            Self::Class(_) => "a class",
            Self::Record(_) => "a record",
            Self::Direction => "a direction to the solver",
        }
    }
}

struct Checker<'a> {
    source: &'a Arc<Source>,
    project: &'a Project,
    index: Index,
    bound: Vec<(&'a str, Kind)>,
    block: usize,
    unknown: BTreeSet<String>,
    goals: usize,
    faults: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    fn fault(&mut self, span: &Span, message: impl Into<String>, help: impl Into<String>) -> Kind {
        let help = help.into();
        let fault = Diagnostic::new(self.source, span.clone(), message);
        self.faults.push(if help.is_empty() { fault } else { fault.help(help) });
        Kind::Unknown
    }

    fn twice(&mut self, name: &Name, first: &Name) {
        let (line, column) = self.source.line_column(first.span.start);
        let message = format!("{} is declared twice", name.text);
        self.fault(&name.span, message, format!("it was declared at line {line}, column {column}"));
    }

    fn declare(&mut self) {
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
    }

    fn check(&mut self) {
        let project = self.project;
        for (b, block) in project.blocks.iter().enumerate() {
            self.block = b;
            for member in &block.members {
                self.member(block, member);
            }
        }
    }

    fn member(&mut self, block: &'a Block, member: &'a Member) {
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
            | (Shape::Map, Kind::Map) => {}
            // `{}` is the empty map as well.
            (Shape::Map, Kind::Set) if matches!(&value.node, Node::Set(items) if items.is_empty()) =>
                {}
            (shape, kind) => {
                let (wanted, sign) = match shape {
                    Shape::Number => ("a number", "Name"),
                    Shape::Set => ("a set", "Name{}"),
                    Shape::Map => ("a map", "Name()"),
                };
                let help =
                    format!("{sign} is declared as {wanted}; Name{{}} is a set, Name() a map");
                let message = format!("{} where {wanted} is wanted", kind.phrase());
                self.fault(&value.span, message, help);
            }
        }
    }

    fn number(&mut self, expr: &'a Expr) {
        let kind = self.kind(expr, false);
        if !matches!(kind, Kind::Number | Kind::Unknown) {
            let help = match kind {
                Kind::Set => {
                    "Abs(set) is the number of its elements, x In set asks whether it has x"
                }
                Kind::Map => "give the key: Map(key)",
                Kind::Class(_) => "give the key and the member: Class(key).Name",
                Kind::Record(_) => "name the member: record.Name, or record.Me for its key",
                _ => "it stands alone in its Con, at most under ForAll",
            };
            self.fault(&expr.span, format!("{} where a number is wanted", kind.phrase()), help);
        }
    }

    fn set(&mut self, expr: &'a Expr) -> Kind {
        let kind = self.kind(expr, false);
        match kind {
            Kind::Set | Kind::Class(_) | Kind::Unknown => kind,
            Kind::Map => {
                self.fault(&expr.span, "a map where a set is wanted", "write the set of keys")
            }
            other => {
                let message = format!("{} where a set is wanted", other.phrase());
                self.fault(&expr.span, message, "a set is written {1, 2, 5..9}")
            }
        }
    }

    /// `top`: the expression is a clause, or the body of a `ForAll` that is.
    fn kind(&mut self, expr: &'a Expr, top: bool) -> Kind {
        match &expr.node {
            Node::Int(_) => Kind::Number,
            Node::Name(name) => self.name(name, &expr.span),
            Node::Me => {
                if self.project.blocks[self.block].is_class {
                    Kind::Number
                } else {
                    self.fault(
                        &expr.span,
                        "a module has no Me",
                        "Me is the key of a class's record",
                    )
                }
            }
            Node::Set(items) => self.items(items),
            Node::Binary(Operator::In, a, b) => {
                self.number(a);
                if let Kind::Class(_) = self.set(b) {
                    let help = "ForAll and its kin run over classes; a test asks for a set";
                    return self.fault(&b.span, "a class where a set is wanted", help);
                }
                Kind::Number
            }
            Node::Binary(_, a, b) => {
                self.number(a);
                self.number(b);
                Kind::Number
            }
            Node::Not(a) | Node::Minus(a) => {
                self.number(a);
                Kind::Number
            }
            Node::Abs(a) => {
                if !matches!(
                    self.kind(a, false),
                    Kind::Number | Kind::Set | Kind::Map | Kind::Class(_) | Kind::Unknown
                ) {
                    self.number(a);
                }
                Kind::Number
            }
            Node::If(a, b, c) => {
                self.number(a);
                self.number(b);
                self.number(c);
                Kind::Number
            }
            Node::Dot(base, name) => self.dot(base, name),
            Node::Index(base, key) => {
                let kind = self.kind(base, false);
                if kind == Kind::Unknown {
                    return kind;
                }
                self.number(key);
                match kind {
                    Kind::Map => Kind::Number,
                    Kind::Class(class) => Kind::Record(class),
                    other => {
                        let message = format!("{} has no keys", other.phrase());
                        let help = "maps and classes have: Map(key), Class(key).Name";
                        self.fault(&expr.span, message, help)
                    }
                }
            }
            Node::Each { quantifier, name, over, guards, body } => {
                let element = match self.set(over) {
                    Kind::Class(class) => Kind::Record(class),
                    Kind::Set => Kind::Number,
                    _ => Kind::Unknown,
                };
                self.bound.push((&name.text, element));
                for guard in guards {
                    self.number(guard);
                }
                let mut kind = Kind::Number;
                if top && *quantifier == Quantifier::ForAll {
                    kind = self.kind(body, true);
                    if !matches!(kind, Kind::Number | Kind::Direction) {
                        if kind != Kind::Unknown {
                            self.number(body);
                        }
                        kind = Kind::Unknown;
                    }
                } else {
                    self.number(body);
                }
                self.bound.pop();
                kind
            }
            Node::Append(..) | Node::Goal(..) | Node::Hint(_) | Node::Store(_) => {
                self.direction(expr, top)
            }
        }
    }

    fn items(&mut self, items: &'a [Item]) -> Kind {
        let (mut entries, mut elements) = (false, false);
        for item in items {
            let (a, b, is_entry) = match item {
                Item::One(a) => (a, None, false),
                Item::Range(a, b) => (a, Some(b), false),
                Item::Entry(a, b) => (a, Some(b), true),
            };
            self.number(a);
            if let Some(b) = b {
                self.number(b);
            }
            if is_entry {
                entries = true;
            } else {
                elements = true;
            }
            if entries && elements {
                let help = "a set is {1, 2, 5..9}, a map {1: 10, 2: 20}";
                return self.fault(&a.span, "elements and entries are mixed", help);
            }
        }
        if entries { Kind::Map } else { Kind::Set }
    }

    fn direction(&mut self, expr: &'a Expr, top: bool) -> Kind {
        if !top {
            let help = "Append, Minimize, Maximize, Hint and Store stand alone in their Con; Append \
                        may stand under ForAll";
            return self.fault(&expr.span, "a direction inside of an expression", help);
        }
        let in_class = self.project.blocks[self.block].is_class;
        match &expr.node {
            Node::Append(class, key) => {
                if in_class {
                    let help = "records are made by the module, before those of classes are read";
                    self.fault(&expr.span, "Append inside a class", help);
                }
                if self.index.class(&class.text).is_none() {
                    self.unknown(&class.text, &class.span, "class");
                }
                self.number(key);
            }
            Node::Goal(_, goal) => {
                self.goals += 1;
                if in_class {
                    let help = "sum over the class in a module: Minimize(Sum(r In Class, r.Cost))";
                    self.fault(&expr.span, "an objective inside a class", help);
                } else if self.goals > 1 {
                    let help = "add them, with weights, in one Minimize or Maximize";
                    self.fault(&expr.span, "a second objective", help);
                }
                self.number(goal);
            }
            Node::Hint(list) => {
                for (name, priority) in list {
                    self.own_variable(name);
                    self.number(priority);
                }
            }
            Node::Store(list) => list.iter().for_each(|name| self.own_variable(name)),
            _ => {}
        }
        Kind::Direction
    }

    fn own_variable(&mut self, name: &Name) {
        let block = &self.project.blocks[self.block];
        match self.index.member(self.block, &name.text).map(|m| &block.members[m].body) {
            Some(Body::Var { shape: Shape::Number, .. }) => {}
            Some(Body::Var { .. } | Body::Field { .. } | Body::Con(_)) => {
                let message = format!("{} is no variable", name.text);
                self.fault(&name.span, message, "name a Var that holds a number");
            }
            None => {
                let variables = block.members.iter().filter(|m| matches!(m.body, Body::Var { .. }));
                let words: Vec<&str> = variables.map(|m| m.name.text.as_str()).collect();
                if !self.unknown.insert(name.text.clone()) {
                    return;
                }
                let message = format!("{} has no variable {}", block.name.text, name.text);
                let help = near(&name.text, words.iter().copied());
                self.fault(&name.span, message, help);
            }
        }
    }

    fn unknown(&mut self, name: &str, span: &Span, what: &str) -> Kind {
        if !self.unknown.insert(name.to_owned()) {
            return Kind::Unknown;
        }
        let bound = self.bound.iter().map(|(name, _)| *name);
        let words: Vec<String> =
            bound.chain(self.index.words(self.block)).map(str::to_owned).collect();
        let mut help = near(name, words.iter().map(String::as_str));
        if let Some(key) = parser::meant_key_word(name).filter(|_| !help.starts_with("did you")) {
            help = format!("did you mean '{key}'?");
        }
        self.fault(span, format!("unknown {what} {name}"), help)
    }

    fn name(&mut self, name: &str, span: &Span) -> Kind {
        if let Some(&(_, kind)) = self.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return kind;
        }
        match self.index.find(name, self.block) {
            Some(Target::Class(class)) => Kind::Class(class),
            Some(Target::Member(place)) => self.member_kind(place, span),
            None => self.unknown(name, span, "name"),
        }
    }

    fn member_kind(&mut self, (block, member): Place, span: &Span) -> Kind {
        let member = &self.project.blocks[block].members[member];
        match &member.body {
            Body::Var { shape, .. } | Body::Field { shape, .. } => match shape {
                Shape::Number => Kind::Number,
                Shape::Set => Kind::Set,
                Shape::Map => Kind::Map,
            },
            Body::Con(_) => {
                let message = format!("{} is a constraint, not a value", member.name.text);
                self.fault(span, message, "all constraints hold; name a Var or Field")
            }
        }
    }

    fn dot(&mut self, base: &'a Expr, name: &'a Name) -> Kind {
        match self.kind(base, false) {
            Kind::Unknown => Kind::Unknown,
            Kind::Record(class) => {
                if name.text == "Me" {
                    return Kind::Number;
                }
                if let Some(member) = self.index.member(class, &name.text) {
                    return self.member_kind((class, member), &name.span);
                }
                let block = &self.project.blocks[class];
                let message = format!("{} has no member {}", block.name.text, name.text);
                if !self.unknown.insert(name.text.clone()) {
                    return Kind::Unknown;
                }
                let members = block.members.iter().filter(|m| !matches!(m.body, Body::Con(_)));
                let words: Vec<&str> = members.map(|m| m.name.text.as_str()).collect();
                self.fault(&name.span, message, near(&name.text, words.iter().copied()))
            }
            Kind::Class(class) => {
                let class = &self.project.blocks[class].name.text;
                let help = format!("give its key: {class}(key).{}", name.text);
                self.fault(&base.span, "a class where one of its records is wanted", help)
            }
            other => {
                let message = format!("{} has no members", other.phrase());
                self.fault(&name.span, message, "records have: Class(key).Name")
            }
        }
    }
}
