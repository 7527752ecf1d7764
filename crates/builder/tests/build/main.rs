//! Scenes as text to models: what comes out, and what is said about what is wrong.

mod codes;
mod contacts;
mod families;
mod fields;
mod fields_wrong;
mod ledger;
mod lowering;
mod mass;
mod mutations;
mod overrides;
mod placement;
mod sweep;
mod sweep_refused;
mod sweep_wrong;
mod values;

use mainspring_builder::{BuildOptions, build};
use mainspring_definition::{Definition, Diagnostic, Expr, Severity, StatementKind};
use mainspring_language::{NoImports, load, render};
use mainspring_model::Model;

/// A scene as said; it must parse.
pub fn definition(text: &str) -> Definition {
    let (definition, findings) = load("test.mech", text, &mut NoImports);
    assert!(!findings.iter().any(Diagnostic::is_error), "{}", render(&findings, &definition.sources, false));
    definition
}

/// The model of a scene that must build.
pub fn model_with(text: &str, options: &BuildOptions) -> Model {
    let definition = definition(text);
    match build(&definition, options) {
        Ok(m) => {
            m.notes.iter().for_each(agrees);
            m
        }
        Err(e) => panic!("{}", render(&e, &definition.sources, false)),
    }
}

/// The model of a scene that must build as it is.
pub fn model(text: &str) -> Model {
    model_with(text, &BuildOptions::default())
}

/// The letter of a code says how bad it is.
fn agrees(d: &Diagnostic) {
    let letter = match d.severity {
        Severity::Error => 'E',
        Severity::Warning => 'W',
        Severity::Note => 'N',
    };
    assert!(d.code.starts_with(letter), "{d:?}");
}

/// The findings of a scene that must not build: code and the text it points at.
pub fn errors_with(text: &str, options: &BuildOptions) -> Vec<(String, String)> {
    let definition = definition(text);
    let errors = build(&definition, options).expect_err("a scene in error");
    for e in &errors {
        agrees(e);
        assert!(e.help.is_some(), "no fix: {e:?}");
        assert!(mainspring_builder::CODES.iter().any(|c| c.code == e.code), "no such code: {e:?}");
    }
    let shown = |d: &Diagnostic| {
        let s = d.span();
        let text = definition.sources.get(s.source as usize).map_or("", |x| &x.text);
        text.get(s.start as usize..s.end as usize).unwrap_or("").to_owned()
    };
    errors.iter().filter(|d| d.is_error()).map(|d| (d.code.clone(), shown(d))).collect()
}

/// The errors of a scene as it is.
pub fn errors(text: &str) -> Vec<(String, String)> {
    errors_with(text, &BuildOptions::default())
}

/// An expression on its own.
pub fn expression(text: &str) -> Expr {
    let definition = definition(&format!("let x = {text}"));
    match &definition.statements[0].kind {
        StatementKind::Let { value, .. } => value.clone(),
        other => panic!("{other:?}"),
    }
}

/// A planar scene with one bar hinged to the ground.
pub const BAR: &str = "space planar
gravity (0, -9.81) m/s^2
primitive bar(l: length) { shape = rect(l, 1 cm); area_density = 2 kg/m^2; point a = (-l/2, 0); point b = (l/2, 0) }
part crank = bar(10 cm)
joint o = revolute(ground (0, 0), crank.a)
";

/// Equal to rounding.
pub fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * (1.0 + a.abs().max(b.abs())), "{a} is not {b}");
}
