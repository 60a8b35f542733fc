//! Whatever [`align`] accepts, and fits, the rulebook resolves to the same shape with the same maps; stated shapes are held then exactly if the
//! rulebook holds them.

use std::vec::Vec;

use super::{FEW, align};
use crate::call::stated::is_held;
use crate::operand::call_site::{CallSite, OwnAlignment};
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::small::tests::draw::Random;
use crate::report::resolution::resolve_stated;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Call, Operand, Place};
use crate::rules::length::Length;
use crate::rules::mode::Mode;
use crate::rules::resolve::{Found, iterated, resolve};
use crate::rules::stated::{Entry, Stated, Symbols};

const STRIDES: [isize; 4] = [0; 4];

fn info(shape: &[usize], kind: OperandKind) -> OperandInfo<'_> {
    OperandInfo { ptr: core::ptr::null(), elem_size: 4, shape, strides: &STRIDES[..shape.len()], kind }
}

/// A shape; mostly a part of `near` with some axes of length 1.
fn shape(random: &mut Random, near: &[usize]) -> Vec<usize> {
    let mut shape: Vec<usize> = match random.below(4) {
        0 => (0..random.below(4)).map(|_| 1 + random.below(3)).collect(),
        1 => near.to_vec(),
        2 => near[random.below(near.len() + 1)..].to_vec(),
        _ => near[..random.below(near.len() + 1)].to_vec(),
    };
    for length in &mut shape {
        if random.once_in(5) {
            *length = 1;
        }
    }
    shape
}

fn increasing(random: &mut Random) -> Vec<i64> {
    (0..3).filter(|_| random.once_in(2)).collect()
}

/// Stated lengths of a shape, mostly true ones and as many as it has.
fn entries(random: &mut Random, shape: &[usize]) -> Vec<Entry> {
    let entry = |&length: &usize| match random.below(8) {
        0..=2 => Entry::Known(length),
        3..=4 => Entry::Symbol(length as u32 % 3),
        5 => Entry::Value(length as u32 - 1),
        6 => Entry::Open,
        _ => random.of(&[Entry::Known(2), Entry::Symbol(0), Entry::Value(1)]),
    };
    let mut entries: Vec<Entry> = shape.iter().map(entry).collect();
    if random.once_in(20) {
        entries.pop();
    } else if random.once_in(20) {
        entries.push(Entry::Open);
    }
    entries
}

/// True if every axis other than 1 lies on an axis of its length.
fn fits(shape: &[usize], map: &AxisMap<'_>, result: &[usize]) -> bool {
    shape
        .iter()
        .enumerate()
        .all(|(axis, &length)| length == 1 || map.output_axis(axis).is_some_and(|at| result.get(at) == Some(&length)))
}

