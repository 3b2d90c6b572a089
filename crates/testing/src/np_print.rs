//! Writes the tree of a program as text. Parsing the text must give an equal tree.

use soliter::np::syntax::tree::{
    Binding, Block, Body, Domain, Expr, Grouping, HintKind, Item, MINUS_LEVEL, Member, NOT_LEVEL,
    Node, POSTFIX_LEVEL, Piece, Project, Shape,
};

pub fn project(project: &Project) -> String {
    let blocks: String = project.blocks.iter().map(block).collect();
    format!("Project {}\n{blocks}", project.name)
}

fn block(block: &Block) -> String {
    let members: String = block.members.iter().map(|one| member(one) + "\n").collect();
    let word = if block.is_class { "Class" } else { "Module" };
    format!("\n{word} {}\n{members}", block.name)
}

fn member(Member { name, body }: &Member) -> String {
    let (word, shape, domain, value) = match body {
        Body::Con(clauses) => {
            let clauses: Vec<String> = clauses.iter().map(expr).collect();
            return format!("Con {name} As\n  {}", clauses.join("\n  "));
        }
        Body::Enum(words) => {
            let words = words.iter().map(|(word, number)| format!("{word}: {number}"));
            return format!("Enum {name} = {{{}}}", words.collect::<Vec<_>>().join(", "));
        }
        Body::Var { shape, domain, value } => ("Var", shape, domain.as_ref(), value),
        Body::Field { shape, domain, value } => ("Field", shape, Some(domain), value),
    };
    let brackets = match shape {
        Shape::Number => "",
        Shape::Set => "{}",
        Shape::Map => "()",
        Shape::Pairs => "(,)",
    };
    let domain = match domain {
        Some(Domain::Integer(_)) => " As Integer".to_owned(),
        Some(Domain::Boolean(_)) => " As Boolean".to_owned(),
        Some(Domain::Of(set)) => format!(" As {}", at(set, POSTFIX_LEVEL)),
        None => String::new(),
    };
    let value = value.as_ref().map_or_else(String::new, |value| format!(" = {}", expr(value)));
    format!("{word} {name}{brackets}{domain}{value}")
}

fn item(item: &Item) -> String {
    match item {
        Item::One(one) => expr(one),
        Item::Range(first, last) => format!("{}..{}", expr(first), expr(last)),
        Item::Entry(key, value) => format!("{}: {}", expr(key), expr(value)),
        Item::Pair(a, b, value) => format!("({}, {}): {}", expr(a), expr(b), expr(value)),
    }
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) => format!("\"{text}\""),
        Piece::Value(value) => expr(value),
    }
}

fn binding(one: &Binding) -> String {
    let guards: String = one.guards.iter().map(|guard| apart(guard) + ", ").collect();
    let next = one.next.as_deref().map_or_else(String::new, binding);
    format!("{} In {}, {guards}{next}", one.name, expr(&one.over))
}

/// A guard or a body, in brackets if it could be read as the next name and its set.
fn apart(guard: &Expr) -> String {
    let text = expr(guard);
    let reads_as_name = text.split(' ').nth(1) == Some("In");
    if reads_as_name { format!("({text})") } else { text }
}

fn list(parts: &[Expr]) -> String {
    parts.iter().map(expr).collect::<Vec<_>>().join(", ")
}

fn joined<T: ToString>(parts: &[T]) -> String {
    parts.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// An expression, in brackets if its level is below this one.
fn at(inner: &Expr, least: u8) -> String {
    let level = match &inner.node {
        Node::Binary(operator, ..) => operator.level().0,
        Node::Not(_) => NOT_LEVEL,
        Node::Minus(_) => MINUS_LEVEL,
        _ => POSTFIX_LEVEL,
    };
    if level < least { format!("({})", expr(inner)) } else { expr(inner) }
}

pub fn expr(one: &Expr) -> String {
    match &one.node {
        Node::Int(number) => number.to_string(),
        Node::Name(name) => name.clone(),
        Node::Me => "Me".to_owned(),
        Node::Set(items) => format!("{{{}}}", joined(&items.iter().map(item).collect::<Vec<_>>())),
        Node::Binary(operator, left, right) => {
            let (level, grouping) = operator.level();
            let left = at(left, level + u8::from(grouping != Grouping::Left));
            let right = at(right, level + u8::from(grouping != Grouping::Right));
            format!("{left} {} {right}", operator.as_str())
        }
        Node::Not(inner) => format!("Not {}", at(inner, NOT_LEVEL)),
        Node::Minus(inner) => format!("-{}", at(inner, MINUS_LEVEL)),
        Node::Dot(base, name) => format!("{}.{name}", at(base, POSTFIX_LEVEL)),
        Node::Index(base, keys) => format!("{}({})", at(base, POSTFIX_LEVEL), list(keys)),
        Node::Has(base, keys) => format!("Has({}, {})", expr(base), list(keys)),
        Node::Each { quantifier, binding: over, body } => {
            format!("{}({}{})", quantifier.as_str(), binding(over), apart(body))
        }
        Node::List(quantifier, parts) => format!("{}({})", quantifier.as_str(), list(parts)),
        Node::Table(parts, tuples) => {
            let tuples: Vec<String> =
                tuples.iter().map(|tuple| format!("({})", list(tuple))).collect();
            format!("Table({} : {})", list(parts), joined(&tuples))
        }
        Node::Global(call) => {
            let over = call.binding.as_ref().map_or_else(String::new, binding);
            let tuple = |parts: &Vec<Expr>| parts.iter().map(expr).collect::<Vec<_>>().join(" : ");
            let capacity = call.capacity.iter().map(expr);
            let parts: Vec<String> = call.things.iter().map(tuple).chain(capacity).collect();
            format!("{}({over}{})", call.global.as_str(), joined(&parts))
        }
        Node::If(condition, then, otherwise) => {
            format!("If({}, {}, {})", expr(condition), expr(then), expr(otherwise))
        }
        Node::Abs(inner) => format!("Abs({})", expr(inner)),
        Node::Append(class, key) => format!("Append({class}, Me: {})", expr(key)),
        Node::Goal(true, inner) => format!("Maximize({})", expr(inner)),
        Node::Goal(false, inner) => format!("Minimize({})", expr(inner)),
        Node::Hint(hints) => {
            let hints = hints.iter().map(|(name, kind, value)| {
                let sign = if *kind == HintKind::Value { "=" } else { ":" };
                format!("{name} {sign} {}", expr(value))
            });
            format!("Hint({})", joined(&hints.collect::<Vec<_>>()))
        }
        Node::Soft(condition, weight) => format!("Soft({} : {})", expr(condition), expr(weight)),
        Node::Print(pieces) => {
            format!("Print({})", joined(&pieces.iter().map(piece).collect::<Vec<_>>()))
        }
        Node::Store(names) => format!("Store({})", joined(names)),
    }
}
