//! Functions that expressions are made of, with their derivatives along a curve.

/// Functions of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the functions of the same names")]
pub enum UnaryFn {
    Neg,
    Not,
    Abs,
    Sign,
    Sqrt,
    Exp,
    Log,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Floor,
    Ceil,
}

/// Functions of two arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the functions of the same names")]
pub enum BinaryFn {
    Add,
    Sub,
    Mul,
    Div,
    Pow,
    Min,
    Max,
    Atan2,
    Mod,
    Less,
    LessEqual,
    Equal,
    And,
    Or,
}

/// A value with its first and second derivative along a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jet {
    /// f
    pub value: f64,
    /// f′
    pub first: f64,
    /// f″
    pub second: f64,
}

impl Jet {
    /// Does not change.
    #[must_use]
    pub const fn constant(value: f64) -> Self {
        Self { value, first: 0.0, second: 0.0 }
    }

    /// f(self) given f, f′, f″ there.
    #[must_use]
    pub fn chain(self, f: f64, d1: f64, d2: f64) -> Self {
        Self { value: f, first: d1 * self.first, second: d1 * self.second + d2 * self.first * self.first }
    }

    fn times(self, o: Self) -> Self {
        Self {
            value: self.value * o.value,
            first: self.first * o.value + self.value * o.first,
            second: self.second * o.value + 2.0 * self.first * o.first + self.value * o.second,
        }
    }

    fn plus(self, o: Self) -> Self {
        Self { value: self.value + o.value, first: self.first + o.first, second: self.second + o.second }
    }

    fn scaled(self, k: f64) -> Self {
        Self { value: self.value * k, first: self.first * k, second: self.second * k }
    }
}

impl UnaryFn {
    /// f(a); outside its domain NaN.
    #[must_use]
    pub fn value(self, a: f64) -> f64 {
        match self {
            Self::Neg => -a,
            Self::Not => f64::from(u8::from(a == 0.0)),
            Self::Abs => a.abs(),
            Self::Sign => {
                if a > 0.0 {
                    1.0
                } else if a < 0.0 {
                    -1.0
                } else {
                    0.0
                }
            }
            Self::Sqrt => a.sqrt(),
            Self::Exp => libm::exp(a),
            Self::Log => libm::log(a),
            Self::Sin => libm::sin(a),
            Self::Cos => libm::cos(a),
            Self::Tan => libm::tan(a),
            Self::Asin => libm::asin(a),
            Self::Acos => libm::acos(a),
            Self::Atan => libm::atan(a),
            Self::Sinh => libm::sinh(a),
            Self::Cosh => libm::cosh(a),
            Self::Tanh => libm::tanh(a),
            Self::Floor => a.floor(),
            Self::Ceil => a.ceil(),
        }
    }

    /// f(a) with its derivatives along a curve.
    #[must_use]
    pub fn jet(self, a: Jet) -> Jet {
        let x = a.value;
        let f = self.value(x);
        match self {
            Self::Neg => a.scaled(-1.0),
            Self::Not | Self::Sign | Self::Floor | Self::Ceil => Jet::constant(f),
            Self::Abs => a.scaled(if x < 0.0 { -1.0 } else { 1.0 }),
            Self::Sqrt => a.chain(f, 0.5 / f, -0.25 / (f * x)),
            Self::Exp => a.chain(f, f, f),
            Self::Log => a.chain(f, 1.0 / x, -1.0 / (x * x)),
            Self::Sin => a.chain(f, libm::cos(x), -f),
            Self::Cos => a.chain(f, -libm::sin(x), -f),
            Self::Tan => a.chain(f, 1.0 + f * f, 2.0 * f * (1.0 + f * f)),
            Self::Asin => {
                let u = 1.0 - x * x;
                a.chain(f, 1.0 / u.sqrt(), x / (u * u.sqrt()))
            }
            Self::Acos => {
                let u = 1.0 - x * x;
                a.chain(f, -1.0 / u.sqrt(), -x / (u * u.sqrt()))
            }
            Self::Atan => {
                let u = 1.0 + x * x;
                a.chain(f, 1.0 / u, -2.0 * x / (u * u))
            }
            Self::Sinh => a.chain(f, libm::cosh(x), f),
            Self::Cosh => a.chain(f, libm::sinh(x), f),
            Self::Tanh => a.chain(f, 1.0 - f * f, -2.0 * f * (1.0 - f * f)),
        }
    }
}

