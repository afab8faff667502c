//! The cost of a trial from the fields of its record.

use std::cell::Cell;
use std::collections::BTreeSet;

use scorio_core::cost::costed::is_cost;
use scorio_records::json::fields::RecordFields;
use scorio_records::json::value::Value;
use scorio_records::spec::categories::Categories;
use scorio_records::spec::cost::{CostFormula, CostTerm};
use scorio_records::spec::error::SpecError;
use scorio_records::spec::numbers::finite;

use crate::records::reach::{Reached, reach};
use crate::spec::expression::{Alternative, Expression, Step};

/// What costs are read by.
#[derive(Debug)]
pub(crate) struct CostReader {
    pub(crate) formula: CostFormula,
    /// For each field, its path up to a `*`, and the steps from there.
    pub(crate) ways: Vec<(String, Vec<Step>)>,
    /// Values that stand for none.
    categories: Categories,
}

/// Why a record has no cost that counts. Its place is to be added.
#[derive(Debug, PartialEq)]
pub(crate) enum CostFault {
    NotNumber { field: String, value: String },
    NoPrice { model: String, column: Option<String> },
}

impl CostReader {
    pub(crate) fn new(formula: CostFormula, categories: Categories) -> Result<Self, SpecError> {
        let way = |path: &String| {
            let given = || path.clone();
            let wrong = |problem| SpecError::Cost { given: given(), problem };
            let Some(expression) = Expression::parse(path)? else {
                return Ok((path.clone(), Vec::new()));
            };
            match expression.alternatives.as_slice() {
                [Alternative::One(route)] => {
                    let (begun, steps) = route.begun();
                    let begun = begun.ok_or_else(|| wrong("a field begins with a name"))?;
                    Ok((begun, steps.to_vec()))
                }
                _ => Err(wrong("a field of a cost is one field")),
            }
        };
        let ways = formula.fields.iter().map(way).collect::<Result<_, _>>()?;
        Ok(Self { formula, ways, categories })
    }

    /// How many numbers a reader in a thread takes of a record: its cost, or the amounts that are priced.
    pub(crate) fn width(&self) -> usize {
        if self.formula.prices.is_some() { self.formula.terms.len() } else { 1 }
    }

    /// The numbers of a record, whose first field of the cost is at this place. False if the plain way is to
    /// say something about them.
    #[inline]
    pub(crate) fn take(
        &self,
        first: usize,
        values: &RecordFields<'_>,
        into: &mut Vec<f64>,
    ) -> bool {
        let plain = Cell::new(true);
        let value = |place: usize| {
            let steps = self.ways.get(place).is_none_or(|(_, steps)| !steps.is_empty());
            let number = number(&values.get(first + place), &self.categories);
            plain.set(plain.get() && !steps && number.is_some());
            number.unwrap_or(f64::NAN)
        };
        let amount = |term: &CostTerm| self.formula.amount(term, value);
        if self.formula.prices.is_some() {
            into.extend(self.formula.terms.iter().map(amount));
            return plain.get();
        }
        let cost = self.formula.terms.iter().map(amount).sum::<f64>();
        into.push(cost);
        plain.get() && (cost.is_nan() || is_cost(cost))
    }

    /// The cost of a model's trial from the numbers that a reader took.
    pub(crate) fn cost_of(&self, amounts: &[f64], model: &str) -> Result<f64, CostFault> {
        if self.formula.prices.is_none() {
            return Ok(amounts.first().copied().unwrap_or(f64::NAN));
        }
        let mut cost = 0.0;
        for (term, amount) in self.formula.terms.iter().zip(amounts) {
            cost += self.priced(term, *amount, model)?;
        }
        Ok(cost)
    }

    /// What an amount costs. What there is none of need not have a price.
    fn priced(&self, term: &CostTerm, amount: f64, model: &str) -> Result<f64, CostFault> {
        let (Some(prices), Some(column)) = (&self.formula.prices, term.price) else {
            return Ok(amount);
        };
        match prices.of(model, column, amount) {
            Ok(cost) => Ok(cost),
            Err(_) if amount == 0.0 || amount.is_nan() => Ok(amount),
            Err(column) => Err(CostFault::NoPrice { model: model.to_owned(), column }),
        }
    }

