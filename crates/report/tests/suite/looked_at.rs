//! The automatic look at pictures: it finds what was made wrong on purpose, and nothing in the nastiest plots.

use mainspring_report::{Curve, Histogram, Marker, Plot, PlotStyle, Sample, Theme, check};

fn curve(name: &str, unit: &str, y: impl Fn(f64) -> f64) -> Curve {
    let x: Vec<f64> = (0..200).map(|i| 0.05 * f64::from(i)).collect();
    let y = x.iter().map(|x| y(*x)).collect();
    Curve { name: name.to_owned(), unit: unit.to_owned(), x, y, right: false }
}

fn plot(title: &str, curves: Vec<Curve>) -> Plot {
    Plot { title: title.to_owned(), x_name: "time".to_owned(), x_unit: "s".to_owned(), curves, ..Plot::default() }
}

fn marker(x: f64, label: &str) -> Marker {
    Marker { x, label: label.to_owned(), text: format!("{label} happened") }
}

/// Everything that has gone wrong in plots somewhere.
fn nasty() -> Vec<Plot> {
    let long = "hand.finger[2].".repeat(14);
    let sine = |t: f64| libm::sin(t);
    let point = Curve { x: vec![1.0], y: vec![2.0], ..curve("point", "m", sine) };
    let mut all = vec![
        plot("nothing", Vec::new()),
        plot("no frames", vec![Curve { x: Vec::new(), y: Vec::new(), ..curve("none", "m", sine) }]),
        plot("one point", vec![point]),
        plot("constant", vec![curve("constant", "N", |_| 981.0)]),
        plot("zero", vec![curve("zero", "N", |_| 0.0)]),
        plot("gaps", vec![curve("gaps", "m", |t| if libm::fmod(t, 2.0) < 1.0 { f64::NAN } else { t })]),
        plot("never a number", vec![curve("nan", "m", |_| f64::NAN)]),
        plot("huge", vec![curve("huge", "m", |t| (t - 5.0) * 2e299), curve("inf", "m", |_| f64::INFINITY)]),
        plot("tiny", vec![curve("tiny", "m", |t| t * 1e-300)]),
        plot("tiny and huge", vec![curve("a", "m", |t| t * 1e-300), curve("b", "N", |t| t * 1e299)]),
        plot("nearly equal", vec![curve("e", "J", |t| 123_456.789 + 1e-4 * sine(t))]),
        plot(&long, vec![curve(&long, "m", sine), curve(&long, "N*m", sine), curve(&long, "rad/s^2", sine)]),
        plot("long and two axes", vec![curve(&long, "m", sine), curve(&long, "N*m", sine)]),
        plot("thirty", (0..30).map(|i| curve(&format!("c{i}.angle"), "rad", |t| sine(t + f64::from(i)))).collect()),
        plot(
            "thirty long",
            (0..30).map(|i| curve(&format!("{i}.{long}"), "rad", |t| sine(t + f64::from(i)))).collect(),
        ),
        plot("four hundred", (0..400).map(|i| curve(&format!("c{i}"), "m", |t| sine(t) + f64::from(i))).collect()),
        plot("ten units", (0..10).map(|i| curve("c", &format!("m^{i}"), sine)).collect()),
        plot("<&\">' \u{0}\u{fffe}]]>", vec![curve("a < b && c > \"d\"", "m", sine)]),
        plot("機械の運動 ↻ 🤖", vec![curve("角度", "rad", sine), curve("力", "N", sine)]),
    ];
    let mut events = plot("events", vec![curve("a", "m", sine)]);
    events.markers = (0..500).map(|_| marker(5.0, "release")).collect();
    events.markers.extend((0..500).map(|i| marker(0.02 * f64::from(i), "limit")));
    events.markers.extend([marker(0.0, "attach"), marker(9.95, "a very long kind of event ".repeat(9).as_str())]);
    events.markers.extend([marker(f64::NAN, "nan"), marker(-1.0, "before"), marker(1e9, "after")]);
    all.push(events.clone());
    events.markers = vec![marker(9.9, "end of the run"), marker(9.95, "release"), marker(0.01, "attachment")];
    all.push(events);
    let mut decay = plot("log", vec![curve("decay", "N", |t| libm::exp(-5.0 * t) - 1e-9), curve("zero", "N", |_| 0.0)]);
    decay.log = [true, true];
    all.push(decay);
    let mut never = plot("never positive", vec![curve("minus", "N", |t| -t)]);
    never.log = [true, true];
    all.push(never);
    let mut wide =
        plot("wide log", vec![curve("a", "m", |t| 1e-300 * libm::pow(10.0, 60.0 * t)), curve("b", "N", sine)]);
    wide.log = [false, true];
    all.push(wide);
    let mut loop_of = plot("path", vec![curve("tip.y", "m", |t| 0.3 * libm::sin(t))]);
    loop_of.x_name = long;
    loop_of.x_unit = "m".to_owned();
    loop_of.curves[0].x = loop_of.curves[0].x.iter().map(|t| 0.3 * libm::cos(*t)).collect();
    all.push(loop_of);
    all
}

