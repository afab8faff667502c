//! The time in which horizons double: a line of their logarithms over days.

use super::dates::{dated as dated_of, require_one_kind};
use super::error::HorizonError;
use super::found::{ModelFound, named, used};
use super::interval::HorizonTarget;
use super::mark::{Mark, spread};
use super::notes::{DOUBLING, DOUBLING_OF_TWO, NO_TREND, UNDATED};
use super::rows::Doubling;
use crate::calls::Note;
use crate::calls::note::listed;
use crate::error::Result;
use crate::numeric::sorting::sort_by;
use crate::numeric::student::Distribution;

/// A line through the horizons of dated models.
#[derive(Clone, Copy, Debug)]
struct Trend {
    /// Doublings a day.
    slope: f64,
    /// log2 of the horizon at day 0.
    intercept: f64,
    /// σ of the slope, from the tasks.
    sigma_tasks: Option<f64>,
    /// σ of the slope, from the scatter of models about the line.
    sigma_scatter: Option<f64>,
    /// The interval of the slope, by the one that makes it wider.
    ends: Option<[f64; 2]>,
}

/// Least squares of log2 of the horizon on the day. `None` for models of one day.
fn trend(dated: &[(f64, &Mark)], used: usize, target: HorizonTarget) -> Result<Option<Trend>> {
    let models = dated.len() as f64;
    let middle = dated.iter().map(|(day, _)| day).sum::<f64>() / models;
    let height = dated.iter().map(|(_, one)| one.log2).sum::<f64>() / models;
    let square: f64 = dated.iter().map(|(day, _)| (day - middle) * (day - middle)).sum();
    if dated.len() < 2 || square <= 0.0 {
        return Ok(None);
    }
    let weighted: Vec<(f64, &Mark)> =
        dated.iter().map(|&(day, one)| ((day - middle) / square, one)).collect();
    let slope: f64 = weighted.iter().map(|(factor, one)| factor * one.log2).sum();
    let intercept = height - slope * middle;
    let of_tasks = spread(&weighted, used, target);
    let off = |(day, one): &(f64, &Mark)| one.log2 - intercept - slope * day;
    let squares: f64 = dated.iter().map(off).map(|off| off * off).sum();
    let of_scatter = (dated.len() > 2).then(|| {
        let degrees = models - 2.0;
        ((squares / degrees / square).sqrt(), Distribution::Student(degrees))
    });
    let mut width: Option<f64> = None;
    for (sigma, distribution) in [of_tasks, of_scatter].into_iter().flatten() {
        let own = distribution.central_quantile(target.confidence)?.value() * sigma;
        width = Some(width.map_or(own, |width| width.max(own)));
    }
    // The tasks alone tell nothing of models that scatter, and the scatter nothing of the tasks.
    let ends = width.filter(|_| of_tasks.is_some()).map(|width| [slope - width, slope + width]);
    let sigma = |of: Option<(f64, Distribution)>| of.map(|(sigma, _)| sigma);
    let (sigma_tasks, sigma_scatter) = (sigma(of_tasks), sigma(of_scatter));
    Ok(Some(Trend { slope, intercept, sigma_tasks, sigma_scatter, ends }))
}

/// The doubling time at each share, from models and their days.
pub(super) fn doublings(
    found: &[ModelFound],
    dates: &[String],
    shares: &[f64],
    target: HorizonTarget,
    notes: &mut Vec<Note>,
) -> Result<Vec<Doubling>> {
    let mut dated: Vec<(f64, &ModelFound)> = Vec::with_capacity(dates.len());
    for text in dates {
        let (name, day) = dated_of(text)?;
        let one = named(found, name)?;
        if dated.iter().any(|(_, other)| other.tasks.model == name) {
            return Err(HorizonError::TwoDates { model: name.to_owned() }.into());
        }
        dated.push((day, one));
    }
    require_one_kind(dates)?;
    // Sums in the order of the names do not depend on that of the dates.
    sort_by(&mut dated, |(_, one), (_, other)| one.tasks.model.cmp(&other.tasks.model));
    dated.retain(|(_, one)| one.curve().is_some());
    let is_dated =
        |one: &&ModelFound| dated.iter().any(|(_, own)| own.tasks.model == one.tasks.model);
    let without: Vec<&str> =
        found.iter().filter(|one| !is_dated(one)).map(|one| &*one.tasks.model).collect();
    if !without.is_empty() {
        notes.push(Note::of(&UNDATED).with("models", listed(without)));
    }
    let clusters = used(&dated.iter().map(|(_, one)| *one).collect::<Vec<_>>());
    let mut rows = Vec::new();
    for &share in shares {
        let marks: Vec<(f64, Mark)> =
            dated.iter().filter_map(|(day, one)| Some((*day, one.mark(share)?))).collect();
        let marks: Vec<(f64, &Mark)> = marks.iter().map(|(day, mark)| (*day, mark)).collect();
        let Some(found) = trend(&marks, clusters, target)? else {
            notes.push(Note::of(&NO_TREND));
            return Ok(Vec::new());
        };
        let time = |slope: f64| (slope > 0.0).then(|| 1.0 / slope);
        rows.push(Doubling {
            at: share,
            models: marks.len() as u64,
            days: time(found.slope),
            lo: found.ends.and_then(|[_, high]| time(high)),
            hi: found.ends.and_then(|[low, _]| time(low)),
            per_day: found.slope,
            intercept: found.intercept,
            sigma_tasks: found.sigma_tasks,
            sigma_scatter: found.sigma_scatter,
        });
    }
    if !rows.is_empty() {
        notes.push(Note::of(if dated.len() > 2 { &DOUBLING } else { &DOUBLING_OF_TWO }));
    }
    Ok(rows)
}
