//! Sixteen queries side by side, so that one pass over a row answers them all.
//!
//! A row's dimensions are taken a few at a time and multiplied with those of all queries at once:
//! each lane of the accumulators belongs to one query, and nothing is summed across lanes.
use super::dot::dot;
use crate::simd::Level;

/// Queries a panel.
pub const PANEL: usize = 16;
/// Rows that share one reading of the queries.
pub const ROWS: usize = 4;
/// Dimensions that one instruction takes.
const STEP: usize = 4;

/// Up to sixteen queries, for processors with VNNI.
pub struct Panel<'a> {
    queries: &'a [&'a [i8]],
    /// For each four dimensions, those of all sixteen queries; padded with zeros.
    woven: Vec<[[i8; STEP]; PANEL]>,
    /// 128 times each query's sum: what lifting a row by 128 adds.
    excess: [i32; PANEL],
}

impl<'a> Panel<'a> {
    pub fn new(queries: &'a [&'a [i8]]) -> Self {
        let mut woven = vec![[[0; STEP]; PANEL]; queries[0].len() / STEP];
        let mut excess = [0; PANEL];
        for (lane, query) in queries.iter().enumerate() {
            let (steps, _) = query.as_chunks::<STEP>();
            for (woven, &step) in woven.iter_mut().zip(steps) {
                woven[lane] = step;
            }
            let sum: i32 = steps
                .as_flattened()
                .iter()
                .map(|&step| i32::from(step))
                .sum();
            excess[lane] = 128 * sum;
        }
        Self {
            queries,
            woven,
            excess,
        }
    }

    /// The dot products of these rows with each query.
    pub fn dots(&self, rows: [&[i8]; ROWS]) -> [[i32; PANEL]; ROWS] {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: panels are made only where the processor has VNNI.
        let mut sums = unsafe { x86::dots_vnni(&self.woven, rows, &self.excess) };
        #[cfg(not(target_arch = "x86_64"))]
        let mut sums = [[0; PANEL]; ROWS];
        let whole = self.woven.len() * STEP;
        if whole < rows[0].len() {
            for (sums, row) in sums.iter_mut().zip(rows) {
                for (sum, query) in sums.iter_mut().zip(self.queries) {
                    *sum += dot(Level::Scalar, &row[whole..], &query[whole..]);
                }
            }
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32, _mm512_setzero_si512,
        _mm512_storeu_si512, _mm512_sub_epi32, _mm512_xor_si512,
    };

    use super::{PANEL, ROWS, STEP};

    /// The dimensions that were woven of each row times each query.
    ///
    /// The instruction multiplies unsigned by signed bytes, so rows are lifted by 128.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn dots_vnni(
        woven: &[[[i8; STEP]; PANEL]],
        rows: [&[i8]; ROWS],
        excess: &[i32; PANEL],
    ) -> [[i32; PANEL]; ROWS] {
        // SAFETY: 16 times 4 bytes; the load needs no alignment.
        let excess = unsafe { _mm512_loadu_si512(excess.as_ptr().cast()) };
        let lift = _mm512_set1_epi32(0x8080_8080_u32.cast_signed());
        let mut sums = [_mm512_setzero_si512(); ROWS];
        let [a, b, c, d] = rows.map(|row| row.as_chunks::<STEP>().0);
        for ((((queries, a), b), c), d) in woven.iter().zip(a).zip(b).zip(c).zip(d) {
            // SAFETY: as above.
            let queries = unsafe { _mm512_loadu_si512(queries.as_ptr().cast()) };
            for (sum, four) in sums.iter_mut().zip([a, b, c, d]) {
                let four = _mm512_set1_epi32(i32::from_le_bytes(four.map(i8::cast_unsigned)));
                *sum = _mm512_dpbusd_epi32(*sum, _mm512_xor_si512(four, lift), queries);
            }
        }
        let mut dots = [[0; PANEL]; ROWS];
        for (dots, sum) in dots.iter_mut().zip(sums) {
            let sum = _mm512_sub_epi32(sum, excess);
            // SAFETY: as above.
            unsafe { _mm512_storeu_si512(dots.as_mut_ptr().cast(), sum) };
        }
        dots
    }
}
