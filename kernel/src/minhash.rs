//! `MinHash`: a set of shingles as k small numbers that match as the sets overlap.
use rayon::prelude::*;

use crate::hashes::hash64_of_stream;
use crate::ragged::Rows;

pub const MOST_LANES: usize = 4096;
/// What a lane holds before any shingle; such a lane matches nothing.
pub const EMPTY: u32 = u32::MAX;

/// Lanes that are folded together: their state fits the vector registers of AVX2.
const TOGETHER: usize = 32;

/// One block of lanes: x goes to `multipliers[i] * x + offsets[i]`.
struct Block {
    multipliers: [u32; TOGETHER],
    offsets: [u32; TOGETHER],
}

/// The k functions whose least values are a signature.
pub struct Lanes {
    k: usize,
    blocks: Vec<Block>,
}

impl Lanes {
    /// Derives the functions from the one seed; `k` is from 1 to 4096.
    #[must_use]
    pub fn new(k: usize) -> Self {
        let blocks = (0..k).step_by(TOGETHER).map(Block::starting_at).collect();
        Self { k, blocks }
    }

    #[must_use]
    pub const fn k(&self) -> usize {
        self.k
    }

    /// Writes the signature of the set whose upper halves are `uppers` (repeats do no harm).
    ///
    /// # Panics
    /// Where `signature` does not have k lanes.
    pub fn sign(&self, uppers: &[u32], signature: &mut [u32]) {
        assert_eq!(signature.len(), self.k);
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: this processor has AVX2, as was just asked.
            return unsafe { self.sign_avx2(uppers, signature) };
        }
        self.sign_plain(uppers, signature);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn sign_avx2(&self, uppers: &[u32], signature: &mut [u32]) {
        self.sign_plain(uppers, signature);
    }

    /// Inlined into each caller, and compiled there with the caller's instructions.
    #[allow(clippy::inline_always)] // a call would lose those instructions
    #[inline(always)]
    fn sign_plain(&self, uppers: &[u32], signature: &mut [u32]) {
        for (block, lanes) in self.blocks.iter().zip(signature.chunks_mut(TOGETHER)) {
            let mut least = [EMPTY; TOGETHER];
            for x in uppers {
                for (lane, least) in least.iter_mut().enumerate() {
                    let value = block.multipliers[lane].wrapping_mul(*x);
                    *least = (*least).min(value.wrapping_add(block.offsets[lane]));
                }
            }
            lanes.copy_from_slice(&least[..lanes.len()]);
        }
    }
}

impl Block {
    #[allow(clippy::cast_possible_truncation)] // halves are what is wanted; lanes are few
    fn starting_at(first: usize) -> Self {
        let drawn = |lane| hash64_of_stream(b"minhash/1", (first + lane) as u16);
        Self {
            multipliers: std::array::from_fn(|lane| drawn(lane) as u32 | 1),
            offsets: std::array::from_fn(|lane| upper(drawn(lane))),
        }
    }
}

/// The signature of a set of shingles.
#[must_use]
pub fn minhash(lanes: &Lanes, shingles: &[u64]) -> Vec<u32> {
    let uppers: Vec<u32> = shingles.iter().copied().map(upper).collect();
    let mut signature = vec![EMPTY; lanes.k()];
    lanes.sign(&uppers, &mut signature);
    signature
}

/// The signatures of all rows, end to end.
#[must_use]
pub fn minhash_many(lanes: &Lanes, rows: Rows) -> Vec<u32> {
    let mut signatures = vec![EMPTY; rows.len() * lanes.k()];
    let places = signatures.par_chunks_mut(lanes.k()).enumerate();
    places.for_each_init(Vec::new, |uppers, (row, signature)| {
        uppers.clear();
        uppers.extend(rows.row(row).iter().copied().map(upper));
        lanes.sign(uppers, signature);
    });
    signatures
}

/// The upper half of a shingle, which is what the lanes read.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // 32 bits remain
pub const fn upper(shingle: u64) -> u32 {
    (shingle >> 32) as u32
}

/// Counts the lanes in which two signatures agree.
#[must_use]
pub fn matching_lanes(a: &[u32], b: &[u32]) -> u32 {
    a.iter()
        .zip(b)
        .map(|(x, y)| u32::from(x == y && *x != EMPTY))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(uppers: &[u32], k: usize) -> Vec<u32> {
        let mut signature = vec![0; k];
        Lanes::new(k).sign(uppers, &mut signature);
        signature
    }

    #[test]
    fn the_empty_set_matches_nothing_not_even_itself() {
        let empty = signed(&[], 5);

        assert_eq!(empty, [EMPTY; 5]);
        assert_eq!(matching_lanes(&empty, &empty), 0);
    }

    #[test]
    fn a_shorter_signature_begins_a_longer_one() {
        let uppers = [7, 1 << 31, 12345];

        assert_eq!(signed(&uppers, 77), signed(&uppers, 128)[..77]);
    }

    #[test]
    fn order_and_repeats_do_not_matter() {
        assert_eq!(signed(&[1, 2, 2, 1], 64), signed(&[2, 1], 64));
    }
}
