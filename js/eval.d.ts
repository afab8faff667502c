// The functions of metrics. `make calls` writes this file from their pages.

import type { Mean, MeanPosterior, Point, Posterior } from "./index.js";

/** The name of a metric in Python; with `_ci` its posterior with an interval. */
export type MetricName =
  | "bayes" | "bayes_ci"
  | "avg" | "avg_ci"
  | "pass_at_k" | "pass_at_k_ci"
  | "pass_hat_k" | "pass_hat_k_ci"
  | "unanimous_at_k" | "unanimous_at_k_ci"
  | "g_pass_at_k" | "g_pass_at_k_ci"
  | "g_pass_at_k_tau" | "g_pass_at_k_tau_ci"
  | "mg_pass_at_k" | "mg_pass_at_k_ci"
  | "maj_at_k" | "maj_at_k_ci"
  | "auc_at_k" | "auc_at_k_ci"
  | "threshold_spectrum_at_k" | "threshold_spectrum_at_k_ci"
  | "geom_at_k" | "geom_at_k_ci"
  | "geom_ds_at_k" | "geom_ds_at_k_ci"
  | "geo_spectrum_at_k" | "geo_spectrum_at_k_ci"
  | "geo_spectrum_star_at_k" | "geo_spectrum_star_at_k_ci"
  | "max_at_k" | "max_at_k_ci"
  ;

/**
 * Bayes@N: posterior mean and standard deviation of the weighted score.
 *
 * Let n_j be the outcomes of category j among R and R0, ν_j = n_j + 1 and T = Σ ν_j. A question's
 * score has mean m = Σ (ν_j / T) w_j and variance Σ (ν_j / T) (w_j − m)² / (T + 1). Then μ is the
 * mean of the m, and σ² the sum of the variances over M².
 */
export const bayes: Mean;
/**
 * Bayes@N with its central credible interval.
 *
 * The score is a mean of independent questions. Its characteristic function is the product of
 * theirs, φ(t) = Π φ_i(t / M). The exact ends invert P(score < x) = 1/2 − ∫ Im(φ(t) e^(-itx)) / (π
 * t) dt over t > 0.
 */
export const bayesCi: MeanPosterior;
/**
 * avg@N: the plain weighted average, with the Bayesian uncertainty on its scale.
 *
 * a = Σ w_j n_j / N, averaged over questions, and σ_a = (T / N) σ_Bayes with T = N + C + 1 under
 * the uniform prior. With different N, each question has its own factor. σ of the function `avg`
 * and of a leaderboard differ: the function has a uniform prior for each question, the leaderboard
 * one prior that all share.
 */
export const avg: Mean;
/**
 * avg@N with its central credible interval.
 *
 * lo, hi = a ∓ z σ_a. Exact ends are a plus quantiles of the mean of (T / N) (score − m) over
 * questions.
 */
export const avgCi: MeanPosterior;
/**
 * Pass@k: the chance that at least one of k trials succeeds, unbiased.
 *
 * The mean over questions of 1 − C(N − c, k) / C(N, k), where c is a question's successes.
 */
export const passAtK: Point;
/**
 * Posterior of Pass@k for k future trials, with its credible interval.
 *
 * Let p ~ Beta(α, β) with α = alpha0 + c and β = beta0 + N − c. A question's g(p) = 1 − (1 − p)^k
 * has mean 1 − B(α, β + k) / B(α, β). Its variance is that of (1 − p)^k. Then μ is the mean over
 * questions, σ² the sum of the variances over M².
 */
export const passAtKCi: Posterior;
/**
 * Pass^k: the chance that all of k trials succeed, unbiased.
 *
 * The mean over questions of C(c, k) / C(N, k), where c is a question's successes.
 */
export const passHatK: Point;
/**
 * Posterior of Pass^k for k future trials, with its credible interval.
 *
 * With p ~ Beta(α, β), a question's g(p) = p^k has mean B(α + k, β) / B(α, β) and variance E[p^2k]
 * − E[p^k]².
 */
export const passHatKCi: Posterior;
/**
 * Pass^k: the chance that all of k trials succeed, unbiased.
 *
 * The mean over questions of C(c, k) / C(N, k), where c is a question's successes.
 */
export const unanimousAtK: Point;
/**
 * Posterior of Pass^k for k future trials, with its credible interval.
 *
 * With p ~ Beta(α, β), a question's g(p) = p^k has mean B(α + k, β) / B(α, β) and variance E[p^2k]
 * − E[p^k]².
 */
export const unanimousAtKCi: Posterior;
/**
 * Pass^k: the chance that all of k trials succeed, unbiased.
 *
 * The mean over questions of C(c, k) / C(N, k), where c is a question's successes.
 */
export const gPassAtK: Point;
/**
 * Posterior of Pass^k for k future trials, with its credible interval.
 *
 * With p ~ Beta(α, β), a question's g(p) = p^k has mean B(α + k, β) / B(α, β) and variance E[p^2k]
 * − E[p^k]².
 */
export const gPassAtKCi: Posterior;
/**
 * G-Pass@k_τ: the chance that at least ⌈τk⌉ of k trials succeed, unbiased.
 *
 * The mean over questions of Σ C(c, j) C(N − c, k − j) / C(N, k) over j ≥ max(1, ⌈τk⌉), c being a
 * question's successes.
 */
export const gPassAtKTau: Point;
/**
 * Posterior of G-Pass@k_τ for k future trials, with its credible interval.
 *
 * With p ~ Beta(α, β), a question's g(p) is the chance of at least max(1, ⌈τk⌉) successes in k
 * independent trials. Then μ is the mean over questions of E[g], σ² the sum of Var[g] over M².
 */
