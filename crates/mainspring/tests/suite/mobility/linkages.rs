//! Known linkages, each at a place along its motion: a scene, and how many freedoms the literature gives it.

use super::loops::{Link, close, link, scene};
use super::plane::{Drawing, P, apart, meet, on, polar};
use std::f64::consts::{FRAC_PI_2, PI};

/// A linkage: its name, its freedoms, and its scene at a place from 0 to 1 along its motion, which has no crossings.
pub struct Linkage {
    pub name: &'static str,
    pub freedom: usize,
    pub scene: fn(f64) -> String,
}

const fn linkage(name: &'static str, freedom: usize, scene: fn(f64) -> String) -> Linkage {
    Linkage { name, freedom, scene }
}

/// Run for as long as this, s.
const RUN: f64 = 0.4;

/// The same of linkages that do not turn round.
const SHORT: f64 = 0.1;

pub const LINKAGES: &[Linkage] = &[
    linkage("Bennett", 1, |t| turned(&bennett(0.5, 0.6, 0.9), &[2.15, 2.37, -2.15, -2.37], 0.3 + 5.6 * t, RUN)),
    linkage("Bennett, nearly equal links", 1, |t| {
        turned(&bennett(0.5, 0.7, 0.8), &[2.15, 2.87, -2.15, -2.87], 0.3 + 5.6 * t, RUN)
    }),
    linkage("Bennett of the fault scene", 1, |t| {
        turned(&bennett(0.5, 0.6, 1.1), &[2.15, 2.05, -2.15, -2.05], 0.2 + 5.8 * t, RUN)
    }),
    linkage("Goldberg's five hinges", 1, goldberg_5),
    linkage("Goldberg's six hinges", 1, goldberg_6),
    linkage("Myard", 1, myard),
    linkage("Bricard, trihedral", 1, bricard_trihedral),
    linkage("Bricard, three-fold symmetric", 1, bricard_threefold),
    linkage("Bricard, line-symmetric", 1, bricard_line),
    linkage("Sarrus", 1, sarrus),
    linkage("spherical four-bar", 1, spherical),
    linkage("four-bar of hinges in space", 1, planar_in_space),
    linkage("crank and rocker", 1, |t| four_bar(0.3, 1.0, 0.8, 0.9, 6.2 * t)),
    linkage("double crank", 1, |t| four_bar(0.9, 0.8, 1.0, 0.4, 6.2 * t)),
    linkage("double rocker", 1, |t| four_bar(0.9, 0.4, 0.8, 1.1, 0.75 + 0.3 * t)),
    linkage("parallelogram", 1, |t| parallelogram(&[0.0, 1.5], 0.25 + 2.6 * t)),
    linkage("parallelogram with a spare leg", 1, |t| parallelogram(&[0.0, 1.5, 0.6], 0.25 + 2.6 * t)),
    linkage("parallelogram with three spare legs", 1, |t| parallelogram(&[0.0, 1.5, 0.6, 0.9, -0.4], 0.25 + 2.6 * t)),
    linkage("antiparallelogram", 1, |t| antiparallelogram(0.3 + 2.0 * t)),
    linkage("row of four parallelograms", 1, |t| row(4, 0.25 + 2.6 * t)),
    linkage("grid of parallelograms", 1, |t| grid(3, 2, 0.25 + 2.6 * t)),
    linkage("Watt's six-bar", 1, |t| watt(6.2 * t)),
    linkage("Stephenson's six-bar", 1, |t| stephenson(6.2 * t)),
    linkage("five-bar", 2, |t| five_bar(0.8 + t)),
    linkage("three cognates of one curve", 1, |t| cognates(6.2 * t)),
    linkage("Peaucellier", 1, |t| peaucellier(-0.8 + 1.6 * t)),
    linkage("Dixon's first, three by three", 1, |t| dixon_1(3, 3, t)),
    linkage("Dixon's first, four by three", 1, |t| dixon_1(4, 3, t)),
    linkage("Wunderlich's two rectangles", 1, wunderlich),
    linkage("scissors of three cells", 1, |t| scissors(3, 0.3 + 0.9 * t)),
    linkage("slider-crank", 1, |t| slider_crank(6.2 * t)),
    linkage("trammel", 1, |t| trammel(0.2 + 1.1 * t)),
    linkage("Oldham", 1, |t| oldham(6.2 * t)),
    linkage("slider-crank in space", 1, |t| slider_crank_in_space(6.2 * t)),
    linkage("two universal joints", 1, |t| shafts(6.2 * t)),
    linkage("four-bar with two balls", 2, |t| balls(6.2 * t)),
];

