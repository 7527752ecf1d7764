//! parse ∘ print = identity, on random definitions.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use crate::shared;

use mainspring_definition::{
    Argument, BinaryOp, Contacts, Decimal, Declarator, Definition, DriveKind, Expr, ExprKind, Field, Name, Parameter,
    ParameterKind, Path, Placement, ScriptExit, ScriptStep, ScriptStepKind, Segment, SpaceKind, Span, Statement,
    StatementKind as K, Trigger, UnaryOp, UnitExpr, UnitFactor,
};
use mainspring_language::{NoImports, format, load, parse, print};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use shared::{said, shape};

/// Names that are also keywords, clause words and units: all are ordinary names where a name is meant.
fn name() -> impl Strategy<Value = Name> {
    let odd = prop::sample::select(vec![
        "force", "mass", "base", "point", "joint", "start", "rate", "at", "m", "s", "deg", "in", "min", "g", "N",
        "last", "t", "pi", "window", "surface", "frame", "script", "group", "array", "bin", "use", "let", "for", "on",
        "along", "every", "root", "pawl", "report", "moves", "from", "until", "zero", "axis", "turned", "space", "x",
        "crank", "a_1",
    ]);
    prop_oneof![odd.prop_map(Name::new), "[a-z][a-z0-9_]{0,5}".prop_map(|n| Name::new(&n))]
        .prop_filter("reserved", |n| !["if", "then", "else", "and", "or", "not", "true", "false"].contains(&&*n.text))
}

fn here(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NOWHERE }
}

fn unit() -> impl Strategy<Value = UnitExpr> {
    let names = prop::sample::select(vec!["m", "mm", "s", "deg", "N", "kg", "in", "rad", "rpm", "min"]);
    let factor =
        (names, prop_oneof![1..4i32, -3..0i32]).prop_map(|(n, power)| UnitFactor { name: Name::new(n), power });
    (any::<bool>(), vec(factor, 1..4)).prop_map(|(reciprocal, mut factors)| {
        if reciprocal {
            factors[0].power = -factors[0].power.abs();
            factors.insert(0, UnitFactor { name: Name::new("1"), power: 1 });
        }
        UnitExpr { factors, span: Span::NOWHERE }
    })
}

fn number() -> impl Strategy<Value = Decimal> {
    prop_oneof![
        (0u32..1000).prop_map(|n| Decimal::parse(&n.to_string()).unwrap()),
        (0.0..1e3f64).prop_map(|x| Decimal::from_f64(x).unwrap()),
        (any::<u64>(), -30..30i32).prop_map(|(n, e)| Decimal::parse(&format!("{n}e{e}")).unwrap()),
    ]
}

fn path_of(index: BoxedStrategy<Expr>) -> impl Strategy<Value = Path> {
    let segment = (name(), option::weighted(0.2, index)).prop_map(|(name, i)| Segment { name, index: i.map(Box::new) });
    vec(segment, 1..4).prop_map(|segments| Path { segments, span: Span::NOWHERE })
}

