//! Models whose scores are near the best one, and the cheapest of them.

use super::figures::CostTarget;
use super::models::{CostDifference, CostModel};
use super::notes::{CHEAPER, CHEAPEST, NONE_WITHIN, WITHIN};
use crate::calls::Note;
use crate::calls::note::listed;
use crate::error::Result;
use crate::numeric::normal::probability;
use crate::numeric::portable::hypot;
use crate::printable::Printable;

/// The probability of each model that its score is above the best score minus `within`.
pub(super) fn near_best(models: &[CostModel<'_, '_>], within: f64) -> Vec<f64> {
    let Some(best) = models.first().map(|one| one.score) else { return Vec::new() };
    let chance = |one: &CostModel<'_, '_>| {
        if one.score.model == best.model {
            return 1.0;
        }
        let error = hypot(one.score.sigma, best.sigma);
        let gap = one.score.score - best.score + within;
        if gap == 0.0 { 0.5 } else { probability(gap / error) }
    };
    models.iter().map(chance).collect()
}

/// The cheapest model that is surely within so much of the best score.
pub(super) fn near_note(
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
pub(super) fn cheapest(models: &[CostModel<'_, '_>], about: CostTarget) -> Result<Option<Note>> {
    let with_best = || models.iter().filter(|one| one.score.with_leader || one.score.rank == 1);
    let (Some(best), true) = (models.first(), models.len() > 1) else { return Ok(None) };
    let Some(one) = with_best().min_by(|a, b| a.figures.cost.mean.total_cmp(&b.figures.cost.mean))
    else {
        return Ok(None);
    };
    let name = |one: &CostModel<'_, '_>| Printable(&one.score.model).to_string();
    let models = listed(with_best().map(|one| &*one.score.model));
    if one.score.model == best.score.model || !best.shares_questions(one) {
        let note = Note::of(&CHEAPEST).with("models", models).with("cheapest", name(one));
        return Ok(Some(note));
    }
    let ratio = CostDifference::of(best, one, about)?.ratio;
    let end = |value: f64| if value.is_finite() { format!("{value:.1}") } else { "∞".to_owned() };
    let note = Note::of(&CHEAPER).with("models", models).with("cheapest", name(one));
    let note = note.with("ratio", end(ratio.value)).with("best", name(best));
    Ok(Some(note.with("interval", format!("[{}, {}]", end(ratio.lo), end(ratio.hi)))))
}
