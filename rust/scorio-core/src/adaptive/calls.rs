//! Adaptive evaluation without a run, as declared calls.

use super::items::bank::{BankColumns, ItemBank, ScoreScale};
use super::items::given::{GivenTrials, ItemOutcomes};
use crate::calls::declare::options;
use crate::calls::option::{Range, number, numbers, texts};
use crate::check;
use crate::error::Result;
use crate::irt::AbilityPrior;

options! {
    /// Calibrated items. An outcome y from 0 to 1 has the mean μ = 1 / (1 + exp(−a (θ − b))) and the variance
    /// φ μ (1 − μ), for a model of ability θ.
    pub struct BankOptions {
        /// The slope of each item, above 0.
        a: Vec<f64> = numbers("one per item").required(),
        /// The difficulty of each item.
        b: Vec<f64> = numbers("one per item").required(),
        /// The standard deviations of the difficulties, from 0. By default 0.
        s: Option<Vec<f64>> = numbers("one per item"),
        /// The dispersions, above 0. By default 1, that of successes and failures.
        phi: Option<Vec<f64>> = numbers("one per item"),
        /// Names of the items, for messages. By default they are counted from 0.
        items: Option<Vec<String>> = texts(),
        /// A label for each item. Strata keep their shares when items are chosen.
        strata: Option<Vec<String>> = texts(),
    }
}

impl BankOptions {
    fn bank(&self) -> Result<ItemBank> {
        let count = self.b.len();
        let numbered = || (0..count).map(|item| item.to_string()).collect();
        let columns = BankColumns {
            items: self.items.clone().unwrap_or_else(numbered),
            a: self.a.clone(),
            b: self.b.clone(),
            s: self.s.clone().unwrap_or_default(),
            phi: self.phi.clone().unwrap_or_else(|| vec![1.0; count]),
            strata: self.strata.iter().flatten().cloned().map(Some).collect(),
            kept: Vec::new(),
            steps: Vec::new(),
        };
        ItemBank::new(columns, ScoreScale { lo: 0.0, hi: 1.0, greater_is_better: true })
    }
}

options! {
    /// What a model answered, and what is believed beforehand.
    pub struct AnsweredOptions {
        /// The number of trials of each item, 0 for none.
        trials: Vec<f64> = numbers("one per item").required(),
        /// The sum of the outcomes of these trials.
        sums: Vec<f64> = numbers("one per item").required(),
        /// The mean of the normal prior. 0 is the mean ability of the models of a calibration.
        prior_mean: f64 = number(Range::ANY).or(0.0),
        /// The variance of the prior.
        prior_variance: f64 = number(Range::ANY).or(25.0),
    }
}

impl AnsweredOptions {
    fn outcomes(&self, bank: &ItemBank) -> Result<ItemOutcomes> {
        let items = &bank.columns().items;
        for (name, length) in [("trials", self.trials.len()), ("sums", self.sums.len())] {
            check::same_size((name, length), ("b", items.len()), "entries, one for each item")?;
        }
        let cells = items.iter().zip(self.trials.iter().zip(&self.sums));
        let given: Vec<GivenTrials> = cells
            .filter(|(_, (trials, sum))| **trials != 0.0 || **sum != 0.0)
            .map(|(item, (&trials, &sum))| GivenTrials { item: item.clone(), trials, sum })
            .collect();
        bank.outcomes(&given)
    }

    fn prior(&self) -> Result<AbilityPrior> {
        AbilityPrior::new(self.prior_mean, self.prior_variance)
    }
}

/// The ability of a model.
pub mod located {
    use super::{AnsweredOptions, BankOptions};
    use crate::calls::declare::call;
    use crate::calls::option::{Range, group, number};
    use crate::calls::{Answer, Input, Workers};
    use crate::error::Result;
    use crate::irt::AbilityBelief;
    use crate::rows::declare::row;

