//! A claim's n-grams, looked up.
use std::cmp::Ordering;

use super::layout::{Damaged, Found, Layout, SizeClass};
use super::ratio::Ratio;
use crate::simd::prefetch;

/// What is asked, before any index: n-gram hashes, and the items that may be found.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// Unique hashes.
    pub grams: &'a [u64],
    /// For each item, whether it may be found; all may where absent.
    pub alive: Option<&'a [u8]>,
}

/// One item found, with the integers behind its similarity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    pub item: u32,
    pub intersection: u32,
    pub union: u32,
}

/// A row that may be a hit. Its item and rank, far away in memory, are fetched when needed.
#[derive(Clone, Copy)]
pub struct Candidate<'a> {
    ranks: &'a [u32],
    row: u32,
    shared: u32,
    union: u32,
}

impl Candidate<'_> {
    pub fn similarity(&self) -> Ratio {
        Ratio::jaccard(self.shared, self.union)
    }

    pub fn hit(&self, layout: &Layout<'_>) -> Result<Hit, Damaged> {
        let item = layout.item(self.row as usize)? as u32;
        Ok(Hit {
            item,
            intersection: self.shared,
            union: self.union,
        })
    }
}

impl Candidate<'_> {
    /// Best first: more alike, then the smaller id; a total order whatever the ranks hold.
    pub fn by_rank(&self, other: &Self) -> Ordering {
        let rank = |one: &Self| self.ranks[one.row as usize];
        other
            .similarity()
            .compare(self.similarity())
            .then_with(|| (rank(self), self.row).cmp(&(rank(other), other.row)))
    }
}

/// Best first, as `by_rank` where rows of a size ascend by rank, which it then need not fetch.
///
/// With damaged ranks this is no total order: good for a heap, not for sorting, which may panic.
impl Ord for Candidate<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.union == other.union {
            // Of one union, equally alike means of one size.
            other
                .shared
                .cmp(&self.shared)
                .then(self.row.cmp(&other.row))
        } else {
            self.by_rank(other)
        }
    }
}

impl PartialOrd for Candidate<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.row == other.row
    }
}

impl Eq for Candidate<'_> {}

/// A question's n-grams as the lists and bitmaps of one index, rare first.
pub struct Lookup<'a> {
    /// N-grams asked for, unknown ones included.
    pub size: u32,
    /// Numbers of the known n-grams, ascending.
    pub grams: Vec<u32>,
    pub lists: Vec<&'a [u32]>,
    pub bitmaps: Vec<&'a [u64]>,
}

impl<'a> Lookup<'a> {
    pub fn new(layout: &Layout<'a>, grams: &[u64]) -> Result<Self, Damaged> {
        // All places first, then all lists: their cache misses overlap.
        for &gram in grams {
            layout.table.prefetch(gram);
        }
        let mut known = Vec::with_capacity(grams.len());
        for &gram in grams {
            known.extend(layout.table.number(gram)?);
        }
        known.sort_unstable();
        let mut lists = Vec::with_capacity(known.len());
        let mut bitmaps = Vec::new();
        for &gram in &known {
            match layout.found(gram) {
                Found::List(list) => {
                    prefetch(&list[0]);
                    lists.push(list);
                }
                Found::Bitmap(bitmap) => bitmaps.push(bitmap),
            }
        }
        Ok(Self {
            size: grams.len() as u32,
            grams: known,
            lists,
            bitmaps,
        })
    }

    /// How many bitmaps hold `slot`.
    pub fn dense_shared(&self, slot: u32) -> u32 {
        let (word, bit) = (slot as usize / 64, slot % 64);
        self.bitmaps
            .iter()
            .map(|bitmap| ((bitmap[word] >> bit) & 1) as u32)
            .sum()
    }

    /// How many of all known n-grams `slot` holds, looked up one by one.
    pub fn shared(&self, slot: u32) -> u32 {
        let in_lists = self
            .lists
            .iter()
            .filter(|list| list.binary_search(&slot).is_ok())
            .count();
        in_lists as u32 + self.dense_shared(slot)
    }

    /// What a row that shares so many n-grams is worth, where it may be found.
    pub fn candidate<'b>(
        &self,
        layout: &'b Layout<'_>,
        class: &SizeClass,
        row: usize,
        shared: u32,
        alive: Option<&[u8]>,
    ) -> Result<Option<Candidate<'b>>, Damaged> {
        if shared > self.size.min(class.size) {
            return Err(Damaged(
                "postings or bitmaps hold more n-grams of an item than it has",
            ));
        }
        if let Some(alive) = alive {
            if alive[layout.item(row)?] == 0 {
                return Ok(None);
            }
        }
        let union = self.size + class.size - shared;
        Ok(Some(Candidate {
            ranks: layout.parts.row_rank,
            row: row as u32,
            shared,
            union,
        }))
    }
}
