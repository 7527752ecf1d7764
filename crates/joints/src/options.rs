//! How a kind of joint reads its options; the model, which knows expressions and units, does the reading.

use mainspring_definition::SpaceKind;

/// Something was wrong and has been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// The options of one joint of a scene. Kinds that share a word may ask for the same option, one after the other.
pub trait OptionReader {
    /// The space of the scene.
    fn space(&self) -> SpaceKind;

    /// A length greater than 0, m; None if the option is not given.
    ///
    /// # Errors
    /// After a report that the value is no such length.
    fn positive_length(&mut self, name: &'static str) -> Result<Option<f64>, Refused>;

    /// A length of either sign, m; None if the option is not given.
    ///
    /// # Errors
    /// After a report that the value is no length.
    fn length(&mut self, name: &'static str) -> Result<Option<f64>, Refused>;

    /// A bare word: whether it is there.
    ///
    /// # Errors
    /// After a report that the value is neither true nor false.
    fn flag(&mut self, name: &'static str) -> Result<bool, Refused>;

    /// Reports what is wrong: with the value of an option, or with the joint as a whole.
    fn refuse(&mut self, option: Option<&'static str>, message: &str, help: &str) -> Refused;
}
