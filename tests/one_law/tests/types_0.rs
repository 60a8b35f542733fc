//! Part 0 of the calls that types are asked about.
use one_law::asking::*;

include!(concat!(env!("OUT_DIR"), "/types_0.rs"));

#[test]
fn types_say_what_the_core_says() {
    one_law::compare(0, SAID);
}
