//! Reports tokens that are not an expression: idioms of other languages each with its replacement, the missing part if that is evident, else syn's error. A new idiom is a row of a table.

use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostics, SpanRange};
use crate::spelling::{has_word, is_sign};
use crate::tokens::regrouped;

/// The tokens of an idiom, and the message. A comma separates alternatives. Punctuation within a word is adjacent; `_` is any name or literal,
/// `0` a literal, `(` and the like a group that begins so, `[:` a bracket that begins with a colon or has a comma, and `;` the end of the tokens
/// or a comma.
type Idiom = (&'static str, &'static str);

/// The idioms after the end of an operand: a name, a literal, parentheses or brackets.
const AFTER_OPERAND: &[Idiom] = &[
    (
        ".*, ./, .+, .-",
        "no dot is needed before an operator: `*`, `/`, `+` and `-` are element-wise here, as in `a * b`",
    ),
    (".=", "`.=` is no operator of Rust; `=` writes element by element here: `y = x`"),
    (":=", "`:=` is no operator of Rust; `y = x` writes to the array `y`, and `let y = bcast!(x);` makes a new one"),
    (
        "++ ;",
        "`++` is no operator of Rust; `bcast!(x += 1)` adds 1 to each element, and `x += 1.0` where they are floats",
    ),
    ("@", "`@` is no operator of Rust; a product of matrices is computed before the call: `let p = a.dot(&b);`"),
    ("~=, <>, !==", "`a ~= b` is written `a != b`"),
    ("=+", "`=+` is written `+=`"),
    ("||=", "`||=` is written `|=`"),
    ("=>", "`=>` is no operator of Rust: `>=` compares, and an expression needs no `x =>`"),
    ("===", "`===` is written `==`"),
    ("is None", "a float is tested by `x.is_nan()`, and an `Option` by `b.is_none()`"),
    ("is _", "`a is b` is written `a == b`"),
    ("in [", "`k in [..]` is written `[..].contains(&k)`"),
    ("for", "no loop is needed: a name stands for each of its elements in turn, as in `x * 2.0`"),
    (". (", "functions of an element are methods: `x.exp()`"),
    ("as _ <, as _ . _", "a cast stands in parentheses: `(x as usize) < y`, `(x as f32).sqrt()`"),
    ("< _ > ::", "`::` goes before the types of a path, as in `Into::<f64>::into(x)`"),
    (": {", "no colon stands before a block: `if c { a } else { b }`"),
    ("* . 0, + . 0, - . 0, / . 0, < . 0, > . 0", "a number begins with a digit, as in `0.5`"),
    ("#", "a comment begins with `//`"),
    (".^", "`.^` is written `x.powf(y)`, or `x.powi(2)` for an integer"),
    ("then", "`if c then a` is written `if c { a } else { b }`"),
    ("and", "`and` is written `&&`, and `&` for bits"),
    ("or", "`or` is written `||`, and `|` for bits"),
    ("if", "`a if c else b` is written `if c { a } else { b }`"),
    (
        "[:",
        "a slice of an array is a view that is made before the loop: `&x.slice(s![.., 0])`, with a step `s![..;2]`, or `x.slice_mut(s![.., 0])` as a place; a column beside a row is `c * r, axis(c) = 0, axis(r) = 1`",
    ),
];

/// The idioms after an operator, or after nothing.
const AFTER_OPERATOR: &[Idiom] = &[
    ("where (", "`where(c, a, b)` is written `if c { a } else { b }`"),
    ("elif", "`elif` is written `else if`"),
    ("@.", "no `@.` is needed: operators and functions are element-wise"),
    ("(f32) _, (f64) _, (float) _, (int) _, (u8) _", "`(f32)x` is written `x as f32`"),
    ("| _ | +, | _ | /", "`|x|` is written `x.abs()`"),
    ("$ _", "a name stands without `$`"),
    ("type, mod, use, do, box, macro, final", "a keyword is no name; choose another name"),
    ("not _", "`not` is written `!`"),
    ("~", "`~` is written `!`"),
    ("+ _", "a sign `+` is left out"),
    ("lambda _", "no `lambda` is needed: the expression for one element is the formula itself, `bcast!(x * g)`"),
];

