//! Reads a call: `$crate ; [place = | place op= ] expression {, option} [, where path: [shape], ..]`.
//!
//! Parsing never fails. Unreadable parts are reported and skipped, so that an editor still sees the rest.

mod groups;
mod harvest;
mod idioms;
mod nesting;
mod repair;
mod shapes;

use proc_macro2::{Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{BinOp, Expr, ExprAssign, Token};

use bcast_core::rules::mode::Mode;

use crate::diagnostics::{Diagnostics, SpanRange};
use crate::model::Stated;
use crate::operator::is_compound;
use crate::options::{self, OptionName, nearest};
use crate::spelling::{is_sign, spelling};

pub use self::harvest::harvest;
pub use self::nesting::DEEPEST;
pub use self::repair::{repair, unknown_name};
pub use self::shapes::{index_of, is_lower_case};

/// A call as written, before names are resolved.
#[derive(Default)]
pub struct Input {
    /// The facade's `$crate` token.
    pub krate: TokenStream,
    /// The left side and, with `place op= e`, the operator.
    pub place: Option<(Expr, Option<BinOp>)>,
    /// The element expression.
    pub expr: Option<Expr>,
    /// The tokens in the expression's place if they do not parse.
    pub unread: TokenStream,
    /// The options in source order.
    pub options: Vec<RawOption>,
    /// The entries of `where` in source order.
    pub shapes: Vec<Stated<TokenStream>>,
    /// The distinct NAMEs of `where`.
    pub names: Vec<Ident>,
    /// The distinct `{expr}` of `where`.
    pub values: Vec<TokenStream>,
    /// All of them as typed.
    pub typed_values: Vec<TokenStream>,
    /// The keys of `where` as typed: valid or not, complete or not.
    pub keys: Vec<TokenStream>,
}

/// `name`, `name = value` or `name(path) = value`.
pub struct RawOption {
    /// The name as typed.
    pub ident: Ident,
    /// The tokens in the parentheses after the name.
    pub path: Option<TokenStream>,
    /// The value, missing or repaired while half typed.
    pub value: Option<Expr>,
}

/// Parses the tokens from the facade.
pub fn parse(input: TokenStream, diagnostics: &mut Diagnostics) -> Input {
    let (krate, tokens) = split_krate(input);
    let mut input = Input { krate, ..Input::default() };
    let Some(last) = tokens.clone().into_iter().last() else {
        diagnostics
            .fatal(Span::call_site(), "nothing to compute; write the expression for one element: `bcast!(a + b)`");
        return input;
    };
    if let Some(at) = nesting::too_deep(tokens.clone(), [0, 0]) {
        diagnostics.fatal(at, format!("nested more than {DEEPEST} levels deep; compute a part of it before the call"));
        return input;
    }
    if let Some((at, message)) = idioms::power(&tokens) {
        diagnostics.fatal(at, message);
    }
    let read = |stream: ParseStream<'_>| {
        read_call(stream, &mut input, diagnostics);
        Ok(())
    };
    // A semicolon added at the end makes errors at the end of the input point there, not at the whole call.
    let mut end = Punct::new(';', Spacing::Alone);
    end.set_span(last.span());
    let ended = groups::visible(tokens).into_iter().chain([TokenTree::Punct(end)]).collect();
    if let Err(error) = Parser::parse2(read, ended) {
        diagnostics.fatal(error.span(), error);
    }
    input
}

/// Splits off `$crate ;`. Without it, all tokens are the user's; only the facade calls the macro.
pub fn split_krate(input: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = input.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(krate), Some(TokenTree::Punct(semicolon))) if semicolon.as_char() == ';' => {
            (krate.into(), tokens.collect())
        }
        _ => (quote!(::bcast), input),
    }
}

fn read_call(stream: ParseStream<'_>, input: &mut Input, diagnostics: &mut Diagnostics) {
    read_element(stream, input, diagnostics);
    while let Some(comma) = read_comma(stream, diagnostics) {
        if stream.peek(Token![where]) {
            shapes::read_where(stream, input, diagnostics);
        } else if at_boundary(stream) && !at_end(stream) {
            diagnostics.fatal(comma, "nothing stands between these commas; leave one out");
        } else if !at_end(stream) {
            input.options.extend(read_option(stream, diagnostics));
        }
    }
    // Only the added semicolon should be left.
    skip(stream, |_| false);
    let _: Option<Token![;]> = stream.parse().ok();
}

