//! The dot product of two vectors of int8, exactly.
// Inlined so that each level's function is compiled for its own instructions.
#![allow(clippy::inline_always)]

use crate::simd::Level;

/// Up to this many dimensions a dot product fits 32 bits: 128 * 128 * 2^16 = 2^30.
pub const WIDEST: usize = 1 << 16;

/// The dot product of two vectors of the same length, at most `WIDEST`.
pub fn dot(level: Level, left: &[i8], right: &[i8]) -> i32 {
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Level` reports this only where the processor has the instructions.
        Level::Vnni => unsafe { x86::dot_vnni(left, right) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above; a processor with AVX-512 has AVX2.
        Level::Avx2 | Level::Avx512 => unsafe { x86::dot_avx2(left, right) },
        _ => dot_scalar(left, right),
    }
}

#[inline(always)]
fn dot_scalar(left: &[i8], right: &[i8]) -> i32 {
    left.iter()
        .zip(right)
        .map(|(&a, &b)| i32::from(a) * i32::from(b))
        .sum()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_reduce_add_epi32, _mm512_set1_epi8,
        _mm512_setzero_si512, _mm512_xor_si512,
    };

    use super::dot_scalar;

    /// The same loop, compiled for wider registers.
    #[target_feature(enable = "avx2")]
    pub fn dot_avx2(left: &[i8], right: &[i8]) -> i32 {
        dot_scalar(left, right)
    }

    /// The instruction multiplies unsigned by signed bytes, so `left` is lifted by 128 and what
    /// that adds, 128 times the sum of `right`, is taken off again.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn dot_vnni(left: &[i8], right: &[i8]) -> i32 {
        const LANES: usize = 64;
        let offset = _mm512_set1_epi8(i8::MIN);
        let (mut lifted, mut excess) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        let chunks = (left.chunks_exact(LANES), right.chunks_exact(LANES));
        let rest = dot_scalar(chunks.0.remainder(), chunks.1.remainder());
        for (a, b) in chunks.0.zip(chunks.1) {
            // SAFETY: both chunks are 64 bytes long; the loads need no alignment.
            let (a, b) = unsafe {
                (
                    _mm512_loadu_si512(a.as_ptr().cast()),
                    _mm512_loadu_si512(b.as_ptr().cast()),
                )
            };
            lifted = _mm512_dpbusd_epi32(lifted, _mm512_xor_si512(a, offset), b);
            excess = _mm512_dpbusd_epi32(excess, offset, b);
        }
        _mm512_reduce_add_epi32(lifted) - _mm512_reduce_add_epi32(excess) + rest
    }
}
