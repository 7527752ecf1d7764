//! One file a kind; the list of them is the registry's.

macro_rules! modules {
    ($($file:ident $Kind:ident,)*;) => {
        $(
            mod $file;
            pub use $file::$Kind;
        )*
    };
}

joint_registry!(all modules);
