//! The call about how far raters agree: judges, or people.

use std::collections::BTreeMap;

use ndarray::{ArrayD, ArrayView2, Ix2};

use super::alpha::{RatedTrials, RatingLevel};
use super::error::JudgeError;
use super::notes::{AGREEMENT_NOTES, ALPHA, ALPHA_CONSTANT, ALPHA_INTERVAL, ALPHA_SINGLE};
use super::rows::RaterAgreement;
use crate::calls::declare::call;
use crate::calls::option::{Range, array, choice, number, texts};
use crate::calls::{Answer, CallError, Input, Note, Workers};
use crate::check;
use crate::error::Result;

call! {
    /// Gives how far raters agree beyond chance: all of them, and each two.
    ///
    /// # Formula
    /// Krippendorff's α is 1 − D_o / D_e. Let m be the ratings of a trial, where it has two or more. D_o is the
    /// sum of δ² / (m − 1) over its ordered pairs, for all trials. Of n such ratings, n_c have the value c. D_e is
    /// Σ n_c n_k δ² / (n − 1). δ² is 1 for two names, and the squared difference of two numbers or mean ranks.
    ///
    /// The interval is 1 − exp(L ± t σ), where L is the logarithm of D_o / D_e and σ its standard deviation by
    /// the jackknife over questions. D_o is larger by half a question, whose ratings differ as far as others
    /// that differ. D_e is larger by half a question in which all values are as frequent. Both add to σ.
    /// Student's t has σ⁴ / Σ v² degrees of freedom, at least 4 and at most G − 1. The v are the parts that the G
    /// questions have in σ².
    ///
    /// # Errors
    /// Fewer than two raters. No trial with two ratings. An infinite rating.
    ///
    /// # Source
    /// Krippendorff (2011), Computing Krippendorff's alpha-reliability. The interval: docs/judges.md of the
    /// checkout.
    judge_agreement(Nothing): answer => [agreement: RaterAgreement], notes AGREEMENT_NOTES;

    /// The ratings, and what they are.
    pub struct JudgeAgreementOptions {
        /// The ratings. NaN is a missing one.
        ratings: ArrayD<f64> = array("trials × raters").required().placed(),
        /// The names of the raters. By default they are counted from 1.
        raters: Option<Vec<String>> = texts(),
        /// The question of each trial. By default each trial is of a question of its own.
        questions: Option<Vec<String>> = texts(),
        /// Whether ratings are names, values with an order, or numbers. By default two different ratings are
        /// names, and more are numbers.
        level: Option<String> = choice(RatingLevel::NAMES),
        /// Level of the intervals.
        confidence: f64 = number(Range::LEVEL).or(0.95),
    }
}

/// Of two values, all levels are the same.
const TWO: usize = 2;

/// The question of each trial.
fn places(questions: Option<&[String]>, trials: usize) -> Result<Vec<usize>> {
    let Some(names) = questions else { return Ok((0..trials).collect()) };
    check::same_size(
        ("questions", names.len()),
        ("ratings", trials),
        "entries, one for each trial",
    )?;
    let mut known = BTreeMap::new();
    let place = |name| {
        let next = known.len();
        *known.entry(name).or_insert(next)
    };
    Ok(names.iter().map(place).collect())
}

/// The names of the raters.
fn names(raters: Option<&[String]>, count: usize) -> Result<Vec<String>> {
    let Some(names) = raters else { return Ok((1..=count).map(|one| one.to_string()).collect()) };
    check::same_size(("raters", names.len()), ("ratings", count), "entries, one for each rater")?;
    Ok(names.to_vec())
}

fn answer(_: Input<'_>, options: &JudgeAgreementOptions, _: &Workers<'_>) -> Result<Answer> {
    let needed = "an array of two axes, the first of trials";
    let kind = CallError::Kind { option: "ratings", needed };
    let table = options.ratings.view().into_dimensionality::<Ix2>().map_err(|_| kind)?;
    if let Some(((row, column), &value)) = table.indexed_iter().find(|(_, one)| one.is_infinite()) {
        check::finite("ratings", &[row, column], value)?;
    }
    let (trials, raters) = table.dim();
    if raters < 2 {
        return Err(JudgeError::OneRater.into());
    }
    let questions = places(options.questions.as_deref(), trials)?;
    let names = names(options.raters.as_deref(), raters)?;
    let all = of_raters(table, &questions, &(0..raters).collect::<Vec<_>>());
    if all.trials == 0 {
        return Err(JudgeError::NoPair.into());
    }
    let given = options.level.as_deref().and_then(RatingLevel::named);
    let two = all.values.len() <= TWO;
    let level = given.unwrap_or(if two { RatingLevel::Nominal } else { RatingLevel::Interval });
    let mut rows = vec![row(&all, level, options.confidence, None)?];
    if raters > TWO {
        for (first, name) in names.iter().enumerate() {
            for (second, other) in names.iter().enumerate().skip(first + 1) {
                let both = of_raters(table, &questions, &[first, second]);
                rows.push(row(&both, level, options.confidence, Some((name, other)))?);
            }
        }
    }
    let why = match (given, two) {
        (Some(_), _) => "",
        (None, true) => ", because there are two different ones at most",
        (None, false) => ", because they are numbers",
    };
    let mut notes =
        vec![Note::of(&ALPHA).with("level", level.name().to_owned()).with("why", why.to_owned())];
    if let [value] = all.values.as_slice() {
        notes.push(Note::of(&ALPHA_CONSTANT).with("value", *value));
    } else if all.questions() < 2 {
        notes.push(Note::of(&ALPHA_SINGLE));
    } else {
        notes.push(Note::of(&ALPHA_INTERVAL).with("questions", all.questions() as u64));
    }
    Ok(Answer { notes, ..Answer::of(rows) })
}

/// The ratings of some raters.
fn of_raters(table: ArrayView2<'_, f64>, questions: &[usize], raters: &[usize]) -> RatedTrials {
    RatedTrials::of(table.outer_iter().zip(questions).map(|(trial, &question)| {
        (question, raters.iter().filter_map(|&rater| trial.get(rater).copied()).collect())
    }))
}

fn row(
    ratings: &RatedTrials,
    level: RatingLevel,
    confidence: f64,
    pair: Option<(&String, &String)>,
) -> Result<RaterAgreement> {
    let found = if ratings.trials == 0 { None } else { Some(ratings.alpha(level, confidence)?) };
    let ends = found.and_then(|found| found.interval);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
    let count = ratings.ratings() as u64;
    Ok(RaterAgreement {
        rater: pair.map(|(one, _)| one.clone()),
        other: pair.map(|(_, other)| other.clone()),
        level: level.name().to_owned(),
        trials: ratings.trials,
        ratings: count,
        questions: ratings.questions() as u64,
        equal: found.map(|found| found.equal),
        alpha: found.and_then(|found| found.value),
        lo: ends.map(|(lo, _)| lo),
        hi: ends.map(|(_, hi)| hi),
    })
}
