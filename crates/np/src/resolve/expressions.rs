//! Checks that each part of an expression has the kind that its place requires. The directions to the solver,
//! `Append`, `Minimize`, `Maximize`, `Soft`, `Hint`, `Print` and `Store`, are allowed only in place of a
//! clause.

use crate::resolve::kinds::{Kind, Resolver};
use crate::resolve::{MemberId, Target};
use crate::syntax::spelling::meant_name;
use crate::syntax::tree::{
    Binding, Body, Expr, Global, GlobalCall, Item, Name, Node, Operator, Quantifier, Shape, Span,
};

impl<'a> Resolver<'a> {
    /// The kind of an expression that has to be a set or a class.
    fn set(&mut self, expr: &'a Expr) -> Kind {
        let kind = self.kind(expr, false);
        match kind {
            Kind::Set | Kind::Class(_) | Kind::Unknown => kind,
            // A map stands for the set of its keys.
            Kind::Map => Kind::Set,
            other => {
                let message = format!("{} where a set is wanted", other.phrase());
                self.fault(&expr.span, message, "a set is written {1, 2, 5..9}")
            }
        }
    }

    /// The kind of an expression. `top` says that it is a clause, or the body of a `ForAll` that is a clause.
    pub(crate) fn kind(&mut self, expr: &'a Expr, top: bool) -> Kind {
        match &expr.node {
            Node::Int(_) => Kind::Number,
            Node::Name(name) => self.name(name, &expr.span),
            Node::Me if self.project.blocks[self.block].is_class => Kind::Number,
            Node::Me => {
                self.fault(&expr.span, "a module has no Me", "Me is the key of a class's record")
            }
            Node::Set(items) => self.items(items),
            Node::Binary(Operator::In, a, b) => {
                self.number(a);
                if let Kind::Class(_) = self.set(b) {
                    let help = "ForAll and similar operators run over classes; a test needs a set";
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
                // Everything that has elements can be counted.
                if let Kind::Record(_) | Kind::Direction = self.kind(a, false) {
                    self.number(a);
                }
                Kind::Number
            }
            Node::List(..) | Node::Table(..) | Node::If(..) => {
                expr.node.children(|part| self.number(part));
                Kind::Number
            }
            Node::Dot(base, name) => self.dot(base, name),
            Node::Index(base, keys) => self.keyed(base, keys, &expr.span),
            Node::Has(base, keys) => {
                self.keyed(base, keys, &expr.span);
                Kind::Number
            }
            Node::Global(call) => self.global(call, &expr.span, top),
            Node::Each { quantifier, binding, body } => {
                let known = self.bound.len();
                self.bind(binding);
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
                self.bound.truncate(known);
                kind
            }
            _ => self.direction(expr, top),
        }
    }

    /// Binds a name to an element of its set, and checks the guards.
    fn bind(&mut self, binding: &'a Binding) {
        let element = match self.set(&binding.over) {
            Kind::Class(class) => Kind::Record(class),
            Kind::Set => Kind::Number,
            _ => Kind::Unknown,
        };
        self.bound.push((&binding.name.text, element));
        binding.guards.iter().for_each(|guard| self.number(guard));
        binding.next.iter().for_each(|next| self.bind(next));
    }

    fn global(&mut self, call: &'a GlobalCall, span: &Span, top: bool) -> Kind {
        if call.global == Global::Circuit && !top {
            let help = "it stands alone in its Con, at most under ForAll";
            return self.fault(span, "Circuit inside of an expression", help);
        }
        call.binding.iter().for_each(|binding| self.bind(binding));
        call.things.iter().flatten().for_each(|part| self.number(part));
        if call.binding.is_some() {
            self.bound.pop();
        }
        call.capacity.iter().for_each(|capacity| self.number(capacity));
        Kind::Number
    }

    /// The kind of `base(key)` or `base(key, key)`.
    fn keyed(&mut self, base: &'a Expr, keys: &'a [Expr], span: &Span) -> Kind {
        let kind = self.kind(base, false);
        if kind == Kind::Unknown {
            return kind;
        }
        for key in keys {
            self.number(key);
        }
        match kind {
            Kind::Map | Kind::Class(_) if keys.len() > 1 => {
                let message = format!("{} has one key", kind.phrase());
                self.fault(span, message, "with two keys a map is declared as Name(,)")
            }
            Kind::Pairs if keys.len() == 1 => {
                self.fault(span, "a map with two keys has one here", "write Map(key, key)")
            }
            Kind::Map | Kind::Pairs => Kind::Number,
            Kind::Class(class) => Kind::Record(class),
            other => {
                let message = format!("{} has no keys", other.phrase());
                let help = "maps and classes have: Map(key), Class(key).Name; x In Set tests a set";
                self.fault(span, message, help)
            }
        }
    }

    fn items(&mut self, items: &'a [Item]) -> Kind {
        let mut found = None;
        for item in items {
            let kind = match item {
                Item::One(_) | Item::Range(..) => Kind::Set,
                Item::Entry(..) => Kind::Map,
                Item::Pair(..) => Kind::Pairs,
            };
            let parts = item.parts();
            for part in &parts {
                self.number(part);
            }
            if *found.get_or_insert(kind) != kind {
                let help =
                    "a set is {1, 2, 5..9}, a map {1: 10, 2: 20}, with two keys {(1, 2): 10}";
                return self.fault(&parts[0].span, "elements and entries are mixed", help);
            }
        }
        found.unwrap_or(Kind::Set)
    }

    fn name(&mut self, name: &str, span: &Span) -> Kind {
        if let Some(&(_, kind)) = self.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return kind;
        }
        match self.index.find(name, self.block) {
            Some(Target::Class(class)) => Kind::Class(class),
            Some(Target::Member(place)) => self.member_kind(place, span),
            Some(Target::Word(_)) => Kind::Number,
            None => self.unknown(name, span, "name"),
        }
    }

