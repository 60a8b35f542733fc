//! The rulebook against itself: verdicts on symbols and unknown lengths against the verdicts on all values they may take, and calls of many
//! operands against chains of two.

use bcast_core::report::error::ErrorKind;
use bcast_core::report::resolution::{Resolution, resolve_stated};
use bcast_core::rules::length::{Length, Symbol};
use bcast_core::rules::mode::{Mode, OptionName};
use bcast_core::rules::stated::{Entry, Stated, Symbols};

use crate::support::{NAMES, Spec};

const K1: Length = Length::new(1);
const K2: Length = Length::new(2);
const K3: Length = Length::new(3);
const N: Length = Length::name(0);
const M: Length = Length::name(1);
const V: Length = Length::value(0);
const W: Length = Length::value(1);
const U: Length = Length::UNKNOWN;

/// Every shape of up to `rank` axes with these lengths.
fn shapes<L: Copy>(lengths: &[L], rank: usize) -> Vec<Vec<L>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..rank {
        last =
            last.iter().flat_map(|shape| lengths.iter().map(move |&length| [&shape[..], &[length]].concat())).collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// All assignments of values to open lengths: the two NAMEs, the two `{expr}`s, then each `_` in order.
fn assignments(spec: &Spec<Length>, names: &[usize], values: &[usize]) -> Vec<Spec<usize>> {
    let all = || {
        let shapes = spec.operands.iter().map(|(_, shape)| shape);
        shapes
            .chain(&spec.to)
            .chain(spec.place.iter().filter(|_| spec.place_operand.is_none()).map(|(_, shape)| shape))
            .flatten()
    };
    let unknown = all().filter(|&&length| length == U).count();
    let used = |symbol: Length| all().any(|&length| length == symbol);
    let choices = |symbol, values: &[usize]| {
        if used(symbol) { values.to_vec() } else { vec![values[0]] }
    };
    let mut lists = vec![vec![]];
    let open = [choices(N, names), choices(M, names), choices(V, values), choices(W, values)];
    for choice in open.into_iter().chain((0..unknown).map(|_| values.to_vec())) {
        lists = lists.iter().flat_map(|list| choice.iter().map(move |&value| [&list[..], &[value]].concat())).collect();
    }
    lists.into_iter().map(|list| assign(spec, &list)).collect()
}

fn assign(spec: &Spec<Length>, values: &[usize]) -> Spec<usize> {
    let mut unknown = values[4..].iter();
    let mut numbers = |shape: &[Length]| -> Vec<usize> {
        let number = |&length: &Length| match (length.number(), length.symbol()) {
            (Some(length), _) => length,
            (_, Some(Symbol::Name(index))) => values[index as usize],
            (_, Some(Symbol::Value(index))) => values[2 + index as usize],
            (None, None) => *unknown.next().unwrap(),
        };
        shape.iter().map(number).collect()
    };
    let operands: Vec<_> = spec.operands.iter().map(|(name, shape)| (*name, numbers(shape))).collect();
    let to = spec.to.as_deref().map(&mut numbers);
    let place = match (&spec.place, spec.place_operand) {
        (Some((name, _)), Some(operand)) => Some((*name, operands[operand].1.clone())),
        (Some((name, shape)), None) => Some((*name, numbers(shape))),
        (None, _) => None,
    };
    Spec {
        mode: spec.mode,
        operands,
        own: spec.own.clone(),
        axis: spec.axis,
        axes: spec.axes.clone(),
        to,
        base: spec.base,
        place,
        place_operand: spec.place_operand,
    }
}

/// The run time's resolution for these values: the lengths must resolve, and no symbol may stretch.
fn accepted(spec: &Spec<Length>, real: &Spec<usize>) -> Option<Resolution<usize>> {
    let resolution = real.resolve().ok()?;
    let entry = |&length: &Length| match (length.number(), length.symbol()) {
        (Some(length), _) => Entry::Known(length),
        (_, Some(Symbol::Name(index))) => Entry::Symbol(index),
        (_, Some(Symbol::Value(index))) => Entry::Value(index),
        (None, None) => Entry::Open,
    };
    let entries: Vec<Vec<Entry>> = spec.operands.iter().map(|(_, shape)| shape.iter().map(entry).collect()).collect();
    let stated: Vec<Stated<'_>> =
        entries.iter().enumerate().map(|(i, entries)| Stated { operand: Some(i), name: NAMES[i], entries }).collect();
    let symbols = Symbols { names: &["N", "M"], texts: &["{v}", "{w}"], values: &[] };
    real.with(|call| match resolve_stated(call, &stated, symbols) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::SymbolStretches, "the values are assigned consistently");
            false
        }
    })
    .then_some(resolution)
}

