//! The best rows so far, and what a dot product must reach to be one of them.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// One row found: ordered by greater dot product, then by smaller rank of its id, then by item.
pub type Near = (Reverse<i32>, u32, u32);

/// The best `k` rows for one query.
pub struct Winners {
    k: usize,
    /// The worst on top: it orders last.
    pub kept: BinaryHeap<Near>,
    /// What equals it may still lose by its id; nothing reaches it where `k` is 0.
    pub floor: i32,
}

impl Winners {
    pub fn new(k: usize) -> Self {
        Self {
            k,
            kept: BinaryHeap::new(),
            floor: if k > 0 { i32::MIN } else { i32::MAX },
        }
    }

    /// Take a row where it reaches the floor, and lift the floor.
    pub fn offer(&mut self, dot: i32, rank: u32, item: u32) {
        if dot < self.floor {
            return;
        }
        self.kept.push((Reverse(dot), rank, item));
        if self.kept.len() > self.k {
            self.kept.pop();
        }
        if self.kept.len() == self.k {
            if let Some((Reverse(least), ..)) = self.kept.peek() {
                self.floor = *least;
            }
        }
    }
}
