//! The kinds of values, and the state of name resolution.
//!
//! The [`Resolver`] enters the names of a program in an index (`declarations`) and then walks the whole tree
//! (`expressions`), where it checks that numbers, sets, maps, classes and records stand only where they may.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::syntax::spelling::{meant_key_word, meant_name};
use crate::syntax::tree::{Expr, Project, Shape, Span};
use crate::{resolve::Index, syntax::lexer::MAX_FAULTS};
use soliter_base::diagnostic::{Diagnostic, Source};

pub(crate) fn resolve(source: &Arc<Source>, project: &Project) -> (Index, Vec<Diagnostic>) {
    let mut resolver = Resolver {
        source,
        project,
        index: Index::default(),
        bound: Vec::new(),
        block: 0,
        unknown: BTreeSet::new(),
        objectives: 0,
        faults: Vec::new(),
    };
    resolver.declare();
    for (b, block) in project.blocks.iter().enumerate() {
        resolver.block = b;
        block.members.iter().for_each(|member| resolver.check_member(block, member));
    }
    (resolver.index, resolver.faults)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    Set,
    Map,
    Pairs,
    /// A class, given by its block: the set of its records.
    Class(usize),
    /// A record of a class, given by its block.
    Record(usize),
    /// A direction to the solver, such as `Append` or `Minimize`. It has no value.
    Direction,
    /// The kind is unknown because an error has been reported.
    Unknown,
}

impl From<Shape> for Kind {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Number => Self::Number,
            Shape::Set => Self::Set,
            Shape::Map => Self::Map,
            Shape::Pairs => Self::Pairs,
        }
    }
}

impl Kind {
    pub(crate) fn phrase(self) -> &'static str {
        match self {
            Self::Number | Self::Unknown => "a number",
            Self::Set => "a set",
            Self::Map => "a map",
            Self::Pairs => "a map with two keys",
            Self::Class(_) => "a class",
            Self::Record(_) => "a record",
            Self::Direction => "a direction to the solver",
        }
    }
}

pub(crate) struct Resolver<'a> {
    pub(crate) source: &'a Arc<Source>,
    pub(crate) project: &'a Project,
    pub(crate) index: Index,
    /// The names that quantifiers have bound, the innermost last.
    pub(crate) bound: Vec<(&'a str, Kind)>,
    /// The block whose members are being checked.
    pub(crate) block: usize,
    /// The unknown names that have been reported. Each is reported once.
    unknown: BTreeSet<String>,
    pub(crate) objectives: usize,
    faults: Vec<Diagnostic>,
}

impl<'a> Resolver<'a> {
    pub(crate) fn is_full(&self) -> bool {
        self.faults.len() >= MAX_FAULTS
    }

    /// Records an error; the erroneous value has an unknown kind.
    pub(crate) fn fault(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Kind {
        if self.is_full() {
            return Kind::Unknown;
        }
        let help = help.into();
        let fault = Diagnostic::new(self.source, span.clone(), message);
        self.faults.push(if help.is_empty() { fault } else { fault.help(help) });
        Kind::Unknown
    }

    pub(crate) fn number(&mut self, expr: &'a Expr) {
        let kind = self.kind(expr, false);
        self.require_number(kind, expr);
    }

    /// Reports an expression of this kind unless it is a number.
    pub(crate) fn require_number(&mut self, kind: Kind, expr: &Expr) {
        let help = match kind {
            Kind::Number | Kind::Unknown => return,
            Kind::Set => "Abs(set) is the number of its elements, x In set tests whether it has x",
            Kind::Map => "give the key: Map(key)",
            Kind::Pairs => "give the keys: Map(key, key)",
            Kind::Class(_) => "give the key and the member: Class(key).Name",
            Kind::Record(_) => "name the member: record.Name, or record.Me for its key",
            Kind::Direction => "it stands alone in its Con, at most under ForAll",
        };
        self.fault(&expr.span, format!("{} where a number is wanted", kind.phrase()), help);
    }

    /// Whether an unknown name is to be reported; it counts as reported afterwards.
    pub(crate) fn is_new(&mut self, name: &str) -> bool {
        !self.is_full() && self.unknown.insert(name.to_owned())
    }

    pub(crate) fn unknown(&mut self, name: &str, span: &Span, what: &str) -> Kind {
        if !self.is_new(name) {
            return Kind::Unknown;
        }
        let bound = self.bound.iter().map(|(name, _)| *name);
        let words = bound.chain(self.index.words(self.block));
        let mut help = meant_name(name, words);
        if let Some(key) = meant_key_word(name).filter(|_| !help.starts_with("did you")) {
            help = format!("did you mean '{key}'?");
        }
        self.fault(span, format!("unknown {what} {name}"), help)
    }
}