/// The verdict must be correct for all values, and "at run time" is correct only if some values are accepted.
///
/// NAMEs are rigid: a refusal must hold for lengths that differ from all others.
fn check(spec: &Spec<Length>, failures: &mut Vec<String>, counts: &mut [usize; 3]) {
    let anything = [0, 1, 2, 3];
    match spec.resolve() {
        Ok(resolution) => {
            counts[usize::from(!resolution.is_certain())] += 1;
            let mut some = false;
            for real in assignments(spec, &anything, &anything) {
                match accepted(spec, &real) {
                    Some(answer) => {
                        some = true;
                        let agrees = |(&said, &is): (&Length, &usize)| said.number().is_none_or(|length| length == is);
                        if answer.shape.len() != resolution.shape.len()
                            || !resolution.shape.iter().zip(&answer.shape).all(agrees)
                        {
                            failures.push(format!(
                                "{spec:?}\n   shape {:?}, but {real:?}\n   gives {:?}",
                                resolution.shape, answer.shape
                            ));
                            return;
                        }
                        // An axis of length 1 reads the same wherever it sits.
                        let same = |operand: usize| {
                            let (said, is) = (&resolution.maps[operand], &answer.maps[operand]);
                            let mut axes =
                                real.operands[operand].1.iter().enumerate().filter(|(_, length)| **length != 1);
                            said.is_open() || axes.all(|(axis, _)| said.output_axis(axis) == is.output_axis(axis))
                        };
                        if !(0..resolution.maps.len()).all(same) {
                            failures.push(format!(
                                "{spec:?}\n   maps {:?}, but {real:?}\n   gives {:?}",
                                resolution.maps, answer.maps
                            ));
                            return;
                        }
                    }
                    None if resolution.is_certain() => {
                        failures.push(format!("{spec:?}\n   false yes: {real:?}"));
                        return;
                    }
                    None => {}
                }
            }
            if !some {
                failures.push(format!("{spec:?}\n   never accepted, left open by {:?}", resolution.obligations));
            }
        }
        Err(error) => {
            counts[2] += 1;
            let error = error.with_symbol_names(&["N", "M"], &["{v}", "{w}"]);
            if error.to_string().contains("`?`") {
                failures.push(format!("bad text: {error}"));
            }
            // ncnn refuses a symbol whose axis it cannot determine, though some values would fit. The symbol must have two possible axes;
            // unknown lengths are left to run time.
            if error.kind() == ErrorKind::OpenAlignment {
                if !some_vector_has_two_axes(spec, &assignments(spec, &anything, &anything)) {
                    failures.push(format!("{spec:?}\n   refused, though every vector has one place only"));
                }
                if error.operand_axis() != Some(0) {
                    failures.push(format!("{spec:?}\n   it is the vector's only axis that is undecided"));
                }
                return;
            }
            for mut real in assignments(spec, &[101], &[0, 1, 2, 3, 101, 102]) {
                // The NAMEs are two different lengths that occur nowhere else.
                real = second_name(spec, real);
                if let Some(answer) = accepted(spec, &real) {
                    failures.push(format!("{spec:?}\n   false no: {real:?}\n   gives {answer}\n{error}"));
                    return;
                }
            }
        }
    }
}

/// True if some vector whose length is a symbol, longer than 1, has the outermost length in one of these calls and another in another.
fn some_vector_has_two_axes(spec: &Spec<Length>, reals: &[Spec<usize>]) -> bool {
    let mut places = vec![[false; 2]; spec.operands.len()];
    for real in reals {
        let shapes = || {
            real.operands
                .iter()
                .map(|(_, shape)| shape)
                .chain(&real.to)
                .chain(real.place.iter().map(|(_, shape)| shape))
        };
        let rank = shapes().map(Vec::len).max().unwrap_or(0);
        let outermost = shapes().filter(|shape| shape.len() == rank).filter_map(|shape| shape.first());
        let outermost = outermost.fold(1, |joined, &length| if joined == 1 { length } else { joined });
        for (places, (_, shape)) in places.iter_mut().zip(&real.operands) {
            match shape[..] {
                [length] if length != 1 => places[usize::from(length == outermost)] = true,
                _ => {}
            }
        }
    }
    let is_symbol = |(_, shape): &(_, Vec<Length>)| matches!(shape[..], [length] if length.symbol().is_some());
    spec.operands.iter().zip(places).any(|(operand, places)| is_symbol(operand) && places == [true; 2])
}

