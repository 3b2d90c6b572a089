//! Compiles code both for every processor and for wide instructions, and chooses a version at run time.
//!
//! The invariant behind the unsafe code: only [`Instructions::of_this_machine`] makes an [`Instructions`] other
//! than `Portable`, and only if the processor has every feature named in the function that this value leads to.

/// A kernel for wide instructions. Only what is inlined is compiled for them: mark `run` `#[inline(always)]`.
pub trait Kernel {
    /// Does the work.
    fn run(self);
}

/// Instructions that the processor has.
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
    /// The widest instructions that this machine has.
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

    /// All sets of instructions that this machine has, including the portable one, for tests.
    pub fn all_of_this_machine() -> Vec<Self> {
        #[cfg(target_arch = "x86_64")]
        if Self::of_this_machine().0 == Set::Avx512 && is_x86_feature_detected!("avx2") {
            return [Set::Portable, Set::Avx2, Set::Avx512].map(Self).to_vec();
        }
        vec![Self(Set::Portable), Self::of_this_machine()]
    }

    /// Runs a kernel that is compiled for these instructions.
    #[inline]
    pub fn run(self, work: impl Kernel) {
        match self.0 {
            Set::Portable => work.run(),
            // SAFETY: the processor has the features, by the invariant above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { with_avx2(work) },
            // SAFETY: the same.
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
