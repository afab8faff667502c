//! Errors are data: a kind, values, a place and a remedy, with a sentence that fits every language.

use std::collections::BTreeSet;

use scorio_core::adaptive::AdaptiveError;
use scorio_core::check::CheckError;
use scorio_core::compare::CompareError;
use scorio_core::convergence::ConvergenceError;
use scorio_core::cost::error::CostError;
use scorio_core::counts::CountsError;
use scorio_core::judge::error::JudgeError;
use scorio_core::metric::{MetricError, ShortWays};
use scorio_core::posterior::PosteriorError;
use scorio_core::rank::RankError;
use scorio_core::rankers::RankersError;
use scorio_core::rubric::error::RubricError;
use scorio_core::rubric::trial::TrialName;
use scorio_core::sums::SumsError;
use scorio_core::tally::TallyError;
use scorio_core::{Error, NumericError, Place};

/// One error of each kind.
#[expect(clippy::too_many_lines, reason = "an example of each error")]
fn examples() -> Vec<Error> {
    let text = |text: &str| text.to_owned();
    let (model, baseline) = (|| text("b"), || text("a"));
    let question = || Place::Row(3);
    let category =
        || TallyError::Category { matrix: "R", row: 0, column: 1, value: text("7"), categories: 2 };
    vec![
        CheckError::Budget { name: "k", k: 0 }.into(),
        CheckError::Level { name: "confidence", value: 1.0 }.into(),
        CheckError::Share { name: text("p"), index: vec![1], text: text("2"), value: 2.0 }.into(),
        CheckError::Finite { name: "w", index: vec![1], value: f64::NAN }.into(),
        CheckError::Positive { name: "alpha0", value: 0.0 }.into(),
        CheckError::NotNegative { name: text("tol"), index: Vec::new(), value: -1.0 }.into(),
        CheckError::Range { name: text("p"), index: vec![2, 0], value: 2.0, range: "1" }.into(),
        CheckError::Shape { left: "R0", left_size: 1, right: "R", right_size: 2, axis: "rows" }
            .into(),
        CheckError::Empty { matrix: "R", rows: 0, columns: 1 }.into(),
        NumericError::Memory { what: text("a table") }.into(),
        NumericError::NotFinite { what: "the score" }.into(),
        NumericError::NoReplicates.into(),
        NumericError::Stopped.into(),
        category().into(),
        TallyError::Missing { matrix: "R", row: 0, column: 1 }.into(),
        TallyError::Lengths { outcomes: 3, total: 4 }.into(),
        TallyError::CountShape { rows: 0, columns: 2 }.into(),
        TallyError::Count { row: 1, column: 0, value: text("-1") }.into(),
        CountsError::NoTrials { row: 2 }.into(),
        CountsError::NoCounts.into(),
        CountsError::ZeroWeights.into(),
        CountsError::CategoryCount { categories: 1 }.into(),
        CountsError::NotBinary { metric: "pass_at_k", categories: 3 }.into(),
        CountsError::AllShort { k: 4 }.into(),
        CountsError::Overflow { question: question() }.into(),
        CountsError::Categories { left: text("0, 1"), right: text("a, b") }.into(),
        CountsError::Models { count: 2, names: text("a, b") }.into(),
        CountsError::NoOrder.into(),
        CountsError::NoRuns { two: true, model: model(), question: text("q") }.into(),
        CountsError::UnevenRuns { model: model(), question: text("q") }.into(),
        CountsError::OneRun { model: model() }.into(),
        CountsError::NothingInCommon { models: 2 }.into(),
        CountsError::NotAsked { model: model(), question: text("q") }.into(),
        CountsError::OtherTrials { question: text("q") }.into(),
        CountsError::Uneven { model: model(), question: text("q"), fewer: 1, most: 2 }.into(),
        MetricError::Unknown { name: text("pass"), known: text("bayes, avg") }.into(),
        MetricError::NotCompared { metric: text("pass_at_k") }.into(),
        MetricError::NumbersNotCompared { metric: "max_at_k" }.into(),
        MetricError::NoBudget { name: "pass_at_k" }.into(),
        MetricError::NeedlessBudget { metrics: text("bayes") }.into(),
        MetricError::NoParameter { metric: "g_pass_at_k_tau", name: "tau" }.into(),
        MetricError::ParameterKind { name: "lam", kind: text("a number") }.into(),
        MetricError::NoComplement { metric: "max_at_k" }.into(),
        MetricError::NeedlessParameter { name: text("tau"), metrics: text("bayes") }.into(),
        MetricError::NoWeights.into(),
        MetricError::OneWeight.into(),
        MetricError::WeightCount { weights: 2, categories: 3, names: text("0, 1, 2") }.into(),
        MetricError::WeightsNeeded { categories: 3, names: text("a, b, c") }.into(),
        MetricError::BudgetExceedsTrials {
            k: 4,
            trials: 3,
            question: question(),
            ways: ShortWays::DropOrPosterior,
        }
        .into(),
        MetricError::BudgetExceedsVotes { k: 4, trials: 3, row: 2, ways: ShortWays::Drop }.into(),
        MetricError::OneUnitOfVotes { unit: "question" }.into(),
        MetricError::BudgetTooLarge { k: 9, metric: "auc_at_k", most: 8 }.into(),
        MetricError::BudgetTooLargeToShare { k: 9, metric: "maj_at_k", most: 8 }.into(),
        MetricError::SpectrumLength { weights: 2, k: 3 }.into(),
        MetricError::SpectrumWeight { index: 0, value: -1.0 }.into(),
        MetricError::SpectrumSum { sum: 2.0 }.into(),
        MetricError::ZeroPower { what: text("pass_at_k of all questions"), power: -1.0 }.into(),
        PosteriorError::PriorRange { name: "beta0", value: 1e-200 }.into(),
        PosteriorError::PriorCategories { categories: 3 }.into(),
        PosteriorError::NoExact { metric: "Max@k" }.into(),
        PosteriorError::UnequalWeights { counts: text("1, 2") }.into(),
        PosteriorError::NotCertified.into(),
        PosteriorError::Bounds { lo: 1.0, hi: 0.0 }.into(),
        RankError::Unrankable { name: "scores", index: 1, value: f64::NAN }.into(),
        RankError::TooFewModels { models: 1 }.into(),
        RankError::AllTied { name: "gold" }.into(),
        RankError::Asymmetric { row: 0, column: 1, one: 0.1, other: 0.2 }.into(),
        RankError::TooManyGroups { most: 1000 }.into(),
        CountsError::SeveralScores { count: 2, names: model() }.into(),
        CountsError::LabelConflict {
            question: model(),
            label: "weight",
            known: "1".to_owned(),
            other: "2".to_owned(),
        }
        .into(),
        CountsError::Weight { question: model(), value: -1.0 }.into(),
        CountsError::NoWeight { question: model() }.into(),
        CountsError::Weighted.into(),
        CompareError::NoCluster { question: model() }.into(),
        CompareError::NoModel { name: model(), known: baseline() }.into(),
        CompareError::OnlyBaseline { baseline: baseline() }.into(),
        CompareError::NoCommonQuestion { model: model(), baseline: baseline(), own: 2, other: 3 }
            .into(),
        CompareError::NoTrials { model: model() }.into(),
        CompareError::Short { model: model(), k: 4 }.into(),
        CompareError::OneUnit { model: model(), baseline: baseline(), unit: "question" }.into(),
        CompareError::NoScatter {
            model: model(),
            baseline: baseline(),
            difference: 0.5,
            unit: "cluster",
        }
        .into(),
        CompareError::OneTrial { model: model(), baseline: baseline() }.into(),
        CompareError::NoTrialScatter { model: model(), baseline: baseline(), difference: 0.5 }
            .into(),
        CostError::NoCosts.into(),
        CostError::Lacking { model: model(), lacking: 12, trials: 400 }.into(),
        CostError::Negative { question: model(), cost: -0.2 }.into(),
        CostError::Unknown { model: model() }.into(),
        CostError::Tries { question: model(), trials: 4, tries: 8 }.into(),
        CostError::Partial { what: "retries", outcome: 0.5 }.into(),
        CostError::NoValues.into(),
        SumsError::Outcome { question: model(), value: f64::INFINITY }.into(),
        SumsError::Impossible { question: model(), trials: 2 }.into(),
        SumsError::Text { question: model(), text: text("x") }.into(),
        SumsError::Metric { metric: text("pass_at_k") }.into(),
        SumsError::NoValues.into(),
        SumsError::OtherValues { question: model() }.into(),
        SumsError::OneUnit { model: model(), task: None, unit: "cluster", trials: false }.into(),
        SumsError::OneUnit {
            model: model(),
            task: Some(text("t")),
            unit: "question",
            trials: true,
        }
        .into(),
        SumsError::NoCluster { question: model() }.into(),
        PosteriorError::OneQuestion.into(),
        MetricError::NoQuestionScores { metric: "geom_at_k" }.into(),
        CompareError::OneUnitOfScore { unit: "cluster" }.into(),
        CompareError::ClusterTables.into(),
        CompareError::MarginRange { value: 2.0, range: 1.0 }.into(),
        CompareError::VerdictLevel { value: 0.4 }.into(),
        CompareError::DifferenceRange { value: 3.0, range: 1.0 }.into(),
        ConvergenceError::OneModel { models: 1 }.into(),
        ConvergenceError::Entry { place: text("R[0]"), error: category() }.into(),
        ConvergenceError::Incomplete { place: text("R[0]"), row: 0, column: 1 }.into(),
        ConvergenceError::ManyCategories { categories: 300 }.into(),
        ConvergenceError::NoMetrics.into(),
        ConvergenceError::NotStudied { metric: text("max_at_k"), known: text("bayes, avg") }.into(),
        ConvergenceError::BudgetBeyondTrials { k: 9, trials: 8 }.into(),
        ConvergenceError::OtherPrior { metric: "avg" }.into(),
        ConvergenceError::NeedlessPrior.into(),
        ConvergenceError::NoSigma { metric: "naive_pass_at_k" }.into(),
        ConvergenceError::TooManyTrials { trials: 20_000, metric: "pass_at_k" }.into(),
        ConvergenceError::FlatGold.into(),
        ConvergenceError::TooFewSets { sets: 1, replicates: 2 }.into(),
        ConvergenceError::NoReplicate { replicate: 3 }.into(),
    ]
    .into_iter()
    .chain(of_rubrics())
    .chain(of_rankers())
    .chain(of_judges())
    .chain(of_adaptive())
    .collect()
}

