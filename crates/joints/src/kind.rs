//! [`JointKind`]: one of the registry's kinds, or a gear; each question is passed on to the kind's descriptor.

use crate::descriptor::{FrictionArm, JointDescriptor, MarkerAxis, Rows, Sharing, Symbol, TreeMotions};
use crate::gear::Gear;
use crate::kinds::*;
use crate::pose::Pose;
use mainspring_definition::SpaceKind;
use std::fmt;

macro_rules! joint_kind {
    ($($file:ident $Kind:ident,)*;) => {
        /// The kinds of joints.
        #[derive(Clone, Copy, PartialEq)]
        pub enum JointKind {
            $(
                #[doc = concat!("see [`", stringify!($Kind), "`](crate::", stringify!($Kind), ")")]
                $Kind($Kind),
            )*
            /// couples coordinates of two joints
            Gear(Gear),
        }

        $(
            impl From<$Kind> for JointKind {
                fn from(kind: $Kind) -> Self {
                    Self::$Kind(kind)
                }
            }
        )*

        impl fmt::Debug for JointKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$Kind(kind) => kind.fmt(f),)*
                    Self::Gear(gear) => gear.fmt(f),
                }
            }
        }

        impl JointKind {
            /// The word for it in a scene.
            #[must_use]
            pub const fn word(&self) -> &'static str {
                match self {
                    $(Self::$Kind(_) => $Kind::WORD,)*
                    Self::Gear(_) => Gear::WORDS[0],
                }
            }

            /// What the coordinates are, in order: true for an angle (rad), false for a travel (m).
            #[must_use]
            pub const fn coordinates(&self) -> &'static [bool] {
                match self {
                    $(Self::$Kind(_) => $Kind::COORDINATES,)*
                    Self::Gear(_) => &[],
                }
            }

            /// The arm of dry friction in its first coordinate; None: friction in it is not simulated.
            #[must_use]
            pub const fn friction(&self) -> Option<FrictionArm> {
                match self {
                    $(Self::$Kind(_) => $Kind::FRICTION,)*
                    Self::Gear(_) => None,
                }
            }

            /// How pictures draw it.
            #[must_use]
            pub const fn symbol(&self) -> Symbol {
                match self {
                    $(Self::$Kind(_) => $Kind::SYMBOL,)*
                    Self::Gear(_) => Symbol::Nothing,
                }
            }

            /// Which sides must have an orientation, which point masses have not.
            #[must_use]
            pub fn oriented_sides(&self, space: SpaceKind) -> [bool; 2] {
                match self {
                    $(Self::$Kind(_) => $Kind::oriented_sides(space),)*
                    Self::Gear(_) => [true, true],
                }
            }

            /// What its rows measure.
            #[must_use]
            pub fn rows(&self, space: SpaceKind) -> Rows {
                match self {
                    $(Self::$Kind(_) => $Kind::rows(space),)*
                    Self::Gear(_) => Rows::Lengths,
                }
            }

            /// What two of its kind must share besides their points and sizes to hold the same; None for gears, which
            /// hold no points.
            #[must_use]
            pub fn sharing(&self, space: SpaceKind) -> Option<Sharing> {
                match self {
                    $(Self::$Kind(_) => Some($Kind::sharing(space)),)*
                    Self::Gear(_) => None,
                }
            }

            /// Its motions in an open tree; None: it stays in maximal coordinates.
            #[must_use]
            pub fn tree(&self, space: SpaceKind) -> Option<TreeMotions> {
                match self {
                    $(Self::$Kind(_) => $Kind::tree(space),)*
                    Self::Gear(_) => None,
                }
            }

            /// b's marker in a's, for given coordinates; None if the joint places nothing.
            #[must_use]
            pub fn relative(&self, space: SpaceKind, first: f64, second: f64) -> Option<Pose> {
                match self {
                    $(Self::$Kind(kind) => kind.relative(space, first, second),)*
                    Self::Gear(_) => None,
                }
            }

            /// The pose of b's marker in a's that the joint allows and that keeps, of the pose `now`, what it leaves
            /// free; given coordinates come first. None if the joint places nothing.
            #[must_use]
            pub fn nearest(
                &self,
                space: SpaceKind,
                now: &Pose,
                first: Option<f64>,
                second: Option<f64>,
            ) -> Option<Pose> {
                match self {
                    $(Self::$Kind(kind) => Some(kind.nearest(space, now, first, second)),)*
                    Self::Gear(_) => None,
                }
            }

            /// Whether its length still follows from how the parts are placed.
            #[must_use]
            pub fn is_open(&self) -> bool {
                match self {
                    $(Self::$Kind(kind) => kind.open_length().is_some(),)*
                    Self::Gear(_) => false,
                }
            }

            /// With this length (m) where that is open; otherwise as it is.
            #[must_use]
            pub fn with_length(self, length: f64) -> Self {
                match self {
                    $(Self::$Kind(kind) => kind.open_length().map_or(self, |make| Self::$Kind(make(length))),)*
                    Self::Gear(_) => self,
                }
            }

            /// Radius of what rolls or of an arc, length of a rod, m; otherwise 0.
            #[must_use]
            pub fn drawn_size(&self) -> f64 {
                match self {
                    $(Self::$Kind(kind) => kind.drawn_size(),)*
                    Self::Gear(_) => 0.0,
                }
            }

            /// The axis of a's marker that is drawn; None for gears, which have no place.
            #[must_use]
            pub fn drawn_axis(&self, space: SpaceKind) -> Option<MarkerAxis> {
                match self {
                    $(Self::$Kind(_) => Some($Kind::drawn_axis(space)),)*
                    Self::Gear(_) => None,
                }
            }

            /// What couples two joints instead of holding parts, if it is that.
            #[must_use]
            pub const fn coupling(&self) -> Option<&Gear> {
                match self {
                    $(Self::$Kind(_) => None,)*
                    Self::Gear(gear) => Some(gear),
                }
            }
        }
    };
}

joint_registry!(all joint_kind);
