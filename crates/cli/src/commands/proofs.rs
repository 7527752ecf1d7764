//! What `mainspring assemble` says of what is proved: for ranges of dimensions, and for directions of approach.

use crate::lines::Lines;
use crate::numbers::{above, below, counted, length, number, short, whole};
use crate::terminal::{BAD, GOOD, styled};
use crate::tolerances::{MUCH_UNDECIDED, WIDE_BOUND};
use mainspring_workbench::{ApproachReport, RangeReport, WorstCaseReport, WorstWay};

/// ` mm`, `°`, or nothing for a plain number.
pub fn spaced(unit: &str) -> String {
    if unit.is_empty() || unit == "°" { unit.to_owned() } else { format!(" {unit}") }
}

/// The first of those that a box is joined with.
fn root(group: &mut [usize], mut k: usize) -> usize {
    while group[k] != k {
        group[k] = group[group[k]];
        k = group[k];
    }
    k
}

/// Boxes that adjoin or overlap as the one that holds them all, and how many each holds; in the order of their least values.
fn joined(open: &[Vec<[f64; 2]>]) -> Vec<(Vec<[f64; 2]>, usize)> {
    let mut boxes: Vec<&Vec<[f64; 2]>> = open.iter().collect();
    let first = |ranges: &[[f64; 2]]| ranges.first().map_or(0.0, |r| r[0]);
    boxes.sort_by(|a, b| first(a).total_cmp(&first(b)));
    let mut group: Vec<usize> = (0..boxes.len()).collect();
    let meet = |a: &[[f64; 2]], b: &[[f64; 2]]| a.iter().zip(b).all(|(a, b)| a[0] <= b[1] && b[0] <= a[1]);
    let mut near: Vec<usize> = Vec::new();
    for k in 0..boxes.len() {
        near.retain(|&i| boxes[i].first().is_none_or(|r| r[1] >= first(boxes[k])));
        for &i in near.iter().filter(|&&i| meet(boxes[i], boxes[k])) {
            let (a, b) = (root(&mut group, i), root(&mut group, k));
            group[a.max(b)] = a.min(b);
        }
        near.push(k);
    }
    let mut hulls: Vec<(Vec<[f64; 2]>, usize)> = boxes.iter().map(|ranges| ((*ranges).clone(), 0)).collect();
    for k in 0..boxes.len() {
        let to = root(&mut group, k);
        let (hull, count) = &mut hulls[to];
        *count += 1;
        for (whole, part) in hull.iter_mut().zip(boxes[k]) {
            *whole = [whole[0].min(part[0]), whole[1].max(part[1])];
        }
    }
    hulls.retain(|(_, count)| *count > 0);
    hulls
}

/// `assembles` as `assemble`.
fn bare(does: &str) -> String {
    match does.split_once(' ') {
        Some((verb, rest)) => format!("{} {rest}", verb.strip_suffix('s').unwrap_or(verb)),
        None => does.strip_suffix('s').unwrap_or(does).to_owned(),
    }
}

/// Undecided boxes, and ranges of directions, that are listed one by one.
const LISTED: usize = 6;

/// Everything about a box of dimensions; `boxes` is how many a proof was allowed.
pub fn worst(lines: &mut Lines, found: &WorstCaseReport, boxes: usize) {
    let range = |r: &RangeReport| {
        format!("{} from {} to {}{}", r.dimension, number(r.least), number(r.largest), spaced(&r.unit))
    };
    lines.add("worst", &format!("case of {}", found.ranges.iter().map(range).collect::<Vec<_>>().join(", ")));
    for way in &found.ways {
        let words = match way.way {
            "insertion" => ["insertion", "assembles", "does not assemble"],
            _ => ["removal", "comes out", "does not come out"],
        };
        proof(lines, way, words, &found.ranges, boxes);
    }
    if let Some(why) = &found.withdrawal_fault {
        lines.add("", &format!("removal   cannot be asked: {why}"));
    }
}

