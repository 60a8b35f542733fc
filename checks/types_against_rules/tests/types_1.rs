//! Part 1 of the calls checked in types.
use types_against_rules::asking::*;

include!(concat!(env!("OUT_DIR"), "/types_1.rs"));

#[test]
fn types_say_what_the_core_says() {
    types_against_rules::compare(1, SAID);
}
