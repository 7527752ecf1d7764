//! How far apart two colours are for people with every kind of colour vision, for tests.

use crate::render::colour::Colour;

/// What is seen without red, green or blue receptors (Machado, Oliveira and Fernandes 2009), and with all of them.
const EYES: [[[f64; 3]; 3]; 4] = [
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
];

/// Distance in CIE L*a*b* for the eye that distinguishes the two least.
pub fn apart(a: Colour, b: Colour) -> f64 {
    let seen = |c: Colour, eye: &[[f64; 3]; 3]| {
        let c = c.linear();
        lab(eye.map(|row| row[0] * c[0] + row[1] * c[1] + row[2] * c[2]))
    };
    let distance = |eye: &[[f64; 3]; 3]| {
        let (a, b) = (seen(a, eye), seen(b, eye));
        (0..3).map(|k| (a[k] - b[k]) * (a[k] - b[k])).sum::<f64>().sqrt()
    };
    EYES.iter().map(distance).fold(f64::INFINITY, f64::min)
}

/// CIE L*a*b* of linear red, green, blue.
fn lab(rgb: [f64; 3]) -> [f64; 3] {
    let [r, g, b] = rgb.map(|c| c.clamp(0.0, 1.0));
    let f = |t: f64| if t > 0.008_856 { libm::cbrt(t) } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}