impl BinaryFn {
    /// f(a, b); outside its domain NaN or infinite.
    #[must_use]
    pub fn value(self, a: f64, b: f64) -> f64 {
        let truth = |x: bool| f64::from(u8::from(x));
        match self {
            Self::Add => a + b,
            Self::Sub => a - b,
            Self::Mul => a * b,
            Self::Div => a / b,
            Self::Pow => power(a, b),
            Self::Min => {
                if a <= b {
                    a
                } else {
                    b
                }
            }
            Self::Max => {
                if a >= b {
                    a
                } else {
                    b
                }
            }
            Self::Atan2 => libm::atan2(a, b),
            Self::Mod => a - b * (a / b).floor(),
            Self::Less => truth(a < b),
            Self::LessEqual => truth(a <= b),
            Self::Equal => truth(a == b),
            Self::And => truth(a != 0.0 && b != 0.0),
            Self::Or => truth(a != 0.0 || b != 0.0),
        }
    }

    /// f(a, b) with its derivatives along a curve.
    #[must_use]
    pub fn jet(self, a: Jet, b: Jet) -> Jet {
        match self {
            Self::Add => a.plus(b),
            Self::Sub => a.plus(b.scaled(-1.0)),
            Self::Mul => a.times(b),
            Self::Div => {
                let i = 1.0 / b.value;
                // the value as the plain evaluation rounds it
                Jet { value: a.value / b.value, ..a.times(b.chain(i, -i * i, 2.0 * i * i * i)) }
            }
            Self::Pow if b.first == 0.0 && b.second == 0.0 => {
                let (x, n) = (a.value, b.value);
                let slope = if n == 0.0 { 0.0 } else { n * power(x, n - 1.0) };
                let bend = if n == 0.0 || n == 1.0 { 0.0 } else { n * (n - 1.0) * power(x, n - 2.0) };
                a.chain(power(x, n), slope, bend)
            }
            // a^b = exp(b log a)
            Self::Pow => UnaryFn::Exp.jet(b.times(UnaryFn::Log.jet(a))),
            Self::Min => {
                if a.value <= b.value {
                    a
                } else {
                    b
                }
            }
            Self::Max => {
                if a.value >= b.value {
                    a
                } else {
                    b
                }
            }
            Self::Atan2 => {
                // d atan2(y, x) = (x dy − y dx) / (x² + y²)
                let (y, x) = (a, b);
                let r = x.times(x).plus(y.times(y));
                let top = Jet {
                    value: x.value * y.first - y.value * x.first,
                    first: x.value * y.second - y.value * x.second,
                    second: 0.0,
                };
                let first = top.value / r.value;
                Jet { value: libm::atan2(y.value, x.value), first, second: (top.first - first * r.first) / r.value }
            }
            Self::Mod => a.plus(b.scaled(-(a.value / b.value).floor())),
            Self::Less | Self::LessEqual | Self::Equal | Self::And | Self::Or => {
                Jet::constant(self.value(a.value, b.value))
            }
        }
    }
}

/// Small whole powers by multiplication (exact sign, no log), the rest by libm.
fn power(a: f64, b: f64) -> f64 {
    if b == b.trunc() && b.abs() <= 16.0 {
        let mut result = 1.0;
        let mut n = b.abs();
        while n > 0.0 {
            result *= a;
            n -= 1.0;
        }
        return if b < 0.0 { 1.0 / result } else { result };
    }
    libm::pow(a, b)
}