/// At an angle of the first hinge; the others followed from angles that close the loop to a hundredth.
fn turned(links: &[Link], closed: &[f64], angle: f64, run: f64) -> String {
    scene(links, &followed(links, closed, angle), 1.0, run)
}

/// Angles at `angle`, in steps that are small where a hinge turns fast.
fn followed(links: &[Link], closed: &[f64], angle: f64) -> Vec<f64> {
    let mut now = close(links, closed).unwrap_or_else(|| panic!("not closed from {closed:?}"));
    let mut slopes = vec![0.0; now.len()];
    let mut step: f64 = 0.01;
    while now[0] != angle {
        let left = angle - now[0];
        let by = if left.abs() <= step { left } else { step * left.signum() };
        let mut next: Vec<f64> = now.iter().zip(&slopes).map(|(now, slope)| now + by * slope).collect();
        next[0] = if left.abs() <= step { angle } else { now[0] + by };
        let found = close(links, &next).filter(|f| f.iter().zip(&next).all(|(f, n)| (f - n).abs() < 0.1));
        match found {
            Some(found) => {
                slopes = found.iter().zip(&now).map(|(f, n)| (f - n) / by).collect();
                (now, step) = (found, (1.5 * step).min(0.05));
            }
            None => step *= 0.5,
        }
        assert!(step > 1e-6, "not closed at {}", next[0]);
    }
    now
}

/// Opposite links alike, lengths as the sines of twists.
fn bennett(a: f64, alpha: f64, beta: f64) -> Vec<Link> {
    let b = a * libm::sin(beta) / libm::sin(alpha);
    vec![link(a, alpha, 0.0), link(b, beta, 0.0), link(a, alpha, 0.0), link(b, beta, 0.0)]
}

fn goldberg_5(t: f64) -> String {
    let ([a, b, c], [alpha, beta, gamma]) = goldberg([0.5, 0.9, 0.7]);
    let links = [
        link(a + c, alpha + gamma, 0.0),
        link(b, beta, 0.0),
        link(c, gamma, 0.0),
        link(a, alpha, 0.0),
        link(b, beta, 0.0),
    ];
    turned(&links, &[2.15, 2.98, -1.04, -1.99, -2.11], 0.4 + 5.4 * t, RUN)
}

fn goldberg(twists: [f64; 3]) -> ([f64; 3], [f64; 3]) {
    (twists.map(|x| 0.6 * libm::sin(x)), twists)
}

fn goldberg_6(t: f64) -> String {
    let ([a, b, c], [alpha, beta, gamma]) = goldberg([0.5, 0.9, 0.7]);
    let (d, delta) = (0.6 * libm::sin(0.4), 0.4);
    let links = [
        link(a + c + d, alpha + gamma + delta, 0.0),
        link(b, beta, 0.0),
        link(d, delta, 0.0),
        link(c, gamma, 0.0),
        link(a, alpha, 0.0),
        link(b, beta, 0.0),
    ];
    turned(&links, &[2.15, 3.08, -0.16, -0.97, -1.99, -2.11], 0.4 + 5.4 * t, RUN)
}

fn myard(t: f64) -> String {
    let (b, alpha): (f64, f64) = (0.9, 0.7);
    let a = b * libm::sin(alpha);
    let links = [
        link(2.0 * a, PI, 0.0),
        link(b, FRAC_PI_2, 0.0),
        link(a, PI - alpha, 0.0),
        link(a, alpha, 0.0),
        link(b, FRAC_PI_2, 0.0),
    ];
    turned(&links, &[2.15, -2.38, -1.42, -2.91, -1.72], 0.4 + 5.4 * t, RUN)
}

