//! The k rows with the greatest dot products, exactly.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use super::dot::ROWS;
use super::panel::{Panel, PANEL};
use crate::simd::{prefetch, Level};

/// Bytes of a line of the cache.
const LINE: usize = 64;
/// Rows fetched before they are needed: several rows are read at once, which the processor's own
/// foresight does not follow.
const AHEAD: usize = 16;

/// One row found: ordered by greater dot product, then by smaller rank of its id, then by item.
pub type Near = (Reverse<i32>, u32, u32);

/// Rows to search: item i's vector, whether it may be found, and the rank of its id.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub vectors: &'a [i8],
    pub dimensions: usize,
    pub ranks: &'a [u32],
    pub alive: Option<&'a [u8]>,
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
    let one = |start| search(rows, start, (start + length).min(items), queries, k, level);
    let parts: Vec<Vec<BinaryHeap<Near>>> = if parts == 1 {
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
            .flat_map(|heaps| heaps[query].iter().copied())
            .collect();
        all.sort_unstable();
        all.truncate(k);
        all
    };
    (0..queries.len()).map(merged).collect()
}

fn search(
    rows: Rows<'_>,
    start: usize,
    end: usize,
    queries: &[&[i8]],
    k: usize,
    level: Level,
) -> Vec<BinaryHeap<Near>> {
    let mut parts: Vec<(Panel<'_>, Winners)> = queries
        .chunks(PANEL)
        .map(|chunk| (Panel::new(level, chunk), Winners::new(k, chunk.len())))
        .collect();
    let vector = |row: usize| &rows.vectors[row * rows.dimensions..][..rows.dimensions];
    for first in (start..end).step_by(ROWS) {
        let ahead = (first + AHEAD) * rows.dimensions;
        for line in (ahead..ahead + ROWS * rows.dimensions).step_by(LINE) {
            if let Some(byte) = rows.vectors.get(line) {
                prefetch(byte);
            }
        }
        // The last rows fill up with the very last one, whose spare answers are not read.
        let four = std::array::from_fn(|place| vector((first + place).min(end - 1)));
        for (panel, winners) in &mut parts {
            let dots = panel.dots(four);
            for (row, dots) in (first..end.min(first + ROWS)).zip(&dots) {
                if winners.may_take(dots) && rows.alive.is_none_or(|alive| alive[row] != 0) {
                    winners.offer(dots, rows.ranks[row], row as u32);
                }
            }
        }
    }
    parts
        .into_iter()
        .flat_map(|(_, winners)| winners.heaps)
        .collect()
}

/// The best rows so far for each query of a panel.
struct Winners {
    k: usize,
    heaps: Vec<BinaryHeap<Near>>,
    /// What a dot product must reach; what equals it may still lose by its id.
    floors: [i32; PANEL],
}

impl Winners {
    fn new(k: usize, queries: usize) -> Self {
        let mut floors = [i32::MAX; PANEL];
        if k > 0 {
            floors[..queries].fill(i32::MIN);
        }
        Self {
            k,
            heaps: vec![BinaryHeap::new(); queries],
            floors,
        }
    }

    /// Whether any query may take a row; nearly all rows end here, so it asks all at once.
    fn may_take(&self, dots: &[i32; PANEL]) -> bool {
        dots.iter()
            .zip(&self.floors)
            .filter(|(dot, floor)| dot >= floor)
            .count()
            > 0
    }

    fn offer(&mut self, dots: &[i32; PANEL], rank: u32, item: u32) {
        for ((heap, floor), &dot) in self.heaps.iter_mut().zip(&mut self.floors).zip(dots) {
            if dot < *floor {
                continue;
            }
            heap.push((Reverse(dot), rank, item));
            if heap.len() > self.k {
                heap.pop();
            }
            if heap.len() == self.k {
                if let Some((Reverse(least), ..)) = heap.peek() {
                    *floor = *least;
                }
            }
        }
    }
}
