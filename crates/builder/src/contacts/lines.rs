//! What may touch what: `contacts all`, `contacts a, b, c`, `contact a, b { … }`, `materials a, b { … }`.

use crate::contacts::phase::{ContactPhase, Wanted};
use crate::contacts::resolve::material_key;
use crate::context::members::order;
use crate::context::names::{Binding, Room};
use crate::context::value::{Entity, Material, ScopeId, Value};
use crate::elaborate::elaboration::Deferred;
use crate::limits;
use crate::options::Domain;
use crate::results::pairs::Key;
use mainspring_definition::{Contacts as Said, Diagnostic, Field, Path, Span, StatementKind};
use mainspring_model::{BodyId, Gear};
use mainspring_model::{ContactPair, Touched};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a path in a contact line stands for.
struct Party {
    members: Vec<Touched>,
    /// a part or obstacle itself, not a composite or family
    alone: bool,
}

impl<'a> ContactPhase<'_, 'a> {
    /// Every line about contact, brought together into pairs.
    pub fn collect_contacts(&mut self, deferred: &[Deferred<'a>]) {
        self.find_neighbours();
        let (mut none, mut some) = (None, None);
        for &(scope, statement) in deferred {
            let span = statement.span;
            match &statement.kind {
                StatementKind::Materials { names, fields } => self.materials(names, fields, scope, span),
                StatementKind::Contact { parts, options } => self.contact_line(parts, options, scope, span),
                StatementKind::Contacts(said) => {
                    match said {
                        Said::None => none = none.or(Some(span)),
                        Said::All | Said::Among(_) => some = some.or(Some(span)),
                    }
                    self.contacts_line(said, scope, span);
                }
                _ => {}
            }
        }
        if let (Some(none), Some(some)) = (none, some) {
            self.ev.cx.findings.report(
                Diagnostic::error("E0216", none, "`contacts none` and other `contacts` exclude each other")
                    .also(some, "said here")
                    .help("leave one of them out; `contacts none` is the same as saying nothing"),
            );
        }
        self.settle_pairs();
        self.pairs.known = true;
        if none.is_none() {
            self.note_untouchable();
            self.limit_edges();
        }
    }

    /// Parts joined by a joint, or through gears by two.
    fn find_neighbours(&mut self) {
        let mut found = BTreeSet::new();
        let mut add = |a: Option<BodyId>, b: Option<BodyId>| {
            if let (Some(a), Some(b)) = (a, b) {
                found.insert((a.min(b), a.max(b)));
            }
        };
        for joint in &self.ev.known.joints.list {
            add(joint.a.body, joint.b.body);
            if let Some(&Gear { first, second, .. }) = joint.kind.coupling() {
                let (j, k) = (&self.ev.known.joints.list[first.joint], &self.ev.known.joints.list[second.joint]);
                for a in [j.a.body, j.b.body] {
                    for b in [k.a.body, k.b.body] {
                        add(a, b);
                    }
                }
            }
        }
        self.neighbours = found;
    }

    pub fn materials(&mut self, names: &'a [Path], fields: &'a [Field], scope: ScopeId, span: Span) {
        let mut found: Vec<Rc<Material>> = Vec::new();
        for path in names {
            let value = self.ev.eval_path(path, scope);
            found.extend(self.ev.cx.named_material(&value, path.span));
        }
        let keys = self.pair_keys("materials", names, &[], scope);
        let said = self.ev.pair_said(&keys, "materials", fields, scope);
        if names.len() != 2 {
            self.ev.cx.findings.report(
                Diagnostic::error("E0518", span, format!("`materials` is about two, found {}", names.len()))
                    .help("write `materials steel, rubber { friction = 0.8 }`; the two may be the same"),
            );
            return;
        }
        let ([a, b], Some(said)) = (found.as_slice(), said) else { return };
        let key = material_key(a, b);
        match self.materials.get(&key).copied() {
            Some((before, first)) if before != said => self.said_differently(span, first, "these two materials"),
            _ => {
                self.materials.insert(key, (said, span));
            }
        }
    }

    fn said_differently(&mut self, span: Span, first: Span, what: &str) {
        self.ev.cx.findings.report(
            Diagnostic::error("E0216", span, format!("another line says otherwise of {what}"))
                .also(first, "first said here")
                .help("say everything in one line"),
        );
    }

    /// `contact a, b { … }`.
    fn contact_line(&mut self, paths: &'a [Path], options: &'a [Field], scope: ScopeId, span: Span) {
        let parties: Vec<Option<Party>> = paths.iter().map(|p| self.party(p, scope)).collect();
        let keys = self.pair_keys("contact", paths, &parties, scope);
        let said = self.ev.pair_said(&keys, "contact", options, scope);
        let [first, second] = parties.as_slice() else {
            self.ev.cx.findings.report(
                Diagnostic::error("E0518", span, format!("a contact is between two, found {}", paths.len()))
                    .help("write `contact a, b`; `contacts a, b, c` is for every pair among them"),
            );
            return;
        };
        let (Some(first), Some(second), Some(said)) = (first, second, said) else { return };
        let alone = first.alone && second.alone;
        for key in self.across(first, second, span) {
            let own = Some((said, alone, span));
            let Some(wanted) = self.wanted.get_mut(&key) else {
                self.wanted.insert(key, Wanted { span, own });
                continue;
            };
            match wanted.own {
                Some((before, exact, at)) if exact == alone && before != said => {
                    let what = format!(
                        "`{}` and `{}`",
                        self.ev.known.parts.touched_path(Touched::Body(key.0)),
                        self.key_path(key)
                    );
                    self.said_differently(span, at, &what);
                    return;
                }
                // the line that names the two parts themselves is the closer one
                Some((_, true, _)) => {}
                _ => *wanted = Wanted { span, own },
            }
        }
    }

    /// `contacts …`.
    fn contacts_line(&mut self, said: &'a Said, scope: ScopeId, span: Span) {
        let keys = match said {
            Said::None => return,
            Said::All => {
                let members = self.ev.cx.names.scopes[scope].members;
                let mut all: Vec<Touched> = match self.ev.cx.names.scopes[members].room {
                    Room::Composite => {
                        self.ev.cx.names.bodies_of(Entity::Group(members)).into_iter().map(Touched::Body).collect()
                    }
                    _ => (0..self.ev.known.parts.bodies.len()).map(Touched::Body).collect(),
                };
                all.extend((0..self.ev.known.parts.obstacles.len()).map(Touched::Obstacle));
                self.among(&all, span)
            }
            Said::Among(paths) => {
                let parties: Vec<Option<Party>> = paths.iter().map(|p| self.party(p, scope)).collect();
                let whole = parties.len();
                let parties: Vec<Party> = parties.into_iter().flatten().collect();
                if parties.len() < whole {
                    return;
                }
                match parties.as_slice() {
                    [one] if one.alone => {
                        self.ev.cx.findings.report(
                            Diagnostic::error("E0518", span, "one part alone touches nothing")
                                .help("name what it may touch too: `contacts a, b`, or write `contacts all`"),
                        );
                        return;
                    }
                    [first, second] => self.across(first, second, span),
                    several => {
                        let mut all: Vec<Touched> = several.iter().flat_map(|p| p.members.iter().copied()).collect();
                        all.sort_unstable_by_key(|t| order(*t));
                        all.dedup();
                        self.among(&all, span)
                    }
                }
            }
        };
        for key in keys {
            self.wanted.entry(key).or_insert(Wanted { span, own: None });
        }
    }

    /// The parts and obstacles a path stands for; None after a report.
    fn party(&mut self, path: &'a Path, scope: ScopeId) -> Option<Party> {
        let (last, front) = path.segments.split_last()?;
        // a family without an index: all its members
        let family = if last.index.is_some() {
            None
        } else if front.is_empty() {
            self.ev.cx.names.lookup(scope, &last.name.text)
        } else {
            match self.ev.eval_segments(front, scope) {
                Value::Entity(e) => self
                    .ev
                    .scope_of(e)
                    .and_then(|s| self.ev.cx.names.scopes[s].names.get(last.name.text.as_str()).map(|b| b.0.clone())),
                Value::Poison => return None,
                _ => None,
            }
        };
        if let Some(Binding::Family(f)) = family {
            let values: Vec<Value> = self.ev.cx.names.families[f].values().cloned().collect();
            let members: Vec<Touched> = values.iter().flat_map(|v| self.ev.cx.names.touched_in(v)).collect();
            return self.shaped(members, false, path.span);
        }
        let entity = self.ev.entity(path, scope, "a part or obstacle")?;
        match entity {
            Entity::Body(b) => self.shaped(vec![Touched::Body(b)], true, path.span),
            Entity::Obstacle(o) => self.shaped(vec![Touched::Obstacle(o)], true, path.span),
            Entity::Group(_) => {
                let members = self.ev.cx.names.touched_in(&Value::Entity(entity));
                self.shaped(members, false, path.span)
            }
            other => {
                self.ev.cx.wrong_thing(other.word(), "a part or obstacle", path.span);
                None
            }
        }
    }

    /// Those with a shape; naming one without is an error.
    fn shaped(&mut self, members: Vec<Touched>, alone: bool, span: Span) -> Option<Party> {
        if members.iter().any(|t| matches!(t, Touched::Body(b) if self.ev.known.parts.part_coefficients[*b].broken)) {
            return None;
        }
        let members: Vec<Touched> = members.into_iter().filter(|t| self.ev.known.parts.has_shape(*t)).collect();
        if members.is_empty() {
            let message = if alone {
                "this part has no shape, so it cannot touch anything"
            } else {
                "nothing in this has a shape, so it cannot touch anything"
            };
            self.ev.cx.findings.report(
                Diagnostic::error("E0518", span, message).help("give the primitive a shape: `shape = disc(1 cm)`"),
            );
            return None;
        }
        Some(Party { members, alone })
    }

    /// Pairs of one of each; joined neighbours only where both are named themselves.
    fn across(&mut self, first: &Party, second: &Party, span: Span) -> Vec<Key> {
        let named = first.alone && second.alone;
        let mut keys = Vec::new();
        for &x in &first.members {
            for &y in &second.members {
                if !self.look(span) {
                    return keys;
                }
                match self.ev.known.parts.key(x, y) {
                    Some(key) if named || !self.are_neighbours(x, y) => keys.push(key),
                    None if named => {
                        let (message, help) = if x == y {
                            ("a part does not touch itself", "name two different parts")
                        } else if self.ev.known.parts.are_points(x, y) {
                            (
                                "two points have no size, so they never touch",
                                "give one of them a radius: `mass a = 1 kg at (0, 0) { radius = 1 cm }`",
                            )
                        } else {
                            ("neither of the two can move, so their contact says nothing", "leave this line out")
                        };
                        self.ev.cx.findings.report(Diagnostic::error("E0518", span, message).help(help));
                    }
                    _ => {}
                }
            }
        }
        keys
    }

    /// All pairs among some but joined neighbours.
    pub fn among(&mut self, all: &[Touched], span: Span) -> Vec<Key> {
        let all: Vec<Touched> = all.iter().copied().filter(|t| self.ev.known.parts.has_shape(*t)).collect();
        let mut keys = Vec::new();
        for (i, &x) in all.iter().enumerate() {
            for &y in &all[i + 1..] {
                if matches!((x, y), (Touched::Obstacle(_), Touched::Obstacle(_))) {
                    break;
                }
                if !self.look(span) {
                    return keys;
                }
                if let Some(key) = self.ev.known.parts.key(x, y)
                    && !self.are_neighbours(x, y)
                {
                    keys.push(key);
                }
            }
        }
        keys
    }

    /// Counts a pair that is looked at; false once there are too many.
    fn look(&mut self, span: Span) -> bool {
        self.looked_at += 1;
        if self.looked_at > limits::PAIRS {
            self.ev.cx.findings.report_limit(span, &format!("more than {} pairs that may touch", limits::PAIRS));
        }
        !self.ev.cx.findings.stopped
    }

    fn are_neighbours(&self, x: Touched, y: Touched) -> bool {
        match (x, y) {
            (Touched::Body(a), Touched::Body(b)) => self.neighbours.contains(&(a.min(b), a.max(b))),
            _ => false,
        }
    }

    /// The pairs as the model has them.
    fn settle_pairs(&mut self) {
        let wanted = std::mem::take(&mut self.wanted);
        let mut pairs: Vec<ContactPair> = Vec::with_capacity(wanted.len());
        let mut unsaid: Option<(usize, usize)> = None;
        let left_out = self.ev.cx.leaves_out(Domain::Contacts);
        for (key, wanted) in wanted {
            let line = wanted.own.map(|o| o.0).unwrap_or_default();
            let (pair, said) = self.resolved(key.0, second(key), line, wanted.span);
            if left_out {
                continue;
            }
            if !said {
                let (first, count) = unsaid.unwrap_or((pairs.len(), 0));
                unsaid = Some((first, count + 1));
            }
            self.pairs.touched.insert(key.0);
            if !key.1 {
                self.pairs.touched.insert(key.2);
            }
            self.pairs.index.insert(key, pairs.len());
            pairs.push(pair);
        }
        if let Some((first, count)) = unsaid {
            let pair = pairs[first];
            let names = format!(
                "`{}` and `{}`",
                self.ev.known.parts.touched_path(Touched::Body(pair.a)),
                self.ev.known.parts.touched_path(pair.b)
            );
            let more = match count {
                1 => String::new(),
                2 => " (and one more pair)".to_owned(),
                n => format!(" (and {} more pairs)", n - 1),
            };
            let message =
                format!("nothing says how {names}{more} rub or bounce: friction 0 and restitution 0 are taken");
            self.ev.cx.findings.report(
                Diagnostic::note("N0611", pair.span, message)
                    .help("give the parts `friction` and `restitution`, or write `contact a, b { friction = 0.3 }`"),
            );
        }
        self.pairs.list = pairs;
    }

    /// `contact(a, b)` in both orders, under which what a line says of two is over-ridden: by the names as they are
    /// written, from the scene down, and with the number of a member.
    fn pair_keys(&self, word: &str, paths: &[Path], parties: &[Option<Party>], scope: ScopeId) -> Vec<String> {
        let names = |i: usize| {
            let written = paths[i].segments.iter().map(|s| s.name.text.as_str()).collect::<Vec<_>>().join(".");
            let mut names = vec![format!("{}{written}", self.ev.cx.names.scopes[scope].prefix), written];
            if let Some(Some(Party { members, alone: true })) = parties.get(i) {
                names.extend(members.first().map(|t| self.ev.known.parts.touched_path(*t).to_owned()));
            }
            names.sort_unstable();
            names.dedup();
            names
        };
        if paths.len() != 2 {
            return Vec::new();
        }
        let (first, second) = (names(0), names(1));
        let both = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
        both.flat_map(|(a, b)| [format!("{word}({a}, {b})"), format!("{word}({b}, {a})")]).collect()
    }

    fn key_path(&self, key: Key) -> &str {
        self.ev.known.parts.touched_path(second(key))
    }
}

fn second(key: Key) -> Touched {
    if key.1 { Touched::Obstacle(key.2) } else { Touched::Body(key.2) }
}
