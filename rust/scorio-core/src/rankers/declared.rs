//! The options of ranking methods: what each takes, its default, its range and its meaning.

use crate::calls::option::{
    CallOption, Range, budget, choice, flag, number, numbers, share, whole,
};
use crate::rows::declare::meaning;

/// Declares options. The doc comment is the meaning in every language.
macro_rules! declared {
    ($($(#[doc = $doc:literal])+ $place:ident $name:literal = $option:expr;)+) => {
        $(
            $(#[doc = $doc])+
            pub(crate) const $place: CallOption =
                $option.named($name, meaning(concat!($($doc),+)));
        )+
    };
}

const FROM_ONE: Range = Range::from_to(1.0, f64::MAX, "a finite number from 1");
const FROM_TWO: Range = Range::from_to(2.0, f64::MAX, "a whole number from 2");
const TO_MILLION: Range = Range::from_to(1.0, 1e6, "a whole number from 1 to a million");
const GUESS: Range = Range { words: "from 0 to below 1", ..Range::BELOW_ONE };

/// How many models may win together. Their number is the upper end.
pub(crate) const TOGETHER: Range =
    Range::from_to(1.0, f64::MAX, "a whole number from 1 to the number of models");

declared! {
    /// How many trials are drawn, at most as many as any question has.
    K "k" = budget().required();
    /// The share of the k trials that have to succeed, in [0, 1].
    TAU "tau" = share().required();
    /// Rank by this quantile, such as 0.05, in place of the mean.
    QUANTILE "quantile" = number(Range::LEVEL);
    /// The ends to which mean shares of questions are clipped, 0 < a < b <= 1.
    CLIP_RANGE "clip_range" = numbers("the two ends of a range").or_numbers(&[0.01, 0.99]);
    /// The first shape of the Beta prior, which adds to successes.
    PRIOR_ALPHA "prior_alpha" = number(Range::POSITIVE).or(1.0);
    /// The second shape of the Beta prior, which adds to failures.
    PRIOR_BETA "prior_beta" = number(Range::POSITIVE).or(1.0);

    /// kappa, from 1. At 1 there are no ties.
    TIE_STRENGTH "tie_strength" = number(FROM_ONE).or(1.1);
    /// The prior of centred log-strengths.
    PRIOR "prior" = choice(&["gaussian", "laplace", "cauchy"]).or_text("gaussian");
    /// The variance of a Gaussian prior.
    PRIOR_VARIANCE "prior_variance" = number(Range::POSITIVE).or(1.0);
    /// The means of a Gaussian prior.
    PRIOR_MEANS "prior_means" = numbers("one for each model");
    /// Where a Laplace or Cauchy prior is highest.
    PRIOR_LOCATION "prior_location" = number(Range::FINITE).or(0.0);
    /// The scale of a Laplace or Cauchy prior.
    PRIOR_SCALE "prior_scale" = number(Range::POSITIVE).or(1.0);
    /// The variance of the prior.
    PRIOR_VAR "prior_var" = number(Range::POSITIVE).or(1.0);

    /// d, the chance that the walk follows a win.
    DAMPING "damping" = number(Range::LEVEL).or(0.85);
    /// e, a number from 0 for each model; equal numbers by default.
    JUMPS "teleport" = numbers("one for each model");
    /// Strength of selection.
    ALPHA "alpha" = number(Range::POSITIVE).or(1.0);
    /// m, the size of the population.
    POPULATION_SIZE "population_size" = whole(FROM_TWO).or(50.0);
    /// The chance of a win, x itself, or A x.
    SCORE_TYPE "score_type" =
        choice(&["vs_equilibrium", "equilibrium", "advantage_vs_equilibrium"])
            .or_text("vs_equilibrium");
    /// Whether a tie is half a win, or counts for nothing.
    HALF_TIES "tie_handling" = choice(&["half", "ignore"]).or_text("half");
    /// Added to the wins of each of two models.
    SMOOTHING "smoothing" = number(Range::NOT_NEGATIVE).or(0.0);
    /// Chance of a jump to anywhere.
    TELEPORT "teleport" = number(Range::BELOW_ONE).or(0.0);
    /// C, the difference of shares or its sign.
    COMPARISON "comparison" = choice(&["prob_diff", "sign"]).or_text("prob_diff");
    /// Y, the difference of shares or the logarithm of odds.
    PAIRWISE_STAT "pairwise_stat" = choice(&["binary", "log_odds"]).or_text("binary");
    /// w: "total" pairs, "decisive" pairs without ties, or "uniform".
    WEIGHT_METHOD "weight_method" = choice(&["total", "decisive", "uniform"]).or_text("total");
    /// Added to wins and losses, for log_odds.
    EPSILON "epsilon" = number(Range::POSITIVE).or(0.5);

    /// The rank of level models on a question.
    RANK_TIES "rank_ties" = choice(&["average", "min", "max", "dense"]).or_text("average");
    /// The strength of a majority: its margin, or the votes of its side.
    VARIANT "variant" = choice(&["margin", "winning_votes"]).or_text("margin");
    /// The strength of a majority: its margin, or the votes of its side.
    STRENGTH "strength" = choice(&["margin", "winning_votes"]).or_text("margin");
    /// What a tie on a question gives each model: "half" a preference, or "ignore" it.
    TIE_POLICY "tie_policy" = choice(&["half", "ignore"]).or_text("half");
    /// Whether models that best orders do not separate share a level. Otherwise the best order that puts
    /// earlier models first counts. A score is then the number of models below. It depends on the order of
    /// the models.
    TIE_AWARE "tie_aware" = flag().or_yes();
    /// The most models that may win a trial together, by default L - 1.
    MAX_TIE_ORDER "max_tie_order" = whole(TOGETHER);

    /// The variance of abilities.
    ABILITY_VARIANCE "prior_variance" = number(Range::POSITIVE).or(1.0);
    /// The mean of abilities.
    ABILITY_MEAN "prior_mean" = number(Range::FINITE).or(0.0);
    /// The probability that the ability is below the score.
    BELOW "quantile" = number(Range::LEVEL).or(0.05);
    /// c, the same for all questions. It is required.
    FIX_GUESSING "fix_guessing" = number(GUESS).required();

    /// The size of an update.
    STEP "K" = number(Range::POSITIVE).or(32.0);
    /// The rating of every model before the first event.
    INITIAL_RATING "initial_rating" = number(Range::FINITE).or(1500.0);
    /// "skip" leaves ties out, "draw" counts both ties as draws, and "correct_draw_only" only ties of two
    /// successes.
    DRAWS "tie_handling" =
        choice(&["correct_draw_only", "skip", "draw"]).or_text("correct_draw_only");
    /// "skip" leaves ties out, "draw" counts both ties as draws, and "correct_draw_only" only ties of two
    /// successes.
    SKIPPED_DRAWS "tie_handling" =
        choice(&["correct_draw_only", "skip", "draw"]).or_text("skip");
    /// How many random orders of the trials, which depend on the seed alone.
    ORDERS "orders" = whole(TO_MILLION).or(64.0);
    /// The deviation of every model before the first event.
    INITIAL_RD "initial_rd" = number(Range::POSITIVE).or(350.0);
    /// By how much deviations grow before an event, RD^2 + c^2.
    GROWTH "c" = number(Range::NOT_NEGATIVE).or(0.0);
    /// The upper limit of deviations.
    RD_MAX "rd_max" = number(Range::POSITIVE).or(350.0);
    /// The mean of the belief about every model before the first event.
    MU_INITIAL "mu_initial" = number(Range::FINITE).or(25.0);
    /// The standard deviation of that belief.
    SIGMA_INITIAL "sigma_initial" = number(Range::POSITIVE).or(25.0 / 3.0);
    /// The noise of a performance.
    BETA "beta" = number(Range::POSITIVE).or(25.0 / 6.0);
    /// The drift of skill.
    DRIFT "tau" = number(Range::NOT_NEGATIVE).or(25.0 / 300.0);
    /// How near performances are in a draw.
    DRAW_MARGIN "draw_margin" = number(Range::NOT_NEGATIVE).or(0.0);
}

/// The prior of strengths, with the numbers of each kind.
pub(crate) const STRENGTH_PRIOR: &[CallOption] =
    &[PRIOR, PRIOR_VARIANCE, PRIOR_MEANS, PRIOR_LOCATION, PRIOR_SCALE];

/// The options of ties and of a prior.
pub(crate) const TIED_PRIOR: &[CallOption] =
    &[TIE_STRENGTH, PRIOR, PRIOR_VARIANCE, PRIOR_MEANS, PRIOR_LOCATION, PRIOR_SCALE];

/// The options of winner sets and of a prior.
pub(crate) const SETS_PRIOR: &[CallOption] =
    &[MAX_TIE_ORDER, PRIOR, PRIOR_VARIANCE, PRIOR_MEANS, PRIOR_LOCATION, PRIOR_SCALE];
