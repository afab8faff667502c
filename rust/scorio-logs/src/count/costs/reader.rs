//! The cost of a trial from the fields of its record.

use std::cell::Cell;
use std::collections::BTreeSet;

use scorio_core::cost::trials::costed::is_cost;
use scorio_records::costs::amounts::{CostAmounts, CostFault};
use scorio_records::json::fields::RecordFields;
use scorio_records::json::value::Value;
use scorio_records::spec::categories::Categories;
use scorio_records::spec::cost::{CostFormula, CostTerm};
use scorio_records::spec::error::SpecError;

use crate::records::reach::{Reached, reach};
use crate::spec::expression::{Alternative, Expression, Step};

/// What costs are read by.
#[derive(Debug)]
pub(crate) struct CostReader {
    pub(crate) plain: CostAmounts,
    /// For each field, its path up to a `*`, and the steps from there.
    pub(crate) ways: Vec<(String, Vec<Step>)>,
}

impl CostReader {
    pub(crate) fn new(formula: CostFormula, categories: Categories) -> Result<Self, SpecError> {
        let way = |path: &String| {
            let given = || path.clone();
            let wrong = |problem| SpecError::Cost { given: given(), problem };
            let expression =
                Expression::parse(path).map_err(|_| wrong("it is no field of a record"))?;
            let Some(expression) = expression else {
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
        Ok(Self { plain: CostAmounts::new(formula, categories), ways })
    }

    /// How many numbers a reader in a thread takes of a record: its cost, or the amounts that are priced.
    pub(crate) fn width(&self) -> usize {
        let CostFormula { prices, terms, .. } = &self.plain.formula;
        if prices.is_some() { terms.len() } else { 1 }
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
        let formula = &self.plain.formula;
        let plain = Cell::new(true);
        let value = |place: usize| {
            let steps = self.ways.get(place).is_none_or(|(_, steps)| !steps.is_empty());
            let number = self.plain.number(&values.get(first + place));
            plain.set(plain.get() && !steps && number.is_some());
            number.unwrap_or(f64::NAN)
        };
        let amount = |term: &CostTerm| formula.amount(term, value);
        if formula.prices.is_some() {
            into.extend(formula.terms.iter().map(amount));
            return plain.get();
        }
        let cost = formula.terms.iter().map(amount).sum::<f64>();
        into.push(cost);
        plain.get() && (cost.is_nan() || is_cost(cost))
    }

    /// The cost of a model's trial from the numbers that a reader took.
    pub(crate) fn cost_of(&self, amounts: &[f64], model: &str) -> Result<f64, CostFault> {
        let formula = &self.plain.formula;
        if formula.prices.is_none() {
            return Ok(amounts.first().copied().unwrap_or(f64::NAN));
        }
        let mut cost = 0.0;
        for (term, amount) in formula.terms.iter().zip(amounts) {
            cost += self.plain.priced(term, *amount, model)?;
        }
        Ok(cost)
    }

    /// The cost of a model's trial in the plain way, from the values where its ways begin. NaN stands for none.
    ///
    /// A `*` in a field stands for any name: such terms add up, each at the price of its name.
    pub(crate) fn cost(&self, values: &[Value<'_>], model: &str) -> Result<f64, CostFault> {
        if self.ways.iter().all(|(_, steps)| steps.is_empty()) {
            return self.plain.cost(values, model);
        }
        let mut found = Vec::new();
        for (place, (path, steps)) in self.ways.iter().enumerate() {
            let value = values.get(place).unwrap_or(&Value::Absent);
            found.push(self.numbers(value, path, steps)?);
        }
        let mut cost = 0.0;
        for term in &self.plain.formula.terms {
            let own = term.fields.iter().filter_map(|field| found.get(field.place)).flatten();
            let stars: BTreeSet<&str> = own.filter_map(|(star, _)| star.as_deref()).collect();
            let at = |star: Option<&str>| {
                self.plain.formula.amount(term, |place| {
                    let all = found.get(place).into_iter().flatten();
                    let mut own = all.filter(|(one, _)| one.is_none() || one.as_deref() == star);
                    own.next().map_or(f64::NAN, |(_, number)| *number)
                })
            };
            if stars.is_empty() {
                let amount = at(None);
                cost += self.plain.priced(term, amount, model)?;
            }
            for star in stars {
                let amount = at(Some(star));
                cost += self.plain.priced(term, amount, star)?;
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
        if steps.is_empty() {
            return Ok(vec![(None, self.plain.required(value, path)?)]);
        }
        let from = Reached { value: value.clone(), ..Reached::default() };
        let mut reached = Vec::new();
        if reach(from, steps, &mut reached).is_err() {
            return Ok(Vec::new());
        }
        let number = |one: Reached<'_>| {
            let found = self.plain.required(&one.value, path)?;
            Ok((one.star.map(std::borrow::Cow::into_owned), found))
        };
        reached.into_iter().map(number).collect()
    }
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
