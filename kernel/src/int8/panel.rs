//! Sixteen queries side by side, so that one pass over a row answers them all.
//!
//! A row's dimensions are taken a few at a time and multiplied with those of all queries at once:
//! each lane of the accumulators belongs to one query, and nothing is summed across lanes.
use super::dot::{dot, dots, ROWS};
use crate::simd::Level;

/// Queries a panel.
pub const PANEL: usize = 16;
/// Dimensions that one instruction takes.
const STEP: usize = 4;

/// Up to sixteen queries, arranged for the level.
pub struct Panel<'a> {
    level: Level,
    queries: &'a [&'a [i8]],
    /// For each four dimensions, those of all sixteen queries; padded with zeros.
    woven: Vec<[[i8; STEP]; PANEL]>,
    /// 128 times each query's sum: what lifting a row by 128 adds.
    excess: [i32; PANEL],
}

impl<'a> Panel<'a> {
    pub fn new(level: Level, queries: &'a [&'a [i8]]) -> Self {
        let mut panel = Self {
            level,
            queries,
            woven: Vec::new(),
            excess: [0; PANEL],
        };
        if level == Level::Vnni && queries.len() > 1 {
            panel.weave();
        }
        panel
    }

    fn weave(&mut self) {
        let dimensions = self.queries[0].len();
        self.woven = vec![[[0; STEP]; PANEL]; dimensions / STEP];
        for (lane, query) in self.queries.iter().enumerate() {
            for (woven, step) in self.woven.iter_mut().zip(query.chunks_exact(STEP)) {
                woven[lane].copy_from_slice(step);
                self.excess[lane] += step
                    .iter()
                    .map(|&number| 128 * i32::from(number))
                    .sum::<i32>();
            }
        }
    }

    /// The dot products of these rows with each query.
    pub fn dots(&self, rows: [&[i8]; ROWS]) -> [[i32; PANEL]; ROWS] {
        let mut sums = [[0; PANEL]; ROWS];
        if self.woven.is_empty() {
            for (lane, query) in self.queries.iter().enumerate() {
                for (sums, dot) in sums.iter_mut().zip(dots(self.level, rows, query)) {
                    sums[lane] = dot;
                }
            }
            return sums;
        }
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `woven` is filled only for this level, which the processor has.
        unsafe {
            x86::dots_vnni(&self.woven, rows, &mut sums);
        }
        let whole = self.woven.len() * STEP;
        for (sums, row) in sums.iter_mut().zip(rows) {
            for ((sum, query), excess) in sums.iter_mut().zip(self.queries).zip(self.excess) {
                *sum += dot(Level::Scalar, &row[whole..], &query[whole..]) - excess;
            }
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32, _mm512_setzero_si512,
        _mm512_storeu_si512,
    };

    use super::{PANEL, ROWS, STEP};

    /// Sums of (row + 128) times query, for the dimensions that were woven.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub fn dots_vnni(
        woven: &[[[i8; STEP]; PANEL]],
        rows: [&[i8]; ROWS],
        dots: &mut [[i32; PANEL]; ROWS],
    ) {
        let mut sums = [_mm512_setzero_si512(); ROWS];
        let rows = rows.map(|row| &row[..woven.len() * STEP]);
        for (step, queries) in woven.iter().enumerate() {
            // SAFETY: 16 times 4 bytes; the load needs no alignment.
            let queries = unsafe { _mm512_loadu_si512(queries.as_ptr().cast()) };
            for (sum, row) in sums.iter_mut().zip(rows) {
                let four = &row[step * STEP..][..STEP];
                let lifted = [four[0], four[1], four[2], four[3]]
                    .map(|number| number.cast_unsigned() ^ 0x80);
                let lifted = _mm512_set1_epi32(i32::from_le_bytes(lifted));
                *sum = _mm512_dpbusd_epi32(*sum, lifted, queries);
            }
        }
        for (dots, sum) in dots.iter_mut().zip(sums) {
            // SAFETY: 16 integers of 4 bytes; the store needs no alignment.
            unsafe { _mm512_storeu_si512(dots.as_mut_ptr().cast(), sum) };
        }
    }
}
