//! Checks comparisons with rational arithmetic, written from the formulas alone.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};
use proptest::prelude::*;
use scorio_core::compare::{CompareError, CompareRequest, Comparison, FamilyRequest, compare};
use scorio_core::metric::mean::Scale;
use scorio_core::{Clusters, Counts, Error, Prior, PriorChoice, Target, Weights};

type Rational = BigRational;
/// A model's questions: their cluster and their counts. `None` is a missing question.
type Side = Vec<Option<(u8, [u64; 3])>>;

const WEIGHTS: [f64; 3] = [-0.5, 0.25, 2.0];

fn integer(value: u64) -> Rational {
    Rational::from_integer(BigInt::from(value))
}

fn exact(value: f64) -> Rational {
    Rational::from_float(value).unwrap()
}

/// Mean and variance of a question's score, by Algorithm 1 and equations 18 and 20.
fn question(counts: &[u64], scale: Scale) -> (Rational, Rational) {
    let n: u64 = counts.iter().sum();
    let t = integer(n + counts.len() as u64);
    let pairs = || counts.iter().zip(WEIGHTS).map(|(&n, w)| (integer(n), exact(w)));
    let one = integer(1);
    let mean: Rational = pairs().map(|(n, w)| (n + &one) * w).sum::<Rational>() / &t;
    let square: Rational = pairs().map(|(n, w)| (n + &one) * &w * &w).sum::<Rational>() / &t;
    let variance = (square - &mean * &mean) / (&t + &one);
    match scale {
        Scale::Bayes => (mean, variance),
        Scale::Avg => {
            let average = pairs().map(|(n, w)| n * w).sum::<Rational>() / integer(n);
            (average, variance * &t * &t / (integer(n) * integer(n)))
        }
    }
}

fn mean(values: &[Rational]) -> Rational {
    values.iter().sum::<Rational>() / integer(values.len() as u64)
}

/// Variance of the mean for questions like these, and the number of clusters.
fn scattered(values: &[(u8, Rational)]) -> (Rational, u64) {
    let all: Vec<_> = values.iter().map(|(_, value)| value.clone()).collect();
    let middle = mean(&all);
    let mut sums: BTreeMap<u8, Rational> = BTreeMap::new();
    for (cluster, value) in values {
        *sums.entry(*cluster).or_insert_with(Rational::zero) += value - &middle;
    }
    let clusters = sums.len() as u64;
    let squares: Rational = sums.values().map(|sum| sum * sum).sum();
    let count = integer(values.len() as u64);
    (
        squares * integer(clusters) / integer(clusters.saturating_sub(1).max(1)) / &count / &count,
        clusters,
    )
}

/// Variance of the difference of two means over all clusters, and the number of clusters.
fn together(own: &[(u8, Rational)], base: &[(u8, Rational)]) -> (Rational, u64) {
    let mut parts: BTreeMap<u8, Rational> = BTreeMap::new();
    for (side, sign) in [(own, integer(1)), (base, -integer(1))] {
        let middle = mean(&side.iter().map(|one| one.1.clone()).collect::<Vec<_>>());
        for (cluster, value) in side {
            let part = (value - &middle) * &sign / integer(side.len() as u64);
            *parts.entry(*cluster).or_insert_with(Rational::zero) += part;
        }
    }
    let units = parts.len() as u64;
    let squares: Rational = parts.values().map(|part| part * part).sum();
    (squares * integer(units) / integer(units.saturating_sub(1).max(1)), units)
}

fn counts(a: &Side, b: &Side) -> Counts {
    let mut counts = Counts::new(["x", "y", "z"].map(str::to_owned).to_vec()).unwrap();
    for (model, side) in [("a", a), ("b", b)] {
        for (name, entry) in side.iter().enumerate() {
            let Some((cluster, outcomes)) = entry else { continue };
            let row = counts.row(model, &cluster.to_string(), &name.to_string());
            for (category, &count) in outcomes.iter().enumerate() {
                counts.add(row, category, count).unwrap();
            }
        }
    }
    counts
}

fn request(scale: Scale, paired: bool, sampled: bool, clustered: bool) -> CompareRequest {
    CompareRequest {
        borrow: false,
        models: Vec::new(),
        baseline: "b".to_owned(),
        scale,
        weights: Some(Weights::new(&WEIGHTS).unwrap()),
        paired,
        prior: PriorChoice::Known(Prior::Uniform),
        target: if sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions },
        clusters: clustered.then_some(Clusters::Tasks),
        by_task: false,
        by_question: true,
        confidence: 0.95,
        family: FamilyRequest::default(),
        margin: None,
    }
}

