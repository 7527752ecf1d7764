//! From a definition to a model, in phases. Each phase is a type of its own in a folder of its own; it reads the
//! finished results of the phases before it ([`Results`]), hands on its own result, and is forgotten.
//!
//! 1. `find_space`, `find_sweep`: what is fixed before anything is read
//! 2. `elaborate`: statements in order: values, parts, settings; the rest is deferred until all names are there
//! 3. `joints`: joints between parts, gears between joints; then `fix` and `base` of parts
//! 4. `contacts`: which pairs may touch
//! 5. `placing`: where parts stand, by `at` and by joints
//! 6. `loads`: springs, drives, forces, constraints, actuators; then what attaches and releases
//! 7. `actuators`: surface, windows, arrays, scripts, parts that come and go
//! 8. `channels`: what is recorded; then settings from outside and the checks of the whole
//!
//! A sweep takes a way of its own after 2. All phases share the [`Context`]: names, code and findings.

use crate::channels::phase::{Channels, check_sweep_channels};
use crate::context::findings::Findings;
use crate::context::names::Room;
use crate::context::state::{Context, Input};
use crate::context::value::ScopeId;
use crate::elaborate::elaboration::{Elaborated, elaborate};
use crate::evaluate::evaluator::Evaluator;
use crate::joints::carriers::settle_carriers;
use crate::joints::checks::{check_friction, check_stops};
use crate::joints::coincident::check_coincident;
use crate::loads::fix::fix_and_base;
use crate::loads::starts::collect_starts;
use crate::loads::switches::collect_switches;
use crate::options::{BuildOptions, Domain};
use crate::placing::meshing::mesh_as_placed;
use crate::placing::phase::Placing;
use crate::placing::settle::{settle_distances, settle_poses, settle_scales};
use crate::placing::turned_axes::note_turned_axes;
use crate::results::known::Results;
use crate::settings::state::Settings;
use crate::sweep::find::find_sweep;
use crate::{actuators, channels, contacts, joints, loads};
use mainspring_definition::{Definition, Diagnostic, SpaceKind, Span, StatementKind};
use mainspring_model::Fields;
use mainspring_model::SweepModel;
use mainspring_model::Switch;
use mainspring_model::{Model, Start};

/// Builds the model a definition describes.
///
/// # Errors
/// Everything found wrong in one go, in the order of the text, warnings among it; on success they are in the notes.
pub fn build(definition: &Definition, options: &BuildOptions) -> Result<Model, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let space = find_space(definition, &mut findings);
    let (sweep, said) = find_sweep(definition, options, space, &mut findings);
    let mut cx = Context::new(Input { definition, options, space, sweep }, findings);
    let mut done = Results::default();
    let scene = cx.names.open_scope(None, None, Room::Scene);
    let mut read = elaborate(&mut cx, done.known(), scene, Some(said));
    done.parts = std::mem::take(&mut read.parts);
    done.table = std::mem::take(&mut read.table);
    done.swept = std::mem::take(&mut read.swept);
    if sweep { build_sweep(cx, done, read, scene) } else { build_mechanism(cx, done, read, scene) }
}

/// Parts, joints, loads, contacts and fields.
fn build_mechanism<'a>(
    mut cx: Context<'a>,
    mut done: Results<'a>,
    read: Elaborated<'a>,
    scene: ScopeId,
) -> Result<Model, Vec<Diagnostic>> {
    let space = cx.input.space;
    let Elaborated { mut settings, deferred, quantities, .. } = read;
    (done.joints, done.springs) = joints::phase::collect(&mut cx, done.known(), &deferred);
    let parts = std::mem::take(&mut done.parts);
    done.parts = fix_and_base(&mut cx, done.known(), parts, &deferred);
    settle_carriers(&mut cx.findings, space, &done.parts, &mut done.joints);
    done.pairs = contacts::phase::collect(Evaluator::new(&mut cx, done.known()), &deferred);
    settings.method_overrides(&mut Evaluator::new(&mut cx, done.known()), scene);
    let starts = collect_starts(&mut Evaluator::new(&mut cx, done.known()), &deferred);
    let mut placing = Placing::new(&mut cx.findings, space, &done.parts, &done.joints, &starts, Vec::new());
    placing.place_all();
    let frames = placing.frames;
    let springs = std::mem::take(&mut done.springs);
    (done.springs, done.loads) = loads::phase::collect(&mut cx, done.known(), springs, &deferred);
    check_friction(&mut cx.findings, &done.joints.list, &done.loads);
    check_stops(&mut cx.findings, &done.joints.list, &done.loads);
    done.loads.known = true;
    let mut switches = collect_switches(&mut Evaluator::new(&mut cx, done.known()), &deferred);
    switches.joints.iter().for_each(|(j, attached)| done.joints.list[*j].attached = *attached);
    switches.springs.iter().for_each(|(s, attached)| done.springs.list[*s].attached = *attached);
    // only now is it known which joints hold from the start
    check_coincident(&mut cx.findings, space, &done.joints.list);
    let mut placing = Placing::new(&mut cx.findings, space, &done.parts, &done.joints, &starts, frames);
    placing.move_by_joints();
    let frames = placing.frames;
    note_turned_axes(&mut cx.findings, space, &done.parts, &done.joints, &frames);
    settle_poses(space, &mut done.parts, &frames);
    settle_scales(space, &mut done.parts);
    mesh_as_placed(space, &done.parts, &mut done.joints, &frames);
    settle_distances(&mut cx.findings, space, &done.parts, &mut done.joints.list, &frames);
    let method = settings.contacts.method;
    let table = actuators::phase::collect(Evaluator::new(&mut cx, done.known()), &frames, method);
    table.absent.iter().for_each(|b| done.parts.bodies[*b].present = false);
    switches.list.extend(table.switches);
    let channels = channels::phase::collect(Evaluator::new(&mut cx, done.known()), quantities, &deferred, scene);
    let mut ev = Evaluator::new(&mut cx, done.known());
    ev.force_the_rest();
    settings.gravity_override(&mut ev, scene);
    settings.run_overrides(&mut ev, scene);
    cx.check_overrides(&done.swept);
    check_whole(&mut cx, done.parts.bodies.is_empty());
    finish(
        cx,
        done,
        Finished { settings, starts, switches: switches.list, fields: table.fields, channels, sweep: None },
    )
}

