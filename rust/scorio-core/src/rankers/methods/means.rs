//! Methods that take means of successes, question by question.

use crate::rankers::declared::{CLIP_RANGE, K, PRIOR_ALPHA, PRIOR_BETA, QUANTILE, TAU};
use crate::rankers::registry::{Method, Run, methods};
use crate::rankers::{means, metrics};

methods! { MEANS, "means":
    /// Mean share of successes over questions.
    ///
    /// s_l = mean over m of c_lm / N_lm, over the questions that the model was asked.
    /// # Source
    /// docs/ranking.md of the checkout.
    avg: Metric(metrics::of_name), "mean share of successes over questions"
        .like_average(&[])
        .shares();

    /// Bayes@N: posterior mean of the weighted score, or a quantile of it.
    ///
    /// The score is mu of `scorio.eval.bayes`, or mu + z sigma at the normal quantile z. With zeros
    /// and ones and as many trials of all questions, mu orders models as `avg` does.
    /// # Errors
    /// An outcome that is no category, or is missing; a shape that does not match; a quantile outside
    /// (0, 1); w or R0 with counts.
    /// # Source
    /// Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265.
    bayes: Metric(metrics::of_name), "Bayes@N: posterior mean over questions, or a quantile of it"
        .options(&[QUANTILE])
        .like_average(&[])
        .shares();

    /// Chance that one of k trials succeeds, on average over questions.
    ///
    /// Drawn without replacement from the trials of a question: 1 - C(N - c, k) / C(N, k). The score
    /// is that of `scorio.eval.pass_at_k`.
    /// # Errors
    /// A question with fewer than k trials.
    /// # Source
    /// Chen et al. (2021), Evaluating large language models trained on code.
    pass_at_k: Metric(metrics::of_name), "chance that one of k trials succeeds"
        .options(&[K])
        .shares();

    /// Chance that all of k trials succeed, on average over questions.
    ///
    /// Drawn without replacement from the trials of a question: C(c, k) / C(N, k). The score is that
    /// of `scorio.eval.pass_hat_k`.
    /// # Errors
    /// A question with fewer than k trials.
    /// # Source
    /// Yao et al. (2024), tau-bench.
    pass_hat_k: Metric(metrics::of_name), "chance that all of k trials succeed"
        .options(&[K])
        .shares();

    /// Chance that at least the share tau of k trials succeeds, on average over questions.
    ///
    /// Of k trials drawn without replacement, max(1, ceil(tau k)) or more have to succeed. The score
    /// is that of `scorio.eval.g_pass_at_k_tau`.
    /// # Errors
    /// A question with fewer than k trials.
    /// # Source
    /// Liu et al. (2025), Are your LLMs capable of stable reasoning?
    g_pass_at_k_tau: Metric(metrics::of_name), "chance that at least the share tau of k trials succeeds"
        .options(&[K, TAU])
        .shares();

    /// Mean of `g_pass_at_k_tau` for tau from 1/2 to 1.
    ///
    /// 2/k times the sum of P(X >= i) over i from ceil(k / 2) + 1 to k, X being the successes among k
    /// trials drawn without replacement. The score is that of `scorio.eval.mg_pass_at_k`.
    /// # Errors
    /// A question with fewer than k trials.
    /// # Source
    /// Liu et al. (2025), Are your LLMs capable of stable reasoning?
    mg_pass_at_k: Metric(metrics::of_name), "mean of g_pass_at_k_tau for tau from 1/2 to 1"
        .options(&[K])
        .shares();

    /// Mean share of successes, where hard questions count more.
    ///
    /// A question counts as 1 / clip(p_m), p_m being its mean share of successes over models. The
    /// weights come from the same data: another model in the field moves the scores of all.
    /// # Errors
    /// A clip_range that is none.
    /// # Source
    /// docs/ranking.md of the checkout.
    inverse_difficulty: Cells(means::inverse_difficulty), "mean share of successes, with questions weighted by the inverse of theirs"
        .options(&[CLIP_RANGE])
        .shares();

    /// Minus the expected rank of pooled success rates with Beta posteriors.
    ///
    /// p_l ~ Beta(alpha + successes, beta + failures), and -E(rank of p_l) = -1 - sum over j of P(p_j
    /// > p_l). The expectation is exact, without draws.
    /// # Errors
    /// A shape that is not positive.
    /// # Source
    /// Thompson (1933), On the likelihood that one unknown probability exceeds another.
    thompson: Cells(means::thompson), "minus the expected rank of pooled success rates with Beta posteriors"
        .options(&[PRIOR_ALPHA, PRIOR_BETA])
        .like_average(&["prior_alpha", "prior_beta"]);
}
