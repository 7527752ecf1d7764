//! The plane: a rigid body has columns (x, y, θ), a point mass (x, y).

pub mod marker;
pub mod space;

macro_rules! joint_modules {
    ($($file:ident $Kind:ident,)*; $($rest:tt)*) => {
        $(pub mod $file;)*
    };
}

// one file a joint, of the name that the registry gives it
mainspring_joints::joint_registry!(planar joint_modules);
