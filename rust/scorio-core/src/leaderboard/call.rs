//! The call `score`: its declaration, and how it answers.

use super::advice::{
    IntervalKind, SingleTrials, about_intervals, about_weights, extrapolated, single,
};
use super::best::{self, BoardPrior};
use super::judged::Judged;
use super::leaderboard::leaderboard;
use super::luck::Asking;
use super::notes::{
    ABOUT, BOUNDS, CARRIED, CARRIED_APART, NOTES, OF_MAXIMUM, OF_SAMPLE, OF_TRIALS, UNASKED,
    UNBOUNDED, UNESTIMATED, UNSCORED,
};
use super::numbers::{SumsBoard, SumsRequest, sums_leaderboard};
use super::request::ScoreRequest;
use super::score::{Score, Unscored};
use super::separation::separation;
use super::sliced::sliced;
use super::statistic::Statistic;
use crate::calls::declare::call;
use crate::calls::note::{distinct, listed};
use crate::calls::option::{budgets, choice, flag, group, number, texts};
use crate::calls::scoring::{MetricParameters, clusters_of, prior_of, target_of};
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Range, Workers};
use crate::compare::FamilyOptions;
use crate::counts::counts::Counts;
use crate::error::Result;
use crate::judge::calls::{borrowed, require_labels, unlabelled};
use crate::judge::notes::CORRECTED;
use crate::metric::error::MetricError;
use crate::metric::metric::Metric;
use crate::printable::Printable;
use crate::sums::sums::Sums;

