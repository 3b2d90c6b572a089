//! Declarations: projects, modules, classes and their members.
//!
//! Each declaration is read on its own, so that a fault in one leaves the others to be read.

use std::sync::Arc;

use crate::base::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::np::syntax::lexer;
use crate::np::syntax::lexer::{HEADERS, KEY_WORDS, MAX_FAULTS, Token, TokenKind};
use crate::np::syntax::spelling::{meant_key_word, slips};
use crate::np::syntax::tree::{Block, Body, Domain, Expr, Member, Name, Project, Shape, Span};

/// Texts larger than this are refused.
const MAX_BYTES: usize = 1 << 20;

/// A fault has been noted; what was being read is given up.
pub(crate) struct SyntaxFault;

/// What reading a part gives.
pub(crate) type Parsing<T> = Result<T, SyntaxFault>;

/// Tokens being read.
pub(crate) struct Parser<'a> {
    pub(crate) source: &'a Arc<Source>,
    tokens: Vec<Token>,
    at: usize,
    pub(crate) faults: Vec<Diagnostic>,
    /// Expressions around the one being read.
    pub(crate) depth: usize,
}

/// Reads a whole program.
///
/// # Errors
/// The first fault of each declaration.
pub fn parse(source: &Arc<Source>) -> Result<Project, Diagnostics> {
    read(source, "the program is larger than 1 MiB", Parser::project)
}

/// Reads a single expression, for example the value of a field.
///
/// # Errors
/// The first fault.
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
    let mut parser = Parser::new(source);
    match part(&mut parser) {
        Ok(read) if parser.faults.is_empty() => Ok(read),
        _ => Err(parser.first_faults()),
    }
}

impl<'a> Parser<'a> {
    fn new(source: &'a Arc<Source>) -> Self {
        let (tokens, faults) = lexer::tokens(source);
        Self { source, tokens, at: 0, faults, depth: 0 }
    }

