//! The call `plan_costs`: what more trials cost, and how to split money between models.

use crate::calls::declare::call;
use crate::calls::option::{number, texts};
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Range, Workers, require_models};
use crate::cost::call::{CostOptions, tables_of};
use crate::cost::error::CostError;
use crate::cost::money::split::{Bid, split};
use crate::cost::notes::{MONEY_LEFT, NOTES, PLANNED};
use crate::cost::rows::{Cost, CostPlan};
use crate::cost::trials::spending::outcome_counts;
use crate::counts::select::Wanted;
use crate::error::Result;
use crate::metric::weights::Weights;
use crate::plan::{MOST_TRIALS, Side};
use crate::sums::sums::Sums;

call! {
    /// Says what more trials of each model cost.
    ///
    /// # Formula
    /// n more trials of each of M questions cost n M κ, where κ is the mean cost of `cost`. The ends of its
    /// interval give those of the money. With `half_width`, n is that of `trials_for_half_width`.
    ///
    /// With `money`, the trials are split so that Σ σ² over the models is least. Then the sum of the variances of
    /// all differences is least, too, up to whole trials. Here σ² = Σ v / (N + n) / M², as in
    /// `trials_for_half_width`. Where all questions of a model have N trials, N + n is proportional to
    /// √(Σ v / κ M) for the models that get trials (Neyman 1934). Numbers of trials are whole, and exchanges between two models make no better use
    /// of the money. `even` has the half-widths after as many trials for each model, for the same money.
    ///
    /// # Errors
    /// Neither a half-width nor money, or both. Money that pays for no trial. A model without any cost.
    ///
    /// # Source
    /// docs/planning.md of the checkout. Neyman, J. R. Stat. Soc. 97 (1934) 558.
    plan_costs(Costs): answer => [rows: CostPlan], notes NOTES;

    /// What more trials are for.
    pub struct CostPlanOptions {
        /// Half the width that the interval of each score may have at most.
        half_width: Option<f64> = number(Range::POSITIVE)
            .excludes(&["money"], "{it=} says what the trials are for, and {other=} what they cost: give one"),
        /// What may be spent on all models together, in the unit of the costs.
        money: Option<f64> = number(Range::POSITIVE),
        /// The models to plan for.
        only: Option<Vec<String>> = texts(),
        /// Level of the intervals.
        confidence: f64 = number(Range::LEVEL).or(0.95),
    }
}

fn answer(input: Input<'_>, options: &CostPlanOptions, _: &Workers<'_>) -> Result<Answer> {
    match input {
        Input::Sums(sums) => planned(sums, options),
        Input::Counts(_) => Err(CostError::NoCosts.into()),
        Input::Nothing | Input::Pair(..) => Err(CallError::Untold { call: "plan_costs" }.into()),
    }
}

/// A model of a plan.
struct Planned<'a> {
    cost: &'a Cost,
    side: Side,
    /// The price of one more trial of each question.
    price: f64,
    more: Option<u64>,
}

fn planned(sums: &Sums, options: &CostPlanOptions) -> Result<Answer> {
    let asked = CostOptions::plain(options.confidence);
    let (costs, _) = tables_of(sums, &asked)?;
    let names: Vec<&str> = costs.iter().map(|row| &*row.model).collect();
    if let Some(only) = &options.only {
        require_models(only, &names)?;
    }
    let counts = outcome_counts(sums)?;
    let weights = Weights::default_of(&counts)?;
    let wanted = |row: &&Cost| options.only.as_ref().is_none_or(|only| only.contains(&row.model));
    let mut models = Vec::new();
    for cost in costs.iter().filter(wanted) {
        let models_of = Wanted { models: Some(vec![cost.model.clone()]), ..Wanted::default() };
        let side = Side::pilot(&counts.select(&models_of)?.states()?)?;
        let price = cost.cost * cost.questions as f64;
        models.push(Planned { cost, side, price, more: None });
    }
    let mut notes = vec![Note::of(&PLANNED)];
    let mut even = None;
    match (options.half_width, options.money) {
        (Some(half_width), _) => {
            for one in &mut models {
                one.more =
                    one.side.further_for_half_width(&weights, half_width, options.confidence)?;
            }
        }
        (None, Some(money)) => {
            let (more, each) = split_money(&models, &weights, money)?;
            for (one, more) in models.iter_mut().zip(more) {
                one.more = Some(more);
            }
            let spent: f64 =
                models.iter().map(|one| one.more.unwrap_or(0) as f64 * one.price).sum();
            let left = format!("{:.4}", (money - spent).max(0.0));
            notes.push(Note::of(&MONEY_LEFT).with("left", left).with("each", each));
            even = Some(each);
        }
        (None, None) => return Err(CostError::NoPlan.into()),
    }
    let rows = models.iter().map(|one| row(one, &weights, even, options.confidence));
    let rows = rows.collect::<Result<Vec<_>>>()?;
    Ok(Answer { tables: vec![AnswerTable::of(rows)], arrays: Vec::new(), notes })
}

/// The further trials of each model that money pays for, and how many all would get alike.
fn split_money(models: &[Planned<'_>], weights: &Weights, money: f64) -> Result<(Vec<u64>, u64)> {
    if let Some(free) = models.iter().find(|one| one.price == 0.0) {
        return Err(CostError::Free { model: free.cost.model.clone() }.into());
    }
    let least = models.iter().map(|one| one.price).fold(f64::INFINITY, f64::min);
    if money < least {
        return Err(CostError::LittleMoney { money, least }.into());
    }
    let bids = models
        .iter()
        .map(|one| Ok(Bid { told: one.side.variances(weights)?, price: one.price }))
        .collect::<Result<Vec<_>>>()?;
    let all: f64 = models.iter().map(|one| one.price).sum();
    let each = (money / all).floor().min(MOST_TRIALS as f64);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number from 0 to `MOST_TRIALS`"
    )]
    Ok((split(&bids, money)?, each as u64))
}

fn row(
    one: &Planned<'_>,
    weights: &Weights,
    even: Option<u64>,
    confidence: f64,
) -> Result<CostPlan> {
    let after = |more: u64| one.side.half_width(weights, more, confidence);
    let cost = one.cost;
    let trials = one.more.map(|more| more as f64 * cost.questions as f64);
    let paid = |price: f64| trials.filter(|_| price.is_finite()).map(|trials| trials * price);
    Ok(CostPlan {
        model: cost.model.clone(),
        questions: cost.questions,
        trials: cost.trials as f64 / cost.questions as f64,
        half_width: after(0)?,
        more: one.more,
        then: one.more.map(after).transpose()?.flatten(),
        even: even.map(after).transpose()?.flatten(),
        money: paid(cost.cost),
        money_lo: paid(cost.cost_lo),
        money_hi: cost.cost_hi.and_then(paid),
    })
}
