//! The dot products of vectors of int8, exactly.
use crate::simd::Level;

/// Up to this many dimensions a dot product fits 32 bits: 128 * 128 * 2^16 = 2^30.
pub const WIDEST: usize = 1 << 16;

/// The dot product of two vectors of the same length, at most `WIDEST`.
pub fn dot(level: Level, left: &[i8], right: &[i8]) -> i32 {
    let mut dot = [0];
    dots(level, left, right, &mut dot);
    dot[0]
}

/// The dot product of each row, which lie end to end, with a query of at most `WIDEST`.
///
/// Row by row: the processor then sees one stream of memory, and fetches it ahead by itself.
pub fn dots(level: Level, rows: &[i8], query: &[i8], dots: &mut [i32]) {
    assert_eq!(rows.len(), query.len() * dots.len());
    dots.fill(0);
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Level` reports this only where the processor has the instructions.
        Level::Vnni => unsafe { x86::dots_vnni(rows, query, dots) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above; a processor with AVX-512 has AVX2.
        Level::Avx2 | Level::Avx512 => unsafe { x86::dots_avx2(rows, query, dots) },
        _ => {
            for (row, dot) in rows_of(rows, query).zip(dots) {
                *dot = dot_scalar(row, query);
            }
        }
    }
}

/// The rows, each as long as the query; none where that has no dimension.
#[inline]
fn rows_of<'a>(rows: &'a [i8], query: &[i8]) -> std::slice::ChunksExact<'a, i8> {
    rows.chunks_exact(query.len().max(1))
}

#[inline]
fn dot_scalar(left: &[i8], right: &[i8]) -> i32 {
    left.iter()
        .zip(right)
        .map(|(&a, &b)| i32::from(a) * i32::from(b))
        .sum()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi8_epi16,
        _mm256_dpbusd_epi32, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_set1_epi8, _mm256_setzero_si256, _mm256_xor_si256, _mm_add_epi32, _mm_cvtsi128_si32,
        _mm_loadu_si128, _mm_shuffle_epi32,
    };

    use super::{dot_scalar, rows_of};

    /// Sixteen products at a time, widened to 16 bits, where no sum of two overflows 32.
    #[target_feature(enable = "avx2")]
    pub fn dots_avx2(rows: &[i8], query: &[i8], dots: &mut [i32]) {
        const LANES: usize = 16;
        let widened = |chunk: &[i8; LANES]| {
            // SAFETY: the chunk is 16 bytes long; the load needs no alignment.
            _mm256_cvtepi8_epi16(unsafe { _mm_loadu_si128(chunk.as_ptr().cast()) })
        };
        let (asked, asked_rest) = query.as_chunks::<LANES>();
        for (row, dot) in rows_of(rows, query).zip(dots) {
            let (chunks, rest) = row.as_chunks::<LANES>();
            let mut sum = _mm256_setzero_si256();
            for (chunk, asked) in chunks.iter().zip(asked) {
                sum = _mm256_add_epi32(sum, _mm256_madd_epi16(widened(chunk), widened(asked)));
            }
            *dot = total(sum) + dot_scalar(rest, asked_rest);
        }
    }

    #[target_feature(enable = "avx2")]
    fn total(eight: __m256i) -> i32 {
        let four = _mm_add_epi32(
            _mm256_castsi256_si128(eight),
            _mm256_extracti128_si256::<1>(eight),
        );
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
    }

    /// The instruction multiplies unsigned by signed bytes, so rows are lifted by 128 and what
    /// that adds, 128 times the sum of the query, is taken off again.
    ///
    /// 32 bytes at a time, not 64: rows rarely begin where a line of the cache does, and each
    /// load of 64 would then read two.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
    pub fn dots_vnni(rows: &[i8], query: &[i8], dots: &mut [i32]) {
        const LANES: usize = 32;
        let loaded = |chunk: &[i8; LANES]| {
            // SAFETY: the chunk is 32 bytes long; the load needs no alignment.
            unsafe { _mm256_loadu_si256(chunk.as_ptr().cast()) }
        };
        let offset = _mm256_set1_epi8(i8::MIN);
        let (asked, asked_rest) = query.as_chunks::<LANES>();
        let whole = &query[..asked.len() * LANES];
        let excess = 128 * whole.iter().map(|&step| i32::from(step)).sum::<i32>();
        for (row, dot) in rows_of(rows, query).zip(dots) {
            let (chunks, rest) = row.as_chunks::<LANES>();
            let mut sum = _mm256_setzero_si256();
            for (chunk, asked) in chunks.iter().zip(asked) {
                let lifted = _mm256_xor_si256(loaded(chunk), offset);
                sum = _mm256_dpbusd_epi32(sum, lifted, loaded(asked));
            }
            *dot = total(sum) - excess + dot_scalar(rest, asked_rest);
        }
    }
}
