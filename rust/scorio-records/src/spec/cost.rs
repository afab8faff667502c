//! What a trial costs: a sum of products of fields, numbers and prices, as the user writes it.

use std::collections::BTreeMap;

use crate::spec::error::SpecError;
use crate::spec::numbers::double;

/// What a trial costs.
#[derive(Clone, Debug, PartialEq)]
pub struct CostFormula {
    /// As it is written.
    pub text: String,
    /// The terms that add up.
    pub terms: Vec<CostTerm>,
    /// The fields of all terms, each once.
    pub fields: Vec<String>,
    /// The prices by model, if the formula uses any.
    pub prices: Option<Prices>,
}

/// A term of a cost: a factor, and the fields that it is multiplied by.
#[derive(Clone, Debug, PartialEq)]
pub struct CostTerm {
    /// The number.
    pub factor: f64,
    /// The places of its fields. A field that may be lacking counts as 0 then.
    pub fields: Vec<CostField>,
    /// The column of its price.
    pub price: Option<usize>,
}

/// A field of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostField {
    /// Its place among the fields.
    pub place: usize,
    /// A trial without it has 0 of it.
    pub optional: bool,
}

/// Prices by model, for a million of what is counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prices {
    /// What they are called in messages: the file.
    pub name: String,
    /// What is priced, such as `input`.
    pub columns: Vec<String>,
    /// The prices of each model, by column. Some may be unknown.
    pub models: BTreeMap<String, Vec<Option<f64>>>,
}

/// What is priced by the million.
const MILLION: f64 = 1e6;

impl Prices {
    /// What an amount costs by a column, for a model.
    ///
    /// # Errors
    /// There is none: the model alone if it has no row, or else the column as well.
    pub fn of(&self, model: &str, column: usize, amount: f64) -> Result<f64, Option<String>> {
        let Some(own) = self.models.get(model) else { return Err(None) };
        let price = own.get(column).copied().flatten();
        let name = || self.columns.get(column).cloned().unwrap_or_default();
        price.map(|price| amount * price / MILLION).ok_or_else(|| Some(name()))
    }
}

impl CostFormula {
    /// Reads `prompt_tokens * 2.5e-6 + completion_tokens * 1e-5`. A field whose name has blanks or signs stands
    /// in double quotes. `?` behind a field says that a trial may lack it. The name of a column of prices is a
    /// price.
    ///
    /// # Errors
    /// It is no sum of products, or names no field. It names no price, though there are some. A price is below
    /// 0 or no number.
    pub fn parse(text: &str, prices: Option<Prices>) -> Result<Self, SpecError> {
        let wrong = |problem| SpecError::Cost { given: text.to_owned(), problem };
        let written = text.trim().to_owned();
        let mut formula =
            Self { text: written, terms: Vec::new(), fields: Vec::new(), prices: None };
        for part in split(text, '+') {
            let mut term = CostTerm { factor: 1.0, fields: Vec::new(), price: None };
            for factor in split(&part, '*') {
                let factor = factor.trim();
                if factor.is_empty() {
                    return Err(wrong("a sum of products has a field or a number in each place"));
                }
                if let Some(number) = number(factor) {
                    term.factor *= number;
                    continue;
                }
                if factor.bytes().all(|sign| sign.is_ascii_digit() || sign == b'.') {
                    return Err(wrong("a factor looks like a number, and is none"));
                }
                let column = |prices: &Prices| prices.columns.iter().position(|one| one == factor);
                if let Some(column) = prices.as_ref().and_then(column) {
                    if term.price.replace(column).is_some() {
                        return Err(wrong("a product has two prices"));
                    }
                    continue;
                }
                term.fields.push(
                    formula.field(factor).ok_or_else(|| {
                        wrong("only + and * join fields, and a name with other signs stands in double quotes")
                    })?,
                );
            }
            if term.factor < 0.0 || !term.factor.is_finite() {
                return Err(wrong("a factor is below 0 or too large"));
            }
            if term.price.is_some() && term.fields.is_empty() {
                return Err(wrong("a price needs a field that says how many"));
            }
            formula.terms.push(term);
        }
        if formula.fields.is_empty() {
            return Err(wrong("it names no field, and a cost is read from the log"));
        }
        if let Some(prices) = prices {
            if formula.terms.iter().all(|term| term.price.is_none()) {
                let (given, columns) = (text.to_owned(), prices.columns);
                return Err(SpecError::NoPriceNamed { given, prices: prices.name, columns });
            }
            for (model, own) in &prices.models {
                let bad = |price: &&f64| **price < 0.0 || !price.is_finite();
                if let Some(price) = own.iter().flatten().find(bad) {
                    let (prices, model) = (prices.name.clone(), model.clone());
                    return Err(SpecError::Price { prices, model, price: price.to_string() });
                }
            }
            formula.prices = Some(prices);
        }
        Ok(formula)
    }