/// One error of each kind of rubrics.
fn of_rubrics() -> Vec<Error> {
    let text = |text: &str| text.to_owned();
    let trial = || TrialName::Row(3);
    vec![
        RubricError::NotToml { line: 2, column: 3, problem: text("expected a value") }.into(),
        RubricError::TooLarge { most: 16 }.into(),
        RubricError::Entry { line: 2, place: text("signals"), problem: text("is not a table") }
            .into(),
        RubricError::Expression {
            line: 2,
            place: text("when"),
            text: text("a <"),
            at: 4,
            problem: text("it ends"),
        }
        .into(),
        RubricError::Circle { line: 2, name: text("low") }.into(),
        RubricError::NoRubrics.into(),
        RubricError::UnknownRubric { name: text("a"), known: text("there are: b") }.into(),
        RubricError::UnknownSignal { name: text("a"), known: text("there are: b") }.into(),
        RubricError::Source { name: text("a"), source_text: text(""), problem: "it is empty" }
            .into(),
        RubricError::Unmatched { rubric: text("r"), trial: trial(), values: text("a = 1") }.into(),
        RubricError::Missing {
            rubric: text("r"),
            signal: text("a"),
            trial: trial(),
            values: text("a is missing"),
        }
        .into(),
        RubricError::NoSignal { signal: text("a"), source_text: text("x.y") }.into(),
        RubricError::NoTrials { trial: trial(), threshold: text("low"), group: text("task t") }
            .into(),
        RubricError::NotFrozen { threshold: text("low"), group: text("task t") }.into(),
        RubricError::Memory { trials: 10, signals: 1, limit: 120 }.into(),
        RubricError::Columns { columns: 1, signals: 2 }.into(),
        RubricError::Groups { trials: 1, groups: 2 }.into(),
        RubricError::Verifier { problem: text("there are no logits") }.into(),
    ]
}

