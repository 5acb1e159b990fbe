//! The k rows with the greatest dot products, exactly.
use std::ops::Range;

use rayon::prelude::*;

use super::dot::dots;
use super::winners::{Near, Winners};
#[cfg(target_arch = "x86_64")]
use super::{
    lanes::{Bytes, Lane, Words},
    panel::search_woven,
};
use crate::simd::Level;

/// Rows that are multiplied before any is ranked: their dot products are compared at once, and
/// the rows stay in a near cache for the next query.
const BLOCK: usize = 64;

/// Rows to search: item i's vector, whether it may be found, and the rank of its id.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub vectors: &'a [i8],
    pub dimensions: usize,
    pub ranks: &'a [u32],
    pub alive: Option<&'a [u8]>,
}

impl<'a> Rows<'a> {
    /// The vectors of some items, end to end.
    pub fn vectors(&self, items: &Range<usize>) -> &'a [i8] {
        &self.vectors[items.start * self.dimensions..items.end * self.dimensions]
    }

    pub fn offer(&self, item: usize, dot: i32, winners: &mut Winners) {
        if self.alive.is_none_or(|alive| alive[item] != 0) {
            winners.offer(dot, self.ranks[item], item as u32);
        }
    }
}

/// The `k` best rows for each query, best first; the rows are read in `parts` side by side.
pub fn nearest(
    rows: Rows<'_>,
    queries: &[&[i8]],
    k: usize,
    parts: usize,
    level: Level,
) -> Vec<Vec<Near>> {
    let items = rows.ranks.len();
    let length = items.div_ceil(parts).max(1);
    let many = queries.len();
    let one = |start: usize| {
        let items = start..(start + length).min(items);
        match level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Level` reports this only where the processor has the instructions.
            Level::Vnni if many >= Bytes::MANY => unsafe {
                search_woven::<Bytes>(rows, items, queries, k)
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above; a processor with AVX-512 has AVX2.
            Level::Avx2 | Level::Avx512 if many >= Words::MANY => unsafe {
                search_woven::<Words>(rows, items, queries, k)
            },
            _ => search(rows, items, queries, k, level),
        }
    };
    let parts: Vec<Vec<Winners>> = if parts == 1 {
        vec![one(0)]
    } else {
        (0..items)
            .into_par_iter()
            .step_by(length)
            .with_max_len(1)
            .map(one)
            .collect()
    };
    let merged = |query: usize| {
        let mut all: Vec<Near> = parts
            .iter()
            .flat_map(|winners| winners[query].kept.iter().copied())
            .collect();
        all.sort_unstable();
        all.truncate(k);
        all
    };
    (0..queries.len()).map(merged).collect()
}

/// Each query by itself, a block of rows at a time.
fn search(
    rows: Rows<'_>,
    items: Range<usize>,
    queries: &[&[i8]],
    k: usize,
    level: Level,
) -> Vec<Winners> {
    let mut winners: Vec<Winners> = queries.iter().map(|_| Winners::new(k)).collect();
    let mut products = [0; BLOCK];
    for first in items.clone().step_by(BLOCK) {
        let block = first..(first + BLOCK).min(items.end);
        let products = &mut products[..block.len()];
        for (query, winners) in queries.iter().zip(&mut winners) {
            dots(level, rows.vectors(&block), query, products);
            // Nearly all blocks end here, so all products are asked at once.
            if products.iter().max() < Some(&winners.floor) {
                continue;
            }
            for (item, &dot) in block.clone().zip(&*products) {
                if dot >= winners.floor {
                    rows.offer(item, dot, winners);
                }
            }
        }
    }
    winners
}
