//! Pictures of the gallery: a still and a short movie of each scene, shown in its README and in `scenes/README.md`.
//!
//! `cargo xtask gallery` makes them all; `--check` finds what is missing, too large or not shown, and makes two stills
//! again to see that they are what the program draws now.

use crate::gallery_shots::{Shot, shots};
use crate::step::{Steps, command_is_built, output, program, target_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Bytes of one picture or movie.
const LARGEST: u64 = 400_000;
/// Bytes of all of them.
const ALL: u64 = 10_000_000;
/// Stills made again by `--check`: one planar, one spatial.
const REMADE: [&str; 2] = ["four_bar", "hand"];
const BEGIN: &str = "<!-- pictures, written by cargo xtask gallery -->";
const END: &str = "<!-- end of pictures -->";

/// Makes every picture and shows it.
pub fn run(steps: &mut Steps) {
    for shot in shots() {
        steps.check(&format!("pictures of {}", shot.name()), |root| {
            for (file, options) in shot.files() {
                render(root, shot, &options, &root.join("scenes").join(shot.folder).join(file))?;
            }
            Ok(())
        });
    }
    steps.check("pictures in the READMEs", |root| show(root).map_err(|e| vec![e]));
    check(steps);
}

/// Finds what is missing, too large, not shown or out of date.
pub fn check(steps: &mut Steps) {
    steps.check("gallery pictures", |root| {
        let mut findings = missing(root);
        for shot in shots().filter(|s| REMADE.contains(&s.folder) && s.movie.is_some()) {
            findings.extend(outdated(root, shot).err().unwrap_or_default());
        }
        if findings.is_empty() { Ok(()) } else { Err(findings) }
    });
}

fn render(root: &Path, shot: &Shot, options: &[&str], out: &Path) -> Result<(), Vec<String>> {
    let scene = format!("scenes/{}/{}", shot.folder, shot.scene);
    let out = out.to_str().ok_or_else(|| vec!["its name is not text".to_owned()])?;
    let program = target_folder(root).filter(|_| command_is_built(root)).map(|folder| program(&folder));
    let program = program.ok_or_else(|| vec!["the command cannot be built".to_owned()])?;
    let mut words = vec!["render", &scene, "-o", out];
    words.extend(options);
    match output(Command::new(program).args(&words).current_dir(root)) {
        Some(_) => Ok(()),
        None => Err(vec![format!("`mainspring {}` failed", words.join(" "))]),
    }
}

fn missing(root: &Path) -> Vec<String> {
    let mut findings = Vec::new();
    let mut total = 0;
    let overview = fs::read_to_string(root.join("scenes/README.md")).unwrap_or_default();
    for shot in shots() {
        let folder = root.join("scenes").join(shot.folder);
        let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        for (file, _) in shot.files() {
            let path = format!("scenes/{}/{file}", shot.folder);
            match fs::metadata(folder.join(&file)).map(|m| m.len()) {
                Err(_) => findings.push(format!("{path} is missing: run `cargo xtask gallery`")),
                Ok(size) if size > LARGEST => findings.push(format!("{path} has {size} bytes, more than {LARGEST}")),
                Ok(size) => total += size,
            }
            let shown =
                readme.contains(&format!("]({file})")) || overview.contains(&format!("]({}/{file})", shot.folder));
            if !shown {
                findings.push(format!("{path} is shown in no README: run `cargo xtask gallery`"));
            }
        }
    }
    if total > ALL {
        findings.push(format!("the pictures have {total} bytes together, more than {ALL}"));
    }
    for folder in fs::read_dir(root.join("scenes")).into_iter().flatten().flatten().map(|e| e.path()) {
        let name = folder.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if folder.is_dir() && !shots().any(|s| s.folder == name) {
            findings.push(format!("scenes/{name} has no pictures: add it below xtask/src/gallery_shots"));
        }
    }
    if table(&overview).is_none_or(|table| !overview.contains(&table)) {
        findings.push("the table of pictures in scenes/README.md is out of date: run `cargo xtask gallery`".to_owned());
    }
    findings
}

fn outdated(root: &Path, shot: &Shot) -> Result<(), Vec<String>> {
    let again = root.join("out").join("gallery");
    fs::create_dir_all(&again).map_err(|e| vec![e.to_string()])?;
    let (file, options) = shot.still();
    let made = again.join(format!("{}-{file}", shot.folder));
    render(root, shot, &options, &made)?;
    let read = |path: PathBuf| fs::read(&path).map_err(|e| vec![format!("{}: {e}", path.display())]);
    if read(made)? == read(root.join("scenes").join(shot.folder).join(&file))? {
        Ok(())
    } else {
        Err(vec![format!("scenes/{}/{file} is not what is drawn now: run `cargo xtask gallery`", shot.folder)])
    }
}

/// Writes the table of stills into `scenes/README.md`, and the movie into each scene's README if it is not there.
fn show(root: &Path) -> Result<(), String> {
    let path = root.join("scenes/README.md");
    let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
    let table = table(&text).ok_or("scenes/README.md has no table of scenes")?;
    let written = match (text.find(BEGIN), text.find(END)) {
        (Some(from), Some(to)) if from < to => format!("{}{table}{}", &text[..from], &text[to + END.len()..]),
        _ => {
            let at = text.find("| scene |").ok_or("scenes/README.md has no table of scenes")?;
            format!("{}{table}\n\n{}", &text[..at], &text[at..])
        }
    };
    fs::write(&path, written).map_err(|e| e.to_string())?;
    for shot in shots() {
        let path = root.join("scenes").join(shot.folder).join("README.md");
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let file = shot.files().last().map(|(file, _)| file.clone()).unwrap_or_default();
        if text.contains(&format!("]({file})")) {
            continue;
        }
        let (heading, rest) = text.split_once('\n').unwrap_or((&text, ""));
        let picture = format!("![{}]({file})", shot.alt);
        fs::write(&path, format!("{heading}\n\n{picture}\n{rest}")).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Three stills across, each with its name and what the table of scenes says of it.
fn table(readme: &str) -> Option<String> {
    let says = |name: &str| {
        let start = format!("| [{name}]({name}/README.md) | ");
        let line = readme.lines().find(|l| l.starts_with(&start))?;
        Some(line[start.len()..].trim_end_matches('|').trim().to_owned())
    };
    let cells: Option<Vec<String>> = (shots().filter(|s| s.scene == "scene.mech"))
        .map(|shot| {
            let name = shot.folder;
            let (file, _) = shot.still();
            Some(format!("[![{}]({name}/{file})]({name}/README.md)<br>**{name}**, {}", shot.alt, says(name)?))
        })
        .collect();
    let rows: Vec<String> = cells?.chunks(3).map(|row| format!("| {} |", row.join(" | "))).collect();
    Some(format!("{BEGIN}\n\n| | | |\n|---|---|---|\n{}\n\n{END}", rows.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_list_of_scenes_says() {
        let rows: Vec<String> = shots().map(|s| format!("| [{0}]({0}/README.md) | about {0} |", s.folder)).collect();
        let table = table(&rows.join("\n")).unwrap();
        assert!(table.starts_with(BEGIN) && table.ends_with(END));
        assert!(table.contains("**arm**, about arm |") || table.contains("**arm**, about arm\n"));
        assert_eq!(super::table("nothing"), None);
    }
}