/// One error of each kind of adaptive evaluation.
fn of_adaptive() -> Vec<Error> {
    let text = |text: &str| text.to_owned();
    let model = || text("b");
    vec![
        AdaptiveError::NoItems.into(),
        AdaptiveError::NothingKept.into(),
        AdaptiveError::Column { column: "b", entries: 1, items: 2 }.into(),
        AdaptiveError::ItemValue { column: "a", item: text("q"), value: -1.0, needed: "positive" }
            .into(),
        AdaptiveError::ItemTwice { item: text("q") }.into(),
        AdaptiveError::NoSteps { item: text("q") }.into(),
        AdaptiveError::ScoreBetween { item: text("q"), value: 0.4, steps: 2 }.into(),
        AdaptiveError::ScoreRange { lo: 1.0, hi: 1.0 }.into(),
        AdaptiveError::ScoreNotFinite { item: text("q"), value: f64::NAN }.into(),
        AdaptiveError::ScoreOutside { item: text("q"), value: 2.0, lo: 0.0, hi: 1.0 }.into(),
        AdaptiveError::FittedOutside {
            model: model(),
            item: text("q"),
            value: 2.0,
            lo: 0.0,
            hi: 1.0,
        }
        .into(),
        AdaptiveError::CalibrationModels { models: 2 }.into(),
        AdaptiveError::NoTrials { what: "item", name: text("q") }.into(),
        AdaptiveError::UnknownItem { item: text("q") }.into(),
        AdaptiveError::GivenTwice { item: text("q") }.into(),
        AdaptiveError::ItemTrials { item: text("q"), trials: -1.0, sum: 0.0 }.into(),
        AdaptiveError::UnknownModel { model: model() }.into(),
        AdaptiveError::ModelTwice { model: model() }.into(),
        AdaptiveError::TooFewModels { models: 1 }.into(),
        AdaptiveError::NoModels.into(),
        AdaptiveError::Cost { model: model(), value: 0.0 }.into(),
        AdaptiveError::Costs { model: model(), costs: 1, items: 2 }.into(),
        AdaptiveError::WarmupBudget { cost: 20.0, budget: 10.0 }.into(),
        AdaptiveError::FirstTrials { cost: 2.0, budget: 1.0 }.into(),
        AdaptiveError::WarmupItems { warmup: 10, most: 5 }.into(),
        AdaptiveError::NotForScores { option: "top" }.into(),
        AdaptiveError::NotForBoundary { option: "rho" }.into(),
        AdaptiveError::NoHorizon { needed: "a budget" }.into(),
        AdaptiveError::Top { top: 3, models: 3 }.into(),
        AdaptiveError::Exclusive { first: "top", second: "baseline" }.into(),
        AdaptiveError::Choice { option: "goal", value: text("x"), known: "rank, score" }.into(),
        AdaptiveError::NotAsked { query: 3 }.into(),
        AdaptiveError::Answered { query: 3 }.into(),
        AdaptiveError::TrialTwice { model: model(), item: text("q") }.into(),
        AdaptiveError::HoldOut { hold_out: 4, models: 5, left: 1 }.into(),
        AdaptiveError::TooFew { option: "calibrate", value: 2, needed: "it needs 3" }.into(),
        AdaptiveError::TooManyCalibrators { calibrate: 9, hold_out: 4, models: 8, left: 4 }.into(),
        AdaptiveError::TooManyHeldOut { hold_out: 4, models: 8, calibrate: 5, left: 3 }.into(),
        AdaptiveError::Families { models: text("a, b"), left: 1 }.into(),
        AdaptiveError::NoCommonItems { models: text("a, b") }.into(),
        AdaptiveError::HeldAlike { models: text("a, b"), score: 0.5 }.into(),
        AdaptiveError::NoVariation { score: 1.0 }.into(),
        AdaptiveError::Budget { cost: 2.0, left: 1.0, budget: 10.0 }.into(),
        AdaptiveError::State { what: text("query 3 is impossible") }.into(),
    ]
}

