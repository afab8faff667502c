//! The questions of a model and their scores, computed once for all models that it is compared with.

use std::cell::OnceCell;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::board::Board;
use super::side::{ComparedSide, Learned};
use crate::compare::decision::difference::{DifferenceMoments, Term};
use crate::counts::question::Question;

/// The number of each question, by task and name.
pub(in crate::compare) type QuestionNumbers<'a> = HashMap<(&'a str, &'a str), usize, FxBuildHasher>;

/// A model's questions and their scores.
pub(in crate::compare) struct Column<'a> {
    model: String,
    questions: Vec<Question<'a>>,
    terms: Vec<Term>,
    /// The number of each question, which all models share.
    numbers: Vec<usize>,
    /// By number, the places of the questions.
    places: Vec<Option<usize>>,
    estimate: OnceCell<DifferenceMoments>,
    learned: Learned<'a>,
}

impl<'a> Column<'a> {
    pub(in crate::compare) fn new(
        board: &Board<'a>,
        model: &str,
        task: Option<&str>,
        known: &mut QuestionNumbers<'a>,
    ) -> Self {
        let questions = board.of(model, task);
        let terms = board.terms(&questions);
        let mut numbers = Vec::with_capacity(questions.len());
        for question in &questions {
            let next = known.len();
            numbers.push(*known.entry((question.task, question.question)).or_insert(next));
        }
        let mut places = vec![None; known.len()];
        for (place, &number) in numbers.iter().enumerate() {
            if let Some(slot) = places.get_mut(number) {
                *slot = Some(place);
            }
        }
        Self {
            model: model.to_owned(),
            learned: Learned::of(questions.clone()),
            questions,
            terms,
            numbers,
            places,
            estimate: OnceCell::new(),
        }
    }

    /// The two sides of a comparison: on the common questions, or on all of each.
    pub(in crate::compare) fn beside<'s>(
        &'s self,
        base: &'s Self,
        paired: bool,
    ) -> (ComparedSide<'s, 'a>, ComparedSide<'s, 'a>) {
        if !paired {
            return (self.side(None), base.side(None));
        }
        let (mut own, mut other) = (Vec::new(), Vec::new());
        for (place, &number) in self.numbers.iter().enumerate() {
            if let Some(there) = base.places.get(number).copied().flatten() {
                own.push(place);
                other.push(there);
            }
        }
        (self.side(Some(&own)), base.side(Some(&other)))
    }

    /// All questions, or those at some places.
    fn side(&self, places: Option<&[usize]>) -> ComparedSide<'_, 'a> {
        let all = self.questions.len();
        let whole = places.is_none_or(|places| places.len() == all);
        let (questions, terms) = match places {
            None => (self.questions.clone(), self.terms.clone()),
            Some(places) => (
                places.iter().filter_map(|&place| self.questions.get(place)).copied().collect(),
                places.iter().filter_map(|&place| self.terms.get(place)).copied().collect(),
            ),
        };
        let kept = whole.then_some(&self.estimate);
        ComparedSide { model: &self.model, all, questions, terms, kept, learned: &self.learned }
    }
}
