//! `report`.

use crate::command::support::{Folder, PENDULUM, gallery};

#[test]
fn a_scene_becomes_one_file() {
    let folder = Folder::with("swing.mech", PENDULUM);
    folder.run(&["report", "swing.mech"]).exits(0).says("swing.html");
    let page = folder.read("swing.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<title>swing</title>"));
    folder.run(&["report", "swing.mech", "-o", "deep/er.html", "--title", "A <b> & c"]).exits(0);
    assert!(folder.read("deep/er.html").contains("<title>A &lt;b&gt; &amp; c</title>"));
    // same bytes again
    folder.run(&["report", "swing.mech", "-o", "again.html"]).exits(0);
    assert_eq!(folder.read("again.html"), page);
}

#[test]
fn a_recording_gives_the_page_of_its_scene() {
    let folder = Folder::with("swing.mech", PENDULUM);
    folder.run(&["run", "swing.mech", "--every", "10 ms"]).exits(0);
    folder.run(&["report", "out/swing/recording.mcap"]).exits(0).says("out/swing/report.html");
    folder.run(&["report", "swing.mech"]).exits(0);
    let [recorded, ran] = ["out/swing/report.html", "swing.html"].map(|name| folder.read(name));
    // only the command that makes the run again differs
    assert_ne!(recorded, ran);
    assert_eq!(recorded.replace(r#","--every","0.01""#, ""), ran);
}

#[test]
fn what_cannot_be_is_said() {
    let folder = Folder::with("swing.mech", PENDULUM).and("wrong.mech", "space planar\npart x = y()\n");
    folder.run(&["report", "none.mcap"]).exits(3).says("none.mcap");
    folder.run(&["report", "wrong.mech"]).exits(1).says("wrong.mech:2");
    folder.run(&["report", "swing.mech", "--fps", "0"]).exits(2).says("between 1 and 240");
    folder.run(&["report", "swing.mech", "--from", "2", "--to", "1"]).exits(2).says("other way round");
    folder.run(&["report", "swing.mech", "--from", "50"]).exits(3).says("no frame between");
    folder.run(&["report", "swing.mech", "-o", "swing.mech"]).exits(2).says("overwrite");
    assert_eq!(folder.read("swing.mech"), PENDULUM);
    folder.run(&["report", "swing.mech", "-o", "."]).exits(3).says("cannot write");
}

#[test]
fn every_gallery_page_stays_below_a_megabyte() {
    let folder = Folder::new();
    for entry in std::fs::read_dir(gallery()).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()) {
        let scene = entry.join("scene.mech");
        folder.run(&["report", scene.to_str().unwrap(), "-o", "page.html"]).exits(0);
        let size = folder.read("page.html").len();
        assert!(size < 1_000_000, "{}: {size} bytes", entry.display());
    }
}
