//! The part of a run between two moments.

use mainspring_record::Memory;

/// Frames and events from `from` to `to` (s), with what is attached as it was then; none when all of it is asked for.
pub fn part(run: &Memory, from: Option<f64>, to: Option<f64>) -> Option<Memory> {
    if from.is_none() && to.is_none() {
        return None;
    }
    let (from, to) = (from.unwrap_or(f64::NEG_INFINITY), to.unwrap_or(f64::INFINITY));
    let mut part = Memory { schema: run.schema.clone(), ending: run.ending.clone(), ..Memory::default() };
    for i in (0..run.times.len()).filter(|&i| (from..=to).contains(&run.times[i])) {
        let frame = run.frame_at(i);
        part.times.push(frame.time);
        part.values.extend_from_slice(frame.values);
        part.poses.extend_from_slice(frame.poses);
        part.arrows.extend_from_slice(frame.arrows);
        part.balance.push(frame.balance);
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
