//! Sorting a handful of elements.

/// Stable insertion sort by `key`. The standard library's sort targets long slices: it would add kilobytes of machine code per type, and
/// the time to compile them.
pub(crate) fn sort_few<T, K: Ord>(elements: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..elements.len() {
        let mut at = end;
        while at > 0 && key(&elements[at - 1]) > key(&elements[at]) {
            elements.swap(at - 1, at);
            at -= 1;
        }
    }
}
