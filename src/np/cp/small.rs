//! Numbers that 32 bits hold with room to spare.

use pumpkin_core::variables::{AffineView, DomainId};

use crate::np::ground::formula::{BuildError, Built};

/// Every number that can come up in a sum is at most this, half of what 32 bits can hold: what all its
/// parts come to at their largest, whatever their order and signs.
pub(super) const LIMIT: i64 = 1 << 30;

/// Terms and a constant.
pub(super) struct Linear {
    pub(super) terms: Vec<AffineView<DomainId>>,
    pub(super) constant: i64,
}

/// A number within the limit.
pub(super) fn small(number: i64) -> Built<i32> {
    if number.unsigned_abs() > LIMIT.unsigned_abs() {
        return Err(BuildError::Number);
    }
    i32::try_from(number).map_err(|_| BuildError::Number)
}
