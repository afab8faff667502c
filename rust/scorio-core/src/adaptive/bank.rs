//! The item bank: the curve of each item, on the scale of abilities that the calibration found.

use std::collections::BTreeMap;

use super::error::AdaptiveError;
use super::search::ItemSearch;
use crate::error::Result;
use crate::irt::{ItemCurve, doubted};

/// The columns of an item bank, with an entry for each item.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BankColumns {
    /// Names.
    pub items: Vec<String>,
    /// Slopes, above 0.
    pub a: Vec<f64>,
    /// Difficulties.
    pub b: Vec<f64>,
    /// Standard deviations of the difficulties, from 0.
    pub s: Vec<f64>,
    /// Dispersions, above 0.
    pub phi: Vec<f64>,
    /// Strata, or nothing.
    pub strata: Vec<Option<String>>,
    /// Whether the item may be selected.
    pub kept: Vec<bool>,
}

/// The scores that outcomes from 0 to 1 stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreScale {
    /// Lowest score.
    pub lo: f64,
    /// Highest score.
    pub hi: f64,
    /// Whether high scores are good.
    pub greater_is_better: bool,
}

/// An item bank.
///
/// The outcome y of item i has the mean μ = 1 / (1 + e^(−a(θ − b))) and the variance φ μ(1 − μ).
/// Doubt about b makes the slope smaller and the dispersion larger.
#[derive(Clone, Debug)]
pub struct ItemBank {
    columns: BankColumns,
    scale: ScoreScale,
    places: BTreeMap<String, usize>,
    curves: Vec<ItemCurve>,
    search: ItemSearch,
    stratum_names: Vec<String>,
    stratum_of: Vec<usize>,
}

