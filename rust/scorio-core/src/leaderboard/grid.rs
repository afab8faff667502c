//! The questions of every model in every task, and what was asked of all.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::bounds::{Asked, Gaps, usual_trials};
use crate::counts::counts::Counts;
use crate::counts::label::same;
use crate::counts::question::Question;
use crate::error::Result;

/// The questions of each model and task with one score, and all questions of the tasks.
pub(super) struct Grid<'a> {
    pub(super) score: &'a str,
    pub(super) categories: usize,
    pub(super) weighted: bool,
    pub(super) tasks: Vec<&'a str>,
    pub(super) models: Vec<&'a str>,
    cells: GridCells<'a>,
    asked: BTreeMap<&'a str, Asked<'a>>,
    gaps: BTreeMap<(&'a str, &'a str), Gaps>,
}

impl<'a> Grid<'a> {
    /// A board for each score, in order of appearance.
    pub(super) fn of_scores(counts: &'a Counts) -> Result<Vec<Self>> {
        let scores = counts.scores();
        // Cells have mostly equally many questions. Memory that is reserved and not used costs nothing.
        let cells = scores.len() * counts.tasks().len() * counts.models().len();
        let length = counts.len().div_ceil(cells.max(1));
        let mut sorted: Vec<_> =
            scores.into_iter().map(|score| Sorting::new(score, length)).collect();
        let places: BTreeMap<_, _> = sorted.iter().map(|one| one.score).zip(0..).collect();
        let mut place = 0;
        for (row, question) in counts.iter().enumerate() {
            // Mostly it is the score of the question before.
            if !sorted.get(place).is_some_and(|one| same(one.score, question.score)) {
                place = places.get(question.score).copied().unwrap_or(place);
            }
            if let (Some(one), Some(_), Some([model, task, _, name])) =
                (sorted.get_mut(place), counts.weight(&question)?, counts.labels_of(row))
            {
                one.add([model, task, name], question);
            }
        }
        sorted.into_iter().map(|one| one.finish(counts)).collect()
    }

    pub(super) fn tasks_of(&self, scope: Option<&'a str>) -> Vec<&'a str> {
        scope.map_or_else(|| self.tasks.clone(), |task| vec![task])
    }

    /// The questions of a model in a task.
    pub(super) fn cell(&self, model: &'a str, task: &'a str) -> &[Question<'a>] {
        self.cells.get(model, task)
    }

    /// The tables: of each task if these are wanted, then the overall one.
    pub(super) fn scopes(&self, by_task: bool) -> Vec<Option<&'a str>> {
        let several = by_task && self.tasks.len() > 1;
        let tasks = self.tasks.iter().filter(|_| several).map(|&task| Some(task));
        tasks.chain([self.only_task(by_task)]).collect()
    }

    /// The name of a single task, whose table is also the overall one.
    pub(super) fn only_task(&self, by_task: bool) -> Option<&'a str> {
        match self.tasks.as_slice() {
            [task] if !task.is_empty() && by_task => Some(*task),
            _ => None,
        }
    }

    /// Number of questions that any model was asked.
    pub(super) fn asked(&self, scope: Option<&'a str>) -> u64 {
        let tasks = self.tasks_of(scope);
        let asked = tasks.iter().filter_map(|task| self.asked.get(task));
        asked.map(|asked| asked.questions.len() as u64).sum()
    }

    /// The trials that a model lacks, by task.
    pub(super) fn gaps(&self, model: &'a str, scope: Option<&'a str>) -> Vec<&Gaps> {
        let tasks = self.tasks_of(scope).into_iter();
        tasks.filter_map(|task| self.gaps.get(&(model, task))).collect()
    }

    /// Share of a model's expected trials that have an outcome.
    pub(super) fn coverage(&self, model: &'a str, scope: Option<&'a str>) -> f64 {
        let gaps = self.gaps(model, scope).into_iter().map(Gaps::trials);
        let (observed, all) = gaps.fold((0.0, 0.0), |sums, one| (sums.0 + one.0, sums.1 + one.1));
        observed / all
    }
}

/// The questions of models in tasks.
#[derive(Default)]
struct GridCells<'a> {
    places: BTreeMap<(&'a str, &'a str), usize>,
    questions: Vec<Vec<Question<'a>>>,
}

impl<'a> GridCells<'a> {
    fn get(&self, model: &'a str, task: &'a str) -> &[Question<'a>] {
        self.places.get(&(model, task)).map_or(&[], |&cell| self.at(cell))
    }

    fn at(&self, cell: usize) -> &[Question<'a>] {
        self.questions.get(cell).map_or(&[], Vec::as_slice)
    }
}

/// The questions with one score, while they come one by one. Labels are found sooner than names.
struct Sorting<'a> {
    score: &'a str,
    /// How many questions a cell is likely to have.
    length: usize,
    tasks: Vec<&'a str>,
    cells: GridCells<'a>,
    asked: BTreeMap<&'a str, Vec<(&'a str, f64)>>,
    /// The cell of each model and task.
    places: HashMap<[u32; 2], usize, FxBuildHasher>,
    /// The cell before, which is mostly the next one, too.
    last: Option<([u32; 2], usize)>,
    /// Each task and question.
    known: HashSet<[u32; 2], FxBuildHasher>,
}

