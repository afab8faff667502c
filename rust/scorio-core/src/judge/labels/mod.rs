//! Labels on their way into counts, and what the categories of these counts mean.

pub mod arrays;
pub mod join;
pub mod labelled;
pub mod legend;
pub mod levels;
