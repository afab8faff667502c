//! Ranking methods across the border: outcomes and counts, options, intervals, and what is refused.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use scorio::failure::*;
use scorio::last::*;
use scorio::matrix::*;
use scorio::options::*;
use scorio::rankers::*;

use crate::support::{empty, last, sentence, sentence_from};

/// Three models, three questions, two trials.
static OUTCOMES: [i8; 18] = [1, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0];

/// Failures and successes of the same.
static COUNTS: [i64; 18] = [0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 1, 1];

const UNRANKED: ScorioRankedModel = ScorioRankedModel {
    rank: 9,
    score: 9.0,
    order_sd: 9.0,
    sigma: 9.0,
    lo: 9.0,
    hi: 9.0,
    rank_lo: 9,
    rank_hi: 9,
    p_best: 9.0,
};

fn matrix<T>(entries: &[T], element: i32) -> ScorioMatrix {
    ScorioMatrix {
        entries: entries.as_ptr().cast(),
        element,
        rows: 3,
        columns: 2,
        row_stride: 2,
        column_stride: 1,
    }
}

/// Data that are freed at the end.
struct Data(*mut ScorioRankData);

impl Data {
    fn outcomes(matrix: &ScorioMatrix, models: usize, stride: isize) -> Result<Self, ScorioStatus> {
        Self::labelled(matrix, models, stride, &[], &[], false)
    }

    fn labelled(
        matrix: &ScorioMatrix,
        models: usize,
        stride: isize,
        names: &[*const c_char],
        clusters: &[i64],
        aligned: bool,
    ) -> Result<Self, ScorioStatus> {
        let mut data = null_mut();
        let names = if names.is_empty() { null() } else { names.as_ptr() };
        let clusters = if clusters.is_empty() { null() } else { clusters.as_ptr() };
        // SAFETY: matrices and labels of these tests have these sizes.
        let status = unsafe {
            scorio_rank_outcomes(
                matrix,
                models,
                stride,
                names,
                clusters,
                aligned,
                false,
                &raw mut data,
            )
        };
        if status == SCORIO_OK { Ok(Self(data)) } else { Err(status) }
    }

    fn counts(entries: &[i64], weights: Option<&[f64; 2]>) -> Result<Self, ScorioStatus> {
        let mut data = null_mut();
        let weights = weights.map_or(null(), |weights| weights.as_ptr());
        let counts = matrix(entries, SCORIO_INT64);
        // SAFETY: three models, and two weights.
        let status = unsafe {
            scorio_rank_counts(&raw const counts, 3, 6, weights, null(), null(), &raw mut data)
        };
        if status == SCORIO_OK { Ok(Self(data)) } else { Err(status) }
    }

    fn fit(
        &self,
        method: &CStr,
        options: &[ScorioOption],
        interval: i32,
    ) -> Result<[ScorioRankedModel; 3], ScorioStatus> {
        let (mut models, mut failed) = ([UNRANKED; 3], 99);
        // SAFETY: data of three models, and options of these tests.
        let status = unsafe {
            scorio_rank_fit(
                self.0,
                method.as_ptr(),
                options.as_ptr(),
                options.len(),
                interval,
                0.95,
                200,
                7,
                1,
                models.as_mut_ptr(),
                &raw mut failed,
            )
        };
        if status == SCORIO_OK {
            assert!(failed < 200);
            return Ok(models);
        }
        assert_eq!((models[0].rank, failed), (9, 99), "nothing is written");
        Err(status)
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        // SAFETY: from this library, once.
        unsafe { scorio_rank_data_free(self.0) };
    }
}

fn text_option(name: &'static CStr, text: &'static CStr) -> ScorioOption {
    ScorioOption { text: text.as_ptr(), ..empty(name) }
}

fn numbers_option(name: &'static CStr, numbers: &[f64]) -> ScorioOption {
    let length = numbers.len();
    ScorioOption { numbers: numbers.as_ptr(), length, ..empty(name) }
}

fn remedy_text() -> String {
    last(SCORIO_REMEDY_TEXT, 0)
}

#[test]
fn models_are_ranked_in_their_order() {
    let data = Data::outcomes(&matrix(&OUTCOMES, SCORIO_INT8), 3, 6).unwrap();
    let found = data.fit(c"avg", &[], SCORIO_FROM_QUESTIONS).unwrap();
    assert_eq!(found.map(|one| one.rank), [1, 2, 3]);
    assert!(found[0].lo <= found[0].score && found[0].score <= found[0].hi);
    assert!(found[0].rank_lo == 1 && found[2].rank_hi == 3 && found[0].p_best > 0.5);
    // The last model first, by a negative stride.
    let last = ScorioMatrix {
        entries: (&raw const OUTCOMES[12]).cast(),
        ..matrix(&OUTCOMES, SCORIO_INT8)
    };
    let turned = Data::outcomes(&last, 3, -6).unwrap();
    let ranks = turned.fit(c"avg", &[], SCORIO_NO_INTERVAL).unwrap();
    assert_eq!(ranks.map(|one| one.rank), [3, 2, 1]);
    assert!(ranks[0].sigma.is_nan() && ranks[0].rank_lo == 0 && ranks[0].p_best.is_nan());
    assert!((ranks[2].score - found[0].score).abs() < f64::EPSILON);
}

