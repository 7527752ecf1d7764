//! A hundred scenes made to do harm: too deep, too many, too large, round in circles, or no text at all.

const HEAD: &str = "space planar\ngravity (0, -9.81) m/s^2\nsurface { viscous = 30 N*s/m^3; law = viscous }\n";
const PART: &str = "primitive c { shape = disc(2 mm); area_density = 1 kg/m^2 }\npart p = c() at (1, 1) cm\n";
const BOB: &str = "mass bob = 1 kg at (1, 0) m\n";

/// Name and text of each.
pub fn hostile_scenes() -> Vec<(String, String)> {
    let mut scenes = Vec::new();
    let mut add = |name: &str, text: String| scenes.push((name.to_owned(), text));
    nested(&mut add);
    many(&mut add);
    extreme(&mut add);
    far_and_small(&mut add);
    texts(&mut add);
    circles(&mut add);
    shapes(&mut add);
    storms(&mut add);
    scenes
}

type Add<'a> = dyn FnMut(&str, String) + 'a;

fn nested(add: &mut Add<'_>) {
    for depth in [1000, 100_000] {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("-(", ")"),
            ("sin(", ")"),
            ("not ", ""),
            ("1 + (", ")"),
            ("if true then 1 else ", ""),
        ] {
            let inner = open.repeat(depth) + "1" + &close.repeat(depth);
            add(&format!("{depth} times {open}"), format!("{HEAD}{BOB}let a = {inner}\nrun 1 s\n"));
        }
    }
    add("blocks in blocks", format!("{HEAD}{BOB}{}{}run 1 s\n", "if true { ".repeat(50_000), "}".repeat(50_000)));
    add("for in for", format!("{HEAD}{}{}\nrun 1 s\n", "for i in 0..10 { ".repeat(20), "}".repeat(20)));
    add("powers", format!("{HEAD}{BOB}let a = {}\nrun 1 s\n", "2 ^ ".repeat(10_000) + "2"));
    add("a sum of many", format!("{HEAD}{BOB}let a = {}1\nrun 1 s\n", "1 + ".repeat(200_000)));
    let list = |n: u32| format!("let a{} = [{}]\n", n + 1, vec![format!("a{n}"); 10].join(", "));
    let lists: String = (0..10).map(list).collect();
    add("lists of lists", format!("{HEAD}{BOB}let a0 = [1, 1]\n{lists}run 1 s\nif a10 == a10 {{ }}\n"));
    let sums: String = (0..60).map(|n| format!("let s{} = s{n} + s{n}\n", n + 1)).collect();
    add("sums of sums", format!("{HEAD}{BOB}let s0 = 1\n{sums}run 1 s\nquantity q = s60 * bob.position.x\n"));
    let live: String = (0..40).map(|n| format!("quantity q{} = q{n} * q{n} + t\n", n + 1)).collect();
    add("quantities of quantities", format!("{HEAD}{BOB}quantity q0 = bob.position.x / (1 m)\n{live}run 1 s\n"));
}

