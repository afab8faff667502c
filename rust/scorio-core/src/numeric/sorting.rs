//! A stable sort that is compiled once, for lists that are sorted now and then.
//!
//! The standard library's sort is compiled anew for each type and each order, which takes 8 kB. It
//! stays where lists are long, or where sorting is much of the work.

use std::cmp::Ordering;

/// Sorts by `compare`. What it calls equal keeps its order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    arrange(items, places(items.len(), &|one, other| compare(&items[one], &items[other])));
}

/// Sorts by a key.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// The places from 0 in their order.
#[inline(never)]
fn places(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by(|&one, &other| compare(one, other));
    order
}

/// Puts at each place what stands at its place in `order`.
pub(crate) fn arrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..order.len() {
        let mut place = start;
        // Along a cycle, what stood at the start is carried to the end.
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{sort_by, sort_by_key};

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(
            mut items in proptest::collection::vec((0_u8..6, ".{0,2}"), 0..80),
        ) {
            let mut plain = items.clone();
            plain.sort_by(|one, other| one.1.cmp(&other.1));
            sort_by(&mut items, |one, other| one.1.cmp(&other.1));
            prop_assert_eq!(&items, &plain);
            plain.sort_by_key(|one| one.0);
            sort_by_key(&mut items, |one| one.0);
            prop_assert_eq!(items, plain);
        }
    }
}
