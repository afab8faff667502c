//! Simulated models and trials as declared calls.

use ndarray::ArrayD;

use super::models::{self, MEANS, ORIGINAL_MEANS};
use super::trials;
use crate::calls::declare::{call, options};
use crate::calls::option::{Range, array, flag, group, number, numbers, seed, whole};
use crate::calls::{Answer, Input, Workers};
use crate::error::Result;

options! {
    /// What is drawn.
    pub struct Drawn {
        /// How many questions there are.
        questions: u64 = whole(Range::FROM_ONE).or(30.0).placed(),
        /// The seed that everything is drawn from.
        seed: u64 = seed().required(),
    }
}

impl Drawn {
    fn questions(&self) -> usize {
        size(self.questions)
    }
}

/// A size of an array. What is too large for memory is refused where memory is taken.
fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// How alike questions are, as a declared option.
const ALIKE: f64 = 4.5;

/// Biased coins.
pub mod coins {
    use super::{
        ALIKE, Answer, Drawn, Input, MEANS, Range, Result, Workers, call, group, models, number,
        numbers,
    };

    call! {
        /// Gives success probabilities of models with given means over their questions.
        ///
        /// # Formula
        /// A model's probabilities are drawn from Beta(c m, c (1 − m)) and then moved to the mean m. With g the
        /// mean that was drawn, p becomes p m / g if g > m, and 1 − (1 − p)(1 − m) / (1 − g) if g < m.
        ///
        /// # Errors
        /// A mean outside [0, 1]. A concentration outside 1e-6 to 1e9. No question.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 2.7.
        simulate_coins(Nothing): answer => [], arrays [p: "models × questions"], notes &[];

        /// Models by their means.
        pub struct CoinsOptions {
            /// The mean of each of L models. By default those of the eleven models of the paper.
            means: Vec<f64> = numbers("one per model").or_numbers(&MEANS).placed(),
            /// How alike questions are: their variance is about mean (1 − mean) / (concentration + 1).
            concentration: f64 = number(Range::ANY).or(ALIKE),
            /// What is drawn.
            drawn: Drawn = group(Drawn::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &CoinsOptions, _: &Workers<'_>) -> Result<Answer> {
        let CoinsOptions { means, concentration, drawn } = options;
        let p = models::coins(means, drawn.questions(), *concentration, drawn.seed)?;
        Ok(Answer::array(&[means.len(), drawn.questions()], p))
    }
}

/// The eight original models.
pub mod originals {
    use super::{
        Answer, Drawn, Input, ORIGINAL_MEANS, Result, Workers, call, group, models, numbers,
    };

    call! {
        /// Gives success probabilities of the eight original models: Beta(i + 3, 12 − i), i = 1 to 8.
        ///
        /// # Errors
        /// Other than eight means, or one outside [0, 1]. No question.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 2.8.
        simulate_originals(Nothing): answer => [], arrays [p: "models × questions"], notes &[];

        /// The original models.
        pub struct OriginalsOptions {
            /// Eight means to which the models are moved, as in `simulate_coins`. By default they stay as drawn.
            means: Option<Vec<f64>> = numbers("one per model"),
            /// What is drawn.
            drawn: Drawn = group(Drawn::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &OriginalsOptions, _: &Workers<'_>) -> Result<Answer> {
        let OriginalsOptions { means, drawn } = options;
        let p = models::originals(drawn.questions(), means.as_deref(), drawn.seed)?;
        Ok(Answer::array(&[ORIGINAL_MEANS.len(), drawn.questions()], p))
    }
}

/// Stochastic updates of the original models.
pub mod updates {
    use super::{
        Answer, Drawn, Input, ORIGINAL_MEANS, Range, Result, Workers, call, group, models, size,
        whole,
    };

    call! {
        /// Gives success probabilities of stochastic updates of the original models.
        ///
        /// # Formula
        /// Model i of a replicate is drawn from Beta(i + 3 + σ, 12 − i + σ′). σ and σ′ are each −1 or 1 with
        /// equal chances.
        ///
        /// # Errors
        /// No replicate or question.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 2.8.
        simulate_updates(Nothing): answer => [], arrays [p: "replicates × models × questions"], notes &[];

        /// Sets of updated models.
        pub struct UpdatesOptions {
            /// How many sets of eight updated models there are.
            replicates: u64 = whole(Range::FROM_ONE).required().placed(),
            /// What is drawn.
            drawn: Drawn = group(Drawn::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &UpdatesOptions, work: &Workers<'_>) -> Result<Answer> {
        let UpdatesOptions { replicates, drawn } = options;
        let questions = drawn.questions();
        let p = models::updates(questions, &work.replicates(*replicates), drawn.seed)?;
        Ok(Answer::array(&[size(*replicates), ORIGINAL_MEANS.len(), questions], p))
    }
}

/// Models of several categories.
pub mod categorical {
    use super::{
        ALIKE, Answer, ArrayD, Drawn, Input, Range, Result, Workers, array, call, group, models,
        number,
    };

    call! {
        /// Gives category probabilities of models: a draw for each question from the Dirichlet distribution.
        ///
        /// # Formula
        /// The draw has the shares of its model as means, and Σ α = concentration.
        ///
        /// # Errors
        /// Shares that do not add up to 1, or are outside [0, 1]. Fewer than 2 or more than 128 categories. A
        /// concentration outside 1e-6 to 1e9. No question.
        ///
        /// # Source
        /// docs/reproduce.md of the checkout.
        simulate_categorical(Nothing): answer
            => [], arrays [p: "models × questions × categories"], notes &[];

        /// Models by their shares.
        pub struct CategoricalOptions {
            /// The mean share of each category of each model.
            shares: ArrayD<f64> = array("models × categories").required().placed(),
            /// Σ α of the Dirichlet distribution.
            concentration: f64 = number(Range::ANY).or(ALIKE),
            /// What is drawn.
            drawn: Drawn = group(Drawn::OPTIONS),
        }
    }

    fn answer(_: Input<'_>, options: &CategoricalOptions, _: &Workers<'_>) -> Result<Answer> {
        let CategoricalOptions { shares, concentration, drawn } = options;
        let questions = drawn.questions();
        let p = models::categorical(&shares.view(), questions, *concentration, drawn.seed)?;
        let (&categories, models) = shares.shape().split_last().unwrap_or((&0, &[]));
        Ok(Answer::array(&[models, &[questions, categories]].concat(), p))
    }
}

/// Trials of known models.
pub mod outcomes {
    use super::{
        Answer, ArrayD, Input, Range, Result, Workers, array, call, flag, seed, size, trials, whole,
    };

    call! {
        /// Gives outcomes of independent trials.
        ///
        /// # Errors
        /// A probability outside [0, 1]. Category probabilities that do not add up to 1. No question or trial.
        /// More outcomes than fit in memory.
        ///
        /// # Source
        /// Hariri et al. (2026), arXiv:2510.04265, section 2.7.
        simulate_trials(Nothing): answer => [], arrays [outcomes: "models × questions × trials"], notes &[];

        /// Models, and how many trials they have.
        pub struct TrialsOptions {
            /// Success probabilities, whose last axis are the questions. With `categorical`, a further axis has a
            /// probability of each category.
            p: ArrayD<f64> = array("models × questions").required().placed(),
            /// How many trials of each question there are.
            trials: u64 = whole(Range::FROM_ONE).required().placed(),
            /// Whether p has an axis of categories.
            categorical: bool = flag(),
            /// The seed that everything is drawn from.
            seed: u64 = seed().required(),
        }
    }

    fn answer(_: Input<'_>, options: &TrialsOptions, work: &Workers<'_>) -> Result<Answer> {
        let &TrialsOptions { ref p, trials, categorical, seed } = options;
        let count = size(trials);
        let made = trials::trials(&p.view(), count, categorical, &work.replicates(0), seed)?;
        let mut axes = p.shape().to_vec();
        if categorical {
            axes.pop();
        }
        axes.push(count);
        // There are at most 128 categories.
        let outcomes: Vec<_> = made.into_iter().map(i8::cast_unsigned).collect();
        Ok(Answer::array(&axes, outcomes))
    }
}
