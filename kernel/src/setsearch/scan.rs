//! Finding winners among all items of small sizes, where frequent n-grams alone can make one.
use super::best::Best;
use super::layout::{Damaged, Layout, SizeClass, WORD};
use super::query::{Lookup, Question};
use super::tile::{Tile, TILE};
use crate::simd::Level;

/// One pass over counters that already hold what the lists say.
pub struct Scan<'a, 'b> {
    pub layout: &'b Layout<'a>,
    pub lookup: &'b Lookup<'a>,
    pub question: Question<'b>,
    pub level: Level,
}

/// The size being scanned, and the least shared count that can still win there.
struct Goal<'b> {
    class: &'b SizeClass,
    need: u32,
}

impl Scan<'_, '_> {
    /// Offer every item of `classes` that can win, and zero their counters.
    pub fn classes(
        &self,
        classes: &[SizeClass],
        counters: &mut [u8],
        best: &mut Best,
    ) -> Result<(), Damaged> {
        let mut tile = Tile::default();
        for class in classes {
            let slots = (class.items as usize).next_multiple_of(WORD);
            let counters = &mut counters[class.first_slot..class.first_slot + slots];
            let need = best.floor().least_shared(self.lookup.size, class.size);
            if need as usize > self.lookup.grams.len() || need > class.size {
                counters.fill(0);
                continue;
            }
            let mut goal = Goal { class, need };
            for (place, counters) in counters.chunks_mut(TILE).enumerate() {
                self.tile(
                    &mut goal,
                    class.first_slot + place * TILE,
                    counters,
                    &mut tile,
                    best,
                )?;
            }
        }
        Ok(())
    }

    fn tile(
        &self,
        goal: &mut Goal<'_>,
        first_slot: usize,
        counters: &mut [u8],
        tile: &mut Tile,
        best: &mut Best,
    ) -> Result<(), Damaged> {
        let words = first_slot / WORD..(first_slot + counters.len()) / WORD;
        let bitmaps = self.lookup.bitmaps.iter();
        let rows: Vec<&[u64]> = bitmaps.map(|bitmap| &bitmap[words.clone()]).collect();
        let need = u8::try_from(goal.need).unwrap_or(u8::MAX);
        tile.take(self.level, &rows, counters, need);
        for word in 0..words.len() {
            let mut bits = tile.reached[word];
            while bits != 0 {
                let place = word * WORD + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let slot = (first_slot + place) as u32;
                self.slot(goal, slot, tile.totals[place], best)?;
            }
        }
        Ok(())
    }

    fn slot(
        &self,
        goal: &mut Goal<'_>,
        slot: u32,
        total: u8,
        best: &mut Best,
    ) -> Result<(), Damaged> {
        // A full counter only says "255 or more".
        let shared = if total == u8::MAX {
            self.lookup.shared(slot)
        } else {
            u32::from(total)
        };
        if shared < goal.need {
            return Ok(());
        }
        let row = goal.class.row(slot)?;
        let hit = self
            .lookup
            .hit(self.layout, goal.class, row, shared, self.question.alive)?;
        let Some(hit) = hit else { return Ok(()) };
        if best.offer(hit) {
            let need = best.floor().least_shared(self.lookup.size, goal.class.size);
            goal.need = goal.need.max(need);
        } else {
            // Refused, so no better than the worst: rows of a size ascend by id, so none after it
            // with this count wins either.
            goal.need = shared + 1;
        }
        Ok(())
    }
}
