//! The parser's state: the tokens, the errors found so far, and the primitives of the grammar.
//!
//! The grammar itself is in `declarations`, `expressions` and `calls`.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::syntax::lexer;
use crate::syntax::lexer::{HEADERS, Token, TokenKind, key_words};
use crate::syntax::spelling::{meant_key_word, slips};
use crate::syntax::tree::{Expr, Name, Project, Span};
use soliter_base::diagnostic::{Diagnostic, Diagnostics, Source};

const MAX_BYTES: usize = 1 << 20;

/// Marks a part that cannot be parsed. Its error is recorded in [`Parser::faults`].
pub(crate) struct SyntaxFault;

pub(crate) type Parsing<T> = Result<T, SyntaxFault>;

pub(crate) struct Parser<'a> {
    pub(crate) source: &'a Arc<Source>,
    tokens: Vec<Token>,
    at: usize,
    pub(crate) faults: Vec<Diagnostic>,
    /// The number of expressions that enclose the one being parsed.
    pub(crate) depth: usize,
    /// The names that quantifiers have bound around it.
    pub(crate) bound: Vec<String>,
    /// The names that the program declares.
    pub(crate) declared: FxHashSet<String>,
}

/// The names of the members, the classes and the enumerations' numbers, known before the text is parsed.
fn declared(tokens: &[Token]) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    let mut is_enum = false;
    for pair in tokens.windows(2) {
        let TokenKind::Fixed(word) = pair[0].kind else { continue };
        let is_header = HEADERS.contains(&word);
        is_enum = if is_header { word == "Enum" } else { is_enum };
        if let (true, TokenKind::Name(name)) = (is_header || is_enum, &pair[1].kind) {
            names.insert(name.clone());
        }
    }
    names
}

/// Parses a complete program; an error holds the first error of each declaration.
pub fn parse(source: &Arc<Source>) -> Result<Project, Diagnostics> {
    read(source, "the program is larger than 1 MiB", Parser::project)
}

/// Parses a single expression, for example the value of a field.
pub fn parse_expression(source: &Arc<Source>) -> Result<Expr, Diagnostics> {
    read(source, "the value is larger than 1 MiB", |parser| {
        let expr = parser.expression()?;
        parser.skip_newlines();
        let is_end = parser.peek().kind == TokenKind::End;
        if is_end { Ok(expr) } else { Err(parser.unexpected("the end")) }
    })
}

fn read<'a, T>(
    source: &'a Arc<Source>,
    too_large: &str,
    part: impl FnOnce(&mut Parser<'a>) -> Parsing<T>,
) -> Result<T, Diagnostics> {
    if source.text.len() > MAX_BYTES {
        return Err(Diagnostic::new(source, 0..0, too_large).into());
    }
    let (tokens, faults) = lexer::tokens(source);
    let declared = declared(&tokens);
    let mut parser =
        Parser { source, tokens, at: 0, faults, depth: 0, bound: Vec::new(), declared };
    match part(&mut parser) {
        Ok(read) if parser.faults.is_empty() => Ok(read),
        _ => Err(parser.first_faults()),
    }
}