call! {
    /// Scores every model: a leaderboard with intervals, ranks and ties.
    ///
    /// # Formula
    /// Names without `_ci` are the unbiased estimates from the observed trials. Their σ says how far such an
    /// estimate scatters from one set of trials to the next, averaged over the posterior. Where every
    /// question has one trial, nothing tells how far other trials would differ. Then σ is that of questions
    /// like these, which is an upper bound. Those with `_ci` are the posterior means with the posterior σ.
    ///
    /// σ of the function `avg` and of a leaderboard differ: the function has a uniform prior for each
    /// question, the leaderboard one prior that all share.
    ///
    /// The interval of an estimate is that of Clopper and Pearson for s n successes of n effective trials.
    /// Here s is the score on the scale from 0 to 1, and n = s(1 − s)/σ². Let n₀ = (Σ w)² / Σ w²/N. About
    /// these questions, n is at least n₀ where N and w are equal. About questions like these, n is at most
    /// n₀, and it is multiplied by the square of t(n₀ − 1) / t(M − 1). Single trials have n = M. Pass@k with
    /// 2 ≤ k ≤ N/2 adds to σ² at an end, where a question had one outcome alone, what one other trial would
    /// have added. A posterior has the interval of the Beta distribution with its mean and σ.
    ///
    /// With `runs`, the trials of one number are a run, and there are N runs. About these questions, σ² is
    /// the larger of its own and of S²/N, where S² is the variance of the score from run to run. Student's t
    /// has N − 1 degrees of freedom. About questions like these, σ² = V_Q + max(0, V_R − V_I), which are the
    /// variances of the mean by questions, by runs and by the rest. The degrees of freedom are those of
    /// Satterthwaite.
    ///
    /// Two models are separated if their difference d, as `compare` has it, is at least z* σ. Here
    /// z* = Φ⁻¹((1 + c^(1/(M − 1))) / 2) with the confidence c and the M models of the counts, or the same
    /// quantile of Student's t (Šidák 1967). So all M − 1 comparisons of a model hold together. `rank_lo` is
    /// 1 + the number of models that are separated above a model, and `rank_hi` is M − the number of those
    /// that are separated below it. `p_best` is the probability of the first rank. `sem` is the plain standard
    /// error of the mean over questions, which other tools print.
    ///
    /// Questions without an observed trial are left out of a model's score. `questions` shows how many
    /// remain. A model without any is in `unscored`. `coverage` is the share of expected trials that have an
    /// outcome. `worst` and `best` are the score if all missing trials had failed, or had succeeded.
    ///
    /// Of numbers, question i has n outcomes y with the mean m and the weight w (1 without weights). The
    /// score is Σ w m / Σ w, without a prior. About these questions, σ² is Σ w² s² / n / (Σ w)². Here
    /// s² = Σ Σ (y − m)² / Σ (n − 1) is pooled over the questions of a task. Student's t has the degrees of
    /// freedom of Welch and Satterthwaite. About questions like these, σ² is G / (G − 1) Σ S² / (Σ w)² with
    /// G − 1 degrees of freedom. S is the sum of w (m − score) over one of G clusters. The second σ also
    /// holds where all trials of a task are single, and for `max_at_k`. There m is
    /// Σ C(i − 1, k − 1) / C(n, k) y₍ᵢ₎ over the outcomes in ascending order, which is unbiased. The interval
    /// is the hull of score ± t σ and of Hall's interval (1992): score − σ g(± t), where
    /// g(x) = 3/λ ((1 + λ(x − λ/6))^{1/3} − 1). Here λ is the skewness of the score. About questions like
    /// these it is Σ S³ / (Σ S²)^{3/2}. About these questions it is Σ w³ m₃ / n² / (Σ w)³ / σ³, where
    /// m₃ = n Σ (y − m)³ / ((n − 1)(n − 2)), or 0 where a question has fewer than three trials.
    ///
    /// # Errors
    /// An unknown metric. A budget k that is missing, below 1, above a question's trials, or used by none of
    /// the metrics. Another option that is needed, out of range, or used by none. No observed trial at all.
    /// A question without a weight or a cluster among others that have one. Of numbers, a model with one
    /// question or cluster, whose score has no scatter.
    ///
    /// # Source
    /// docs/scores.md and docs/concepts.md of the checkout.
    score(Tallied): answer => [
        scores: Score, unscored: Unscored, judged: Judged, slices: Score
    ], notes NOTES;

    /// What to score, and how.
    pub struct ScoreOptions {
        /// One or more metrics: functions of `eval` by name, as "bayes", "pass_at_k" or "pass_at_k_ci".
        /// Numbers have "avg", the mean, and "max_at_k", the largest of k outcomes.
        metrics: Vec<String> = texts().or_text("avg").placed(),
        /// One or more budgets, for every metric but bayes and avg.
        k: Vec<i64> = budgets().placed(),
        /// Parameters of metrics.
        parameters: MetricParameters = group(MetricParameters::OPTIONS),
        /// What to do with questions of fewer than k trials, in a point estimate: "error", or "drop" to leave
        /// them out.
        ragged: String = choice(&["error", "drop"]).or_text("error"),
        /// Prior of each question's outcomes. "hierarchical": the questions share a mean and a spread, which
        /// the trials tell. "bayes" has always the uniform prior of the paper. Numbers have no prior.
        prior: String = choice(&["hierarchical", "uniform"]).or_text("hierarchical"),
        /// Whether to infer about questions like these, of which these are a sample. Otherwise scores are
        /// about these questions alone.
        sampled: bool = flag(),
        /// Whether intervals are about new runs, too: the trials of one number, which is an epoch or a seed,
        /// share their luck. It is for "avg" of successes and failures. Ranks stay as they are.
        runs: bool = flag().excludes(
            &["cluster"],
            "{it=} is about trials that have a number in common, and {other=} about questions: give one",
        ),
        /// Clusters of questions: the tasks, or the labels of the counts. σ is then robust to what the
        /// questions of a cluster have in common. They are a sample.
        cluster: Option<String> = choice(&["task", "cluster"]),
        /// Whether models without labels have scores, too, by the judge's error rates on three or more models
        /// with labels. The judge has to say yes or no.
        borrow: bool = flag(),
        /// Level of the intervals, and of the comparisons that separate models.
        confidence: f64 = number(Range::LEVEL).or(0.95),
        /// Which comparisons hold together.
        families: FamilyOptions = group(FamilyOptions::OPTIONS),
        /// Whether there is a table for each task, too. There is none if the tasks are clusters.
        by_task: bool = flag().or_yes(),
        /// Fields of questions, whose values make slices: there is a table for each slice, too. `task` is a field,
        /// and `length:4` cuts a number at its quartiles.
        slice: Option<Vec<String>> = texts(),
        /// Whether the overall table averages the tasks with equal weight. Otherwise it pools their
        /// questions.
        macro_average: bool = flag(),
    }
}