/// The power operator, which Rust parses as `x * (*y)`: a product if `*y` is an operand.
const POWER: &[Idiom] = &[(
    "**",
    "`**` is no operator of Rust; write `x.powf(y)` for the power, or `x * *y` with a space for the product with `*y`",
)];

/// Finds the first `**` between two operands. Before a single operand it dereferences twice.
pub fn power(tokens: &TokenStream) -> Option<(SpanRange, &'static str)> {
    first(tokens, [POWER, &[]])
}

/// Finds the first idiom and its message in tokens that are no expression.
pub fn find(tokens: &TokenStream) -> Option<(SpanRange, &'static str)> {
    first(tokens, [AFTER_OPERAND, AFTER_OPERATOR])
}

/// The tokens without the words that are operators elsewhere: what is left are the operands of tokens that are no expression.
pub fn without_words(tokens: TokenStream) -> TokenStream {
    let is_word = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if has_word("and or not lambda", word));
    let mut kept = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => kept.push(regrouped(&group, without_words(group.stream()))),
            token if is_word(&token) => {}
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

/// Finds the first of some idioms, those after an operand and the others, in parentheses and brackets too.
fn first(tokens: &TokenStream, idioms: [&[Idiom]; 2]) -> Option<(SpanRange, &'static str)> {
    let [after_operand, after_operator] = idioms;
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut possible = after_operator;
    for (at, token) in tokens.iter().enumerate() {
        let found = possible.iter().find_map(|&(idiom, message)| {
            let last = idiom.split(", ").find_map(|idiom| matched(&tokens[at..], idiom))?;
            Some((SpanRange { first: token.span(), last: last.span() }, message))
        });
        if found.is_some() {
            return found;
        }
        // Braces hold statements, arms and guards, whose grammar is not that of an expression.
        if let TokenTree::Group(group) = token
            && group.delimiter() != Delimiter::Brace
            && let Some(found) = first(&group.stream(), idioms)
        {
            return Some(found);
        }
        possible = if ends_operand(token) { after_operand } else { after_operator };
    }
    None
}

/// The last token of an idiom at the start of the tokens.
fn matched<'a>(tokens: &'a [TokenTree], idiom: &str) -> Option<&'a TokenTree> {
    let (mut tokens, mut last) = (tokens.iter().peekable(), None);
    for word in idiom.split(' ') {
        match word {
            ";" if tokens.peek().is_none_or(|next| is_sign(Some(next), ",;")) => {}
            ";" => return None,
            "_" => last = tokens.next_if(|token| matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_))),
            "0" => last = tokens.next_if(|token| matches!(token, TokenTree::Literal(_))),
            "[:" => last = tokens.next_if(|token| is_slice(token)),
            word if word.starts_with(['(', '[', '{']) => {
                last =
                    tokens.next_if(|token| matches!(token, TokenTree::Group(_)) && token.to_string().starts_with(word));
            }
            word if word.starts_with(char::is_alphabetic) => {
                last = tokens.next_if(|token| matches!(token, TokenTree::Ident(name) if name == word));
            }
            punctuation => {
                let mut letters = punctuation.chars().peekable();
                while let Some(letter) = letters.next() {
                    let is_joint = letters.peek().is_some();
                    last = tokens.next_if(|token| {
                        matches!(token, TokenTree::Punct(punct) if punct.as_char() == letter
                            && (!is_joint || punct.spacing() == Spacing::Joint))
                    });
                    last?;
                }
            }
        }
        last?;
    }
    last
}

/// True if brackets begin with colons and no path, or have a comma, as in `[:, 0]`, `[::2]` and `[.., None]`.
fn is_slice(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let mut inner = group.stream().into_iter();
    let mut is_colon = || is_sign(inner.next().as_ref(), ":");
    let begins_with_colon = is_colon() && (!is_colon() || !matches!(inner.next(), Some(TokenTree::Ident(_))));
    let has_comma = group.stream().into_iter().any(|token| is_sign(Some(&token), ","));
    group.delimiter() == Delimiter::Bracket && (begins_with_colon || has_comma)
}

