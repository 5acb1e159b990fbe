//! A claim's n-grams, looked up.
use std::cmp::Ordering;

use super::layout::{prefetch, Damaged, Found, Layout, SizeClass};
use super::ratio::Ratio;

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
    pub rank: u32,
    pub intersection: u32,
    pub union: u32,
}

impl Hit {
    pub fn similarity(self) -> Ratio {
        Ratio::jaccard(self.intersection, self.union)
    }

    /// Best first: more alike, then the smaller id.
    pub fn order(&self, other: &Self) -> Ordering {
        other
            .similarity()
            .compare(self.similarity())
            .then_with(|| (self.rank, self.item).cmp(&(other.rank, other.item)))
    }
}

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

    /// The hit that `shared` n-grams make of a row, where it may be found.
    pub fn hit(
        &self,
        layout: &Layout<'_>,
        class: &SizeClass,
        row: usize,
        shared: u32,
        alive: Option<&[u8]>,
    ) -> Result<Option<Hit>, Damaged> {
        if shared > self.size.min(class.size) {
            return Err(Damaged(
                "postings or bitmaps hold more n-grams of an item than it has",
            ));
        }
        let item = layout.parts.row_item[row];
        if item as usize >= layout.items() {
            return Err(Damaged("row_item names an item that is not there"));
        }
        if alive.is_some_and(|alive| alive[item as usize] == 0) {
            return Ok(None);
        }
        let rank = layout.parts.row_rank[row];
        Ok(Some(Hit {
            item,
            rank,
            intersection: shared,
            union: self.size + class.size - shared,
        }))
    }
}
