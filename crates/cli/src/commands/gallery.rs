//! `mainspring gallery`: the repository's scenes, carried in the program.

use crate::exit::Exit;
use crate::guess::{near, question};
use crate::prose::{first_sentence, wrapped};
use crate::terminal::{LABEL, complain, say, styled};
use clap::Args;
use mainspring_workbench::record::{shortened, shown};
use mainspring_workbench::recording::replace_file;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A mechanism: its name and files (path below its folder, text).
struct Mechanism {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
}

include!(concat!(env!("OUT_DIR"), "/gallery.rs"));

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  mainspring gallery                     lists them
  mainspring gallery pendulum            prints the scene
  mainspring gallery pendulum --copy .   copies its folder here, to change and run")]
pub struct GalleryArguments {
    /// Which mechanism; none lists all
    pub name: Option<String>,
    /// Copy the mechanism's folder into this one
    #[arg(long, value_name = "DIR", requires = "name")]
    pub copy: Option<PathBuf>,
}

pub fn run(arguments: &GalleryArguments) -> io::Result<Exit> {
    let Some(asked) = &arguments.name else { return say(&list()).map(|()| Exit::Fine) };
    let Some(mechanism) = GALLERY.iter().find(|m| m.name == asked) else {
        let names: Vec<&str> = GALLERY.iter().map(|m| m.name).collect();
        let hint = question(&near(asked, &names)).unwrap_or_else(|| "`mainspring gallery` lists all".to_owned());
        complain(&format!("the gallery has no `{}`; {hint}", shortened(asked)));
        return Ok(Exit::Usage);
    };
    match &arguments.copy {
        None => say(mechanism.file("scene.mech")).map(|()| Exit::Fine),
        Some(folder) => copy(mechanism, folder),
    }
}

impl Mechanism {
    fn file(&self, path: &str) -> &'static str {
        self.files.iter().find(|(name, _)| *name == path).map_or("", |(_, text)| *text)
    }

    /// The first sentence that says what it is, of the README or else of the scene.
    fn description(&self) -> String {
        let prose = |l: &&str| !l.trim().is_empty() && !l.starts_with(['#', '!', '[']);
        let readme: Vec<&str> =
            self.file("README.md").lines().skip_while(|l| !prose(l)).take_while(prose).map(str::trim).collect();
        let comment = self.file("scene.mech").lines().next().and_then(|l| l.strip_prefix("//"));
        let whole = if readme.is_empty() { comment.unwrap_or("").trim().to_owned() } else { readme.join(" ") };
        first_sentence(&whole.replace('*', "")).to_owned()
    }
}

fn list() -> String {
    let wide = GALLERY.iter().map(|m| m.name.len()).max().unwrap_or(0);
    let line = |m: &Mechanism| {
        let padded = format!("{:<wide$}", m.name);
        format!("{}  {}\n", styled(LABEL, &padded), wrapped(&m.description(), wide + 2))
    };
    GALLERY.iter().map(line).collect()
}

fn copy(mechanism: &Mechanism, folder: &Path) -> io::Result<Exit> {
    let target = folder.join(mechanism.name);
    if target.exists() {
        complain(&format!("`{}` is there already and is left as it is", shown(&target)));
        return Ok(Exit::Usage);
    }
    for (path, text) in mechanism.files {
        let file = target.join(path);
        let written =
            file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| replace_file(&file, text.as_ref()));
        if let Err(error) = written {
            complain(&format!("cannot write `{}`: {error}", shown(&file)));
            return Ok(Exit::Failed);
        }
    }
    let scene = target.join("scene.mech");
    say(&format!("copied to {}; run it with `mainspring run {}`\n", shown(&target), shown(&scene)))?;
    Ok(Exit::Fine)
}
