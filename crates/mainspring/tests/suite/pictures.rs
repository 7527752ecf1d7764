//! Pictures of every gallery scene, light and dark, at several moments: nothing cut off, overlapping, unreadable,
//! missing or outside the frame.

use mainspring::record::Memory;
use mainspring::report::render::{Camera, Film, PictureStyle, faults};
use mainspring::{Scene, Settings, simulate};
use std::path::{Path, PathBuf};

fn gallery() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")
}

fn run(scene: &str) -> Memory {
    simulate(Scene::file(&gallery().join(scene)), &Settings::default()).expect("gallery scenes run").recording
}

fn looked_over(scene: &str, trace: &str) {
    looked_at(scene, trace, &PictureStyle::default());
}

fn looked_at(scene: &str, trace: &str, whole: &PictureStyle) {
    let memory = run(scene);
    for dark in [false, true] {
        for forces in [false, true] {
            let traces = vec![trace.to_owned()];
            let look = PictureStyle { size: [400, 300], dark, forces, traces, ..whole.clone() };
            let film = Film::new(&memory, &look).expect("gallery scenes can be drawn");
            let [from, to] = film.span();
            for i in 0..=4 {
                let time = from + (to - from) * f64::from(i) / 4.0;
                let found = faults(&film.picture(time)).expect("pictures have a size");
                assert_eq!(found, [""; 0], "{scene} at {time} s, dark: {dark}");
            }
        }
    }
}

macro_rules! scenes {
    ($($name:ident $file:literal $trace:literal;)*) => {
        $(#[test]
        fn $name() {
            looked_over($file, $trace);
        })*

        const LOOKED_OVER: &[&str] = &[$($file),*];
    };
}