fn bricard_trihedral(t: f64) -> String {
    // a₁² + a₃² + a₅² = a₂² + a₄² + a₆²
    let last = (0.5_f64 * 0.5 + 0.6 * 0.6 + 0.55 * 0.55 - 0.45 * 0.45 - 0.52 * 0.52).sqrt();
    let links = [0.5, 0.45, 0.6, 0.52, 0.55, last].map(|a| link(a, 0.0, 0.0));
    let links: Vec<Link> = links
        .iter()
        .enumerate()
        .map(|(i, l)| Link { alpha: if i % 2 == 0 { FRAC_PI_2 } else { -FRAC_PI_2 }, ..*l })
        .collect();
    turned(&links, &[1.15, 1.87, 1.05, 1.82, 1.12, 1.97], 0.2 + 1.4 * t, SHORT)
}

fn bricard_threefold(t: f64) -> String {
    let links: Vec<Link> = (0..6_usize).map(|i| link(0.5, if i.is_multiple_of(2) { 1.0 } else { -1.0 }, 0.0)).collect();
    turned(&links, &[1.15, 1.27, 1.15, 1.27, 1.15, 1.27], 0.2 + 1.6 * t, SHORT)
}

fn bricard_line(t: f64) -> String {
    let half = [link(0.5, 0.9, 0.1), link(0.7, 1.3, -0.15), link(0.6, 0.5, 0.2)];
    let links: Vec<Link> = half.iter().chain(&half).copied().collect();
    turned(&links, &[1.65, -3.06, -1.59, 1.65, -3.06, -1.59], 0.3 + 1.8 * t, SHORT)
}

fn sarrus(t: f64) -> String {
    // three hinges one way, three the other, square to them
    let links = [
        link(0.5, 0.0, 0.0),
        link(0.5, 0.0, 0.0),
        link(0.3, FRAC_PI_2, 0.0),
        link(0.5, 0.0, 0.0),
        link(0.5, 0.0, 0.0),
        link(0.3, -FRAC_PI_2, 0.0),
    ];
    turned(&links, &[2.65, 0.98, 2.65, 1.29, -2.57, 1.29], 2.4 + 1.4 * t, SHORT)
}

fn spherical(t: f64) -> String {
    let links = [0.4, 1.1, 0.9, 1.2].map(|alpha| link(0.0, alpha, 0.0));
    turned(&links, &[1.15, 1.18, 1.43, 1.66], 6.2 * t, RUN)
}

fn planar_in_space(t: f64) -> String {
    let links = [0.3, 0.9, 0.7, 0.8].map(|a| link(a, 0.0, 0.0));
    turned(&links, &[1.15, 1.51, 1.87, 1.75], 6.2 * t, RUN)
}

fn four_bar(a: f64, b: f64, c: f64, d: f64, angle: f64) -> String {
    let p = polar([0.0, 0.0], a, angle);
    let q = meet(p, b, [d, 0.0], c, 1.0);
    let mut out = Drawing::default();
    out.part("crank", &[[0.0, 0.0], p]).part("coupler", &[p, q]).part("rocker", &[[d, 0.0], q]);
    out.foot("o", [0.0, 0.0], "crank.p0").pin("p", "crank.p1", "coupler.p0");
    out.pin("q", "coupler.p1", "rocker.p1").foot("r", [d, 0.0], "rocker.p0");
    out.line("start o = 0 rad rate 1 rad/s").scene(RUN)
}

fn parallelogram(feet: &[f64], angle: f64) -> String {
    let mut out = Drawing::default();
    let heads: Vec<P> = feet.iter().map(|x| polar([*x, 0.0], 1.0, angle)).collect();
    out.part("coupler", &heads);
    for (i, (x, head)) in feet.iter().zip(&heads).enumerate() {
        out.part(&format!("leg{i}"), &[[*x, 0.0], *head]);
        out.foot(&format!("o{i}"), [*x, 0.0], &format!("leg{i}.p0"));
        out.pin(&format!("q{i}"), &format!("leg{i}.p1"), &format!("coupler.p{i}"));
    }
    let still = if angle < 1.5 { 0.3 } else { -0.3 };
    out.line(&format!("start o0 = 0 rad rate {still} rad/s")).scene(0.1)
}

