//! One byte and one bit an item, and walking lists over them.
use std::cell::Cell;

use super::layout::{Damaged, WORD};
use crate::simd::prefetch;

/// Zeroed memory for the items of one index.
#[derive(Default)]
struct Spare {
    counters: Vec<u8>,
    seen: Vec<u64>,
}

thread_local! {
    /// Kept between queries so that none pays for fresh zeroed pages.
    static SPARE: Cell<Spare> = const { Cell::new(Spare { counters: Vec::new(), seen: Vec::new() }) };
}

/// Lend a walk over `slots` slots to `work`, which leaves it zeroed where it succeeds.
pub fn with_walk<R>(
    slots: usize,
    work: impl FnOnce(&mut Walk<'_>) -> Result<R, Damaged>,
) -> Result<R, Damaged> {
    // Taken, not borrowed: after a panic or an error the dirty memory is simply gone.
    let mut spare = SPARE.take();
    if spare.counters.len() < slots {
        spare = Spare {
            counters: vec![0; slots],
            seen: vec![0; slots / WORD],
        };
    }
    let mut walk = Walk {
        counters: &mut spare.counters[..slots],
        seen: &mut spare.seen[..slots / WORD],
        touched: Vec::new(),
        twice: Vec::new(),
        again: Vec::new(),
    };
    let answer = work(&mut walk)?;
    debug_assert!(walk.counters.iter().all(|&counter| counter == 0));
    debug_assert!(walk.seen.iter().all(|&word| word == 0));
    SPARE.set(spare);
    Ok(answer)
}

/// Which slots lists have touched, and how often.
///
/// Most slots are touched once at most: that takes a bit, and all bits stay in a near cache. Only
/// from the second time on a counter is raised.
pub struct Walk<'a> {
    /// How often a slot was touched beyond the first time.
    pub counters: &'a mut [u8],
    pub seen: &'a mut [u64],
    /// Each touched slot once.
    pub touched: Vec<u32>,
    /// Each slot touched more than once, once.
    pub twice: Vec<u32>,
    /// Slots that were touched before, their counters not yet raised.
    again: Vec<u32>,
}

const NO_SLOT: Damaged = Damaged("postings name no slot");

impl Walk<'_> {
    /// Note the slots of a list.
    pub fn touch(&mut self, list: impl Iterator<Item = u32>) -> Result<(), Damaged> {
        for slot in list {
            let word = self.seen.get_mut(slot as usize / WORD).ok_or(NO_SLOT)?;
            let bit = 1 << (slot as usize % WORD);
            if *word & bit == 0 {
                *word |= bit;
                self.touched.push(slot);
            } else {
                raise(&mut self.counters[slot as usize], slot, &mut self.twice);
            }
        }
        Ok(())
    }

    /// Note the slots of a whole list, without a list of what was touched: end with `clear_all`.
    ///
    /// Nothing is guessed about a slot, for a wrong guess costs more than the slot itself.
    pub fn touch_all(&mut self, list: &[u32]) -> Result<(), Damaged> {
        const CHUNK: usize = 256;
        let mut again = [0; CHUNK];
        for (place, chunk) in list.chunks(CHUNK).enumerate() {
            for line in list[place * CHUNK..]
                .iter()
                .skip(CHUNK)
                .step_by(16)
                .take(CHUNK / 16)
            {
                prefetch(line);
            }
            let mut met = 0;
            for &slot in chunk {
                let word = self.seen.get_mut(slot as usize / WORD).ok_or(NO_SLOT)?;
                again[met % CHUNK] = slot;
                met += (*word >> (slot as usize % WORD) & 1) as usize;
                *word |= 1 << (slot as usize % WORD);
            }
            for &slot in &again[..met] {
                prefetch(&self.counters[slot as usize]);
                self.again.push(slot);
            }
        }
        Ok(())
    }

    /// Raise the counters of what was touched before, fetched meanwhile.
    pub fn raise_all(&mut self) {
        for &slot in &self.again {
            raise(&mut self.counters[slot as usize], slot, &mut self.twice);
        }
    }

    /// How often a touched slot was; 255 stands for that often or more.
    pub fn times(&self, slot: u32) -> u8 {
        self.counters[slot as usize].saturating_add(1)
    }

    /// Forget all that was touched.
    pub fn clear(&mut self) {
        for &slot in &self.touched {
            self.seen[slot as usize / WORD] = 0;
        }
        self.clear_counters();
    }

    /// Forget all, whether `touched` tells of it or not.
    pub fn clear_all(&mut self) {
        self.seen.fill(0);
        self.clear_counters();
    }

    fn clear_counters(&mut self) {
        for &slot in &self.twice {
            self.counters[slot as usize] = 0;
        }
    }

    /// Turn what was touched into plain counters, for many more lists to be counted.
    pub fn counted(&mut self) -> &mut [u8] {
        for &slot in &self.touched {
            self.seen[slot as usize / WORD] = 0;
            let counter = &mut self.counters[slot as usize];
            *counter = counter.saturating_add(1);
        }
        self.counters
    }
}

/// Raise the counter of a slot touched before.
fn raise(counter: &mut u8, slot: u32, twice: &mut Vec<u32>) {
    if *counter == 0 {
        twice.push(slot);
    }
    *counter = counter.saturating_add(1);
}

/// Count a list.
pub fn count(counters: &mut [u8], list: &[u32]) -> Result<(), Damaged> {
    for &slot in list {
        let counter = counters.get_mut(slot as usize).ok_or(NO_SLOT)?;
        *counter = counter.saturating_add(1);
    }
    Ok(())
}