#[test]
fn counts_rank_as_outcomes() {
    let outcomes = Data::outcomes(&matrix(&OUTCOMES, SCORIO_INT8), 3, 6).unwrap();
    let counts = Data::counts(&COUNTS, None).unwrap();
    for (method, interval) in [
        (c"bradley_terry_map", SCORIO_FROM_SANDWICH),
        (c"bradley_terry_davidson_map", SCORIO_FROM_POSTERIOR),
        (c"hodge_rank", SCORIO_FROM_QUESTIONS),
        (c"borda", SCORIO_NO_INTERVAL),
    ] {
        let bits = |data: &Data| {
            let found = data.fit(method, &[], interval).unwrap();
            found
                .map(|one| (one.rank, [one.score, one.sigma, one.lo, one.p_best].map(f64::to_bits)))
        };
        assert_eq!(bits(&outcomes), bits(&counts), "{method:?}");
    }
    let half = Data::counts(&COUNTS, Some(&[0.0, 0.5])).unwrap();
    let (whole, part) = (counts.fit(c"avg", &[], 0).unwrap(), half.fit(c"avg", &[], 0).unwrap());
    for (whole, part) in whole.iter().zip(&part) {
        assert!((whole.score - 2.0 * part.score).abs() < 1e-15);
    }
}

#[test]
fn options_are_texts_and_numbers() {
    let data = Data::outcomes(&matrix(&OUTCOMES, SCORIO_INT8), 3, 6).unwrap();
    let top = |options: &[ScorioOption]| {
        data.fit(c"bradley_terry_map", options, SCORIO_NO_INTERVAL).map(|found| found[0].score)
    };
    let plain = top(&[]).unwrap();
    assert!(top(&[numbers_option(c"prior_variance", &[0.01])]).unwrap() < plain / 2.0);
    let laplace = [text_option(c"prior", c"laplace"), numbers_option(c"prior_scale", &[0.5])];
    assert!((top(&laplace).unwrap() - plain).abs() > 1e-3);
    assert!(top(&[numbers_option(c"prior_means", &[3.0, 0.0, -3.0])]).unwrap() > plain);
    let refused = |option, status, said: &str| {
        assert_eq!(top(&[option]), Err(status));
        assert_eq!(sentence(), said);
    };
    refused(
        numbers_option(c"prior_means", &[3.0, 0.0]),
        SCORIO_ARGUMENT,
        "prior_means has 2 numbers but there are 3 models",
    );
    refused(
        text_option(c"prior", c"flat"),
        SCORIO_ARGUMENT,
        "prior = 'flat' is not one of 'gaussian', 'laplace', 'cauchy'",
    );
    refused(
        text_option(c"prior_variance", c"1"),
        SCORIO_ARGUMENT,
        "the option prior_variance has to be a number",
    );
    assert_eq!(top(&[numbers_option(c"prior_variance", &[-1.0])]), Err(SCORIO_DOMAIN));
    let nameless = ScorioOption { name: null(), ..text_option(c"prior", c"laplace") };
    refused(nameless, SCORIO_ARGUMENT, "name is NULL");
}

#[test]
fn names_and_clusters_are_labels() {
    let only = [1_i8, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0];
    let both = matrix(&only, SCORIO_INT8);
    let names = [c"ann".as_ptr(), c"bob".as_ptr()];
    for (names, who) in [(&names[..], "bob against ann"), (&[][..], "1 against 0")] {
        let data = Data::labelled(&both, 2, 6, names, &[], false).unwrap();
        assert_eq!(data.fit(c"bradley_terry", &[], 0).unwrap_err(), SCORIO_ARGUMENT);
        assert_eq!(
            sentence(),
            format!(
                "bradley_terry has no finite strengths: nothing speaks for {who}; \
                 take a method with a prior, such as bradley_terry_map, which has strengths of any data"
            )
        );
        assert_eq!(remedy_text(), "bradley_terry_map");
    }
    let matrix = matrix(&OUTCOMES, SCORIO_INT8);
    let together = Data::labelled(&matrix, 3, 6, &[], &[5, 5, 5], false).unwrap();
    assert_eq!(together.fit(c"avg", &[], SCORIO_FROM_QUESTIONS).unwrap_err(), SCORIO_ARGUMENT);
    assert!(sentence().starts_with("there is one cluster: an interval needs at least two"));
    assert_eq!(remedy_text(), "cluster");
    let aligned = Data::labelled(&matrix, 3, 6, &[], &[5, 5, 6], true).unwrap();
    let pairs = aligned.fit(c"rao_kupper_map", &[], SCORIO_FROM_SANDWICH).unwrap();
    assert!(pairs.iter().all(|one| one.sigma > 0.0));
    assert_eq!(aligned.fit(c"borda", &[], 0).unwrap_err(), SCORIO_ARGUMENT);
    assert!(sentence().starts_with("borda counts no pairs of trials"));
}