fn many(add: &mut Add<'_>) {
    for count in ["1e5", "1e9", "1e18", "1e300", "-1", "0.5", "1/0", "99999999999999999999"] {
        let line = format!("for i in 0..{count} {{ mass m[i] = 1 kg at (i*(1 m), 0 m) }}\n");
        add(&format!("masses to {count}"), format!("{HEAD}{line}run 1 s\n"));
    }
    add(
        "many windows",
        format!(
            "{HEAD}{PART}for k in 0..100000 {{ window f[k] = rect(1 cm, 1 cm) at (k*(1 cm), 0) {{ force = (1, 0) N/m^2 }} }}\nrun 0.1 s\n"
        ),
    );
    for (name, window) in [
        ("windows one above another", "rect(1 cm, 1 cm) at (0, k*(1 cm)) { velocity = (1, 0) m/s }"),
        (
            "windows in motion over each other",
            "disc(1 cm) at (k*(1 cm) + t*(1 m/s), 0) { force = (1, 0) N/m^2; priority = k }",
        ),
    ] {
        add(name, format!("{HEAD}{PART}for k in 0..20000 {{ window f[k] = {window} }}\nrun 0.1 s\n"));
    }
    add(
        "many parts on a table",
        format!(
            "{HEAD}primitive c {{ shape = disc(2 mm); area_density = 1 kg/m^2 }}\nfor k in 0..20000 {{ part p[k] = c() at (k*(1 cm), 0) }}\nrun 1 us\n"
        ),
    );
    add(
        "many knots",
        format!(
            "{HEAD}{BOB}let saw = [{}]\nforce f on bob = (table(t/(1 ns), saw)*(1 N), 0 N)\nrun 10 s\n",
            (0..50_000).map(|k| format!("({k}, {})", k % 2)).collect::<Vec<_>>().join(", ")
        ),
    );
    add(
        "a script of many steps",
        format!(
            "{HEAD}{PART}window w = rect(1 cm, 1 cm) {{ force = (1, 0) N/m^2 }}\nframe f {{ w }}\nscript s {{ {} }}\nrun 1 s\n",
            "f for 1 us; off for 1 us; ".repeat(20_000)
        ),
    );
    add(
        "many arrays",
        format!(
            "{HEAD}{PART}for k in 0..200 {{ array f[k] = grid(1000, 1000, pitch = 2 mm) {{ force = (x, y)*(1 N/m^3)*k }} }}\nrun 0.1 s\n"
        ),
    );
    add(
        "one great array",
        format!("{HEAD}{PART}array f = grid(100000, 100000, pitch = 2 mm) {{ force = (x, y)*(1 N/m^3) }}\nrun 0.1 s\n"),
    );
    add(
        "many lets",
        format!("{HEAD}{BOB}{}run 1 s\n", (0..50_000).map(|i| format!("let l{i} = {i}\n")).collect::<String>()),
    );
    add("one let many times", format!("{HEAD}{BOB}{}run 1 s\n", "let a = 1\n".repeat(50_000)));
    add("many mistakes", format!("{HEAD}{BOB}{}run 1 s\n", "joint j = hinge(a, b)\n".repeat(20_000)));
    add(
        "many joints on one",
        format!(
            "{HEAD}{BOB}{}run 1 s\n",
            (0..2000).map(|i| format!("joint j{i} = distance(ground (0, 0), bob.center)\n")).collect::<String>()
        ),
    );
    let chain: String = (1..600)
        .map(|i| format!("mass m{i} = 1 kg at ({i}, 0) m\njoint j{i} = distance(m{}.center, m{i}.center)\n", i - 1))
        .collect();
    add("a long chain", format!("{HEAD}mass m0 = 1 kg at (0, 0) m\n{chain}run 1 s\n"));
    add("many plots", format!("{HEAD}{BOB}{}run 1 s\n", "plot \"p\" bob.position.x\n".repeat(5000)));
    add("many records", format!("{HEAD}{BOB}record {}\nrun 1 s\n", vec!["bob.position"; 20_000].join(", ")));
    add(
        "constraints without end",
        format!("{HEAD}{BOB}for i in 0..2000 {{ constraint c[i]: bob.position.x*i = i*(1 m) }}\nrun 1 s\n"),
    );
    add(
        "a thousand in one place",
        format!(
            "{HEAD}primitive b {{ shape = rect(1 cm, 1 cm); mass = 1 kg }}\npart p[0..1000] = b() at (0, 0)\ncontacts all\nrun 1 s\n"
        ),
    );
    let round: Vec<String> = (0..20_000)
        .map(|i| libm::sincos(f64::from(i) * std::f64::consts::TAU / 2e4))
        .map(|(sine, cosine)| format!("({cosine:.9}, {sine:.9})"))
        .collect();
    add(
        "a disc of corners that touches",
        format!(
            "{HEAD}primitive b {{ shape = polygon({}) cm; mass = 1 kg }}\npart p = b() at (0, 3) cm\nobstacle f = halfplane((0, 0), (0, 1))\ncontacts all\nrun 1 s\n",
            round.join(", ")
        ),
    );
    add(
        "a pile in one place",
        format!(
            "{HEAD}{}contacts all\nrun 1 s\n",
            (0..60).map(|i| format!("mass m{i} = 1 kg at (0, 0) m {{ radius = 1 cm }}\n")).collect::<String>()
        ),
    );
}

