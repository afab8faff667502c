//! Arrays on their way in.

pub(crate) mod flag;
pub(crate) mod load;
pub(crate) mod matrix;
pub(crate) mod small;
pub(crate) mod vector;
