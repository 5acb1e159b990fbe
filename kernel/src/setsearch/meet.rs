//! Finding winners among the items that lists touch, where those are few.
//!
//! What was touched twice is scored first: it lifts the floor. Of the rest only what can still
//! reach the floor is looked up in the bitmaps. Items that no list touched are left to `Scan`.
use super::best::Best;
use super::counters::Walk;
use super::layout::{Damaged, Layout, WORD};
use super::query::{Candidate, Lookup, Question};

/// Items to be scored, all lists walked.
pub struct Meet<'a, 'b, 'c> {
    pub layout: &'b Layout<'a>,
    pub lookup: &'b Lookup<'a>,
    pub question: Question<'b>,
    pub walk: &'c Walk<'c>,
}

impl<'b> Meet<'_, 'b, '_> {
    /// Offer every touched item that can win.
    pub fn offer_all(&self, best: &mut Best<'b>) -> Result<(), Damaged> {
        let needs = self.needs(best);
        for &slot in &self.walk.twice {
            let times = self.walk.times(slot);
            // A full counter only says "255 or more".
            let shared = if times == u8::MAX {
                self.lookup.shared(slot)
            } else {
                u32::from(times) + self.lookup.dense_shared(slot)
            };
            if let Some(candidate) = self.candidate(slot, shared, &needs)? {
                best.offer(candidate);
            }
        }
        let needs = self.needs(best);
        // With all bitmaps, an item met once shares at most so many.
        let most = self.lookup.bitmaps.len() + 1;
        for &slot in &self.walk.touched {
            if usize::from(needs[slot as usize / WORD]) > most {
                continue;
            }
            let shared = 1 + self.lookup.dense_shared(slot);
            if let Some(candidate) = self.candidate(slot, shared, &needs)? {
                // The counter is far away in memory: asked last.
                if best.takes(&candidate) && self.walk.times(slot) == 1 {
                    best.offer(candidate);
                }
            }
        }
        Ok(())
    }

    /// For each word of slots, the least shared count that can still win, at most 255.
    fn needs(&self, best: &Best<'_>) -> Vec<u8> {
        let mut needs = Vec::with_capacity(self.layout.slots / WORD);
        for class in &self.layout.classes {
            let need = best.floor().least_shared(self.lookup.size, class.size);
            let words = (class.items as usize).div_ceil(WORD);
            needs.resize(needs.len() + words, u8::try_from(need).unwrap_or(u8::MAX));
        }
        needs
    }

    /// What a slot is worth, where it may be found and shares as much as it needs.
    fn candidate(
        &self,
        slot: u32,
        shared: u32,
        needs: &[u8],
    ) -> Result<Option<Candidate<'b>>, Damaged> {
        if shared < u32::from(needs[slot as usize / WORD]) {
            return Ok(None);
        }
        let (class, row) = self.layout.locate(slot)?;
        self.lookup
            .candidate(self.layout, class, row, shared, self.question.alive)
    }
}