fn answer(input: Input<'_>, options: &ScoreOptions, workers: &Workers<'_>) -> Result<Answer> {
    if options.metrics.is_empty() {
        return Err(MetricError::NoMetrics.into());
    }
    if options.macro_average && options.cluster.as_deref() == Some("task") {
        let why = "{it=} averages the tasks, each of which is one cluster by {other=}: give one";
        return Err(CallError::Excluded { it: "macro_average", other: "cluster", why }.into());
    }
    match input {
        Input::Counts(counts) => of_counts(counts, options, workers.threads),
        // JavaScript sums no numbers, and its module is smaller without them.
        Input::Sums(_) if cfg!(target_family = "wasm") => {
            Err(CallError::Numbers { call: "score" }.into())
        }
        Input::Nothing | Input::Pair(..) => Err(CallError::Untold { call: "score" }.into()),
        Input::Sums(sums) => of_sums(sums, options),
    }
}

impl ScoreOptions {
    fn is_by_task(&self) -> bool {
        self.by_task && self.cluster.as_deref() != Some("task")
    }

    fn target(&self) -> &'static str {
        target(self.sampled, self.cluster.as_deref())
    }

    fn is_of_sample(&self) -> bool {
        self.sampled || self.cluster.is_some()
    }
}

fn of_counts(counts: &Counts, options: &ScoreOptions, threads: usize) -> Result<Answer> {
    let parameters = options.parameters.given();
    if options.runs && options.metrics.iter().any(|metric| metric != "avg") {
        let why = "{it=} is for the metric avg alone";
        return Err(CallError::Needless { it: "runs", why }.into());
    }
    require_labels(counts, options.borrow)?;
    let request = ScoreRequest {
        metrics: Metric::expand(&options.metrics, &options.k, &parameters)?,
        default_weights: options.parameters.weights.is_none(),
        prior: prior_of(&options.prior),
        target: target_of(options.sampled),
        clusters: clusters_of(options.cluster.as_deref()),
        drop_short: options.ragged == "drop",
        confidence: options.confidence,
        family: options.families.request(),
        runs: options.runs,
        threads,
        borrow: options.borrow,
        by_task: options.is_by_task(),
        macro_average: options.macro_average,
    };
    let board = leaderboard(counts, &request)?;
    let request = ScoreRequest { by_task: false, ..request };
    let (slices, unsliced) = sliced(counts, options.slice.as_deref(), |rows| {
        Ok(leaderboard(&counts.of_rows(rows.iter().copied())?, &request)?.scores)
    })?;
    let rows = &board.scores;
    let averages = rows.iter().all(|row| row.metric == "avg") && counts.categories().len() == 2;
    let asking = match (options.runs, averages && options.cluster.is_none()) {
        (true, _) => Asking::Runs,
        (false, true) => Asking::Averages,
        (false, false) => Asking::Others,
    };
    let made = IntervalKind { prior: &options.prior, of_sample: options.is_of_sample(), asking };
    let mut notes = vec![about(rows, made, options)];
    let family = options.families.request().of(counts.models().len());
    notes.extend(separation(rows, board.critical, family, options.confidence));
    notes.extend(of_first(rows, &board.priors));
    if board.judged.is_empty() {
        notes.extend(about_intervals(rows, counts, made));
    } else {
        notes.extend(about_judged(&board.judged));
        notes.extend(board.about_labels);
    }
    let (weighted, without) = (counts.has_weights(), counts.zero_weights());
    notes.extend(common(rows, &board.unscored, options, (weighted, without)));
    notes.extend(unsliced);
    Ok(Answer {
        arrays: Vec::new(),
        tables: vec![
            AnswerTable::of(board.scores),
            AnswerTable::of(board.unscored),
            AnswerTable::of(board.judged),
            AnswerTable::of(slices),
        ],
        notes,
    })
}

