//! The fields that are read, as a tree of their keys.

/// The roles of fields, in the order of their slots.
pub(crate) const ROLES: [&str; 5] = ["model", "task", "question", "trial", "outcome"];

/// A key with what is wanted of its value.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// The slots that its value fills. Two roles may have one field.
    pub(crate) slots: Vec<usize>,
    /// The wanted keys of an object there, or indices of a list.
    pub(crate) children: Vec<(String, Node)>,
}

impl Node {
    /// The tree of some dotted paths, each with its slot.
    pub(crate) fn of<'a>(paths: impl IntoIterator<Item = (usize, &'a str)>) -> Self {
        let mut root = Self::default();
        for (slot, path) in paths {
            root.insert(&keys(path), slot);
        }
        root
    }

    fn insert(&mut self, keys: &[String], slot: usize) {
        let Some((first, rest)) = keys.split_first() else {
            self.slots.push(slot);
            return;
        };
        let place = self.children.iter().position(|(key, _)| key == first);
        let place = place.unwrap_or_else(|| {
            self.children.push((first.clone(), Self::default()));
            self.children.len() - 1
        });
        if let Some((_, child)) = self.children.get_mut(place) {
            child.insert(rest, slot);
        }
    }
}

/// The keys of a dotted path. `\.` is a dot within a key.
fn keys(path: &str) -> Vec<String> {
    let mut keys = vec![String::new()];
    let mut letters = path.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some('.')) => {
                letters.next();
                if let Some(key) = keys.last_mut() {
                    key.push('.');
                }
            }
            ('.', _) => keys.push(String::new()),
            _ => {
                if let Some(key) = keys.last_mut() {
                    key.push(letter);
                }
            }
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::keys;

    #[test]
    fn dots_separate_keys_unless_escaped() {
        assert_eq!(keys("info.model"), ["info", "model"]);
        assert_eq!(keys(r"a\.b.c"), ["a.b", "c"]);
    }
}
