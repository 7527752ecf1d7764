//! Names of the root and of a pawl of an exact sweep, for messages.

/// The first names a sweep has declared.
#[derive(Default)]
pub struct SweptNames {
    pub root: Option<String>,
    pub pawl: Option<String>,
}

impl SweptNames {
    /// The names of the root and of a pawl, or such as they might have.
    pub fn both(&self) -> (String, String) {
        let or = |name: &Option<String>, other: &str| name.clone().unwrap_or_else(|| other.to_owned());
        (or(&self.root, "body"), or(&self.pawl, "hook"))
    }
}
