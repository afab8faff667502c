//! Models whose scores are near the best one, and the cheapest of them.

use crate::calls::Note;
use crate::calls::note::listed;
use crate::cost::frontier::models::{CostDifference, CostModel};
use crate::cost::means::figures::CostTarget;
use crate::cost::notes::{CHEAPER, CHEAPEST, NONE_WITHIN, WITHIN};
use crate::error::Result;
use crate::numeric::normal::probability;
use crate::numeric::portable::hypot;
use crate::printable::Printable;

/// The probability of each model that its score is above the best of the others minus `within`.
///
/// # Errors
/// Those of a difference.
pub(in crate::cost) fn near_best(
    models: &[CostModel<'_, '_>],
    within: f64,
    about: CostTarget,
) -> Result<Vec<f64>> {
    let chance = |(place, one): (usize, &CostModel<'_, '_>)| {
        // The models come by descending score.
        let Some(best) = models.get(usize::from(place == 0)) else { return Ok(1.0) };
        let error = if one.shares_questions(best) {
            CostDifference::of(one, best, about)?.error
        } else {
            hypot(one.score.sigma, best.score.sigma)
        };
        let gap = one.score.score - best.score.score + within;
        Ok(if gap == 0.0 { 0.5 } else { probability(gap / error) })
    };
    models.iter().enumerate().map(chance).collect()
}

/// The cheapest model that is surely within so much of the best score.
pub(in crate::cost) fn near_note(
    models: &[CostModel<'_, '_>],
    chances: &[f64],
    within: f64,
    confidence: f64,
) -> Note {
    let near = models.iter().zip(chances).filter(|(_, p)| **p >= confidence);
    let cheapest =
        near.min_by(|(a, _), (b, _)| a.figures.cost.mean.total_cmp(&b.figures.cost.mean));
    match cheapest {
        Some((one, p)) => Note::of(&WITHIN)
            .with("model", Printable(&one.score.model).to_string())
            .with("within", format!("{within}"))
            .with("p", format!("{p:.2}")),
        None => Note::of(&NONE_WITHIN).with("within", format!("{within}")),
    }
}

/// The cheapest of the models that are not separated from the best.
pub(in crate::cost) fn cheapest(
    models: &[CostModel<'_, '_>],
    about: CostTarget,
) -> Result<Option<Note>> {
    let with_best = || models.iter().filter(|one| one.score.with_leader || one.score.rank == 1);
    let Some(best) = models.first().filter(|_| with_best().count() > 1) else { return Ok(None) };
    let Some(one) = with_best().min_by(|a, b| a.figures.cost.mean.total_cmp(&b.figures.cost.mean))
    else {
        return Ok(None);
    };
    let name = |one: &CostModel<'_, '_>| Printable(&one.score.model).to_string();
    let models = listed(with_best().map(|one| &*one.score.model));
    let task = best.score.task.as_deref().map(|task| format!(" of {}", Printable(task)));
    let of = task.unwrap_or_default();
    if one.score.model == best.score.model || !best.shares_questions(one) {
        let note =
            Note::of(&CHEAPEST).with("of", of).with("models", models).with("cheapest", name(one));
        return Ok(Some(note));
    }
    let ratio = CostDifference::of(best, one, about)?.ratio;
    let end = |value: f64| if value.is_finite() { format!("{value:.1}") } else { "∞".to_owned() };
    let note = Note::of(&CHEAPER).with("of", of).with("models", models).with("cheapest", name(one));
    let note = note.with("ratio", end(ratio.value)).with("best", name(best));
    Ok(Some(note.with("interval", format!("[{}, {}]", end(ratio.lo), end(ratio.hi)))))
}
