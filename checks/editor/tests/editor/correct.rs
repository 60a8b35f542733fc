//! Correct calls have no entry in the list of problems.

use crate::read;

#[test]
fn every_form_of_the_language_is_right_while_typing() {
    assert_eq!(read("network/src/forms.rs").problems(), []);
}

#[test]
fn every_form_of_the_language_is_right_when_checked() {
    assert_eq!(read("network/src/forms.rs").problems_when_checked(), []);
}
