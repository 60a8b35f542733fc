//! The names and labels bound inside the element expression.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::{Item, Label, Lifetime, Stmt, UseTree};

/// The locals in force, innermost frame last.
#[derive(Debug, Default)]
pub struct Scope {
    /// True for the items of a block, which may also begin longer paths.
    frames: Vec<Vec<(String, bool)>>,
    /// The targets of jumps with their labels, innermost last.
    jumps: Vec<(Jump, Option<String>)>,
}

/// A target of `break` and `continue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    Loop,
    Block,
    /// A closure's body: jumps do not cross it.
    Wall,
}

impl Scope {
    /// Opens a frame; every `enter` is matched by a [`leave`](Self::leave).
    pub fn enter(&mut self) {
        self.frames.push(Vec::new());
    }

    /// Drops the innermost frame's names.
    pub fn leave(&mut self) {
        self.frames.pop();
    }

    /// True if a path's first segment is bound inside. Longer paths start at an item.
    pub fn is_local(&self, name: &Ident, is_whole_path: bool) -> bool {
        let name = name.unraw().to_string();
        let is_it = |(bound, is_item): &(String, bool)| *bound == name && (*is_item || is_whole_path);
        self.frames.iter().any(|frame| frame.iter().any(is_it))
    }

    /// The number of open frames.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The innermost frame that binds a name to a value.
    pub fn frame_of(&self, name: &Ident) -> Option<usize> {
        let value = (name.unraw().to_string(), false);
        self.frames.iter().rposition(|frame| frame.contains(&value))
    }

    /// True if any token names a local. Members after a dot and later path segments are skipped.
    pub fn is_mentioned(&self, tokens: &TokenStream) -> bool {
        let (mut is_member, mut previous) = (false, ' ');
        for token in tokens.clone() {
            let character = if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' };
            match token {
                TokenTree::Ident(name) if !is_member && self.is_local(&name, true) => return true,
                TokenTree::Group(group) if self.is_mentioned(&group.stream()) => return true,
                _ => {}
            }
            // `..x` is a range over `x`, `.x` a member.
            is_member = character == '.' && previous != '.' || character == ':' && previous == ':';
            previous = character;
        }
        false
    }

    /// Binds a name to a value or an item.
    pub fn bind(&mut self, name: &Ident, is_item: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.push((name.unraw().to_string(), is_item));
        }
    }

    /// Binds the items of a block, which are visible in all of it.
    pub fn bind_items(&mut self, statements: &[Stmt]) {
        for statement in statements {
            let Stmt::Item(item) = statement else {
                continue;
            };
            match item {
                Item::Const(item) => self.bind(&item.ident, true),
                Item::Enum(item) => self.bind(&item.ident, true),
                Item::Fn(item) => self.bind(&item.sig.ident, true),
                Item::Mod(item) => self.bind(&item.ident, true),
                Item::Static(item) => self.bind(&item.ident, true),
                Item::Struct(item) => self.bind(&item.ident, true),
                Item::Trait(item) => self.bind(&item.ident, true),
                Item::Type(item) => self.bind(&item.ident, true),
                Item::Union(item) => self.bind(&item.ident, true),
                Item::Use(item) => self.bind_use(&item.tree),
                _ => {}
            }
        }
    }

    fn bind_use(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.bind_use(&path.tree),
            UseTree::Name(name) => self.bind(&name.ident, true),
            UseTree::Rename(rename) => self.bind(&rename.rename, true),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.bind_use(tree)),
            // Names imported by a glob are invisible to the macro: they become operands, and constants by their types.
            _ => {}
        }
    }

    /// Opens a loop, block or closure.
    pub fn enter_jump(&mut self, jump: Jump, label: Option<&Label>) {
        self.jumps.push((jump, label.map(|label| label.name.ident.to_string())));
    }

    /// Closes the innermost loop, block or closure.
    pub fn leave_jump(&mut self) {
        self.jumps.pop();
    }

    /// True if `break` or `continue` stays inside the expression.
    pub fn stays_inside(&self, label: Option<&Lifetime>, is_continue: bool) -> bool {
        let label = label.map(|label| label.ident.to_string());
        let mut reachable = self.jumps.iter().rev().take_while(|(jump, _)| *jump != Jump::Wall);
        reachable.any(|(jump, name)| match &label {
            None => *jump == Jump::Loop,
            Some(_) => *name == label && (*jump == Jump::Loop || !is_continue),
        })
    }
}
