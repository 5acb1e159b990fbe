//! Sets of tokens that grow one by one, searched exactly by Jaccard: the meter's index.
//!
//! Twin of `netnew.kernel.growing.GrowingSetsDefinition`, which says why looking at so few
//! places is enough. What a common word still brings together is told apart by signatures, which
//! stand beside the places, so that a set is fetched only where it can be near.
#![allow(clippy::needless_pass_by_value)] // PyO3 hands every argument over by value
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use pyo3::prelude::*;

use crate::setsearch::bindings::refused;

/// The sets of one size that hold a token at one place, oldest first.
struct Places {
    size: u32,
    place: u32,
    postings: Vec<Posting>,
}

struct Posting {
    position: u32,
    signature: Signature,
}

/// A stored set that is near enough; what is nearer, then older, comes first in order.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Hit {
    position: u32,
    shared: u32,
    union: u32,
}

impl Ord for Hit {
    fn cmp(&self, other: &Self) -> Ordering {
        let (ours, theirs) = (
            u64::from(self.shared) * u64::from(other.union),
            u64::from(other.shared) * u64::from(self.union),
        );
        theirs.cmp(&ours).then(self.position.cmp(&other.position))
    }
}

impl PartialOrd for Hit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
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

/// How near is near enough.
#[derive(Clone, Copy)]
struct Threshold {
    numerator: u64,
    denominator: u64,
}

impl Threshold {
    fn need(self, size: usize, other: usize) -> usize {
        let total = u128::from(self.numerator) * (size as u128 + other as u128);
        total.div_ceil(u128::from(self.numerator + self.denominator)) as usize
    }

    fn prefix(self, size: usize) -> usize {
        let needed = (u128::from(self.numerator) * size as u128).div_ceil(self.denominator.into());
        size.min(size - needed as usize + 1)
    }
}

#[pyclass(module = "netnew_kernel")]
pub struct GrowingSets {
    threshold: Threshold,
    /// By token: the sets that hold it among their first places.
    postings: HashMap<u32, Vec<Places>>,
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
            threshold: Threshold {
                numerator,
                denominator,
            },
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
        for (place, &token) in (0u32..).zip(&tokens[..self.threshold.prefix(tokens.len())]) {
            let shapes = self.postings.entry(token).or_default();
            let posting = Posting {
                position,
                signature,
            };
            match shapes
                .iter_mut()
                .find(|known| known.size == size && known.place == place)
            {
                Some(known) => known.postings.push(posting),
                None => shapes.push(Places {
                    size,
                    place,
                    postings: vec![posting],
                }),
            }
        }
        self.sets.push(tokens.into_boxed_slice());
        self.asked.push(0);
        Ok(())
    }

    /// (position, shared, union) of the sets over the threshold, or of the first `most` of them:
    /// nearest first, then oldest.
    #[pyo3(signature = (tokens, most=None))]
    fn similar(&mut self, tokens: Vec<u32>, most: Option<usize>) -> PyResult<Vec<(u32, u32, u32)>> {
        check(&tokens)?;
        if most == Some(0) {
            return Err(refused("the first none of them are asked for"));
        }
        self.queries += 1;
        let size = tokens.len();
        let signature = Signature::of(&tokens);
        let mut best = BinaryHeap::new();
        for (bound, need, places) in promising(&self.postings, self.threshold, &tokens)? {
            let other_size = places.size as usize;
            for posting in &places.postings {
                let bound = Hit {
                    position: posting.position,
                    ..bound
                };
                if most.is_some_and(|most| best.len() == most)
                    && best.peek().is_some_and(|worst| bound > *worst)
                {
                    break;
                }
                let position = posting.position as usize;
                // Sharing `need` of both, the sets differ in no more than all the others.
                if signature.least_difference(posting.signature) > size + other_size - 2 * need
                    || self.asked[position] == self.queries
                {
                    continue;
                }
                self.asked[position] = self.queries;
                let shared = shared(&tokens, &self.sets[position]);
                if shared >= need {
                    best.push(Hit {
                        position: posting.position,
                        shared: narrow(shared)?,
                        union: narrow(size + other_size - shared)?,
                    });
                    if most.is_some_and(|most| best.len() > most) {
                        best.pop();
                    }
                }
            }
        }
        let hits = best.into_sorted_vec().into_iter();
        Ok(hits
            .map(|hit| (hit.position, hit.shared, hit.union))
            .collect())
    }
}

/// Where sets over the threshold can stand: how near they can come, the most promising first,
/// how many tokens they have to share, and which they are.
fn promising<'a>(
    postings: &'a HashMap<u32, Vec<Places>>,
    threshold: Threshold,
    tokens: &[u32],
) -> PyResult<Vec<(Hit, usize, &'a Places)>> {
    let size = tokens.len();
    // Filled as sizes are met: a division a place would cost more than all the rest.
    let mut needs = [0; KEPT_NEEDS];
    let mut found = Vec::new();
    for (place, token) in tokens[..threshold.prefix(size)].iter().enumerate() {
        for places in postings.get(token).into_iter().flatten() {
            let other_size = places.size as usize;
            let need = match needs.get_mut(other_size) {
                Some(known) => {
                    if *known == 0 {
                        *known = threshold.need(size, other_size);
                    }
                    *known
                }
                None => threshold.need(size, other_size),
            };
            let shared = (size - place).min(other_size - places.place as usize);
            if need <= shared {
                let bound = Hit {
                    position: 0,
                    shared: narrow(shared)?,
                    union: narrow(size + other_size - shared)?,
                };
                found.push((bound, need, places));
            }
        }
    }
    found.sort_by_key(|(bound, _, _)| *bound);
    Ok(found)
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
            Ordering::Equal => {
                count += 1;
                i += 1;
                j += 1;
            }
            Ordering::Greater => i += 1,
            Ordering::Less => j += 1,
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
