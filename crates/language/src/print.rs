//! Definition to text: what the builder made, as a scene that can be read, edited and run.

use crate::print_expressions::{expression, path, text};
use mainspring_definition::{
    Contacts, Declarator, Definition, DriveKind, Expr, Field, Parameter, Path, Placement, ScriptStep, ScriptStepKind,
    SpaceKind, Span, Statement, StatementKind as K, Trigger,
};

/// The definition as canonical text; parsing it gives the same definition, but for spans and imports, which are
/// written out in place.
#[must_use]
pub fn print(definition: &Definition) -> String {
    let mut printer = Printer { definition, out: String::new(), indent: 0 };
    printer.statements(&definition.statements);
    printer.out
}

struct Printer<'d> {
    definition: &'d Definition,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.line(|p| p.statement(statement));
        }
    }

    fn line(&mut self, content: impl FnOnce(&mut Self)) {
        self.out.push_str(&"  ".repeat(self.indent));
        content(self);
        self.out.push('\n');
    }

    fn block(&mut self, statements: &[Statement]) {
        if statements.is_empty() {
            return self.out.push_str(" {}");
        }
        self.out.push_str(" {\n");
        self.indent += 1;
        self.statements(statements);
        self.indent -= 1;
        self.out.push_str(&"  ".repeat(self.indent));
        self.out.push('}');
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            K::Space(SpaceKind::Planar) => self.say("space planar"),
            K::Space(SpaceKind::Spatial) => self.say("space spatial"),
            K::Gravity(value) => self.say(&format!("gravity {}", expression(value))),
            K::Method { name, options } => {
                self.say(&format!("method {}", name.text));
                self.fields(options, false);
            }
            K::Impact(fields) => {
                self.say("impact");
                self.fields(fields, true);
            }
            K::Materials { names, fields } => {
                self.say(&format!("materials {}", list(names)));
                self.fields(fields, true);
            }
            K::Material { name, fields } => {
                self.say(&format!("material {}", name.text));
                self.fields(fields, true);
            }
            K::Primitive { name, parameters, body } => self.definition_of("primitive", &name.text, parameters, body),
            K::Composite { name, parameters, body } => self.definition_of("composite", &name.text, parameters, body),
            K::Part { names, value, placement } => self.placed("part", names, value, placement),
            K::Mass { names, value, placement, options } => {
                self.placed("mass", names, value, placement);
                self.fields(options, false);
            }
            K::Obstacle { name, value, placement, options } => {
                self.placed("obstacle", std::slice::from_ref(name), value, placement);
                self.fields(options, false);
            }
            K::Fix(paths) => self.say(&format!("fix {}", list(paths))),
            K::Base(target) => self.say(&format!("base {}", path(target))),
            K::Joint { name, value, options } => self.with_options("joint", name, value, options),
            K::Spring { name, value, options } => self.with_options("spring", name, value, options),
            K::Start { joint, value, rate, exact } => {
                self.say(&format!("{} {}", if *exact { "start" } else { "guess" }, path(joint)));
                if let Some(value) = value {
                    self.say(&format!(" = {}", expression(value)));
                }
                self.clause("rate", rate.as_ref());
            }
            K::Drive { joint, kind, value, options } => {
                let word = match kind {
                    DriveKind::Position => "position",
                    DriveKind::Speed => "speed",
                    DriveKind::Acceleration => "acceleration",
                    DriveKind::Effort => "effort",
                };
                self.say(&format!("drive {} {word} = {}", path(joint), expression(value)));
                self.fields(options, false);
            }
            K::Force { name, on, value, along } => self.load("force", name, on, value, along.as_ref()),
            K::Torque { name, on, value, along } => self.load("torque", name, on, value, along.as_ref()),
            K::Let { name, value } => self.say(&format!("let {} = {}", name.text, expression(value))),
            K::Quantity { name, value } => {
                self.say(&format!("quantity {} = {}", declarator(name), expression(value)));
            }
            K::Constraint { name, left, right } => {
                self.say(&format!("constraint {}: {} = {}", declarator(name), expression(left), expression(right)));
            }
            K::Switch { attach, targets, trigger } => {
                self.say(&format!("{} {}", if *attach { "attach" } else { "release" }, list(targets)));
                match trigger {
                    Trigger::At(time) => self.clause("at", Some(time)),
                    Trigger::When(condition) => self.clause("when", Some(condition)),
                }
            }
            K::Stop(condition) => {
                self.say("stop");
                self.clause("when", Some(condition));
            }
            K::For { variable, values, body } => {
                self.say(&format!("for {} in {}", variable.text, expression(values)));
                self.block(body);
            }
            K::If { condition, then, otherwise } => {
                self.say(&format!("if {}", expression(condition)));
                self.block(then);
                if !otherwise.is_empty() {
                    self.say(" else");
                    self.block(otherwise);
                }
            }
            K::Field(field) => self.say(&format!("{} = {}", field.name.text, expression(&field.value))),
            K::Point { name, value, axis, zero, turned } => {
                self.say(&format!("point {} = {}", declarator(name), expression(value)));
                self.clause("axis", axis.as_ref());
                self.clause("zero", zero.as_ref());
                self.clause("turned", turned.as_ref());
            }
            K::Contact { parts, options } => {
                self.say(&format!("contact {}", list(parts)));
                self.fields(options, false);
            }
            K::Contacts(Contacts::All) => self.say("contacts all"),
            K::Contacts(Contacts::None) => self.say("contacts none"),
            K::Contacts(Contacts::Among(paths)) => self.say(&format!("contacts {}", list(paths))),
            K::Run { duration, every, options } => {
                self.say(&format!("run {}", expression(duration)));
                self.clause("every", every.as_ref());
                self.fields(options, false);
            }
            K::Record(values) => self.say(&format!("record {}", values_list(values))),
            K::Plot { title, curves, against } => {
                self.say(&format!("plot {} {}", text(title), values_list(curves)));
                self.clause("against", against.as_ref());
            }
            K::Surface(fields) => {
                self.say("surface");
                self.fields(fields, true);
            }
            K::Window { name, value, placement, options } => {
                self.placed("window", std::slice::from_ref(name), value, placement);
                self.fields(options, false);
            }
            K::Array { name, value, placement, options } => {
                self.placed("array", std::slice::from_ref(name), value, placement);
                self.fields(options, false);
            }
            K::Group { name, body } => {
                self.say(&format!("group {}", name.text));
                self.block(body);
            }
            K::Frame { name, members } if members.is_empty() => self.say(&format!("frame {} {{}}", declarator(name))),
            K::Frame { name, members } => self.say(&format!("frame {} {{ {} }}", declarator(name), list(members))),
            K::Script { name, steps } => {
                self.say(&format!("script {}", name.text));
                self.steps(steps);
            }
            K::Bin { name, value, placement } => self.placed("bin", std::slice::from_ref(name), value, placement),
            K::Root { name, outline, moves, from, until, spinning } => {
                self.say(&format!("root {}", declarator(name)));
                if let Some(outline) = outline {
                    self.say(&format!(" = {}", expression(outline)));
                }
                self.clause("moves", Some(moves));
                self.clause("from", from.as_ref());
                self.clause("until", until.as_ref());
                self.clause("spinning", spinning.as_ref());
            }
            K::Pawl { name, on, at, value, options } => {
                self.say(&format!("pawl {} on {}", declarator(name), path(on)));
                self.clause("at", at.as_ref());
                self.say(&format!(" = {}", expression(value)));
                self.fields(options, false);
            }
            K::Report(paths) => self.say(&format!("report {}", list(paths))),
            K::Later { keyword } => self.later(&keyword.text, statement.span),
        }
    }

    fn say(&mut self, words: &str) {
        self.out.push_str(words);
    }

    fn clause(&mut self, word: &str, value: Option<&Expr>) {
        if let Some(value) = value {
            self.say(&format!(" {word} {}", expression(value)));
        }
    }

    fn definition_of(&mut self, keyword: &str, name: &str, parameters: &[Parameter], body: &[Statement]) {
        self.say(&format!("{keyword} {name}"));
        if !parameters.is_empty() {
            let all: Vec<String> = parameters.iter().map(parameter).collect();
            self.say(&format!("({})", all.join(", ")));
        }
        self.block(body);
    }

    fn placed(&mut self, keyword: &str, names: &[Declarator], value: &Expr, placement: &Placement) {
        let names: Vec<String> = names.iter().map(declarator).collect();
        self.say(&format!("{keyword} {} = {}", names.join(", "), expression(value)));
        let Placement { at, turned, about, moving, spinning, arriving, leaving } = placement;
        for (word, value) in [
            ("at", at),
            ("turned", turned),
            ("about", about),
            ("moving", moving),
            ("spinning", spinning),
            ("arriving", arriving),
            ("leaving when", leaving),
        ] {
            self.clause(word, value.as_ref());
        }
    }

    /// The steps of a script or of a loop in it.
    fn steps(&mut self, steps: &[ScriptStep]) {
        if steps.is_empty() {
            return self.say(" {}");
        }
        self.say(" {\n");
        self.indent += 1;
        for step in steps {
            self.line(|p| p.step(step));
        }
        self.indent -= 1;
        self.out.push_str(&"  ".repeat(self.indent));
        self.say("}");
    }

    fn step(&mut self, step: &ScriptStep) {
        if let Some(label) = &step.label {
            self.say(&format!("{}: ", label.text));
        }
        match &step.kind {
            ScriptStepKind::Show { frame, duration, until, exits } => {
                self.say(&path(frame));
                self.clause("for", duration.as_ref());
                self.clause("until", until.as_ref());
                for exit in exits {
                    let deeper = "  ".repeat(self.indent + 1);
                    self.say(&format!("\n{deeper}when {} -> {}", expression(&exit.when), exit.to.text));
                }
            }
            ScriptStepKind::Loop { times, steps } => {
                self.say("loop");
                if let Some(times) = times {
                    self.say(&format!(" {}", count_of(times)));
                }
                self.steps(steps);
            }
            ScriptStepKind::Repeat(None) => self.say("repeat"),
            ScriptStepKind::Repeat(Some(times)) => self.say(&format!("repeat {}", count_of(times))),
            ScriptStepKind::Jump(label) => self.say(&format!("jump {}", label.text)),
        }
    }

    fn with_options(&mut self, keyword: &str, name: &Declarator, value: &Expr, options: &[Field]) {
        self.say(&format!("{keyword} {} = {}", declarator(name), expression(value)));
        self.fields(options, false);
    }

    fn fields(&mut self, fields: &[Field], always: bool) {
        if fields.is_empty() {
            return if always {
                self.say(" {}")
            };
        }
        let all: Vec<String> = fields.iter().map(|f| format!("{} = {}", f.name.text, expression(&f.value))).collect();
        self.say(&format!(" {{ {} }}", all.join("; ")));
    }

    fn load(&mut self, keyword: &str, name: &Declarator, on: &Path, value: &Expr, along: Option<&Path>) {
        self.say(&format!("{keyword} {} on {} = {}", declarator(name), path(on), expression(value)));
        if let Some(along) = along {
            self.say(&format!(" along {}", path(along)));
        }
    }

    /// A later construct is only known as text: it is copied from its source, or named if it has none.
    fn later(&mut self, keyword: &str, span: Span) {
        let source = self.definition.sources.get(span.source as usize);
        match source.and_then(|s| s.text.get(span.start as usize..span.end as usize)) {
            Some(words) => self.say(words),
            None => self.say(&format!("{keyword} {{}}")),
        }
    }
}

fn parameter(parameter: &Parameter) -> String {
    let Parameter { name, kind, default, .. } = parameter;
    match default {
        Some(value) => format!("{}: {} = {}", name.text, kind.0, expression(value)),
        None => format!("{}: {}", name.text, kind.0),
    }
}

fn declarator(declarator: &Declarator) -> String {
    match &declarator.index {
        Some(index) => format!("{}[{}]", declarator.name.text, expression(index)),
        None => declarator.name.text.clone(),
    }
}

fn list(paths: &[Path]) -> String {
    paths.iter().map(path).collect::<Vec<_>>().join(", ")
}

fn values_list(values: &[Expr]) -> String {
    values.iter().map(expression).collect::<Vec<_>>().join(", ")
}

/// How often a step is done; in parentheses where it begins with a word that would make the step a frame with a clause.
fn count_of(times: &Expr) -> String {
    let said = expression(times);
    let word = said.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
    if ["for", "until", "when"].contains(&word) { format!("({said})") } else { said }
}
