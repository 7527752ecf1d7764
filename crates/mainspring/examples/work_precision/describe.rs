//! A mechanism as plain numbers, as it stands at t = 0: all vectors in world axes, so that a peer needs no convention of
//! ours. A peer's joint coordinates are zero there, whatever ours are.

use crate::arguments::Arguments;
use mainspring::definition::SpaceKind;
use mainspring::model::{DriveKind, Marker, Model, SpringKind};
use mainspring::{Run, Settings, prepare, simulate};
use serde_json::{Value, json};

/// Tolerance of the solution that others are measured against.
const TIGHT: f64 = 1e-13;

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let scene = arguments.scene();
    let model = prepare(&scene, &arguments.settings()).map_err(|e| e.to_string())?.model;
    let mut settings = Settings {
        until: Some(arguments.check_at.max(arguments.error_at)),
        rtol: Some(TIGHT),
        probes: probes(&model),
        at: vec![0.0, arguments.check_at, arguments.error_at],
        ..arguments.settings()
    };
    settings.set.push(format!("run.atol={TIGHT:e}"));
    let run = simulate(scene, &settings).map_err(|e| e.to_string())?;
    let read = Read { run: &run, planar: model.space == SpaceKind::Planar };
    println!("{}", read.mechanism(&model, arguments)?);
    Ok(())
}

/// What must be measured to know where everything is and how it moves.
fn probes(model: &Model) -> Vec<String> {
    let of_body = match model.space {
        SpaceKind::Planar => &["position", "velocity", "angle", "rate"][..],
        SpaceKind::Spatial => &["position", "velocity", "axis_x", "axis_y", "axis_z", "angular_velocity"][..],
    };
    let bodies = model.bodies.iter().flat_map(|b| of_body.iter().map(move |name| format!("{}.{name}", b.path)));
    let efforts = model.drives.iter().map(|d| format!("{}.effort", d.path));
    bodies.chain(efforts).collect()
}

struct Read<'a> {
    run: &'a Run,
    planar: bool,
}

impl Read<'_> {
    fn mechanism(&self, model: &Model, arguments: &Arguments) -> Result<Value, String> {
        let bodies: Vec<Value> = model.bodies.iter().map(|b| self.body(&b.path, b.mass, b.inertia)).collect();
        let joints = model.joints.iter().map(|j| {
            let kind = match j.kind.word() {
                kind @ ("revolute" | "spherical") => kind,
                _ => return Err(format!("{}: peers are only built with hinges and ball joints", j.path)),
            };
            let (a, b) = (j.a.body, j.b.body);
            let axis = if self.planar { [0.0, 0.0, 1.0] } else { self.turned(model, &j.a, j.a.frame.axes[2]) };
            Ok(json!({ "path": j.path, "kind": kind, "a": a, "b": b, "point": self.place(model, &j.a), "axis": axis }))
        });
        let springs = model.springs.iter().map(|s| match s.kind {
            SpringKind::Linear { a, b } => Ok(json!({
                "a": a.body, "a_point": self.place(model, &a),
                "b": b.body, "b_point": self.place(model, &b),
                "stiffness": s.stiffness, "damping": s.damping, "rest": s.rest,
            })),
            _ => Err(format!("{}: peers are only built with springs between points", s.path)),
        });
        let torques = model.drives.iter().map(|d| match d.kind {
            DriveKind::Effort => {
                let value = self.at(0, &format!("{}.effort", d.path))[0];
                Ok(json!({ "joint": d.coordinate.joint, "torque": value }))
            }
            _ => Err(format!("{}: a peer cannot prescribe a motion exactly", d.path)),
        });
        let positions = |i: usize| -> Vec<[f64; 3]> {
            model.bodies.iter().map(|b| three(self.at(i, &format!("{}.position", b.path)))).collect()
        };
        // times are in rising order, each once
        let moment = |time: f64| {
            let index = self.run.times.iter().position(|t| *t == time).unwrap_or(0);
            json!({ "time": time, "positions": positions(index) })
        };
        Ok(json!({
            "name": model.name,
            "planar": self.planar,
            "gravity": model.gravity,
            "until": arguments.until,
            "bodies": bodies,
            "joints": joints.collect::<Result<Vec<_>, _>>()?,
            "springs": springs.collect::<Result<Vec<_>, _>>()?,
            "torques": torques.collect::<Result<Vec<_>, _>>()?,
            "check": moment(arguments.check_at),
            "reference": moment(arguments.error_at),
        }))
    }

    fn body(&self, path: &str, mass: f64, inertia: [[f64; 3]; 3]) -> Value {
        let (position, axes) = self.pose(path);
        let mut world = [[0.0; 3]; 3];
        for (i, row) in world.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                for k in 0..3 {
                    for l in 0..3 {
                        *entry += axes[k][i] * inertia[k][l] * axes[l][j];
                    }
                }
            }
        }
        let spin = if self.planar {
            [0.0, 0.0, self.at(0, &format!("{path}.rate"))[0]]
        } else {
            three(self.at(0, &format!("{path}.angular_velocity")))
        };
        let velocity = three(self.at(0, &format!("{path}.velocity")));
        json!({ "path": path, "mass": mass, "inertia": world, "position": position, "velocity": velocity, "spin": spin })
    }

    /// Centre of mass and body axes at t = 0.
    fn pose(&self, path: &str) -> ([f64; 3], [[f64; 3]; 3]) {
        let read = |name: &str| self.at(0, &format!("{path}.{name}"));
        let axes = if self.planar {
            let (sin, cos) = libm::sincos(read("angle")[0]);
            [[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]]
        } else {
            ["axis_x", "axis_y", "axis_z"].map(|name| three(read(name)))
        };
        (three(read("position")), axes)
    }

    /// Where a marker is at t = 0.
    fn place(&self, model: &Model, marker: &Marker) -> [f64; 3] {
        let Some(body) = marker.body else { return marker.frame.point };
        let (position, _) = self.pose(&model.bodies[body].path);
        let arm = self.turned(model, marker, marker.frame.point);
        std::array::from_fn(|i| position[i] + arm[i])
    }

    /// A vector in the axes of a marker's body, in world axes at t = 0.
    fn turned(&self, model: &Model, marker: &Marker, vector: [f64; 3]) -> [f64; 3] {
        let Some(body) = marker.body else { return vector };
        let (_, axes) = self.pose(&model.bodies[body].path);
        std::array::from_fn(|i| (0..3).map(|k| axes[k][i] * vector[k]).sum())
    }

    fn at(&self, time: usize, name: &str) -> &[f64] {
        let found = self.run.values.iter().find(|m| m.name == name);
        found.and_then(|m| m.values.get(time)).map_or(&[f64::NAN; 3], Vec::as_slice)
    }
}

/// In the plane z is zero.
fn three(components: &[f64]) -> [f64; 3] {
    std::array::from_fn(|i| components.get(i).copied().unwrap_or(0.0))
}