/// A root and its pawls, exactly.
fn build_sweep<'a>(
    mut cx: Context<'a>,
    mut done: Results<'a>,
    read: Elaborated<'a>,
    scene: ScopeId,
) -> Result<Model, Vec<Diagnostic>> {
    let Elaborated { mut settings, mut sweep, deferred, quantities, .. } = read;
    sweep.collect_pawls(&mut cx, done.known(), &deferred);
    done.swept = sweep.swept_names();
    settings.run = sweep.sweep_run(&mut Evaluator::new(&mut cx, done.known()), scene);
    // the method has been looked up already, which counts as used
    cx.overrides.override_of("method");
    let channels = channels::phase::collect(Evaluator::new(&mut cx, done.known()), quantities, &deferred, scene);
    check_sweep_channels(&mut cx, &deferred);
    let mut ev = Evaluator::new(&mut cx, done.known());
    sweep.check_sweep(&mut ev);
    ev.force_the_rest();
    cx.check_overrides(&done.swept);
    let (starts, switches, fields) = (Vec::new(), Vec::new(), Fields::default());
    let sweep = if cx.findings.failed() { None } else { sweep.swept(&mut Evaluator::new(&mut cx, done.known())) };
    finish(cx, done, Finished { settings, starts, switches, fields, channels, sweep })
}

/// What only the model needs.
struct Finished {
    settings: Settings,
    starts: Vec<Start>,
    switches: Vec<Switch>,
    fields: Fields,
    channels: Channels,
    sweep: Option<SweepModel>,
}

fn finish(cx: Context<'_>, done: Results<'_>, finished: Finished) -> Result<Model, Vec<Diagnostic>> {
    if cx.findings.failed() {
        return Err(cx.findings.into_list());
    }
    let Finished { settings, starts, switches, fields, channels, sweep } = finished;
    let gravity = if cx.leaves_out(Domain::Gravity) { [0.0; 3] } else { settings.gravity.map_or([0.0; 3], |g| g.0) };
    let mut contacts = settings.contacts;
    contacts.pairs = done.pairs.list;
    Ok(Model {
        name: cx.input.options.name.clone(),
        space: cx.input.space,
        gravity,
        bodies: done.parts.bodies,
        joints: done.joints.list,
        springs: done.springs.list,
        forces: done.loads.forces,
        drives: done.loads.drives,
        starts,
        constraints: done.loads.constraints,
        switches,
        obstacles: done.parts.obstacles,
        contacts,
        fields,
        sweep,
        programs: cx.code.programs,
        channels: channels.list,
        plots: channels.plots,
        probes: channels.probes,
        run: settings.run.map(|r| r.0).unwrap_or_default(),
        notes: cx.findings.into_list(),
    })
}

/// `space planar` or `space spatial`, said once at the top of a scene.
fn find_space(definition: &Definition, findings: &mut Findings) -> SpaceKind {
    let mut found: Option<(SpaceKind, Span)> = None;
    for statement in &definition.statements {
        let StatementKind::Space(kind) = &statement.kind else { continue };
        match found {
            None => found = Some((*kind, statement.span)),
            Some((_, earlier)) => findings.report(
                Diagnostic::error("E0216", statement.span, "the space is said twice")
                    .also(earlier, "first said here")
                    .help("a scene is planar or spatial, not both; leave one line out"),
            ),
        }
    }
    if found.is_none() {
        let span = definition.statements.first().map_or(Span::NOWHERE, |s| s.span);
        findings.report(
            Diagnostic::error("E0205", span, "the scene does not say which space it lives in")
                .help("begin with `space planar` or `space spatial`"),
        );
        // without it every number of components would be in doubt
        findings.stopped = true;
    }
    found.map_or(SpaceKind::Planar, |(kind, _)| kind)
}

fn check_whole(cx: &mut Context<'_>, empty: bool) {
    if empty && !cx.findings.failed() {
        let span = cx.input.definition.statements.last().map_or(Span::NOWHERE, |s| s.span);
        cx.findings.report(
            Diagnostic::error("E0215", span, "the scene has no part and no mass, so there is nothing to run")
                .help("add a part: `part bar = …` or `mass bob = 50 g at …`"),
        );
    }
}
