//! Parts that lie on a table with friction, pushed in a row by a slider, by loads or by the slope of the table.

use super::dice::{Dice, rounded, tidy};
use super::pieces::{Scene, block, hinge_friction, load, rail_friction, stops};
use super::plane::written;
use super::rail::{Block, Rail};

/// One scene.
pub fn scene(dice: &mut Dice) -> String {
    let mut scene = Scene::new();
    if dice.chance(0.35) {
        let slope = dice.between(0.5, 4.0);
        let [x, y] = super::plane::direction(dice.degrees(-180.0, 180.0)).map(|c| rounded(slope * c, 4));
        scene.add(&format!("gravity ({x}, {y}) m/s^2"));
    }
    surface(dice, &mut scene);
    let pusher = Block::random(dice);
    slider(dice, &mut scene, &pusher);
    let mut x = tidy(pusher.right() + dice.gap(0.5, 0.001, 0.02));
    let count = dice.count(1, 3);
    for i in 0..count {
        let name = format!("p{i}");
        x = lay_down(dice, &mut scene, &name, x);
        let before = if i == 0 { "pusher".to_owned() } else { format!("p{}", i - 1) };
        scene.contact(dice, &before, &name);
        if dice.chance(0.35) {
            scene.force(dice, &format!("f{i}"), &name, [1.0, 0.0], 6.0);
        }
        if dice.chance(0.2) {
            let law = load(dice, "N*m", 0.2);
            scene.add(&format!("torque m{i} on {name} = {law}"));
        }
    }
    let last = format!("p{}", count - 1);
    let x = tidy(x + dice.gap(0.4, 0.001, 0.05));
    match dice.index(4) {
        0 => {
            scene.wall("wall", [x, 0.0], [-1.0, 0.0]);
            scene.contact(dice, &last, "wall");
        }
        1 => {
            let (length, radius) = (dice.length(0.08, 0.3), dice.length(0.005, 0.02));
            let pin = [tidy(x + radius), rounded(-length * dice.between(0.3, 0.9), 4)];
            scene.arm(dice, "arm", length, radius);
            let options = hinge_friction(dice, 0.3);
            scene.add(&format!("joint o = revolute(ground {}, arm.a){}", written(pin), block(&options)));
            scene.add("start o = 90 deg rate 0 rad/s");
            scene.contact(dice, &last, "arm");
        }
        2 => {
            let mut b = Block::random(dice);
            b.x = tidy(x + 0.5 * b.width);
            let rail = Rail::level();
            rail.part(&mut scene, "end", &b);
            let mut options = rail_friction(dice);
            if dice.chance(0.4) {
                options.extend(stops(dice, 0.0, [0.05, 0.05], "m"));
            }
            rail.joint(&mut scene, "j1", "end", &b, &options);
            rail.start(&mut scene, "j1", &b, 0.0);
            scene.contact(dice, &last, "end");
        }
        _ => {}
    }
    scene.run(dice)
}

/// What all lie on.
fn surface(dice: &mut Dice, scene: &mut Scene) {
    let sliding = dice.between(0.05, 0.6);
    let mut options = vec![format!("dynamic_friction = {sliding}")];
    if dice.chance(0.5) {
        options.push(format!("static_friction = {}", rounded(sliding * dice.between(1.02, 1.6), 4)));
    }
    if dice.chance(0.3) {
        options.push(format!("viscous = {} N*s/m^3", dice.between(50.0, 2000.0)));
    }
    if dice.chance(0.5) {
        options.push(format!("law = {}", dice.pick(&["hybrid", "pointwise", "coulomb"])));
    }
    scene.add(&format!("surface {{ {} }}", options.join("; ")));
}

/// A block on a rail that pushes the others, by a load or a drive with a limit.
fn slider(dice: &mut Dice, scene: &mut Scene, b: &Block) {
    let rail = Rail::level();
    rail.part(scene, "pusher", b);
    let mut options = rail_friction(dice);
    if dice.chance(0.3) {
        options.extend(stops(dice, 0.0, [0.1, 0.1], "m"));
    }
    rail.joint(scene, "j0", "pusher", b, &options);
    if dice.chance(0.5) {
        let (size, rate) = (dice.length(0.01, 0.1), dice.between(1.0, 10.0));
        let limit = dice.between(1.0, 30.0);
        scene.add(&format!("drive j0 position = {size} m * (1 - cos({rate} rad/s * t)) {{ limit = {limit} N }}"));
    } else {
        let rate = if dice.chance(0.6) { 0.0 } else { dice.between(-0.5, 0.5) };
        rail.start(scene, "j0", b, rate);
        scene.force(dice, "push", "pusher", [1.0, 0.0], 20.0);
    }
}

/// A free part whose left end is at x; where its right end is.
fn lay_down(dice: &mut Dice, scene: &mut Scene, name: &str, x: f64) -> f64 {
    let (width, height) = (dice.length(0.02, 0.1), dice.length(0.02, 0.1));
    let (shape, reach, turned) = match dice.index(5) {
        0 => (format!("disc({} m)", rounded(0.5 * width, 5)), rounded(0.5 * width, 5), 0.0),
        1 => {
            let (w, h) = (rounded(0.5 * width, 5), rounded(0.5 * height, 5));
            (format!("polygon(({}, {}), ({w}, {}), (0, {h})) m", -w, -h, -h), w, 0.0)
        }
        2 => {
            let reach = rounded(0.5 * libm::hypot(width, height) + 1e-4, 4);
            (format!("rect({width} m, {height} m)"), reach, dice.degrees(-90.0, 90.0))
        }
        _ => (format!("rect({width} m, {height} m)"), 0.5 * width, 0.0),
    };
    let mut at =
        format!("at {}", written([tidy(x + reach), if dice.chance(0.5) { 0.0 } else { dice.length(-0.02, 0.02) }]));
    if turned != 0.0 {
        at += &format!(" turned {turned} deg");
    }
    if dice.chance(0.2) {
        let [vx, vy] = [dice.between(-0.4, 0.4), dice.between(-0.4, 0.4)];
        at += &format!(" moving ({vx}, {vy}) m/s spinning {} rad/s", dice.between(-5.0, 5.0));
    }
    scene.part(name, &shape, dice.between(0.1, 2.0), "", &at);
    tidy(x + 2.0 * reach)
}
