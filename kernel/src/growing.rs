//! Sets of tokens that grow one by one, searched exactly by Jaccard: the meter's index.
//!
//! Twin of `netnew.kernel.growing.GrowingSetsDefinition`, which says why looking at so few
//! places is enough. What a common word still brings together is told apart by signatures, which
//! stand beside the places, so that a set is fetched only where it can be near.
#![allow(clippy::needless_pass_by_value)] // PyO3 hands every argument over by value
use std::collections::HashMap;

use pyo3::prelude::*;

use crate::setsearch::bindings::refused;

/// Where a token stands in a stored set.
struct Posting {
    position: u32,
    size: u32,
    place: u32,
    signature: Signature,
}

/// Claims are sentences: most have fewer tokens than this.
const KEPT_NEEDS: usize = 128;

/// One bit a token, flipped: sets differ in at least as many tokens as their signatures in bits.
#[derive(Clone, Copy, Default)]
struct Signature([u64; 2]);

impl Signature {
    fn of(tokens: &[u32]) -> Self {
        let mut bits = [0; 2];
        for &token in tokens {
            // Numbers in a row fall on bits far apart.
            let hash = token.wrapping_mul(0x9E37_79B1) >> 25;
            bits[(hash >> 6) as usize] ^= 1u64 << (hash & 63);
        }
        Self(bits)
    }

    fn least_difference(self, other: Self) -> usize {
        let bits = (self.0[0] ^ other.0[0]).count_ones() + (self.0[1] ^ other.0[1]).count_ones();
        bits as usize
    }
}

#[pyclass(module = "netnew_kernel")]
pub struct GrowingSets {
    numerator: u64,
    denominator: u64,
    /// By token: the sets that hold it among their first places.
    postings: HashMap<u32, Vec<Posting>>,
    sets: Vec<Box<[u32]>>,
    /// By set: the last query that looked at it.
    asked: Vec<u64>,
    queries: u64,
}

#[pymethods]
impl GrowingSets {
    #[new]
    fn new(numerator: u64, denominator: u64) -> PyResult<Self> {
        if numerator == 0 || numerator > denominator || denominator > 1 << 40 {
            return Err(refused("a threshold lies above 0 and at most at 1"));
        }
        Ok(Self {
            numerator,
            denominator,
            postings: HashMap::new(),
            sets: Vec::new(),
            asked: Vec::new(),
            queries: 0,
        })
    }

    /// Store one set, given in falling order; its position is the number of sets before it.
    fn add(&mut self, tokens: Vec<u32>) -> PyResult<()> {
        check(&tokens)?;
        let position = narrow(self.sets.len())?;
        let size = narrow(tokens.len())?;
        let signature = Signature::of(&tokens);
        for (place, &token) in (0u32..).zip(&tokens[..self.prefix(tokens.len())]) {
            self.postings.entry(token).or_default().push(Posting {
                position,
                size,
                place,
                signature,
            });
        }
        self.sets.push(tokens.into_boxed_slice());
        self.asked.push(0);
        Ok(())
    }

    /// (position, shared, union) of each set over the threshold: nearest first, then oldest.
    fn similar(&mut self, tokens: Vec<u32>) -> PyResult<Vec<(u32, u32, u32)>> {
        check(&tokens)?;
        self.queries += 1;
        let size = tokens.len();
        let signature = Signature::of(&tokens);
        // Filled as sizes are met: a division a place would cost more than all the rest.
        let mut needs = [0; KEPT_NEEDS];
        let mut hits = Vec::new();
        for (place, &token) in tokens[..self.prefix(size)].iter().enumerate() {
            let Some(postings) = self.postings.get(&token) else {
                continue;
            };
            for posting in postings {
                let other_size = posting.size as usize;
                let need = match needs.get_mut(other_size) {
                    Some(known) => {
                        if *known == 0 {
                            *known = self.need(size, other_size);
                        }
                        *known
                    }
                    None => self.need(size, other_size),
                };
                let position = posting.position as usize;
                // Sharing `need` of both, the sets differ in no more than all the others.
                if need > size - place
                    || need > other_size - posting.place as usize
                    || signature.least_difference(posting.signature) > size + other_size - 2 * need
                    || self.asked[position] == self.queries
                {
                    continue;
                }
                self.asked[position] = self.queries;
                let shared = shared(&tokens, &self.sets[position]);
                if shared >= need {
                    let union = narrow(size + other_size - shared)?;
                    hits.push((posting.position, narrow(shared)?, union));
                }
            }
        }
        hits.sort_unstable_by(|a, b| {
            let (left, right) = (
                u64::from(a.1) * u64::from(b.2),
                u64::from(b.1) * u64::from(a.2),
            );
            right.cmp(&left).then(a.0.cmp(&b.0))
        });
        Ok(hits)
    }
}

impl GrowingSets {
    fn need(&self, size: usize, other: usize) -> usize {
        let total = u128::from(self.numerator) * (size as u128 + other as u128);
        total.div_ceil(u128::from(self.numerator + self.denominator)) as usize
    }

    fn prefix(&self, size: usize) -> usize {
        let needed = (u128::from(self.numerator) * size as u128).div_ceil(self.denominator.into());
        size.min(size - needed as usize + 1)
    }
}

fn check(tokens: &[u32]) -> PyResult<()> {
    if tokens.windows(2).all(|pair| pair[0] > pair[1]) {
        return Ok(());
    }
    Err(refused("the tokens of a set fall and do not repeat"))
}

fn narrow(count: usize) -> PyResult<u32> {
    u32::try_from(count).map_err(|_| refused("more than 2^32 of them"))
}

/// How many numbers two falling lists share.
fn shared(left: &[u32], right: &[u32]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < left.len() && j < right.len() {
        match left[i].cmp(&right[j]) {
            std::cmp::Ordering::Equal => {
                count += 1;
                i += 1;
                j += 1;
            }
            std::cmp::Ordering::Greater => i += 1,
            std::cmp::Ordering::Less => j += 1,
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{shared, Signature};

    #[test]
    fn shared_counts_equal_numbers_of_falling_lists() {
        assert_eq!(shared(&[9, 4, 2], &[9, 3, 2, 1]), 2);
        assert_eq!(shared(&[], &[1]), 0);
    }

    #[test]
    fn signatures_never_differ_in_more_than_the_sets_do() {
        for step in 1..200u32 {
            let left: Vec<u32> = (0..20).map(|i| i * step).collect();
            let right: Vec<u32> = (5..30).map(|i| i * step).collect();
            let bits = Signature::of(&left).least_difference(Signature::of(&right));
            assert!(bits <= 15, "{bits} bits for 15 tokens");
        }
    }
}