    call! {
        /// Gives the ability of a model from its trials of some items.
        ///
        /// # Formula
        /// The posterior has the log density −(θ − m)² / 2v + Σ [s x − n log(1 + exp(x))] / φ, with
        /// x = a(θ − b).
        ///
        /// # Errors
        /// No items, or one twice. Other numbers of entries. A number that is out of its range.
        ///
        /// # Source
        /// docs/adaptive.md of the checkout.
        ability(Nothing): answer => [ability: LocatedModel], notes &[];

        /// Items, and what a model answered.
        pub struct AbilityOptions {
            /// The items.
            bank: BankOptions = group(BankOptions::OPTIONS),
            /// The answers.
            answered: AnsweredOptions = group(AnsweredOptions::OPTIONS),
            /// The confidence of the central interval.
            confidence: f64 = number(Range::LEVEL).or(0.95),
        }
    }

    row! {
        /// The ability of a model.
        #[derive(Copy)]
        pub struct LocatedModel {
            /// The most probable ability.
            mode: f64,
            /// Its standard error.
            se: f64,
            /// Posterior mean.
            mean: f64,
            /// Posterior standard deviation.
            sd: f64,
            /// Lower end of the interval.
            lo: f64,
            /// Upper end of the interval.
            hi: f64,
        }
    }

    fn answer(_: Input<'_>, options: &AbilityOptions, _: &Workers<'_>) -> Result<Answer> {
        let outcomes = options.answered.outcomes(&options.bank.bank()?)?;
        let belief = AbilityBelief::new(&outcomes.cells, options.answered.prior()?);
        let (lo, hi) = belief.interval(options.confidence)?;
        let top = belief.ability();
        let (mean, sd) = (belief.mean(), belief.sd());
        Ok(Answer::of(vec![LocatedModel { mode: top.mode, se: top.se, mean, sd, lo, hi }]))
    }
}

/// The next item of a model.
pub mod next {
    use super::{AnsweredOptions, BankOptions};
    use crate::adaptive::items::bank::ItemBank;
    use crate::adaptive::options::{RunOptions, Selection};
    use crate::adaptive::running::one_model::next_item;
    use crate::calls::declare::call;
    use crate::calls::option::{Range, group, seed, text, wholes};
    use crate::calls::{Answer, Input, Workers};
    use crate::check;
    use crate::error::Result;
    use crate::rows::declare::row;

    call! {
        /// Gives the item that tells most about the ability of a model. There is no row if none is left.
        ///
        /// # Formula
        /// One trial of an item has the information a² μ (1 − μ) / φ. Doubt about b makes a smaller and φ
        /// larger.
        ///
        /// # Errors
        /// As for `ability`. An unknown way to select.
        ///
        /// # Source
        /// docs/adaptive.md of the checkout.
        next_item(Nothing): answer => [item: ChosenItem], notes &[];

        /// Items, what a model answered, and how the next one is chosen.
        pub struct NextItemOptions {
            /// The items.
            bank: BankOptions = group(BankOptions::OPTIONS),
            /// The answers. Items with trials are not chosen again.
            answered: AnsweredOptions = group(AnsweredOptions::OPTIONS),
            /// Items that are asked and not answered, counted from 0.
            pending: Vec<u64> = wholes(Range::COUNT),
            /// "information" for the most information at the mode of the ability, "expected" for the most on
            /// average over its posterior, or "top:5" for one of the five best at random.
            select: String = text().or_text("information"),
            /// Of "top", the seed.
            seed: u64 = seed(),
            /// Of "top", how many numbers were drawn before.
            drawn: u64 = seed(),
        }
    }

    row! {
        /// The item to ask next.
        #[derive(Copy)]
        pub struct ChosenItem {
            /// Its place, counted from 0.
            item: u64,
        }
    }

    fn answer(_: Input<'_>, options: &NextItemOptions, _: &Workers<'_>) -> Result<Answer> {
        let bank = options.bank.bank()?;
        let outcomes = options.answered.outcomes(&bank)?;
        let pending = options.pending.iter().map(|&item| pending(&bank, item));
        let run = RunOptions {
            selection: Selection::named(&options.select)?,
            prior: options.answered.prior()?,
            seed: options.seed,
            ..RunOptions::default()
        };
        let pending = pending.collect::<Result<Vec<_>>>()?;
        let found = next_item(&bank, &outcomes, &pending, &run, options.drawn);
        Ok(Answer::of(found.map(|item| ChosenItem { item: item as u64 }).into_iter().collect()))
    }

