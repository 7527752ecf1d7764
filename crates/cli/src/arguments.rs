//! The command line.

use crate::commands::{
    assemble, check, completions, diff, explain, export, fmt, gallery, info, new, orient, plane, plot, recover, render,
    report, run,
};
use clap::{Parser, Subcommand};

const EXAMPLES: &str = "\
Examples:
  mainspring new pendulum                            a scene to begin with
  mainspring run pendulum.mech                       run it: summary, recording, plots
  mainspring run pendulum.mech --set reach='60 cm' --probe 'norm(pin.force)' --at 0.5,1
  mainspring render pendulum.mech -o swing.gif       a movie of it; .png and .svg are stills
  mainspring plot pendulum.mech angle                a chart in the terminal; -o makes a picture
  mainspring report pendulum.mech -o page.html       a page to share, all in one file
  mainspring check *.mech                            find every mistake without running
  mainspring explain E0102                           what an error means and how to mend it
  mainspring export out/pendulum/recording.mcap --to csv
  mainspring gallery four_bar --copy .               a mechanism from the gallery, to change
  mainspring orient tray.mech --part tee             squeezes that turn a part one way up, from any start

Exit codes: 0 fine, 1 the scene is wrong, 2 the command line is wrong,
            3 the run failed (what was recorded is kept), 130 stopped by Ctrl-C, SIGTERM or SIGHUP";

/// A workbench for mechanisms: describe one in text, run it, see what happened
#[derive(Debug, Parser)]
#[command(name = "mainspring", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a scene: a summary here, the recording and plots in files
    Run(run::RunArguments),
    /// Make a page to share: the moving mechanism, plots, events, energy, the scene, in one HTML file
    Report(report::ReportArguments),
    /// Find every mistake in scenes without running them
    Check(check::CheckArguments),
    /// Rewrite scenes in canonical form; comments survive
    Fmt(fmt::FmtArguments),
    /// Say what an error code means and how to mend it
    Explain(explain::ExplainArguments),
    /// Write a small scene to begin with
    New(new::NewArguments),
    /// Say what a recording holds: scene, frames, columns, events, size, damage
    Info(info::InfoArguments),
    /// Tell whether two recordings agree, where they part first and by how much
    Diff(diff::DiffArguments),
    /// Write a recording for other programs: CSV, Parquet, Arrow, JSON
    Export(export::ExportArguments),
    /// Save what is whole of a damaged recording
    Recover(recover::RecoverArguments),
    /// Draw the mechanism: a picture of a moment, or a movie
    Render(render::RenderArguments),
    /// List the gallery's mechanisms, print one, or copy it
    Gallery(gallery::GalleryArguments),
    /// Draw quantities of a run: a chart here, or an SVG or PNG picture
    Plot(plot::PlotArguments),
    /// Push a sweep's root in and pull it out: forces, locking, margins, tolerances
    Assemble(assemble::AssembleArguments),
    /// Draw the plane of angle over travel of a pawl that an exact sweep follows
    Plane(plane::PlaneArguments),
    /// Plan squeezes of an actuator array that orient a part without sensors
    Orient(orient::OrientArguments),
    /// Print a script that completes commands and options in a shell
    Completions(completions::CompletionsArguments),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }
}
