//! Scores of single questions, in the order of their names.

use std::cmp::Ordering;

use crate::counts::label::same;
use crate::numeric::sorting::arrange;

/// The task and the name of a question.
pub(super) type QuestionKey<'a> = (&'a str, &'a str);

/// The score of one question.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuestionScore<'a> {
    pub(super) score: f64,
    pub(super) weight: f64,
    pub(super) trials: u64,
    pub(super) cluster: Option<&'a str>,
}

/// A question and its score.
pub(super) type KeyedScore<'a> = (QuestionKey<'a>, QuestionScore<'a>);

/// Sorts scores by task and question.
///
/// Names are far from one another in memory, and mostly differ in their first bytes. So these are
/// compared first, as numbers.
pub(super) fn sort(scored: &mut [KeyedScore<'_>]) {
    let mut order: Vec<(u64, usize)> =
        scored.iter().map(|((_, question), _)| first_bytes(question)).zip(0..).collect();
    let one_task = scored.windows(2).all(|pair| matches!(pair, [a, b] if same(a.0.0, b.0.0)));
    order.sort_unstable_by(|&(one, place), &(other, second)| {
        let by_name = || match (scored.get(place), scored.get(second)) {
            (Some(a), Some(b)) if one_task => a.0.1.cmp(b.0.1),
            (a, b) => a.map(|one| one.0).cmp(&b.map(|one| one.0)),
        };
        let by_bytes = if one_task { one.cmp(&other) } else { Ordering::Equal };
        by_bytes.then_with(by_name).then(place.cmp(&second))
    });
    arrange(scored, order.into_iter().map(|(_, place)| place).collect());
}

/// The first eight bytes of a name as a number, which is in the order of the names.
fn first_bytes(name: &str) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(name.bytes()).for_each(|(byte, own)| *byte = own);
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{QuestionScore, sort};

    proptest! {
        #[test]
        fn names_are_in_the_order_of_their_bytes(
            names in prop::collection::vec(("[ab]{0,1}", "[a\u{0}é]{0,10}"), 0..60),
            tasks in any::<bool>(),
        ) {
            let task = |own: String| if tasks { own } else { "math".to_owned() };
            let names: Vec<_> = names.into_iter().map(|(own, name)| (task(own), name)).collect();
            let score = QuestionScore { score: 0.0, weight: 1.0, trials: 1, cluster: None };
            let keys = names.iter().map(|(task, name)| (task.as_str(), name.as_str()));
            let mut plain: Vec<_> = keys.collect();
            let mut scored: Vec<_> = plain.iter().map(|&key| (key, score)).collect();
            sort(&mut scored);
            plain.sort_unstable();
            prop_assert_eq!(scored.iter().map(|one| one.0).collect::<Vec<_>>(), plain);
        }
    }
}
