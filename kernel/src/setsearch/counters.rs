//! One byte an item, and walking lists over them.
use std::cell::Cell;

use super::layout::Damaged;

thread_local! {
    /// Kept between queries so that none pays for fresh zeroed pages.
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Lend `count` zeroed counters to `work`, which hands them back zeroed where it succeeds.
pub fn with_counters<R, E>(
    count: usize,
    work: impl FnOnce(&mut [u8]) -> Result<R, E>,
) -> Result<R, E> {
    // Taken, not borrowed: after a panic or an error the dirty ones are simply gone.
    let mut counters = SPARE.take();
    if counters.len() < count {
        counters = vec![0; count];
    }
    let answer = work(&mut counters[..count])?;
    debug_assert!(counters.iter().all(|&counter| counter == 0));
    SPARE.set(counters);
    Ok(answer)
}

/// Counters, and the slots that they were raised for.
pub struct Walk<'a> {
    pub counters: &'a mut [u8],
    /// Each touched slot once.
    pub touched: Vec<u32>,
    /// Each slot touched more than once, once.
    pub twice: Vec<u32>,
}

const NO_SLOT: Damaged = Damaged("postings name no slot");

impl<'a> Walk<'a> {
    pub fn new(counters: &'a mut [u8]) -> Self {
        Self {
            counters,
            touched: Vec::new(),
            twice: Vec::new(),
        }
    }

    /// Count a list and note its slots.
    pub fn touch(&mut self, list: &[u32]) -> Result<(), Damaged> {
        self.touched.reserve(list.len());
        for &slot in list {
            let counter = self.counters.get_mut(slot as usize).ok_or(NO_SLOT)?;
            match *counter {
                0 => self.touched.push(slot),
                1 => self.twice.push(slot),
                _ => {}
            }
            *counter = counter.saturating_add(1);
        }
        Ok(())
    }

    /// Count a list, for counters that are scanned afterwards.
    pub fn count(&mut self, list: &[u32]) -> Result<(), Damaged> {
        for &slot in list {
            let counter = self.counters.get_mut(slot as usize).ok_or(NO_SLOT)?;
            *counter = counter.saturating_add(1);
        }
        Ok(())
    }

    pub fn into_counters(self) -> &'a mut [u8] {
        self.counters
    }
}
