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
 *         scorio_metric_new("pass_at_k", 2, NULL, 0, false, &metric) == SCORIO_OK &&
 *         scorio_point(metric, states, false, &value, NULL) == SCORIO_OK)
 *         printf("%f\n", value);
 *     scorio_metric_free(metric);
 *     scorio_states_free(states);
 *
 *     the function of scorio.eval        is the metric of its name and
 *     bayes, avg                         scorio_estimate
 *     pass_at_k, max_at_k, …             scorio_point
 *     bayes_ci, pass_at_k_ci, …          scorio_interval, or for interval="exact"
 *                                        scorio_exact_interval, or for prior="hierarchical"
 *                                        scorio_hierarchical_interval
 *     superiority                        scorio_superiority
 *     pass_curve                         scorio_pass_curve, which needs no metric
 *     best_of_at_k, vote_at_k, tailpass  scorio_call, which needs neither
 *
 * scorio_counts_new and the functions after it count the results of several models. scorio_call answers by
 * name, such as "score" or "compare" about counts, and "tailpass" or "trials_needed" about its options alone.
 * "rank" ranks models by a method. "ability", "next_item" and "decide_pair" are the steps of adaptive evaluation.
 * docs/options.md lists the calls. Options have names and defaults (ScorioOption). Rows are a ScorioTable,
 * whose columns have names.
 *
 * A rubric grades trials by several signals: the call "rubrics" says what its file has, and "grade" gives
 * the categories of trials, which are then outcomes like any others.
 *
 * - Every fallible function returns SCORIO_OK or why it failed. scorio_last_text has the sentence
 *   with a way out, and a stable name of the error. Results are written on SCORIO_OK
 *   alone.
 * - The caller owns every buffer. Handles (ScorioStates, ScorioMetric, ScorioCounts, ScorioTable) come from
 *   this library and go back to their free function, once.
 * - A pointer that is not documented to allow NULL may be NULL: that is an error like any other.
 *   All else about pointers is the caller's to keep: they point to as much memory of their type as
 *   the sizes beside them say, which no other thread writes during the call.
 * - No call keeps a pointer of yours, or ends the process, short of memory running out. A defect of
 *   the library is reported on standard error, caught, and SCORIO_INTERNAL.
 * - Static linking needs the mathematics library too: -lm.
 * - Calls may come from any thread. Errors are remembered for each thread on its own.
 *
 * examples/c has whole programs; docs/metrics.md has the formula of every metric.
 */

#ifndef SCORIO_H
#define SCORIO_H

