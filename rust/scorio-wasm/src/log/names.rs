//! The names of a record's fields, for a message.

/// As many names as a message may need.
const MOST: usize = 40;

/// The names of the fields of an object that is valid JSON. Those inside an object have dotted paths.
pub(crate) fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut path: Vec<&str> = Vec::new();
    // The key whose value comes next, and lists with their objects that are open.
    let (mut key, mut inside) = (None, 0_usize);
    let mut at = 0;
    while let (Some(byte), true) = (text.as_bytes().get(at), found.len() < MOST) {
        let start = at + 1;
        at = start;
        match (byte, inside) {
            (b'"', _) => {
                at = closing_quote(text, start) + 1;
                if inside == 0 {
                    match key.take() {
                        Some(key) => found.push(joined(&path, key)),
                        None => key = text.get(start..at - 1),
                    }
                }
            }
            (b'{', 0) => path.extend(key.take()),
            (b'}', 0) => {
                path.pop();
            }
            (b'[' | b'{', _) => {
                found.extend(key.take().map(|key| joined(&path, key)));
                inside += 1;
            }
            (b']' | b'}', _) => inside = inside.saturating_sub(1),
            (b't' | b'f' | b'n' | b'-' | b'0'..=b'9', 0) => {
                found.extend(key.take().map(|key| joined(&path, key)));
            }
            _ => {}
        }
    }
    found
}

/// Where the text ends that begins after a quote.
fn closing_quote(text: &str, start: usize) -> usize {
    let mut escaped = false;
    let rest = text.as_bytes().iter().enumerate().skip(start);
    let mut ends = rest.filter(|&(_, &byte)| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    ends.next().map_or(text.len(), |(end, _)| end)
}

/// A path, in which a dot within a name is escaped.
fn joined(path: &[&str], key: &str) -> String {
    let parts: Vec<_> = path.iter().chain([&key]).map(|part| part.replace('.', "\\.")).collect();
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_inside_objects_have_paths() {
        let text = r#"{"a": {"b.c": 1, "d": {"e": "x}\"", "f": null}, "g": {}}, "h": [{"i": 1}, "]"], "k\"": true}"#;
        assert_eq!(names(text), ["a.b\\.c", "a.d.e", "a.d.f", "h", r#"k\""#]);
        assert!(names("{}").is_empty());
    }
}
