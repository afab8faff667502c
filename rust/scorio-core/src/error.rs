//! Everything a caller can get wrong, as data: the value, its place, and one sentence.

use std::fmt;

use thiserror::Error;

/// What was wrong with an argument.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// An entry that is not one of the categories.
    #[error("{matrix}[{row}, {column}] = {value} is not a category: {hint}")]
    Category {
        /// Name of the matrix argument.
        matrix: &'static str,
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// The entry as its user would write it.
        value: String,
        /// What would be accepted.
        hint: String,
    },
    /// A missing entry where none was allowed.
    #[error(
        "{matrix}[{row}, {column}] is missing; pass missing=\"drop\" to leave missing outcomes out"
    )]
    Missing {
        /// Name of the matrix argument.
        matrix: &'static str,
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
    },
    /// No questions or no trials.
    #[error(
        "{matrix} has {} and {}: a score needs at least one question and one trial",
        plural(*rows, "row"),
        plural(*columns, "column")
    )]
    Empty {
        /// Name of the matrix argument.
        matrix: &'static str,
        /// Questions.
        rows: usize,
        /// Trials.
        columns: usize,
    },
    /// A question without any observed trial.
    #[error("row {row} of R has no observed trial; leave that question out")]
    NoTrials {
        /// Row, from 0.
        row: usize,
    },
    /// Questions with more or fewer trials than there are.
    #[error("the lengths of the rows add up to {total}, but there are {outcomes} outcomes")]
    Lengths {
        /// Trials.
        outcomes: usize,
        /// The lengths' sum.
        total: usize,
    },
    /// Fewer than two categories, or more than can be meant.
    #[error("there are {categories} categories: a score needs from 2 to 65,536")]
    CategoryCount {
        /// How many.
        categories: usize,
    },
    /// A result that does not fit in memory.
    #[error("{what} needs more memory than there is")]
    Memory {
        /// What was asked for.
        what: String,
    },
    /// Two matrices, or a matrix and its mask, that do not fit together.
    #[error("{left} has {left_size} {axis} but {right} has {right_size}")]
    Shape {
        /// First argument.
        left: &'static str,
        /// Its size.
        left_size: usize,
        /// Second argument.
        right: &'static str,
        /// Its size.
        right_size: usize,
        /// What is counted.
        axis: &'static str,
    },
    /// A weight vector that no score can be made of.
    #[error("w is empty: give one weight per category, at least two")]
    NoWeights,
    /// One weight only.
    #[error("w has 1 weight: give one weight per category, at least two")]
    OneWeight,
    /// NaN or infinity among the weights.
    #[error("w[{index}] = {value} is not finite")]
    Weight {
        /// Category.
        index: usize,
        /// The weight.
        value: f64,
    },
    /// As many weights as categories are needed.
    #[error("w has {weights} weights but the counts have {categories} categories ({names})")]
    WeightCount {
        /// How many weights were given.
        weights: usize,
        /// How many categories there are.
        categories: usize,
        /// The categories' names.
        names: String,
    },
    /// More than two categories and no weights.
    #[error(
        "w is missing: the counts have {categories} categories ({names}), so a score needs one weight for each"
    )]
    WeightsNeeded {
        /// How many categories there are.
        categories: usize,
        /// The categories' names.
        names: String,
    },
    /// An overall table of tasks that are scores of the same trials.
    #[error(
        "an overall table would pool {tasks} scores of the same trials: ask for the tables by task, select one of them, or count one score"
    )]
    Apart {
        /// How many tasks there are.
        tasks: usize,
    },
    /// A subset metric asked of more than two categories.
    #[error(
        "{metric} needs two categories, failure and success, but there are {categories}: read the log with a threshold or by two categories, or count the tasks alone that have only two"
    )]
    NotBinary {
        /// The metric.
        metric: &'static str,
        /// How many categories there are.
        categories: usize,
    },
    /// A budget below 1, or one that no counts can need.
    #[error("{name} = {k} is too {}: a budget is a whole number from 1 to 1,000,000,000", if *k < 1 { "small" } else { "large" })]
    Budget {
        /// `k` or `k_max`.
        name: &'static str,
        /// The budget.
        k: i64,
    },
    /// k is larger than a question's bank of trials.
    #[error(
        "k = {k} is more than the {trials} trials of {question}; take k ≤ {trials}, the posterior estimate (*_ci), which needs no bank, or ragged=\"drop\" to leave such questions out"
    )]
    BudgetExceedsTrials {
        /// The budget.
        k: u64,
        /// Trials observed.
        trials: u64,
        /// Which question.
        question: Place,
    },
    /// More draws than the posterior of a dense credit can be taken of.
    #[error("k = {k} is too large for {metric}: at most {most}")]
    BudgetTooLarge {
        /// The budget.
        k: u64,
        /// The metric.
        metric: &'static str,
        /// The largest.
        most: u64,
    },
    /// No question has as many trials as the budget.
    #[error("no question has k = {k} trials")]
    AllShort {
        /// The budget.
        k: u64,
    },
    /// τ outside [0, 1].
    #[error("tau = {text} is not in [0, 1]")]
    Tau {
        /// As it was given.
        text: String,
        /// Its value.
        value: f64,
    },
    /// As many threshold weights as draws are needed.
    #[error(
        "the spectrum has {weights} weights but k = {k}: one for each threshold 1..k is needed"
    )]
    SpectrumLength {
        /// How many weights were given.
        weights: usize,
        /// The budget.
        k: u64,
    },
    /// A threshold weight that is negative or not finite.
    #[error(
        "weights[{index}] = {value} of the spectrum is not a weight: each is finite and from 0"
    )]
    SpectrumWeight {
        /// Position.
        index: usize,
        /// The weight.
        value: f64,
    },
    /// Threshold weights that add up to more than 1.
    #[error("the weights of the spectrum add up to {sum}, more than 1")]
    SpectrumSum {
        /// Their sum.
        sum: f64,
    },
    /// λ outside [0, 1].
    #[error("lam = {value} is not in [0, 1]")]
    Lambda {
        /// λ.
        value: f64,
    },
    /// An exponent that is not finite.
    #[error("{name} = {value} is not finite")]
    Power {
        /// `pass_power` or `unanimous_power`.
        name: &'static str,
        /// The exponent.
        value: f64,
    },
    /// 0 to a negative power.
    #[error("{what} is 0, which has no power {power}")]
    ZeroPower {
        /// The factor that is 0.
        what: String,
        /// Its exponent.
        power: f64,
    },
    /// Confidence outside (0, 1).
    #[error("confidence = {value} is not between 0 and 1")]
    Confidence {
        /// The level.
        value: f64,
    },
    /// A Beta prior that is not a distribution.
    #[error("{name} = {value} is not positive and finite")]
    Prior {
        /// `alpha0` or `beta0`.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A Beta prior whose moments a double cannot hold.
    #[error("{name} = {value:e} is beyond what can be computed: it must lie in 1e-100..1e100")]
    PriorRange {
        /// `alpha0` or `beta0`.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// Clipping bounds that are not an interval.
    #[error("bounds = ({lo}, {hi}) are not in order")]
    Bounds {
        /// Lower.
        lo: f64,
        /// Upper.
        hi: f64,
    },
    /// Scores and uncertainties that cannot be ranked.
    #[error("{name}[{index}] = {value} cannot be ranked")]
    Unrankable {
        /// `scores` or `sigmas`.
        name: &'static str,
        /// Position.
        index: usize,
        /// The value.
        value: f64,
    },
    /// Rankings of too few models to compare.
    #[error("{} to compare: rankings agree or differ from two models on", plural(*models, "model"))]
    TooFewModels {
        /// How many.
        models: usize,
    },
    /// A ranking without an order.
    #[error("all of {name} are equal: there is no order that another ranking could agree with")]
    AllTied {
        /// `scores` or `gold`.
        name: &'static str,
    },
    /// A tolerance that is none.
    #[error("tol = {value} is not a tolerance: it must be finite and not negative")]
    Tolerance {
        /// Its value.
        value: f64,
    },
    /// More groups of models than a display can hold.
    #[error(
        "there are more than {most} groups of models that cannot be separated; leave out models of large sigma"
    )]
    TooManyGroups {
        /// The most that are given.
        most: usize,
    },
    /// More trials of one question than a double holds exactly.
    #[error("the counts of {question} add up to more than 2^53")]
    CountOverflow {
        /// Which question.
        question: Place,
    },
    /// A table of counts without a question, or with fewer than two categories.
    #[error(
        "counts has {} and {}: a row for each question and a column for each category, at least two, are needed",
        plural(*rows, "row"),
        plural(*columns, "column")
    )]
    CountShape {
        /// Questions.
        rows: usize,
        /// Categories.
        columns: usize,
    },
    /// A count that is not a whole number from 0.
    #[error("counts[{row}, {column}] = {value} is not a count: counts are whole numbers from 0")]
    Count {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// The entry as its user would write it.
        value: String,
    },
    /// Counts over different categories.
    #[error(
        "counts over the categories ({left}) and ({right}) cannot be merged: the names of one must be among those of the other, in the same order"
    )]
    Categories {
        /// Names on one side.
        left: String,
        /// Names on the other.
        right: String,
    },
    /// A metric that does not exist.
    #[error("there is no metric {name}; the metrics are {known}, each also with _ci")]
    Metric {
        /// As it was given.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A subset metric without a budget.
    #[error("{name} needs a budget: give k")]
    NoBudget {
        /// The metric.
        name: &'static str,
    },
    /// A budget that no metric uses.
    #[error("k is given, but {metrics} has no budget")]
    NeedlessBudget {
        /// The metrics.
        metrics: String,
    },
    /// A metric without the parameter that it needs.
    #[error("{metric} needs {name}")]
    NoParameter {
        /// The metric.
        metric: &'static str,
        /// The parameter.
        name: &'static str,
    },
    /// A parameter that no metric takes.
    #[error("a value is given for {name}, but {metrics} takes none")]
    NeedlessParameter {
        /// The parameter.
        name: &'static str,
        /// The metrics.
        metrics: String,
    },
    /// Nothing to score.
    #[error("the counts hold no observed trial")]
    NoCounts,
    /// A score that overflows, or an iteration that did not converge.
    #[error("{what} is not representable for these arguments")]
    NotFinite {
        /// The quantity.
        what: &'static str,
    },
    /// What is wrong with one matrix of several.
    #[error("in {place}: {error}")]
    Within {
        /// The matrix, as its user would write it.
        place: String,
        /// What is wrong with it.
        error: Box<Self>,
    },
    /// Counts of which the order of trials is not known.
    #[error(
        "the counts do not keep the order of trials: count the log with order=True, all files of a question in one call"
    )]
    NoOrder,
    /// No question that all models were asked.
    #[error("no question has an observed trial of each of the {models} models")]
    NothingInCommon {
        /// How many models.
        models: usize,
    },
    /// A question that a model was not asked.
    #[error(
        "model {model} has no observed trial of question {question}, which others have; pass \
         ragged=\"drop\" to leave such questions out"
    )]
    NotAsked {
        /// The model.
        model: String,
        /// The question, with its task.
        question: String,
    },
    /// A question of which models have other trials.
    #[error(
        "the trials of question {question} have other numbers with one model than with another; pass \
         ragged=\"drop\" to take those that all have"
    )]
    OtherTrials {
        /// The question, with its task.
        question: String,
    },
    /// A question with fewer trials than others.
    #[error(
        "question {question} (model {model}) has {fewer} observed trials, others have {most}; pass \
         ragged=\"drop\" to take the first {fewer} of each at most"
    )]
    Uneven {
        /// The model.
        model: String,
        /// The question, with its task.
        question: String,
        /// Its trials.
        fewer: usize,
        /// Those of others.
        most: usize,
    },
    /// Too few models to rank.
    #[error("R holds {models} model(s): a ranking needs at least two")]
    OneModel {
        /// L.
        models: usize,
    },
    /// A missing entry where every trial is needed.
    #[error(
        "R[{row}, {column}] is missing: a ranking by the first n trials needs every one of them"
    )]
    Incomplete {
        /// Row, from 0.
        row: usize,
        /// Column, from 0.
        column: usize,
    },
    /// More categories than a study keeps apart.
    #[error("there are {categories} categories: convergence takes from 2 to 256")]
    ManyCategories {
        /// How many.
        categories: usize,
    },
    /// A budget that no number of trials reaches.
    #[error("k = {k} is more than the {trials} trials of each question")]
    BudgetBeyondTrials {
        /// The budget.
        k: u64,
        /// N.
        trials: usize,
    },
    /// Prior outcomes for metrics that take none.
    #[error("R0 is a prior of bayes alone: leave it out, or {metric}")]
    NoPrior {
        /// The metric.
        metric: String,
    },
    /// A metric that convergence cannot follow.
    #[error(
        "{metric} is not followed: choose bayes, avg, a point estimate from a question's successes \
         (pass_at_k, pass_hat_k, g_pass_at_k_tau, mg_pass_at_k, maj_at_k, auc_at_k, \
         threshold_spectrum_at_k), naive_pass_at_k or naive_pass_hat_k"
    )]
    NotStudied {
        /// The metric.
        metric: String,
    },
    /// A plug-in estimate has no σ.
    #[error("{metric} has no standard deviation: leave confidence out for it")]
    NoSigma {
        /// The metric.
        metric: &'static str,
    },
    /// Tables that do not fit in memory.
    #[error("{metric} is followed up to some 11,000 trials, not {trials}")]
    TooManyTrials {
        /// N.
        trials: usize,
        /// The metric.
        metric: &'static str,
    },
    /// A gold ranking that ranks nothing.
    #[error("the gold ranking ties all models: there is no order to converge to")]
    FlatGold,
    /// More replicates than there are sets of matrices, where each is one.
    #[error(
        "R holds {sets} set(s) of matrices, each of them a replicate: {replicates} are too many"
    )]
    TooFewSets {
        /// How many there are.
        sets: u64,
        /// How many were asked for.
        replicates: u64,
    },
    /// A replicate, or a metric, that there is not.
    #[error("there is no replicate {replicate} of this metric")]
    NoReplicate {
        /// Its number, from 0.
        replicate: u64,
    },
    /// Nothing to follow.
    #[error("metrics is empty: give at least one")]
    NoMetrics,
    /// A number outside its range.
    #[error("{name}{} = {value} is not {range}", place(index))]
    Range {
        /// The argument.
        name: String,
        /// The place in it, from 0; empty for a single number.
        index: Vec<usize>,
        /// The number.
        value: f64,
        /// What it has to be.
        range: &'static str,
    },
    /// A metric that comparisons do not take.
    #[error("comparisons are of bayes or avg, not of {metric}")]
    NotCompared {
        /// As it was given.
        metric: String,
    },
    /// Counts of several models, or of none, where one is meant.
    #[error(
        "there are {count} models ({names}) where one is meant: choose one with counts.select(model=...), or name one of them as the baseline of the others"
    )]
    Models {
        /// How many.
        count: usize,
        /// Their names.
        names: String,
    },
    /// A model to compare, or a baseline, that the counts do not hold.
    #[error("there is no model {name}: name one of {known}")]
    NoModel {
        /// As it was given.
        name: String,
        /// The models that there are.
        known: String,
    },
    /// No model, or only the baseline itself, to compare with the baseline.
    #[error("there is no model to compare with {baseline}: name or add another one")]
    OnlyBaseline {
        /// The baseline.
        baseline: String,
    },
    /// Two models without a common question.
    #[error(
        "{model} and {baseline} have no question in common (they have {own} and {other}): name the questions alike, leave {model} out, or compare unpaired, which needs none in common"
    )]
    NoCommonQuestion {
        /// The model.
        model: String,
        /// What it is compared with.
        baseline: String,
        /// Questions of the model with an observed trial.
        own: usize,
        /// The same of the baseline.
        other: usize,
    },
    /// A model without an observed trial.
    #[error("{model} has no observed trial: give it some, or leave it out")]
    NoTrialsOf {
        /// The model.
        model: String,
    },
    /// A sample of one.
    #[error(
        "a sample of one {unit} has no scatter, and that is what {model} and {baseline} have: compare on these questions alone (sampled=False, without clusters), or add a {unit}"
    )]
    OneUnit {
        /// The model.
        model: String,
        /// What it is compared with.
        baseline: String,
        /// `question` or `cluster`.
        unit: &'static str,
    },
    /// A sample that does not scatter about a difference.
    #[error(
        "the difference of {model} and {baseline} is {difference} in every {unit}, and without scatter that says nothing about others: compare on these questions alone (sampled=False, without clusters), or add a {unit}"
    )]
    NoScatter {
        /// The model.
        model: String,
        /// What it is compared with.
        baseline: String,
        /// The difference.
        difference: f64,
        /// `question` or `cluster`.
        unit: &'static str,
    },
    /// A table for each task, where the tasks are clusters of one.
    #[error("the tasks are clusters, so there is no table for each: ask for one of the two")]
    ClusterTables,
    /// A margin that is no size.
    #[error("the margin {value} is not a number from 0: 0.02 is two points in a hundred")]
    Margin {
        /// As it was given.
        value: f64,
    },
    /// A margin that no model could be worse by.
    #[error("the margin {value} finds no model worse, as scores differ by at most {range}{}", percent(*value, *range))]
    MarginRange {
        /// As it was given.
        value: f64,
        /// How far apart two scores can be.
        range: f64,
    },
    /// A level at which a model would be found worse that more likely is not.
    #[error(
        "confidence = {value} is below 0.5: a model that is more likely not worse would be found worse; say 0.5 or more, as 0.95"
    )]
    VerdictLevel {
        /// As it was given.
        value: f64,
    },
    /// A simulation of nothing.
    #[error("replicates = 0: at least one is needed")]
    NoReplicates,
    /// Work that its caller ended.
    #[error("stopped before it was done")]
    Stopped,
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// What to say for a share of the range that was given in percent.
fn percent(value: f64, range: f64) -> String {
    let share = value * range / 100.0;
    if range == 0.0 {
        ": the weights are all equal".to_owned()
    } else if share > 0.0 && share < range {
        format!(": for {value}% of that say {share}")
    } else {
        ": give a smaller one".to_owned()
    }
}

