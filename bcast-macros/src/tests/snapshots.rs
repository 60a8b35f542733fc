//! Readable expansions of a few typical calls.
//!
//! `INSTA_UPDATE=always cargo test -p bcast-macros` rewrites them.

use crate::expand::expand;
use crate::model::{Finish, Reader};

/// The expansion of a call, laid out by prettyplease.
fn expanded(call: &str) -> String {
    let tokens = expand(format!("bcast; {call}").parse().unwrap(), Finish::Panic, Reader::Compiler);
    let file = syn::parse_str(&format!("fn call() {{ {} }}", one_step(tokens.to_string()))).unwrap();
    prettyplease::unparse(&file)
}

/// Collapses the identical steps over a nested array's axes into one.
fn one_step(mut code: String) -> String {
    let (steps, step) = (". __bcast_step () . __bcast_step ()", ". __bcast_step ()");
    while code.contains(steps) {
        code = code.replace(steps, step);
    }
    code
}

macro_rules! snapshots {
    ($($name:ident: $call:literal;)*) => {$(
        #[test]
        fn $name() {
            let mut settings = insta::Settings::clone_current();
            settings.set_description(concat!("bcast!(", $call, ")"));
            settings.set_omit_expression(true);
            settings.set_prepend_module_to_snapshot(false);
            settings.bind(|| insta::assert_snapshot!(stringify!($name), expanded($call)));
        }
    )*};
}
snapshots! {
    plain_addition: "a + b";
    stated_shapes: "x * gamma + beta, mode = pdpd, axis = 1, where x: [N, C, H, W], gamma: [C], beta: [C]";
    in_place: "x += bias, mode = pdpd, axis = 1";
    literal_shapes: "a * b, where a: [2, 4], b: [4]";
    select_with_a_local: "{ let t = x - mean; if t > 0.0 { t } else { slope * t } }, mode = unidirectional";
}
