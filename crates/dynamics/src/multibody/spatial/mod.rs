//! Space: a rigid body has position and unit quaternion, velocity (v, ω) in world axes; a point mass (x, y, z).

pub mod marker;
pub mod rows;
pub mod space;

macro_rules! joint_modules {
    ($($file:ident $Kind:ident,)*; $($rest:tt)*) => {
        $(pub mod $file;)*
    };
}

// one file a joint, of the name that the registry gives it
mainspring_joints::joint_registry!(spatial joint_modules);
