//! Sums of rows of bytes that are 0 or 1.

pub(super) const ONES: u64 = 0x0101_0101_0101_0101;

/// The sum of the eight bytes of a word, if it is below 256.
#[inline(always)]
pub(super) fn fold(word: u64) -> u64 {
    word.wrapping_mul(ONES) >> 56
}

/// The same for bytes of any size. Lanes of eight bits become lanes of sixteen.
#[inline(always)]
fn fold_wide(word: u64) -> u64 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    ((word & EVEN) + (word >> 8 & EVEN)).wrapping_mul(0x0001_0001_0001_0001) >> 48
}

/// So many words have less than 256 ones together, and so many have less than 256 in each place.
const SHORT: usize = 31;
const LONG: usize = 255;

/// The sum and the union of some words.
#[inline(always)]
fn gathered(words: &[[u8; 8]]) -> (u64, u64) {
    let (mut sum, mut bits) = (0_u64, 0_u64);
    let mut rest = words;
    // Written out, because the WebAssembly module is compiled without unrolling.
    if cfg!(target_family = "wasm") {
        let (fours, last) = words.as_chunks::<4>();
        for four in fours {
            let [a, b, c, d] = four.map(u64::from_ne_bytes);
            sum = sum.wrapping_add(a.wrapping_add(b)).wrapping_add(c.wrapping_add(d));
            bits |= a | b | c | d;
        }
        rest = last;
    }
    for word in rest {
        let word = u64::from_ne_bytes(*word);
        sum = sum.wrapping_add(word);
        bits |= word;
    }
    (sum, bits)
}

/// Sums of rows, and the bits of all their bytes.
#[derive(Default)]
pub(super) struct ByteSums {
    bits: u64,
}

impl ByteSums {
    /// The sum of a row.
    #[inline(always)]
    pub(super) fn add(&mut self, row: &[u8]) -> u64 {
        let (words, rest) = row.as_chunks::<8>();
        let (mut total, mut other) = (0, 0);
        if words.len() <= SHORT {
            let (sum, bits) = gathered(words);
            (total, other) = (fold(sum), bits);
        } else {
            for part in words.chunks(LONG) {
                let (sum, bits) = gathered(part);
                total += fold_wide(sum);
                other |= bits;
            }
        }
        for &byte in rest {
            total += u64::from(byte);
            other |= u64::from(byte);
        }
        self.bits |= other;
        total
    }

    /// Whether all bytes were 0 or 1.
    pub(super) fn are_clean(&self) -> bool {
        self.bits & !ONES == 0
    }
}

#[cfg(test)]
mod tests {
    use super::ByteSums;

    #[test]
    fn sums_are_those_of_single_bytes() {
        let mut seed = 1_u64;
        for length in (0..300).chain([2_039, 2_040, 2_041, 4_096, 20_000]) {
            let mut sums = ByteSums::default();
            let mut row: Vec<u8> = vec![1; length];
            for _ in 0..3 {
                assert_eq!(sums.add(&row), row.iter().map(|&one| u64::from(one)).sum::<u64>());
                for byte in &mut row {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    *byte = u8::from(seed >> 63 == 1);
                }
            }
            assert!(sums.are_clean());
            for place in (0..length).step_by(1 + length / 70) {
                for wrong in [2, 128, 255] {
                    let mut bytes = row.clone();
                    bytes[place] = wrong;
                    let mut sums = ByteSums::default();
                    sums.add(&bytes);
                    assert!(!sums.are_clean(), "{length} {place} {wrong}");
                }
            }
        }
    }
}
