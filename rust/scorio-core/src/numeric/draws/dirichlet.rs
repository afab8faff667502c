//! Draws from Dirichlet distributions.

use crate::error::Result;
use crate::numeric::draws::beta::BetaDraws;
use crate::numeric::random::Stream;

/// Draws probabilities from the Dirichlet distribution with these shapes.
///
/// It breaks a stick piece by piece, because Gamma draws of small shapes would all underflow.
pub(crate) fn draw(shapes: &[f64], p: &mut [f64], stream: &mut Stream) -> Result<()> {
    let total: f64 = shapes.iter().sum();
    let (mut after, mut left) = (total, 1.0);
    for (p, &alpha) in p.iter_mut().zip(shapes) {
        after -= alpha;
        let part = if alpha == 0.0 {
            0.0
        } else if after <= f64::EPSILON * total {
            1.0
        } else {
            BetaDraws::new(alpha, after)?.sample(stream)
        };
        *p = left * part;
        left *= 1.0 - part;
    }
    Ok(())
}

/// A Dirichlet distribution to draw from many times. Its draws are those of [`draw`].
pub(crate) struct DirichletDraws {
    pieces: Vec<Piece>,
}

/// A piece of the stick.
enum Piece {
    Nothing,
    Rest,
    Part(BetaDraws),
}

impl DirichletDraws {
    /// The distribution with these shapes.
    ///
    /// # Errors
    /// A shape is not finite.
    pub(crate) fn new(shapes: &[f64]) -> Result<Self> {
        let total: f64 = shapes.iter().sum();
        let mut after = total;
        let piece = |&alpha: &f64| {
            after -= alpha;
            Ok(if alpha == 0.0 {
                Piece::Nothing
            } else if after <= f64::EPSILON * total {
                Piece::Rest
            } else {
                Piece::Part(BetaDraws::new(alpha, after)?)
            })
        };
        Ok(Self { pieces: shapes.iter().map(piece).collect::<Result<_>>()? })
    }

    /// Draws probabilities.
    pub(crate) fn draw(&self, p: &mut [f64], stream: &mut Stream) {
        for (p, piece) in p.iter_mut().zip(&self.pieces) {
            *p = match piece {
                Piece::Nothing => 0.0,
                Piece::Rest => 1.0,
                Piece::Part(part) => part.accepted(stream),
            };
        }
        for (p, piece) in p.iter_mut().zip(&self.pieces) {
            if let Piece::Part(part) = piece {
                *p = part.value(*p);
            }
        }
        let mut left = 1.0;
        for p in p {
            let part = *p;
            *p = left * part;
            left *= 1.0 - part;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::random::{Purpose, stream};

    #[test]
    fn many_draws_have_the_bits_of_each() {
        let ones = vec![1.0; 500];
        let some: Vec<f64> = (0..500).map(|i| if i % 50 == 7 { 3.0 } else { 1.0 }).collect();
        let odd = vec![0.0, 0.5, 1e-300, 40.0, 0.0, 2.0, 1.0, 1.0, 0.0];
        for shapes in [ones, some, odd, vec![2.0, 0.0, 0.0], vec![1.0]] {
            let many = DirichletDraws::new(&shapes).unwrap();
            let (mut one, mut other) = (vec![0.0; shapes.len()], vec![0.0; shapes.len()]);
            for index in 0..20 {
                let mut streams = [0, 0].map(|_| stream(2, Purpose::Simulation, index));
                draw(&shapes, &mut one, &mut streams[0]).unwrap();
                many.draw(&mut other, &mut streams[1]);
                assert_eq!(one, other);
            }
        }
        assert!(DirichletDraws::new(&[1.0, f64::NAN, 1.0]).is_err());
    }
}
