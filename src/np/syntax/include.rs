//! Programs in several files: `Include "goods.np"`.
//!
//! The text that is read is that of the program and behind it those of the files that it asks for; places
//! in it are told as places of the files.

use std::sync::Arc;

use crate::base::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::np::syntax::lexer;
use crate::np::syntax::lexer::TokenKind;
use crate::np::syntax::tree::{Member, Project, Span};

/// The names of the files that a text asks for, each with its place.
pub fn requests(source: &Arc<Source>) -> Vec<(String, Span)> {
    let (tokens, _) = lexer::tokens(source);
    let pairs = tokens.windows(2).filter(|pair| pair[0].is("Include"));
    let text = |pair: &[lexer::Token]| match &pair[1].kind {
        TokenKind::Text(text) => Some((text.clone(), pair[1].span.clone())),
        _ => None,
    };
    pairs.filter_map(text).collect()
}

/// Several texts as one.
#[derive(Clone, Debug)]
pub struct Joined {
    pub(crate) source: Arc<Source>,
    /// Where each file begins in it.
    parts: Vec<(usize, Arc<Source>)>,
}

impl Joined {
    /// A program and the files that it asks for.
    pub fn new(program: &Arc<Source>, included: &[Arc<Source>]) -> Self {
        let mut parts = vec![(0, Arc::clone(program))];
        if included.is_empty() {
            return Self { source: Arc::clone(program), parts };
        }
        let mut text = program.text.clone();
        for source in included {
            text.push('\n');
            parts.push((text.len(), Arc::clone(source)));
            text.push_str(&source.text);
        }
        Self { source: Source::new(program.name.as_str(), text), parts }
    }

    /// That no member of a file falls into the last module or class of the file before.
    pub(crate) fn own_blocks(&self, project: &Project) -> Result<(), Diagnostics> {
        let file = |at: usize| self.parts.partition_point(|(start, _)| *start <= at);
        for block in &project.blocks {
            let own = file(block.name.span.start);
            let stray = |member: &&Member| file(member.name.span.start) != own;
            if let Some(Member { name, .. }) = block.members.iter().find(stray) {
                let message = format!("{} stands in no module and no class of its file", name.text);
                let fault = Diagnostic::new(&self.source, name.span.clone(), message);
                return Err(fault.help("begin the file with Module or Class").into());
            }
        }
        Ok(())
    }

    /// Bytes of all texts.
    #[expect(clippy::len_without_is_empty, reason = "a program is a text, and asks for others")]
    pub fn len(&self) -> usize {
        self.source.text.len()
    }

    /// The file of a place, and where in it the place is.
    fn place(&self, span: &Span) -> (&Arc<Source>, Span) {
        let after = self.parts.partition_point(|(start, _)| *start <= span.start);
        let (start, source) = &self.parts[after.saturating_sub(1)];
        let within = |at: usize| at.saturating_sub(*start).min(source.text.len());
        (source, within(span.start)..within(span.end))
    }

    /// The line of a place in its own file, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        let (source, span) = self.place(&(at..at));
        source.line(span.start)
    }

    /// Faults with the places of the files.
    pub(crate) fn placed(&self, mut faults: Diagnostics) -> Diagnostics {
        for fault in &mut faults.0 {
            if Arc::ptr_eq(&fault.source, &self.source) {
                let (source, span) = self.place(&fault.span);
                (fault.source, fault.span) = (Arc::clone(source), span);
            }
        }
        faults
    }
}
