//! Arrow tables on their way in and out.

pub(crate) mod c_data;
pub(crate) mod c_stream;
pub(crate) mod capsule;
