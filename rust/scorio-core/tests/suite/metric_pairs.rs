//! Comparisons by a metric of the list: beside means, beside leaderboards, and their own laws.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_cmp,
    clippy::struct_excessive_bools,
    reason = "tests"
)]

use proptest::prelude::*;
use scorio_core::compare::{
    CompareError, CompareMetric, CompareRequest, Comparison, Comparisons, FamilyRequest, compare,
    compare_metric, compare_pairs, compare_pairs_of_metric,
};
use scorio_core::leaderboard::{ScoreRequest, leaderboard};
use scorio_core::metric::MetricError;
use scorio_core::metric::mean::Scale;
use scorio_core::metric::registry::METRICS;
use scorio_core::{
    Clusters, Counts, Error, Metric, ParameterValue, Parameters, Prior, PriorChoice, Target, Tau,
};

/// Successes and trials of each question of a model. `None` is a question that it does not have.
type Side = Vec<Option<[u64; 2]>>;

fn counts(sides: &[Side]) -> Counts {
    let mut counts = Counts::new(["0", "1"].map(str::to_owned).to_vec()).unwrap();
    for (model, side) in sides.iter().enumerate() {
        for (name, one) in side.iter().enumerate() {
            let Some([successes, trials]) = one else { continue };
            let row = counts.row(&format!("m{model}"), &(name % 3).to_string(), &name.to_string());
            counts.add(row, 0, trials - successes).unwrap();
            counts.add(row, 1, *successes).unwrap();
        }
    }
    counts
}

fn metric(name: &str, k: i64) -> Metric {
    let entry = METRICS.iter().find(|one| name == one.name || name == one.posterior).unwrap();
    let mut parameters = Parameters::default();
    for parameter in entry.parameters {
        let value = match parameter.name {
            "tau" => ParameterValue::Share(Tau::ratio(1, 2).unwrap()),
            "spectrum" => {
                ParameterValue::Numbers(vec![0.5 / k as f64; usize::try_from(k).unwrap()])
            }
            _ => continue,
        };
        parameters = parameters.with(parameter.name, value);
    }
    Metric::named(name, entry.has_budget().then_some(k), &parameters).unwrap()
}

fn choice(name: &str, k: i64) -> CompareMetric {
    CompareMetric { metric: metric(name, k), default_weights: true, drop_short: false }
}

/// Every metric by both of its names, but the means.
fn names() -> Vec<&'static str> {
    let with_budget = METRICS.iter().filter(|entry| entry.has_budget());
    with_budget.flat_map(|entry| [entry.name, entry.posterior]).collect()
}

#[derive(Clone, Copy, Debug)]
struct Options {
    hierarchical: bool,
    sampled: bool,
    clustered: bool,
    paired: bool,
}

const DEFAULT: Options =
    Options { hierarchical: true, sampled: false, clustered: false, paired: true };

impl Options {
    fn prior(self) -> PriorChoice {
        if self.hierarchical {
            PriorChoice::Hierarchical
        } else {
            PriorChoice::Known(Prior::Uniform)
        }
    }

    fn target(self) -> Target {
        if self.sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions }
    }

    fn request(self, model: &str, baseline: &str) -> CompareRequest {
        CompareRequest {
            borrow: false,
            models: vec![model.to_owned()],
            baseline: baseline.to_owned(),
            scale: Scale::Avg,
            weights: None,
            paired: self.paired,
            prior: self.prior(),
            target: self.target(),
            clusters: self.clustered.then_some(Clusters::Tasks),
            by_task: false,
            by_question: true,
            confidence: 0.95,
            family: FamilyRequest::default(),
            margin: None,
        }
    }

    fn scored(self, metric: Metric, confidence: f64) -> ScoreRequest {
        ScoreRequest {
            borrow: false,
            runs: false,
            threads: 1,
            metrics: vec![metric],
            default_weights: true,
            prior: self.prior(),
            target: self.target(),
            clusters: self.clustered.then_some(Clusters::Tasks),
            drop_short: false,
            confidence,
            family: FamilyRequest::default(),
            by_task: false,
            macro_average: false,
        }
    }
}

fn row(counts: &Counts, choice: &CompareMetric, options: Options) -> Result<Comparison, Error> {
    let found = compare_metric(counts, choice, &options.request("m0", "m1"));
    found.map(|found: Comparisons| found.rows.into_iter().next().unwrap())
}

fn close(actual: f64, expected: f64, relative: f64) -> bool {
    (actual - expected).abs() <= relative * (1e-3 + expected.abs())
}

fn options() -> impl Strategy<Value = Options> {
    let all = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    all.prop_map(|(hierarchical, sampled, clustered, paired)| Options {
        hierarchical,
        sampled,
        clustered,
        paired,
    })
}

