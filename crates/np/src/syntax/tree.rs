//! The syntax tree of a program. The parser builds it, and both evaluators (`np::ground` and `np::check`) walk it.
//!
//! Trees are compared by their contents; places in the text are ignored.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

pub use crate::syntax::grammar::{
    COMPARISON_LEVEL, Global, Grouping, MINUS_LEVEL, NOT_LEVEL, Operator, POSTFIX_LEVEL, Quantifier,
};

/// A byte range of the source text.
pub type Span = Range<usize>;

/// A name with its place.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// A complete program.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// Its name.
    pub name: Name,
    /// Its modules and classes, in order.
    pub blocks: Vec<Block>,
}

/// A module or a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Whether it is a class, that is, a table of records.
    pub is_class: bool,
    /// Its name.
    pub name: Name,
    /// Its members, in order.
    pub members: Vec<Member>,
}

/// A member of a module or class.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: Name,
    /// Its contents.
    pub body: Body,
}

/// The contents of a member.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A definition if it has a value, otherwise a decision variable.
    Var {
        /// Whether it holds one number, a set or a map.
        shape: Shape,
        /// The values that it may take.
        domain: Option<Domain>,
        /// The expression that defines it.
        value: Option<Expr>,
    },
    /// A parameter, whose value is given from outside.
    Field {
        /// Whether it holds one number, a set or a map.
        shape: Shape,
        /// The values that it may have.
        domain: Domain,
        /// Its value if none is given.
        value: Option<Expr>,
    },
    /// A constraint: clauses that must all hold, or directions to the solver.
    Con(Vec<Expr>),
    /// An enumeration: a set of numbers, each with a name.
    Enum(Vec<(Name, i64)>),
}

/// The form of the value of a variable or field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    Number,
    /// A set of numbers: `Name{}`.
    Set,
    /// A map from numbers to numbers: `Name()`.
    Map,
    /// A map from pairs of numbers to numbers: `Name(,)`.
    Pairs,
}

impl Shape {
    /// The brackets after the name in a declaration.
    pub(crate) fn brackets(self) -> &'static str {
        match self {
            Self::Number => "",
            Self::Set => "{}",
            Self::Map => "()",
            Self::Pairs => "(,)",
        }
    }
}

/// The domain of a variable or field, which follows `As`.
#[derive(Clone, Debug)]
pub enum Domain {
    /// Any integer.
    Integer(Span),
    /// 0 and 1.
    Boolean(Span),
    /// The elements of a set.
    Of(Expr),
}

impl PartialEq for Domain {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(_), Self::Integer(_)) | (Self::Boolean(_), Self::Boolean(_)) => true,
            (Self::Of(set), Self::Of(other)) => set == other,
            _ => false,
        }
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its place.
    pub span: Span,
    /// Its kind and its parts.
    pub node: Node,
    /// The height of its tree; 1 for a leaf.
    pub height: usize,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// The kind of an expression, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// An integer.
    Int(i64),
    /// A bound name, a member or a class.
    Name(String),
    /// `Me`: the key of the current record.
    Me,
    /// A set or a map between braces.
    Set(Vec<Item>),
    /// An operator with two operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `Not x`
    Not(Box<Expr>),
    /// `-x`
    Minus(Box<Expr>),
    /// `x.Name`
    Dot(Box<Expr>, Name),
    /// `x(key)`, `x(key, key)`
    Index(Box<Expr>, Vec<Expr>),
    /// `Has(x, key)`, `Has(x, key, key)`: whether `x` has this key.
    Has(Box<Expr>, Vec<Expr>),
    /// A quantifier over a set, such as `ForAll(x In set, guards, body)`.
    Each {
        /// The quantifier.
        quantifier: Quantifier,
        /// The bound name, its set and the guards.
        binding: Box<Binding>,
        /// The expression that is evaluated for each element.
        body: Box<Expr>,
    },
    /// A quantifier over a list, such as `Min(a, b)`.
    List(Quantifier, Vec<Expr>),
    /// `Table(x, y : (1, 2), (3, 4))`: numbers, and the tuples of values that they may have together.
    Table(Vec<Expr>, Vec<Vec<Expr>>),
    /// A global constraint, such as `NoOverlap(t In Task, t.Start : t.Length)`.
    Global(Box<GlobalCall>),
    /// `If(condition, then, otherwise)`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `Abs(x)`: the absolute value of a number, or the number of elements of a set.
    Abs(Box<Expr>),
    /// `Append(Class, Me : key)`
    Append(Name, Box<Expr>),
    /// `Minimize(x)`, or `Maximize(x)` if the flag is set.
    Goal(bool, Box<Expr>),
    /// `Soft(condition : weight)`: a soft constraint. If the condition does not hold, it costs the weight.
    Soft(Box<Expr>, Box<Expr>),
    /// `Hint(Name : priority, Name = value, ...)`
    Hint(Vec<(Name, HintKind, Expr)>),
    /// `Print("at ", X)`
    Print(Vec<Piece>),
    /// `Store(Name, ...)`
    Store(Vec<Name>),
}

