//! Types never refuse a call that the rulebook accepts, and give its result the rulebook's shape; for a call without
//! parameters, constants refuse what the rulebook refuses.
//!
//! `cases.rs` defines the calls. The build script writes each as the closure that `bcast!` expands to, reduced to its
//! types; the compiler answers by choosing one of two methods, and no call runs.

/// The items that generated code names, and the decoding of its answers.
pub mod asking {
    pub use bcast::__private::constants;
    pub use bcast::__private::scope::*;
    pub use bcast::__private::{
        Here, Len, NamedLen, One, Skip, TensorOperand, TypesDecide, Unknown, at_axis, base, by_axes, call, ints,
        known_rank, known_rank_to, lying_as, no_axis, no_to, own_aligned, rank_of, static_to,
    };
    pub use bcast::mode::*;

    use bcast::__private::ResultShape;
    use bcast::typed::generic::AxisLength;

    /// The types' answer for a call.
    #[derive(Clone, Copy)]
    pub struct Said {
        /// True if every bound holds.
        pub fits: bool,
        /// The parties that constants refuse for a call with this text, as bits.
        pub told: fn(&'static str) -> u64,
        /// The axes of its result.
        pub axes: Option<&'static [AxisLength]>,
    }

    /// A list of bounds.
    pub struct All<Questions>(pub Questions);

    /// A list of bounds that all hold.
    pub trait Answers {}
    impl Answers for () {}
    impl<Q: __BcastFits, Rest: Answers> Answers for (Q, Rest) {}

    /// Every operand fits.
    pub struct Fits;
    /// Some operand does not.
    pub struct DoesNot;
    /// [`Fits`] or [`DoesNot`].
    pub trait Verdict {
        const FITS: bool;
    }
    impl Verdict for Fits {
        const FITS: bool = true;
    }
    impl Verdict for DoesNot {
        const FITS: bool = false;
    }
    /// The compiler's first choice.
    pub trait First {
        fn fit(&self) -> Fits {
            Fits
        }
    }
    impl<Questions: Answers> First for All<Questions> {}
    /// Its second choice, if the bound of the first fails.
    pub trait Second {
        fn fit(&self) -> DoesNot {
            DoesNot
        }
    }
    impl<Questions> Second for &All<Questions> {}

    /// An operand in unreachable code.
    pub fn o<Entry>() -> Entry {
        unreachable!("types are asked, nothing is run")
    }

    /// The types' answer for a closure's value.
    pub const fn said<S: ResultShape, V: Verdict, W: Verdict, C: __BcastShapes, F>(closure: F) -> Said
    where
        F: FnOnce() -> (S, V, W, std::marker::PhantomData<C>),
    {
        std::mem::forget(closure);
        Said { fits: V::FITS && W::FITS, told: __bcast_told::<C>, axes: S::AXES }
    }
}

#[path = "../cases.rs"]
pub mod cases;

use asking::Said;
use bcast::typed::generic::AxisLength;
use bcast_core::rules::call::{Alignment, Call, Operand};
use bcast_core::rules::length::Length;
use bcast_core::rules::mode::Mode;
use cases::{Case, Form, Own, core_says};

/// The number of crates the cases are distributed over.
pub const PARTS: usize = 4;

/// Includes the cases written by the build script.
pub fn asked() -> Vec<Case> {
    cases::asked(Form::of(option_env!("TYPES_AGAINST_RULES")))
}

/// Calls `then` with the case as the rulebook's call, with lengths encoded by `length`.
///
/// # Panics
/// If there is no such mode.
pub fn with_call<R>(case: &Case, length: impl Fn(usize) -> Length, then: impl FnOnce(&Call<'_>) -> R) -> R {
    let lengths = |shape: &Vec<usize>| shape.iter().map(|&l| length(l)).collect::<Vec<Length>>();
    let shapes: Vec<Vec<Length>> = case.operands.iter().map(lengths).collect();
    let operands: Vec<Operand<'_>> = (shapes.iter().enumerate())
        .map(|(index, shape)| Operand {
            name: "",
            shape,
            alignment: match case.own.get(index) {
                None | Some(Own::ByMode) => Alignment::ByMode,
                Some(Own::Axis(axis)) => Alignment::Axis(*axis),
                Some(Own::Axes(axes)) => Alignment::Axes(axes),
            },
        })
        .collect();
    let to: Option<Vec<Length>> = case.to.as_ref().map(lengths);
    then(&Call {
        axis: case.axis,
        axes: case.axes.as_deref(),
        to: to.as_deref(),
        base: case.base,
        ..Call::new(Mode::from_name(case.mode).unwrap(), &operands)
    })
}

/// The text of a call in the macro's format for constants.
fn text(case: &Case) -> &'static str {
    let list = |axes: &[i64]| axes.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let mut lines = Vec::new();
    for index in 0..case.operands.len() {
        lines.push("n".to_owned());
        match case.own.get(index) {
            None | Some(Own::ByMode) => {}
            Some(Own::Axis(axis)) => lines.push(format!("A{axis}")),
            Some(Own::Axes(axes)) => lines.push(format!("S{}", list(axes))),
        }
    }
    lines.extend(case.axis.map(|axis| format!("a{axis}")));
    lines.extend(case.axes.as_ref().map(|axes| format!("s{}", list(axes))));
    lines.join("\n").leak()
}

/// Compares the types' answers for a part's cases with the core's.
///
/// # Panics
/// If they differ anywhere.
pub fn compare(part: usize, said: &[&[Said]]) {
    let cases: Vec<Case> = asked().into_iter().skip(part).step_by(PARTS).collect();
    let said: Vec<Said> = said.concat();
    assert_eq!(cases.len(), said.len());
    let (mut accepted, mut wrong) = (0, Vec::new());
    for (case, Said { fits, told, axes }) in cases.iter().zip(said) {
        let lengths = |axes: &[AxisLength]| axes.iter().map(|axis| axis.known()).collect::<Option<Vec<usize>>>();
        let (types, core) = (axes.and_then(lengths), core_says(case));
        let is_refused = told(text(case)) != 0;
        accepted += usize::from(core.is_some());
        if core.is_some() && (!fits || types != core) || is_refused != core.is_none() {
            wrong.push(format!(
                "{case:?}\n   bounds {fits}, types {types:?}, constants {}\n   core  {core:?}",
                !is_refused
            ));
        }
    }
    println!("{} calls, of which {accepted} are right; constants refuse the others, and no others", cases.len());
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