fn looks(usual: &PlotStyle) -> Vec<PlotStyle> {
    let themes = [Theme::Light, Theme::Dark, Theme::Page].map(|theme| PlotStyle { theme, ..usual.clone() });
    let sizes = [(240.0, 60.0), (400.0, 120.0), (2000.0, 900.0), (f64::NAN, f64::NAN), (-1.0, 1e9)];
    let sizes = sizes.map(|(width, height_per_panel)| PlotStyle { width, height_per_panel, ..usual.clone() });
    themes.into_iter().chain(sizes).collect()
}

#[test]
fn the_nastiest_plots_are_in_order() {
    for plot in nasty() {
        for look in looks(&plot.default_style()) {
            let svg = plot.svg_with(&look);
            assert_eq!(check::findings(&svg), Vec::<String>::new(), "{:.60} {look:?}", plot.title);
        }
        assert!(plot.png(&plot.default_style(), 0.5).is_ok());
    }
}

#[test]
fn histograms_are_in_order() {
    let sample = |name: &str, values: Vec<f64>| Sample { name: name.to_owned(), unit: "N".to_owned(), values };
    let samples = vec![
        sample("none", Vec::new()),
        sample("one", vec![5.0]),
        sample("same", vec![-3.0; 1000]),
        sample("nan", vec![f64::NAN, 1.0, 2.0, f64::INFINITY]),
        sample("huge", vec![-1e300, 0.0, 1e300]),
        sample("tiny", vec![0.0, 1e-300, 5e-324]),
        sample(&"x.".repeat(100), (0..5000).map(|i| libm::sin(f64::from(i))).collect()),
        sample("near", vec![1.0, 1.0 + f64::EPSILON, 1.0]),
    ];
    for histogram in samples
        .iter()
        .map(|s| Histogram { title: "one".to_owned(), samples: vec![s.clone()] })
        .chain([Histogram { title: "all".to_owned(), samples: samples.clone() }, Histogram::default()])
    {
        for look in looks(&histogram.default_style()) {
            assert_eq!(check::findings(&histogram.svg_with(&look)), Vec::<String>::new(), "{histogram:?} {look:?}");
        }
    }
}

#[test]
fn what_is_wrong_on_purpose_is_found() {
    let good = plot("good", vec![curve("a", "m", libm::sin), curve("b", "m", libm::cos)]).svg();
    assert_eq!(check::findings(&good), Vec::<String>::new());
    let finds = |svg: &str, what: &str| {
        let found = check::findings(svg);
        assert!(found.iter().any(|f| f.contains(what)), "{what}: {found:?}");
    };
    let with = |element: &str| good.replace("</svg>", &format!("{element}</svg>"));
    finds(&with("<text x=\"400\" y=\"26\">other</text>"), "`good` and `other` overlap");
    finds(&with("<text x=\"760\" y=\"20\">far too long for here</text>"), "clipped");
    finds(&with("<text x=\"400\" y=\"200\">in the way</text>"), "`in the way` covers data");
    finds(&with("<text x=\"40\" y=\"20\" fill=\"#999999\">pale</text>"), "`pale` stands out by 2.85:1 only");
    finds(&with("<text x=\"40\" y=\"20\" style=\"fill:var(--x,#999999)\">pale</text>"), "stands out");
    finds(&with("<text x=\"40\" y=\"20\" fill=\"url(#x)\">odd</text>"), "cannot be judged");
    finds(&good.replace("#005a94", "#f0e442"), "`a curve` stands out");
    let mut emptied = good.clone();
    while let Some(at) = emptied.find(" d=\"M") {
        let end = at + 4 + emptied[at + 4..].find('"').unwrap();
        emptied.replace_range(at + 4..end, "");
    }
    finds(&emptied, "shows nothing");
    finds("<svg", "no XML");
    finds("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "no size");
}
