//! The same calls give the same bits on every platform: a digest of each kind of call.
//!
//! Half of the kinds draw random numbers, the others are estimates, tails of distributions and
//! correlations. A digest differs if one bit of one result does.

mod calls;

use crate::calls::{KINDS, Mix};

/// The names of the kinds.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.0)
}

/// The committed digests: the calls of each kind, and a digest for each kind.
///
/// If a change of the numerics is on purpose, put what `scorio-digest` prints here. If they differ
/// on another platform only, a function of the platform is in use.
pub const DIGESTS: [(u64, [u64; 10]); 2] = [
    (
        50,
        [
            0xb298_2f57_8fa8_fd0c,
            0xaaa7_94f7_4d5a_c46f,
            0x307f_6190_6be1_aa88,
            0x6d66_9243_1b4a_59ca,
            0x548d_1cc7_7d31_6e28,
            0xd207_9e1d_e0a2_729c,
            0x48c3_df16_66b2_fbbe,
            0x5df0_ac87_edc1_9d95,
            0xe11c_37be_895e_62f6,
            0x135a_6813_7bb3_b0b0,
        ],
    ),
    (
        550,
        [
            0xca83_70d2_dae7_2bc2,
            0x2c84_92b0_cee7_c434,
            0x2ecb_55fb_9e92_7a74,
            0xf3ce_e431_85b7_5790,
            0x7aaf_86da_cf6c_794f,
            0xfcf5_b747_8d85_c267,
            0xf1b5_aeb2_3a56_d1dd,
            0xa5cf_751e_aebb_584a,
            0xc91f_eccc_b71e_e2d1,
            0xcdbd_7c93_9e50_ed13,
        ],
    ),
];

/// The committed digests for so many calls of each kind.
#[must_use]
pub fn committed(calls: u64) -> Option<[u64; 10]> {
    DIGESTS.iter().find(|known| known.0 == calls).map(|known| known.1)
}

/// The digest of a kind, by its number, over so many calls. `None` if there is no such kind.
///
/// Some arguments have no result, such as models that all tie. Their error counts by its name.
#[must_use]
pub fn digest(kind: usize, calls: u64) -> Option<u64> {
    let (_, call) = KINDS.get(kind)?;
    let mut mix = Mix(1);
    // FNV-1a, a word at a time. Which NaN it is does not matter.
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bits: u64| {
        digest = (digest ^ bits).wrapping_mul(0x0000_0100_0000_01b3);
        digest ^= digest >> 32;
    };
    for _ in 0..calls {
        match call(&mut mix) {
            Ok(values) => values
                .into_iter()
                .for_each(|value| add(if value.is_nan() { u64::MAX } else { value.to_bits() })),
            Err(error) => error.kind().bytes().for_each(|byte| add(byte.into())),
        }
    }
    Some(digest)
}

/// The same for a caller of the WebAssembly module. 0 stands for an unknown kind.
#[unsafe(no_mangle)]
pub extern "C" fn scorio_digest(kind: u32, calls: u32) -> u64 {
    digest(kind as usize, u64::from(calls)).unwrap_or(0)
}
