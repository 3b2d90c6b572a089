//! Writes a tree as text. Parsing the text gives an equal tree.

use std::fmt::{self, Display, Formatter};

use crate::np::syntax::tree::{
    Binding, Block, Body, Domain, Expr, GlobalCall, Grouping, HintKind, Item, MINUS_LEVEL, Member,
    NOT_LEVEL, Node, POSTFIX_LEVEL, Piece, Project,
};

impl Display for Project {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "Project {}", self.name.text)?;
        self.blocks.iter().try_for_each(|block| write!(f, "\n{block}"))
    }
}

impl Display for Block {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = if self.is_class { "Class" } else { "Module" };
        writeln!(f, "{word} {}", self.name.text)?;
        self.members.iter().try_for_each(|member| writeln!(f, "{member}"))
    }
}

impl Display for Member {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = &self.name.text;
        let (word, shape, domain, value) = match &self.body {
            Body::Con(clauses) => {
                write!(f, "Con {name} As")?;
                return clauses.iter().try_for_each(|clause| write!(f, "\n  {clause}"));
            }
            Body::Enum(words) => {
                let words: Vec<String> =
                    words.iter().map(|(word, number)| format!("{}: {number}", word.text)).collect();
                return write!(f, "Enum {name} = {{{}}}", words.join(", "));
            }
            Body::Var { shape, domain, value } => ("Var", shape, domain.as_ref(), value),
            Body::Field { shape, domain, value } => ("Field", shape, Some(domain), value),
        };
        write!(f, "{word} {name}{}", shape.brackets())?;
        match domain {
            Some(Domain::Integer(_)) => write!(f, " As Integer")?,
            Some(Domain::Boolean(_)) => write!(f, " As Boolean")?,
            Some(Domain::Of(set)) => {
                write!(f, " As ")?;
                write_at(f, set, POSTFIX_LEVEL)?;
            }
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

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_at(f, self, 0)
    }
}

/// Writes an expression, in brackets if its level is below `least`.
fn write_at(f: &mut Formatter<'_>, expr: &Expr, least: u8) -> fmt::Result {
    let level = match &expr.node {
        Node::Binary(operator, ..) => operator.level().0,
        Node::Not(_) => NOT_LEVEL,
        Node::Minus(_) => MINUS_LEVEL,
        _ => POSTFIX_LEVEL,
    };
    if level < least {
        write!(f, "(")?;
        write_node(f, &expr.node)?;
        write!(f, ")")
    } else {
        write_node(f, &expr.node)
    }
}

fn write_node(f: &mut Formatter<'_>, node: &Node) -> fmt::Result {
    match node {
        Node::Int(number) => write!(f, "{number}"),
        Node::Name(name) => write!(f, "{name}"),
        Node::Me => write!(f, "Me"),
        Node::Set(items) => write_list(f, "{", items, "}"),
        Node::Binary(operator, left, right) => {
            let (level, grouping) = operator.level();
            let tighter = |tight: bool| if tight { level + 1 } else { level };
            write_at(f, left, tighter(grouping != Grouping::Left))?;
            write!(f, " {} ", operator.word())?;
            write_at(f, right, tighter(grouping != Grouping::Right))
        }
        Node::Not(inner) => {
            write!(f, "Not ")?;
            write_at(f, inner, NOT_LEVEL)
        }
        Node::Minus(inner) => {
            write!(f, "-")?;
            write_at(f, inner, MINUS_LEVEL)
        }
        Node::Dot(base, name) => {
            write_at(f, base, POSTFIX_LEVEL)?;
            write!(f, ".{}", name.text)
        }
        Node::Index(base, keys) => {
            write_at(f, base, POSTFIX_LEVEL)?;
            write_list(f, "(", keys, ")")
        }
        Node::Has(base, keys) => {
            write!(f, "Has({base}")?;
            write_list(f, ", ", keys, ")")
        }
        Node::Each { quantifier, binding, body } => {
            write!(f, "{}(", quantifier.word())?;
            write_binding(f, binding)?;
            write!(f, "{body})")
        }
        Node::List(quantifier, list) => {
            write!(f, "{}", quantifier.word())?;
            write_list(f, "(", list, ")")
        }
        Node::Table(list, tuples) => {
            write_list(f, "Table(", list, " : ")?;
            for (number, tuple) in tuples.iter().enumerate() {
                write_list(f, if number == 0 { "(" } else { ", (" }, tuple, ")")?;
            }
            write!(f, ")")
        }
        Node::Global(call) => write_global(f, call),
        Node::If(condition, then, otherwise) => write!(f, "If({condition}, {then}, {otherwise})"),
        Node::Abs(inner) => write!(f, "Abs({inner})"),
        Node::Append(class, key) => write!(f, "Append({}, Me: {key})", class.text),
        Node::Goal(true, inner) => write!(f, "Maximize({inner})"),
        Node::Goal(false, inner) => write!(f, "Minimize({inner})"),
        Node::Hint(list) => {
            write!(f, "Hint(")?;
            for (number, (name, kind, value)) in list.iter().enumerate() {
                let gap = if number == 0 { "" } else { ", " };
                let sign = if *kind == HintKind::Value { "=" } else { ":" };
                write!(f, "{gap}{} {sign} {value}", name.text)?;
            }
            write!(f, ")")
        }
        Node::Soft(condition, weight) => write!(f, "Soft({condition} : {weight})"),
        Node::Print(pieces) => write_list(f, "Print(", pieces, ")"),
        Node::Store(list) => {
            let names: Vec<&str> = list.iter().map(|name| name.text.as_str()).collect();
            write!(f, "Store({})", names.join(", "))
        }
    }
}

/// Writes a list with commas between its parts.
fn write_list(
    f: &mut Formatter<'_>,
    open: &str,
    list: &[impl Display],
    close: &str,
) -> fmt::Result {
    write!(f, "{open}")?;
    for (number, part) in list.iter().enumerate() {
        write!(f, "{}{part}", if number == 0 { "" } else { ", " })?;
    }
    write!(f, "{close}")
}

/// `x In set, guards, `
fn write_binding(f: &mut Formatter<'_>, Binding { name, over, guards }: &Binding) -> fmt::Result {
    write!(f, "{} In {over}, ", name.text)?;
    guards.iter().try_for_each(|guard| write!(f, "{guard}, "))
}

fn write_global(f: &mut Formatter<'_>, call: &GlobalCall) -> fmt::Result {
    write!(f, "{}(", call.global.word())?;
    call.binding.iter().try_for_each(|binding| write_binding(f, binding))?;
    for (number, thing) in call.things.iter().enumerate() {
        for (place, part) in thing.iter().enumerate() {
            let gap = match (number, place) {
                (0, 0) => "",
                (_, 0) => ", ",
                _ => " : ",
            };
            write!(f, "{gap}{part}")?;
        }
    }
    call.capacity.as_ref().map_or(Ok(()), |capacity| write!(f, ", {capacity}"))?;
    write!(f, ")")
}
