//! Arithmetic with 30 digits, portable functions, distributions, random streams, and memory that
//! may be lacking.

pub(crate) mod beta;
pub(crate) mod chi_square;
pub(crate) mod columns;
pub(crate) mod complex;
pub(crate) mod decimal;
pub(crate) mod double;
pub(crate) mod draws;
pub(crate) mod error;
pub(crate) mod exact;
pub(crate) mod fourier;
pub(crate) mod legendre;
pub(crate) mod logarithm;
pub(crate) mod memory;
pub(crate) mod normal;
pub(crate) mod orthant;
pub(crate) mod portable;
mod powers;
pub(crate) mod random;
pub(crate) mod sorting;
pub(crate) mod student;
pub(crate) mod watch;
