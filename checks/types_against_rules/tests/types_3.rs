//! Part 3 of the calls checked in types.
use types_against_rules::asking::*;

include!(concat!(env!("OUT_DIR"), "/types_3.rs"));

#[test]
fn types_agree_with_the_core() {
    types_against_rules::compare(3, SAID);
}
