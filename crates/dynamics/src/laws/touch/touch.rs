//! Contact between parts and stops of joints: what may touch, and everything contacts need between evaluations.

use crate::laws::touch::contact::{Contact, Line, Pair, Party, tangent_axes};
use crate::laws::touch::islands::FixedIslands;
use crate::laws::touch::mesh::{Mesh, meshes};
use crate::laws::touch::name_order::NameOrder;
use crate::laws::touch::paths::Paths;
use crate::laws::touch::resistance::RollingResistance;
use crate::laws::touch::state::{Site, TouchState};
use crate::multibody::multibody::Multibody;
use crate::multibody::row_groups::Group;
use crate::multibody::support::any_lies;
use crate::multibody::surfaces::{standing, surface};
use crate::tolerances::SLOWEST_REBOUND;
use mainspring_geometry::touch::{FeaturePair, Motion, Surface};
use mainspring_model::{BodyId, BodyKind, ContactMethod, Model, Pose, Touched};
use mainspring_numerics::matrix3::Mat3;

/// Everything about contact that is not in the mode.
pub struct Touch {
    pub surfaces: Vec<Surface>,
    /// where surface k stands if it does not belong to a moving body
    pub places: Vec<Motion>,
    pub pairs: Vec<Pair>,
    /// size of the smallest part that may touch, m; infinite where none can
    pub smallest: f64,
    /// moving parties, each once: body and surface
    pub moving: Vec<(BodyId, usize)>,
    /// joints with rigid stops
    pub stops: Vec<usize>,
    /// gears with play
    pub meshes: Vec<Mesh>,
    /// how laws are sorted
    pub order: NameOrder,
    /// number of tangents: 1 in the plane, 2 in space
    pub tangents: usize,
    /// what they are made from in space; columns are axes
    pub axes: Mat3,
    /// slower than this a rebound that comes back does not count, m/s
    pub rest_speed: f64,
    /// times which speeds that count as none are counted, as the bodies'
    pub clock: f64,
    /// nothing falls and the scene gives no such speed: what presses a contact together sets it
    pub rest_by_load: bool,
    /// contacts of the mode at the state last evaluated, in its order
    pub contacts: Vec<Contact>,
    /// their resistances to rolling and spinning
    pub rolling_resistances: Vec<RollingResistance>,
    /// K⁻¹Gᵀ, one column of unknowns a row; [rows × unknowns]
    pub unit: Vec<f64>,
    /// G K⁻¹ Gᵀ; [rows × rows]
    pub matrix: Vec<f64>,
    /// scratch: what each row is of
    pub lines: Vec<Line>,
    /// accelerations (or velocities) of the rows without contact forces; [rows]
    pub free: Vec<f64>,
    /// λ of the rows at the state last solved for; [rows]
    pub force: Vec<f64>,
    /// solver of one set of modes
    pub fixed: Option<FixedIslands>,
    /// scratch: modes of the contacts, for it
    pub modes: Vec<mainspring_contact::Mode>,
    /// contact without a finite force since the last `remember_angles`
    pub jammed: Option<usize>,
    /// work of prescribed motions in impacts since last taken: (place in the ledger, J)
    pub drive_work: Vec<(usize, f64)>,
    /// ranges of the pairs' normal forces at the state last read, where joints with friction share the loads
    pub ranges: Option<Vec<(usize, [f64; 2])>>,
    /// pairs struck at this moment
    pub struck: Vec<usize>,
    /// parts on a table rub by their areas: loads there change with them, and rounding of those is no event
    pub beside_area_friction: bool,
    /// of the step in hand: how fast friction turns with a slip in space, 1/s
    pub turn_rate: f64,
    /// of the step in hand, for the search for meetings
    pub paths: Paths,
    /// remembered between steps
    pub state: TouchState,
}

