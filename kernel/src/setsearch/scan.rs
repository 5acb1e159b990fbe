//! Finding winners: one by one where lists touched them twice, else among all items of a size,
//! bitmaps summed, a tile of slots at a time.
use super::best::Best;
use super::counters::Walk;
use super::layout::{Damaged, Layout, SizeClass, WORD};
use super::query::{Candidate, Lookup, Question};
use super::sums::{Sums, TILE, TILE_WORDS};
use super::tile::Tile;
use crate::simd::Level;

/// A full counter only says "255 or more".
const MANY: u8 = u8::MAX;

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
                let need = u8::try_from(goal.need).unwrap_or(u8::MAX);
                tile.take(
                    self.level,
                    &self.lookup.bitmaps,
                    first_slot / WORD,
                    counters,
                    need,
                );
                for word in 0..counters.len() / WORD {
                    for (slot, total) in tile.reached_in(word, first_slot) {
                        let shared = match total {
                            MANY => self.lookup.shared(slot),
                            total => u32::from(total),
                        };
                        self.offer(&mut goal, slot, shared, best)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Offer every item that can win of those that lists touched more than once.
    pub fn touched_twice(&self, walk: &Walk<'_>, best: &mut Best<'b>) -> Result<(), Damaged> {
        let floor = best.floor();
        let classes = self.layout.classes.iter();
        let needs: Vec<u32> = classes
            .map(|class| floor.least_shared(self.lookup.size, class.size))
            .collect();
        for &slot in &walk.twice {
            let shared = match walk.times(slot) {
                MANY => self.lookup.shared(slot),
                times => u32::from(times) + self.lookup.dense_shared(slot),
            };
            if shared >= needs[self.layout.class_of(slot)] {
                if let Some(candidate) = self.candidate(slot, shared)? {
                    best.offer(candidate);
                }
            }
        }
        Ok(())
    }

    /// What a slot is worth that shares so many n-grams, where it may be found.
    pub fn candidate(&self, slot: u32, shared: u32) -> Result<Option<Candidate<'b>>, Damaged> {
        let (class, row) = self.layout.locate(slot)?;
        let alive = self.question.alive;
        self.lookup
            .candidate(self.layout, class, row, shared, alive)
    }

    /// Offer every item that can win of those that lists touched once at most: what was touched
    /// is one more bitmap.
    pub fn touched_once(&self, walk: &Walk<'_>, best: &mut Best<'b>) -> Result<(), Damaged> {
        let mut sums = Sums::default();
        let mut reached = [0; TILE_WORDS];
        let mut bitmaps = self.lookup.bitmaps.clone();
        bitmaps.push(walk.seen);
        for class in &self.layout.classes {
            let Some(mut goal) = self.goal(class, bitmaps.len(), best) else {
                continue;
            };
            let start = class.first_slot / WORD;
            let end = start + (class.items as usize).div_ceil(WORD);
            for first_word in (start..end).step_by(TILE_WORDS) {
                if goal.need as usize > bitmaps.len() {
                    break;
                }
                let reached = &mut reached[..TILE_WORDS.min(end - first_word)];
                sums.reach(&bitmaps, first_word, goal.need, reached);
                for place in places(reached) {
                    let slot = (first_word * WORD + place) as u32;
                    if walk.counters[slot as usize] == 0 {
                        self.offer(&mut goal, slot, sums.count(place), best)?;
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

    fn offer(
        &self,
        goal: &mut Goal<'_>,
        slot: u32,
        shared: u32,
        best: &mut Best<'b>,
    ) -> Result<(), Damaged> {
        if shared < goal.need {
            return Ok(());
        }
        let Some(candidate) = self.candidate(slot, shared)? else {
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

/// The places of the bits that are set.
fn places(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    // Most words are zero, so eight are asked at once.
    let some = words.chunks(8).enumerate();
    let some = some.filter(|(_, eight)| eight.iter().fold(0, |any, word| any | word) != 0);
    some.flat_map(|(chunk, eight)| {
        eight.iter().enumerate().flat_map(move |(word, &bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some((chunk * 8 + word) * WORD + place)
            })
        })
    })
}
