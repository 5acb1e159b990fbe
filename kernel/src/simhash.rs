//! `SimHash`: a text as one number, near in Hamming distance when tokens are shared.
use crate::hashes::hash64;
use crate::tokens::tokens;

pub const MOST_BITS: u32 = 64;

/// Room for 2^48 tokens.
const PLANES: usize = 48;

/// Counts, for all 64 bits at once, how many votes set the bit: plane p holds bit p of each count.
struct Votes {
    planes: [u64; PLANES],
    cast: u64,
}

impl Votes {
    const fn new() -> Self {
        Self {
            planes: [0; PLANES],
            cast: 0,
        }
    }

    fn add(&mut self, vote: u64) {
        self.cast += 1;
        // Eight planes without a question asked are quicker than fewer with one at each.
        let (low, high) = self.planes.split_at_mut(8);
        let carry = low.iter_mut().fold(vote, added);
        if carry != 0 {
            high.iter_mut().fold(carry, added);
        }
    }

    /// Sets the bits that more than half of the votes set: each count against half, bit by bit.
    fn majority(&self) -> u64 {
        let half = self.cast / 2;
        let (mut above, mut level) = (0, u64::MAX);
        for (place, plane) in self.planes[..places(self.cast)].iter().enumerate().rev() {
            if half >> place & 1 == 0 {
                above |= level & plane;
                level &= !plane;
            } else {
                level &= plane;
            }
        }
        above
    }
}

/// Adds a carry to a plane and gives the next carry.
fn added(carry: u64, plane: &mut u64) -> u64 {
    let overflow = *plane & carry;
    *plane ^= carry;
    overflow
}

/// Binary digits of a count.
const fn places(count: u64) -> usize {
    (u64::BITS - count.leading_zeros()) as usize
}

/// The fingerprint of a text in the lowest `bits` bits (1 to 64).
#[must_use]
pub fn simhash(text: &[u8], bits: u32) -> u64 {
    fingerprint(tokens(text), bits)
}

/// The fingerprint of a text whose tokens are known.
pub fn fingerprint<'a>(tokens: impl Iterator<Item = &'a [u8]>, bits: u32) -> u64 {
    let mut votes = Votes::new();
    for token in tokens {
        votes.add(hash64(token));
    }
    votes.majority() & (u64::MAX >> (MOST_BITS - bits))
}

/// In how many bits one fingerprint differs from each of the others.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // 64 at most
pub fn hamming_many(fingerprint: u64, others: &[u64]) -> Vec<u8> {
    let differing = |other: &u64| (fingerprint ^ other).count_ones() as u8;
    others.iter().map(differing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn majority(votes: &[u64]) -> u64 {
        let mut counted = Votes::new();
        for vote in votes {
            counted.add(*vote);
        }
        counted.majority()
    }

    #[test]
    fn a_bit_needs_more_than_half_of_the_votes() {
        assert_eq!(majority(&[]), 0);
        assert_eq!(majority(&[0b01, 0b11]), 0b01);
        assert_eq!(majority(&[0b01, 0b11, 0b10]), 0b11);
        assert_eq!(majority(&[0b1, 0b1, 0b1, 0b1, 0, 0, 0, 0]), 0);
        assert_eq!(majority(&[u64::MAX; 9]), u64::MAX);
        assert_eq!(majority(&[[5; 300].as_slice(), &[0; 299]].concat()), 5);
        assert_eq!(majority(&[[5; 300].as_slice(), &[0; 300]].concat()), 0);
    }
}
