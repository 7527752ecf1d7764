//! A hull that grows by one point after the other, and its face nearest to the origin.

use super::triangle::normal;
use crate::tolerances::TORN;
use mainspring_numerics::vec3::{Vec3, cross, dot, norm, sub, unit};

/// A convex hull as triangles, counter-clockwise seen from outside.
pub(crate) struct GrowingHull {
    places: Vec<Vec3>,
    faces: Vec<Face>,
    rounding: f64,
    /// edges of faces that a new point hides
    border: Vec<[usize; 2]>,
}

struct Face {
    corners: [usize; 3],
    normal: Vec3,
    /// of its plane along the normal; infinite for a face without area
    level: f64,
}

impl GrowingHull {
    /// Of places; none where all of them are in one plane.
    pub fn new(places: &[Vec3], rounding: f64) -> Option<Self> {
        let first = *places.first()?;
        let furthest = |measure: &dyn Fn(Vec3) -> f64| {
            let mut best = (rounding, None);
            for (i, place) in places.iter().enumerate() {
                let far = measure(*place);
                if far > best.0 {
                    best = (far, Some(i));
                }
            }
            best.1
        };
        let b = furthest(&|p| norm(sub(p, first)))?;
        let along = unit(sub(places[b], first))?;
        let c = furthest(&|p| norm(cross(along, sub(p, first))))?;
        let across = unit(cross(along, sub(places[c], first)))?;
        let d = furthest(&|p| dot(across, sub(p, first)).abs())?;
        let start = if dot(across, sub(places[d], first)) < 0.0 { [0, b, c, d] } else { [0, c, b, d] };
        let mut hull = Self {
            places: start.iter().map(|i| places[*i]).collect(),
            faces: Vec::new(),
            rounding,
            border: Vec::new(),
        };
        for corners in [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] {
            let face = hull.face(corners);
            hull.faces.push(face);
        }
        for (i, place) in places.iter().enumerate() {
            if !start.contains(&i) {
                hull.add(*place);
            }
        }
        Some(hull)
    }

    /// Whether rounding has torn it: a closed one has two faces a corner.
    pub fn torn(&self) -> bool {
        self.faces.len() > TORN * self.places.len()
    }

    pub fn corners(&self) -> usize {
        self.places.len()
    }

    fn face(&self, corners: [usize; 3]) -> Face {
        let [a, b, c] = corners.map(|i| self.places[i]);
        match normal([a, b, c]) {
            Some(normal) => {
                let level = dot(normal, a).max(dot(normal, b)).max(dot(normal, c));
                Face { corners, normal, level }
            }
            None => Face { corners, normal: [0.0; 3], level: f64::INFINITY },
        }
    }

    /// The face whose plane is least far out from the origin: its number, normal and level.
    pub fn nearest_face(&self) -> Option<(usize, Vec3, f64)> {
        let mut best: Option<usize> = None;
        for (i, face) in self.faces.iter().enumerate() {
            if best.is_none_or(|b| face.level < self.faces[b].level) {
                best = Some(i);
            }
        }
        let i = best?;
        let face = &self.faces[i];
        face.level.is_finite().then_some((i, face.normal, face.level))
    }

    /// Takes a face to be as far out as is known from elsewhere.
    pub fn settle(&mut self, face: usize, level: f64) {
        self.faces[face].level = level;
    }

    /// Adds a point; whether it was outside.
    pub fn add(&mut self, place: Vec3) -> bool {
        self.border.clear();
        let new = self.places.len();
        let sees = |f: &Face| dot(f.normal, place) - f.level > self.rounding;
        if self.places.contains(&place) || !self.faces.iter().any(sees) {
            return false;
        }
        let rounding = self.rounding;
        let border = &mut self.border;
        self.faces.retain(|f| {
            let hidden = dot(f.normal, place) - f.level > rounding;
            if hidden {
                let [a, b, c] = f.corners;
                for edge in [[a, b], [b, c], [c, a]] {
                    // an edge between two hidden faces is inside
                    match border.iter().position(|e| *e == [edge[1], edge[0]]) {
                        Some(twin) => {
                            border.remove(twin);
                        }
                        None => border.push(edge),
                    }
                }
            }
            !hidden
        });
        self.places.push(place);
        for k in 0..self.border.len() {
            let [a, b] = self.border[k];
            let face = self.face([a, b, new]);
            self.faces.push(face);
        }
        true
    }
}
