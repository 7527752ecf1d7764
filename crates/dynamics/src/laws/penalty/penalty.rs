//! The pairs that may touch, made ready for the penalty method.

use crate::laws::penalty::law;
use crate::laws::penalty::near_list::NearList;
use crate::laws::penalty::overlap::Overlap;
use crate::laws::penalty::pair_masses::pair_masses;
use crate::laws::penalty::point::{Point, Spot};
use crate::multibody::surfaces::{standing, surface};
use mainspring_definition::SpaceKind;
use mainspring_geometry::touch::{FeaturePair, Motion, Surface, finest};
use mainspring_model::{BodyId, BodyKind, ContactMethod, Model, Penalty as Settings, Touched};

/// The pairs that may touch, made ready for the penalty method; empty under the event method.
#[derive(Debug, Default)]
pub struct Penalty {
    pub method: Option<Settings>,
    /// shapes are solids, see `features`; else they are planar, see `places`
    pub in_space: bool,
    /// remembered between steps: in space features that overlap, in the plane how places that press were met; sorted
    pub squeezed: Vec<Overlap>,
    /// effective mass of each pair, kg; [pairs]
    pub masses: Vec<f64>,
    /// bodies that can move; [pairs]
    pub bodies: Vec<[Option<BodyId>; 2]>,
    /// x of the pair's restitution, see `law`; [pairs]
    pub damping_number: Vec<f64>,
    /// of the smaller part, m; [pairs]
    pub radius: Vec<f64>,
    /// all contacts at the state last evaluated
    pub points: Vec<Point>,
    /// pairs in the plane that may press
    pub near: NearList,
    /// room for them
    pub spots: Vec<Spot>,
    /// in the plane: has pressed at a state looked at since the last accepted one; [pairs]
    pub pressed: Vec<bool>,
    /// least size of what the other could pass unseen, m; [pairs]
    pub fine: Vec<f64>,
    /// largest extent of the smaller part, m; [pairs]
    pub size: Vec<f64>,
    /// first and second; [pairs]
    pub surfaces: Vec<[Surface; 2]>,
    /// where a second part that never moves is; [pairs]
    pub still: Vec<Option<Motion>>,
    /// in space: feature pairs that stood apart within reach when last settled
    pub armed: Vec<Armed>,
    /// in space: distance when last settled, m; [pairs]
    pub apart: Vec<f64>,
    pub found: Vec<FeaturePair>,
    /// energy that springs have by overlaps taken up since the last step, J
    pub given: f64,
}

/// Features in space that may close.
#[derive(Clone, Copy, Debug)]
pub struct Armed {
    /// index into the pairs that may touch
    pub pair: usize,
    pub features: FeaturePair,
    /// depth from which they have closed, m: twice what they overlapped by when last settled, rounding at least
    pub from: f64,
}

impl Penalty {
    /// Nothing under the event method.
    pub fn of(model: &Model) -> Self {
        let ContactMethod::Penalty(method) = model.contacts.method else { return Self::default() };
        let in_space = model.space == SpaceKind::Spatial;
        let mut out = Self { method: Some(method), masses: pair_masses(model), in_space, ..Self::default() };
        for pair in &model.contacts.pairs {
            let moves = |b: BodyId| Some(b).filter(|&b| model.bodies[b].kind != BodyKind::Fixed);
            let of_body = |b: BodyId| surface(model.bodies[b].shape.as_ref(), model.bodies[b].center).ok();
            let (second, other, still) = match pair.b {
                Touched::Body(b) => (of_body(b), moves(b), moves(b).is_none().then(|| standing(&model.bodies[b].pose))),
                Touched::Obstacle(o) => {
                    let obstacle = &model.obstacles[o];
                    (surface(Some(&obstacle.shape), [0.0; 3]).ok(), None, Some(standing(&obstacle.pose)))
                }
            };
            // those without have been refused
            let (Some(first), Some(second)) = (of_body(pair.a), second) else { return Self::default() };
            let surfaces = [first, second];
            out.fine.push(finest(&surfaces[0], &surfaces[1]));
            out.size.push(surfaces[0].size().min(surfaces[1].size()));
            out.radius.push(surfaces[0].radius().min(surfaces[1].radius()));
            out.bodies.push([moves(pair.a), other]);
            out.damping_number.push(law::damping_number(pair.restitution));
            out.still.push(still);
            out.surfaces.push(surfaces);
            out.apart.push(0.0);
            out.pressed.push(false);
        }
        out
    }

    pub fn surfaces_of(&self, pair: usize) -> [&Surface; 2] {
        [&self.surfaces[pair][0], &self.surfaces[pair][1]]
    }

    /// Slip at which friction is fully developed, m/s.
    pub fn developed(&self) -> f64 {
        self.method.map_or(1.0, |p| p.slip_speed)
    }
}
