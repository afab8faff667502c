//! The rules between options: the only place that has them.

use super::call::Call;
use super::error::CallError;
use super::given::{Given, GivenValue, Taken};
use super::option::{CallOption, Usual};
use crate::error::Result;
use crate::near::likeliest;

/// All options of a call: first the rules between them, then each value.
pub(crate) fn all<T: Taken>(mut given: Given, call: &Call) -> Result<T> {
    fits(call, &given)?;
    T::taken(&mut given, &call.options)
}

/// The rules between options, of those that a caller names, even with their defaults.
///
/// # Errors
/// [`CallError::Option`], [`CallError::Excluded`], [`CallError::Needed`]
pub fn check(call: &Call, named: &[&str]) -> Result<()> {
    let options = call.options.options();
    let mut others = named.iter().filter(|name| !options.iter().any(|one| one.name == **name));
    if call.options.further().is_none()
        && let Some(name) = others.next()
    {
        let near = likeliest(name, options.iter().map(|option| option.name));
        return Err(CallError::Option { option: (*name).to_owned(), call: call.name, near }.into());
    }
    let is_named = |name: &str| named.contains(&name);
    for option in options.iter().filter(|option| is_named(option.name)) {
        let (others, why) = option.excludes;
        if let Some(other) = others.iter().find(|other| is_named(other)) {
            return Err(CallError::Excluded { it: option.name, other, why }.into());
        }
        if let Some((other, why)) = option.needs
            && !is_named(other)
        {
            return Err(CallError::Needed { it: option.name, other, why }.into());
        }
    }
    Ok(())
}

/// The same of values: one that is the default counts as not given.
fn fits(call: &Call, given: &Given) -> Result<()> {
    let options = call.options.options();
    let stands = |name: &&str| match options.iter().find(|option| option.name == *name) {
        Some(option) => given.get(name).is_none_or(|value| !is_usual(option, value)),
        None => true,
    };
    let mut named: Vec<&str> = given.names().collect();
    // Several texts of one name are a list.
    named.dedup();
    named.retain(stands);
    check(call, &named)
}

fn is_usual(option: &CallOption, value: &GivenValue) -> bool {
    match (option.usual, value) {
        (Usual::No, GivenValue::Flag(flag)) => !flag,
        (Usual::No, GivenValue::Number(flag)) => *flag == 0.0,
        (Usual::Yes, GivenValue::Flag(flag)) => *flag,
        (Usual::Yes, GivenValue::Number(flag)) => *flag == 1.0,
        (Usual::Number(usual), GivenValue::Number(value)) => usual == *value,
        (Usual::Text(usual), GivenValue::Text(text)) => usual == text,
        (Usual::Numbers(usual), GivenValue::Numbers(values)) => usual == values,
        _ => false,
    }
}
