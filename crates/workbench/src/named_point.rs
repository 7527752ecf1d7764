//! A point by the name that the scene has for it, on the body that carries it.

use crate::prepare::check;
use crate::scene::Scene;
use crate::settings::Settings;
use mainspring_language::load;
use mainspring_model::{Node, Probe};
use mainspring_record::Schema;

/// The body whose point is called `name` in the scene, and where on it the point is (body frame, m). Names inside composites
/// reach it too: `l.toe` where the composite of `l` has a line `point toe = shank.tip`.
///
/// None where the scene has no such point, or one that no body carries.
#[must_use]
pub fn named_point(scene: &Scene, settings: &Settings, name: &str) -> Option<(String, [f64; 3])> {
    let probe = format!("{name}.position");
    let settings = Settings { probes: vec![probe.clone()], at: Vec::new(), ..settings.clone() };
    let model = check(scene, &settings).ok()?.model;
    let channel = model.probes.iter().find(|c| c.name == probe)?;
    let Node::Probe(first) = model.programs.nodes[*channel.nodes.first()?] else { return None };
    match model.programs.probes[first] {
        Probe::Point { body: Some(body), point, order: 0, axis: 0 } => {
            Some((model.bodies.get(body)?.path.clone(), point))
        }
        _ => None,
    }
}

impl Scene {
    /// The scene that a recording was made of, out of the texts in it, and the values that were set for the run; none for
    /// a run made in Rust.
    #[must_use]
    pub fn recorded(schema: &Schema) -> Option<(Self, Settings)> {
        let sources = &schema.origin.sources;
        let (name, text) = sources.first()?;
        // imports go by the end of the names under which they were read
        let mut loader = |path: &str| {
            let found = sources.iter().skip(1).find(|(name, _)| std::path::Path::new(name).ends_with(path));
            found.map(|(_, text)| text.clone().into_bytes()).ok_or_else(|| "it is not in the recording".to_owned())
        };
        let (definition, findings) = load(name, text, &mut loader);
        let words = &schema.origin.command;
        let set = words.iter().zip(words.iter().skip(1)).filter(|(option, _)| *option == "--set");
        let settings = Settings { set: set.map(|(_, value)| value.clone()).collect(), ..Settings::default() };
        Some((Self { name: schema.scene.clone(), definition, findings }, settings))
    }
}
