//! `material steel { density = … }`.

use crate::context::complaints::listed;
use crate::context::state::Context;
use crate::context::value::{LazyId, Material, Placed, ScopeId, Value};
use crate::evaluate::evaluator::Evaluator;
use mainspring_definition::words::MATERIAL_FIELDS;
use mainspring_definition::{Diagnostic, Dimension, Field, did_you_mean};
use std::rc::Rc;

impl<'a> Evaluator<'_, 'a> {
    /// `material steel { density = … }`.
    pub fn material(&mut self, id: LazyId, fields: &'a [Field], scope: ScopeId) -> Value {
        let mut material = Material { id, ..Material::default() };
        let key = self.cx.names.lazies[id].key.clone();
        for field in fields {
            let expr = self.cx.overrides.overriding(&format!("{key}.{}", field.name.text), &field.value);
            let value = Placed { value: self.eval(expr, scope), span: expr.span };
            match field.name.text.as_str() {
                "density" => material.density = amount(self.cx, &value, Dimension::DENSITY, "the density"),
                "thickness" => material.thickness = amount(self.cx, &value, Dimension::LENGTH, "the thickness"),
                "area_density" => {
                    material.area_density = amount(self.cx, &value, Dimension::AREA_DENSITY, "the area density");
                }
                "friction" => material.coefficients.friction = self.cx.coefficient(&value, "friction"),
                "static_friction" => {
                    material.coefficients.static_friction = self.cx.coefficient(&value, "static_friction")
                }
                "restitution" => material.coefficients.restitution = self.cx.coefficient(&value, "restitution"),
                other => {
                    let finding =
                        Diagnostic::error("E0217", field.name.span, format!("a material has no field `{other}`"));
                    self.cx.findings.report(match did_you_mean(other, MATERIAL_FIELDS.iter().copied()) {
                        Some(s) => finding.help(format!("did you mean `{s}`?")),
                        None => finding.help(format!("it has {}", listed(MATERIAL_FIELDS))),
                    });
                }
            }
        }
        let span = fields.iter().find(|f| f.name.text == "static_friction").map(|f| f.value.span);
        self.cx.check_coefficients(&material.coefficients, span);
        Value::Material(Rc::new(material))
    }
}

pub fn amount(cx: &mut Context<'_>, value: &Placed, dimension: Dimension, what: &str) -> Option<f64> {
    cx.positive(&value.value, dimension, value.span, what, "E0403")
}