fn only(counts: &Counts, request: &CompareRequest) -> Result<Comparison, Error> {
    compare(counts, request).map(|actual| {
        assert_eq!(actual.rows.len(), 1);
        actual.rows.into_iter().next().unwrap()
    })
}

/// |value − expected| is at most 10⁻¹⁴ of the size of the weights. A difference may cancel, σ² may not.
fn close(value: f64, expected: &Rational) -> bool {
    (exact(value) - expected).to_f64().unwrap().abs() <= 1e-14
}

fn side() -> impl Strategy<Value = Side> {
    let counts =
        prop::array::uniform3(0_u64..6).prop_filter("a trial", |n| n.iter().sum::<u64>() > 0);
    prop::collection::vec(prop::option::weighted(0.8, (Just(0), counts)), 2..9)
}

proptest! {
    #[test]
    fn difference_and_sigma_match_the_formulas(
        (a, b) in (side(), side()),
        clusters in prop::collection::vec(0_u8..4, 9),
        average: bool, paired: bool, sampled: bool, clustered: bool,
    ) {
        let labelled = |side: Side| -> Side {
            side.into_iter().zip(&clusters).map(|(one, &cluster)| one.map(|(_, n)| (cluster, n))).collect()
        };
        let (a, b) = (labelled(a), labelled(b));
        let scale = if average { Scale::Avg } else { Scale::Bayes };
        let actual = only(&counts(&a, &b), &request(scale, paired, sampled, clustered));
        let unit = |place: usize, cluster: u8| {
            if clustered { cluster } else { u8::try_from(place).unwrap() }
        };
        let scored = |side: &Side| -> Vec<(usize, u8, Rational, Rational)> {
            side.iter().enumerate().filter_map(|(place, one)| {
                let (cluster, n) = (*one)?;
                let (mean, variance) = question(&n, scale);
                Some((place, unit(place, cluster), mean, variance))
            }).collect()
        };
        let (own, base) = (scored(&a), scored(&b));
        if own.is_empty() || base.is_empty() {
            // Then the model has no questions.
            prop_assert!(actual.is_err());
            return Ok(());
        }
        let expected = if paired {
            let both: Vec<_> = own.iter().filter_map(|one| {
                let other = base.iter().find(|other| other.0 == one.0)?;
                Some((one.1, &one.2 - &other.2, &one.3 + &other.3))
            }).collect();
            if both.is_empty() {
                let expected_error = matches!(actual, Err(Error::Compare(CompareError::NoCommonQuestion { .. })));
                prop_assert!(expected_error);
                return Ok(());
            }
            if let Ok(row) = &actual {
                prop_assert_eq!(row.questions, both.len() as u64);
                prop_assert_eq!(row.unmatched, (own.len() - both.len()) as u64);
                prop_assert_eq!(row.baseline_unmatched, (base.len() - both.len()) as u64);
            }
            let values: Vec<_> = both.iter().map(|one| one.1.clone()).collect();
            let count = integer(both.len() as u64);
            if sampled || clustered {
                let terms: Vec<_> = both.iter().map(|one| (one.0, one.1.clone())).collect();
                let (variance, units) = scattered(&terms);
                (mean(&values), variance, units, Some(integer(units.saturating_sub(1))))
            } else {
                let variance = both.iter().map(|one| one.2.clone()).sum::<Rational>() / &count / &count;
                (mean(&values), variance, 2, None)
            }
        } else {
            let means = |side: &[(usize, u8, Rational, Rational)]| {
                mean(&side.iter().map(|one| one.2.clone()).collect::<Vec<_>>())
            };
            let difference = means(&own) - means(&base);
            if sampled || clustered {
                let scatter = |side: &[(usize, u8, Rational, Rational)]| {
                    scattered(&side.iter().map(|one| (one.1, one.2.clone())).collect::<Vec<_>>())
                };
                let ((v, g), (u, h)) = (scatter(&own), scatter(&base));
                let labels = |side: &[(usize, u8, Rational, Rational)]| {
                    side.iter().map(|one| one.1).collect::<BTreeSet<u8>>()
                };
                let shared = clustered && !labels(&own).is_disjoint(&labels(&base));
                let sum = &v + &u;
                // Welch–Satterthwaite.
                let parts = if shared {
                    None
                } else if g > 1 && h > 1 && !sum.is_zero() {
                    Some(&sum * &sum / (&v * &v / integer(g - 1) + &u * &u / integer(h - 1)))
                } else {
                    None
                };
                if shared {
                    let valued = |side: &[(usize, u8, Rational, Rational)]| {
                        side.iter().map(|one| (one.1, one.2.clone())).collect::<Vec<_>>()
                    };
                    let (variance, units) = together(&valued(&own), &valued(&base));
                    let degrees = Some(integer(units.saturating_sub(1)));
                    (difference, variance, g.min(h), degrees)
                } else {
                    (difference, sum, g.min(h), parts)
                }
            } else {
                let spread = |side: &[(usize, u8, Rational, Rational)]| {
                    let count = integer(side.len() as u64);
                    side.iter().map(|one| one.3.clone()).sum::<Rational>() / &count / &count
                };
                (difference, spread(&own) + spread(&base), 2, None)
            }
        };
        let (difference, variance, units, degrees) = expected;
        if units < 2 {
            let expected_error = matches!(actual, Err(Error::Compare(CompareError::OneUnit { .. })));
            prop_assert!(expected_error);
            return Ok(());
        }
        if variance.is_zero() && !difference.is_zero() {
            let expected_error = matches!(actual, Err(Error::Compare(CompareError::NoScatter { .. })));
            prop_assert!(expected_error);
            return Ok(());
        }
        let row = actual.unwrap();
        prop_assert!(close(row.difference, &difference));
        prop_assert!(close(row.sigma * row.sigma, &variance));
        if let (Some(degrees), false) = (degrees, variance.is_zero()) {
            prop_assert!((row.degrees.unwrap() / degrees.to_f64().unwrap() - 1.0).abs() < 1e-12);
        }
        prop_assert_eq!(row.degrees.is_some(), sampled || clustered);
        prop_assert!((row.probability + only(&counts(&b, &a), &request(scale, paired, sampled, clustered))
            .unwrap().probability - 1.0).abs() < 1e-14);
    }
}