#[test]
fn what_is_aligned_is_the_rulebooks() {
    let (mut random, mut accepted, mut held) = (Random(7), [0; Mode::ALL.len()], [0; 2]);
    for _ in 0..400_000 {
        let near: Vec<usize> = (0..random.below(4)).map(|_| 1 + random.below(3)).collect();
        let mode = random.below(Mode::ALL.len());
        let shapes: Vec<Vec<usize>> = (0..1 + random.below(3)).map(|_| shape(&mut random, &near)).collect();
        let own: Vec<Vec<i64>> = shapes.iter().map(|_| increasing(&mut random)).collect();
        let owns: Vec<OwnAlignment<'_>> = (0..shapes.len())
            .filter_map(|operand| match random.below(8) {
                0 => Some(OwnAlignment::axis(operand, random.below(4) as i64 - 1)),
                1 => Some(OwnAlignment::axes(operand, &own[operand])),
                _ => None,
            })
            .collect();
        let (axes, to) = (increasing(&mut random), shape(&mut random, &near));
        let to: Vec<i64> = to.iter().map(|&length| length as i64).collect();
        let mut site = CallSite::new(&[]).own(&owns);
        if random.once_in(3) {
            site = site.axis(random.below(4) as i64 - 1);
        }
        if random.once_in(4) {
            site = site.axes(&axes);
        }
        if random.once_in(3) {
            site = site.to(&to);
        }
        if random.once_in(4) {
            site = site.base(random.below(shapes.len()));
        }
        let is_place = random.once_in(2);
        let result = if random.once_in(4) { shape(&mut random, &near) } else { near.clone() };
        let place = (is_place && random.once_in(3)).then(|| random.below(shapes.len()));
        let shape_of = |operand: usize| if place == Some(operand) { &result[..] } else { &shapes[operand] };
        let kind_of = |operand| if place == Some(operand) { OperandKind::Place } else { OperandKind::Array };
        let infos: Vec<OperandInfo<'_>> =
            (0..shapes.len()).map(|operand| info(shape_of(operand), kind_of(operand))).collect();
        let mut maps = [None; FEW];
        if align(Mode::ALL[mode], &site, &infos, &result, is_place, &mut maps).is_none() {
            continue;
        }
        let maps: Vec<AxisMap<'_>> =
            maps[..shapes.len()].iter().map(|map| map.expect("every array is aligned")).collect();
        if !(0..shapes.len()).all(|operand| fits(shape_of(operand), &maps[operand], &result)) {
            continue;
        }
        accepted[mode] += 1;
        let lengths = |shape| Length::slice(shape).expect("lengths are small");
        let operands: Vec<Operand<'_>> = (0..shapes.len())
            .map(|operand| Operand { name: "", shape: lengths(shape_of(operand)), alignment: site.alignment(operand) })
            .collect();
        let to: Vec<Length> = to.iter().map(|&length| Length::new(length as usize)).collect();
        let call = Call {
            axis: site.axis,
            axes: site.axes,
            base: site.base,
            to: site.to.map(|_| &to[..]),
            place: is_place.then(|| Place { name: "", shape: lengths(&result), operand: place }),
            ..Call::new(Mode::ALL[mode], &operands)
        };
        let (mut frame, mut found_maps) = ([Length::ONE; 32], [None; FEW]);
        let mut found = Found::new(&mut frame, &mut found_maps[..shapes.len()], &mut [], &mut []);
        resolve(&call, &mut found);
        assert_eq!(found.mistakes.count(), 0, "{call:?}");
        assert_eq!(iterated(&call, found.frame()), lengths(&result), "{call:?}");
        let shift = result.len() - found.frame().len();
        for (operand, map) in maps.iter().enumerate() {
            for (axis, _) in shape_of(operand).iter().enumerate().filter(|&(_, &length)| length != 1) {
                let at = found.maps()[operand].and_then(|map| map.output_axis(axis)).map(|at| at + shift);
                assert_eq!(map.output_axis(axis), at, "operand {operand}: {call:?}");
            }
        }
        let mut all = Vec::new();
        for operand in (0..shapes.len()).map(Some).chain(is_place.then_some(None)) {
            if !random.once_in(3) {
                all.push((operand, entries(&mut random, operand.map_or(&result, |operand| shape_of(operand)))));
            }
        }
        let stated = |(operand, entries)| Stated { operand, name: "", entries };
        let stated: Vec<Stated<'_>> = all.iter().map(|(operand, entries)| stated((*operand, &entries[..]))).collect();
        let symbols = Symbols { names: &["L", "M", "N"], texts: &["{1}", "{2}", "{3}"], values: &[1, 2, 3] };
        let site = site.stated(&stated, symbols.names, symbols.texts, symbols.values);
        let maps: Vec<_> = maps.into_iter().map(Some).collect();
        let is_right = resolve_stated(&call, &stated, symbols).is_ok();
        let is_it = is_held(&site, &infos, &result, is_place.then_some(&result[..]), Some(&maps));
        assert_eq!(is_it, is_right, "{stated:?}: {call:?}");
        // A constant among the entries changes nothing but their numbers, unless axes are stated for it.
        let (at, of_constant) = (random.below(infos.len() + 1), random.of(&[&[][..], &[Entry::Open]]));
        let mut with_constant = infos.clone();
        with_constant.insert(at, info(&[], OperandKind::Constant));
        let entry = |operand: usize| operand + usize::from(operand >= at);
        let mut renumbered: Vec<Stated<'_>> =
            stated.iter().map(|stated| Stated { operand: stated.operand.map(entry), ..*stated }).collect();
        renumbered.push(Stated { operand: Some(at), name: "", entries: of_constant });
        let site = site.stated(&renumbered, symbols.names, symbols.texts, symbols.values);
        let is_it_beside = is_held(&site, &with_constant, &result, is_place.then_some(&result[..]), Some(&maps));
        assert_eq!(is_it_beside, is_it && of_constant.is_empty(), "{renumbered:?}: {call:?}");
        held[usize::from(is_it)] += 1;
    }
    // Nothing is aligned in modes that stretch nothing.
    let is_tried = |(&count, mode): (&i32, Mode)| if mode.stretches() { count > 500 } else { count == 0 };
    assert!(accepted.iter().zip(Mode::ALL).all(is_tried), "{accepted:?}");
    assert!(held.iter().all(|&count| count > 2_000), "{held:?}");
}
