//! The list of ranking methods. An entry holds all that scorio, its bindings and its command line
//! know about one.

use super::cells::Cells;
use super::error::RankersError;
use super::means;
use super::metrics::{self, MakeMetric};
use super::options::MethodOptions;
use super::source::RankSource;
use crate::error::Result;
use crate::numeric::random::Replicates;
use crate::rankers::graphs::stationary;
use crate::rankers::items::response::{self, Response};
use crate::rankers::items::slopes;
use crate::rankers::pairs::law::PairLaw;
use crate::rankers::pairs::model::PairModel;
use crate::rankers::pairs::posterior_mean;
use crate::rankers::pairs::trial_pairs::TrialPairs;
use crate::rankers::sets::composite;
use crate::rankers::streams::orders::{self, DrawnOrders, Rated, RatingRule};
use crate::rankers::voting::votes::{self, Votes};

/// A method that ranks models.
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// `means`, `pair models`, `graphs`, `voting`, `winner sets`, `item response` or `streams`.
    pub family: &'static str,
    /// A description of one line.
    pub summary: &'static str,
    /// The method that it is another name of.
    pub same_as: Option<&'static str>,
    /// Whether the order of trials changes nothing.
    pub order_free: bool,
    /// Whether it orders models as `avg` does, if all have equally many trials of all questions.
    pub equals_average_when_complete: bool,
    /// The names of its options.
    pub options: &'static [&'static str],
    /// Whether all scores are positive, so that their ratios tell them apart.
    pub(crate) positive: bool,
    pub(crate) run: Run,
}