    /// The cost of a model's trial in the plain way, from the values where its ways begin. NaN stands for none.
    ///
    /// A `*` in a field stands for any name: such terms add up, each at the price of its name.
    pub(crate) fn cost(&self, values: &[Value<'_>], model: &str) -> Result<f64, CostFault> {
        let mut found = Vec::new();
        for (place, (path, steps)) in self.ways.iter().enumerate() {
            let value = values.get(place).unwrap_or(&Value::Absent);
            found.push(self.numbers(value, path, steps)?);
        }
        let mut cost = 0.0;
        for term in &self.formula.terms {
            let own = term.fields.iter().filter_map(|field| found.get(field.place)).flatten();
            let stars: BTreeSet<&str> = own.filter_map(|(star, _)| star.as_deref()).collect();
            let at = |star: Option<&str>| {
                self.formula.amount(term, |place| {
                    let all = found.get(place).into_iter().flatten();
                    let mut own = all.filter(|(one, _)| one.is_none() || one.as_deref() == star);
                    own.next().map_or(f64::NAN, |(_, number)| *number)
                })
            };
            if stars.is_empty() {
                let amount = at(None);
                cost += self.priced(term, amount, model)?;
            }
            for star in stars {
                let amount = at(Some(star));
                cost += self.priced(term, amount, star)?;
            }
        }
        Ok(cost)
    }

    /// The numbers that a way leads to, each with what its `*` stands for. NaN stands for none.
    fn numbers(
        &self,
        value: &Value<'_>,
        path: &str,
        steps: &[Step],
    ) -> Result<Vec<(Option<String>, f64)>, CostFault> {
        let wrong = |value: &Value<'_>| {
            let (field, value) = (path.to_owned(), value.describe());
            CostFault::NotNumber { field, value }
        };
        if steps.is_empty() {
            let number = number(value, &self.categories).ok_or_else(|| wrong(value))?;
            return Ok(vec![(None, number)]);
        }
        let from = Reached { value: value.clone(), ..Reached::default() };
        let mut reached = Vec::new();
        if reach(from, steps, &mut reached).is_err() {
            return Ok(Vec::new());
        }
        let number = |one: Reached<'_>| {
            let found = number(&one.value, &self.categories).ok_or_else(|| wrong(&one.value))?;
            Ok((one.star.map(std::borrow::Cow::into_owned), found))
        };
        reached.into_iter().map(number).collect()
    }
}

/// The number that a value is. NaN if it is missing, and nothing if it is no number.
fn number(value: &Value<'_>, categories: &Categories) -> Option<f64> {
    match value {
        Value::Absent | Value::Null | Value::Cell("") => return Some(f64::NAN),
        Value::Bool(_) | Value::Nested(_) => return None,
        Value::Number(_) | Value::Text(_) | Value::Cell(_) => {}
    }
    if categories.is_missing(value) {
        return Some(f64::NAN);
    }
    finite(value).or_else(|| {
        let text = match value {
            Value::Number(text) | Value::Cell(text) => text.trim(),
            Value::Text(text) => text.trim(),
            _ => "",
        };
        text.eq_ignore_ascii_case("nan").then_some(f64::NAN)
    })
}

#[cfg(test)]
mod tests {
    use scorio_records::json::paths::values;
    use scorio_records::spec::cost::Prices;

    use super::*;

    fn reader(text: &str, prices: Option<Prices>) -> CostReader {
        CostReader::new(CostFormula::parse(text, prices).unwrap(), Categories::binary()).unwrap()
    }

    fn cost(reader: &CostReader, record: &str, model: &str) -> Result<f64, CostFault> {
        let paths: Vec<_> = reader.ways.iter().map(|(path, _)| path.as_str()).collect();
        reader.cost(&values(record, &paths).unwrap(), model)
    }

    const USAGE: &str = r#"{"usage": {"a": {"in": 3, "out": 2}, "b": {"in": 10, "out": null}}}"#;

    #[test]
    fn names_that_a_star_stands_for_add_up_at_their_own_prices() {
        let all = reader("usage.*.in", None);
        assert_eq!(cost(&all, USAGE, "m"), Ok(13.0));
        let columns = ["input", "output"].map(str::to_owned).to_vec();
        let models = [("a".to_owned(), vec![Some(2e6), Some(1e6)])];
        let mut models: std::collections::BTreeMap<_, _> = models.into();
        models.insert("b".to_owned(), vec![Some(5e5), None]);
        let prices = Prices { name: "prices".to_owned(), columns, models };
        let priced = reader("usage.*.in * input + usage.*.out? * output", Some(prices));
        assert_eq!(cost(&priced, USAGE, "m"), Ok(13.0));
        let more = USAGE.replace("null", "1");
        let fault = CostFault::NoPrice { model: "b".to_owned(), column: Some("output".to_owned()) };
        assert_eq!(cost(&priced, &more, "m"), Err(fault));
    }

    #[test]
    fn what_is_lacking_is_no_cost() {
        let one = reader("a * 2 + b", None);
        assert!(cost(&one, r#"{"a": 1}"#, "m").unwrap().is_nan());
        assert_eq!(cost(&one, r#"{"a": 1, "b": "0.5"}"#, "m"), Ok(2.5));
        assert!(cost(&one, r#"{"a": 1, "b": NaN}"#, "m").unwrap().is_nan());
        assert!(cost(&one, r#"{"a": 1, "b": true}"#, "m").is_err());
        assert!(cost(&one, r#"{"a": 1, "b": "much"}"#, "m").is_err());
    }
}