/// Sets the second NAME to 102 throughout.
fn second_name(spec: &Spec<Length>, mut real: Spec<usize>) -> Spec<usize> {
    let rename = |said: &[Length], is: &mut [usize]| {
        said.iter().zip(is).filter(|(said, _)| **said == M).for_each(|(_, is)| *is = 102)
    };
    for ((_, said), (_, is)) in spec.operands.iter().zip(&mut real.operands) {
        rename(said, is);
    }
    if let (Some(said), Some(is)) = (&spec.to, &mut real.to) {
        rename(said, is);
    }
    if let (Some((_, said)), Some((_, is))) = (&spec.place, &mut real.place) {
        rename(said, is);
    }
    real
}

fn finish(what: &str, failures: &[String], counts: [usize; 3]) {
    println!("{what}: {} yes, {} at run time, {} no", counts[0], counts[1], counts[2]);
    let some: Vec<_> = failures.iter().take(8).cloned().collect();
    assert!(
        failures.is_empty(),
        "{what}: {} of {}:\n{}",
        failures.len(),
        counts.iter().sum::<usize>(),
        some.join("\n")
    );
    assert!(counts.iter().all(|&count| count > 0), "{what}: {counts:?}");
}

/// The modes and options for calls of two operands.
fn variants(mode: Mode) -> Vec<Spec<Length>> {
    let plain = Spec::new(mode, &[&[][..], &[]]);
    let onto = [plain.clone().onto(0), plain.clone().onto(1)];
    let mut variants = match mode {
        Mode::Pdpd => vec![
            plain.clone(),
            plain.clone().axis(0),
            plain.clone().axis(1),
            plain.clone().axis(2),
            plain.own_axis(1, 1),
        ],
        Mode::Paddle => vec![plain.clone(), plain.clone().axis(0), plain.axis(1)],
        Mode::Numpy => vec![plain.clone(), plain.own_axis(1, 0)],
        Mode::Unidirectional => vec![plain.clone(), plain.base(1)],
        _ => vec![plain],
    };
    variants.extend(onto);
    variants
}

#[test]
fn two_operands_of_open_lengths() {
    let shapes = shapes(&[K1, K2, N, M, V, U], 2);
    for mode in Mode::ALL.into_iter().filter(|mode| !mode.needs_target()) {
        let (mut failures, mut counts) = (Vec::new(), [0; 3]);
        for variant in variants(mode) {
            for a in &shapes {
                // The two NAMEs may change places: N comes first.
                for b in shapes.iter().filter(|b| a.iter().chain(*b).find(|length| [N, M].contains(length)) != Some(&M))
                {
                    let mut spec = variant.clone();
                    spec.operands[0].1.clone_from(a);
                    spec.operands[1].1.clone_from(b);
                    if let Some(operand) = spec.place_operand {
                        spec.place = Some(spec.operands[operand].clone());
                    }
                    check(&spec, &mut failures, &mut counts);
                }
            }
        }
        finish(mode.name(), &failures, counts);
    }
}

/// `a op= b` is the call with the place as A, if the mode has an A, whose result has exactly the place's shape.
#[test]
fn compound_place_is_a_result_of_its_shape() {
    let shapes = shapes(&[1_usize, 2, 3], 3);
    for mode in Mode::ALL.into_iter().filter(|mode| !mode.needs_target()) {
        let mut verdicts = [0; 2];
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            let axes = if mode.takes(OptionName::Axis) { &[None, Some(0), Some(1)][..] } else { &[None] };
            for (operand, axis) in axes.iter().flat_map(|&axis| [(0, axis), (1, axis)]) {
                let mut plain = Spec::new(mode, &[a, b]);
                plain.axis = axis;
                let lead = if mode.takes(OptionName::Base) { plain.clone().base(operand) } else { plain.clone() };
                let expected = lead.resolve().ok().filter(|result| result.shape[..] == *plain.operands[operand].1);
                let found = plain.onto(operand).resolve().ok();
                assert_eq!(found, expected, "{mode}, axis {axis:?}: {a:?} and {b:?} onto the operand {operand}");
                verdicts[usize::from(found.is_some())] += 1;
            }
        }
        assert!(verdicts.iter().all(|&count| count > 0), "{mode}: {verdicts:?}");
    }
}

#[test]
fn one_operand_to_a_target_or_place_of_open_lengths() {
    let shapes = shapes(&[K1, K2, N, V, U], 2);
    for mode in Mode::ALL {
        let (mut failures, mut counts) = (Vec::new(), [0; 3]);
        for a in &shapes {
            for target in &shapes {
                let spec = Spec::new(mode, &[a]);
                check(&spec.clone().to(target), &mut failures, &mut counts);
                if mode != Mode::Bidirectional {
                    check(&spec.clone().place("y", target), &mut failures, &mut counts);
                }
                if mode == Mode::Explicit {
                    check(&spec.clone().to(target).axes(&[1]), &mut failures, &mut counts);
                    check(&spec.clone().place("y", target).own_axes(0, &[0]), &mut failures, &mut counts);
                }
            }
        }
        finish(mode.name(), &failures, counts);
    }
}

