//! Parts of an expression that take longer than reading their values: each as a `let` before the rest, as a user would write it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprCast, ExprField, ExprGroup, ExprParen, ExprUnary};

use crate::lower::cost::DEEPEST;
use crate::lower::functions::{ELEMENTARY, is_elementary};
use crate::lower::walk::Walk;
use crate::model::{Model, Shared};
use crate::spelling::{has_word, spelling, words};

/// The call of an expression, which has been walked, with its elementary functions of some of the operands as values, if it has such. The run time
/// chooses between both, and the expansion of the call itself stays as it is.
pub fn shared(tokens: TokenStream, model: &Model) -> Option<Shared> {
    // An operand `&f(x)` is evaluated for each occurrence.
    let has_reference = model.operands.iter().any(|operand| operand.is_reference);
    if model.operands.len() < 2 || !model.reductions.is_empty() || has_reference {
        return None;
    }
    let (mut rest, mut parts) = (syn::parse2(tokens).ok()?, Vec::new());
    take_out(&mut rest, DEEPEST, &mut parts);
    if parts.is_empty() {
        return None;
    }
    let lets = parts.iter().map(|(name, part)| quote!(let #name = #part;));
    // A statement `if c { .. } else { .. } + x` would end at the brace.
    let mut block: Expr = syn::parse2(quote!({ #(#lets)* (#rest) })).ok()?;
    let mut walk = Walk::default();
    walk.model = Model { krate: model.krate.clone(), ..Model::default() };
    for operand in &model.operands {
        walk.model.path(operand.tokens.clone());
    }
    walk.element(&mut block, false);
    // The checks before the loop are those of the call itself; without errors, each value that they pass is of one type.
    let is_same = walk.diagnostics.fatal_count() == 0
        && walk.model.operands.len() == model.operands.len()
        && walk.model.calls.len() <= model.calls.len();
    walk.model.shared.filter(|_| is_same).map(|shared| Shared { is_named: false, ..shared })
}

/// The tokens of an expression, before it is walked, that has an elementary function.
pub fn tokens(expr: &Expr) -> Option<TokenStream> {
    let tokens = expr.to_token_stream();
    words(tokens.clone()).iter().any(|word| has_word(ELEMENTARY, word)).then_some(tokens)
}

/// Replaces the outermost elementary functions by names.
fn take_out(expr: &mut Expr, depth: usize, parts: &mut Vec<(Ident, Expr)>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    if is_elementary(expr) {
        let spelled = spelling(expr.to_token_stream());
        let known = parts.iter().find(|(_, part)| spelling(part.to_token_stream()) == spelled);
        let name = known.map_or_else(
            || Ident::new(&format!("__part{}", parts.len()), Span::mixed_site().located_at(expr.span())),
            |(name, _)| name.clone(),
        );
        let is_new = known.is_none();
        let part = std::mem::replace(expr, Expr::Verbatim(name.to_token_stream()));
        parts.extend(is_new.then_some((name, part)));
        return;
    }
    match expr {
        Expr::Paren(ExprParen { expr, .. })
        | Expr::Group(ExprGroup { expr, .. })
        | Expr::Unary(ExprUnary { expr, .. })
        | Expr::Field(ExprField { base: expr, .. })
        | Expr::Cast(ExprCast { expr, .. }) => take_out(expr, depth, parts),
        // The right side of `&&` and `||` may not be evaluated.
        Expr::Binary(binary) if !matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
            take_out(&mut binary.left, depth, parts);
            take_out(&mut binary.right, depth, parts);
        }
        Expr::MethodCall(call) => {
            take_out(&mut call.receiver, depth, parts);
            call.args.iter_mut().for_each(|argument| take_out(argument, depth, parts));
        }
        Expr::Call(call) => call.args.iter_mut().for_each(|argument| take_out(argument, depth, parts)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::{DEEPEST, take_out};
    use crate::spelling::spelling;

    /// The parts that are taken out of an expression.
    fn parts(text: &str) -> Vec<String> {
        let (mut expr, mut parts) = (syn::parse_str(text).expect("an expression"), Vec::new());
        take_out(&mut expr, DEEPEST, &mut parts);
        parts.iter().map(|(_, part)| spelling(part.to_token_stream())).collect()
    }

    #[test]
    fn outermost_functions_each_once() {
        assert_eq!(parts("x * a.cos() - y * a.sin() + a.cos()"), ["a.cos()", "a.sin()"]);
        assert_eq!(parts("-(x + a.exp().ln()).max(b.tanh()) as f64"), ["a.exp().ln()", "b.tanh()"]);
        assert_eq!(
            parts("f(a.exp()) * T::from_polar(1.0, b) * (c.sin_cos()).0"),
            ["a.exp()", "T::from_polar(1.0, b)", "c.sin_cos()"]
        );
    }

    #[test]
    fn no_part_that_may_not_be_evaluated() {
        for text in
            ["if x > 0.0 { a.exp() } else { b }", "{ let e = a.exp(); e }", "x.max(1.0) / y", "exp(a)", "|a| a.exp()"]
        {
            assert!(parts(text).is_empty(), "{text}");
        }
        assert_eq!(parts("a.exp() > x && b.exp() > x || c.exp() > x"), Vec::<String>::new());
        assert_eq!(parts("(a.exp() > x) & (b.exp() > x)"), ["a.exp()", "b.exp()"]);
    }
}