    /// The place of a field as it is written. Nothing if it cannot be one.
    fn field(&mut self, text: &str) -> Option<CostField> {
        let (text, optional) = match text.strip_suffix('?') {
            Some(text) => (text.trim_end(), true),
            None => (text, false),
        };
        let name = match text.strip_prefix('"') {
            Some(rest) => rest.strip_suffix('"').filter(|name| !name.contains('"'))?,
            None if text.contains(|sign: char| sign.is_whitespace() || "\"()".contains(sign)) => {
                return None;
            }
            None => text,
        };
        if name.is_empty() {
            return None;
        }
        let known = self.fields.iter().position(|field| field == name);
        let place = known.unwrap_or_else(|| {
            self.fields.push(name.to_owned());
            self.fields.len() - 1
        });
        Some(CostField { place, optional })
    }

    /// The amount of a term, without its price. NaN if a field that must be there is lacking. What costs
    /// nothing need not be known.
    #[must_use]
    pub fn amount(&self, term: &CostTerm, value: impl Fn(usize) -> f64) -> f64 {
        if term.factor == 0.0 {
            return 0.0;
        }
        term.fields.iter().fold(term.factor, |product, field| {
            let value = value(field.place);
            product * if value.is_nan() && field.optional { 0.0 } else { value }
        })
    }
}

/// The number that a factor is: only what begins with a digit or a dot, behind a sign perhaps.
fn number(factor: &str) -> Option<f64> {
    let first = factor.trim_start_matches('-').bytes().next()?;
    if first.is_ascii_digit() || first == b'.' { double(factor) } else { None }
}

/// The parts between signs outside of double quotes. A `+` or `-` of an exponent is none, and a `*` within a
/// dotted name is part of it.
fn split(text: &str, sign: char) -> Vec<String> {
    let (mut parts, mut quoted) = (vec![String::new()], false);
    let signs: Vec<char> = text.chars().collect();
    for (place, &one) in signs.iter().enumerate() {
        quoted ^= one == '"';
        let beside = |at: Option<usize>| at.and_then(|at| signs.get(at)).copied();
        let before = beside(place.checked_sub(1));
        let exponent = one == '+' && matches!(before, Some('e' | 'E')) && {
            let start: String = parts.last().map(|part| part.trim().to_owned()).unwrap_or_default();
            number(start.trim_end_matches(['e', 'E'])).is_some()
                && beside(Some(place + 1)).is_some_and(|next| next.is_ascii_digit())
        };
        let dotted = |one: Option<char>| matches!(one, None | Some('.'));
        let star = one == '*' && dotted(before) && dotted(beside(Some(place + 1)));
        if one == sign && !quoted && !exponent && !star {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(one);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices() -> Prices {
        let columns = ["input", "output"].map(str::to_owned).to_vec();
        let models = [("m".to_owned(), vec![Some(2.5), None])].into();
        Prices { name: "prices.csv".to_owned(), columns, models }
    }

    #[test]
    fn sums_of_products_are_read() {
        let found = CostFormula::parse("a * 2e-6 + 1e+2*b.c? * a+ \"d + e\"", None).unwrap();
        assert_eq!(found.fields, ["a", "b.c", "d + e"]);
        let values = [3.0, f64::NAN, 7.0];
        let amounts: Vec<_> =
            found.terms.iter().map(|term| found.amount(term, |place| values[place])).collect();
        assert_eq!(amounts, [6e-6, 0.0, 7.0]);
        let found = CostFormula::parse("model_usage.*.output_tokens", None).unwrap();
        assert_eq!(found.fields, ["model_usage.*.output_tokens"]);
    }

    #[test]
    fn prices_are_columns_by_model() {
        let found = CostFormula::parse("in_tokens * input + n * output", Some(prices())).unwrap();
        assert_eq!(found.fields, ["in_tokens", "n"]);
        let prices = found.prices.unwrap();
        assert_eq!(prices.of("m", 0, 4.0), Ok(1e-5));
        assert_eq!(prices.of("m", 1, 4.0), Err(Some("output".to_owned())));
        assert_eq!(prices.of("other", 0, 4.0), Err(None));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "a +", "2 * 3", " * a", "a b", "a * -2", "\"a", "a ** b"] {
            assert!(
                matches!(CostFormula::parse(text, None), Err(SpecError::Cost { .. })),
                "{text}"
            );
        }
        for text in ["a", "input"] {
            assert!(CostFormula::parse(text, Some(prices())).is_err(), "{text}");
        }
    }
}