fn antiparallelogram(angle: f64) -> String {
    let (a, d) = (1.0, 1.6);
    let p = polar([0.0, 0.0], a, angle);
    // of the two ways to close it the one that is no parallelogram
    let q = meet(p, d, [d, 0.0], a, -1.0);
    let mut out = Drawing::default();
    out.part("crank", &[[0.0, 0.0], p]).part("coupler", &[p, q]).part("rocker", &[[d, 0.0], q]);
    out.foot("o", [0.0, 0.0], "crank.p0").pin("p", "crank.p1", "coupler.p0");
    out.pin("q", "coupler.p1", "rocker.p1").foot("r", [d, 0.0], "rocker.p0");
    out.line("start o = 0 rad rate 0.3 rad/s").scene(0.1)
}

fn row(n: usize, angle: f64) -> String {
    let mut out = Drawing::default();
    let feet: Vec<P> = (0..=n).map(|i| [1.5 * i as f64, 0.0]).collect();
    let heads: Vec<P> = feet.iter().map(|x| polar(*x, 1.0, angle)).collect();
    for i in 0..=n {
        out.part(&format!("leg{i}"), &[feet[i], heads[i]]);
        out.foot(&format!("o{i}"), feet[i], &format!("leg{i}.p0"));
    }
    for i in 0..n {
        out.part(&format!("rod{i}"), &[heads[i], heads[i + 1]]);
        out.pin(&format!("p{i}"), &format!("leg{i}.p1"), &format!("rod{i}.p0"));
        out.pin(&format!("q{i}"), &format!("rod{i}.p1"), &format!("leg{}.p1", i + 1));
    }
    let still = if angle < 1.5 { 0.3 } else { -0.3 };
    out.line(&format!("start o0 = 0 rad rate {still} rad/s")).scene(0.1)
}

/// Bars along two directions, pinned wherever two meet: m of them one way, n and one more the other, the lowest on the ground.
fn grid(m: usize, n: usize, angle: f64) -> String {
    let mut out = Drawing::default();
    let at = |i: usize, j: usize| polar([1.2 * i as f64, 0.0], 0.7 * j as f64, angle);
    for i in 0..m {
        out.part(&format!("up{i}"), &(0..=n).map(|j| at(i, j)).collect::<Vec<_>>());
        out.foot(&format!("o{i}"), at(i, 0), &format!("up{i}.p0"));
    }
    for j in 1..=n {
        out.part(&format!("level{j}"), &(0..m).map(|i| at(i, j)).collect::<Vec<_>>());
        for i in 0..m {
            out.pin(&format!("c{i}_{j}"), &format!("up{i}.p{j}"), &format!("level{j}.p{i}"));
        }
    }
    let still = if angle < 1.5 { 0.3 } else { -0.3 };
    out.line(&format!("start o0 = 0 rad rate {still} rad/s")).scene(0.1)
}

fn watt(angle: f64) -> String {
    let (o, g, e): (P, P, P) = ([0.0, 0.0], [1.0, 0.0], [2.2, 0.2]);
    let p = polar(o, 0.3, angle);
    let q = meet(p, 1.0, g, 0.7, 1.0);
    // the rocker goes on to the second loop
    let s = on(g, q, 0.5, -0.3);
    let r = meet(s, 1.2, e, 0.8, 1.0);
    let mut out = Drawing::default();
    out.part("crank", &[o, p]).part("coupler", &[p, q]).part("rocker", &[g, q, s]);
    out.part("rod", &[s, r]).part("arm", &[e, r]);
    out.foot("o", o, "crank.p0").pin("p", "crank.p1", "coupler.p0").pin("q", "coupler.p1", "rocker.p1");
    out.foot("g", g, "rocker.p0").pin("s", "rocker.p2", "rod.p0").pin("r", "rod.p1", "arm.p1");
    out.foot("e", e, "arm.p0").line("start o = 0 rad rate 1 rad/s").scene(RUN)
}

fn stephenson(angle: f64) -> String {
    let (o, g, e): (P, P, P) = ([0.0, 0.0], [1.0, 0.0], [0.4, 1.7]);
    let p = polar(o, 0.3, angle);
    let q = meet(p, 1.0, g, 0.7, 1.0);
    // a point of the coupler carries a dyad
    let s = on(p, q, 0.5, 0.4);
    let r = meet(s, 0.9, e, 0.8, 1.0);
    let mut out = Drawing::default();
    out.part("crank", &[o, p]).part("coupler", &[p, q, s]).part("rocker", &[g, q]);
    out.part("rod", &[s, r]).part("arm", &[e, r]);
    out.foot("o", o, "crank.p0").pin("p", "crank.p1", "coupler.p0").pin("q", "coupler.p1", "rocker.p1");
    out.foot("g", g, "rocker.p0").pin("s", "coupler.p2", "rod.p0").pin("r", "rod.p1", "arm.p1");
    out.foot("e", e, "arm.p0").line("start o = 0 rad rate 1 rad/s").scene(RUN)
}

