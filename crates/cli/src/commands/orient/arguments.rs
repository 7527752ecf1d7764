//! Options of `mainspring orient`.

use clap::Args;
use mainspring_workbench::definition::Dimension;
use mainspring_workbench::quantity;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mainspring orient tray.mech                       the only part of the scene
  mainspring orient tray.mech --part tee            one of several, by its name
  mainspring orient tray.mech --margin 3deg         squeezes that leave 3 deg to both sides
  mainspring orient tray.mech --plot turns.svg      moment and turn function over the angle
  mainspring orient tray.mech --write try.mech      a scene with 36 starts, to run and watch:
  mainspring run try.mech && mainspring render try.mech -o try.gif
  mainspring orient tray.mech --radial 0.3          a radial field with a constant one instead

A squeeze field pushes towards a line from both sides. The part turns until it rests; where, depends
on how it came. Squeezes along well-chosen lines, one after the other, leave one orientation of all,
without any sensor. Angles are turns of the part, counter-clockwise from how it is drawn, relative to
the line, modulo 180 deg, since a line has no direction.

If the scene has a `surface` with friction, the orientations it holds are shown too; the plan takes
none for granted.

Exit codes: 0 fine, 1 the scene is wrong or its part cannot be oriented, 2 the command line is wrong,
            3 something could not be written";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct OrientArguments {
    /// A planar scene that holds the part
    pub scene: PathBuf,
    /// Which part, by its name [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub part: Option<String>,
    /// Room that every squeeze after the first leaves to both sides, such as `1deg` [default: any]
    #[arg(long, value_name = "ANGLE", value_parser = angle, conflicts_with = "radial")]
    pub margin: Option<f64>,
    /// Density of the field, of the radial one with `--radial`
    #[arg(long, value_name = "DENSITY", value_parser = density, default_value = "40N/m^2")]
    pub density: f64,
    /// A radial field with a constant one instead, whose density is this ratio of the radial one's, 0 to 1
    #[arg(long, value_name = "RATIO", value_parser = ratio, allow_negative_numbers = true)]
    pub radial: Option<f64>,
    /// Draw moment and turn function, as an `.svg` or `.png`
    #[arg(long, value_name = "FILE", conflicts_with = "radial")]
    pub plot: Option<PathBuf>,
    /// Write a scene that carries the plan out from 36 starts
    #[arg(long, value_name = "FILE.mech", conflicts_with = "radial")]
    pub write: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn angle(text: &str) -> Result<f64, String> {
    let value = quantity(text, Dimension::NONE).map_err(|e| format!("{e}; an angle is expected, such as `1deg`"))?;
    let right = (0.0..std::f64::consts::PI).contains(&value);
    if right { Ok(value) } else { Err("a margin lies between 0 and 180 deg".to_owned()) }
}

fn density(text: &str) -> Result<f64, String> {
    let value = quantity(text, Dimension::PRESSURE)
        .map_err(|e| format!("{e}; a force per area is expected, such as `40N/m^2`"))?;
    let right = (1e-12..=1e12).contains(&value);
    if right { Ok(value) } else { Err("a density lies between 1e-12 and 1e12 N/m^2".to_owned()) }
}

fn ratio(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.trim().parse().ok().filter(|x| *x > 0.0 && *x < 1.0);
    value.ok_or_else(|| "a number between 0 and 1 is expected".to_owned())
}