#[test]
fn the_papers_ranking_confidence() {
    // z = 1.645 is a ranking confidence of 0.95 (section 2.5). Here z is known from σ alone.
    let mut counts = Counts::new(["0", "1"].map(str::to_owned).to_vec()).unwrap();
    for (model, right) in [("a", 60), ("b", 50)] {
        let row = counts.row(model, "", "q");
        counts.add(row, 0, 100 - right).unwrap();
        counts.add(row, 1, right).unwrap();
    }
    let request = CompareRequest { weights: None, ..request(Scale::Bayes, true, false, false) };
    let row = only(&counts, &request).unwrap();
    // Beta(61, 41) and Beta(51, 51): variances ab / ((a + b)² (a + b + 1)).
    let variance = (61.0 * 41.0 + 51.0 * 51.0) / (102.0 * 102.0 * 103.0);
    let z = 10.0 / 102.0 / f64::sqrt(variance);
    assert!((row.z / z - 1.0).abs() < 1e-14);
    assert!(
        (row.ranking - row.probability).abs() == 0.0 && row.ranking > 0.9 && row.ranking < 0.95
    );
    assert!((row.pvalue - 2.0 * (1.0 - row.ranking)).abs() < 1e-15);
    // The probability of being worse by more than 0 is 1 minus the probability of being better.
    assert!((row.probability_worse(0.0).unwrap() - (1.0 - row.probability)).abs() < 1e-15);
    assert!(row.probability_worse(0.1).unwrap() < row.probability_worse(0.02).unwrap());
    assert_eq!(row.probability_worse(-0.1).unwrap_err().kind(), "check.not_negative");
    // A margin that is missed with even odds lies z* σ away, with z* = 1.96 at 0.95.
    let even = row.detectable_at(0.02, 0.5).unwrap();
    assert!((even - 0.02 - 1.959_963_984_540_054 * row.sigma).abs() < 1e-12);
    assert_eq!((row.level, row.worse), (0.95, None));
}

