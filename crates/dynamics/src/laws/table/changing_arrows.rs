//! Arrows of windows and arrays that change.

use mainspring_model::Model;

/// Arrows that change: which window, or array after all windows, and where, in its own axes.
pub fn changing_arrows(model: &Model) -> Vec<(usize, [f64; 2])> {
    let fields = &model.fields;
    let mut out = Vec::new();
    for item in fields.changing(&model.programs) {
        let places: Vec<[f64; 2]> = match item.checked_sub(fields.windows.len()) {
            None => fields.windows[item].arrow_places(),
            Some(a) => fields.arrays[a].arrow_blocks().into_iter().map(|b| b.0).collect(),
        };
        out.extend(places.into_iter().map(|place| (item, place)));
    }
    out
}
