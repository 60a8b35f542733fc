//! Types and the rulebook say the same of every call, and give its result the same shape.
//!
//! `cases.rs` says which calls are asked about. The build script writes each as the closure that `bcast!` expands to, as far
//! as types read it; the compiler answers it by choosing one of two methods, and nothing of it is ever run.

/// What generated code names, and what is made of its answers.
pub mod asking {
    pub use bcast::__private::scope::*;
    pub use bcast::__private::{
        Here, Leads, Len, NamedLen, One, Skip, TensorOperand, TypesDecide, Unknown, at_axis, base, by_axes, call, ints,
        known_rank, known_rank_to, lead_mark, lying_as, no_axis, no_to, own_aligned, rank_of, static_to,
    };
    pub use bcast::mode::*;

    use bcast::__private::{PlainShape, ResultShape, Settled};
    use bcast::typed::AxisLength;

    /// What types say of a call.
    #[derive(Clone, Copy)]
    pub struct Said {
        /// Whether everything fits, asked one by one.
        pub fits: bool,
        /// Whether each operand does.
        pub operands_fit: bool,
        /// Whether one question about all operands has settled that they do.
        pub is_settled: bool,
        /// Whether it has settled that none is suspicious, too.
        pub is_clear: bool,
        /// The axes of its result.
        pub axes: Option<&'static [AxisLength]>,
        /// The same, of a call that is plain.
        pub plain: Option<&'static [AxisLength]>,
    }

    /// A list of questions.
    pub struct All<Questions>(pub Questions);

    /// Questions that are all answered with yes.
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
    /// Its second, where the first does not hold.
    pub trait Second {
        fn fit(&self) -> DoesNot {
            DoesNot
        }
    }
    impl<Questions> Second for &All<Questions> {}

    /// An operand, in code that is not run.
    pub fn o<Entry>() -> Entry {
        unreachable!("types are asked, nothing is run")
    }

    /// What the types of a closure's value say.
    pub const fn said<S, V, W, A, P, B, F>(closure: F) -> Said
    where
        S: ResultShape,
        V: Verdict,
        W: Verdict,
        A: Settled,
        P: PlainShape,
        B: Settled,
        F: FnOnce() -> (S, V, W, A, P, B),
    {
        std::mem::forget(closure);
        Said {
            fits: V::FITS && W::FITS,
            operands_fit: V::FITS,
            is_settled: A::FITS || B::FITS,
            is_clear: A::IS_CLEAR || B::IS_CLEAR,
            axes: S::AXES,
            plain: P::AXES,
        }
    }
}

#[path = "../cases.rs"]
pub mod cases;

use asking::Said;
use bcast::typed::AxisLength;
use bcast_core::rules::call::{Alignment, Call, Operand};
use bcast_core::rules::lint::suspicions;
use bcast_core::rules::mode::Mode;
use cases::{Case, Form, Own, core_says};

/// The crates that the cases are spread over.
pub const PARTS: usize = 4;

/// The cases that the build script has written, as it has been told.
pub fn asked() -> Vec<Case> {
    cases::asked(Form::of(option_env!("ONE_LAW")))
}

/// Hands the case to `then` as the rulebook's call, with its lengths as `length` has them.
///
/// # Panics
/// If there is no such mode.
pub fn with_call<L, R>(case: &Case, length: impl Fn(usize) -> L, then: impl FnOnce(&Call<'_, L>) -> R) -> R {
    let lengths = |shape: &Vec<usize>| shape.iter().map(|&l| length(l)).collect::<Vec<L>>();
    let shapes: Vec<Vec<L>> = case.operands.iter().map(lengths).collect();
    let operands: Vec<Operand<'_, L>> = (shapes.iter().zip(&case.own))
        .map(|(shape, own)| Operand {
            name: "",
            shape,
            alignment: match own {
                Own::ByMode => Alignment::ByMode,
                Own::Axis(axis) => Alignment::Axis(*axis),
                Own::Axes(axes) => Alignment::Axes(axes),
            },
        })
        .collect();
    let to: Option<Vec<L>> = case.to.as_ref().map(lengths);
    then(&Call {
        mode: Mode::from_name(case.mode).unwrap(),
        operands: &operands,
        axis: case.axis,
        axes: case.axes.as_deref(),
        to: to.as_deref(),
        base: case.base,
        place: None,
    })
}

/// Compares what types say of the cases of a part with what the core says.
///
/// # Panics
/// If they differ anywhere.
pub fn compare(part: usize, said: &[&[Said]]) {
    let cases: Vec<Case> = asked().into_iter().skip(part).step_by(PARTS).collect();
    let said: Vec<Said> = said.concat();
    assert_eq!(cases.len(), said.len());
    let (mut accepted, mut settled, mut clear, mut short, mut wrong) = (0, 0, 0, 0, Vec::new());
    for (case, Said { fits, operands_fit, is_settled, is_clear, axes, plain }) in cases.iter().zip(said) {
        let lengths = |axes: &[AxisLength]| axes.iter().map(|axis| axis.known()).collect::<Option<Vec<usize>>>();
        let types = fits.then(|| axes.and_then(lengths));
        let core = core_says(case);
        accepted += usize::from(core.is_some());
        settled += usize::from(is_settled);
        clear += usize::from(is_clear);
        // What is settled is not asked again.
        let is_suspicious = || with_call(case, |length| length, |call| !suspicions(call, true, &[], &[]).is_empty());
        // A call that is plain has the short way, if it is right, and nobody else has.
        let shortly = plain.map(lengths);
        short += usize::from(plain.is_some());
        if types != core.clone().map(Some)
            || shortly != types.clone().filter(|_| case.is_plain())
            || is_settled && !operands_fit
            || is_clear && is_suspicious()
        {
            wrong.push(format!(
                "{case:?}\n   types {types:?}, plain {shortly:?}, settled {is_settled}, not suspicious {is_clear}\n   core  {core:?}"
            ));
        }
    }
    println!(
        "{} calls, of which {accepted} are right and {short} plain; the operands of {settled} fit by one question, and of {clear} none is \
         suspicious",
        cases.len()
    );
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
