//! The calls `questions_or_trials` and `questions_or_trials_counted`.

use super::options::PlanScore;
use crate::calls::declare::{call, options};
use crate::calls::option::{Range, array, group, number, whole};
use crate::calls::{Answer, AnswerTable, CallError, Input, Note, Workers};
use crate::check;
use crate::counts::Wanted;
use crate::counts::counts::Counts;
use crate::counts::error::CountsError;
use crate::error::Result;
use crate::plan::components::Components;
use crate::plan::notes::{
    NOTES, SPLIT, SPLIT_ALIKE, SPLIT_DRAWN, SPLIT_POWER, SPLIT_WIDER, with_digits,
};
use crate::plan::pair::MOST_TRIALS;
use crate::rows::declare::row;

options! {
    /// What is spent, and on what.
    pub struct Spending {
        /// What can be spent on each model, in trials.
        budget: u64 = whole(Range::FROM_ONE).required().placed(),
        /// What a question costs beside its trials, in trials.
        question_cost: f64 = number(Range::NOT_NEGATIVE).or(0.0),
        /// The most questions that can be asked. By default as many as the two models have.
        max_questions: Option<u64> = whole(Range::FROM_ONE),
    }
}

row! {
    /// The split of a budget whose σ is smallest.
    #[derive(Copy)]
    pub struct BestSplit {
        /// M, the number of questions.
        questions: u64,
        /// N, the number of trials of each.
        trials: u64,
        /// σ of the difference of the averages.
        sigma: f64,
        /// The variance between questions.
        between: f64,
        /// The variance of a trial of each model.
        within: f64,
    }
}

/// z₀.₉₇₅ + z₀.₈: so many σ are separated with 95% confidence and power 80%.
const SEPARATED: f64 = 2.801_585;
/// Above this share of σ, new questions are not worth a word.
const ENOUGH_BETTER: f64 = 0.99;

impl Spending {
    /// The best split. Without a sign that questions differ, there are no fewer than were tried.
    fn best(&self, variances: Components, tried: usize) -> Result<Answer> {
        let tried = tried as u64;
        let most = self.max_questions.unwrap_or(tried);
        let split = |most: u64| {
            let least = if variances.between > 0.0 { 1 } else { tried.min(most) };
            variances.best(self.budget, self.question_cost, least..=most)
        };
        let best = split(most)?;
        // New questions are worth a word, where nobody has said how many there can be.
        let limited = self.max_questions.is_none() && best.questions == most;
        let wider = if limited { Some(split(MOST_TRIALS)?) } else { None };
        let Components { between, within } = variances;
        let (questions, trials, sigma) = (best.questions, best.trials, best.sigma);
        let kind = if between > 0.0 { &SPLIT } else { &SPLIT_ALIKE };
        let note = Note::of(kind).with("questions", questions).with("trials", trials);
        let mut notes = vec![note.with("sigma", with_digits(sigma, 4)).with("tried", tried)];
        if questions < tried {
            notes.push(Note::of(&SPLIT_DRAWN).with("tried", tried));
        }
        if between > 0.0 {
            let difference = with_digits(SEPARATED * sigma, 2);
            notes.push(Note::of(&SPLIT_POWER).with("difference", difference));
        }
        if let Some(wider) = wider.filter(|wider| wider.sigma < ENOUGH_BETTER * sigma) {
            let note = Note::of(&SPLIT_WIDER).with("tried", tried);
            let note = note.with("questions", wider.questions).with("trials", wider.trials);
            notes.push(note.with("sigma", with_digits(wider.sigma, 4)));
        }
        let row = BestSplit { questions, trials, sigma, between, within };
        let tables = vec![AnswerTable::of(vec![row])];
        Ok(Answer { tables, arrays: Vec::new(), notes })
    }
}

/// From counts.
pub mod counted {
    use super::{
        Answer, BestSplit, CallError, Components, Counts, CountsError, Input, NOTES, PlanScore,
        Result, Spending, Wanted, Workers, call, check, group,
    };