/// One error of each kind of ranking methods. Entries of a matrix have the kinds of the tally.
fn of_rankers() -> Vec<Error> {
    let text = |text: &str| text.to_owned();
    let (method, option) = ("davidson", "prior");
    vec![
        RankersError::Unknown { name: text("x"), known: text("avg, borda") }.into(),
        RankersError::UnknownOption { method, option: text("x"), known: text("prior") }.into(),
        RankersError::OptionMissing { method, option }.into(),
        RankersError::TieOrder { most: 1.0, needed: 2 }.into(),
        RankersError::Parts { method, model: text("b") }.into(),
        RankersError::NoPosterior { method }.into(),
        RankersError::QuantileInterval { method }.into(),
        RankersError::AllTies { method, first: text("a"), second: text("b") }.into(),
        RankersError::Budget { method, k: 4, trials: 3, question: Place::Named(text("q")) }.into(),
        RankersError::OptionLength { option, numbers: 1, models: 2 }.into(),
        RankersError::TooFewModels { models: 1 }.into(),
        RankersError::NoQuestions.into(),
        RankersError::NoTrials { model: text("b") }.into(),
        RankersError::Empty { models: 0, questions: 1, trials: 1 }.into(),
        RankersError::CategoryWeight { category: text("x"), weight: 2.0 }.into(),
        RankersError::Weighted.into(),
        RankersError::Unclustered.into(),
        RankersError::Apart { method, above: text("a"), below: text("b") }.into(),
        RankersError::Ties { method }.into(),
        RankersError::Guessed { method, successes: 58.0, trials: 300.0, chance: 0.25 }.into(),
        RankersError::Steep { method, question: 3 }.into(),
        RankersError::NothingVaries { method }.into(),
        RankersError::Unlinked { first: text("a"), second: text("b") }.into(),
        RankersError::NoTies.into(),
        RankersError::LargeGroup { models: 30, most: 22 }.into(),
        RankersError::NoSandwich { method }.into(),
        RankersError::Corners { method }.into(),
        RankersError::Penalty { value: f64::INFINITY }.into(),
        RankersError::Rough.into(),
        RankersError::NoPairing { method }.into(),
        RankersError::NotAligned.into(),
        RankersError::NeedsOrder { method }.into(),
        RankersError::OrderedAlready { method }.into(),
        RankersError::OneUnit { unit: "question" }.into(),
        RankersError::NoReplicate { method, draws: 1000 }.into(),
    ]
}

