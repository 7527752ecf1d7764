//! The squeezes of the gallery's `squeeze_orient` are the planner's for its outline.

use mainspring_fields::strategy::Squeeze;
use mainspring_geometry::Region;
use mainspring_trust::{Against, case};
use std::fs;
use std::path::Path;

#[test]
fn the_scene_has_the_planners_lines() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/squeeze_orient/scene.mech");
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains("polygon((0, 0), (5, 0), (2.2, 4.5)) cm"), "the outline that is planned for below");
    let (region, _) = Region::polygon(&[[0.0, 0.0], [0.05, 0.0], [0.022, 0.045]]).unwrap();
    let plan = Squeeze::of(&region).unwrap().plan(0.0).unwrap();
    let (_, rest) = text.split_once("let line = [").unwrap();
    let lines: Vec<f64> = rest.split(']').next().unwrap().split(',').map(|n| n.trim().parse().unwrap()).collect();
    assert_eq!(lines.len(), plan.angles.len());
    let off = lines.iter().zip(&plan.angles).map(|(line, angle)| (line - angle.to_degrees()).abs()).fold(0.0, f64::max);
    case!(
        "gallery: squeeze_orient",
        "lines of its squeezes (degrees)",
        Against::OtherWay,
        "the planner for its outline"
    )
    .off(off, 1e-9);
    let expect =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/squeeze_orient/expect.json"))
            .unwrap();
    assert!(expect.contains("76.2002468973539 deg"), "the orientation that the scene is held against");
    assert!((plan.orientation.to_degrees() - 76.2002468973539).abs() < 1e-9, "{}", plan.orientation.to_degrees());
}
