//! Agreement of two rankings of the same models.

use scorio_core::rank::{
    Correlation, Variant, WeightedTau, agreement, kendall, spearman, weighted_tau,
};
use scorio_core::rows::{Kind, Value};

use crate::failure::{Failure, ScorioStatus, guard};
use crate::pointer::{array, check, hand_out, store};
use crate::table::{Named, ScorioTable};
use crate::workers::workers;

/// A rank correlation from -1 to 1, and its two-sided p-value for unrelated rankings.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ScorioCorrelation {
    /// The correlation.
    pub statistic: f64,
    /// Its p-value.
    pub pvalue: f64,
    /// The standard error of a p-value that comes from permutations. Otherwise 0.
    pub pvalue_error: f64,
}

impl From<Correlation> for ScorioCorrelation {
    fn from(found: Correlation) -> Self {
        Self { statistic: found.statistic, pvalue: found.p_value, pvalue_error: 0.0 }
    }
}

impl From<WeightedTau> for ScorioCorrelation {
    fn from(found: WeightedTau) -> Self {
        Self { pvalue_error: found.error, ..found.correlation.into() }
    }
}

/// Two rankings of the same models.
///
/// # Safety
/// Both point to `length` numbers, unless they are NULL.
unsafe fn rankings<'a>(
    scores: *const f64,
    gold: *const f64,
    length: usize,
) -> Result<(&'a [f64], &'a [f64]), Failure> {
    // SAFETY: the contract of the interface.
    unsafe { Ok((array(scores, length, "scores")?, array(gold, length, "gold")?)) }
}

/// Kendall's τ of two rankings of `length` models: `rank.kendall` of Python.
///
/// - The result is τ-b, or τ-a if `tau_a` is set. τ-a takes no ties in `gold`: where there are any, the
///   result is τ-b.
/// - `tied` may be NULL. It gets the places of the first tie in `gold` that made τ-a τ-b, two numbers,
///   or 0 twice.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_kendall(
    scores: *const f64,
    gold: *const f64,
    length: usize,
    tau_a: bool,
    found: *mut ScorioCorrelation,
    tied: *mut usize,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (scores, gold) = unsafe { rankings(scores, gold, length) }?;
        let variant = if tau_a { Variant::A } else { Variant::B };
        let (one, tie) = kendall(scores, gold, variant)?;
        check(found, 1, "found")?;
        if !tied.is_null() {
            let (first, second) = tie.unwrap_or_default();
            // SAFETY: the contract of the interface.
            unsafe { store(tied.cast(), [first, second], "tied") }?;
        }
        // SAFETY: the contract of the interface.
        unsafe { store(found, one.into(), "found") }
    })
}

/// Spearman's ρ of two rankings of `length` models: `rank.spearman` of Python.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_spearman(
    scores: *const f64,
    gold: *const f64,
    length: usize,
    found: *mut ScorioCorrelation,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (scores, gold) = unsafe { rankings(scores, gold, length) }?;
        // SAFETY: the contract of the interface.
        unsafe { store(found, spearman(scores, gold)?.into(), "found") }
    })
}

/// Weighted τ of two rankings of `length` models: `rank.weighted_tau` of Python.
///
/// The p-value comes from `permutations`, which depend on `seed` alone. They are made by `threads`
/// threads, or by as many as there are processors for 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_weighted_tau(
    scores: *const f64,
    gold: *const f64,
    length: usize,
    permutations: u64,
    seed: u64,
    threads: usize,
    found: *mut ScorioCorrelation,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (scores, gold) = unsafe { rankings(scores, gold, length) }?;
        let one = weighted_tau(scores, gold, seed, workers(permutations, threads))?;
        // SAFETY: the contract of the interface.
        unsafe { store(found, one.into(), "found") }
    })
}

/// How far two rankings of `length` models agree: `rank.agreement` of Python.
///
/// - The p-value of weighted τ comes from `permutations`, which depend on `seed` alone. They are made
///   by `threads` threads, or by as many as there are processors for 0.
/// - `*table` has one row. Free it with `scorio_table_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scorio_agreement(
    scores: *const f64,
    gold: *const f64,
    length: usize,
    permutations: u64,
    seed: u64,
    threads: usize,
    table: *mut *mut ScorioTable,
) -> ScorioStatus {
    guard(|| {
        // SAFETY: the contract of the interface.
        let (scores, gold) = unsafe { rankings(scores, gold, length) }?;
        let found = agreement(scores, gold, seed, workers(permutations, threads))?;
        let pairs = [found.concordant, found.discordant];
        let pairs = pairs.map(|pairs| Value::Whole(u64::try_from(pairs).unwrap_or(u64::MAX)));
        let tested = [found.tau_a, found.tau_b, found.spearman, found.weighted_tau.correlation];
        let mut row = vec![Value::Whole(found.models as u64)];
        row.extend(pairs);
        row.extend(tested.iter().flat_map(|one| [one.statistic, one.p_value]).map(Value::Real));
        row.push(Value::Real(found.weighted_tau.error));
        row.extend([Value::Whole(found.displaced as u64), Value::Real(found.farthest)]);
        // SAFETY: the contract of the interface.
        unsafe { hand_out(table, ScorioTable::new(&AGREEMENT, [row]), "table") }
    })
}

const AGREEMENT: [Named; 14] = [
    ("models", Kind::Whole),
    ("concordant", Kind::Whole),
    ("discordant", Kind::Whole),
    ("tau_a", Kind::Real),
    ("tau_a_pvalue", Kind::Real),
    ("tau_b", Kind::Real),
    ("tau_b_pvalue", Kind::Real),
    ("spearman", Kind::Real),
    ("spearman_pvalue", Kind::Real),
    ("weighted_tau", Kind::Real),
    ("weighted_tau_pvalue", Kind::Real),
    ("weighted_tau_pvalue_error", Kind::Real),
    ("displaced", Kind::Whole),
    ("farthest", Kind::Real),
];
