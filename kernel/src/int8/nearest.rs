//! The k rows with the greatest dot products, exactly.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use super::panel::{Panel, PANEL, ROWS};
use crate::simd::Level;

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

/// The `k` best rows for each query, best first; each thread of the pool reads a part of the rows.
pub fn nearest(rows: Rows<'_>, queries: &[&[i8]], k: usize, level: Level) -> Vec<Vec<Near>> {
    let part = rows
        .ranks
        .len()
        .div_ceil(rayon::current_num_threads())
        .max(1);
    let starts: Vec<usize> = (0..rows.ranks.len()).step_by(part).collect();
    let parts: Vec<Vec<BinaryHeap<Near>>> = starts
        .into_par_iter()
        .with_max_len(1)
        .map(|start| {
            search(
                rows,
                start,
                (start + part).min(rows.ranks.len()),
                queries,
                k,
                level,
            )
        })
        .collect();
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
    let panels: Vec<Panel<'_>> = queries
        .chunks(PANEL)
        .map(|chunk| Panel::new(level, chunk))
        .collect();
    let mut heaps = vec![BinaryHeap::new(); queries.len()];
    if k == 0 {
        return heaps;
    }
    let vector = |row: usize| &rows.vectors[row * rows.dimensions..][..rows.dimensions];
    for first in (start..end).step_by(ROWS) {
        // The last rows fill up with the very last one, whose spare answers are not read.
        let four = std::array::from_fn(|place| vector((first + place).min(end - 1)));
        for (panel, heaps) in panels.iter().zip(heaps.chunks_mut(PANEL)) {
            let dots = panel.dots(four);
            for (row, dots) in (first..end.min(first + ROWS)).zip(&dots) {
                if rows.alive.is_some_and(|alive| alive[row] == 0) {
                    continue;
                }
                for (heap, &dot) in heaps.iter_mut().zip(dots) {
                    offer(heap, k, (Reverse(dot), rows.ranks[row], row as u32));
                }
            }
        }
    }
    heaps
}

#[inline]
fn offer(heap: &mut BinaryHeap<Near>, k: usize, near: Near) {
    if heap.len() < k {
        heap.push(near);
    } else if let Some(mut worst) = heap.peek_mut() {
        if near < *worst {
            *worst = near;
        }
    }
}