/* Generated from rust/scorio-capi/src by `make header`: do not edit. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this interface. It changes when a function, a type or a meaning changes. Compare
// it with `scorio_abi_version` when you load the library at run time.
#define SCORIO_ABI_VERSION 3

// One sentence, with a way out in the words of this library.
#define SCORIO_SENTENCE 0

// The same sentence without a way out.
#define SCORIO_PROBLEM 1

// A stable name of what was wrong, such as `tally.missing`.
#define SCORIO_KIND 2

// The name of the way out, such as `drop_missing`. Empty without one.
#define SCORIO_REMEDY 3

// The text that the way out names, such as a ranking method. Empty without one.
#define SCORIO_REMEDY_TEXT 4

// The way out in words of C: `missing = "drop"`. Empty without one.
#define SCORIO_WAY_OUT 5

// The way out in words of Julia: `missing="drop"`. Empty without one.
#define SCORIO_WAY_OUT_IN_JULIA 6

// The number outside its range, if the last failure is `SCORIO_DOMAIN`.
#define SCORIO_VALUE 0

// The number that the way out names, such as the largest possible budget.
#define SCORIO_REMEDY_VALUE 1

// In the words of C: `missing = "drop"`.
#define SCORIO_IN_C 0

// In the words of Julia: `missing="drop"`.
#define SCORIO_IN_JULIA 1

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

// `float`: whole numbers, and NaN for a missing outcome.
#define SCORIO_FLOAT32 9

// `double`: whole numbers, and NaN for a missing outcome.
#define SCORIO_FLOAT64 10

// These questions: σ leaves open what their finite trials leave open.
#define SCORIO_THESE_QUESTIONS 1

// Questions like these, of which these are a sample.
#define SCORIO_QUESTIONS_LIKE_THESE 2

// There is no value.
#define SCORIO_MISSING 0

// A whole number from 0, in `whole`.
#define SCORIO_WHOLE 1

// A real number, in `real`.
#define SCORIO_REAL 2

// Yes or no: 1 or 0 in `whole`.
#define SCORIO_FLAG 3

// A text of `length` bytes, ended by a NUL, in `text`.
#define SCORIO_TEXT 4

// `length` real numbers, in `numbers`.
#define SCORIO_REALS 5

// What a call gives: its tables and its notes. Threads may share it.
typedef struct ScorioAnswer ScorioAnswer;

// How often each question of each model had each outcome, made by `scorio_counts_new`.
//
// One thread adds to them. Threads may share them afterwards.
typedef struct ScorioCounts ScorioCounts;

// Trials of models, each with the outcome of a judge and some with a label, made by `scorio_labelled_new`.
//
// One thread adds to them. Threads may share them afterwards.
typedef struct ScorioLabelled ScorioLabelled;

// A metric with its budget and parameters, made by `scorio_metric_new`. Threads may
// share it.
typedef struct ScorioMetric ScorioMetric;

// Count states, from which every metric is computed. `scorio_tally` and similar functions make
// them.
//
// They do not refer to the caller's memory, and threads may share them.
typedef struct ScorioStates ScorioStates;

// Number, sum and sums of powers of each question's numeric scores or costs, made by `scorio_sums_new`.
//
// One thread adds to them. Threads may share them afterwards.
typedef struct ScorioSums ScorioSums;

// The rows of a result, such as the models of a leaderboard. Threads may share it.
typedef struct ScorioTable ScorioTable;

// The result of a call: `SCORIO_OK`, or what went wrong.
typedef int32_t ScorioStatus;

// An option: a text, numbers, or states. A flag is the number 1 or 0.
typedef struct ScorioOption {
  // The option's name, such as "confidence".
  const char *name;
  // The text, such as "laplace". NULL if the value is in `numbers`.
  const char *text;
  // The numbers: one, or several such as a number for each model.
  const double *numbers;
  // Their number.
  size_t length;
  // The length of each axis of an array, of which the last runs fastest. NULL for numbers along one axis.
  const size_t *axes;
  // The number of axes.
  size_t axis_count;
  // What is known of a model by a pilot. NULL for other options.
  const struct ScorioStates *states;
} ScorioOption;

// An array of an answer. It lives as long as the answer.
typedef struct ScorioArray {
  // Its real numbers. NULL if they are small whole numbers.
  const double *reals;
  // Its whole numbers from 0 to 255, such as outcomes. Otherwise NULL.
  const uint8_t *small;
  // The length of each axis. The last axis runs fastest.
  const size_t *axes;
  // The number of axes.
  size_t axis_count;
} ScorioArray;

// Whose trials the rows of a matrix are, and of which questions. Each list is NULL, or has an entry
// for each row.
typedef struct ScorioModelRows {
  // The name of the model.
  const char *model;
  // The task of each question. NULL for questions without tasks.
  const char *const *tasks;
  // The name of each question. NULL to name them by their rows, from 0.
  const char *const *questions;
  // The cluster of each question.
  const char *const *clusters;
  // The weight of each question in a mean: 0, or from 1e-100 to 1e100.
  const double *weights;
} ScorioModelRows;

// A matrix that belongs to the caller and is read in place.
typedef struct ScorioMatrix {
  // The entry of the first row and column, aligned to its type.
  const void *entries;
  // Their type, `SCORIO_INT8` … `SCORIO_FLOAT64`.
  int32_t element;
  // Rows: questions.
  size_t rows;
  // Columns: trials.
  size_t columns;
  // From a row to the next, in entries. It is `columns` if rows are adjacent, and may be
  // negative.
  ptrdiff_t row_stride;
  // From a column to the next, in entries. It is 1 if rows are adjacent, and may be negative.
  ptrdiff_t column_stride;
} ScorioMatrix;

// A value of a metric's parameter.
//
// It has `length` numbers in `numbers`: one for a share or a power, several for weights. An exact
// share has a `denominator` instead.
typedef struct ScorioParameter {
  // The parameter's name, such as "tau". docs/metrics.md lists the parameters of each metric.
  const char *name;
  // The numbers.
  const double *numbers;
  // Their number.
  size_t length;
  // The significant bits of a share in a type narrower than double: 24 for single precision, 11
  // for half. Otherwise 0.
  uint32_t bits;
  // The numerator of an exact share.
  uint64_t numerator;
  // Its denominator, or 0 if the value is in `numbers`.
  uint64_t denominator;
} ScorioParameter;

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

// A column of a table. The name lives as long as the table.
typedef struct ScorioColumn {
  // Its name, such as "score".
  const char *name;
  // The kind of its values, `SCORIO_WHOLE` … `SCORIO_REALS`.
  int32_t kind;
  // Whether values may be missing.
  bool optional;
} ScorioColumn;

// A value of a table. Its pointers live as long as the table.
typedef struct ScorioCell {
  // `SCORIO_MISSING`, or the kind of its column.
  int32_t kind;
  // A whole number, or whether a flag is set. Otherwise 0.
  uint64_t whole;
  // A real number. Otherwise NaN.
  double real;
  // A text. Otherwise NULL.
  const char *text;
  // Several numbers. Otherwise NULL.
  const double *numbers;
  // The bytes of the text without the NUL, or how many numbers there are. Otherwise 0.
  size_t length;
} ScorioCell;

// The result was written.
#define SCORIO_OK 0

// An argument is not valid.
#define SCORIO_ARGUMENT 1

// A number is outside its range. `scorio_last_number` returns it.
#define SCORIO_DOMAIN 2

// A caught defect of the library. Please report it.
#define SCORIO_INTERNAL 3

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// `SCORIO_ABI_VERSION` of the loaded library.
uint32_t scorio_abi_version(void);

// The version of scorio, such as "1.2.3". The text is static.
const char *scorio_version(void);

// Answers a call, such as "score" or "gate". docs/options.md has the calls, their options and their tables.
//
// - `counts` or `sums` are what the call is about. The other is NULL, and both are for a call that is about its
//   options alone.
// - `options` holds `option_count` values, and may be NULL for none. An option that takes several texts is
//   given once for each. A share is a number, or a text such as "2/3". A seed above 2^53 is a text.
// - Replicates are made by `threads` threads, or by as many as there are processors for 0.
// - Free `*answer` with `scorio_answer_free`.
ScorioStatus scorio_call(const char *name,
                         const struct ScorioCounts *counts,
                         const struct ScorioSums *sums,
                         const struct ScorioOption *options,
                         size_t option_count,
                         size_t threads,
                         struct ScorioAnswer **answer);

// A table of an answer, counted from 0. It lives as long as the answer.
ScorioStatus scorio_answer_table(const struct ScorioAnswer *answer,
                                 size_t table,
                                 const struct ScorioTable **found);

// An array of an answer, counted from 0.
ScorioStatus scorio_answer_array(const struct ScorioAnswer *answer,
                                 size_t array,
                                 struct ScorioArray *found);

// The notes of an answer, as a table of "kind" and "words", in the words of a language: `SCORIO_IN_C` or
// `SCORIO_IN_JULIA`. Free it with `scorio_table_free`.
ScorioStatus scorio_answer_notes(const struct ScorioAnswer *answer,
                                 int32_t language,
                                 struct ScorioTable **notes);

// Frees an answer and its tables. NULL is allowed.
void scorio_answer_free(struct ScorioAnswer *answer);

// Empty counts over the categories 0 … `categories` - 1.
//
// `*counts` is only written on `SCORIO_OK`. Free it with `scorio_counts_free`.
ScorioStatus scorio_counts_new(size_t categories,
                               struct ScorioCounts **counts);

// Adds the outcomes of one model, a row for each question.
//
// - With `lengths`, `R` has one row with the trials of all questions, one question after another.
//   `lengths` holds the number of trials of each of `questions`. Otherwise both are NULL and 0.
// - A missing outcome (NaN) is an error unless `drop_missing` is set. Then it counts as missing.
// - Questions of one task and name are the same question of all models. Counts of one model and
//   question add up.
// - On an error the counts stay as they were.
ScorioStatus scorio_counts_add_outcomes(struct ScorioCounts *counts,
                                        const struct ScorioModelRows *rows,
                                        const struct ScorioMatrix *R,
                                        const size_t *lengths,
                                        size_t questions,
                                        bool drop_missing);

// Adds the counts of one model: a row for each question, a column for each category.
//
// The rest is as for `scorio_counts_add_outcomes`.
ScorioStatus scorio_counts_add_table(struct ScorioCounts *counts,
                                     const struct ScorioModelRows *rows,
                                     const struct ScorioMatrix *table);

// Notes the values of a field of some questions, such as their difficulty, by which "slices" and "score" split them.
//
// - `questions` and `values` hold `count` texts. An empty value says that the question has none.
// - `tasks` holds the task of each. With NULL, all tasks are meant that have a question of the name.
// - A question that there is not is an error, and so is a second value. Then the counts stay as they were.
ScorioStatus scorio_counts_note(struct ScorioCounts *counts,
                                const char *field,
                                const char *const *tasks,
                                const char *const *questions,
                                const char *const *values,
                                size_t count);

// Frees counts. NULL is allowed.
void scorio_counts_free(struct ScorioCounts *counts);

// No trials.
//
// `*trials` is only written on `SCORIO_OK`. Free it with `scorio_labelled_free`.
ScorioStatus scorio_labelled_new(struct ScorioLabelled **trials);

// Adds the trials of one model.
//
// - `outcomes` and `labels` hold `count` trials, one question after another. NaN is no outcome, and no label.
// - `lengths` holds the number of trials of each of `questions`.
// - On an error the trials stay as they were.
ScorioStatus scorio_labelled_add(struct ScorioLabelled *trials,
                                 const struct ScorioModelRows *rows,
                                 const double *outcomes,
                                 const double *labels,
                                 size_t count,
                                 const size_t *lengths,
                                 size_t questions);

// The counts of all trials, which every call takes. Each pair of an outcome and a label is a category.
//
// - `ends` is NULL, or holds the least and the largest possible label. By default they are 0 and 1 if all
//   labels are, and otherwise the least and the largest that occur.
// - More than 10 different outcomes are cut at their quantiles: into 5 bins if each labelled model has 50
//   labels, and otherwise into 3.
// - Free `*counts` with `scorio_counts_free`.
ScorioStatus scorio_labelled_counts(const struct ScorioLabelled *trials,
                                    const double *ends,
                                    struct ScorioCounts **counts);

// Frees trials. NULL is allowed.
void scorio_labelled_free(struct ScorioLabelled *trials);

// Writes a text about the last failed call of this thread, and returns its full length.
//
// `part` is one of SCORIO_SENTENCE..SCORIO_WAY_OUT_IN_JULIA. Any other number has an empty text. The
// text is cut to `capacity` bytes, including the NUL at its end. The length does not count the NUL. With
// `text` NULL, it only returns the length. Rows, columns and indices in a sentence are counted from
// `first`: 0 as in C, 1 as in Julia.
size_t scorio_last_text(int32_t part,
                        char *text,
                        size_t capacity,
                        size_t first);

// A number of the last failed call of this thread: SCORIO_VALUE or SCORIO_REMEDY_VALUE. NaN if there is
// none.
double scorio_last_number(int32_t part);

// Count states of the M × N outcomes `R` over the categories 0 … `categories` - 1.
//
// `R0` is NULL, or M × D earlier outcomes of element type `SCORIO_INT64`, added question by
// question. A missing outcome (NaN) is an error unless `drop_missing` is set.
//
// `*states` is only written on `SCORIO_OK`. Free it with `scorio_states_free`.
ScorioStatus scorio_tally(const struct ScorioMatrix *R,
                          const struct ScorioMatrix *R0,
                          size_t categories,
                          bool drop_missing,
                          struct ScorioStates **states);

// Count states of questions with different numbers of trials.
//
// `outcomes` is a matrix of one row with the trials of all questions, one question after another.
// `lengths` holds the number of trials of each of `questions`. The rest is as for `scorio_tally`.
ScorioStatus scorio_tally_ragged(const struct ScorioMatrix *outcomes,
                                 const size_t *lengths,
                                 size_t questions,
                                 size_t categories,
                                 bool drop_missing,
                                 struct ScorioStates **states);

// Count states of questions that are already counted.
//
// `counts` is M × (C + 1): how often each question had each outcome. The rest is as for
// `scorio_tally`.
ScorioStatus scorio_tally_counts(const struct ScorioMatrix *counts,
                                 struct ScorioStates **states);

// Frees count states. NULL is allowed.
void scorio_states_free(struct ScorioStates *states);

// Makes a metric from the name of its function, such as "pass_at_k". docs/metrics.md lists all
// names.
//
// `k` is the budget, from 1 to 10^9. `bayes` and `avg` have none and take 0. `parameters` holds
// `count` values, and may be NULL for none. Other parameters have their defaults. With
// `complement`, the metric is 1 - metric. `bayes`, `avg`, `max_at_k` and the geometric metrics
// have no complement.
//
// `*metric` is only written on `SCORIO_OK`. Free it with `scorio_metric_free`.
ScorioStatus scorio_metric_new(const char *name,
                               int64_t k,
                               const struct ScorioParameter *parameters,
                               size_t count,
                               bool complement,
                               struct ScorioMetric **metric);

// Frees a metric. NULL is allowed.
void scorio_metric_free(struct ScorioMetric *metric);

// Point estimate from the observed trials: `pass_at_k`, ….
//
// Every question needs k trials. With `drop_short`, questions with fewer are dropped, and
// `*dropped` is their number. `dropped` may be NULL.
ScorioStatus scorio_point(const struct ScorioMetric *metric,
                          const struct ScorioStates *states,
                          bool drop_short,
                          double *value,
                          uint64_t *dropped);

// Posterior mean and standard deviation with a uniform prior: `bayes` and `avg`.
ScorioStatus scorio_estimate(const struct ScorioMetric *metric,
                             const struct ScorioStates *states,
                             struct ScorioEstimate *estimate);

// Posterior for k future trials with its credible interval: `bayes_ci`, `pass_at_k_ci`, ….
//
// - `confidence` is in (0, 1).
// - `bounds` holds the lower and the upper bound of the interval, or is NULL for none.
// - For Max@k with k > 1, NULL stands for the smallest and the largest weight.
// - `alpha0` and `beta0` are the Beta prior of each question's success probability.
// - 1 and 1 are the uniform prior, the only one for more than two categories.
ScorioStatus scorio_interval(const struct ScorioMetric *metric,
                             const struct ScorioStates *states,
                             double confidence,
                             const double *bounds,
                             double alpha0,
                             double beta0,
                             struct ScorioInterval *interval);

// The same with exact quantiles of the posterior: P(score < lo) = P(score > hi) = (1 -
// confidence) / 2, with certified ends.
//
// `bayes`, `avg` and the metrics with a complement have it. An interval that cannot be certified is
// an error.
ScorioStatus scorio_exact_interval(const struct ScorioMetric *metric,
                                   const struct ScorioStates *states,
                                   double confidence,
                                   const double *bounds,
                                   double alpha0,
                                   double beta0,
                                   struct ScorioInterval *interval);

// The same with a prior that the questions share, whose mean and spread their trials tell:
// `bayes_ci(prior="hierarchical")` and so on.
//
// `target` is `SCORIO_THESE_QUESTIONS`, or `SCORIO_QUESTIONS_LIKE_THESE` for what a sample of
// several questions says about others. The interval is that of the Beta distribution on the range
// of the score with this mean and standard deviation. Earlier outcomes `R0` of the states count as
// trials. The rest is as for `scorio_interval`.
ScorioStatus scorio_hierarchical_interval(const struct ScorioMetric *metric,
                                          const struct ScorioStates *states,
                                          double confidence,
                                          const double *bounds,
                                          int32_t target,
                                          struct ScorioInterval *interval);

// The probability of superiority: P(A > B) + P(A = B) / 2 of the exact posterior scores of two
// models, `superiority`.
//
// `a` and `b` are the states of the models. The rest is as for `scorio_exact_interval`.
ScorioStatus scorio_superiority(const struct ScorioMetric *metric,
                                const struct ScorioStates *a,
                                const struct ScorioStates *b,
                                double alpha0,
                                double beta0,
                                double *probability);

// Pass@1, …, Pass@k_max: `pass_curve`.
//
// `values` must hold `k_max` numbers. The rest is as for `scorio_point`.
ScorioStatus scorio_pass_curve(const struct ScorioStates *states,
                               int64_t k_max,
                               bool complement,
                               bool drop_short,
                               double *values,
                               uint64_t *dropped);

// Empty sums. They keep every number if `keep_values` is set, which "max_at_k" and caps on costs need.
//
// `*sums` is only written on `SCORIO_OK`. Free it with `scorio_sums_free`.
ScorioStatus scorio_sums_new(bool keep_values,
                             struct ScorioSums **sums);

// Adds the numeric scores of one model.
//
// - `scores` holds the trials of all questions, one question after another. `lengths` holds the
//   number of trials of each of `questions`.
// - A missing score (NaN) is an error unless `drop_missing` is set. Then it counts as missing.
// - Scores of one model and question add up. On an error the sums stay as they were.
ScorioStatus scorio_sums_add(struct ScorioSums *sums,
                             const struct ScorioModelRows *rows,
                             const double *scores,
                             size_t count,
                             const size_t *lengths,
                             size_t questions,
                             bool drop_missing);

// Adds what the trials of one model cost, for "cost", "cost_gate" and "plan_costs". Sums hold numeric scores or
// costs, and not both.
//
// - `outcomes` and `costs` hold `count` trials, one question after another. NaN is no outcome, and no cost.
//   `lengths` holds the number of trials of each of `questions`.
// - A missing outcome is an error unless `drop_missing` is set. Then it counts as missing.
// - A missing cost is an error unless `drop_costs` is set. Then scores count its trial, and costs do not.
// - Costs of one model and question add up. On an error the sums stay as they were.
ScorioStatus scorio_sums_add_costs(struct ScorioSums *sums,
                                   const struct ScorioModelRows *rows,
                                   const double *outcomes,
                                   const double *costs,
                                   size_t count,
                                   const size_t *lengths,
                                   size_t questions,
                                   bool drop_missing,
                                   bool drop_costs);

// The counts of the outcomes of trials with costs, which every call about counts takes.
//
// Categories are named by the outcomes, in ascending order. Free `*counts` with `scorio_counts_free`.
ScorioStatus scorio_sums_outcomes(const struct ScorioSums *sums,
                                  struct ScorioCounts **counts);

// Notes the values of a field of some questions, as `scorio_counts_note` does.
ScorioStatus scorio_sums_note(struct ScorioSums *sums,
                              const char *field,
                              const char *const *tasks,
                              const char *const *questions,
                              const char *const *values,
                              size_t count);

// Frees sums. NULL is allowed.
void scorio_sums_free(struct ScorioSums *sums);

// The number of rows and columns of a table.
ScorioStatus scorio_table_size(const struct ScorioTable *table,
                               size_t *rows,
                               size_t *columns);

// The name and the kind of a column, counted from 0.
ScorioStatus scorio_table_column(const struct ScorioTable *table,
                                 size_t column,
                                 struct ScorioColumn *found);

// The value of a row in a column, both counted from 0.
ScorioStatus scorio_table_cell(const struct ScorioTable *table,
                               size_t row,
                               size_t column,
                               struct ScorioCell *cell);

// Frees a table, and the texts and numbers of its cells. NULL is allowed.
void scorio_table_free(struct ScorioTable *table);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SCORIO_H */