fn extreme(add: &mut Add<'_>) {
    for run in [
        "run 1e300 s",
        "run 1e-300 s",
        "run 0 s",
        "run -1 s",
        "run 1 s every 1e-300 s",
        "run 1 s every 1e-9 s",
        "run 1 s every 1e300 s",
        "run 1e12 s every 1e-12 s",
        "run 1 s { rtol = 1e-300 }",
        "run 1 s { rtol = 1e300 }",
        "run 1 s { integrator = rk4; step = 1e-300 s }",
        "run 1 s { integrator = rk4; step = 1e300 s }",
        "run 1 s { max_step = 1e-300 s }",
        "run nan s",
        "run 1e999 s",
    ] {
        add(run, format!("{HEAD}{BOB}joint rod = distance(ground (0, 0), bob.center)\n{run}\n"));
    }
    for value in ["1e300", "1e-300", "0", "-1", "1e999", "1e308*10", "0/0"] {
        add(
            &format!("a mass of {value}"),
            format!(
                "{HEAD}mass m = ({value}) * (1 kg) at (1, 0) m\njoint j = distance(ground (0, 0), m.center)\nrun 1 s\n"
            ),
        );
        add(
            &format!("a place at {value}"),
            format!("{HEAD}mass m = 1 kg at (1, {value}) m\njoint j = distance(ground (0, 0), m.center)\nrun 1 s\n"),
        );
        add(
            &format!("gravity of {value}"),
            format!(
                "space planar\ngravity (0, {value}) m/s^2\n{BOB}joint j = distance(ground (0, 0), bob.center)\nrun 1 s\n"
            ),
        );
    }
    for value in ["1e300", "-1e9", "0"] {
        add(
            &format!("a spring of {value}"),
            format!(
                "{HEAD}{BOB}spring s = linear(ground (0, 0), bob.center) {{ stiffness = {value} N/m; length = 0.5 m }}\nrun 1 s\n"
            ),
        );
    }
}

fn far_and_small(add: &mut Add<'_>) {
    for (name, line) in [
        ("a distance beyond numbers", "joint j = distance(bob.center, m.center) { length = 1e300 m }"),
        ("a constraint without a slope", "constraint c: (m.position.x - 2 m)^2 = 0 m^2"),
        ("a damper of 1e300", "spring s = linear(bob.center, m.center) { damping = 1e300 N*s/m }"),
        (
            "a drive that divides by zero",
            "joint j = distance(ground (0, 0), m.center)\nforce f on m = (1 N*(1 s)/(t - 0.5 s), 0 N)",
        ),
        ("a force that jumps with speed", "force f on bob = (0 N, -sign(bob.velocity.y)*(20 N))"),
    ] {
        add(name, format!("{HEAD}{BOB}mass m = 1e-300 kg at (2, 0) m\n{line}\nrun 1 s\n"));
    }
    let tiny = "primitive b { shape = rect(1e-200 m, 1 m); mass = 1 kg }\npart p = b() at (0, 0)\n";
    add("a width of next to nothing", format!("{HEAD}{tiny}run 1 s\n"));
}

fn texts(add: &mut Add<'_>) {
    let long = "x".repeat(70_000);
    add("nothing", String::new());
    add("zeros", "\u{0}".repeat(100_000));
    add("a mark of byte order", format!("\u{feff}{HEAD}{BOB}run 1 s\n"));
    add("only a comment", format!("//{long}"));
    add("empty lines", "\n".repeat(1_000_000) + HEAD + BOB + "run 1 s\n");
    add("semicolons", ";".repeat(500_000));
    add("an open string", format!("{HEAD}{BOB}plot \"{long}\nrun 1 s\n"));
    add("a long name", format!("{HEAD}mass {long} = 1 kg at (1, 0) m\nrun 1 s\nrecord {long}.position\n"));
    add("a long unknown name", format!("{HEAD}{BOB}record {long}.position\nrun 1 s\n"));
    add("a long number", format!("{HEAD}{BOB}let a = {}\nrun 1 s\n", "9".repeat(500_000)));
    add("a long title", format!("{HEAD}{BOB}plot \"{long}\" bob.position.x\nrun 1 s\n"));
    add("a long path", format!("{HEAD}{BOB}record bob{}\nrun 1 s\n", ".x".repeat(50_000)));
    add("a long unit", format!("{HEAD}{BOB}let a = 1 m{}\nrun 1 s\n", "*m".repeat(50_000)));
    add("a high power", format!("{HEAD}{BOB}let a = 1 m^99999999999\nlet b = 10^10^10\nrun 1 s\n"));
    add(
        "letters from right to left",
        format!("{HEAD}mass \u{202e}m = 1 kg at (1, 0) m\nlet é\u{301}\u{301} = 1\nrun 1 s\n"),
    );
    add("colours", format!("{HEAD}{BOB}plot \"\u{1b}[31mred\u{1b}[2J\" bob.position.x\nlet \u{1b} = 1\nrun 1 s\n"));
    add("words at random", "part joint mass { ( at = kg for in .. \" run ".repeat(20_000));
}

