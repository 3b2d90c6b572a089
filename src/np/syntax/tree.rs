//! The tree of a program: what the parser builds, the printer writes and both evaluators walk.
//!
//! Trees are equal if they say the same; places in the text do not count.

use std::ops::Range;

pub use crate::np::syntax::grammar::{
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

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// A whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// What it calls itself.
    pub name: Name,
    /// Modules and classes, in order.
    pub blocks: Vec<Block>,
}

/// A module or a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Whether it is a class: a table of records.
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
    /// What it is.
    pub body: Body,
}

/// What a member is.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A definition if it has a value, else a decision.
    Var {
        /// One number, a set or a map.
        shape: Shape,
        /// The values it may take.
        domain: Option<Domain>,
        /// What it is defined as.
        value: Option<Expr>,
    },
    /// A value given from outside.
    Field {
        /// One number, a set or a map.
        shape: Shape,
        /// The values it may have.
        domain: Domain,
        /// What it is if nothing is given.
        value: Option<Expr>,
    },
    /// Clauses that must all hold, or directions to the solver.
    Con(Vec<Expr>),
    /// Names for numbers: the set of them.
    Enum(Vec<(Name, i64)>),
}

/// What a variable or field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    Number,
    /// A set of numbers: `Name{}`.
    Set,
    /// Numbers by number: `Name()`.
    Map,
    /// Numbers by two numbers: `Name(,)`.
    Pairs,
}

/// What follows `As`.
#[derive(Clone, Debug)]
pub enum Domain {
    /// Any whole number.
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
    /// What it is.
    pub node: Node,
    /// Levels of the tree below and with it.
    pub height: usize,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A whole number.
    Int(i64),
    /// A bound name, a member or a class.
    Name(String),
    /// The key of the record at hand.
    Me,
    /// A set or a map.
    Set(Vec<Item>),
    /// Two operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `Not x`
    Not(Box<Expr>),
    /// `-x`
    Minus(Box<Expr>),
    /// `x.Name`
    Dot(Box<Expr>, Name),
    /// `x(key)`, `x(key, key)`
    Index(Box<Expr>, Vec<Expr>),
    /// `Has(x, key)`, `Has(x, key, key)`: there is such a key.
    Has(Box<Expr>, Vec<Expr>),
    /// `ForAll(x In set, guards, body)` and its kin.
    Each {
        /// Which of them.
        quantifier: Quantifier,
        /// What it runs over.
        binding: Box<Binding>,
        /// What is said of each element.
        body: Box<Expr>,
    },
    /// `Min(a, b)` and its kin: a quantifier of what is listed.
    List(Quantifier, Vec<Expr>),
    /// `Table(x, y : (1, 2), (3, 4))`: numbers, and the tuples that they may be.
    Table(Vec<Expr>, Vec<Vec<Expr>>),
    /// `NoOverlap(t In Task, t.Start : t.Length)` and its kin.
    Global(Box<GlobalCall>),
    /// `If(condition, then, otherwise)`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `Abs(number)`, or the number of elements of a set.
    Abs(Box<Expr>),
    /// `Append(Class, Me : key)`
    Append(Name, Box<Expr>),
    /// `Minimize(x)`, or `Maximize(x)` if true.
    Goal(bool, Box<Expr>),
    /// `Soft(condition : weight)`: what it costs where the condition does not hold.
    Soft(Box<Expr>, Box<Expr>),
    /// `Hint(Name : priority, Name = value, ...)`
    Hint(Vec<(Name, HintKind, Expr)>),
    /// `Print("at ", X)`
    Print(Vec<Piece>),
    /// `Store(Name, ...)`
    Store(Vec<Name>),
}

/// `x In set, guards`: a name that stands for each element of a set in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The bound name.
    pub name: Name,
    /// The set.
    pub over: Expr,
    /// Conditions that are decided before solving: elements for which one fails are skipped.
    pub guards: Vec<Expr>,
}

/// What a hint says of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// Those of higher priority are decided first.
    Priority,
    /// It probably has this value.
    Value,
}

/// A part of what is printed.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// As it stands.
    Text(String),
    /// A number, or its name.
    Value(Expr),
}

/// A global constraint and what it speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalCall {
    /// Which of them.
    pub global: Global,
    /// What it runs over; nothing where things are listed.
    pub binding: Option<Binding>,
    /// The numbers of each thing; one row where it runs over a set.
    pub things: Vec<Vec<Expr>>,
    /// How much there is.
    pub capacity: Option<Expr>,
}

/// What stands between the braces of a set or map.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// One element.
    One(Expr),
    /// All whole numbers from the first to the last.
    Range(Expr, Expr),
    /// A key and its value.
    Entry(Expr, Expr),
    /// Two keys and their value.
    Pair(Expr, Expr, Expr),
}

impl Member {
    /// The name that an enumeration has for a number.
    pub(crate) fn word(&self, number: i64) -> Option<&Name> {
        let Body::Enum(words) = &self.body else { return None };
        words.iter().find(|(_, known)| *known == number).map(|(word, _)| word)
    }
}

impl Binding {
    fn parts(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.over).chain(&self.guards)
    }
}

impl Expr {
    /// An expression at a place.
    pub fn new(span: Span, node: Node) -> Self {
        let mut height = 0;
        node.children(|child| height = height.max(child.height));
        Self { span, node, height: height + 1 }
    }
}

impl Node {
    /// Calls `visit` on each expression directly inside.
    pub fn children<'t>(&'t self, mut visit: impl FnMut(&'t Expr)) {
        match self {
            Self::Int(_) | Self::Name(_) | Self::Me | Self::Store(_) => {}
            Self::Set(items) => {
                for item in items {
                    match item {
                        Item::One(a) => visit(a),
                        Item::Range(a, b) | Item::Entry(a, b) => {
                            visit(a);
                            visit(b);
                        }
                        Item::Pair(a, b, c) => [a, b, c].into_iter().for_each(&mut visit),
                    }
                }
            }
            Self::Binary(_, a, b) | Self::Soft(a, b) => {
                visit(a);
                visit(b);
            }
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
            Self::If(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
            Self::List(_, list) => list.iter().for_each(visit),
            Self::Table(list, tuples) => {
                list.iter().chain(tuples.iter().flatten()).for_each(visit);
            }
            Self::Global(call) => {
                call.binding.iter().flat_map(Binding::parts).for_each(&mut visit);
                call.things.iter().flatten().chain(&call.capacity).for_each(visit);
            }
            Self::Hint(list) => list.iter().for_each(|(_, _, e)| visit(e)),
            Self::Print(pieces) => {
                for piece in pieces {
                    if let Piece::Value(value) = piece {
                        visit(value);
                    }
                }
            }
        }
    }

    /// Whether it makes records: `Append`, or `ForAll` of it.
    pub fn appends(&self) -> bool {
        match self {
            Self::Append(..) => true,
            Self::Each { quantifier: Quantifier::ForAll, body, .. } => body.node.appends(),
            _ => false,
        }
    }
}
