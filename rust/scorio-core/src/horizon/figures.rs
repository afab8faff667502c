//! The rows of horizons, bins and curves.

use super::bins::Bin;
use super::fit::LengthCurve;
use super::found::{ModelFound, Said};
use super::interval::{Criticals, HorizonTarget, LogEnds, interval};
use super::overlap::Overlap;
use super::rows::{Horizon, HorizonBin, HorizonCurve};
use super::span::LengthUnit;
use crate::numeric::portable::{exp2, log2};

/// A horizon this near the end of the tasks, in doublings, is not beyond it.
const NEAR: f64 = 1e-9;

fn finite(log2: f64) -> Option<f64> {
    Some(exp2(log2)).filter(|value| value.is_finite())
}

/// The horizon of a model at a share.
pub(super) fn row(
    one: &ModelFound,
    share: f64,
    about: (HorizonTarget, &Criticals),
    unit: LengthUnit,
) -> Horizon {
    let tasks = &one.tasks;
    let (shortest, longest) = tasks.range();
    let kind = match &one.said {
        Said::Curve(_) => "fitted",
        Said::Rising | Said::NoFit(Overlap::Fits | Overlap::Rises) => "rising",
        Said::NoFit(Overlap::AllSucceed) => "above",
        Said::NoFit(Overlap::NoneSucceeds) => "below",
        Said::NoFit(Overlap::Falls(..)) => "between",
    };
    let between = match &one.said {
        Said::NoFit(Overlap::Falls(solved, none)) => Some([*solved, *none]),
        _ => None,
    };
    let place = one.curve().map(|curve| curve.log2(share));
    let ends: LogEnds =
        one.curve().and_then(|curve| interval(curve, share, tasks.clusters(), about));
    let horizon = place.and_then(finite);
    let plain = ends.map(|[low, high]| [exp2(low), exp2(high)]);
    let shown = match (kind, place, between) {
        ("above", ..) => format!("above {}", unit.shown(longest)),
        ("below", ..) => format!("below {}", unit.shown(shortest)),
        (_, _, Some([solved, none])) if solved == none => format!("about {}", unit.shown(solved)),
        (_, _, Some([solved, none])) => format!("{} to {}", unit.shown(solved), unit.shown(none)),
        (_, Some(_), _) => {
            horizon.map_or_else(|| "beyond all numbers".to_owned(), |one| unit.shown(one))
        }
        _ => "none".to_owned(),
    };
    Horizon {
        model: tasks.model.clone(),
        at: share,
        kind: kind.to_owned(),
        horizon,
        lo: ends.map(|[low, _]| exp2(low)),
        hi: ends.and_then(|[_, high]| finite(high)),
        log2: place,
        log2_lo: ends.map(|[low, _]| low),
        log2_hi: ends.map(|[_, high]| high),
        unbounded: place.is_some() && ends.is_none(),
        beyond: place.is_some_and(|place| place > log2(longest) + NEAR),
        short_of: place.is_some_and(|place| place < log2(shortest) - NEAR),
        solved_to: between.map(|[solved, _]| solved),
        none_from: between.map(|[_, none]| none),
        shown,
        shown_interval: if place.is_some() { unit.interval(plain) } else { String::new() },
        tasks: tasks.points.len() as u64,
        clusters: tasks.clusters() as u64,
        trials: tasks.trials,
        shortest,
        longest,
        minutes: unit.minutes(),
        shown_shortest: unit.shown(shortest),
        shown_longest: unit.shown(longest),
    }
}

/// The curve of a model, if it has one.
pub(super) fn curve(one: &ModelFound, target: HorizonTarget) -> Option<HorizonCurve> {
    let curve = one.curve()?;
    let clusters = one.tasks.clusters();
    let covariance = if target.these {
        curve.of_these
    } else {
        let moves = curve.moves.as_ref().filter(|_| clusters > 1);
        moves.map(|moves| LengthCurve::covariance(moves, clusters))
    };
    let covariance = covariance.map(|own| curve.plain_covariance(own));
    let [intercept, slope] = curve.plain();
    Some(HorizonCurve {
        model: one.tasks.model.clone(),
        intercept,
        slope,
        variance_intercept: covariance.map(|own| own[0]),
        covariance: covariance.map(|own| own[1]),
        variance_slope: covariance.map(|own| own[2]),
    })
}

/// A bin of a model.
pub(super) fn bin(model: &str, own: &Bin, unit: LengthUnit) -> HorizonBin {
    HorizonBin {
        model: model.to_owned(),
        low: exp2(own.low),
        high: exp2(own.high()),
        shown_low: unit.shown(exp2(own.low)),
        shown_high: unit.shown(exp2(own.high())),
        tasks: own.tasks,
        observed: own.observed,
        fitted: own.fitted,
        off: own.is_off(),
    }
}
