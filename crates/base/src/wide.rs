//! Compiles code for every processor and for wide instructions, and chooses a version at run time.
//!
//! The invariant behind the unsafe code: only [`Instructions::of_this_machine`] and
//! [`Instructions::all_of_this_machine`] create an [`Instructions`] other than `Portable`, and only if the
//! processor has every feature named in the function that this value selects.

/// A kernel for wide instructions. Only inlined code is compiled for them, so mark `run` `#[inline(always)]`.
pub trait Kernel {
    /// Does the work.
    fn run(self);
}

/// A set of instructions that the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instructions(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// The widest set of instructions of this machine.
    pub fn of_this_machine() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let bits = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if bits && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
                return Self(Set::Avx512);
            }
            if bits && is_x86_feature_detected!("avx2") {
                return Self(Set::Avx2);
            }
        }
        Self(Set::Portable)
    }

    /// All instruction sets of this machine, including the portable one, for tests.
    pub fn all_of_this_machine() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        if Self::of_this_machine().0 == Set::Avx512 && is_x86_feature_detected!("avx2") {
            return [Set::Portable, Set::Avx2, Set::Avx512].map(Self).to_vec();
        }
        vec![Self(Set::Portable), Self::of_this_machine()]
    }

    /// Runs a kernel compiled for these instructions.
    #[inline]
    pub fn run(self, work: impl Kernel) {
        match self.0 {
            Set::Portable => work.run(),
            // SAFETY: by the invariant above, the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { with_avx2(work) },
            // SAFETY: by the invariant above, the processor has the features.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { with_avx512(work) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2(work: impl Kernel) {
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx512(work: impl Kernel) {
    work.run();
}
