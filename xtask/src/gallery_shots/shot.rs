//! A scene of the gallery and how it is shown.

/// One scene's pictures.
pub struct Shot {
    /// below `scenes/`
    pub folder: &'static str,
    /// its file
    pub scene: &'static str,
    /// what is seen, for those who cannot see it
    pub alt: &'static str,
    /// for the still and the movie
    pub both: &'static [&'static str],
    /// for the still
    pub still: &'static [&'static str],
    /// for the movie; none makes only a still
    pub movie: Option<&'static [&'static str]>,
}

impl Shot {
    /// For people.
    pub fn name(&self) -> String {
        format!("{}/{}", self.folder, self.scene)
    }

    /// File and options of the still.
    pub fn still(&self) -> (String, Vec<&'static str>) {
        let file =
            if self.scene == "scene.mech" { "picture.png".to_owned() } else { self.scene.replace(".mech", ".png") };
        (file, [&["--size", "640x480"], self.both, self.still].concat())
    }

    /// All files with their options, the still first.
    pub fn files(&self) -> Vec<(String, Vec<&'static str>)> {
        let movie = self.movie.map(|movie| {
            let rate: &[&str] = if movie.contains(&"--fps") { &[] } else { &["--fps", "20"] };
            ("movie.gif".to_owned(), [&["--size", "400x300"], rate, self.both, movie].concat())
        });
        std::iter::once(self.still()).chain(movie).collect()
    }
}
