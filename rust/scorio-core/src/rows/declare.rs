//! The declaration of a row.

/// Declares a struct of public fields that implements [`super::Row`]. The doc comments of the struct and
/// of its fields are its documentation in every language.
macro_rules! row {
    (
        $(#[doc = $doc:literal])+
        $(#[derive($($derived:path),+)])?
        pub struct $name:ident {
            $($(#[doc = $about:literal])+ $field:ident: $type:ty,)+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        $(#[derive($($derived),+)])?
        pub struct $name {
            $($(#[doc = $about])+ pub $field: $type,)+
        }

        impl $crate::rows::Row for $name {
            const NAME: &'static str = stringify!($name);
            const DOC: &'static str = concat!($($doc),+);
            const FIELDS: &'static [$crate::rows::Field] = &[$($crate::rows::Field {
                name: stringify!($field),
                kind: <$type as $crate::rows::Cell>::KIND,
                optional: <$type as $crate::rows::Cell>::OPTIONAL,
                doc: $crate::rows::declare::meaning(concat!($($about),+)),
            }),+];

            fn values(&self) -> Vec<$crate::rows::Value> {
                vec![$($crate::rows::Cell::value(&self.$field)),+]
            }
        }
    };
}

/// The meaning of a field. JavaScript has it in its declarations, so the module leaves it out.
pub(crate) const fn meaning(doc: &'static str) -> &'static str {
    if cfg!(target_family = "wasm") { "" } else { doc }
}

pub(crate) use row;
