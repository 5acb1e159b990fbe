//! Bitmaps added bit-sliced: one word holds one binary digit of 64 counts.
//!
//! That costs about one operation a word for each bitmap, and as little to tell which counts reach
//! a bound.
// Inlined so that each level's function is compiled for its own instructions.
#![allow(clippy::inline_always)]

use std::ops::Range;

use super::layout::WORD;

/// Words that are handled together: the sums of a tile stay in the L1 cache.
pub const TILE_WORDS: usize = 128;
/// Slots a tile.
pub const TILE: usize = TILE_WORDS * WORD;

/// One binary digit of a tile's counts.
pub type Digit = [u64; TILE_WORDS];

/// A tile's counts of bitmaps, least digit first.
#[derive(Default)]
pub struct Sums {
    digits: Vec<Digit>,
    carry: Vec<Digit>,
    used: usize,
}

impl Sums {
    /// Add the words from `start` of `rows` and mark the counts that reach `need`, at least 1.
    pub fn reach(&mut self, rows: &[&[u64]], start: usize, need: u32, reached: &mut [u64]) {
        self.fill(rows, start..start + reached.len());
        if need
            .checked_shr(self.used as u32)
            .is_some_and(|above| above > 0)
        {
            reached.fill(0);
            return;
        }
        // Digit by digit, the least first: a greater digit wins over all below it.
        reached.fill(u64::MAX);
        for (place, digit) in self.digits[..self.used].iter().enumerate() {
            let asked = (need >> place) & 1 == 1;
            for (reached, digit) in reached.iter_mut().zip(digit) {
                *reached = if asked {
                    *reached & digit
                } else {
                    *reached | digit
                };
            }
        }
    }

    /// The digits of the last sums, least first.
    pub fn digits(&self) -> &[Digit] {
        &self.digits[..self.used]
    }

    /// The count of one slot of the tile.
    pub fn count(&self, slot: usize) -> u32 {
        self.digits().iter().rev().fold(0, |count, digit| {
            count << 1 | (digit[slot / WORD] >> (slot % WORD) & 1) as u32
        })
    }

    /// Sum these words of the bitmaps.
    #[inline(always)]
    pub fn fill(&mut self, rows: &[&[u64]], words: Range<usize>) {
        self.used = 0;
        let mut rest = rows;
        while let Some((seven, tail)) = rest.split_first_chunk::<7>() {
            self.add_seven(seven.map(|row| &row[words.clone()]));
            rest = tail;
        }
        while let Some((three, tail)) = rest.split_first_chunk::<3>() {
            self.add_three(three.map(|row| &row[words.clone()]));
            rest = tail;
        }
        match rest {
            [one] => {
                let carry = self.carry_digit(0);
                carry[..words.len()].copy_from_slice(&one[words.clone()]);
                self.ripple(0, words.len());
            }
            [one, two] => self.add_two(&one[words.clone()], &two[words]),
            _ => {}
        }
    }

    /// Seven bits make a number of three digits, by four full adders.
    #[inline(always)]
    fn add_seven(&mut self, rows: [&[u64]; 7]) {
        let words = rows[0].len();
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
    fn add_three(&mut self, rows: [&[u64]; 3]) {
        let words = rows[0].len();
        self.reserve(3);
        let [one, two, _] = first_three(&mut self.carry);
        for w in 0..words {
            (one[w], two[w]) = full_add(rows[0][w], rows[1][w], rows[2][w]);
        }
        for digit in 0..2 {
            self.ripple(digit, words);
        }
    }

    #[inline(always)]
    fn add_two(&mut self, left: &[u64], right: &[u64]) {
        let words = left.len();
        self.reserve(3);
        let [one, two, _] = first_three(&mut self.carry);
        for w in 0..words {
            (one[w], two[w]) = (left[w] ^ right[w], left[w] & right[w]);
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
    pub fn weight(digit: usize) -> u8 {
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