/// Reads the comma before the next part; `None` at the end.
fn read_comma(stream: ParseStream<'_>, diagnostics: &mut Diagnostics) -> Option<Span> {
    let span = stream.span();
    if at_end(stream) {
        None
    } else if stream.peek(Token![,]) {
        stream.parse::<Token![,]>().ok().map(|_| span)
    } else if stream.peek(Token![where]) {
        diagnostics.fatal(span, "a comma goes before `where`");
        Some(span)
    } else {
        let rest = skip(stream, at_boundary);
        let text = spelling(rest.clone().into_iter().take(1).collect());
        let after = syn::parse2::<Expr>(rest.into_iter().skip(1).collect());
        let message = match text.trim_end() {
            ";" if at_end(stream) && after.is_err() => "no `;` stands after the expression; leave it out".to_owned(),
            ";" if after.is_ok_and(writes) => ONE_PLACE.to_owned(),
            ":" => "a place has no type; leave it out: `y = a + b`".to_owned(),
            ";" => {
                "options follow a comma, and statements stand in a block: `bcast!({ let d = x - y; d * d })`".to_owned()
            }
            text => format!("expected an operator, or a comma and an option, before `{text}`"),
        };
        diagnostics.fatal(span, message);
        Some(span).filter(|_| !at_end(stream)).and_then(|_| read_comma(stream, diagnostics))
    }
}

/// `[place = | place op= ] expression`
fn read_element(stream: ParseStream<'_>, input: &mut Input, diagnostics: &mut Diagnostics) {
    if stream.peek(Token![let]) {
        input.unread = skip(stream, at_boundary);
        return diagnostics.fatal_at(
            &input.unread,
            "`let` stands before the call, `let y = bcast!(x);`, or in a block, `bcast!({ let d = x; d * d })`",
        );
    }
    if at_boundary(stream) {
        diagnostics.fatal(stream.span(), "the expression for one element comes first: `bcast!(a + b, mode = pdpd)`");
        // Without an expression no key of `where` names an operand; that is not reported as a second mistake.
        if stream.peek(Token![where]) || stream.peek(Token![,]) && stream.peek2(Token![where]) {
            skip(stream, |_| false);
        }
        if begins_with_option(stream) {
            return;
        }
        // This comma is superfluous; the expression follows it.
        let _: Option<Token![,]> = stream.parse().ok();
    }
    if let Ok(Some(equals)) = stream.parse::<Option<Token![=]>>() {
        diagnostics.fatal_at(&equals, "a place is missing before `=`, as in `bcast!(y = a + b)`");
    }
    match read_expr(stream, diagnostics) {
        Ok(Expr::Assign(assign)) if options_come_first(&assign, stream) => {
            diagnostics
                .fatal_at(&assign.left, "the expression comes first, then options: `bcast!(a + b, mode = pdpd)`");
            skip(stream, |_| false);
        }
        Ok(expr) if !at_boundary(stream) && is_sign(expr.to_token_stream().into_iter().last().as_ref(), "?") => {
            diagnostics.fatal(stream.span(), "`c ? a : b` is written `if c { a } else { b }`");
            input.unread = expr.into_token_stream().into_iter().chain(skip(stream, at_boundary)).collect();
        }
        Ok(expr) => match idiom(&expr, stream).or_else(|| wrapped(&expr)) {
            Some((at, message, operands)) => {
                diagnostics.fatal(at, message);
                let tokens = operands.into_iter().chain(skip(stream, at_boundary)).collect();
                input.unread = idioms::without_words(tokens);
            }
            None => {
                let (place, expr) = split_place(expr);
                (input.place, input.expr) = (place, Some(expr));
            }
        },
        Err(tokens) => input.unread = idioms::without_words(tokens),
    }
}

/// Why another place is refused.
const ONE_PLACE: &str = "several places are a tuple, `bcast!((y, z) = (a, b))`; otherwise write a call for each";

const NO_CLOSURE: &str =
    "no closure is needed: its body alone is the expression for one element, as in `bcast!(x * g)`";