fn ends_operand(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => !has_word("as break else if in let match move mut ref return while", word),
        TokenTree::Literal(_) => true,
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Punct(_) => false,
    }
}

/// Reports these tokens, which syn refused with this error.
pub fn report(tokens: &TokenStream, error: &syn::Error, diagnostics: &mut Diagnostics) {
    // `y **= x`: the stars are the cause and have been reported.
    if power(tokens).is_some() {
        return;
    }
    if let Some((at, message)) = find(tokens) {
        return diagnostics.fatal(at, message);
    }
    match dangling(tokens) {
        Some(operator) => {
            let text: String = operator.iter().map(Punct::as_char).collect();
            let operator: TokenStream = operator.into_iter().map(TokenTree::Punct).collect();
            let missing = if text == "." { "a field or a method" } else { "an operand" };
            diagnostics.fatal_at(&operator, format!("{missing} is missing after `{text}`, or it is one too many"));
        }
        None => {
            let message = match error.to_string().trim_start_matches("unexpected end of input, ") {
                "expected `,`" => "expected an operator, or `,`".to_owned(),
                "comparison operators cannot be chained" => {
                    "comparisons are joined by `&&`: `a < x && x < b`".to_owned()
                }
                message => message.to_owned(),
            };
            // syn keeps both ends of an error's range only in the tokens it would emit.
            diagnostics.fatal_at(&error.to_compile_error(), message);
        }
    }
}

/// Finds the operator with nothing after it, at the end of the tokens or of the first parentheses with one.
fn dangling(tokens: &TokenStream) -> Option<Vec<Punct>> {
    let mut run: Vec<Punct> = Vec::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Punct(punct) => {
                if run.last().is_some_and(|last| last.spacing() == Spacing::Alone) {
                    run.clear();
                }
                run.push(punct);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                if let Some(inner) = dangling(&group.stream()) {
                    return Some(inner);
                }
                run.clear();
            }
            _ => run.clear(),
        }
    }
    Some(run).filter(|run| run.last().is_some_and(|last| !matches!(last.as_char(), ',' | ';' | '?')))
}

#[cfg(test)]
mod tests {
    use super::{find, power};

    #[test]
    fn idioms_are_found_and_rust_is_not() {
        #[rustfmt::skip]
        let idioms = [
            "f(a.*b)", "y .= x", "y := x", "x++", "x++, mode = pdpd", "a @ b", "a and b", "(a > 0) or (b > 0)",
            "a if c else b", "x[:, 0]", "x[.., None]", "b[None, 1..3]", "a ~= b", "a <> b", "a === b", "a is b",
            "a .^ 2", "if c then a else b", "a * +b", "not m", "~m", "lambda x: x", "exp.(a)", "@. a * b",
            "x[::2]", "where(a > b, a, b)", "np.where(a > b, a, b)", "(f32)x / 2", "k in [1, 2]", "x => 2",
            "|x| + 1", "a * .5", "$x", "x # doubled", "if c { a } elif d { b }", "if c: { a }", "x as u8 << 2",
            "Into<f64>::into(x)",
        ];
        for idiom in idioms {
            assert!(find(&idiom.parse().unwrap()).is_some(), "{idiom}");
        }
        for rust in [
            "match a { v if v > 0 => 1, v @ 1..=2 => v }",
            "f(&x[..], y)",
            "x[::bcast::N]",
            "if c { a } else { !b }",
            "[a, b]",
            "f([a, b])",
        ] {
            assert!(find(&rust.parse().unwrap()).is_none(), "{rust}");
        }
        assert!(power(&"f(a ** b)".parse().unwrap()).is_some());
        for rust in ["a * *b", "**a", "f(**a, *b)", "if **a > 0 { a } else { b }"] {
            assert!(power(&rust.parse().unwrap()).is_none(), "{rust}");
        }
    }
}
