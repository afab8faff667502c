//! The questions of each model, and the common questions of two models.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::compare::comparison::{QuestionDifference, Unmatched};
use crate::compare::decision::difference::RELATIVE_ROUNDING;
use crate::compare::decision::family::Family;
use crate::compare::error::CompareError;
use crate::compare::request::CompareRequest;
use crate::compare::scores::scoring::Scoring;
use crate::counts::counts::Counts;
use crate::counts::label::same;
use crate::counts::question::{Question, named};
use crate::error::Result;
use crate::numeric::double::Double;
use crate::numeric::error::NumericError;
use crate::numeric::normal;
use crate::numeric::sorting::sort_by;
use crate::numeric::watch;
use crate::posterior::target::Clusters;

/// The observed questions of the compared models, with one score.
pub(in crate::compare) struct Board<'a> {
    pub(in crate::compare) request: &'a CompareRequest,
    /// The compared score, out of several scores of a trial.
    pub(in crate::compare) score: &'a str,
    pub(in crate::compare) scoring: Scoring<'a>,
    /// The comparisons that hold together.
    pub(super) family: Family,
    models: Vec<String>,
    tasks: Vec<&'a str>,
    clusters: BTreeMap<&'a str, usize>,
    cells: BTreeMap<(&'a str, &'a str), Vec<Question<'a>>>,
    /// The questions by model, task and name, made where they are first looked up.
    named: OnceCell<NamedQuestions<'a>>,
}

/// Questions by model, task and name.
type NamedQuestions<'a> = HashMap<(&'a str, &'a str, &'a str), Question<'a>, FxBuildHasher>;

/// A question of one model together with that of the other.
pub(super) type QuestionPair<'a> = (Question<'a>, Question<'a>);

impl<'a> Board<'a> {
    /// A board for each score, in order of appearance.
    pub(in crate::compare) fn of_scores(
        counts: &'a Counts,
        scoring: Scoring<'a>,
        request: &'a CompareRequest,
    ) -> Result<Vec<Self>> {
        let models = models(counts, request)?;
        let family = request.family.of(counts.models().len());
        let baseline = &request.baseline;
        let wanted: BTreeSet<&str> = models.iter().chain([baseline]).map(String::as_str).collect();
        let mut scores = Vec::new();
        let mut questions = BTreeMap::<_, Vec<_>>::new();
        let least = scoring.least_trials();
        // Questions of a model and score mostly follow one another.
        let alike =
            |a: &Question<'_>, b: &Question<'_>| same(a.model, b.model) && same(a.score, b.score);
        for run in counts.scored()?.chunk_by(alike) {
            let Some(first) = run.first().filter(|one| wanted.contains(one.model)) else {
                continue;
            };
            let of_score = questions.entry(first.score).or_default();
            let was_empty = of_score.is_empty();
            of_score.extend(run.iter().filter(|one| one.trials() >= least));
            if was_empty && !of_score.is_empty() {
                scores.push(first.score);
            }
        }
        let board = |score| {
            let questions = questions.remove(score).unwrap_or_default();
            Self::new(request, score, scoring, (models.clone(), family), questions)
        };
        // Without any question, a board without a score reports what is missing.
        if scores.is_empty() { vec![""] } else { scores }.into_iter().map(board).collect()
    }

    fn new(
        request: &'a CompareRequest,
        score: &'a str,
        scoring: Scoring<'a>,
        (models, family): (Vec<String>, Family),
        questions: Vec<Question<'a>>,
    ) -> Result<Self> {
        let (mut tasks, mut seen) = (Vec::new(), BTreeSet::new());
        let mut clusters = BTreeMap::new();
        let mut cells = BTreeMap::<_, Vec<_>>::new();
        let alike =
            |a: &Question<'_>, b: &Question<'_>| same(a.model, b.model) && same(a.task, b.task);
        for run in questions.chunk_by(alike) {
            watch::going()?;
            let Some(&Question { model, task, .. }) = run.first() else { continue };
            if seen.insert(task) {
                tasks.push(task);
            }
            for question in run {
                if let Some(cluster) = label(request.clusters, question)? {
                    let next = clusters.len();
                    clusters.entry(cluster).or_insert(next);
                }
            }
            cells.entry((model, task)).or_default().extend_from_slice(run);
        }
        let named = OnceCell::new();
        Ok(Self { request, score, scoring, family, models, tasks, clusters, cells, named })
    }

    /// The largest difference that two scores can have.
    pub(in crate::compare) fn range(&self) -> f64 {
        self.scoring.range()
    }

    pub(in crate::compare) fn models(&self) -> &[String] {
        &self.models
    }

    /// The tasks, in order of appearance.
    pub(in crate::compare) fn tasks(&self) -> &[&'a str] {
        &self.tasks
    }

