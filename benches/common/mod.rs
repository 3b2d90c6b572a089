//! Limits and timing shared by the benchmarks.

use soliter::base::control::Control;

/// `SOLITER_THREADS` threads (1), `SOLITER_GIB` GiB (16).
pub(crate) fn control() -> Control {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<usize>().ok());
    let threads = number("SOLITER_THREADS").unwrap_or(1);
    let memory = (number("SOLITER_GIB").unwrap_or(16) as u64) << 30;
    Control::default().memory(memory).threads(threads)
}

/// The process's CPU seconds in user mode, if the system reports them: the 14th field, in hundredths of a second. The
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
