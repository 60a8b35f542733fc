//! The call site, the checks that operands, target and place fit, and the constants whose evaluation reports a mistake.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;

use crate::diagnostics::SpanRange;
use crate::model::{AxisOption, Model, Reader};
use crate::tokens::{self, indices, local, numbered, ours, parenthesized};

/// Calls with more operands get no constants: types still refuse them, but without an explanation.
const MAX_OPERANDS: usize = 16;

/// The party that a check or a constant concerns.
#[derive(Clone, Copy)]
pub enum About {
    Operand(usize),
    /// An operand's own `axis` or `axes`.
    Own(usize),
    /// The call's `axis` or `axes`.
    Option,
    To,
    Place,
}

impl About {
    /// The constant's name, which the compiler prints after the message, and the party's number in `bcast_core::typed::check`.
    fn name_and_number(self) -> (Ident, Literal) {
        let (name, number) = match self {
            Self::Operand(index) => (format!("OPERAND_{index}"), index),
            Self::Own(index) => (format!("OPTION_{index}"), 32 + index),
            Self::Option => ("OPTION".to_owned(), 16),
            Self::To => ("TO".to_owned(), 17),
            Self::Place => ("PLACE".to_owned(), 18),
        };
        (Ident::new(&name, Span::mixed_site()), Literal::usize_unsuffixed(number))
    }
}

/// The checks of one call.
pub struct Checks<'m> {
    model: &'m Model,
    /// The checks, one statement each.
    checks: TokenStream,
    /// The constants, one for each party.
    constants: TokenStream,
    names: Vec<Ident>,
    /// True if constants report mistakes.
    pub has_constants: bool,
}

impl<'m> Checks<'m> {
    /// Starts with no checks.
    pub fn new(model: &'m Model) -> Self {
        // Editors do not evaluate constants; they show the compiler's errors.
        let has_constants = model.operands.len() <= MAX_OPERANDS && !matches!(model.reader, Reader::Editor);
        Self { model, checks: TokenStream::new(), constants: TokenStream::new(), names: Vec::new(), has_constants }
    }

    /// Adds a check.
    pub fn check(&mut self, about: About, span: SpanRange, check: TokenStream) {
        self.checks.extend(tokens::check("__BcastFits", span, "fits", check));
        self.constant(about, span);
    }

    /// Adds a constant for a party without a check.
    pub fn constant(&mut self, about: About, span: SpanRange) {
        let (name, number) = about.name_and_number();
        let arguments = parenthesized(span.last, ours!(Self::SITE, #number, Self::MISTAKEN));
        let constant = quote_spanned!(span.first=> __bcast_checked);
        self.constants.extend(ours!(const #name: __BcastChecked<__V> = #constant #arguments;));
        self.names.push(name);
    }

    /// Returns the statements of all checks and constants.
    pub fn finish(self) -> TokenStream {
        let checks = self.checks;
        if !self.has_constants || self.names.is_empty() {
            return checks;
        }
        let krate = &self.model.krate;
        let mut literal = |_, axes: &AxisOption| {
            let entries = axes.list.literals()?;
            Some(if axes.is_single() { ours!(#(#entries)*) } else { ours!(&[#(#entries),*]) })
        };
        let (constants, names, site) = (&self.constants, &self.names, site(self.model, &mut literal));
        ours! {
            #checks
            struct Call<__V>(__V);
            impl<__V: __BcastShapes> Call<__V> {
                const SITE: &'static #krate::__private::CallSite<'static> = &#site;
                const MISTAKEN: ::core::primitive::u64 = __bcast_mistaken::<__V>(Self::SITE);
                #constants
            }
            #[allow(unreachable_patterns)]
            match #krate::__private::verdict(#krate::__private::constants(&__check)) {
                #(Call::<_>::#names)|* => {}
            }
        }
    }
}

/// Emits a call site. `read` gives the tokens of a value, for which it has a name that is free; a value without tokens is left out.
pub fn site(model: &Model, read: &mut dyn FnMut(Ident, &AxisOption) -> Option<TokenStream>) -> TokenStream {
    let krate = &model.krate;
    let names = model.operands.iter().map(|operand| &operand.name);
    let mut site = ours!(#krate::__private::CallSite::new(&[#(#names),*]));
    if let Some(place) = model.place() {
        let name = &place.name;
        site.extend(ours!(.place(#name)));
    }
    if let Some(axes) = &model.axes
        && let Some(value) = read(local(&format!("__{}", axes.name)), axes)
    {
        let setter = local(axes.name);
        site.extend(ours!(.#setter(#value)));
    }
    if let Some(named) = &model.named {
        let own = named.maps.iter().enumerate().filter_map(|(index, axes)| {
            let (axes, index) = (indices(axes.as_ref()?), Literal::usize_unsuffixed(index));
            Some(ours!(#krate::__private::OwnAlignment::axes(#index, #axes)))
        });
        site.extend(ours!(.own(&[#(#own),*])));
    }
    let own: Vec<TokenStream> = (model.operands.iter().enumerate())
        .filter_map(|(index, operand)| {
            let axes = operand.alignment.as_ref()?;
            let value = read(numbered("__own", index), axes)?;
            let (setter, index) = (local(axes.name), Literal::usize_unsuffixed(index));
            Some(ours!(#krate::__private::OwnAlignment::#setter(#index, #value)))
        })
        .collect();
    if !own.is_empty() {
        site.extend(ours!(.own(&[#(#own),*])));
    }
    site
}