    fn member_kind(&mut self, (block, member): MemberId, span: &Span) -> Kind {
        let member = &self.project.blocks[block].members[member];
        match &member.body {
            Body::Var { shape, .. } | Body::Field { shape, .. } => (*shape).into(),
            Body::Enum(_) => Kind::Set,
            Body::Con(_) => {
                let message = format!("{} is a constraint, not a value", member.name);
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
                if !self.is_new(&name.text) {
                    return Kind::Unknown;
                }
                let block = &self.project.blocks[class];
                let members = block.members.iter().filter(|m| !matches!(m.body, Body::Con(_)));
                let help = meant_name(&name.text, members.map(|m| m.name.text.as_str()));
                self.fault(&name.span, format!("{} has no member {name}", block.name), help)
            }
            Kind::Class(class) => {
                let help = format!("give its key: {}(key).{name}", self.project.blocks[class].name);
                self.fault(&base.span, "a class where one of its records is wanted", help)
            }
            other => {
                let message = format!("{} has no members", other.phrase());
                self.fault(&name.span, message, "records have: Class(key).Name")
            }
        }
    }

    /// Checks a direction; `top` says that it is in a place for a clause.
    fn direction(&mut self, expr: &'a Expr, top: bool) -> Kind {
        if !top {
            let help = "Append, Minimize, Maximize, Soft, Hint, Print and Store stand alone in their \
                        Con, at most under ForAll";
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
                self.objectives += 1;
                if in_class {
                    let help = "sum over the class in a module: Minimize(Sum(r In Class, r.Cost))";
                    self.fault(&expr.span, "an objective inside a class", help);
                } else if self.objectives > 1 {
                    let help = "add them, with weights, in one Minimize or Maximize";
                    self.fault(&expr.span, "a second objective", help);
                }
                self.number(goal);
            }
            Node::Hint(list) => {
                for (name, _, value) in list {
                    self.own_variable(name);
                    self.number(value);
                }
            }
            Node::Soft(..) | Node::Print(_) => expr.node.children(|part| self.number(part)),
            Node::Store(list) => list.iter().for_each(|name| self.own_variable(name)),
            _ => {}
        }
        Kind::Direction
    }

    /// Checks that a name is a variable of the block itself.
    fn own_variable(&mut self, name: &Name) {
        let block = &self.project.blocks[self.block];
        match self.index.member(self.block, &name.text).map(|m| &block.members[m].body) {
            Some(Body::Var { shape: Shape::Number, .. }) => {}
            Some(_) => {
                let message = format!("{name} is not a variable");
                self.fault(&name.span, message, "name a Var that holds a number");
            }
            None if self.is_new(&name.text) => {
                let variables = block.members.iter().filter(|m| matches!(m.body, Body::Var { .. }));
                let help = meant_name(&name.text, variables.map(|m| m.name.text.as_str()));
                let message = format!("{} has no variable {name}", block.name);
                self.fault(&name.span, message, help);
            }
            None => {}
        }
    }
}
