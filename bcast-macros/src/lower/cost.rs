//! Estimates the cost of an element from tokens.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{BinOp, Expr, ExprCast, ExprGroup, ExprParen, ExprUnary};

use crate::model::{Cost, FUSED, Formula, Reads};
use crate::spelling::{spelling, words};

/// Words before parentheses that are not calls, and calls that compile to an instruction or two.
const CHEAP: &[&str] = &[
    "if", "else", "match", "in", "return", "as", "let", "mut", "abs", "max", "min", "clamp", "from", "into", "mul_add",
];

/// An expression that reads this, with its cost.
pub fn formula(body: TokenStream, reads: Reads, list: Reads) -> Formula {
    Formula { cost: of(&body), body, reads, list, parts: Vec::new() }
}

/// The cost of an expression whose functions have been replaced by those of `bcast::math`.
pub fn of(expression: &TokenStream) -> Cost {
    // A function of `bcast::math` depends on the kernel's instruction set.
    if words(expression.clone()).iter().any(|word| word == FUSED) {
        Cost::Fusible
    } else if is_costly(expression) {
        Cost::Costly
    } else {
        Cost::Cheap
    }
}

/// True if a division or a possibly expensive call occurs, so that kernels with wider vectors are worth their
/// compile time.
fn is_costly(expression: &TokenStream) -> bool {
    let mut previous = None;
    // In a path of ours, up to the arguments.
    let mut is_ours = false;
    expression.clone().into_iter().any(|token| {
        is_ours |= matches!(&token, TokenTree::Ident(name) if name.to_string().starts_with("__bcast"));
        let costly = match (&token, &previous) {
            (TokenTree::Group(arguments), _) if is_ours => {
                is_ours = false;
                is_costly(&arguments.stream())
            }
            _ if is_ours => false,
            (TokenTree::Punct(punct), _) if matches!(punct.as_char(), '/' | '%') => true,
            // A call with explicit types: `::<`.
            (TokenTree::Punct(punct), Some(TokenTree::Punct(before))) => {
                punct.as_char() == '<' && before.as_char() == ':'
            }
            (TokenTree::Group(group), before) => {
                let is_call = group.delimiter() == Delimiter::Parenthesis
                    && match before {
                        Some(TokenTree::Ident(name)) => !CHEAP.contains(&name.to_string().as_str()),
                        Some(TokenTree::Punct(punct)) => punct.as_char() == '!' && punct.spacing() == Spacing::Alone,
                        // `(self.f)(x)`, `fs[0](x)`
                        Some(TokenTree::Group(_)) => true,
                        _ => false,
                    };
                is_call || is_costly(&group.stream())
            }
            _ => false,
        };
        previous = Some(token);
        costly
    })
}

/// The most forms inside each other that are looked into for costly parts; the depth of `a + b + ..` is its length.
pub const DEEPEST: usize = 200;

/// The names that divisions and functions read. A part that reads the first name of the expression, `first` if a place stands before it, is left out.
/// Where its names stretch along rows, a part has the same value in each row. Empty for expressions with other forms than operators, methods and
/// conversions.
pub fn parts(expr: &Expr, first: Option<&str>) -> Vec<String> {
    let mut names: Vec<String> = first.map(ToOwned::to_owned).into_iter().collect();
    let mut parts = Vec::new();
    let (Some(()), Some(first)) = (collect(expr, DEEPEST, &mut names, &mut parts), names.first()) else {
        return Vec::new();
    };
    let others = parts.into_iter().map(|(from, to)| &names[from..to]).filter(|part| !part.contains(first));
    others.flatten().cloned().collect()
}

/// Collects the names in an expression, and those in each division and function as ranges of them; `None` for other forms, and deeper ones.
fn collect(expr: &Expr, depth: usize, names: &mut Vec<String>, parts: &mut Vec<(usize, usize)>) -> Option<()> {
    let (from, depth) = (names.len(), depth.checked_sub(1)?);
    let is_costly = match expr {
        Expr::Lit(_) => false,
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Reference(_) => {
            names.push(spelling(expr.to_token_stream()));
            false
        }
        Expr::Paren(ExprParen { expr, .. })
        | Expr::Group(ExprGroup { expr, .. })
        | Expr::Unary(ExprUnary { expr, .. })
        | Expr::Cast(ExprCast { expr, .. }) => return collect(expr, depth, names, parts),
        Expr::Binary(binary) => {
            collect(&binary.left, depth, names, parts)?;
            collect(&binary.right, depth, names, parts)?;
            matches!(binary.op, BinOp::Div(_) | BinOp::Rem(_))
        }
        Expr::MethodCall(call) => {
            collect(&call.receiver, depth, names, parts)?;
            call.args.iter().try_for_each(|argument| collect(argument, depth, names, parts))?;
            !CHEAP.contains(&call.method.to_string().as_str())
        }
        _ => return None,
    };
    parts.extend(is_costly.then_some((from, names.len())));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{is_costly, parts};

    #[test]
    fn parts_without_the_first_name() {
        let parts = |text: &str, place| parts(&syn::parse_str(text).expect("an expression"), place);
        let shares = |text: &str, place| !parts(text, place).is_empty();
        for text in ["(a - m) / (v + eps).sqrt() * g", "a * (-v * v).exp()", "a * (1.0 / v)", "(a + v.ln()).exp()"] {
            assert!(parts(text, None).contains(&"v".into()) && shares(text, Some("z")), "{text}");
            assert!(!shares(text, Some("v")), "{text}");
        }
        for text in
            ["a / v", "a.exp() * v", "(a - m).tanh()", "a + v.max(0.0)", "{ let s = v.exp(); a * s }", "f(a, v.exp())"]
        {
            assert!(!shares(text, None), "{text}");
        }
        // The depth of a chain is its length, which the compiler's stack does not hold.
        let long = |count: usize| format!("a * v.exp(){}", " + a".repeat(count));
        assert!(shares(&long(100), None) && !shares(&long(20_000), None));
        assert!(
            shares("x.exp()", Some("y"))
                && !shares("x.exp() / y", Some("x"))
                && !shares("2.0_f32.exp()", Some("y"))
                && !shares("2.0_f32.exp()", None)
        );
    }

    #[test]
    fn divisions_and_functions() {
        let cost = |text: &str| is_costly(&text.parse().expect("tokens"));
        for cheap in [
            "a + b * 2.0",
            "if a > (b) { -a } else { b }",
            "(a,).0.max(b)",
            "f32::from(a) - b",
            "a as f32 * (b)",
            "a < (b)",
            "__bcast::passed(__p0, a)",
            "__bcast::literal::<__bcast::FloatLiteral, _>(0.0)",
        ] {
            assert!(!cost(cheap), "{cheap}");
        }
        for costly in [
            "a / b",
            "{ (a % b) }",
            "__bcast::MethodReceiver(a).exp()",
            "f(a)",
            "(self.f)(a)",
            "a.pow::<i32>(2)",
            "-(a.sqrt())",
            "max!(a, b)",
            "__bcast::passed(__p0, f(a))",
        ] {
            assert!(cost(costly), "{costly}");
        }
    }
}
