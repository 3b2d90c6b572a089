//! A program with resolved names, and queries about it that need no data.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::resolve::{Index, MemberId, Target};
use crate::syntax::tree::{Block, Body, Domain, Expr, Member, Node, Project, Shape};
use crate::{resolve::kinds, syntax::data::Data, syntax::include::Joined, syntax::parser};
use soliter_base::diagnostic::{Diagnostics, Source};
use soliter_base::wording::short;

/// A program without errors in its names and kinds.
#[derive(Clone, Debug)]
pub struct Model {
    /// The text of the program, followed by those of the files that it includes.
    pub source: Arc<Source>,
    /// Its tree.
    pub project: Project,
    pub(crate) index: Index,
    joined: Joined,
}

impl Model {
    /// Parses a program and resolves its names.
    pub fn parse(source: &Arc<Source>) -> Result<Self, Diagnostics> {
        Self::parse_joined(Joined::new(source, &[]))
    }

    /// Parses a program together with the files that it includes, and resolves its names. Errors in names and
    /// kinds are reported only if there are no syntax errors.
    pub fn parse_joined(joined: Joined) -> Result<Self, Diagnostics> {
        let source = Arc::clone(&joined.source);
        let project = parser::parse(&source).map_err(|faults| joined.placed(faults))?;
        joined.check_blocks(&project).map_err(|faults| joined.placed(faults))?;
        let (index, mut faults) = kinds::resolve(&source, &project);
        faults.sort_by_key(|fault| fault.span.start);
        if faults.is_empty() {
            Ok(Self { source, project, index, joined })
        } else {
            Err(joined.placed(faults.into()))
        }
    }

    /// Maps errors from the joined text to the files of the program.
    pub fn placed(&self, faults: Diagnostics) -> Diagnostics {
        self.joined.placed(faults)
    }

    pub(crate) fn line(&self, at: usize) -> usize {
        self.joined.line(at)
    }

    pub(crate) fn block(&self, block: usize) -> &Block {
        &self.project.blocks[block]
    }

    pub(crate) fn member(&self, (block, member): MemberId) -> &Member {
        &self.project.blocks[block].members[member]
    }

    /// The name of a constraint in messages: `Main.Amount`.
    pub(crate) fn clause_name(&self, place: MemberId) -> String {
        format!("{}.{}", self.block(place.0).name, self.member(place).name)
    }

    pub(crate) fn members(&self) -> impl Iterator<Item = (MemberId, &Member)> {
        self.project.blocks.iter().enumerate().flat_map(|(b, block)| {
            block.members.iter().enumerate().map(move |(m, member)| ((b, m), member))
        })
    }

    /// Parses a value for a field, in which the words of the program's enumerations may stand for numbers.
    pub fn data(&self, source: &Arc<Source>) -> Result<Data, Diagnostics> {
        Data::parse_with(source, &|word| self.word(word))
    }

    pub(crate) fn word(&self, word: &str) -> Option<i64> {
        self.index.words.get(word).map(|&(_, number)| number)
    }

    /// The enumeration that is the domain of a variable.
    pub(crate) fn enumeration(&self, (block, member): MemberId) -> Option<MemberId> {
        let Body::Var { domain: Some(Domain::Of(set)), .. } = &self.member((block, member)).body
        else {
            return None;
        };
        let Node::Name(name) = &set.node else { return None };
        let Some(Target::Member(place)) = self.index.find(name, block) else { return None };
        matches!(self.member(place).body, Body::Enum(_)).then_some(place)
    }

    /// The fields of the program, each with its name and shape.
    pub fn fields(&self) -> impl Iterator<Item = (&str, Shape)> {
        self.members().filter_map(|(_, member)| match member.body {
            Body::Field { shape, .. } => Some((member.name.text.as_str(), shape)),
            _ => None,
        })
    }

    /// The text of an expression, on one line and shortened.
    pub(crate) fn text(&self, expr: &Expr) -> String {
        let text = self.source.text.get(expr.span.clone()).unwrap_or_default();
        short(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into()
    }

    /// The names of the fields that have no value of their own.
    pub fn fields_without_value(&self) -> impl Iterator<Item = &str> {
        self.members().filter_map(|(_, member)| match member.body {
            Body::Field { value: None, .. } => Some(member.name.text.as_str()),
            _ => None,
        })
    }

    /// The classes to which no constraint appends a record, each with its line. Anything that ranges over them is
    /// empty.
    pub fn empty_classes(&self) -> Vec<(&str, usize)> {
        fn appended<'t>(expr: &'t Expr, classes: &mut BTreeSet<&'t str>) {
            match &expr.node {
                Node::Append(class, _) => drop(classes.insert(&class.text)),
                Node::Each { body, .. } => appended(body, classes),
                _ => {}
            }
        }
        let mut classes = BTreeSet::new();
        for (_, member) in self.members() {
            let Body::Con(clauses) = &member.body else { continue };
            for clause in clauses {
                appended(clause, &mut classes);
            }
        }
        let blocks = self.project.blocks.iter().filter(|block| block.is_class);
        let empty = blocks.filter(|block| !classes.contains(block.name.text.as_str()));
        empty.map(|block| (block.name.text.as_str(), self.line(block.name.span.start))).collect()
    }
}
