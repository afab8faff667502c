//! A trial with the number or the signals that it has beside its mark.

use scorio_records::records::mark::Mark;
use scorio_records::trials::counter::Repeat;

use crate::count::counter::Counter;
use crate::error::Result;

impl Counter {
    /// Counts a trial. False if it is a duplicate and duplicates are errors.
    pub(in crate::count) fn settle(
        &mut self,
        row: usize,
        code: Option<u32>,
        mark: Mark,
    ) -> Result<bool> {
        self.settle_number(row, code, mark, None)
    }

    /// The same for a trial whose outcome is a number.
    pub(in crate::count) fn settle_number(
        &mut self,
        row: usize,
        code: Option<u32>,
        mark: Mark,
        number: Option<f64>,
    ) -> Result<bool> {
        match (self.trials.settle(row, code, mark)?, code) {
            (Repeat::Ignore, _) => return Ok(true),
            (Repeat::Refuse, _) => return Ok(false),
            (Repeat::Replace(_), Some(code)) => self.take_number_back(row, code),
            (Repeat::New | Repeat::Replace(_), _) => {}
        }
        // The second look takes numbered trials down, too.
        if code.is_none() || self.trail.second.is_some() {
            match number {
                None => {
                    self.trail.add(row, mark);
                }
                Some(_) => self.trail.add_number(row, mark, number, 1),
            }
        }
        self.add_cost(row, code, mark, number);
        self.add_number(row, code, number, 1)?;
        Ok(true)
    }

    /// Adds the number of trials that were counted.
    pub(in crate::count) fn add_number(
        &mut self,
        row: usize,
        code: Option<u32>,
        number: Option<f64>,
        times: u64,
    ) -> Result<()> {
        match (&mut self.numbers, number) {
            (Some(numbers), Some(number)) => numbers.add(row, code, number, times),
            _ => Ok(()),
        }
    }

    /// Takes the number, the signals or the cost of an earlier trial back that a later one replaces.
    pub(in crate::count) fn take_number_back(&mut self, row: usize, code: u32) {
        if let Some(numbers) = &mut self.numbers {
            numbers.take_back(row, code);
        }
        if let Some(signals) = &mut self.signals {
            signals.take_back(row, code);
        }
        if let Some(costs) = &mut self.costs {
            costs.trials.take_back(row, code);
        }
    }
}
