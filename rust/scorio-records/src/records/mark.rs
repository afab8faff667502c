//! How one trial counts, and the number that stands for its name.

/// How a trial was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// In this category.
    Category(u16),
    /// In the first category, because its outcome is missing.
    Failed,
    /// Left out, because its outcome is missing.
    Dropped,
}

impl Mark {
    /// The mark as a number that is not 0.
    pub fn number(self) -> u32 {
        match self {
            Self::Dropped => 1,
            Self::Failed => 2,
            Self::Category(category) => u32::from(category) + 3,
        }
    }

    pub fn of_number(number: u32) -> Option<Self> {
        match number {
            0 => None,
            1 => Some(Self::Dropped),
            2 => Some(Self::Failed),
            other => u16::try_from(other - 3).ok().map(Self::Category),
        }
    }

    /// The mark as a byte that is not 0. Categories beyond the 252nd have none.
    pub fn byte(self) -> Option<u8> {
        u8::try_from(self.number()).ok()
    }

    pub fn of_byte(byte: u8) -> Option<Self> {
        Self::of_number(byte.into())
    }
}

/// Codes from here on stand for names, in order of appearance. Those below are numbers.
pub const NAMES: u32 = 1 << 31;

/// The code of a trial that is a number.
#[inline]
pub fn number(digits: &[u8]) -> Option<u32> {
    // "07" and "+7" are names of their own. Ten digits may be too large, but not for 64 bits.
    if !matches!(digits, [b'0'] | [b'1'..=b'9', ..]) || digits.len() > 10 {
        return None;
    }
    let mut number = 0;
    for digit in digits {
        let value = digit.wrapping_sub(b'0');
        if value > 9 {
            return None;
        }
        number = 10 * number + u64::from(value);
    }
    u32::try_from(number).ok().filter(|&number| number < NAMES)
}