scenes! {
    align "align/scene.mech" "b";
    andrews "andrews/scene.mech" "k1.end";
    arm "arm/scene.mech" "link[6].top_yaw";
    array_sort "array_sort/scene.mech" "a";
    backlash "backlash/scene.mech" "wheel";
    block_off_block "block_off_block/scene.mech" "small";
    ball_cage "ball_cage/scene.mech" "ball[0].mark";
    bouncing_ball "bouncing_ball/scene.mech" "ball";
    bricard "bricard/scene.mech" "rod[2].front_y";
    bushings "bushings/scene.mech" "rod";
    cart "cart/scene.mech" "cart";
    centre "centre/scene.mech" "tee";
    chain "chain/scene.mech" "link[49].b";
    chain_over_peg "chain_over_peg/scene.mech" "k[0].a";
    chain_over_peg_that_holds "chain_over_peg/holds.mech" "k[0].a";
    clearance "clearance/scene.mech" "bolt";
    connecting_rod "connecting_rod/scene.mech" "left.small";
    conveyor "conveyor/scene.mech" "b[0]";
    cradle "cradle/scene.mech" "c.ball[4]";
    cradle_with_three "cradle/three.mech" "c.ball[4]";
    cradle_with_two "cradle/two.mech" "c.ball[4]";
    detour "detour/scene.mech" "puck";
    detour_all_on "detour/all_on.mech" "puck";
    dice "dice/scene.mech" "red";
    dominoes "dominoes/scene.mech" "first";
    double_pendulum "double_pendulum/scene.mech" "lower.b";
    escapement "escapement/scene.mech" "pendulum";
    feeder "feeder/scene.mech" "p[0]";
    five_body_pendulum "five_body_pendulum/scene.mech" "p.bob";
    four_bar "four_bar/scene.mech" "rod";
    free_body "free_body/scene.mech" "nut";
    funnel "funnel/scene.mech" "b[12]";
    gears "gears/scene.mech" "load";
    gripper "gripper/scene.mech" "disc";
    gripper_that_slips "gripper/slips.mech" "disc";
    hand "hand/scene.mech" "h.finger[0].p3.tip";
    hand_with_four_fingers "hand/four.mech" "h.finger[0].p3.tip";
    heavy_on_light "heavy_on_light/scene.mech" "heavy";
    incline "incline/scene.mech" "tips";
    keyway "keyway/scene.mech" "hub";
    latch "latch/scene.mech" "drawer";
    marble_run "marble_run/scene.mech" "m[0]";
    pads "pads/scene.mech" "carried";
    peg "peg/scene.mech" "plug";
    peg_that_jams "peg/jams.mech" "plug";
    peg_that_slides "peg/slides.mech" "plug";
    pendulum "pendulum/scene.mech" "bob";
    pyramid "pyramid/scene.mech" "row[19].box[0]";
    ratchet "ratchet/scene.mech" "click.tip";
    rattle "rattle/scene.mech" "slug";
    rocking_block "rocking_block/scene.mech" "block";
    rolling_after_slip "rolling_after_slip/scene.mech" "backspun.rim";
    rolling_disc "rolling_disc/scene.mech" "wheel";
    rolling_sphere "rolling_sphere/scene.mech" "curved";
    sieve "sieve/scene.mech" "large[0]";
    slider_crank "slider_crank/scene.mech" "rod";
    snap_fit "snap_fit/scene.mech" "hook";
    snap_fit_comes_out "snap_fit/remove.mech" "hook";
    snap_fit_stays "snap_fit/permanent.mech" "hook";
    snap_hook "snap_hook/scene.mech" "hook";
    snap_hook_holds "snap_hook/holds.mech" "hook";
    snap_jam "snap_jam/scene.mech" "finger";
    snap_jam_sticks "snap_jam/sticks.mech" "prop";
    snap_latch "snap_latch/scene.mech" "catch";
    snap_latch_opens "snap_latch/open.mech" "catch";
    snap_long "snap_long/scene.mech" "tongue";
    snap_pair "snap_pair/scene.mech" "upper";
    snap_pair_staggered "snap_pair/staggered.mech" "upper";
    snap_rack "snap_rack/scene.mech" "anchor";
    snap_ramp "snap_ramp/scene.mech" "pawl";
    snap_ratchet "snap_ratchet/scene.mech" "click";
    snap_ratchet_back "snap_ratchet/back.mech" "click";
    solids "solids/scene.mech" "brick[0]";
    spare_link "spare_link/scene.mech" "coupler";
    spinning_top "spinning_top/scene.mech" "spinner";
    squeeze_orient "squeeze_orient/scene.mech" "p[0]";
    stack "stack/scene.mech" "d";
    stick_slip "stick_slip/scene.mech" "block";
    swirl "swirl/scene.mech" "bar";
    thousand "thousand/scene.mech" "c[0]";
    three_spheres "three_spheres/scene.mech" "c";
    tippe_top "tippe_top/scene.mech" "tippe.middle";
    translate "translate/scene.mech" "light";
    tray "tray/scene.mech" "a[10]";
    verge "verge/scene.mech" "small.foliot";
    walker "walker/scene.mech" "near.shank.foot";
    wall "wall/scene.mech" "ball";
    woodpecker "woodpecker/scene.mech" "bird";
    zipper "zipper/scene.mech" "left[8].b";
}

/// Ten metres of rack and a tongue of three millimetres: looked at from near, for three teeth.
#[test]
fn snap_long_from_the_roll() {
    let camera = Some(Camera::Plane { middle: [5.0015, 0.0008], width: 0.016 });
    looked_at(
        "snap_long/roll.mech",
        "tongue",
        &PictureStyle { camera, from: Some(50.0), to: Some(50.03), ..PictureStyle::default() },
    );
}

#[test]
fn every_scene_is_looked_over() {
    for folder in std::fs::read_dir(gallery()).unwrap().map(|f| f.unwrap().path()).filter(|f| f.is_dir()) {
        let name = format!("{}/scene.mech", folder.file_name().unwrap().to_str().unwrap());
        assert!(LOOKED_OVER.contains(&name.as_str()), "{name}");
    }
}