fn of_sums(sums: &Sums, options: &ScoreOptions) -> Result<Answer> {
    let prior = (options.prior != "hierarchical").then_some("prior");
    let runs = options.runs.then_some("runs");
    let borrow = options.borrow.then_some("borrow");
    if let Some(it) = options.parameters.first().or(prior).or(runs).or(borrow) {
        return Err(CallError::of_categories(it).into());
    }
    let request = SumsRequest {
        statistics: Statistic::expand(&options.metrics, &options.k)?,
        target: target_of(options.sampled),
        clusters: clusters_of(options.cluster.as_deref()),
        drop_short: options.ragged == "drop",
        confidence: options.confidence,
        family: options.families.request(),
        by_task: options.is_by_task(),
        macro_average: options.macro_average,
    };
    let board = sums_leaderboard(sums, &request)?;
    let request = SumsRequest { by_task: false, ..request };
    let (slices, unsliced) = sliced(sums.trials(), options.slice.as_deref(), |rows| {
        Ok(sums_leaderboard(&sums.of_rows(rows)?, &request)?.scores)
    })?;
    let mut notes = about_numbers(&board, options);
    let models = sums.trials().models().len();
    let family = options.families.request().of(models);
    notes.extend(separation(&board.scores, board.critical, family, options.confidence));
    notes.extend(carried_apart(&board.carried_apart, None));
    notes.extend(of_first(&board.scores, &board.priors));
    notes.extend(extrapolated(&board.scores));
    let trials = sums.trials();
    let weights = (trials.has_weights(), trials.zero_weights());
    notes.extend(common(&board.scores, &board.unscored, options, weights));
    notes.extend(unsliced);
    Ok(Answer {
        arrays: Vec::new(),
        tables: vec![
            AnswerTable::of(board.scores),
            AnswerTable::of(board.unscored),
            AnswerTable::of(Vec::<Judged>::new()),
            AnswerTable::of(slices),
        ],
        notes,
    })
}

/// How many labels correct the scores, and which models have none.
fn about_judged(rows: &[Judged]) -> Vec<Note> {
    // A log of one task has its table alone, and others have an overall one.
    let overall = rows.iter().any(|row| row.task.is_none());
    let rows = || rows.iter().filter(move |row| row.task.is_none() || !overall);
    let labels: u64 = rows().map(|row| row.labels).sum();
    let mut notes = vec![Note::of(&CORRECTED).with("labels", labels)];
    let without = |scored: bool| -> Vec<&str> {
        let own = rows().filter(|row| row.labels == 0 && row.worth.is_some() == scored);
        own.map(|row| &*row.model).collect()
    };
    notes.extend(unlabelled(&without(false)));
    notes.extend(borrowed(&without(true)));
    notes
}

/// From here on, the first place is no question.
const CERTAIN: f64 = 0.9995;

/// Which prior the chances of the first place have, where they are a question.
fn of_first(rows: &[Score], priors: &[BoardPrior]) -> Vec<Note> {
    let open = rows.iter().any(|row| row.rank == 1 && (row.rank_hi > 1 || row.p_best < CERTAIN));
    if open { best::notes(priors) } else { Vec::new() }
}

/// What scores are about, and their prior.
fn about(rows: &[Score], made: IntervalKind<'_>, options: &ScoreOptions) -> Note {
    let is_bayes = |row: &Score| row.metric.trim_end_matches("_ci") == "bayes";
    let prior = match (&*options.prior, rows.iter().any(is_bayes), rows.iter().all(is_bayes)) {
        ("uniform", ..) | (_, _, true) => "uniform prior",
        (_, true, false) => "hierarchical prior, uniform for bayes",
        _ => "hierarchical prior",
    };
    let single = single(rows, made);
    let target = if single == SingleTrials::All { target(true, None) } else { options.target() };
    let note = Note::of(&ABOUT).with("except", single.except());
    note.with("about", format!("{target}, {prior}"))
}

/// What figures are about.
pub(crate) fn target(sampled: bool, cluster: Option<&str>) -> &'static str {
    match (cluster, sampled) {
        (Some(_), _) => "questions of clusters like these",
        (None, true) => "questions like these",
        (None, false) => "these questions",
    }
}

