//! Finding winners among all items of a size, bitmaps summed, a tile of slots at a time.
use super::best::Best;
use super::counters::Walk;
use super::layout::{Damaged, Layout, SizeClass, WORD};
use super::query::{Lookup, Question};
use super::tile::{Tile, TILE};
use crate::simd::Level;

/// A question to scan for.
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

impl<'b> Scan<'_, 'b> {
    /// Offer every item that can win, given counters that hold what all lists say; zero them.
    pub fn counted(&self, counters: &mut [u8], best: &mut Best<'b>) -> Result<(), Damaged> {
        let mut tile = Tile::default();
        for class in &self.layout.classes {
            let slots = (class.items as usize).next_multiple_of(WORD);
            let counters = &mut counters[class.first_slot..class.first_slot + slots];
            let Some(mut goal) = self.goal(class, self.lookup.grams.len(), best) else {
                counters.fill(0);
                continue;
            };
            for (place, counters) in counters.chunks_mut(TILE).enumerate() {
                let first_slot = class.first_slot + place * TILE;
                self.sum(&goal, first_slot, counters, &mut tile);
                for word in 0..counters.len() / WORD {
                    for (slot, total) in tile.reached_in(word, first_slot) {
                        self.offer(&mut goal, slot, total, best)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Offer every item that can win of those that no list touched, by the bitmaps alone.
    pub fn untouched(&self, walk: &Walk<'_>, best: &mut Best<'b>) -> Result<(), Damaged> {
        let mut tile = Tile::default();
        let mut zeros = [0; TILE];
        for class in &self.layout.classes {
            let slots = (class.items as usize).next_multiple_of(WORD);
            let Some(mut goal) = self.goal(class, self.lookup.bitmaps.len(), best) else {
                continue;
            };
            for first_slot in (class.first_slot..class.first_slot + slots).step_by(TILE) {
                if goal.need as usize > self.lookup.bitmaps.len() {
                    break;
                }
                let slots = TILE.min(class.first_slot + slots - first_slot);
                self.sum(&goal, first_slot, &mut zeros[..slots], &mut tile);
                for word in 0..slots / WORD {
                    for (slot, total) in tile.reached_in(word, first_slot) {
                        if !walk.is_touched(slot) {
                            self.offer(&mut goal, slot, total, best)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// What an item of this size must share, where `most` n-grams can be enough.
    fn goal(&self, class: &'b SizeClass, most: usize, best: &Best<'_>) -> Option<Goal<'b>> {
        let need = best.floor().least_shared(self.lookup.size, class.size);
        (need as usize <= most && need <= class.size).then_some(Goal { class, need })
    }

    fn sum(&self, goal: &Goal<'_>, first_slot: usize, counters: &mut [u8], tile: &mut Tile) {
        let words = first_slot / WORD..(first_slot + counters.len()) / WORD;
        let bitmaps = self.lookup.bitmaps.iter();
        let rows: Vec<&[u64]> = bitmaps.map(|bitmap| &bitmap[words.clone()]).collect();
        let need = u8::try_from(goal.need).unwrap_or(u8::MAX);
        tile.take(self.level, &rows, counters, need);
    }

    fn offer(
        &self,
        goal: &mut Goal<'_>,
        slot: u32,
        total: u8,
        best: &mut Best<'b>,
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
        let alive = self.question.alive;
        let candidate = self
            .lookup
            .candidate(self.layout, goal.class, row, shared, alive)?;
        let Some(candidate) = candidate else {
            return Ok(());
        };
        if best.offer(candidate) {
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
