//! The types that an entry of a results matrix may have.

/// A type of matrix entry: what it says about the category.
pub trait Outcome: Copy + Send + Sync {
    /// The category, if the entry is a whole number from 0.
    fn category(self) -> Option<usize>;

    /// Whether the entry marks a missing outcome.
    fn is_missing(self) -> bool {
        false
    }

    /// The entry as its user would write it.
    fn text(self) -> String;

    /// 0 or 1 as they are, 2 for any other entry.
    fn bit(self) -> u8;

    /// The entries as bytes whose value is their category, if that is how they lie in memory.
    #[must_use]
    fn as_bytes(run: &[Self]) -> Option<&[u8]> {
        let _ = run;
        None
    }
}

macro_rules! integer_outcome {
    ($type:ty $(, $as_bytes:item)?) => {
        impl Outcome for $type {
            fn category(self) -> Option<usize> {
                usize::try_from(self).ok()
            }
            fn text(self) -> String {
                self.to_string()
            }
            #[inline]
            fn bit(self) -> u8 {
                if self == 0 { 0 } else if self == 1 { 1 } else { 2 }
            }
            $($as_bytes)?
        }
    };
}

macro_rules! float_outcome {
    ($type:ty) => {
        impl Outcome for $type {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
            fn category(self) -> Option<usize> {
                // Up to 2^53 every whole number has a float of its own.
                (self >= 0.0 && self.fract() == 0.0 && self < 9e15).then_some(self as usize)
            }
            fn is_missing(self) -> bool {
                self.is_nan()
            }
            fn text(self) -> String {
                self.to_string()
            }
            #[inline]
            fn bit(self) -> u8 {
                if self == 0.0 {
                    0
                } else if self == 1.0 {
                    1
                } else {
                    2
                }
            }
        }
    };
}

integer_outcome!(
    u8,
    fn as_bytes(run: &[Self]) -> Option<&[u8]> {
        Some(run)
    }
);
integer_outcome!(
    i8,
    fn as_bytes(run: &[Self]) -> Option<&[u8]> {
        Some(bytemuck::cast_slice(run))
    }
);
integer_outcome!(u16);
integer_outcome!(u32);
integer_outcome!(u64);
integer_outcome!(i16);
integer_outcome!(i32);
integer_outcome!(i64);
float_outcome!(f32);
float_outcome!(f64);

impl Outcome for bool {
    fn category(self) -> Option<usize> {
        Some(usize::from(self))
    }
    fn text(self) -> String {
        self.to_string()
    }
    #[inline]
    fn bit(self) -> u8 {
        u8::from(self)
    }
    fn as_bytes(run: &[Self]) -> Option<&[u8]> {
        Some(bytemuck::cast_slice(run))
    }
}
