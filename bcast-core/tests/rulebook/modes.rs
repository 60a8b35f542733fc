//! The properties that `Mode` states, against its behaviour.

use bcast_core::Broadcast;
use bcast_core::report::error::ErrorKind;
use bcast_core::rules::mode::{Mode, OptionName};

use crate::support::Spec;

/// The call of these operands, with `to` where the mode requires a target.
fn call(mode: Mode, shapes: &[&[usize]], to: &[usize]) -> Spec<usize> {
    let spec = Spec::new(mode, shapes);
    if mode.needs_target() { spec.to(to) } else { spec }
}

fn result(spec: &Spec<usize>) -> Option<Vec<usize>> {
    spec.resolve().ok().map(|resolution| resolution.shape.to_vec())
}

#[test]
fn need_for_a_target() {
    for mode in Mode::ALL {
        let found = Spec::new(mode, &[&[2_usize, 3][..], &[2, 3]]).resolve();
        assert_eq!(
            mode.takes_identical_shapes(),
            found.as_ref().is_ok_and(|found| found.shape[..] == [2, 3]),
            "{mode}"
        );
        let needs = found.is_err_and(|error| error.kind() == ErrorKind::NeedsTo);
        assert_eq!(mode.needs_target(), needs, "{mode}");
    }
}

#[test]
fn stretching_parties() {
    for mode in Mode::ALL {
        let beside = call(mode, &[&[2, 3], &[1, 3]], &[2, 3]);
        assert_eq!(mode.stretches(), result(&beside) == Some(vec![2, 3]), "{mode}");
        let each_other = call(mode, &[&[2, 1], &[1, 3]], &[1, 1]);
        assert_eq!(mode.joins(), result(&each_other) == Some(vec![2, 3]), "{mode}");
        let to = Spec::new(mode, &[&[2_usize, 3][..]]).to(&[1, 3]);
        assert_eq!(mode.target_stretches(), result(&to) == Some(vec![2, 3]), "{mode}");
    }
}

/// The axis map of the last operand, or the reason why it cannot be aligned; `None` if only its length does not fit.
fn place(mode: Mode, beside: &[usize], operand: &[usize], axis: i64) -> Option<String> {
    let mut spec = call(mode, &[beside, operand], beside);
    if mode.takes(OptionName::Axis) {
        spec = spec.axis(axis);
    }
    if mode.takes(OptionName::Axes) {
        // `axes` cannot fit the first operand, which has the target's rank, so that one gets its own.
        let axes: Vec<i64> = (0..beside.len() as i64).collect();
        spec = spec.own_axes(0, &axes).axes(&[axis.max(0)]);
    }
    match spec.resolve() {
        Ok(resolution) => Some(resolution.maps[1].to_string()),
        Err(error) if error.kind() == ErrorKind::LengthMismatch => None,
        Err(error) => Some(format!("{:?}", error.kind())),
    }
}

#[test]
fn alignment_properties() {
    for mode in Mode::ALL {
        let vector = |beside: &[usize], axis| place(mode, beside, &[3], axis);
        let always_right = [-1, 0, 1].iter().all(|&axis| vector(&[3, 3, 3], axis).is_some_and(|place| place == "[2]"));
        assert_eq!(mode.aligns_right(), always_right, "{mode}");
        let differs = |one: Option<String>, other: Option<String>| one.is_some() && other.is_some() && one != other;
        let by_length = differs(vector(&[3, 2, 3], -1), vector(&[4, 2, 3], -1));
        assert_eq!(mode.places_vectors(), by_length, "{mode}");
        // Beside another operand of the same rank.
        let whole = |beside: &[usize]| place(mode, beside, &[2, 3], 1);
        let together = differs(whole(&[2, 3]), whole(&[1, 3])) || by_length;
        assert_eq!(mode.aligns_together(), together, "{mode}");
    }
}

#[test]
fn a_map_is_read_from_either_side() {
    let spec = Spec::new(Mode::Pdpd, &[&[4_usize, 2, 3][..], &[2, 3], &[3, 1, 1]]).axis(2).own_axis(1, 1);
    let maps = spec.resolve().expect("trailing 1s are dropped").maps;
    for (map, outputs) in maps.iter().zip([&[0, 1, 2][..], &[1, 2], &[2]]) {
        assert!(!map.is_open());
        assert_eq!((map.kept(), map.output_axes().collect::<Vec<_>>()), (outputs.len(), outputs.to_vec()));
        for axis in 0..3 {
            assert_eq!(map.output_axis(axis), outputs.get(axis).copied());
            assert_eq!(map.operand_axis(axis), outputs.iter().position(|&output| output == axis));
        }
    }
}

