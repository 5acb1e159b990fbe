//! The inner loop of top-K: add bitmaps to byte counters and find the counters that reach a bound.
//!
//! Bitmaps are first summed bit-sliced (one word holds one binary digit of 64 counts), which costs
//! about one operation a word for each bitmap; the sum's few digits are then spread to bytes.
// Inlined so that each level's function is compiled for its own instructions.
#![allow(clippy::inline_always)]

use super::layout::WORD;
use crate::simd::Level;

/// Words that are handled together: 4,096 counters and the sums beside them stay in the L1 cache.
pub const TILE_WORDS: usize = 64;
/// Counters a tile.
pub const TILE: usize = TILE_WORDS * WORD;

/// One binary digit of a tile's counts.
type Digit = [u64; TILE_WORDS];

/// Adds bitmaps to a tile's counters and marks those that reach a bound.
pub struct Tile {
    sums: Sums,
    /// One bit for each counter that reaches the bound.
    reached: Digit,
    /// Counters with the bitmaps added, saturating; written in words where one reaches the bound.
    totals: [u8; TILE],
}

/// A tile's counts of bitmaps, least digit first.
#[derive(Default)]
struct Sums {
    digits: Vec<Digit>,
    carry: Vec<Digit>,
    used: usize,
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
    pub fn take(&mut self, level: Level, rows: &[&[u64]], counters: &mut [u8], need: u8) {
        match level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Level` reports these only where the processor has the instructions.
            Level::Avx512 | Level::Vnni => unsafe { self.take_avx512(rows, counters, need) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Level::Avx2 => unsafe { self.take_avx2(rows, counters, need) },
            _ => self.take_scalar(rows, counters, need),
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

    fn take_scalar(&mut self, rows: &[&[u64]], counters: &mut [u8], need: u8) {
        self.sums.fill(rows, counters.len() / WORD);
        let digits = &self.sums.digits[..self.sums.used];
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

impl Sums {
    /// Sum the bitmaps. Inlined into each level's function, so that each is compiled for its own
    /// instructions.
    #[inline(always)]
    fn fill(&mut self, rows: &[&[u64]], words: usize) {
        self.used = 0;
        let mut rest = rows;
        while let Some((seven, tail)) = rest.split_first_chunk::<7>() {
            self.add_seven(seven, words);
            rest = tail;
        }
        while let Some((three, tail)) = rest.split_first_chunk::<3>() {
            self.add_three(three, words);
            rest = tail;
        }
        for row in rest {
            let carry = self.carry_digit(0);
            carry[..words].copy_from_slice(&row[..words]);
            self.ripple(0, words);
        }
    }

    /// Seven bits make a number of three digits, by four full adders.
    #[inline(always)]
    fn add_seven(&mut self, rows: &[&[u64]; 7], words: usize) {
        let rows = rows.map(|row| &row[..words]);
        self.reserve(3);
        let [ones, twos, fours] = first_three(&mut self.carry);
        for w in 0..words {
            let (sum, carry) = full_add(rows[0][w], rows[1][w], rows[2][w]);
            let (more, carries) = full_add(rows[3][w], rows[4][w], rows[5][w]);
            let (one, last) = full_add(sum, more, rows[6][w]);
            let (two, four) = full_add(carry, carries, last);
            (ones[w], twos[w], fours[w]) = (one, two, four);
        }
        for digit in 0..3 {
            self.ripple(digit, words);
        }
    }

    #[inline(always)]
    fn add_three(&mut self, rows: &[&[u64]; 3], words: usize) {
        let rows = rows.map(|row| &row[..words]);
        self.reserve(3);
        let [one, two, _] = first_three(&mut self.carry);
        for w in 0..words {
            (one[w], two[w]) = full_add(rows[0][w], rows[1][w], rows[2][w]);
        }
        for digit in 0..2 {
            self.ripple(digit, words);
        }
    }

    /// Add the carry waiting at `start` to that digit, and what that carries to the next ones.
    #[inline(always)]
    fn ripple(&mut self, start: usize, words: usize) {
        if start >= self.used {
            // Nothing is there yet: the carry becomes the digit.
            self.reserve(start + 1);
            for digit in self.used..start {
                self.digits[digit][..words].fill(0);
            }
            self.digits[start][..words].copy_from_slice(&self.carry[start][..words]);
            self.used = start + 1;
            return;
        }
        let carry = &mut self.carry[start];
        for digit in &mut self.digits[start..self.used] {
            let mut left = 0;
            for (bits, carry) in digit[..words].iter_mut().zip(&mut carry[..words]) {
                (*bits, *carry) = (*bits ^ *carry, *bits & *carry);
                left |= *carry;
            }
            if left == 0 {
                return;
            }
        }
        let last = self.carry[start];
        self.reserve(self.used + 1);
        self.digits[self.used] = last;
        self.used += 1;
    }

    fn carry_digit(&mut self, digit: usize) -> &mut Digit {
        self.reserve(digit + 1);
        &mut self.carry[digit]
    }

    fn reserve(&mut self, digits: usize) {
        while self.digits.len() < digits {
            self.digits.push([0; TILE_WORDS]);
        }
        while self.carry.len() < digits {
            self.carry.push([0; TILE_WORDS]);
        }
    }

    /// What one bit of `digit` adds to a byte counter.
    fn weight(digit: usize) -> u8 {
        1_u8.checked_shl(digit as u32).unwrap_or(u8::MAX)
    }
}

#[inline(always)]
fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

#[inline(always)]
fn first_three(digits: &mut [Digit]) -> [&mut Digit; 3] {
    let [one, two, four, ..] = digits else {
        unreachable!("three digits were reserved")
    };
    [one, two, four]
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
        pub fn take_avx512(&mut self, rows: &[&[u64]], counters: &mut [u8], need: u8) {
            self.sums.fill(rows, counters.len() / WORD);
            let digits = &self.sums.digits[..self.sums.used];
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
        pub fn take_avx2(&mut self, rows: &[&[u64]], counters: &mut [u8], need: u8) {
            const HALF: usize = WORD / 2;
            self.sums.fill(rows, counters.len() / WORD);
            let digits = &self.sums.digits[..self.sums.used];
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
