//! Long computations that are run once, with one row of a table for each.

use std::time::Instant;

use soliter::base::control::Control;

/// Limits of a row: `SOLITER_THREADS` threads (1), `SOLITER_GIB` GiB (16).
pub(crate) fn control() -> Control {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<usize>().ok());
    let threads = number("SOLITER_THREADS").unwrap_or(1);
    let memory = (number("SOLITER_GIB").unwrap_or(16) as u64) << 30;
    Control::default().memory(memory).threads(threads)
}

/// Peak resident memory since the last call, in MiB, if the system reports it.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    // Resets the peak.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    kibibytes.unwrap_or(0) / 1024
}

/// CPU seconds in user mode of the process, if the system reports them: the 14th field, in hundredths. The
/// second field may contain spaces and ends with the last bracket.
pub(crate) fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let hundredths = fields.split_whitespace().nth(11).and_then(|field| field.parse::<f64>().ok());
    hundredths.unwrap_or(0.0) / 100.0
}

/// The row names requested on the command line.
pub(crate) fn wanted() -> Vec<String> {
    std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect()
}

/// The head of the table.
pub(crate) fn head() {
    println!("| what | answer | seconds | of them in its own code | MiB |");
    println!("|---|---|---|---|---|");
}

/// A row, if its name contains a name from the command line.
pub(crate) fn row(name: &str, run: impl FnOnce() -> String) {
    let wanted = wanted();
    if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
        return;
    }
    peak();
    let (clock, before) = (Instant::now(), processor_seconds());
    let answer = run();
    let seconds = clock.elapsed().as_secs_f64();
    let own = processor_seconds() - before;
    println!("| {name} | {answer} | {seconds:.2} | {own:.2} | {} |", peak());
}