/// "[2, 0]", or nothing for no index.
fn place(index: &[usize]) -> String {
    if index.is_empty() { String::new() } else { format!("{index:?}") }
}

impl Error {
    /// The same error with rows, columns and indices counted from `first`, for languages whose
    /// first index is not 0.
    #[must_use]
    pub fn counted_from(mut self, first: usize) -> Self {
        match &mut self {
            Self::Category { row, column, .. }
            | Self::Missing { row, column, .. }
            | Self::Count { row, column, .. } => {
                *row = row.saturating_add(first);
                *column = column.saturating_add(first);
            }
            Self::NoTrials { row: index }
            | Self::BudgetExceedsTrials { question: Place::Row(index), .. }
            | Self::CountOverflow { question: Place::Row(index) }
            | Self::Weight { index, .. }
            | Self::SpectrumWeight { index, .. }
            | Self::Unrankable { index, .. } => *index = index.saturating_add(first),
            Self::Range { index, .. } => {
                for index in index {
                    *index = index.saturating_add(first);
                }
            }
            _ => {}
        }
        self
    }

    /// The number that lies outside its range, where that is what is wrong.
    #[must_use]
    pub fn out_of_range(&self) -> Option<f64> {
        match self {
            Self::Budget { k, .. } => Some(*k as f64),
            Self::BudgetExceedsTrials { k, .. }
            | Self::BudgetTooLarge { k, .. }
            | Self::AllShort { k } => Some(*k as f64),
            Self::Weight { value, .. }
            | Self::Tau { value, .. }
            | Self::SpectrumWeight { value, .. }
            | Self::SpectrumSum { sum: value }
            | Self::Lambda { value }
            | Self::Power { value, .. }
            | Self::Confidence { value }
            | Self::Margin { value }
            | Self::MarginRange { value, .. }
            | Self::VerdictLevel { value }
            | Self::Prior { value, .. }
            | Self::PriorRange { value, .. }
            | Self::Range { value, .. }
            | Self::Unrankable { value, .. }
            | Self::Tolerance { value } => Some(*value),
            Self::ZeroPower { power, .. } => Some(*power),
            _ => None,
        }
    }
}

/// Which question an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A row of the results matrix, from 0.
    Row(usize),
    /// A question by its name.
    Named(String),
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(formatter, "row {row} of R"),
            Self::Named(name) => formatter.write_str(name),
        }
    }
}

/// The result of every fallible function of the core.
pub type Result<T> = std::result::Result<T, Error>;
