//! What a ranking method is. Its entry in [`super::methods`] holds all that scorio, its bindings and its
//! command line know about it.

use super::cells::Cells;
use super::error::RankersError;
use super::metrics::MakeMetric;
use super::options::MethodOptions;
use super::source::RankSource;
use crate::calls::option::CallOption;
use crate::error::Result;
use crate::numeric::random::Replicates;
use crate::rankers::items::response::Response;
use crate::rankers::pairs::model::PairModel;
use crate::rankers::pairs::trial_pairs::TrialPairs;
use crate::rankers::streams::orders::{self, DrawnOrders, Rated, RatingRule};
use crate::rankers::voting::votes::{self, Votes};

/// A method that ranks models.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the facts of an entry")]
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
    /// What it does, then sections with headings, as of a Rust function.
    pub doc: &'static str,
    /// Its options.
    pub options: &'static [CallOption],
    /// Whether its scores are shares of successes.
    pub shares: bool,
    /// Options that leave the order of `avg` alone: they treat all models alike, and move nothing that is
    /// above below.
    pub(crate) keeps_order: &'static [&'static str],
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
    /// A method with its facts as most methods have them.
    pub(crate) const fn new(
        name: &'static str,
        family: &'static str,
        summary: &'static str,
        doc: &'static str,
        run: Run,
    ) -> Self {
        Self {
            name,
            family,
            summary,
            doc,
            same_as: None,
            order_free: !matches!(run, Run::Ordered(_) | Run::Stream(_)),
            equals_average_when_complete: false,
            options: &[],
            shares: false,
            keeps_order: &[],
            positive: false,
            run,
        }
    }

    pub(crate) const fn options(mut self, options: &'static [CallOption]) -> Self {
        self.options = options;
        self
    }

    pub(crate) const fn same_as(mut self, other: &'static str) -> Self {
        self.same_as = Some(other);
        self
    }

    /// The order is that of `avg` when complete, and these options keep it.
    pub(crate) const fn like_average(mut self, keeps: &'static [&'static str]) -> Self {
        self.equals_average_when_complete = true;
        self.keeps_order = keeps;
        self
    }

    pub(crate) const fn positive(mut self) -> Self {
        self.positive = true;
        self
    }

    pub(crate) const fn shares(mut self) -> Self {
        self.shares = true;
        self
    }

    pub(crate) const fn in_family(mut self, family: &'static str) -> Self {
        self.family = family;
        self
    }

    /// The names of its options.
    pub fn option_names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.options.iter().map(|option| option.name)
    }

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
    /// Its entry says so of the defaults. Of the other options, those of which it is proved are named.
    #[must_use]
    pub fn equals_average(&self, options: &MethodOptions) -> bool {
        let kept = |option: &str| self.keeps_order.contains(&option);
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
        options.check(self.name, self.option_names())?;
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
        options.check(self.name, self.option_names())?;
        match source {
            RankSource::Aligned(_) if !self.counts_pairs() => {
                Err(RankersError::NoPairing { method: self.name }.into())
            }
            _ => Ok(()),
        }
    }
}

/// Declares the methods of a family. The doc comments are the documentation in every language.
macro_rules! methods {
    ($list:ident, $family:literal:
     $($(#[doc = $doc:literal])+ $name:ident: $run:ident($function:expr), $summary:literal
       $(.$fact:ident($($given:tt)*))*;)+) => {
        /// The methods of the family.
        pub(crate) static $list: &[Method] = &[$(
            Method::new(
                stringify!($name),
                $family,
                $summary,
                $crate::rows::declare::meaning(concat!($($doc, "\n"),+)),
                Run::$run($function),
            )
            $(.$fact($($given)*))*
        ),+];
    };
}

pub(crate) use methods;
