//! The k items most like a question, exactly.
//!
//! 1. The rarest lists name a few items that are likely near. What they are known to share puts a
//!    floor under the k-th best.
//! 2. As in a search for all items above that floor, the other lists are walked as far as an item
//!    can still reach it, and what was met often enough is looked up in the rest.
//! 3. Where frequent n-grams alone can reach the floor (small sizes first), all items of such a
//!    size are scanned, bitmaps added. Each better hit lifts the floor.
use super::best::Best;
use super::counters::with_counters;
use super::layout::{Damaged, Layout, SizeClass, WORD};
use super::prefix::Prefix;
use super::query::{Hit, Lookup, Question};
use super::ratio::Ratio;
use super::scan::Scan;
use crate::simd::Level;

/// Postings of the rarest lists that are walked for the first floor.
const SEEDS: usize = 512;

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
    let mut best = Best::new(k, floor);
    with_counters(layout.slots, |counters| {
        let mut walk = Walk {
            layout,
            lookup: &lookup,
            question,
            counters,
            touched: Vec::new(),
        };
        let seeded = walk.seed()?;
        best.raise(walk.seed_floor(k)?);
        let plan = Plan::new(layout, &lookup, best.floor(), seeded);
        for (known, list) in lookup.lists.iter().enumerate().skip(seeded) {
            walk.list(list, plan.scanned_slots, plan.end(layout, known))?;
        }
        walk.offer_touched(&plan, &mut best)?;
        let scan = Scan {
            layout,
            lookup: &lookup,
            question,
            level,
        };
        scan.classes(&layout.classes[..plan.scanned], walk.counters, &mut best)
    })?;
    Ok(best.into_hits())
}

/// What is walked and what is scanned, given a floor.
struct Plan {
    prefix: Prefix,
    /// Classes of the smallest sizes: scanned, because bitmaps belong to their prefix.
    scanned: usize,
    scanned_slots: u32,
    reaches: Vec<Reach>,
    /// For each word of slots, the least counter that is worth looking up.
    enough: Vec<u8>,
}

/// What an item of one size needs.
#[derive(Clone, Copy)]
struct Reach {
    need: u32,
    /// Lists walked for this size; the others, and all bitmaps, are looked up.
    walked: usize,
}

impl Plan {
    fn new(layout: &Layout<'_>, lookup: &Lookup<'_>, floor: Ratio, seeded: usize) -> Self {
        let prefix = Prefix::new(lookup, floor);
        let known = lookup.grams.len();
        let mut reaches = Vec::with_capacity(layout.classes.len());
        let mut enough = Vec::with_capacity(layout.slots / WORD);
        let mut scanned = 0;
        let mut walked = known;
        for class in &layout.classes {
            // Larger sizes need shorter prefixes.
            while walked > seeded && prefix.sizes(walked - 1).end <= u64::from(class.size) {
                walked -= 1;
            }
            if walked > lookup.lists.len() {
                scanned += 1;
            }
            let need = floor.least_shared(lookup.size, class.size);
            let unseen = (known - walked) as u32;
            let least = if need > class.size.min(known as u32) {
                u8::MAX
            } else {
                u8::try_from(need.saturating_sub(unseen).max(1)).unwrap_or(u8::MAX)
            };
            let words = (class.items as usize).div_ceil(WORD);
            enough.resize(enough.len() + words, least);
            reaches.push(Reach { need, walked });
        }
        let scanned_slots = layout
            .classes
            .get(scanned)
            .map_or(layout.slots, |class| class.first_slot) as u32;
        Self {
            prefix,
            scanned,
            scanned_slots,
            reaches,
            enough,
        }
    }

    /// Where walking a list ends: all scanned slots belong to it.
    fn end(&self, layout: &Layout<'_>, known: usize) -> u32 {
        self.prefix.slots(layout, known).end.max(self.scanned_slots)
    }
}

struct Walk<'a, 'b> {
    layout: &'b Layout<'a>,
    lookup: &'b Lookup<'a>,
    question: Question<'b>,
    counters: &'b mut [u8],
    /// Slots that were counted, each once; those below the scanned ones may be missing.
    touched: Vec<u32>,
}

