/*
 * scorio: scores of repeated language-model trials, with honest uncertainty.
 *
 * A matrix or a table of counts becomes count states, a metric is made of its parameters, and one
 * call computes what is wanted of both:
 *
 *     ScorioMatrix R = {outcomes, SCORIO_INT8, 2, 5, 5, 1};
 *     ScorioStates *states = NULL;
 *     ScorioMetric *metric = NULL;
 *     double value;
 *     if (scorio_tally(&R, NULL, 2, false, &states) == SCORIO_OK &&
 *         scorio_metric_pass_at_k(2, false, &metric) == SCORIO_OK &&
 *         scorio_point(metric, states, false, &value, NULL) == SCORIO_OK)
 *         printf("%f\n", value);
 *     scorio_metric_free(metric);
 *     scorio_states_free(states);
 *
 *     the function of scorio.eval        is the metric of its name and
 *     bayes, avg                         scorio_estimate
 *     pass_at_k, max_at_k, …             scorio_point
 *     bayes_ci, pass_at_k_ci, …          scorio_interval
 *     pass_curve                         scorio_pass_curve, which needs no metric
 *
 * - Every fallible function returns SCORIO_OK or why it failed; scorio_last_error has the sentence,
 *   in which options have the names that they have in Python and Julia. Results are written on
 *   SCORIO_OK alone.
 * - The caller owns every buffer. Handles (ScorioStates, ScorioMetric) come from this library and
 *   go back to their free function, once.
 * - A pointer that is not documented to allow NULL may be NULL: that is an error like any other.
 *   All else about pointers is the caller's to keep: they point to as much memory of their type as
 *   the sizes beside them say, which no other thread writes during the call.
 * - No call keeps a pointer of yours, or ends the process, short of memory running out. A defect of
 *   the library is reported on standard error, caught, and SCORIO_INTERNAL.
 * - Static linking needs the mathematics library too: -lm.
 * - Calls may come from any thread. Errors are remembered for each thread on its own.
 *
 * examples/c has a whole program; docs/metrics.md has the formula of every metric.
 */

#ifndef SCORIO_H
#define SCORIO_H

