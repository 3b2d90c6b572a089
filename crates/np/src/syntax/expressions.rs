//! Parses expressions by operator precedence.

use crate::syntax::lexer::{HEADERS, TokenKind, calls};
use crate::syntax::parser::{Parser, Parsing, SyntaxFault};
use crate::syntax::spelling::meant_call;
use crate::syntax::tree::{
    COMPARISON_LEVEL, Expr, Global, Grouping, HintKind, Item, MINUS_LEVEL, NOT_LEVEL, Name, Node,
    Operator, Quantifier, Span,
};

/// The maximum height of a tree. The functions that walk a tree are recursive and must not overflow the stack.
const MAX_HEIGHT: usize = 120;

/// The part that is missing where an expression should begin.
const OPERAND: &str = "a value";

impl Parser<'_> {
    pub(crate) fn expression(&mut self) -> Parsing<Expr> {
        self.level(0)
    }

    /// An expression from `start` to the last token consumed, unless its tree is too high.
    fn build(&mut self, start: usize, node: Node) -> Parsing<Expr> {
        let span = start..self.end();
        let expr = Expr::new(span.clone(), node);
        if expr.height > MAX_HEIGHT { Err(self.too_deep(span)) } else { Ok(expr) }
    }

    fn too_deep(&mut self, span: Span) -> SyntaxFault {
        let message = format!("the expression has more than {MAX_HEIGHT} levels");
        self.fault(span, message, "give a part of it a name of its own: Var Part = ...")
    }

    /// An expression whose operators all have at least this level.
    fn level(&mut self, least: u8) -> Parsing<Expr> {
        self.depth += 1;
        let result = if self.depth > MAX_HEIGHT {
            let span = self.peek().span.clone();
            Err(self.too_deep(span))
        } else {
            self.operators(least)
        };
        self.depth -= 1;
        result
    }

    fn operators(&mut self, least: u8) -> Parsing<Expr> {
        let start = self.peek().span.start;
        let mut left = self.prefixed(least)?;
        let mut compared = false;
        while let TokenKind::Fixed(word) = self.peek().kind
            && let Some(operator) = Operator::from_word(word)
        {
            let (level, grouping) = operator.level();
            if level < least {
                break;
            }
            if level == COMPARISON_LEVEL && std::mem::replace(&mut compared, true) {
                let span = self.peek().span.clone();
                return Err(self.fault(span, "comparisons do not chain", "write a < b And b < c"));
            }
            self.next();
            let right = self.level(if grouping == Grouping::Right { level } else { level + 1 })?;
            left = self.build(start, Node::Binary(operator, Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    fn prefixed(&mut self, least: u8) -> Parsing<Expr> {
        let span = self.peek().span.clone();
        if self.take("Not") {
            if least > NOT_LEVEL {
                let help = "put brackets around it: a = (Not b)";
                return Err(self.fault(span, "'Not' cannot stand after this operator", help));
            }
            let inner = self.level(NOT_LEVEL)?;
            return self.build(span.start, Node::Not(Box::new(inner)));
        }
        if self.take("-") {
            let inner = self.level(MINUS_LEVEL)?;
            return self.build(span.start, Node::Minus(Box::new(inner)));
        }
        self.operand()
    }

    /// An expression without operators, followed by any number of members `.x` and keys `(x)`.
    pub(crate) fn operand(&mut self) -> Parsing<Expr> {
        let start = self.peek().span.start;
        let mut expr = self.primary()?;
        loop {
            if self.take(".") {
                let name = if self.peek().is("Me") {
                    Name { text: "Me".into(), span: self.next().span }
                } else {
                    self.name("the name of a member")?
                };
                expr = self.build(start, Node::Dot(Box::new(expr), name))?;
            } else if self.take("(") {
                let keys = self.keys()?;
                expr = self.build(start, Node::Index(Box::new(expr), keys))?;
            } else {
                return Ok(expr);
            }
        }
    }

    fn primary(&mut self) -> Parsing<Expr> {
        let token = self.peek().clone();
        let start = token.span.start;
        let node = match token.kind {
            TokenKind::Int(number) => {
                self.next();
                Node::Int(number)
            }
            TokenKind::Name(name) => {
                self.next();
                if self.peek().is("(") && self.looks_like_call() {
                    let help = meant_call(&name).map_or_else(
                        || "there are one key or two; what takes more are the built-ins".to_owned(),
                        |call| format!("did you mean '{call}'?"),
                    );
                    return Err(self.fault(token.span, format!("unknown word {name}"), help));
                }
                Node::Name(name)
            }
            TokenKind::Fixed("(") => {
                self.next();
                let inner = self.level(0)?;
                self.expect(")")?;
                return Ok(Expr { span: start..self.end(), ..inner });
            }
            TokenKind::Fixed("{") => {
                self.next();
                Node::Set(self.items()?)
            }
            TokenKind::Fixed(word) => self.call(word)?,
            TokenKind::Text(_) | TokenKind::Newline | TokenKind::End => {
                return Err(self.unexpected(OPERAND));
            }
        };
        self.build(start, node)
    }

    /// Whether what follows can only be the arguments of a built-in function: `x In`, or more than two.
    fn looks_like_call(&self) -> bool {
        let mut commas = 0;
        matches!(self.ahead(), [_, _, third, ..] if third.is("In"))
            || self.separators().any(|sign| {
                commas += usize::from(sign == ",");
                sign == ":" || commas > 1
            })
    }

    /// The commas and colons directly inside the bracket that comes next.
    pub(crate) fn separators(&self) -> impl Iterator<Item = &'static str> {
        let mut depth = 0;
        let signs = self.ahead().iter().map_while(move |token| {
            let TokenKind::Fixed(sign) = token.kind else { return (depth > 0).then_some("") };
            match sign {
                "(" | "{" => depth += 1,
                ")" | "}" => depth -= 1,
                // An unclosed bracket ends with its declaration.
                _ if HEADERS.contains(&sign) => return None,
                _ => {}
            }
            (depth > 0).then_some(if depth == 1 { sign } else { "" })
        });
        signs.filter(|sign| matches!(*sign, "," | ":"))
    }

    fn items(&mut self) -> Parsing<Vec<Item>> {
        let mut items = Vec::new();
        while !self.peek().is("}") {
            items.push(self.item()?);
            if !self.take(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(items)
    }

    fn item(&mut self) -> Parsing<Item> {
        if let Some(pair) = self.pair()? {
            return Ok(pair);
        }
        let first = self.level(0)?;
        Ok(if self.take("..") {
            Item::Range(first, self.level(0)?)
        } else if self.take(":") {
            Item::Entry(first, self.level(0)?)
        } else {
            Item::One(first)
        })
    }

    /// An expression that begins with a keyword.
    fn call(&mut self, word: &str) -> Parsing<Node> {
        if let Some(quantifier) = Quantifier::from_word(word) {
            return self.each(quantifier);
        }
        if let Some(global) = Global::from_word(word) {
            return self.global(global);
        }
        let constant = match word {
            "Me" => Some(Node::Me),
            "True" => Some(Node::Int(1)),
            "False" => Some(Node::Int(0)),
            _ if calls().any(|call| call == word) => None,
            _ => return Err(self.unexpected(OPERAND)),
        };
        self.next();
        if let Some(constant) = constant {
            return Ok(constant);
        }
        if word == "If" && !self.peek().is("(") {
            let span = self.peek().span.clone();
            let help = "a condition is X = 1 ==> Y = 2; a choice of two values is If(X = 1, a, b)";
            return Err(self.fault(span, "'(' is missing after If", help));
        }
        self.expect("(")?;
        let node = match word {
            "If" => {
                let condition = self.argument()?;
                self.expect(",")?;
                let then = self.argument()?;
                self.expect(",")?;
                Node::If(condition, then, self.argument()?)
            }
            "Abs" => Node::Abs(self.argument()?),
            "Has" => {
                let base = self.argument()?;
                self.expect(",")?;
                return Ok(Node::Has(base, self.keys()?));
            }
            "Table" => self.table()?,
            "Append" => {
                let class = self.name("the name of a class")?;
                self.expect(",")?;
                self.expect("Me")?;
                self.expect(":")?;
                Node::Append(class, self.argument()?)
            }
            "Minimize" => Node::Goal(false, self.argument()?),
            "Maximize" => Node::Goal(true, self.argument()?),
            "Hint" => Node::Hint(self.separated(",", |parser| {
                let name = parser.name("the name of a variable")?;
                let kind = if parser.take("=") { HintKind::Value } else { HintKind::Priority };
                if kind == HintKind::Priority {
                    parser.expect(":")?;
                }
                Ok((name, kind, parser.expression()?))
            })?),
            "Soft" => {
                let condition = self.argument()?;
                self.expect(":")?;
                Node::Soft(condition, self.argument()?)
            }
            "Print" => Node::Print(self.separated(",", Self::piece)?),
            _ => Node::Store(self.separated(",", |parser| parser.name("the name of a variable"))?),
        };
        self.expect(")")?;
        Ok(node)
    }

    pub(crate) fn argument(&mut self) -> Parsing<Box<Expr>> {
        self.level(0).map(Box::new)
    }

    pub(crate) fn list(&mut self) -> Parsing<Vec<Expr>> {
        self.separated(",", Self::expression)
    }

    /// One or more parts, separated by a sign.
    pub(crate) fn separated<T>(
        &mut self,
        sign: &str,
        part: impl Fn(&mut Self) -> Parsing<T>,
    ) -> Parsing<Vec<T>> {
        let mut list = vec![part(self)?];
        while self.take(sign) {
            list.push(part(self)?);
        }
        Ok(list)
    }

    fn each(&mut self, quantifier: Quantifier) -> Parsing<Node> {
        self.next();
        self.expect("(")?;
        if quantifier.takes_a_list() && !self.binds() {
            let list = self.list()?;
            self.expect(")")?;
            return Ok(Node::List(quantifier, list));
        }
        let known = self.bound.len();
        let read = self.bindings();
        self.bound.truncate(known);
        let (binding, body) = read?;
        self.expect(")")?;
        Ok(Node::Each { quantifier, binding: Box::new(binding), body: Box::new(body) })
    }
}