fn path() -> impl Strategy<Value = Path> {
    path_of(number().prop_map(|d| here(ExprKind::Number(d))).boxed())
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        4 => number().prop_map(ExprKind::Number),
        1 => "[ -~é\n\t]{0,8}".prop_map(ExprKind::Text),
        1 => any::<bool>().prop_map(ExprKind::Bool),
        4 => path().prop_map(ExprKind::Path),
    ]
    .prop_map(here);
    leaf.prop_recursive(5, 40, 4, |inner| {
        let op = prop::sample::select(vec![
            BinaryOp::Add,
            BinaryOp::Subtract,
            BinaryOp::Multiply,
            BinaryOp::Divide,
            BinaryOp::Power,
            BinaryOp::Intersect,
            BinaryOp::Less,
            BinaryOp::LessEqual,
            BinaryOp::Greater,
            BinaryOp::GreaterEqual,
            BinaryOp::Equal,
            BinaryOp::NotEqual,
            BinaryOp::And,
            BinaryOp::Or,
        ]);
        let boxed = || inner.clone().prop_map(Box::new);
        let argument =
            (option::weighted(0.3, name()), inner.clone()).prop_map(|(name, value)| Argument { name, value });
        let arguments = vec(argument, 0..4).boxed();
        let member =
            (name(), vec(inner.clone(), 0..2), path_of(inner.clone().boxed())).prop_map(|(function, values, path)| {
                let arguments = values.into_iter().map(|value| Argument { name: None, value }).collect();
                ExprKind::Member(Box::new(here(ExprKind::Call { function, arguments })), path.segments)
            });
        let ask = (path_of(inner.clone().boxed()), name(), arguments.clone())
            .prop_map(|(of, question, arguments)| ExprKind::Ask { of, question, arguments });
        let function = prop_oneof![Just(Name::new("ground")), name()];
        prop_oneof![
            3 => (boxed(), unit()).prop_map(|(e, u)| ExprKind::WithUnit(e, u)),
            4 => (op, boxed(), boxed()).prop_map(|(op, a, b)| ExprKind::Binary(op, a, b)),
            1 => boxed().prop_map(|e| ExprKind::Unary(UnaryOp::Minus, e)),
            1 => boxed().prop_map(|e| ExprKind::Unary(UnaryOp::Not, e)),
            1 => vec(inner.clone(), 2..4).prop_map(ExprKind::Tuple),
            1 => vec(inner.clone(), 0..4).prop_map(ExprKind::List),
            1 => (function, arguments).prop_map(|(function, arguments)| ExprKind::Call { function, arguments }),
            1 => (boxed(), boxed(), boxed()).prop_map(|(a, b, c)| ExprKind::If(a, b, c)),
            1 => (boxed(), boxed(), any::<bool>()).prop_map(|(a, b, i)| ExprKind::Range(a, b, i)),
            1 => path_of(inner.clone().boxed()).prop_map(ExprKind::Path),
            1 => member,
            1 => ask,
        ]
        .prop_map(here)
    })
}

fn declarator() -> impl Strategy<Value = Declarator> {
    (name(), option::weighted(0.3, expr())).prop_map(|(name, index)| Declarator { name, index })
}

fn fields() -> impl Strategy<Value = Vec<Field>> {
    let dotted = (name(), option::weighted(0.2, name())).prop_map(|(a, b)| match b {
        Some(b) => Name::new(&format!("{}.{}", a.text, b.text)),
        None => a,
    });
    vec((dotted, expr()).prop_map(|(name, value)| Field { name, value }), 0..4)
}

fn placement() -> impl Strategy<Value = Placement> {
    let one = || option::weighted(0.3, expr());
    (one(), one(), one(), one(), one(), one(), one()).prop_map(
        |(at, turned, about, moving, spinning, arriving, leaving)| Placement {
            at,
            turned,
            about,
            moving,
            spinning,
            arriving,
            leaving,
        },
    )
}

/// Labels and frames of scripts: any name but the words that steps are made of.
fn label() -> impl Strategy<Value = Name> {
    name().prop_filter("words of steps", |n| {
        !["for", "until", "when", "loop", "repeat", "jump"].contains(&n.text.as_str())
    })
}

fn steps() -> impl Strategy<Value = Vec<ScriptStep>> {
    let frame = path().prop_filter("words of steps", |p| {
        !["for", "until", "when", "loop", "repeat", "jump"].contains(&p.segments[0].name.text.as_str())
    });
    let exits = || vec((expr(), label()).prop_map(|(when, to)| ScriptExit { when, to }), 0..3);
    let step = |(label, kind)| ScriptStep { label, kind, span: Span::NOWHERE };
    let simple = prop_oneof![
        (frame, expr(), option::of(expr()), exits()).prop_map(|(frame, duration, until, exits)| {
            ScriptStepKind::Show { frame, duration: Some(duration), until, exits }
        }),
        (label(), expr(), exits()).prop_map(|(frame, until, exits)| {
            let frame = Path::from_text(&frame.text);
            ScriptStepKind::Show { frame, duration: None, until: Some(until), exits }
        }),
        option::of(expr()).prop_map(ScriptStepKind::Repeat),
        label().prop_map(ScriptStepKind::Jump),
    ];
    let simple = (option::weighted(0.3, label()), simple).prop_map(step);
    let nested = simple.prop_recursive(2, 6, 3, move |inner| {
        let looped = (option::of(expr()), vec(inner, 0..3));
        (option::weighted(0.3, label()), looped.prop_map(|(times, steps)| ScriptStepKind::Loop { times, steps }))
            .prop_map(step)
    });
    vec(nested, 0..4)
}

