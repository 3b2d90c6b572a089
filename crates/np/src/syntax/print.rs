//! Writes a tree as text. Parsing the text gives an equal tree.

use std::fmt::{self, Display, Formatter};

use crate::syntax::tree::{
    Binding, Block, Body, Domain, Expr, Grouping, HintKind, Item, MINUS_LEVEL, Member, NOT_LEVEL,
    Name, Node, POSTFIX_LEVEL, Piece, Project,
};

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.text)
    }
}

impl Display for Project {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "Project {}", self.name)?;
        self.blocks.iter().try_for_each(|block| write!(f, "\n{block}"))
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", if self.is_class { "Class" } else { "Module" }, self.name)?;
        self.members.iter().try_for_each(|member| writeln!(f, "{member}"))
    }
}

impl Display for Member {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let (word, shape, domain, value) = match &self.body {
            Body::Con(clauses) => {
                write!(f, "Con {name} As")?;
                return clauses.iter().try_for_each(|clause| write!(f, "\n  {clause}"));
            }
            Body::Enum(words) => {
                let words = words.iter().map(|(word, number)| format!("{word}: {number}"));
                return write!(f, "Enum {name} = {{{}}}", List(&words.collect::<Vec<_>>()));
            }
            Body::Var { shape, domain, value } => ("Var", shape, domain.as_ref(), value),
            Body::Field { shape, domain, value } => ("Field", shape, Some(domain), value),
        };
        write!(f, "{word} {name}{}", shape.brackets())?;
        match domain {
            Some(Domain::Integer(_)) => write!(f, " As Integer")?,
            Some(Domain::Boolean(_)) => write!(f, " As Boolean")?,
            Some(Domain::Of(set)) => write!(f, " As {}", At(set, POSTFIX_LEVEL))?,
            None => {}
        }
        value.as_ref().map_or(Ok(()), |value| write!(f, " = {value}"))
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(one) => write!(f, "{one}"),
            Self::Range(first, last) => write!(f, "{first}..{last}"),
            Self::Entry(key, value) => write!(f, "{key}: {value}"),
            Self::Pair(a, b, value) => write!(f, "({a}, {b}): {value}"),
        }
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Value(value) => write!(f, "{value}"),
        }
    }
}

impl Display for Binding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} In {}, ", self.name, self.over)?;
        self.guards.iter().try_for_each(|guard| write!(f, "{guard}, "))
    }
}

/// Parts with commas between them.
struct List<'l, T>(&'l [T]);

impl<T: Display> Display for List<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, part) in self.0.iter().enumerate() {
            write!(f, "{}{part}", if number == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// An expression, in brackets if its level is below this one.
struct At<'e>(&'e Expr, u8);

impl Display for At<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(expr, least) = self;
        let level = match &expr.node {
            Node::Binary(operator, ..) => operator.level().0,
            Node::Not(_) => NOT_LEVEL,
            Node::Minus(_) => MINUS_LEVEL,
            _ => POSTFIX_LEVEL,
        };
        if level < *least { write!(f, "({expr})") } else { write!(f, "{expr}") }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Int(number) => write!(f, "{number}"),
            Node::Name(name) => write!(f, "{name}"),
            Node::Me => write!(f, "Me"),
            Node::Set(items) => write!(f, "{{{}}}", List(items)),
            Node::Binary(operator, left, right) => {
                let (level, grouping) = operator.level();
                let left = At(left, level + u8::from(grouping != Grouping::Left));
                let right = At(right, level + u8::from(grouping != Grouping::Right));
                write!(f, "{left} {} {right}", operator.word())
            }
            Node::Not(inner) => write!(f, "Not {}", At(inner, NOT_LEVEL)),
            Node::Minus(inner) => write!(f, "-{}", At(inner, MINUS_LEVEL)),
            Node::Dot(base, name) => write!(f, "{}.{name}", At(base, POSTFIX_LEVEL)),
            Node::Index(base, keys) => write!(f, "{}({})", At(base, POSTFIX_LEVEL), List(keys)),
            Node::Has(base, keys) => write!(f, "Has({base}, {})", List(keys)),
            Node::Each { quantifier, binding, body } => {
                write!(f, "{}({binding}{body})", quantifier.word())
            }
            Node::List(quantifier, list) => write!(f, "{}({})", quantifier.word(), List(list)),
            Node::Table(list, tuples) => {
                let tuples: Vec<String> = tuples.iter().map(|t| format!("({})", List(t))).collect();
                write!(f, "Table({} : {})", List(list), List(&tuples))
            }
            Node::Global(call) => {
                write!(f, "{}(", call.global.word())?;
                call.binding.iter().try_for_each(|binding| write!(f, "{binding}"))?;
                let tuple = |parts: &Vec<Expr>| {
                    parts.iter().map(Expr::to_string).collect::<Vec<String>>().join(" : ")
                };
                let capacity = call.capacity.iter().map(Expr::to_string);
                let parts: Vec<String> = call.things.iter().map(tuple).chain(capacity).collect();
                write!(f, "{})", List(&parts))
            }
            Node::If(condition, then, otherwise) => {
                write!(f, "If({condition}, {then}, {otherwise})")
            }
            Node::Abs(inner) => write!(f, "Abs({inner})"),
            Node::Append(class, key) => write!(f, "Append({class}, Me: {key})"),
            Node::Goal(true, inner) => write!(f, "Maximize({inner})"),
            Node::Goal(false, inner) => write!(f, "Minimize({inner})"),
            Node::Hint(list) => {
                let hint = |(name, kind, value): &(Name, HintKind, Expr)| {
                    let sign = if *kind == HintKind::Value { "=" } else { ":" };
                    format!("{name} {sign} {value}")
                };
                write!(f, "Hint({})", List(&list.iter().map(hint).collect::<Vec<_>>()))
            }
            Node::Soft(condition, weight) => write!(f, "Soft({condition} : {weight})"),
            Node::Print(pieces) => write!(f, "Print({})", List(pieces)),
            Node::Store(list) => write!(f, "Store({})", List(list)),
        }
    }
}