impl<'a> Sorting<'a> {
    fn new(score: &'a str, length: usize) -> Self {
        Self {
            score,
            length,
            tasks: Vec::new(),
            cells: GridCells::default(),
            asked: BTreeMap::new(),
            places: HashMap::default(),
            last: None,
            known: HashSet::default(),
        }
    }

    fn add(&mut self, [model, task, name]: [u32; 3], question: Question<'a>) {
        let labels = [model, task];
        let cell = match self.last.filter(|(last, _)| *last == labels) {
            Some((_, cell)) => cell,
            None => self.cell(labels, &question),
        };
        self.last = Some((labels, cell));
        if self.known.insert([task, name]) {
            let own = (question.question, question.weight.unwrap_or(1.0));
            let asked = self.asked.entry(question.task).or_default();
            if asked.is_empty() {
                self.tasks.push(question.task);
            }
            asked.push(own);
        }
        if let Some(questions) = self.cells.questions.get_mut(cell) {
            questions.push(question);
        }
    }

    /// The cell of a model and a task, which is new if there is none yet.
    fn cell(&mut self, labels: [u32; 2], &Question { model, task, .. }: &Question<'a>) -> usize {
        let GridCells { places, questions } = &mut self.cells;
        *self.places.entry(labels).or_insert_with(|| {
            questions.push(Vec::with_capacity(self.length));
            places.insert((model, task), questions.len() - 1);
            questions.len() - 1
        })
    }

    fn finish(self, counts: &'a Counts) -> Result<Grid<'a>> {
        let Self { score, tasks, cells, asked, .. } = self;
        // A map of all at once is made sooner than one by one.
        let all = |own: Vec<(&'a str, f64)>| Asked { questions: own.into_iter().collect() };
        let asked: BTreeMap<_, _> = asked.into_iter().map(|(task, own)| (task, all(own))).collect();
        let (categories, weighted) = (counts.categories().len(), counts.has_weights());
        let models = counts.models();
        let mut gaps = BTreeMap::new();
        for (&task, asked) in &asked {
            let all = || models.iter().flat_map(|&model| cells.get(model, task));
            let usual = LazyCell::new(|| usual_trials(all()).unwrap_or(0));
            for &model in &models {
                let questions = cells.get(model, task);
                let expected = usual_trials(questions).unwrap_or_else(|| *usual);
                let own = Gaps::new(categories, weighted, questions, asked, expected)?;
                gaps.insert((model, task), own);
            }
        }
        Ok(Grid { score, categories, weighted, tasks, models, cells, asked, gaps })
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::counts::question::Key;
    use crate::numeric::random::{Purpose, stream};

    /// Questions in runs of `length`, of which some are left out.
    fn counts(seed: u64, length: usize, weighted: bool) -> Counts {
        let mut stream = stream(12, Purpose::Simulation, seed);
        let mut counts = Counts::new(vec!["0".to_owned(), "1".to_owned()]).unwrap();
        for round in 0..3 * 60 / length {
            for (model, task, score) in
                [("a", "t", ""), ("b", "t", "s"), ("b", "", ""), ("c", "t", "")]
            {
                for place in 0..length {
                    let question = format!("q{}", (round * length + place) % 60);
                    if stream.random::<f64>() < 0.2 {
                        continue;
                    }
                    let row = counts.row_of(Key { model, task, score, question: &question });
                    counts.add(row, usize::from(stream.random::<f64>() < 0.5), 1).unwrap();
                    let weight = weighted.then_some((round * length + place) as f64 % 3.0);
                    counts.describe(row, None, weight).unwrap();
                }
            }
        }
        counts
    }

    #[test]
    fn cells_are_the_questions_of_a_model_and_a_task() {
        for (length, weighted) in [(1, false), (7, false), (60, false), (1, true), (60, true)] {
            let counts = counts(length as u64, length, weighted);
            let grids = Grid::of_scores(&counts).unwrap();
            assert_eq!(grids.iter().map(|grid| grid.score).collect::<Vec<_>>(), counts.scores());
            for grid in &grids {
                let own = |one: &Question<'_>| one.score == grid.score && one.weight != Some(0.0);
                for &task in &grid.tasks {
                    let asked: BTreeMap<_, _> = counts
                        .iter()
                        .filter(|one| own(one) && one.task == task)
                        .map(|one| (one.question, one.weight.unwrap_or(1.0)))
                        .collect();
                    assert_eq!(grid.asked[task].questions, asked);
                    for &model in &grid.models {
                        let is_in = |one: &Question<'_>| one.model == model && one.task == task;
                        let cell: Vec<_> =
                            counts.iter().filter(|one| own(one) && is_in(one)).collect();
                        assert_eq!(grid.cell(model, task), cell);
                    }
                }
            }
        }
    }
}
