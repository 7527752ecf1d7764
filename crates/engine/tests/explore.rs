mod support;
use mainspring_definition::SpaceKind;
use mainspring_model::*;
use support::*;

/// crank-rocker, planar loop, under gravity with a spring
pub fn four_bar() -> Model {
    let mut m = empty(SpaceKind::Planar);
    m.gravity = [0.0, -9.81, 0.0];
    let (o, a, b, c) = ([0.0, 0.0], [0.0, 0.3], [0.9, 0.7], [0.8, 0.0]);
    let mut bar = |path: &str, p: [f64; 2], q: [f64; 2]| {
        let d = [q[0] - p[0], q[1] - p[1]];
        let l = (d[0] * d[0] + d[1] * d[1]).sqrt();
        m.bodies.push(plate(
            path,
            2.0 * l,
            2.0 * l * l * l / 12.0,
            [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])],
            libm::atan2(d[1], d[0]),
        ));
        0.5 * l
    };
    let l1 = bar("crank", o, a);
    let l2 = bar("rod", a, b);
    let l3 = bar("rocker", c, b);
    m.joints.push(joint("o", JointKind::Revolute, ground([0.0; 3]), on(0, [-l1, 0.0, 0.0])));
    m.joints.push(joint("a", JointKind::Revolute, on(0, [l1, 0.0, 0.0]), on(1, [-l2, 0.0, 0.0])));
    m.joints.push(joint("b", JointKind::Revolute, on(1, [l2, 0.0, 0.0]), on(2, [l3, 0.0, 0.0])));
    m.joints.push(joint("c", JointKind::Revolute, ground([0.8, 0.0, 0.0]), on(2, [-l3, 0.0, 0.0])));
    m.springs.push(spring("s", SpringKind::Linear { a: ground([0.2, -0.4, 0.0]), b: on(1, [0.0; 3]) }, 40.0, 0.5, 0.3));
    m.starts.push(start(0, None, Some(9.0)));
    m.run = RunSettings { duration: 1.0, every: 1.0, ..RunSettings::default() };
    m
}

#[test]
fn table() {
    let mut spatial = chain(SpaceKind::Spatial, 3);
    spatial.joints[1].kind = JointKind::Universal;
    spatial.joints[2].kind = JointKind::Spherical;
    spatial.bodies[2].spin = [3.0, 1.0, 2.0];
    spatial.run = RunSettings { duration: 1.0, every: 1.0, ..RunSettings::default() };
    for (what, model) in [("four-bar", four_bar()), ("spatial", spatial)] {
        let mut best = model.clone();
        best.run.integrator = "dop853".into();
        (best.run.rtol, best.run.atol) = (1e-14, 1e-14);
        let best = finish(&best).0.state;
        for method in ["dop853", "dopri5", "merson", "radau", "auto"] {
            println!("{what} {method}");
            for k in 3..14 {
                let mut m = model.clone();
                m.run.integrator = method.into();
                m.run.rtol = libm::pow(10.0, -f64::from(k));
                m.run.atol = m.run.rtol;
                let out = finish(&m).0;
                let [nq, nv] = [if what == "spatial" { 21 } else { 9 }, if what == "spatial" { 18 } else { 9 }];
                let e = (0..nq + nv).map(|i| (out.state[i] - best[i]).abs()).fold(0.0, f64::max);
                println!(
                    "  1e-{k}: {e:.2e}  steps {} rej {} ev {} jac {} lu {} newton {}",
                    out.work.steps,
                    out.work.rejected,
                    out.work.evaluations,
                    out.work.jacobians,
                    out.work.implicit_factorisations,
                    out.work.newton_iterations
                );
            }
        }
    }
}