#[test]
fn three_operands_of_open_lengths() {
    let shapes = shapes(&[K1, K2, K3, N, V, W, U], 1);
    for mode in [Mode::None, Mode::Numpy, Mode::Unidirectional, Mode::Pdpd, Mode::Paddle, Mode::Ncnn] {
        let (mut failures, mut counts) = (Vec::new(), [0; 3]);
        for a in &shapes {
            for b in &shapes {
                for c in &shapes {
                    check(&Spec::new(mode, &[a, b, c]), &mut failures, &mut counts);
                }
            }
        }
        finish(mode.name(), &failures, counts);
    }
}

#[test]
fn three_operands_of_open_lengths_and_different_ranks() {
    let (long, short) = (shapes(&[K1, K2, N, U], 2), shapes(&[K1, K2, N, V, U], 1));
    for mode in [Mode::Numpy, Mode::Unidirectional, Mode::Pdpd, Mode::Paddle, Mode::Ncnn] {
        let (mut failures, mut counts) = (Vec::new(), [0; 3]);
        for a in &long {
            for b in &short {
                for c in &short {
                    check(&Spec::new(mode, &[b, a, c]), &mut failures, &mut counts);
                    check(&Spec::new(mode, &[a, b, c]), &mut failures, &mut counts);
                }
            }
        }
        finish(mode.name(), &failures, counts);
    }
}

#[test]
fn ncnn_does_not_depend_on_order() {
    let shapes = shapes(&[1_usize, 2, 3], 3);
    let small: Vec<_> = shapes.iter().filter(|shape| shape.len() < 3).collect();
    for a in &shapes {
        for b in &small {
            for c in &small {
                let answer = |order: [usize; 3]| {
                    let all = [a.as_slice(), b, c];
                    let resolution = Spec::new(Mode::Ncnn, &order.map(|i| all[i])).resolve().ok()?;
                    let mut maps = [const { None }; 3];
                    for (at, i) in order.into_iter().enumerate() {
                        maps[i] = Some(resolution.maps[at].clone());
                    }
                    Some((resolution.shape, maps))
                };
                let first = answer([0, 1, 2]);
                for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                    assert_eq!(first, answer(order), "{a:?} {b:?} {c:?} {order:?}");
                }
            }
        }
    }
}

/// In modes that fold a rule for two operands, three operands give the result of two calls of two.
#[test]
fn many_operands_are_a_chain_of_two() {
    let shapes = shapes(&[0_usize, 1, 2, 3], 2);
    for mode in [Mode::None, Mode::Numpy, Mode::Unidirectional, Mode::Pdpd] {
        for a in &shapes {
            for b in &shapes {
                let two = Spec::new(mode, &[a, b]).resolve();
                for c in &shapes {
                    let chain = two.as_ref().ok().and_then(|ab| Spec::new(mode, &[&ab.shape, c]).resolve().ok());
                    let three = Spec::new(mode, &[a, b, c]).resolve().ok();
                    let shape = |resolution: &Option<Resolution<usize>>| {
                        resolution.as_ref().map(|resolution| resolution.shape.clone())
                    };
                    assert_eq!(shape(&three), shape(&chain), "{mode} {a:?} {b:?} {c:?}");
                    if let (Some(three), Some(chain)) = (&three, &chain) {
                        assert_eq!(three.maps[2], chain.maps[1], "{mode} {a:?} {b:?} {c:?}");
                    }
                }
            }
        }
    }
}

/// The first of all mistakes is the one that `resolve` returns, and none is reported twice.
#[test]
fn all_mistakes_begin_with_the_first() {
    let shapes = shapes(&[1_usize, 2, 3], 2);
    for mode in [Mode::None, Mode::Numpy, Mode::Pdpd, Mode::Ncnn, Mode::Paddle, Mode::Unidirectional] {
        for a in &shapes {
            for b in &shapes {
                for c in &shapes {
                    let spec = Spec::new(mode, &[a, b, c]);
                    let Err(all) = spec.resolve_all() else {
                        assert!(spec.resolve().is_ok());
                        continue;
                    };
                    assert_eq!(spec.resolve().unwrap_err(), all[0]);
                    for (i, one) in all.iter().enumerate() {
                        assert!(!all[..i].contains(one), "{spec:?}");
                        let again = |other: &bcast_core::BroadcastError| {
                            one.culprit() == other.culprit() && one.output_axis() == other.output_axis()
                        };
                        assert!(!all[..i].iter().any(again), "{mode} {a:?} {b:?} {c:?}: {one}");
                    }
                }
            }
        }
    }
}
