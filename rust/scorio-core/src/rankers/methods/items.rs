//! Models of items.

use crate::rankers::declared::{ABILITY_MEAN, ABILITY_VARIANCE, BELOW, FIX_GUESSING};
use crate::rankers::items::{response, slopes};
use crate::rankers::registry::{Method, Run, methods};

methods! { ITEMS, "item response":
    /// Rasch abilities, by joint maximum likelihood.
    ///
    /// The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and
    /// the difficulty b of the question. On complete data the order is that of `avg`.
    ///
    /// Difficulties have mean 0. A question that all or none solve is kept: it changes no ability,
    /// and its difficulty is infinite.
    /// # Errors
    /// Models that never fail where the rest succeed, whose abilities are infinite. The message names
    /// them.
    /// # Source
    /// Rasch (1960), Probabilistic models for some intelligence and attainment tests.
    rasch: Items(response::rasch), "Rasch abilities, by joint maximum likelihood"
        .like_average(&[]);

    /// Rasch abilities with a Gaussian prior.
    ///
    /// The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and
    /// the difficulty b of the question. On complete data the order is that of `avg`.
    ///
    /// Difficulties have mean 0. Abilities are normal, so they are finite whatever the data. A
    /// question that all or none solve is kept: it changes no ability, and its difficulty is
    /// infinite.
    /// # Source
    /// Rasch (1960), Probabilistic models for some intelligence and attainment tests.
    rasch_map: Items(response::rasch_map), "Rasch abilities with a Gaussian prior"
        .options(&[ABILITY_VARIANCE, ABILITY_MEAN])
        .like_average(&["prior_variance", "prior_mean"]);

    /// Posterior means of Rasch abilities.
    ///
    /// The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and
    /// the difficulty b of the question. On complete data the order is that of `avg`.
    ///
    /// Difficulties are a sample of a normal population, whose mean and variance the results tell
    /// (empirical Bayes). So a question that all or none solve has a finite difficulty. The ability
    /// has a normal prior of variance 25, and 201 nodes about the mode.
    /// # Source
    /// Rasch (1960), Probabilistic models for some intelligence and attainment tests.
    rasch_mml: Items(response::rasch_mml), "posterior means of Rasch abilities, with difficulties by empirical Bayes"
        .like_average(&[]);

    /// Quantiles of the posteriors of Rasch abilities.
    ///
    /// The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and
    /// the difficulty b of the question. On complete data the order is that of `avg`.
    ///
    /// Difficulties are a sample of a normal population, whose mean and variance the results tell
    /// (empirical Bayes). So a question that all or none solve has a finite difficulty. The ability
    /// has a normal prior of variance 25, and 201 nodes about the mode.
    /// # Errors
    /// A quantile outside (0, 1).
    /// # Source
    /// Rasch (1960), Probabilistic models for some intelligence and attainment tests.
    rasch_mml_credible: Items(response::rasch_mml_credible), "quantiles of the posteriors of rasch_mml"
        .options(&[BELOW])
        .like_average(&["quantile"]);

    /// Abilities, with a slope of each question.
    ///
    /// The chance of a success is 1 / (1 + exp(-a (theta - b))). The model has the ability theta, and
    /// the question the slope a and the difficulty b.
    ///
    /// Difficulties and log slopes are samples of normal populations, whose variances the results
    /// tell (empirical Bayes). So all are finite, also of a question that all or none solve. The mean
    /// of log slopes is 0. A success counts more on a question with a steep slope: the order may
    /// differ from that of `avg`.
    ///
    /// Abilities have a normal prior of variance 25, and mean 0. Scores are the abilities at the
    /// mode.
    /// # Errors
    /// Outcomes that are all alike.
    /// # Source
    /// Birnbaum (1968), Some latent trait models and their use in inferring an examinee's ability.
    rasch_2pl: Items(slopes::rasch_2pl), "abilities, with slopes and difficulties by empirical Bayes";

    /// Abilities with a Gaussian prior, and a slope of each question.
    ///
    /// The chance of a success is 1 / (1 + exp(-a (theta - b))). The model has the ability theta, and
    /// the question the slope a and the difficulty b.
    ///
    /// Difficulties and log slopes are samples of normal populations, whose variances the results
    /// tell (empirical Bayes). So all are finite, also of a question that all or none solve. The mean
    /// of log slopes is 0. A success counts more on a question with a steep slope: the order may
    /// differ from that of `avg`.
    ///
    /// The mean difficulty is free, so that the mean of the prior moves abilities and difficulties
    /// alike. Scores are the abilities at the mode.
    /// # Errors
    /// Outcomes that are all alike.
    /// # Source
    /// Birnbaum (1968), Some latent trait models and their use in inferring an examinee's ability.
    rasch_2pl_map: Items(slopes::rasch_2pl_map), "rasch_2pl with another Gaussian prior of abilities"
        .options(&[ABILITY_VARIANCE, ABILITY_MEAN]);

    /// Abilities, with slopes of questions by marginal maximum likelihood.
    ///
    /// The chance of a success is 1 / (1 + exp(-(a theta + d))), and theta ~ N(0, 1). Slopes a and
    /// intercepts d have no prior: they maximise the likelihood in which theta is integrated out.
    /// That is the classic fit of mirt, for hundreds of models or more. With few models slopes grow
    /// without limit; take `rasch_2pl`, whose slopes are finite.
    ///
    /// Scores are the posterior means of the abilities.
    ///
    /// A question that all or none solve has an infinite intercept and no slope. It changes no
    /// ability.
    /// # Errors
    /// No question that some solve and others do not; a slope that grows without limit.
    /// # Source
    /// Bock and Aitkin (1981), Marginal maximum likelihood estimation of item parameters.
    rasch_2pl_mml: Items(slopes::rasch_2pl_mml), "posterior means of abilities, with slopes by marginal maximum likelihood";

    /// Abilities, with a slope of each question and lucky guesses.
    ///
    /// The chance of a success is c + (1 - c) / (1 + exp(-a (theta - b))), with the ability theta of
    /// the model, the slope a and the difficulty b of the question, and the chance c of a lucky
    /// guess. The results alone do not tell guesses from low difficulties, so that c has to be given.
    ///
    /// Difficulties and log slopes are samples of normal populations, whose variances the results
    /// tell (empirical Bayes). So all are finite, also of a question that all or none solve. The mean
    /// of log slopes is 0. A success counts more on a question with a steep slope: the order may
    /// differ from that of `avg`.
    ///
    /// Abilities have a normal prior of variance 25, and mean 0. Scores are the abilities at the
    /// mode.
    /// # Errors
    /// No fix_guessing, or one outside [0, 1); outcomes that are all alike.
    /// # Source
    /// Birnbaum (1968), Some latent trait models and their use in inferring an examinee's ability.
    rasch_3pl: Items(slopes::rasch_3pl), "abilities, with slopes, difficulties and a known chance of a lucky guess"
        .options(&[FIX_GUESSING]);

    /// Abilities with a Gaussian prior, slopes of questions and lucky guesses.
    ///
    /// The chance of a success is c + (1 - c) / (1 + exp(-a (theta - b))), with the ability theta of
    /// the model, the slope a and the difficulty b of the question, and the chance c of a lucky
    /// guess. The results alone do not tell guesses from low difficulties, so that c has to be given.
    ///
    /// Difficulties and log slopes are samples of normal populations, whose variances the results
    /// tell (empirical Bayes). So all are finite, also of a question that all or none solve. The mean
    /// of log slopes is 0. A success counts more on a question with a steep slope: the order may
    /// differ from that of `avg`.
    ///
    /// The mean difficulty is free, so that the mean of the prior moves abilities and difficulties
    /// alike. Scores are the abilities at the mode.
    /// # Errors
    /// No fix_guessing, or one outside [0, 1); outcomes that are all alike.
    /// # Source
    /// Birnbaum (1968), Some latent trait models and their use in inferring an examinee's ability.
    rasch_3pl_map: Items(slopes::rasch_3pl_map), "rasch_3pl with another Gaussian prior of abilities"
        .options(&[FIX_GUESSING, ABILITY_VARIANCE, ABILITY_MEAN]);

    /// Rasch abilities that do not change: the linear variant, another name of `rasch`.
    ///
    /// The chance of a success is 1 / (1 + exp(b - theta)), with the ability theta of the model and
    /// the difficulty b of the question. On complete data the order is that of `avg`.
    ///
    /// The variants "growth" and "state_space" of scorio 0.2.3 need trials in the order of time. They
    /// are errors that name `rasch`.
    /// # Errors
    /// Another variant; models that never fail where the rest succeed.
    /// # Source
    /// docs/ranking.md of the checkout.
    dynamic_irt: Items(response::rasch), "another name of rasch"
        .same_as("rasch")
        .like_average(&[]);
}
