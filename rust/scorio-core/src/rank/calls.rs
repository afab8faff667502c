//! Ranks, and the agreement of rankings, as declared calls.

use super::kendall::{Correlation, Variant};
use super::{agreement, kendall, ranks, separation, spearman, weighted_tau};
use crate::calls::declare::{call, options};
use crate::calls::option::{Range, choice, group, number, numbers, seed, whole};
use crate::calls::{Answer, Input, Workers};
use crate::error::Result;
use crate::rows::declare::row;

options! {
    /// Two rankings of the same models, by scores of which the highest is best.
    pub struct Rankings {
        /// The scores of the models.
        scores: Vec<f64> = numbers("one per model").required().placed(),
        /// Their scores in the ranking that they are compared with.
        gold: Vec<f64> = numbers("one per model").required().placed(),
    }
}

options! {
    /// Random permutations.
    pub struct Permutations {
        /// How many permutations the p-value comes from, if there are more orders of the models.
        permutations: u64 = whole(Range::FROM_ONE).or(9999.0),
        /// The seed that they depend on.
        seed: u64 = seed(),
    }
}

row! {
    /// A rank correlation.
    #[derive(Copy)]
    pub struct Correlated {
        /// The correlation, from −1 to 1.
        statistic: f64,
        /// Its two-sided p-value for unrelated rankings.
        pvalue: f64,
        /// The standard error of a p-value that comes from permutations. Otherwise 0.
        pvalue_error: f64,
    }
}

impl Correlated {
    fn new(found: Correlation, pvalue_error: f64) -> Self {
        Self { statistic: found.statistic, pvalue: found.p_value, pvalue_error }
    }
}

/// Kendall's τ.
pub mod tau {
    use super::{
        Answer, Correlated, Input, Rankings, Result, Variant, Workers, call, choice, group,
        kendall, row,
    };
    use crate::calls::AnswerTable;

    call! {
        /// Gives Kendall's τ of two rankings.
        ///
        /// # Formula
        /// τ-a = (C − D) / n₀, and τ-b = (C − D) / √((n₀ − n₁)(n₀ − n₂)). C and D are concordant and discordant
        /// pairs, n₀ all pairs, n₁ and n₂ those that are tied in either ranking. τ-a takes no ties in
        /// `gold`: where there are any, the result is τ-b.
        ///
        /// # Errors
        /// Fewer than two models, or all tied. Other numbers of scores.
        ///
        /// # Source
        /// Kendall (1945). Hariri et al. (2026), arXiv:2510.04265, equations 25 and 26.
        kendall(Nothing): answer => [correlation: Correlated, tied: Tied], notes &[];

        /// Two rankings, and which τ is asked for.
        pub struct KendallOptions {
            /// The rankings.
            rankings: Rankings = group(Rankings::OPTIONS),
            /// "a" or "b".
            variant: String = choice(&["b", "a"]).or_text("b"),
        }
    }

    row! {
        /// The first two models that are tied in `gold`, which made τ-a τ-b. Places are from 0.
        #[derive(Copy)]
        pub struct Tied {
            /// One of the models.
            first: u64,
            /// The other.
            second: u64,
        }
    }

    fn answer(_: Input<'_>, options: &KendallOptions, _: &Workers<'_>) -> Result<Answer> {
        let Rankings { scores, gold } = &options.rankings;
        let variant = if options.variant == "a" { Variant::A } else { Variant::B };
        let (found, tied) = kendall::kendall(scores, gold, variant)?;
        let tied = tied.map(|(first, second)| Tied { first: first as u64, second: second as u64 });
        let correlation = AnswerTable::of(vec![Correlated::new(found, 0.0)]);
        let tables = vec![correlation, AnswerTable::of(Vec::from_iter(tied))];
        Ok(Answer { tables, arrays: Vec::new(), notes: Vec::new() })
    }
}

/// Spearman's ρ.
pub mod rho {
    use super::{Answer, Correlated, Input, Rankings, Result, Workers, call, group, spearman};