fn circles(add: &mut Add<'_>) {
    add("a file that imports itself", format!("use \"m.mech\"\n{HEAD}{BOB}run 1 s\n"));
    add("a composite of itself", format!("{HEAD}composite a() {{ part x = a() }}\npart y = a()\nrun 1 s\n"));
    add(
        "two of each other",
        format!("{HEAD}composite a() {{ part x = b() }}\ncomposite b() {{ part x = a() }}\npart y = a()\nrun 1 s\n"),
    );
    add("values of each other", format!("{HEAD}{BOB}let a = b\nlet b = c + 1\nlet c = a\nrun 1 s\n"));
    add("quantities of each other", format!("{HEAD}{BOB}quantity a = b\nquantity b = a + 1\nrun 1 s\n"));
    let doubling: String =
        (0..40).map(|i| format!("composite k{}() {{ part a = k{i}()\npart b = k{i}() }}\n", i + 1)).collect();
    add(
        "composites that double",
        format!("{HEAD}composite k0() {{ mass m = 1 kg at (0, 0) m }}\n{doubling}part y = k40()\nrun 1 s\n"),
    );
    let deep: String = (0..2000).map(|i| format!("composite k{}() {{ part a = k{i}() }}\n", i + 1)).collect();
    add(
        "composites in composites",
        format!("{HEAD}composite k0() {{ mass m = 1 kg at (0, 0) m }}\n{deep}part y = k2000()\nrun 1 s\n"),
    );
}

fn shapes(add: &mut Add<'_>) {
    let corners: Vec<String> = (0..20_000).map(|i| format!("({}, {})", i % 173, i * 7 % 1009)).collect();
    for (name, shape) in [
        ("two corners", "polygon((0, 0), (1, 0)) mm".to_owned()),
        ("corners on a line", "polygon((0, 0), (1, 0), (2, 0)) mm".to_owned()),
        ("a bow", "polygon((0, 0), (1, 1), (1, 0), (0, 1)) mm".to_owned()),
        ("many corners that cross", format!("polygon({}) mm", corners.join(", "))),
        ("corners far away", "polygon((0, 0), (1e300, 0), (0, 1e300)) mm".to_owned()),
        ("a disc of nothing", "disc(0 mm)".to_owned()),
        ("a disc less than nothing", "disc(-1 mm)".to_owned()),
        ("a disc of the world", "disc(1e300 m)".to_owned()),
        ("discs cut from discs", format!("disc(1 m){}", " - disc(1 mm)".repeat(1000))),
        ("discs joined", format!("disc(1 m){}", " + disc(1.0001 m)".repeat(1000))),
    ] {
        add(
            name,
            format!(
                "{HEAD}primitive q {{ shape = {shape}; area_density = 1 kg/m^2 }}\npart p = q() at (0, 0)\nrun 0.1 s\n"
            ),
        );
    }
}

fn storms(add: &mut Add<'_>) {
    add(
        "a script of nothing",
        format!(
            "{HEAD}{PART}window w = rect(1 cm, 1 cm) {{ force = (1, 0) N/m^2 }}\nframe f {{ w }}\nscript s {{ f for 1e-12 s; repeat 1000000000 }}\nrun 0.1 s\n"
        ),
    );
    add("a force that jumps", format!("{HEAD}{BOB}force f on bob = (step(mod(t, 1e-9 s), 0.5e-9 s), 0) N\nrun 10 s\n"));
    add(
        "a force without bound",
        format!("{HEAD}{BOB}force f on bob = (1 N/m^9) * bob.position.x^9 * (1, 0)\nrun 100 s\n"),
    );
    add(
        "a division by a place",
        format!("{HEAD}{BOB}force f on bob = (1 N*m^2) / bob.position.y^2 * (0, 1)\nrun 10 s\n"),
    );
    add(
        "on and off",
        format!(
            "{HEAD}{BOB}joint j = distance(ground (0, 0), bob.center)\nrelease j when bob.position.y < 0 m\nattach j when bob.position.y < 0 m\nrun 10 s\n"
        ),
    );
    add(
        "two springs in turns",
        format!(
            "{HEAD}mass b = 1 kg at (0, 0) m moving (1, 0) m/s\nspring l = linear(ground (-1, 0) m, b.center) {{ force = 1 N }}\nspring r = linear(ground (1, 0) m, b.center) {{ force = 1e9 N }}\nattach r when b.velocity.x < 0\nrelease r when b.velocity.x > 0\nrun 10 s\n"
        ),
    );
    add("a joint with itself", format!("{HEAD}{BOB}joint j = distance(bob.center, bob.center)\nrun 1 s\n"));
    add(
        "a bounce without end",
        format!(
            "{HEAD}mass b = 1 kg at (0, 1) m {{ radius = 1 cm; restitution = 0.999999 }}\nobstacle o = halfplane((0, 0), (0, 1))\ncontact b, o\nrun 100 s\n"
        ),
    );
    add(
        "wedged",
        format!(
            "{HEAD}mass b = 1 kg at (0, 0) m {{ radius = 1 m }}\nobstacle o = rect(1 m, 1 m) at (0, 0)\ncontact b, o\nrun 1 s\n"
        ),
    );
}
