//! The names and labels bound inside the element expression.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::{Item, Lifetime, Pat, Stmt, UseTree};

/// The locals in force, innermost frame last.
#[derive(Debug, Default)]
pub struct Scope {
    frames: Vec<Frame>,
    jumps: Vec<Jump>,
}

#[derive(Debug, Default)]
struct Frame {
    values: HashSet<String>,
    /// The items of a block, which may also begin longer paths.
    items: HashSet<String>,
}

/// A target of `break` and `continue`.
#[derive(Debug)]
enum Jump {
    Loop(Option<String>),
    Block(String),
    /// A closure's body: jumps do not cross it.
    Wall,
}

impl Scope {
    /// Opens a frame; every `enter` is matched by a [`leave`](Self::leave).
    pub fn enter(&mut self) {
        self.frames.push(Frame::default());
    }

    /// Drops the innermost frame's names.
    pub fn leave(&mut self) {
        self.frames.pop();
    }

    /// True if a path's first segment is bound inside. Longer paths start at an item.
    pub fn is_local(&self, name: &Ident, is_whole_path: bool) -> bool {
        let name = name.unraw().to_string();
        self.frames.iter().any(|frame| frame.items.contains(&name) || (is_whole_path && frame.values.contains(&name)))
    }

    /// The number of open frames.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The innermost frame that binds a name to a value.
    pub fn frame_of(&self, name: &Ident) -> Option<usize> {
        let name = name.unraw().to_string();
        self.frames.iter().rposition(|frame| frame.values.contains(&name))
    }

    /// True if any token names a local. Members after a dot and later path segments are skipped.
    pub fn is_mentioned(&self, tokens: &TokenStream) -> bool {
        let mut after_dot_or_colons = false;
        let mut previous = ' ';
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(name) => {
                    if !after_dot_or_colons && self.is_local(&name, true) {
                        return true;
                    }
                    (after_dot_or_colons, previous) = (false, ' ');
                }
                TokenTree::Punct(punct) => {
                    let character = punct.as_char();
                    // `..x` is a range over `x`, `.x` a member.
                    after_dot_or_colons = match character {
                        '.' => previous != '.',
                        ':' => previous == ':',
                        _ => false,
                    };
                    previous = character;
                }
                TokenTree::Group(group) => {
                    if self.is_mentioned(&group.stream()) {
                        return true;
                    }
                    (after_dot_or_colons, previous) = (false, ' ');
                }
                TokenTree::Literal(_) => (after_dot_or_colons, previous) = (false, ' '),
            }
        }
        false
    }

    fn bind(&mut self, name: &Ident) {
        if let Some(frame) = self.frames.last_mut() {
            frame.values.insert(name.unraw().to_string());
        }
    }

    fn bind_item(&mut self, name: &Ident) {
        if let Some(frame) = self.frames.last_mut() {
            frame.items.insert(name.unraw().to_string());
        }
    }

    /// Binds the names of a pattern. Constants and variants are bound too, and so left as they are.
    pub fn bind_pattern(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Ident(pattern) => {
                self.bind(&pattern.ident);
                if let Some((_, inner)) = &pattern.subpat {
                    self.bind_pattern(inner);
                }
            }
            Pat::Guard(pattern) => self.bind_pattern(&pattern.pat),
            Pat::Or(pattern) => pattern.cases.iter().for_each(|case| self.bind_pattern(case)),
            Pat::Paren(pattern) => self.bind_pattern(&pattern.pat),
            Pat::Reference(pattern) => self.bind_pattern(&pattern.pat),
            Pat::Slice(pattern) => pattern.elems.iter().for_each(|element| self.bind_pattern(element)),
            Pat::Struct(pattern) => pattern.fields.iter().for_each(|field| self.bind_pattern(&field.pat)),
            Pat::Tuple(pattern) => pattern.elems.iter().for_each(|element| self.bind_pattern(element)),
            Pat::TupleStruct(pattern) => pattern.elems.iter().for_each(|element| self.bind_pattern(element)),
            Pat::Type(pattern) => self.bind_pattern(&pattern.pat),
            // Literals, paths, ranges, `_` and `..` bind nothing; macros and unknown forms are refused by the walk.
            _ => {}
        }
    }

    /// Binds the items of a block, which are visible in all of it.
    pub fn bind_items(&mut self, statements: &[Stmt]) {
        for statement in statements {
            let Stmt::Item(item) = statement else {
                continue;
            };
            match item {
                Item::Const(item) => self.bind_item(&item.ident),
                Item::Enum(item) => self.bind_item(&item.ident),
                Item::Fn(item) => self.bind_item(&item.sig.ident),
                Item::Mod(item) => self.bind_item(&item.ident),
                Item::Static(item) => self.bind_item(&item.ident),
                Item::Struct(item) => self.bind_item(&item.ident),
                Item::Trait(item) => self.bind_item(&item.ident),
                Item::Type(item) => self.bind_item(&item.ident),
                Item::Union(item) => self.bind_item(&item.ident),
                Item::Use(item) => self.bind_use(&item.tree),
                _ => {}
            }
        }
    }

    fn bind_use(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.bind_use(&path.tree),
            UseTree::Name(name) => self.bind_item(&name.ident),
            UseTree::Rename(rename) => self.bind_item(&rename.rename),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.bind_use(tree)),
            // Names imported by a glob are invisible to the macro: they become operands, and constants by their types.
            _ => {}
        }
    }

    pub fn enter_loop(&mut self, label: Option<&syn::Label>) {
        self.jumps.push(Jump::Loop(label.map(|label| label.name.ident.to_string())));
    }

    /// Opens a labelled block.
    pub fn enter_block(&mut self, label: &syn::Label) {
        self.jumps.push(Jump::Block(label.name.ident.to_string()));
    }

    /// Opens a closure's body.
    pub fn enter_closure(&mut self) {
        self.jumps.push(Jump::Wall);
    }

    /// Closes the innermost loop, labelled block or closure.
    pub fn leave_jump(&mut self) {
        self.jumps.pop();
    }

    /// True if `break` or `continue` stays inside the expression.
    pub fn stays_inside(&self, label: Option<&Lifetime>, is_continue: bool) -> bool {
        let label = label.map(|label| label.ident.to_string());
        let reachable = self.jumps.iter().rev().take_while(|jump| !matches!(jump, Jump::Wall));
        let mut hits = reachable.filter(|jump| match (jump, &label) {
            (Jump::Loop(_), None) => true,
            (Jump::Loop(Some(name)), Some(label)) => name == label,
            (Jump::Block(name), Some(label)) => name == label && !is_continue,
            _ => false,
        });
        hits.next().is_some()
    }
}