    /// A model's questions, of one task or of all.
    pub(in crate::compare) fn of(&self, model: &str, task: Option<&str>) -> Vec<Question<'a>> {
        let cell = |task| self.cells.get(&(model, task)).map_or(&[][..], Vec::as_slice);
        match task {
            Some(task) => cell(task).to_vec(),
            None => self.tasks.iter().flat_map(|&task| cell(task)).copied().collect(),
        }
    }

    /// The questions that a model shares with the baseline.
    pub(in crate::compare) fn pairs(
        &self,
        model: &str,
        task: Option<&str>,
    ) -> Vec<QuestionPair<'a>> {
        let own = self.of(model, task).into_iter();
        own.filter_map(|question| Some((question, self.same(&self.request.baseline, question)?)))
            .collect()
    }

    fn same(&self, model: &str, question: Question<'a>) -> Option<Question<'a>> {
        let each = || self.cells.values().flatten();
        let key = |one: &Question<'a>| (one.model, one.task, one.question);
        let named = self.named.get_or_init(|| each().map(|one| (key(one), *one)).collect());
        named.get(&(model, question.task, question.question)).copied()
    }

    /// The number of a question's cluster, or its own place without clusters.
    pub(in crate::compare) fn cluster(&self, place: usize, question: &Question<'_>) -> usize {
        let cluster = label(self.request.clusters, question).ok().flatten();
        cluster.and_then(|cluster| self.clusters.get(cluster)).copied().unwrap_or(place)
    }

    /// A model's differences from the baseline, the largest first.
    pub(in crate::compare) fn questions(&self, model: &str) -> Result<Vec<QuestionDifference>> {
        if !self.request.paired || !self.scoring.has_question_scores() {
            return Ok(Vec::new());
        }
        let pairs = self.pairs(model, None);
        let (own, base): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let scores = self.scoring.all(&own)?.into_iter().zip(self.scoring.all(&base)?);
        let weight = |question: &Question<'_>| question.weight.unwrap_or(1.0);
        let all = own.iter().fold(Double::ZERO, |sum, one| sum + weight(one));
        let mut rows = Vec::new();
        for (own, (first, second)) in own.into_iter().zip(scores) {
            let difference = subtracted(first.score, second.score);
            let gap = subtracted(first.centre, second.centre);
            let sigma = first.variance.zip(second.variance).map(|(own, base)| (own + base).sqrt());
            let value = |scaled| self.scoring.unscale(scaled).value();
            let probability = |sigma: Double| match gap.hi {
                0.0 => 0.5,
                gap => normal::probability(gap / sigma.hi),
            };
            if !value(difference).is_finite() || sigma.is_some_and(|one| !one.hi.is_finite()) {
                return Err(NumericError::NotFinite { what: "the difference" }.into());
            }
            rows.push(QuestionDifference {
                model: model.to_owned(),
                task: own.task.to_owned(),
                question: own.question.to_owned(),
                score: value(first.score),
                baseline_score: value(second.score),
                difference: value(difference),
                part: value((difference * weight(&own)).over(all)),
                expected: sigma.map(|_| value(gap)),
                sigma: sigma.map(value),
                probability: sigma.map(probability),
                score_name: self.score.to_owned(),
                cluster: own.cluster.map(str::to_owned),
            });
        }
        sort_by(&mut rows, |a, b| b.difference.abs().total_cmp(&a.difference.abs()));
        Ok(rows)
    }

    /// The questions that only the model, or only the baseline, has.
    pub(in crate::compare) fn unmatched(&self, model: &str) -> Vec<Unmatched> {
        if !self.request.paired {
            return Vec::new();
        }
        let baseline = self.request.baseline.as_str();
        let lacking = |of: &str, other: &str| -> Vec<Unmatched> {
            let questions = self.of(of, None).into_iter();
            questions
                .filter(|question| self.same(other, *question).is_none())
                .map(|question| Unmatched {
                    model: model.to_owned(),
                    of: of.to_owned(),
                    task: question.task.to_owned(),
                    question: question.question.to_owned(),
                    score_name: self.score.to_owned(),
                })
                .collect()
        };
        let mut all = lacking(model, baseline);
        all.extend(lacking(baseline, model));
        all
    }
}

/// a − b, which is 0 where only rounding errors are left.
fn subtracted(a: Double, b: Double) -> Double {
    let apart = a - b;
    let rounding = RELATIVE_ROUNDING * a.hi.abs().max(b.hi.abs());
    if apart.hi.abs() <= rounding { Double::ZERO } else { apart }
}

/// The models that are compared with the baseline.
pub(in crate::compare) fn models(counts: &Counts, request: &CompareRequest) -> Result<Vec<String>> {
    let known = counts.models();
    let baseline = &request.baseline;
    let models: Vec<String> = if request.models.is_empty() {
        known.iter().filter(|model| *model != baseline).map(|&model| model.to_owned()).collect()
    } else {
        let mut seen = BTreeSet::new();
        request.models.iter().filter(|model| seen.insert(*model)).cloned().collect()
    };
    for name in models.iter().chain([baseline]) {
        if !known.contains(&name.as_str()) {
            return Err(
                CompareError::NoModel { name: name.clone(), known: known.join(", ") }.into()
            );
        }
    }
    if models.is_empty() || models.contains(baseline) {
        return Err(CompareError::OnlyBaseline { baseline: baseline.clone() }.into());
    }
    Ok(models)
}

/// The cluster of a question, if there are clusters.
pub(crate) fn label<'a>(
    clusters: Option<Clusters>,
    question: &Question<'a>,
) -> Result<Option<&'a str>> {
    match clusters {
        None => Ok(None),
        Some(Clusters::Tasks) => Ok(Some(question.task)),
        Some(Clusters::Labels) => question.cluster.map(Some).ok_or_else(|| {
            CompareError::NoCluster { question: named(question.task, question.question) }.into()
        }),
    }
}
