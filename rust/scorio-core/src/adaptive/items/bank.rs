//! The item bank: the curve of each item, on the scale of abilities that the calibration found.

use std::collections::BTreeMap;

use super::search::ItemSearch;
use crate::adaptive::error::AdaptiveError;
use crate::error::Result;
use crate::irt::{Curve, GradedCurve, ItemCurve, doubted, doubted_steps};

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
    /// Thresholds of steps, less b; nothing for the common curve.
    pub steps: Vec<Option<Vec<f64>>>,
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
///
/// An item with thresholds b + δ_1 … b + δ_K has the outcomes c/K, for c from 0 to K. Their chances
/// are P(c) ∝ exp Σ_{v ≤ c} a(θ − b − δ_v), the generalized partial credit model.
#[derive(Clone, Debug)]
pub struct ItemBank {
    columns: BankColumns,
    scale: ScoreScale,
    places: BTreeMap<String, usize>,
    curves: Vec<Curve>,
    search: ItemSearch,
    stratum_names: Vec<String>,
    stratum_of: Vec<usize>,
}

impl ItemBank {
    /// A bank of these items. Empty columns of `s`, `strata`, `kept` and `steps` are 0,
    /// nothing, yes and nothing.
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
        fill(&mut columns.steps, items, None);
        for (column, entries) in [
            ("a", columns.a.len()),
            ("b", columns.b.len()),
            ("s", columns.s.len()),
            ("phi", columns.phi.len()),
            ("stratum", columns.strata.len()),
            ("kept", columns.kept.len()),
            ("steps", columns.steps.len()),
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
        let curves: Vec<Curve> = (0..items)
            .map(|i| {
                let (slope, difficulty) = (columns.a[i], columns.b[i]);
                let item = ItemCurve { slope, difficulty, dispersion: columns.phi[i] };
                match &columns.steps[i] {
                    None => doubted(item, columns.s[i]).into(),
                    Some(steps) => {
                        doubted_steps(&GradedCurve::new(item, steps), columns.s[i]).into()
                    }
                }
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
    pub fn curves(&self) -> &[Curve] {
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
        let kept = self.curves.iter().zip(&self.columns.kept).filter(|one| *one.1);
        let mut sorted: Vec<f64> = kept.map(|one| one.0.item().difficulty).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let half = sorted.len() / 2;
        if sorted.len() % 2 == 1 { sorted[half] } else { sorted[half - 1].midpoint(sorted[half]) }
    }

    /// The outcome of a score, and whether the score was clipped to the range.
    ///
    /// # Errors
    /// The score is not finite, outside the range and `clip` is off, or between steps of the item.
    pub fn outcome(&self, item: usize, score: f64, clip: bool) -> Result<(f64, bool)> {
        self.mean_outcome(item, score, 1.0, clip)
    }

    /// The same of the mean score of several trials.
    pub(crate) fn mean_outcome(
        &self,
        item: usize,
        score: f64,
        trials: f64,
        clip: bool,
    ) -> Result<(f64, bool)> {
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
        let y = if greater_is_better { y } else { 1.0 - y };
        let Curve::Graded(graded) = &self.curves[item] else { return Ok((y, outside)) };
        // Steps of all trials together.
        let most = graded.top() * trials;
        let steps = (y * most).round();
        if (y * most - steps).abs() > 1e-9 * most.max(1.0) {
            let steps = self.columns.steps[item].as_ref().map_or(0, Vec::len);
            return Err(AdaptiveError::ScoreBetween { item: name(), value: score, steps }.into());
        }
        Ok((if most > 0.0 { steps / most } else { y }, outside))
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
        let Some(steps) = &columns.steps[place] else { continue };
        let item = item.clone();
        if steps.is_empty() {
            return Err(AdaptiveError::NoSteps { item }.into());
        }
        if let Some(&value) = steps.iter().find(|step| !step.is_finite()) {
            let (column, needed) = ("steps", "finite");
            return Err(AdaptiveError::ItemValue { column, item, value, needed }.into());
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
