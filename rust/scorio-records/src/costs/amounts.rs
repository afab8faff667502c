//! The cost of a trial from the values of the fields that its formula names.

use crate::json::value::Value;
use crate::spec::categories::Categories;
use crate::spec::cost::{CostFormula, CostTerm};
use crate::spec::numbers::finite;

/// What costs are made by.
#[derive(Debug)]
pub struct CostAmounts {
    pub formula: CostFormula,
    /// Values that stand for none.
    categories: Categories,
}

/// Why a record has no cost that counts. Its place is to be added.
#[derive(Debug, PartialEq)]
pub enum CostFault {
    NotNumber { field: String, value: String },
    NoPrice { model: String, column: Option<String> },
}

impl CostAmounts {
    /// By a formula. What is missing among outcomes is missing among costs.
    pub fn new(formula: CostFormula, categories: Categories) -> Self {
        Self { formula, categories }
    }

    /// The cost of a model's trial, from the values of the fields. NaN stands for none.
    pub fn cost(&self, values: &[Value<'_>], model: &str) -> Result<f64, CostFault> {
        let numbers = self.formula.fields.iter().enumerate().map(|(place, field)| {
            let value = values.get(place).unwrap_or(&Value::Absent);
            self.required(value, field)
        });
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        let mut cost = 0.0;
        for term in &self.formula.terms {
            let number = |place: usize| numbers.get(place).copied().unwrap_or(f64::NAN);
            cost += self.priced(term, self.formula.amount(term, number), model)?;
        }
        Ok(cost)
    }

    /// What an amount costs. What there is none of need not have a price.
    pub fn priced(&self, term: &CostTerm, amount: f64, model: &str) -> Result<f64, CostFault> {
        let (Some(prices), Some(column)) = (&self.formula.prices, term.price) else {
            return Ok(amount);
        };
        match prices.of(model, column, amount) {
            Ok(cost) => Ok(cost),
            Err(_) if amount == 0.0 || amount.is_nan() => Ok(amount),
            Err(column) => Err(CostFault::NoPrice { model: model.to_owned(), column }),
        }
    }

    /// The number that a value of a field is.
    pub fn required(&self, value: &Value<'_>, field: &str) -> Result<f64, CostFault> {
        self.number(value).ok_or_else(|| {
            let (field, value) = (field.to_owned(), value.describe());
            CostFault::NotNumber { field, value }
        })
    }

    /// The number that a value is. NaN if it is missing, and nothing if it is no number.
    #[inline]
    pub fn number(&self, value: &Value<'_>) -> Option<f64> {
        match value {
            Value::Absent | Value::Null | Value::Cell("") => return Some(f64::NAN),
            Value::Bool(_) | Value::Nested(_) => return None,
            Value::Number(_) | Value::Text(_) | Value::Cell(_) => {}
        }
        if self.categories.is_missing(value) {
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
}
