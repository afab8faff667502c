//! `scorio-digest [CALLS]`: the bits of CALLS calls, 500 by default, a tenth of them of each kind.
//!
//! It prints a line for each kind: its name and its digest. With 500 and with 5500 calls, it compares
//! them with the committed digests, and exits with 1 if one differs. So it shows whether a platform
//! computes the same digits. It needs no file and no library, for example under an emulator:
//!
//! ```sh
//! cargo build --profile fast -p scorio-digest --target aarch64-unknown-linux-gnu
//! qemu-aarch64-static -L /usr/aarch64-linux-gnu target/aarch64-unknown-linux-gnu/fast/scorio-digest 5500
//! ```
//!
//! js/test/digest.mjs runs the same calls in WebAssembly.

use std::process::ExitCode;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a program")]
fn main() -> ExitCode {
    let given = std::env::args().nth(1);
    let calls = given.as_ref().map_or(Some(500), |given| given.parse().ok());
    let Some(calls) = calls.filter(|&calls: &u64| calls > 0 && calls % 10 == 0) else {
        eprintln!("use: scorio-digest [CALLS], a positive multiple of 10");
        return ExitCode::from(2);
    };
    let committed = scorio_digest::committed(calls / 10);
    let mut same = true;
    for (kind, name) in scorio_digest::kinds().enumerate() {
        let found = scorio_digest::digest(kind, calls / 10).unwrap_or(0);
        let expected = committed.and_then(|digests| digests.get(kind).copied());
        let differs = expected.is_some_and(|expected| expected != found);
        same &= !differs;
        println!("{name} {found:#018x}{}", if differs { " differs" } else { "" });
    }
    let words = match (committed, same) {
        (None, _) => "no committed digests to compare with",
        (Some(_), true) => "the committed digests",
        (Some(_), false) => "other digests than the committed ones",
    };
    println!("{calls} calls: {words}");
    ExitCode::from(u8::from(!same))
}
