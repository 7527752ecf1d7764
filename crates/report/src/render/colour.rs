//! Colours of pictures: Okabe and Ito's for bodies, a light and a dark theme round them, and contrast as WCAG has it.

/// Red, green, blue, opacity; each 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 4]);

impl Colour {
    /// Opaque, from `0xRRGGBB`.
    #[must_use]
    pub const fn hex(rgb: u32) -> Self {
        Self([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255])
    }

    /// Opaque, from `#rrggbb`; none if it is no such text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|c| c.is_ascii_hexdigit()))?;
        u32::from_str_radix(digits, 16).ok().map(Self::hex)
    }

    /// The same with another opacity, 0 to 1.
    #[must_use]
    pub fn faded(self, opacity: f64) -> Self {
        let [r, g, b, _] = self.0;
        Self([r, g, b, byte(255.0 * opacity)])
    }

    /// A part of the way, 0 to 1, towards another colour.
    #[must_use]
    pub fn towards(self, other: Self, part: f64) -> Self {
        let part = part.clamp(0.0, 1.0);
        Self([0, 1, 2, 3].map(|i| byte(f64::from(self.0[i]) * (1.0 - part) + f64::from(other.0[i]) * part)))
    }

    /// `#rrggbb`.
    #[must_use]
    pub fn css(self) -> String {
        let [r, g, b, _] = self.0;
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// 0 to 1.
    #[must_use]
    pub fn opacity(self) -> f64 {
        f64::from(self.0[3]) / 255.0
    }

    /// Red, green and blue as light, 0 to 1, not as screens code them.
    #[must_use]
    pub fn linear(self) -> [f64; 3] {
        [0, 1, 2].map(|i| {
            let c = f64::from(self.0[i]) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
        })
    }

    /// Relative luminance, 0 for black to 1 for white.
    #[must_use]
    pub fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
}

/// Contrast of two opaque colours, 1 (none) to 21 (black on white).
#[must_use]
pub fn contrast(a: Colour, b: Colour) -> f64 {
    let (a, b) = (a.luminance() + 0.05, b.luminance() + 0.05);
    if a > b { a / b } else { b / a }
}

fn byte(value: f64) -> u8 {
    // saturates, and NaN gives 0
    (value + 0.5) as u8
}

/// Blue, vermilion, green, orange, purple, sky blue: distinguishable with any colour vision.
const BODIES: [Colour; 6] = [
    Colour::hex(0x00_72b2),
    Colour::hex(0xd5_5e00),
    Colour::hex(0x00_9e73),
    Colour::hex(0xe6_9f00),
    Colour::hex(0xcc_79a7),
    Colour::hex(0x56_b4e9),
];

/// The colours that go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// on dark ground
    pub dark: bool,
    /// behind everything
    pub paper: Colour,
    /// text, pins
    pub ink: Colour,
    /// less important text
    pub faint: Colour,
    /// grid lines
    pub grid: Colour,
    /// hatching, supports, rails
    pub ground: Colour,
    /// springs and rods
    pub metal: Colour,
    /// what joints exert
    pub reaction: Colour,
    /// forces the scene applies
    pub applied: Colour,
    /// what springs exert
    pub spring: Colour,
    /// what parts that touch exert, and rings at impacts
    pub contact: Colour,
    /// windows that push
    pub field: Colour,
    /// windows whose surface moves
    pub belt: Colour,
}

impl Theme {
    /// Dark ink on white.
    #[must_use]
    pub const fn light() -> Self {
        Self {
            dark: false,
            paper: Colour::hex(0xff_ffff),
            ink: Colour::hex(0x1c_2127),
            faint: Colour::hex(0x55_5e68),
            grid: Colour::hex(0xe9_ecef),
            ground: Colour::hex(0x6b_747d),
            metal: Colour::hex(0x4a_525a),
            reaction: Colour::hex(0x00_72b2),
            applied: Colour::hex(0xc2_4f00),
            spring: Colour::hex(0x00_785a),
            contact: Colour::hex(0x98_007a),
            field: Colour::hex(0x2f_3d5c),
            belt: Colour::hex(0x6a_5530),
        }
    }

