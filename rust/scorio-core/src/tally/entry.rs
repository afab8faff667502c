//! The types of an entry in a results matrix.

/// A type of matrix entry, and the category that it stands for.
///
/// Another program may change entries while they are read. Whatever [`category`](Self::category) and
/// the rest then return, the counts of a question add up.
pub trait Outcome: Copy + Send + Sync {
    /// Bytes of [`as_bytes`](Self::as_bytes) from here on are no categories.
    const CATEGORIES: usize = 256;

    /// The category, if the entry is a whole number from 0.
    fn category(self) -> Option<usize>;

    /// Whether the entry marks a missing outcome.
    fn is_missing(self) -> bool {
        false
    }

    /// The entry as its user would write it.
    fn text(self) -> String;

    /// Writes the category of each entry. Many entries cost one call.
    ///
    /// It returns false if an entry has no category below 256. Then `bytes` may hold anything.
    fn narrow(run: &[Self], bytes: &mut [u8]) -> bool;

    /// The entries as bytes that hold their category, if they are stored that way.
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
            #[inline(never)]
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
            fn narrow(run: &[Self], bytes: &mut [u8]) -> bool {
                // No branch: the bits of all entries are gathered and checked once.
                let mut all = 0;
                for (byte, &entry) in bytes.iter_mut().zip(run) {
                    *byte = entry as u8;
                    all |= entry;
                }
                u8::try_from(all).is_ok()
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
                // Every whole number up to 2^53 is an exact float.
                (self >= 0.0 && self.fract() == 0.0 && self < 9e15).then_some(self as usize)
            }
            fn is_missing(self) -> bool {
                self.is_nan()
            }
            fn text(self) -> String {
                self.to_string()
            }
            #[inline(never)]
            #[expect(clippy::cast_possible_truncation, reason = "checked")]
            fn narrow(run: &[Self], bytes: &mut [u8]) -> bool {
                // From here on, floats are 1 apart, so their bits count up like whole numbers.
                const OFFSET: $type = (1_u64 << (<$type>::MANTISSA_DIGITS - 1)) as $type;
                let (mut all, mut change) = (0, 0);
                for (byte, &entry) in bytes.iter_mut().zip(run) {
                    let moved = entry + OFFSET;
                    let category = moved.to_bits() ^ OFFSET.to_bits();
                    *byte = category as u8;
                    all |= category;
                    change |= (moved - OFFSET).to_bits() ^ entry.to_bits();
                }
                // Only the sign of a zero may change.
                all < 256 && change << 1 == 0
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
    fn narrow(run: &[Self], bytes: &mut [u8]) -> bool {
        bytes.iter_mut().zip(run).for_each(|(byte, &entry)| *byte = u8::from(entry));
        true
    }
    fn as_bytes(run: &[Self]) -> Option<&[u8]> {
        Some(bytemuck::cast_slice(run))
    }
}