/// A closure or a tuple around the expression: its range, the message, and the operands in it.
fn wrapped(expr: &Expr) -> Option<(SpanRange, &'static str, TokenStream)> {
    let is_option = |expr: &Expr| match expr {
        Expr::Assign(assign) => identifier(&assign.left).is_some_and(is_option),
        _ => false,
    };
    match expr {
        Expr::Closure(closure) => {
            let at = SpanRange::of(&closure.to_token_stream());
            Some((at, NO_CLOSURE, TokenStream::new()))
        }
        Expr::Tuple(tuple) => {
            let at = SpanRange::of(&tuple.elems.iter().find(|&element| is_option(element))?.to_token_stream());
            let operands = tuple.elems.iter().filter(|&element| !is_option(element));
            Some((at, "options stand outside the parentheses: `bcast!(x * g, mode = pdpd)`", quote!(#(#operands),*)))
        }
        _ => None,
    }
}

/// An idiom of another language in or after the part of an expression that parses: its range, the message, and that part.
fn idiom(expr: &Expr, stream: ParseStream<'_>) -> Option<(SpanRange, &'static str, TokenStream)> {
    if at_boundary(stream) {
        return None;
    }
    let tokens = expr.to_token_stream();
    let (at, message) = idioms::find(&tokens.clone().into_iter().chain(skip(&stream.fork(), at_boundary)).collect())?;
    Some((at, message, tokens))
}

/// True if `name = value` is an option before the expression, not a place: it has an option's name and no option follows, or it is
/// `mode` with a mode and no other `mode` follows.
fn options_come_first(assign: &ExprAssign, stream: ParseStream<'_>) -> bool {
    let rest = stream.fork();
    let has_more = rest.parse::<Token![,]>().is_ok() && !at_boundary(&rest);
    let is_mode = |name: &Ident| name == OptionName::Mode.name();
    let gives_mode = identifier(&assign.left).is_some_and(is_mode)
        && identifier(&assign.right).is_some_and(|value| Mode::from_name(&value.to_string()).is_some());
    let is_given_again = || {
        rest.fork()
            .parse::<TokenStream>()
            .is_ok_and(|rest| rest.into_iter().any(|token| matches!(&token, TokenTree::Ident(name) if is_mode(name))))
    };
    let is_named_so = match &*assign.left {
        Expr::Call(call) => identifier(&call.func).is_some_and(is_own_option),
        left => identifier(left).is_some_and(is_option),
    };
    let is_followed = || rest.call(Ident::parse_any).is_ok_and(|next| is_option(&next));
    gives_mode && !is_given_again() || is_named_so && has_more && !is_followed()
}

/// True if an option `name(path)` exists.
fn is_own_option(name: &Ident) -> bool {
    options::from_name(&name.to_string()).is_some_and(|option| options::own(option).is_some())
}

/// The name that an expression is.
pub fn identifier(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// True if the call has no expression: it is empty, or begins with a comma and an option.
fn begins_with_option(stream: ParseStream<'_>) -> bool {
    let rest = stream.fork();
    if rest.parse::<Token![,]>().is_err() || at_boundary(&rest) {
        return true;
    }
    rest.call(Ident::parse_any).is_ok_and(|ident| is_option(&ident))
}

fn is_option(ident: &Ident) -> bool {
    options::from_name(&ident.to_string()).is_some()
}

/// Splits `place =` or `place op=` off an expression.
pub fn split_place(expr: Expr) -> (Option<(Expr, Option<BinOp>)>, Expr) {
    match expr {
        Expr::Assign(assign) => (Some((*assign.left, None)), *assign.right),
        Expr::Binary(binary) if is_compound(&binary.op) => (Some((*binary.left, Some(binary.op))), *binary.right),
        expr => (None, expr),
    }
}

/// True for `place = e` and `place op= e`, other than an option.
fn writes(expr: Expr) -> bool {
    split_place(expr).0.is_some_and(|(place, _)| !identifier(&place).is_some_and(is_option))
}

fn read_option(stream: ParseStream<'_>, diagnostics: &mut Diagnostics) -> Option<RawOption> {
    let start = stream.span();
    if stream.peek(Token![|]) {
        diagnostics.fatal_at(&skip(stream, |_| false), NO_CLOSURE);
        return None;
    }
    let Ok(ident) = stream.call(Ident::parse_any) else {
        let point = if stream.peek(syn::LitInt) { "; a decimal number has a point, as in `0.5`" } else { "" };
        skip(stream, at_boundary);
        let known = options::list(&options::names());
        diagnostics.fatal(start, format!("after the expression come options, one of {known}, and `where`{point}"));
        return None;
    };
    let name = options::from_name(&ident.to_string());
    if name.is_none() && !stream.peek(Token![=]) && nearest(&ident.to_string().to_lowercase(), &["where"]).is_some() {
        // Shapes follow.
        skip(stream, |_| false);
        diagnostics.fatal(start, format!("there is no option `{ident}`; did you mean `where`?"));
        return None;
    }
    let mut option = RawOption { ident, path: None, value: None };
    let is_bracketed = stream.peek(syn::token::Bracket) && is_own_option(&option.ident);
    if (is_bracketed || stream.peek(syn::token::Paren))
        && let Ok(TokenTree::Group(group)) = stream.parse::<TokenTree>()
    {
        if is_bracketed {
            let (name, operand) = (&option.ident, spelling(group.stream()));
            diagnostics.fatal(group.span(), format!("an operand stands in parentheses: `{name}({operand}) = ..`"));
        }
        option.path = Some(group.stream());
    }
    if at_boundary(stream) {
        if let Some(name) = name.filter(|name| !name.is_flag()) {
            let message = format!("`{name}` takes a value, as in `{}`", options::example(name));
            diagnostics.fatal(option.ident.span(), message);
        }
        return Some(option);
    }
    let double = stream.fork().parse::<Token![==]>().ok();
    let equals = stream.span();
    if double.is_some() || !stream.peek(Token![=]) {
        skip(stream, at_boundary);
        // Unknown names are reported when options are lowered.
        if let Some(name) = name {
            let at = double.map_or(SpanRange::from(equals), |double| SpanRange::of(&double));
            diagnostics.fatal(at, format!("expected `=` and a value, as in `{}`", options::example(name)));
        }
        return Some(option);
    }
    let _: Option<Token![=]> = stream.parse().ok();
    if at_boundary(stream) {
        diagnostics.fatal(equals, format!("the value of `{}` is missing", option.ident));
        return Some(option);
    }
    option.value = read_expr(stream, diagnostics).or_else(|tokens| syn::parse2(repair(tokens))).ok();
    Some(option)
}

/// Reads one expression, or reports the error and returns the skipped tokens.
fn read_expr(stream: ParseStream<'_>, diagnostics: &mut Diagnostics) -> Result<Expr, TokenStream> {
    let trial = stream.fork();
    if let Err(error) = trial.parse::<Expr>() {
        let skipped = skip(stream, at_boundary);
        idioms::report(&skipped, &error, diagnostics);
        return Err(skipped);
    }
    let stop = trial.cursor();
    let tokens = skip(stream, |stream| stream.cursor() == stop);
    // syn reports leftover tokens inside parentheses only when they are parsed alone.
    syn::parse2::<Expr>(tokens.clone()).map_err(|error| {
        let rest = skip(stream, at_boundary);
        idioms::report(&tokens, &error, diagnostics);
        tokens.into_iter().chain(rest).collect()
    })
}

/// True if only the semicolon added by [`parse`] is left.
fn at_end(stream: ParseStream<'_>) -> bool {
    match stream.cursor().punct() {
        Some((punct, rest)) => punct.as_char() == ';' && rest.eof(),
        None => stream.is_empty(),
    }
}

/// True if a part of the call ends here.
fn at_boundary(stream: ParseStream<'_>) -> bool {
    // `where(c, a, b)` is a function elsewhere.
    let is_where = stream.peek(Token![where]) && !stream.peek2(syn::token::Paren);
    at_end(stream) || stream.peek(Token![,]) || is_where
}

/// Takes tokens until `stop` holds or the end is reached.
fn skip(stream: ParseStream<'_>, stop: impl Fn(ParseStream<'_>) -> bool) -> TokenStream {
    let mut skipped = TokenStream::new();
    while !at_end(stream) && !stop(stream) {
        let Ok(token) = stream.parse::<TokenTree>() else {
            break;
        };
        token.to_tokens(&mut skipped);
    }
    skipped
}
