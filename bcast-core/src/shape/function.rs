//! Functions of types: traits whose implementations are written as rows of a table.

/// Declares traits of associated types alone, with their implementations.
///
/// A row is `[generics] Self, Parameter, .. => Output, .. where [bounds];`, with one value for each associated type that stands behind `->`.
/// `impl Name -> Output { .. }` has rows of a trait that is declared elsewhere.
macro_rules! type_functions {
    (impl $name:ident -> $outputs:tt {
        $([$($generics:tt)*] $this:ty $(, $argument:ty)* => $($value:ty),+ $(where [$($bounds:tt)*])?;)*
    }) => {
        $(impl<$($generics)*> $name<$($argument),*> for $this
        where
            $($($bounds)*)?
        {
            type_functions! { @define $outputs = $($value),+ }
        })*
    };
    ($(
        $(#[$meta:meta])*
        $name:ident $(<$($parameter:ident),*>)? -> $outputs:tt {
            $([$($generics:tt)*] $this:ty $(, $argument:ty)* => $($value:ty),+ $(where [$($bounds:tt)*])?;)*
        }
    )*) => {$(
        $(#[$meta])*
        pub trait $name $(<$($parameter),*>)? {
            type_functions! { @declare $outputs }
        }
        type_functions! {
            impl $name -> $outputs {
                $([$($generics)*] $this $(, $argument)* => $($value),+ $(where [$($bounds)*])?;)*
            }
        }
    )*};
    (@declare $output:ident) => { #[allow(missing_docs, reason = "documented by the trait")] type $output; };
    (@declare ($($output:ident $(: $bound:path)?),*)) => {$(
        #[allow(missing_docs, reason = "documented by the trait")]
        type $output $(: $bound)?;
    )*};
    (@define $output:ident = $value:ty) => { type $output = $value; };
    (@define ($($output:ident $(: $bound:path)?),*) = $($value:ty),* $(,)?) => { $(type $output = $value;)* };
}
pub(crate) use type_functions;