#[test]
fn names_of_modes_and_options() {
    for mode in Mode::ALL {
        assert_eq!(Mode::from_name(mode.name()), Some(mode));
        assert_eq!(mode.to_string(), mode.name());
        assert_eq!(mode.default_axis().is_some(), mode.takes(OptionName::Axis), "{mode}");
        // Omitting the option is the same as giving its default.
        if let Some(axis) = mode.default_axis() {
            let spec = Spec::new(mode, &[&[2_usize, 3, 3][..], &[3]]);
            assert_eq!(spec.clone().axis(axis).resolve(), spec.resolve(), "{mode}");
        }
    }
    assert_eq!(Mode::from_name("multidirectional"), Some(Mode::Numpy));
    assert_eq!(Mode::from_name("none "), None);
    let mut names = OptionName::ALL.map(OptionName::name);
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    assert!(OptionName::ALL.iter().all(|option| option.to_string() == option.name() && !option.name().is_empty()));
}

#[test]
fn the_run_time_api_computes() {
    let sum = Broadcast::new(Mode::Pdpd).axis(0);
    let (x, b) = ([1, 2, 3, 4, 5, 6], [10, 20]);
    let place = &mut [0; 6][..];
    sum.apply_into(place, (&x[..],), |(x,)| x * 2);
    assert_eq!(place, [2, 4, 6, 8, 10, 12]);
    assert!(sum.try_apply_into(place, (&b[..],), |(b,)| b).is_err());
    assert_eq!(place, [2, 4, 6, 8, 10, 12]);
    sum.try_apply_into(place, (&x[..],), |(x,)| x + 1).expect("the same shape");
    assert_eq!(place, [2, 3, 4, 5, 6, 7]);
}

#[test]
#[should_panic(expected = "does not")]
fn the_run_time_api_panics_with_the_error() {
    Broadcast::new(Mode::Numpy).apply_into(&mut [0; 3][..], (&[1, 2][..],), |(x,)| x);
}

/// NAMEs, which a call gives as axes, may lie in any order; each is one length, and no axis is used twice.
#[test]
fn named_transposes_and_stretches_nothing() {
    let call = |axes: &[i64], shape: &[usize]| Spec::new(Mode::Named, &[shape]).to(&[2, 3, 4]).own_axes(0, axes);
    let kind = |axes: &[i64], shape: &[usize]| call(axes, shape).resolve().err().map(|error| error.kind());
    let turned = call(&[2, 0], &[4, 2]).resolve().expect("a transpose");
    assert_eq!((&turned.shape[..], turned.maps[0].to_string().as_str()), (&[2, 3, 4][..], "[2, 0]"));
    assert_eq!(kind(&[2, 0], &[4, 1]), Some(ErrorKind::LengthMismatch));
    assert_eq!(kind(&[2, 2], &[4, 4]), Some(ErrorKind::AxesNotIncreasing));
    assert_eq!(kind(&[0, 3], &[2, 4]), Some(ErrorKind::AxesOutOfRange));
    assert_eq!(kind(&[0], &[2, 4]), Some(ErrorKind::AxesCount));
    // Without NAMEs an array lies axis on axis, as in mode none, and one of rank 0 anywhere.
    let plain = |shape: &[usize]| Spec::new(Mode::Named, &[shape]).to(&[2, 3]).resolve().is_ok();
    assert_eq!([plain(&[2, 3]), plain(&[1, 3]), plain(&[3]), plain(&[])], [true, false, false, true]);
}

/// Texts about lists of axes, which only the run-time API can get wrong.
#[test]
fn named_at_run_time() {
    let text = |axes: &[i64], to: &[usize]| {
        let spec = Spec::new(Mode::Named, &[&[2_usize, 2][..]]).own_axes(0, axes);
        if to.is_empty() { spec } else { spec.to(to) }.resolve().unwrap_err().to_string()
    };
    assert_eq!(
        text(&[1, 1], &[2, 2]),
        "`axes(a) = [1, 1]` repeats an axis (mode = named)\n   entry 1 is 1; no axis is used twice\n\
         help: `axes(a) = [0, 1]` would fit"
    );
    assert_eq!(
        text(&[1, 0], &[]),
        "mode named needs `to`, the target's shape (mode = named)\n   it has the length of each axis; a place gives it too\n\
         help: give `to = [..]`"
    );
}