/// Verdict, force, failure and effort of one way; `words` are its name, and what it does or does not, `most` the boxes that
/// could be asked.
fn proof(lines: &mut Lines, way: &WorstWay, [name, does, does_not]: [&str; 3], ranges: &[RangeReport], most: usize) {
    let all = if ranges.len() == 1 { "range" } else { "box" };
    let share = |x: f64| short(100.0 * x);
    let (passes, fails, open) = (share(way.passes), share(way.fails), share(way.undecided));
    let verdict = if way.passes == 1.0 {
        styled(GOOD, &format!("{does} in every case"))
    } else if way.fails == 1.0 {
        styled(BAD, &format!("{does_not} in any case"))
    } else if way.undecided == 1.0 {
        "nothing is proved".to_owned()
    } else if way.fails == 0.0 && way.undecided <= 0.5 {
        format!("{does} in all of the {all} but {open} %, which is undecided")
    } else if way.passes == 0.0 && way.undecided <= 0.5 {
        format!("{does_not} in all of the {all} but {open} %, which is undecided")
    } else if way.fails == 0.0 {
        format!("proved to {} in {passes} % of the {all}; {open} % is undecided", bare(does))
    } else if way.passes == 0.0 {
        format!("proved not to {} in {fails} % of the {all}; {open} % is undecided", bare(does))
    } else {
        format!("{does} in {passes} % of the {all}, {does_not} in {fails} %, {open} % undecided")
    };
    lines.add("", &format!("{name:<9} {verdict}"));
    let case = |values: &[f64]| {
        let one = |(r, v): (&RangeReport, &f64)| format!("{} = {}{}", r.dimension, whole(*v), spaced(&r.unit));
        ranges.iter().zip(values).map(one).collect::<Vec<_>>().join(", ")
    };
    let found = way.found.as_ref().and_then(|c| Some((c.force?, c)));
    if let Some((force, found)) = found {
        let bound = match way.bound {
            Some(bound) if bound.is_finite() => {
                let part = if way.passes == 1.0 { "in every case" } else { "where it is proved to go through" };
                let beyond =
                    if force > bound { "; the one found is larger, and lies where nothing is proved" } else { "" };
                format!("at most {} N {part}{beyond}", above(bound))
            }
            _ => "no bound proved".to_owned(),
        };
        // rounded as samples are, which it is not below
        lines.add("", &format!("peak push {} N found, {bound}", number(force)));
        let place =
            found.peak.as_ref().map_or_else(String::new, |p| format!(", at {}: {}", length(p.travel), p.contact));
        lines.add("", &format!("found for {}{place}", case(&found.values)));
    }
    if let Some(failing) = &way.failing {
        lines.add("", &format!("fails for {}: {}", case(&failing.values), failing.cause));
    }
    let boxes = |n: usize| counted(n, "box", "boxes");
    lines.add("", &format!("proof     {} asked, {} kept, {} undecided", boxes(way.asked), way.boxes, way.open.len()));
    // boxes are halved, so that the last one may be left
    let used_up = way.asked + 2 > most;
    let wide = found.zip(way.bound).is_some_and(|((force, _), bound)| bound > force * (1.0 + WIDE_BOUND));
    if way.undecided > MUCH_UNDECIDED {
        lines.add("", "          more `--boxes` or a narrower range may settle more");
    } else if used_up && wide {
        lines.add("", "          more `--boxes` or a narrower range may bring the bound nearer to the force found");
    }
    if way.passes + way.fails == 0.0 {
        return;
    }
    let hulls = joined(&way.open);
    for (hull, count) in hulls.iter().take(LISTED) {
        let one = |(r, [lo, hi]): (&RangeReport, &[f64; 2])| {
            format!("{} from {} to {}{}", r.dimension, below(*lo), above(*hi), spaced(&r.unit))
        };
        let text = ranges.iter().zip(hull).map(one).collect::<Vec<_>>().join(", ");
        // of one dimension boxes that adjoin fill their range, of several they do not
        let inside = if *count > 1 && ranges.len() > 1 { format!(", in it {count} boxes") } else { String::new() };
        lines.add("", &format!("undecided {text}{inside}"));
    }
    if hulls.len() > LISTED {
        lines.add(
            "",
            &format!(
                "undecided {} more such {}",
                hulls.len() - LISTED,
                if ranges.len() == 1 { "ranges" } else { "boxes" }
            ),
        );
    }
}