fn fields_of_surfaces() -> impl Strategy<Value = K> {
    prop_oneof![
        fields().prop_map(K::Surface),
        (declarator(), expr(), placement(), fields()).prop_map(|(name, value, placement, options)| K::Window {
            name,
            value,
            placement,
            options
        }),
        (declarator(), expr(), placement(), fields()).prop_map(|(name, value, placement, options)| K::Array {
            name,
            value,
            placement,
            options
        }),
        (declarator(), vec(path(), 0..4)).prop_map(|(name, members)| K::Frame { name, members }),
        (name(), steps()).prop_map(|(name, steps)| K::Script { name, steps }),
        (declarator(), expr(), placement()).prop_map(|(name, value, placement)| K::Bin { name, value, placement }),
    ]
}

fn sweeps() -> impl Strategy<Value = K> {
    let one = || option::weighted(0.5, expr());
    prop_oneof![
        (declarator(), one(), expr(), one(), one(), one()).prop_map(|(name, outline, moves, from, until, spinning)| {
            K::Root { name, outline, moves, from, until, spinning }
        }),
        (declarator(), path(), one(), expr(), fields()).prop_map(|(name, on, at, value, options)| K::Pawl {
            name,
            on,
            at,
            value,
            options
        }),
        vec(path(), 1..4).prop_map(K::Report),
    ]
}

fn parameters() -> impl Strategy<Value = Vec<Parameter>> {
    let one = (name(), "[a-z]{1,6}", option::of(expr())).prop_map(|(name, kind, default)| Parameter {
        name,
        kind: ParameterKind(kind),
        kind_span: Span::NOWHERE,
        default,
    });
    vec(one, 0..3)
}

