//! What a study of convergence refuses, with the place, and how its metrics are named.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]

use ndarray::Array4;
use scorio_core::check::CheckError;
use scorio_core::convergence::{Choices, ConvergenceError, Measure, Outcomes, Scheme, Study};
use scorio_core::counts::CountsError;
use scorio_core::metric::MetricError;
use scorio_core::tally::TallyError;
use scorio_core::{
    Error, NumericError, ParameterValue, Parameters, Prior, Replicates, Tau, Weights,
};

fn work(count: u64) -> Replicates<'static> {
    Replicates { count, threads: 1, go_on: &|_| true }
}

fn expand(names: &[&str], budgets: &[i64]) -> Result<Vec<Measure>, Error> {
    let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
    Measure::expand(&names, budgets, &Parameters::default())
}

fn choices(measures: &[Measure], confidence: Option<f64>) -> Choices<'_> {
    Choices {
        measures,
        gold: None,
        weights: None,
        prior: Prior::Uniform,
        scheme: Scheme::Given,
        confidence,
        seed: 0,
    }
}

/// A study of so many models, questions and trials, in which the first model alone succeeds.
fn study(
    (models, questions, trials): (usize, usize, usize),
    categories: usize,
    measures: &[Measure],
    confidence: Option<f64>,
) -> Result<Study, Error> {
    let entries = Array4::from_shape_fn((1, models, questions, trials), |(_, model, _, _)| {
        u8::from(model == 0)
    });
    let outcomes = Outcomes::new("R", entries.view(), categories)?;
    Study::new(outcomes, None, choices(measures, confidence), &work(0))
}

#[test]
fn entries_are_checked_and_named_by_their_matrix() {
    let with = |sets: usize, place: [usize; 4], value: f64| {
        let mut entries = Array4::<f64>::zeros((sets, 2, 3, 4));
        entries[place] = value;
        Outcomes::new("R", entries.view(), 3).map(|known| known.trials()).unwrap_err()
    };
    let place = |text: &str| text.to_owned();
    let error = TallyError::Category {
        matrix: "R",
        row: 2,
        column: 3,
        value: "3".to_owned(),
        categories: 3,
    };
    let expected = ConvergenceError::Entry { place: place("R[1]"), error: error.clone() };
    assert_eq!(with(1, [0, 1, 2, 3], 3.0), expected.into());
    let expected = ConvergenceError::Entry { place: place("R[1, 0]"), error };
    assert_eq!(with(2, [1, 0, 2, 3], 3.0), expected.into());
    let missing = with(2, [0, 1, 2, 1], f64::NAN);
    let expected = ConvergenceError::Incomplete { place: place("R[0, 1]"), row: 2, column: 1 };
    assert_eq!(missing, expected.into());
    assert!(missing.counted_from(1).to_string().contains("R[3, 2] is missing"));
    for value in [-1.0, 0.5, f64::INFINITY] {
        assert_eq!(with(1, [0, 0, 0, 0], value).kind(), "convergence.entry");
    }
    let known = Outcomes::new("R", Array4::<u8>::zeros((5, 2, 3, 4)).view(), 256).unwrap();
    let sizes = (known.sets(), known.models(), known.questions(), known.trials());
    assert_eq!((sizes, known.categories()), ((5, 2, 3, 4), 256));
    for categories in [0, 1, 257] {
        let refused = Outcomes::new("R", Array4::<u8>::zeros((1, 2, 3, 4)).view(), categories);
        let expected = ConvergenceError::ManyCategories { categories };
        assert_eq!(refused.unwrap_err(), expected.into());
    }
    let empty = Array4::<u8>::zeros((1, 2, 3, 0));
    let refused = Outcomes::new("R", empty.view(), 2).unwrap_err();
    assert_eq!(refused, CheckError::Empty { matrix: "R", rows: 3, columns: 0 }.into());
    assert_eq!(Outcomes::new("R0", empty.view(), 2).unwrap().trials(), 0);
}

#[test]
fn studies_need_models_metrics_and_trials() {
    let bayes = expand(&["bayes"], &[]).unwrap();
    let kind = |found: Result<Study, Error>| found.err().unwrap();
    let one = kind(study((1, 2, 3), 2, &bayes, None));
    assert_eq!(one, ConvergenceError::OneModel { models: 1 }.into());
    assert_eq!(kind(study((2, 2, 3), 2, &[], None)), ConvergenceError::NoMetrics.into());
    assert!(study((2, 1, 1), 2, &bayes, None).is_ok());
    let pass = expand(&["pass_at_k"], &[4]).unwrap();
    let short = kind(study((2, 2, 3), 2, &pass, None));
    assert_eq!(short, ConvergenceError::BudgetBeyondTrials { k: 4, trials: 3 }.into());
    assert_eq!(short.to_string(), "k = 4 is more than the 3 trials of each question");
    assert!(
        kind(study((2, 2, 1), 2, &pass, None)).to_string().ends_with("1 trial of each question")
    );
    assert!(study((2, 2, 4), 2, &pass, None).is_ok());
    let binary = kind(study((2, 2, 4), 3, &pass, None));
    assert_eq!(binary, CountsError::NotBinary { metric: "pass_at_k", categories: 3 }.into());
    assert_eq!(kind(study((2, 2, 4), 3, &bayes, None)).kind(), "metric.weight_count");
    let naive = expand(&["naive_pass_at_k", "naive_pass_hat_k"], &[2]).unwrap();
    assert!(study((2, 2, 1), 2, &naive, None).is_ok());
    for one in &naive {
        let found = kind(study((2, 2, 4), 2, std::slice::from_ref(one), Some(0.9)));
        assert_eq!(found, ConvergenceError::NoSigma { metric: one.name() }.into());
    }
    // N² / 2 entries are at most 2²⁶.
    let long = kind(study((2, 1, 11_700), 2, &expand(&["pass_at_k"], &[1]).unwrap(), None));
    let expected = ConvergenceError::TooManyTrials { trials: 11_700, metric: "pass_at_k" };
    assert_eq!(long, expected.into());
    assert!(study((2, 1, 11_700), 2, &bayes, None).is_ok());
    for level in [0.0, 1.0] {
        assert_eq!(kind(study((2, 2, 3), 2, &bayes, Some(level))).kind(), "check.level");
    }
    // All models succeed alike.
    let same = Outcomes::new("R", Array4::<u8>::ones((1, 2, 2, 2)).view(), 2).unwrap();
    let flat = Study::new(same, None, choices(&bayes, None), &work(0));
    assert_eq!(kind(flat), ConvergenceError::FlatGold.into());
}

