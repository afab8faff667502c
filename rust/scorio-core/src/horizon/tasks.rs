//! The tasks of each model: their lengths, results, weights and clusters.

use std::collections::BTreeMap;

use super::error::HorizonError;
use super::item::odds_of_others;
use super::results::{TaskResult, results_of};
use crate::calls::Input;
use crate::counts::counts::Counts;
use crate::counts::question::named;
use crate::error::Result;
use crate::near::near;
use crate::numeric::decimal::decimal;
use crate::numeric::portable::log2;
use crate::posterior::target::Clusters;
use crate::sums::error::SumsError;

/// A task of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// log2 of its length.
    pub(super) x: f64,
    pub(super) length: f64,
    /// The mean outcome.
    pub(super) mean: f64,
    /// The variance of the mean by its trials. `None` for a single trial.
    pub(super) variance: Option<f64>,
    pub(super) weight: f64,
    /// The number of its cluster.
    pub(super) cluster: usize,
}

/// The tasks of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelTasks {
    pub(super) model: String,
    /// In the order of their names. So no figure depends on the order of a log.
    pub(super) points: Vec<Point>,
    pub(super) trials: u64,
    /// Whether it has a task of each cluster.
    pub(super) met: Vec<bool>,
    /// A task with a single trial.
    pub(super) single: Option<String>,
    /// Tasks that no other model has, where others tell the difficulty.
    pub(super) unknown: u64,
}

impl ModelTasks {
    /// The number of its clusters.
    pub(super) fn clusters(&self) -> usize {
        self.met.iter().filter(|&&met| met).count()
    }

    /// The shortest and the longest length.
    pub(super) fn range(&self) -> (f64, f64) {
        let lengths = self.points.iter().map(|one| one.length);
        lengths.fold((f64::INFINITY, 0.0), |(low, high), one| (low.min(one), high.max(one)))
    }
}

/// The name of the axis that needs no field: the difficulty that other models tell.
pub(super) const ITEM: &str = "item";

/// Where lengths come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// The field at this place.
    Field(usize),
    /// The other models' results.
    Others,
}

impl Axis {
    /// The axis of a name. A field comes first.
    pub(super) fn of(counts: &Counts, name: &str) -> Result<Self> {
        let known = counts.fields();
        match known.iter().position(|field| *field == name) {
            Some(place) => Ok(Self::Field(place)),
            None if name == ITEM => Ok(Self::Others),
            None => {
                let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
                let near = near(name, &known).map(str::to_owned);
                Err(HorizonError::NoField { field: name.to_owned(), known, near }.into())
            }
        }
    }
}

/// The length of a question as its field says.
fn length_of(counts: &Counts, one: &TaskResult<'_>, place: usize, field: &str) -> Result<f64> {
    let question = || named(one.question.task, one.question.question);
    let Some(text) = counts.value(one.row, place) else {
        return Err(HorizonError::NoLength { question: question(), field: field.to_owned() }.into());
    };
    let length = decimal(text.trim()).filter(|length| *length > 0.0 && length.is_finite());
    length.ok_or_else(|| {
        let (question, field) = (question(), field.to_owned());
        HorizonError::Length { question, field, length: text.to_owned() }.into()
    })
}

/// The tasks of each model, by name.
///
/// # Errors
/// A length or a cluster is missing or wrong. All tasks of a model have one length.
pub(super) fn tasks_of(
    input: Input<'_>,
    counts: &Counts,
    (axis, field): (Axis, &str),
    clusters: Option<Clusters>,
) -> Result<Vec<ModelTasks>> {
    let (outcomes, questions) = results_of(input, counts)?;
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    // Each question is known by its name, so its cluster and its length are looked up once.
    let mut described: Vec<Option<(f64, usize)>> = vec![None; questions];
    for one in outcomes.values().flatten() {
        let Some(slot) = described.get_mut(one.place).filter(|slot| slot.is_none()) else {
            continue;
        };
        let length = match axis {
            Axis::Field(place) => length_of(counts, one, place, field)?,
            Axis::Others => 0.0,
        };
        let cluster = match clusters {
            None => one.place,
            Some(Clusters::Tasks) => number(&mut numbers, one.question.task),
            Some(Clusters::Labels) => {
                let label = one.question.cluster.ok_or_else(|| SumsError::NoCluster {
                    question: named(one.question.task, one.question.question),
                })?;
                number(&mut numbers, label)
            }
        };
        *slot = Some((length, cluster));
    }
    let groups = if clusters.is_some() { numbers.len() } else { questions };
    let odds = (axis == Axis::Others).then(|| odds_of_others(&outcomes, questions));
    let mut models = Vec::with_capacity(outcomes.len());
    for (model, own) in &outcomes {
        let mut tasks = ModelTasks { model: (*model).to_owned(), ..ModelTasks::default() };
        tasks.met = vec![false; groups];
        for one in own {
            let Some((length, cluster)) = described.get(one.place).copied().flatten() else {
                continue;
            };
            let length = match &odds {
                None => Some(length),
                Some(odds) => odds.without(one),
            };
            let Some(length) = length else {
                tasks.unknown += 1;
                continue;
            };
            tasks.push(counts, one, length, cluster)?;
        }
        tasks.require_lengths()?;
        models.push(tasks);
    }
    Ok(models)
}

fn number<'a>(numbers: &mut BTreeMap<&'a str, usize>, label: &'a str) -> usize {
    let next = numbers.len();
    *numbers.entry(label).or_insert(next)
}

impl ModelTasks {
    fn push(
        &mut self,
        counts: &Counts,
        one: &TaskResult<'_>,
        length: f64,
        cluster: usize,
    ) -> Result<()> {
        let weight = counts.weight(&one.question)?.unwrap_or(1.0);
        let (x, mean, variance) = (log2(length), one.sum / one.trials, one.variance);
        self.points.push(Point { x, length, mean, variance, weight, cluster });
        self.trials += one.question.trials();
        if let Some(met) = self.met.get_mut(cluster) {
            *met = true;
        }
        if variance.is_none() && self.single.is_none() {
            self.single = Some(named(one.question.task, one.question.question));
        }
        Ok(())
    }

    fn require_lengths(&self) -> Result<()> {
        let (shortest, longest) = self.range();
        let model = self.model.clone();
        if self.points.is_empty() {
            return Err(HorizonError::NoOthers { model }.into());
        }
        if shortest == longest {
            return Err(HorizonError::OneLength { model, length: longest }.into());
        }
        Ok(())
    }
}
