//! Which items exist in tests only.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, ImplItem, Item, Meta, TraitItem};

/// Whether a `cfg` leaves the item to tests: `test` stands in it, and not below a `not`.
pub fn only_in_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && needs_test(list.tokens.clone()),
        _ => attribute.path().is_ident("test"),
    })
}

fn needs_test(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    tokens.iter().enumerate().any(|(i, token)| match token {
        TokenTree::Ident(ident) => ident == "test" || ident == "doctest",
        TokenTree::Group(group) => {
            let head = i.checked_sub(1).map(|before| tokens[before].to_string());
            head.is_none_or(|head| head != "not" && head != "any") && needs_test(group.stream())
        }
        _ => false,
    })
}

/// The attributes of any item.
pub fn item_attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(i) => &i.attrs,
        Item::Enum(i) => &i.attrs,
        Item::ExternCrate(i) => &i.attrs,
        Item::Fn(i) => &i.attrs,
        Item::ForeignMod(i) => &i.attrs,
        Item::Impl(i) => &i.attrs,
        Item::Macro(i) => &i.attrs,
        Item::Mod(i) => &i.attrs,
        Item::Static(i) => &i.attrs,
        Item::Struct(i) => &i.attrs,
        Item::Trait(i) => &i.attrs,
        Item::TraitAlias(i) => &i.attrs,
        Item::Type(i) => &i.attrs,
        Item::Union(i) => &i.attrs,
        Item::Use(i) => &i.attrs,
        _ => &[],
    }
}

/// The attributes of anything in an `impl`.
pub fn impl_item_attributes(item: &ImplItem) -> &[Attribute] {
    match item {
        ImplItem::Const(i) => &i.attrs,
        ImplItem::Fn(i) => &i.attrs,
        ImplItem::Type(i) => &i.attrs,
        ImplItem::Macro(i) => &i.attrs,
        _ => &[],
    }
}

/// The attributes of anything in a trait.
pub fn trait_item_attributes(item: &TraitItem) -> &[Attribute] {
    match item {
        TraitItem::Const(i) => &i.attrs,
        TraitItem::Fn(i) => &i.attrs,
        TraitItem::Type(i) => &i.attrs,
        TraitItem::Macro(i) => &i.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_tests_are_told_from_others() {
        let tests = ["#[cfg(test)] fn f() {}", "#[cfg(all(test, unix))] fn f() {}", "#[test] fn f() {}"];
        let others = ["fn f() {}", "#[cfg(not(test))] fn f() {}", "#[cfg(any(test, unix))] fn f() {}"];
        let only = |text: &str| only_in_tests(item_attributes(&syn::parse_str(text).unwrap()));
        assert!(tests.iter().all(|t| only(t)) && !others.iter().any(|t| only(t)));
    }
}
