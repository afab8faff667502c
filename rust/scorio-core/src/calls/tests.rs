//! Every declaration is whole.

use std::collections::BTreeSet;

use super::*;

#[test]
fn rules_name_options_that_there_are() {
    for call in all() {
        let options = call.options.options();
        let names: BTreeSet<_> = options.iter().map(|option| option.name).collect();
        assert_eq!(names.len(), options.len(), "{}: an option is declared twice", call.name);
        for option in options {
            let (others, why) = option.excludes;
            let needed = option.needs.iter().map(|(other, _)| other);
            for other in others.iter().chain(needed) {
                assert!(names.contains(other), "{}: {} names {other}", call.name, option.name);
            }
            assert_eq!(others.is_empty(), why.is_empty());
            assert!(option.doc.ends_with('.'), "{}: {} has no sentence", call.name, option.name);
            assert!(
                !matches!((option.takes, option.usual), (Takes::Flag, Usual::Nothing)),
                "{}: the flag {} has no default",
                call.name,
                option.name
            );
        }
    }
}
