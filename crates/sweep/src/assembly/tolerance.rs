//! How likely a mechanism assembles and holds when its dimensions are spread, and how its peak force is spread then.
//!
//! Every sample is an exact problem of its own, traced exactly; only the choice of samples is by chance, and that chance is
//! counted (see [`super::Spread`]). So the answer has the same bits whatever the number of threads.

use std::collections::BTreeMap;

use super::design::{Design, DesignFault, nominal};
use super::spread::{Spread, confidence, share};
use super::study::{blocked, withdraw};
use crate::numbers::Rational;
use crate::solve::{Method, solve};
use crate::trajectory::Kind;

/// A share of samples, and where the true probability lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    /// Samples in which it was so.
    pub hits: u64,
    /// Share of all sound samples; NaN where there is none.
    pub share: f64,
    /// Least probability that is not ruled out with 95 % confidence.
    pub lo: f64,
    /// Largest probability that is not ruled out with 95 % confidence.
    pub hi: f64,
}

/// How forces are spread.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Forces {
    /// How many there are.
    pub count: u64,
    /// Mean, N.
    pub mean: f64,
    /// Standard deviation, N.
    pub deviation: f64,
    /// Least, N.
    pub least: f64,
    /// Largest, N.
    pub largest: f64,
    /// 5 %, 50 % and 95 % of samples are not above these, N.
    pub quantiles: [f64; 3],
    /// Samples in equal bins from the least to the largest.
    pub bins: Vec<u64>,
}

/// What samples say.
#[derive(Clone, Debug, PartialEq)]
pub struct Tolerance {
    /// Number of samples.
    pub samples: u64,
    /// The root gets all the way in.
    pub assembles: Probability,
    /// It gets in, and its pawls hold it there.
    pub retained: Probability,
    /// Samples whose values make no sound drawing. They say nothing of a mechanism, and no share counts them.
    pub unsound: u64,
    /// The values of the first of them.
    pub unsound_at: Option<Vec<Rational>>,
    /// How often each cause ended the insertion, by name.
    pub causes: BTreeMap<&'static str, u64>,
    /// Peak forces of the insertions that go all the way.
    pub insertion: Forces,
    /// Peak forces of the withdrawals that go all the way, of those.
    pub withdrawal: Forces,
}

/// What is asked of samples.
#[derive(Clone, Debug)]
pub struct Sampling {
    /// How each dimension is spread, in their order.
    pub spreads: Vec<Spread>,
    /// How many samples.
    pub samples: u64,
    /// Another seed, other samples.
    pub seed: u64,
    /// Threads to use; at least one.
    pub threads: usize,
}

/// What one sample did.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    cause: Option<Kind>,
    assembles: bool,
    retained: bool,
    peak_in: Option<f64>,
    peak_out: Option<f64>,
}

/// Samples of one study, at most.
const MOST_SAMPLES: u64 = 10_000_000;

/// Bins of a histogram.
const BINS: usize = 20;

/// Studies samples of a design.
///
/// # Errors
/// Spreads that do not fit the dimensions, or no samples at all.
pub fn tolerance(design: &dyn Design, sampling: &Sampling) -> Result<Tolerance, DesignFault> {
    let dimensions = design.dimensions();
    if sampling.spreads.len() != dimensions.len() {
        let (given, needed) = (sampling.spreads.len(), dimensions.len());
        return Err(DesignFault::Given(format!("{given} spreads for {needed} dimensions: give one for each")));
    }
    if sampling.samples == 0 || sampling.samples > MOST_SAMPLES {
        return Err(DesignFault::Given(format!("a tolerance study takes 1 to {MOST_SAMPLES} samples")));
    }
    for (spread, dimension) in sampling.spreads.iter().zip(dimensions) {
        spread.check(&dimension.name)?;
    }
    let drawn = nominal(design);
    let values = |n: u64| -> Vec<Rational> {
        let each = sampling.spreads.iter().zip(&drawn).enumerate();
        each.map(|(d, (spread, nominal))| spread.quantile(share(sampling.seed, n, d as u64), nominal)).collect()
    };
    let total = sampling.samples;
    let mut outcomes = vec![Outcome::default(); usize::try_from(total).unwrap_or(usize::MAX)];
    let chunk = outcomes.len().div_ceil(sampling.threads.max(1));
    std::thread::scope(|scope| {
        for (part, slots) in outcomes.chunks_mut(chunk).enumerate() {
            let values = &values;
            scope.spawn(move || {
                for (k, slot) in slots.iter_mut().enumerate() {
                    *slot = outcome(design, &values((part * chunk + k) as u64));
                }
            });
        }
    });
    let count = |what: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|o| what(o)).count() as u64;
    let unsound = count(&|o| o.cause.is_none());
    let sound = total - unsound;
    let probability = |hits: u64| {
        let (lo, hi) = confidence(hits, sound, 0.95);
        Probability { hits, share: hits as f64 / sound as f64, lo, hi }
    };
    let mut causes = BTreeMap::new();
    for cause in outcomes.iter().filter_map(|o| o.cause) {
        *causes.entry(cause.name()).or_insert(0) += 1;
    }
    Ok(Tolerance {
        samples: total,
        assembles: probability(count(&|o| o.assembles)),
        retained: probability(count(&|o| o.retained)),
        unsound,
        unsound_at: outcomes.iter().position(|o| o.cause.is_none()).map(|n| values(n as u64)),
        causes,
        insertion: forces(outcomes.iter().filter_map(|o| o.peak_in).collect()),
        withdrawal: forces(outcomes.iter().filter_map(|o| o.peak_out).collect()),
    })
}

fn outcome(design: &dyn Design, values: &[Rational]) -> Outcome {
    let Ok(problem) = design.problem(values) else { return Outcome::default() };
    let Ok(inward) = solve(&problem, Method::Lazy) else { return Outcome::default() };
    let mut outcome = Outcome { cause: Some(inward.cause), assembles: inward.assembles(), ..Outcome::default() };
    if !outcome.assembles {
        return outcome;
    }
    outcome.peak_in = Some(inward.largest_push(inward.end).map_or(0.0, |p| p.force));
    if let Ok((_, outward)) = withdraw(&problem, &inward) {
        outcome.retained = blocked(outward.cause);
        if outward.cause == Kind::End {
            outcome.peak_out = Some(outward.largest_push(outward.end).map_or(0.0, |p| p.force));
        }
    }
    outcome
}

/// Forces that grow without bound are left out.
fn forces(mut all: Vec<f64>) -> Forces {
    all.retain(|f| f.is_finite());
    all.sort_by(f64::total_cmp);
    let (Some(&least), Some(&largest)) = (all.first(), all.last()) else { return Forces::default() };
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let square = all.iter().map(|f| (f - mean) * (f - mean)).sum::<f64>();
    let quantile = |part: f64| all[((part * n).ceil() as usize).clamp(1, all.len()) - 1];
    let mut bins = vec![0; BINS];
    for f in &all {
        let part = if largest > least { (f - least) / (largest - least) } else { 0.0 };
        bins[((part * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    Forces {
        count: all.len() as u64,
        mean,
        deviation: if all.len() > 1 { (square / (n - 1.0)).sqrt() } else { 0.0 },
        least,
        largest,
        quantiles: [0.05, 0.5, 0.95].map(quantile),
        bins,
    }
}
