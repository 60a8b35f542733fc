//! The operands of a call: their kinds, their elements, and the lists that generated code makes of them.

pub(crate) mod accepted;
pub(crate) mod alignment;
pub(crate) mod call_site;
pub(crate) mod descriptor;
pub(crate) mod entry;
pub(crate) mod family;
pub(crate) mod held;
pub(crate) mod kind;
pub(crate) mod list;
pub(crate) mod nested;
pub(crate) mod options;
pub(crate) mod place;
pub(crate) mod receiver;
pub(crate) mod stated_shape;
pub(crate) mod temporary;
pub(crate) mod without_names;
