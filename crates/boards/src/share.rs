//! A share of a whole as an exact decimal.

use num_bigint::BigUint;

/// The share of a part in a whole with `digits` significant digits (at least one), truncated, for example
/// `3.333e-1`; 0 if the whole is 0.
pub fn share(part: u128, whole: u128, digits: u32) -> String {
    let (mut scaled, whole) = (BigUint::from(part), BigUint::from(whole.max(1)));
    let ten = BigUint::from(10u8);
    if part == 0 {
        return "0".to_owned();
    }
    let mut power = 0;
    while scaled < whole {
        scaled *= &ten;
        power += 1;
    }
    let text = (scaled * ten.pow(digits.max(1) - 1) / &whole).to_string();
    let (first, rest) = text.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let exponent = if power == 0 { String::new() } else { format!("e-{power}") };
    format!("{first}{point}{rest}{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_exact() {
        for (part, whole, digits, text) in [
            (0, 0, 6, "0"),
            (1, 3, 4, "3.333e-1"),
            (2, 3, 1, "6e-1"),
            (1, 1, 3, "1.00"),
            (2, 21, 6, "9.52380e-2"),
            (u128::MAX - 1, u128::MAX, 5, "9.9999e-1"),
            (1, u128::MAX, 3, "2.93e-39"),
        ] {
            assert_eq!(share(part, whole, digits), text, "{part} of {whole}");
        }
    }
}
