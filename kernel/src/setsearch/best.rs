//! The k best candidates so far, and the floor that they put under the next one.
use std::collections::BinaryHeap;

use super::layout::{Damaged, Layout};
use super::query::{Candidate, Hit};
use super::ratio::Ratio;

/// Keeps the best `k` of the candidates offered.
pub struct Best<'a> {
    k: usize,
    floor: Ratio,
    /// The worst on top: it orders last.
    kept: BinaryHeap<Candidate<'a>>,
}

impl<'a> Best<'a> {
    pub fn new(k: usize, floor: Ratio) -> Self {
        Self {
            k,
            floor,
            kept: BinaryHeap::new(),
        }
    }

    /// What a similarity must reach; one that equals it may still lose by its id.
    pub fn floor(&self) -> Ratio {
        self.floor
    }

    pub fn raise(&mut self, floor: Ratio) {
        if floor.compare(self.floor).is_gt() {
            self.floor = floor;
        }
    }

    /// Whether the candidate reaches the floor and is among the k best of those seen.
    pub fn takes(&self, candidate: &Candidate<'_>) -> bool {
        if self.kept.len() < self.k {
            return candidate.similarity().compare(self.floor).is_ge();
        }
        self.kept.peek().is_some_and(|worst| candidate < worst)
    }

    /// Take the candidate, where it may be.
    pub fn offer(&mut self, candidate: Candidate<'a>) -> bool {
        if !self.takes(&candidate) {
            return false;
        }
        if self.kept.len() == self.k {
            self.kept.pop();
        }
        self.kept.push(candidate);
        if self.kept.len() == self.k {
            if let Some(floor) = self.kept.peek().map(Candidate::similarity) {
                self.raise(floor);
            }
        }
        true
    }

    /// The hits kept, best first.
    pub fn into_hits(self, layout: &Layout<'_>) -> Result<Vec<Hit>, Damaged> {
        let mut kept = self.kept.into_vec();
        kept.sort_unstable_by(Candidate::by_rank);
        kept.iter().map(|candidate| candidate.hit(layout)).collect()
    }
}
