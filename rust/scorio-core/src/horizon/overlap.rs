//! What results tell that allow no fit, because successes and failures do not overlap in length.

use super::tasks::Point;

/// What the results of a model allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Overlap {
    /// A curve.
    Fits,
    /// All trials succeed.
    AllSucceed,
    /// No trial succeeds.
    NoneSucceeds,
    /// The length up to which all trials succeed, and the length from which none does.
    Falls(f64, f64),
    /// All trials fail up to some length, and all succeed from there on.
    Rises,
}

/// Whether a curve has a best fit. With a penalty, it has one wherever both outcomes happen.
pub(super) fn overlap(points: &[Point], is_penalised: bool) -> Overlap {
    let range = |some: &dyn Fn(&Point) -> bool| {
        let some = points.iter().filter(|one| some(one)).map(|one| one.length);
        some.fold(None, |range: Option<(f64, f64)>, one| {
            Some(range.map_or((one, one), |(low, high)| (low.min(one), high.max(one))))
        })
    };
    let (successes, failures) = (range(&|one| one.mean > 0.0), range(&|one| one.mean < 1.0));
    match (successes, failures) {
        (_, None) => Overlap::AllSucceed,
        (None, _) => Overlap::NoneSucceeds,
        _ if is_penalised => Overlap::Fits,
        (Some((_, success)), Some((failure, _))) if success <= failure => {
            Overlap::Falls(success, failure)
        }
        (Some((success, _)), Some((_, failure))) if failure <= success => Overlap::Rises,
        _ => Overlap::Fits,
    }
}
