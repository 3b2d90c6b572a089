//! Programs that consist of several files, joined by `Include "goods.np"`.
//!
//! The texts of the included files are appended to the program, and the joined text is parsed. Errors are
//! reported at their place in the original file.

use std::sync::Arc;

use crate::syntax::tree::{Member, Project, Span};
use crate::syntax::{lexer, lexer::TokenKind};
use soliter_base::diagnostic::{Diagnostic, Diagnostics, Source};

/// The names of the files that a text includes, each with its place.
pub fn requests(source: &Arc<Source>) -> Vec<(String, Span)> {
    let (tokens, _) = lexer::tokens(source);
    let included = tokens.windows(2).filter_map(|pair| match &pair[1].kind {
        TokenKind::Text(text) if pair[0].is("Include") => {
            Some((text.clone(), pair[1].span.clone()))
        }
        _ => None,
    });
    included.collect()
}

/// Several texts joined into one.
#[derive(Clone, Debug)]
pub struct Joined {
    pub(crate) source: Arc<Source>,
    /// Each file with the offset at which it begins.
    parts: Vec<(usize, Arc<Source>)>,
}

impl Joined {
    /// Joins a program with the files that it includes.
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

    /// Checks that no member of a file falls into the last module or class of the preceding file.
    pub(crate) fn check_blocks(&self, project: &Project) -> Result<(), Diagnostics> {
        let file = |at: usize| self.parts.partition_point(|(start, _)| *start <= at);
        for block in &project.blocks {
            let own = file(block.name.span.start);
            let stray = |member: &&Member| file(member.name.span.start) != own;
            if let Some(Member { name, .. }) = block.members.iter().find(stray) {
                let message = format!("{name} stands in no module and no class of its file");
                let fault = Diagnostic::new(&self.source, name.span.clone(), message);
                return Err(fault.help("begin the file with Module or Class").into());
            }
        }
        Ok(())
    }

    /// The size of all texts in bytes.
    #[expect(clippy::len_without_is_empty, reason = "a program is never empty")]
    pub fn len(&self) -> usize {
        self.source.text.len()
    }

    /// The file that a place lies in, and the place within that file.
    fn place(&self, span: &Span) -> (&Arc<Source>, Span) {
        let after = self.parts.partition_point(|(start, _)| *start <= span.start);
        let (start, source) = &self.parts[after.saturating_sub(1)];
        let within = |at: usize| at.saturating_sub(*start).min(source.text.len());
        (source, within(span.start)..within(span.end))
    }

    /// The line of a place within its own file, counted from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        let (source, span) = self.place(&(at..at));
        source.line(span.start)
    }

    /// Maps errors from the joined text to the files.
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
