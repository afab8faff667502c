//! One trial on its way into the counts: duplicates, and trials that logs plan.

pub(crate) mod add_trial;
pub(crate) mod details;
pub(crate) mod fields;
pub(crate) mod joined;
pub(crate) mod planned;
pub(crate) mod planned_rows;
pub(crate) mod series;
pub(crate) mod weights;
