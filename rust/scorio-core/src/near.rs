//! The name that a misspelt one most likely means.

/// The likeliest of some names, if one is near.
#[must_use]
pub fn near<'n>(given: &str, names: &'n [String]) -> Option<&'n str> {
    let plain = |name: &str| -> Vec<char> {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let last = |name: &str| name.rsplit('.').next().map(plain).unwrap_or_default();
    let wanted = plain(given);
    let rated = names.iter().filter_map(|name| {
        let whole = distance(&wanted, &plain(name));
        // The field may be inside another, or the other way round.
        let inside = distance(&wanted, &last(name)).min(distance(&last(given), &plain(name))) + 1;
        let far = whole.min(inside);
        (far <= 1 + wanted.len() / 5 && far < wanted.len()).then_some((far, name))
    });
    rated.min_by_key(|(far, _)| *far).map(|(_, name)| name.as_str())
}

/// The same of names that are declared.
pub(crate) fn likeliest<'n>(given: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<String> = names.map(str::to_owned).collect();
    near(given, &names).map(str::to_owned)
}

/// How many letters must be put in, taken out or replaced.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, one) in left.iter().enumerate() {
        let mut before = at;
        let mut here = at + 1;
        let mut next = vec![here];
        for (other, above) in right.iter().zip(row.iter().skip(1)) {
            here = (before + usize::from(one != other)).min(above + 1).min(here + 1);
            before = *above;
            next.push(here);
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_are_near() {
        let names = ["model", "info.correct", "is_correct", "question_id"].map(str::to_owned);
        assert_eq!(near("correct", &names), Some("info.correct"));
        assert_eq!(near("isCorrect", &names), Some("is_correct"));
        assert_eq!(near("info.corect", &names), Some("info.correct"));
        assert_eq!(near("questionid", &names), Some("question_id"));
        assert_eq!(near("modle", &names), Some("model"));
        assert_eq!(near("r", &["n".to_owned()]), None);
        assert_eq!(near("modell", &names), Some("model"));
        assert_eq!(near("reward", &names), None);
        assert_eq!(distance(&['a', 'b', 'c'], &['b', 'c', 'd']), 2);
    }
}
