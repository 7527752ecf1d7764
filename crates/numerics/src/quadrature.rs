//! Gauss–Legendre and Gauss–Kronrod rules, and adaptive ones that halve where a function is not smooth.

/// Gauss–Legendre, 3 nodes on 0..1, each with its weight.
pub const GAUSS_3: [[f64; 2]; 3] =
    [[0.11270166537925831, 0.2777777777777778], [0.5, 0.4444444444444444], [0.8872983346207417, 0.2777777777777778]];

/// Gauss–Legendre, 4 nodes on 0..1, each with its weight.
pub const GAUSS_4: [[f64; 2]; 4] = [
    [0.06943184420297371, 0.17392742256872692],
    [0.33000947820757187, 0.32607257743127305],
    [0.6699905217924281, 0.32607257743127305],
    [0.9305681557970263, 0.17392742256872692],
];

/// Gauss–Legendre, 6 nodes on 0..1, each with its weight.
pub const GAUSS_6: [[f64; 2]; 6] = [
    [0.03376524289842399, 0.08566224618958518],
    [0.16939530676686773, 0.1803807865240693],
    [0.38069040695840156, 0.23395696728634552],
    [0.6193095930415985, 0.23395696728634552],
    [0.8306046932331322, 0.1803807865240693],
    [0.966234757101576, 0.08566224618958518],
];

/// Gauss–Legendre, 10 nodes on 0..1, each with its weight.
pub const GAUSS_10: [[f64; 2]; 10] = [
    [0.01304673574141414, 0.03333567215434407],
    [0.06746831665550775, 0.0747256745752903],
    [0.1602952158504878, 0.10954318125799102],
    [0.2833023029353764, 0.13463335965499817],
    [0.4255628305091844, 0.14776211235737644],
    [0.5744371694908156, 0.14776211235737644],
    [0.7166976970646236, 0.13463335965499817],
    [0.8397047841495122, 0.10954318125799102],
    [0.9325316833444922, 0.0747256745752903],
    [0.9869532642585859, 0.03333567215434407],
];

/// Gauss–Legendre, 16 nodes on 0..1, each with its weight.
pub const GAUSS_16: [[f64; 2]; 16] = [
    [0.005299532504175033, 0.013576229705877048],
    [0.02771248846338371, 0.031126761969323947],
    [0.06718439880608412, 0.04757925584124639],
    [0.12229779582249849, 0.06231448562776694],
    [0.19106187779867811, 0.07479799440828837],
    [0.2709916111713863, 0.08457825969750127],
    [0.35919822461037054, 0.09130170752246179],
    [0.4524937450811813, 0.09472530522753425],
    [0.5475062549188188, 0.09472530522753425],
    [0.6408017753896295, 0.09130170752246179],
    [0.7290083888286137, 0.08457825969750127],
    [0.8089381222013219, 0.07479799440828837],
    [0.8777022041775016, 0.06231448562776694],
    [0.9328156011939158, 0.04757925584124639],
    [0.9722875115366163, 0.031126761969323947],
    [0.994700467495825, 0.013576229705877048],
];

/// Gauss–Legendre, 8 nodes on −1..1: the positive ones, each with its weight; the others are their mirror images.
pub const GAUSS_8_HALF: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_29),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_47),
    (0.960_289_856_497_536_2, 0.101_228_536_290_376_26),
];

/// Gauss–Kronrod of 7 and 15 points: nodes on 0..1 of −1..1 from the outermost inwards; the last is the middle.
pub const KRONROD_NODES: [f64; 8] = [
    0.991_455_371_120_812_6,
    0.949_107_912_342_758_5,
    0.864_864_423_359_769_1,
    0.741_531_185_599_394_4,
    0.586_087_235_467_691_1,
    0.405_845_151_377_397_2,
    0.207_784_955_007_898_47,
    0.0,
];

/// Weights of all 15 points, one for both sides.
pub const KRONROD_WEIGHTS: [f64; 8] = [
    0.022_935_322_010_529_224,
    0.063_092_092_629_978_55,
    0.104_790_010_322_250_18,
    0.140_653_259_715_525_92,
    0.169_004_726_639_267_9,
    0.190_350_578_064_785_4,
    0.204_432_940_075_298_9,
    0.209_482_141_084_727_82,
];

/// Weights of the 7 points of Gauss: of every other node, beginning with the second.
pub const KRONROD_GAUSS_WEIGHTS: [f64; 4] =
    [0.129_484_966_168_869_7, 0.279_705_391_489_276_64, 0.381_830_050_505_118_9, 0.417_959_183_673_469_4];

/// ∫f over a..b by Kronrod's 15 points, and by Gauss's 7 among them; outermost nodes first.
#[inline]
#[must_use]
pub fn gauss_kronrod<const N: usize>(a: f64, b: f64, f: &mut impl FnMut(f64) -> [f64; N]) -> ([f64; N], [f64; N]) {
    let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
    let (mut fine, mut coarse) = ([0.0; N], [0.0; N]);
    for (k, &node) in KRONROD_NODES.iter().enumerate() {
        let sides: &[f64] = if node == 0.0 { &[0.0] } else { &[-1.0, 1.0] };
        for side in sides {
            let value = f(middle + side * half * node);
            for i in 0..N {
                fine[i] += half * KRONROD_WEIGHTS[k] * value[i];
                if k % 2 == 1 {
                    coarse[i] += half * KRONROD_GAUSS_WEIGHTS[k / 2] * value[i];
                }
            }
        }
    }
    (fine, coarse)
}

/// How often a panel may be halved: a kink of a bounded function is then as narrow as a rounding error.
const HALVINGS: u32 = 44;

/// ∫f over `from`..`to` by sixteen points a panel, panels halved until halves and whole agree to `allowed`, component by
/// component; what is `f64::INFINITY` there is carried along unchecked.
#[must_use]
pub fn adaptive_gauss<const N: usize>(
    from: f64,
    to: f64,
    allowed: &[f64; N],
    f: &mut impl FnMut(f64) -> [f64; N],
) -> [f64; N] {
    let whole = panel(from, to, f);
    let mut sum = [0.0; N];
    halve(from, to, &whole, allowed, HALVINGS, f, &mut sum);
    sum
}

fn panel<const N: usize>(from: f64, to: f64, f: &mut impl FnMut(f64) -> [f64; N]) -> [f64; N] {
    let mut sum = [0.0; N];
    for [at, weight] in GAUSS_16 {
        let value = f(from + (to - from) * at);
        for i in 0..N {
            sum[i] += weight * value[i];
        }
    }
    sum.map(|s| s * (to - from))
}

fn halve<const N: usize>(
    from: f64,
    to: f64,
    whole: &[f64; N],
    allowed: &[f64; N],
    left: u32,
    f: &mut impl FnMut(f64) -> [f64; N],
    sum: &mut [f64; N],
) {
    let middle = 0.5 * (from + to);
    let (low, high) = (panel(from, middle, f), panel(middle, to, f));
    // written so that what is not a number ends at once
    let apart = (0..N).any(|i| (low[i] + high[i] - whole[i]).abs() > allowed[i]);
    if apart && left > 0 {
        halve(from, middle, &low, allowed, left - 1, f, sum);
        halve(middle, to, &high, allowed, left - 1, f, sum);
    } else {
        for i in 0..N {
            sum[i] += low[i] + high[i];
        }
    }
}