/// What is said of scores of any kind: their weights, and what they lack.
fn common(
    rows: &[Score],
    unscored: &[Unscored],
    options: &ScoreOptions,
    weights: (bool, usize),
) -> Vec<Note> {
    let mut notes = about_weights(rows, weights);
    let mut note = |when: bool, note: Note| {
        if when {
            notes.push(note);
        }
    };
    note(rows.iter().any(|row| row.questions < row.questions_asked), Note::of(&UNASKED));
    let lacking = || rows.iter().filter(|row| row.coverage < 1.0);
    note(lacking().any(|row| row.worst.is_some()), Note::of(&BOUNDS));
    for metric in distinct(lacking().filter(|row| row.worst.is_none()).map(|row| &row.metric)) {
        let why = if metric.starts_with("geom") { "with a negative power" } else { "of numbers" };
        note(true, Note::of(&UNBOUNDED).with("metric", metric.clone()).with("why", why.to_owned()));
    }
    for one in unscored {
        note(true, without_score(one, options.macro_average));
    }
    notes
}

/// Says why a model has no score.
pub(crate) fn without_score(one: &Unscored, macro_average: bool) -> Note {
    let place = match one.task.as_deref() {
        None => "overall".to_owned(),
        Some("") => "in (no task)".to_owned(),
        Some(task) => format!("in {}", Printable(task)),
    };
    let by = if one.score_name.is_empty() {
        String::new()
    } else {
        format!(" by {}", Printable(&one.score_name))
    };
    let scope = if one.task.is_none() && macro_average { " in some task" } else { "" };
    let why = if one.trials > 1 {
        format!("no question has {} trials{scope}", one.trials)
    } else {
        format!("no trial was observed{scope}")
    };
    let note = Note::of(&UNSCORED).with("model", Printable(&one.model).to_string());
    note.with("where", place + &by).with("why", why)
}

/// What σ and the intervals of numbers are about.
fn about_numbers(board: &SumsBoard, options: &ScoreOptions) -> Vec<Note> {
    let mut notes = Vec::new();
    if options.is_of_sample() {
        notes.push(Note::of(&OF_SAMPLE).with("about", options.target().to_owned()));
    } else {
        let asked = |name: &str| options.metrics.iter().any(|one| one == name);
        match single_of(board) {
            _ if !asked("avg") => {}
            SingleTrials::All => {
                notes.push(Note::of(&OF_SAMPLE).with("about", target(true, None).to_owned()));
            }
            single => {
                let note = Note::of(&OF_TRIALS).with("except", single.except());
                notes.push(note.with("about", options.target().to_owned()));
            }
        }
        if asked("max_at_k") {
            notes.push(Note::of(&OF_MAXIMUM).with("about", options.target().to_owned()));
        }
    }
    notes.extend(about_board(board));
    notes
}

/// Whose differences a few large outcomes carry: from the baseline, or from other models.
pub(crate) fn carried_apart(models: &[String], baseline: Option<&str>) -> Option<Note> {
    let others = baseline.map_or("other models".to_owned(), |name| Printable(name).to_string());
    let note = Note::of(&CARRIED_APART).with("others", others);
    let names = listed(models.iter().map(String::as_str));
    (!models.is_empty()).then(|| note.with("models", names))
}

/// Which means of numbers are of single trials.
pub(crate) fn single_of(board: &SumsBoard) -> SingleTrials {
    let names = listed(board.single.iter().map(String::as_str));
    let models = distinct(board.scores.iter().map(|row| &*row.model)).len();
    match board.single.len() {
        0 => SingleTrials::Nobody,
        _ if board.tasks > 1 => SingleTrials::Some(format!("{names} in some tables")),
        count if count < models => SingleTrials::Some(names),
        _ => SingleTrials::All,
    }
}

/// What a board of numbers says of its models.
pub(crate) fn about_board(board: &SumsBoard) -> Vec<Note> {
    let mut notes: Vec<Note> = single_of(board).note().into_iter().collect();
    if !board.carried.is_empty() {
        let names = listed(board.carried.iter().map(String::as_str));
        notes.push(Note::of(&CARRIED).with("models", names));
    }
    for (reason, score) in &board.unestimated {
        let by = if score.is_empty() { String::new() } else { format!(" by {}", Printable(score)) };
        let note = Note::of(&UNESTIMATED).with("by", by).with("reason", reason.to_string());
        notes.push(note.with("score", score.clone()));
    }
    notes
}