impl Parser<'_> {
    /// The first error of each declaration. Later ones are usually its consequences.
    fn first_faults(self) -> Diagnostics {
        let is_header =
            |t: &&Token| matches!(t.kind, TokenKind::Fixed(word) if HEADERS.contains(&word));
        let starts: Vec<usize> =
            self.tokens.iter().filter(is_header).map(|token| token.span.start).collect();
        let mut list = self.faults;
        list.sort_by_key(|fault| fault.span.start);
        list.dedup_by_key(|fault| starts.partition_point(|&start| start <= fault.span.start));
        list.into()
    }

    pub(crate) fn peek(&self) -> &Token {
        // The last token is `End`, and it is never consumed.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    /// Consumes the next token, unless it is `End`.
    pub(crate) fn next(&mut self) -> Token {
        let token = self.peek().clone();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    /// The end of the last token that was consumed.
    pub(crate) fn end(&self) -> usize {
        self.behind().last().map_or(0, |before| before.span.end)
    }

    pub(crate) fn ahead(&self) -> &[Token] {
        &self.tokens[self.at.min(self.tokens.len())..]
    }

    pub(crate) fn behind(&self) -> &[Token] {
        &self.tokens[..self.at.min(self.tokens.len())]
    }

    pub(crate) fn take(&mut self, word: &str) -> bool {
        let found = self.peek().is(word);
        if found {
            self.at += 1;
        }
        found
    }

    /// Consumes this word, or reports that it is missing.
    pub(crate) fn expect(&mut self, word: &str) -> Parsing<Span> {
        let span = self.peek().span.clone();
        if self.take(word) { Ok(span) } else { Err(self.unexpected(&format!("'{word}'"))) }
    }

    pub(crate) fn skip_newlines(&mut self) {
        while self.peek().kind == TokenKind::Newline {
            self.at += 1;
        }
    }

    pub(crate) fn fault(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> SyntaxFault {
        let (fault, help) = (Diagnostic::new(self.source, span, message), help.into());
        self.faults.push(if help.is_empty() { fault } else { fault.help(help) });
        SyntaxFault
    }

    /// Reports that something is missing before the next token.
    pub(crate) fn unexpected(&mut self, wanted: &str) -> SyntaxFault {
        let token = self.peek().clone();
        // If two values are adjacent, the first may be a misspelt keyword.
        if let (TokenKind::Name(_) | TokenKind::Int(_), Some(before)) =
            (&token.kind, self.behind().last())
            && let TokenKind::Name(name) = &before.kind
            && let Some(key) = meant_key_word(name)
            && !matches!(&token.kind, TokenKind::Name(next) if slips(next) <= slips(name))
        {
            let (span, message) = (before.span.clone(), format!("unknown word {name}"));
            return self.fault(span, message, format!("did you mean '{key}'?"));
        }
        if token.is("..") {
            return self.bare_range(token.span);
        }
        let found = match &token.kind {
            TokenKind::Int(number) => format!("the number {number}"),
            TokenKind::Name(name) => format!("\"{name}\""),
            TokenKind::Text(_) => "a text".to_owned(),
            TokenKind::Fixed(word) => format!("'{word}'"),
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::End => "the end of the program".to_owned(),
        };
        let begins_line = self.behind().last().is_none_or(|t| t.kind == TokenKind::Newline);
        let help = match &token.kind {
            TokenKind::Name(name) => meant_key_word(name)
                .map_or_else(String::new, |key| format!("did you mean '{key}'?")),
            TokenKind::Fixed(word) if begins_line => {
                format!("the line before ended its clause; to continue it, put '{word}' at its end")
            }
            TokenKind::Text(_) => "texts stand in Print(\"at \", X) and Include \"file.np\"".into(),
            TokenKind::Newline => {
                "a line goes on only where a bracket is open, or after an operator, \
                              '=', ',' or ':'"
                    .to_owned()
            }
            _ => String::new(),
        };
        self.fault(token.span, format!("{wanted} is missing before {found}"), help)
    }

    /// Reports a range without braces, whose `..` comes next.
    fn bare_range(&mut self, dots: Span) -> SyntaxFault {
        let text = |token: Option<&Token>| match token.map(|token| &token.kind) {
            Some(TokenKind::Int(number)) => Some((number.to_string(), token?.span.clone())),
            Some(TokenKind::Name(name)) => Some((name.clone(), token?.span.clone())),
            _ => None,
        };
        let ends = text(self.behind().last()).zip(text(self.ahead().get(1)));
        let (span, range) = ends.map_or((dots, "1..9".to_owned()), |((a, first), (b, last))| {
            (first.start..last.end, format!("{a}..{b}"))
        });
        self.fault(span, "a range without braces", format!("write {{{range}}}"))
    }

    pub(crate) fn name(&mut self, what: &str) -> Parsing<Name> {
        let token = self.peek().clone();
        match token.kind {
            TokenKind::Name(text) => {
                self.at += 1;
                Ok(Name { text, span: token.span })
            }
            TokenKind::Fixed(word) if key_words().any(|key| key == word) => Err(self.fault(
                token.span,
                format!("'{word}' is a key word and cannot be {what}"),
                "choose another name",
            )),
            _ => Err(self.unexpected(what)),
        }
    }

    pub(crate) fn text(&mut self, what: &str) -> Parsing<String> {
        let TokenKind::Text(text) = &self.peek().kind else { return Err(self.unexpected(what)) };
        let text = text.clone();
        self.at += 1;
        Ok(text)
    }

    pub(crate) fn line_end(&mut self) -> Parsing<()> {
        match self.peek().kind {
            TokenKind::Newline | TokenKind::End => {
                self.next();
                Ok(())
            }
            _ => Err(self.unexpected("an operator or the end of the line")),
        }
    }
}
