//! Dotted paths: `a.b` is field `b` of the object `a`, `a.0` the first entry of the list `a`, and
//! `a\.b` a field whose name has a dot.

/// The path's names, split at dots that no backslash precedes.
pub fn segments(path: &str) -> Vec<String> {
    let mut segments = vec![String::new()];
    let mut characters = path.chars();
    while let Some(character) = characters.next() {
        let literal = match character {
            '.' => {
                segments.push(String::new());
                continue;
            }
            '\\' => characters.next().unwrap_or('\\'),
            other => other,
        };
        if let Some(last) = segments.last_mut() {
            last.push(literal);
        }
    }
    segments
}

/// A name as one segment of a path, whatever characters it has.
pub fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('.', "\\.")
}

/// The path of names from the outside in.
pub fn joined<'n>(names: impl Iterator<Item = &'n String>) -> String {
    names.map(|name| escaped(name)).collect::<Vec<_>>().join(".")
}
