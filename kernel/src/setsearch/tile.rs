//! The inner loop of top-K: add bitmaps to byte counters and find the counters that reach a bound.
//!
//! Bitmaps are first summed bit-sliced; the sum's few digits are then spread to bytes.
use super::layout::WORD;
use super::sums::{Digit, Sums, TILE, TILE_WORDS};
use crate::simd::Level;

/// Adds bitmaps to a tile's counters and marks those that reach a bound.
pub struct Tile {
    sums: Sums,
    /// One bit for each counter that reaches the bound.
    reached: Digit,
    /// Counters with the bitmaps added, saturating; written in words where one reaches the bound.
    totals: [u8; TILE],
}

impl Default for Tile {
    fn default() -> Self {
        Self {
            sums: Sums::default(),
            reached: [0; TILE_WORDS],
            totals: [0; TILE],
        }
    }
}

impl Tile {
    /// Take `counters`, leaving zeros, add `rows` and compare with `need`, which is at least 1.
    ///
    /// There are 64 counters for each word of a row.
    pub fn take(
        &mut self,
        level: Level,
        rows: &[&[u64]],
        start: usize,
        counters: &mut [u8],
        need: u8,
    ) {
        match level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Level` reports these only where the processor has the instructions.
            Level::Avx512 | Level::Vnni => unsafe { self.take_avx512(rows, start, counters, need) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Level::Avx2 => unsafe { self.take_avx2(rows, start, counters, need) },
            _ => self.take_scalar(rows, start, counters, need),
        }
    }

    /// The slots of a word that reached the bound, with their totals.
    pub fn reached_in(
        &self,
        word: usize,
        first_slot: usize,
    ) -> impl Iterator<Item = (u32, u8)> + '_ {
        let mut bits = self.reached[word];
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let place = word * WORD + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(((first_slot + place) as u32, self.totals[place]))
        })
    }

    fn take_scalar(&mut self, rows: &[&[u64]], start: usize, counters: &mut [u8], need: u8) {
        self.sums.fill(rows, start..start + counters.len() / WORD);
        let digits = self.sums.digits();
        let totals = self.totals.chunks_exact_mut(WORD);
        for (w, (counters, totals)) in counters.chunks_exact_mut(WORD).zip(totals).enumerate() {
            totals.copy_from_slice(counters);
            counters.fill(0);
            for (digit, bits) in digits.iter().enumerate() {
                let weight = Sums::weight(digit);
                for (eight, byte) in totals.chunks_exact_mut(8).zip(bits[w].to_le_bytes()) {
                    for (total, mask) in eight.iter_mut().zip(SPREAD[byte as usize]) {
                        *total = total.saturating_add(mask & weight);
                    }
                }
            }
            // Most words reach nothing: the largest total tells.
            self.reached[w] = 0;
            if totals.iter().copied().max() >= Some(need) {
                for (bit, &total) in totals.iter().enumerate() {
                    self.reached[w] |= u64::from(total >= need) << bit;
                }
            }
        }
    }
}

/// Each byte's bits as eight bytes of zero or all ones.
const SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if (byte >> bit) & 1 == 1 {
                table[byte][bit] = u8::MAX;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        _mm256_adds_epu8, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_max_epu8,
        _mm256_movemask_epi8, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_set1_epi8,
        _mm256_set_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256,
        _mm256_testz_si256, _mm512_cmpge_epu8_mask, _mm512_loadu_si512, _mm512_mask_adds_epu8,
        _mm512_set1_epi8, _mm512_setzero_si512, _mm512_storeu_si512, _mm512_test_epi64_mask,
    };

    use super::{Sums, Tile, WORD};

    impl Tile {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        pub fn take_avx512(
            &mut self,
            rows: &[&[u64]],
            start: usize,
            counters: &mut [u8],
            need: u8,
        ) {
            self.sums.fill(rows, start..start + counters.len() / WORD);
            let digits = self.sums.digits();
            let need = _mm512_set1_epi8(need.cast_signed());
            let totals = self.totals.chunks_exact_mut(WORD);
            for (w, (counters, totals)) in counters.chunks_exact_mut(WORD).zip(totals).enumerate() {
                // SAFETY: both are 64 bytes long; loads and stores need no alignment.
                let mut counts = unsafe { _mm512_loadu_si512(counters.as_ptr().cast()) };
                // Most words are zero already: writing them would only dirty the cache.
                if _mm512_test_epi64_mask(counts, counts) != 0 {
                    // SAFETY: as above.
                    unsafe {
                        _mm512_storeu_si512(counters.as_mut_ptr().cast(), _mm512_setzero_si512());
                    }
                }
                for (digit, bits) in digits.iter().enumerate() {
                    let weight = _mm512_set1_epi8(Sums::weight(digit).cast_signed());
                    counts = _mm512_mask_adds_epu8(counts, bits[w], counts, weight);
                }
                self.reached[w] = _mm512_cmpge_epu8_mask(counts, need);
                if self.reached[w] != 0 {
                    // SAFETY: as above.
                    unsafe { _mm512_storeu_si512(totals.as_mut_ptr().cast(), counts) };
                }
            }
        }

        #[target_feature(enable = "avx2")]
        pub fn take_avx2(&mut self, rows: &[&[u64]], start: usize, counters: &mut [u8], need: u8) {
            const HALF: usize = WORD / 2;
            self.sums.fill(rows, start..start + counters.len() / WORD);
            let digits = self.sums.digits();
            // Byte i of the four bytes goes to lanes 8i..8i+8, where each lane keeps its own bit.
            let source = _mm256_set_epi64x(
                0x0303_0303_0303_0303,
                0x0202_0202_0202_0202,
                0x0101_0101_0101_0101,
                0,
            );
            let own_bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            let need = _mm256_set1_epi8(need.cast_signed());
            let totals = self.totals.chunks_exact_mut(HALF);
            for (half, (counters, totals)) in
                counters.chunks_exact_mut(HALF).zip(totals).enumerate()
            {
                let (w, shift) = (half / 2, (half % 2) * 32);
                // SAFETY: both are 32 bytes long; loads and stores need no alignment.
                let mut counts = unsafe { _mm256_loadu_si256(counters.as_ptr().cast()) };
                if _mm256_testz_si256(counts, counts) == 0 {
                    // SAFETY: as above.
                    unsafe {
                        _mm256_storeu_si256(counters.as_mut_ptr().cast(), _mm256_setzero_si256());
                    }
                }
                for (digit, bits) in digits.iter().enumerate() {
                    let four = ((bits[w] >> shift) as u32).cast_signed();
                    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(four), source);
                    let set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, own_bit), own_bit);
                    let weight = _mm256_set1_epi8(Sums::weight(digit).cast_signed());
                    counts = _mm256_adds_epu8(counts, _mm256_and_si256(set, weight));
                }
                // SAFETY: as above.
                unsafe { _mm256_storeu_si256(totals.as_mut_ptr().cast(), counts) };
                let enough = _mm256_cmpeq_epi8(_mm256_max_epu8(counts, need), counts);
                let bits = u64::from(_mm256_movemask_epi8(enough).cast_unsigned()) << shift;
                self.reached[w] = if shift == 0 {
                    bits
                } else {
                    self.reached[w] | bits
                };
            }
        }
    }
}
