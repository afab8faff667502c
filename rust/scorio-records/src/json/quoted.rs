//! Texts as JSON writes them.

use std::fmt::Write;

/// Adds a text in quotes, with no more escapes than must be.
pub fn quote(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                // Writing to a text cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

/// The text between the quotes of a JSON string, its escapes resolved.
pub(super) fn unescaped(raw: &str) -> Result<String, ()> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(rest.get(..at).ok_or(())?);
        let escape = rest.as_bytes().get(at + 1).ok_or(())?;
        rest = rest.get(at + 2..).ok_or(())?;
        text.push(match escape {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let (first, after) = code_unit(rest)?;
                rest = after;
                let code = match first {
                    0xd800..0xdc00 => {
                        let (second, after) = code_unit(rest.strip_prefix("\\u").ok_or(())?)?;
                        rest = after;
                        let low = second.checked_sub(0xdc00).filter(|&low| low < 0x400).ok_or(())?;
                        0x10000 + ((first - 0xd800) << 10) + low
                    }
                    other => other,
                };
                char::from_u32(code).ok_or(())?
            }
            _ => return Err(()),
        });
    }
    text.push_str(rest);
    Ok(text)
}

fn code_unit(text: &str) -> Result<(u32, &str), ()> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    let code = u32::from_str_radix(digits.ok_or(())?, 16).map_err(|_| ())?;
    Ok((code, text.get(4..).unwrap_or("")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn reads_back(text in any::<String>()) {
            let mut quoted = String::new();
            quote(&text, &mut quoted);
            prop_assert_eq!(serde_json::from_str::<String>(&quoted).ok(), Some(text));
        }
    }
}
