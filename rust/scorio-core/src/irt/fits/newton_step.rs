//! Newton's step of models and items at once, by conjugate gradients.
//!
//! At a mode the curvature is positive along steps that keep the mean log slope. That of one item need
//! not be positive, and then items cannot be eliminated. This way is longer, and needs no more.

use crate::irt::fits::sloped::SlopedMode;
use crate::irt::parallel::dot;

/// Conjugate steps, at most.
const MOST: usize = 500;

/// Values of models and m, and of b and α of each item.
#[derive(Clone)]
struct Whole {
    outer: Vec<f64>,
    items: Vec<[f64; 2]>,
}

impl Whole {
    fn dot(&self, other: &Self) -> f64 {
        let items = self.items.iter().zip(&other.items);
        dot(&self.outer, &other.outer) + items.map(|(x, y)| x[0] * y[0] + x[1] * y[1]).sum::<f64>()
    }

    /// Takes the mean from log slopes. What all of them share moves no step, but would drown the rest.
    fn level(&mut self) {
        let mean = self.items.iter().map(|item| item[1]).sum::<f64>() / self.items.len() as f64;
        for item in &mut self.items {
            item[1] -= mean;
        }
    }

    /// Adds a multiple of another, times a factor of its own.
    fn add(&mut self, own: f64, share: f64, other: &Self) {
        for (x, y) in self.outer.iter_mut().zip(&other.outer) {
            *x = own * *x + share * y;
        }
        for (x, y) in self.items.iter_mut().zip(&other.items) {
            *x = [own * x[0] + share * y[0], own * x[1] + share * y[1]];
        }
    }
}

impl SlopedMode {
    /// Newton's step along which the mean log slope stays. Items keep theirs.
    ///
    /// It is `None` if the curvature is not that of a mode, or if there are too many unknowns.
    pub(super) fn whole_step(&mut self) -> Option<Vec<f64>> {
        let slopes = self.items().map(|item| item.slope).collect();
        let mut rest = Whole { outer: self.slopes.clone(), items: slopes };
        let scale = self.scale();
        if scale.outer.iter().any(|weight| *weight <= 0.0) {
            return None;
        }
        rest.level();
        let mut found = Whole { outer: vec![0.0; rest.outer.len()], items: Vec::new() };
        found.items = vec![[0.0; 2]; rest.items.len()];
        let mut along = levelled(&rest, &scale);
        let mut size = rest.dot(&along);
        let enough = 1e-20 * size;
        for _ in 0..MOST {
            if size <= enough || size <= 0.0 {
                let items = self.blocks.iter_mut().flat_map(|block| &mut block.items);
                for (item, step) in items.zip(found.items) {
                    item.step = step;
                }
                return Some(found.outer);
            }
            let image = self.curved(&along);
            let curve = along.dot(&image);
            if curve.is_nan() || curve <= 0.0 {
                return None;
            }
            let share = size / curve;
            found.add(1.0, share, &along);
            rest.add(1.0, -share, &image);
            rest.level();
            let next = levelled(&rest, &scale);
            let grown = rest.dot(&next);
            along.add(grown / size, 1.0, &next);
            size = grown;
        }
        None
    }

    /// About the diagonal of the curvature.
    fn scale(&self) -> Whole {
        let [_, q, r] = self.precisions;
        let of_item = |expected: &[f64; 3]| [expected[0] + q, expected[2] + r];
        Whole {
            outer: self.weights.clone(),
            items: self.items().map(|item| of_item(&item.expected)).collect(),
        }
    }

    /// The curvature times a vector.
    fn curved(&self, vector: &Whole) -> Whole {
        let (models, q) = (vector.outer.len() - 1, self.precisions[1]);
        let of_centre = vector.outer.get(models).copied().unwrap_or_default();
        let own = self.weights.iter().zip(&vector.outer);
        let mut outer: Vec<f64> = own.map(|(weight, value)| weight * value).collect();
        let mut items = Vec::with_capacity(vector.items.len());
        let blocks = self.blocks.iter();
        let lines = blocks.flat_map(|block| block.items.iter().zip(block.shared.chunks(models)));
        for ((item, shared), &[b, alpha]) in lines.zip(&vector.items) {
            let [one, both, other] = item.curve;
            let mut image = [one * b + both * alpha - q * of_centre, both * b + other * alpha];
            for ((shared, value), of_model) in shared.iter().zip(&vector.outer).zip(&mut outer) {
                image[0] += shared[0] * value;
                image[1] += shared[1] * value;
                *of_model += shared[0] * b + shared[1] * alpha;
            }
            if let Some(of_centre) = outer.last_mut() {
                *of_centre -= q * b;
            }
            items.push(image);
        }
        Whole { outer, items }
    }
}

/// A vector over a scale, less what would move the mean log slope.
fn levelled(rest: &Whole, scale: &Whole) -> Whole {
    let outer = rest.outer.iter().zip(&scale.outer).map(|(rest, scale)| rest / scale).collect();
    let items = || rest.items.iter().zip(&scale.items);
    let all: f64 = items().map(|(rest, scale)| rest[1] / scale[1]).sum();
    let level = all / scale.items.iter().map(|scale| 1.0 / scale[1]).sum::<f64>();
    let item =
        |(rest, scale): (&[f64; 2], &[f64; 2])| [rest[0] / scale[0], (rest[1] - level) / scale[1]];
    Whole { outer, items: items().map(item).collect() }
}