#[test]
fn verdicts_that_can_be_wrong_either_way() {
    let side = |right: u64| -> Side { vec![Some((0, [10 - right, 0, right])); 3] };
    let counts = counts(&side(1), &side(9));
    let with = |margin, confidence| CompareRequest {
        margin: Some(margin),
        confidence,
        ..request(Scale::Avg, true, false, false)
    };
    let row = only(&counts, &with(0.02, 0.95)).unwrap();
    let verdict = row.verdict(0.02, 2.5).unwrap();
    let of_row = (row.margin, row.worse_probability, row.worse, row.detectable);
    let expected =
        (Some(0.02), Some(verdict.probability), Some(verdict.worse), Some(verdict.detectable));
    assert_eq!(of_row, expected);
    assert!(verdict.worse && verdict.margin == 0.02);
    assert_eq!(verdict.probability, row.probability_worse(0.02).unwrap());
    assert_eq!(verdict.detectable, row.detectable_at(0.02, 0.8).unwrap());
    // The weights are -0.5, 0.25 and 2, so no score is more than 2.5 below another.
    assert!(only(&counts, &with(2.4, 0.95)).is_ok());
    let message = only(&counts, &with(5.0, 0.95)).unwrap_err().to_string();
    assert!(message.ends_with("differ by at most 2.5: for 5% of that say 0.125"), "{message}");
    let expected_error = only(&counts, &with(2.5, 0.95));
    assert!(matches!(
        expected_error,
        Err(Error::Compare(CompareError::MarginRange { value: 2.5, range: 2.5 }))
    ));
    let message = only(&counts, &with(500.0, 0.95)).unwrap_err().to_string();
    assert!(message.ends_with("at most 2.5: give a smaller one"), "{message}");
    let equal = Some(Weights::new(&[1.0; 3]).unwrap());
    let message = only(&counts, &CompareRequest { weights: equal, ..with(0.0, 0.95) }).unwrap_err();
    assert!(message.to_string().ends_with("at most 0: the weights are all equal"), "{message}");
    assert!(only(&counts, &with(0.02, 0.5)).is_ok());
    assert!(matches!(
        only(&counts, &with(0.02, 0.4)),
        Err(Error::Compare(CompareError::VerdictLevel { value: 0.4 }))
    ));
}

#[test]
fn a_cluster_counts_once_for_both_models() {
    // The same questions unpaired. The sums of a cluster equal those of the paired differences.
    let side = |seed: u64| -> Side {
        (0_u8..12)
            .map(|i| Some((i % 4, [1 + seed * u64::from(i) % 5, 2, u64::from(i) % 3])))
            .collect()
    };
    let counts = counts(&side(2), &side(3));
    let row = |paired| only(&counts, &request(Scale::Avg, paired, false, true)).unwrap();
    let (paired, unpaired) = (row(true), row(false));
    assert!((paired.sigma / unpaired.sigma - 1.0).abs() < 1e-14);
    assert_eq!((unpaired.degrees, unpaired.clusters), (Some(3.0), Some(4)));
}

#[test]
fn counts_of_another_name_keep_the_order_of_their_trials() {
    let mut counts = Counts::new(["0", "1"].map(str::to_owned).to_vec()).unwrap().in_order();
    let row = counts.row("a", "t", "q");
    for (number, category) in [(0, 1_u16), (1, 0), (2, 1)] {
        counts.add(row, usize::from(category), 1).unwrap();
        counts.put(row, Some(number), category);
    }
    let renamed = counts.renamed("b").unwrap();
    assert!(renamed.keeps_order() && renamed.models() == ["b"]);
    let array = |counts: &Counts| scorio_core::counts::results(counts, true).unwrap().categories;
    assert_eq!(array(&renamed), [1, 0, 1]);
    assert_eq!(array(&counts), [1, 0, 1]);
}

#[test]
fn decisive_questions() {
    // Differences 1, 1, 0, -1 with equal weights. Removing either of the first two is enough.
    let mut counts = Counts::new(["0", "1"].map(str::to_owned).to_vec()).unwrap();
    for (question, right, other) in [("p", 9, 0), ("q", 9, 0), ("r", 3, 3), ("s", 0, 9)] {
        for (model, right) in [("a", right), ("b", other)] {
            let row = counts.row(model, "", question);
            counts.add(row, 0, 9 - right).unwrap();
            counts.add(row, 1, right).unwrap();
        }
    }
    let request = CompareRequest { weights: None, ..request(Scale::Avg, true, false, false) };
    let actual = compare(&counts, &request).unwrap();
    assert_eq!(actual.rows[0].decisive, Some(1));
    let order: Vec<_> =
        actual.questions.iter().map(|one| (one.question.as_str(), one.difference)).collect();
    assert_eq!(order, [("p", 1.0), ("q", 1.0), ("s", -1.0), ("r", 0.0)]);
    assert!(
        actual.questions[3].probability == Some(0.5)
            && actual.questions[0].probability > Some(0.99)
    );
}