/// One error of each kind of judges and labels.
fn of_judges() -> Vec<Error> {
    let text = |text: &str| text.to_owned();
    let (file, place, trial) = (|| text("a.csv"), || text("a.csv, line 2"), || text("model \"m\""));
    vec![
        JudgeError::Outcomes { outcomes: 57, most: 20 }.into(),
        JudgeError::Labels { labels: 200, most: 101 }.into(),
        JudgeError::Ranges { first: (0.0, 1.0), other: (1.0, 5.0) }.into(),
        JudgeError::Ends { low: 1.0, high: 0.0 }.into(),
        JudgeError::Scales { low: 0.0, high: 11.0 }.into(),
        JudgeError::OneLabel { label: 3.0 }.into(),
        JudgeError::Beyond { label: 6.0, low: 1.0, high: 5.0 }.into(),
        JudgeError::NoLabels.into(),
        JudgeError::OneRater.into(),
        JudgeError::NoPair.into(),
        JudgeError::EmptyFile { file: file() }.into(),
        JudgeError::NoOverlap { place: place(), trial: trial(), known: text("models \"a\"") }
            .into(),
        JudgeError::Unmatched { place: place(), trial: trial(), unmatched: 1, labels: 9 }.into(),
        JudgeError::Contradiction {
            place: place(),
            trial: trial(),
            label: 0.0,
            other: 1.0,
            first: text("line 1"),
        }
        .into(),
        JudgeError::SeveralTrials { place: place(), trial: trial(), trials: 2 }.into(),
        JudgeError::NoModelField { file: file(), models: text("a, b") }.into(),
        JudgeError::NoTaskField { file: file(), asked: trial(), tasks: text("s, t") }.into(),
        JudgeError::NoTrialField { file: file(), model: text("m"), question: text("q"), trials: 4 }
            .into(),
        JudgeError::Question.into(),
        JudgeError::NoAim.into(),
        JudgeError::Metric { metric: "pass_at_k" }.into(),
        JudgeError::Option { option: "prior" }.into(),
        JudgeError::FewModels { models: 2, fewest: 3 }.into(),
        JudgeError::Weak { apart: 0.1, reach: 0.2 }.into(),
        JudgeError::Unlike { outcomes: text("yes, no"), low: 0.0, high: 1.0 }.into(),
    ]
}

