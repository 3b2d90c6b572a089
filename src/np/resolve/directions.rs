//! Checks the directions to the solver, `Append`, `Minimize`, `Maximize`, `Soft`, `Hint`, `Print` and
//! `Store`: where they may stand, and their arguments.

use crate::np::resolve::kinds::{Kind, Resolver};
use crate::np::syntax::spelling::meant_name;
use crate::np::syntax::tree::{Body, Expr, Name, Node, Shape};

impl<'a> Resolver<'a> {
    /// Checks a direction; `top` says that it stands where a clause may stand.
    pub(crate) fn direction(&mut self, expr: &'a Expr, top: bool) -> Kind {
        if !top {
            let help = "Append, Minimize, Maximize, Soft, Hint, Print and Store stand alone in their \
                        Con, at most under ForAll";
            return self.fault(&expr.span, "a direction inside of an expression", help);
        }
        let in_class = self.project.blocks[self.block].is_class;
        match &expr.node {
            Node::Append(class, key) => {
                if in_class {
                    let help = "records are made by the module, before those of classes are read";
                    self.fault(&expr.span, "Append inside a class", help);
                }
                if self.index.class(&class.text).is_none() {
                    self.unknown(&class.text, &class.span, "class");
                }
                self.number(key);
            }
            Node::Goal(_, goal) => {
                self.objectives += 1;
                if in_class {
                    let help = "sum over the class in a module: Minimize(Sum(r In Class, r.Cost))";
                    self.fault(&expr.span, "an objective inside a class", help);
                } else if self.objectives > 1 {
                    let help = "add them, with weights, in one Minimize or Maximize";
                    self.fault(&expr.span, "a second objective", help);
                }
                self.number(goal);
            }
            Node::Hint(list) => {
                for (name, _, value) in list {
                    self.own_variable(name);
                    self.number(value);
                }
            }
            Node::Soft(..) | Node::Print(_) => expr.node.children(|part| self.number(part)),
            Node::Store(list) => list.iter().for_each(|name| self.own_variable(name)),
            _ => {}
        }
        Kind::Direction
    }

    /// Checks that a name is a variable of the block itself.
    fn own_variable(&mut self, name: &Name) {
        let block = &self.project.blocks[self.block];
        match self.index.member(self.block, &name.text).map(|m| &block.members[m].body) {
            Some(Body::Var { shape: Shape::Number, .. }) => {}
            Some(_) => {
                let message = format!("{name} is no variable");
                self.fault(&name.span, message, "name a Var that holds a number");
            }
            None if self.is_new(&name.text) => {
                let variables = block.members.iter().filter(|m| matches!(m.body, Body::Var { .. }));
                let help = meant_name(&name.text, variables.map(|m| m.name.text.as_str()));
                let message = format!("{} has no variable {name}", block.name);
                self.fault(&name.span, message, help);
            }
            None => {}
        }
    }
}
