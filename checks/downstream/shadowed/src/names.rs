//! A macro that fills a module with types, traits, modules and macros named like those of `core` and of the expansion.

/// Defines an item of each kind for each name.
macro_rules! all {
    ($make:ident: $($name:ident)*) => { $( crate::names::$make!($name); )* };
}
macro_rules! class {
    ($name:ident) => {
        /// Shadows another item.
        #[allow(non_camel_case_types, reason = "a name that nothing may pick up")]
        pub struct $name;
    };
}
macro_rules! role {
    ($name:ident) => {
        /// Shadows another item.
        pub trait $name {}
    };
}
macro_rules! place {
    ($name:ident) => {
        /// Shadows another item.
        pub mod $name {}
    };
}
macro_rules! other_macro {
    ($name:ident) => {
        #[allow(unused_macros, reason = "a name that nothing may pick up")]
        macro_rules! $name {
            () => {
                ::core::compile_error!("not the macro of this name")
            };
        }
    };
}

macro_rules! everything {
    () => {
        crate::names::all!(class: f32 f64 i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 isize usize bool char str);
        crate::names::all!(class: Option Some None Result Ok Err Vec Box String Rc Arc Cow Range Ordering PhantomData Wrapping Pin);
        crate::names::all!(class: ArrayBase Array Array1 Array2 ArrayD ArrayView ArrayViewMut Ix1 IxDyn Tensor TensorView TensorViewMut);
        crate::names::all!(class: Broadcast BroadcastError ShapeError Mode Rank One Len Unknown NamedLen CallSite Stated Entry Cheap OneThread);
        crate::names::all!(class: numpy pdpd paddle ncnn explicit bidirectional unidirectional none multidirectional);
        crate::names::all!(role: Add Sub Mul Div Rem Neg Not BitAnd BitOr BitXor Shl Shr AddAssign SubAssign MulAssign DivAssign RemAssign);
        crate::names::all!(role: BitAndAssign BitOrAssign BitXorAssign ShlAssign ShrAssign Index IndexMut Deref DerefMut PartialEq Eq PartialOrd);
        crate::names::all!(role: Ord Fn FnMut FnOnce Drop Copy Clone Sized Send Sync Unpin From Into TryFrom TryInto AsRef AsMut Borrow ToOwned);
        crate::names::all!(role: ToString Default Iterator IntoIterator Extend Debug Display Hash Any Error Shape Dimension Data Operand Element);
        crate::names::all!(place: core std alloc bcast bcast_core bcast_macros ndarray mode math typed __private ops option marker mem rayon);
        crate::names::all!(other_macro: panic assert assert_eq debug_assert unreachable unimplemented todo format format_args vec matches);
        crate::names::all!(other_macro: concat stringify write compile_error try_bcast dim shape);

        /// Shadows another function.
        pub fn drop() {}
        /// Shadows another function.
        pub fn unit() {}
    };
}

pub(crate) use {all, class, everything, other_macro, place, role};
