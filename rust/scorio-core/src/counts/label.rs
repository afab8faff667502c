//! Labels as numbers, and the cluster, the weight and other fields of questions.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::{HashMap, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};

/// The number of the empty label.
pub(crate) const EMPTY: u32 = 0;

/// The empty label, as a part of a text. Other empty texts have an address that is no memory, and some
/// processors take a hundred times as long to compare these.
const NO_TEXT: &str = "-".split_at(0).0;

/// Strings numbered in order of appearance, each stored once.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    texts: Vec<Box<str>>,
    index: HashTable<u32>,
}

impl Labels {
    /// Only the empty label.
    pub(super) fn new() -> Self {
        Self { texts: vec![Box::default()], index: HashTable::new() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn get(&self, label: u32) -> &str {
        self.texts.get(label as usize).filter(|text| !text.is_empty()).map_or(NO_TEXT, |text| text)
    }

    /// The number of a known label.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        if text.is_empty() {
            return Some(EMPTY);
        }
        let same = |&label: &u32| self.get(label) == text;
        self.index.find(hash(text), same).copied()
    }

    pub(super) fn intern(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return EMPTY;
        }
        let hash = hash(text);
        let texts = &self.texts;
        let same = |&label: &u32| texts.get(label as usize).is_some_and(|known| **known == *text);
        if let Some(&label) = self.index.find(hash, same) {
            return label;
        }
        #[expect(clippy::cast_possible_truncation, reason = "2^32 labels need over 100 GB")]
        let label = self.texts.len() as u32;
        self.texts.push(text.into());
        let texts = &self.texts;
        self.index.insert_unique(hash, label, |&label| {
            texts.get(label as usize).map_or(0, |text| self::hash(&**text))
        });
        label
    }
}

/// Whether two labels are equal.
///
/// Counts store a label once, so that equal ones mostly lie at one place.
pub(crate) fn same(one: &str, other: &str) -> bool {
    std::ptr::eq(one, other) || one == other
}

pub(super) fn hash<T: std::hash::Hash + ?Sized>(value: &T) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(value)
}

/// The cluster and the weight of a question.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Detail {
    pub(super) cluster: Option<u32>,
    pub(super) weight: Option<f64>,
}

/// Clusters and weights by task and question. All models and scores share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Details {
    of: HashMap<[u32; 2], Detail, FxBuildHasher>,
    clusters: bool,
    weights: bool,
}

/// A label of a question that differs from an earlier one.
pub(super) enum Conflict {
    Cluster(u32),
    Weight(f64),
}

impl Details {
    /// Whether any question has a cluster.
    pub(super) fn have_clusters(&self) -> bool {
        self.clusters
    }

    /// Whether any question has a weight.
    pub(super) fn have_weights(&self) -> bool {
        self.weights
    }

    /// The known cluster and weight of a question.
    pub(super) fn get(&self, question: [u32; 2]) -> Detail {
        if self.of.is_empty() {
            return Detail::default();
        }
        self.of.get(&question).copied().unwrap_or_default()
    }

    /// Sets unknown values. Known values must be equal.
    pub(super) fn set(&mut self, question: [u32; 2], new: Detail) -> Result<(), Conflict> {
        if new.cluster.is_none() && new.weight.is_none() {
            return Ok(());
        }
        let known = self.of.entry(question).or_default();
        match (known.cluster, new.cluster) {
            (Some(cluster), Some(other)) if cluster != other => {
                return Err(Conflict::Cluster(cluster));
            }
            (None, Some(_)) => {
                known.cluster = new.cluster;
                self.clusters = true;
            }
            _ => {}
        }
        match (known.weight, new.weight) {
            #[expect(clippy::float_cmp, reason = "weights are copied, not computed")]
            (Some(weight), Some(other)) if weight != other => Err(Conflict::Weight(weight)),
            (None, Some(_)) => {
                known.weight = new.weight;
                self.weights = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Values of named fields by task and question. All models and scores share them.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldValues {
    /// The number of each field's name.
    names: Vec<u32>,
    /// The values of a question by field. The empty label stands for none.
    of: HashMap<[u32; 2], Vec<u32>, FxBuildHasher>,
}

impl FieldValues {
    /// The numbers of the names of the fields.
    pub(super) fn names(&self) -> &[u32] {
        &self.names
    }

    /// The place of a field. It is new if there is none yet.
    pub(super) fn place(&mut self, name: u32) -> usize {
        self.names.iter().position(|&known| known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }

    /// Whether a question has any value.
    pub(super) fn has(&self, question: [u32; 2]) -> bool {
        self.of.contains_key(&question)
    }

    pub(super) fn value(&self, question: [u32; 2], place: usize) -> u32 {
        self.of.get(&question).and_then(|values| values.get(place)).copied().unwrap_or(EMPTY)
    }

    /// Sets an unknown value. A known one must be equal, or it is given back.
    pub(super) fn set(
        &mut self,
        question: [u32; 2],
        place: usize,
        value: u32,
    ) -> std::result::Result<(), u32> {
        let values = self.of.entry(question).or_default();
        if values.len() <= place {
            values.resize(place + 1, EMPTY);
        }
        match values.get_mut(place) {
            Some(known) if *known == EMPTY => *known = value,
            Some(known) if *known != value && value != EMPTY => return Err(*known),
            _ => {}
        }
        Ok(())
    }
}