export const gPassAtKTauCi: Posterior;
/**
 * mG-Pass@k: G-Pass@k_τ averaged over τ from 1/2 to 1, unbiased.
 *
 * The mean over questions of (2 / k) Σ (j − m) C(c, j) C(N − c, k − j) / C(N, k) over j > m, m =
 * ⌈k/2⌉, where c is a question's successes. It is 0 for k = 1.
 */
export const mgPassAtK: Point;
/**
 * Posterior of mG-Pass@k for k future trials, with its credible interval.
 *
 * With p ~ Beta(α, β) and J successes in k independent trials, a question's g(p) is (2 / k) E[max(J
 * − m, 0) | p], m = ⌈k/2⌉.
 */
export const mgPassAtKCi: Posterior;
/**
 * Maj@k: the chance that more than half of k trials succeed, unbiased.
 *
 * G-Pass@k_τ at τ = (⌊k/2⌋ + 1) / k.
 */
export const majAtK: Point;
/**
 * Posterior of Maj@k for k future trials, with its credible interval.
 *
 * That of `g_pass_at_k_tau_ci` at τ = (⌊k/2⌋ + 1) / k.
 */
export const majAtKCi: Posterior;
/**
 * AUC@k: the area under Pass@1, …, Pass@k by the trapezoid rule, unbiased.
 *
 * (1 / (k − 1)) Σ (Pass@j + Pass@(j + 1)) / 2 over j = 1..k − 1; Pass@1 for k = 1.
 */
export const aucAtK: Point;
/**
 * Posterior of AUC@k for k future trials, with its credible interval.
 *
 * With p ~ Beta(α, β), a question's g(p) is the trapezoid area under 1 − (1 − p)^j, j = 1..k. For k
 * = 1 it is that of `pass_at_k_ci`.
 */
export const aucAtKCi: Posterior;
/**
 * Threshold spectrum: a weighted sum of the chances of at least 1, …, k successes, unbiased.
 *
 * Σ w_r T_r, T_r being the unbiased estimate of the chance of at least r successes in k trials: the
 * mean over questions of E[A_J], A_j = w_1 + … + w_j, J successes in k drawn.
 */
export const thresholdSpectrumAtK: Point;
/**
 * Posterior of the threshold spectrum for k future trials, with its credible interval.
 *
 * With p ~ Beta(α, β), a question's g(p) = Σ_j A_j C(k, j) p^j (1 − p)^(k − j) with A_j = w_1 + … +
 * w_j.
 */
export const thresholdSpectrumAtKCi: Posterior;
/**
 * Geom@k: each question's Pass@k^a Pass^k^b, averaged over questions.
 *
 * The mean over questions of P^a U^b, P and U being its unbiased Pass@k and Pass^k; 0^0 is 1.
 */
export const geomAtK: Point;
/**
 * Posterior of Geom@k for k future trials, to first order, with its credible interval.
 *
 * Let x and y be a question's posterior means of Pass@k and Pass^k. Its blend is G = x^a y^b, with
 * (σ_G / G)² = a² Var x / x² + 2ab Cov / (xy) + b² Var y / y². Then μ is the mean of the G, and σ²
 * the sum of the σ_G² over M².
 */
export const geomAtKCi: Posterior;
/**
 * Geom@k of the data set: Pass@k^a Pass^k^b, each averaged over questions first.
 *
 * `pass_at_k(R, k)^a pass_hat_k(R, k)^b`; 0^0 is 1.
 */
export const geomDsAtK: Point;
/**
 * Posterior of the data set's Geom@k, to first order, with its credible interval.
 *
 * As `geom_at_k_ci`, with x, y, their variances and covariance those of the means over questions.
 */
export const geomDsAtKCi: Posterior;
/**
 * GeoSpectrum@k: Pass@k^λ S^(1 − λ), S being a threshold spectrum of the data set.
 *
 * `pass_at_k(R, k)^λ S^(1 − λ)`; 0^0 is 1.
 */
export const geoSpectrumAtK: Point;
/**
 * Posterior of GeoSpectrum@k for k future trials, to first order, with its credible interval.
 *
 * As `geom_ds_at_k_ci` with y the spectrum S, a = λ, b = 1 − λ.
 */
export const geoSpectrumAtKCi: Posterior;
/**
 * GeoSpectrum*@k: the geometric mean of Pass@k and mG-Pass@k.
 *
 * √(`pass_at_k(R, k)` `mg_pass_at_k(R, k)`), the default of `geo_spectrum_at_k`.
 */
export const geoSpectrumStarAtK: Point;
/**
 * Posterior of GeoSpectrum*@k for k future trials, to first order, with its interval.
 *
 * The default of `geo_spectrum_at_k_ci`.
 */
export const geoSpectrumStarAtKCi: Posterior;
/**
 * Max@k: the expected best reward among k trials, unbiased.
 *
 * The mean over questions of Σ_i C(i − 1, k − 1) g_i / C(N, k), i = k..N, g_1 ≤ ... ≤ g_N being a
 * question's rewards in order.
 */
export const maxAtK: Point;
/**
 * Posterior of Max@k for k future trials, with its credible interval.
 *
 * With rewards r_1 < ... < r_L and A_l the chance of at most r_l in one trial, a question's g = r_L
 * − Σ (r_(l+1) − r_l) A_l^k. Under the Dirichlet posterior of `bayes`, A_l is Beta distributed. For
 * l < m, A_l / A_m is independent of A_m. So Cov(A_l^k, A_m^k) = Var(A_m^k) E[A_l^k] / E[A_m^k].
 */
export const maxAtKCi: Posterior;