    /// Light ink on near black.
    #[must_use]
    pub const fn dark() -> Self {
        Self {
            dark: true,
            paper: Colour::hex(0x14_171b),
            ink: Colour::hex(0xf0_f2f4),
            faint: Colour::hex(0xab_b3bb),
            grid: Colour::hex(0x26_2b31),
            ground: Colour::hex(0x8c_959e),
            metal: Colour::hex(0xc3_c9cf),
            reaction: Colour::hex(0x69_b7ec),
            applied: Colour::hex(0xff_9d4d),
            spring: Colour::hex(0x35_c79b),
            contact: Colour::hex(0xf0_60bc),
            field: Colour::hex(0xc4_cde0),
            belt: Colour::hex(0xd8_bd86),
        }
    }

    /// The colours of forces and fields by the names they have in the page's style sheet, which has the same.
    #[must_use]
    pub const fn forces(&self) -> [(&'static str, Colour); 6] {
        [
            ("reaction", self.reaction),
            ("applied", self.applied),
            ("spring-force", self.spring),
            ("contact", self.contact),
            ("field", self.field),
            ("belt", self.belt),
        ]
    }

    /// Colour of the family of bodies with this number; `shade` distinguishes neighbours of a family.
    #[must_use]
    pub fn body(&self, family: usize, shade: usize) -> Colour {
        let base = BODIES[family % BODIES.len()];
        let lighter = if family / BODIES.len() % 2 == 1 { 0.45 } else { 0.22 };
        let toned = base.towards(Colour::hex(0xff_ffff), if self.dark { 0.1 } else { lighter });
        if shade % 2 == 1 { toned.towards(Colour::hex(0xff_ffff), 0.35) } else { toned }
    }

    /// What does not move.
    #[must_use]
    pub const fn fixed(&self) -> Colour {
        if self.dark { Colour::hex(0x59_626b) } else { Colour::hex(0xc4_cbd1) }
    }

    /// The outline round a fill.
    #[must_use]
    pub fn outline(&self, fill: Colour) -> Colour {
        if self.dark { fill.towards(Colour::hex(0xff_ffff), 0.55) } else { fill.towards(self.ink, 0.62) }
    }
}

/// For every body the number of its family and its place in it: paths that differ only in their indices are a family.
#[must_use]
pub fn families<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<(usize, usize)> {
    let mut seen: Vec<(String, usize)> = Vec::new();
    paths
        .map(|path| {
            let mut name = String::new();
            let mut within = 0;
            for c in path.chars() {
                within += i32::from(c == '[');
                if within <= 0 {
                    name.push(c);
                }
                within -= i32::from(c == ']');
            }
            // a path of ten thousand different bodies must not take for ever: colours repeat anyway
            match seen.iter().take(64).position(|(n, _)| *n == name) {
                Some(family) => {
                    seen[family].1 += 1;
                    (family, seen[family].1 - 1)
                }
                None => {
                    seen.push((name, 1));
                    (seen.len() - 1, 0)
                }
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((contrast(Colour::hex(0), Colour::hex(0xff_ffff)) - 21.0).abs() < 1e-9);
        // a grey known to be just enough on white
        assert!((contrast(Colour::hex(0x76_7676), Colour::hex(0xff_ffff)) - 4.54).abs() < 0.01);
    }

    #[test]
    fn all_text_colours_are_readable_on_paper() {
        for theme in [Theme::light(), Theme::dark()] {
            for ink in [
                theme.ink,
                theme.faint,
                theme.reaction,
                theme.applied,
                theme.spring,
                theme.contact,
                theme.field,
                theme.belt,
            ] {
                assert!(contrast(ink, theme.paper) >= 4.5, "{ink:?}");
            }
        }
    }

    #[test]
    fn any_two_forces_differ_for_every_eye() {
        for theme in [Theme::light(), Theme::dark()] {
            let forces = theme.forces();
            for (i, j) in (0..forces.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let apart = crate::colour_vision::apart(forces[i].1, forces[j].1);
                assert!(apart > 10.0, "{:?} {:?}: {apart}", forces[i], forces[j]);
            }
        }
    }

    #[test]
    fn indices_do_not_make_a_family() {
        let paths = ["h.finger[0].p1", "h.finger[0].p2", "h.finger[1].p1", "palm"];
        assert_eq!(families(paths.into_iter()), [(0, 0), (1, 0), (0, 1), (2, 0)]);
    }
}