fn five_bar(angle: f64) -> String {
    let (o, g): (P, P) = ([0.0, 0.0], [1.0, 0.0]);
    let (p, q) = (polar(o, 0.5, angle), polar(g, 0.6, 0.4));
    let r = meet(p, 0.8, q, 0.9, -1.0);
    let mut out = Drawing::default();
    out.part("a", &[o, p]).part("b", &[p, r]).part("c", &[r, q]).part("d", &[g, q]);
    out.foot("o", o, "a.p0").pin("p", "a.p1", "b.p0").pin("r", "b.p1", "c.p0").pin("q", "c.p1", "d.p1");
    out.foot("g", g, "d.p0").line("start o = 0 rad rate 0.3 rad/s").scene(0.2)
}

/// Roberts and Chebyshev: three four-bars that draw one curve, pinned together at the point that draws it.
fn cognates(angle: f64) -> String {
    let (a, b, c, d) = (0.35, 1.0, 0.8, 0.9);
    let (o, g): (P, P) = ([0.0, 0.0], [d, 0.0]);
    let p = polar(o, a, angle);
    let q = meet(p, b, g, c, 1.0);
    // the point of the coupler, and the same triangle on the ground for the third foot
    let (u, w) = (0.45, 0.6);
    let x = on(p, q, u, w);
    let similar = |from: P, to: P| on(from, to, u / b * apart(from, to), w / b * apart(from, to));
    let third = similar(o, g);
    let plus = |a: P, b: P, c: P| [a[0] + b[0] - c[0], a[1] + b[1] - c[1]];
    // parallelograms o p x p′ and g q x q′; on their far sides triangles like the coupler's
    let (pp, qq) = (plus(o, x, p), plus(g, x, q));
    let (pr, qr) = (similar(pp, x), similar(x, qq));
    let mut out = Drawing::default();
    out.part("crank", &[o, p]).part("coupler", &[p, q, x]).part("rocker", &[g, q]);
    out.part("left", &[o, pp]).part("left_tri", &[pp, x, pr]).part("left_arm", &[pr, third]);
    out.part("right", &[g, qq]).part("right_tri", &[x, qq, qr]).part("right_arm", &[qr, third]);
    out.foot("o", o, "crank.p0").pin("p", "crank.p1", "coupler.p0").pin("q", "coupler.p1", "rocker.p1");
    out.foot("g", g, "rocker.p0").foot("ol", o, "left.p0").pin("l1", "left.p1", "left_tri.p0");
    out.pin("l2", "left_tri.p2", "left_arm.p0").foot("l3", third, "left_arm.p1");
    out.foot("gr", g, "right.p0").pin("r1", "right.p1", "right_tri.p1").pin("r2", "right_tri.p2", "right_arm.p0");
    out.foot("r3", third, "right_arm.p1").pin("x1", "coupler.p2", "left_tri.p1").pin(
        "x2",
        "coupler.p2",
        "right_tri.p0",
    );
    out.line("start o = 0 rad rate 1 rad/s").scene(RUN)
}

fn peaucellier(angle: f64) -> String {
    let (o, g): (P, P) = ([0.0, 0.0], [0.4, 0.0]);
    let p = polar(g, 0.4, angle);
    // the rhombus p, s, x, t with s and t on a circle about o
    let (s, t) = (meet(o, 1.5, p, 0.9, 1.0), meet(o, 1.5, p, 0.9, -1.0));
    let x = [s[0] + t[0] - p[0], s[1] + t[1] - p[1]];
    let mut out = Drawing::default();
    out.part("crank", &[g, p]).part("long_s", &[o, s]).part("long_t", &[o, t]);
    out.part("ps", &[p, s]).part("pt", &[p, t]).part("xs", &[x, s]).part("xt", &[x, t]);
    out.foot("g", g, "crank.p0").foot("os", o, "long_s.p0").foot("ot", o, "long_t.p0");
    out.pin("p1", "crank.p1", "ps.p0").pin("p2", "crank.p1", "pt.p0").pin("s1", "long_s.p1", "ps.p1");
    out.pin("s2", "long_s.p1", "xs.p1").pin("t1", "long_t.p1", "pt.p1").pin("t2", "long_t.p1", "xt.p1");
    out.pin("x", "xs.p0", "xt.p0").line("start g = 0 rad rate 0.5 rad/s").scene(0.2)
}