#[test]
fn replicates_and_metrics_that_do_not_exist() {
    let bayes = expand(&["bayes"], &[]).unwrap();
    let given = study((2, 2, 3), 2, &bayes, None).unwrap();
    let none = |replicate| Error::from(ConvergenceError::NoReplicate { replicate });
    assert!(given.trajectory(0, 0).is_ok() && given.replicate(0).is_ok());
    assert_eq!(given.trajectory(0, 1), Err(none(1)));
    assert_eq!(given.trajectory(1, 0), Err(none(0)));
    assert_eq!(given.replicate(1), Err(none(1)));
    let few = Error::from(ConvergenceError::TooFewSets { sets: 1, replicates: 2 });
    assert_eq!(given.run(&work(2)).unwrap_err(), few);
    assert_eq!(given.begin(2).unwrap_err(), few);
    assert_eq!(given.run(&work(0)).unwrap_err(), NumericError::NoReplicates.into());
    assert_eq!(given.begin(0).unwrap_err(), NumericError::NoReplicates.into());
    assert!(given.run(&work(1)).is_ok() && given.begin(1).is_ok());
    let drawn = Choices { scheme: Scheme::Row, ..choices(&bayes, None) };
    let entries = Array4::from_shape_fn((1, 2, 2, 3), |(_, model, _, _)| u8::from(model == 0));
    let outcomes = Outcomes::new("R", entries.view(), 2).unwrap();
    let drawn = Study::new(outcomes, None, drawn, &work(0)).unwrap();
    assert!(drawn.replicate(1_000_000).is_ok() && drawn.trajectory(0, 9).is_ok());
}

#[test]
fn measures_have_the_names_of_their_metrics() {
    let names = ["avg", "pass_at_k", "naive_pass_at_k", "avg", "pass_at_k"];
    let found = expand(&names, &[1, 3]).unwrap();
    let shown: Vec<_> = found.iter().map(|one| (one.name(), one.budget(), one.start())).collect();
    let expected = [
        ("avg", None, 1),
        ("pass_at_k", Some(1), 1),
        ("pass_at_k", Some(3), 3),
        ("naive_pass_at_k", Some(1), 1),
        ("naive_pass_at_k", Some(3), 1),
    ];
    assert_eq!(shown, expected);
    assert!(found.iter().all(|one| one.parameters().is_empty()));
    let tau = ParameterValue::Share(Tau::ratio(1, 2).unwrap());
    let parameters = Parameters::default().with("tau", tau);
    let named = Measure::expand(&["g_pass_at_k_tau".to_owned()], &[2], &parameters).unwrap();
    assert_eq!((named[0].parameters(), named[0].budget()), ("tau=1/2", Some(2)));
    // A budget is there for the plug-in estimate alone.
    assert_eq!(expand(&["avg", "naive_pass_hat_k"], &[2]).unwrap().len(), 2);
    assert_eq!(expand(&["avg"], &[2]).unwrap_err().kind(), "metric.needless_budget");
    let error = expand(&["naive_pass_hat_k"], &[]).unwrap_err();
    assert_eq!(error, MetricError::NoBudget { name: "naive_pass_hat_k" }.into());
    assert_eq!(expand(&["naive_pass_hat_k"], &[0]).unwrap_err().kind(), "check.budget");
    for name in ["max_at_k", "pass_at_k_ci", "geom_at_k", "nothing"] {
        let Error::Convergence(ConvergenceError::NotStudied { metric, known }) =
            expand(&[name], &[2]).unwrap_err()
        else {
            panic!("{name}")
        };
        assert_eq!(metric, name);
        assert!(known.starts_with("bayes, avg, pass_at_k") && known.ends_with("naive_pass_hat_k"));
    }
    // Weights belong to means alone.
    let weights = Weights::new(&[0.0, 3.0]).unwrap();
    let heavy: Vec<_> = found.iter().map(|one| one.clone().weighted(&weights)).collect();
    let changed: Vec<_> = found.iter().zip(&heavy).map(|(one, other)| one != other).collect();
    assert_eq!(changed, [true, false, false, false, false]);
}
