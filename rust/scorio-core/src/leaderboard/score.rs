//! The rows of a leaderboard.

use crate::rows::declare::row;

row! {
    /// The score of one model.
    pub struct Score {
        /// Task; missing in overall rows.
        task: Option<String>,
        /// Slice of the questions; missing in tables of all questions.
        slice: Option<String>,
        /// Name of the metric's function.
        metric: String,
        /// Budget; missing if the metric has none.
        k: Option<u64>,
        /// Parameters that were given to the metric, such as `tau=0.5`, or the weights that the
        /// categories are named by.
        parameters: String,
        /// Model.
        model: String,
        /// Score.
        score: f64,
        /// Standard deviation of the score.
        sigma: f64,
        /// Lower end of the interval.
        lo: f64,
        /// Upper end of the interval.
        hi: f64,
        /// Plain standard error of the mean over questions. It is missing for one question, and for
        /// metrics without a score of each question.
        sem: Option<f64>,
        /// Whether the prior of `bayes` moves the score from the plain average by more than σ.
        pulled: bool,
        /// Competition rank by score.
        rank: u64,
        /// Best rank that the comparisons allow: 1 + the number of models that are separated above it.
        rank_lo: u64,
        /// Worst rank that the comparisons allow: M − the number of models that are separated below it.
        rank_hi: u64,
        /// Probability of the first rank.
        p_best: f64,
        /// Whether it is not separated from the model with the highest score.
        with_leader: bool,
        /// Letters that the model shares with all models from which it is not separated. They are empty in
        /// tables of more than 500 models, and where 26 letters are too few.
        letters: String,
        /// Questions that the score is computed from.
        questions: u64,
        /// Questions that any model was asked.
        questions_asked: u64,
        /// Trials with an outcome.
        trials: u64,
        /// Trials without an outcome. They are left out of the score.
        missing: u64,
        /// Share of expected trials that have an outcome. Each question is expected to have as many
        /// trials as the largest number of any question. If questions have weights, a trial counts
        /// by the weight of its question.
        coverage: f64,
        /// The score with all missing trials counted as failures (the category of the lowest weight).
        /// It is missing if trials are missing and a success can lower the score.
        worst: Option<f64>,
        /// The score with all missing trials counted as successes (the category of the highest weight).
        best: Option<f64>,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}

row! {
    /// A model without a score in a table.
    #[derive(Eq, PartialOrd, Ord)]
    pub struct Unscored {
        /// Task; missing if the table is the overall one.
        task: Option<String>,
        /// Model.
        model: String,
        /// Trials that a question needs to count.
        trials: u64,
        /// Which of several scores of a trial; empty for the only or the headline score.
        score_name: String,
    }
}