/// Points on two lines that cross squarely, every one of the first joined by a bar to every one of the second.
fn dixon_1(m: usize, n: usize, t: f64) -> String {
    let shift = 0.3 * t;
    let xs: Vec<P> = (0..m).map(|i| [(0.5 + 0.7 * i as f64 * i as f64 + shift).sqrt() * sign(i), 0.0]).collect();
    let ys: Vec<P> = (0..n).map(|j| [0.0, (0.9 + 0.8 * j as f64 * j as f64 - shift).sqrt() * sign(j)]).collect();
    joined(&xs, &ys)
}

fn sign(i: usize) -> f64 {
    if i.is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// Dixon's second, which Wunderlich found again: two rectangles about one centre, every corner of the one joined to every corner of
/// the other; x u, y v and x² + y² + u² + v² stay.
fn wunderlich(t: f64) -> String {
    let (xu, yv, all) = (0.5, 0.4, 4.0);
    let x = 1.1 + 0.2 * t;
    let u = xu / x;
    // y² + (yv/y)² = rest
    let rest: f64 = all - x * x - u * u;
    let y = (0.5 * (rest + (rest * rest - 4.0 * yv * yv).sqrt())).sqrt();
    let v = yv / y;
    let corners = |x: f64, y: f64| vec![[x, y], [-x, y], [-x, -y], [x, -y]];
    joined(&corners(x, y), &corners(u, v))
}

/// Bars between all points of two sets; the first bar is the ground.
fn joined(xs: &[P], ys: &[P]) -> String {
    let mut out = Drawing::default();
    // the bars at a point are pinned to the first of them there
    let mut first: Vec<Option<String>> = vec![None; xs.len() + ys.len()];
    let mut pins = Vec::new();
    for (i, x) in xs.iter().enumerate() {
        for (j, y) in ys.iter().enumerate() {
            let name = format!("b{i}_{j}");
            let ground = i + j == 0;
            if !ground {
                out.part(&name, &[*x, *y]);
            }
            for (at, end, place) in [(i, "p0", x), (xs.len() + j, "p1", y)] {
                let here =
                    if ground { format!("ground ({:?}, {:?}) m", place[0], place[1]) } else { format!("{name}.{end}") };
                match &first[at] {
                    None => first[at] = Some(here),
                    Some(other) => pins.push((other.clone(), here)),
                }
            }
        }
    }
    for (k, (a, b)) in pins.iter().enumerate() {
        out.pin(&format!("j{k}"), a, b);
    }
    out.line("start j0 = 0 rad rate 0.2 rad/s").scene(0.1)
}

fn scissors(n: usize, angle: f64) -> String {
    let (s, c) = libm::sincos(angle);
    let mut out = Drawing::default();
    for k in 0..n {
        let y = k as f64 * s;
        out.part(&format!("a{k}"), &[[0.0, y], [0.5 * c, y + 0.5 * s], [c, y + s]]);
        out.part(&format!("b{k}"), &[[c, y], [0.5 * c, y + 0.5 * s], [0.0, y + s]]);
        out.pin(&format!("m{k}"), &format!("a{k}.p1"), &format!("b{k}.p1"));
        if k > 0 {
            out.pin(&format!("l{k}"), &format!("b{}.p2", k - 1), &format!("a{k}.p0"));
            out.pin(&format!("r{k}"), &format!("a{}.p2", k - 1), &format!("b{k}.p0"));
        }
    }
    out.foot("o", [0.0, 0.0], "a0.p0").line("joint way = slot(ground (0, 0), b0.p0)");
    out.line("start o = 0 rad rate 0.3 rad/s").scene(0.1)
}

fn slider_crank(angle: f64) -> String {
    let p = polar([0.0, 0.0], 0.3, angle);
    let x = p[0] + (1.0 - p[1] * p[1]).sqrt();
    let mut out = Drawing::default();
    out.part("crank", &[[0.0, 0.0], p]).part("rod", &[p, [x, 0.0]]).part("block", &[[x, 0.0], [x + 0.1, 0.0]]);
    out.foot("o", [0.0, 0.0], "crank.p0").pin("p", "crank.p1", "rod.p0").pin("q", "rod.p1", "block.p0");
    out.line("joint way = prismatic(ground (0, 0), block.p0)").line("start o = 0 rad rate 1 rad/s").scene(RUN)
}

fn trammel(angle: f64) -> String {
    let (s, c) = libm::sincos(angle);
    let mut out = Drawing::default();
    out.part("bar", &[[c, 0.0], [0.0, s], [2.0 * c, -s]]);
    out.line("joint x = slot(ground (0, 0), bar.p0)").line("joint y = slot(ground((0, 0), angle = 90 deg), bar.p1)");
    out.scene(0.1)
}

/// Two shafts beside each other and a cross between them that slides in a groove of each.
fn oldham(angle: f64) -> String {
    let (o, g): (P, P) = ([0.0, 0.0], [0.2, 0.0]);
    // the middle of the cross is where the grooves meet squarely: on the circle over both shafts
    let (s, c) = libm::sincos(angle);
    let m = [0.1 + 0.1 * libm::cos(2.0 * angle), 0.1 * libm::sin(2.0 * angle)];
    let deg = angle.to_degrees();
    let mut out = Drawing::default();
    out.part("left", &[o, [c, s]])
        .part("right", &[g, [g[0] - s, c]])
        .part("cross", &[m, [m[0] + 0.1 * c, m[1] + 0.1 * s]]);
    out.foot("o", o, "left.p0").foot("g", g, "right.p0");
    out.line(&format!("joint a = prismatic(left.p0, cross.p0, angle = {deg:?} deg)"));
    out.line(&format!("joint b = prismatic(right.p0, cross.p0, angle = {:?} deg)", deg + 90.0));
    out.line("start o = 0 rad rate 1 rad/s").scene(RUN)
}

fn slider_crank_in_space(angle: f64) -> String {
    let (s, c) = libm::sincos(angle);
    let x = 0.3 * c + (1.0 - 0.09 * s * s).sqrt();
    let rod = libm::atan2(-0.3 * s, x - 0.3 * c).to_degrees();
    format!(
        "space spatial\ngravity (0, -9, -3) m/s^2\n\
         primitive bar(l: length) {{ mass = 1 kg; inertia = (0.01, 0.03, 0.04) kg*m^2; point a = (-l/2, 0, 0); point b = (l/2, 0, 0) }}\n\
         part crank = bar(0.3 m) at ({:?}, {:?}, 0) m turned {:?} deg about (0, 0, 1)\n\
         part rod = bar(1 m) at ({:?}, {:?}, 0) m turned {rod:?} deg about (0, 0, 1)\n\
         part block = bar(0.1 m) at ({:?}, 0, 0) m\n\
         joint o = revolute(ground((0, 0, 0) m, axis = (0, 0, 1), zero = (1, 0, 0)), crank.a)\n\
         joint p = revolute(crank.b, rod.a)\njoint q = revolute(rod.b, block.a)\n\
         joint way = prismatic(ground((0, 0, 0) m, axis = (1, 0, 0), zero = (0, 1, 0)), block.a, axis = (1, 0, 0), zero = (0, 1, 0))\n\
         start o = {angle:?} rad rate 1 rad/s\nrun {RUN} s every 20 ms\n",
        0.15 * c,
        0.15 * s,
        angle.to_degrees(),
        0.5 * (0.3 * c + x),
        0.15 * s,
        x + 0.05
    )
}

/// Two parallel shafts and one between them, by universal joints whose forks on the middle shaft lie in one plane.
fn shafts(angle: f64) -> String {
    let (s, c) = libm::sincos(angle);
    let (sb, cb) = libm::sincos(0.5);
    // forks: of both outer shafts along r, of the middle one (along m) along w, square to both
    let (r, m) = ([0.0, c, s], [cb, sb, 0.0]);
    let w = [m[1] * r[2] - m[2] * r[1], m[2] * r[0] - m[0] * r[2], m[0] * r[1] - m[1] * r[0]];
    let size = (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]).sqrt();
    let v = |x: [f64; 3]| format!("({:?}, {:?}, {:?})", x[0], x[1], x[2]);
    let (m, w, r) = (v(m), v(w.map(|x| x / size)), v(r));
    format!(
        "space spatial\ngravity (0, -9, -3) m/s^2\n\
         primitive first {{ mass = 1 kg; center = (-0.1, 0.01, 0) m; inertia = (0.01, 0.02, 0.03) kg*m^2; \
         point g = (-0.2, 0, 0) m axis (1, 0, 0) zero (0, 1, 0); point e = (0, 0, 0) m axis {r} zero (1, 0, 0) }}\n\
         primitive between {{ mass = 1 kg; center = ({cx:?}, {cy:?}, 0) m; inertia = (0.01, 0.02, 0.02) kg*m^2; \
         point s = (0, 0, 0) m axis {m} zero {w}; point e = ({ex:?}, {ey:?}, 0) m axis {w} zero {m} }}\n\
         primitive driven {{ mass = 1 kg; center = (0.1, 0, 0.02) m; inertia = (0.01, 0.02, 0.03) kg*m^2; \
         point s = (0, 0, 0) m axis (1, 0, 0) zero {r}; point g = (0.2, 0, 0) m axis (1, 0, 0) zero (0, 1, 0) }}\n\
         part a = first() at (0, 0, 0) m\npart b = between() at (0, 0, 0) m\npart c = driven() at ({ex:?}, {ey:?}, 0) m\n\
         joint o = revolute(ground((-0.2, 0, 0) m, axis = (1, 0, 0), zero = (0, 1, 0)), a.g)\n\
         joint u = universal(a.e, b.s)\njoint w = universal(b.e, c.s)\n\
         joint q = revolute(ground(({gx:?}, {ey:?}, 0) m, axis = (1, 0, 0), zero = (0, 1, 0)), c.g)\n\
         start o = 0 rad rate 1 rad/s\nrun {RUN} s every 20 ms\n",
        cx = 0.3 * cb,
        cy = 0.3 * sb,
        ex = 0.6 * cb,
        ey = 0.6 * sb,
        gx = 0.6 * cb + 0.2,
    )
}

