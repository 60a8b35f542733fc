//! Types never refuse a call that the rulebook accepts, and give its result the rulebook's shape. For calls without parameters, constants
//! refuse exactly what the rulebook refuses.
//!
//! `cases.rs` defines the calls. The build script writes random ones as the closure that `bcast!` expands to, reduced to its types. The compiler
//! chooses one of two methods, which shows whether a bound holds; no call runs. Pairs of shapes are written as types without a value, which the
//! compiler checks several times faster: a pair that types refuse and the rulebook accepts does not compile.

/// The items that generated code names, and the types' verdicts.
pub mod asking {
    pub use bcast::__private::constants;
    pub use bcast::__private::scope::*;
    pub use bcast::__private::{
        AtAxis, ByAxes, Here, Known, Len, NamedLen, NoAxis, NoRank, NoTo, One, Skip, StaticTo, TensorOperand,
        TensorType, TypesDecide, Unknown, at_axis, base, by_axes, call, known_rank, known_rank_to, lying_as,
        own_aligned, rank_of, static_to,
    };
    pub use bcast::mode::*;

    use bcast::__private::{AllFit, Asked, ByShapes, CallTypes, ResultShape};
    use bcast::typed::generic::AxisLength;

    /// The types' verdict on a call.
    #[derive(Clone, Copy)]
    pub struct TypesVerdict {
        /// True if every bound holds.
        pub fits: bool,
        /// The call that constants check: here a test evaluates them, since the compiler takes much longer to run the same functions.
        pub call: Option<CallTypes>,
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
        unreachable!("only types matter, nothing runs")
    }

    /// The types' verdict on a call that only types state, and that some bound may refuse.
    pub const fn asked<M, T, X, L>() -> TypesVerdict
    where
        Asked<M, T, X, L>: ResultShape + ByShapes,
    {
        let call = <<Asked<M, T, X, L> as ByShapes>::Shapes as __BcastShapes>::CALL;
        TypesVerdict { fits: false, call, axes: Asked::<M, T, X, L>::AXES }
    }

    /// The same on a call of which every bound must hold.
    pub const fn fitting<M, T, X, L>() -> TypesVerdict
    where
        Asked<M, T, X, L>: ResultShape + ByShapes + AllFit,
    {
        TypesVerdict { fits: true, ..asked::<M, T, X, L>() }
    }

    /// The types' verdict on a closure's value.
    pub const fn said<S: ResultShape, V: Verdict, W: Verdict, C: __BcastShapes, F>(closure: F) -> TypesVerdict
    where
        F: FnOnce() -> (S, V, W, std::marker::PhantomData<C>),
    {
        std::mem::forget(closure);
        TypesVerdict { fits: V::FITS && W::FITS, call: C::CALL, axes: S::AXES }
    }
}

#[path = "../cases.rs"]
pub mod cases;

use asking::TypesVerdict;
use bcast::typed::generic::AxisLength;
use bcast_core::__private::{CallSite, mistaken_in};
use bcast_core::rules::call::{Alignment, Call, Operand};
use bcast_core::rules::length::Length;
use bcast_core::rules::mode::Mode;
use cases::{Case, Form, Own, core_result};

/// The number of crates the cases are distributed over.
pub const PARTS: usize = 4;

/// Includes the cases written by the build script.
pub fn selected() -> Vec<Case> {
    cases::selected(Form::of(option_env!("TYPES_AGAINST_RULES")))
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

/// The call site of a case, whose operands have no names.
fn site(case: &Case) -> &'static CallSite<'static> {
    let own = case.own.iter().enumerate().filter_map(|(index, own)| match own {
        Own::ByMode => None,
        Own::Axis(axis) => Some(bcast_core::__private::OwnAlignment::axis(index, *axis)),
        Own::Axes(axes) => Some(bcast_core::__private::OwnAlignment::axes(index, axes.clone().leak())),
    });
    let mut site = CallSite::new(vec![""; case.operands.len()].leak()).own(own.collect::<Vec<_>>().leak());
    if let Some(axis) = case.axis {
        site = site.axis(axis);
    }
    if let Some(axes) = &case.axes {
        site = site.axes(axes.clone().leak());
    }
    Box::leak(Box::new(site))
}

/// Compares the types' verdicts on a part's cases with the core's.
///
/// # Panics
/// If they differ anywhere.
pub fn compare(part: usize, said: &[&[TypesVerdict]]) {
    let cases: Vec<Case> = selected().into_iter().skip(part).step_by(PARTS).collect();
    let said: Vec<TypesVerdict> = said.concat();
    assert_eq!(cases.len(), said.len());
    let (mut accepted, mut wrong) = (0, Vec::new());
    for (case, TypesVerdict { fits, call, axes }) in cases.iter().zip(said) {
        let lengths = |axes: &[AxisLength]| axes.iter().map(|axis| axis.known()).collect::<Option<Vec<usize>>>();
        let (types, core) = (axes.and_then(lengths), core_result(case));
        let is_refused = call.is_some_and(|call| mistaken_in(call, site(case)) != 0);
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
