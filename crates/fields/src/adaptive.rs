//! Gauss rules on 0..1, and one that halves where a function is not smooth.

/// 6 nodes on 0..1 and their weights.
pub(crate) const SIX: [[f64; 2]; 6] = [
    [0.03376524289842399, 0.08566224618958518],
    [0.16939530676686773, 0.1803807865240693],
    [0.38069040695840156, 0.23395696728634552],
    [0.6193095930415985, 0.23395696728634552],
    [0.8306046932331322, 0.1803807865240693],
    [0.966234757101576, 0.08566224618958518],
];

/// 10 nodes on 0..1 and their weights.
pub(crate) const TEN: [[f64; 2]; 10] = [
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

/// 16 nodes on 0..1 and their weights.
pub(crate) const SIXTEEN: [[f64; 2]; 16] = [
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

/// How often a panel may be halved: a kink of a bounded function is then as narrow as a rounding error.
const HALVINGS: u32 = 44;

/// ∫f over `from`..`to` by sixteen points a panel, panels halved until halves and whole agree to `allowed`, component by
/// component; what is `f64::INFINITY` there is carried along unchecked.
pub(crate) fn adaptive<const N: usize>(
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
    for [at, weight] in SIXTEEN {
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