/// Signs of a language or of the command line.
const DIALECT: [&str; 12] = [
    "=\"", "='", "=True", "=False", "=None", "=nothing", "=true", "=false", "--", "counts.",
    "Counts", "SCORIO_",
];

#[test]
fn no_sentence_speaks_the_language_of_a_front_end() {
    for error in examples() {
        let sentence = error.to_string();
        let sign = DIALECT.iter().find(|sign| sentence.contains(**sign));
        assert_eq!(sign, None, "{sentence}");
        assert!(!sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
    }
}

#[test]
fn kinds_are_names_of_one_folder_and_differ() {
    let mut kinds = BTreeSet::new();
    for error in examples() {
        let kind = error.kind();
        let group = format!("{error:?}");
        let group = group.split('(').next().unwrap_or_default().to_lowercase();
        let (folder, name) = kind.split_once('.').unwrap();
        assert_eq!(folder, group, "{kind}");
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{kind}");
        assert!(kinds.insert(kind) || kind == "sums.one_unit", "{kind}");
    }
}

#[test]
fn remedies_carry_what_their_words_need() {
    let remedies: Vec<_> = examples().iter().filter_map(Error::remedy).collect();
    let named: BTreeSet<_> = remedies.iter().map(scorio_core::Remedy::name).collect();
    assert_eq!(named, scorio_core::Remedy::ALL.iter().map(|(name, ..)| *name).collect());
    let short = MetricError::BudgetExceedsTrials {
        k: 4,
        trials: 3,
        question: Place::Row(0),
        ways: ShortWays::DropOrPosterior,
    };
    let remedy = Error::from(short).remedy().unwrap();
    assert_eq!(remedy.values(), [("most", scorio_core::rows::Value::Whole(3))]);
}

#[test]
fn places_are_counted_as_each_language_counts() {
    for error in examples() {
        let (from_0, from_1) = (error.to_string(), error.clone().counted_from(1).to_string());
        let moved = from_0 != from_1;
        let placed = ["[0", "[1", "[2", "row 2", "row 3", "trial 3", "question 3"]
            .iter()
            .any(|place| from_0.contains(place));
        assert_eq!(moved, placed, "{from_0} | {from_1}");
    }
}