    call! {
        /// Gives Spearman's ρ of two rankings, with mean ranks for ties.
        ///
        /// # Errors
        /// Fewer than two models, or all tied. Other numbers of scores.
        ///
        /// # Source
        /// Spearman (1904).
        spearman(Nothing): answer => [correlation: Correlated], notes &[];

        /// Two rankings.
        pub struct SpearmanOptions {
            /// The rankings.
            rankings: Rankings = group(Rankings::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &SpearmanOptions, _: &Workers<'_>) -> Result<Answer> {
        let Rankings { scores, gold } = &options.rankings;
        Ok(Answer::of(vec![Correlated::new(spearman::spearman(scores, gold)?, 0.0)]))
    }
}

/// Weighted τ.
pub mod weighted {
    use super::{
        Answer, Correlated, Input, Permutations, Rankings, Result, Workers, call, group,
        weighted_tau,
    };

    call! {
        /// Gives weighted τ of two rankings, which counts the top most.
        ///
        /// # Formula
        /// A pair of models of ranks r and r′, counted from 0, weighs 1 / (r + 1) + 1 / (r′ + 1). The result is
        /// the mean of two figures: one ranks by the scores, the other by gold. The p-value is the share of
        /// permutations of gold with a τ at least as far from 0.
        ///
        /// # Errors
        /// Fewer than two models, or all tied. Other numbers of scores.
        ///
        /// # Source
        /// Vigna (2015), arXiv:1404.3325.
        weighted_tau(Nothing): answer => [correlation: Correlated], notes &[];

        /// Two rankings, and permutations.
        pub struct WeightedTauOptions {
            /// The rankings.
            rankings: Rankings = group(Rankings::OPTIONS),
            /// Those of the p-value.
            permuted: Permutations = group(Permutations::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &WeightedTauOptions, work: &Workers<'_>) -> Result<Answer> {
        let WeightedTauOptions { rankings: Rankings { scores, gold }, permuted } = options;
        let work = work.replicates(permuted.permutations);
        let found = weighted_tau::weighted_tau(scores, gold, permuted.seed, work)?;
        Ok(Answer::of(vec![Correlated::new(found.correlation, found.error)]))
    }
}

/// Every measure of agreement.
pub mod agreed {
    use super::{
        Answer, Input, Permutations, Rankings, Result, Workers, agreement, call, group, row,
    };

    call! {
        /// Gives how far two rankings agree, by every measure.
        ///
        /// # Formula
        /// As for `kendall`, `spearman` and `weighted_tau`.
        ///
        /// # Errors
        /// Fewer than two models, or all tied. Other numbers of scores.
        ///
        /// # Source
        /// docs/ranking.md of the checkout.
        agreement(Nothing): answer => [agreement: Agreed], notes &[];

        /// Two rankings, and permutations.
        pub struct AgreementOptions {
            /// The rankings.
            rankings: Rankings = group(Rankings::OPTIONS),
            /// Those of the p-value of weighted τ.
            permuted: Permutations = group(Permutations::OPTIONS),
        }
    }

    row! {
        /// How far two rankings agree.
        #[derive(Copy)]
        pub struct Agreed {
            /// Models ranked.
            models: u64,
            /// Pairs that both rankings order the same way.
            concordant: u64,
            /// Pairs that they order the opposite way.
            discordant: u64,
            /// The τ-a of Kendall, even with ties.
            tau_a: f64,
            /// Its p-value.
            tau_a_pvalue: f64,
            /// The τ-b of Kendall.
            tau_b: f64,
            /// Its p-value.
            tau_b_pvalue: f64,
            /// The ρ of Spearman.
            spearman: f64,
            /// Its p-value.
            spearman_pvalue: f64,
            /// Weighted τ.
            weighted_tau: f64,
            /// Its p-value.
            weighted_tau_pvalue: f64,
            /// The standard error of that p-value.
            weighted_tau_pvalue_error: f64,
            /// Models with another rank.
            displaced: u64,
            /// The largest difference of ranks.
            farthest: f64,
        }
    }

    fn answer(_: Input<'_>, options: &AgreementOptions, work: &Workers<'_>) -> Result<Answer> {
        let AgreementOptions { rankings: Rankings { scores, gold }, permuted } = options;
        let work = work.replicates(permuted.permutations);
        let found = agreement::agreement(scores, gold, permuted.seed, work)?;
        let pairs = |count: i128| u64::try_from(count).unwrap_or(u64::MAX);
        let weighted = found.weighted_tau;
        Ok(Answer::of(vec![Agreed {
            models: found.models as u64,
            concordant: pairs(found.concordant),
            discordant: pairs(found.discordant),
            tau_a: found.tau_a.statistic,
            tau_a_pvalue: found.tau_a.p_value,
            tau_b: found.tau_b.statistic,
            tau_b_pvalue: found.tau_b.p_value,
            spearman: found.spearman.statistic,
            spearman_pvalue: found.spearman.p_value,
            weighted_tau: weighted.correlation.statistic,
            weighted_tau_pvalue: weighted.correlation.p_value,
            weighted_tau_pvalue_error: weighted.error,
            displaced: found.displaced as u64,
            farthest: found.farthest,
        }]))
    }
}

/// Ranks of scores.
pub mod places {
    use super::{Answer, Input, Range, Result, Workers, call, choice, number, numbers, ranks, row};

    call! {
        /// Gives the ranks of scores by each convention for ties, the highest score first.
        ///
        /// # Formula
        /// Neighbours tie if they are at most `tol` apart, or if their uncertainty does not separate them. Ties
        /// chain.
        ///
        /// # Errors
        /// A score that is NaN. A negative σ, or another number of them.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 2.9.
        rank_scores(Nothing): answer => [ranks: Ranked], notes &[];

        /// Scores, and when they tie.
        pub struct RankScoresOptions {
            /// The scores.
            scores: Vec<f64> = numbers("one per model").required().placed(),
            /// The standard deviation of each score.
            sigmas: Option<Vec<f64>> = numbers("one per model"),
            /// The confidence of a separation.
            confidence: f64 = number(Range::LEVEL).or(0.95),
            /// "zscore_adjacent": neighbours tie if z is below the one-sided normal quantile.
            /// "ci_overlap_adjacent": they tie if their central intervals overlap.
            tie_method: String =
                choice(&["zscore_adjacent", "ci_overlap_adjacent"]).or_text("zscore_adjacent"),
            /// How far apart equal scores may be.
            tol: f64 = number(Range::ANY).or(1e-12),
        }
    }

    row! {
        /// The ranks of a score.
        #[derive(Copy)]
        pub struct Ranked {
            /// 1 2 2 4: the best of the shared places.
            competition: u64,
            /// 1 3 3 4: the worst of the shared places.
            competition_max: u64,
            /// 1 2 2 3: without gaps.
            dense: u64,
            /// 1 2.5 2.5 4: the mean of the shared places.
            fractional: f64,
        }
    }

    fn answer(_: Input<'_>, options: &RankScoresOptions, _: &Workers<'_>) -> Result<Answer> {
        let &RankScoresOptions { ref scores, ref sigmas, confidence, ref tie_method, tol } =
            options;
        let overlaps = tie_method == "ci_overlap_adjacent";
        let tie = if overlaps { ranks::Tie::Overlap } else { ranks::Tie::ZScore };
        let sigmas = sigmas.as_deref();
        let uncertainty = sigmas.map(|sigmas| ranks::Uncertainty { sigmas, confidence, tie });
        let found = ranks::ranks(scores, tol, uncertainty)?;
        let best = found.competition.iter().zip(&found.competition_max);
        let rest = found.dense.iter().zip(&found.fractional);
        let row = |((&best, &worst), (&dense, &fractional)): ((&usize, &usize), (&usize, &f64))| {
            let [competition, competition_max, dense] =
                [best, worst, dense].map(|rank| rank as u64);
            Ranked { competition, competition_max, dense, fractional }
        };
        Ok(Answer::of(best.zip(rest).map(row).collect()))
    }
}

options! {
    /// Scores of models with their standard deviations.
    pub struct Separated {
        /// The scores.
        scores: Vec<f64> = numbers("one per model").required().placed(),
        /// The standard deviation of each score.
        sigmas: Vec<f64> = numbers("one per model").required().placed(),
    }
}

/// Letters of models.
pub mod lettered {
    use super::{
        Answer, Input, Range, Result, Separated, Workers, call, group, number, row, separation,
    };

    call! {
        /// Gives letters that each model shares with the models from which it is not separated.
        ///
        /// # Formula
        /// Two of M models are separated if |μ − μ′| ≥ z* √(σ² + σ′²), where
        /// z* = Φ⁻¹((1 + c^(1/(M − 1))) / 2) with the confidence c. So all M − 1 comparisons of a model hold
        /// together.
        ///
        /// # Errors
        /// A score that is NaN. A negative σ, or another number of them.
        ///
        /// # Source
        /// Piepho (2004) for letters, Šidák (1967) for z*.
        letters(Nothing): answer => [letters: Lettered], notes &[];

        /// Models, and how surely they are separated.
        pub struct LettersOptions {
            /// The models.
            models: Separated = group(Separated::OPTIONS),
            /// The confidence of a separation.
            confidence: f64 = number(Range::LEVEL).or(0.95).placed(),
        }
    }

    row! {
        /// The letters of a model.
        pub struct Lettered {
            /// Its letters, such as "ab".
            letters: String,
        }
    }

    fn answer(_: Input<'_>, options: &LettersOptions, _: &Workers<'_>) -> Result<Answer> {
        let Separated { scores, sigmas } = &options.models;
        let found = separation::letters(scores, sigmas, options.confidence)?;
        Ok(Answer::of(found.into_iter().map(|letters| Lettered { letters }).collect()))
    }
}

/// Probabilities of pairs.
pub mod pairs {
    use super::{Answer, Input, Result, Separated, Workers, call, group, separation};

    call! {
        /// Gives the probability for each pair of models that the one is better than the other.
        ///
        /// # Formula
        /// P(row is better than column) = Φ((μ − μ′) / √(σ² + σ′²)).
        ///
        /// # Errors
        /// A score that is NaN. A negative σ, or another number of them.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 2.9.
        pairwise(Nothing): answer => [], arrays [probabilities: "models × models"], notes &[];

        /// Models.
        pub struct PairwiseOptions {
            /// The models.
            models: Separated = group(Separated::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &PairwiseOptions, _: &Workers<'_>) -> Result<Answer> {
        let Separated { scores, sigmas } = &options.models;
        let found = separation::pairwise(scores, sigmas)?;
        let axes = found.shape().to_vec();
        Ok(Answer::array(&axes, found.into_iter().collect::<Vec<f64>>()))
    }
}
