//! What a user chooses of priors and targets, by the names of Python, which checks them.

use scorio_core::{Clusters, Prior, PriorChoice, Target};

pub(crate) fn prior(name: &str) -> PriorChoice {
    match name {
        "hierarchical" => PriorChoice::Hierarchical,
        _ => PriorChoice::Known(Prior::Uniform),
    }
}

pub(crate) fn target(sampled: bool) -> Target {
    if sampled { Target::QuestionsLikeThese } else { Target::TheseQuestions }
}

pub(crate) fn clusters(name: Option<&str>) -> Option<Clusters> {
    name.map(|name| if name == "task" { Clusters::Tasks } else { Clusters::Labels })
}
