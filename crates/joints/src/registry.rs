//! The list of all kinds of joints: file, type, and the spaces in which it occurs (`planar`, `spatial` or `both`).
//!
//! Messages list words in this order. Kinds that share a word are tried in this order: one that needs an option stands
//! before the one that is meant without it.

/// Hands the kinds of a space (`planar`, `spatial`) or `all` of them to the macro `with`, as
/// `with! { file Kind, …; file Kind, … }`: first those of the space, then the rest.
#[macro_export]
macro_rules! joint_registry {
    ($space:ident $with:ident) => {
        $crate::select_joints! { $space $with {} {}
            spherical Spherical [spatial],
            revolute Revolute [both],
            prismatic Prismatic [both],
            cylindrical Cylindrical [spatial],
            universal Universal [spatial],
            weld Weld [both],
            distance Distance [both],
            planar Planar [spatial],
            arc Arc [planar],
            slot Slot [planar],
            rolling_on_disc RollingOnDisc [planar],
            rolling_on_line RollingOnLine [planar],
            rolling_disc RollingDisc [spatial],
            rolling_sphere RollingSphere [spatial],
        }
    };
}

/// Sorts the list of [`joint_registry!`] into kinds that a space has and kinds that it has not.
#[doc(hidden)]
#[macro_export]
macro_rules! select_joints {
    ($space:ident $with:ident { $($kept:tt)* } { $($left:tt)* }) => {
        $with! { $($kept)*; $($left)* }
    };
    (all $with:ident { $($kept:tt)* } {} $file:ident $Kind:ident [$in:ident], $($rest:tt)*) => {
        $crate::select_joints! { all $with { $($kept)* $file $Kind, } {} $($rest)* }
    };
    ($space:ident $with:ident { $($kept:tt)* } { $($left:tt)* } $file:ident $Kind:ident [both], $($rest:tt)*) => {
        $crate::select_joints! { $space $with { $($kept)* $file $Kind, } { $($left)* } $($rest)* }
    };
    (planar $with:ident { $($kept:tt)* } { $($left:tt)* } $file:ident $Kind:ident [planar], $($rest:tt)*) => {
        $crate::select_joints! { planar $with { $($kept)* $file $Kind, } { $($left)* } $($rest)* }
    };
    (spatial $with:ident { $($kept:tt)* } { $($left:tt)* } $file:ident $Kind:ident [spatial], $($rest:tt)*) => {
        $crate::select_joints! { spatial $with { $($kept)* $file $Kind, } { $($left)* } $($rest)* }
    };
    (planar $with:ident { $($kept:tt)* } { $($left:tt)* } $file:ident $Kind:ident [spatial], $($rest:tt)*) => {
        $crate::select_joints! { planar $with { $($kept)* } { $($left)* $file $Kind, } $($rest)* }
    };
    (spatial $with:ident { $($kept:tt)* } { $($left:tt)* } $file:ident $Kind:ident [planar], $($rest:tt)*) => {
        $crate::select_joints! { spatial $with { $($kept)* } { $($left)* $file $Kind, } $($rest)* }
    };
}