/// Two models on 4 to 9 questions with `least` or more trials.
fn sides(least: u64, lacking: f64) -> impl Strategy<Value = Vec<Side>> {
    let one = (least..least + 4).prop_flat_map(|trials| (0..=trials, Just(trials)));
    let one = one.prop_map(|(successes, trials)| [successes, trials]);
    let cell = match lacking {
        0.0 => one.prop_map(Some).boxed(),
        _ => prop::option::weighted(1.0 - lacking, one).boxed(),
    };
    (4_usize..10).prop_flat_map(move |size| {
        prop::collection::vec(prop::collection::vec(cell.clone(), size), 2)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn means_are_compared_as_ever(sides in sides(1, 0.2), options in options(), average: bool) {
        let counts = counts(&sides);
        let name = if average { "avg" } else { "bayes" };
        let scale = if average { Scale::Avg } else { Scale::Bayes };
        let request = CompareRequest { scale, ..options.request("m0", "m1") };
        prop_assert_eq!(
            compare_metric(&counts, &choice(name, 1), &request),
            compare(&counts, &request)
        );
        prop_assert_eq!(
            compare_pairs_of_metric(&counts, &choice(name, 1), &request),
            compare_pairs(&counts, &request)
        );
    }

    /// One success of one trial is the average. So are its differences.
    #[test]
    fn one_trial_is_the_average(
        sides in sides(1, 0.2), options in options(),
        name in prop::sample::select(vec!["pass_at_k", "pass_hat_k", "maj_at_k", "auc_at_k"]),
    ) {
        let counts = counts(&sides);
        // By a uniform prior, σ of the average is that of its posterior.
        let options = Options { hierarchical: true, ..options };
        let (one, mean) =
            (row(&counts, &choice(name, 1), options), row(&counts, &choice("avg", 1), options));
        match (one, mean) {
            (Ok(one), Ok(mean)) => {
                prop_assert!(close(one.difference, mean.difference, 1e-15));
                prop_assert!(close(one.score, mean.score, 1e-15));
                prop_assert!(close(one.sigma, mean.sigma, 1e-6), "{} {}", one.sigma, mean.sigma);
                prop_assert!(close(one.probability, mean.probability, 1e-6));
                let degrees = |row: &Comparison| row.degrees.unwrap_or(0.0);
                prop_assert!(close(degrees(&one), degrees(&mean), 1e-6));
                prop_assert_eq!(one.decisive, mean.decisive);
            }
            (one, mean) => prop_assert_eq!(one.is_err(), mean.is_err()),
        }
    }

    #[test]
    fn swapped_models_have_the_opposite_difference(
        sides in sides(3, 0.1), options in options(), name in prop::sample::select(names()),
    ) {
        let counts = counts(&sides);
        let choice = choice(name, 3);
        let swapped = compare_metric(&counts, &choice, &options.request("m1", "m0"));
        match (row(&counts, &choice, options), swapped) {
            (Ok(one), Ok(other)) => {
                let other = &other.rows[0];
                prop_assert_eq!(one.difference, -other.difference);
                prop_assert_eq!((one.lo, one.hi), (-other.hi, -other.lo));
                prop_assert_eq!(one.sigma, other.sigma);
                prop_assert!((one.probability + other.probability - 1.0).abs() < 1e-12);
                prop_assert_eq!(one.score, other.baseline_score);
                prop_assert_eq!(one.decisive, other.decisive);
            }
            (one, other) => prop_assert_eq!(one.is_err(), other.is_err()),
        }
    }

    /// A leaderboard of the two separates them up to the stated confidence, and no further.
    #[test]
    fn leaderboards_separate_by_the_same_probability(
        sides in sides(3, 0.0), single in prop::option::of(0_u64..64), options in options(),
        name in prop::sample::select(names()),
    ) {
        let options = Options { paired: true, ..options };
        // Single trials have no more than one draw.
        let (sides, k) = match single {
            Some(bits) => {
                let up = |place: usize| u64::from(bits >> (place % 6) & 1 == 1);
                let single = (0..sides[0].len()).map(|place| Some([up(place), 1])).collect();
                (vec![single, sides[1].clone()], 1)
            }
            None => (sides, 3),
        };
        let counts = counts(&sides);
        let found = row(&counts, &choice(name, k), options);
        let board = |confidence| leaderboard(&counts, &options.scored(metric(name, k), confidence));
        let Ok(row) = found else {
            // A leaderboard of what has no scatter shows a tie.
            let told = matches!(found, Err(Error::Compare(CompareError::NoScatter { .. })));
            prop_assert!(told || board(0.95).is_err() || name.ends_with("_ci"), "{:?}", found);
            return Ok(());
        };
        let scores = board(0.95).unwrap().scores;
        let of = |model: &str| scores.iter().find(|one| one.model == model).unwrap();
        prop_assert!(close(row.score, of("m0").score, 1e-12));
        prop_assert!(close(row.baseline_score, of("m1").score, 1e-12));
        if row.degrees.is_none() {
            let squares: f64 = scores.iter().map(|one| one.sigma * one.sigma).sum();
            prop_assert!(close(row.sigma * row.sigma, squares, 1e-12));
        }
        if row.ranking > 0.501 && row.ranking < 0.999_999 && !(name.ends_with("_ci") && k == 1) {
            let separates = |confidence: f64| {
                let scores = board(confidence).unwrap().scores;
                scores[0].rank_hi < scores[1].rank_lo
            };
            let sure = 2.0 * row.ranking - 1.0;
            prop_assert!(separates(sure - 1e-7), "{row:?}");
            prop_assert!(!separates(sure + 1e-7), "{row:?}");
        }
    }

    #[test]
    fn pairs_have_the_rows_of_single_comparisons(
        sides in sides(2, 0.1), options in options(), name in prop::sample::select(names()),
    ) {
        let counts = counts(&sides);
        let request = options.request("m0", "m1");
        let pairs = compare_pairs_of_metric(&counts, &choice(name, 2), &request);
        let rows = compare_metric(&counts, &choice(name, 2), &request).map(|found| found.rows);
        prop_assert_eq!(pairs, rows);
    }

    /// The parts of the questions add up, and each has the score of its counts.
    #[test]
    fn questions_make_up_the_difference(sides in sides(2, 0.1), hierarchical: bool) {
        let counts = counts(&sides);
        let options = Options { hierarchical, ..DEFAULT };
        let request = options.request("m0", "m1");
        if let Ok(found) = compare_metric(&counts, &choice("pass_at_k", 2), &request) {
            let sum: f64 = found.questions.iter().map(|one| one.part).sum();
            prop_assert!((sum - found.rows[0].difference).abs() < 1e-14);
            for one in &found.questions {
                let [successes, trials] = sides[0][one.question.parse::<usize>().unwrap()].unwrap();
                let failures = trials - successes;
                let none = failures * failures.saturating_sub(1);
                let expected = 1.0 - none as f64 / (trials * (trials - 1)) as f64;
                prop_assert!((one.score - expected).abs() < 1e-15);
                prop_assert!(one.sigma.unwrap() > 0.0 && one.sigma.unwrap() < 1.0);
                prop_assert!((0.0..=1.0).contains(&one.probability.unwrap()));
            }
        }
    }
}

#[test]
fn questions_with_too_few_trials() {
    let sides = vec![
        vec![Some([1, 4]), Some([2, 2]), Some([3, 4]), Some([0, 4])],
        vec![Some([2, 4]), Some([3, 4]), Some([3, 4]), Some([1, 2])],
    ];
    let counts = counts(&sides);
    let strict = row(&counts, &choice("pass_at_k", 3), DEFAULT).unwrap_err();
    let Error::Metric(MetricError::BudgetExceedsTrials { k: 3, trials: 2, .. }) = strict else {
        panic!("{strict:?}")
    };
    let board = leaderboard(&counts, &DEFAULT.scored(metric("pass_at_k", 3), 0.95));
    assert_eq!(board.unwrap_err(), strict);

    let dropping = CompareMetric { drop_short: true, ..choice("pass_at_k", 3) };
    let found = compare_metric(&counts, &dropping, &DEFAULT.request("m0", "m1")).unwrap();
    assert_eq!((found.rows[0].questions, found.unmatched.len()), (2, 2));
    let both: Vec<Side> = sides.iter().map(|side| vec![side[0], None, side[2]]).collect();
    let expected = row(&self::counts(&both), &choice("pass_at_k", 3), DEFAULT).unwrap();
    assert_eq!(found.rows[0].difference, expected.difference);
    assert_eq!(found.rows[0].sigma, expected.sigma);

    let none = CompareMetric { drop_short: true, ..choice("pass_at_k", 5) };
    let none = row(&counts, &none, DEFAULT).unwrap_err();
    assert_eq!(none, CompareError::Short { model: "m0".to_owned(), k: 5 }.into());
}

#[test]
fn what_has_no_score_of_a_question_says_nothing_about_others() {
    let counts = counts(&[vec![Some([1, 4]), Some([2, 4])], vec![Some([2, 4]), Some([3, 4])]]);
    for name in ["geom_at_k", "geo_spectrum_star_at_k", "max_at_k", "pass_at_k_ci"] {
        let named = MetricError::NoQuestionScores { metric: metric(name, 2).name() };
        for (sampled, clustered) in [(true, false), (false, true)] {
            for paired in [true, false] {
                let options = Options { sampled, clustered, paired, ..DEFAULT };
                let found = row(&counts, &choice(name, 2), options).unwrap_err();
                assert_eq!(found, named.clone().into(), "{options:?}");
            }
        }
        let found = row(&counts, &choice(name, 2), DEFAULT).unwrap();
        assert!(found.sigma > 0.0 && found.decisive.is_none(), "{found:?}");
    }
}

#[test]
fn successes_need_two_categories() {
    let mut counts = Counts::new(["0", "1", "2"].map(str::to_owned).to_vec()).unwrap();
    for model in ["m0", "m1"] {
        let row = counts.row(model, "", "q");
        counts.add(row, 1, 3).unwrap();
    }
    assert!(row(&counts, &choice("pass_at_k", 2), DEFAULT).is_err());
    let best = row(&counts, &choice("max_at_k", 2), DEFAULT).unwrap();
    assert_eq!((best.score, best.difference), (1.0, 0.0));
    assert_eq!(
        choice("pass_at_k", 2).require_numbers().unwrap_err(),
        MetricError::NumbersNotCompared { metric: "pass_at_k" }.into()
    );
    assert!(choice("bayes", 2).require_numbers().is_ok());
}
