//! The dot product of two vectors of int8, exactly.
use crate::simd::Level;

/// Up to this many dimensions a dot product fits 32 bits: 128 * 128 * 2^16 = 2^30.
pub const WIDEST: usize = 1 << 16;

/// Rows that share one reading of a query.
pub const ROWS: usize = 4;

/// The dot product of two vectors of the same length, at most `WIDEST`.
pub fn dot(level: Level, left: &[i8], right: &[i8]) -> i32 {
    dots(level, [left; ROWS], right)[0]
}

/// The dot products of rows with a query, all of the same length, at most `WIDEST`.
pub fn dots(level: Level, rows: [&[i8]; ROWS], query: &[i8]) -> [i32; ROWS] {
    let rows = rows.map(|row| &row[..query.len()]);
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Level` reports this only where the processor has the instructions.
        Level::Vnni => unsafe { x86::dots_vnni(rows, query) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above; a processor with AVX-512 has AVX2.
        Level::Avx2 | Level::Avx512 => unsafe { x86::dots_avx2(rows, query) },
        _ => rows.map(|row| dot_scalar(row, query)),
    }
}

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
        _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_setzero_si256, _mm512_dpbusd_epi32,
        _mm512_loadu_si512, _mm512_reduce_add_epi32, _mm512_set1_epi8, _mm512_setzero_si512,
        _mm512_sub_epi32, _mm512_xor_si512, _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128,
        _mm_shuffle_epi32,
    };

    use super::{dot_scalar, ROWS};

    /// Sixteen products at a time, widened to 16 bits, where no sum of two overflows 32.
    #[target_feature(enable = "avx2")]
    pub fn dots_avx2(rows: [&[i8]; ROWS], query: &[i8]) -> [i32; ROWS] {
        const LANES: usize = 16;
        let mut sums = [_mm256_setzero_si256(); ROWS];
        let whole = query.len() / LANES * LANES;
        for start in (0..whole).step_by(LANES) {
            let widened = |vector: &[i8]| {
                let chunk = &vector[start..start + LANES];
                // SAFETY: the chunk is 16 bytes long; the load needs no alignment.
                _mm256_cvtepi8_epi16(unsafe { _mm_loadu_si128(chunk.as_ptr().cast()) })
            };
            let asked = widened(query);
            for (sum, row) in sums.iter_mut().zip(rows) {
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(widened(row), asked));
            }
        }
        let mut dots = rows.map(|row| dot_scalar(&row[whole..], &query[whole..]));
        for (dot, sum) in dots.iter_mut().zip(sums) {
            *dot += total(sum);
        }
        dots
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
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn dots_vnni(rows: [&[i8]; ROWS], query: &[i8]) -> [i32; ROWS] {
        const LANES: usize = 64;
        let offset = _mm512_set1_epi8(i8::MIN);
        let (mut sums, mut excess) = ([_mm512_setzero_si512(); ROWS], _mm512_setzero_si512());
        let whole = query.len() / LANES * LANES;
        for start in (0..whole).step_by(LANES) {
            let loaded = |vector: &[i8]| {
                let chunk = &vector[start..start + LANES];
                // SAFETY: the chunk is 64 bytes long; the load needs no alignment.
                unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) }
            };
            let asked = loaded(query);
            excess = _mm512_dpbusd_epi32(excess, offset, asked);
            for (sum, row) in sums.iter_mut().zip(rows) {
                *sum = _mm512_dpbusd_epi32(*sum, _mm512_xor_si512(loaded(row), offset), asked);
            }
        }
        let mut dots = rows.map(|row| dot_scalar(&row[whole..], &query[whole..]));
        for (dot, sum) in dots.iter_mut().zip(sums) {
            *dot += _mm512_reduce_add_epi32(_mm512_sub_epi32(sum, excess));
        }
        dots
    }
}