/* Generated from rust/scorio-capi/src by `make header`: do not edit. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this interface. It changes when a function, a type or a meaning does: compare it
// with `scorio_abi_version` when you load the library at run time.
#define SCORIO_ABI_VERSION 1

// `int8_t`.
#define SCORIO_INT8 1

// `int16_t`.
#define SCORIO_INT16 2

// `int32_t`.
#define SCORIO_INT32 3

// `int64_t`.
#define SCORIO_INT64 4

// `uint8_t`, and `bool`.
#define SCORIO_UINT8 5

// `uint16_t`.
#define SCORIO_UINT16 6

// `uint32_t`.
#define SCORIO_UINT32 7

// `uint64_t`.
#define SCORIO_UINT64 8

// `float`; whole numbers, and NaN for a missing outcome.
#define SCORIO_FLOAT32 9

// `double`; whole numbers, and NaN for a missing outcome.
#define SCORIO_FLOAT64 10

// 1 2 2 4: the number of higher scores, plus one.
#define SCORIO_RANK_COMPETITION 1

// 1 2 2 3: the number of different higher scores, plus one.
#define SCORIO_RANK_DENSE 2

// A metric with its budget and parameters, made by `scorio_metric_bayes` and its kin. Threads may
// share it.
typedef struct ScorioMetric ScorioMetric;

// Count states: what every metric is computed from, made by `scorio_tally` and its kin. They
// refer to no memory of the caller's, and threads may share them.
typedef struct ScorioStates ScorioStates;

// What a function returns: `SCORIO_OK` or what went wrong.
typedef int32_t ScorioStatus;

// A matrix of the caller's, which is read in place.
typedef struct ScorioMatrix {
  // The entry of the first row and column, aligned to its type.
  const void *entries;
  // Their type, `SCORIO_INT8` … `SCORIO_FLOAT64`.
  int32_t element;
  // Rows: questions.
  size_t rows;
  // Columns: trials.
  size_t columns;
  // From a row to the next, in entries; `columns` where rows lie end to end. Any sign.
  ptrdiff_t row_stride;
  // From a column to the next, in entries; 1 where rows lie end to end. Any sign.
  ptrdiff_t column_stride;
} ScorioMatrix;

// A score and its posterior standard deviation.
typedef struct ScorioEstimate {
  // The score.
  double mu;
  // Its standard deviation.
  double sigma;
} ScorioEstimate;

// A score, its posterior standard deviation, and its credible interval.
typedef struct ScorioInterval {
  // The score.
  double mu;
  // Its standard deviation.
  double sigma;
  // Lower end.
  double lo;
  // Upper end.
  double hi;
} ScorioInterval;

// The result was written.
#define SCORIO_OK 0

// An argument is not what it should be.
#define SCORIO_ARGUMENT 1

// A number is outside its range; `scorio_last_value` gives it.
#define SCORIO_DOMAIN 2

// A defect of the library, which was caught. Please report it.
#define SCORIO_INTERNAL 3

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// `SCORIO_ABI_VERSION` of the library that was loaded.
uint32_t scorio_abi_version(void);

// The version of scorio, such as "1.2.3". The text is static.
const char *scorio_version(void);

// Writes one sentence about the last call of this thread that failed, cut to `capacity` bytes with
// the NUL at its end, and returns the sentence's whole length without the NUL; with `text` NULL it
// returns the length alone. Rows, columns and indices in it are counted from `first`: 0 as in C, 1
// as in Julia.
size_t scorio_last_error(char *text,
                         size_t capacity,
                         size_t first);

// The number that was outside its range, where this thread's last failure is `SCORIO_DOMAIN`; NaN
// otherwise.
double scorio_last_value(void);

// Count states of the M × N outcomes `R` over the categories 0 … `categories` - 1. `R0` is NULL or
// M × D outcomes known beforehand, of element type `SCORIO_INT64`, added question by question.
// A missing outcome (NaN) is an error unless `drop_missing`.
//
// `*states` is written on `SCORIO_OK` alone; free it with `scorio_states_free`.
ScorioStatus scorio_tally(const struct ScorioMatrix *R,
                          const struct ScorioMatrix *R0,
                          size_t categories,
                          bool drop_missing,
                          struct ScorioStates **states);

// Count states of questions with different numbers of trials: `outcomes` is a matrix of one row
// with the trials of all questions end to end, `lengths` says how many belong to each of
// `questions`. The rest as for `scorio_tally`.
ScorioStatus scorio_tally_ragged(const struct ScorioMatrix *outcomes,
                                 const size_t *lengths,
                                 size_t questions,
                                 size_t categories,
                                 bool drop_missing,
                                 struct ScorioStates **states);

// Count states of questions that are counted already: `counts` is M × (C + 1), how often each
// question had each outcome. The rest as for `scorio_tally`.
ScorioStatus scorio_tally_counts(const struct ScorioMatrix *counts,
                                 struct ScorioStates **states);

// Frees count states; NULL is none.
void scorio_states_free(struct ScorioStates *states);

// Bayes@N: `bayes` and `bayes_ci`. `w` holds a finite weight for each category, or is NULL for
// (0, 1), and then `categories` does not matter.
//
// `*metric` is written on `SCORIO_OK` alone, here and below; free it with `scorio_metric_free`.
ScorioStatus scorio_metric_bayes(const double *w,
                                 size_t categories,
                                 struct ScorioMetric **metric);

// avg@N: `avg` and `avg_ci`. `w` as for `scorio_metric_bayes`.
ScorioStatus scorio_metric_avg(const double *w,
                               size_t categories,
                               struct ScorioMetric **metric);

// Pass@k: at least one of k trials succeeds. `k` is 1 to 10^9; with `complement`, 1 - metric, here
// and below.
ScorioStatus scorio_metric_pass_at_k(int64_t k,
                                     bool complement,
                                     struct ScorioMetric **metric);

// Pass^k: all of k trials succeed; `pass_hat_k`, `unanimous_at_k` and `g_pass_at_k`.
ScorioStatus scorio_metric_pass_hat_k(int64_t k,
                                      bool complement,
                                      struct ScorioMetric **metric);

// G-Pass@k_τ: at least max(1, ⌈τk⌉) of k trials succeed. `tau` stands for every share within four
// roundings of it, so that j / k asks for j.
ScorioStatus scorio_metric_g_pass_at_k_tau(int64_t k,
                                           double tau,
                                           bool complement,
                                           struct ScorioMetric **metric);

// The same for a `tau` of a narrower type, whose roundings are wider: of `bits` significant bits,
// 24 for single precision, 11 for half.
ScorioStatus scorio_metric_g_pass_at_k_rounded(int64_t k,
                                               double tau,
                                               uint32_t bits,
                                               bool complement,
                                               struct ScorioMetric **metric);

// G-Pass@k_τ with τ = `numerator` / `denominator`, exactly.
ScorioStatus scorio_metric_g_pass_at_k_ratio(int64_t k,
                                             uint64_t numerator,
                                             uint64_t denominator,
                                             bool complement,
                                             struct ScorioMetric **metric);

// Maj@k: more than half of k trials succeed.
ScorioStatus scorio_metric_maj_at_k(int64_t k,
                                    bool complement,
                                    struct ScorioMetric **metric);

// mG-Pass@k: G-Pass@k_τ averaged over τ from 1/2 to 1.
ScorioStatus scorio_metric_mg_pass_at_k(int64_t k,
                                        bool complement,
                                        struct ScorioMetric **metric);

// AUC@k: the area under Pass@1 … Pass@k.
ScorioStatus scorio_metric_auc_at_k(int64_t k,
                                    bool complement,
                                    struct ScorioMetric **metric);

// The threshold spectrum: a weighted sum of the chances of at least 1, …, k successes. `weights`
// holds k = `length` of them, finite, from 0, with a sum of at most 1.
ScorioStatus scorio_metric_threshold_spectrum_at_k(int64_t k,
                                                   const double *weights,
                                                   size_t length,
                                                   bool complement,
                                                   struct ScorioMetric **metric);

// Geom@k: each question's Pass@k to `pass_power` times its Pass^k to `unanimous_power`.
ScorioStatus scorio_metric_geom_at_k(int64_t k,
                                     double pass_power,
                                     double unanimous_power,
                                     struct ScorioMetric **metric);

// Geom@k of the data set: the same powers, each metric averaged over questions first.
ScorioStatus scorio_metric_geom_ds_at_k(int64_t k,
                                        double pass_power,
                                        double unanimous_power,
                                        struct ScorioMetric **metric);

// GeoSpectrum@k: the data set's Pass@k to `lam`, 0 to 1, times its threshold spectrum to 1 - `lam`.
// `weights` as for the threshold spectrum, or NULL for those of mG-Pass@k; `geo_spectrum_star_at_k` is
// that with `lam` = 1/2.
ScorioStatus scorio_metric_geo_spectrum_at_k(int64_t k,
                                             double lam,
                                             const double *weights,
                                             size_t length,
                                             struct ScorioMetric **metric);

// Max@k: the best reward among k trials. `w` as for `scorio_metric_bayes`.
ScorioStatus scorio_metric_max_at_k(int64_t k,
                                    const double *w,
                                    size_t categories,
                                    struct ScorioMetric **metric);

// Frees a metric; NULL is none.
void scorio_metric_free(struct ScorioMetric *metric);

// Point estimate from the observed trials, of which every question needs k: `pass_at_k`, …. With
// `drop_short`, questions with fewer are left out, and `*dropped` says how many; it may be NULL.
ScorioStatus scorio_point(const struct ScorioMetric *metric,
                          const struct ScorioStates *states,
                          bool drop_short,
                          double *value,
                          uint64_t *dropped);

// Posterior mean and standard deviation under a uniform prior: `bayes` and `avg`.
ScorioStatus scorio_estimate(const struct ScorioMetric *metric,
                             const struct ScorioStates *states,
                             struct ScorioEstimate *estimate);

// Posterior for k future trials with its credible interval: `bayes_ci`, `pass_at_k_ci`, ….
// `confidence` lies in (0, 1). `bounds` holds the lower and the upper number that the ends are
// clipped to, or is NULL for none; for Max@k with k > 1, NULL stands for the smallest and the
// largest weight. `alpha0` and `beta0` are the Beta prior of each question's success probability, 1
// and 1 for the uniform one; Bayes@N, avg@N and Max@k have a prior of their own and ignore them.
ScorioStatus scorio_interval(const struct ScorioMetric *metric,
                             const struct ScorioStates *states,
                             double confidence,
                             const double *bounds,
                             double alpha0,
                             double beta0,
                             struct ScorioInterval *interval);

// Pass@1, …, Pass@k_max: `pass_curve`. `values` has room for `k_max` numbers; the rest as for
// `scorio_point`.
ScorioStatus scorio_pass_curve(const struct ScorioStates *states,
                               int64_t k_max,
                               bool complement,
                               bool drop_short,
                               double *values,
                               uint64_t *dropped);

// Ranks of `length` scores, the highest first; equal scores share one, counted as `method` says.
// `ranks` has room for as many.
ScorioStatus scorio_rank(const double *scores,
                         size_t length,
                         int32_t method,
                         uint64_t *ranks);

// Dense ranks of `length` scores with their uncertainties: neighbours share one where
// |μ - μ'| / √(σ² + σ'²) is below the one-sided normal quantile of `confidence`
// (arXiv:2510.04265, section 2.9).
ScorioStatus scorio_rank_with_uncertainty(const double *scores,
                                          const double *sigmas,
                                          size_t length,
                                          double confidence,
                                          uint64_t *ranks);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SCORIO_H */