    call! {
        /// Gives how to split a budget of trials over more questions or more trials of each, from counts of
        /// two models.
        ///
        /// # Formula
        /// As for `questions_or_trials`.
        ///
        /// # Errors
        /// Counts of other than two models, on different questions. Fewer than two questions, or trials of
        /// each. A budget that pays for no question.
        ///
        /// # Source
        /// docs/planning.md of the checkout.
        questions_or_trials_counted(Counts): answer => [split: BestSplit], notes NOTES;

        /// What is spent, and how scores are made.
        pub struct QuestionsOrTrialsCountedOptions {
            /// What is spent.
            spending: Spending = group(Spending::OPTIONS),
            /// How scores are made.
            score: PlanScore = group(PlanScore::OPTIONS),
        }
    }

    fn answer(
        input: Input<'_>,
        options: &QuestionsOrTrialsCountedOptions,
        _: &Workers<'_>,
    ) -> Result<Answer> {
        match input {
            Input::Pair(a, b) => of_pair(a, b, options),
            Input::Counts(counts) => {
                let models = counts.models();
                let &[a, b] = models.as_slice() else {
                    let count = models.len() as f64;
                    return Err(check::outside("the number of models", count, "2").into());
                };
                of_pair(&one(counts, a)?, &one(counts, b)?, options)
            }
            _ => Err(CallError::Untold { call: "questions_or_trials_counted" }.into()),
        }
    }

    fn one(counts: &Counts, model: &str) -> Result<Counts> {
        counts.select(&Wanted { models: Some(vec![model.to_owned()]), ..Wanted::default() })
    }

    fn of_pair(
        a: &Counts,
        b: &Counts,
        options: &QuestionsOrTrialsCountedOptions,
    ) -> Result<Answer> {
        if a.has_weights() || b.has_weights() {
            return Err(CountsError::Weighted.into());
        }
        let variances = Components::of_counts(a, b, &options.score.weights()?)?;
        options.spending.best(variances, a.len())
    }
}

/// From results, or from assumed probabilities.
pub mod known {
    use ndarray::{ArrayD, Ix1, Ix2};

    use super::{
        Answer, BestSplit, CallError, Components, Input, NOTES, PlanScore, Result, Spending,
        Workers, array, call, group,
    };

    call! {
        /// Gives how to split a budget of trials over more questions or more trials of each.
        ///
        /// # Formula
        /// The difference of the averages has the variance (B + W / N) / M. With M (N + question_cost) ≤ budget,
        /// its σ is smallest. Where the pilot shows no variance between questions, M is no smaller than its
        /// own.
        ///
        /// # Errors
        /// Models with different numbers of questions, or fewer than two. Fewer than two trials of a pilot. A
        /// probability outside [0, 1]. A budget that pays for no question.
        ///
        /// # Source
        /// docs/planning.md of the checkout.
        questions_or_trials(Nothing): answer => [split: BestSplit], notes NOTES;

        /// Two models, and what is spent.
        pub struct QuestionsOrTrialsOptions {
            /// Outcomes of the first model, or its success probability of each question.
            a: ArrayD<f64> = array("questions × trials").required().placed(),
            /// The same of the second model.
            b: ArrayD<f64> = array("questions × trials").required().placed(),
            /// What is spent.
            spending: Spending = group(Spending::OPTIONS),
            /// How scores are made.
            score: PlanScore = group(PlanScore::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &QuestionsOrTrialsOptions, _: &Workers<'_>) -> Result<Answer> {
        let QuestionsOrTrialsOptions { a, b, spending, score } = options;
        let lines = (a.view().into_dimensionality::<Ix1>(), b.view().into_dimensionality::<Ix1>());
        if let (Ok(one), Ok(other)) = lines {
            if score.weights.is_some() {
                let why = "assumed probabilities are those of success here, without {it=}";
                return Err(CallError::Needless { it: "weights", why }.into());
            }
            return spending.best(Components::assumed(&one.to_vec(), &other.to_vec())?, a.len());
        }
        let results =
            (a.view().into_dimensionality::<Ix2>(), b.view().into_dimensionality::<Ix2>());
        let (Ok(one), Ok(other)) = results else {
            let needed = "results of questions × trials, or probabilities, as a is";
            return Err(CallError::Kind { option: "b", needed }.into());
        };
        let variances = Components::estimated(&one, &other, &score.weights()?)?;
        spending.best(variances, one.nrows())
    }
}
