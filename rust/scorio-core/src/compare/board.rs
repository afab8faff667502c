//! The questions of each model, and which of them two models share.

use std::collections::{BTreeMap, BTreeSet};

use super::{QuestionDifference, Request, Unmatched};
use crate::counts::{Counts, Question};
use crate::difference::RELATIVE_ROUNDING;
use crate::double::Double;
use crate::error::{Error, Result};
use crate::normal;
use crate::weights::Weights;

/// The observed questions of the models that are compared.
pub(super) struct Board<'a> {
    pub(super) request: &'a Request,
    pub(super) weights: Weights,
    models: Vec<String>,
    tasks: Vec<&'a str>,
    numbers: BTreeMap<&'a str, usize>,
    cells: BTreeMap<(&'a str, &'a str), Vec<Question<'a>>>,
    named: BTreeMap<(&'a str, &'a str, &'a str), Question<'a>>,
}

/// A question of one model with that of the other.
pub(super) type Pair<'a> = (Question<'a>, Question<'a>);

impl<'a> Board<'a> {
    pub(super) fn new(counts: &'a Counts, request: &'a Request) -> Result<Self> {
        let weights = match &request.weights {
            Some(weights) => weights.clone(),
            None => Weights::default_of(counts.categories())?,
        };
        weights.require(counts.categories().len())?;
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
                return Err(Error::NoModel { name: name.clone(), known: known.join(", ") });
            }
        }
        if models.is_empty() || models.contains(baseline) {
            return Err(Error::OnlyBaseline { baseline: baseline.clone() });
        }
        let wanted: BTreeSet<&str> = models.iter().chain([baseline]).map(String::as_str).collect();
        let (mut tasks, mut numbers) = (Vec::new(), BTreeMap::new());
        let (mut cells, mut named) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::new());
        for question in counts.observed().filter(|question| wanted.contains(question.model)) {
            let Question { model, task, question: name, .. } = question;
            numbers.entry(task).or_insert_with(|| {
                tasks.push(task);
                tasks.len()
            });
            cells.entry((model, task)).or_default().push(question);
            named.insert((model, task, name), question);
        }
        Ok(Self { request, weights, models, tasks, numbers, cells, named })
    }

    pub(super) fn models(&self) -> &[String] {
        &self.models
    }

    /// The tasks, in order of appearance.
    pub(super) fn tasks(&self) -> &[&'a str] {
        &self.tasks
    }

    /// A model's questions, of one task or of all.
    pub(super) fn of(&self, model: &str, task: Option<&str>) -> Vec<Question<'a>> {
        let cell = |task| self.cells.get(&(model, task)).map_or(&[][..], Vec::as_slice);
        match task {
            Some(task) => cell(task).to_vec(),
            None => self.tasks.iter().flat_map(|&task| cell(task)).copied().collect(),
        }
    }

    /// The questions that a model shares with the baseline.
    pub(super) fn pairs(&self, model: &str, task: Option<&str>) -> Vec<Pair<'a>> {
        let own = self.of(model, task).into_iter();
        own.filter_map(|question| Some((question, self.same(&self.request.baseline, question)?)))
            .collect()
    }

    fn same(&self, model: &str, question: Question<'a>) -> Option<Question<'a>> {
        self.named.get(&(model, question.task, question.question)).copied()
    }

    /// The number of a question's cluster: that of its task, or else its own place.
    pub(super) fn cluster(&self, place: usize, question: &Question<'_>) -> usize {
        let number = self.numbers.get(question.task).filter(|_| self.request.clustered);
        number.copied().unwrap_or(place)
    }

    /// A model's differences from the baseline, the largest first.
    pub(super) fn questions(&self, model: &str) -> Result<Vec<QuestionDifference>> {
        if !self.request.paired {
            return Ok(Vec::new());
        }
        let pairs = self.pairs(model, None);
        let count = pairs.len() as f64;
        let mut rows = Vec::new();
        for (own, other) in pairs {
            let scored = |question: Question<'_>| {
                self.request.scale.question(question.counts, self.weights.scaled())
            };
            let ((mean, variance), (base, spread)) = (scored(own), scored(other));
            let rounding = RELATIVE_ROUNDING * mean.hi.abs().max(base.hi.abs());
            let apart = mean - base;
            let difference = if apart.hi.abs() <= rounding { Double::ZERO } else { apart };
            let sigma = (variance + spread).sqrt();
            let z = if difference.hi == 0.0 { 0.0 } else { difference.hi / sigma.hi };
            let value = |scaled| self.weights.unscale(scaled).value();
            if !(value(difference).is_finite() && z.is_finite()) {
                return Err(Error::NotFinite { what: "the difference" });
            }
            rows.push(QuestionDifference {
                model: model.to_owned(),
                task: own.task.to_owned(),
                question: own.question.to_owned(),
                score: value(mean),
                baseline_score: value(base),
                difference: value(difference),
                part: value(difference / count),
                sigma: value(sigma),
                probability: normal::probability(z),
            });
        }
        rows.sort_by(|a, b| b.difference.abs().total_cmp(&a.difference.abs()));
        Ok(rows)
    }

    /// The questions that only the model, or only the baseline, has.
    pub(super) fn unmatched(&self, model: &str) -> Vec<Unmatched> {
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
                })
                .collect()
        };
        let mut all = lacking(model, baseline);
        all.extend(lacking(baseline, model));
        all
    }
}