/// Everything about directions of approach.
pub fn approach(lines: &mut Lines, found: &ApproachReport, drawn: bool, boxes: usize) {
    let within = number(found.within.to_degrees());
    lines.add("approach", &format!("up to {within}° to both sides of the direction drawn"));
    let degrees = |range: &[f64; 2]| range.map(f64::to_degrees);
    let angle = RangeReport {
        dimension: "angle".to_owned(),
        unit: "°".to_owned(),
        least: -found.within,
        largest: found.within,
    };
    let mut way = found.way.clone();
    for value in way.found.iter_mut().chain(&mut way.failing).flat_map(|c| &mut c.values) {
        *value = value.to_degrees();
    }
    for open in way.open.iter_mut().flatten() {
        *open = degrees(open);
    }
    proof(lines, &way, ["insertion", "assembles", "does not assemble"], &[angle], boxes);
    let proved = found.proved.iter().take(LISTED).map(degrees);
    let ranges: Vec<String> = proved.map(|[lo, hi]| format!("{}° to {}°", above(lo), below(hi))).collect();
    let rest = match found.proved.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {} (all with `--json`)", counted(more, "more range", "more ranges")),
    };
    let ranges = if ranges.is_empty() { "no direction".to_owned() } else { ranges.join(", ") };
    lines.add("", &format!("assembles for {ranges}{rest}{}", if drawn { ", and as drawn" } else { "" }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use mainspring_workbench::CaseReport;

    #[test]
    fn a_force_beyond_what_is_proved_says_so() {
        let case = CaseReport { values: vec![10.0], cause: "end", force: Some(3.0), peak: None };
        let way = |bound| WorstWay {
            way: "insertion",
            passes: 0.5,
            fails: 0.0,
            undecided: 0.5,
            found: Some(case.clone()),
            bound: Some(bound),
            failing: None,
            asked: 3,
            boxes: 2,
            open: vec![vec![[10.0, 11.0]]],
        };
        let range = RangeReport { dimension: "a".to_owned(), unit: "mm".to_owned(), least: 9.0, largest: 11.0 };
        let said = |bound| {
            let mut lines = Lines::default();
            proof(
                &mut lines,
                &way(bound),
                ["insertion", "assembles", "does not assemble"],
                std::slice::from_ref(&range),
                1000,
            );
            lines.text
        };
        let more = "; the one found is larger, and lies where nothing is proved";
        let (below, above) = (said(2.0), said(4.0));
        assert!(below.contains(&format!("3 N found, at most 2 N where it is proved to go through{more}")), "{below}");
        assert!(above.contains("3 N found, at most 4 N where it is proved") && !above.contains(more), "{above}");
    }
    #[test]
    fn boxes_that_adjoin_are_told_as_one() {
        let square = |x: f64, y: f64| vec![[x, x + 1.0], [y, y + 1.0]];
        let open = [square(0.0, 0.0), square(4.0, 0.0), square(1.0, 1.0), square(4.0, 2.5), square(5.0, 0.5)];
        let wanted =
            [(vec![[0.0, 2.0], [0.0, 2.0]], 2), (vec![[4.0, 6.0], [0.0, 1.5]], 2), (vec![[4.0, 5.0], [2.5, 3.5]], 1)];
        assert_eq!(joined(&open), wanted);
        assert_eq!(joined(&[vec![[0.0, 1.0]], vec![[1.0, 2.0]], vec![[3.0, 4.0]]]).len(), 2);
        assert!(joined(&[]).is_empty());
    }
    /// A way that was settled but for its force, and what is said of it with so many boxes.
    fn settled(most: usize, bound: f64) -> String {
        let case = CaseReport { values: vec![1.0, 2.0], cause: "end", force: Some(10.0), peak: None };
        let way = WorstWay {
            way: "insertion",
            passes: 0.99,
            fails: 0.0,
            undecided: 0.01,
            found: Some(case),
            bound: Some(bound),
            failing: None,
            asked: 999,
            boxes: 500,
            open: vec![vec![[6.25, 6.5], [1.5, 2.0]], vec![[6.5, 6.75], [2.0, 2.25]]],
        };
        let range =
            |name: &str| RangeReport { dimension: name.to_owned(), unit: "mm".to_owned(), least: 1.0, largest: 9.0 };
        let mut lines = Lines::default();
        proof(&mut lines, &way, ["insertion", "assembles", "does not assemble"], &[range("lead"), range("hook")], most);
        lines.text
    }

    #[test]
    fn boxes_used_up_for_a_force_are_told() {
        let hint = "more `--boxes` or a narrower range may bring the bound nearer to the force found";
        assert!(settled(1000, 13.0).contains(hint), "{}", settled(1000, 13.0));
        assert!(!settled(2000, 13.0).contains("--boxes") && !settled(1000, 10.1).contains("--boxes"));
    }

    #[test]
    fn an_undecided_box_is_one_line() {
        let said = settled(1000, 10.0);
        let line = "undecided lead from 6.25 to 6.75 mm, hook from 1.5 to 2.25 mm, in it 2 boxes\n";
        assert!(said.contains(line) && said.matches("undecided lead").count() == 1, "{said}");
    }

    #[test]
    fn of_many_ranges_of_directions_the_first_are_told() {
        let way = WorstWay {
            way: "insertion",
            passes: 0.5,
            fails: 0.0,
            undecided: 0.5,
            found: None,
            bound: None,
            failing: None,
            asked: 40,
            boxes: 20,
            open: Vec::new(),
        };
        let said = |count: u32| {
            let proved = (0..count).map(|k| [f64::from(k), f64::from(k) + 0.5]).collect();
            let mut lines = Lines::default();
            approach(&mut lines, &ApproachReport { within: 0.1, proved, way: way.clone() }, true, 1000);
            lines.text
        };
        assert!(said(3).contains(" to 143.239°, and as drawn\n"), "{}", said(3));
        assert!(said(30).contains("° and 24 more ranges (all with `--json`), and as drawn\n"), "{}", said(30));
        assert_eq!(said(30).lines().last().unwrap_or_default().matches("° to ").count(), LISTED);
    }
}
