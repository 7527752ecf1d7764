//! Worst cases: what is proved over boxes of dimensions, against exact borders and against samples.

mod given;

use given::{case, ramp, ratio};
use mainspring_sweep::assembly::{
    Bounded, Dimension, Drawn, Effort, Linear, Sampling, Spread, Verdict, Worst, tolerance, worst_case,
};
use mainspring_sweep::{Kind, Method, Problem, Rational, rational, solve};

fn dimension(name: &str, nominal: Rational) -> Dimension {
    Dimension { name: name.to_owned(), unit: String::new(), nominal }
}

/// A cantilever snap-fit with an uncertain height of the catch, friction and height of the hinge.
fn snap_fit() -> Drawn<impl Fn(&[Rational]) -> Result<Problem, String> + Sync> {
    let dimensions =
        vec![dimension("catch", ratio(-3, 10)), dimension("friction", ratio(3, 10)), dimension("hinge", ratio(0, 1))];
    let (_, problem) = case("14_snapfit_insert");
    let draw = move |v: &[Rational]| {
        let mut problem = problem.clone();
        for corner in &mut problem.obstacles[0].rings[0][2..] {
            corner[1] = v[0].clone();
        }
        problem.pawls[0].friction = v[1].clone();
        problem.pawls[0].hinge[1] = v[2].clone();
        Ok(problem)
    };
    Drawn { dimensions, draw }
}

fn around(at: Rational, by: Rational) -> (Rational, Rational) {
    (&at - &by, at + by)
}

fn told(worst: &Worst) {
    eprintln!(
        "assembles {:.6} fails {:.6} undecided {:.3e}; found {:?} bound {:?}; asked {} cells {}",
        worst.assembles,
        worst.fails,
        worst.undecided,
        worst.found.as_ref().map(|f| f.0),
        worst.bound,
        worst.asked,
        worst.cells.len()
    );
}

#[test]
fn explore() {
    let design = snap_fit();
    for by in [1, 4, 16] {
        let ranges = vec![
            around(ratio(-3, 10), ratio(by, 1000)),
            around(ratio(3, 10), ratio(by, 1000)),
            around(ratio(0, 1), ratio(by, 1000)),
        ];
        let linear = Linear::of(&design, &ranges).expect("linear");
        let start = std::time::Instant::now();
        let worst = worst_case(&linear, &ranges, Effort { boxes: 200, closeness: 0.02 }).expect("a worst case");
        told(&worst);
        eprintln!("{:?}", start.elapsed());
    }
}
