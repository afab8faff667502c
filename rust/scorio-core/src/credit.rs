//! A subset metric is its credit function: A_j is what exactly j successes in k draws are worth.

use crate::error::{Error, Result};

/// The credit A_0..A_k of a budget k, each in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credit {
    /// Pass@k, at least one success: A_j = 1 for j ≥ 1 (Chen et al. 2021, eq. 1).
    Any(u64),
    /// Pass^k, all k succeed: A_k = 1 alone (Yao et al. 2024, section 4).
    All(u64),
    /// Maj@k, a strict majority succeeds: A_j = 1 for j > k / 2.
    Majority(u64),
}

impl Credit {
    /// Pass@k.
    ///
    /// # Errors
    /// k < 1.
    pub fn pass_at(k: i64) -> Result<Self> {
        budget(k).map(Self::Any)
    }

    /// Pass^k.
    ///
    /// # Errors
    /// k < 1.
    pub fn pass_hat(k: i64) -> Result<Self> {
        budget(k).map(Self::All)
    }

    /// Maj@k.
    ///
    /// # Errors
    /// k < 1.
    pub fn majority(k: i64) -> Result<Self> {
        budget(k).map(Self::Majority)
    }

    /// k.
    #[must_use]
    pub fn budget(self) -> u64 {
        match self {
            Self::Any(k) | Self::All(k) | Self::Majority(k) => k,
        }
    }

    /// The least j with credit: A_j = 1 from here on.
    #[must_use]
    pub fn threshold(self) -> u64 {
        match self {
            Self::Any(_) => 1,
            Self::All(k) => k,
            Self::Majority(k) => k / 2 + 1,
        }
    }

    /// The metric's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Any(_) => "Pass@k",
            Self::All(_) => "Pass^k",
            Self::Majority(_) => "Maj@k",
        }
    }
}

fn budget(k: i64) -> Result<u64> {
    u64::try_from(k).ok().filter(|&k| k > 0).ok_or(Error::Budget { k })
}
