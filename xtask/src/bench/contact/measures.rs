//! How far what an engine did is from the closed form.
//!
//! A ball's impacts are read from its flights, by one rule for every engine: the sample nearest the top of a flight gives, with
//! g, the parabola it belongs to, hence its energy and when it left the floor and will be back. An impact is halfway between
//! the end of one flight and the start of the next, so that a soft contact is not blamed for the time it takes, nor a fixed
//! step for where its grid lies.
//!
//! Dropped from h, t₀ = √(2h/g): impact k = 1, 2, … is at t₀ (1 + 2(e + e² + … + eᵏ⁻¹)), and e²ᵏ of the energy stays. On an
//! incline of slope s = tan α a block slides at g (sin α − μ cos α). A disc set sliding at v₀ rolls from v₀/(3μg) on, at 2v₀/3.

use super::sample::{Measured, Sample};
use super::scene::{BOUNCE, G, HEIGHT, HOLD, RADIUS, ROLL, SIDE, Scene};

/// A way between two impacts.
struct Flight {
    from: f64,
    to: f64,
    /// of the bottom of the ball, a unit mass, J
    energy: f64,
}

/// The flights of the first ball over a level floor.
fn flights(samples: &[Sample]) -> Vec<Flight> {
    let mut found = Vec::new();
    let flight = |sample: &Sample| {
        let [_, y, _, _, speed, _] = sample.bodies[0];
        let energy = G * (y - RADIUS) + 0.5 * speed * speed;
        let half = (2.0 * energy / (G * G)).sqrt();
        let top = sample.time + speed / G;
        (energy > 0.0).then_some(Flight { from: top - half, to: top + half, energy })
    };
    found.extend(samples.first().and_then(flight));
    for pair in samples.windows(2) {
        let [before, after] = [&pair[0], &pair[1]].map(|s| s.bodies[0][4]);
        if before > 0.0 && after <= 0.0 {
            found.extend(flight(if before < -after { &pair[0] } else { &pair[1] }));
        }
    }
    found
}

/// Worst time and energy over the first impacts.
fn impacts(samples: &[Sample], restitution: f64, count: usize) -> Measured {
    let flights = flights(samples);
    if flights.len() <= count {
        return Measured {
            values: vec![None; 2],
            verdict: format!("{} impacts seen", flights.len().saturating_sub(1)),
        };
    }
    let first = (2.0 * HEIGHT / G).sqrt();
    let (mut at, mut part) = (first, 1.0);
    let (mut time, mut energy) = (0.0_f64, 0.0_f64);
    for pair in flights.windows(2).take(count) {
        time = time.max((0.5 * (pair[0].to + pair[1].from) - at).abs());
        part *= restitution;
        at += 2.0 * first * part;
        energy = energy.max((pair[1].energy / (G * HEIGHT) - part * part).abs());
    }
    Measured { values: vec![Some(time), Some(energy)], verdict: String::new() }
}

pub fn bounce(_: &Scene, samples: &[Sample]) -> Measured {
    impacts(samples, BOUNCE, 10)
}

pub fn elastic(_: &Scene, samples: &[Sample]) -> Measured {
    impacts(samples, 1.0, 10)
}

/// All of the motion goes to the last disc.
pub fn cradle(_: &Scene, samples: &[Sample]) -> Measured {
    let Some(last) = samples.last() else { return Measured::default() };
    let speeds: Vec<f64> = last.bodies.iter().map(|b| b[3]).collect();
    let far = speeds.len().saturating_sub(1);
    let off = speeds.iter().enumerate().map(|(i, v)| (v - if i == far { 1.0 } else { 0.0 }).abs());
    let kinetic: f64 = last.bodies.iter().map(|b| b[3] * b[3] + b[4] * b[4]).sum();
    let verdict = speeds.iter().map(|v| format!("{v:.3}")).collect::<Vec<_>>().join(" ");
    Measured { values: vec![Some(off.fold(0.0, f64::max)), Some((kinetic - 1.0).abs())], verdict }
}

/// How far the block went down the incline, and away from it, m.
fn gone(scene: &Scene, samples: &[Sample]) -> Option<[f64; 3]> {
    let (first, last) = (samples.first()?, samples.last()?);
    let (_, normal) = scene.floor?;
    let [x, y] = [0, 1].map(|i| last.bodies[0][i] - first.bodies[0][i]);
    // downhill is the normal turned a quarter counter-clockwise: the normal leans to the left
    Some([-normal[1] * x + normal[0] * y, normal[0] * x + normal[1] * y, last.time - first.time])
}

pub fn slides(scene: &Scene, samples: &[Sample]) -> Measured {
    let (Some([down, off, time]), Some((_, normal))) = (gone(scene, samples), scene.floor) else {
        return Measured::default();
    };
    let wanted = G * (-normal[0] - HOLD * normal[1]);
    let found = 2.0 * down / (time * time);
    let verdict = if found > 0.5 * wanted { "slides" } else { "stays, which is wrong" };
    let values = vec![Some((found - wanted).abs() / wanted), Some(off.abs() / 0.1)];
    Measured { values, verdict: verdict.to_owned() }
}

pub fn holds(scene: &Scene, samples: &[Sample]) -> Measured {
    let Some([down, off, time]) = gone(scene, samples) else { return Measured::default() };
    // as far as it would go as much above the threshold
    let far = 0.5 * G * HOLD * 1e-3 * time * time;
    let verdict = if down.abs() < 0.5 * far { "stays" } else { "slides, which is wrong" };
    Measured { values: vec![Some(down.abs() / 0.2), Some(off.abs() / 0.1)], verdict: verdict.to_owned() }
}

