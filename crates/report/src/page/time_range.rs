//! The part of a run between two moments.

use mainspring_record::Memory;

/// Frames and events from `from` to `to` (s), with what is attached as it was then; none when all of it is requested.
pub fn part(run: &Memory, from: Option<f64>, to: Option<f64>) -> Option<Memory> {
    if from.is_none() && to.is_none() {
        return None;
    }
    let (from, to) = (from.unwrap_or(f64::NEG_INFINITY), to.unwrap_or(f64::INFINITY));
    let mut part = Memory { schema: run.schema.clone(), ending: run.ending.clone(), ..Memory::default() };
    part.gaps.clone_from(&run.gaps);
    // times are in order, so the part is one stretch
    let first = run.times.partition_point(|t| *t < from);
    let last = run.times.partition_point(|t| *t <= to).max(first);
    let rows = |all: &[f64], width: usize| {
        let end = (last * width).min(all.len());
        all[(first * width).min(end)..end].to_vec()
    };
    let drawing = &run.schema.drawing;
    part.times = rows(&run.times, 1);
    part.values = rows(&run.values, run.schema.columns.len());
    part.poses = rows(&run.poses, drawing.poses() * run.schema.pose_len());
    part.arrows = rows(&run.arrows, drawing.arrows.len() * run.schema.arrow_len());
    let words = run.schema.stepped_len();
    part.stepped = run.stepped.iter().take(last * words).skip(first * words).copied().collect();
    part.balance = run.balance.iter().take(last).skip(first).copied().collect();
    for frame in first..last {
        part.contacts.extend_from_slice(run.contacts_at(frame));
        part.contact_ends.push(part.contacts.len());
    }
    part.events = run.events.iter().filter(|e| (from..=to).contains(&e.time)).cloned().collect();
    for event in run.events.iter().filter(|e| e.time < from) {
        let attached = match event.kind.as_str() {
            "attach" => true,
            "release" => false,
            _ => continue,
        };
        let drawing = &mut part.schema.drawing;
        let joints = drawing.joints.iter_mut().map(|j| (&j.path, &mut j.attached));
        let springs = drawing.springs.iter_mut().map(|s| (&s.path, &mut s.attached));
        joints.chain(springs).filter(|(path, _)| event.who.contains(path)).for_each(|(_, is)| *is = attached);
    }
    Some(part)
}