    /// The first fault of each declaration: what follows is mostly a consequence.
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
        // The last token is `End`, and nothing steps over it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub(crate) fn next(&mut self) -> Token {
        let token = self.peek().clone();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    /// The end of the token before.
    pub(crate) fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |before| self.tokens[before].span.end)
    }

    /// The tokens that have not been read.
    pub(crate) fn ahead(&self) -> &[Token] {
        &self.tokens[self.at.min(self.tokens.len())..]
    }

    pub(crate) fn take(&mut self, word: &str) -> bool {
        let found = self.peek().is(word);
        if found {
            self.at += 1;
        }
        found
    }

    pub(crate) fn expect(&mut self, word: &str) -> Parsing<Span> {
        let span = self.peek().span.clone();
        if self.take(word) { Ok(span) } else { Err(self.unexpected(&format!("'{word}'"))) }
    }

    fn skip_newlines(&mut self) {
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
        self.faults.push(Diagnostic::new(self.source, span, message).help(help));
        SyntaxFault
    }

    /// Reports the next token where something else must stand.
    pub(crate) fn unexpected(&mut self, wanted: &str) -> SyntaxFault {
        let token = self.peek().clone();
        // Two values side by side: the first may be a key word that is spelt wrong.
        if let (TokenKind::Name(_) | TokenKind::Int(_), Some(before)) =
            (&token.kind, self.at.checked_sub(1).and_then(|before| self.tokens.get(before)))
            && let TokenKind::Name(name) = &before.kind
            && let Some(key) = meant_key_word(name)
            && !matches!(&token.kind, TokenKind::Name(next) if slips(next) <= slips(name))
        {
            let (span, message) = (before.span.clone(), format!("unknown word {name}"));
            return self.fault(span, message, format!("did you mean '{key}'?"));
        }
        let found = match &token.kind {
            TokenKind::Int(number) => format!("the number {number}"),
            TokenKind::Name(name) => format!("\"{name}\""),
            TokenKind::Text(_) => "a text".to_owned(),
            TokenKind::Fixed(word) => format!("'{word}'"),
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::End => "the end of the program".to_owned(),
        };
        let help = match &token.kind {
            TokenKind::Name(name) => meant_key_word(name)
                .map_or_else(String::new, |key| format!("did you mean '{key}'?")),
            TokenKind::Fixed(word) if self.begins_line() => format!(
                "the line before has ended its clause; to go on, put '{word}' at the end of it"
            ),
            TokenKind::Fixed("..") => "a range stands in braces: {1..9}".to_owned(),
            TokenKind::Text(_) => {
                "texts stand in Print(\"at \", X) and Include \"file.np\"".to_owned()
            }
            TokenKind::Newline => {
                "a line goes on only where a bracket is open, or after an operator, \
                              '=', ',' or ':'"
                    .to_owned()
            }
            _ => String::new(),
        };
        let message = format!("{wanted} is missing before {found}");
        let mut fault = Diagnostic::new(self.source, token.span, message);
        if !help.is_empty() {
            fault = fault.help(help);
        }
        self.faults.push(fault);
        SyntaxFault
    }

    /// Whether the next token is the first of a clause.
    fn begins_line(&self) -> bool {
        self.at.checked_sub(1).is_none_or(|before| self.tokens[before].kind == TokenKind::Newline)
    }

    pub(crate) fn name(&mut self, what: &str) -> Parsing<Name> {
        let token = self.peek().clone();
        match token.kind {
            TokenKind::Name(text) => {
                self.at += 1;
                Ok(Name { text, span: token.span })
            }
            TokenKind::Fixed(word) if KEY_WORDS.contains(&word) => Err(self.fault(
                token.span,
                format!("'{word}' is a key word and cannot be {what}"),
                "choose another name",
            )),
            _ => Err(self.unexpected(what)),
        }
    }

    /// A text between quotes.
    pub(crate) fn text(&mut self, what: &str) -> Parsing<String> {
        let TokenKind::Text(text) = &self.peek().kind else { return Err(self.unexpected(what)) };
        let text = text.clone();
        self.at += 1;
        Ok(text)
    }

    fn project(&mut self) -> Parsing<Project> {
        self.skip_newlines();
        let name = self.project_name();
        let mut blocks: Vec<Block> = Vec::new();
        loop {
            self.skip_newlines();
            // A fault costs more than what is right: what comes after so many is not read.
            if self.peek().kind == TokenKind::End || self.faults.len() >= MAX_FAULTS {
                break;
            }
            match self.peek().kind {
                // What it asks for stands behind this text already.
                TokenKind::Fixed("Include") => {
                    self.at += 1;
                    if self.text("the name of a file").and_then(|_| self.line_end()).is_ok() {
                        continue;
                    }
                }
                TokenKind::Fixed("Module" | "Class") if self.ends_a_block() => {
                    let span = self.peek().span.clone();
                    let help = "leave the line out: a block goes on until the next one begins";
                    self.fault(span, "nothing here has an End", help);
                    self.at += 1;
                    continue;
                }
                TokenKind::Fixed("Module" | "Class") => {
                    let is_class = self.next().is("Class");
                    let name = self.name("the name of a module or class");
                    if let Ok(name) = name.and_then(|name| self.line_end().map(|()| name)) {
                        blocks.push(Block { is_class, name, members: Vec::new() });
                        continue;
                    }
                }
                TokenKind::Fixed("Var" | "Field" | "Con" | "Enum") => {
                    let span = self.peek().span.clone();
                    if let Ok(member) = self.member() {
                        if let Some(block) = blocks.last_mut() {
                            block.members.push(member);
                        } else if self.faults.is_empty() {
                            self.fault(
                                span,
                                "a member outside of modules and classes",
                                "begin with a line such as 'Module Main'",
                            );
                        }
                        continue;
                    }
                }
                _ => {
                    self.not_a_header();
                }
            }
            self.skip_declaration();
        }
        name.map(|name| Project { name, blocks })
    }

    /// Whether the word before is `End`.
    fn ends_a_block(&self) -> bool {
        let before = self.tokens[..self.at].iter().rev();
        let word = before.map(|token| &token.kind).find(|kind| **kind != TokenKind::Newline);
        matches!(word, Some(TokenKind::Name(name)) if name.eq_ignore_ascii_case("end"))
    }

    fn project_name(&mut self) -> Parsing<Name> {
        self.expect("Project")
            .and_then(|_| self.name("the name of the project"))
            .and_then(|name| self.line_end().map(|()| name))
            .inspect_err(|_| self.skip_declaration())
    }

    /// Goes on with the next declaration.
    fn skip_declaration(&mut self) {
        loop {
            match self.peek().kind {
                TokenKind::End => return,
                TokenKind::Fixed(word) if HEADERS.contains(&word) && word != "Project" => return,
                _ => self.at += 1,
            }
        }
    }

    fn not_a_header(&mut self) {
        let token = self.peek().clone();
        if token.is("Project") {
            self.fault(
                token.span,
                "a second project",
                "write one project in a file, and none in one that is included",
            );
            self.at += 1;
            return;
        }
        let help = match &token.kind {
            TokenKind::Name(name) => meant_key_word(name).map_or_else(
                || "begin it with Var, Field or Con".to_owned(),
                |key| format!("did you mean '{key}'?"),
            ),
            _ => "begin it with Var, Field or Con".to_owned(),
        };
        self.fault(token.span, "no declaration begins like this", help);
    }

    pub(crate) fn line_end(&mut self) -> Parsing<()> {
        match self.peek().kind {
            TokenKind::Newline => {
                self.at += 1;
                Ok(())
            }
            TokenKind::End => Ok(()),
            _ => Err(self.unexpected("an operator or the end of the line")),
        }
    }

    fn member(&mut self) -> Parsing<Member> {
        let header = self.next();
        if header.is("Con") {
            let name = self.name("the name of a constraint")?;
            self.expect("As")?;
            let mut clauses = Vec::new();
            loop {
                clauses.push(self.expression()?);
                self.line_end()?;
                self.skip_newlines();
                if self.ends_member() {
                    return Ok(Member { name, body: Body::Con(clauses) });
                }
            }
        }
        if header.is("Enum") {
            return self.enumeration();
        }
        let is_field = header.is("Field");
        let name = self.name("the name of a variable or field")?;
        let shape = self.shape()?;
        let domain = if self.take("As") { Some(self.domain()?) } else { None };
        let value = if self.take("=") { Some(self.expression()?) } else { None };
        self.line_end()?;
        let body = match (is_field, domain, value) {
            (true, Some(domain), value) => Body::Field { shape, domain, value },
            (true, None, _) => {
                return Err(self.fault(
                    name.span,
                    format!("the field {} has no type", name.text),
                    "add 'As Integer'",
                ));
            }
            (false, None, None) => {
                return Err(self.fault(
                    name.span,
                    format!("nothing says what {} may be", name.text),
                    "add 'As Boolean' or 'As {1..9}', or '=' and its value",
                ));
            }
            (false, domain, value) => Body::Var { shape, domain, value },
        };
        Ok(Member { name, body })
    }

    fn ends_member(&self) -> bool {
        match self.peek().kind {
            TokenKind::End => true,
            TokenKind::Fixed(word) => HEADERS.contains(&word),
            // A name alone on its line's start that is nearly a header is one.
            TokenKind::Name(ref name) => {
                let next = self.tokens.get(self.at + 1);
                next.is_some_and(|next| matches!(next.kind, TokenKind::Name(_)))
                    && meant_key_word(name).is_some_and(|key| HEADERS.contains(&key))
            }
            _ => false,
        }
    }

    fn shape(&mut self) -> Parsing<Shape> {
        let (shape, close) = match self.peek().kind {
            TokenKind::Fixed("{") => (Shape::Set, "}"),
            TokenKind::Fixed("(") => (Shape::Map, ")"),
            _ => return Ok(Shape::Number),
        };
        self.at += 1;
        let shape = if shape == Shape::Map && self.take(",") { Shape::Pairs } else { shape };
        if !self.peek().is(close) {
            let span = self.peek().span.clone();
            let help = "write Var X As {1..9}; X{} is a set, X() a map, X(,) one with two keys";
            return Err(self.fault(span, "the values of a variable stand after 'As'", help));
        }
        self.at += 1;
        Ok(shape)
    }

    fn domain(&mut self) -> Parsing<Domain> {
        let span = self.peek().span.clone();
        if self.take("Integer") {
            Ok(Domain::Integer(span))
        } else if self.take("Boolean") {
            Ok(Domain::Boolean(span))
        } else {
            self.operand().map(Domain::Of)
        }
    }
}