    /// The place of a pending item.
    fn pending(bank: &ItemBank, item: u64) -> Result<usize> {
        let place = usize::try_from(item).ok().filter(|&place| place < bank.len());
        let outside = || check::outside("pending", item as f64, "the number of an item").into();
        place.ok_or_else(outside)
    }
}

/// Whether two models are decided.
pub mod decided {
    use crate::adaptive::boundary::{BoundaryRule, Located, PairBoundary, PairDecision, RHO};
    use crate::adaptive::error::AdaptiveError;
    use crate::calls::declare::call;
    use crate::calls::option::{Range, choice, number, numbers, whole};
    use crate::calls::{Answer, Input, Workers};
    use crate::check;
    use crate::error::Result;

    call! {
        /// Says whether the order of two models is decided.
        ///
        /// # Formula
        /// With t = 1/(SE² + SE²) and α = (1 − confidence)/pairs, the anytime boundary is
        /// |z| ≥ √((1 + ρ/t) ln((t + ρ)/(ρ α²))). The spending boundary is |z| ≥ h √(T/t) before the
        /// last look, where 8 Φ(−h) = α. At the last look, t ≥ T, it is |z| ≥ b, where
        /// 2 Φ(−b) + 2 Φ(b − 2h) = α.
        ///
        /// # Errors
        /// Other than two abilities and errors. A number that is out of its range.
        ///
        /// # Source
        /// Robbins (1970) for the anytime boundary, Lan and DeMets (1983) for spending.
        decide_pair(Nothing): answer => [decision: PairDecision], notes &[];

        /// Two models, and the boundary.
        pub struct DecideOptions {
            /// The abilities.
            abilities: Vec<f64> = numbers("one per model").required(),
            /// Their standard errors.
            errors: Vec<f64> = numbers("one per model").required(),
            /// "spending" is valid at every look up to the last one, "anytime" at every look.
            /// "two-sided" and "one-sided" hold at one look. "auto" is "spending" if the horizon is
            /// given, otherwise "anytime".
            boundary: String = choice(&["auto", "spending", "anytime", "two-sided", "one-sided"])
                .or_text("auto"),
            /// The confidence of the decision.
            confidence: f64 = number(Range::LEVEL).or(0.95),
            /// How many pairs share the error. L models have L(L − 1)/2 pairs.
            pairs: u64 = whole(Range::FROM_ONE).or(1.0),
            /// What shapes the anytime boundary.
            rho: f64 = number(Range::POSITIVE).or(RHO),
            /// In its place, the standard error of a difference that the boundary is best for.
            resolution: Option<f64> = number(Range::POSITIVE),
            /// For the spending boundary, 1/(SE² + SE²) at the last look.
            horizon: Option<f64> = number(Range::POSITIVE),
        }
    }

    fn answer(_: Input<'_>, options: &DecideOptions, _: &Workers<'_>) -> Result<Answer> {
        let &DecideOptions { confidence, pairs, rho, resolution, horizon, .. } = options;
        let (one, other) = options.models()?;
        let rule = BoundaryRule::named(&options.boundary)?.resolved(horizon.is_some());
        if rule == BoundaryRule::Spending && horizon.is_none() {
            return Err(AdaptiveError::NoHorizon { needed: "a horizon" }.into());
        }
        let pairs = usize::try_from(pairs).unwrap_or(usize::MAX);
        let line = PairBoundary::new(rule, confidence, pairs, rho, resolution)?;
        Ok(Answer::of(vec![line.decision(one, other, horizon.unwrap_or_default())?]))
    }

    impl DecideOptions {
        fn models(&self) -> Result<(Located, Located)> {
            let axis = "entries, one for each of two models";
            for (name, values) in [("abilities", &self.abilities), ("errors", &self.errors)] {
                check::same_size((name, values.len()), ("the pair", 2), axis)?;
            }
            let at = |place| (self.abilities[place], self.errors[place]);
            Ok((at(0), at(1)))
        }
    }
}
