//! The levels of a judge that gives numbers: between quantiles of all trials of a task, as "level 3 of 15".

/// How many levels there are. 3 and 5 divide it, the numbers of bins.
pub(crate) const LEVELS: usize = 15;
const LEVEL: &str = "level ";
const OF: &str = " of ";

/// The levels that the outcomes of a judge are.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgeLevels {
    /// The level of each outcome, from 0. Some trials may have none.
    pub(crate) places: Vec<Option<usize>>,
    /// How many levels there are.
    pub(crate) count: usize,
}

impl JudgeLevels {
    /// The name of a level, from 0.
    pub(crate) fn name(level: usize, count: usize) -> String {
        format!("{LEVEL}{}{OF}{count}", level + 1)
    }

    /// The level of a name, from 0, and how many there are.
    pub(crate) fn read(name: &str) -> Option<(usize, usize)> {
        let (level, count) = name.strip_prefix(LEVEL)?.split_once(OF)?;
        let (level, count): (usize, usize) = (level.parse().ok()?, count.parse().ok()?);
        (1..=count).contains(&level).then(|| (level - 1, count))
    }

    /// The levels of outcomes, if all are levels of one number, or no outcome.
    pub(crate) fn of(outcomes: &[&str], none: &str) -> Option<Self> {
        let mut count = None;
        let mut place = |outcome: &&str| {
            if *outcome == none {
                return Some(None);
            }
            let (level, of) = Self::read(outcome)?;
            (*count.get_or_insert(of) == of).then_some(Some(level))
        };
        let places: Option<Vec<_>> = outcomes.iter().map(&mut place).collect();
        Some(Self { places: places?, count: count? })
    }

    /// The place of a level on the scale from 0 to 1.
    pub(crate) fn place(&self, outcome: usize) -> Option<f64> {
        let level = self.places.get(outcome).copied().flatten()?;
        Some((level as f64 + 0.5) / self.count as f64)
    }

    /// The bin of an outcome, of so many.
    pub(crate) fn bin(&self, outcome: usize, bins: usize) -> Option<usize> {
        let level = self.places.get(outcome).copied().flatten()?;
        // A count of levels may be any number.
        Some((level as u128 * bins as u128 / self.count as u128) as usize)
    }
}
