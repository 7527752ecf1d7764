//! Work of the root and heat of friction between two moments, and the ledger they close.
//!
//! The root's power is F·|ṗ|, friction's heat |λ_T·v_T|; both are integrated, each by itself, so that
//! work = Δ(κθ²/2) + heat + lost in snaps is a check and not a definition. Where a contact is about to let go its lever ℓ
//! vanishes like √(t* − t), and without friction the force grows like 1/√(t* − t): with t = a + (b − a)·s²(3 − 2s) both
//! ends become smooth, and a Gauss–Kronrod rule of 15 points on halves of [0, 1] converges fast.

use mainspring_engine::Ledger;
use mainspring_sweep::Piece;

/// Nodes of the 15-point rule on [0, 1), then 0; every second one is of the 7-point rule.
const NODES: [f64; 8] = [
    0.991_455_371_120_812_6,
    0.949_107_912_342_758_5,
    0.864_864_423_359_769_1,
    0.741_531_185_599_394_4,
    0.586_087_235_467_691_1,
    0.405_845_151_377_397_2,
    0.207_784_955_007_898_47,
    0.0,
];
const KRONROD: [f64; 8] = [
    0.022_935_322_010_529_224,
    0.063_092_092_629_978_55,
    0.104_790_010_322_250_18,
    0.140_653_259_715_525_92,
    0.169_004_726_639_267_9,
    0.190_350_578_064_785_4,
    0.204_432_940_075_298_9,
    0.209_482_141_084_727_82,
];
const GAUSS: [f64; 4] =
    [0.129_484_966_168_869_7, 0.279_705_391_489_276_64, 0.381_830_050_505_118_94, 0.417_959_183_673_469_4];
/// The two rules must agree to this; the better of them is then good to far more.
const AGREE: f64 = 1e-10;
/// Halvings at most.
const DEPTH: u32 = 12;

/// Two integrals that belong together.
type Pair = [f64; 2];

/// ∫ (power of the root, heat of friction) from `a` to `b` within a piece, J; `speed` of the root in m/s.
pub fn work_and_heat(piece: &Piece, a: f64, b: f64, speed: f64) -> Pair {
    if piece.contact.is_none() || b <= a {
        return [0.0; 2];
    }
    let integrand = |s: f64| {
        let time = a + (b - a) * s * s * (3.0 - 2.0 * s);
        let weight = (b - a) * 6.0 * s * (1.0 - s);
        let state = piece.at(time);
        let across = state.force[1] * state.direction[0] - state.force[0] * state.direction[1];
        [state.insertion * speed, (across * state.slip).abs()].map(|x| x * weight)
    };
    halved(&integrand, 0.0, 1.0, [0.0; 2], DEPTH)
}

/// The integral, halved until the two rules agree relative to it and to what is known of the whole.
fn halved(f: &impl Fn(f64) -> Pair, a: f64, b: f64, whole: Pair, depth: u32) -> Pair {
    let (good, rough) = kronrod(f, a, b);
    let fine =
        (0..2).all(|i| (good[i] - rough[i]).abs() <= AGREE * good[i].abs().max(whole[i].abs()) + f64::MIN_POSITIVE);
    if fine || depth == 0 || good.iter().any(|x| !x.is_finite()) {
        return good;
    }
    let middle = 0.5 * (a + b);
    let whole = [0, 1].map(|i| whole[i].abs().max(good[i].abs()));
    let (left, right) = (halved(f, a, middle, whole, depth - 1), halved(f, middle, b, whole, depth - 1));
    [left[0] + right[0], left[1] + right[1]]
}

fn kronrod(f: &impl Fn(f64) -> Pair, a: f64, b: f64) -> (Pair, Pair) {
    let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
    let (mut good, mut rough) = ([0.0; 2], [0.0; 2]);
    for (k, &node) in NODES.iter().enumerate() {
        let sides: &[f64] = if node == 0.0 { &[0.0] } else { &[-1.0, 1.0] };
        for side in sides {
            let value = f(middle + side * half * node);
            for i in 0..2 {
                good[i] += half * KRONROD[k] * value[i];
                if k % 2 == 1 {
                    rough[i] += half * GAUSS[k / 2] * value[i];
                }
            }
        }
    }
    (good, rough)
}

/// The ledger of a run that has just begun with `spring` joules in its springs.
pub fn ledger(spring: f64) -> Ledger {
    Ledger { start: spring, spring, potential_range: [spring; 2], ..Ledger::default() }
}

/// Brings the balance up to date with what is stored now, J.
pub fn balance(ledger: &mut Ledger, spring: f64) {
    ledger.spring = spring;
    ledger.potential_range = [ledger.potential_range[0].min(spring), ledger.potential_range[1].max(spring)];
    ledger.scale = ledger
        .scale
        .max(ledger.potential_range[1] - ledger.potential_range[0])
        .max(ledger.work.abs())
        .max(ledger.lost.abs());
    ledger.residual = spring - ledger.start - ledger.work + ledger.dissipated + ledger.lost;
    ledger.worst = ledger.worst.max(ledger.residual.abs());
    ledger.relative = if ledger.scale > 0.0 { ledger.worst / ledger.scale } else { 0.0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_integrals() {
        // ∫₀¹ eˢ = e − 1, ∫₀¹ 1/(1 + 100 s²) = atan(10)/10
        let f = |s: f64| [libm::exp(s), 1.0 / (1.0 + 100.0 * s * s)];
        let [a, b] = halved(&f, 0.0, 1.0, [0.0; 2], DEPTH);
        assert!((a - (std::f64::consts::E - 1.0)).abs() < 1e-15, "{a}");
        assert!((b - libm::atan(10.0) / 10.0).abs() < 1e-14, "{b}");
    }
}