/// `x In set, guards`: a name that is bound to each element of a set in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The bound name.
    pub name: Name,
    /// The set.
    pub over: Expr,
    /// Conditions that are decided before solving. An element for which one fails is skipped.
    pub guards: Vec<Expr>,
    /// The next name, in `ForAll(i In A, j In B, ...)`. Its set may depend on this one.
    pub next: Option<Box<Binding>>,
}

/// The kind of a hint about a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// Variables of higher priority are decided first.
    Priority,
    /// The variable probably has this value.
    Value,
}

/// A piece of a printed line.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A text that is printed as it is.
    Text(String),
    /// A number, which is printed as its name if its enumeration has one.
    Value(Expr),
}

/// A global constraint with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalCall {
    /// The constraint.
    pub global: Global,
    /// The set that it ranges over; `None` if the tuples are listed.
    pub binding: Option<Binding>,
    /// The parts of each tuple; a single tuple if the constraint ranges over a set.
    pub things: Vec<Vec<Expr>>,
    /// The capacity of `Cumulative`.
    pub capacity: Option<Expr>,
}

/// An item between the braces of a set or map.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// One element.
    One(Expr),
    /// `a..b`: all integers from the first to the last.
    Range(Expr, Expr),
    /// `key: value`
    Entry(Expr, Expr),
    /// `(key, key): value`
    Pair(Expr, Expr, Expr),
}

impl Member {
    /// The name that an enumeration has for a number.
    pub(crate) fn word(&self, number: i64) -> Option<&Name> {
        let Body::Enum(words) = &self.body else { return None };
        words.iter().find(|(_, known)| *known == number).map(|(word, _)| word)
    }
}

impl Expr {
    /// Makes an expression at a place.
    pub fn new(span: Span, node: Node) -> Self {
        let mut height = 0;
        node.children(|child| height = height.max(child.height));
        Self { span, node, height: height + 1 }
    }
}

impl Item {
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match self {
            Self::One(a) => vec![a],
            Self::Range(a, b) | Self::Entry(a, b) => vec![a, b],
            Self::Pair(a, b, c) => vec![a, b, c],
        }
    }
}

impl Binding {
    /// This name and those after it.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |binding| binding.next.as_deref())
    }

    fn parts(&self) -> impl Iterator<Item = &Expr> {
        self.chain().flat_map(|binding| std::iter::once(&binding.over).chain(&binding.guards))
    }
}

impl Node {
    /// Calls `visit` with each direct subexpression.
    pub fn children<'t>(&'t self, mut visit: impl FnMut(&'t Expr)) {
        match self {
            Self::Int(_) | Self::Name(_) | Self::Me | Self::Store(_) => {}
            Self::Set(items) => items.iter().flat_map(Item::parts).for_each(visit),
            Self::Binary(_, a, b) | Self::Soft(a, b) => [a, b].into_iter().for_each(|e| visit(e)),
            Self::Index(a, keys) | Self::Has(a, keys) => {
                visit(a);
                keys.iter().for_each(visit);
            }
            Self::Not(a)
            | Self::Minus(a)
            | Self::Dot(a, _)
            | Self::Abs(a)
            | Self::Append(_, a)
            | Self::Goal(_, a) => visit(a),
            Self::Each { binding, body, .. } => {
                binding.parts().for_each(&mut visit);
                visit(body);
            }
            Self::If(a, b, c) => [a, b, c].into_iter().for_each(|e| visit(e)),
            Self::List(_, list) => list.iter().for_each(visit),
            Self::Table(list, tuples) => {
                list.iter().chain(tuples.iter().flatten()).for_each(visit);
            }
            Self::Global(call) => {
                call.binding.iter().flat_map(Binding::parts).for_each(&mut visit);
                call.things.iter().flatten().chain(&call.capacity).for_each(visit);
            }
            Self::Hint(list) => list.iter().for_each(|(_, _, e)| visit(e)),
            Self::Print(pieces) => pieces.iter().for_each(|piece| match piece {
                Piece::Text(_) => {}
                Piece::Value(value) => visit(value),
            }),
        }
    }

    /// Whether the expression adds records: it is `Append`, or a `ForAll` whose body adds records.
    pub fn appends(&self) -> bool {
        match self {
            Self::Append(..) => true,
            Self::Each { quantifier: Quantifier::ForAll, body, .. } => body.node.appends(),
            _ => false,
        }
    }
}
