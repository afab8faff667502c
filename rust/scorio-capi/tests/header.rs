//! The committed header matches the sources.

use std::fs;
use std::path::Path;

#[test]
#[expect(clippy::expect_used, reason = "a test")]
fn header_is_current() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut generated = Vec::new();
    cbindgen::generate(home).expect("the sources can be read").write(&mut generated);
    let file = home.join("include/scorio.h");
    if std::env::var_os("WRITE_HEADER").is_some() {
        fs::create_dir_all(home.join("include")).expect("a folder can be made");
        fs::write(&file, &generated).expect("the header can be written");
    }
    let committed = fs::read(&file).unwrap_or_default();
    assert!(committed == generated, "include/scorio.h is stale: run `make header`");
}
