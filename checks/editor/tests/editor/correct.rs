//! Correct calls have no entry in the list of problems.

use crate::open;

#[test]
fn every_form_of_the_language_is_right_while_typing() {
    assert_eq!(open("network/src/forms.rs").problems(), []);
}

#[test]
fn every_form_of_the_language_is_right_when_checked() {
    assert_eq!(open("network/src/forms.rs").problems_when_checked(), []);
}

#[test]
fn the_typed_programs_are_right_when_checked() {
    assert_eq!(open("network/src/programs.rs").problems_when_checked(), []);
}
