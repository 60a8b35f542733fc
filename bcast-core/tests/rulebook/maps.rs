//! Maps from an operand's axes to the result's.

use bcast_core::AxisMap;

/// Lists of every kind: side by side, with gaps, longer than what is kept in place, and beyond a byte.
const LISTS: [&[usize]; 10] = [
    &[],
    &[0],
    &[3],
    &[2, 3, 4],
    &[0, 2],
    &[1, 2, 4, 7],
    &[0, 1, 2, 3, 4, 5, 6, 8],
    &[0, 2, 3, 4, 5, 6, 7, 8, 9],
    &[1, 300],
    &[256, 300],
];

#[test]
fn a_list_of_axes_is_where_the_axes_sit() {
    for list in LISTS {
        let map = AxisMap::list(list);
        assert_eq!(map.kept(), list.len(), "{list:?}");
        assert_eq!(map.output_axes().collect::<Vec<_>>(), list);
        for axis in 0..=list.len() {
            assert_eq!(map.output_axis(axis), list.get(axis).copied(), "{list:?}, axis {axis}");
        }
        for output in 0..=301 {
            assert_eq!(
                map.operand_axis(output),
                list.iter().position(|&axis| axis == output),
                "{list:?}, axis {output}"
            );
        }
        let first = list.first().copied().unwrap_or(0);
        let is_run = list.iter().enumerate().all(|(i, &axis)| axis == first + i);
        assert_eq!(map.offset(), is_run.then_some(first), "{list:?}");
        assert_eq!(map == AxisMap::at(first, list.len()), is_run, "{list:?}");
        assert_eq!(map.to_string(), format!("{list:?}"));
        assert!(!map.is_open());
    }
}

#[test]
fn an_open_map_keeps_no_axis() {
    let map = AxisMap::open();
    assert!(map.is_open());
    assert_eq!((map.kept(), map.output_axis(0), map.operand_axis(0), map.offset()), (0, None, None, None));
    assert_eq!(map.to_string(), "[?]");
}
