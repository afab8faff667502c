//! The list of ranking methods, family by family.

pub(crate) mod graphs;
pub(crate) mod items;
pub(crate) mod means;
pub(crate) mod ordered;
pub(crate) mod pairs;
pub(crate) mod sets;
pub(crate) mod voting;

use crate::error::Result;
use crate::rankers::error::RankersError;
use crate::rankers::registry::Method;

/// Every method, in the order of documentation.
pub fn methods() -> impl Iterator<Item = &'static Method> {
    let families = [
        means::MEANS,
        pairs::PAIRS,
        graphs::GRAPHS,
        voting::VOTING,
        sets::SETS,
        items::ITEMS,
        ordered::ORDERED,
    ];
    families.into_iter().flatten()
}

/// The method of a name.
///
/// # Errors
/// There is none.
pub fn method(name: &str) -> Result<&'static Method> {
    methods().find(|method| method.name == name).ok_or_else(|| {
        let known: Vec<&str> = methods().map(|method| method.name).collect();
        RankersError::Unknown { name: name.to_owned(), known: known.join(", ") }.into()
    })
}