impl ItemBank {
    /// A bank of these items. Empty columns of `s`, `strata` and `kept` are 0, nothing and yes.
    ///
    /// # Errors
    /// - There is no item, no kept item, or an item twice.
    /// - A column has another number of entries.
    /// - A number of an item is impossible, or the range of scores is.
    pub fn new(mut columns: BankColumns, scale: ScoreScale) -> Result<Self> {
        let items = columns.items.len();
        if items == 0 {
            return Err(AdaptiveError::NoItems.into());
        }
        fill(&mut columns.s, items, 0.0);
        fill(&mut columns.strata, items, None);
        fill(&mut columns.kept, items, true);
        for (column, entries) in [
            ("a", columns.a.len()),
            ("b", columns.b.len()),
            ("s", columns.s.len()),
            ("phi", columns.phi.len()),
            ("stratum", columns.strata.len()),
            ("kept", columns.kept.len()),
        ] {
            if entries != items {
                return Err(AdaptiveError::Column { column, entries, items }.into());
            }
        }
        if !(scale.lo.is_finite() && scale.hi.is_finite() && scale.lo < scale.hi) {
            return Err(AdaptiveError::ScoreRange { lo: scale.lo, hi: scale.hi }.into());
        }
        check_values(&columns)?;
        let mut places = BTreeMap::new();
        for (place, item) in columns.items.iter().enumerate() {
            if places.insert(item.clone(), place).is_some() {
                return Err(AdaptiveError::ItemTwice { item: item.clone() }.into());
            }
        }
        if !columns.kept.contains(&true) {
            return Err(AdaptiveError::NothingKept.into());
        }
        let curves: Vec<ItemCurve> = (0..items)
            .map(|i| {
                let (slope, difficulty) = (columns.a[i], columns.b[i]);
                let curve = ItemCurve { slope, difficulty, dispersion: columns.phi[i] };
                doubted(curve, columns.s[i])
            })
            .collect();
        let (stratum_names, stratum_of) = numbered(&columns.strata);
        let search = ItemSearch::new(&curves, &columns.kept, &stratum_of);
        Ok(Self { columns, scale, places, curves, search, stratum_names, stratum_of })
    }

    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.items.len()
    }

    /// Whether there is none: never.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.items.is_empty()
    }

    /// Its columns.
    #[must_use]
    pub fn columns(&self) -> &BankColumns {
        &self.columns
    }

    /// The scores that outcomes stand for.
    #[must_use]
    pub fn scale(&self) -> ScoreScale {
        self.scale
    }

    /// The curve of each item, with the doubt about its difficulty in it.
    #[must_use]
    pub fn curves(&self) -> &[ItemCurve] {
        &self.curves
    }

    /// The items by stratum and difficulty.
    pub(crate) fn search(&self) -> &ItemSearch {
        &self.search
    }

    /// The names of the strata. Items without one have the last, empty name, if others have one.
    #[must_use]
    pub fn strata(&self) -> &[String] {
        &self.stratum_names
    }

    /// The place of an item's stratum among the strata.
    pub(crate) fn stratum_of(&self, item: usize) -> usize {
        self.stratum_of[item]
    }

    /// The place of an item.
    ///
    /// # Errors
    /// The bank does not have it.
    pub fn place(&self, item: &str) -> Result<usize> {
        let unknown = || AdaptiveError::UnknownItem { item: item.to_owned() }.into();
        self.places.get(item).copied().ok_or_else(unknown)
    }

    /// The median difficulty of the kept items: the mean of the prior in the published program.
    #[must_use]
    pub fn median_difficulty(&self) -> f64 {
        let kept = self.columns.b.iter().zip(&self.columns.kept);
        let mut sorted: Vec<f64> = kept.filter(|one| *one.1).map(|one| *one.0).collect();
        sorted.sort_by(f64::total_cmp);
        let half = sorted.len() / 2;
        if sorted.len() % 2 == 1 { sorted[half] } else { sorted[half - 1].midpoint(sorted[half]) }
    }

    /// The outcome of a score, and whether the score was clipped to the range.
    ///
    /// # Errors
    /// The score is not finite, or outside the range and `clip` is off.
    pub fn outcome(&self, item: usize, score: f64, clip: bool) -> Result<(f64, bool)> {
        let ScoreScale { lo, hi, greater_is_better } = self.scale;
        let name = || self.columns.items[item].clone();
        if !score.is_finite() {
            return Err(AdaptiveError::ScoreNotFinite { item: name(), value: score }.into());
        }
        let outside = score < lo || score > hi;
        if outside && !clip {
            return Err(AdaptiveError::ScoreOutside { item: name(), value: score, lo, hi }.into());
        }
        let y = (score.clamp(lo, hi) - lo) / (hi - lo);
        Ok((if greater_is_better { y } else { 1.0 - y }, outside))
    }

    /// The score of a mean outcome.
    #[must_use]
    pub fn score(&self, outcome: f64) -> f64 {
        let ScoreScale { lo, hi, greater_is_better } = self.scale;
        let y = if greater_is_better { outcome } else { 1.0 - outcome };
        lo + (hi - lo) * y
    }
}

fn fill<T: Clone>(column: &mut Vec<T>, items: usize, value: T) {
    if column.is_empty() {
        column.resize(items, value);
    }
}

fn check_values(columns: &BankColumns) -> Result<()> {
    let positive = |value: f64| value > 0.0 && value.is_finite();
    for (place, item) in columns.items.iter().enumerate() {
        let (a, b, s, phi) =
            (columns.a[place], columns.b[place], columns.s[place], columns.phi[place]);
        for (column, value, good, needed) in [
            ("a", a, positive(a), "positive and finite"),
            ("b", b, b.is_finite(), "finite"),
            ("s", s, s >= 0.0 && s.is_finite(), "a finite number from 0"),
            ("phi", phi, positive(phi), "positive and finite"),
        ] {
            if !good {
                let item = item.clone();
                return Err(AdaptiveError::ItemValue { column, item, value, needed }.into());
            }
        }
    }
    Ok(())
}

/// The strata in the order of their first items, and the place of each item's stratum.
fn numbered(strata: &[Option<String>]) -> (Vec<String>, Vec<usize>) {
    let mut names: Vec<String> = Vec::new();
    let mut known = BTreeMap::new();
    let of = strata
        .iter()
        .map(|stratum| {
            let name = stratum.clone().unwrap_or_default();
            *known.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                names.len() - 1
            })
        })
        .collect();
    (names, of)
}
