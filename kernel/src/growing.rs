//! Sets of tokens that grow one by one, searched exactly by Jaccard: the meter's index.
//!
//! Twin of `netnew.kernel.growing.GrowingSetsDefinition`, which says why looking at so few
//! places is enough.
#![allow(clippy::needless_pass_by_value)] // PyO3 hands every argument over by value
use std::collections::HashMap;

use pyo3::prelude::*;

use crate::setsearch::bindings::refused;

/// Where a token stands in a stored set.
struct Posting {
    position: u32,
    size: u32,
    place: u32,
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
        for (place, &token) in (0u32..).zip(&tokens[..self.prefix(tokens.len())]) {
            self.postings.entry(token).or_default().push(Posting {
                position,
                size,
                place,
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
        let mut hits = Vec::new();
        for (place, &token) in tokens[..self.prefix(size)].iter().enumerate() {
            let Some(postings) = self.postings.get(&token) else {
                continue;
            };
            for posting in postings {
                let other_size = posting.size as usize;
                let need = self.need(size, other_size);
                let position = posting.position as usize;
                if need > size - place
                    || need > other_size - posting.place as usize
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
    use super::shared;

    #[test]
    fn shared_counts_equal_numbers_of_falling_lists() {
        assert_eq!(shared(&[9, 4, 2], &[9, 3, 2, 1]), 2);
        assert_eq!(shared(&[], &[1]), 0);
    }
}
