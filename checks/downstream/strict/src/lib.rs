//! The calls of all editions under every lint of clippy and rustc that plain Rust with the same formulas passes.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, clippy::cargo, clippy::restriction)]
#![deny(
    absolute_paths_not_starting_with_crate,
    ambiguous_negative_literals,
    closure_returning_async_block,
    deprecated_in_future,
    deprecated_safe_2024,
    edition_2024_expr_fragment_specifier,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    ffi_unwind_calls,
    if_let_rescope,
    impl_trait_overcaptures,
    impl_trait_redundant_captures,
    keyword_idents,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_unsafe_on_extern,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    rust_2021_incompatible_closure_captures,
    rust_2021_incompatible_or_patterns,
    rust_2021_prefixes_incompatible_syntax,
    rust_2021_prelude_collisions,
    rust_2024_guarded_string_incompatible_syntax,
    rust_2024_incompatible_pat,
    rust_2024_prelude_collisions,
    single_use_lifetimes,
    tail_expr_drop_order,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unsafe_attr_outside_unsafe,
    unused_crate_dependencies,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::default_numeric_fallback,
    clippy::float_arithmetic,
    clippy::indexing_slicing,
    clippy::integer_division_remainder_used,
    clippy::modulo_arithmetic,
    clippy::question_mark_used,
    clippy::suboptimal_flops,
    reason = "said of formulas, in a call as outside one"
)]
#![allow(
    clippy::blanket_clippy_restriction_lints,
    clippy::implicit_return,
    clippy::min_ident_chars,
    clippy::missing_inline_in_public_items,
    clippy::missing_trait_methods,
    clippy::multiple_crate_versions,
    clippy::arbitrary_source_item_ordering,
    clippy::exhaustive_structs,
    clippy::pub_use,
    clippy::single_call_fn,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    reason = "said of the rest of this crate"
)]

#[path = "../../shared/calls.rs"]
pub mod calls;
