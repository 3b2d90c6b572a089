//! Parses declarations: projects, modules, classes and their members.
//!
//! Each declaration is parsed on its own, so an error in one does not hide the others.

use crate::syntax::lexer::{HEADERS, MAX_FAULTS, TokenKind};
use crate::syntax::parser::{Parser, Parsing, SyntaxFault};
use crate::syntax::spelling::meant_key_word;
use crate::syntax::tree::{Block, Body, Domain, Member, Name, Project, Shape};

impl Parser<'_> {
    pub(crate) fn project(&mut self) -> Parsing<Project> {
        self.skip_newlines();
        let begun = if self.take("Project") { Ok(()) } else { Err(self.no_project()) };
        let name = begun
            .and_then(|()| self.name_of_line("the name of the project"))
            .inspect_err(|_| self.skip_declaration());
        let mut blocks: Vec<Block> = Vec::new();
        loop {
            self.skip_newlines();
            // Errors are expensive: after this many, the rest of the text is not parsed.
            if self.peek().kind == TokenKind::End || self.faults.len() >= MAX_FAULTS {
                break;
            }
            match self.peek().kind {
                // The requested file has already been appended to this text.
                TokenKind::Fixed("Include") => {
                    self.next();
                    if self.text("the name of a file").and_then(|_| self.line_end()).is_ok() {
                        continue;
                    }
                }
                TokenKind::Fixed("Module" | "Class") if self.ends_a_block() => {
                    let span = self.peek().span.clone();
                    let help = "leave the line out: a block continues until the next one begins";
                    self.fault(span, "nothing here has an End", help);
                    self.next();
                    continue;
                }
                TokenKind::Fixed("Module" | "Class") => {
                    let is_class = self.next().is("Class");
                    if let Ok(name) = self.name_of_line("the name of a module or class") {
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
                            let help = "begin with a line such as 'Module Main'";
                            self.fault(span, "a member outside of modules and classes", help);
                        }
                        continue;
                    }
                }
                _ => self.not_a_header(),
            }
            self.skip_declaration();
        }
        name.map(|name| Project { name, blocks })
    }

    /// Reports that the text does not begin like a program.
    fn no_project(&mut self) -> SyntaxFault {
        let token = self.peek().clone();
        let meant = match &token.kind {
            TokenKind::Name(name) if meant_key_word(name) == Some("Project") => {
                "did you mean 'Project'?"
            }
            _ => "the first two lines are 'Project Name' and 'Module Main'",
        };
        self.fault(token.span, "a program begins with its Project", meant)
    }

    /// Whether the word before the next token is `End`, which closes a block in other languages.
    fn ends_a_block(&self) -> bool {
        let mut before = self.behind().iter().rev().map(|token| &token.kind);
        let word = before.find(|kind| **kind != TokenKind::Newline);
        matches!(word, Some(TokenKind::Name(name)) if name.eq_ignore_ascii_case("end"))
    }

    /// A name that is the last word of its line.
    fn name_of_line(&mut self, what: &str) -> Parsing<Name> {
        let name = self.name(what)?;
        self.line_end()?;
        Ok(name)
    }

    fn skip_declaration(&mut self) {
        loop {
            match self.peek().kind {
                TokenKind::End => return,
                TokenKind::Fixed(word) if HEADERS.contains(&word) && word != "Project" => return,
                _ => drop(self.next()),
            }
        }
    }

    /// Reports a token that does not begin a declaration.
    fn not_a_header(&mut self) {
        let token = self.peek().clone();
        if token.is("Project") {
            let help = "write one project in a file, and none in one that is included";
            self.fault(token.span, "a second project", help);
            self.next();
            return;
        }
        let meant = match &token.kind {
            TokenKind::Name(name) => meant_key_word(name),
            _ => None,
        };
        let help = meant.map_or_else(
            || "begin it with Var, Field or Con".to_owned(),
            |key| format!("did you mean '{key}'?"),
        );
        self.fault(token.span, "no declaration begins like this", help);
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
                let message = format!("the field {name} has no type");
                return Err(self.fault(name.span, message, "add 'As Integer'"));
            }
            (false, None, None) => {
                let message = format!("nothing says what {name} may be");
                let help = "add 'As Boolean' or 'As {1..9}', or '=' and its value";
                return Err(self.fault(name.span, message, help));
            }
            (false, domain, value) => Body::Var { shape, domain, value },
        };
        Ok(Member { name, body })
    }

    /// Whether the next line is not another clause of a `Con`.
    fn ends_member(&self) -> bool {
        match self.peek().kind {
            TokenKind::End => true,
            TokenKind::Fixed(word) => HEADERS.contains(&word),
            // A misspelt header counts as one if another name follows it.
            TokenKind::Name(ref name) => {
                matches!(self.ahead(), [_, next, ..] if matches!(next.kind, TokenKind::Name(_)))
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
        self.next();
        let shape = if shape == Shape::Map && self.take(",") { Shape::Pairs } else { shape };
        if !self.peek().is(close) {
            let span = self.peek().span.clone();
            let help = "write Var X As {1..9}; X{} is a set, X() a map, X(,) one with two keys";
            return Err(self.fault(span, "the values of a variable stand after 'As'", help));
        }
        self.next();
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
