//! Part 0 of the calls checked in types.
use types_against_rules::asking::*;

include!(concat!(env!("OUT_DIR"), "/types_0.rs"));

#[test]
fn types_agree_with_the_core() {
    types_against_rules::compare(0, SAID);
}
