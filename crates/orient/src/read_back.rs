//! A scene that was written here, read and built as anybody's is.

use mainspring_builder::{BuildOptions, build};
use mainspring_language::{NoImports, load};
use mainspring_model::Model;

/// The model of a scene's text; else the first error, in words.
pub fn read_back(name: &str, text: &str) -> Result<Model, String> {
    let (definition, findings) = load(name, text, &mut NoImports);
    let options = BuildOptions { name: name.to_owned(), ..BuildOptions::default() };
    let built = match findings.iter().any(|f| f.is_error()) {
        true => Err(findings),
        false => build(&definition, &options),
    };
    built.map_err(|found| found.iter().find(|f| f.is_error()).map_or_else(String::new, |f| f.message.clone()))
}
