#![allow(missing_docs, clippy::print_stdout)]
use mainspring_language::*;
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let (d, f) = load(&path, &text, &mut FolderLoader::beside(std::path::Path::new(&path)));
        let t = std::time::Instant::now();
        let r = mainspring_model::build(&d, &Default::default());
        println!("== {path} {:?}", t.elapsed());
        print!("{}", render(&f, &d.sources, false));
        match r {
            Ok(m) => {
                print!("{}", render(&m.notes, &d.sources, false));
                for b in &m.bodies {
                    println!(
                        "  {} m={:.5} at {:.4?} angle {:.4} q {:.3?} v {:?} w {:?}",
                        b.path, b.mass, b.pose.position, b.pose.angle, b.pose.orientation, b.velocity, b.spin
                    );
                }
            }
            Err(e) => print!("{}", render(&e, &d.sources, false)),
        }
    }
}
