//! Lists changes of Rust files that a test should notice: `mutants FILE...` prints a line of JSON for each.
//! It has the bytes of the expression and what replaces them. Code of tests, constants, patterns, types and
//! macros is left alone.

use std::{env, error, fs};

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, UnOp};

struct Sites<'a> {
    file: &'a str,
    text: &'a str,
    function: Vec<String>,
}

fn main() -> Result<(), Box<dyn error::Error>> {
    for file in env::args().skip(1) {
        let text = fs::read_to_string(&file)?;
        let parsed = syn::parse_file(&text)?;
        Sites { file: &file, text: &text, function: Vec::new() }.visit_file(&parsed);
    }
    Ok(())
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|one| {
        let path = one.path();
        let of_tests = path.is_ident("cfg")
            && one.parse_args::<syn::Path>().is_ok_and(|argument| argument.is_ident("test"));
        path.is_ident("test") || of_tests
    })
}

/// What replaces an operator.
fn opposite(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "/",
        BinOp::Div(_) => "*",
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        _ => return None,
    })
}

/// Whether an expression declares names, as `let` in a condition does.
fn declares(expression: &Expr) -> bool {
    struct Lets(bool);
    impl Visit<'_> for Lets {
        fn visit_expr_let(&mut self, _: &syn::ExprLet) {
            self.0 = true;
        }
    }
    let mut lets = Lets(false);
    lets.visit_expr(expression);
    lets.0
}

impl Sites<'_> {
    fn at(&self, span: Span) -> &str {
        &self.text[span.byte_range()]
    }

    fn site(&self, span: Span, kind: &str, replacement: String) {
        let bytes = span.byte_range();
        println!(
            "{}",
            serde_json::json!({
                "file": self.file, "line": span.start().line, "start": bytes.start, "end": bytes.end,
                "function": self.function.join("::"), "kind": kind, "new": replacement,
            })
        );
    }

    fn condition(&self, condition: &Expr) {
        if !declares(condition) {
            for value in ["true", "false"] {
                self.site(condition.span(), "condition", value.to_owned());
            }
        }
    }

    fn inside(&mut self, name: &syn::Ident, visit: impl FnOnce(&mut Self)) {
        self.function.push(name.to_string());
        visit(self);
        self.function.pop();
    }
}

impl<'ast> Visit<'ast> for Sites<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            self.inside(&item.sig.ident, |sites| sites.visit_block(&item.block));
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) && item.sig.constness.is_none() {
            self.inside(&item.sig.ident, |sites| sites.visit_block(&item.block));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !is_test(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        // The length is a constant.
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        // Room that is kept ahead changes no result.
        if !self.at(call.func.span()).ends_with("with_capacity") {
            visit::visit_expr_call(self, call);
        }
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        self.condition(&branch.cond);
        visit::visit_expr_if(self, branch);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let (left, right) = (binary.left.span(), binary.right.span());
        if let Some(op) = opposite(&binary.op)
            && !declares(&binary.left)
            && !declares(&binary.right)
        {
            let new = format!("({}) {op} ({})", self.at(left), self.at(right));
            self.site(binary.span(), "operator", new);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)) {
            let new = format!("({})", self.at(unary.expr.span()));
            self.site(unary.span(), "sign", new);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        let text = self.at(literal.span());
        let new = match &literal.lit {
            Lit::Int(_) | Lit::Float(_) => format!("({text} + {})", one_like(&literal.lit)),
            Lit::Bool(value) => format!("{}", !value.value),
            _ => return,
        };
        self.site(literal.span(), "value", new);
    }
}

fn one_like(literal: &Lit) -> &'static str {
    if matches!(literal, Lit::Float(_)) { "1.0" } else { "1" }
}
