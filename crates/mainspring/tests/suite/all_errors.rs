//! One run lists every mistake of a scene, of the text and of what it means, and no consequences.

use mainspring::prelude::*;

#[test]
fn mistakes_of_text_and_meaning_come_together() {
    let scene = "space planar
gravity (0, -9.81) m/s
primitive bar(l: length) { shape = rect(l, 1 cm); area_density = 1 kg/m^2; point a = (-l/2, 0); point b = (l/2, 0) }
part crank = bar(10 s)
part rod = bra(30 cm)
jont o = revolute(ground (0, 0), crank.a)
joint p = revolute(crank.c, rod.a)
drive o sped = 2 rad/s
part wheel := bar(5 cm)
joint w = revolute(ground (0, 0), wheel.a)
let z = 1 m + 2 s
spring s = linear(crank.b, ground (0, 20 cm)) { stifness = 400 N/m }
run 10 s
";
    let Err(Failure::Scene(wrong)) = simulate(scene, &Settings::default()) else { panic!("must be refused") };
    let mut lines: Vec<usize> = wrong
        .findings
        .iter()
        .filter(|d| d.is_error())
        .map(|d| scene[..d.span().start as usize].matches('\n').count() + 1)
        .collect();
    let order = lines.clone();
    lines.sort_unstable();
    assert_eq!(order, lines, "in the order of the text");
    lines.dedup();
    // every broken line once, and nothing about `wheel` or `o`, which broken lines would have declared
    assert_eq!(lines, [2, 4, 5, 6, 7, 8, 9, 11, 12], "{:#?}", wrong.findings);
}

#[test]
fn names_of_a_file_that_cannot_be_imported_are_not_missed() {
    let scene = "use \"links.mech\"
space planar
part crank = link(10 cm)
part rod = link(width)
joint o = revolute(ground (0, 0), crank.a)
joint p = revolute(crank.b, rod.a)
force push on rod = (strength, 0)
let z = 1 m + 2 s
run 10 s
";
    let Err(Failure::Scene(wrong)) = simulate(scene, &Settings::default()) else { panic!("must be refused") };
    let codes: Vec<&str> = wrong.findings.iter().map(|d| d.code.as_str()).collect();
    assert_eq!(codes, ["E0001", "E0301"], "{:#?}", wrong.findings);
}