impl Touch {
    pub fn of(model: &Model, groups: &[Group], length: f64) -> Self {
        let mut touch = Self {
            surfaces: Vec::new(),
            places: Vec::new(),
            pairs: Vec::new(),
            smallest: f64::INFINITY,
            moving: Vec::new(),
            stops: (0..model.joints.len())
                .filter(|&j| model.joints[j].stop.is_some() && model.joints[j].limits.is_some())
                .collect(),
            meshes: meshes(model, groups),
            order: NameOrder::of(model),
            tangents: if model.space.components() == 2 { 1 } else { 2 },
            axes: tangent_axes(model),
            clock: 1.0,
            rest_speed: model.contacts.rest_speed.unwrap_or_else(|| {
                let fall = mainspring_numerics::vec3::norm(model.gravity) * length;
                SLOWEST_REBOUND * if fall > 0.0 { fall.sqrt() } else { length }
            }),
            rest_by_load: model.contacts.rest_speed.is_none() && mainspring_numerics::vec3::norm(model.gravity) == 0.0,
            contacts: Vec::new(),
            rolling_resistances: Vec::new(),
            unit: Vec::new(),
            matrix: Vec::new(),
            lines: Vec::new(),
            free: Vec::new(),
            force: Vec::new(),
            fixed: None,
            modes: Vec::new(),
            jammed: None,
            drive_work: Vec::new(),
            ranges: None,
            struck: Vec::new(),
            beside_area_friction: any_lies(model),
            turn_rate: 0.0,
            paths: Paths::default(),
            state: TouchState {
                impulses: vec![0.0; model.contacts.pairs.len()],
                stepped: matches!(model.contacts.method, ContactMethod::Stepping(_)),
                ..TouchState::default()
            },
        };
        if matches!(model.contacts.method, ContactMethod::Penalty(_)) {
            return touch;
        }
        let mut of_body: Vec<Option<usize>> = vec![None; model.bodies.len()];
        let mut of_obstacle: Vec<Option<usize>> = vec![None; model.obstacles.len()];
        for pair in &model.contacts.pairs {
            let a = touch.party_of_body(model, pair.a, &mut of_body);
            let b = match pair.b {
                Touched::Body(b) => touch.party_of_body(model, b, &mut of_body),
                Touched::Obstacle(o) => {
                    let obstacle = &model.obstacles[o];
                    let known = of_obstacle[o]
                        .or_else(|| touch.add(surface(Some(&obstacle.shape), [0.0; 3]).ok()?, &obstacle.pose));
                    of_obstacle[o] = known;
                    known.map(|surface| Party { body: None, surface })
                }
            };
            // what has no surface has been refused before
            let (Some(a), Some(b)) = (a, b) else { continue };
            let size = touch.surfaces[a.surface].size().min(touch.surfaces[b.surface].size());
            touch.pairs.push(Pair { a, b, size });
        }
        touch.smallest = touch.pairs.iter().map(|p| p.size).fold(f64::INFINITY, f64::min);
        let parties = touch.pairs.iter().flat_map(|p| [&p.a, &p.b]);
        touch.moving = parties.filter_map(|p| Some((p.body?, p.surface))).collect();
        touch.moving.sort_unstable();
        touch.moving.dedup();
        touch
    }

    fn party_of_body(&mut self, model: &Model, body: BodyId, of_body: &mut [Option<usize>]) -> Option<Party> {
        let b = &model.bodies[body];
        let known = of_body[body].or_else(|| self.add(surface(b.shape.as_ref(), b.center).ok()?, &b.pose));
        of_body[body] = known;
        let moves = b.kind != BodyKind::Fixed;
        known.map(|surface| Party { body: moves.then_some(body), surface })
    }

    fn add(&mut self, surface: Surface, pose: &Pose) -> Option<usize> {
        self.surfaces.push(surface);
        self.places.push(standing(pose));
        Some(self.surfaces.len() - 1)
    }

    /// Whether anything in the model can touch.
    pub fn any(&self) -> bool {
        !self.pairs.is_empty() || !self.stops.is_empty() || !self.meshes.is_empty()
    }

    /// Rows a contact has: normal and tangents; those against turning come after all contacts.
    pub fn rows(&self) -> usize {
        1 + self.tangents
    }
}

impl Touch {
    /// How a party of a pair moves at the state of `kinematics`.
    pub fn party_motion(&self, bodies: &Multibody, party: &Party) -> Motion {
        party.body.map_or(self.places[party.surface], |b| bodies.frames.motion(b))
    }

    /// Whether both of a pair are there.
    pub fn both_there(&self, bodies: &Multibody, pair: &Pair) -> bool {
        [&pair.a, &pair.b].iter().all(|p| p.body.is_none_or(|b| bodies.present(b)))
    }

    /// Whether both of a pair are there and take part.
    pub fn both_present(&self, bodies: &Multibody, pair: &Pair) -> bool {
        [&pair.a, &pair.b].iter().all(|p| p.body.is_none_or(|b| bodies.present(b) && !bodies.aside.bodies[b]))
    }

    /// Features of a site between two parts.
    pub fn features(site: Site) -> Option<(usize, FeaturePair)> {
        match site {
            Site::Pair { pair, a, b } => Some((pair as usize, FeaturePair { a, b })),
            Site::Stop { .. } | Site::Tooth { .. } => None,
        }
    }

    /// The bodies that touch at a site, or that a stopped joint holds.
    pub fn site_bodies(&self, bodies: &Multibody, site: Site) -> impl Iterator<Item = BodyId> {
        let all = match site {
            Site::Pair { pair, .. } => {
                let pair = &bodies.model.contacts.pairs[pair as usize];
                let second = if let Touched::Body(b) = pair.b { Some(b) } else { None };
                [Some(pair.a), second, None, None]
            }
            Site::Stop { joint, .. } => {
                let joint = &bodies.model.joints[joint as usize];
                [joint.a.body, joint.b.body, None, None]
            }
            Site::Tooth { mesh, .. } => {
                let mesh = &self.meshes[mesh as usize];
                let [a, b] = [mesh.first, mesh.second].map(|c| &bodies.model.joints[c.joint]);
                [a.a.body, a.b.body, b.a.body, b.b.body]
            }
        };
        all.into_iter().flatten()
    }

    /// Names of what touches at a site.
    pub fn site_names(&self, bodies: &Multibody, site: Site) -> Vec<String> {
        match site {
            Site::Pair { pair, .. } => bodies.model.contact_names(pair as usize).map(str::to_owned).to_vec(),
            Site::Stop { joint, .. } => vec![bodies.model.joints[joint as usize].path.clone()],
            Site::Tooth { mesh, .. } => vec![bodies.model.joints[self.meshes[mesh as usize].joint].path.clone()],
        }
    }
}
