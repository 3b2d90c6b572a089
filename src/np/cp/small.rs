//! Numbers that fit into 32 bits with room to spare.

use pumpkin_core::variables::{AffineView, DomainId};

use crate::np::ground::formula::{BuildError, Built};

/// The greatest magnitude of any number in a sum: half of what 32 bits can hold. It bounds the sum of the
/// magnitudes of all parts, so that no partial sum overflows, whatever the order and the signs.
pub(super) const LIMIT: i64 = 1 << 30;

/// A linear sum of Pumpkin's terms and a constant.
pub(super) struct Linear {
    pub(super) terms: Vec<AffineView<DomainId>>,
    pub(super) constant: i64,
}

/// A number as 32 bits, if it is within the limit.
pub(super) fn small(number: i64) -> Built<i32> {
    if number.unsigned_abs() > LIMIT.unsigned_abs() {
        return Err(BuildError::Number);
    }
    i32::try_from(number).map_err(|_| BuildError::Number)
}