#[test]
fn bad_data_are_refused() {
    let good = matrix(&OUTCOMES, SCORIO_INT8);
    let refused = |matrix: ScorioMatrix, models, stride, said: &str| {
        assert_eq!(Data::outcomes(&matrix, models, stride).err(), Some(SCORIO_ARGUMENT), "{said}");
        assert_eq!(sentence_from(1), said);
    };
    refused(good, 1, 6, "1 model to rank: a ranking needs at least two models");
    refused(good, 0, 6, "R has 0 models, 3 questions and 2 trials: each has to be at least 1");
    refused(ScorioMatrix { entries: null(), ..good }, 3, 6, "R is NULL");
    let element = "R has the element type 0, which is none of SCORIO_INT8..SCORIO_FLOAT64";
    refused(ScorioMatrix { element: 0, ..good }, 3, 6, element);
    let large = "R is larger than memory: check its sizes and strides";
    refused(good, 3, isize::MAX, large);
    refused(good, usize::MAX, 6, large);
    refused(ScorioMatrix { rows: usize::MAX / 4, ..good }, 3, 0, large);
    let two = [0_i8, 1, 1, 0, 1, 1, 0, 1, 2, 0, 1, 1];
    let said = "R[2, 1] = 2 is not an outcome: rankings take 0 and 1 (of model 2)";
    refused(matrix(&two, SCORIO_INT8), 2, 6, said);
    for (entries, status, said) in [
        (-1, SCORIO_ARGUMENT, "counts[1, 0] = -1 is not a count: counts are whole numbers from 0"),
        (1 << 54, SCORIO_ARGUMENT, "more than 2^53"),
    ] {
        let mut counts = COUNTS;
        counts[2] = entries;
        assert_eq!(Data::counts(&counts, None).err(), Some(status));
        assert!(sentence().contains(said), "{}", sentence());
    }
    assert_eq!(Data::counts(&COUNTS, Some(&[0.0, 2.0])).err(), Some(SCORIO_ARGUMENT));
    assert_eq!(sentence(), "category 1 has the weight 2: ranking needs weights from 0 to 1");
}

#[test]
fn bad_requests_are_refused() {
    let data = Data::outcomes(&matrix(&OUTCOMES, SCORIO_INT8), 3, 6).unwrap();
    assert_eq!(data.fit(c"avg", &[], 7).unwrap_err(), SCORIO_ARGUMENT);
    assert_eq!(
        sentence(),
        "interval = 7 is none of SCORIO_NO_INTERVAL, SCORIO_FROM_QUESTIONS, \
         SCORIO_FROM_SANDWICH, SCORIO_FROM_POSTERIOR"
    );
    assert_eq!(data.fit(c"best", &[], 0).unwrap_err(), SCORIO_ARGUMENT);
    assert!(sentence().starts_with("there is no ranking method \"best\": the methods are avg, "));
    assert_eq!(data.fit(c"borda", &[], SCORIO_FROM_SANDWICH).unwrap_err(), SCORIO_ARGUMENT);
    let drawn = "only models of pairs have one; set interval = SCORIO_FROM_QUESTIONS";
    assert!(sentence().ends_with(drawn));
    assert_eq!(remedy_text(), "");
    let mut models = [UNRANKED; 3];
    let mut fit = |data: *const ScorioRankData, confidence, draws, out: bool| {
        let models = if out { models.as_mut_ptr() } else { null_mut() };
        // SAFETY: NULL, or what the call expects.
        unsafe {
            let method = c"avg".as_ptr();
            let (interval, seed) = (SCORIO_FROM_QUESTIONS, 0);
            scorio_rank_fit(
                data,
                method,
                null(),
                0,
                interval,
                confidence,
                draws,
                seed,
                0,
                models,
                null_mut(),
            )
        }
    };
    assert_eq!(fit(data.0, 0.95, 10, true), SCORIO_OK);
    assert_eq!(fit(data.0, 1.0, 10, true), SCORIO_DOMAIN);
    assert_eq!(fit(data.0, 0.95, 0, true), SCORIO_ARGUMENT);
    assert_eq!((fit(null(), 0.95, 10, true), sentence()), (SCORIO_ARGUMENT, "data is NULL".into()));
    let nowhere = fit(data.0, 0.95, 10, false);
    assert_eq!((nowhere, sentence()), (SCORIO_ARGUMENT, "models is NULL".into()));
}