fn simple() -> impl Strategy<Value = K> {
    let maybe = || option::weighted(0.4, expr());
    let drive =
        prop::sample::select(vec![DriveKind::Position, DriveKind::Speed, DriveKind::Acceleration, DriveKind::Effort]);
    let trigger = prop_oneof![expr().prop_map(Trigger::At), expr().prop_map(Trigger::When)];
    let contacts = prop_oneof![Just(Contacts::All), Just(Contacts::None), vec(path(), 2..4).prop_map(Contacts::Among)];
    let first = prop_oneof![
        any::<bool>().prop_map(|p| K::Space(if p { SpaceKind::Planar } else { SpaceKind::Spatial })),
        expr().prop_map(K::Gravity),
        (name(), fields()).prop_map(|(name, options)| K::Method { name, options }),
        fields().prop_map(K::Impact),
        (vec(path(), 1..4), fields()).prop_map(|(names, fields)| K::Materials { names, fields }),
        (name(), fields()).prop_map(|(name, fields)| K::Material { name, fields }),
        (vec(declarator(), 1..3), expr(), placement()).prop_map(|(names, value, placement)| K::Part {
            names,
            value,
            placement
        }),
        (vec(declarator(), 1..3), expr(), placement(), fields())
            .prop_map(|(names, value, placement, options)| { K::Mass { names, value, placement, options } }),
        vec(path(), 1..4).prop_map(K::Fix),
        path().prop_map(K::Base),
        (declarator(), expr(), placement(), fields()).prop_map(|(name, value, placement, options)| K::Obstacle {
            name,
            value,
            placement,
            options
        }),
        (declarator(), expr(), fields()).prop_map(|(name, value, options)| K::Joint { name, value, options }),
    ];
    let second = prop_oneof![
        (path(), expr(), maybe(), any::<bool>()).prop_map(|(joint, v, rate, exact)| K::Start {
            joint,
            value: Some(v),
            rate,
            exact
        }),
        (path(), expr(), any::<bool>()).prop_map(|(joint, rate, exact)| K::Start {
            joint,
            value: None,
            rate: Some(rate),
            exact
        }),
        (path(), drive, expr(), fields()).prop_map(|(joint, kind, value, options)| K::Drive {
            joint,
            kind,
            value,
            options
        }),
        (declarator(), expr(), fields()).prop_map(|(name, value, options)| K::Spring { name, value, options }),
        (declarator(), path(), expr(), option::of(path())).prop_map(|(name, on, value, along)| K::Force {
            name,
            on,
            value,
            along
        }),
        (declarator(), path(), expr(), option::of(path())).prop_map(|(name, on, value, along)| K::Torque {
            name,
            on,
            value,
            along
        }),
        (name(), expr()).prop_map(|(name, value)| K::Let { name, value }),
        (declarator(), expr()).prop_map(|(name, value)| K::Quantity { name, value }),
    ];
    let third = prop_oneof![
        (declarator(), expr(), expr()).prop_map(|(name, left, right)| K::Constraint { name, left, right }),
        (any::<bool>(), vec(path(), 1..3), trigger).prop_map(|(attach, targets, trigger)| K::Switch {
            attach,
            targets,
            trigger
        }),
        (name(), expr()).prop_map(|(name, value)| K::Field(Field { name, value })),
        (declarator(), expr(), maybe(), maybe(), maybe()).prop_map(|(name, value, axis, zero, turned)| K::Point {
            name,
            value,
            axis,
            zero,
            turned
        }),
        (vec(path(), 1..4), fields()).prop_map(|(parts, options)| K::Contact { parts, options }),
        contacts.prop_map(K::Contacts),
        (expr(), maybe(), fields()).prop_map(|(duration, every, options)| K::Run { duration, every, options }),
        vec(expr(), 1..3).prop_map(K::Record),
        ("[ -~]{0,8}", vec(expr(), 1..3), maybe()).prop_map(|(title, curves, against)| K::Plot {
            title,
            curves,
            against
        }),
    ];
    prop_oneof![12 => first, 8 => second, 9 => third, 6 => fields_of_surfaces(), 3 => sweeps()]
}

fn statement() -> impl Strategy<Value = Statement> {
    let wrap = |kind| Statement { kind, span: Span::NOWHERE };
    simple().prop_map(wrap).prop_recursive(3, 12, 3, move |inner| {
        let body = || vec(inner.clone(), 0..3);
        prop_oneof![
            (name(), parameters(), body()).prop_map(|(name, parameters, body)| K::Primitive { name, parameters, body }),
            (name(), parameters(), body()).prop_map(|(name, parameters, body)| K::Composite { name, parameters, body }),
            (name(), expr(), body()).prop_map(|(variable, values, body)| K::For { variable, values, body }),
            (name(), body()).prop_map(|(name, body)| K::Group { name, body }),
            (expr(), body(), body()).prop_map(|(condition, then, otherwise)| K::If { condition, then, otherwise }),
        ]
        .prop_map(wrap)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_parsing_gives_the_same_definition(statements in vec(statement(), 1..4)) {
        let definition = Definition { sources: Vec::new(), statements };
        let text = print(&definition);
        let (again, diagnostics) = load("a.mech", &text, &mut NoImports);
        prop_assert!(diagnostics.is_empty(), "{diagnostics:#?}\n{text}");
        prop_assert_eq!(said(&definition), said(&again), "{}", text);
        // and the formatter agrees: same tree, same meaning, and once is enough
        let formatted = format(&text).unwrap();
        prop_assert_eq!(shape(&parse(&text).tree), shape(&parse(&formatted).tree));
        let twice = format(&formatted).unwrap();
        prop_assert_eq!(&twice, &formatted);
    }
}