impl Walk<'_, '_> {
    /// Walk the rarest lists; gives how many.
    fn seed(&mut self) -> Result<usize, Damaged> {
        let mut postings = 0;
        for (known, list) in self.lookup.lists.iter().enumerate() {
            postings += list.len();
            if postings > SEEDS {
                return Ok(known);
            }
            self.touch(list)?;
        }
        Ok(self.lookup.lists.len())
    }

    /// The k-th best of what the touched items share at least: the answer's worst is no less.
    fn seed_floor(&self, k: usize) -> Result<Ratio, Damaged> {
        let twice: Vec<u32> = self.met_twice();
        let seeds = if twice.len() >= k {
            &twice
        } else {
            &self.touched
        };
        if seeds.len() < k {
            return Ok(Ratio::ZERO);
        }
        let mut found = Vec::with_capacity(seeds.len());
        for &slot in seeds {
            let shared = u32::from(self.counters[slot as usize]) + self.lookup.dense_shared(slot);
            let (class, row) = self.layout.locate(slot)?;
            found.extend(
                self.lookup
                    .hit(self.layout, class, row, shared, self.question.alive)?,
            );
        }
        if found.len() < k {
            return Ok(Ratio::ZERO);
        }
        let (_, worst, _) = found.select_nth_unstable_by(k - 1, Hit::order);
        Ok(worst.similarity())
    }

    fn met_twice(&self) -> Vec<u32> {
        let twice = |&&slot: &&u32| self.counters[slot as usize] > 1;
        self.touched.iter().filter(twice).copied().collect()
    }

    /// Count a list up to slot `end`, noting what is touched beyond the scanned slots.
    fn list(&mut self, list: &[u32], scanned: u32, end: u32) -> Result<(), Damaged> {
        let list = &list[..list.partition_point(|&slot| slot < end)];
        let (below, above) = list.split_at(list.partition_point(|&slot| slot < scanned));
        for &slot in below {
            let counter = self.counters.get_mut(slot as usize).ok_or(NO_SLOT)?;
            *counter = counter.saturating_add(1);
        }
        self.touch(above)
    }

    fn touch(&mut self, list: &[u32]) -> Result<(), Damaged> {
        for &slot in list {
            let counter = self.counters.get_mut(slot as usize).ok_or(NO_SLOT)?;
            if *counter == 0 {
                self.touched.push(slot);
            }
            *counter = counter.saturating_add(1);
        }
        Ok(())
    }

    /// Offer the touched items that can win, and zero their counters.
    fn offer_touched(&mut self, plan: &Plan, best: &mut Best) -> Result<(), Damaged> {
        for &slot in &self.touched {
            if slot < plan.scanned_slots {
                continue;
            }
            let counter = std::mem::take(&mut self.counters[slot as usize]);
            if counter < plan.enough[slot as usize / WORD] {
                continue;
            }
            let class = self.layout.class_of(slot);
            let reach = plan.reaches[class];
            let class = &self.layout.classes[class];
            if let Some(shared) = self.shared(slot, counter, reach) {
                let row = class.row(slot)?;
                let alive = self.question.alive;
                if let Some(hit) = self.lookup.hit(self.layout, class, row, shared, alive)? {
                    best.offer(hit);
                }
            }
        }
        Ok(())
    }

    /// The n-grams that an item shares, unless they are fewer than it needs.
    fn shared(&self, slot: u32, counter: u8, reach: Reach) -> Option<u32> {
        if counter == u8::MAX {
            let shared = self.lookup.shared(slot);
            return (shared >= reach.need).then_some(shared);
        }
        let unwalked = &self.lookup.lists[reach.walked.min(self.lookup.lists.len())..];
        let mut shared = u32::from(counter) + self.lookup.dense_shared(slot);
        let mut unseen = unwalked.len() as u32;
        for list in unwalked {
            if shared + unseen < reach.need {
                return None;
            }
            shared += u32::from(list.binary_search(&slot).is_ok());
            unseen -= 1;
        }
        (shared >= reach.need).then_some(shared)
    }
}

const NO_SLOT: Damaged = Damaged("postings name no slot");
