//! The k best hits so far, and the floor that they put under the next one.
use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::query::Hit;
use super::ratio::Ratio;

/// Keeps the best `k` of the hits offered, none below `floor`.
pub struct Best {
    k: usize,
    floor: Ratio,
    hits: BinaryHeap<Worst>,
}

/// A hit ordered so that a heap holds its worst on top.
#[derive(PartialEq, Eq)]
struct Worst(Hit);

impl Ord for Worst {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(&other.0)
    }
}

impl PartialOrd for Worst {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Best {
    pub fn new(k: usize, floor: Ratio) -> Self {
        Self {
            k,
            floor,
            hits: BinaryHeap::new(),
        }
    }

    /// What a hit's similarity must reach; one that equals it may still lose by its id.
    pub fn floor(&self) -> Ratio {
        self.floor
    }

    pub fn raise(&mut self, floor: Ratio) {
        if floor.compare(self.floor).is_gt() {
            self.floor = floor;
        }
    }

    /// Take the hit where it is among the k best of those seen.
    pub fn offer(&mut self, hit: Hit) -> bool {
        if self.hits.len() < self.k {
            self.hits.push(Worst(hit));
        } else {
            match self.hits.peek_mut() {
                Some(mut worst) if hit.order(&worst.0).is_lt() => *worst = Worst(hit),
                _ => return false,
            }
        }
        if self.hits.len() == self.k {
            if let Some(floor) = self.hits.peek().map(|Worst(worst)| worst.similarity()) {
                self.raise(floor);
            }
        }
        true
    }

    /// The hits kept, best first.
    pub fn into_hits(self) -> Vec<Hit> {
        let mut hits: Vec<Hit> = self.hits.into_iter().map(|Worst(hit)| hit).collect();
        hits.sort_unstable_by(Hit::order);
        hits
    }
}