/// The place comes first: the final speed follows from angular momentum about the line of contact, however badly friction is
/// integrated.
pub fn roll(_: &Scene, samples: &[Sample]) -> Measured {
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return Measured::default() };
    let begins = 1.0 / (3.0 * ROLL * G);
    let place = begins - 0.5 * ROLL * G * begins * begins + 2.0 / 3.0 * (last.time - begins);
    let way = last.bodies[0][0] - first.bodies[0][0];
    let values = vec![Some((way - place).abs() / place), Some((last.bodies[0][3] - 2.0 / 3.0).abs())];
    let slip = last.bodies[0][3] + RADIUS * last.bodies[0][5];
    Measured { values, verdict: if slip.abs() < 1e-2 { "rolls" } else { "slips, which is wrong" }.to_owned() }
}

/// What rests stays where it is.
pub fn rests(_: &Scene, samples: &[Sample]) -> Measured {
    let Some(first) = samples.first() else { return Measured::default() };
    let mut worst = 0.0_f64;
    for (now, start) in samples.iter().flat_map(|s| s.bodies.iter().zip(&first.bodies)) {
        let [x, y] = [now[0] - start[0], now[1] - start[1]];
        worst = worst.max((x * x + y * y).sqrt());
    }
    let verdict = if worst > 0.5 * SIDE { "sinks or falls, which is wrong" } else { "" };
    Measured { values: vec![Some(worst / SIDE)], verdict: verdict.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::contact::scenes::all;

    fn scene(name: &str) -> Scene {
        all().into_iter().find(|s| s.name == name).expect("a scene of this name")
    }

    /// A ball flying between instants at which it leaves the floor with a speed, every millisecond.
    fn ball(restitution: f64, until: f64) -> Vec<Sample> {
        let fall = (2.0 * HEIGHT / G).sqrt();
        let (mut left, mut speed) = (-fall, G * fall);
        (0_u32..)
            .map(|k| 1e-3 * f64::from(k))
            .take_while(|t| *t <= until)
            .map(|time| {
                while time - left > 2.0 * speed / G {
                    left += 2.0 * speed / G;
                    speed *= restitution;
                }
                let t = time - left;
                let bodies = vec![[0.0, RADIUS + speed * t - 0.5 * G * t * t, 0.0, 0.0, speed - G * t, 0.0]];
                Sample { time, bodies }
            })
            .collect()
    }

    #[test]
    fn the_closed_form_itself_has_no_error_and_a_wrong_restitution_is_seen() {
        for (name, restitution, until) in [("bounce", BOUNCE, 6.0), ("elastic", 1.0, 10.0)] {
            let scene = scene(name);
            let right = (scene.measure)(&scene, &ball(restitution, until));
            assert!(right.values.iter().all(|v| v.unwrap() < 1e-12), "{right:?}");
            let wrong = (scene.measure)(&scene, &ball(restitution - 1e-3, until));
            // after one impact the energy is off by 2e·1e-3, and later flights are shorter
            assert!(wrong.values.iter().all(|v| v.unwrap() > 1e-3), "{wrong:?}");
        }
    }

    #[test]
    fn impacts_that_are_missing_are_told() {
        let scene = scene("bounce");
        let short = (scene.measure)(&scene, &ball(BOUNCE, 2.0));
        assert_eq!((short.values, short.verdict.as_str()), (vec![None, None], "2 impacts seen"));
    }

    #[test]
    fn blocks_slide_down_and_hold() {
        let moved = |name: &str, way: f64| {
            let scene = scene(name);
            let (_, [sin, cos]) = scene.floor.unwrap();
            let at = |time: f64, way: f64| Sample { time, bodies: vec![[-way * cos, way * sin, 0.0, 0.0, 0.0, 0.0]] };
            (scene.measure)(&scene, &[at(0.0, 0.0), at(1.0, way)])
        };
        let above = scene("incline_above");
        let (_, normal) = above.floor.unwrap();
        // tan α = 1.001 μ: g cos α μ/1000
        let wanted = G * normal[1] * HOLD * 1e-3;
        let right = moved("incline_above", 0.5 * wanted);
        assert!(right.values[0].unwrap() < 1e-9 && right.verdict == "slides", "{right:?}");
        let stuck = moved("incline_above", 0.0);
        assert!((stuck.values[0].unwrap() - 1.0).abs() < 1e-12 && stuck.verdict.contains("wrong"));
        assert_eq!(moved("incline_below", 0.0).verdict, "stays");
        assert!(moved("incline_below", 0.002).verdict.contains("wrong"));
    }

    #[test]
    fn a_disc_is_followed_from_sliding_to_rolling() {
        let scene = scene("roll");
        // by small steps of its own: v' = −μg, ω' = −2μg/r until v = −rω
        let (mut x, mut v, mut w, h) = (0.0, 1.0, 0.0, 1e-5);
        let mut samples = vec![Sample { time: 0.0, bodies: vec![[x, RADIUS, 0.0, v, 0.0, w]] }];
        for _ in 0..100_000 {
            let before = v;
            if v + RADIUS * w > 0.0 {
                v -= ROLL * G * h;
                w -= 2.0 * ROLL * G / RADIUS * h;
            }
            x += 0.5 * (before + v) * h;
        }
        samples.push(Sample { time: 1.0, bodies: vec![[x, RADIUS, 0.0, v, 0.0, w]] });
        let found = (scene.measure)(&scene, &samples);
        assert!(found.values.iter().all(|e| e.unwrap() < 1e-4) && found.verdict == "rolls", "{found:?}");
    }
}