/// How a method makes scores.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Run {
    /// From cells.
    Cells(fn(&Cells, &MethodOptions) -> Result<Vec<f64>>),
    /// By a metric of question sets.
    Metric(MakeMetric),
    /// By a model of items.
    Items(fn(&Cells, &MethodOptions) -> Result<Response>),
    /// From pairs.
    Pairs(fn(&TrialPairs, &MethodOptions) -> Result<Vec<f64>>),
    /// From the votes of questions.
    Votes(fn(&Votes<'_>, &MethodOptions) -> Result<Vec<f64>>),
    /// From winner sets.
    Sets(SetsRun),
    /// From trials in their order.
    Ordered(SetsRun),
    /// By a rule that moves ratings trial by trial.
    Stream(fn(&MethodOptions) -> Result<RatingRule>),
    /// By a model of pairs, made for so many models.
    Model(fn(&'static str, usize, &MethodOptions) -> Result<PairModel>),
}

/// Scores from winner sets, with each question as often as the times say.
type SetsRun = fn(&RankSource, Option<&[f64]>, &MethodOptions) -> Result<Vec<f64>>;

impl Method {
    /// The statistic that it depends on: `cells`, `pairs`, `ballots`, `winner sets` or `trials`.
    #[must_use]
    pub fn statistic(&self) -> &'static str {
        match self.run {
            Run::Cells(_) | Run::Metric(_) | Run::Items(_) => "cells",
            Run::Pairs(_) | Run::Model(_) => "pairs",
            Run::Votes(_) => "ballots",
            Run::Sets(_) => "winner sets",
            Run::Ordered(_) | Run::Stream(_) => "trials",
        }
    }

    /// Whether it orders models as `avg` does with these options, if all models have equally many
    /// trials of all questions.
    ///
    /// The table says so of the defaults. Of the other options, those of which it is proved are named.
    #[must_use]
    pub fn equals_average(&self, options: &MethodOptions) -> bool {
        let kept = |option: &str| ORDER_KEPT.contains(&(self.name, option));
        self.equals_average_when_complete && options.names().all(kept)
    }

    /// Whether it depends on pairs or sets of trials, so on how trials are paired.
    #[must_use]
    pub fn counts_pairs(&self) -> bool {
        !matches!(self.run, Run::Cells(_) | Run::Metric(_) | Run::Items(_) | Run::Votes(_))
    }

    /// The scores.
    ///
    /// # Errors
    /// - An option is unknown or outside its range.
    /// - The method has no scores of these data.
    pub fn scores(&self, source: &RankSource, options: &MethodOptions) -> Result<Vec<f64>> {
        self.checked(source, options)?;
        match self.run {
            Run::Cells(run) => run(source.cells(), options),
            Run::Items(run) => Ok(run(source.cells(), options)?.abilities),
            Run::Metric(make) => make(self.name, options)?.scores(self.name, source.cells()),
            Run::Pairs(run) => run(&source.pairs(None), options),
            Run::Votes(run) => {
                let ballots = votes::ballots(source.cells());
                run(&Votes::new(&ballots, source.cells(), None)?, options)
            }
            Run::Sets(run) | Run::Ordered(run) => run(source, None, options),
            Run::Stream(_) => {
                let alone = Replicates { count: 1, threads: 1, go_on: &|_| true };
                Ok(self.rate(source, options, 0, &alone)?.scores)
            }
            Run::Model(make) => {
                let pairs = source.pairs(None);
                Ok(make(self.name, pairs.len(), options)?.fit(&pairs, None)?.theta)
            }
        }
    }

    /// The scores, and their spread over orders of the trials if the method draws orders.
    ///
    /// The workers are those of the orders, whose number is an option.
    ///
    /// # Errors
    /// As [`Self::scores`], and the caller stopped the work.
    pub fn rate(
        &self,
        source: &RankSource,
        options: &MethodOptions,
        seed: u64,
        workers: &Replicates<'_>,
    ) -> Result<Rated> {
        let Run::Stream(make) = self.run else {
            return Ok(Rated { scores: self.scores(source, options)?, ..Rated::default() });
        };
        self.checked(source, options)?;
        let count = orders::orders(self.name, source, options)?;
        let orders = DrawnOrders { seed, first: 0, workers: &Replicates { count, ..*workers } };
        orders::rate(self.name, make(options)?, source, None, orders)
    }

    /// Its model of pairs, if it is one.
    ///
    /// # Errors
    /// An option is unknown or outside its range.
    pub fn pair_model(&self, models: usize, options: &MethodOptions) -> Result<Option<PairModel>> {
        options.check(self.name, self.options)?;
        match self.run {
            Run::Model(make) => make(self.name, models, options).map(Some),
            _ => Ok(None),
        }
    }

    /// The abilities and the numbers of each item, if it is a model of items.
    ///
    /// # Errors
    /// As [`Self::scores`].
    pub fn response(
        &self,
        source: &RankSource,
        options: &MethodOptions,
    ) -> Result<Option<Response>> {
        self.checked(source, options)?;
        match self.run {
            Run::Items(run) => run(source.cells(), options).map(Some),
            _ => Ok(None),
        }
    }

    /// Refuses unknown options, and aligned trials where nothing is paired.
    pub(crate) fn checked(&self, source: &RankSource, options: &MethodOptions) -> Result<()> {
        options.check(self.name, self.options)?;
        match source {
            RankSource::Aligned(_) if !self.counts_pairs() => {
                Err(RankersError::NoPairing { method: self.name }.into())
            }
            _ => Ok(()),
        }
    }
}

macro_rules! ranker {
    ($run:ident($function:expr), $family:literal, $name:literal $(= $same:literal)?, $summary:literal,
     $average:literal, $positive:literal, $options:tt) => {
        Method {
            name: $name,
            family: $family,
            summary: $summary,
            same_as: ranker!(@same $($same)?),
            order_free: !matches!(Run::$run($function), Run::Ordered(_) | Run::Stream(_)),
            equals_average_when_complete: $average,
            options: ranker!(@options $options),
            positive: $positive,
            run: Run::$run($function),
        }
    };
    (@same) => { None };
    (@same $same:literal) => { Some($same) };
    (@options [$($option:literal),*]) => { &[$($option),*] };
    (@options $options:ident) => { $options };
}

/// The options of a prior, and those of methods that have more.
const PRIOR: &[&str] = &["prior", "prior_variance", "prior_means", "prior_location", "prior_scale"];
const TIED_PRIOR: &[&str] =
    &["tie_strength", "prior", "prior_variance", "prior_means", "prior_location", "prior_scale"];
const SETS_PRIOR: &[&str] =
    &["max_tie_order", "prior", "prior_variance", "prior_means", "prior_location", "prior_scale"];

/// Options that leave the order of `avg` alone: they treat all models alike, and move nothing that
/// is above below.
const ORDER_KEPT: &[(&str, &str)] = &[
    ("thompson", "prior_alpha"),
    ("thompson", "prior_beta"),
    ("pagerank", "damping"),
    ("rank_centrality", "smoothing"),
    ("rank_centrality", "teleport"),
    ("rasch_map", "prior_variance"),
    ("rasch_map", "prior_mean"),
    ("rasch_mml_credible", "quantile"),
];

/// Every method.
#[rustfmt::skip]
pub static METHODS: &[Method] = &[
    ranker!(Metric(metrics::avg), "means", "avg",
            "mean share of successes over questions", true, false, []),
    ranker!(Metric(metrics::bayes), "means", "bayes",
            "Bayes@N: posterior mean over questions, or a quantile of it", true, false, ["quantile"]),
    ranker!(Metric(metrics::pass_at_k), "means", "pass_at_k",
            "chance that one of k trials succeeds", false, false, ["k"]),
    ranker!(Metric(metrics::pass_hat_k), "means", "pass_hat_k",
            "chance that all of k trials succeed", false, false, ["k"]),
    ranker!(Metric(metrics::g_pass_at_k_tau), "means", "g_pass_at_k_tau",
            "chance that at least the share tau of k trials succeeds", false, false, ["k", "tau"]),
    ranker!(Metric(metrics::mg_pass_at_k), "means", "mg_pass_at_k",
            "mean of g_pass_at_k_tau for tau from 1/2 to 1", false, false, ["k"]),
    ranker!(Cells(means::inverse_difficulty), "means", "inverse_difficulty",
            "mean share of successes, with questions weighted by the inverse of theirs", false, false, ["clip_range"]),
    ranker!(Cells(means::thompson), "means", "thompson",
            "minus the expected rank of pooled success rates with Beta posteriors", true, false,
            ["prior_alpha", "prior_beta"]),
    ranker!(Model(logit), "pair models", "bradley_terry",
            "Bradley-Terry strengths of wins, by maximum likelihood", false, false, []),
    ranker!(Model(logit_map), "pair models", "bradley_terry_map",
            "Bradley-Terry strengths with a prior", false, false, PRIOR),
    ranker!(Model(logit), "pair models", "plackett_luce" = "bradley_terry",
            "another name of bradley_terry", false, false, []),
    ranker!(Model(logit_map), "pair models", "plackett_luce_map" = "bradley_terry_map",
            "another name of bradley_terry_map", false, false, PRIOR),
    ranker!(Model(davidson), "pair models", "bradley_terry_davidson",
            "Davidson's strengths of wins and ties, by maximum likelihood", true, false, []),
    ranker!(Model(davidson_map), "pair models", "bradley_terry_davidson_map",
            "Davidson's strengths with a prior", true, false, PRIOR),
    ranker!(Model(rao_kupper), "pair models", "rao_kupper",
            "Rao-Kupper strengths of wins and ties, by maximum likelihood", false, false, ["tie_strength"]),
    ranker!(Model(rao_kupper_map), "pair models", "rao_kupper_map",
            "Rao-Kupper strengths with a prior", false, false, TIED_PRIOR),
    ranker!(Model(probit), "pair models", "thurstone",
            "Thurstone strengths of wins (normal performances), by maximum likelihood", false, false, []),
    ranker!(Pairs(posterior_mean::bayesian_mcmc), "pair models", "bayesian_mcmc",
            "posterior means of Bradley-Terry strengths with a Gaussian prior", false, false, ["prior_var"]),
    ranker!(Pairs(stationary::pagerank), "graphs", "pagerank",
            "a walk to models that win, with jumps to anywhere", true, true, ["damping", "teleport"]),
    ranker!(Pairs(stationary::spectral), "graphs", "spectral",
            "Keener's eigenvector of the shares of pairs won", true, true, []),
    ranker!(Pairs(stationary::alpharank), "graphs", "alpharank",
            "how long a population of one model stays", true, true, ["alpha", "population_size"]),
    ranker!(Pairs(stationary::nash), "graphs", "nash",
            "shares of pairs won against the mixture that no model beats", true, false, ["score_type"]),
    ranker!(Pairs(stationary::rank_centrality), "graphs", "rank_centrality",
            "a walk whose steps are the shares of pairs won", true, true,
            ["tie_handling", "smoothing", "teleport"]),
    ranker!(Pairs(stationary::serial_rank), "graphs", "serial_rank",
            "the order in which models with similar wins are neighbours", true, false, ["comparison"]),
    ranker!(Pairs(stationary::hodge_rank), "graphs", "hodge_rank",
            "potentials whose differences fit the wins best", true, false,
            ["pairwise_stat", "weight_method", "epsilon"]),
    ranker!(Votes(|votes, _| Ok(votes::borda(votes))), "voting", "borda",
            "points on each question: one for every model below", false, false, []),
    ranker!(Votes(votes::nanson), "voting", "nanson",
            "elimination of all with at most the mean of Borda points", false, false, ["rank_ties"]),
    ranker!(Votes(votes::baldwin), "voting", "baldwin",
            "elimination of the models with the fewest Borda points", false, false, ["rank_ties"]),
    ranker!(Votes(|votes, _| Ok(votes::copeland(votes))), "voting", "copeland",
            "majorities of questions won minus those lost", false, false, []),
    ranker!(Votes(|votes, _| Ok(votes::win_rate(votes))), "voting", "win_rate",
            "share of questions won against other models, ties left out", false, false, []),
    ranker!(Votes(votes::minimax), "voting", "minimax",
            "minus the strongest majority against the model", false, false, ["variant", "tie_policy"]),
    ranker!(Votes(votes::schulze), "voting", "schulze",
            "the strongest paths of majorities", false, false, ["tie_policy"]),
    ranker!(Votes(votes::ranked_pairs), "voting", "ranked_pairs",
            "majorities from the strongest on, without circles", false, false, ["strength", "tie_policy"]),
    ranker!(Votes(votes::kemeny_young), "voting", "kemeny_young",
            "the orders that agree with most preferences of questions", false, false, ["tie_policy", "tie_aware"]),
    ranker!(Votes(|votes, _| Ok(votes::majority_judgment(votes))), "voting", "majority_judgment",
            "the median share of successes; ties by the shares beside the median", false, false, []),
    ranker!(Sets(davidson_luce), "winner sets", "davidson_luce",
            "Davidson-Luce strengths of sets of winners, by maximum likelihood", false, false, ["max_tie_order"]),
    ranker!(Sets(davidson_luce_map), "winner sets", "davidson_luce_map",
            "Davidson-Luce strengths with a prior", false, false,
            SETS_PRIOR),
    ranker!(Items(response::rasch), "item response", "rasch",
            "Rasch abilities, by joint maximum likelihood", true, false, []),
    ranker!(Items(response::rasch_map), "item response", "rasch_map",
            "Rasch abilities with a Gaussian prior", true, false, ["prior_variance", "prior_mean"]),
    ranker!(Items(response::rasch_mml), "item response", "rasch_mml",
            "posterior means of Rasch abilities, with difficulties by empirical Bayes", true, false, []),
    ranker!(Items(response::rasch_mml_credible), "item response", "rasch_mml_credible",
            "quantiles of the posteriors of rasch_mml", true, false, ["quantile"]),
    ranker!(Items(slopes::rasch_2pl), "item response", "rasch_2pl",
            "abilities, with slopes and difficulties by empirical Bayes", false, false, []),
    ranker!(Items(slopes::rasch_2pl_map), "item response", "rasch_2pl_map",
            "rasch_2pl with another Gaussian prior of abilities", false, false,
            ["prior_variance", "prior_mean"]),
    ranker!(Items(slopes::rasch_2pl_mml), "item response", "rasch_2pl_mml",
            "posterior means of abilities, with slopes by marginal maximum likelihood", false, false, []),
    ranker!(Items(slopes::rasch_3pl), "item response", "rasch_3pl",
            "abilities, with slopes, difficulties and a known chance of a lucky guess", false, false,
            ["fix_guessing"]),
    ranker!(Items(slopes::rasch_3pl_map), "item response", "rasch_3pl_map",
            "rasch_3pl with another Gaussian prior of abilities", false, false,
            ["fix_guessing", "prior_variance", "prior_mean"]),
    ranker!(Items(response::rasch), "item response", "dynamic_irt" = "rasch",
            "another name of rasch", true, false, []),
    ranker!(Ordered(bradley_terry_luce), "winner sets", "bradley_terry_luce",
            "Luce's choices of each winner against all losers, by composite likelihood", false, false, []),
    ranker!(Ordered(bradley_terry_luce_map), "winner sets", "bradley_terry_luce_map",
            "Luce's choices with a prior", false, false, PRIOR),
    ranker!(Stream(orders::elo), "streams", "elo",
            "Elo's ratings, on average over random orders of the trials", false, false,
            ["K", "initial_rating", "tie_handling", "orders"]),
    ranker!(Stream(orders::glicko), "streams", "glicko",
            "Glicko's ratings with deviations, on average over random orders", false, false,
            ["initial_rating", "initial_rd", "c", "rd_max", "tie_handling", "orders"]),
    ranker!(Stream(orders::true_skill), "streams", "trueskill",
            "TrueSkill's means of games of two, on average over random orders", false, false,
            ["mu_initial", "sigma_initial", "beta", "tau", "tie_handling", "draw_margin", "orders"]),
];

/// The method of a name.
///
/// # Errors
/// There is none.
pub fn method(name: &str) -> Result<&'static Method> {
    METHODS.iter().find(|method| method.name == name).ok_or_else(|| {
        let known: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
        RankersError::Unknown { name: name.to_owned(), known: known.join(", ") }.into()
    })
}

#[expect(clippy::unnecessary_wraps, reason = "the form of all methods")]
fn logit(method: &'static str, _: usize, _: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Logit, prior: None })
}

fn logit_map(method: &'static str, models: usize, options: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Logit, prior: Some(options.prior(models)?) })
}

#[expect(clippy::unnecessary_wraps, reason = "the form of all methods")]
fn probit(method: &'static str, _: usize, _: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Probit, prior: None })
}

#[expect(clippy::unnecessary_wraps, reason = "the form of all methods")]
fn davidson(method: &'static str, _: usize, _: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Davidson, prior: None })
}

fn davidson_map(method: &'static str, models: usize, options: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: PairLaw::Davidson, prior: Some(options.prior(models)?) })
}

fn tied(options: &MethodOptions) -> Result<PairLaw> {
    let from_one = |x: f64| x >= 1.0 && x.is_finite();
    let tie_strength = options.within("tie_strength", 1.1, "a finite number from 1", from_one)?;
    Ok(PairLaw::RaoKupper { tie_strength })
}

fn rao_kupper(method: &'static str, _: usize, options: &MethodOptions) -> Result<PairModel> {
    Ok(PairModel { method, law: tied(options)?, prior: None })
}

fn rao_kupper_map(
    method: &'static str,
    models: usize,
    options: &MethodOptions,
) -> Result<PairModel> {
    Ok(PairModel { method, law: tied(options)?, prior: Some(options.prior(models)?) })
}

fn davidson_luce(
    source: &RankSource,
    times: Option<&[f64]>,
    options: &MethodOptions,
) -> Result<Vec<f64>> {
    votes::davidson_luce("davidson_luce", source, times, options, None)
}

fn davidson_luce_map(
    source: &RankSource,
    times: Option<&[f64]>,
    options: &MethodOptions,
) -> Result<Vec<f64>> {
    let prior = options.prior(source.cells().len())?;
    votes::davidson_luce("davidson_luce_map", source, times, options, Some(&prior))
}

fn bradley_terry_luce(
    source: &RankSource,
    times: Option<&[f64]>,
    _: &MethodOptions,
) -> Result<Vec<f64>> {
    composite::bradley_terry_luce("bradley_terry_luce", source, times, None)
}

fn bradley_terry_luce_map(
    source: &RankSource,
    times: Option<&[f64]>,
    options: &MethodOptions,
) -> Result<Vec<f64>> {
    let prior = options.prior(source.cells().len())?;
    composite::bradley_terry_luce("bradley_terry_luce_map", source, times, Some(&prior))
}
