//! Sorting a handful of elements.

/// Sorts by `key`; what is equal stays in its order. The standard library's sort is for many elements, and kilobytes of machine code for
/// every type that whoever builds this crate would wait for.
pub(crate) fn sort_few<T, K: Ord>(elements: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..elements.len() {
        let mut at = end;
        while at > 0 && key(&elements[at - 1]) > key(&elements[at]) {
            elements.swap(at - 1, at);
            at -= 1;
        }
    }
}
