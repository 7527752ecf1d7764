//! The order in which laws stand in a problem: by the names of what they act on, so that no answer depends on the order of
//! statements. Where rigid bodies leave a load open, what is chosen follows the order of rows.

use crate::laws::touch::mesh::Mesh;
use crate::laws::touch::state::Site;
use mainspring_model::{BodyId, Model, Touched};
use std::cmp::Ordering;

/// Places of bodies, obstacles and joints in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct NameOrder {
    bodies: Vec<u32>,
    joints: Vec<u32>,
    /// the two of each contact pair, as the model has them
    pairs: Vec<[u32; 2]>,
}

/// What sites are sorted by: their kind, the two things by name, and where on them.
pub type SiteKey = (u8, [u32; 2], [u32; 2]);

impl NameOrder {
    pub fn of(model: &Model) -> Self {
        let bodies = model.bodies.iter().map(|b| b.path.as_str());
        let names: Vec<&str> = bodies.chain(model.obstacles.iter().map(|o| o.path.as_str())).collect();
        let mut bodies = places(&names);
        let obstacles = bodies.split_off(model.bodies.len());
        let joints: Vec<&str> = model.joints.iter().map(|j| j.path.as_str()).collect();
        let of = |touched: Touched| match touched {
            Touched::Body(b) => bodies[b],
            Touched::Obstacle(o) => obstacles[o],
        };
        let pairs = model.contacts.pairs.iter().map(|p| [bodies[p.a], of(p.b)]).collect();
        Self { joints: places(&joints), pairs, bodies }
    }

    /// Place of a body among bodies and obstacles.
    pub fn body(&self, body: BodyId) -> u32 {
        self.bodies[body]
    }

    pub fn joint(&self, joint: usize) -> u32 {
        self.joints[joint]
    }

    pub fn site(&self, site: Site, meshes: &[Mesh]) -> SiteKey {
        match site {
            Site::Pair { pair, a, b } => {
                let [one, two] = self.pairs[pair as usize];
                if one <= two { (0, [one, two], [a, b]) } else { (0, [two, one], [b, a]) }
            }
            Site::Stop { joint, upper } => (1, [self.joint(joint as usize), 0], [u32::from(upper), 0]),
            Site::Tooth { mesh, upper } => (2, [self.joint(meshes[mesh as usize].joint), 0], [u32::from(upper), 0]),
        }
    }
}

/// Where each name stands when they are sorted.
fn places(names: &[&str]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&i, &j| compare(names[i], names[j]));
    let mut places = vec![0; names.len()];
    for (place, &i) in order.iter().enumerate() {
        places[i] = place as u32;
    }
    places
}

/// Names as people sort them: `p2` before `p10`.
fn compare(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let digits = |s: &str| s.bytes().take_while(u8::is_ascii_digit).count();
        let ((x, rest_a), (y, rest_b)) = (a.split_at(digits(a)), b.split_at(digits(b)));
        // without zeros in front, the longer number is the larger one
        let number = |s: &str| {
            let s = s.trim_start_matches('0');
            (s.len(), s.to_owned())
        };
        if !x.is_empty() && !y.is_empty() {
            let order = number(x).cmp(&number(y)).then(x.len().cmp(&y.len()));
            if order != Ordering::Equal {
                return order;
            }
            (a, b) = (rest_a, rest_b);
            continue;
        }
        match (a.chars().next(), b.chars().next()) {
            (Some(c), Some(d)) if c == d => (a, b) = (&a[c.len_utf8()..], &b[d.len_utf8()..]),
            (c, d) => return c.cmp(&d),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{compare, places};

    #[test]
    fn numbers_in_names_count() {
        let mut names = vec!["p10", "p2", "ball", "p2.a", "p02", "p", "ball[11]", "ball[3]", "ö", "p2"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["ball", "ball[3]", "ball[11]", "p", "p2", "p2", "p2.a", "p02", "p10", "ö"]);
        assert_eq!(places(&["c", "a", "b"]), [2, 0, 1]);
    }
}
