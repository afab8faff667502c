//! Voting rules and winner sets as ranking methods: their options and errors.

use super::ballots::{Ballots, Preferences, TiePolicy};
use super::condorcet::{self, Strength};
use super::judgment;
use super::kemeny;
use super::points::{self, Elimination, RankTies};
use crate::calls::option::CallOption;
use crate::check;
use crate::error::Result;
use crate::rankers::cells::{Cells, whole};
use crate::rankers::declared::{
    MAX_TIE_ORDER, RANK_TIES, STRENGTH, TIE_AWARE, TIE_POLICY, TOGETHER, VARIANT,
};
use crate::rankers::error::{RankersError, names};
use crate::rankers::options::MethodOptions;
use crate::rankers::pairs::links;
use crate::rankers::sets::luce;
use crate::rankers::solver::strength_prior::StrengthPrior;
use crate::rankers::source::RankSource;

/// The ballots of some questions.
#[derive(Debug)]
pub(crate) struct Votes<'a> {
    ballots: &'a Ballots,
    times: Option<Vec<u32>>,
    preferences: Preferences,
}

impl<'a> Votes<'a> {
    /// The ballots with each question as often as `times` says.
    ///
    /// # Errors
    /// A model shares no question with the others.
    pub(crate) fn new(ballots: &'a Ballots, cells: &Cells, times: Option<&[f64]>) -> Result<Self> {
        let whole = |&times: &f64| u32::try_from(whole(times)).unwrap_or(u32::MAX);
        let times: Option<Vec<u32>> = times.map(|times| times.iter().map(whole).collect());
        let preferences = ballots.preferences(times.as_deref());
        if let Some(alone) = preferences.alone() {
            let others: Vec<usize> = (0..cells.len()).filter(|&i| i != alone).collect();
            let (first, second) = (names(cells.models(), &[alone]), names(cells.models(), &others));
            return Err(RankersError::Unlinked { first, second }.into());
        }
        Ok(Self { ballots, times, preferences })
    }
}

/// The ballots of cells.
pub(crate) fn ballots(cells: &Cells) -> Ballots {
    let cell =
        |model| cells.successes(model).iter().copied().zip(cells.trials(model).iter().copied());
    let all: Vec<(f64, f64)> = (0..cells.len()).flat_map(cell).collect();
    Ballots::new(cells.len(), &all)
}

pub(crate) fn borda(votes: &Votes<'_>) -> Vec<f64> {
    points::borda(&votes.preferences)
}

pub(crate) fn copeland(votes: &Votes<'_>) -> Vec<f64> {
    points::copeland(&votes.preferences)
}

pub(crate) fn win_rate(votes: &Votes<'_>) -> Vec<f64> {
    points::win_rate(&votes.preferences)
}

pub(crate) fn majority_judgment(votes: &Votes<'_>) -> Vec<f64> {
    judgment::majority_judgment(votes.ballots, votes.times.as_deref())
}

fn eliminate(votes: &Votes<'_>, options: &MethodOptions, rule: Elimination) -> Result<Vec<f64>> {
    let rank_ties = match options.choice(&RANK_TIES)? {
        0 => RankTies::Average,
        1 => RankTies::Min,
        2 => RankTies::Max,
        _ => RankTies::Dense,
    };
    let times = votes.times.as_deref();
    Ok(points::eliminate(votes.ballots, &votes.preferences, times, rule, rank_ties))
}

pub(crate) fn nanson(votes: &Votes<'_>, options: &MethodOptions) -> Result<Vec<f64>> {
    eliminate(votes, options, Elimination::Nanson)
}

pub(crate) fn baldwin(votes: &Votes<'_>, options: &MethodOptions) -> Result<Vec<f64>> {
    eliminate(votes, options, Elimination::Baldwin)
}

fn policy(options: &MethodOptions) -> Result<TiePolicy> {
    let half = options.choice(&TIE_POLICY)? == 0;
    Ok(if half { TiePolicy::Half } else { TiePolicy::Ignore })
}

fn strength(options: &MethodOptions, option: &CallOption) -> Result<Strength> {
    let margin = options.choice(option)? == 0;
    Ok(if margin { Strength::Margin } else { Strength::WinningVotes })
}

pub(crate) fn minimax(votes: &Votes<'_>, options: &MethodOptions) -> Result<Vec<f64>> {
    let strength = strength(options, &VARIANT)?;
    Ok(condorcet::minimax(&votes.preferences, strength, policy(options)?))
}

pub(crate) fn schulze(votes: &Votes<'_>, options: &MethodOptions) -> Result<Vec<f64>> {
    Ok(condorcet::schulze(&votes.preferences, policy(options)?))
}

pub(crate) fn ranked_pairs(votes: &Votes<'_>, options: &MethodOptions) -> Result<Vec<f64>> {
    let strength = strength(options, &STRENGTH)?;
    Ok(condorcet::ranked_pairs(&votes.preferences, strength, policy(options)?))
}

pub(crate) fn kemeny_young(votes: &Votes<'_>, options: &MethodOptions) -> Result<Vec<f64>> {
    let tie_aware = options.flag(&TIE_AWARE)?;
    let found = kemeny::kemeny(&votes.preferences, policy(options)?)
        .map_err(|models| RankersError::LargeGroup { models, most: kemeny::MOST_MODELS })?;
    Ok(if tie_aware { found.levels() } else { found.below() })
}

/// The Davidson–Luce strengths.
///
/// # Errors
/// - More models win together than `max_tie_order`.
/// - Some models always beat the others, and there is no prior.
pub(crate) fn davidson_luce(
    method: &'static str,
    source: &RankSource,
    times: Option<&[f64]>,
    options: &MethodOptions,
    prior: Option<&StrengthPrior>,
) -> Result<Vec<f64>> {
    let models = source.cells().len();
    let most = options.given_number(&MAX_TIE_ORDER)?.unwrap_or((models.max(2) - 1) as f64);
    if most > models as f64 {
        return Err(check::outside(MAX_TIE_ORDER.name, most, TOGETHER.words).into());
    }
    let sets = source.winner_sets(times);
    if sets.largest_tie() as f64 > most {
        return Err(RankersError::TieOrder { most, needed: sets.largest_tie() }.into());
    }
    if prior.is_none() {
        let pairs = source.pairs(times);
        links::strong(method, &pairs, |i, j| pairs.wins()[(i, j)] > 0.0)?;
    }
    luce::davidson_luce(&sets, prior, None)
}
