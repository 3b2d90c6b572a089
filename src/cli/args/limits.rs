//! Parsers of numbers: limits, plain or with units, and numbers of items.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use bytesize::ByteSize;
use sysinfo::{MemoryRefreshKind, System};

/// A time: `90` seconds, `0.5`, `90s`, `2m`, `1h 30m`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TimeLimit(pub(crate) Duration);

impl FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let no_time = |_| "not a time; write 90 (seconds), 90s, 2m or 1h30m".to_owned();
        let time = match text.parse() {
            Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string()),
            Err(_) => humantime::parse_duration(text).map_err(no_time),
        };
        time.map(Self)
    }
}

/// Bytes: `2` GiB, `0.5`, `2GB`, `512MiB`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MemoryLimit(pub(crate) u64);

/// More memory than this must be a typing error.
const MOST: f64 = 1e9 * (1 << 30) as f64;

impl FromStr for MemoryLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = match text.parse::<f64>() {
            Ok(gibibytes) => Some(gibibytes * f64::from(1 << 30)),
            Err(_) => text.parse::<ByteSize>().ok().map(|size| size.as_u64() as f64),
        };
        match bytes {
            Some(bytes) if bytes > 0.0 && bytes < MOST => Ok(Self(bytes as u64)),
            _ => Err("not a size above 0; write 2 (GiB), 2GB or 512MiB".to_owned()),
        }
    }
}

/// A number of items that must be at least 1.
pub(super) fn positive(text: &str) -> Result<NonZeroUsize, String> {
    not_zero(text, "give 1 or more")
}

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    not_zero(text, "give 1 or more, or drop the option to use one thread per core")
}

fn not_zero(text: &str, none: &str) -> Result<NonZeroUsize, String> {
    match text.parse().map(NonZeroUsize::new) {
        Ok(Some(number)) => Ok(number),
        Ok(None) => Err(none.to_owned()),
        Err(_) => Err("not a whole number".to_owned()),
    }
}

pub(super) fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| "write a number from 0 to 65535".to_owned())
}

/// A number of pegs, or a range with its least and greatest number: `6`, `5..9`.
pub(super) fn pegs(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least), Ok(most)) if least <= most => Ok(least..=most),
        _ => Err("write a number, as in 6, or a range, as in 5..9".to_owned()),
    }
}

/// Three quarters of the memory that the system reports as available, or 4 GiB if it reports nothing.
pub(super) fn free_memory() -> u64 {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    match system.available_memory() {
        0 => 4 << 30,
        bytes => bytes / 4 * 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit_or_is_in_seconds() {
        let time = |text: &str| text.parse::<TimeLimit>().map(|limit| limit.0.as_millis());
        for (text, milliseconds) in
            [("90", 90_000), ("0.5", 500), ("1m", 60_000), ("90s", 90_000), ("1h30m", 5_400_000)]
        {
            assert_eq!(time(text), Ok(milliseconds), "{text}");
        }
        for text in ["soon", "", "-1", "nan", "1x", "m", "1 2"] {
            assert!(time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_size_has_a_unit_or_is_in_gibibytes() {
        let size = |text: &str| text.parse::<MemoryLimit>().map(|limit| limit.0);
        for (text, bytes) in [
            ("2", 2 << 30),
            ("0.5", 1 << 29),
            ("2GB", 2_000_000_000),
            ("2GiB", 2 << 30),
            ("512MiB", 512 << 20),
            ("1.5 gb", 1_500_000_000),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["much", "", "0", "-1", "0GB", "nan", "inf", "1e10", "2 apples", "9999999PB"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn free_memory_is_what_the_kernel_says() {
        let said = std::fs::read_to_string("/proc/meminfo").expect("a file");
        let line = said.lines().find(|line| line.starts_with("MemAvailable:")).expect("a line");
        let kibibytes: u64 =
            line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number");
        let (said, free) = (kibibytes * 1024 / 4 * 3, free_memory());
        // Other processes allocate and free memory in the meantime.
        assert!(free.abs_diff(said) < said / 4, "{free} {said}");
    }
}