/// Crank and rocker about axes askew, a rod with a ball at either end: it can also turn about itself.
fn balls(angle: f64) -> String {
    let (s, c) = libm::sincos(angle);
    let p = [0.3 * c, 0.3 * s, 0.0];
    let cos = (1.44 - p[1] * p[1] - 0.49 - (0.9 - p[0]) * (0.9 - p[0])) / (1.4 * (0.9 - p[0]));
    let rocker = libm::acos(cos);
    let q = [0.9 + 0.7 * cos, 0.0, 0.7 * libm::sin(rocker)];
    let u = [0, 1, 2].map(|i| (q[i] - p[i]) / 1.2);
    format!(
        "space spatial\ngravity (0, -9, -3) m/s^2\n\
         primitive bar(l: length) {{ mass = 1 kg; inertia = (0.01, 0.03, 0.04) kg*m^2; point a = (-l/2, 0, 0); point b = (l/2, 0, 0) }}\n\
         part crank = bar(0.3 m) at ({:?}, {:?}, 0) m turned {angle:?} rad about (0, 0, 1)\n\
         part rod = bar(1.2 m) at ({:?}, {:?}, {:?}) m turned {:?} rad about (0, {:?}, {:?})\n\
         part rocker = bar(0.7 m) at ({:?}, 0, {:?}) m turned {:?} rad about (0, 1, 0)\n\
         joint o = revolute(ground(0, 0, 0) m, crank.a)\njoint p = spherical(crank.b, rod.a)\njoint q = spherical(rod.b, rocker.b)\n\
         joint r = revolute(ground (0.9, 0, 0) m, rocker.a, axis = (0, 1, 0), zero = (1, 0, 0))\n\
         start o = {angle:?} rad rate 1 rad/s\nrun {RUN} s every 20 ms\n",
        0.5 * p[0],
        0.5 * p[1],
        0.5 * (p[0] + q[0]),
        0.5 * (p[1] + q[1]),
        0.5 * (p[2] + q[2]),
        libm::acos(u[0]),
        -u[2],
        u[1],
        0.9 + 0.35 * cos,
        0.35 * libm::sin(rocker),
        -rocker,
    )
}
