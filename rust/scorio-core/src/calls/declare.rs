//! The declaration of a call.

/// Declares a struct of options. The doc comments are the documentation in every language. Each option is
/// made by a function of [`super::option`], as `number(Range::LEVEL).or(0.95)`.
macro_rules! options {
    (
        $(#[doc = $doc:literal])+
        pub struct $name:ident {
            $($(#[doc = $about:literal])+ $field:ident: $type:ty = $option:expr,)+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[doc = $about])+ pub $field: $type,)+
        }

        impl $name {
            /// Its options as they are declared.
            pub const OPTIONS: &'static [$crate::calls::CallEntry] = &[$(
                $option.told(
                    stringify!($field),
                    $crate::rows::declare::meaning(concat!($($about),+)),
                )
            ),+];
        }

        impl $crate::calls::given::Taken for $name {
            fn taken(
                given: &mut $crate::calls::Given,
                entry: &$crate::calls::CallEntry,
            ) -> $crate::error::Result<Self> {
                let $crate::calls::CallEntry::Group(entries) = entry else {
                    return Err($crate::calls::CallError::Declared { name: stringify!($name) }.into());
                };
                let mut entries = entries.iter();
                Ok(Self { $($field: given.next(&mut entries)?,)+ })
            }
        }
    };
}

/// Declares a call: its name, its options, the tables of its answer, and the function that answers.
macro_rules! call {
    (
        $(#[doc = $doc:literal])+
        $shown:ident($about_what:ident): $run:path
            => [$($table:ident: $row:ty),*] $(, arrays [$($array:ident: $axes:literal),+])?, notes $notes:expr;
        $(#[doc = $about:literal])+
        pub struct $name:ident { $($body:tt)+ }
    ) => {
        $crate::calls::declare::options! {
            $(#[doc = $about])+
            pub struct $name { $($body)+ }
        }

        /// The declaration.
        pub const CALL: $crate::calls::Call = $crate::calls::Call {
            name: stringify!($shown),
            doc: $crate::rows::declare::meaning(concat!($($doc, "\n"),+)),
            options: $crate::calls::CallEntry::Group($name::OPTIONS),
            about: $crate::calls::About::$about_what,
            tables: &[$($crate::calls::TableKind::of::<$row>(stringify!($table))),*],
            arrays: &[$($($crate::calls::ArrayKind { name: stringify!($array), axes: $axes }),+)?],
            notes: $notes,
            run: |input, given, work| $run(input, &$crate::calls::rules::all(given, &CALL)?, work),
        };
    };
}

pub(crate) use call;
pub(crate) use options;
