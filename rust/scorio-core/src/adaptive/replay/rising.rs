//! The rising curve nearest to a noisy one.

/// The values of the rising curve with the least squared distance: neighbours that fall are replaced
/// by their mean.
pub(super) fn rising(values: &[f64]) -> Vec<f64> {
    // Blocks of equal values: their mean and length.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for &value in values {
        let mut block = (value, 1);
        while let Some(&(mean, length)) = blocks.last() {
            if mean < block.0 {
                break;
            }
            blocks.pop();
            let total = length + block.1;
            block = ((mean * length as f64 + block.0 * block.1 as f64) / total as f64, total);
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(mean, length)| std::iter::repeat_n(mean, length)).collect()
}

#[cfg(test)]
mod tests {
    use super::rising;

    #[test]
    fn curves_that_rise_stay_and_others_are_averaged() {
        assert_eq!(rising(&[]), Vec::<f64>::new());
        assert_eq!(rising(&[0.1, 0.5, 0.9]), [0.1, 0.5, 0.9]);
        assert_eq!(rising(&[1.0, 3.0, 2.0, 4.0, 3.0]), [1.0, 2.5, 2.5, 3.5, 3.5]);
        assert_eq!(rising(&[3.0, 2.0, 1.0]), [2.0, 2.0, 2.0]);
    }
}
