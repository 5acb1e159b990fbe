//! Which vector instructions to use: chosen at run time, and never a reason for another answer.

/// Sets of instructions, each holding the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Scalar,
    Avx2,
    /// AVX-512 F, BW and VL.
    Avx512,
    /// AVX-512 with the dot products of VNNI.
    Vnni,
}

impl Level {
    /// The best that this processor has.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = std::arch::is_x86_feature_detected!("avx512f")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512vl");
            if avx512 && std::arch::is_x86_feature_detected!("avx512vnni") {
                return Self::Vnni;
            }
            if avx512 {
                return Self::Avx512;
            }
            if std::arch::is_x86_feature_detected!("avx2") {
                return Self::Avx2;
            }
        }
        Self::Scalar
    }

    /// The level of that name, where this processor has it.
    pub fn named(name: &str) -> Option<Self> {
        let level = match name {
            "auto" => return Some(Self::best()),
            "scalar" => Self::Scalar,
            "avx2" => Self::Avx2,
            "avx512" => Self::Avx512,
            "vnni" => Self::Vnni,
            _ => return None,
        };
        (level <= Self::best()).then_some(level)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Vnni => "vnni",
        }
    }
}

/// Start fetching the line of memory that holds `value`.
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch is a hint that reads nothing, and the address comes from a reference.
    unsafe {
        use std::arch::x86_64::{_mm_prefetch, _MM_HINT_T0};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
