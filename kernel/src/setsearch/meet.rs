//! Finding winners among the items that lists touch, where those are few.
//!
//! What was touched twice is scored first: it lifts the floor. Of the rest only what can still
//! reach the floor is looked up in the bitmaps. At last the bitmaps are scanned for items that no
//! list touched, in those sizes where frequent n-grams alone can win.
use super::best::Best;
use super::counters::Walk;
use super::layout::{Damaged, Layout, WORD};
use super::query::{Lookup, Question};
use super::scan::Scan;

/// One search by touched items.
pub struct Meet<'a, 'b, 'c> {
    pub layout: &'b Layout<'a>,
    pub lookup: &'b Lookup<'a>,
    pub question: Question<'b>,
    pub walk: Walk<'c>,
}

impl<'b> Meet<'_, 'b, '_> {
    /// Offer every item that can win, and zero the counters; `seeded` lists were walked already.
    pub fn best_of(
        mut self,
        seeded: usize,
        scan: &Scan<'_, 'b>,
        best: &mut Best<'b>,
    ) -> Result<(), Damaged> {
        for list in &self.lookup.lists[seeded..] {
            self.walk.touch(list)?;
        }
        for &slot in &self.walk.twice {
            self.offer(slot, best)?;
        }
        let enough = self.enough(best);
        for &slot in &self.walk.touched {
            let once = self.walk.counters[slot as usize] == 1;
            if once && enough[slot as usize / WORD] <= 1 {
                self.offer(slot, best)?;
            }
        }
        scan.untouched(self.walk.counters, best)?;
        for &slot in &self.walk.touched {
            self.walk.counters[slot as usize] = 0;
        }
        Ok(())
    }

    /// For each word of slots, the least that an item must be touched to be worth a look-up.
    fn enough(&self, best: &Best<'_>) -> Vec<u32> {
        let mut enough = Vec::with_capacity(self.layout.slots / WORD);
        for class in &self.layout.classes {
            let need = best.floor().least_shared(self.lookup.size, class.size);
            let words = (class.items as usize).div_ceil(WORD);
            let touched = need.saturating_sub(self.lookup.bitmaps.len() as u32);
            enough.resize(enough.len() + words, touched);
        }
        enough
    }

    fn offer(&self, slot: u32, best: &mut Best<'b>) -> Result<(), Damaged> {
        let counter = self.walk.counters[slot as usize];
        // A full counter only says "255 or more".
        let shared = if counter == u8::MAX {
            self.lookup.shared(slot)
        } else {
            u32::from(counter) + self.lookup.dense_shared(slot)
        };
        let (class, row) = self.layout.locate(slot)?;
        if shared < best.floor().least_shared(self.lookup.size, class.size) {
            return Ok(());
        }
        let alive = self.question.alive;
        if let Some(candidate) = self
            .lookup
            .candidate(self.layout, class, row, shared, alive)?
        {
            best.offer(candidate);
        }
        Ok(())
    }
}
