//! The k items most like a question, exactly.
//!
//! 1. The rarest lists name a few items that are likely near; their true similarities give a first
//!    floor under the k-th best.
//! 2. All lists are counted, a byte an item.
//! 3. Sizes are scanned in turn. For each, the floor tells the least shared count that can still
//!    win; sizes that cannot reach it are skipped, and each better hit lifts the floor.
use std::collections::BinaryHeap;

use super::counters::with_counters;
use super::layout::{Damaged, Layout, SizeClass, WORD};
use super::query::{Hit, Lookup, Question};
use super::ratio::Ratio;
use super::tile::{add_and_compare, Sums, TILE, TILE_WORDS};
use crate::simd::Level;

/// Postings of the rarest lists that are scored first.
const SEEDS: usize = 256;

/// The `k` best items of at least `floor`, best first.
pub fn top_k(
    layout: &Layout<'_>,
    question: Question<'_>,
    k: usize,
    floor: Ratio,
    level: Level,
) -> Result<Vec<Hit>, Damaged> {
    let lookup = Lookup::new(layout, question.grams)?;
    if k == 0 || lookup.grams.is_empty() {
        return Ok(Vec::new());
    }
    let mut best = Best {
        k,
        floor,
        hits: BinaryHeap::new(),
    };
    with_counters(layout.slots, |counters| {
        for list in &lookup.lists {
            count(counters, list)?;
        }
        let mut scan = Scan {
            layout,
            lookup: &lookup,
            alive: question.alive,
            level,
        };
        best.raise(scan.seed_floor(counters, k)?);
        scan.all_sizes(counters, &mut best)
    })?;
    let mut hits: Vec<Hit> = best.hits.into_iter().map(|Worst(hit)| hit).collect();
    hits.sort_unstable_by(Hit::order);
    Ok(hits)
}

/// Add one to the counter of each slot.
pub fn count(counters: &mut [u8], list: &[u32]) -> Result<(), Damaged> {
    for &slot in list {
        let counter = counters
            .get_mut(slot as usize)
            .ok_or(Damaged("postings name no slot"))?;
        *counter = counter.saturating_add(1);
    }
    Ok(())
}

/// A hit ordered so that a heap holds its worst on top.
#[derive(PartialEq, Eq)]
struct Worst(Hit);

impl Ord for Worst {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.order(&other.0)
    }
}

impl PartialOrd for Worst {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The best hits so far.
struct Best {
    k: usize,
    floor: Ratio,
    hits: BinaryHeap<Worst>,
}

impl Best {
    fn raise(&mut self, floor: Ratio) {
        if floor.compare(self.floor).is_gt() {
            self.floor = floor;
        }
    }

    /// Take the hit where it is among the k best of those seen.
    fn offer(&mut self, hit: Hit) -> bool {
        if self.hits.len() < self.k {
            self.hits.push(Worst(hit));
        } else {
            match self.hits.peek_mut() {
                Some(mut worst) if hit.order(&worst.0).is_lt() => *worst = Worst(hit),
                _ => return false,
            }
        }
        if self.hits.len() == self.k {
            if let Some(Worst(worst)) = self.hits.peek() {
                let floor = worst.similarity();
                self.raise(floor);
            }
        }
        true
    }
}

struct Scan<'a, 'b> {
    layout: &'b Layout<'a>,
    lookup: &'b Lookup<'a>,
    alive: Option<&'b [u8]>,
    level: Level,
}

impl Scan<'_, '_> {
    /// The k-th best similarity among the items of the rarest lists: the answer's worst is no less.
    fn seed_floor(&self, counters: &[u8], k: usize) -> Result<Ratio, Damaged> {
        let mut seeds: Vec<u32> = Vec::with_capacity(SEEDS);
        for list in &self.lookup.lists {
            if seeds.len() + list.len() > SEEDS {
                break;
            }
            seeds.extend_from_slice(list);
        }
        seeds.sort_unstable();
        seeds.dedup();
        let mut found = Vec::with_capacity(seeds.len());
        for &slot in &seeds {
            let shared = u32::from(counters[slot as usize]) + self.lookup.dense_shared(slot);
            let (class, row) = self.layout.locate(slot)?;
            found.extend(
                self.lookup
                    .hit(self.layout, class, row, shared, self.alive)?,
            );
        }
        if found.len() < k {
            return Ok(Ratio::ZERO);
        }
        let (_, worst, _) = found.select_nth_unstable_by(k - 1, Hit::order);
        Ok(worst.similarity())
    }

    fn all_sizes(&mut self, counters: &mut [u8], best: &mut Best) -> Result<(), Damaged> {
        let mut sums = Sums::default();
        for class in &self.layout.classes {
            let slots = (class.items as usize).next_multiple_of(WORD);
            let class_counters = &mut counters[class.first_slot..class.first_slot + slots];
            let need = best.floor.least_shared(self.lookup.size, class.size);
            if need as usize > self.lookup.grams.len() || need > class.size {
                class_counters.fill(0);
                continue;
            }
            let mut first_slot = class.first_slot;
            let mut tile = Tile { class, need };
            for tile_counters in class_counters.chunks_mut(TILE) {
                self.one_tile(&mut tile, first_slot, tile_counters, &mut sums, best)?;
                tile_counters.fill(0);
                first_slot += tile_counters.len();
            }
        }
        Ok(())
    }

    fn one_tile(
        &self,
        tile: &mut Tile<'_>,
        first_slot: usize,
        counters: &mut [u8],
        sums: &mut Sums,
        best: &mut Best,
    ) -> Result<(), Damaged> {
        let words = first_slot / WORD..(first_slot + counters.len()) / WORD;
        let rows: Vec<&[u64]> = self
            .lookup
            .bitmaps
            .iter()
            .map(|bitmap| &bitmap[words.clone()])
            .collect();
        let mut reached = [0; TILE_WORDS];
        let need = u8::try_from(tile.need).unwrap_or(u8::MAX);
        add_and_compare(self.level, sums, &rows, counters, need, &mut reached);
        for (word, &bits) in reached[..words.len()].iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let place = word * WORD + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                self.one_slot(tile, (first_slot + place) as u32, counters[place], best)?;
            }
        }
        Ok(())
    }

    fn one_slot(
        &self,
        tile: &mut Tile<'_>,
        slot: u32,
        counter: u8,
        best: &mut Best,
    ) -> Result<(), Damaged> {
        // A full counter only says "255 or more".
        let shared = if counter == u8::MAX {
            self.lookup.shared(slot)
        } else {
            u32::from(counter)
        };
        if shared < tile.need {
            return Ok(());
        }
        let place = slot as usize - tile.class.first_slot;
        if place >= tile.class.items as usize {
            return Err(Damaged("postings or bitmaps name a slot that no item has"));
        }
        let row = tile.class.first_row + place;
        let Some(hit) = self
            .lookup
            .hit(self.layout, tile.class, row, shared, self.alive)?
        else {
            return Ok(());
        };
        if best.offer(hit) {
            tile.need = tile
                .need
                .max(best.floor.least_shared(self.lookup.size, tile.class.size));
        } else {
            // Refused, so no better than the worst: rows of a size ascend by id, so none after it
            // with this count wins either.
            tile.need = shared + 1;
        }
        Ok(())
    }
}

/// The size being scanned, and the least shared count that can still win there.
struct Tile<'a> {
    class: &'a SizeClass,
    need: u32,
}
