//! The questions whether operands, target and place fit, and the constants that say why one does not.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::quote_spanned;

use crate::diagnostics::SpanRange;
use crate::editor::Reader;
use crate::model::{ListValue, Model, OwnAlignment};

/// Tokens of ours, as in [`emit`](crate::emit).
macro_rules! ours {
    ($($tokens:tt)*) => {
        quote_spanned!(Span::mixed_site()=> $($tokens)*)
    };
}

/// The most operands of a call that is judged; of one with more, types say that it is wrong, and not why.
const MAX_OPERANDS: usize = 16;

/// Whom a question or a constant is about.
#[derive(Clone, Copy)]
pub enum About {
    /// An operand.
    Operand(usize),
    /// An operand's own `axis` or `axes`.
    Own(usize),
    /// The call's.
    Option,
    /// `to`.
    To,
    /// The place.
    Place,
}

impl About {
    /// The name of the constant, which the compiler writes behind the message, and the number that the message goes by: those of
    /// `bcast_core::typed::check`.
    fn constant(self) -> (Ident, Literal) {
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

/// The questions of a call.
pub struct Questions<'m> {
    model: &'m Model,
    /// Each as a statement.
    asked: TokenStream,
    /// The constants, one for each party.
    constants: TokenStream,
    names: Vec<Ident>,
    is_judged: bool,
    said: String,
}

impl<'m> Questions<'m> {
    /// None yet.
    pub fn new(model: &'m Model) -> Self {
        // An editor computes no constants, and shows what the compiler says.
        let is_judged = model.operands.len() <= MAX_OPERANDS && !matches!(model.reader, Reader::Editor);
        Self {
            model,
            asked: TokenStream::new(),
            constants: TokenStream::new(),
            names: Vec::new(),
            is_judged,
            said: said(model),
        }
    }

    /// Whether constants say what does not fit.
    pub fn is_judged(&self) -> bool {
        self.is_judged
    }

    /// Asks whether something fits. What the compiler says of it is said of the user's own tokens, all of them, without a word
    /// about the macro; the names that have their spans are items, which resolve from everywhere.
    pub fn ask(&mut self, of_place: bool, about: About, span: SpanRange, question: &TokenStream) {
        let (first, last) = (span.first, span.last);
        let mut question = Group::new(Delimiter::Parenthesis, question.clone());
        question.set_span(last);
        let (answer, method) = match of_place {
            false => (quote_spanned!(first=> __BcastFits::), quote_spanned!(last=> __bcast_fits)),
            true => (quote_spanned!(first=> __BcastFitsPlace::), quote_spanned!(last=> __bcast_fits_place)),
        };
        let reference = quote_spanned!(first=> &);
        self.asked.extend(ours!(#answer #method(#reference #question);));
        self.judge(about, span);
    }

    /// A constant about something of which nothing is asked.
    pub fn judge(&mut self, about: About, span: SpanRange) {
        let (first, last) = (span.first, span.last);
        let (name, number) = about.constant();
        let said = &self.said;
        let mut arguments = Group::new(Delimiter::Parenthesis, ours!(#said, #number, Self::TOLD));
        arguments.set_span(last);
        let judged = quote_spanned!(first=> __bcast_judged);
        self.constants.extend(ours!(const #name: __BcastAnswer<__V> = #judged #arguments;));
        self.names.push(name);
    }

    /// All that is asked.
    pub fn finish(self) -> TokenStream {
        let asked = self.asked;
        if !self.is_judged || self.names.is_empty() {
            return asked;
        }
        let krate = &self.model.krate;
        let (constants, names, said) = (&self.constants, &self.names, &self.said);
        ours! {
            #asked
            struct Call<__V>(__V);
            impl<__V: __BcastShapes> Call<__V> {
                const TOLD: ::core::primitive::u64 = __bcast_told::<__V>(#said);
                #constants
            }
            #[allow(unreachable_patterns)]
            match #krate::__private::verdict(&__check) {
                #(Call::<_>::#names)|* => {}
            }
        }
    }
}

/// What messages are to say of the call's text, in lines: a letter, and what it stands for.
fn said(model: &Model) -> String {
    let mut lines = Vec::new();
    for operand in &model.operands {
        lines.push(format!("n{}", operand.name));
        lines.extend(operand.alignment.as_ref().and_then(|own| match own {
            OwnAlignment::Axis(axis) => Some(format!("A{}", axis.literal?)),
            OwnAlignment::Axes(axes) => Some(format!("S{}", integers(axes)?)),
        }));
    }
    lines.extend(model.place.as_ref().map(|place| format!("p{}", place.name)));
    lines.extend(model.axis.as_ref().and_then(|axis| Some(format!("a{}", axis.literal?))));
    lines.extend(model.axes.as_ref().and_then(|axes| Some(format!("s{}", integers(axes)?))));
    lines.join("\n")
}

/// A list in literals.
fn integers(list: &ListValue) -> Option<String> {
    let entries = list.entries.as_ref()?.iter();
    Some(entries.map(|entry| Some(entry.literal?.to_string())).collect::<Option<Vec<String>>>()?.join(" "))
}
