//! The memory that hostile programs take, each measured in a separate process, since memory that one leaves
//! with the allocator would count for the next.

#![cfg(feature = "milp")]
#![cfg(target_os = "linux")]

use soliter::base::control::Control;
use soliter::base::diagnostic::Source;
use soliter::np::milp::prepare;
use soliter::np::resolve::names::Model;
use soliter::np::syntax::data::FieldValues;

/// The peak memory of the process, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("the status");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the peak");
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
}

#[test]
fn the_memory_limit_is_kept() {
    const LIMIT: u64 = 48 << 20;
    let own = std::env::var("SOLITER_HOSTILE").ok().and_then(|number| number.parse().ok());
    let forall = (0..30)
        .fold("1 = 1".to_owned(), |inner, n| format!("ForAll(a{n} In {{1..100000}}, {inner})"));
    let records = |count: usize, clause: &str, members: &str| {
        format!(
            "Con Make As ForAll(i In {{1..{count}}}, Append(R, Me : i))\nCon C As {clause}\n\
             Class R\n{members}"
        )
    };
    let bodies = [
        format!("Con C As {forall}"),
        records(300, "AllDifferent(r In R, r.X)", "Var X As {1..900}"),
        records(300, "AllDifferent(r In R, r.X + r.Y)", "Var X As {1..900}\nVar Y As {1..90}"),
        records(50000, "Sum(r In R, r.X) > Sum(r In R, r.Me*r.X) Or r.X > 7", "Var X As {1..90}")
            .replace("Or r.X > 7", "Or Sum(r In R, 2*r.X) > 7"),
        records(2000, "ForAll(a In R, ForAll(b In R, a.X + b.X <> 2))", "Var X As {0..9}"),
        records(90000, "Sum(r In R, r.X) > 9", "Var X As {1..9000}"),
        records(2, "ForAll(r In R, Abs(r.S) > 3)", "Var S{} = {Me..90000}"),
    ];
    let Some(own): Option<usize> = own else {
        for (number, body) in bodies.iter().enumerate() {
            let child = std::process::Command::new(std::env::current_exe().expect("this program"))
                .args(["--exact", "np_memory::the_memory_limit_is_kept"])
                .env("SOLITER_HOSTILE", number.to_string())
                .output()
                .expect("a process");
            let text = String::from_utf8_lossy(&child.stdout);
            assert!(child.status.success(), "{body}\n{text}");
        }
        return;
    };
    let body = &bodies[own];
    let text = format!("Project P\nModule M\n{body}");
    let model = Model::parse(&Source::new("t.np", text)).expect("a program");
    let given = FieldValues::new();
    let control = Control::default().memory(LIMIT);
    let before = peak();
    let _ = prepare(&model, &given, &control).map(|_| ());
    let grown = (peak() - before) << 10;
    assert!(grown <= LIMIT + LIMIT / 20 + (16 << 20), "{} MiB: {body}", grown >> 20);
}
