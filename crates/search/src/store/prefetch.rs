//! Brings memory into the cache before it is needed.
//!
//! The invariant behind the unsafe code: a prefetch reads nothing and cannot fault, whatever the address is, so
//! the call is sound for every index. It does nothing on processors other than x86-64.

/// Brings an element of a slice into the cache.
#[inline]
pub(crate) fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = slice.as_ptr().wrapping_add(index);
        // SAFETY: SSE is part of x86-64, and a prefetch does not access memory.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
