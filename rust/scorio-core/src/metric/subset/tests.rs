//! Variances of rare and of frequent credits, which a difference of near numbers would lose.

use super::credit::Credit;
use super::unbiased::variances;
use super::urn::Urn;
use crate::counts::states::States;

#[test]
fn rare_successes_and_failures_keep_the_digits_of_their_variance() {
    // With 3 successes, two disjoint subsets cannot both have the 2 that each needs. So the variance is
    // the square of the estimate: {3 (N − 3) + 1} / C(N, 3).
    for trials in [1e2, 1e4, 1e6_f64] {
        let share = (3.0 * (trials - 3.0) + 1.0) / (trials * (trials - 1.0) * (trials - 2.0) / 6.0);
        let credit = Credit::majority(3).unwrap();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let most = trials as u64 - 3;
        // Failures are the successes of the complement, and the majority of three is symmetric.
        for counts in [[most, 3], [3, most]] {
            for credit in [credit.clone(), credit.clone().complement()] {
                let found = variances(&States::of_one(&counts), &credit).unwrap().variance;
                let expected = share * share;
                assert!((found / expected - 1.0).abs() < 1e-10, "{counts:?} {found} {expected}");
            }
        }
    }
}

#[test]
fn means_of_functions_of_the_draw_are_those_of_its_law() {
    // 3 of 10 are successes. Of 4 draws J succeed: E J = 1.2, and P(J = 0) = C(7, 4) / C(10, 4).
    let urn = Urn::hypergeometric(3, 7);
    let [mean, none] = urn.average(4, |j| [j as f64, f64::from(u8::from(j == 0))]);
    assert!((mean - 1.2).abs() < 1e-14, "{mean}");
    assert!((none - 35.0 / 210.0).abs() < 1e-14, "{none}");
}
